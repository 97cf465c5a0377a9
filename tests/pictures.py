"""`python -m tests.pictures [chat]`: draw a run of the demo council in Slack, in Discord, in the playground and on its
page, and lists; only the chats with `chat`.

The real bot runs against the local Slack and the local Discord. Headless Chromium photographs their threads at the
width of a desktop and of a phone.
"""

import asyncio
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from PIL import Image, ImageChops
from playwright.async_api import expect

from bot.app import event_loop
from bot.requests.asking import Ask
from bot.requests.person import Person
from bot.requests.voting import CastVote, RevealNames
from council_core.domain.place import PersonId, Place
from council_core.domain.slate import Alias
from tests.bench.pages import cookie, served
from tests.bot.page.shelf import a_shelf
from tests.bot.page.visits import visits
from tests.e2e.browser import PATIENCE, QUESTION, Troubles, a_page, ask, browsing, playing, thread
from tests.e2e.conftest import in_slack
from tests.e2e.discord_talk import in_discord
from tests.testbed.discord import LocalDiscord, described
from tests.testbed.discord.page import channel_page as discord_channel_page
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack
from tests.testbed.slack.page import channel_page

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
WIDTHS = {"desktop": (900, 3200), "phone": (390, 5600)}


FOUR = {
    "COUNCIL_MEMBERS": ", ".join(f"demo:{name}" for name in ("ada", "blaise", "carl", "dorothy")),
    "COUNCIL_CHAIRMAN": "demo:ada",
}


async def thread_page(folder: Path, *, until: str) -> str:
    """Return a whole run in Slack as HTML.

    Args:
        folder: The folder of its database.
        until: Words in the thread once the names are known.
    """
    async with (
        LocalSlack() as slack,
        ModelServer() as models,
        in_slack("http", models, slack, folder, **FOUR),
    ):
        await slack.person("alice").command("C1", "/council", QUESTION)
        await slack.message_with("How the models rank", channel="C1")
        for person, label in (("bob", "Response B"), ("carol", "Response B"), ("alice", "End the vote")):
            await slack.message_with("End the vote", channel="C1")
            await press(slack, person, label)
        await slack.message_with(until, channel="C1")
        return channel_page(
            slack, next(each for each in slack.workspace.channels.values() if each.id == "C1"), {}
        )


async def discord_page(folder: Path) -> str:
    """Return a whole run in Discord as HTML."""
    async with (
        LocalDiscord(openapi=described()) as server,
        ModelServer() as models,
        in_discord(models, server, folder, **FOUR) as talk,
    ):
        await talk.ask(QUESTION)
        await talk.posted("How the models rank")
        ballot = await talk.posted("Which response is best?")
        for person in ("bob", "carol"):
            await talk.press(server.person(person), ballot, "Response B")
        await talk.reveal(ballot)
        await server.wait_for(lambda: "Best: " in server.transcript(talk.channel), timeout=30)
        return discord_channel_page(server, talk.channel)


async def press(slack: LocalSlack, person: str, label: str) -> None:
    """Press the button with this label, wherever it is."""
    button = f"'text': '{label}"
    posts = (post for post in slack.workspace.posts if post.channel == "C1" and post.ephemeral_to is None)
    message = next(
        post for post in posts if any(button in str(block) for block in post.blocks if "elements" in block)
    )
    told = len(slack.ephemerals(person))
    await slack.person(person).click(message.as_seen_now(), lambda element: label in str(element))
    await slack.wait_for(lambda: len(slack.ephemerals(person)) > told)


def photograph(page: Path, picture: Path, width: int, height: int) -> None:
    """Save a picture of a page, without the empty space below it. Raises CalledProcessError."""
    command = (
        "chromium",
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--no-first-run",
    )
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            [
                *command,
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                f"--user-data-dir={profile}",
                f"--window-size={width},{height}",
                f"--screenshot={picture}",
                page.as_uri(),
            ],
            check=True,
            capture_output=True,
            timeout=120,
        )
    with Image.open(picture) as drawn:
        white = Image.new(drawn.mode, drawn.size, "white")
        _, _, _, bottom = ImageChops.difference(drawn, white).getbbox() or (0, 0, 0, height)
        drawn.crop((0, 0, width, min(height, bottom + 16))).convert(
            "P", palette=Image.Palette.ADAPTIVE, colors=32
        ).save(picture, optimize=True)


