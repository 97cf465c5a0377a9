"""One sitting of the council over doubles: the start of every test of the story."""

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, cast

from council_core.council_run import Surroundings, council_run
from council_core.domain.answer import Failure, Outcome, Reply, Rest, Usage
from council_core.domain.events import Event
from council_core.domain.member import Member
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.envelope import blocks
from council_core.ports import (
    OPEN,
    Announcer,
    Blobs,
    Calibrations,
    Gate,
    LateAnswer,
    Prompt,
    Signal,
    Signals,
    Steps,
    Toolbox,
)
from council_core.stages.budget import Purse
from council_core.stages.deadline import Stragglers
from council_core.stages.prepare import Intake
from council_core.testing import (
    Mailbox,
    MailedSignals,
    MemoryBlobs,
    MemoryCalibrations,
    MemoryRunStore,
    QueuedSignals,
    RecordingAnnouncer,
    ReplayingSteps,
    Script,
    ScriptedModels,
    StepJournal,
    SteppingClock,
    says,
)
from council_core.tools.toolbox import Tools
from tests.samples import MEMBERS, NOON, SETTINGS, a_run
from tests.testbed.patience import PATIENCE

TABS, SPACES, FORMATTER, FILE = (
    "Tabs: one key, one character.",
    "Spaces look the same everywhere.",
    "Neither by hand: run a formatter.",
    "Whatever the file has already.",
)

ANSWERS = dict(zip((member.id for member in MEMBERS), (TABS, SPACES, FORMATTER, FILE), strict=True))
"""Text of each member of the sample roster, by its id."""

BEST_FIRST = (FORMATTER, SPACES, TABS, FILE)

VERDICT = "Run a formatter and stop talking about it."


DOWN = Failure(reason="unavailable", detail="The provider had an error of its own (500).", latency=2.0)

NOT_ASKED = Failure(reason="not_asked", detail="Not asked.", latency=0.0, rest=Rest(failures=5, until=NOON))

FREE = Usage()


def rests(then: Script) -> Script:
    """Return a script of a member that is asked only when necessary, and then behaves like this."""

    async def script(member: Member, prompt: Prompt) -> Reply | Failure:
        return await then(member, prompt) if prompt.insists else NOT_ASKED

    return script


def ranks(*best_first: str, usage: Usage = FREE) -> Script:
    """Return a script of a reviewer with this order; unnamed responses come last, in the order in which they were
    shown."""

    async def script(member: Member, prompt: Prompt) -> Reply:
        return Reply(text=ballot(prompt, best_first), latency=2.0, usage=usage)

    return script


def ballot(prompt: Prompt, best_first: Iterable[str]) -> str:
    """Return the reply of a reviewer in the required form."""
    schema = cast("Mapping[str, Any]", prompt.reply_schema)["properties"]
    nonce = schema["nonce"]["enum"][0]
    shown = dict(blocks(f"{prompt.history[0][0] if prompt.history else prompt.text}", nonce))
    places = {text: place for place, text in enumerate(best_first)}
    order = sorted(shown, key=lambda each: places.get(shown[each], len(places)))
    reasons = {each: f"{shown[each].split()[0]} is what it says." for each in order}
    return json.dumps({"nonce": nonce, "reasons": reasons, "ranking": order, "comment": "Clear enough."})


def mends(unclear: Script, clear: Script) -> Script:
    """Return a script of a reviewer that is clear only when asked again."""

    async def script(member: Member, prompt: Prompt) -> Reply | Failure:
        return await (clear if prompt.history else unclear)(member, prompt)

    return script


def with_usage(script: Script, usage: Usage) -> Script:
    """Return the script with this usage."""

    async def paid(member: Member, prompt: Prompt) -> Reply | Failure:
        return replace(await script(member, prompt), usage=usage)

    return paid


Scripts = Mapping[Any, Script]
"""Behaviour of members, by `(member id, purpose)`, by member id, or by purpose."""

GOOD: Scripts = {
    **{(member, "answer"): says(text) for member, text in ANSWERS.items()},
    "review": ranks(*BEST_FIRST),
    "synthesize": says(VERDICT),
}
"""Members who all behave as asked."""


