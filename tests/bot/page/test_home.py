"""Tests of the first page: runs of the channels that a reader may read now, and a search among them."""

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from urllib.parse import urlencode

import pytest

from bot.presentation.words import LANGUAGES, words_for
from bot.web.page import Visitor
from bot.web.page.lists import newest_results
from council_core.domain.decision import Decision
from council_core.domain.member_result import ALL_RESULTS, MemberResult, ResultLimits
from council_core.domain.place import Place
from council_core.domain.question import FilledTemplate, RunId
from council_core.domain.run import Run
from council_core.domain.template import Template
from council_core.insights.member_results import member_results
from council_core.testing import MemoryMemberResults
from tests.bot.page.test_run_page import here
from tests.bot.page.test_runs_with_tools import text_of
from tests.bot.page.visits import ALICE, BOB, STRANGER, Visits, visits
from tests.bot.presentation.examples import NAMES
from tests.bot.presentation.test_board_advice import mostly_last
from tests.golden_files import assert_golden
from tests.samples import HERE, NOON

NOW = datetime.now(UTC)


async def asked(site: Visits, number: int, text: str, channel: str = "C1", **changes: object) -> Run:
    """Store a run of a channel, asked this many minutes after noon, and return it."""
    run = here("revealed")
    question = replace(run.question, text=text, place=replace(HERE, channel=channel))
    at = NOON + timedelta(minutes=number)
    made = replace(run, id=RunId(f"r{number:012d}"), question=question, asked_at=at)
    await site.talk.store.add(replace(made, **changes))  # type: ignore[arg-type]
    return made


def address_of(label: str, html: str) -> str:
    """Return the address of the link with this label."""
    return unescape(html.split(f">{label}</a>")[0].rpartition('href="')[2].partition('"')[0])


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

    assert "<mark>Tabs</mark> or spaces?" in found
    assert "Which queue?" not in found
    assert "of others?" not in found
    assert "rivers" in none
    assert 'class="note"' in nonsense


async def test_the_list_goes_on_and_comes_back() -> None:
    async with visits() as site:
        for number in range(1, 33):
            await asked(site, number, f"Question {number:02d}?")

        _, first, _ = await site.get("/", BOB)
        _, second, _ = await site.get(address_of("Older runs", first), BOB)
        _, back, _ = await site.get(address_of("Newest runs", second), BOB)

    assert [f"Question {number:02d}?" in first for number in (32, 3, 2)] == [True, True, False]
    assert [f"Question {number:02d}?" in second for number in (3, 2, 1)] == [False, True, True]
    assert "Older runs" not in second
    assert "Question 32?" in back


async def test_found_words_are_marked_in_questions_and_answers_and_their_markup_stays_text() -> None:
    async with visits() as site:
        run = here("revealed")
        assert run.verdict is not None
        text = f"# Verdict\n\n{'Much is said before. ' * 20}**Wait** for the *Größe* <script>first</script>."
        await asked(
            site,
            1,
            "Tabs <i>or</i> tabulators?",
            verdict=replace(run.verdict, reply=replace(run.verdict.reply, text=text)),
        )

        _, html, _ = await site.get("/?q=tab+grosse", BOB)

    assert "<mark>Tabs</mark> &lt;i&gt;or&lt;/i&gt; <mark>tabulators</mark>?" in html
    assert "<mark>Größe</mark> &lt;script&gt;first" in html
    assert "# Verdict" not in html


async def test_a_list_is_limited_by_person_time_channel_and_the_model_in_front() -> None:
    async with visits() as site:
        mine = await asked(site, 1, "Of a year?", asked_at=NOW - timedelta(days=300))
        asker = replace(mine.question.asker, id=BOB.person, name="Bob <b>")
        await asked(
            site,
            2,
            "Of Bob?",
            question=replace(mine.question, text="Of Bob?", asker=asker),
            asked_at=NOW - timedelta(days=20),
        )
        await asked(site, 3, "Elsewhere?", "C2", asked_at=NOW - timedelta(days=8))
        writer = FilledTemplate(name="writer", title="Writer & co", instructions="Write.")
        today = replace(mine.question, text="Of today?", template=writer)
        await asked(site, 4, "Of today?", question=today, asked_at=NOW)
        questions = ("Of a year?", "Of Bob?", "Elsewhere?", "Of today?")
        leader = next(each for each in member_results(mine) if each.place == 1)

        async def shown(query: str) -> list[bool]:
            _, html, _ = await site.get(f"/?{query}", ALICE)
            return [question in html for question in questions]

        _, everything, _ = await site.get("/", ALICE)
        site.talk.channel_names["C2"] = "ops <b>"
        _, named, _ = await site.get("/", ALICE)

        assert await shown(f"by={BOB.person}") == [False, True, False, False]
        assert await shown("days=7") == [False, False, False, True]
        assert await shown("channel=C2") == [False, False, True, False]
        assert await shown(f"first={leader.member}") == [True, True, True, True]
        assert await shown("template=writer") == [False, False, False, True]
        assert await shown("first=nobody") == [False] * 4
        assert await shown("days=nonsense&before=nonsense") == [True] * 4
    assert "Bob &lt;b&gt;</option>" in everything
    assert '<option value="writer">Writer &amp; co</option>' in everything
    assert f"{leader.name} first</option>" in everything
    assert address_of("Only this channel", everything).startswith("/?channel=C")
    assert (
        '<a href="/?channel=C2"><bdi>#ops &lt;b&gt;</bdi><span class="vh"> (Only this channel)</span></a>'
        in named
    )


