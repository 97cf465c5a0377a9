"""A council over doubles and people who talk to it: the start of every test of a conversation."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from bot.app.pages import page_links
from bot.conversation.allowed_models import AllowedModels
from bot.conversation.desk import Desk, KnownTemplates, waits_for_nothing
from bot.conversation.dispatch import Handlers
from bot.conversation.placed_settings import PlacedSettings
from bot.post import Actions, Button, FieldErrors, Form, Limits, Post, PrivateReply, Reply
from bot.requests.actions import read_action
from bot.requests.asking import Ask
from bot.requests.forms import read_form
from bot.requests.person import Person
from bot.requests.request import Request
from bot.requests.typed import read_command
from bot.settings.environment import read_settings
from council_core.council import Council
from council_core.domain.answer import Reply as Said
from council_core.domain.offer import Offered
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.verdict import Verdict
from council_core.errors import CouncilError, OutcomeUnknown, PlaceGone
from council_core.ports import Offers, Signal
from council_core.retention import Retention
from council_core.stages.budget import Purse
from council_core.stages.improve import Improver
from council_core.testing import (
    FixedPrices,
    MemoryBlobs,
    MemoryDecisions,
    MemoryDrafts,
    MemoryEarlierQuestions,
    MemoryHistory,
    MemoryLedger,
    MemoryMemberResults,
    MemoryOwnTemplates,
    MemoryPlaceSettings,
    MemoryRunStore,
    MemorySchedules,
    RecordingAnnouncer,
    ScriptedModels,
    SteppingClock,
    says,
)
from council_core.tools.connectors import Connectors
from tests.core.sitting import a_sitting
from tests.samples import HERE, NOON

ALICE = Person(id=PersonId("U1"), name="Alice")
BOB = Person(id=PersonId("U2"), name="Bob")
MANAGER = Person(id=PersonId("U9"), name="Mia", may_configure=True, may_configure_workspace=True)

PRICES = FixedPrices({member: Decimal(10) for member in ("demo:ada", "demo:blaise", "demo:carl")})

DEMO = ("demo:ada", "demo:blaise", "demo:carl")


class StillEngine:
    """An `Engine` that starts nothing and records its orders."""

    def __init__(self) -> None:
        self.started: list[RunId] = []
        self.sent: list[Signal] = []
        self.deleted: list[RunId] = []

    async def start(self, run_id: RunId) -> None:
        self.started.append(run_id)

    async def unstarted(self, run_ids: Collection[RunId]) -> Collection[RunId]:
        return [run_id for run_id in run_ids if run_id not in self.started]

    async def resume(self, run_id: RunId) -> None:
        self.started.append(run_id)

    async def send(self, run_id: RunId, signal: Signal, *, key: str) -> None:
        self.sent.append(signal)

    async def cancel(self, run_id: RunId) -> None:
        """Do nothing: no run exists."""

    async def delete(self, run_ids: Collection[RunId]) -> None:
        self.deleted += run_ids

    async def finished(self, run_id: RunId) -> None:
        """Do nothing: no run exists."""


class HandClock:
    """A clock that stands still until a test sets it."""

    def __init__(self, now: datetime) -> None:
        self.at = now

    def now(self) -> datetime:
        return self.at


class NothingOffered:
    """An `Offers` without providers."""

    providers: tuple[str, ...] = ()

    async def of(self, provider: str, *, seconds: float) -> Offered:
        del seconds
        return Offered(title=provider, silence="unknown_provider")

    async def price(self, model: str) -> Decimal | None:
        del model
        return None


class Talk:
    """A council, and everything that people can do with it."""

    refusals: Sequence[CouncilError] = ()
    """Errors of the next posts to everybody, one each."""

    gone = False
    """Whether the channel does not exist any more."""

    silent = False
    """Whether the platform does not report who may read a channel."""

    deliveries = 0

    def __init__(
        self,
        environment: Mapping[str, str] | None = None,
        *,
        fields: int = 100,
        choices: int = 25,
        form_after_form: bool = True,
        priced: bool = False,
        offers: Offers | None = None,
    ) -> None:
        self.store = MemoryRunStore()
        self.places = MemoryPlaceSettings()
        self.schedules = MemorySchedules()
        self.decisions = MemoryDecisions(self.store)
        self.clock = HandClock(NOON)
        self.whispered: list[tuple[PersonId, str]] = []
        """Private messages that nobody asked for, by person."""

        self.published: list[tuple[str, Post]] = []
        self.moved: list[tuple[str, str]] = []
        """Posts for everybody that belong to no run, each with its key."""

        self.announcer = RecordingAnnouncer()
        self.refreshed: list[RunId] = []
        self.outside: set[tuple[PersonId, str]] = set()
        """People, each with a channel that they may not read."""

        self.channel_names: dict[str, str] = {}
        """Names of channels by id."""

        self.engine = StillEngine()
        self.settings = read_settings(environment or {}, demo_roster=DEMO)
        self.models = ScriptedModels({}, otherwise=says("Yes."))
        self.ledger = MemoryLedger(store=self.store)
        self.purse = self._purse() if priced else None
        self.drafts = MemoryDrafts()
        self.improver = self._improver()
        self.council = self._council()
        self.retention = Retention(
            store=self.store, engine=self.engine, eraser=self.announcer, clock=SteppingClock()
        )
        self.templates = KnownTemplates(
            shipped=self.settings.templates, own=MemoryOwnTemplates(), roles=self.settings.roles
        )
        limits = Limits(
            prose=3000,
            parts=3,
            choices=choices,
            completes=choices <= 25,
            fields=fields,
            form_after_form=form_after_form,
        )
        self.desk = self._desk(limits, offers or NothingOffered())
        self.handle = Handlers(self.desk)

    def _council(self) -> Council:
        seeds = iter(f"{n:032x}" for n in range(100))
        return Council(
            store=self.store,
            engine=self.engine,
            models=self.models,
            clock=SteppingClock(),
            draw_seed=lambda: next(seeds),
            purse=self.purse,
        )

    def _purse(self) -> Purse:
        return Purse(store=self.store, blobs=MemoryBlobs(self.store), prices=PRICES, ledger=self.ledger)

    def _improver(self) -> Improver:
        earlier = MemoryEarlierQuestions(self.store)
        return Improver(models=self.models, purse=self.purse, drafts=self.drafts, earlier=earlier)

    def _desk(self, limits: Limits, offers: Offers) -> Desk:
        return Desk(
            council=self.council,
            announcer=self.announcer,
            refresh=self.refreshed.append,
            waits=waits_for_nothing,
            retry_posts=self.retry_posts,
            move=self.move,
            limits_of=lambda place: limits,
            may_read=self.may_read,
            retention=self.retention,
            results=MemoryMemberResults(self.store),
            schedules=self.schedules,
            decisions=self.decisions,
            improver=self.improver,
            templates=self.templates,
            offers=offers,
            allowed=AllowedModels(patterns=self.settings.models, offers=offers),
            services=Connectors(self.settings.connectors).here,
            history=MemoryHistory(self.store),
            channel_name=self.channel_name,
            clock=self.clock,
            whisper=self.whisper,
            publish=self.publish,
            places=PlacedSettings(
                store=self.places,
                settings_for=self.settings.for_run,
                presets=self.settings.presets,
                check=self.council.check,
                unpriced=self.council.unpriced,
            ),
            page_link=None if self.settings.web is None else page_links(self.settings.web),
        )

    async def whisper(self, place: Place, person: PersonId, post: Post) -> None:
        """Send a private message to a person."""
        self.whispered.append((person, post.summary))

    async def publish(self, place: Place, post: Post, part: str, about: Sequence[RunId]) -> bool:
        """Post to everybody in a place, unless the post stands there."""
        if self.gone:
            raise PlaceGone("The channel is gone.", code="is_archived")
        if self.refusals:
            error, *self.refusals = self.refusals
            raise error
        if (part, post) not in self.published:
            self.published.append((part, post))
        return True

    async def retry_posts(self, place: Place) -> None:
        """Do nothing: the place has refused no post."""

    async def move(self, old: Place, new: Place) -> None:
        """Record the change of a channel's id."""
        self.moved.append((old.channel, new.channel))

    async def may_read(self, person: PersonId, place: Place) -> bool:
        if self.silent:
            raise OutcomeUnknown("Slack does not answer.", code="TimeoutError")
        return (person, place.channel) not in self.outside

    async def channel_name(self, place: Place) -> str:
        """Return the name of a channel."""
        return self.channel_names.get(place.channel, "")

    async def types(self, text: str, *, person: Person = ALICE, place: Place = HERE) -> Reply | None:
        """Send a command or a message in a thread."""
        self.deliveries += 1
        request = read_command(text, person=person, place=place, delivery=f"d{self.deliveries}")
        return await self.handle(request)

    async def presses(self, action: str, *, person: Person = ALICE, place: Place = HERE) -> Reply | None:
        """Press a button."""
        return await self.handle(read_action(action, person, place))

    async def sends(
        self,
        form: Form,
        values: Mapping[str, str | tuple[str, ...]] | None = None,
        *,
        person: Person = ALICE,
        place: Place = HERE,
    ) -> Reply | None:
        """Send a form with some of its fields filled in anew; the others keep the values that the form was
        drawn with."""
        self.deliveries += 1
        drawn = {field.name: field.value for field in form.fields}
        request = read_form(
            form.action,
            {**drawn, **(values or {})},
            person=person,
            place=place,
            delivery=f"d{self.deliveries}",
        )
        return await self.handle(request)

    async def newest(self) -> Run:
        """Return the newest run."""
        return (await self.store.latest(limit=1))[0]

    async def concluded(self, run: Run, text: str, *, thread: str | None = "T-1", **changes: object) -> Run:
        """Return the run after its verdict; open its thread on a platform that has threads."""
        await self.store.settle_thread(run.id, replace(run.question.place, thread=thread))
        chairman = run.settings.roster.chairman.id
        said = Verdict(chairman=chairman, reply=Said(text=text, latency=1.0), top=())
        facts: dict[str, object] = {"status": "revealed", "verdict": said, "finished_at": NOON, **changes}
        await self.store.save(replace(run, **facts))  # type: ignore[arg-type]
        return await self.store.get(run.id)

    async def asked(self, text: str, verdict: str = "", *, place: Place = HERE) -> Run:
        """Ask a question and return its run, concluded if there is a verdict."""
        await self.types(text, place=place)
        run = await self.newest()
        return await self.concluded(run, verdict) if verdict else run


