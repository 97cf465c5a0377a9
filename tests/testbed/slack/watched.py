"""A stage whose messages, windows and homes a test can look at."""

from __future__ import annotations

from tests.testbed.slack.stage import Stage
from tests.testbed.slack.workspace import Message, View


class Watched(Stage):
    """A stage whose messages, windows and homes a test can look at."""

    def messages(self, channel: str) -> list[Message]:
        """Return the messages of the channel itself (no replies, nothing ephemeral or deleted), oldest first."""
        return [
            post
            for post in self._shown(channel)
            if post.ephemeral_to is None and (not post.is_reply or post.broadcast)
        ]

    def thread(self, channel: str, ts: str) -> list[Message]:
        """Return the replies below a message, without the message itself, oldest first."""
        return [post for post in self.workspace.thread(self.channel(channel).id, ts) if post.is_reply]

    def ephemerals(self, person: str) -> list[Message]:
        """Return the messages shown to this person alone, in any channel, oldest first."""
        who = self.user(person, team_id="T1").id
        return [post for post in self.workspace.posts if post.ephemeral_to == who and not post.deleted]

    def views(self, person: str) -> list[View]:
        """Return the modals on a person's screen, the topmost last."""
        return list(self.workspace.stacks.get(self.user(person, team_id="T1").id, []))

    def home(self, person: str) -> View | None:
        """Return a person's App Home, if it was published."""
        return self.workspace.homes.get(self.user(person, team_id="T1").id)

    def _shown(self, channel: str) -> list[Message]:
        place = self.channel(channel).id
        return [post for post in self.workspace.posts if post.channel == place and not post.deleted]