async def photograph_playground(folder: Path) -> None:
    """Save pictures of the playground: a whole run with two votes, on a desktop, in dark mode and on a phone."""
    async with playing(folder) as address, browsing() as browser:
        troubles = Troubles()
        alice = await a_page(browser, address, troubles)
        await ask(alice, QUESTION)
        await thread(alice, "Response B").click()
        minjun = await a_page(browser, f"{address}?as=2", troubles)
        await thread(minjun, "Response C").click()
        await expect(alice.locator("#mid-talk")).to_contain_text("2 votes so far", timeout=PATIENCE)
        fold = alice.locator("#mid-talk details.drop", has_text="End the vote and reveal")
        await fold.locator("summary").click()
        await fold.get_by_role("button", name="Yes, do it").click()
        await expect(alice.locator("#mid-talk")).to_contain_text("Best:", timeout=PATIENCE)
        close = alice.locator("#private").get_by_role("button", name="Close")
        await close.click()
        await expect(close).to_have_count(0, timeout=PATIENCE)
        await alice.screenshot(path=FOLDER / "playground-desktop.png")
        await alice.emulate_media(color_scheme="dark")
        await alice.locator("#right-talk").evaluate("pane => pane.scrollTop = pane.scrollHeight")
        await alice.screenshot(path=FOLDER / "playground-dark.png")
        phone = await a_page(browser, f"{address}?as=3", troubles, width=390)
        await phone.screenshot(path=FOLDER / "playground-phone.png")
    for name in ("desktop", "dark", "phone"):
        slim(FOLDER / f"playground-{name}.png")


async def photograph_page(folder: Path) -> None:
    """Save pictures of the page of a run after two votes and the reveal."""
    settings = {
        "DATABASE_URL": f"sqlite:///{folder}/page.db",
    }
    place = Place(platform="memory", channel="architecture")
    alice, bob = Person(id=PersonId("U1"), name="Alice"), Person(id=PersonId("U2"), name="Bob")
    async with served(settings, str(folder)) as (app, platform, url):
        await app.handle(Ask(person=alice, place=place, text=QUESTION, delivery="1"))
        await platform.wait_for("/verdict/1", channel="architecture")
        (run,) = await app.store.latest(limit=1)
        for person, alias in ((alice, "B"), (bob, "B")):
            await app.handle(CastVote(person=person, place=place, run_id=run.id, alias=Alias(alias)))
        await app.handle(RevealNames(person=alice, place=place, run_id=run.id))
        await app.engine.finished(run.id)
        await photograph_pages(url, cookie(1), {"page": f"/r/{run.id}"})


async def photograph_lists() -> None:
    """Save pictures of the pages over many questions."""
    async with visits() as site:
        run, asker = await a_shelf(site)
        pages = {
            "list": "/",
            "boards": "/boards",
            "decisions": "/decisions",
            "prompts": f"/r/{run.id}/prompts",
        }
        await photograph_pages(site.url, site.cookie(asker)["council"], pages)


async def photograph_pages(url: str, cookie: str, pages: Mapping[str, str]) -> None:
    """Save pictures of these pages: light, dark, and on a phone.

    Args:
        url: The address of the server.
        cookie: The reader's cookie.
        pages: Paths by the name of their pictures.
    """
    async with browsing() as browser:
        for look, width, height in (("desktop", 1280, 900), ("dark", 1280, 900), ("phone", 390, 844)):
            scheme: Literal["dark", "light"] = "dark" if look == "dark" else "light"
            context = await browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=scheme
            )
            await context.add_cookies([{"name": "council", "value": cookie, "url": url}])
            page = await context.new_page()
            for name, path in pages.items():
                await page.goto(f"{url}{path}")
                picture = FOLDER / f"{name}-{look}.png"
                await page.screenshot(path=picture)
                slim(picture)


def slim(picture: Path) -> None:
    """Save a picture with few colours, which is a third of its size."""
    with Image.open(picture) as drawn:
        few = drawn.convert("RGB").convert("P", palette=Image.Palette.ADAPTIVE)
    few.save(picture, optimize=True)


def photograph_chats(folder: Path) -> None:
    """Save pictures of a thread in Slack and in Discord, on a desktop and on a phone."""
    pages = {
        "slack": thread_page(folder / "slack", until="Best:"),
        "discord": discord_page(folder / "discord"),
    }
    for chat, drawing in pages.items():
        (folder / chat).mkdir()
        page = folder / f"{chat}.html"
        page.write_text(asyncio.run(drawing), encoding="utf-8")
        for name, (width, height) in WIDTHS.items():
            photograph(page, FOLDER / f"{chat}-{name}.png", width, height)


def main() -> int:
    """Draw the pictures. Return 2 where there is no Chromium."""
    if shutil.which("chromium") is None:
        print("Chromium is not installed.", file=sys.stderr)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        photograph_chats(Path(folder))
        if sys.argv[1:] == ["chat"]:
            return 0
        asyncio.run(photograph_playground(Path(folder)))
        event_loop.run(photograph_page(Path(folder)))
    asyncio.run(photograph_lists())
    return 0


if __name__ == "__main__":
    sys.exit(main())
