"""Tests of actions on a page: vote, rank without a script, reveal, follow up; and of people without permission."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

import aiohttp
import pytest

from bot.web.page import Visitor
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.errors import StoreUnavailable
from council_core.ports import CloseVoting
from tests.bot.conversation.talk import Talk, with_votes_open
from tests.bot.page.test_run_page import here
from tests.bot.page.visits import ALICE, BOB, Visits, visits

Sent = Mapping[str, str | Sequence[str]]


async def sends(
    site: Visits,
    run: Run,
    fields: Sent,
    visitor: Visitor = ALICE,
    *,
    origin: str = "",
    form: str | None = None,
) -> tuple[int, str, str]:
    """Send a form, follow redirections, and return status, HTML and address of the result."""
    token = site.site.links.form(visitor, f"run:{run.id}") if form is None else form
    body = [("form", token)]
    for name, value in fields.items():
        body += [(name, each) for each in ([value] if isinstance(value, str) else value)]
    jar = aiohttp.CookieJar(unsafe=True)
    headers = {"origin": origin} if origin else {}
    async with (
        aiohttp.ClientSession(cookies=site.cookie(visitor), cookie_jar=jar) as http,
        http.post(f"{site.url}/r/{run.id}/do", data=body, headers=headers) as reply,
    ):
        return reply.status, await reply.text(), str(reply.url)


async def ballots(talk: Talk, run_id: RunId) -> dict[str, object]:
    """Return each voter's choice."""
    return {ballot.voter: ballot.order for ballot in (await talk.store.get(run_id)).ballots}


async def test_a_vote_counts_is_shown_to_its_voter_alone_and_can_be_taken_back() -> None:
    async with visits() as site:
        run = await with_votes_open(site.talk, ballots=())

        status, html, _ = await sends(site, run, {"do": "vote", "best": "B"}, BOB)
        cast = await ballots(site.talk, run.id)
        _, others, _ = await site.get(f"/r/{run.id}", ALICE)
        await sends(site, run, {"do": "withdraw"}, BOB)

        assert status == 200
        assert cast == {"U2": (("B",),)}
        assert 'id="best-B" value="B" checked' in html
        assert "checked required" not in others
        assert await ballots(site.talk, run.id) == {}


async def test_a_ranking_is_made_without_a_script_button_by_button() -> None:
    async with visits() as site:
        run = await with_votes_open(site.talk, ballots=())
        assert run.slate is not None
        first, second, *rest = run.slate.aliases
        order = [first, second, *rest]

        _, draft, _ = await sends(site, run, {"order": order, "move": f"{second}:up"})
        before = await ballots(site.talk, run.id)
        await sends(site, run, {"do": "rank", "order": [second, first, *rest]})

        assert draft.index(f'data-alias="{second}"') < draft.index(f'data-alias="{first}"')
        assert before == {}
        assert await ballots(site.talk, run.id) == {"U1": tuple((alias,) for alias in (second, first, *rest))}


async def test_only_the_asker_may_reveal_and_others_are_told_why_not() -> None:
    async with visits() as site:
        run = await with_votes_open(site.talk)

        _, refused, _ = await sends(site, run, {"do": "reveal"}, replace(BOB, person="U5"))  # pyright: ignore
        sent = list(site.talk.engine.sent)
        await sends(site, run, {"do": "reveal"})

    assert "can end the vote early" in refused
    assert sent == []
    assert site.talk.engine.sent == [CloseVoting(by="Alice")]


async def test_a_follow_up_sent_twice_is_one_question_and_both_lead_to_its_page() -> None:
    async with visits() as site:
        run = await site.talk.asked("Tabs or spaces?", "Spaces.")

        _, _, first = await sends(site, run, {"do": "ask", "question": "And in Go?"})
        _, _, second = await sends(site, run, {"do": "ask", "question": "And in Go?"})
        asked = await site.talk.store.latest(limit=10)

    assert first == second
    assert [each.question.text for each in asked if each.question.follows == run.id] == ["And in Go?"]
    assert not first.endswith(run.id)


async def test_a_follow_up_that_is_refused_stays_in_its_field() -> None:
    async with visits(Talk({"COUNCIL_RUN_BUDGET": "0.000001"}, priced=True)) as site:
        run = here("revealed")
        await site.talk.store.add(run)

        status, html, _ = await sends(site, run, {"do": "ask", "question": "And <b>in Go</b>?"})

    assert (status, site.talk.engine.started) == (200, [])
    assert "one question may cost" in html
    assert ">And &lt;b&gt;in Go&lt;/b&gt;?</textarea>" in html


async def test_what_is_refused_is_said_on_the_page() -> None:
    async with visits() as site:
        run = await site.talk.asked("Tabs or spaces?", "Spaces.")

        _, html, _ = await sends(site, run, {"do": "vote", "best": "A"})

    assert 'role="status"' in html
    assert "There is no response &#39;A&#39;." in html.partition('class="wrap note told"')[2]


