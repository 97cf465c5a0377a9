"""Renders a channel with its threads as text without ids, times or addresses, the same in every run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tests.testbed.slack.drawing import draw_message
from tests.testbed.slack.workspace import Channel, Message, Workspace

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack

_CONTROL = re.compile(r"<([^<>\n]+)>")
_PERMALINK = re.compile(r"https://[\w-]+\.slack\.com/archives/(\w+)/p(\d+)(\d{6})(?:\?[^\s>|)]*)?")


class Names:
    """Reads Slack's markup with the names of one workspace."""

    def __init__(self, workspace: Workspace, origin: str) -> None:
        self.workspace = workspace
        self.origin = origin

    def user(self, user_id: str) -> str:
        """Return the displayed name of a user id."""
        user = self.workspace.users.get(user_id)
        return user.name if user else user_id

    def author(self, message: Message) -> str:
        """Return the name above a message."""
        return "Council (app)" if message.bot_id else self.user(message.user)

    def read(self, text: str) -> str:
        """Turn mentions, links, dates and entities into the text that a person reads."""
        text = _CONTROL.sub(self._control, text)
        text = _PERMALINK.sub(self._permalink, text)
        if self.origin:
            text = text.replace(self.origin, "https://slack.local")
        return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")

    def _control(self, match: re.Match[str]) -> str:
        target, _, label = match[1].partition("|")
        if target.startswith("@"):
            return f"@{self.user(target[1:])}"
        if target.startswith("#"):
            channel = self.workspace.channels.get(target[1:])
            return f"#{channel.name if channel else label or target[1:]}"
        if target.startswith("!date^"):
            return label
        if target.startswith("!"):
            return f"@{target[1:].partition('^')[0]}"
        if re.match(r"(https?|mailto):", target):
            return f"{label} ({target})" if label else target
        return match[0]

    def _permalink(self, match: re.Match[str]) -> str:
        channel = self.workspace.channels.get(match[1])
        ts = f"{match[2]}.{match[3]}"
        message = self.workspace.message(match[1], ts)
        if channel is None or message is None:
            return "[link to a message that does not exist]"
        words = next(iter(draw_message(message, self)), "").lstrip("# ")
        return f'[link to "{words[:40]}"]'


def channel_transcript(slack: LocalSlack, channel: Channel, replace: Mapping[str, str]) -> str:
    """Return every message with its author, replies indented below their root, ephemeral ones marked."""
    names = Names(slack.workspace, slack.url)
    posts = [post for post in slack.workspace.posts if post.channel == channel.id and not post.deleted]
    lines = [f"#{channel.name}" if channel.kind != "im" else channel.name, ""]
    for post in posts:
        if post.is_reply and not post.broadcast:
            continue
        lines += _entry(post, names, "")
        if post.is_reply:
            continue
        for reply in posts:
            if reply.is_reply and reply.thread_ts == post.ts:
                lines += _entry(reply, names, "    ")
    text = "\n".join(line.rstrip() for line in lines).rstrip() + "\n"
    for pattern, words in replace.items():
        text = re.sub(pattern, words, text)
    return text


def _entry(message: Message, names: Names, indent: str) -> Iterator[str]:
    marks = [
        f"only {names.user(message.ephemeral_to)} sees this" if message.ephemeral_to else "",
        "also sent to the channel" if message.broadcast else "",
        "edited" if message.edited else "",
    ]
    shown = "; ".join(mark for mark in marks if mark)
    yield f"{indent}{names.author(message)}" + (f" ({shown})" if shown else "")
    for line in draw_message(message, names):
        yield f"{indent}  {line}"
    yield ""
