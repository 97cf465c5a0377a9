"""The whole product in this process: real platforms, real HTTP to local models, a real SQLite file."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.app.bootstrap import SERVE, App, open_app
from bot.app.load_settings import load_settings
from bot.app.platforms import chosen_platforms
from bot.app.serve import serve
from bot.ports import ChatPlatform
from bot.settings.environment import Settings
from tests.testbed.migrated import begin_migrated
from tests.testbed.models import ModelServer

SEED = "5eed" * 8
"""Fixes letters, numbers and orders, so that golden files can be compared whole."""

MEMBERS = (
    "openai:gpt-6.1-sol?name=Onyx",
    "anthropic:claude-sonnet-5-5?name=Beryl",
    "google:gemini-4-argon?name=Topaz",
    "openrouter:vendor/quartz?name=Quartz",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """A served council."""

    app: App
    port: int
    """Port for HTTP; 0 without HTTP."""


def environment(models: ModelServer, folder: Path, **changes: str) -> dict[str, str]:
    """Return settings for four members on the local model server."""
    return {
        **models.environment(),
        "DATABASE_URL": f"sqlite:///{folder / 'council.db'}",
        "COUNCIL_MEMBERS": ", ".join(MEMBERS),
        "COUNCIL_VOTE_MINUTES": "60",
        # On a busy machine one member would otherwise be left out now and then.
        "COUNCIL_CLOSE_EARLY": "no",
        "COUNCIL_LOG": "DEBUG",
        **changes,
    }


@asynccontextmanager
async def serving(
    variables: Mapping[str, str],
    folder: Path,
    *,
    platforms: Callable[[Settings], Mapping[str, ChatPlatform]] | None = None,
) -> AsyncGenerator[Serving]:
    """Serve until the block ends, then stop as on SIGTERM."""
    settings = load_settings(variables, folder=folder)
    await begin_migrated(settings.database_url)

    def build(each: Settings) -> Mapping[str, ChatPlatform]:
        return chosen_platforms(each, []) if platforms is None else platforms(each)

    async with open_app(settings, build, family=SERVE, draw_seed=lambda: SEED) as app:
        port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        running = asyncio.create_task(serve(app, listening=port.set_result))
        try:
            yield Serving(app=app, port=await port if "PORT" in variables else 0)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
