"""A channel with its threads -> one HTML page, close to how Discord shows it, for pictures that people look at."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from tests.testbed.discord import components as parts
from tests.testbed.discord.guild import Channel
from tests.testbed.discord.message import Message
from tests.testbed.discord.wire import Json, many

if TYPE_CHECKING:
    from tests.testbed.discord.server import LocalDiscord

STYLE = """
body { margin: 0; background: #fff; color: #313338;
  font: 16px/1.375 "gg sans", "Noto Sans", "Noto Sans KR", sans-serif; }
main { max-width: 760px; padding: 12px 16px; margin: 0 auto; } main > h1 { font-size: 18px; }
h1 { font-size: 24px; margin: 6px 0; } h2 { font-size: 20px; margin: 6px 0; } h3 { font-size: 16px; margin: 6px 0; }
article { display: grid; grid-template-columns: 40px minmax(0, 1fr); gap: 12px; padding: 8px 0; }
article > i { width: 40px; height: 40px; border-radius: 50%; background: #5865f2; color: #fff; display: grid;
  place-items: center; font-style: normal; font-weight: 700; }
article.reply { margin-left: 24px; border-left: 2px solid #e3e5e8; padding-left: 12px; }
.who { font-weight: 600; } .who small { background: #5865f2; color: #fff; border-radius: 4px; padding: 1px 4px;
  font-size: 10px; }
.box { border: 1px solid #e3e5e8; border-left: 4px solid #e3e5e8; border-radius: 8px; padding: 8px 14px;
  margin: 4px 0; }
.small { color: #5c5e66; font-size: 13px; margin: 4px 0; } p, ul, ol { margin: 4px 0; }
.buttons { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0; }
.buttons span { background: #e3e5e8; border-radius: 8px; padding: 6px 14px; font-weight: 500; font-size: 14px; }
.buttons .s1 { background: #5865f2; color: #fff; } .buttons .s4 { background: #da373c; color: #fff; }
.menu { border: 1px solid #c4c9ce; border-radius: 4px; padding: 8px 12px; color: #5c5e66; margin: 8px 0; }
.section { display: flex; gap: 12px; justify-content: space-between; align-items: start; }
pre { background: #f2f3f5; border: 1px solid #e3e5e8; border-radius: 4px; padding: 8px; overflow-x: auto;
  font-size: 12px; } hr { border: 0; border-top: 1px solid #e3e5e8; }
blockquote { border-left: 4px solid #c4c9ce; margin: 4px 0; padding-left: 12px; }
.mention { background: #e6e8fd; color: #4752c4; border-radius: 3px; padding: 0 2px; }
"""

MARKDOWN = MarkdownIt("commonmark", {"breaks": True, "html": False}).enable("strikethrough")
SMALL = re.compile(r"^-# (.*)$", re.MULTILINE)


def channel_page(server: LocalDiscord, channel: Channel) -> str:
    """Return every message that the whole channel sees, with each thread below the message that it hangs on."""
    drawn: list[str] = []
    for message in server.messages(channel):
        drawn.append(_message(server, message))
        if message.thread is not None:
            drawn += [
                _message(server, each, is_reply=True) for each in server.messages(message.thread) if each.text
            ]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>#{channel.name}</title><style>{STYLE}</style><main><h1># {channel.name}</h1>{''.join(drawn)}</main>"
    )


def _message(server: LocalDiscord, message: Message, *, is_reply: bool = False) -> str:
    who = message.author.name
    app = " <small>APP</small>" if message.author is server.bot else ""
    body = _text(server, message.content) + _all(server, message.components)
    files = "".join(f'<p class="small">📎 {html.escape(name)}</p>' for name in message.files)
    kind = ' class="reply"' if is_reply else ""
    return (
        f'<article{kind}><i>{html.escape(who[:1].upper())}</i><div><div class="who">{html.escape(who)}{app}</div>'
        f"{body}{files}</div></article>"
    )


def _all(server: LocalDiscord, components: Iterable[Json]) -> str:
    return "".join(_component(server, each) for each in components)


def _component(server: LocalDiscord, component: Json) -> str:
    inside = many(component, "components")
    match component["type"]:
        case parts.TEXT:
            return _text(server, component["content"])
        case parts.CONTAINER:
            colour = component.get("accent_color")
            edge = "" if colour is None else f' style="border-left-color:#{colour:06x}"'
            return f'<div class="box"{edge}>{_all(server, inside)}</div>'
        case parts.SECTION:
            beside = _all(server, [component["accessory"]])
            return f'<div class="section"><div>{_all(server, inside)}</div>{beside}</div>'
        case parts.ROW if any(each["type"] == parts.BUTTON for each in inside):
            return f'<div class="buttons">{_all(server, inside)}</div>'
        case parts.BUTTON:
            return f'<span class="s{component["style"]}">{html.escape(component.get("label") or "")}</span>'
        case parts.STRING_SELECT:
            return f'<div class="menu">{html.escape(component.get("placeholder") or "")} ▾</div>'
        case parts.SEPARATOR:
            return "<hr>"
        case _:
            return _all(server, inside)


def _text(server: LocalDiscord, text: str) -> str:
    """Draw Discord's markdown: small lines, people and times besides CommonMark."""
    drawn: list[str] = []
    for at, piece in enumerate(SMALL.split(text)):
        page = (
            MARKDOWN.render(piece) if at % 2 == 0 else f'<p class="small">{MARKDOWN.renderInline(piece)}</p>'
        )
        drawn.append(page)
    shown = "".join(drawn)
    shown = re.sub(r"&lt;@!?(\d+)&gt;", lambda found: _person(server, int(found[1])), shown)
    return re.sub(r"&lt;t:(\d+)(?::(\w))?&gt;", lambda found: _time(int(found[1]), found[2] or "f"), shown)


def _person(server: LocalDiscord, person: int) -> str:
    name = server.users[person].name if person in server.users else str(person)
    return f'<span class="mention">@{html.escape(name)}</span>'


def _time(seconds: int, style: str) -> str:
    """Return a time as a reader in UTC sees it; a relative one as its hour."""
    at = datetime.fromtimestamp(seconds, UTC)
    return f"{at:%H:%M}" if style in "tTR" else f"{at:%d %B %Y %H:%M}"
