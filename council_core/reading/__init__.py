"""Read a reviewer's text: one clear order of the responses with scores and reasons, or why the ballot is void."""

from council_core.domain.review import Reading, Score, Yardstick
from council_core.envelope import Envelope
from council_core.reading.ballot import (
    LabelOrder,
    LabelReading,
    Repair,
    RepairKind,
    believable,
    read_ballot,
    settle,
)
from council_core.reading.scores import LabelScore

__all__ = [
    "LabelOrder",
    "LabelReading",
    "LabelScore",
    "Repair",
    "RepairKind",
    "believable",
    "lettered",
    "read_ballot",
    "settle",
]


def lettered(found: LabelReading, envelope: Envelope) -> Reading:
    """Return the reading with the run's letters in place of this envelope's ids, also in its words."""
    ids = envelope.ids
    order = found.order
    return Reading(
        status=found.status,
        order=None
        if order is None
        else tuple(tuple(sorted(ids[label] for label in group)) for group in order),
        why=envelope.with_letters(found.why),
        fault=found.unclear.fault if found.unclear is not None else None,
        about=envelope.with_letters(found.unclear.about) if found.unclear is not None else "",
        scores=tuple(
            Score(alias=ids[score.label], criterion=score.criterion, value=score.value)
            for score in found.scores
        ),
        reasons=tuple((ids[label], envelope.with_letters(text)) for label, text in found.reasons),
        comment=envelope.with_letters(found.comment),
        yardstick=None
        if found.yardstick is None
        else Yardstick(
            points=tuple(envelope.with_letters(point) for point in found.yardstick.points),
            answer=envelope.with_letters(found.yardstick.answer),
            met=tuple(sorted((ids[label], numbers) for label, numbers in found.yardstick.met)),
        ),
        confidence=found.confidence,
    )
