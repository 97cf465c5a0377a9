"""Tests of a run's page, visited by people whose cookie does not allow its place, and by people without a cookie: it
shows nothing, does nothing, and a refusal costs no call."""

from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import aiohttp

from bot.web.page import Links, Visitor
from council_core.domain.export import Format
from council_core.domain.place import PersonId
from tests.hostile.arena import NAMES, kept_beside_runs, state
from tests.hostile.on_slack import on_slack
from tests.testbed.models import ModelServer

PAGES = {"COUNCIL_WEB_URL": "http://127.0.0.1", "COUNCIL_SECRET": "for-tests-only-" * 3}
READS = ("", "/events", *(f"/export/{form}" for form in get_args(Format)))
DOES: tuple[Mapping[str, str], ...] = (
    {"do": "vote", "best": "A"},
    {"do": "rank", "order": "A"},
    *({"do": word} for word in ("withdraw", "look", "reveal", "cancel", "retry", "good", "bad")),
    *({"do": word} for word in ("publish", "unpublish")),
    {"do": "ask", "question": "And when?"},
)
STRANGERS = {
    "never inside": ("slack", "T1", "UEVE"),
    "has left": ("slack", "T1", "UBOB"),
    "another workspace": ("slack", "T9", "UALICE"),
    "another platform": ("discord", "T1", "UALICE"),
}


async def told(url: str, path: str, cookie: str, form: Mapping[str, str] | None) -> tuple[int, str]:
    """Return the status and the text of a page, or of the result of a form."""
    cookies = {"council": cookie} if cookie else {}
    async with aiohttp.ClientSession(cookies=cookies, cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        sent = http.get(url + path) if form is None else http.post(url + path, data=dict(form))
        async with sent as reply:
            return reply.status, await reply.text()


async def test_a_page_shows_and_does_nothing_for_who_may_not_read_its_place(
    models: ModelServer, tmp_path: Path, database: str
) -> None:
    links = Links(PAGES["COUNCIL_WEB_URL"], [PAGES["COUNCIL_SECRET"]])
    async with on_slack(models, tmp_path, DATABASE_URL=database, **PAGES) as arena:
        before, kept = await state(arena), await kept_beside_runs(database)
        run, url = before.runs[-1], f"http://127.0.0.1:{arena.served.port}"
        for who, cookie, form in (*signed(links, run), ("nobody", "", "forged")):
            read = [await told(url, f"/r/{run}{path}", cookie, None) for path in READS]
            done = [await told(url, f"/r/{run}/do", cookie, {"form": form, **fields}) for fields in DOES]
            listed = await told(url, "/", cookie, None)

            assert {status for status, _ in (*read, *done)} <= {401, 403}, who
            shown = str((read, done, listed))
            assert [word for word in ("walrus division", *NAMES) if word in shown] == [], who
        assert (await state(arena), await kept_beside_runs(database)) == (before, kept)


def signed(links: Links, run: str) -> list[tuple[str, str, str]]:
    """Return each stranger with a cookie and a form's hidden text, both as Council signs them."""
    found: list[tuple[str, str, str]] = []
    for who, (platform, workspace, person) in STRANGERS.items():
        visitor = Visitor(
            platform=platform, workspace=workspace, person=PersonId(person), name="Eve", locale="en"
        )
        found.append((who, links.cookie(visitor), links.form(visitor, f"run:{run}")))
    return found
