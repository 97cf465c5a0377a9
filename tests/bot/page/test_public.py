"""Tests of public links: only those who manage the channel create and withdraw them, and only for revealed runs."""

import re
import time
from dataclasses import replace

from bot.post import Actions, LinkButton, PrivateReply
from bot.web.page import Links
from council_core.domain.place import PersonId
from council_core.domain.question import Turn
from tests.bot.conversation.talk import ALICE as PERSON
from tests.bot.conversation.talk import Talk
from tests.bot.page.test_doing import sends
from tests.bot.page.test_run_page import here
from tests.bot.page.test_runs_with_tools import looked_up
from tests.bot.page.visits import ALICE, BOB, SECRET, kept, visits
from tests.bot.presentation.examples import CONTRACT
from tests.samples import HERE

MANAGER = replace(ALICE, manages=HERE.channel, asked_at=str(int(time.time())))


async def test_a_manager_opens_a_run_to_everybody_and_closes_it_again() -> None:
    threads = {"170.1": "https://acme.slack.example/archives/C1/p1701"}
    async with visits(threads=threads) as site:
        site.talk.channel_names["C1"] = "payroll"
        run = replace(looked_up("revealed"), thread="170.1", material=(CONTRACT,))
        earlier = (Turn(question="What did we earn?", verdict="Nothing."),)
        run = replace(run, question=replace(run.question, place=HERE, earlier=earlier))
        await kept(site.talk, run)

        _, html, _ = await sends(site, run, {"do": "publish"}, MANAGER)
        path = re.search(r'href="http://127\.0\.0\.1(/p/[\w-]+)"', html)
        assert path is not None
        status, public, reply = await site.get(path[1], None)
        await sends(site, run, {"do": "unpublish"}, MANAGER)
        gone, _, _ = await site.get(path[1], None)

    assert (status, gone) == (200, 404)
    assert "Wait for the release" in public
    for private in ("What did we earn?", "Of four columns.", "wide tabs 1", CONTRACT.name):
        assert private in html
        assert private not in public
    assert "payroll" in html
    assert "payroll" not in public
    assert "slack.example" not in public
    assert "<form" not in public
    assert "/export/" not in public
    assert "default-src 'none'" in reply.headers["content-security-policy"]


async def test_nobody_else_can_open_a_run_and_none_is_open_by_itself() -> None:
    stale = replace(MANAGER, asked_at=str(int(time.time()) - 3601))
    elsewhere = replace(MANAGER, manages="C2")
    async with visits() as site:
        run = here("revealed")
        await kept(site.talk, run)

        statuses = [(await sends(site, run, {"do": "publish"}, who))[0] for who in (BOB, stale, elsewhere)]
        _, html, _ = await site.get(f"/r/{run.id}", BOB)
        token = await site.site.public.token_of(run.id)

    assert statuses == [403, 403, 403]
    assert token is None
    assert "Public link" not in html


async def test_a_run_under_way_cannot_be_opened() -> None:
    async with visits() as site:
        run = here("voting")
        await kept(site.talk, run)

        status, _, _ = await sends(site, run, {"do": "publish"}, MANAGER)

    assert status == 403


async def test_who_manages_the_place_of_the_button_gets_no_rights_in_the_channel_of_the_run() -> None:
    talk = Talk({"COUNCIL_WEB_URL": "https://council.example.org", "COUNCIL_SECRET": SECRET})
    run = await talk.asked("Tabs or spaces?", "Spaces.")
    asker = replace(PERSON, may_configure=True)
    managed: list[str] = []

    for place in (HERE, replace(HERE, channel="C2")):
        reply = await talk.presses(f"c1:page:{run.id}", person=asker, place=place)
        assert isinstance(reply, PrivateReply)
        link = next(
            button.url
            for block in reply.post.blocks
            if isinstance(block, Actions)
            for button in block.buttons
            if isinstance(button, LinkButton)
        )
        visitor, _ = Links("https://council.example.org", [SECRET]).entered(link.rpartition("/")[2])
        managed.append(visitor.manages)

    assert managed == [HERE.channel, ""]


async def test_asker_and_managers_see_prompts_and_raw_texts_after_the_reveal() -> None:
    async with visits() as site:
        run = here("revealed")
        hostile = "<script>alert(1)</script> & more"
        run = replace(
            run,
            question=replace(run.question, text=hostile),
            settings=replace(run.settings, instructions="Never promise a date."),
        )
        asker = replace(ALICE, person=run.question.asker.id)
        other = replace(ALICE, person=PersonId("U77"))
        manager = replace(MANAGER, person=PersonId("U78"))
        path = f"/r/{await kept(site.talk, replace(run, status='voting'))}"
        early, sealed, _ = await site.get(f"{path}/prompts", asker)
        await site.talk.store.save(run)
        shown = [(await site.get(f"{path}/prompts", who))[:2] for who in (asker, manager, other)]
        links = ["/prompts" in (await site.get(path, who))[1] for who in (asker, manager, other)]

    assert [status for status, _ in shown] == [200, 200, 403]
    assert links == [True, True, False]
    assert early == 403
    assert "Never promise a date." not in shown[2][1] + sealed
    html = shown[0][1]
    assert "Never promise a date." in html
    assert "<script>alert(1)" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in html
    assert html.count("<details") == len(run.outcomes) + len(run.reviews) + 1
