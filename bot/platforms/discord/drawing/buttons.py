"""Converts pieces of a card into the library's components, and clicks on them into actions.

Buttons and selects are `DynamicItem`s, found by their custom id alone, so that they work after any restart. The
library (2.7.1) drops a whole class of them when a view that also holds an ordinary button stops, or when one view is
edited twice: hence only dynamic items, no time-out, and a new view for each send.
"""

import re
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from bot.platforms.discord.drawing.limits import Attached, Drawn, Row, Select, Text
from bot.platforms.discord.drawing.markup import cut, neutral
from bot.platforms.discord.payloads.parse import Interaction
from bot.post import Button, LinkButton

LONGEST_ID = 100
LONGEST_LABEL = 80
ASK_FIRST = "ask:"
"""Prefix of a button's custom id that asks for confirmation first, because Discord has no such dialogue."""

DRAFT = "draft:"
"""Prefix of a button's custom id that opens a form with its earlier values (`drafts`)."""

STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "primary": discord.ButtonStyle.primary,
    "danger": discord.ButtonStyle.danger,
}


class Clicks(Protocol):
    """Receives clicks."""

    async def clicked(
        self, interaction: Interaction, action: str, *, ask_first: bool = False, draft: str = ""
    ) -> None:
        """Handle a pressed button or a chosen entry; never raises."""
        ...


def _listener(interaction: Interaction) -> Clicks:
    return cast("Clicks", interaction.client)


_BUTTON = re.compile(r"(?P<ask>ask:)?(?:draft:(?P<draft>[\w-]+):)?(?P<action>c\d+:.*)", re.S)


class ActionButton(ui.DynamicItem[ui.Button[Any]], template=_BUTTON):
    """A button that asks for the action in its custom id, of any version."""

    @classmethod
    async def from_custom_id(cls, _: Interaction, item: ui.Item[Any], match: re.Match[str], /) -> Self:
        """Create the button of a message when it is pressed."""
        return cls(cast("ui.Button[Any]", item))

    async def callback(self, interaction: Interaction) -> Any:
        """Pass the action on."""
        match = _BUTTON.fullmatch(self.custom_id)
        assert match is not None, "the library found this class by its template"
        ask_first, draft = match["ask"] is not None, match["draft"] or ""
        await _listener(interaction).clicked(interaction, match["action"], ask_first=ask_first, draft=draft)


class ActionSelect(ui.DynamicItem[ui.Select[Any]], template=r"choose:(?P<number>\d+)"):
    """A menu in which each entry asks for an action."""

    @classmethod
    async def from_custom_id(cls, _: Interaction, item: ui.Item[Any], match: re.Match[str], /) -> Self:
        """Create the menu of a message when an entry is chosen."""
        return cls(cast("ui.Select[Any]", item))

    async def callback(self, interaction: Interaction) -> Any:
        """Pass the chosen entry on."""
        data = cast("dict[str, Any]", interaction.data or {})
        chosen = [str(one) for one in data.get("values", [])]
        await _listener(interaction).clicked(interaction, "".join(chosen[:1]))


def draft_action(draft: str, action: str) -> str:
    """Return the action that opens a form as it was filled in."""
    return f"{DRAFT}{draft}:{action}"


DYNAMIC = (ActionButton, ActionSelect)


def draft_of(action: str) -> tuple[str, str]:
    """Split an action into the draft's name, empty for none, and the action itself."""
    match = _BUTTON.fullmatch(action)
    return (match["draft"] or "", match["action"]) if match is not None else ("", action)


def is_ours(custom_id: str) -> bool:
    """Return whether one of the classes above handles it."""
    return any(item.__discord_ui_compiled_template__.fullmatch(custom_id) for item in DYNAMIC)


def view_of(drawn: Drawn, *, marker: int | None = None) -> ui.LayoutView:
    """Build a new view for one send or edit; needs a running loop. `marker` becomes the id of its first component."""
    view = ui.LayoutView(timeout=None)
    seen: set[str] = set()
    items = [item for piece in drawn.pieces if (item := _item(piece, seen)) is not None]
    if drawn.boxed:
        view.add_item(ui.Container[Any](*items, accent_colour=drawn.colour, id=marker))
        return view
    for item in items:
        view.add_item(item)
    items[0].id = marker
    return view


def _item(piece: Text | Row | Select | Attached, seen: set[str]) -> ui.Item[Any] | None:
    match piece:
        case Text(text=text, beside=beside):
            button = None if beside is None else _button(beside, seen)
            return ui.TextDisplay[Any](text) if button is None else ui.Section[Any](text, accessory=button)
        case Attached(name=name):
            return ui.File[Any](f"attachment://{name}")
        case Select():
            return ui.ActionRow[Any](ActionSelect(_select(piece)))
        case Row(buttons=buttons):
            made = [button for one in buttons if (button := _button(one, seen)) is not None]
            return ui.ActionRow[Any](*made) if made else None


def _button(one: Button | LinkButton, seen: set[str]) -> ui.Item[Any] | None:
    """Build a button. Return None for an id that was seen before, because Discord would refuse the whole message."""
    label = _label(one.label, LONGEST_LABEL)
    if isinstance(one, LinkButton):
        return ui.Button[Any](label=label, url=one.url)
    custom_id = f"{ASK_FIRST}{one.action}" if one.confirm else one.action
    if len(custom_id) > LONGEST_ID:
        custom_id = one.action
    if custom_id in seen:
        return None
    seen.add(custom_id)
    return ActionButton(ui.Button[Any](label=label, style=STYLES[one.style], custom_id=custom_id))


def _label(text: str, longest: int) -> str:
    return cut(" ".join(neutral(text).split()), longest) or "…"


def _select(piece: Select) -> ui.Select[Any]:
    labels = {choice.action: _label(choice.label, 100) for choice in piece.choices}
    options = [discord.SelectOption(label=label, value=action) for action, label in labels.items()]
    placeholder = cut(neutral(piece.placeholder), 150) or None
    return ui.Select[Any](custom_id=f"choose:{piece.number}", placeholder=placeholder, options=options)


def standing_on(message: discord.Message | None, custom_id: str) -> ui.Button[Any] | ui.Select[Any] | None:
    """Return the button or menu of this id on a message; None if the message has none, even if a client claims one."""
    if message is None:
        return None
    view = (ui.LayoutView if message.flags.components_v2 else ui.View).from_message(message, timeout=None)
    for part in view.walk_children():
        if isinstance(part, ui.Button | ui.Select) and part.custom_id == custom_id:
            return part
    return None
