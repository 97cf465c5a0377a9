"""Tests every link, button and form of a German playground with a finished run, as a careless person uses them."""

import logging
import re
from collections import deque
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, urljoin

import aiohttp
import pytest

from bot.app.bootstrap import SERVE, open_app
from bot.app.load_settings import load_settings
from bot.platforms.playground.platform import PlaygroundPlatform
from bot.platforms.playground.team import TEAM, channel_place
from bot.presentation.words import ENGLISH, words_for
from bot.requests.asking import Ask
from bot.settings.catalogue import ROWS
from tests.bot.presentation.test_words import messages
from tests.bot.test_web import served

RUN = re.compile(r"\br[0-9a-z]{16}\b")
NONSENSE = "☃<b>'\";--%s{}\u202e" * 3
ELSEWHERE = re.compile(r"c1:(export(_post)?:.*(pdf|docx|png|html|json|md)|again|forget)")
"""Files take seconds each and have tests of their own; deletion comes last."""

HERE = channel_place("architecture")
LENA = "3"


@dataclass
class Sent:
    """A form with one of its buttons."""

    to: str
    fields: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    """Name, value and type of each."""

    button: tuple[str, str] = ("", "")

    @property
    def action(self) -> str:
        """Return the action of the form, the same for all runs."""
        own = [value for name, value, _ in self.fields if name == ":action"]
        return RUN.sub("R", " ".join((self.to.rpartition("/")[2], self.button[1], *own[:1])))

    def filled(self, value: str) -> list[tuple[str, str]]:
        """Return the form's fields, with this value in each one that a person fills in."""
        hidden = [(name, given) for name, given, kind in self.fields if kind == "hidden"]
        own = [(name, value) for name, _, kind in self.fields if kind not in ("hidden", "file") and name]
        return [*hidden, *own, *([self.button] if self.button[0] else [])]


class Read(HTMLParser):
    """Reads the links, forms and texts of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links, self.forms, self.texts = list[str](), list[Sent](), list[str]()
        self._form: Sent | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.texts += [given[name] for name in ("aria-label", "placeholder") if name in given]
        if tag == "a":
            self.links.append(given.get("href", ""))
        if tag == "form":
            self._form = Sent(to=given["action"])
        elif self._form is not None and tag in ("input", "select", "textarea"):
            self._form.fields.append((given.get("name", ""), given.get("value", ""), given.get("type", tag)))
        elif self._form is not None and tag == "button":
            button = (given.get("name", ""), given.get("value", ""))
            self.forms.append(Sent(given.get("formaction", self._form.to), self._form.fields, button))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())


@dataclass
class Visitor:
    """A visitor who follows every link and presses every button once."""

    http: aiohttp.ClientSession
    base: str
    number: str
    seen: set[str] = field(default_factory=set[str])
    texts: set[str] = field(default_factory=set[str])
    wrong: list[str] = field(default_factory=list[str])

    async def crawl(self, *, is_deep: bool) -> None:
        """Press every button of the page; if deep, also those of all pages that follow."""
        waiting = deque(await self.look(f"{self.base}?as={self.number}&channel=architecture"))
        while waiting:
            form = waiting.popleft()
            for value in ("", NONSENSE) if any(kind != "hidden" for _, _, kind in form.fields) else ("",):
                found = await self.send(form, value)
                if is_deep:
                    waiting.extend(found)

    async def look(self, address: str) -> list[Sent]:
        """Open an address, and return the new forms on its page."""
        async with self.http.get(address) as reply:
            return await self._read(reply)

    async def send(self, form: Sent, value: str) -> list[Sent]:
        """Send a form, and return the new forms on the resulting page."""
        origin = {"Origin": self.base.rpartition("/")[0].rpartition("/")[0]}
        data = aiohttp.FormData(form.filled(value))
        async with self.http.post(urljoin(self.base, form.to), data=data, headers=origin) as reply:
            return await self._read(reply)

    async def _read(self, reply: aiohttp.ClientResponse) -> list[Sent]:
        page = Read(html := await reply.text(errors="replace"))
        if reply.status != 200 or "Traceback" in html or not page.links:
            self.wrong.append(f"{reply.method} {reply.url}: {reply.status}")
        self.texts |= set(page.texts)
        found = [form for form in page.forms if not ELSEWHERE.match(form.button[1])]
        new = {form.action: form for form in found if form.action not in self.seen}
        self.seen |= new.keys()
        for link in (urljoin(self.base, each) for each in page.links):
            is_mine = parse_qs(link.partition("?")[2]).get("as") == [self.number]
            if is_mine and "/file/" not in link and link not in self.seen:
                self.seen.add(link)
                new |= {form.action: form for form in await self.look(link)}
        return [*new.values()]


async def test_a_german_playground_answers_every_press_of_three_people_in_the_language_of_each(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = load_settings(
        {
            "DATABASE_URL": f"sqlite:///{tmp_path / 'council.db'}",
            "COUNCIL_VOTE_MINUTES": "0",
            "COUNCIL_DEMO_SECONDS": "0",
            "COUNCIL_LANGUAGE": "de",
        },
        folder=tmp_path,
    )
    platform = PlaygroundPlatform(
        lambda code: words_for(code).playground, opened=lambda _: None, token="secret"
    )
    async with (
        open_app(settings, lambda _: {"playground": platform}, family=SERVE) as app,
        served(*platform.page_routes(app.handle)) as (url, _),
        aiohttp.ClientSession() as http,
    ):
        base = f"{url}/secret/"
        await app.handle(Ask(person=TEAM[0], place=HERE, text="Tabs or spaces?", delivery="1"))
        (run,) = await app.store.latest(limit=1)
        await app.engine.finished(run.id)
        people = {number: Visitor(http, base, number) for number in ("1", "2", LENA)}
        for number, each in people.items():
            await each.crawl(is_deep=number == LENA)
        platform.end_news()

    german = {text for _, _, text in messages(words_for("de")) if isinstance(text, str)}
    english = {text for _, _, text in messages(ENGLISH) if isinstance(text, str) and len(text) > 8} - german
    of_german = words_for("de").settings
    german |= {of_german.label(name=row.name, english="") for row in ROWS}
    english |= {text for row in ROWS for text in (row.label, row.hint) if text} - german
    pressed = {RUN.sub("R", form) for form in people[LENA].seen}
    assert [wrong for each in people.values() for wrong in each.wrong] == []
    assert people[LENA].texts & english == set()
    assert any("c1:decide" in each for each in pressed), "the crawl came to the forms behind buttons"
    assert len(pressed) > 60
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
