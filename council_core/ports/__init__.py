"""Ports: everything that the core needs from outside. Each is small, and has a double in `council_core.testing`."""

from council_core.ports.blobs import Blobs
from council_core.ports.changes import Changes
from council_core.ports.connector_tokens import ConnectorTokens
from council_core.ports.decisions import Decisions
from council_core.ports.drafts import Drafts
from council_core.ports.earlier import EarlierQuestions
from council_core.ports.engine import (
    ALONE,
    Announcer,
    CloseVoting,
    Engine,
    Fence,
    LateAnswer,
    NoFence,
    Signal,
    Signals,
    Steps,
)
from council_core.ports.files import ConnectorSource, FileReader, FileSource, PageSource, ThreadSource
from council_core.ports.gate import OPEN, Claim, Gate, LineStore, OpenGate
from council_core.ports.history import History
from council_core.ports.journal import Checkpoints, EngineSql, Journal
from council_core.ports.models import (
    NOT_CALIBRATED,
    Calibrations,
    Ledger,
    ModelProvider,
    PriceList,
    Prompt,
    Queueing,
    Shown,
    Sight,
)
from council_core.ports.own_templates import OwnTemplates
from council_core.ports.public_links import PublicLinks
from council_core.ports.schedules import Schedules
from council_core.ports.stores import MemberResults, PlaceSettingsStore, RunQueries, Runs, RunStore, Votes
from council_core.ports.tools import NO_TOOLS, Errand, NoTools, Tool, Toolbox, ToolSource
from council_core.ports.watching import Clock, Observer, nobody

__all__ = [
    "ALONE",
    "NOT_CALIBRATED",
    "NO_TOOLS",
    "OPEN",
    "Announcer",
    "Blobs",
    "Calibrations",
    "Changes",
    "Checkpoints",
    "Claim",
    "Clock",
    "CloseVoting",
    "ConnectorSource",
    "ConnectorTokens",
    "Decisions",
    "Drafts",
    "EarlierQuestions",
    "Engine",
    "EngineSql",
    "Errand",
    "Fence",
    "FileReader",
    "FileSource",
    "Gate",
    "History",
    "Journal",
    "LateAnswer",
    "Ledger",
    "LineStore",
    "MemberResults",
    "ModelProvider",
    "NoFence",
    "NoTools",
    "Observer",
    "OpenGate",
    "OwnTemplates",
    "PageSource",
    "PlaceSettingsStore",
    "PriceList",
    "Prompt",
    "PublicLinks",
    "Queueing",
    "RunQueries",
    "RunStore",
    "Runs",
    "Schedules",
    "Shown",
    "Sight",
    "Signal",
    "Signals",
    "Steps",
    "ThreadSource",
    "Tool",
    "ToolSource",
    "Toolbox",
    "Votes",
    "nobody",
]
