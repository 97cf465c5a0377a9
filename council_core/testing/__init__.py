"""Doubles for the ports: scripted models, a store in memory, steps that replay, and an announcer that records.

They keep the rules of the real parts; the suites in `tests/contracts` run against both.
"""

from council_core.testing.announcer import RecordingAnnouncer
from council_core.testing.blobs import MemoryBlobs
from council_core.testing.changes import MemoryChanges
from council_core.testing.clock import SteppingClock
from council_core.testing.decisions import MemoryDecisions
from council_core.testing.drafts import MemoryDrafts
from council_core.testing.earlier import MemoryEarlierQuestions
from council_core.testing.engine import MemoryEngine
from council_core.testing.history import MemoryHistory
from council_core.testing.ledger import FixedPrices, MemoryCalibrations, MemoryLedger
from council_core.testing.models import Call, Script, ScriptedModels, fails, says
from council_core.testing.own_templates import MemoryOwnTemplates
from council_core.testing.place_settings import MemoryPlaceSettings
from council_core.testing.public_links import MemoryPublicLinks
from council_core.testing.schedules import MemorySchedules
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
