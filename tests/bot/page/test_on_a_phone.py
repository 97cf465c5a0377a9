"""Tests of pages in a real browser at the width of a phone."""

from dataclasses import replace

from tests.bot.page.test_in_a_browser import pytestmark as pytestmark
from tests.bot.page.test_in_a_browser import reading
from tests.bot.page.test_run_page import here
from tests.bot.page.visits import ALICE, kept, visits

CUT = """() => [...document.querySelectorAll('.board .table, .twocol .table')]
    .filter(one => one.getClientRects().length && one.scrollWidth > one.clientWidth + 1)
    .map(one => one.innerText)"""
"""Returns the tables of a ranking and of costs that scroll sideways."""


async def test_tables_of_ranking_and_costs_are_whole_in_german() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))
        async with reading(site, f"/r/{run_id}", replace(ALICE, locale="de"), width=360) as page:
            cut = await page.evaluate(CUT)

    assert cut == []
