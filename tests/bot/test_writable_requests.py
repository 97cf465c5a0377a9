"""Tests that signs which databases, platforms and models refuse are removed from every text of every request."""

from dataclasses import replace

from bot.requests.asking import Ask
from bot.requests.memory import RecordDecision, SaveTemplate
from bot.requests.person import Person
from bot.requests.request import with_writable_texts
from bot.requests.running import Listing, SearchRuns
from council_core.domain.place import PersonId
from council_core.domain.question import FileReference, RunId
from tests.samples import HERE

MIA = Person(id=PersonId("U1"), name="Mi\0a \ud83d", zone="Europe/Berlin")


def test_every_text_of_a_request_is_cleaned() -> None:
    file = FileReference(reference="F\0", name="a\0.txt", media_type="text/plain", size=1)
    asked = Ask(
        person=MIA,
        place=HERE,
        text="Tabs\0 or \ud83dspaces?",
        delivery="one\0t\ud83dwo",
        files=(file,),
        options={"rubric\0": "de\0fault"},
        fields={"context": "a\0b"},
    )

    clean = with_writable_texts(asked)

    assert (clean.person.name, clean.text) == ("Mia ?", "Tabs or ?spaces?")
    assert clean.files == (replace(file, reference="F", name="a.txt"),)
    assert (clean.options, clean.fields) == ({"rubric": "default"}, {"context": "ab"})
    # Ids are derived from it, and it separates its parts by a NUL.
    assert clean.delivery == "one\0t?wo"


def test_other_requests_are_cleaned_too() -> None:
    decided = RecordDecision(person=MIA, place=HERE, run_id=RunId("r1"), text="We\0 move.", look_again="\0")
    template = SaveTemplate(person=MIA, place=HERE, before="", mark="", texts={"name": "a\0b"})
    search = SearchRuns(person=MIA, place=HERE, words="ta\0bs", listing=Listing(mine=True))

    assert with_writable_texts(decided).text == "We move."
    assert with_writable_texts(template).texts == {"name": "ab"}
    assert with_writable_texts(search).words == "tabs"


def test_a_request_without_such_signs_is_the_same_object() -> None:
    person = replace(MIA, name="Mia")
    asked = Ask(person=person, place=HERE, text="Tabs? 🦉", delivery="1", options={"rubric": "default"})

    assert with_writable_texts(asked) is asked
