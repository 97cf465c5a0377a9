"""Handle requests of programs: ask a question, read and follow a run, search, list presets."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress
from secrets import token_hex

from bot.announcing.growing_verdicts import VerdictDrafts
from bot.post import Reply
from bot.presentation.progress import stage_lines
from bot.presentation.words import words_for
from bot.programs.answers import FoundRuns, PresetList, RunShape, found_shape, preset_list, run_shape
from bot.programs.platform import Program, ProgramPlatform
from bot.requests.asking import Ask
from bot.requests.request import Request
from bot.requests.slips import looks_like_run_id
from bot.settings.presets import Presets
from council_core.admission import run_id_for
from council_core.council import Council
from council_core.domain.question import RunId
from council_core.domain.run import FINISHED, Run
from council_core.domain.run_view import Viewer
from council_core.errors import NotStartedYet, RunDeleted, TooManyWaiting, UnknownRun
from council_core.ports import Changes
from council_core.view import view

QUESTION_OPTIONS = {"vote_minutes": "0"}
"""Options of every question. It has no vote, because nobody votes on a run outside any channel, so the names come with
the verdict."""

LONGEST_ID = 40
"""Characters of a wrong id that a refusal repeats."""


class Counter:
    """Serves programs. Methods raise `CouncilError`s with a sentence for people."""

    def __init__(
        self,
        *,
        council: Council,
        act: Callable[[Request], Awaitable[Reply | None]],
        changes: Changes,
        platform: ProgramPlatform,
        presets: Presets,
        drafts: VerdictDrafts | None = None,
        most: int | None = None,
        closing: asyncio.Event | None = None,
    ) -> None:
        """Args:
        council: Stores and reads runs.
        act: Handles a request with the settings and budgets of its place, and raises errors.
        changes: Notifies of stored changes of runs.
        platform: Holds the stages of the runs that this process executes.
        presets: Presets that a question may name.
        drafts: Growing verdicts of this process; None if nobody follows them.
        most: Most runs of programs at a time, if no queue limits them.
        closing: Set when the process stops, which ends all waits for runs."""
        self._council, self._act, self._changes = council, act, changes
        self._platform, self._presets, self._most = platform, presets, most
        self._drafts, self._closing = drafts or VerdictDrafts(), closing or asyncio.Event()
        self._under_way: set[RunId] = set()

    async def ask(self, program: Program, text: str, *, preset: str = "", delivery: str = "") -> RunId:
        """Ask a question and return its run's id. Repeating a delivery returns the same run.

        Args:
            program: The program that asks.
            text: The question.
            preset: Name of a preset; empty for the settings of the program's place.
            delivery: The program's own id of this request; empty for a new one.

        Raises:
            CouncilError: The question was refused, or cannot be stored now.
        """
        await self._make_room()
        delivery = f"{program.person.id}\0{delivery or token_hex(16)}"
        options = {**QUESTION_OPTIONS, **({"preset": preset} if preset else {})}
        request = Ask(
            person=program.person, place=program.place, text=text, delivery=delivery, options=options
        )
        with suppress(NotStartedYet):  # The question is stored, and starts when the database is back.
            await self._act(request)
        run_id = run_id_for(program.place, delivery)
        if self._most is not None:
            self._under_way.add(run_id)
        return run_id

    async def is_question_of(self, run_id: RunId, text: str) -> bool:
        """Tell whether a run's question is this one, by its letters and digits. One with masked secrets counts as
        such."""
        question = (await self._council.run(run_id)).question
        return bool(question.masked) or _signs(question.text) == _signs(text)

    async def _make_room(self) -> None:
        """Raise TooManyWaiting if no further run may be under way."""
        if self._most is None or len(self._under_way) < self._most:
            return
        if len(under_way := await self.under_way()) >= self._most:
            raise TooManyWaiting(len(under_way))

    async def under_way(self) -> tuple[RunId, ...]:
        """Return the unfinished runs of programs, if their number is limited."""
        for run_id in tuple(self._under_way):
            with suppress(UnknownRun):
                if not (await self._council.run(run_id)).is_finished:
                    continue
            self._under_way.discard(run_id)
        return tuple(self._under_way)

    async def read(self, program: Program, run_id: RunId, *, with_responses: bool = False) -> RunShape:
        """Return a run of the program's place as it may be seen now.

        Raises:
            UnknownRun: The place has no such run, or it was deleted.
            StoreUnavailable: The store cannot be read.
        """
        return self._shape(program, await self._own(program, run_id), with_responses=with_responses)

    async def follow(
        self, program: Program, run_id: RunId, *, with_responses: bool = False
    ) -> AsyncGenerator[RunShape]:
        """Yield the run now and after each change, until it has ended or this process stops. Close it if you leave it
        earlier.

        Raises:
            UnknownRun: The place has no such run, or it was deleted.
        """
        run = await self._own(program, run_id)
        news = asyncio.Event()
        with self._platform.following(run_id, news), self._drafts.following(run_id, news):
            watching = asyncio.create_task(self._note_changes(run_id, news))
            try:
                before: RunShape | None = None
                while True:
                    shape = self._shape(program, run, with_responses=with_responses)
                    if shape != before:
                        yield shape
                    before = shape
                    if shape.is_finished:
                        return
                    await _either(news, self._closing, watching)
                    if self._closing.is_set():
                        return
                    news.clear()  # Cleared before the read: a change that comes in between sets it again.
                    run = await self._own(program, run_id)
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)

    async def awaited(
        self,
        program: Program,
        run_id: RunId,
        seconds: float,
        *,
        with_responses: bool = False,
        report: Callable[[RunShape], Awaitable[None]] | None = None,
    ) -> RunShape:
        """Return the run when it has ended, or in its state after so many seconds or when this process stops.

        Args:
            program: The program that asks.
            run_id: A run of its place.
            seconds: Longest wait.
            with_responses: Whether to include the texts of all responses.
            report: Called with the run now and after each change meanwhile.

        Raises:
            UnknownRun: The place has no such run, or it was deleted.
        """
        shape = await self.read(program, run_id, with_responses=with_responses)
        if shape.is_finished or seconds <= 0:
            return shape
        try:
            async with (
                asyncio.timeout(seconds),
                aclosing(self.follow(program, run_id, with_responses=with_responses)) as moments,
            ):
                async for shape in moments:
                    if report is not None:
                        await report(shape)
        except TimeoutError:
            return await self.read(program, run_id, with_responses=with_responses)
        return shape

    async def _note_changes(self, run_id: RunId, news: asyncio.Event) -> None:
        async with aclosing(self._changes.follow(run_id)) as statuses:
            async for status in statuses:
                news.set()
                if status in FINISHED:
                    return

    async def search(self, program: Program, words: str, *, limit: int = 10) -> FoundRuns:
        """Return the newest runs of the program's place that contain these words; all of them if there are no words."""
        found = (
            await self._council.search(words, limit=limit, place=program.place)
            if words.strip()
            else await self._council.runs(limit=limit, place=program.place)
        )
        return FoundRuns(runs=tuple(found_shape(run) for run in found))

    def presets(self) -> PresetList:
        """Return the presets that a question may name."""
        return preset_list(self._presets)

    async def _own(self, program: Program, run_id: RunId) -> Run:
        """Return a run of the program's own place. An id from another place is unknown here."""
        if not looks_like_run_id(run_id):
            raise UnknownRun(run_id[:LONGEST_ID])  # Postgres accepts no NUL, which an address may contain.
        try:
            run = await self._council.run(run_id)
        except RunDeleted as error:
            if error.where == program.place.where:
                raise
            raise UnknownRun(run_id) from error
        if run.question.place.where != program.place.where:
            raise UnknownRun(run_id)
        return run

    def _shape(self, program: Program, run: Run, *, with_responses: bool) -> RunShape:
        seen = view(run, Viewer(person=program.person.id))
        drawn = () if run.is_finished else self._platform.stages(run.id)
        stages = drawn or stage_lines(seen.summary, None, words_for(run.settings.language))
        draft = self._drafts.of(run.id) if run.status == "synthesizing" else ""
        return run_shape(seen, stages, program.words, with_responses=with_responses, draft=draft)


async def _either(news: asyncio.Event, closing: asyncio.Event, watching: "asyncio.Task[None]") -> None:
    """Wait for news, for the end of this process or for that of the watching task. Raises the error that ended it."""
    waiting = {asyncio.create_task(each.wait()) for each in (news, closing)}
    try:
        await asyncio.wait({*waiting, watching}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waiting:
            each.cancel()
    if watching.done() and not news.is_set():
        watching.result()


def _signs(text: str) -> str:
    """Return the letters and digits of a text, in lower case."""
    return "".join(filter(str.isalnum, text.casefold()))
