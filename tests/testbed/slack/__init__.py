"""A strict local Slack for tests: it refuses requests as the real one does, and records every event."""

from tests.testbed.slack.deliveries import Delivery
from tests.testbed.slack.faults import (
    Garbled,
    RateLimited,
    ResetAfterEffect,
    ResetBeforeEffect,
    ServerError,
    SlackError,
    Slow,
)
from tests.testbed.slack.journal import Call
from tests.testbed.slack.methods.files import Sharing
from tests.testbed.slack.people import Person
from tests.testbed.slack.rate_limits import RateLimits
from tests.testbed.slack.server import LocalSlack
from tests.testbed.slack.workspace import Channel, File, Message, View

__all__ = [
    "Call",
    "Channel",
    "Delivery",
    "File",
    "Garbled",
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
