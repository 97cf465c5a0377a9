"""People's actions in the workspace: commands, clicks, forms, mentions. Each returns the delivery to the bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Unpack

from tests.testbed.slack import forms, payloads
from tests.testbed.slack.deliveries import Delivery, How
from tests.testbed.slack.faults import SlackError
from tests.testbed.slack.json_values import is_object
from tests.testbed.slack.methods.views import check_view, push_on_screen, replace_view
from tests.testbed.slack.shapes import returned_blocks
from tests.testbed.slack.workspace import AssistantThread, Channel, File, Installation, Message, User, View

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack


@dataclass(frozen=True, slots=True)
class Person:
    """A person using Slack's client."""

    slack: LocalSlack = field(repr=False)
    user: User

    @property
    def id(self) -> str:
        """Return the user id."""
        return self.user.id

    @property
    def view(self) -> View:
        """Return the modal on top of the person's screen; LookupError if there is none."""
        stack = self.slack.workspace.stacks.get(self.id, [])
        if not stack:
            raise LookupError(f"no modal is open for {self.user.name}")
        return stack[-1]

    @property
    def home(self) -> View:
        """Return the App Home as this person sees it; LookupError if it was never published."""
        return self.slack.workspace.homes[self.id]

    @property
    def app(self) -> Installation:
        """Return our app in this person's team."""
        return self.slack.workspace.installation_of(self.user.team_id)

    def _channel(self, name: str) -> Channel:
        channel = self.slack.channel(name)
        channel.members.add(self.id)
        return channel

    async def command(self, channel: str, name: str, text: str = "", **how: Unpack[How]) -> Delivery:
        """Type `/name text` into a channel."""
        payload = payloads.command(self.slack, self.app, self.user, self._channel(channel), name, text)

        def show(delivery: Delivery) -> None:
            reply = delivery.reply
            if reply:
                body = reply if is_object(reply) else {"text": str(reply)}
                self.slack.interactions.show_reply(payload["response_url"], body)

        return await self.slack.deliver("slash_commands", payload, show, **how)

    async def click(self, where: Message | View, which: forms.Which, **how: Unpack[How]) -> Delivery:
        """Press a button, named by its action id or found by a predicate over the button's JSON."""
        return await self.choose(where, which, None, **how)

    async def choose(
        self,
        where: Message | View,
        which: forms.Which,
        value: Any,
        typed: Mapping[str, Any] | None = None,
        **how: Unpack[How],
    ) -> Delivery:
        """Choose an option (or several, as a list) in a menu of a message or view, by value or label, after `typed` was
        entered into the view."""
        if isinstance(where, View):
            block, element = forms.find(where.payload["blocks"], which, self.id)
            done = forms.action(block, element, value)
            chosen = {done["block_id"]: value} if block.get("type") == "input" else {}
            values = _lenient_state(where.payload["blocks"], {**(typed or {}), **chosen})
            payload = payloads.view_action(self.slack, self.app, self.user, where, done, values)
        else:
            if where.deleted or where.ephemeral_to not in (None, self.id):
                raise LookupError(f"{self.user.name} does not see this message")
            block, element = forms.find(returned_blocks(where.blocks), which, self.id)
            done = forms.action(block, element, value)
            payload = payloads.message_action(self.slack, self.app, self.user, where, done)
        return await self.slack.deliver("interactive", payload, None, **how)

    async def submit(
        self, view: View, values: Mapping[str, Any] | None = None, **how: Unpack[How]
    ) -> Delivery:
        """Send a form with `values` by action id or block id, and apply the bot's answer to the screen."""
        if view is not self.view:
            raise LookupError("only the modal on top can be sent")
        state = forms.state(view.payload["blocks"], values or {})
        payload = payloads.submission(self.slack, self.app, self.user, view, state)
        return await self.slack.deliver(
            "interactive", payload, lambda done: self._after_submission(view, done), **how
        )

    def _after_submission(self, view: View, delivery: Delivery) -> None:
        reply: dict[str, Any] = delivery.reply if is_object(delivery.reply) else {}
        complain = self.slack.journal.complain
        stack = self.slack.workspace.stacks.get(self.id, [])
        if not view.open:
            return
        try:
            match reply.get("response_action"):
                case None:
                    stack.remove(view)
                    view.open = False
                case "clear":
                    self._close_all()
                case "errors":
                    known = {
                        block.get("block_id") for block in view.payload["blocks"] if block["type"] == "input"
                    }
                    view.errors = dict(reply.get("errors", {}))
                    if not view.errors or not view.errors.keys() <= known:
                        complain(f"response_action errors name no input blocks: {sorted(view.errors)}")
                case "update":
                    replace_view(self.slack, view, check_view(self.slack, reply.get("view")))
                case "push":
                    push_on_screen(
                        self.slack, self.id, view.team_id, check_view(self.slack, reply.get("view"))
                    )
                case other:
                    complain(f"unknown response_action {other!r}")
        except SlackError as refusal:
            complain(f"response_action refused: {refusal.code} {refusal.messages}")

    def _close_all(self) -> None:
        for view in self.slack.workspace.stacks.pop(self.id, []):
            view.open = False

    async def close(self, view: View, *, clear: bool = False, **how: Unpack[How]) -> Delivery | None:
        """Close the modal (with `clear`, all of them); return a delivery only if the view asked for one."""
        if clear:
            self._close_all()
        else:
            self.slack.workspace.stacks[self.id].remove(view)
            view.open = False
        if not view.payload.get("notify_on_close"):
            return None
        payload = payloads.closing(self.app, self.user, view, cleared=clear)
        return await self.slack.deliver("interactive", payload, None, **how)

    async def shortcut(self, callback_id: str, **how: Unpack[How]) -> Delivery:
        """Use a global shortcut."""
        payload = payloads.global_shortcut(self.slack, self.app, self.user, callback_id)
        return await self.slack.deliver("interactive", payload, None, **how)

    async def message_shortcut(self, message: Message, callback_id: str, **how: Unpack[How]) -> Delivery:
        """Use a shortcut from a message's menu."""
        payload = payloads.message_shortcut(self.slack, self.app, self.user, message, callback_id)
        return await self.slack.deliver("interactive", payload, None, **how)

    def say(
        self, channel: str, text: str, thread_ts: str | None = None, files: Sequence[File] = ()
    ) -> Message:
        """Write into a channel without an event for the bot."""
        return self._write(self._channel(channel), text, thread_ts, files)

    def _write(self, channel: Channel, text: str, thread_ts: str | None, files: Sequence[File]) -> Message:
        if thread_ts is not None:
            root = self.slack.workspace.message(channel.id, thread_ts)
            if root is None:
                raise LookupError(f"no message {thread_ts} in {channel.id}")
            root.thread_ts = root.ts
        message = self.slack.put_message(
            channel=channel.id,
            text=payloads.typed(self.slack, text, labelled=False),
            user=self.id,
            team_id=self.user.team_id,
            thread_ts=thread_ts,
            files=list(files),
        )
        for file in files:
            file.shares.setdefault(channel.id, []).append({"ts": message.ts, "channel_name": channel.name})
        return message

    async def mention(
        self,
        channel: str,
        text: str,
        thread_ts: str | None = None,
        files: Sequence[File] = (),
        forwards: Sequence[Message] = (),
        **how: Unpack[How],
    ) -> Delivery:
        """Write `@council text`; an app that listens to all messages gets it twice, as from Slack."""
        place = self._channel(channel)
        if self.app.bot_user_id not in place.members:
            raise LookupError(
                f"the bot is not in {place.name}: Slack would offer to invite it and tell it nothing"
            )
        bot = self.slack.workspace.users[self.app.bot_user_id].name
        spoken = text if f"@{bot}" in text else f"@{bot} {text}"
        message = self._write(place, spoken, thread_ts, files)
        message.attachments = [payloads.forwarded(self.slack, one) for one in forwards]
        if "message.channels" in self.slack.subscriptions and place.kind == "channel":
            await self._tell(payloads.message_event(self.slack, message, "message"), **how)
        return await self._tell(payloads.message_event(self.slack, message, "app_mention"), **how)

    async def edit(self, message: Message, text: str, **how: Unpack[How]) -> Delivery:
        """Edit one's own message so that it mentions the app: Slack tells of the mention with the message's ts."""
        message.replace(text, [])
        told = payloads.message_event(self.slack, message, "app_mention")
        now = self.slack.workspace.next_ts()
        return await self._tell(told | {"edited": {"user": self.id, "ts": now}, "event_ts": now}, **how)

    async def direct_message(
        self, text: str, thread_ts: str | None = None, files: Sequence[File] = (), **how: Unpack[How]
    ) -> Delivery:
        """Write to the bot in a direct message (message.im)."""
        place = self.slack.workspace.direct_channel(self.id, self.app)
        message = self._write(place, text, thread_ts, files)
        return await self._tell(payloads.message_event(self.slack, message, "message"), **how)

    async def open_assistant(self, **how: Unpack[How]) -> Message:
        """Open a thread with the assistant (assistant_thread_started); return its first message."""
        place = self.slack.workspace.direct_channel(self.id, self.app)
        root = self.slack.put_message(
            channel=place.id,
            text="New Assistant Thread",
            user=self.app.bot_user_id,
            bot_id=self.app.bot_id,
            app_id=self.app.app_id,
            team_id=self.user.team_id,
        )
        self.slack.workspace.assistant_threads[place.id, root.ts] = AssistantThread()
        opened: dict[str, Any] = {
            "user_id": self.id,
            "context": {},
            "channel_id": place.id,
            "thread_ts": root.ts,
        }
        event: dict[str, Any] = {
            "type": "assistant_thread_started",
            "assistant_thread": opened,
            "event_ts": self.slack.workspace.next_ts(),
        }
        await self._tell(event, **how)
        return root

    async def open_home(self, tab: str = "home", **how: Unpack[How]) -> Delivery:
        """Open the App Home (app_home_opened)."""
        place = self.slack.workspace.direct_channel(self.id, self.app)
        inner = {
            "type": "app_home_opened",
            "user": self.id,
            "channel": place.id,
            "tab": tab,
            "event_ts": self.slack.workspace.next_ts(),
        }
        home = self.slack.workspace.homes.get(self.id)
        return await self._tell(inner | ({"view": home.as_slack(self.app)} if home else {}), **how)

    async def _tell(self, inner: dict[str, Any], **how: Unpack[How]) -> Delivery:
        return await self.slack.deliver(
            "events_api", payloads.event(self.slack, self.app, inner), None, **how
        )


def _lenient_state(blocks: list[dict[str, Any]], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state of a view that is not being sent: required fields may still be empty."""
    relaxed = [block | {"optional": True} if block.get("type") == "input" else block for block in blocks]
    return forms.state(relaxed, given)
