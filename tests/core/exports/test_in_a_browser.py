"""Tests of the HTML of a run in a real browser: nothing is cut off, on a phone or on paper."""

import shutil

import pypdfium2
import pytest
from playwright.async_api import async_playwright

from tests.core.exports.test_formats import made, with_answers

CHROMIUM = shutil.which("chromium")
WORD = "0123456789abcdef" * 8
ROW = f"|{'wide column |' * 20}\n"
TEXT = f"# {WORD}\n\n```\n{WORD}\n```\n\n{ROW}|{'-|' * 20}\n{ROW}\n\n|a|b|\n|-|-|\n|{WORD}|b|\n"
LONG = "It begins." + "\n\nIt names the old runners and their end in December." * 13
"""More than half a page."""

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
        await page.set_content(made(with_answers(LONG, LONG, LONG), "html").decode())
        paper = pypdfium2.PdfDocument(await page.pdf(prefer_css_page_size=True))
        await browser.close()
    begun = [page.get_textpage().get_text_range().count("begins") for page in paper]
    paper.close()

    assert on_a_phone[0] == 0
    assert max(on_paper) <= 1
    assert sum(begun) == 3
    assert max(begun) > 1, "an answer begins on the page where the one before it ends"
