"""Converts typed slash commands into options, within the limits of Discord's client."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.testbed.discord.command_limits import GROUP, SUBCOMMAND
from tests.testbed.discord.guild import Channel, Permission, User
from tests.testbed.discord.message import Upload
from tests.testbed.discord.wire import Json, many

if TYPE_CHECKING:
    from tests.testbed.discord.world import World

STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 3, 4, 5, 6, 7, 8, 9, 10, 11
SLASH, USER_MENU, MESSAGE_MENU = 1, 2, 3
KINDS = {STRING: str, INTEGER: int, BOOLEAN: bool, NUMBER: (int, float)}


class NotOfferedError(AssertionError):
    """Discord's client would not offer this to the person: no such command, option, button or value here."""


@dataclass(slots=True)
class Resolved:
    """The people, channels and files that an interaction names by id, as Discord includes them."""

    world: World
    channel: Channel
    found: dict[str, Json] = field(default_factory=dict[str, Json])

    def user(self, user: User) -> str:
        self.found.setdefault("users", {})[str(user.id)] = user.to_json()
        if self.channel.guild is not None:
            member = user.member_json(with_user=False) | {"permissions": str(int(user.permissions))}
            self.found.setdefault("members", {})[str(user.id)] = member
        return str(user.id)

    def place(self, channel: Channel) -> str:
        data = channel.to_json(self.world.bot) | {"permissions": str(int(self.world.permissions(channel)))}
        self.found.setdefault("channels", {})[str(channel.id)] = data
        return str(channel.id)

    def file(self, upload: Upload) -> str:
        attachment = self.world.attach((upload,), self.channel, ephemeral=True)[0]
        self.found.setdefault("attachments", {})[str(attachment.id)] = attachment.to_json()
        return str(attachment.id)


def find_command(world: World, person: User, channel: Channel, name: str, kind: int) -> Json:
    """Return the synced command that the person may use here; complains and raises `NotOfferedError` if none."""
    guild = channel.guild
    scopes: list[int | None] = [guild.id, None] if guild is not None else [None]
    commands = [command for scope in scopes for command in world.commands.get(scope, [])]
    command = next((one for one in commands if (one["name"], one["type"]) == (name, kind)), None)
    if command is None:
        known = ", ".join(sorted(one["name"] for one in commands)) or "none"
        _not_offered(world, f"{person.name} finds no command {name!r} in {channel.name}. Synced: {known}.")
    assert command is not None
    contexts = command.get("contexts")
    here = 0 if guild is not None else 1
    if contexts is not None and here not in contexts:
        _not_offered(world, f"Command {name!r} is not for this context: {channel.name}.")
    if command.get("dm_permission") is False and guild is None:
        _not_offered(world, f"Command {name!r} is not for direct messages.")
    if guild is not None and not guild.installed and 1 not in (command.get("integration_types") or [0]):
        _not_offered(
            world, f"Command {name!r} cannot be installed by a person, and the app is not in {guild.name}."
        )
    needed = Permission(int(command.get("default_member_permissions") or 0))
    if (
        guild is not None
        and needed & ~person.permissions
        and Permission.ADMINISTRATOR not in person.permissions
    ):
        _not_offered(world, f"Command {name!r} is hidden from {person.name}, who lacks {needed!r}.")
    if channel.archived:
        _not_offered(world, f"Commands cannot be used in the archived thread {channel.name}.")
    return command


def _not_offered(world: World, text: str) -> None:
    world.complain(text)
    raise NotOfferedError(text)


def fill_options(
    schema: list[Json], given: Json, resolved: Resolved, *, focused: str | None = None
) -> list[Json]:
    """Return the options as Discord sends them. With `focused` (autocomplete) required ones may still be missing."""
    by_name = {option["name"]: option for option in schema}
    unknown = set(given) - set(by_name)
    if unknown:
        raise NotOfferedError(f"No option {sorted(unknown)}. Known: {sorted(by_name)}.")
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in schema):
        if len(given) != 1:
            raise NotOfferedError(f"Choose one of the subcommands {sorted(by_name)}.")
        ((name, inner),) = given.items()
        option = by_name[name]
        inside = fill_options(many(option, "options"), inner or {}, resolved, focused=focused)
        return [{"name": name, "type": option["type"], "options": inside}]
    missing = [one["name"] for one in schema if one.get("required") and one["name"] not in given]
    if missing and focused is None:
        raise NotOfferedError(f"Required options are missing: {missing}.")
    filled: list[Json] = []
    for name, value in given.items():
        option = by_name[name]
        if name == focused:
            if not option.get("autocomplete"):
                raise NotOfferedError(f"Option {name!r} has no autocomplete.")
            filled.append({"name": name, "type": option["type"], "value": value, "focused": True})
        else:
            filled.append({"name": name, "type": option["type"], "value": _value(option, value, resolved)})
    return filled


def _value(option: Json, value: Any, resolved: Resolved) -> Any:
    kind, name = option["type"], option["name"]
    if kind in (USER, MENTIONABLE):
        return resolved.user(getattr(value, "user", value))
    if kind == CHANNEL:
        return resolved.place(value)
    if kind == ATTACHMENT:
        return resolved.file(value)
    if kind == ROLE:
        return str(value)
    if not isinstance(value, KINDS[kind]):
        raise NotOfferedError(f"Option {name!r} takes {KINDS[kind]}, not {value!r}.")
    choices = many(option, "choices")
    if choices:
        chosen = next(
            (choice["value"] for choice in choices if value in (choice["value"], choice["name"])), None
        )
        if chosen is None:
            raise NotOfferedError(
                f"Option {name!r} has no choice {value!r}: {[choice['name'] for choice in choices]}."
            )
        return chosen
    size = len(value) if isinstance(value, str) else value
    low, high = ("min_length", "max_length") if isinstance(value, str) else ("min_value", "max_value")
    if (option.get(low) is not None and size < option[low]) or (
        option.get(high) is not None and size > option[high]
    ):
        raise NotOfferedError(
            f"Option {name!r} does not take a value of {size}: {option.get(low)} to {option.get(high)}."
        )
    return value
