"""Tests of the playground in a real browser: from the question to the reveal, with two voters."""

import asyncio
from importlib.resources import files
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Page, expect

from tests.e2e.browser import CHROMIUM, PATIENCE, QUESTION, Troubles, a_page, ask, browsing, playing, thread

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no chromium (Debian: apt install chromium)"
)


async def serious(page: Page) -> list[str]:
    """Return the findings of axe on the page, without the moderate and minor ones."""
    # Evaluated by the browser's own tools, because the page's policy lets no other script in.
    await page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    found = await page.evaluate(
        "async () => (await axe.run()).violations.map(each => [each.id, each.impact])"
    )
    return [name for name, impact in found if impact in {"serious", "critical"}]


@needs_chromium
async def test_a_question_is_asked_followed_voted_on_by_two_and_revealed(tmp_path: Path) -> None:
    troubles = Troubles()
    async with playing(tmp_path) as address, browsing() as browser:
        alice = await a_page(browser, address, troubles)
        # It stands in the empty channel, among the questions to begin with.
        await alice.get_by_role("button", name=QUESTION, exact=True).click()
        await thread(alice, "Response A").wait_for()
        before = await alice.content()
        told_before = await alice.locator("main").inner_text()
        await thread(alice, "Response B").click()
        await expect(alice.locator("#private")).to_contain_text("Your vote: Response B", timeout=PATIENCE)
        await alice.locator("#private").press("Escape")
        await expect(thread(alice, "Response B")).to_be_focused(timeout=PATIENCE)

        minjun = await a_page(browser, f"{address}?as=2", troubles)
        await thread(minjun, "Response C").click()
        await expect(minjun.locator("#private")).to_contain_text("내 투표: 답변 C", timeout=PATIENCE)
        await expect(alice.locator("#mid-talk")).to_contain_text("2 votes so far", timeout=PATIENCE)
        await expect(alice.locator("#right-talk")).to_contain_text("2 votes so far", timeout=PATIENCE)
        await expect(thread(alice, "Response B")).to_be_focused(timeout=PATIENCE)
        fold = alice.locator("#mid-talk details.drop", has_text="End the vote and reveal")
        await fold.locator("summary").click()
        await fold.get_by_role("button", name="Yes, do it").click()
        await expect(minjun.locator("#right-talk")).to_contain_text("Response A · ", timeout=PATIENCE)
        await expect(alice.locator("#mid-talk article")).to_contain_text("Answered", timeout=PATIENCE)
        after = await alice.locator("#right-talk").inner_text()

        names = ("Ada", "Blaise", "Carl", "Dorothy")
        assert [name for name in names if name in told_before] == []
        assert [name for name in names if f"demo:{name.lower()}" in before] == []
        assert [name for name in names if name not in after] == []
        assert troubles.found == []


FAINT = """() => {
    const light = colour => {
        const parts = colour.match(/[0-9.]+/g).slice(0, 3).map(each => each / 255);
        const [r, g, b] = parts.map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    return [...document.querySelectorAll("[placeholder]")].filter(each => {
        const text = light(getComputedStyle(each, "::placeholder").color);
        const ground = light(getComputedStyle(each).backgroundColor);
        return Math.max(text, ground) / Math.min(text, ground) < 4.5;
    }).map(each => `${each.id} ${getComputedStyle(each, "::placeholder").color}`);
}"""
"""Returns the fields whose hint has less contrast than WCAG AA wants; axe does not look at hints."""


