"""Tests of pages in a real browser: they obey the policy, fetch nothing from elsewhere, and are usable."""

import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from importlib.resources import files
from typing import Any

import pytest
from playwright.async_api import Page, Request, async_playwright

from bot.web.page import Visitor
from council_core.domain.question import RunId
from council_core.domain.run import RunStatus
from council_core.domain.slate import Response, alias_at
from tests.bot.conversation.talk import with_votes_open
from tests.bot.page.shelf import a_shelf
from tests.bot.page.test_run_page import here
from tests.bot.page.visits import ALICE, BOB, Visits, kept, visits
from tests.bot.presentation.examples import A, B
from tests.samples import NOON

CHROMIUM = shutil.which("chromium")

pytestmark = [
    pytest.mark.skipif(
        CHROMIUM is None, reason="There is no chromium on this machine; apt-get install chromium."
    ),
]

EVIL = (
    "<script>document.title = 'evil'</script><img src=https://evil.example/a onerror=alert(1)>\n\n"
    "![track](https://evil.example/x.png) [press](javascript:alert(2)) <style>body{display:none}</style>\n\n"
    "<iframe src='https://evil.example'></iframe> <form action='https://evil.example'><button>Go</button></form>\n\n"
    "| a | b |\n|---|---|\n| " + "wide " * 60 + " | x |\n\n```\n" + "long " * 80 + "\n```\n"
)


@dataclass
class Trouble:
    """Complaints of a browser."""

    site: str
    said: list[str] = field(default_factory=list[str])

    def watch(self, page: Page) -> None:
        page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        page.on("dialog", lambda dialog: self.said.append(f"dialog: {dialog.message}"))
        page.on("request", self._asked)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.site, "data:")):
            self.said.append(f"request: {request.url}")


@asynccontextmanager
async def reading(
    site: Visits, path: str, visitor: Visitor = ALICE, *, width: int = 1280, script: bool = True
) -> AsyncGenerator[Page]:
    """Open a page in a browser; fail if the browser complains."""
    trouble = Trouble(site.url)
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = await browser.new_context(
            viewport={"width": width, "height": 800}, java_script_enabled=script
        )
        cookie = site.cookie(visitor)["council"]
        await context.add_cookies([{"name": "council", "value": cookie, "url": site.url}])
        page = await context.new_page()
        trouble.watch(page)
        await page.goto(f"{site.url}{path}")
        try:
            yield page
        finally:
            await browser.close()
    assert trouble.said == []


@pytest.mark.parametrize(("status", "count", "width"), [("voting", 8, 320), ("revealed", 3, 1280)])
async def test_hostile_texts_make_no_request_no_dialog_and_no_wide_page(
    status: RunStatus, count: int, width: int
) -> None:
    run = here(status)
    assert run.slate is not None
    assert run.verdict is not None
    arabic = "هل ننقل البناء؟\n\n- أولا بعد أسبوعين\n- ثانيا"
    more = tuple(Response(alias=alias_at(number), text=arabic) for number in range(3, count))
    spoilt = replace(
        run,
        slate=replace(run.slate, responses=(Response(alias=A, text=EVIL), *run.slate.responses[1:], *more)),
        verdict=replace(run.verdict, reply=replace(run.verdict.reply, text=EVIL)),
        question=replace(run.question, text=f"{EVIL}?"),
    )
    async with visits() as site:
        run_id = await kept(site.talk, spoilt)
        async with reading(site, f"/r/{run_id}", width=width) as page:
            title = await page.title()
            wide = await page.evaluate("document.documentElement.scrollWidth")
            shown = await page.locator("#resp-a .prose").inner_text()

    assert "evil" not in title.split("–")[-1]
    assert wide <= width
    assert "<script>" in shown


async def test_two_responses_stand_against_each_other_and_one_alone_in_tabs() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))
        async with reading(site, f"/r/{run_id}") as page:

            async def seen() -> list[str]:
                return [key for key in "abc" if await page.locator(f"#resp-{key}").is_visible()]

            beside = await seen()
            await page.get_by_label("Compare two").check(force=True)
            pair = await seen()
            await page.get_by_label("Tabs").check(force=True)
            alone = await seen()

    assert (beside, pair, alone) == (["a", "b", "c"], ["a", "b"], ["a"])


async def test_a_page_comes_to_life_keeps_what_is_open_and_shows_the_verdict_without_a_reload() -> None:
    run = here("voting")
    async with visits() as site:
        run_id = await kept(site.talk, replace(run, status="reviewing", ranking=None, verdict=None))
        async with reading(site, f"/r/{run_id}") as page:
            await page.get_by_label("Stacked").check(force=True)
            waits = await page.locator("#answer").inner_text()
            await site.talk.store.save(run)
            await page.get_by_text("Wait for the release, then move.").wait_for()
            await page.locator("#board").wait_for()
            stacked = await page.locator("#v-stack").is_checked()
            await site.talk.store.save(here("revealed"))
            await page.get_by_text("Quartz Large").first.wait_for()

    assert "reading each other" in waits
    assert stacked


HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


async def test_a_page_that_nobody_sees_holds_no_connection_and_catches_up_when_it_is_seen() -> None:
    run = here("voting")
    async with visits() as site:
        run_id = await kept(site.talk, replace(run, status="reviewing", ranking=None, verdict=None))
        async with reading(site, f"/r/{run_id}") as page:
            await page.locator("#responses[data-part]").wait_for()
            async with page.expect_request(lambda request: request.url.endswith("/events")) as first:
                await page.reload()
            stream = await first.value
            async with page.expect_event("requestfailed", lambda request: request == stream):
                await page.evaluate(HIDE, True)
            await site.talk.store.save(run)
            await page.evaluate(HIDE, False)
            await page.get_by_text("Wait for the release, then move.").wait_for()


async def test_one_votes_and_ranks_with_a_script_and_without() -> None:
    async with visits() as site:
        run = await with_votes_open(site.talk, ballots=())
        async with reading(site, f"/r/{run.id}") as page:
            await page.locator("#best-B").check(force=True)
            await page.get_by_role("button", name="Vote", exact=True).click()
            await page.get_by_text("Your vote").first.wait_for()
            await page.get_by_text("Rank them all").click()
            await page.get_by_label("Response B down").click()
            # The window is set now, so the server draws the ballot anew while somebody is about to send it.
            await page.evaluate("document.querySelector('.rank').id = 'before'")
            later = replace(await site.talk.store.get(run.id), voting_closes_at=NOON + timedelta(days=1))
            await site.talk.store.save(later)
            await page.locator("#before").wait_for(state="detached")
            await page.get_by_role("button", name="Vote with this ranking").click()
            await page.get_by_text("Your ranking").first.wait_for()
        async with reading(site, f"/r/{run.id}", BOB, script=False) as page:
            await page.get_by_text("Rank them all").click()
            await page.get_by_label("Response B up").click()
            await page.get_by_role("button", name="Vote with this ranking").click()
            await page.get_by_text("Your ranking").first.wait_for()
        ballots = {str(ballot.voter): ballot.order for ballot in (await site.talk.store.get(run.id)).ballots}

    assert run.slate is not None
    others = tuple((alias,) for alias in run.slate.aliases if alias not in (A, B))
    assert ballots["U1"][0] == (A,)
    assert ballots["U2"][:2] == ((B,), (A,))
    assert len(ballots["U2"]) == 2 + len(others)


OPEN_ALL = "document.querySelectorAll('details').forEach(one => { one.open = true; })"


async def findings(page: Page) -> list[str]:
    """Return the findings of axe-core on a page, with their elements."""
    pytest.importorskip("axe_playwright_python", reason="axe-core comes with the extra `test`.")
    # Evaluated by the browser's own tools, because the page's policy lets no other script in.
    await page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = await page.evaluate("axe.run().then(result => result.violations)")
    return [f"{one['impact']} {one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_on_the_page_of_a_run_in_any_state(scheme: str) -> None:
    states: tuple[RunStatus, ...] = ("answering", "voting", "revealed", "failed")
    async with visits() as site:
        for status in states:
            run = replace(here(status), id=RunId(f"r-{status}"))
            begun = replace(run, slate=None, reviews=(), ranking=None, verdict=None)
            await kept(site.talk, begun if status == "answering" else run)
        async with reading(site, "/") as page:
            found: list[str] = []
            for status in states:
                await page.goto(f"{site.url}/r/r-{status}?theme={scheme}")
                await page.evaluate(OPEN_ALL)
                found += [f"{status}: {each}" for each in await findings(page)]

    assert "\n".join(found) == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_on_lists_boards_decisions_and_prompts(scheme: str) -> None:
    async with visits() as site:
        run, asker = await a_shelf(site)
        listing = ("/", "/?q=queue", "/?q=rivers", "/boards", "/decisions", "/decisions?q=rivers")
        found: list[str] = []
        wide: list[int] = []
        for width in (320, 1280):
            async with reading(site, "/", asker, width=width) as page:
                for path in (*listing, f"/r/{run.id}/prompts"):
                    await page.goto(f"{site.url}{path}{'&' if '?' in path else '?'}theme={scheme}")
                    await page.evaluate(OPEN_ALL)
                    found += [f"{path}: {each}" for each in await findings(page)]
                    wide.append(await page.evaluate("document.documentElement.scrollWidth") - width)

    assert "\n".join(found) == ""
    assert max(wide) <= 0
