"""The council's settings -> texts, as people type them and as they read them."""

from decimal import Decimal

from bot.settings.roster import write_roster
from council_core.domain.settings import CouncilSettings

YES_NO = {True: "yes", False: "no"}


def typed(settings: CouncilSettings) -> dict[str, str]:
    """Each setting as one types it, by its name; empty where there is no value."""
    members, chairman = write_roster(settings.roster)
    needed, longest = settings.votes_needed, settings.review_characters
    return {
        "preset": settings.preset,
        "members": members,
        "chairman": chairman,
        "rubric": settings.rubric,
        "criteria": settings.criteria,
        "aggregation": settings.aggregation,
        "own_answer": settings.own_answer,
        "review_characters": "" if longest is None else str(longest),
        "quorum": str(settings.quorum),
        "vote_minutes": f"{settings.vote_seconds / 60:g}",
        "who_reveals": settings.who_reveals,
        "votes_needed": "" if needed is None else str(needed),
        "stage_seconds": f"{settings.stage_seconds:g}",
        "call_seconds": f"{settings.call_seconds:g}",
        "instructions": settings.instructions,
        "revise": YES_NO[settings.revise],
        "critique": YES_NO[settings.critique],
        "both_orders": YES_NO[settings.both_orders],
        "plain_style": YES_NO[settings.plain_style],
        "plain_follow_ups": YES_NO[settings.plain_follow_ups],
        "redact": YES_NO[settings.redact],
        "keep_days": "" if settings.keep_days is None else str(settings.keep_days),
        "run_budget": _dollars(settings.run_budget),
        "day_budget": _dollars(settings.day_budget),
        "month_budget": _dollars(settings.month_budget),
    }


def read(settings: CouncilSettings) -> dict[str, str]:
    """The same for reading: members by their names."""
    names = ", ".join(member.name for member in settings.roster.members)
    return typed(settings) | {"members": names, "chairman": settings.roster.chairman.name}


def _dollars(sum_: Decimal | None) -> str:
    return "" if sum_ is None else f"{sum_:f}"
