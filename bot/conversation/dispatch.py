"""Request -> the room that deals with it; whatever goes wrong becomes a sentence for the person who asked."""

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import timedelta
from secrets import token_hex
from typing import assert_never

from bot.conversation import (
    asking,
    deciding,
    digests,
    forgetting,
    improving,
    memory,
    own_templates,
    running,
    scheduling,
    seats,
    settings,
    voting,
)
from bot.conversation.desk import Desk, KnownTemplates
from bot.conversation.placed_settings import PlacedSettings, SettingsFor
from bot.post import FieldErrors, Limits, Post, PrivateReply, Reply
from bot.presentation import incident_reply, not_started_reply, run_refused, store_away_reply, tips_reply
from bot.presentation.words import words_for
from bot.requests import (
    AboutTemplates,
    AddSchedule,
    Ask,
    AskDraft,
    CancelRun,
    CastRanking,
    CastVote,
    ChangeSchedule,
    Clarify,
    EditDraft,
    EditSeats,
    EditSettings,
    ExportDecision,
    ExportRun,
    FillDraft,
    FindRuns,
    FollowUp,
    ForgetNow,
    ForgetRun,
    GiveFeedback,
    Improve,
    ImproveAgain,
    OpenPage,
    Overhear,
    Person,
    RankAll,
    RecordDecision,
    Request,
    ResetSettings,
    Retry,
    RevealNames,
    RunAgain,
    SaveSeats,
    SaveSettings,
    SearchRuns,
    SeeResult,
    SetDigest,
    SetSeats,
    ShareRun,
    ShowBoard,
    ShowDecisions,
    ShowHelp,
    ShowHistory,
    ShowModels,
    ShowQuestion,
    ShowReviews,
    ShowSchedules,
    ShowSettings,
    ShowStats,
    ShowStatus,
    ShowTips,
    ShowToolCalls,
    Suggest,
    TellAgain,
    WithdrawVote,
    WriteDecision,
    WriteFields,
    WriteQuestion,
    WriteReason,
)
from bot.settings.presets import Presets
from council_core.council import Council
from council_core.domain.connector import Service
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import RunWaits
from council_core.errors import (
    CouncilError,
    ModelsRefused,
    NotStartedYet,
    RequestError,
    SettingsError,
    StoreError,
    StoreUnavailable,
)
from council_core.ports import Announcer, Clock, Decisions, MemberResults, PlaceSettingsStore, Schedules
from council_core.ports.offers import NOTHING_OFFERED, Offers
from council_core.retention import Retention
from council_core.stages.improve import Improver

__all__ = ["Handlers", "SettingsFor"]

logger = logging.getLogger(__name__)

FOR_ANYBODY = frozenset({"help", "clarify"})
"""Kinds of requests that tell nothing of the place in which they are made."""

DRAFTS_KEPT = timedelta(days=1)
"""Age at which a question that its person never asked is deleted."""


async def _waits_for_nothing(run_id: RunId) -> RunWaits | None:
    """Every run is begun at once."""


async def _nothing_was_refused(place: Place) -> None:
    """Every post was sent."""


def _no_services(place: Place) -> Sequence[Service]:
    """No connectors are set up."""
    return ()


def _log_refusal(request: Request, why: str) -> None:
    """Log the kinds of a request and of its refusal, and nothing that a person or a setting says."""
    logger.info("%s was refused: %s", request.kind, why)


def _incident(request: Request, error: Exception, *, store_is_away: bool = False) -> PrivateReply:
    incident = token_hex(4)
    known = isinstance(error, CouncilError)
    logger.error(
        "incident %s: %s failed: %s",
        incident,
        request.kind,
        error if known else type(error).__name__,
        exc_info=None if known else error,
    )
    words = words_for(request.person.locale)
    return store_away_reply(words, incident) if store_is_away else incident_reply(words, incident)


async def _without_these_models(desk: Desk, request: Request, error: ModelsRefused) -> Reply:
    """Say which models were refused; a question is kept for others."""
    _log_refusal(request, type(error).__name__)
    try:
        offered = await asking.offer_others(desk, request, error) if isinstance(request, Ask) else None
    except StoreError as lost:
        return _incident(request, lost)
    return offered or run_refused(words_for(request.person.locale), error)


