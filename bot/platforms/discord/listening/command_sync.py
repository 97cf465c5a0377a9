"""Registers our commands with Discord, in people's languages, in one bulk call and only when they differ from the
registered ones."""

import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any, cast

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Part
from discord.http import Route

from bot.platforms.discord.listening.commands import FOR_PEOPLE

log = logging.getLogger(__name__)


class CommandTranslator(app_commands.Translator):
    """Gives Discord the descriptions of commands in other languages, and the name of our menu. Names of commands are
    not translated, because people tell each other what to type.

    Args:
        descriptions: By language code, such as `de`, the texts of commands (`ask`) and their options (`ask question`).
    """

    def __init__(self, descriptions: Mapping[str, Mapping[str, str]]) -> None:
        self._descriptions = descriptions

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """See `discord.app_commands.Translator`."""
        texts = self._descriptions.get(locale.value.partition("-")[0], {})
        match context.location:
            case Part.command_description | Part.group_description:
                return texts.get(context.data.name)
            case Part.command_name if isinstance(context.data, app_commands.ContextMenu):
                return texts.get(context.data.name)
            case Part.parameter_description:
                return texts.get(f"{context.data.command.name} {context.data.name}")
            case _:
                return None


async def sync_if_changed(client: discord.Client, tree: app_commands.CommandTree[Any]) -> bool:
    """Register the commands in one bulk call, unless Discord has them already. Raises HTTPException."""
    translator = tree.translator
    if client.application_id is None or translator is None:
        raise RuntimeError("Log in before the commands are told.")
    application = client.application
    if application is not None and application.user_integration_config is not None:
        for command in tree.get_commands():
            command.allowed_contexts, command.allowed_installs = FOR_PEOPLE
    ours = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    # The library's own call leaves translations out.
    route = Route("GET", "/applications/{application_id}/commands", application_id=client.application_id)
    theirs: Sequence[Mapping[str, Any]] = await client.http.request(
        route, params={"with_localizations": "true"}
    )
    if same_commands(ours, theirs):
        return False
    await tree.sync()
    log.info("Discord has been told of %d commands.", len(ours))
    return True


_NOTHING: tuple[object, ...] = (None, False, [], {}, "")
_FOLLOWS = frozenset({"dm_permission"})
"""Fields that Discord derives from `contexts`."""


def same_commands(ours: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether Discord's commands equal ours; fields that Discord adds (ids, versions, defaults) do not count."""
    return len(ours) == len(theirs) and all(
        any(_told(one, other) == _bare(one) for other in theirs) for one in ours
    )


def _told(ours: Any, theirs: Any) -> Any:
    """Keep only the fields that our commands set."""
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        mine, other = cast("Mapping[str, Any]", ours), cast("Mapping[str, Any]", theirs)
        return _bare({key: _told(value, other.get(key)) for key, value in mine.items()})
    if isinstance(ours, list) and isinstance(theirs, list):
        mine_all, others = cast("list[Any]", ours), cast("list[Any]", theirs)
        if len(mine_all) == len(others):
            return [_told(one, other) for one, other in zip(mine_all, others, strict=True)]
    return cast("Any", theirs)


def _bare(value: Any) -> Any:
    """Return plain JSON without values that mean the same as a missing one."""
    if isinstance(value, Mapping):
        kept = cast("Mapping[str, Any]", value).items()
        return {key: _bare(one) for key, one in kept if one not in _NOTHING and key not in _FOLLOWS}
    if isinstance(value, list):
        bare = [_bare(one) for one in cast("list[Any]", value)]
        return sorted(bare) if all(isinstance(one, int) for one in bare) else bare
    return json.loads(json.dumps(value))
