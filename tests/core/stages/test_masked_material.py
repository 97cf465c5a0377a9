"""Tests that secrets are masked everywhere: no model reads them, and no run, step or blob keeps them."""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from aiohttp import web

from bot.presentation.material import unread_sentence
from bot.presentation.words import ENGLISH
from council_core.context.reading import ChildReader
from council_core.domain.material import Digest, Unread, pictures_of, pieces_of
from council_core.domain.place import PersonId
from council_core.domain.question import FileReference, Question, Turn
from council_core.domain.thread import Said
from council_core.domain.tool import Found, ToolFailed
from council_core.domain.tool import Source as Page
from council_core.errors import PostRefused, Problem
from council_core.exports.json import run_json
from council_core.ports import Errand
from council_core.redaction import redact
from council_core.stages.prepare import Intake
from council_core.testing import says
from council_core.tools.connectors import Connectors, load
from council_core.tools.pages import PublicPages
from council_core.view import view
from tests.contracts.test_pages import site
from tests.core.sitting import Sitting, a_sitting
from tests.core.stages.shelf import Discussion, Shelf, asked_with, follow_up, in_thread, linked, prompts
from tests.core.working import CountedTools, searches, works
from tests.planted_secrets import SECRETS
from tests.samples import MEMBERS
from tests.testbed.documents import docx
from tests.testbed.images import png

