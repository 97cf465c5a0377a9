"""The first page: runs of the channels that a reader may read now, and a search among them."""

from dataclasses import replace
from datetime import timedelta

from council_core.domain.question import RunId
from council_core.domain.run import Run
from tests.bot.page.test_run_page import here
from tests.bot.page.visits import ALICE, BOB, STRANGER, Visits, visits
from tests.bot.presentation.examples import NAMES
from tests.samples import HERE, NOON


async def asked(site: Visits, number: int, text: str, channel: str = "C1", **changes: object) -> Run:
    """A run of a channel, so many minutes after noon."""
    run = here("revealed")
    question = replace(run.question, text=text, place=replace(HERE, channel=channel))
    at = NOON + timedelta(minutes=number)
    made = replace(run, id=RunId(f"r{number:012d}"), question=question, asked_at=at)
    await site.talk.store.add(replace(made, **changes))  # type: ignore[arg-type]
    return made


async def test_runs_of_readable_channels_are_listed_newest_first_and_no_others() -> None:
    async with visits() as site:
        await asked(site, 1, "Tabs or spaces?")
        await asked(site, 2, "Which queue?", "C2")
        await asked(site, 3, "A secret of others?", "C3")
        site.talk.outside.add((BOB.person, "C3"))

        status, html, _ = await site.get("/", BOB)
        _, strangers, _ = await site.get("/", STRANGER)

    assert status == 200
    assert html.index("Which queue?") < html.index("Tabs or spaces?")
    assert "A secret of others?" not in html
    assert "2 channels" in html
    assert "Tabs or spaces?" not in strangers


async def test_words_are_searched_in_readable_channels_alone() -> None:
    async with visits() as site:
        await asked(site, 1, "Tabs or spaces?")
        await asked(site, 2, "Which queue?")
        await asked(site, 3, "Tabs of others?", "C3")
        site.talk.outside.add((BOB.person, "C3"))

        _, found, _ = await site.get("/?q=tabs", BOB)
        _, none, _ = await site.get("/?q=rivers", BOB)
        _, nonsense, _ = await site.get("/?q=%21%21", BOB)

    assert "Tabs or spaces?" in found
    assert "Which queue?" not in found
    assert "Tabs of others?" not in found
    assert "rivers" in none
    assert 'class="note"' in nonsense


async def test_a_run_under_way_names_no_model_in_the_list_and_its_markup_is_text() -> None:
    async with visits() as site:
        run = here("voting")
        await site.talk.store.add(replace(run, question=replace(run.question, text="<b>Bold</b>?")))

        _, html, _ = await site.get("/", ALICE)

    assert "&lt;b&gt;Bold" in html
    assert [name for name in NAMES if name in html] == []


async def test_without_a_cookie_there_is_no_list_and_a_silent_chat_lists_nothing() -> None:
    async with visits() as site:
        await asked(site, 1, "Tabs or spaces?")
        nobody, _, _ = await site.get("/", None)
        site.talk.silent = True
        status, html, _ = await site.get("/", ALICE)

    assert (nobody, status) == (401, 200)
    assert "Tabs or spaces?" not in html
