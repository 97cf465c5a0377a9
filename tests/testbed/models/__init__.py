"""A local server of models: strict wires, scripted behaviour, a journal."""

from tests.testbed.models.journal import Call, Journal
from tests.testbed.models.scripts import Behaviour, Fails, Hangs, Looks, Resets, Says, Sends
from tests.testbed.models.server import KEYS, ModelServer

__all__ = [
    "KEYS",
    "Behaviour",
    "Call",
    "Fails",
    "Hangs",
    "Journal",
    "Looks",
    "ModelServer",
    "Resets",
    "Says",
    "Sends",
]