@needs_chromium
@pytest.mark.parametrize("colours", ["light", "dark"])
async def test_the_keyboard_skips_to_the_messages_and_axe_finds_nothing_serious_in_light_or_dark(
    tmp_path: Path, colours: Literal["light", "dark"]
) -> None:
    async with playing(tmp_path, COUNCIL_VOTE_MINUTES="60") as address, browsing() as browser:
        page = await browser.new_page(color_scheme=colours)
        page.set_default_timeout(PATIENCE)
        await page.goto(address)
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("log", name="Messages", exact=True)).to_be_focused(timeout=PATIENCE)
        assert await page.evaluate(FAINT) == []
        await ask(page, QUESTION)
        await thread(page, "Response A").click()
        await expect(page.locator("#private")).to_contain_text("Your vote", timeout=PATIENCE)
        found = await serious(page)
        for name, words in (("With settings…", "Question"), ("Settings here", "Settings in this channel")):
            await page.get_by_role("button", name=name, exact=True).click()
            await expect(page.locator("#private")).to_contain_text(words, timeout=PATIENCE)
            found += await serious(page)

    assert found == []


@needs_chromium
async def test_all_of_it_works_without_the_script(tmp_path: Path) -> None:
    async with playing(tmp_path, COUNCIL_VOTE_MINUTES="60") as address, browsing() as browser:
        context = await browser.new_context(java_script_enabled=False)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        await page.goto(address)
        await ask(page, QUESTION)
        async with asyncio.timeout(PATIENCE / 1000):
            while not await thread(page, "Response A").count():
                await page.reload()
        await thread(page, "Response A").click()

        assert "Your vote: Response A" in await page.locator("#private").inner_text()
        await page.locator("#private").get_by_role("button", name="Withdraw my vote").click()
        assert "withdrawn" in await page.locator("#private").inner_text()


@needs_chromium
async def test_settings_are_changed_in_a_form_and_history_leads_back(tmp_path: Path) -> None:
    troubles = Troubles()
    async with playing(tmp_path, COUNCIL_VOTE_MINUTES="0") as address, browsing() as browser:
        page = await a_page(browser, address, troubles)
        await page.get_by_role("button", name="With settings…").click()
        form = page.locator("#private")
        await form.get_by_label("Question").fill("Tabs or spaces?")
        await form.get_by_label("Template").select_option("debate-coach")
        await expect(form).to_contain_text("Side", timeout=PATIENCE)
        await expect(form.get_by_label("Question")).to_have_value("Tabs or spaces?")
        await form.locator("button.main").click()
        await expect(page.locator("#mid-talk")).to_contain_text("Tabs or spaces?", timeout=PATIENCE)
        await expect(page.locator("#mid-talk")).to_contain_text("Answered", timeout=PATIENCE)

        await page.get_by_role("button", name="History").click()
        await expect(page.locator("#private")).to_contain_text("Tabs or spaces?", timeout=PATIENCE)
        await page.get_by_role("button", name="Settings here").click()
        await expect(page.locator("#private")).to_contain_text("Settings in this channel", timeout=PATIENCE)

        assert troubles.found == []


@needs_chromium
async def test_on_a_phone_nothing_is_wider_than_the_screen_and_axe_finds_nothing(tmp_path: Path) -> None:
    troubles = Troubles()
    async with (
        playing(tmp_path, "serve", COUNCIL_VOTE_MINUTES="60") as address,
        browsing() as browser,
    ):
        page = await a_page(browser, address, troubles, width=390)
        await ask(page, QUESTION)
        await expect(page.locator("#mid-talk")).to_contain_text("End the vote", timeout=PATIENCE)
        found: list[str] = []
        for person, width in ((1, 390), (2, 390), (3, 320)):
            await page.set_viewport_size({"width": width, "height": 844})
            await page.goto(f"{address}?as={person}")
            for pane in ("rooms", "right", "mid"):
                await page.locator(f"#p-{pane}").check(force=True)
                await page.evaluate("document.querySelectorAll('.drop').forEach(one => { one.open = true; })")
                wide = await page.evaluate("document.documentElement.scrollWidth")
                found += [f"{pane}: {wide} of {width}"] if wide > width else []
                await page.evaluate(
                    "document.querySelectorAll('.drop').forEach(one => { one.open = false; })"
                )
                found += await serious(page)

        assert found == []
        assert troubles.found == []