async def test_limits_typed_among_the_words_are_understood_as_in_chat() -> None:
    async with visits() as site:
        site.talk.channel_names.update({"C1": "team", "C2": "board", "C3": "vault"})
        mine = await asked(site, 1, "Which queue?")
        asker = replace(mine.question.asker, id=BOB.person, name="Bob Li")
        bobs = replace(mine.question, text="Queue of Bob?", asker=asker)
        await asked(site, 2, "Queue of Bob?", question=bobs, asked_at=NOW)
        await asked(site, 3, "Queue elsewhere?", "C2")
        await asked(site, 4, "Queue of the vault?", "C3")
        site.talk.outside.add((ALICE.person, "C3"))
        leader = next(each for each in member_results(mine) if each.place == 1)
        questions = ("Which queue?", "Queue of Bob?", "Queue elsewhere?", "Queue of the vault?")

        async def shown(typed: str) -> list[bool]:
            _, html, _ = await site.get(f"/?{urlencode({'q': typed})}", ALICE)
            # Found words are marked.
            return [question in html.replace("<mark>", "").replace("</mark>", "") for question in questions]

        assert await shown("queue by:bob") == [False, True, False, False]
        assert await shown(f'by:me model:"{leader.name}"') == [True, False, True, False]
        assert await shown(f"queue since:{NOW:%Y-%m-%d}") == [False, True, False, False]
        assert await shown("queue template:writer") == [False] * 4
        assert await shown("queue channel:#board") == [False, False, True, False]
        assert await shown("channel:C1") == [True, True, False, False]
        assert await shown("queue channel:#vault") == [False] * 4
        _, refused, _ = await site.get("/?q=queue+channel:%23vault", ALICE)

    assert "There is no channel &#39;#vault&#39; here." in refused


