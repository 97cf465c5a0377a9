"""Names of settings and of variables, and the nearest right name for an unknown one."""

from collections.abc import Collection, Mapping

from bot.settings.bounds import shown
from council_core.errors import Problem
from council_core.toml_files import nearest

PREFIX = "COUNCIL_"

OUR_OWN = (
    "COUNCIL_MODELS",
    "COUNCIL_PRESETS",
    "COUNCIL_ROLES",
    "COUNCIL_TEMPLATES",
    "COUNCIL_CONNECTORS",
    "COUNCIL_FETCH",
    "COUNCIL_SECRET_KEYS",
    "COUNCIL_WEB_URL",
    "COUNCIL_SECRET",
    "COUNCIL_RUNS_AT_ONCE",
    "COUNCIL_RUNS_PER_PERSON",
    "COUNCIL_RUNS_PER_CHANNEL",
    "COUNCIL_WAITING_PER_PERSON",
    "COUNCIL_DEMO_SECONDS",
    "COUNCIL_DRAIN_SECONDS",
    "COUNCIL_LOG",
    "COUNCIL_LOG_FORMAT",
    "COUNCIL_METRICS",
    "COUNCIL_METRICS_TOKEN",
    "COUNCIL_MCP",
    "COUNCIL_MCP_ALLOW",
)
"""Variables of the process, which have no row in the catalogue because they are not settings of a council."""


def unknown_name(name: str, known: Collection[str]) -> Problem:
    """Return the problem of an unknown setting, with the name that was probably meant."""
    near = nearest(name, known)
    if near:
        return Problem("unknown_setting_near", value=shown(name), near=near)
    return Problem("unknown_setting", value=shown(name), known=", ".join(known))


def unknown_variables(environment: Mapping[str, str], known: Collection[str]) -> tuple[Problem, ...]:
    """Return the problem of each `COUNCIL_…` variable that nothing reads, with the name that was probably meant.

    Args:
        environment: All variables.
        known: Every variable of ours that something reads.
    """
    ends = {name.removeprefix(PREFIX) for name in known}
    return tuple(
        Problem("unknown_variable_near", name=name, near=f"{PREFIX}{near}")
        if (near := nearest(name.removeprefix(PREFIX), ends))
        else Problem("unknown_variable", name=name)
        for name in sorted(environment)
        if name.startswith(PREFIX) and name not in known
    )
