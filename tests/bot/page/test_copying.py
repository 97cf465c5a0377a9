"""Tests of copying from a page, in a real browser."""

from dataclasses import replace

from playwright.async_api import expect

from council_core.domain.slate import Response
from tests.bot.page.test_in_a_browser import pytestmark, reading
from tests.bot.page.test_run_page import here
from tests.bot.page.visits import kept, visits
from tests.bot.presentation.examples import A

__all__ = ["pytestmark"]


async def test_a_response_and_its_code_can_be_copied_also_after_news() -> None:
    run = here("voting")
    assert run.slate is not None
    code = Response(
        alias=A, text="Use **this**:\n\n```python\ndef double(x):\n    return 2 * x\n```\n\nand that."
    )
    slate = replace(run.slate, responses=(code, *run.slate.responses[1:]))
    async with visits() as site:
        run_id = await kept(site.talk, replace(run, slate=slate))
        async with reading(site, f"/r/{run_id}") as page:
            await page.context.grant_permissions(["clipboard-read", "clipboard-write"])

            async def copied(what: str) -> str:
                await page.get_by_role("button", name=f"Copy: {what}", exact=True).click()
                await expect(page.locator("#copied")).to_have_text("Copied")
                return await page.evaluate("navigator.clipboard.readText()")

            whole = await copied("Response A")
            await site.talk.store.save(replace(here("revealed"), slate=slate))
            await page.get_by_text("Quartz Large").first.wait_for()
            part = await copied("python")
            buttons = await page.locator("#resp-a .copy:visible").count()

    assert list(filter(None, whole.splitlines())) == [
        "Use this:",
        "def double(x):",
        "    return 2 * x",
        "and that.",
    ]
    assert (part, buttons) == ("def double(x):\n    return 2 * x\n", 2)


async def test_a_copied_list_keeps_its_marks() -> None:
    text = "Do:\n\n- one\n  - *deep*\n- two\n\n7. seven\n\n   more\n\n8. eight"
    run = here("voting")
    assert run.slate is not None
    slate = replace(run.slate, responses=(Response(alias=A, text=text), *run.slate.responses[1:]))
    async with visits() as site:
        run_id = await kept(site.talk, replace(run, slate=slate))
        async with reading(site, f"/r/{run_id}") as page:
            await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
            shown = await page.locator("#resp-a .prose").inner_html()

            await page.get_by_role("button", name="Copy: Response A", exact=True).click()
            await expect(page.locator("#copied")).to_have_text("Copied")
            plain = await page.evaluate("navigator.clipboard.readText()")
            after = await page.locator("#resp-a .prose").inner_html()

    lines = ["Do:", "- one", "  - deep", "- two", "7. seven", "more", "8. eight"]
    assert [line.rstrip() for line in plain.splitlines() if line.strip()] == lines
    assert after == shown
