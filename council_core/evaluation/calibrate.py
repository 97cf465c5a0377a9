"""Learn from labelled pairs how far to trust each judge, per model and rubric.

The pairs that ship with Council are its own: plain ones, polished wrong answers beside short right ones, answers that
drift from the instruction, that speak to reviewers, that accept a false premise, and code.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files

from council_core.aggregation.reliability import Record
from council_core.domain.calibration import Calibration, version_of
from council_core.domain.member import Member
from council_core.evaluation.items import Item, read_items
from council_core.evaluation.report import records_from

SHIPPED = "pairs.jsonl"
"""File with the labelled pairs of this package."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Result of labelled pairs for one member."""

    member: Member
    calibration: Calibration
    reliability: float
    """Weight before any evidence: 1 for an ordinary reviewer."""


def shipped_pairs() -> tuple[Item, ...]:
    """Return the labelled pairs of this package."""
    text = (files("council_core.evaluation") / SHIPPED).read_text(encoding="utf-8")
    return tuple(read_items(text.splitlines(), SHIPPED))


def findings(
    items: Sequence[Item], members: Sequence[Member], rubric: str, at: datetime
) -> tuple[Finding, ...]:
    """Return the result of judged items for each member who judged any, in the order of the roster.

    Args:
        items: Items with judgements under the members' ids, and a right answer each.
        members: Members to measure.
        rubric: Rubric by which they judged.
        at: Time of the calibration.
    """
    records: Mapping[str, Record] = records_from([item for item in items if item.best])
    found = [(member, records.get(member.id, Record())) for member in members]
    return tuple(
        Finding(
            member=member,
            calibration=Calibration(
                version=version_of(member),
                rubric=rubric,
                agreed=record.agreed,
                pairs=record.pairs,
                picks=record.picks,
                at=at,
            ),
            reliability=record.reliability,
        )
        for member, record in found
        if record.pairs > 0
    )
