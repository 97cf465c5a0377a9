"""A card and a whole run list the files that came with a question."""

import re
from dataclasses import replace
from typing import cast, get_args

import pytest

from bot.presentation.card import card_for
from bot.presentation.material import unread_sentence
from bot.presentation.whole_run import whole_run
from bot.presentation.words import ENGLISH, LANGUAGES, Words
from bot.presentation.words.de.problems import WHY_WITHHELD as DE
from bot.presentation.words.en.problems import WHY_WITHHELD as EN
from bot.presentation.words.ko.problems import WHY_WITHHELD as KO
from council_core.context import kinds
from council_core.domain.answer import Usage
from council_core.domain.material import Picture, Piece, Unread, UnreadReason, digest_of
from council_core.domain.run import Describer, RunStatus
from council_core.errors import Withheld
from council_core.stages.remember import Remembered
from council_core.view import view
from tests.bot.presentation.drawing import draw
from tests.bot.presentation.examples import summary
from tests.golden_files import assert_golden
from tests.samples import MEMBERS, a_run
from tests.testbed.documents import UNREADABLE

CONTRACT = Piece(
    name="contract.pdf", form="PDF", size=48_213, digest=digest_of(b"%PDF"), text=digest_of(b"text"),
    characters=9_120, given=9_120, pages=3,
)  # fmt: skip
LOG = replace(CONTRACT, name="server *log*.txt", form="text", pages=None, characters=900_000, given=190_880)
TABLE = replace(LOG, name="orders.xlsx", form="Excel", pages=3, characters=1_000_012, is_cut=True)
ATLAS = replace(LOG, name="atlas.pdf", form="PDF", pages=1_300, is_cut=True, pages_read=800, end_from=1_101)
YEARS = replace(TABLE, name="years.xlsx", has_end=True)
SLIDES = replace(CONTRACT, name="plan.pptx", form="PowerPoint", unseen=6)
MATERIAL = (
    CONTRACT,
    SLIDES,
    Unread(name="plan.pdf", reason="password"),
    LOG,
    TABLE,
    ATLAS,
    YEARS,
    replace(
        CONTRACT, source="thread", name="thread", form="thread", pages=50, left_out=1_150, given=900, unseen=3
    ),
    Unread(source="link", name="further links", reason="too_many", detail="5"),
    Unread(source="thread", name="thread", reason="not_given", detail="It took longer than 30 seconds."),
    Unread(
        name="board.png",
        reason="not_given",
        withheld="elsewhere",
    ),
    Picture(
        name="scan.pdf", form="PDF", size=9_000, digest=CONTRACT.digest, content=CONTRACT.text,
        media_type="image/jpeg", width=1_108, height=1_568, page=2, of=3,
    ),
)  # fmt: skip

HOSTILE = ("oversized", "pixels", "too_slow", "too_deep")
BROKEN = {
    **{name: each for name, each in UNREADABLE.items() if each[0] not in HOSTILE and each[1]().strip()},
    "empty.txt": ("empty", lambda: b"\n"),
    "binary.eml": ("unknown", lambda: bytes(range(256)) * 20),
    "table.csv": ("unknown", lambda: b"\x7fELF" + bytes(900)),
    "plain.docx": ("mislabelled", lambda: b"Only text."),
    "torn.html": ("damaged", lambda: b"%PDF-1.7\nnothing follows"),
}
"""Files that cannot be read and do no harm, by name: the reason, and their bytes."""

FACTS = re.compile(r"\{(\w+)\}")
DETAILS: dict[UnreadReason, str] = {
    "too_large": "20", "too_many": "5", "not_given": "Slack does not let Council read this file.",
    "unknown": "ELF file", "mislabelled": "Word", "pixels": "30",
}  # fmt: skip


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_the_card_says_what_was_read_and_what_was_not(words: Words) -> None:
    card = card_for(summary("asked", material=MATERIAL), words)

    assert_golden(f"posts/card/asked-with-files-{words.language}.txt", draw(card))


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_the_card_says_that_the_web_was_searched_or_why_not(words: Words) -> None:
    found = Piece(
        source="connector", name="web search", form="search results", size=900, digest=CONTRACT.digest,
        text=CONTRACT.text, characters=900, given=900, pages=5,
    )  # fmt: skip
    failed = Unread(
        source="connector",
        name="web search",
        reason="not_given",
        withheld="search_answered",
        facts={"status": "500"},
    )
    said = (
        found,
        *(replace(failed, reason=reason, withheld=None) for reason in ("no_engine", "empty")),
        failed,
    )

    lines = [draw(card_for(summary("asked", material=(each,)), words)) for each in said]

    assert_golden(f"posts/card/web-search-{words.language}.txt", "\n".join(lines))


