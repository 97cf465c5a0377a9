"""Observes one run through decorators of the ports that its story uses: its steps, its calls to models, its stages.

It reports only work that is really done: results that a replay reads were reported by the process that made them.
"""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import TypeVar, cast

from bot.watching.logs import about
from council_core.council_run import Surroundings
from council_core.domain.answer import Failure, Reply
from council_core.domain.material import pieces_of
from council_core.domain.member import Member
from council_core.domain.observations import (
    CallEnded,
    CallOutcome,
    RunAdmitted,
    RunBegan,
    RunEnded,
    RunLeft,
    RunOutcome,
    RunQueued,
    RunResumed,
    RunUnqueued,
    StageEnded,
    TimedStage,
)
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import RunWaits
from council_core.ports import Clock, Gate, ModelProvider, Observer, Prompt, Queueing, Runs, Steps

T = TypeVar("T")

STAGES: dict[str, TimedStage] = {
    "asked": "prepare",
    "answering": "answer",
    "reviewing": "anonymize",
    "synthesizing": "review",
    "voting": "synthesize",
    "revealed": "vote",
    "failed": "answer",
}
"""Stage that ends with each saved status. A stage fails only for lack of answers."""

KEEP = "keep"
"""Prefixes of the names of steps that save a stage."""


def outcome_of(run: Run) -> RunOutcome:
    """Return the outcome of a finished run."""
    if run.status == "cancelled":
        return "cancelled"
    if run.status == "failed":
        answered = sum(outcome.kind == "answer" for outcome in run.outcomes)
        return "too_few" if answered < run.settings.quorum else "broke"
    return "verdict" if run.verdict is not None else "no_verdict"


def lasted(run: Run, clock: Clock) -> float:
    """Return the seconds from the question to the end."""
    return ((run.finished_at or clock.now()) - run.asked_at).total_seconds()


class WatchedRun:
    """Observes one run while this process executes it."""

    def __init__(self, run: Run, observe: Observer, clock: Clock) -> None:
        """
        Args:
            run: The run as stored when its story starts.
            observe: Receives every observation.
            clock: The time of day.
        """
        self._run, self._observe, self._clock = run, observe, clock
        self._platform = run.question.place.platform
        self._mark = asyncio.get_running_loop().time()
        self._took: dict[str, float] = {}
        self._is_known = False

    @contextmanager
    def under_way(self) -> Generator[None]:
        """While the story runs, add the run's id and platform to log records."""
        with about(run=self._run.id, platform=self._platform):
            try:
                yield
            finally:
                if self._is_known:
                    self._observe(RunLeft(run_id=self._run.id, platform=self._platform))

    def around(self, around: Surroundings) -> Surroundings:
        """Return the run's surroundings with observed ports."""
        return replace(
            around,
            models=WatchedModels(around.models, self._run.id, self._observe),
            store=cast("Runs", _Saves(around.store, self)),
            gate=WatchedGate(around.gate, self._observe, self._granted),
        )

    def _granted(self) -> None:
        # Time in the queue belongs to no stage.
        self._mark = asyncio.get_running_loop().time()

    def steps(self, steps: Steps) -> Steps:
        """Return the run's steps, observed."""
        return _WatchedSteps(steps, self)

    def asked_for(self, kind: str, rest: str) -> None:
        """Record that the story asked for a step. The step that saves a stage marks the stage's end."""
        if kind == KEEP:
            now = asyncio.get_running_loop().time()
            self._took[rest] = now - self._mark
            self._mark = now

    def stepped(self, *, anew: bool) -> None:
        """Record that a step starts, or that its result was found. A run is resumed if its first step has a result
        already."""
        if self._is_known:
            return
        self._is_known = True
        if not anew:
            self._observe(RunResumed(run_id=self._run.id, platform=self._platform))
            return
        waited = (self._clock.now() - self._run.asked_at).total_seconds()
        members = len(self._run.settings.roster.answering)
        self._observe(RunBegan(run_id=self._run.id, platform=self._platform, members=members, waited=waited))

    def saved(self, run: Run) -> None:
        """Record that the run was saved in this state."""
        seconds = self._took.pop(run.status, None)
        if run.status == "revealed" and run.voting_opened_at is None:
            seconds = None  # There was no vote.
        if seconds is not None:
            done, of = _counts(run)
            self._observe(
                StageEnded(
                    run_id=run.id, platform=self._platform, stage=STAGES[run.status],
                    seconds=seconds, done=done, of=of,
                )
            )  # fmt: skip
        if run.is_finished:
            self._observe(ended(run, self._clock))


