"""Sign in with Discord: the page of consent, the exchange of a code, and requests with a person's token.

Facts: docs, topics/oauth2 and resources/user.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import aiohttp
from aiohttp import web

from tests.testbed.discord.guild import User

if TYPE_CHECKING:
    from tests.testbed.discord.world import World


class Consent:
    """The person at the browser, the button that they press, and the codes and tokens issued for it."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.secret = "local-discord-secret"
        self.person: User | None = None
        """The person who is signed in to Discord; None presses Cancel."""

        self.redirects: set[str] = set()
        """Addresses that the application lists; Discord redirects to no other."""

        self._codes: dict[str, tuple[User, str, str]] = {}
        """Who consented, the address to return to and the challenge (RFC 7636), by code."""

        self._tokens: dict[str, tuple[User, set[str]]] = {}

    async def authorize(self, request: web.Request) -> web.StreamResponse:
        """GET /oauth2/authorize: sends the browser back with a code, or with an error."""
        asked = request.query
        right = asked.get("client_id") == str(self._world.bot.id) and asked.get("response_type") == "code"
        is_known = asked.get("code_challenge_method", "S256") == "S256"
        if not right or not is_known or asked.get("redirect_uri") not in self.redirects:
            return web.Response(status=400, text="Invalid OAuth2 redirect_uri")
        if self.person is None:
            answer = {"error": "access_denied", "state": asked["state"]}
        else:
            code = f"code-{len(self._codes)} {asked.get('scope', '')}"
            self._codes[code] = self.person, asked["redirect_uri"], asked.get("code_challenge", "")
            answer = {"code": code, "state": asked["state"]}
        raise web.HTTPFound(f"{asked['redirect_uri']}?{urlencode(answer)}")

    async def token(self, request: web.Request) -> web.StreamResponse:
        """POST /oauth2/token: exchanges a code, once, for a token of the person."""
        form = await request.post()
        if request.content_type != "application/x-www-form-urlencoded":
            return web.json_response({"error": "invalid_request"}, status=400)
        ours = aiohttp.encode_basic_auth(str(self._world.bot.id), self.secret)
        if request.headers.get("Authorization") != ours:
            return web.json_response({"error": "invalid_client"}, status=401)
        code = str(form.get("code"))
        person, redirect, challenge = self._codes.pop(code, (None, "", ""))
        verifier = str(form.get("code_verifier", "")).encode()
        shown = urlsafe_b64encode(sha256(verifier).digest()).decode().rstrip("=") if verifier else ""
        if person is None or form.get("redirect_uri") != redirect or shown != challenge:
            return web.json_response({"error": "invalid_grant"}, status=400)
        token = f"person-{len(self._tokens)}"
        self._tokens[token] = person, set(code.split()[1:])
        return web.json_response({"access_token": token, "token_type": "Bearer", "expires_in": 604800})

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """GET /users/@me and /users/@me/guilds with a person's token."""
        known = self._tokens.get(request.headers["Authorization"].removeprefix("Bearer "))
        if known is None:
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        person, scopes = known
        needed = "guilds" if request.path.endswith("/guilds") else "identify"
        if needed not in scopes:
            return web.json_response({"message": "Missing Access", "code": 50001}, status=403)
        if needed == "identify":
            return web.json_response(person.to_json() | {"locale": "de"})
        is_gone = person.id in self._world.gone
        servers = [
            {"id": str(one.id), "name": one.name} for one in self._world.guilds.values() if not is_gone
        ]
        return web.json_response(servers)
