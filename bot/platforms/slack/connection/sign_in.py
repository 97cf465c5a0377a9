"""Sign in with Slack (OpenID Connect): identify the person who returns from Slack's page of consent.

The code is exchanged over TLS with the app's own secret, and the facts come from Slack itself, so no signature has to
be verified here (OpenID Connect Core 3.1.3.7, point 6). The identity token says who made it, for which app and which
attempt and until when, so that a stolen code signs nobody in elsewhere (docs.slack.dev:
authentication/sign-in-with-slack). Slack documents no PKCE for its OpenID Connect, and the nonce does the same here.
"""

import asyncio
import hmac
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from urllib.parse import urlencode, urljoin

from slack_sdk.errors import SlackApiError

from bot.platforms.slack.connection.errors import our_errors
from bot.platforms.slack.connection.settings import SlackSettings
from bot.platforms.slack.connection.web_api import Web, sdk_client
from bot.platforms.slack.payloads.parse import PLATFORM, text
from bot.ports import USED_UP, Attempt, Newcomer
from council_core.domain.place import PersonId
from council_core.errors import OutcomeUnknown, PostRefused

SECONDS = 10
"""Time limit in seconds for identifying a person, because they wait."""

LEEWAY = 60
"""Seconds by which Slack's clock and ours may differ."""

SPENT = frozenset({"invalid_code", "code_already_used", "code_expired"})
"""Slack's refusals of a code that was used before, or is older than ten minutes (docs.slack.dev, oauth.v2.access)."""

CLAIM = "https://slack.com/"
"""Prefix of the names of Slack's own claims."""


@contextmanager
def _spent_codes() -> Generator[None]:
    try:
        yield
    except SlackApiError as error:
        raise PostRefused("Slack took this code before, or it is too old.", code=USED_UP) from error


class SlackSignIn:
    """Implements `bot.ports.SignsIn`."""

    name = PLATFORM
    label = "Slack"

    def __init__(self, settings: SlackSettings) -> None:
        self._settings = settings
        self._url = settings.api_url.rstrip("/") + "/"

    def consent_url(self, attempt: Attempt, *, state: str) -> str:
        """Return the address of Slack's page of consent."""
        asked = {
            "response_type": "code",
            "scope": "openid profile",
            "client_id": self._settings.sign_in_id,
            "redirect_uri": attempt.back,
            "state": state,
            "nonce": attempt.nonce,
        }
        return f"{urljoin(self._url, '../openid/connect/authorize')}?{urlencode(asked)}"

    async def newcomer(self, attempt: Attempt, code: str) -> Newcomer:
        """Return the person who consented. Raises PlatformError."""
        client = sdk_client(self._settings, timeout=SECONDS)
        web = Web(client, limit_tries=1)
        with _spent_codes(), our_errors("say who signs in", but=SPENT):
            async with asyncio.timeout(SECONDS):
                token = await web(
                    "openid_connect_token",
                    grant_type="authorization_code",
                    client_id=self._settings.sign_in_id,
                    client_secret=self._settings.sign_in_secret,
                    code=code,
                    redirect_uri=attempt.back,
                )
                claims = self._claims(text(token, "id_token"), attempt)
                facts = await web("openid_connect_userInfo", token=text(token, "access_token"))
        person, team = text(facts, f"{CLAIM}user_id"), text(facts, f"{CLAIM}team_id")
        if not person or not team or text(facts, "sub") != text(claims, "sub"):
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

    def _claims(self, token: str, attempt: Attempt) -> Mapping[str, object]:
        """Return the claims of an identity token. Raises PostRefused if it is expired, or if Slack did not make it for
        this app and this attempt."""
        import jwt

        try:
            claims: Mapping[str, object] = jwt.decode(
                token,
                options={
                    "verify_signature": False,
                    "verify_iss": True,
                    "verify_aud": True,
                    "verify_exp": True,
                    "strict_aud": True,
                    "require": ["iss", "aud", "exp", "sub", "nonce"],
                },
                issuer=urljoin(self._url, "/").rstrip("/"),
                audience=self._settings.sign_in_id,
                leeway=LEEWAY,
            )
        except jwt.InvalidTokenError as error:
            raise PostRefused("Slack's identity token cannot be used.", code=type(error).__name__) from error
        if not hmac.compare_digest(text(claims, "nonce").encode(), attempt.nonce.encode()):
            raise PostRefused("Slack's code belongs to another attempt.", code="other_attempt")
        return claims
