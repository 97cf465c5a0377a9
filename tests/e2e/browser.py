"""The playground in Debian's Chromium, for tests and for the pictures in the documentation."""

import re
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright

from tests.e2e.bot_process import bot_process
from tests.testbed import patience

CHROMIUM = shutil.which("chromium")
QUESTION = "Should a small team write its own job queue?"
PATIENCE = 1000 * patience.PATIENCE
"""Milliseconds allowed for anything on the page; it takes about one second."""


@dataclass(slots=True)
class Troubles:
    """Faults that a page must never show."""

    found: list[str] = field(default_factory=list[str])

    def watch(self, page: Page, address: str) -> None:
        """Collect console lines, errors, dialogs and requests to anywhere else."""
        host = address.split("/")[2]

        def console(message: ConsoleMessage) -> None:
            self.found.append(f"console: {message.text}")

        page.on("console", console)
        page.on("pageerror", lambda error: self.found.append(f"error: {error}"))
        page.on("dialog", lambda dialog: self.found.append(f"dialog: {dialog.message}"))
        page.on(
            "request",
            lambda request: (
                None
                if request.url.split("/")[2] == host or request.url.startswith("data:")
                else self.found.append(f"request: {request.url}")
            ),
        )


@asynccontextmanager
async def playing(folder: Path, *words: str, **variables: str) -> AsyncGenerator[str]:
    """Run `council play` in a process of its own; yield the address that it prints."""
    async with bot_process(variables, folder, command=("bot", *(words or ("play",)))) as bot:
        yield re.findall(r"http://127\.0\.0\.1:\S+", await bot.says("http://127.0.0.1:"))[0]


@asynccontextmanager
async def browsing() -> AsyncGenerator[Browser]:
    """Yield a Chromium without a window."""
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            await browser.close()


async def a_page(browser: Browser, address: str, troubles: Troubles, *, width: int = 1440) -> Page:
    """Open the playground's page in a new tab."""
    page = await browser.new_page(viewport={"width": width, "height": 900})
    page.set_default_timeout(PATIENCE)
    troubles.watch(page, address)
    await page.goto(address)
    return page


async def ask(page: Page, question: str) -> None:
    """Type a question into the open channel."""
    await page.get_by_label("Ask the council in this channel").fill(question)
    await page.get_by_role("button", name="Ask", exact=True).click()


def thread(page: Page, name: str):
    return page.locator("#right-talk").get_by_role("button", name=name, exact=True)
