"""Sign in with Slack (OpenID Connect): identify the person who returns from Slack's page of consent.

The code is exchanged over TLS with the app's own secret, and the facts come from Slack itself, so no token has to be
verified here (docs.slack.dev: authentication/sign-in-with-slack).
"""

import asyncio
from urllib.parse import urlencode, urljoin

from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.connection.errors import our_errors
from bot.platforms.slack.connection.session import CALLS
from bot.platforms.slack.connection.settings import SlackSettings
from bot.platforms.slack.connection.web_api import Web
from bot.platforms.slack.payloads.json_access import text
from bot.platforms.slack.payloads.view_metadata import PLATFORM
from bot.ports import Newcomer
from council_core.domain.place import PersonId
from council_core.errors import OutcomeUnknown

SECONDS = 10
"""Time limit in seconds for identifying a person, because they wait."""

CLAIM = "https://slack.com/"
"""Prefix of the names of Slack's own claims."""


class SlackSignIn:
    """Implements `bot.ports.SignsIn`."""

    name = PLATFORM
    label = "Slack"

    def __init__(self, settings: SlackSettings) -> None:
        self._settings = settings
        self._url = settings.api_url.rstrip("/") + "/"

    def consent_url(self, *, state: str, back: str) -> str:
        """Return the address of Slack's page of consent."""
        asked = {
            "response_type": "code",
            "scope": "openid profile",
            "client_id": self._settings.sign_in_id,
            "redirect_uri": back,
            "state": state,
        }
        return f"{urljoin(self._url, '../openid/connect/authorize')}?{urlencode(asked)}"

    async def newcomer(self, code: str, *, back: str) -> Newcomer:
        """Return the person who consented. Raises PlatformError."""
        client = AsyncWebClient(base_url=self._url, timeout=SECONDS, retry_handlers=[], logger=CALLS)
        web = Web(client, limit_tries=1)
        with our_errors("say who signs in"):
            async with asyncio.timeout(SECONDS):
                token = await web(
                    "openid_connect_token",
                    client_id=self._settings.sign_in_id,
                    client_secret=self._settings.sign_in_secret,
                    code=code,
                    redirect_uri=back,
                )
                facts = await web("openid_connect_userInfo", token=text(token, "access_token"))
        person, team = text(facts, f"{CLAIM}user_id"), text(facts, f"{CLAIM}team_id")
        if not person or not team:
            raise OutcomeUnknown("Slack did not say who signs in.", code="no_claims")
        names = {team: text(facts, f"{CLAIM}team_name")}
        if organisation := text(facts, f"{CLAIM}enterprise_id"):
            names[organisation] = text(facts, f"{CLAIM}enterprise_name")
        return Newcomer(
            person=PersonId(person),
            name=text(facts, "name"),
            locale=text(facts, "locale"),
            workspaces={workspace: name or workspace for workspace, name in names.items()},
        )
