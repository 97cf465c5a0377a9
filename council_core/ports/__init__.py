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
from council_core.ports.models import Ledger, ModelProvider, PriceList, Prompt
from council_core.ports.stores import PlaceSettingsStore, RunStore
from council_core.ports.watching import Clock, Observer, nobody

__all__ = [
    "ALONE",
    "Announcer",
    "Clock",
    "CloseVoting",
    "Engine",
    "Fence",
    "LateAnswer",
    "Ledger",
    "ModelProvider",
    "NoFence",
    "Observer",
    "PlaceSettingsStore",
    "PriceList",
    "Prompt",
    "RunStore",
    "Signal",
    "Signals",
    "Steps",
    "Turn",
    "nobody",
]
