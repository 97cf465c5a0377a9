"""`/council` and its words: what Discord is told of them, once per change, and where they lead."""

import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any, cast

import discord
from discord import app_commands

from bot.platforms.discord import replies
from bot.platforms.discord.desk import Desk
from bot.platforms.discord.parse import Interaction

log = logging.getLogger(__name__)

LONGEST_QUESTION = 4_000
"""The docs' limit of a text option is 6,000; a modal, the other way to ask, takes 4,000."""

NAME = "council"


class CouncilCommands(app_commands.Group):
    """`/council ask | history | show | cancel | help`."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(
            name=NAME,
            description="Put a question to several models, who judge each other blind",
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._desk = desk

    @app_commands.command(description="Ask the council")
    @app_commands.describe(question="What you want to know")
    async def ask(
        self, interaction: Interaction, question: app_commands.Range[str, 1, LONGEST_QUESTION]
    ) -> None:
        await self._desk.ask(interaction, question)

    @app_commands.command(description="The latest questions of this channel")
    async def history(self, interaction: Interaction) -> None:
        await self._desk.history(interaction)

    @app_commands.command(description="How a run stands")
    @app_commands.describe(run="The run's id; the latest one when you leave it out")
    async def show(
        self, interaction: Interaction, run: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        await self._desk.status(interaction, run)

    @app_commands.command(description="Stop a run before its end")
    @app_commands.describe(run="The run's id, as its card shows it")
    async def cancel(self, interaction: Interaction, run: app_commands.Range[str, 1, 100]) -> None:
        await self._desk.cancel(interaction, run)

    @app_commands.command(description="What one can do here")
    async def help(self, interaction: Interaction) -> None:
        await self._desk.help(interaction)


class CouncilTree(app_commands.CommandTree[discord.Client]):
    """The commands, and what people read when one of them fails."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """A command that is not known here any more, or an error of ours."""
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            text = "This command has changed since. Reload Discord (Ctrl+R) and try again."
        else:
            log.error("A command failed.", exc_info=error)
            text = "Something went wrong on our side. It is in the log."
        late = interaction.response.is_done()
        if late:
            await replies.instead(interaction, replies.sentence(text))
        else:
            await replies.show(interaction, replies.sentence(text), late=False)


async def sync_if_changed(client: discord.Client, tree: app_commands.CommandTree[Any]) -> bool:
    """Tells Discord of the commands with one bulk call, unless it knows them as they are. Raises HTTPException."""
    if client.application_id is None:
        raise RuntimeError("Log in before the commands are told.")
    ours = [command.to_dict(tree) for command in tree.get_commands()]
    theirs: Sequence[Mapping[str, Any]] = await client.http.get_global_commands(client.application_id)
    if same_commands(ours, theirs):
        return False
    await tree.sync()
    log.info("Discord has been told of %d commands.", len(ours))
    return True


_NOTHING: tuple[object, ...] = (None, False, [], {}, "")
_FOLLOWS = frozenset({"dm_permission"})
"""What Discord works out from `contexts`."""


def same_commands(ours: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]) -> bool:
    """Whether Discord's commands are ours; what it adds (ids, versions, defaults) does not count."""
    return len(ours) == len(theirs) and all(
        any(_told(one, other) == _bare(one) for other in theirs) for one in ours
    )


def _told(ours: Any, theirs: Any) -> Any:
    """As much of theirs as we speak of."""
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        mine, other = cast("Mapping[str, Any]", ours), cast("Mapping[str, Any]", theirs)
        return _bare({key: _told(value, other.get(key)) for key, value in mine.items()})
    if isinstance(ours, list) and isinstance(theirs, list):
        mine_all, others = cast("list[Any]", ours), cast("list[Any]", theirs)
        if len(mine_all) == len(others):
            return [_told(one, other) for one, other in zip(mine_all, others, strict=True)]
    return cast("Any", theirs)


def _bare(value: Any) -> Any:
    """Without what means the same as nothing, as plain JSON."""
    if isinstance(value, Mapping):
        kept = cast("Mapping[str, Any]", value).items()
        return {key: _bare(one) for key, one in kept if one not in _NOTHING and key not in _FOLLOWS}
    if isinstance(value, list):
        bare = [_bare(one) for one in cast("list[Any]", value)]
        return sorted(bare) if all(isinstance(one, int) for one in bare) else bare
    return json.loads(json.dumps(value))