def ended(run: Run, clock: Clock) -> RunEnded:
    """Return the observation that a run is over."""
    return RunEnded(
        run_id=run.id, platform=run.question.place.platform, outcome=outcome_of(run),
        seconds=lasted(run, clock), usage=run.usage,
    )  # fmt: skip


def _counts(run: Run) -> tuple[int, int]:
    match STAGES.get(run.status):
        case "prepare":
            return len(pieces_of(run.material)), len(run.material)
        case "answer":
            return sum(each.kind == "answer" for each in run.outcomes), len(run.outcomes)
        case "anonymize":
            return len(run.slate.responses) if run.slate else 0, len(run.outcomes)
        case "review":
            return sum(each.is_valid for each in run.reviews), len(run.reviews)
        case "synthesize":
            return int(run.verdict is not None), 1
        case _:
            return len(run.ballots), 0


class WatchedModels:
    """A `ModelProvider` that reports its calls."""

    def __init__(self, models: ModelProvider, run_id: RunId, observe: Observer) -> None:
        self._models, self._run_id, self._observe = models, run_id, observe

    def check(self, member: Member) -> None:
        self._models.check(member)

    async def complete(
        self, member: Member, prompt: Prompt, *, deadline: float, queueing: Queueing = nullcontext
    ) -> Reply | Failure:
        loop = asyncio.get_running_loop()
        started = loop.time()
        result: Reply | Failure | None = None
        with about(member=member.id):
            try:
                result = await self._models.complete(member, prompt, deadline=deadline, queueing=queueing)
                return result
            finally:
                self._tell(member, prompt, result, loop.time() - started)

    def _tell(self, member: Member, prompt: Prompt, result: Reply | Failure | None, seconds: float) -> None:
        outcome: CallOutcome = "dropped"
        finish_reason = ""
        if isinstance(result, Reply):
            outcome, finish_reason = "ok", result.finish_reason
        elif result is not None:
            outcome = result.reason
        seen = CallEnded(
            run_id=self._run_id, member=member.id, model=member.model, purpose=prompt.purpose,
            outcome=outcome, seconds=seconds, finish_reason=finish_reason,
        )  # fmt: skip
        self._observe(seen if result is None else replace(seen, usage=result.usage))


class _WatchedSteps:
    def __init__(self, steps: Steps, watched: WatchedRun) -> None:
        self._steps, self._watched = steps, watched

    @property
    def is_new(self) -> bool:
        return self._steps.is_new

    def within(self, scope: str) -> Steps:
        return _WatchedSteps(self._steps.within(scope), self._watched)

    async def once(
        self,
        name: str,
        action: Callable[[], Awaitable[T]],
        returns: object,
        *,
        made_of_steps: bool = False,
    ) -> T:
        kind, _, rest = name.partition(":")
        self._watched.asked_for(kind, rest)

        async def watched() -> T:
            self._watched.stepped(anew=True)
            with about(stage=kind):
                return await action()

        result = await self._steps.once(name, watched, returns, made_of_steps=made_of_steps)
        self._watched.stepped(anew=False)
        return result

    def completed(self, name: str, returns: object, *, scope: str = "") -> object | None:
        return self._steps.completed(name, returns, scope=scope)


class _Saves:
    """A `Runs` that reports each save; it passes on everything else."""

    def __init__(self, store: Runs, watched: WatchedRun) -> None:
        self._store, self._watched = store, watched

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def save(self, run: Run, *, since: Run | None = None) -> bool:
        is_news = await self._store.save(run, since=since)
        if is_news:
            self._watched.saved(run)
        return is_news


class WatchedGate:
    """A `Gate` that reports admissions."""

    def __init__(self, gate: Gate, observe: Observer, granted: Callable[[], None]) -> None:
        """Args:
        gate: The gate that admits runs.
        observe: Receives each wait and its length.
        granted: Called when a run is admitted."""
        self._gate, self._observe, self._granted = gate, observe, granted

    async def admitted(self, run: Run, tell: Callable[[RunWaits], None]) -> None:
        """See `council_core.ports.Gate`."""
        platform = run.question.place.platform
        is_waiting = False

        def told(waits: RunWaits) -> None:
            nonlocal is_waiting
            if not is_waiting:
                is_waiting = True
                self._observe(RunQueued(waits=waits, platform=platform))
            tell(waits)

        loop = asyncio.get_running_loop()
        since = loop.time()
        try:
            await self._gate.admitted(run, told)
        finally:
            if is_waiting:
                self._observe(RunUnqueued(run_id=run.id, platform=platform))
        waited = loop.time() - since if is_waiting else 0.0
        self._observe(RunAdmitted(run_id=run.id, platform=platform, waited=waited))
        self._granted()