class Handlers:
    """Implements `bot.ports.Handle`: never raises, and answers within the three seconds that platforms give."""

    def __init__(
        self,
        *,
        council: Council,
        announcer: Announcer,
        refresh: Callable[[RunId], None],
        settings_for: SettingsFor,
        limits_of: Callable[[Place], Limits],
        may_read: Callable[[PersonId, Place], Awaitable[bool]],
        retention: Retention,
        places: PlaceSettingsStore,
        presets: Presets,
        allowed_models: Sequence[str] = (),
        results: MemberResults,
        schedules: Schedules,
        decisions: Decisions,
        improver: Improver,
        templates: KnownTemplates,
        clock: Clock,
        whisper: Callable[[Place, PersonId, Post], Awaitable[None]],
        publish: Callable[[Place, Post, str, Sequence[RunId]], Awaitable[None]],
        waits: Callable[[RunId], Awaitable[RunWaits | None]] | None = None,
        retell: Callable[[Place], Awaitable[None]] = _nothing_was_refused,
        page_link: Callable[[Person, Run], str] | None = None,
        offers: Offers = NOTHING_OFFERED,
        services: Callable[[Place], Sequence[Service]] = _no_services,
        command: str = "/council",
    ) -> None:
        """
        Args:
            council: Does what is asked.
            announcer: Tells the thread what a request did.
            refresh: Brings a run's card and count of votes up to date soon.
            settings_for: The environment's settings, some of them overridden.
            limits_of: How much one post or form holds in a place.
            may_read: Whether somebody may read what is in a place.
            retention: Deletes runs.
            places: Settings of channels and workspaces.
            presets: The bundles of settings that a place or a run may name.
            allowed_models: Models that one may choose besides those of the environment and the presets.
            results: Members' results, for the boards.
            schedules: Questions that are asked again and again.
            decisions: What teams decided.
            improver: Has questions rewritten, and stores them until their person takes one.
            templates: Ways to ask with fields.
            clock: The time of day, which schedules go by.
            whisper: Tells a person something that nobody else reads.
            publish: Posts about several runs into a place.
            waits: Returns what a run waits for before its first stage; None where every run is begun at once.
            retell: Posts what a place had refused.
            page_link: Returns a personal link to a run's page; None where there are no pages.
            offers: Asks providers for their models.
            services: Returns the connectors that may be used in a place.
            command: How one calls the bot.
        """
        self._desk = Desk(
            council=council,
            announcer=announcer,
            refresh=refresh,
            places=PlacedSettings(
                store=places,
                settings_for=settings_for,
                presets=presets,
                check=council.check,
                unpriced=council.unpriced,
                allowed=tuple(allowed_models),
            ),
            limits_of=limits_of,
            may_read=may_read,
            retention=retention,
            results=results,
            schedules=schedules,
            decisions=decisions,
            improver=improver,
            templates=templates,
            offers=offers,
            services=services,
            clock=clock,
            whisper=whisper,
            publish=publish,
            waits=waits or _waits_for_nothing,
            retell=retell,
            page_link=page_link,
            command=command,
        )

    async def kept_for(self, place: Place) -> timedelta | None:
        """Return the retention of runs in a channel; None for no limit."""
        return await self._desk.places.kept_for(place)

    async def ask_due(self, platforms: Collection[str]) -> int:
        """Ask what schedules of these platforms have due, each tick once, and remind of decisions; return the number of
        schedules. Raises StoreError."""
        await deciding.remind_due(self._desk, platforms)
        return await scheduling.ask_due(self._desk, platforms)

    async def sweep(self) -> None:
        """Delete questions that their person has neither asked nor edited for a day. Raises StoreError."""
        await self._desk.improver.drafts.sweep(self._desk.clock.now() - DRAFTS_KEPT)

    async def finish(self, seconds: float) -> None:
        """Waits for what replies have started; gives up after `seconds`."""
        await self._desk.finish(seconds)

    async def act(self, request: Request) -> Reply | None:
        """Do what is asked, for callers that are no people. Raises CouncilError where `__call__` replies with a
        sentence."""
        if not (request.person.is_present or request.kind in FOR_ANYBODY):
            await self._desk.admit(request.person, request.place)
        return await self._handle(request)

    async def __call__(self, request: Request) -> Reply | None:
        try:
            reply = await self.act(request)
            if isinstance(reply, FieldErrors):
                _log_refusal(request, " ".join(("FieldErrors", *(name for name, _ in reply.errors))))
            return reply
        except RequestError as error:
            _log_refusal(request, type(error).__name__)
            return run_refused(words_for(request.person.locale), error)
        except ModelsRefused as error:
            return await _without_these_models(self._desk, request, error)
        except SettingsError as error:
            _log_refusal(request, type(error).__name__)
            return run_refused(words_for(request.person.locale), RequestError(" ".join(error.problems)))
        except NotStartedYet as error:
            logger.warning("%s", error)
            return not_started_reply(words_for(request.person.locale), error.run_id)
        except StoreUnavailable as error:
            return _incident(request, error, store_is_away=True)
        except StoreError as error:
            return _incident(request, error)
        except Exception as error:  # noqa: BLE001  # the last resort: people get a number, the log gets the rest
            return _incident(request, error)

    async def _handle(self, request: Request) -> Reply | None:
        match request:
            case Ask():
                return await asking.ask(self._desk, request)
            case Clarify():
                return await asking.clarify(self._desk, request)
            case Overhear():
                return await asking.overhear(self._desk, request)
            case WriteQuestion():
                return await asking.write(self._desk, request)
            case Suggest():
                return await asking.suggest(self._desk, request)
            case FollowUp():
                return await asking.follow_up(self._desk, request)
            case RunAgain():
                return await asking.again(self._desk, request)
            case Retry():
                return await asking.retry(self._desk, request)
            case Improve():
                return await improving.improve(self._desk, request)
            case ImproveAgain():
                return await improving.again(self._desk, request)
            case AskDraft():
                return await improving.ask(self._desk, request)
            case EditDraft():
                return await improving.edit(self._desk, request)
            case WriteFields():
                return await improving.write_fields(self._desk, request)
            case FillDraft():
                return await improving.fill(self._desk, request)
            case CastVote():
                return await voting.vote(self._desk, request)
            case RankAll():
                return await voting.rank_all(self._desk, request)
            case CastRanking():
                return await voting.cast_ranking(self._desk, request)
            case WithdrawVote():
                return await voting.withdraw(self._desk, request)
            case SeeResult():
                return await voting.see_result(self._desk, request)
            case RevealNames():
                return await voting.reveal(self._desk, request)
            case GiveFeedback():
                return await voting.give_feedback(self._desk, request)
            case WriteReason():
                return await voting.write_reason(self._desk, request)
            case CancelRun():
                return await running.cancel(self._desk, request)
            case ForgetRun():
                return await forgetting.forget(self._desk, request)
            case ForgetNow():
                return await forgetting.forget_now(self._desk, request)
            case ShowReviews():
                return await running.reviews(self._desk, request)
            case ShowToolCalls() | ShowQuestion():
                return await running.read_more(self._desk, request)
            case ShowStatus():
                return await running.status(self._desk, request)
            case ExportRun():
                return await running.take_away(self._desk, request)
            case OpenPage():
                return await running.open_page(self._desk, request)
            case ShareRun():
                return await running.share(self._desk, request)
            case TellAgain():
                return await running.tell_again(self._desk, request)
            case ShowHistory():
                return await running.history(self._desk, request)
            case SearchRuns():
                return await running.search(self._desk, request)
            case FindRuns():
                return await running.find(self._desk, request)
            case ShowStats():
                return await running.stats(self._desk, request)
            case ShowBoard():
                return await memory.board(self._desk, request)
            case ShowModels():
                return await memory.models(self._desk, request)
            case AboutTemplates():
                return await own_templates.handle(self._desk, request)
            case AddSchedule():
                return await scheduling.add(self._desk, request)
            case SetDigest():
                return await digests.change(self._desk, request)
            case ShowSchedules():
                return await scheduling.show(self._desk, request)
            case ChangeSchedule():
                return await scheduling.change(self._desk, request)
            case WriteDecision():
                return await deciding.write(self._desk, request)
            case RecordDecision():
                return await deciding.record(self._desk, request)
            case ShowDecisions():
                return await deciding.show(self._desk, request)
            case ExportDecision():
                return await deciding.give_out(self._desk, request)
            case ShowSettings():
                return await settings.show(self._desk, request)
            case EditSettings():
                return await settings.edit(self._desk, request)
            case SetSeats() | EditSeats() | SaveSeats():
                return await seats.answer(self._desk, request)
            case SaveSettings():
                return await settings.save(self._desk, request)
            case ResetSettings():
                return await settings.reset(self._desk, request)
            case ShowTips():
                return tips_reply(self._desk.words(request.person))
            case ShowHelp():
                return await running.help_people(self._desk, request)
            case _:
                assert_never(request)
