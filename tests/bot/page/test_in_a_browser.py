"""Tests of pages in a real browser: they obey the policy, fetch nothing from elsewhere, and are usable."""

import shutil
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from importlib.resources import files
from typing import Any

import pytest
from playwright.async_api import Page, Request, async_playwright

from bot.web.page import Visitor
from council_core.domain.answer import Answer
from council_core.domain.ballot import Ballot
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.run import RunStatus
from council_core.domain.slate import Response, alias_at
from council_core.domain.tool import Found, ToolCall, ToolUse, Work
from tests.bot.conversation.talk import Talk, with_votes_open
from tests.bot.page.shelf import a_shelf
from tests.bot.page.test_run_page import crowded, here
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
    f"\nhttps://evil.example/{'path' * 40}\n"
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
    site: Visits,
    path: str,
    visitor: Visitor = ALICE,
    *,
    width: int = 1280,
    script: bool = True,
    expected: str = "no complaint",
) -> AsyncGenerator[Page]:
    """Open a page in a browser; fail if the browser complains, other than with the expected words."""
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
    assert [each for each in trouble.said if expected not in each] == []


@pytest.mark.parametrize(("status", "count", "width"), [("voting", 8, 320), ("revealed", 3, 320)])
async def test_hostile_texts_make_no_request_no_dialog_and_no_wide_page(
    status: RunStatus, count: int, width: int
) -> None:
    run = here(status)
    assert run.slate is not None
    assert run.verdict is not None
    arabic = "هل ننقل البناء؟\n\n- أولا بعد أسبوعين\n- ثانيا"
    more = tuple(Response(alias=alias_at(number), text=arabic) for number in range(3, count))
    members = tuple(replace(each, name=f"gpt-{'x' * 60}") for each in run.settings.roster.members)
    spoilt = replace(
        run,
        settings=replace(run.settings, roster=replace(run.settings.roster, members=members)),
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


SIGNS = "[...document.querySelectorAll('.stages b')].map(each => getComputedStyle(each, '::before').content)"
"""Returns the sign before each stage, for readers who see or hear no colours."""


async def test_a_page_comes_to_life_keeps_what_is_open_and_shows_the_verdict_without_a_reload() -> None:
    run = here("voting")
    async with visits() as site:
        run_id = await kept(site.talk, replace(run, status="reviewing", ranking=None, verdict=None))
        async with reading(site, f"/r/{run_id}") as page:
            await page.get_by_label("Stacked").check(force=True)
            waits = await page.locator("#answer").inner_text()
            signs: list[str] = await page.evaluate(SIGNS)
            await site.talk.store.save(run)
            await page.get_by_text("Wait for the release, then move.").wait_for()
            await page.locator("#board").wait_for()
            stacked = await page.locator("#v-stack").is_checked()
            await site.talk.store.save(here("revealed"))
            await page.get_by_text("Quartz Large").first.wait_for()

    assert "reading each other" in waits
    assert signs == ['"✓ "', "none", "none", "none"]
    assert stacked


async def test_the_reveal_leaves_a_reader_with_the_keyboard_folds_scrolling_and_typed_text() -> None:
    run = here("voting")
    assert run.slate is not None
    wide = Response(alias=B, text="```\n" + "wide " * 99 + "\n```")
    first, _, *rest = run.slate.responses
    slate = replace(run.slate, responses=(first, wide, *rest))
    call = ToolCall(id="c1", name="searchtool", arguments="{}")
    work = Work(uses=(ToolUse(call=call, result=Found(text="found", sources=())),), sources=())
    outcomes = tuple(
        replace(each, reply=replace(each.reply, work=work)) if isinstance(each, Answer) else each
        for each in run.outcomes
    )
    run = replace(run, slate=slate, outcomes=outcomes)
    async with visits() as site:
        run_id = await kept(site.talk, run)
        async with reading(site, f"/r/{run_id}") as page:
            begun = await page.evaluate(BEGIN)
            await site.talk.store.cast(run_id, Ballot(voter=PersonId("U7"), order=((B,),), cast_at=NOON))
            await page.locator("#head").get_by_text("2 votes so far").wait_for()
            after_a_vote = await page.evaluate(NOW)
            await site.talk.store.save(replace(here("revealed"), slate=slate, outcomes=outcomes))
            await page.locator("#resp-b").get_by_text("Tool calls").wait_for()
            after_the_reveal = await page.evaluate(NOW)

    assert begun == ["Ask a follow-up", ["said-b"], 120, "half a", 4]
    assert after_a_vote == begun
    assert after_the_reveal == begun


NOW = """() => [
    document.activeElement.textContent,
    [...document.querySelectorAll("#responses details[open]")].map(each => each.id),
    document.querySelector("#resp-b pre").scrollLeft,
    document.getElementById("fq").value,
    document.getElementById("fq").selectionStart,
]"""
"""Returns the control with the keyboard, open folds, and how far a reader has scrolled and typed."""

BEGIN = f"""() => {{
    document.querySelector("#said-b summary").click();
    document.querySelector("#resp-b pre").scrollLeft = 120;
    document.getElementById("fq").value = "half a";
    document.getElementById("fq").setSelectionRange(4, 4);
    document.querySelector("#head a[href='#follow']").focus();
    return ({NOW})();
}}"""


async def test_a_refused_follow_up_stays_in_its_field_while_the_page_is_live() -> None:
    async with visits(Talk({"COUNCIL_RUN_BUDGET": "0.000001"}, priced=True)) as site:
        run_id = await kept(site.talk, here("voting"))
        async with reading(site, f"/r/{run_id}") as page:
            async with page.expect_response(lambda reply: reply.url.endswith("/events")):
                await page.get_by_label("Your follow-up").fill("And in Go?")
                await page.locator("#follow button.main").click()
            await page.get_by_text("one question may cost").wait_for()
            await site.talk.store.cast(run_id, Ballot(voter=PersonId("U7"), order=((B,),), cast_at=NOON))
            await page.locator("#head").get_by_text("2 votes so far").wait_for()
            typed = await page.get_by_label("Your follow-up").input_value()

    assert typed == "And in Go?"


async def test_what_was_typed_outlives_an_expired_cookie_until_it_is_sent() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))
        async with reading(site, f"/r/{run_id}", expected="status of 401") as page:
            cookie = site.cookie(ALICE)["council"]
            field, send = page.get_by_label("Your follow-up"), page.locator("#follow button.main")
            await field.fill("And in Go?")
            await page.context.clear_cookies()
            await send.click()
            await page.get_by_role("heading", name="Open this page from the chat").wait_for()
            await page.context.add_cookies([{"name": "council", "value": cookie, "url": site.url}])
            await page.goto(f"{site.url}/r/{run_id}")
            after_signing_in = await field.input_value()
            await send.click()
            await page.get_by_role("heading", name="And in Go?").wait_for()
            await page.goto(f"{site.url}/r/{run_id}")
            after_it_was_sent = await field.input_value()

    assert (after_signing_in, after_it_was_sent) == ("And in Go?", "")


