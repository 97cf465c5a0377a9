"""Tests of templates in the browser: everybody reads them, and managers of the workspace change them."""

import time
from dataclasses import replace

import aiohttp
import pytest

from bot.presentation.words import LANGUAGES
from bot.web.page import Visitor
from council_core.templates.written import mark_of
from tests.bot.page.visits import ALICE, Visits, visits
from tests.samples import HERE

MANAGER = replace(ALICE, manages_workspace="1", asked_at=str(int(time.time())))
TEXTS = {
    "name": "release-notes",
    "about": "Release notes: What changed",
    "instructions": "Write for {{audience}}.",
    "fields": "audience*: Who reads it",
    "extras": "roles: sceptic",
}


async def sends(site: Visits, fields: dict[str, str], visitor: Visitor = MANAGER) -> tuple[int, str]:
    """Send a form, follow redirections, and return status and HTML of the result."""
    body = {"form": site.site.links.form(visitor, "templates"), **fields}
    jar = aiohttp.CookieJar(unsafe=True)
    async with (
        aiohttp.ClientSession(cookies=site.cookie(visitor), cookie_jar=jar) as http,
        http.post(f"{site.url}/templates", data=body) as reply,
    ):
        return reply.status, await reply.text()


async def test_a_manager_makes_changes_and_deletes_a_template_and_everybody_reads_it() -> None:
    async with visits() as site:
        made = await sends(site, {"do": "save", **TEXTS})
        _, read, _ = await site.get("/templates")
        mark = mark_of((await site.talk.templates.own.of(HERE))[0])
        await sends(site, {"do": "save", "before": "release-notes", "mark": mark, **TEXTS, "name": "news"})
        _, renamed, _ = await site.get("/templates")
        late = await sends(site, {"do": "save", "before": "release-notes", "mark": mark, **TEXTS})
        gone = await sends(site, {"do": "delete", "before": "news"})
        _, after, _ = await site.get("/templates")

    assert (made[0], "Release notes is saved for everybody here." in made[1]) == (200, True)
    assert "audience*: Who reads it" in read
    assert "<textarea" not in read
    assert ("template:news" in renamed, "template:release-notes" in renamed) == (True, False)
    assert "The template news is deleted." in gone[1]
    assert "template:news" not in after
    assert "Somebody else has changed or deleted this template" in late[1]
    assert "Write for {{audience}}.</textarea>" in late[1]


@pytest.mark.parametrize(("language", "said"), [("en", "Line 1"), ("de", "Zeile 1"), ("ko", "1")])
async def test_a_mistake_is_said_at_its_field_and_nothing_that_was_typed_is_lost(
    language: str, said: str
) -> None:
    visitor = replace(MANAGER, locale=language)
    async with visits() as site:
        typed = {**TEXTS, "instructions": "Write for {{audiense}} <b>."}
        status, html = await sends(site, {"do": "save", **typed}, visitor)
        assert await site.talk.templates.own.of(HERE) == ()

    assert (status, html.count("pill warn"), said in html) == (200, 1, True)
    assert "{{audiense}} &lt;b&gt;." in html
    assert 'value="Release notes: What changed"' in html


async def test_who_does_not_manage_the_workspace_changes_nothing() -> None:
    old = replace(MANAGER, asked_at="1")
    async with visits() as site:
        refused = [await sends(site, {"do": "save", **TEXTS}, visitor) for visitor in (ALICE, old)]
        forged = await sends(site, {"do": "save", **TEXTS, "form": "forged"})

        assert [status for status, _ in (*refused, forged)] == [403, 403, 403]
        assert all("for an hour after they press [Open page]" in html for _, html in refused)
        assert await site.talk.templates.own.of(HERE) == ()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_list_speaks_the_readers_language(language: str) -> None:
    async with visits() as site:
        _, html, _ = await site.get("/templates", replace(ALICE, locale=language))

    assert {"en": "Who reads it", "de": "Wer liest ihn", "ko": "읽는 사람"}[language] in html
    assert LANGUAGES[language].lists.templates_by in html
