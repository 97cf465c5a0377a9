"""Writes observations to the log: a run's start, each stage with its time, each failed call, the end."""

import logging
from collections.abc import Mapping
from typing import assert_never

from bot.presentation.words import ENGLISH
from bot.watching.logs import about, figures
from council_core.domain.answer import Usage
from council_core.domain.observations import (
    CallEnded,
    CallRetried,
    Observation,
    PlatformWaited,
    PostSent,
    RequestHandled,
    RunAdmitted,
    RunBegan,
    RunEnded,
    RunLeft,
    RunQueued,
    RunResumed,
    RunsTakenOver,
    RunUnqueued,
    StageEnded,
    StoreUsed,
    TaskFailed,
    VoteCounted,
)
from council_core.domain.waiting import Limit, RunWaits

logger = logging.getLogger("bot.journal")

OUTCOMES = {
    "verdict": "with a verdict",
    "no_verdict": "without a verdict, since nobody could conclude",
    "too_few": "without a result, since too few members answered",
    "broke": "without a result, through a fault of Council's own",
    "cancelled": "because it was cancelled",
}

TOO_MANY: Mapping[Limit, str] = {
    "process": "COUNCIL_RUNS_AT_ONCE are under way",
    "person": "COUNCIL_RUNS_PER_PERSON of its asker are under way",
    "channel": "COUNCIL_RUNS_PER_CHANNEL of its channel are under way",
}

COUNTED = {"answer": "members answered", "review": "ballots are valid"}


def journal(seen: Observation) -> None:
    """Implements `council_core.ports.Observer` on the log. Events that their own module logs are left out."""
    match seen:
        case RunBegan():
            logger.info(
                "the run begins with %d members, %.1f s after it was asked", seen.members, seen.waited,
                extra=figures(members=seen.members, waited=_round(seen.waited)),
            )  # fmt: skip
        case RunQueued():
            _queue(seen.waits)
        case RunAdmitted():
            if seen.waited > 0:
                logger.info(
                    "the run's turn came after %.1f s", seen.waited, extra=figures(queued=_round(seen.waited))
                )  # fmt: skip
        case RunResumed():
            logger.info("the run goes on where it was interrupted")
        case StageEnded():
            _stage(seen)
        case CallEnded():
            _call(seen)
        case CallRetried():
            logger.info(
                "%s is asked once more in %.1f s (%s)", seen.provider, seen.pause, seen.why,
                extra=figures(provider=seen.provider, pause=_round(seen.pause), why=seen.why),
            )  # fmt: skip
        case RunEnded():
            _end(seen)
        case PostSent():
            logger.debug("%s: %s, %.2f s", seen.what, seen.outcome, seen.seconds)
        case RequestHandled():
            logger.debug("%s was answered in %.2f s", seen.what, seen.seconds)
        case (
            RunLeft() | RunUnqueued() | RunsTakenOver() | PlatformWaited() | VoteCounted() | StoreUsed() | TaskFailed()
        ):  # fmt: skip
            pass
        case _:
            assert_never(seen)


def _queue(waits: RunWaits) -> None:
    many = f"more than {waits.before}" if waits.or_more else str(waits.before)
    logger.info(
        "the run waits for its turn, %s before it: %s", many, TOO_MANY[waits.limit],
        extra=figures(before=waits.before, limit=waits.limit),
    )  # fmt: skip


def _stage(seen: StageEnded) -> None:
    said = f"{seen.stage} took {seen.seconds:.1f} s"
    if seen.stage in COUNTED:
        said += f", {seen.done} of {seen.of} {COUNTED[seen.stage]}"
    elif seen.stage == "synthesize":
        said += ", there is a verdict" if seen.done else ", there is no verdict"
    elif seen.stage == "vote":
        said += f", {seen.done} {'person' if seen.done == 1 else 'people'} voted"
    with about(stage=seen.stage):
        logger.info(
            "%s", said, extra=figures(seconds=_round(seen.seconds), done=seen.done, of=seen.of)
        )  # fmt: skip


def _call(seen: CallEnded) -> None:
    facts = figures(
        purpose=seen.purpose, outcome=seen.outcome, seconds=_round(seen.seconds),
        tokens_in=seen.usage.tokens_in, tokens_out=seen.usage.tokens_out,
    )  # fmt: skip
    if seen.outcome == "ok" or seen.outcome == "dropped":
        logger.debug("%s: %s after %.1f s", seen.purpose, seen.outcome, seen.seconds, extra=facts)
        return
    logger.warning(
        "%s failed after %.1f s: %s. %s",
        seen.purpose, seen.seconds, seen.outcome, ENGLISH.gaps.advice(reason=seen.outcome), extra=facts,
    )  # fmt: skip


def _end(seen: RunEnded) -> None:
    usage = seen.usage
    # The run's id is added here, because a run may also be stopped from outside its story.
    with about(run=seen.run_id, platform=seen.platform, stage="end"):
        logger.info(
            "the run ended %s after %.1f s: %s", OUTCOMES[seen.outcome], seen.seconds, _spent(usage),
            extra=figures(
                outcome=seen.outcome, seconds=_round(seen.seconds), tokens_in=usage.tokens_in,
                tokens_out=usage.tokens_out, dollars=None if usage.cost is None else float(usage.cost),
            ),
        )  # fmt: skip


def _spent(usage: Usage) -> str:
    tokens = (usage.tokens_in or 0) + (usage.tokens_out or 0)
    if usage.cost is None:
        return f"{tokens:,} tokens"
    return f"{tokens:,} tokens, {'about ' if usage.cost_is_estimate else ''}${usage.cost:.4f}"


def _round(seconds: float) -> float:
    return round(seconds, 3)
