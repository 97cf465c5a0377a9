"""Tests of the playground's page over real HTTP: who may read it, its content, and its handling of people's
requests."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import aiohttp
import pytest

from bot.app.load_settings import load_settings
from bot.app.platforms import chosen_platforms
from bot.platforms.playground.platform import PlaygroundPlatform
from bot.platforms.playground.team import TEAM, channel_place
from bot.post import (
    Actions,
    Button,
    Choice,
    Field,
    File,
    Form,
    Heading,
    Mention,
    Post,
    PrivateReply,
    Prose,
    Reply,
    StageLine,
    Stages,
    Table,
    Time,
    line,
)
from bot.presentation.phrases import confirmation
from bot.presentation.replies import feedback_taken, form_mistakes, reason_form
from bot.presentation.words import ENGLISH, LANGUAGES, words_for
from bot.requests.asking import Ask, WriteQuestion
from bot.requests.forms import IMPROVE_FORM, REFILL_FORM
from bot.requests.improving import Improve
from bot.requests.request import Request
from bot.requests.running import ShowHistory, ShowMistakes
from bot.requests.settings import SetSeats
from bot.requests.voting import CastVote, GiveFeedback, WriteReason
from bot.web import serve_http
from council_core.domain.place import Message
from council_core.domain.question import RunId
from council_core.errors import SettingsError
from council_core.providers.demo.subjects import subject_of

HERE = channel_place("architecture")
NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
NASTY = "<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) ![t](https://evil.test/t.png)"
QUESTION = Form(
    title="Ask the council",
    action="c1:write",
    submit="Ask",
    fields=(
        Field(name="question", label="Question", kind="text"),
        Field(name="rubric", label="Rubric", kind="choice", options=(("code", "Code"),), required=False),
        Field(name="files", label="Files", kind="files", required=False),
        Field(
            name="services",
            label="Services",
            kind="choices",
            value=("wiki", "tickets"),
            options=(("wiki", "Wiki"), ("tickets", "Tickets")),
            required=False,
        ),
    ),
)


class Playground:
    """A playground that records its requests, and one browser."""

    def __init__(self, platform: PlaygroundPlatform, http: aiohttp.ClientSession) -> None:
        self.platform, self.http = platform, http
        self.heard: list[Request] = []
        self.reply: Reply | None = None
        self.address = ""

    async def handle(self, request: Request) -> Reply | None:
        if isinstance(request, ShowMistakes):
            return form_mistakes(words_for("en"), request.mistakes)
        self.heard.append(request)
        return self.reply

    async def page(self, query: str = "") -> str:
        async with self.http.get(f"{self.address}{query}") as got:
            return await got.text()

    async def send(
        self, path: str, fields: dict[str, str] | aiohttp.FormData, **headers: str
    ) -> tuple[int, str]:
        origin = {"Origin": self.address.rpartition("/")[0].rpartition("/")[0], **headers}
        async with self.http.post(f"{self.address}{path}", data=fields, headers=origin) as got:
            return got.status, await got.text()

    async def post(self, *blocks: object, key: str = "r1/card", files: tuple[File, ...] = ()) -> Message:
        post = Post(blocks=blocks, summary="A post.", files=files)  # type: ignore[arg-type]
        return (await self.platform.open_thread(HERE, post, key=key, again=False)).card


@asynccontextmanager
async def a_playground() -> AsyncGenerator[Playground]:
    """Yield a playground on a free port."""
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    platform = PlaygroundPlatform(
        lambda locale: words_for(locale).playground,
        opened=address.set_result,
        token="secret",
        now=lambda: NOON,
    )
    async with aiohttp.ClientSession() as http:
        made = Playground(platform, http)
        routes = platform.page_routes(made.handle)
        serving = asyncio.create_task(
            serve_http(routes, host="127.0.0.1", port=0, listening=platform.listening)
        )
        made.address = await address
        try:
            yield made
        finally:
            serving.cancel()
            await asyncio.wait({serving})


async def test_only_this_machine_and_only_with_the_token_reads_the_page() -> None:
    async with a_playground() as playground:
        base = playground.address.removesuffix("/secret/")
        statuses: list[int] = []
        for address, host in (
            (playground.address, ""),
            (f"{base}/guessed/", ""),
            (f"{base}/", ""),
            (playground.address, "evil.test:80"),
        ):
            async with playground.http.get(address, headers={"Host": host} if host else {}) as got:
                statuses.append(got.status)
                policy = got.headers["content-security-policy"]

    assert statuses == [200, 404, 404, 403]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


async def test_another_site_can_press_nothing() -> None:
    async with a_playground() as playground:
        status, said = await playground.send("ask", {"question": "Why is it so?"}, Origin="https://evil.test")
        no_origin = await playground.http.post(f"{playground.address}ask", data={"question": "Why?"})

        german = await playground.http.get(
            f"{playground.address}nothing", headers={"Accept-Language": "de-AT,en;q=0.5"}
        )
        advice = await german.text()

    assert (status, no_origin.status, playground.heard) == (403, 403, [])
    assert german.status == 404
    assert "Hier gibt es keine Seite" in advice
    assert "not sent from the playground" in said


async def test_what_is_typed_is_a_question_or_a_command_of_the_chosen_person() -> None:
    async with a_playground() as playground:
        await playground.send(
            "ask", {":as": "2", ":channel": "incidents", "question": "왜 느려졌나요, 그리고 무엇을 할까요?"}
        )
        await playground.send("ask", {"question": "history"})
        await playground.send(
            "ask", {":as": "9", ":channel": "nowhere", "question": "/council Tabs or spaces?"}
        )

    asked, listed, typed = playground.heard
    assert isinstance(asked, Ask)
    assert (asked.person, asked.place.channel, asked.text[:2]) == (TEAM[1], "incidents", "왜 ")
    assert isinstance(listed, ShowHistory)
    assert isinstance(typed, Ask)
    assert (typed.person, typed.place, typed.text) == (TEAM[0], HERE, "Tabs or spaces?")


async def test_the_same_form_sent_twice_is_one_question() -> None:
    async with a_playground() as playground:
        mark = re.findall(r'name=":delivery" value="(\w+)"', await playground.page())[0]
        for _ in range(2):
            await playground.send("ask", {"question": "Tabs or spaces?", ":delivery": mark})

    one, other = playground.heard
    assert isinstance(one, Ask)
    assert isinstance(other, Ask)
    assert one.delivery == other.delivery


async def test_a_wrong_method_gets_a_page_that_says_what_to_do_and_nothing_happens() -> None:
    async with a_playground() as playground:
        origin = playground.address.removesuffix("/secret/")
        answers: list[tuple[int, str]] = []
        for method, sender in (("PUT", origin), ("DELETE", origin), ("PUT", "https://evil.test")):
            async with playground.http.request(
                method, f"{playground.address}ask", headers={"Origin": sender}
            ) as got:
                answers.append((got.status, await got.text()))

    assert [status for status, _ in answers] == [405, 405, 403]
    assert all("this address cannot be used that way" in html and "<html" in html for _, html in answers[:2])
    assert playground.heard == []


async def test_attached_files_reach_the_question_and_can_be_fetched() -> None:
    async with a_playground() as playground:
        form = aiohttp.FormData(quote_fields=False)  # as browsers do
        form.add_field("question", "What is in it,\r\nand why?")
        form.add_field("files", b"a,b\n\x00\xff", filename="요약.csv", content_type="text/csv")
        form.add_field("files", b"", filename="", content_type="application/octet-stream")
        await playground.send("ask", form)

        (asked,) = playground.heard
        assert isinstance(asked, Ask)
        (file,) = asked.files
        content = await playground.platform.fetch_file(file.reference)

    assert asked.text == "What is in it,\nand why?"
    assert (file.name, file.size, content) == ("요약.csv", 6, b"a,b\n\x00\xff")


async def test_every_block_is_drawn_and_nothing_in_it_acts() -> None:
    async with a_playground() as playground:
        await playground.post(
            Heading(text=NASTY),
            Prose(text=f"{NASTY}\n\n```\n{NASTY}\n```"),
            line("**Open until ", Time(at=NOON, shows="date"), "** for ", Mention(person=TEAM[1].id, name=NASTY)),
            Table(columns=("Place", NASTY), rows=(("1", NASTY),), caption=NASTY),
            Stages(lines=(StageLine(label=NASTY, state="running", detail=NASTY),)),
            Actions(
                buttons=(Button(label=NASTY, action="c1:vote:r1:A", confirm=confirmation(NASTY, ENGLISH)),),
                choices=(Choice(label="Export", action="c1:export:r1"),),
                placeholder="More",
            ),
            files=(File(name='"><script>.md', media_type="text/markdown", content=b"# Hi"),),
        )  # fmt: skip
        drawn = await playground.page()
        thread = await playground.page("?as=1&channel=architecture&thread=nowhere%22%3E%3Cscript%3E")

    for each in (drawn, thread):
        assert re.findall(r"<script(?! src=)", each) == []
        assert re.findall(r"<img|<iframe|javascript:alert\(1\)\"|\son\w+=\"", each) == []
    assert "<strong>Open until <time" in drawn
    assert "&lt;script&gt;alert(1)" in drawn


async def test_a_press_acts_in_the_place_of_its_post_and_the_reply_is_for_one_person() -> None:
    async with a_playground() as playground:
        card = await playground.post(Heading(text="Tabs or spaces?"))
        playground.reply = PrivateReply(post=Post(blocks=(line("Your vote: B."),), summary="Your vote: B."))
        await playground.send("press", {":as": "2", ":at": f"post:{card.id}", ":action": "c1:vote:r1:B"})
        theirs, others = await playground.page("?as=2"), await playground.page("?as=1")

    (vote,) = playground.heard
    assert isinstance(vote, CastVote)
    assert (vote.person, vote.alias, vote.place.thread) == (TEAM[1], "B", card.id)
    assert "Your vote: B." in theirs
    assert "Your vote: B." not in others


async def test_a_form_comes_back_with_what_was_typed_and_its_mistakes() -> None:
    async with a_playground() as playground:
        playground.reply = QUESTION
        _, empty = await playground.send("press", {":at": "channel", ":action": "c1:write"})
        _, said = await playground.send("submit", {":action": "c1:write", "question": "  ", "rubric": "code"})
        playground.reply = None
        _, after = await playground.send(
            "submit", {":action": "c1:write", "question": "Is it safe?", "rubric": "code"}
        )

    opened, asked = playground.heard
    assert isinstance(opened, WriteQuestion)
    assert 'required aria-invalid="false"' in empty, "else Chromium calls an empty field wrong"
    assert 'required aria-invalid="true"' in said
    assert "Type a question first." in said
    assert '<option value="code" selected>' in said
    assert isinstance(asked, Ask)
    assert (asked.text, asked.options) == ("Is it safe?", {"rubric": "code"})
    assert 'id="private" data-v="" hidden' in after


async def test_not_helpful_asks_for_a_reason_in_a_form_and_takes_it() -> None:
    run_id = RunId("r4k7m2p9x1qz")
    async with a_playground() as playground:
        verdict = await playground.post(Heading(text="Verdict"), key=f"{run_id}/verdict/1")
        at = {":as": "2", ":at": f"post:{verdict.id}"}
        playground.reply = feedback_taken(ENGLISH, good=False, asks_why=run_id)
        await playground.send("press", {**at, ":action": f"c1:bad:{run_id}"})
        thanked = await playground.page("?as=2")
        playground.reply = reason_form(ENGLISH, run_id)
        await playground.send("press", {**at, ":action": f"c1:why:{run_id}"})
        opened = await playground.page("?as=2")
        playground.reply = None
        sent, _ = await playground.send(
            "submit", {**at, ":action": f"c1:why:{run_id}", "reason": "It names <no> number."}
        )

    answered, asked, given = playground.heard
    assert isinstance(answered, GiveFeedback)
    assert not answered.good
    assert f"c1:why:{run_id}" in thanked
    assert isinstance(asked, WriteReason)
    assert re.search(r'<textarea[^>]*name="reason"', opened)
    assert ENGLISH.replies.reason in opened
    assert isinstance(given, GiveFeedback)
    assert (sent, given.person, given.good, given.reason) == (200, TEAM[1], False, "It names <no> number.")


async def test_an_open_form_is_drawn_anew_with_its_files_or_stays_with_why_it_is_as_it_was() -> None:
    options = (("-", "None"), ("writer", "Writer"))
    choice = Field(name="template", label="Template", kind="choice", options=options, reloads=True)
    better = Button(label="Improve the question", action=IMPROVE_FORM)
    async with a_playground() as playground:
        playground.reply = replace(QUESTION, fields=(*QUESTION.fields, choice), aside=(better,))
        _, opened = await playground.send("press", {":at": "channel", ":action": "c1:write"})
        sent = aiohttp.FormData({":again": REFILL_FORM, "question": "Announce it", "template": "writer"})
        sent.add_field("files", b"plan", filename="plan.txt", content_type="text/plain")
        _, drawn = await playground.send("again", sent)
        await playground.send("again", {":again": "c1:set_seats", "question": "Announce it"})
        playground.reply = PrivateReply(post=Post(blocks=(line("Too dear."),), summary="Too dear."))
        _, kept = await playground.send("again", {":again": IMPROVE_FORM, "question": "Announce it"})
        playground.reply = None
        await playground.send("submit", {":action": "c1:write", "question": "Announce it"})

    assert 'formnovalidate name=":again" value="c1:improve_form">Improve the question</button>' in opened
    assert "data-reloads" in opened
    assert "plan.txt" in drawn
    assert ("Too dear." in kept, ">Announce it</textarea>" in kept) == (True, True)
    refilled, advanced, improved, asked = playground.heard[1:]
    assert isinstance(refilled, WriteQuestion)
    assert (refilled.text, refilled.template) == ("Announce it", "writer")
    assert isinstance(advanced, SetSeats)
    assert (advanced.text, [file.name for file in advanced.files]) == ("Announce it", ["plan.txt"])
    assert isinstance(improved, Improve)
    assert isinstance(asked, Ask)
    assert [file.name for file in asked.files] == ["plan.txt"]


@pytest.mark.parametrize(("ticked", "kept"), [([], "none"), (["wiki"], "wiki"), (["wiki", "tickets"], None)])
async def test_boxes_that_are_not_ticked_are_not_chosen_also_where_none_is(
    ticked: list[str], kept: str | None
) -> None:
    async with a_playground() as playground:
        playground.reply = QUESTION
        await playground.send("press", {":at": "channel", ":action": "c1:write"})
        drawn = await playground.page()
        playground.reply = None
        sent = aiohttp.FormData({":action": "c1:write", ":several": "services", "question": "Is it safe?"})
        for name in ticked:
            sent.add_field("services", name)
        await playground.send("submit", sent)

    assert re.findall(r'type="checkbox" name="services" value="(\w+)" checked', drawn) == ["wiki", "tickets"]
    assert 'name=":several" value="services"' in drawn
    _, asked = playground.heard
    assert isinstance(asked, Ask)
    assert asked.options["services"] == (kept or "wiki, tickets")


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/json", b"{"),
        ("multipart/form-data", b"no boundary"),
        ("multipart/form-data; boundary=x", b"--x\r\nbroken"),
        ("application/x-www-form-urlencoded", b"%ff=%00&" * 600),
    ],
)
async def test_a_body_that_is_no_form_asks_nothing_and_breaks_nothing(content_type: str, body: bytes) -> None:
    async with a_playground() as playground:
        headers = {"Content-Type": content_type, "Origin": playground.address.removesuffix("/secret/")}
        async with playground.http.post(f"{playground.address}ask", data=body, headers=headers) as got:
            status = got.status

    assert status == 200
    assert [each for each in playground.heard if isinstance(each, Ask)] == []


async def test_the_news_tell_of_every_change() -> None:
    async with a_playground() as playground, playground.http.get(f"{playground.address}news") as news:
        first = await news.content.readuntil(b"\n\n")
        card = await playground.post(Heading(text="Tabs or spaces?"))
        await playground.platform.edit(card, Post(blocks=(Heading(text="Answered"),), summary="Answered"))
        second = await news.content.readuntil(b"\n\n")

    assert first.startswith(b"data: ")
    assert second.startswith(b"data: ")
    assert first != second


async def test_a_deleted_run_is_gone_from_the_page_with_its_files() -> None:
    async with a_playground() as playground:
        card = await playground.post(
            Heading(text="Secret plan"),
            files=(File(name="a.md", media_type="text/markdown", content=b"secret"),),
        )
        address = f"{playground.address}file/{card.id}/0"
        before = await playground.http.get(address)
        gone = Post(blocks=(line("Deleted."),), summary="Deleted.")
        await playground.platform.erase(HERE, {"r1/card": None}, gone)
        after = await playground.http.get(address)

        assert (before.status, await before.read(), after.status) == (200, b"secret", 404)
        assert 'href="/secret/"' in await after.text(), "there is a way back"
        assert before.headers["content-disposition"].startswith("attachment")
        assert "Secret plan" not in await playground.page()


async def test_a_post_is_added_once_under_its_key_and_may_be_edited_after_a_restart() -> None:
    async with a_playground() as playground:
        one = await playground.post(Heading(text="Tabs or spaces?"))
        same = await playground.post(Heading(text="Tabs or spaces?"))
        await playground.platform.edit(
            Message(place=HERE, id="m77"), Post(blocks=(Heading(text="Of before"),), summary="x")
        )

        assert one == same
        assert "Of before" in await playground.page()


async def test_each_person_reads_the_page_in_their_language() -> None:
    async with a_playground() as playground:
        pages = [await playground.page(f"?as={number}") for number in (1, 2, 3)]

    assert [re.findall(r'<html lang="(\w+)"', page)[0] for page in pages] == ["en", "ko", "de"]
    assert "Nachfragen" not in pages[0]
    assert "이 채널에서 위원회에 질문하기" in pages[1]
    assert "Frag den Rat" in pages[2]


def test_without_any_token_the_playground_is_served_but_not_by_a_process_that_shares_its_work(
    tmp_path: Path,
) -> None:
    settings = load_settings({}, folder=tmp_path)

    alone = chosen_platforms(settings, [], opened=lambda address: None)

    assert list(alone) == ["playground"]
    with pytest.raises(SettingsError, match=r"no_platform variables=SLACK_BOT_TOKEN, "):
        chosen_platforms(settings, [])


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_demo_models_know_the_subjects_of_the_questions_to_begin_with(code: str) -> None:
    tries = words_for(code).playground.tries.split("\n")

    assert [each for each in tries if not subject_of(each)[1]] == []
    assert len({subject_of(each)[0].title for each in tries}) == len(tries) >= 3


async def test_the_menu_opens_what_a_command_opens_in_chat() -> None:
    async with a_playground() as playground:
        html = await playground.page("?as=3")
        labels = ("Verlauf", "Rangliste", "Entscheidungen", "Zeitpläne", "Vorlagen")
        for kind in ("board", "decisions", "schedules", "templates"):
            await playground.send("press", {":action": f"c1:{kind}", ":channel": "architecture"})

    assert [label for label in labels if label not in html] == []
    assert [request.kind for request in playground.heard] == ["board", "decisions", "schedules", "templates"]