@pytest.mark.parametrize(
    "detail",
    ["There is no server of this name.", "The file is not there any more.", "Its server answered 404.",
     "It found nothing.", "This file is not kept in Slack itself; attach it to the message.",
     "The page holds no text that can be read; it may need JavaScript.", "It is larger than 20 MB.",
     "The page could not be opened. It redirects from one address to the next.", "The search answered 500.",
     "The search could not be reached.", "It took longer than 20 seconds.", "The tool python is not set up."],
)  # fmt: skip
def test_a_sentence_that_an_earlier_version_kept_is_said_in_the_language_of_the_reader(detail: str) -> None:
    unread = Unread(source="link", name="a", reason="not_given", detail=detail)

    said = {unread_sentence(unread, words).rpartition("**")[2] for words in LANGUAGES.values()}

    assert len(said) == 3
    assert sum(detail[:20] in each for each in said) == 1


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_people_read_a_sentence_about_each_broken_mislabelled_or_empty_file(words: Words) -> None:
    said: list[str] = []
    for name, (_, make) in BROKEN.items():
        read = kinds.read(name, make())
        assert read["kind"] == "unreadable", name
        unread = Unread(name=name, reason=cast("UnreadReason", read["reason"]), detail=str(read["detail"]))
        said.append(unread_sentence(unread, words))

    assert_golden(f"posts/broken-files-{words.language}.txt", "\n".join(said))


@pytest.mark.parametrize("reason", get_args(Withheld))
def test_each_reason_is_said_in_the_readers_language_with_its_facts(reason: Withheld) -> None:
    facts = {name: name.upper() for name in (*FACTS.findall(EN[reason]),)}
    unread = Unread(source="link", name="a", reason="not_given", withheld=reason, facts=facts)

    said = [unread_sentence(unread, words) for words in LANGUAGES.values()]

    assert len(set(said)) == len(LANGUAGES)
    assert all(value in each for value in facts.values() for each in said)
    assert [set(FACTS.findall(words[reason])) for words in (DE, KO)] == [set(facts), set(facts)]


def test_words_of_a_platform_that_nobody_translated_are_said_as_they_came() -> None:
    unread = Unread(name="a", reason="not_given", detail="The moon is in the way.")

    assert all("The moon is in the way." in unread_sentence(unread, words) for words in LANGUAGES.values())


def test_a_whole_run_says_what_each_model_was_given() -> None:
    shown = whole_run(view(a_run(material=MATERIAL)))

    assert_golden("posts/whole/material.txt", draw(shown[0]))


def test_a_whole_follow_up_says_what_its_models_were_given_of_earlier_questions() -> None:
    earlier = Remembered(texts=((replace(CONTRACT, given=2_000), "text"),))

    shown = draw(whole_run(view(a_run()), earlier)[0])

    assert (
        "contract.pdf, from an earlier question: the models and the chairman were given up to 2,000 of its "
        "9,120 characters" in shown.replace("\\", "")
    )


@pytest.mark.parametrize("status", ["voting", "revealed"])
def test_a_whole_run_names_whoever_answered_by_a_description_after_the_reveal(status: RunStatus) -> None:
    reader, writer = MEMBERS[:2]
    picture = Picture(
        name="chart.png", form="PNG", size=9_000, digest=CONTRACT.digest, content=CONTRACT.text,
        media_type="image/jpeg", width=30, height=20, described=CONTRACT.text, characters=412,
    )  # fmt: skip
    wrote = Describer(member=writer.id, gave=True, usage=Usage(), readers=(reader.id,), is_early=False)
    run = a_run(status=status, material=(picture,), describers=(wrote,))

    shown = draw(whole_run(view(run))[0])

    said = f"{reader.name} answered from the description, without seeing the picture."
    assert (said in shown) == (status == "revealed")
    assert "described in 412 characters for models that cannot see" in shown


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_there_is_a_sentence_for_every_reason_and_every_hostile_file(words: Words) -> None:
    reasons = get_args(UnreadReason)
    said = [
        unread_sentence(Unread(name=f"{reason}.pdf", reason=reason, detail=DETAILS.get(reason, "")), words)
        for reason in reasons
    ]

    assert {reason for reason, _ in UNREADABLE.values()} <= set(reasons)
    assert_golden(f"posts/unread-{words.language}.txt", "\n".join(said))


def test_a_long_name_of_a_file_is_shown_with_its_beginning_and_its_end() -> None:
    name = f"{'a' * 300}.pdf"
    parts = (
        replace(CONTRACT, name=name),
        Unread(name=name, reason="password"),
        Picture(
            name=name, form="PDF", size=9, digest=CONTRACT.digest, content=CONTRACT.text,
            media_type="image/jpeg", width=9, height=9, page=2, of=3,
        ),
    )  # fmt: skip

    said = draw(card_for(summary("asked", material=parts), ENGLISH))

    assert said.count(f"{'a' * 70}…{'a' * 25}.pdf") == 3
    assert "a" * 71 not in said
