"""A council that programs ask, with local models behind it."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.e2e.council_app import Serving, environment, serving
from tests.testbed.models import ModelServer

TOKENS = {"ci": "ci-token-0123456789abcdef", "ada": "ada-token-0123456789abcdef"}
QUESTION = "Should we rewrite the importer in Rust?"
AUTHORS = ("Onyx", "Beryl", "Topaz", "Quartz")
GIVEAWAYS = (*AUTHORS, "gpt", "claude", "gemini", "quartz", "openai", "anthropic", "google", "openrouter")
"""Texts that must not appear while names are sealed."""


def variables(models: ModelServer, folder: Path, **changes: str) -> dict[str, str]:
    """Settings of a server that two programs may ask."""
    tokens = ", ".join(f"{name}={token}" for name, token in TOKENS.items())
    own = {"COUNCIL_API_TOKENS": tokens, "PORT": "0", "COUNCIL_DRAIN_SECONDS": "0"}
    return environment(models, folder, **own, **changes)


@dataclass(frozen=True, kw_only=True)
class Reply:
    """An HTTP response."""

    status: int
    headers: Mapping[str, str]
    body: Any


class Caller:
    """A program with a token."""

    def __init__(self, served: Serving, session: aiohttp.ClientSession, token: str = TOKENS["ci"]) -> None:
        self.url = f"http://127.0.0.1:{served.port}"
        self._session = session
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    async def __call__(
        self, method: str, path: str, *, headers: Mapping[str, str] | None = None, **how: Any
    ) -> Reply:
        """Send a request and read the whole reply."""
        async with self._session.request(
            method, f"{self.url}{path}", headers={**self.headers, **(headers or {})}, **how
        ) as reply:
            is_json = reply.content_type == "application/json"
            return Reply(
                status=reply.status,
                headers=reply.headers,
                body=await reply.json() if is_json else await reply.text(),
            )

    @asynccontextmanager
    async def opened(self, path: str) -> AsyncGenerator[aiohttp.StreamReader]:
        """Open a stream, to be read piece by piece."""
        async with self._session.get(f"{self.url}{path}", headers=self.headers) as reply:
            yield reply.content

    def with_token(self, token: str) -> "Caller":
        """Return the same caller with another token."""
        other = Caller.__new__(Caller)
        other.url, other._session = self.url, self._session
        other.headers = {"Authorization": f"Bearer {token}"} if token else {}
        return other


@pytest.fixture
async def models() -> AsyncIterator[ModelServer]:
    """A local server that all providers lead to."""
    async with ModelServer() as server:
        yield server


@pytest.fixture
async def served(models: ModelServer, tmp_path: Path) -> AsyncIterator[Serving]:
    """The product, asked by programs alone."""
    async with serving(variables(models, tmp_path), tmp_path) as each:
        yield each


@pytest.fixture
async def call(served: Serving) -> AsyncIterator[Caller]:
    """The program `ci`."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as session:
        yield Caller(served, session)
