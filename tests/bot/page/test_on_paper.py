"""Tests of printed pages."""

from dataclasses import replace

import pypdfium2

from council_core.domain.question import RunId
from tests.bot.page.test_in_a_browser import pytestmark, reading
from tests.bot.page.test_run_page import crowded, here
from tests.bot.page.visits import kept, visits
from tests.bot.presentation.examples import VALID, A, B

__all__ = ["pytestmark"]

CUT = "[...document.querySelectorAll('.table')].some(one => one.scrollWidth > one.clientWidth + 1)"


async def test_paper_has_no_ballot_whole_tables_and_each_reason_once() -> None:
    revealed = here("revealed")
    reason = "It names the old runners and their end in December. " * 20
    long = replace(VALID, reasons=((A, f"begins {reason}"), (B, reason)))
    reviews = tuple(replace(each, reading=long, failure=None) for each in revealed.reviews)
    async with visits() as site:
        run_id = await kept(site.talk, crowded(here("voting")))
        long_id = await kept(site.talk, replace(revealed, id=RunId("r-long"), reviews=reviews))
        said = site.site.links.note("Your vote: Response A.")
        async with reading(site, f"/r/{run_id}?said={said}") as page:
            await page.emulate_media(media="print")
            printed = [one for one in ("#said", "#vote", "#board") if await page.locator(one).is_visible()]
            await page.set_viewport_size({"width": 665, "height": 940})  # A4 within its margins
            is_cut = await page.evaluate(CUT)
            await page.goto(f"{site.url}/r/{long_id}")
            paper = pypdfium2.PdfDocument(await page.pdf(prefer_css_page_size=True))
    begun = [page.get_textpage().get_text_range().count("begins") for page in paper]
    paper.close()

    assert not is_cut
    assert printed == ["#board"]
    assert sum(begun) == len(reviews), "a reason is printed once"
    assert max(begun) > 1, "a long review begins on the page where the one before it ends"
