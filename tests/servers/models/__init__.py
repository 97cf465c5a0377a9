"""A local server that models are asked on: strict wires, scripted behaviour, a journal."""

from tests.servers.models.journal import Call, Journal
from tests.servers.models.scripts import Behaviour, Fails, Hangs, Resets, Says, Sends
from tests.servers.models.server import KEYS, ModelServer

__all__ = [
    "KEYS",
    "Behaviour",
    "Call",
    "Fails",
    "Hangs",
    "Journal",
    "ModelServer",
    "Resets",
    "Says",
    "Sends",
]
