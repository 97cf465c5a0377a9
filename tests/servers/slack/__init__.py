"""A strict local Slack for tests: it refuses what the real one refuses and records all that happens."""

from tests.servers.slack.deliveries import Delivery
from tests.servers.slack.faults import (
    RateLimited,
    ResetAfterEffect,
    ResetBeforeEffect,
    ServerError,
    SlackError,
    Slow,
)
from tests.servers.slack.journal import Call
from tests.servers.slack.methods.files import Sharing
from tests.servers.slack.people import Person
from tests.servers.slack.rate_limits import RateLimits
from tests.servers.slack.server import LocalSlack
from tests.servers.slack.workspace import Channel, File, Message, View

__all__ = [
    "Call",
    "Channel",
    "Delivery",
    "File",
    "LocalSlack",
    "Message",
    "Person",
    "RateLimited",
    "RateLimits",
    "ResetAfterEffect",
    "ResetBeforeEffect",
    "ServerError",
    "Sharing",
    "SlackError",
    "Slow",
    "View",
]