PLAIN = "The region is eu-west-9."
LINES = [f"Credential {n}: {secret}" for n, (_, secret) in enumerate(SECRETS)]
TEXT = "\n\n".join([PLAIN, *LINES])
PLANTED = SECRETS[0][1]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A server that answers everything with the planted secrets, and a folder for its connector."""

    url: str
    folder: Path


@pytest.fixture
async def around(tmp_path: Path) -> AsyncIterator[Surroundings]:
    async def answer(request: web.Request) -> web.Response:
        if request.path == "/wiki":
            return web.json_response({"text": TEXT})
        return web.Response(text=TEXT, content_type="text/plain")

    async with site(answer) as url:
        yield Surroundings(url=url, folder=tmp_path)


class Leaky(CountedTools):
    """A search whose pages hold the secrets in titles, addresses and extracts."""

    async def use(self, name: str, arguments: Mapping[str, object], errand: Errand) -> Found | ToolFailed:
        await super().use(name, arguments, errand)
        secrets = [secret for _, secret in SECRETS]
        pages = [
            Page(
                title=f"Page {number} {secret}",
                url=f"https://pages.example/{number}?key={secret.split()[0]}",
                snippet=f"{PLAIN} {secret}",
            )
            for number, secret in enumerate(secrets)
        ]
        links = tuple(page.url for page in pages)
        return Found(text=TEXT, sources=tuple(pages), addresses=links)


def file(around: Surroundings) -> Sitting:
    sitting, _ = asked_with({"a.txt": TEXT.encode(), "b.docx": docx(TEXT)}, a_sitting(redact=True))
    return sitting


def thread(around: Surroundings) -> Sitting:
    sitting, _ = asked_with({}, a_sitting(redact=True))
    place = replace(sitting.run.question.place, thread="1.0")
    sitting.run = replace(sitting.run, question=replace(sitting.run.question, place=place))
    assert sitting.intake is not None
    said = tuple(Said(author=PersonId("U7"), text=line) for line in (PLAIN, *LINES))
    sitting.intake = replace(sitting.intake, threads=Discussion(said))
    return sitting


def link(around: Surroundings) -> Sitting:
    sitting = a_sitting(redact=True)
    question = replace(sitting.run.question, text=f"What does {around.url}/page say?")
    sitting.run = replace(sitting.run, question=question)
    sitting.intake = Intake(source=Shelf(files={}), reader=ChildReader(), pages=PublicPages(allow_local=True))
    return sitting


def connector(around: Surroundings) -> Sitting:
    (around.folder / "wiki.toml").write_text(
        f'title = "Wiki"\nurl = "{around.url}/wiki?q={{{{question}}}}"\ntake = "text"\nwhere = ["*"]\n'
    )
    problems: list[Problem] = []
    sitting = a_sitting(redact=True)
    connectors = Connectors(load(around.folder, {}, problems))
    assert problems == []
    sitting.intake = Intake(source=Shelf(files={}), reader=ChildReader(), connectors=connectors)
    return sitting


def search(around: Surroundings) -> Sitting:
    sitting = a_sitting(redact=True, web_search=True, tools="none")
    sitting.intake = Intake(source=Shelf(files={}), reader=ChildReader())
    sitting.toolbox = Leaky()
    return sitting


def tool_of_a_member(around: Surroundings) -> Sitting:
    sitting = a_sitting(redact=True)
    sitting.models.scripts[MEMBERS[0].id, "answer"] = works([searches("keys")], "Spaces [1].")
    sitting.toolbox = Leaky()
    return sitting


def description(around: Surroundings) -> Sitting:
    sitting, _ = asked_with({"chart.png": png(30, 20)}, a_sitting(redact=True))
    members = (replace(MEMBERS[0], sees=False), *MEMBERS[1:])
    roster = replace(sitting.run.settings.roster, members=members, chairman=members[1])
    sitting.run = replace(sitting.run, settings=replace(sitting.run.settings, roster=roster))
    sitting.models.scripts["describe"] = says(TEXT)
    return sitting


SOURCES: tuple[Callable[[Surroundings], Sitting], ...] = (
    file,
    thread,
    link,
    connector,
    search,
    tool_of_a_member,
    description,
)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.__name__)
async def test_no_model_reads_a_planted_secret_and_nothing_that_is_kept_holds_one(
    source: Callable[[Surroundings], Sitting], around: Surroundings
) -> None:
    sitting = source(around)

    run = await sitting.hold()

    read = "\n".join(repr(call.prompt) for call in sitting.models.calls)
    texts: list[Digest] = [piece.text for piece in pieces_of(run.material)]
    texts += [picture.described for picture in pictures_of(run.material) if picture.described]
    blobs = "\n".join([(await sitting.blobs.get(digest)).decode() for digest in texts])
    kept = json.dumps(run_json(view(run)), default=str)
    steps = "\n".join(sitting.journal.results.values())
    assert run.status == "revealed"
    assert PLAIN in read, "nobody read it"
    found = {
        where: [kind for kind, secret in SECRETS if holds(text, secret)]
        for where, text in {"prompts": read, "blobs": blobs, "run": kept, "steps": steps}.items()
    }
    assert found == {"prompts": [], "blobs": [], "run": [], "steps": []}


def holds(text: str, secret: str) -> bool:
    """Return whether a text holds a secret, as it is, escaped, or without its line ends."""
    forms = {secret, repr(secret)[1:-1], json.dumps(secret)[1:-1], "".join(secret.split())}
    return any(form in text for form in forms)


@pytest.mark.parametrize("source", [file, connector, search, thread], ids=lambda source: source.__name__)
async def test_without_the_setting_they_are_read(
    source: Callable[[Surroundings], Sitting], around: Surroundings
) -> None:
    sitting = source(around)
    sitting.run = replace(sitting.run, settings=replace(sitting.run.settings, redact=False))

    await sitting.hold()

    assert SECRETS[0][1] in prompts(sitting, "answer")[0]


async def test_what_was_kept_unmasked_is_masked_for_a_follow_up_that_asks_for_it(
    around: Surroundings,
) -> None:
    sitting = file(around)
    sitting.run = replace(sitting.run, settings=replace(sitting.run.settings, redact=False))
    first = await sitting.hold()
    follow_up(sitting, "And what is in a and b?", Turn(question="Which?", verdict="None.", run=first.id))
    sitting.run = replace(sitting.run, settings=replace(sitting.run.settings, redact=True))

    await sitting.hold()

    read = prompts(sitting, "answer")[0]
    assert PLAIN in read
    assert [kind for kind, secret in SECRETS if holds(read, secret)] == []


async def test_nothing_of_what_could_not_be_read_reaches_a_model() -> None:
    """Neither its name nor the words of its platform."""
    sitting = a_sitting(redact=True)
    name, words = f"{PLANTED} board.pdf", f"The token {PLANTED} is not valid."
    reference = FileReference(name=name, media_type="application/pdf", size=9, reference="gone")
    sitting.run = replace(sitting.run, question=replace(sitting.run.question, files=(reference,)))
    sitting.intake = Intake(source=Refusing(words), reader=ChildReader())

    run = await sitting.hold()

    (unread,) = run.material
    assert isinstance(unread, Unread)
    assert unread.detail == "The token [AWS key masked] is not valid."
    assert len(sitting.models.calls) > 4
    for call in sitting.models.calls:
        sent = f"{call.prompt.instructions}{call.prompt.text}{call.prompt.history}"
        assert PLANTED not in sent
        assert "board.pdf" not in sent


async def test_earlier_questions_in_a_thread_name_nobody_of_it_either() -> None:
    names = {PersonId("U7"): "Alice Meyer"}
    said = Discussion((Said(author=PersonId("U7"), text="Out by May.", names=names),))
    sitting = in_thread(said)
    earlier = (Turn(question="Is Alice Meyer right, and does Alice know?", verdict="Yes."),)
    sitting.run = replace(sitting.run, question=replace(sitting.run.question, earlier=earlier))

    await sitting.hold()

    histories = {call.prompt.history for call in sitting.models.calls if call.prompt.purpose == "answer"}
    assert histories == {(("Is Person 1 right, and does Person 1 know?", "Yes."),)}


@pytest.mark.parametrize("is_masked", [True, False])
async def test_words_of_a_platform_are_kept_and_shown_without_secrets_and_signatures(
    is_masked: bool,
) -> None:
    signed = "https://cdn.example/attachments/7/plan.pdf?ex=65a&hm=9f86d081884c7d659a2feaa0c55ad015#t=1"
    secrets = " ".join(secret for _, secret in SECRETS if "\n" not in secret)
    sitting, _ = asked_with({"plan.pdf": b"plan"}, a_sitting(redact=is_masked))
    sitting.intake = Intake(source=Refusing(f"403 for {signed}, {secrets}"), reader=ChildReader())

    run = await sitting.hold()

    (unread,) = run.material
    assert isinstance(unread, Unread)
    kept = json.dumps(run_json(view(run)), default=str) + "".join(sitting.journal.results.values())
    shown = unread_sentence(unread, ENGLISH)
    assert "403 for https://cdn.example/attachments/7/plan.pdf?…" in shown
    for text in (kept, shown):
        assert "hm=" not in text
        assert [kind for kind, secret in SECRETS if holds(text, secret)] == []


@dataclass(frozen=True, slots=True)
class Refusing:
    """Hands out no file, for a reason in the words of a platform."""

    words: str

    async def fetch(self, question: Question, reference: str, *, most: int, language: str) -> bytes:
        raise PostRefused(self.words)


async def test_a_link_whose_secret_was_masked_is_not_opened_and_said_so() -> None:
    heard: list[str] = []

    async def answer(request: web.Request) -> web.StreamResponse:
        heard.append(request.path_qs)
        return web.Response(text="a page")

    async with site(answer) as url:
        signed, with_password = (
            f"{url}/a?token=ab12CD34ef56GH78ij90KL12",
            url.replace("//", "//ann:s3cretPass99@"),
        )
        asked = redact(f"See {signed} and {with_password}/b").text
        run = await linked(asked, allow_local=True).hold()

    assert heard == []
    assert [each.reason for each in run.material if isinstance(each, Unread)] == ["masked", "masked"]
    assert "its address holds a secret, which was hidden" in unread_sentence(
        next(each for each in run.material if isinstance(each, Unread))
    )
