"""Sign a connector in to its service with OAuth 2 (RFC 6749): client credentials, or a refresh token.

Tokens are stored sealed and shared by all runs and processes: one of them requests a new token, and the others wait for
it. A library of a few hundred kilobytes would save only the two requests here.
"""

import asyncio
import json
import logging
import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import blake2b
from math import isfinite
from typing import cast
from urllib.parse import quote_plus, urlencode

from council_core.domain.connector import Tokens
from council_core.errors import PageRefused, StoreIncompatible
from council_core.ports import Clock, ConnectorTokens
from council_core.tools.services import SECONDS, answer_of

logger = logging.getLogger(__name__)

CLAIMED = timedelta(seconds=20)
"""Time after which a claim is free again, because the process that held it is gone."""

EARLY = timedelta(seconds=30)
"""Time before its expiry at which a token is no longer used."""

USUAL = 300
"""Seconds for which a token is used if its server names no time."""

LONGEST = 30 * 24 * 3_600
"""Most seconds for which a token is used, whatever its server says."""

PAUSE = 0.1
"""Seconds between two checks for a token that another process requests."""

MOST_BYTES = 100_000
CODE = re.compile(r"[a-z_]{1,40}")
"""Error codes of RFC 6749; any other text may hold a secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """Account at an OAuth server."""

    token_url: str
    client_id: str
    client_secret: str = field(repr=False)
    scope: str = ""
    refresh_token: str = field(default="", repr=False)
    """The first refresh token; empty for client credentials."""

    in_body: bool = False
    """Whether id and secret are sent in the body instead of the header."""

    @property
    def key(self) -> str:
        """Return the name under which its tokens are stored; a changed account or first token gives a new one."""
        parts = (self.token_url, self.client_id, self.client_secret, self.scope, self.refresh_token)
        return blake2b("\0".join(parts).encode(), digest_size=20).hexdigest()


class SignIns:
    """Tokens of all connectors."""

    def __init__(self, tokens: ConnectorTokens, clock: Clock) -> None:
        self._tokens, self._clock = tokens, clock
        self._renewals: set[asyncio.Task[str]] = set()

    async def token(self, connector: str, account: SignIn, *, stale: str = "") -> str:
        """Return a valid access token.

        Args:
            connector: Name of the connector.
            account: Its account.
            stale: Token that the service refused, whatever its age.

        Raises:
            PageRefused: There is none; its facts hold no secret.
            StoreUnavailable: The database cannot be used.
        """
        try:
            async with asyncio.timeout(2 * SECONDS):
                while True:
                    if (kept := await self._good(account, stale)) is not None:
                        return kept.access
                    now = self._clock.now()
                    if await self._tokens.claim(account.key, connector, now, now + CLAIMED):
                        return await asyncio.shield(self._renewal(account, stale))
                    await asyncio.sleep(PAUSE)
        except TimeoutError as error:
            raise PageRefused("sign_in_silent", seconds=f"{2 * SECONDS:.0f}") from error
        except StoreIncompatible as error:
            logger.warning("the tokens of connector %s cannot be opened: %s", connector, error)
            raise PageRefused("tokens_sealed") from error

    def _renewal(self, account: SignIn, stale: str) -> asyncio.Task[str]:
        """Begin to renew a token. The renewal goes on if the run is cancelled: a service may accept a refresh token
        only once, so the new one must be stored."""
        task = asyncio.create_task(self._renewed(account, stale))
        self._renewals.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, renewal: asyncio.Task[str]) -> None:
        self._renewals.discard(renewal)
        if not renewal.cancelled():
            renewal.exception()  # Nobody may be left to hear of it.

    async def _good(self, account: SignIn, stale: str) -> Tokens | None:
        kept = await self._tokens.find(account.key)
        is_good = kept and kept.access and kept.access != stale and self._clock.now() + EARLY < kept.ends_at
        return kept if is_good else None

    async def _renewed(self, account: SignIn, stale: str) -> str:
        """Request a token and store it. The caller holds the claim."""
        try:
            # Another process may have stored a token between our check and our claim.
            if (kept := await self._good(account, stale)) is not None:
                return kept.access
            before = await self._tokens.find(account.key)
            refresh = (before.refresh if before else "") or account.refresh_token
            given = await self._asked(account, refresh)
            await self._tokens.keep(account.key, given)
            return given.access
        finally:
            await self._tokens.release(account.key)

    async def _asked(self, account: SignIn, refresh: str) -> Tokens:
        sent = {"grant_type": "refresh_token", "refresh_token": refresh} if refresh else {}
        sent = sent or {"grant_type": "client_credentials"}
        sent |= {"scope": account.scope} if account.scope else {}
        headers = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
        if account.in_body:
            sent |= {"client_id": account.client_id, "client_secret": account.client_secret}
        else:
            pair = f"{quote_plus(account.client_id)}:{quote_plus(account.client_secret)}"
            headers["Authorization"] = f"Basic {b64encode(pair.encode()).decode()}"
        status, answer = await answer_of(
            "POST",
            account.token_url,
            headers=headers,
            content=urlencode(sent).encode(),
            most=MOST_BYTES,
            who="sign_in",
        )
        return self._read(status, answer.content, refresh)

    def _read(self, status: int, content: bytes, refresh: str) -> Tokens:
        """Return the tokens in an answer. Raises PageRefused, whose text has only the answer's error code."""
        said = _object(content)
        access = said.get("access_token")
        if not 200 <= status < 300:
            code = str(said.get("error", ""))
            if status >= 500:
                raise PageRefused("sign_in_answered", status=str(status))
            known = code if CODE.fullmatch(code) else str(status)
            is_outdated = bool(refresh) and code == "invalid_grant"
            raise PageRefused("sign_in_outdated" if is_outdated else "sign_in_refused", code=known)
        if not isinstance(access, str) or not access:
            raise PageRefused("sign_in_no_token")
        given, seconds = said.get("refresh_token"), said.get("expires_in")
        try:
            said_seconds = float(str(seconds))
        except ValueError:
            said_seconds = USUAL
        lasts = min(max(said_seconds, 0.0), LONGEST) if isfinite(said_seconds) else USUAL
        return Tokens(
            access=access,
            refresh=given if isinstance(given, str) and given else refresh,
            ends_at=self._clock.now() + timedelta(seconds=lasts),
        )


def _object(content: bytes) -> Mapping[str, object]:
    try:
        read: object = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return cast("Mapping[str, object]", read) if isinstance(read, dict) else {}
