"""Tests of live pages: parts arrive when they are stored, stay blind until the reveal, and the stream ends with the
run."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace

import aiohttp

from bot.announcing.growing_verdicts import VerdictDrafts
from bot.web.page.live_runs import FORM_HERE, LiveRuns, Look
from bot.web.page.routes import MOST_LIVE_OF_ONE
from council_core.domain.ballot import Ballot
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.testing import MemoryChanges
from tests.bot.conversation.talk import Talk
from tests.bot.page.test_run_page import here
from tests.bot.page.visits import ALICE, BOB, kept, visits
from tests.bot.presentation.examples import NAMES
from tests.testbed.live_page import pushed
from tests.testbed.patience import PATIENCE
from tests.virtual_time import virtually


async def test_a_page_follows_its_run_blind_until_the_names_are_out() -> None:
    async with visits() as site, aiohttp.ClientSession(cookies=site.cookie(ALICE)) as http:
        run = here("voting")
        run_id = await kept(
            site.talk, replace(run, status="answering", slate=None, reviews=(), ranking=None, verdict=None)
        )
        async with http.get(f"{site.url}/r/{run_id}/events") as reply:
            first = await pushed(reply)
            await site.talk.store.save(run)
            second = await pushed(reply)
            await site.talk.store.save(here("revealed"))
            third = await pushed(reply)
            last = await pushed(reply)

    assert first is not None
    assert second is not None
    assert third is not None
    assert "The models are answering." in first
    assert "Wait for the release" in second
    assert [name for name in NAMES if name in first + second] == []
    assert all(name in third for name in NAMES[:3])
    assert last is None
    assert reply.headers["content-type"].startswith("text/event-stream")


async def test_readers_of_a_run_share_its_reads_and_those_who_see_the_same_its_drawings() -> None:
    talk, reads, drawn = Talk(), list[str](), list[str]()
    begun, held = threading.Event(), threading.Event()
    run = here("voting")
    run_id = await kept(talk, run)

    async def read(wanted: RunId) -> Run:
        reads.append(wanted)
        return await talk.store.get(wanted)

    def drawing(look: Look) -> Callable[[Run, str], str]:
        def draw(run: Run, written: str) -> str:
            drawn.append(look.language)
            if look.language == "de":
                begun.set()
                held.wait(60)
            return f"{look.language} {run.status} {written} <{FORM_HERE}>"

        return draw

    shared = LiveRuns(read, MemoryChanges(talk.store), VerdictDrafts(), lambda: False)
    english = Look(
        language="en",
        own_ballot=(),
        sees_result=False,
        is_asker=False,
        sees_prompts=False,
        may_publish=False,
        address="",
        channel="",
        thread="",
    )
    looks = [english] * 5 + [replace(english, language="ko")]
    async with AsyncExitStack() as stack:
        lives = [await stack.enter_async_context(shared.following(run_id)) for _ in looks]
        frames = [
            await shared.frame(live, look, drawing(look)) for live, look in zip(lives, looks, strict=True)
        ]
        slow, late = replace(english, language="de"), replace(english, language="ja")
        holding = asyncio.create_task(shared.frame(lives[0], slow, drawing(slow)))
        await asyncio.to_thread(begun.wait, 60)
        waiting = asyncio.create_task(shared.frame(lives[5], late, drawing(late)))
        await asyncio.sleep(0)
        news = lives[0].news
        await talk.store.save(here("revealed"))
        await news.wait()
        held.set()
        old, merged = await holding, await waiting
        later = await shared.frame(lives[0], english, drawing(english))

    assert reads == [run_id, run_id]
    assert drawn == ["en", "ko", "de", "ja", "en"]
    assert "voting" in old.event
    assert "revealed" in merged.event, "a drawing that waited for its turn shows the newest"
    assert frames[0].of("mine", "") == 'data: "en voting  <mine>"\n\n'
    assert frames[4].of("yours", "") == 'data: "en voting  <yours>"\n\n'
    assert "revealed" in later.event


def test_a_live_page_is_read_after_the_cards_of_new_runs_but_waits_for_them_only_for_a_while() -> None:
    async def story(cards: int) -> list[str]:
        talk, order = Talk(), list[str]()
        run_id = await kept(talk, here("voting"))

        def owes_cards() -> bool:
            order.append("card" if order.count("card") < cards else "none")
            return order[-1] == "card"

        async def read(wanted: RunId) -> Run:
            order.append("page")
            return await talk.store.get(wanted)

        shared = LiveRuns(read, MemoryChanges(talk.store), VerdictDrafts(), owes_cards)
        async with shared.following(run_id):
            return order

    few, many = virtually(story(5)), virtually(story(1_000_000))

    assert few == ["card"] * 5 + ["none", "page"]
    assert many[-1] == "page"
    assert len(many) < 1_000


async def test_each_reader_gets_their_own_ballot_and_forms_and_no_verdict_before_their_vote() -> None:
    async with visits() as site:
        run = here("voting")
        aliases = [each.alias for each in run.slate.responses] if run.slate else []
        order = tuple((alias,) for alias in aliases)
        ballot = Ballot(voter=ALICE.person, order=order, cast_at=run.asked_at)
        hiding = replace(run.settings, show_ranking="after_vote")
        run_id = await kept(site.talk, replace(run, ballots=(ballot,), settings=hiding))
        pages: dict[str, str] = {}
        for visitor in (ALICE, BOB):
            async with (
                aiohttp.ClientSession(cookies=site.cookie(visitor)) as http,
                http.get(f"{site.url}/r/{run_id}/events") as reply,
            ):
                pages[visitor.name] = await pushed(reply) or ""
            _, whole_page, _ = await site.get(f"/r/{run_id}", visitor)
            assert pages[visitor.name].strip() in whole_page

    token = {
        name: site.site.links.form(each, f"run:{run_id}") for name, each in (("Alice", ALICE), ("Bob", BOB))
    }
    assert token["Alice"] in pages["Alice"]
    assert token["Alice"] not in pages["Bob"]
    assert token["Bob"] in pages["Bob"]
    assert 'value="withdraw"' in pages["Alice"]
    assert 'value="withdraw"' not in pages["Bob"]
    assert "Wait for the release" in pages["Alice"]
    assert "Wait for the release" not in pages["Bob"]


async def test_a_stopping_server_ends_its_live_pages() -> None:
    async with visits() as site, aiohttp.ClientSession(cookies=site.cookie(ALICE)) as http:
        run_id = await kept(site.talk, here("voting"))
        async with http.get(f"{site.url}/r/{run_id}/events") as reply:
            await pushed(reply)
            site.site.closing.set()
            async with asyncio.timeout(PATIENCE):
                assert await reply.content.read() in (b"", b"\n")


async def test_whoever_leaves_the_channel_gets_no_further_part() -> None:
    async with visits() as site, aiohttp.ClientSession(cookies=site.cookie(ALICE)) as http:
        run_id = await kept(site.talk, here("synthesizing"))
        async with http.get(f"{site.url}/r/{run_id}/events") as reply:
            await pushed(reply)
            site.talk.outside.add((ALICE.person, here("voting").question.place.channel))
            await site.talk.store.save(here("voting"))
            async with asyncio.timeout(PATIENCE):
                rest = await reply.content.read()

    assert rest.strip() == b"event: gone\ndata: gone"


async def test_a_page_goes_on_once_the_chat_says_again_who_may_read_it() -> None:
    async with visits() as site, aiohttp.ClientSession(cookies=site.cookie(ALICE)) as http:
        run_id = await kept(site.talk, here("synthesizing"))
        async with http.get(f"{site.url}/r/{run_id}/events") as reply, asyncio.timeout(PATIENCE):
            await pushed(reply)
            site.talk.silent = True
            await site.talk.store.save(here("voting"))
            rest = await reply.content.read()
        site.talk.silent = False
        async with http.get(f"{site.url}/r/{run_id}/events") as reply, asyncio.timeout(PATIENCE):
            again = await pushed(reply)

    assert rest.strip() == b"", "a browser does not reconnect after an end that is said"
    assert again is not None


async def test_one_person_opens_some_live_pages_and_no_more_until_one_is_closed() -> None:
    async with visits() as site, aiohttp.ClientSession(cookies=site.cookie(ALICE)) as http:
        run_id = await kept(site.talk, here("voting"))
        address = f"{site.url}/r/{run_id}/events"
        opened = [await http.get(address) for _ in range(MOST_LIVE_OF_ONE)]
        async with http.get(address) as refused:
            over = refused.status
        other, _, _ = await site.get(f"/r/{run_id}", BOB)
        opened[0].close()
        async with asyncio.timeout(PATIENCE):
            while (again := await http.get(address)).status != 200:
                again.close()
        for each in (*opened, again):
            each.close()

    assert {each.status for each in opened} == {200}
    assert over == 429
    assert other == 200


async def test_a_page_shows_the_verdict_while_it_is_written_and_then_the_whole() -> None:
    async with visits() as site, aiohttp.ClientSession(cookies=site.cookie(ALICE)) as http:
        run = here("voting")
        run_id = await kept(site.talk, replace(run, status="synthesizing", verdict=None))
        async with http.get(f"{site.url}/r/{run_id}/events") as reply:
            before = await pushed(reply)
            site.site.drafts.grows(run_id, "Run **a formatter**.\n\n<script>alert(1)</script>")
            first = await pushed(reply)
            site.site.drafts.grows(run_id, "Run **a formatter**.\n\nAnd stop talking.")
            second = await pushed(reply)
            _, whole_page, _ = await site.get(f"/r/{run_id}")
            await site.talk.store.save(run)
            site.site.drafts.ends(run_id)
            last = await pushed(reply)

    assert before is not None
    assert first is not None
    assert second is not None
    assert last is not None
    assert "a formatter" not in before
    assert "Run <strong>a formatter</strong>." in first
    assert "<script>" not in first
    assert "And stop talking." in second
    assert "And stop talking." in whole_page
    assert [name for name in NAMES if name in first + second] == []
    assert "And stop talking." not in last
    assert "Wait for the release" in last


async def test_a_draft_that_outlives_its_stage_shows_nothing() -> None:
    async with visits() as site:
        run = here("voting")
        run_id = await kept(site.talk, replace(run, status="reviewing", verdict=None, ranking=None))
        site.site.drafts.grows(run_id, "Run a formatter.")

        _, page, _ = await site.get(f"/r/{run_id}")

    assert "Run a formatter." not in page
