"""A strict Discord on loopback: gateway, REST, limits and people, for tests over real sockets.

    async with LocalDiscord() as server:
        channel, alice = server.channel("council"), server.person("alice")
        ...  # start the bot with server.rest_url, server.gateway_url and server.token
        await server.ready()
        asked = await alice.slash("council ask", {"question": "Tabs or spaces?"}, channel)
        card = await asked.reply()
        thread = await server.wait_for_thread(card)
        print(server.transcript(channel))
        server.assert_no_complaints()

Routes in `calls`, `wait_for_calls` and `fail` are named by the templates in `rest.ROUTES`. In a test call it
`server`, not `discord`: that is the library.
"""

from tests.testbed.discord.buckets import RateLimits
from tests.testbed.discord.faults import (
    Fault,
    Garbled,
    LostReply,
    Refusal,
    ResetBeforeEffect,
    Slow,
    Status,
    TooManyRequests,
)
from tests.testbed.discord.guild import ORDINARY, Channel, Permission
from tests.testbed.discord.interaction import Interaction
from tests.testbed.discord.journal import Call
from tests.testbed.discord.message import Message, Upload
from tests.testbed.discord.openapi import OpenApi, described
from tests.testbed.discord.options import NotOfferedError
from tests.testbed.discord.people import Person
from tests.testbed.discord.server import LocalDiscord

__all__ = [
    "ORDINARY",
    "Call",
    "Channel",
    "Fault",
    "Garbled",
    "Interaction",
    "LocalDiscord",
    "LostReply",
    "Message",
    "NotOfferedError",
    "OpenApi",
    "Permission",
    "Person",
    "RateLimits",
    "Refusal",
    "ResetBeforeEffect",
    "Slow",
    "Status",
    "TooManyRequests",
    "Upload",
    "described",
]
