"""Tests of pages in a real browser at the width of a phone."""

from dataclasses import replace

from tests.bot.page.test_in_a_browser import pytestmark as pytestmark
from tests.bot.page.test_in_a_browser import reading
from tests.bot.page.test_run_page import here
from tests.bot.page.test_signing_in import OneAccount
from tests.bot.page.visits import ALICE, kept, visits
from tests.samples import HERE

CUT = """() => [...document.querySelectorAll('.board .table, .twocol .table')]
    .filter(one => one.getClientRects().length && one.scrollWidth > one.clientWidth + 1)
    .map(one => one.innerText)"""
"""Returns the tables of a ranking and of costs that scroll sideways."""

GAP = """() => document.querySelector('a.btn.main').getBoundingClientRect().top
    - document.querySelector('main p').getBoundingClientRect().bottom"""
"""Returns the pixels between the sentence of a page of trouble and its button."""


async def test_tables_of_ranking_and_costs_are_whole_in_german() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))
        async with reading(site, f"/r/{run_id}", replace(ALICE, locale="de"), width=360) as page:
            cut = await page.evaluate(CUT)

    assert cut == []


async def test_the_button_of_a_page_of_trouble_stands_apart_from_its_sentence() -> None:
    async with (
        visits(sign_ins={HERE.platform: OneAccount()}) as site,
        reading(
            site, f"/sign-in/{HERE.platform}/back?code=c&state=forged", width=360, expected="400"
        ) as page,
    ):
        gap = await page.evaluate(GAP)

    assert gap >= 12
