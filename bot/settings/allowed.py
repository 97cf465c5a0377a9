"""Limits of the operator on choices in chat: models by pattern, and the shortest deadlines.

An operator pays for the models and is blamed for outages, so a channel's manager cannot choose any model, nor a
deadline that every call misses.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from bot.settings.roster import LONGEST_ID
from council_core.domain.member import Member, Roster
from council_core.domain.settings import CouncilSettings
from council_core.errors import Problem

MODELS = "COUNCIL_MODELS"
ANY_MODEL = ("*",)
MOST_PATTERNS = 100

SHORTEST_DEADLINE = 10.0
"""Shortest seconds for a call or a stage that a channel or a workspace may set, unless the operator's own are shorter:
thinking models take about as long for a short answer."""

FLOORS = ("call_seconds", "stage_seconds")


def read_patterns(text: str, problems: list[Problem]) -> tuple[str, ...]:
    """Read COUNCIL_MODELS: model ids with `*` and `?`, such as `openai:*`; `problems` takes each error."""
    patterns = tuple(dict.fromkeys(part for each in text.split(",") if (part := each.strip())))
    if len(patterns) > MOST_PATTERNS:
        count, most = str(len(patterns)), str(MOST_PATTERNS)
        problems.append(Problem("too_many_entries", name=MODELS, count=count, most=most))
    problems += [
        Problem("model_pattern", name=MODELS, value=pattern[:LONGEST_ID], most=str(LONGEST_ID))
        for pattern in patterns
        if len(pattern) > LONGEST_ID or (":" not in pattern and pattern != "*")
    ]
    return patterns


def models_of(seats: Iterable[Member]) -> tuple[str, ...]:
    """Return the models of these seats, each once."""
    return tuple(dict.fromkeys(seat.model for seat in seats))


def refused_models(roster: Roster, named: Sequence[str], patterns: Sequence[str]) -> tuple[str, ...]:
    """Return the models on a roster that may not be chosen here.

    Args:
        roster: The chosen roster.
        named: Models in the operator's own settings and presets.
        patterns: Further models, by COUNCIL_MODELS.
    """
    return tuple(
        model
        for model in models_of(roster.everyone())
        if model not in named and not any(fnmatchcase(model, pattern) for pattern in patterns)
    )


def refusals(refused: Iterable[str], choices: Sequence[str]) -> list[Problem]:
    """Return one problem for each of these models: it may not be chosen here, and these may."""
    return [
        Problem(
            "model_refused",
            value=model,
            known=", ".join(choices),
            variable=MODELS,
        )
        for model in refused
    ]


def floor_problems(levels: Sequence[Mapping[str, str]], own: CouncilSettings) -> Iterator[Problem]:
    """Yield the deadlines of these levels that are shorter than a place may set. Texts that are not numbers are
    reported elsewhere."""
    for name in FLOORS:
        floor = min(SHORTEST_DEADLINE, getattr(own, name))
        for level in levels:
            if _is_below(level.get(name, ""), floor):
                variable = f"COUNCIL_{name.upper()}"
                yield Problem(
                    "deadline_too_short",
                    name=name,
                    value=level[name],
                    limit=f"{floor:g}",
                    variable=variable,
                )


def _is_below(text: str, floor: float) -> bool:
    try:
        return 0 < float(text) < floor
    except ValueError:
        return False