async def test_behind_a_proxy_a_form_is_taken_however_the_operator_writes_the_address() -> None:
    async with visits() as site:
        run = await with_votes_open(site.talk, ballots=())
        site.site.links.url = "https://Council.Example.org:443"
        status, _, _ = await sends(
            site, run, {"do": "vote", "best": "A"}, origin="https://council.example.org"
        )

    assert status == 200


@pytest.mark.parametrize(
    ("form", "origin"),
    [("", ""), ("forged.forged", ""), (None, "https://evil.example"), (None, "null"), (None, "http://[")],
)
async def test_a_form_from_elsewhere_does_nothing(form: str | None, origin: str) -> None:
    async with visits() as site:
        run = await with_votes_open(site.talk, ballots=())

        status, _, _ = await sends(site, run, {"do": "vote", "best": "A"}, form=form, origin=origin)

        assert status == 403
        assert await ballots(site.talk, run.id) == {}


async def test_a_form_of_another_person_or_run_does_nothing() -> None:
    async with visits() as site:
        run = await with_votes_open(site.talk, ballots=())
        links = site.site.links

        statuses = [
            (await sends(site, run, {"do": "vote", "best": "A"}, BOB, form=token))[0]
            for token in (links.form(ALICE, f"run:{run.id}"), links.form(BOB, "run:r000000000009"))
        ]

        assert statuses == [403, 403]
        assert await ballots(site.talk, run.id) == {}


async def test_a_form_that_is_too_large_or_no_form_does_nothing() -> None:
    async with visits() as site:
        run = await with_votes_open(site.talk, ballots=())

        large, advice, _ = await sends(site, run, {"do": "ask", "question": "x" * 200_000})
        strange, _, _ = await sends(site, run, {"do": "dance"})

    assert (large, strange) == (413, 403)
    assert "shorten the text" in advice


async def test_a_browser_that_leaves_in_the_middle_of_a_form_is_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with visits() as site:
        run = await with_votes_open(site.talk, ballots=())
        server = urlsplit(site.url)
        _, writer = await asyncio.open_connection(server.hostname, server.port)
        cookie = site.cookie(ALICE)["council"]
        head = f"POST /r/{run.id}/do HTTP/1.1\r\nHost: {server.netloc}\r\nCookie: council={cookie}\r\n"
        writer.write(f"{head}Content-Length: 99\r\n\r\nhalf".encode())
        await writer.drain()
        await site.get(f"/r/{run.id}")
        writer.close()
        await writer.wait_closed()
        status, _, _ = await site.get(f"/r/{run.id}")

    assert status == 200
    assert caplog.text == ""


async def test_a_person_outside_can_do_nothing() -> None:
    async with visits() as site:
        run = await with_votes_open(site.talk, ballots=())
        site.talk.outside.add((BOB.person, run.question.place.channel))

        status, _, _ = await sends(site, run, {"do": "vote", "best": "A"}, BOB)

        assert status == 403
        assert await ballots(site.talk, run.id) == {}


async def test_ranking_and_verdict_are_hidden_until_one_votes_or_asks_to_see_them() -> None:
    async with visits() as site:
        run = await with_votes_open(site.talk, ballots=())
        hiding = replace(run.settings, show_ranking="after_vote")
        await site.talk.store.add(replace(run, id=RunId("r000000000077"), settings=hiding))
        hidden = await site.talk.store.get(RunId("r000000000077"))

        _, before, _ = await site.get(f"/r/{hidden.id}")
        _, shown, _ = await sends(site, hidden, {"do": "look"})
        _, bobs, _ = await site.get(f"/r/{hidden.id}", BOB)

    assert 'id="board"' not in before
    assert "once you have voted" in before
    assert 'id="board"' in shown
    assert 'id="board"' not in bobs


async def test_who_looks_while_the_store_is_away_sees_nothing_and_still_votes_blind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with visits() as site:
        run = await with_votes_open(site.talk, ballots=())
        hiding = replace(run.settings, show_ranking="after_vote")
        await site.talk.store.add(replace(run, id=RunId("r000000000077"), settings=hiding))
        hidden = await site.talk.store.get(RunId("r000000000077"))

        async def away(run_id: RunId, person: PersonId) -> None:
            raise StoreUnavailable("unusable", database="it", cause="away")

        monkeypatch.setattr(site.talk.store, "look", away)
        _, shown, _ = await sends(site, hidden, {"do": "look"})

    assert 'id="board"' not in shown


async def test_a_note_that_nobody_signed_is_not_shown() -> None:
    async with visits() as site:
        run = await with_votes_open(site.talk)

        _, html, _ = await site.get(f"/r/{run.id}?said=You+won")

    assert "You won" not in html
