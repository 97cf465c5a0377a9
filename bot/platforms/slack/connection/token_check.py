"""Checks whether Slack still accepts the single token of the settings, and reports when Slack accepts it again."""

import asyncio
import logging
import time
from collections.abc import Callable

from bot.platforms.slack.connection.errors import our_errors
from bot.platforms.slack.connection.settings import SlackSettings
from bot.platforms.slack.connection.web_api import impatient
from council_core.errors import PlaceClosed, PlatformError

log = logging.getLogger(__name__)

TOKEN_SECONDS = 10.0
"""Seconds for which an answer about the token is cached."""

SECONDS_FOR_A_TOKEN = 1.5


class TokenCheck:
    """Checks the token when asked. After a refusal it goes on checking by itself until Slack accepts the token
    again."""

    def __init__(self, settings: SlackSettings, *, taken_again: Callable[[str], None]) -> None:
        """
        Args:
            settings: Holds the token.
            taken_again: Called with the workspace once Slack accepts a token that it had refused.
        """
        self._settings, self._taken_again = settings, taken_again
        self._trouble, self._was_refused, self._known_until = "", False, 0.0
        self._watching: asyncio.Task[None] | None = None

    async def trouble(self) -> str:
        """Return the reason why Slack refuses the token; empty while Slack accepts it or cannot be reached."""
        now = time.monotonic()
        if now >= self._known_until:
            self._known_until = now + TOKEN_SECONDS
            try:
                with our_errors("ask who the bot is"):
                    async with asyncio.timeout(SECONDS_FOR_A_TOKEN):
                        answer = await impatient(self._settings)("auth_test")
                self._taken(answer)
            except PlaceClosed as error:
                self._trouble = str(error)
                self.refused()
            except PlatformError as error:
                log.info("Slack did not say whether it takes the token: %s", error)
        return self._trouble

    def refused(self) -> None:
        """Record that Slack refused the token."""
        self._was_refused = True
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch(), name="slack token")

    async def aclose(self) -> None:
        """Stop checking."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait({self._watching})

    async def _watch(self) -> None:
        while self._was_refused:
            await asyncio.sleep(max(TOKEN_SECONDS, 0.1))
            await self.trouble()

    def _taken(self, answer: dict[str, object]) -> None:
        self._trouble = ""
        if self._was_refused:
            self._was_refused = False
            is_whole = bool(answer.get("is_enterprise_install"))
            self._taken_again(str(answer.get("enterprise_id" if is_whole else "team_id") or ""))
