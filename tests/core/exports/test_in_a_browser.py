"""Tests of the HTML of a run in a real browser: nothing is cut off, on a phone or on paper."""

import shutil

import pytest
from playwright.async_api import async_playwright

from tests.core.exports.test_formats import made, with_answers

CHROMIUM = shutil.which("chromium")
WORD = "0123456789abcdef" * 8
ROW = f"|{'wide column |' * 20}\n"
TEXT = f"# {WORD}\n\n```\n{WORD}\n```\n\n{ROW}|{'-|' * 20}\n{ROW}\n\n|a|b|\n|-|-|\n|{WORD}|b|\n"
WIDTHS = """() => [document.documentElement, ...document.querySelectorAll('.table, pre')]
    .map(one => one.scrollWidth - one.clientWidth)"""


@pytest.mark.skipif(CHROMIUM is None, reason="There is no chromium on this machine.")
async def test_the_page_of_a_file_fits_a_phone_and_paper_cuts_neither_code_nor_tables() -> None:
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = await browser.new_page(viewport={"width": 320, "height": 800})
        await page.set_content(made(with_answers(TEXT), "html").decode())
        on_a_phone = await page.evaluate(WIDTHS)
        await page.emulate_media(media="print")
        await page.set_viewport_size({"width": 680, "height": 1000})  # A4 within its margins
        on_paper = await page.evaluate(WIDTHS)
        await browser.close()

    assert on_a_phone[0] == 0
    assert max(on_paper) <= 1
