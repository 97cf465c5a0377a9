"""One action of a person on the bot, the bot's answers, and their timing."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.testbed.discord.errors import RefusedError
from tests.testbed.discord.guild import Channel, User
from tests.testbed.discord.message import Message
from tests.testbed.discord.wire import Json, many
from tests.testbed.patience import PATIENCE

if TYPE_CHECKING:
    from tests.testbed.discord.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
REPLY, DEFERRED_REPLY, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
# Source: https://discord.com/developers/docs/interactions/receiving-and-responding
FIRST_RESPONSE_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0
USER_INSTALL_FOLLOW_UPS = 5


@dataclass(slots=True, eq=False, kw_only=True)
class Interaction:
    """A command, click, selection, modal or autocomplete of a person.

    `callbacks` are the bodies of the bot's first responses that were accepted, `refusals` the codes of those
    that were not; `messages` are all messages it sent in answer, ephemeral or not.
    """

    world: World
    id: int
    token: str
    kind: int
    person: User
    channel: Channel
    payload: Json
    shown_as: str
    message: Message | None = None
    user_installed: bool = False
    delivered_at: float = field(default_factory=time.monotonic)
    answered_at: float | None = None
    callbacks: list[Json] = field(default_factory=list[Json])
    refusals: list[int] = field(default_factory=list[int])
    original: Message | None = None
    follow_ups: list[Message] = field(default_factory=list[Message])

    # What the person sees

    @property
    def acknowledged_after(self) -> float | None:
        """Return the seconds until the first accepted response; None while there is none."""
        return None if self.answered_at is None else self.answered_at - self.delivered_at

    @property
    def failed(self) -> bool:
        """Return whether the person reads "This interaction failed": no response within three seconds."""
        return self.answered_at is None and self.world.now() - self.delivered_at > FIRST_RESPONSE_SECONDS

    @property
    def messages(self) -> list[Message]:
        """Return the messages sent in answer that still exist, without "thinking" ones."""
        own = [] if self.original is None or self.original is self.message else [self.original]
        return [
            message for message in own + self.follow_ups if not message.deleted and not message.is_loading
        ]

    @property
    def ephemerals(self) -> list[Message]:
        """Return the messages that only this person sees."""
        return [message for message in self.messages if message.seen_by is not None]

    @property
    def modal(self) -> Json | None:
        """Return the modal that was opened in answer."""
        return next((body["data"] for body in self.callbacks if body["type"] == MODAL), None)

    @property
    def choices(self) -> list[Json] | None:
        """Return the choices given to an autocomplete."""
        return next(
            (many(body["data"], "choices") for body in self.callbacks if body["type"] == CHOICES), None
        )

    async def acknowledged(self, timeout: float = PATIENCE) -> Interaction:
        """Wait for the first response."""
        await self.world.wait_for(
            lambda: self.answered_at is not None, timeout=timeout, what=f"a response to {self.shown_as}"
        )
        return self

    async def reply(self, timeout: float = PATIENCE) -> Message:
        """Wait for the first message in answer and return it."""
        found = await self.world.wait_for(
            lambda: self.messages, timeout=timeout, what=f"a reply to {self.shown_as}"
        )
        return found[0]

    async def private_reply(self, timeout: float = PATIENCE) -> Message:
        """Wait for the first ephemeral message in answer and return it."""
        what = f"an ephemeral reply to {self.shown_as}"
        return (await self.world.wait_for(lambda: self.ephemerals, timeout=timeout, what=what))[0]

    async def private_answer(self, timeout: float = PATIENCE) -> Message:
        """Wait for the answer to a click on an ephemeral message, and return it: the message itself, which a quick
        answer replaces, or the one that says "thinking" first."""
        await self.acknowledged(timeout)
        if self.message is not None and self.callbacks[0]["type"] in (UPDATE, DEFERRED_UPDATE):
            return self.message
        return await self.private_reply(timeout)

    async def opened_modal(self, timeout: float = PATIENCE) -> Json:
        """Wait for the modal opened in answer and return it."""
        found = await self.world.wait_for(
            lambda: self.modal, timeout=timeout, what=f"a modal after {self.shown_as}"
        )
        assert found is not None
        return found

    def redeliver(self) -> None:
        """Send the very same interaction to the bot again."""
        self.world.tell_interaction(self.payload, self.channel)

    # What the bot may still do

    def deliver(self) -> None:
        """Send the interaction to the bot and start the three seconds."""
        self.world.interactions[self.token] = self
        self.delivered_at = self.world.now()
        self.world.tell_interaction(self.payload, self.channel)

    def check_first_response(self) -> None:
        """Raise `RefusedError` 40060 for a second response and 10062 for one that is too late."""
        if self.answered_at is not None:
            raise RefusedError(40060)
        if self.world.now() - self.delivered_at > FIRST_RESPONSE_SECONDS:
            raise RefusedError(10062)

    def check_token(self) -> None:
        """Raise `RefusedError` 10015 before the first response and 50027 after 15 minutes."""
        if self.answered_at is None:
            raise RefusedError(10015)
        if self.world.now() - self.delivered_at > TOKEN_SECONDS:
            raise RefusedError(50027)

    def metadata(self) -> Json:
        """Return the part of a message that names the interaction it answers."""
        data: Json = {
            "id": str(self.id),
            "type": self.kind,
            "user": self.person.to_json(),
            "authorizing_integration_owners": self.payload["authorizing_integration_owners"],
        }
        if self.kind == COMPONENT and self.message is not None:
            data["interacted_message_id"] = str(self.message.id)
        return data