async def test_a_page_that_gets_nothing_new_any_more_says_so_until_it_does_and_a_deleted_run_disappears() -> (
    None
):
    async with visits() as site:
        run_id = await kept(site.talk, here("voting"))
        async with reading(site, "/templates", expected="status of 410") as page:
            # As from a proxy while the server restarts: a stream that ends at once.
            kind, body = "text/event-stream", "retry: 300\n\n"
            await page.route("**/events", lambda route: route.fulfill(content_type=kind, body=body))
            await page.goto(f"{site.url}/r/{run_id}")
            notice = page.get_by_text("no longer updates by itself")
            await notice.wait_for(state="visible")
            await page.unroute("**/events")
            await notice.wait_for(state="hidden")
            await site.talk.retention.delete(run_id, from_chat=True)
            await page.get_by_role("heading", name="This run was deleted").wait_for()


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
            await page.wait_for_url(lambda url: "said=" not in url)
            await page.get_by_text("Rank them all").click()
            await page.get_by_label("Response B down").click()
            assert await page.locator("#said").is_visible()
            # The window is set now, so the server draws the ballot anew while somebody is about to send it.
            await page.evaluate("document.querySelector('.rank').dataset.before = 'yes'")
            later = replace(await site.talk.store.get(run.id), voting_closes_at=NOON + timedelta(days=1))
            await site.talk.store.save(later)
            await page.locator("[data-before]").wait_for(state="detached")
            assert await page.locator("#said").count() == 0, "the ballot is another one now"
            await page.get_by_role("button", name="Vote with this ranking").click()
            await page.get_by_text("Your ranking").first.wait_for()
            await page.go_back()
            assert await page.locator("#best-A").is_checked()
        async with reading(site, f"/r/{run.id}", BOB, script=False) as page:
            await page.locator("noscript p").wait_for()
            await page.get_by_text("Rank them all").click()
            await page.get_by_label("Response B up").click()
            await page.get_by_role("button", name="Vote with this ranking").click()
            await page.get_by_text("Your ranking").first.wait_for()
        ballots = {str(ballot.voter): ballot.order for ballot in (await site.talk.store.get(run.id)).ballots}

    assert run.slate is not None
    assert ballots["U1"][0] == (A,)
    assert ballots["U2"][:2] == ((B,), (A,))
    assert len(ballots["U2"]) == len(run.slate.aliases)


