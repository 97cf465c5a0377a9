"""Read a reviewer's text: one clear order of the responses with scores and reasons, or why the ballot is void."""

from council_core.reading.ballot import (
    LabelOrder,
    LabelReading,
    Repair,
    RepairKind,
    believable,
    read_ballot,
    settle,
)
from council_core.reading.letters import lettered
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
