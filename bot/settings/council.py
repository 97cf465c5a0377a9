"""How a council deliberates, from texts: the same names in the environment, in a place's settings and in a request."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from bot.settings.readers import Read, count, criteria, flag, money, one_of, plain_text, seconds
from bot.settings.roster import LONGEST_NAME, read_roster
from council_core.aggregation import AGGREGATORS
from council_core.domain.member import FIXED, MOST_MEMBERS, Roster
from council_core.domain.ranking import OwnAnswer
from council_core.domain.settings import SHORTEST_FOR_REVIEW, CouncilSettings, WhoReveals
from council_core.errors import SettingsError
from council_core.rubrics import known as known_rubrics

DEFAULT_QUORUM = 2

A_DAY = 24 * 60 * 60
"""Seconds. Whatever takes longer is stuck, and times further off than some thousand years cannot be written down."""

A_CENTURY = 36_525
"""Days."""

A_WEEK = 7 * 24 * 60
"""Minutes."""

LONGEST_INSTRUCTIONS = 8_000
"""Characters, those of a preset included: they go into the prompt of every answer and of the verdict."""

MOST_VOTES = 10_000
MOST_FOR_REVIEW = 200_000
"""Characters: of a longer answer a run takes no more."""


def council_settings(
    values: Mapping[str, str], problems: list[str], *, label: Callable[[str], str]
) -> CouncilSettings | None:
    """The council's settings that these texts describe; None, with `problems` longer, when some are wrong.

    Args:
        values: Texts by the names in `SETTINGS`.
        problems: Takes one sentence for each thing that is wrong.
        label: What a name is called towards people.
    """
    before = len(problems)
    problems += [
        f"Unknown setting '{unknown}'. Known: {', '.join(SETTINGS)}."
        for unknown in sorted(values.keys() - set(SETTINGS))
    ]
    roster: Roster | None = None
    try:
        roster = read_roster(values.get("members", ""), values.get("chairman", ""))
    except SettingsError as error:
        problems += error.problems
    given: dict[str, Any] = {}
    for name, read in SETTINGS.items():
        if read is not None and name in values:
            target, value = read(label(name), values[name], problems)
            given[target] = value
    if roster is None:
        return None
    given.setdefault("quorum", min(DEFAULT_QUORUM, len(roster.answering)))
    try:
        if len(problems) == before:
            return CouncilSettings(roster=roster, **given)
        if given["quorum"] is not None:
            CouncilSettings(roster=roster, quorum=given["quorum"])
    except ValueError as error:
        problems.append(str(error))
    return None


SETTINGS: dict[str, Read | None] = {
    "preset": plain_text("preset", LONGEST_NAME),
    "members": None,
    "chairman": None,
    "rubric": one_of("rubric", lambda: tuple(known_rubrics())),
    "criteria": criteria("criteria"),
    "aggregation": one_of("aggregation", lambda: tuple(AGGREGATORS)),
    "own_answer": one_of("own_answer", lambda: get_args(OwnAnswer)),
    "quorum": count("quorum", 1, MOST_MEMBERS),
    "stage_seconds": seconds("stage_seconds", 1, A_DAY, "seconds", is_open=True),
    "call_seconds": seconds("call_seconds", 1, A_DAY, "seconds", is_open=True),
    "close_early": flag("close_early"),
    "vote_minutes": seconds("vote_seconds", 60, A_WEEK, "minutes", is_open=False),
    "votes_needed": count("votes_needed", 1, MOST_VOTES),
    "who_reveals": one_of("who_reveals", lambda: get_args(WhoReveals)),
    "instructions": plain_text("instructions", LONGEST_INSTRUCTIONS),
    "revise": flag("revise"),
    "critique": flag("critique"),
    "both_orders": flag("both_orders"),
    "plain_style": flag("plain_style"),
    "review_characters": count("review_characters", SHORTEST_FOR_REVIEW, MOST_FOR_REVIEW, who_lowers=FIXED),
    "plain_follow_ups": flag("plain_follow_ups"),
    "redact": flag("redact"),
    "keep_days": count("keep_days", 1, A_CENTURY),
    "run_budget": money("run_budget"),
    "day_budget": money("day_budget"),
    "month_budget": money("month_budget"),
}
"""Each setting of a council by its name (`COUNCIL_` and capitals in the environment) and how its text is read; the
roster is read from two of them together."""
