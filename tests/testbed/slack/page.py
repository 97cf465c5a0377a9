"""A channel with its threads -> one HTML page, close to how Slack shows it, for pictures that people look at."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt

from tests.testbed.slack.transcripts import Names
from tests.testbed.slack.workspace import Channel, Message

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack

STYLE = """
body { margin: 0; background: #fff; color: #1d1c1d; font: 15px/1.46 Lato, "Noto Sans", "Noto Sans KR", sans-serif; }
main { max-width: 760px; padding: 12px 16px; margin: 0 auto; }
h1 { font-size: 18px; margin: 0 0 8px; } h2 { font-size: 17px; margin: 6px 0; }
article { display: grid; grid-template-columns: 36px 1fr; gap: 8px; padding: 8px 0; }
article > i { width: 36px; height: 36px; border-radius: 6px; background: #4a154b; color: #fff; display: grid;
  place-items: center; font-style: normal; font-weight: 700; }
article.reply { margin-left: 28px; border-left: 2px solid #e8e8e8; padding-left: 12px; }
.who { font-weight: 700; } .who small { font-weight: 400; color: #616061; }
.bar { border-left: 4px solid #ddd; padding-left: 12px; } .context { color: #616061; font-size: 13px; }
.buttons { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0; }
.buttons span { border: 1px solid #bbb; border-radius: 4px; padding: 4px 12px; font-weight: 700; font-size: 14px; }
.buttons .primary { background: #007a5a; color: #fff; border-color: #007a5a; }
.buttons .danger { color: #e01e5a; border-color: #e01e5a; }
table { border-collapse: collapse; font-size: 14px; margin: 6px 0; } .scroll { overflow-x: auto; }
td, th { border: 1px solid #ddd; padding: 4px 10px; text-align: left; }
pre { background: #f8f8f8; border: 1px solid #ddd; border-radius: 4px; padding: 8px; overflow-x: auto;
  font-size: 12px; }
blockquote { border-left: 4px solid #ddd; margin: 4px 0; padding-left: 10px; } p, ul, ol { margin: 4px 0; }
details { margin: 4px 0; } .mention { background: #e8f5fa; color: #1264a3; border-radius: 3px; padding: 0 2px; }
hr { border: 0; border-top: 1px solid #ddd; }
"""

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def channel_page(slack: LocalSlack, channel: Channel, replace: Mapping[str, str]) -> str:
    """Return every message that the whole channel sees, replies indented below their root.

    Args:
        slack: The server with the channel.
        channel: The channel's id.
        replace: Texts that differ in each run, such as ids, and their replacements.
    """
    drawing = _Drawing(Names(slack.workspace, slack.url))
    posts = [
        post
        for post in slack.workspace.posts
        if post.channel == channel.id and not post.deleted and post.ephemeral_to is None
    ]
    roots = [post for post in posts if not post.is_reply]
    parts = [
        drawing.message(post, is_reply=post is not root)
        for root in roots
        for post in (root, *(each for each in posts if each.is_reply and each.thread_ts == root.ts))
    ]
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>#{channel.name}</title><style>{STYLE}</style><main><h1># {channel.name}</h1>{''.join(parts)}</main>"
    )
    for one, other in replace.items():
        page = page.replace(one, other)
    return page


class _Drawing:
    def __init__(self, names: Names) -> None:
        self._names = names

    def message(self, message: Message, *, is_reply: bool) -> str:
        who = self._names.author(message).removesuffix(" (app)")
        app = " <small>APP</small>" if message.bot_id else ""
        body = "".join(self.blocks(message.blocks)) if message.blocks else self.mrkdwn(message.text)
        files = "".join(f'<p class="context">📎 {html.escape(file.name)}</p>' for file in message.files)
        kind = ' class="reply"' if is_reply else ""
        return (
            f'<article{kind}><i>{html.escape(who[:1])}</i><div><div class="who">{html.escape(who)}{app}</div>'
            f"{body}{files}</div></article>"
        )

    def blocks(self, blocks: Iterable[dict[str, Any]]) -> Iterator[str]:
        for block in blocks:
            yield self.block(block)

    def block(self, block: dict[str, Any]) -> str:
        match block["type"]:
            case "header":
                return f"<h2>{html.escape(block['text']['text'])}</h2>"
            case "section":
                text = self.mrkdwn(block["text"]["text"]) if "text" in block else ""
                fields = "".join(f"<p>{self.mrkdwn(field['text'])}</p>" for field in block.get("fields", ()))
                beside = self.buttons([block["accessory"]]) if "accessory" in block else ""
                return f"<div>{text}{fields}{beside}</div>"
            case "markdown":
                return MARKDOWN.render(self._names.read(block["text"]))
            case "rich_text":
                return "".join(self._rich(part) for part in block["elements"])
            case "context":
                parts = [
                    self.mrkdwn(each.get("text", each.get("alt_text", ""))) for each in block["elements"]
                ]
                return f'<div class="context">{" · ".join(parts)}</div>'
            case "actions" | "context_actions":
                return self.buttons(block["elements"])
            case "divider":
                return "<hr>"
            case "table" | "data_table":
                return self._table(block)
            case "plan":
                return f"<b>{html.escape(block['title'])}</b>" + "".join(self.blocks(block.get("tasks", ())))
            case "task_card":
                done = {"complete": "✅", "in_progress": "⏳", "error": "⚠️"}.get(block.get("status", ""), "◻️")
                more = "".join(self.block(block[part]) for part in ("details", "output") if part in block)
                return f"<div>{done} {html.escape(block['title'])}{more}</div>"
            case "container":
                return self._container(block)
            case "alert":
                return f'<div class="bar">{self.mrkdwn(block["text"]["text"])}</div>'
            case "card":
                parts = [
                    self.mrkdwn(block[part]["text"])
                    for part in ("title", "subtitle", "body")
                    if part in block
                ]
                return f'<div class="bar">{"<br>".join(parts)}{self.buttons(block.get("actions", ()))}</div>'
            case other:
                return f'<p class="context">[{other}]</p>'

    def _container(self, block: dict[str, Any]) -> str:
        title = (
            html.escape(block["title"]["text"]) if "title" in block else self.block(block["rich_text_title"])
        )
        inner = "".join(self.blocks(block["child_blocks"]))
        if not block.get("is_collapsible"):
            return f'<div class="bar"><b>{title}</b>{inner}</div>'
        is_open = "" if block.get("default_collapsed") else " open"
        return f"<details{is_open}><summary>{title}</summary>{inner}</details>"

    def _table(self, block: dict[str, Any]) -> str:
        caption = f"<caption>{html.escape(block['caption'])}</caption>" if "caption" in block else ""
        rows = "".join(
            "<tr>" + "".join(f"<td>{self._cell(cell)}</td>" for cell in row) + "</tr>"
            for row in block["rows"]
        )
        return f'<div class="scroll"><table>{caption}{rows}</table></div>'

    def _cell(self, cell: dict[str, Any]) -> str:
        return self.block(cell) if cell["type"] == "rich_text" else html.escape(str(cell.get("text", "")))

    def buttons(self, elements: Iterable[dict[str, Any]]) -> str:
        drawn = [
            f'<span class="{each.get("style", "")}">{html.escape(_label(each))}</span>' for each in elements
        ]
        return f'<div class="buttons">{"".join(drawn)}</div>' if drawn else ""

    def _rich(self, part: dict[str, Any]) -> str:
        match part["type"]:
            case "rich_text_list":
                tag = "ol" if part.get("style") == "ordered" else "ul"
                return (
                    f"<{tag}>{''.join(f'<li>{self._inline(item)}</li>' for item in part['elements'])}</{tag}>"
                )
            case "rich_text_preformatted":
                return f"<pre>{self._inline(part)}</pre>"
            case "rich_text_quote":
                return f"<blockquote>{self._inline(part)}</blockquote>"
            case _:
                return f"<p>{self._inline(part)}</p>".replace("\n", "<br>")

    def _inline(self, part: dict[str, Any]) -> str:
        return "".join(self._word(element) for element in part.get("elements", ()))

    def _word(self, element: dict[str, Any]) -> str:
        match element["type"]:
            case "text":
                text, style = html.escape(element["text"]), element.get("style", {})
                for name, tag in (("code", "code"), ("bold", "b"), ("italic", "i"), ("strike", "s")):
                    text = f"<{tag}>{text}</{tag}>" if style.get(name) else text
                return text
            case "link":
                return f'<span class="mention">{html.escape(element.get("text") or element["url"])}</span>'
            case "user":
                return f'<span class="mention">@{html.escape(self._names.user(element["user_id"]))}</span>'
            case "date":
                return html.escape(str(element.get("fallback", element.get("timestamp"))))
            case _:
                return html.escape(str(element.get("unicode", element.get("name", ""))))

    def mrkdwn(self, text: str) -> str:
        """Slack's own markup: mentions, links, bold, italic, code."""
        text = re.sub(r"<(https?:[^|>]+)\|([^>]+)>", r"\2", text)
        text = html.escape(html.unescape(self._names.read(text)))
        text = re.sub(r"`([^`\n]+)`", r"<code>\1</code>", text)
        text = re.sub(r"(?<![\w*])\*([^*\n]+)\*(?![\w*])", r"<b>\1</b>", text)
        text = re.sub(r"(?<![\w_])_([^_\n]+)_(?![\w_])", r"<i>\1</i>", text)
        return text.replace("\n", "<br>")


def _label(element: dict[str, Any]) -> str:
    if element["type"] == "feedback_buttons":
        return "👍 👎"
    if element["type"] == "overflow":
        return "⋯"
    if "placeholder" in element:
        return f"{element['placeholder']['text']} ▾"
    return str(element.get("text", {}).get("text", element["type"]))
