"""A minimal bolt app for the local Slack's own tests, served over HTTP or Socket Mode."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from tests.testbed.slack import LocalSlack


def plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text}


CARD: list[dict[str, Any]] = [
    {"type": "header", "text": plain("Tabs or spaces?")},
    {
        "type": "table",
        "column_settings": [{}, {"align": "right"}],
        "rows": [
            [{"type": "raw_text", "text": "Response"}, {"type": "raw_text", "text": "Votes"}],
            [{"type": "raw_text", "text": "A"}, {"type": "raw_text", "text": "12"}],
        ],
    },
    {
        "type": "actions",
        "elements": [{"type": "button", "action_id": "vote", "value": "A", "text": plain("Vote A")}],
    },
    {"type": "context", "elements": [{"type": "mrkdwn", "text": "asked by <@UALICE>"}]},
]

FORM: dict[str, Any] = {
    "type": "modal",
    "callback_id": "ask",
    "title": plain("Ask"),
    "submit": plain("Ask"),
    "notify_on_close": True,
    "blocks": [
        {
            "type": "input",
            "block_id": "question",
            "label": plain("Question"),
            "element": {"type": "plain_text_input", "action_id": "text", "max_length": 20},
        }
    ],
}


class Bot:
    """A minimal bolt app that records its deliveries."""

    def __init__(self, slack: LocalSlack) -> None:
        # Any: the SDK's methods carry no types for their keyword arguments.
        self.client: Any = AsyncWebClient("xoxb-local", base_url=slack.api_url, retry_handlers=[])
        self.app: Any = AsyncApp(client=self.client, signing_secret=slack.signing_secret)
        self.heard: list[dict[str, Any]] = []
        self.slack = slack
        self.delay = 0.0
        self.app.command("/council")(self.council)
        self.app.action("vote")(self.vote)
        self.app.event("app_mention")(self.mention)
        self.app.event("message")(self.mention)
        self.app.event("app_uninstalled")(self.mention)
        self.app.event("tokens_revoked")(self.mention)
        self.app.shortcut("council_global")(self.open_form)
        self.app.view("ask")(self.ask)
        self.app.view_closed("ask")(self.closed)

    def hear(self, what: dict[str, Any]) -> None:
        self.heard.append(what)
        self.slack.journal.ring()

    async def council(self, ack: Any, command: dict[str, Any]) -> None:
        await asyncio.sleep(self.delay)
        await ack("The council is called.")
        self.hear(command)
        await self.client.chat_postMessage(channel=command["channel_id"], text=command["text"], blocks=CARD)

    async def vote(self, ack: Any, body: dict[str, Any], respond: Any) -> None:
        await ack()
        self.hear(body)
        await respond(text="Your vote: A", thread_ts=body["message"]["ts"], replace_original=False)

    async def mention(self, body: dict[str, Any]) -> None:
        self.hear(body)

    async def open_form(self, ack: Any, body: dict[str, Any]) -> None:
        await ack()
        await self.client.views_open(trigger_id=body["trigger_id"], view=FORM)

    async def ask(self, ack: Any, view: dict[str, Any]) -> None:
        text = view["state"]["values"]["question"]["text"]["value"]
        if "?" not in text:
            await ack(response_action="errors", errors={"question": "Is this a question?"})
        elif text == "more?":
            await ack(response_action="push", view=FORM)
        elif text == "clear?":
            await ack(response_action="clear")
        else:
            await ack()
        self.hear(view)

    async def closed(self, ack: Any, body: dict[str, Any]) -> None:
        await ack()
        self.hear(body)


@asynccontextmanager
async def over_http(slack: LocalSlack) -> AsyncGenerator[Bot, None]:
    bot = Bot(slack)
    runner = web.AppRunner(bot.app.web_app(path="/slack/events"))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    slack.bot_url = f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events"
    try:
        yield bot
    finally:
        await runner.cleanup()


@asynccontextmanager
async def over_socket(slack: LocalSlack) -> AsyncGenerator[Bot, None]:
    bot = Bot(slack)
    handler = AsyncSocketModeHandler(
        bot.app, app_token=slack.app_token, web_client=bot.client, ping_interval=1
    )
    await handler.connect_async()
    await slack.socket.connected()
    try:
        yield bot
    finally:
        await handler.close_async()


TRANSPORTS: dict[str, Any] = {"http": over_http, "socket": over_socket}
