"""Doubles for the ports: scripted models, a store in memory, steps that replay, and an announcer that records.

They keep the rules of the real parts; the suites in `tests/contracts` run against both.
"""

from council_core.testing.engine import MemoryEngine, RecordingAnnouncer, SteppingClock
from council_core.testing.history import MemoryChanges, MemoryEarlierQuestions, MemoryHistory
from council_core.testing.ledger import FixedPrices, MemoryCalibrations, MemoryLedger
from council_core.testing.models import Call, Script, ScriptedModels, fails, says
from council_core.testing.places import MemoryDrafts, MemoryOwnTemplates, MemoryPlaceSettings, MemorySchedules
from council_core.testing.run_records import MemoryBlobs, MemoryDecisions, MemoryPublicLinks
from council_core.testing.steps import (
    Mailbox,
    MailedSignals,
    PowerCut,
    QueuedSignals,
    ReplayingSteps,
    StepJournal,
)
from council_core.testing.store import MemoryMemberResults, MemoryRunStore

__all__ = [
    "Call",
    "FixedPrices",
    "Mailbox",
    "MailedSignals",
    "MemoryBlobs",
    "MemoryCalibrations",
    "MemoryChanges",
    "MemoryDecisions",
    "MemoryDrafts",
    "MemoryEarlierQuestions",
    "MemoryEngine",
    "MemoryHistory",
    "MemoryLedger",
    "MemoryMemberResults",
    "MemoryOwnTemplates",
    "MemoryPlaceSettings",
    "MemoryPublicLinks",
    "MemoryRunStore",
    "MemorySchedules",
    "PowerCut",
    "QueuedSignals",
    "RecordingAnnouncer",
    "ReplayingSteps",
    "Script",
    "ScriptedModels",
    "StepJournal",
    "SteppingClock",
    "fails",
    "says",
]
