"""Sign in with Discord (OAuth2): identify the person who returns from Discord's page of consent, and their servers.

The code is exchanged over TLS with the application's own secret. The token in exchange is used for two calls and then
dropped (docs: topics/oauth2). The code counts only with the verifier of the same attempt, so a stolen code is useless
(RFC 7636; discord.com/.well-known/oauth-authorization-server lists S256).
"""

import asyncio
from typing import Any, cast
from urllib.parse import urlencode, urljoin

import aiohttp

from bot.platforms.discord.connection.settings import DiscordSettings
from bot.platforms.discord.payloads.parse import PLATFORM
from bot.ports import USED_UP, Attempt, Newcomer
from council_core.domain.place import PersonId
from council_core.errors import OutcomeUnknown, PostRefused

DISCORD_ITSELF = "https://discord.com/api/v10"
SECONDS = 10
"""Time limit in seconds for identifying a person, because they wait."""


class DiscordSignIn:
    """Implements `bot.ports.SignsIn`."""

    name = PLATFORM
    label = "Discord"

    def __init__(self, settings: DiscordSettings) -> None:
        self._id, self._secret = settings.sign_in_id, settings.sign_in_secret
        self._url = (settings.api_url or DISCORD_ITSELF).rstrip("/")

    def consent_url(self, attempt: Attempt, *, state: str) -> str:
        """Return the address of Discord's page of consent."""
        asked = {
            "response_type": "code",
            "scope": "identify guilds",
            "client_id": self._id,
            "redirect_uri": attempt.back,
            "state": state,
            "code_challenge": attempt.challenge,
            "code_challenge_method": "S256",
            "prompt": "none",
        }
        return f"{urljoin(self._url, '/oauth2/authorize')}?{urlencode(asked)}"

    async def newcomer(self, attempt: Attempt, code: str) -> Newcomer:
        """Return the person who consented. Raises PlatformError."""
        body = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": attempt.back,
            "code_verifier": attempt.verifier,
        }
        try:
            async with asyncio.timeout(SECONDS), aiohttp.ClientSession(raise_for_status=True) as http:
                ours = {"authorization": aiohttp.encode_basic_auth(self._id, self._secret)}
                url = f"{self._url}/oauth2/token"
                async with http.post(url, data=body, headers=ours, raise_for_status=False) as reply:
                    if reply.status == 400 and (await reply.json()).get("error") == "invalid_grant":
                        raise PostRefused("Discord took this code before, or it is too old.", code=USED_UP)
                    reply.raise_for_status()
                    token = str((await reply.json())["access_token"])
                bearer = {"authorization": f"Bearer {token}"}
                async with http.get(f"{self._url}/users/@me", headers=bearer) as reply:
                    person = cast("dict[str, Any]", await reply.json())
                async with http.get(f"{self._url}/users/@me/guilds", headers=bearer) as reply:
                    servers = cast("list[dict[str, Any]]", await reply.json())
            return Newcomer(
                person=PersonId(str(person["id"])),
                name=str(person.get("global_name") or person["username"]),
                locale=str(person.get("locale") or ""),
                workspaces={str(each["id"]): str(each["name"]) for each in servers},
            )
        except aiohttp.ClientResponseError as error:
            raise PostRefused("Discord did not say who signs in.", code=str(error.status)) from error
        except (aiohttp.ClientError, TimeoutError, OSError, KeyError, TypeError, ValueError) as error:
            raise OutcomeUnknown("Discord did not say who signs in.", code=type(error).__name__) from error