def form(reply: Reply | None) -> Form:
    """Return the reply as a form; fail if it is none."""
    assert isinstance(reply, Form), reply
    return reply


def said(reply: Reply | None) -> str:
    """Return the text of a private reply, as notifications show it."""
    assert isinstance(reply, PrivateReply), reply
    return reply.post.summary


def errors(reply: Reply | None) -> dict[str, str]:
    """Return the errors of a form by field."""
    assert isinstance(reply, FieldErrors), reply
    return dict(reply.errors)


def actions(reply: Reply | None) -> dict[str, str]:
    """Return the buttons of a private reply: label -> action."""
    assert isinstance(reply, PrivateReply), reply
    rows = [block for block in reply.post.blocks if isinstance(block, Actions)]
    return {one.label: one.action for row in rows for one in row.buttons if isinstance(one, Button)}


def an_ask(text: str, **changes: object) -> Request:
    """Return a question as a platform hands it in."""
    return replace(Ask(person=ALICE, place=HERE, text=text, delivery="x"), **changes)  # type: ignore[arg-type]


async def with_votes_open(talk: Talk, **changes: object) -> Run:
    """Return a run with an open vote."""
    run = await a_sitting().hold()
    opened = replace(run, status="voting", voting_closed_at=None, finished_at=None, tally=None)
    await talk.store.add(replace(opened, **changes))  # type: ignore[arg-type]
    return await talk.store.get(run.id)
