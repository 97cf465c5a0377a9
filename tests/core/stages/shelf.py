"""Questions with files or a thread, the shelf that hands the files out, and follow-ups."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any, cast

from council_core.context.reading import ChildReader
from council_core.domain.question import FileReference, Question, RunId, Turn
from council_core.domain.thread import Said
from council_core.errors import OutcomeUnknown, PlatformError, PostRefused
from council_core.stages.prepare import Intake
from council_core.testing import PowerCut
from council_core.tools.pages import PublicPages
from tests.core.sitting import Sitting, a_sitting
from tests.testbed.documents import pdf

FACT = "The notice period is 47 days."


CONTRACT = pdf(["Page one of the contract.", "Page two of it.", FACT])


def cut_off(error: BaseException) -> bool:
    """Return whether the error contains only the power failure."""
    if isinstance(error, BaseExceptionGroup):
        parts = cast("tuple[BaseException, ...]", error.exceptions)
        return all(cut_off(each) for each in parts)
    return isinstance(error, PowerCut)


def follow_up(sitting: Sitting, text: str, turn: Turn) -> None:
    """Make the next run a follow-up of that turn."""
    question = replace(sitting.run.question, text=text, files=(), earlier=(turn,))
    sitting.run = replace(sitting.run, id=RunId("r000000000002"), question=question)
    sitting.journal.results = {}
    sitting.models.calls.clear()


@dataclass(slots=True)
class Shelf:
    """Hands out files by reference, and records the references."""

    files: dict[str, bytes]
    fetched: list[str] = field(default_factory=list[str])
    breaks: int = 0
    """How many connections break before one holds."""

    async def fetch(self, question: Question, reference: str, *, most: int, language: str) -> bytes:
        self.fetched.append(reference)
        if self.breaks >= len(self.fetched):
            raise OutcomeUnknown("The connection broke.")
        if reference not in self.files:
            raise PostRefused("The file is kept elsewhere.", withheld="elsewhere")
        return self.files[reference]


def asked_with(
    files: dict[str, bytes], sitting: Sitting | None = None, **about: Any
) -> tuple[Sitting, Shelf]:
    """Return a sitting whose question came with these files, and their shelf."""
    sitting, shelf = sitting or a_sitting(), Shelf(files=files)
    references = tuple(
        FileReference(name=name, media_type="application/octet-stream", size=len(content), reference=name)
        for name, content in files.items()
    )
    sitting.run = replace(sitting.run, question=replace(sitting.run.question, files=references, **about))
    sitting.intake = Intake(source=shelf, reader=ChildReader())
    return sitting, shelf


def prompts(sitting: Sitting, purpose: str) -> list[str]:
    """Return the prompts for this, call by call."""
    return [
        f"{call.prompt.instructions}\n{call.prompt.text}"
        for call in sitting.models.calls
        if call.prompt.purpose == purpose
    ]


@dataclass(slots=True)
class Discussion:
    """Returns the discussion; fails with an error, or never answers if there is no discussion."""

    said: tuple[Said, ...] = ()
    error: PlatformError | None = None
    breaks: int = 0
    """Number of times that the connection breaks before all else."""

    reads: int = 0

    async def thread(self, question: Question, language: str) -> tuple[Said, ...]:
        self.reads += 1
        if self.reads <= self.breaks:
            raise OutcomeUnknown("The connection to Slack broke.")
        if self.error is not None:
            raise self.error
        if not self.said:
            await asyncio.Event().wait()
        return self.said


def in_thread(discussion: Discussion, sitting: Sitting | None = None) -> Sitting:
    """Return a sitting whose question was asked in a thread."""
    sitting, _ = asked_with({}, sitting)
    thread = replace(sitting.run.question.place, thread="1.0")
    sitting.run = replace(sitting.run, question=replace(sitting.run.question, place=thread))
    assert sitting.intake is not None
    sitting.intake = replace(sitting.intake, threads=discussion)
    return sitting


def linked(question: str, *, allow_local: bool, links: int = 5) -> Sitting:
    """Return a sitting whose question links to pages."""
    sitting = a_sitting(links=links)
    sitting.run = replace(sitting.run, question=replace(sitting.run.question, text=question))
    pages = PublicPages(allow_local=allow_local)
    sitting.intake = Intake(source=Shelf(files={}), reader=ChildReader(), pages=pages)
    return sitting