@needs_chromium
async def test_a_private_reply_leaves_the_buttons_for_asking_free(tmp_path: Path) -> None:
    troubles = Troubles()
    async with playing(tmp_path) as address, browsing() as browser:
        page = await a_page(browser, address, troubles, width=1280)
        for button in ("Help", "Settings here"):
            await page.get_by_role("button", name=button, exact=True).click()
            await page.locator("#private").get_by_role("button", name="Close").wait_for()
            asked = page.locator("#form-ask button.main")

            await asked.click(trial=True, timeout=PATIENCE / 4)

        assert troubles.found == []


@needs_chromium
async def test_what_was_typed_outlives_a_reload_until_it_is_sent_and_stays_in_its_place(
    tmp_path: Path,
) -> None:
    troubles = Troubles()
    async with playing(tmp_path) as address, browsing() as browser:
        page = await a_page(browser, address, troubles)
        field = page.get_by_label("Ask the council in this channel")
        await field.fill("Half a quest")
        await page.get_by_role("button", name="With settings…").click()
        form = page.locator("#private")
        await form.locator("textarea").first.fill("Half a quest in the form")
        ticked = form.locator("input[type=checkbox]").first
        await ticked.check()

        await page.reload()

        await expect(field).to_have_value("Half a quest", timeout=PATIENCE)
        await expect(form.locator("textarea").first).to_have_value(
            "Half a quest in the form", timeout=PATIENCE
        )
        await expect(ticked).to_be_checked(timeout=PATIENCE)
        await page.get_by_role("link", name="# incidents").click()
        await expect(field).to_have_value("", timeout=PATIENCE)
        await page.go_back()
        await expect(field).to_have_value("Half a quest", timeout=PATIENCE)
        await form.get_by_role("button", name="Close").click()
        await expect(form).to_be_hidden(timeout=PATIENCE)  # Until then, the page has two buttons "Ask".
        await ask(page, QUESTION)
        await thread(page, "Response A").wait_for()
        await page.reload()
        await expect(field).to_have_value("", timeout=PATIENCE)
        assert troubles.found == []


@needs_chromium
async def test_dropped_files_go_along_and_one_of_the_wrong_kind_is_named_on_the_card(tmp_path: Path) -> None:
    troubles = Troubles()
    async with playing(tmp_path, COUNCIL_VOTE_MINUTES="0") as address, browsing() as browser:
        page = await a_page(browser, address, troubles)
        dropped = """() => {
            const files = new DataTransfer();
            files.items.add(new File(["MZ\\u0090\\u0000".repeat(500)], "setup.exe", {type: "application/exe"}));
            files.items.add(new File(["Queues are hard."], "notes.txt", {type: "text/plain"}));
            const event = new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true});
            document.getElementById("mid-talk").dispatchEvent(event);
            return event.defaultPrevented;
        }"""

        is_taken = await page.evaluate(dropped)
        await expect(page.locator("#form-ask [data-chosen]")).to_have_text("setup.exe, notes.txt")
        await ask(page, QUESTION)
        await expect(page.locator("#mid-talk")).to_contain_text("Answered", timeout=PATIENCE)
        card = await page.locator("#mid-talk article").inner_text()

        await page.route("**/ask", lambda route: route.fulfill(status=413, body="<p>That is too much.</p>"))
        await ask(page, "Again?")
        await expect(page.locator("#private")).to_contain_text("That is too much.", timeout=PATIENCE)
        await ask(await a_page(browser, address, troubles), "From another window?")
        await expect(page.locator("#mid-talk")).to_contain_text("From another window?", timeout=PATIENCE)
        assert "That is too much." in await page.locator("#private").inner_text()
        await expect(page.get_by_label("Ask the council in this channel")).to_have_value("Again?")
        await page.locator("#private").get_by_role("button", name="Close").click()
        await expect(page.locator("#private")).to_be_hidden(timeout=PATIENCE)
        assert [each for each in troubles.found if "413" not in each] == []
        troubles.found.clear()

        assert is_taken
        assert "All models read notes.txt" in card
        assert "setup.exe was not read: Council does not read this kind of file" in card
        assert troubles.found == []
