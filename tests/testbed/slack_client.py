"""The real Slack client, connected to the local Slack."""

from collections.abc import Awaitable
from typing import Any, cast

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.testbed.slack import LocalSlack


def client(slack: LocalSlack, *handlers: Any, token: str = "xoxb-local") -> Any:
    """Return a client that retries only as `handlers` say; Any, as the SDK's keyword arguments carry no types."""
    return AsyncWebClient(token, base_url=slack.api_url, retry_handlers=list(handlers))


async def refusal(call: Awaitable[Any]) -> Any:
    """Return the response of a call that must be refused."""
    with pytest.raises(SlackApiError) as refused:
        await call
    return cast(Any, refused.value).response
