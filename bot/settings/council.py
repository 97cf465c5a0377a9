"""Read the settings of a council from texts, under the same names in the environment, a place and a request."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.settings.catalogue import ROWS, SETTINGS
from bot.settings.names import unknown_name
from bot.settings.roster import read_roster
from council_core.domain.member import Roster
from council_core.domain.settings import CouncilSettings
from council_core.errors import Problem, SettingsError
from council_core.roles import Roles

DEFAULT_QUORUM = 2


def council_settings(
    values: Mapping[str, str], problems: list[Problem], *, label: Callable[[str], str], roles: Roles
) -> CouncilSettings | None:
    """Return the council's settings in these texts; None if some are wrong, and then add to `problems`.

    Args:
        values: Texts by the settings' names.
        problems: Takes each error.
        label: Returns a setting's name for people.
        roles: Roles that members may have.
    """
    before = len(problems)
    problems += [unknown_name(name, tuple(SETTINGS)) for name in sorted(values.keys() - SETTINGS.keys())]
    roster: Roster | None = None
    try:
        roster = read_roster(values.get("members", ""), values.get("chairman", ""), roles)
    except SettingsError as error:
        problems += error.problems
    given: dict[str, Any] = {}
    for row in ROWS:
        if row.name in values and not row.is_seats:
            given[row.target] = row.kind.read(label(row.name), values[row.name], problems)
    if roster is None:
        return None
    given.setdefault("quorum", min(DEFAULT_QUORUM, len(roster.answering)))
    if given["quorum"] is not None and given["quorum"] > len(roster.answering):
        problems.append(_quorum_too_high(given["quorum"], len(roster.answering)))
    return CouncilSettings(roster=roster, **given) if len(problems) == before else None


def _quorum_too_high(quorum: int, answering: int) -> Problem:
    return Problem("quorum_too_high", value=str(quorum), count=str(answering))