INVALID = {"name": "invalid", "value": {"type": "token", "value": "true"}}
"""Property of a control in Chromium's accessibility tree."""

OPEN_ALL = "document.querySelectorAll('details').forEach(one => { one.open = true; })"


async def findings(page: Page) -> list[str]:
    """Return the findings of axe-core on a page, with their elements, and controls that a screen reader calls wrong."""
    pytest.importorskip("axe_playwright_python", reason="axe-core comes with the extra `test`.")
    # Evaluated by the browser's own tools, because the page's policy lets no other script in.
    await page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = await page.evaluate("axe.run().then(result => result.violations)")
    tools: Any = await page.context.new_cdp_session(page)
    tree: list[dict[str, Any]] = (await tools.send("Accessibility.getFullAXTree"))["nodes"]
    wrong = [f"invalid: {one['name']['value']}" for one in tree if INVALID in one.get("properties", ())]
    return wrong + [
        f"{one['impact']} {one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]
    ]


OUTSIDE = """() => [...document.querySelectorAll('a, button, summary, label, h1, h2, h3, p, input, select')]
    .filter(each => each.getBoundingClientRect().width && !each.closest('.table, pre, .sub, .vh, .skip'))
    .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
    .map(each => each.outerHTML.slice(0, 120))"""
"""Returns what is cut off at the edge of the screen, where nobody can scroll."""

CUT_TEXTS = """() => [...document.querySelectorAll('svg.chart text')]
    .filter(each => each.getBBox().x < 0
        || each.getBBox().x + each.getBBox().width > each.ownerSVGElement.viewBox.baseVal.width)
    .map(each => each.textContent)"""
"""Returns texts of pictures that reach beyond the picture."""

WIDE_CHARTS = """() => [...document.querySelectorAll('svg.chart')]
    .filter(each => each.getClientRects().length
        && (each.closest('.table').scrollWidth > each.closest('.table').clientWidth
            || [...each.querySelectorAll('text')].some(text => text.getBoundingClientRect().height < 12)))
    .map(each => each.querySelector('title').textContent)"""
"""Returns pictures that scroll sideways, or whose letters are too small."""

SQUEEZED = """() => [...document.querySelectorAll('li, li > span, p, dd')]
    .filter(each => each.clientWidth && each.clientWidth < 40 && each.textContent.length > 12)
    .map(each => each.textContent)"""
"""Returns texts in a column that is narrower than a word."""

LOOKS = pytest.mark.parametrize(
    ("language", "scheme", "width"),
    [("en", "light", 1280), ("de", "light", 320), ("ko", "dark", 390)],
)


async def misfits(page: Page, width: int) -> list[str]:
    """Return what is cut off on a page, with its menus closed, with each of them open, and with large letters."""
    found: list[str] = await page.evaluate(OUTSIDE)
    for menu in await page.locator("details.drop").all():
        await menu.evaluate("each => { each.open = true; }")
        found += await page.evaluate(OUTSIDE)
        await menu.evaluate("each => { each.open = false; }")
    await page.evaluate(OPEN_ALL)
    if await page.evaluate("document.documentElement.scrollWidth") > width:
        found.append("The page is wider than the screen.")
    for check in (SQUEEZED, CUT_TEXTS, WIDE_CHARTS):
        found += await page.evaluate(check)
    await page.evaluate("document.documentElement.style.fontSize = '200%'")
    found += await page.evaluate(OUTSIDE)
    if await page.evaluate("document.querySelector('.skip').getBoundingClientRect().bottom > 0"):
        found.append("The skip link lies over the page.")
    await page.evaluate("document.documentElement.style.fontSize = ''")
    return found


