"""Read the limits on concurrent runs from the environment; 0 turns a limit off."""

from collections.abc import Mapping

from bot.settings.readers import number
from council_core.domain.waiting import RunLimits

RUNS_AT_ONCE = 50
"""Default limit: some two hundred calls with four members each. That is fewer than `providers.settings.CALLS_AT_ONCE`,
so that no call has to wait for another run's within its stage."""

RUNS_PER_PERSON = 5
RUNS_PER_CHANNEL = 20
WAITING_PER_PERSON = 20


def run_limits(env: Mapping[str, str], problems: list[str]) -> RunLimits:
    """Return the limits in these variables; `problems` gets a sentence for each wrong one."""

    def limit(name: str, default: int) -> int | None:
        expected = "a whole number from 1 on, or 0 for no limit"
        value = number(name, env.get(name), int, lambda value: value >= 0, expected, problems)
        return (default if value is None else value) or None

    return RunLimits(
        in_all=limit("COUNCIL_RUNS_AT_ONCE", RUNS_AT_ONCE),
        of_person=limit("COUNCIL_RUNS_PER_PERSON", RUNS_PER_PERSON),
        of_channel=limit("COUNCIL_RUNS_PER_CHANNEL", RUNS_PER_CHANNEL),
        waiting_of_person=limit("COUNCIL_WAITING_PER_PERSON", WAITING_PER_PERSON),
    )
