"""Draws a Discord message as readable text for golden files, and checks that Discord would accept it."""

from typing import Any

import discord
from discord.http import handle_message_parameters

from bot.platforms.discord.drawing.buttons import view_of
from bot.platforms.discord.drawing.limits import LARGEST_FILE, Attached, Drawn, Row, Select, Text, marker
from bot.platforms.discord.sending.send import NOBODY
from bot.post import LinkButton
from tests.testbed.discord import Upload
from tests.testbed.discord.limits import check_message


def shown(drawn: Drawn) -> str:
    """Return the visible texts of a message, piece by piece."""
    colour = "" if drawn.colour is None else f" #{drawn.colour:06x}"
    form = f"card{colour if drawn.boxed else ' without a box'}" if drawn.pieces else "message"
    lines = [f"[{form}, {'silent' if drawn.silent else 'rings'}]"]
    lines += [drawn.content] if drawn.content else []
    for piece in drawn.pieces:
        match piece:
            case Text(text=text, beside=beside):
                lines.append(text)
                lines += [] if beside is None else [f"    beside: [{beside.label}] -> {beside.action}"]
            case Row(buttons=buttons):
                for one in buttons:
                    to = one.url if isinstance(one, LinkButton) else f"{one.action} ({one.style})"
                    lines.append(f"[{one.label}] -> {to}")
                    if not isinstance(one, LinkButton) and one.confirm:
                        lines.append(f"    asks first: {one.confirm.question}")
            case Select():
                lines.append(f"menu {piece.number}: {piece.placeholder}")
                lines += [f"    ({choice.label}) -> {choice.action}" for choice in piece.choices]
            case Attached(name=name):
                lines.append(f"shows {name}")
    lines += [f"FILE {file.name} ({len(file.content)} bytes): {file.title}" for file in drawn.files]
    return "\n".join(lines)


def body_of(drawn: Drawn, key: str = "run/part") -> dict[str, Any]:
    """Return the JSON that the library makes of a message; needs a running event loop."""
    flags = discord.MessageFlags(suppress_embeds=True)
    about: dict[str, Any] = {"allowed_mentions": NOBODY, "flags": flags}
    if drawn.pieces:
        about["view"] = view_of(drawn, marker=marker(key))
    else:
        about["content"] = drawn.content
    payload = handle_message_parameters(**about).payload
    assert payload is not None
    return payload


def check(drawn: Drawn) -> dict[str, Any]:
    """Return the JSON of a message; fail if Discord would refuse it."""
    body = body_of(drawn)
    uploads = [Upload(name=file.name, content=file.content) for file in drawn.files]
    check_message(body, uploads, limit=LARGEST_FILE)
    return body
