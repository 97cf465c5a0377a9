"""Tests of opening a page: personal links, cookies, people of other channels, deleted runs."""

import time
from dataclasses import replace

import aiohttp
import pytest
from itsdangerous import URLSafeTimedSerializer

from bot.web.page import Links
from bot.web.page.drawing import HEADERS
from bot.web.page.links import LINK_SECONDS, BadLink, ExpiredLink
from council_core.domain.place import PersonId
from tests.bot.conversation.talk import Talk, said
from tests.bot.page.test_run_page import here
from tests.bot.page.visits import ALICE, BOB, SECRET, STRANGER, kept, visits
from tests.samples import HERE


async def test_a_link_leads_to_its_run_and_leaves_a_cookie() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))
        link = site.site.links.to_run(ALICE, run_id).replace("http://127.0.0.1", site.url)

        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
            async with http.get(link, allow_redirects=False) as entered:
                cookie = entered.headers["set-cookie"]
                where = entered.headers["location"]
            async with http.get(f"{site.url}{where}") as page:
                html = await page.text()

    assert (entered.status, where) == (303, f"/r/{run_id}")
    assert all(part in cookie for part in ("HttpOnly", "SameSite=lax", "Path=/"))
    assert "Wait for the release" in html


def test_over_https_the_cookie_is_for_this_host_alone() -> None:
    links = Links("https://council.example.org", [SECRET])

    assert links.to_run(ALICE, here("voting").id).startswith("https://council.example.org/enter/")


async def test_a_link_opens_for_ten_minutes_and_then_nothing() -> None:
    young, old = Links("http://127.0.0.1", [SECRET]), Links("http://127.0.0.1", [SECRET], link_seconds=-1)
    token = young.to_run(ALICE, here("voting").id).rpartition("/")[2]

    assert LINK_SECONDS == 600
    assert young.entered(token)[0] == ALICE
    with pytest.raises(ExpiredLink):
        old.entered(token)


def test_a_process_accepts_what_another_one_with_a_faster_clock_has_just_signed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    links, ours = Links("http://127.0.0.1", [SECRET]), time.time
    monkeypatch.setattr(time, "time", lambda: ours() + 30)
    signed = links.cookie(ALICE), links.state("slack", "n" * 32, "/"), links.note("Noted.")
    far = time.time
    monkeypatch.setattr(time, "time", lambda: far() + 600)
    forward = links.cookie(ALICE)
    monkeypatch.undo()

    assert (links.visitor(signed[0]), links.stated(signed[1])[2], links.noted(signed[2])) == (
        ALICE,
        "/",
        "Noted.",
    )
    assert links.visitor(forward) is None


async def test_an_expired_link_says_so() -> None:
    async with visits(link_seconds=-1) as site:
        status, html, _ = await site.get("/enter/" + site.site.links.to_run(ALICE, here("voting").id)[23:])

    assert status == 410
    assert "once more" in html


def test_a_secret_may_be_replaced_while_links_of_the_old_one_still_open() -> None:
    old, new = "o" * 32, "n" * 32
    token = Links("http://127.0.0.1", [old]).to_run(ALICE, here("voting").id).rpartition("/")[2]

    assert Links("http://127.0.0.1", [new, old]).entered(token)[0] == ALICE
    with pytest.raises(BadLink):
        Links("http://127.0.0.1", [new]).entered(token)


def test_a_cookie_is_no_link_and_a_link_no_cookie() -> None:
    links = Links("http://127.0.0.1", [SECRET])
    token = links.to_run(ALICE, here("voting").id).rpartition("/")[2]

    assert links.visitor(token) is None
    with pytest.raises(BadLink):
        links.entered(links.cookie(ALICE))


def test_signed_nonsense_is_refused_as_well() -> None:
    links = Links("http://127.0.0.1", [SECRET])

    assert links.visitor(str(URLSafeTimedSerializer(SECRET, salt="council.cookie").dumps([1]))) is None


async def test_without_a_cookie_or_with_a_forged_one_nothing_is_shown() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))
        nobody, html, _ = await site.get(f"/r/{run_id}", None)
        async with (
            aiohttp.ClientSession(cookies={"council": "e30.forged.forged"}) as http,
            http.get(f"{site.url}/r/{run_id}") as reply,
        ):
            forged = reply.status

    assert (nobody, forged) == (401, 401)
    assert "[Open page]" in html
    assert "Wait for the release" not in html


async def test_a_person_of_another_channel_or_workspace_is_turned_away() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))
        site.talk.outside.add((PersonId("U2"), HERE.channel))

        statuses = [
            (await site.get(f"/r/{run_id}{path}", who))[0]
            for who in (BOB, STRANGER)
            for path in ("", "/events")
        ]

    assert statuses == [403, 403, 403, 403]


async def test_where_the_chat_does_not_say_who_is_in_a_channel_nothing_is_shown() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))
        site.talk.silent = True

        status, html, _ = await site.get(f"/r/{run_id}")

    assert status == 503
    assert "Wait for the release" not in html


async def test_an_unknown_run_is_not_found_and_a_deleted_one_is_gone() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))
        unknown, _, _ = await site.get("/r/r000000000009")
        nowhere, advice, _ = await site.get("/r/r1/nothing")
        _, _, again = await site.get(f"/r/{run_id}/do")
        await site.talk.retention.delete(run_id, from_chat=True)

        gone, html, _ = await site.get(f"/r/{run_id}")

    assert (unknown, nowhere, gone) == (404, 404, 410)
    assert "There is no such page" in advice
    assert again.headers["location"] == f"/r/{run_id}"
    assert "deleted" in html


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("PATCH", "/nowhere", 404),
        ("ODD", "/nowhere", 404),
        ("PATCH", "/boards", 405),
        ("ODD", "/r/r1/do", 405),
    ],
)
async def test_any_method_gets_a_page_under_the_same_policy(method: str, path: str, status: int) -> None:
    async with (
        visits() as site,
        aiohttp.ClientSession() as http,
        http.request(method, f"{site.url}{path}") as reply,
    ):
        html = await reply.text()

    assert reply.status == status
    assert {name: reply.headers.get(name) for name in HEADERS} == HEADERS
    assert "<h1>" in html


async def test_a_broken_link_says_what_to_do_in_the_browsers_language() -> None:
    async with (
        visits() as site,
        aiohttp.ClientSession(headers={"accept-language": "de-AT,de;q=0.9"}) as http,
        http.get(f"{site.url}/enter/nonsense") as reply,
    ):
        html = await reply.text()

    assert reply.status == 404
    assert "Diese Seite gibt es nicht" in html


async def test_a_refusal_speaks_the_language_of_the_readers_other_pages() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))
        status, html, _ = await site.get(f"/r/{run_id}", replace(STRANGER, locale="ko"))

    assert status == 403
    assert "다른 워크스페이스의 실행입니다" in html


async def test_a_button_of_a_council_without_pages_says_so() -> None:
    talk = Talk()
    run = await talk.asked("Tabs or spaces?", "Spaces.")

    reply = await talk.presses(f"c1:page:{run.id}")

    assert "no pages in the browser" in said(reply)


def test_a_link_fits_on_a_button_of_discord_whatever_its_person_is_called() -> None:
    long = replace(ALICE, workspace="1" * 20, person=PersonId("1" * 20), name="김" * 100, locale="ko")

    link = Links("https://council.example.org", [SECRET]).to_run(long, here("voting").id)

    assert len(link) <= 512
