"""People's actions on the local Discord: commands, clicks, selections, modals, messages."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tests.testbed.discord import components as parts
from tests.testbed.discord.compose import mentioned
from tests.testbed.discord.guild import NOTHING, Channel, Permission, User
from tests.testbed.discord.interaction import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from tests.testbed.discord.message import HAS_SNAPSHOT, Message, Upload
from tests.testbed.discord.messages import refer
from tests.testbed.discord.modal_answers import fill_modal, picked
from tests.testbed.discord.options import (
    MESSAGE_MENU,
    SLASH,
    NotOfferedError,
    Resolved,
    fill_options,
    find_command,
)
from tests.testbed.discord.threads import unarchive
from tests.testbed.discord.wire import Json, many, whole

if TYPE_CHECKING:
    from tests.testbed.discord.world import World

FOREIGN_PERMISSIONS = Permission.EMBED_LINKS | Permission.ATTACH_FILES


class Person:
    """A person using Discord's client. An action that the client would not offer raises `NotOfferedError`.

    Actions return as soon as the bot has received them; wait on the result (`acknowledged`, `reply`, ...).
    """

    def __init__(self, world: World, user: User) -> None:
        self._world = world
        self.user = user
        self.locale = "en-US"

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    @property
    def mention(self) -> str:
        return self.user.mention

    async def slash(self, command: str, options: Mapping[str, Any] | None, channel: Channel) -> Interaction:
        """Use a slash command: "council" with {"ask": {"question": "Why?"}}, or "council ask" with less."""
        found, data = self._command_data(command, options, channel)
        return self._interact(
            COMMAND, channel, data, shown_as=f"/{_full_name(found['name'], data['options'])}"
        )

    async def autocomplete(
        self, command: str, options: Mapping[str, Any], channel: Channel, *, focused: str
    ) -> Interaction:
        """Type into the option `focused` and wait for the choices (`.choices`)."""
        _, data = self._command_data(command, options, channel, focused=focused)
        interaction = self._interact(AUTOCOMPLETE, channel, data, shown_as=f"typing in /{command}")
        return await interaction.acknowledged()

    def _command_data(
        self, command: str, options: Mapping[str, Any] | None, channel: Channel, *, focused: str | None = None
    ) -> tuple[Json, Json]:
        name, *inner = command.split()
        given = dict(options or {})
        for part in reversed(inner):
            given = {part: given}
        found = find_command(self._world, self.user, channel, name, SLASH)
        resolved = Resolved(self._world, channel)
        filled = fill_options(many(found, "options"), given, resolved, focused=focused)
        data = {"id": found["id"], "name": name, "type": SLASH, "options": filled}
        return found, data | ({"resolved": resolved.found} if resolved.found else {})

    async def context_menu(self, name: str, message: Message) -> Interaction:
        """Use a command from the menu of a message."""
        found = find_command(self._world, self.user, message.channel, name, MESSAGE_MENU)
        data = {
            "id": found["id"],
            "name": name,
            "type": MESSAGE_MENU,
            "target_id": str(message.id),
            "resolved": {"messages": {str(message.id): message.to_json(self._world.bot)}},
        }
        return self._interact(COMMAND, message.channel, data, shown_as=name)

    async def click(self, message: Message, wanted: str) -> Interaction:
        """Press the button with this custom id or label."""
        button = self._part(message, wanted, {parts.BUTTON})
        if "custom_id" not in button:
            raise NotOfferedError(f"Button {wanted!r} is a link; the bot hears nothing of it.")
        data = {"custom_id": button["custom_id"], "component_type": parts.BUTTON, "id": button["id"]}
        return self._interact(
            COMPONENT, message.channel, data, message, shown_as=f"[{button.get('label') or wanted}]"
        )

    async def select(self, message: Message, wanted: str, *values: Any) -> Interaction:
        """Choose from the select with this custom id or placeholder: values or labels, people, channels."""
        select = self._part(message, wanted, parts.SELECTS)
        if not whole(select, "min_values", 1) <= len(values) <= whole(select, "max_values", 1):
            raise NotOfferedError(f"Select {wanted!r} does not take {len(values)} values.")
        resolved = Resolved(self._world, message.channel)
        chosen = picked(select, list(values), resolved)
        data = {
            "custom_id": select["custom_id"],
            "component_type": select["type"],
            "values": chosen,
            "id": select["id"],
        }
        if resolved.found:
            data["resolved"] = resolved.found
        return self._interact(
            COMPONENT,
            message.channel,
            data,
            message,
            shown_as=f"<{', '.join(getattr(value, 'name', str(value)) for value in values)}>",
        )

    def _part(self, message: Message, wanted: str, kinds: set[int]) -> Json:
        if message.deleted or message.seen_by not in (None, self.user):
            raise NotOfferedError(f"{self.name} does not see this message.")
        part = parts.find(message.components, wanted)
        if part is None or part["type"] not in kinds:
            raise NotOfferedError(f"No {wanted!r} on this message. Buttons: {message.labels}.")
        if part.get("disabled"):
            raise NotOfferedError(f"{wanted!r} is disabled.")
        return part

    async def submit_modal(
        self,
        opened: Interaction | Mapping[str, Any],
        values: Mapping[str, Any],
        *,
        by: Interaction | None = None,
    ) -> Interaction:
        """Fill in and submit the modal that `opened` opened; `values` are by custom id or label.

        A modal given as such needs the interaction it came from as `by`.
        """
        origin = opened if isinstance(opened, Interaction) else by
        assert origin is not None, "Pass the interaction that opened the modal."
        modal = origin.modal if isinstance(opened, Interaction) else dict(opened)
        if modal is None:
            raise NotOfferedError(f"{origin.shown_as} has opened no modal.")
        if origin.person is not self.user:
            raise NotOfferedError(f"The modal was opened for {origin.person.name}.")
        resolved = Resolved(self._world, origin.channel)
        data = {"custom_id": modal["custom_id"], "components": fill_modal(modal, values, resolved)}
        if resolved.found:
            data["resolved"] = resolved.found
        return self._interact(
            MODAL_SUBMIT, origin.channel, data, origin.message, shown_as=f"form {modal['title']!r}"
        )

    async def say(
        self,
        channel: Channel,
        text: str,
        *,
        mentions_bot: bool = False,
        reply_to: Message | None = None,
        pings: bool = True,
        files: Sequence[Upload] = (),
    ) -> Message:
        """Write a message; `mentions_bot` puts the bot first, `pings` lets a reply notify its author."""
        world = self._world
        content = f"{world.bot.mention} {text}" if mentions_bot else text
        unarchive(world, channel, by=self.user)
        message = Message(id=world.ids.next(), channel=channel, author=self.user, content=content)
        message.attachments = world.attach(tuple(files), channel)
        message.mentions = mentioned(world, content)
        if reply_to is not None:
            refer(message, reply_to)
            if pings and reply_to.author not in message.mentions:
                message.mentions.append(reply_to.author)
        return world.add_message(message)

    async def forward(self, message: Message, channel: Channel) -> Message:
        """Forward a message. Discord sends words beside it as a message of their own."""
        world = self._world
        made = Message(id=world.ids.next(), channel=channel, author=self.user, flags=HAS_SNAPSHOT)
        made.reference = {"type": 1, "message_id": str(message.id), "channel_id": str(message.channel.id)}
        made.snapshots = [message.snapshot(world.bot)]
        return world.add_message(made)

    async def edit(self, message: Message, text: str) -> None:
        """Edit a message of this person."""
        if message.author is not self.user:
            raise NotOfferedError("People can edit their own messages only.")
        message.content, message.mentions = text, mentioned(self._world, text)
        self._world.update_message(message)

    async def delete(self, message: Message) -> None:
        """Delete a message, as its author or as a moderator."""
        self._world.remove_message(message)

    def _interact(
        self,
        kind: int,
        channel: Channel,
        data: Json,
        message: Message | None = None,
        *,
        shown_as: str,
    ) -> Interaction:
        world, guild = self._world, channel.guild
        number, token = world.ids.next(), secrets.token_urlsafe(48)
        user_installed = guild is not None and not guild.installed
        allowed = NOTHING if channel.hides_from(self.user) else self.user.permissions
        app_permissions = FOREIGN_PERMISSIONS if user_installed else world.permissions(channel)
        owners = {"1": str(self.id)} if user_installed else {"0": str(guild.id) if guild else "0"}
        payload: Json = {
            "id": str(number),
            "application_id": str(world.bot.id),
            "type": kind,
            "token": token,
            "version": 1,
            "data": data,
            "channel_id": str(channel.id),
            "channel": channel.to_json(world.bot) | {"permissions": str(int(allowed))},
            "app_permissions": str(int(app_permissions)),
            "locale": self.locale,
            "entitlements": [],
            "authorizing_integration_owners": owners,
            "context": 1 if guild is None else 0,
            "attachment_size_limit": world.attachment_limit,
        }
        if guild is not None:
            member = self.user.member_json() | {"permissions": str(int(allowed))}
            payload |= {"guild_id": str(guild.id), "guild_locale": "en-US", "member": member}
            payload["guild"] = {"id": str(guild.id), "locale": "en-US", "features": []}
        else:
            payload["user"] = self.user.to_json()
        if message is not None:
            payload["message"] = message.to_json(world.bot)
        interaction = Interaction(
            world=world,
            id=number,
            token=token,
            kind=kind,
            person=self.user,
            channel=channel,
            payload=payload,
            shown_as=shown_as,
            message=message,
            user_installed=user_installed,
        )
        interaction.deliver()
        return interaction


def _full_name(name: str, options: list[Json]) -> str:
    inner = [option for option in options if option["type"] in (1, 2)]
    return f"{name} {_full_name(inner[0]['name'], inner[0]['options'])}" if inner else name