async def test_a_board_can_be_limited_to_a_template_of_the_workspace_from_a_menu() -> None:
    async with visits() as site:
        ours = Template(name="minutes", title="Our minutes", summary="S", instructions="I")
        await site.talk.templates.own.save(HERE, ours, before="", by=ALICE.person)
        _, html, _ = await site.get("/boards?template=minutes", ALICE)

    assert '<option value="minutes" selected>Our minutes</option>' in html
    assert '<option value="writer">Writer</option>' in html


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_board_is_limited_from_menus_and_shows_the_course_of_each_model(language: str) -> None:
    async with visits() as site:
        for number in range(1, 25):
            await asked(
                site, number, "Tabs?", asked_at=NOON + timedelta(days=number // 12 * 40, minutes=number)
            )
        reader = replace(ALICE, locale=language)
        _, html, _ = await site.get("/boards", reader)
        (name, *_) = [name for _, name in await site.talk.desk.history.seats([HERE])]
        _, chosen, _ = await site.get(f"/boards?rubric=quality&member={name}", reader)

    assert_golden(f"page/boards-{language}.txt", text_of(html))
    assert html.count('<polyline class="l" points="2.0,') == 3, "one line for each model that was ranked"
    assert '<option value="quality" selected>' in chosen
    assert f'<option value="{name}" selected>' in chosen
    lists = words_for(language).lists
    assert (lists.no_limits in chosen, lists.all_channels in chosen) == (True, False)


async def test_a_board_counts_the_newest_questions_of_all_channels_however_busy_the_first_is() -> None:
    async with visits() as site:
        for number, channel in enumerate(("C1", "C1", "C1", "C2", "C1", "C2", "C3")):
            await asked(site, number, "Tabs?", channel)
        results = site.site.results
        channels = [replace(HERE, channel=channel) for channel in ("C1", "C2", "C3")]
        size = len(await results.latest(channels[2]))

        found = await newest_results(results, channels, ALL_RESULTS, most=3 * size + 1)
        everything = await newest_results(results, channels, ALL_RESULTS, most=99)

    assert [each.run_id[-1] for each in found[::size]] == ["6", "5", "4"]
    assert (len(found), len(everything)) == (3 * size, 7 * size)


async def test_a_suggestion_is_for_those_who_choose_the_models_and_for_a_whole_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def latest(
        store: MemoryMemberResults, place: Place | None, limits: ResultLimits
    ) -> tuple[MemberResult, ...]:
        del store, place, limits
        return mostly_last()

    monkeypatch.setattr(MemoryMemberResults, "latest", latest)
    recent = str(int(time.time()))
    of_channel = replace(ALICE, manages="C1", asked_at=recent)
    of_all = replace(ALICE, manages_workspace="1", asked_at=recent)
    async with visits() as site:
        await asked(site, 1, "Tabs?", "C1")

        async def is_told(path: str, visitor: Visitor) -> bool:
            _, html, _ = await site.get(path, visitor)
            return "<strong>A suggestion:</strong> Dorothy was ranked last in 39 of 40" in html

        assert [await is_told("/boards", each) for each in (ALICE, of_channel, of_all)] == [
            False,
            False,
            True,
        ]
        assert [await is_told("/boards?channel=C1", each) for each in (ALICE, of_channel)] == [False, True]
        assert not await is_told("/boards?rubric=code", of_all)


async def test_boards_count_runs_of_readable_channels_alone() -> None:
    async with visits() as site:
        for number in range(1, 12):
            await asked(site, number, "Tabs?", "C1" if number < 11 else "C3")
        site.talk.outside.add((BOB.person, "C3"))

        _, alices, _ = await site.get("/boards", ALICE)
        _, bobs, _ = await site.get("/boards", BOB)
        _, others, _ = await site.get("/boards?channel=C3", BOB)
        _, strangers, _ = await site.get("/boards", STRANGER)

    assert "From 11 questions" in alices
    assert "From 10 questions" in bobs
    assert 'class="strength"' in bobs
    assert "strength" not in others + strangers


async def test_boards_say_who_gave_no_answer_and_why_in_the_language_of_the_reader() -> None:
    async with visits() as site:
        await asked(site, 1, "Tabs?")
        await asked(site, 2, "Spaces?")

        _, english, _ = await site.get("/boards", ALICE)
        _, german, _ = await site.get("/boards", replace(ALICE, locale="de"))

    assert "</strong> gave no answer 2 times. 2 × No reply within its time." in english
    assert "</strong> gab 2-mal keine Antwort. 2 × Keine Antwort innerhalb von der Frist." in german
    assert english.count("gave no answer") == 1


async def test_decisions_of_readable_channels_are_listed_and_searched() -> None:
    async with visits() as site:
        for number, channel in ((1, "C1"), (2, "C1"), (3, "C3")):
            run = await asked(site, number, f"Question {number}?", channel)
            await site.talk.decisions.record(
                Decision(
                    run_id=run.id,
                    place=run.question.place,
                    person=ALICE.person,
                    name="Alice",
                    locale="en",
                    text=f"<b>Spaces</b> it is, {number}.",
                    at=NOON + timedelta(hours=number),
                    look_again=NOON,
                )
            )
        site.talk.outside.add((BOB.person, "C3"))

        _, html, _ = await site.get("/decisions", BOB)
        _, found, _ = await site.get("/decisions?q=question+1", BOB)
        _, none, _ = await site.get("/decisions?q=rivers", BOB)

    assert html.index("it is, 2.") < html.index("it is, 1.")
    assert "it is, 3." not in html
    assert "&lt;b&gt;Spaces" in html
    assert 'class="pill warn"' in html
    assert f'<time data-day datetime="{NOON.isoformat()}">{NOON:%Y-%m-%d}</time>' in html
    assert ("it is, 1." in found, "it is, 2." in found) == (True, False)
    assert "rivers" in none


async def test_a_run_under_way_names_no_model_in_the_list_and_its_markup_is_text() -> None:
    async with visits() as site:
        run = here("voting")
        await site.talk.store.add(replace(run, question=replace(run.question, text="<b>Bold</b>?")))

        _, html, _ = await site.get("/", ALICE)

    assert "&lt;b&gt;Bold" in html
    assert [name for name in NAMES if name in html] == []


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/", "noch nichts gefragt"),
        ("/?q=Fluss", "Fluss"),
        ("/?by=U9", "passt kein Lauf"),
        ("/decisions", "noch nichts festgehalten"),
        ("/decisions?q=Fluss", "Fluss"),
    ],
)
async def test_an_empty_list_says_why_it_is_empty(path: str, said: str) -> None:
    async with visits() as site:
        _, text, _ = await site.get(path, replace(ALICE, locale="de"))

    assert said in text_of(text)
    assert "None" not in text


async def test_without_a_cookie_there_is_no_list_and_a_silent_chat_lists_nothing() -> None:
    async with visits() as site:
        await asked(site, 1, "Tabs or spaces?")
        nobody, _, _ = await site.get("/", None)
        site.talk.silent = True
        status, html, _ = await site.get("/", ALICE)

    assert (nobody, status) == (401, 200)
    assert "Tabs or spaces?" not in html
