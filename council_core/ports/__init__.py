"""All that the core needs from outside. Each port is small, and has a double in `council_core.testing`."""

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
    Turn,
)
from council_core.ports.gate import OPEN, Admission, Gate, OpenGate
from council_core.ports.models import Ledger, ModelProvider, PriceList, Prompt, Queueing
from council_core.ports.stores import PlaceSettingsStore, RunStore
from council_core.ports.watching import Clock, Observer, nobody

__all__ = [
    "ALONE",
    "OPEN",
    "Admission",
    "Announcer",
    "Clock",
    "CloseVoting",
    "Engine",
    "Fence",
    "Gate",
    "LateAnswer",
    "Ledger",
    "ModelProvider",
    "NoFence",
    "Observer",
    "OpenGate",
    "PlaceSettingsStore",
    "PriceList",
    "Prompt",
    "Queueing",
    "RunStore",
    "Signal",
    "Signals",
    "Steps",
    "Turn",
    "nobody",
]