@dataclass
class Sitting:
    """A run, and everything around it as doubles.

    Attributes:
        scripts: What members do, on top of `GOOD`.
        signals: What reaches the run while it waits; None for what is mailed to it, waited for in earnest.
        speaker: Who tells people; None for the announcer that only remembers.
        seconds: How long it may take.
        executing: Surrounds the story, as the process that executes the run does.
    """

    run: Run = field(default_factory=a_run)
    scripts: Scripts = field(default_factory=dict[Any, Script])
    signals: tuple[Signal, ...] | None = ()
    clock: SteppingClock = field(default_factory=SteppingClock)
    store: MemoryRunStore = field(default_factory=MemoryRunStore)
    announcer: RecordingAnnouncer = field(default_factory=RecordingAnnouncer)
    journal: StepJournal = field(default_factory=StepJournal)
    mailbox: Mailbox = field(default_factory=Mailbox)
    speaker: Announcer | None = None
    executing: Callable[[Run], AbstractContextManager[object]] = nullcontext
    gate: Gate = OPEN
    intake: Intake | None = None
    purse: Purse | None = None
    calibrations: Calibrations = field(default_factory=MemoryCalibrations)
    toolbox: Toolbox = field(default_factory=lambda: Tools([]))
    drafts: bool = False
    seconds: float = PATIENCE
    blobs: Blobs = field(init=False)

    def __post_init__(self) -> None:
        self.blobs = MemoryBlobs(self.store)
        self.models = ScriptedModels({**GOOD, **self.scripts}, otherwise=says("Present."))

    async def hold(self, *, cut_after: int | None = None) -> Run:
        """Carry the run to its end, or until the power fails; then it can be held again.

        Returns:
            The run as it is stored.
        """
        await self.store.add(self.run)
        steps = ReplayingSteps(self.journal, cut_after=cut_after)
        signals: Signals = (
            MailedSignals(self.mailbox, steps)
            if self.signals is None
            else QueuedSignals(self.signals, steps=steps)
        )
        stragglers = Stragglers(self._arrived)
        around = Surroundings(
            models=self.models,
            store=self.store,
            announcer=self.speaker or self.announcer,
            stragglers=stragglers,
            clock=self.clock,
            blobs=self.blobs,
            gate=self.gate,
            intake=self.intake,
            purse=self.purse,
            calibrations=self.calibrations,
            toolbox=self.toolbox,
            drafts=self.drafts,
        )
        try:
            async with asyncio.timeout(self.seconds):
                with self.executing(self.run):
                    await self.tell(around, steps, signals)
        finally:
            await stragglers.aclose()
        return await self.store.get(self.run.id)

    async def tell(self, around: Surroundings, steps: Steps, signals: Signals) -> None:
        """Execute the story of the run, as the process that carries it does."""
        await council_run(await self.store.get(self.run.id), around, steps, signals)

    async def _arrived(self, run_id: RunId, outcome: Outcome) -> None:
        await self.store.add_late(run_id, outcome)
        if outcome.kind == "answer":
            self.mailbox.put(LateAnswer(member=outcome.member), key=f"late:{outcome.member}")

    @property
    def told(self) -> list[str]:
        """Return the kinds of the announced events, in order."""
        return [event.kind for event in self.announcer.events]

    def event(self, kind: str) -> Any:
        """Return the one event of this kind."""
        (found,) = (event for event in self.announcer.events if event.kind == kind)
        return found

    def prompt(self, purpose: str) -> str:
        """Return the first prompt for this."""
        return next(call.prompt.text for call in self.models.calls if call.prompt.purpose == purpose)

    def asked(self, purpose: str) -> list[str]:
        """Return the members asked for this, in order."""
        return [call.member for call in self.models.calls if call.prompt.purpose == purpose]


def a_sitting(scripts: Scripts | None = None, **settings: object) -> Sitting:
    """Return a sitting with these scripts and settings."""
    run = a_run(settings=replace(SETTINGS, **settings))  # type: ignore[arg-type]
    return Sitting(run=run, scripts=scripts or {})


def letters_by_text(events: Iterable[Event]) -> dict[str, str]:
    """Return each response's text with its letter, as shown in the thread."""
    (opened,) = (event for event in events if event.kind == "slate_opened")
    return {response.text: response.alias for response in opened.responses}
