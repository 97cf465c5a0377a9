"""Find the known name that a misspelt one was probably meant to be."""

from collections.abc import Collection, Mapping
from difflib import get_close_matches

from bot.settings.bounds import shown
from council_core.errors import Problem

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
    "COUNCIL_DRAIN_SECONDS",
    "COUNCIL_LOG",
    "COUNCIL_LOG_FORMAT",
    "COUNCIL_METRICS",
    "COUNCIL_METRICS_TOKEN",
    "COUNCIL_MCP",
    "COUNCIL_MCP_ALLOW",
)
"""Variables of the process, which have no row in the catalogue because they are not settings of a council."""


def nearest(name: str, known: Collection[str]) -> str:
    """Return the known name that this one was probably meant to be; empty if none is near."""
    found = get_close_matches(name, known, n=1, cutoff=0.7)
    return found[0] if found else ""


def unknown_name(name: str, known: Collection[str]) -> Problem:
    """Return the problem of an unknown setting, with the name that was probably meant."""
    near = nearest(name, known)
    said = f"Unknown setting '{shown(name)}'."
    if near:
        return Problem(f"{said} Did you mean '{near}'?", "unknown_setting_near", value=shown(name), near=near)
    words = ", ".join(known)
    return Problem(f"{said} Known: {words}.", "unknown_setting", value=shown(name), known=words)


def unknown_variables(environment: Mapping[str, str], known: Collection[str]) -> tuple[str, ...]:
    """Return a sentence for each `COUNCIL_…` variable that nothing reads, with the name that was probably meant.

    Args:
        environment: All variables.
        known: Every variable of ours that something reads.
    """
    ends = {name.removeprefix(PREFIX) for name in known}
    return tuple(
        f"{name}: did you mean {PREFIX}{near}?"
        if (near := nearest(name.removeprefix(PREFIX), ends))
        else f"{name} is no setting of Council. .env.example lists all of them."
        for name in sorted(environment)
        if name.startswith(PREFIX) and name not in known
    )
