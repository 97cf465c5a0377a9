"""A local server of models: strict wires, scripted behaviour, a journal."""

from tests.testbed.models.journal import Call, Journal
from tests.testbed.models.scripts import Behaviour, Fails, Hangs, Holds, Looks, Resets, Says, Sends
from tests.testbed.models.server import KEYS, ModelServer

__all__ = [
    "KEYS",
    "Behaviour",
    "Call",
    "Fails",
    "Hangs",
    "Holds",
    "Journal",
    "Looks",
    "ModelServer",
    "Resets",
    "Says",
    "Sends",
]
