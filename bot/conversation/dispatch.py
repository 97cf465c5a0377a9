"""Hand a request to its handler, and turn errors into sentences for the person who asked."""

import logging
from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta
from secrets import token_hex

from bot.conversation import asked_before, asking, deciding, improving, scheduling
from bot.conversation.desk import Desk
from bot.conversation.handlers import HANDLERS
from bot.post import FieldErrors, Post, PrivateReply, Reply
from bot.presentation.replies import (
    given_back,
    incident_reply,
    not_started_reply,
    run_refused,
    store_away_reply,
    voted_late,
)
from bot.presentation.words import words_for
from bot.requests.asking import Ask, WriteQuestion
from bot.requests.improving import AskDraft, EditDraft, FillDraft, Improve, ImproveAgain, WriteFields
from bot.requests.memory import AddSchedule, RecordDecision
from bot.requests.request import Request, with_writable_texts
from bot.requests.typed import typed_again
from bot.requests.voting import CastRanking, CastVote, RankAll, RevealNames, WithdrawVote
from council_core.domain.place import Place
from council_core.errors import (
    CouncilError,
    ModelsRefused,
    NotStartedYet,
    RequestError,
    SettingsError,
    StoreError,
    StoreUnavailable,
    VotingClosed,
)

logger = logging.getLogger(__name__)

FOR_ANYBODY = frozenset({"help", "clarify", "mistakes"})
"""Kinds of requests whose replies reveal nothing of their place."""

OVER = frozenset({"vote_closed", "vote_over"})
"""Refusals of requests about a vote that is closed."""

DRAFTS_KEPT = timedelta(days=1)
"""Age at which a draft that was never asked is deleted."""


def _log_refusal(request: Request, why: str) -> None:
    """Log the kinds of a request and of its refusal, without any text of people or settings."""
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
    """Say which models were refused; store a question so that other models can be picked."""
    _log_refusal(request, type(error).__name__)
    try:
        offered = await asking.offer_others(desk, request, error) if isinstance(request, Ask) else None
    except StoreError as lost:
        return await _with_text(desk, request, _incident(request, lost))
    if offered is not None:
        return offered
    has_own = isinstance(request, Ask) and not request.options.keys().isdisjoint(asking.SEATS)
    is_of_place = not has_own and await _is_of_place(desk, request, error)
    refused = run_refused(desk.words(request.person), error, is_of_place=is_of_place)
    return await _with_text(desk, request, refused)


async def _is_of_place(desk: Desk, request: Request, error: CouncilError) -> bool:
    """Tell whether the settings stored for the place are wrong; False where the store cannot be read."""
    with suppress(StoreError, RequestError):
        return isinstance(error, SettingsError) and await desk.places.are_wrong(request.place)
    return False


def _too_late(request: Request, error: VotingClosed) -> PrivateReply:
    """Say that the vote is not open, with a link to the result if it is over."""
    _log_refusal(request, type(error).__name__)
    words = words_for(request.person.locale)
    match request:
        case CastVote() | CastRanking() | RankAll() | WithdrawVote() | RevealNames() if error.kind in OVER:
            return voted_late(words, error, request.run_id)
        case _:
            return run_refused(words, error)


async def _with_text(desk: Desk, request: Request, reply: PrivateReply) -> PrivateReply:
    """Return a refusal with the person's typed text, because a command or a window does not keep it. A shell and a
    program keep it, and have no buttons."""
    limits = desk.limits_of(request.place)
    text = await _typed(desk, request) if limits.buttons else ""
    if not text.strip():
        return reply
    is_question = not isinstance(request, AddSchedule | RecordDecision)
    return given_back(desk.words(request.person), reply, text, limits, is_question=is_question)


async def _typed(desk: Desk, request: Request) -> str:
    """Return the text that would be lost with a request; empty if there is none, or if a message holds it."""
    match request:
        case Ask(stands_in_message=True):
            return ""
        case Ask() | Improve():
            return typed_again(request)
        case AddSchedule():
            return " ".join(filter(None, (request.settings, request.when, request.text)))
        case WriteQuestion() | RecordDecision():
            return request.text
        case AskDraft() | EditDraft() | FillDraft() | WriteFields() | ImproveAgain():
            return await _drafted(desk, request)
        case _:
            return ""


async def _drafted(desk: Desk, request: AskDraft | EditDraft | FillDraft | WriteFields | ImproveAgain) -> str:
    """Return the text of a person's own draft; empty if it is deleted or cannot be read."""
    try:
        draft = await improving.draft_of(desk, request.person, request.place, request.draft_id)
    except (RequestError, StoreError):
        return ""
    takes_better = not isinstance(request, AskDraft) or request.choice == "better"
    return draft.better if draft.better and takes_better else draft.text


class Handlers:
    """Implements `bot.ports.Handle`: never raises, and answers within the three seconds that platforms give."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def kept_for(self, place: Place) -> timedelta | None:
        """Return the retention of runs in a channel; None for no limit."""
        return await self._desk.places.kept_for(place)

    async def answered_before(self, request: Ask) -> Post | None:
        """Return the earlier answer to the same question; None if there is none. Raises RequestError and StoreError."""
        return await asked_before.tell_earlier(self._desk, with_writable_texts(request))

    async def ask_due(self, platforms: Collection[str]) -> int:
        """Ask the questions of due schedules on these platforms, each tick once, and send due reminders of decisions.
        Return the number of schedules. Raises StoreError."""
        await deciding.remind_due(self._desk, platforms)
        return await scheduling.ask_due(self._desk, platforms)

    async def sweep(self) -> None:
        """Delete drafts that their person has neither asked nor edited for a day. Raises StoreError."""
        await self._desk.improver.drafts.sweep(self._desk.clock.now() - DRAFTS_KEPT)

    async def finish(self, seconds: float) -> None:
        """Wait for the work that replies have started; give up after `seconds`."""
        await self._desk.finish(seconds)

    async def act(self, request: Request) -> Reply | None:
        """Handle the request of a program. Raises CouncilError where `__call__` replies with a sentence."""
        return await self._do(with_writable_texts(request))

    async def _do(self, request: Request) -> Reply | None:
        if not (request.person.is_present or request.kind in FOR_ANYBODY):
            await self._desk.admit(request.person, request.place)
        return await HANDLERS[type(request)](self._desk, request)

    async def __call__(self, request: Request) -> Reply | None:
        request = with_writable_texts(request)
        try:
            reply = await self._do(request)
            if isinstance(reply, FieldErrors):
                _log_refusal(request, " ".join(("FieldErrors", *(name for name, _ in reply.errors))))
            return reply
        except ModelsRefused as error:
            return await _without_these_models(self._desk, request, error)
        except VotingClosed as error:
            return _too_late(request, error)
        except (RequestError, SettingsError) as error:
            _log_refusal(request, type(error).__name__)
            is_of_place = await _is_of_place(self._desk, request, error)
            refused = run_refused(self._desk.words(request.person), error, is_of_place=is_of_place)
            return await _with_text(self._desk, request, refused)
        except NotStartedYet as error:
            logger.warning("%s", error)
            return not_started_reply(self._desk.words(request.person), error.run_id)
        except StoreUnavailable as error:
            return await _with_text(self._desk, request, _incident(request, error, store_is_away=True))
        except StoreError as error:
            return await _with_text(self._desk, request, _incident(request, error))
        except Exception as error:  # noqa: BLE001  # the last resort: people get a number, the log gets the rest
            return await _with_text(self._desk, request, _incident(request, error))