@LOOKS
async def test_a_run_in_any_state_fits_its_screen_and_axe_finds_nothing(
    language: str, scheme: str, width: int
) -> None:
    states: tuple[RunStatus, ...] = ("answering", "reviewing", "voting", "revealed", "failed")
    reader = replace(ALICE, locale=language)
    async with visits() as site:
        for status in states:
            run = replace(here(status), id=RunId(f"r-{status}"))
            begun = replace(run, slate=None, reviews=(), ranking=None, verdict=None)
            await kept(site.talk, begun if status == "answering" else crowded(run))
        async with reading(site, "/", reader, width=width) as page:
            found: list[str] = []
            for status in states:
                await page.goto(f"{site.url}/r/r-{status}?theme={scheme}")
                found += [f"{status}: {each}" for each in await misfits(page, width)]
                found += [f"{status}: {each}" for each in await findings(page)]

    assert "\n".join(found) == ""


@LOOKS
async def test_lists_boards_decisions_and_prompts_fit_their_screen_and_axe_finds_nothing(
    language: str, scheme: str, width: int
) -> None:
    async with visits() as site, visits() as empty:
        run, asker = await a_shelf(site)
        asker = replace(asker, locale=language)
        manager = replace(asker, manages_workspace="1", asked_at=str(int(time.time())))
        listing = (
            "/",
            "/?q=queue",
            "/?q=rivers",
            "/boards",
            "/decisions",
            "/decisions?q=rivers",
            "/templates",
        )
        found: list[str] = []
        for where, who, paths in (
            (site, asker, (*listing, f"/r/{run.id}/prompts")),
            (site, manager, ("/templates",)),
            (empty, asker, ("/", "/boards", "/decisions")),
        ):
            async with reading(where, "/", who, width=width) as page:
                for path in paths:
                    await page.goto(f"{where.url}{path}{'&' if '?' in path else '?'}theme={scheme}")
                    found += [f"{path}: {each}" for each in await misfits(page, width)]
                    found += [f"{path}: {each}" for each in await findings(page)]

    assert "\n".join(found) == ""


UNDER_THE_STRIP = """() => {
    const bar = document.querySelector('.sub').getBoundingClientRect().bottom;
    return [...document.querySelectorAll('.sub a, #head a.btn')].filter(each => {
        each.click();
        return document.querySelector(each.hash + ' :is(h2, h3)').getBoundingClientRect().top < bar;
    }).map(each => each.hash);
}"""
"""Follows each link within the page, and returns those whose heading then lies under the strip of links."""


async def test_links_within_a_page_show_their_headings() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, crowded(here("voting")))
        async with reading(site, f"/r/{run_id}") as page:
            await page.emulate_media(reduced_motion="reduce")
            await page.evaluate("scrollTo(0, 9999)")
            covered = await page.evaluate(UNDER_THE_STRIP)

    assert covered == []


COVERED = """() => {
    const at = document.activeElement, seen = at.closest('label') || at, box = seen.getBoundingClientRect();
    const left = box.left + Math.min(box.width / 2, 30), down = box.top + Math.min(box.height / 2, 12);
    const top = document.elementFromPoint(left, down);
    const shown = top && (top.contains(seen) || seen.contains(top));
    return at === document.body ? 'end' : shown ? '' : at.outerHTML.slice(0, 120);
}"""
"""Returns the element with the keyboard's focus if something lies over it, and `end` behind the last one."""


@pytest.mark.parametrize("key", ["Tab", "Shift+Tab"])
async def test_nothing_lies_over_what_the_keyboard_has_reached(key: str) -> None:
    async with visits() as site:
        run = here("revealed")  # Its reviews fit on the screen, unlike the most that there can be.
        run_id = await kept(site.talk, replace(crowded(run), reviews=run.reviews))
        async with reading(site, f"/r/{run_id}") as page:
            await page.emulate_media(reduced_motion="reduce")
            reached = 0
            covered: list[str] = []
            while reached < 300:
                await page.keyboard.press(key)
                if (found := await page.evaluate(COVERED)) == "end":
                    break
                reached += 1
                covered += [found] if found else []

    assert 30 < reached < 300
    assert "\n".join(covered) == ""
