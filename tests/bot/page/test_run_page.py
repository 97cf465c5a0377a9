"""Tests of a run's page: its content, the parts that stay hidden before the reveal, and its headers."""

import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape

import pytest

from bot.post import PrivateReply
from bot.presentation.words import ENGLISH, LANGUAGES, words_for
from bot.web.page import routes
from bot.web.page.drawing import POLICY, compile_templates, draw, templates
from bot.web.page.prose import prose
from bot.web.page.reader_actions import acts_part
from bot.web.page.run_page import run_page
from council_core.domain.answer import Answer
from council_core.domain.claim import ClaimCheck
from council_core.domain.material import Unread
from council_core.domain.member import MOST_MEMBERS
from council_core.domain.place import PersonId
from council_core.domain.run import Run, RunStatus
from council_core.domain.run_view import Viewer
from council_core.domain.slate import Response, alias_at
from council_core.domain.tool import Found, Source, ToolCall, ToolUse, Work
from council_core.domain.verdict import Points
from council_core.view import view
from tests.bot.conversation.talk import Talk
from tests.bot.page.visits import ALICE, STRANGER, kept, visits
from tests.bot.presentation.examples import NAMES, NOON, ROSTER, VALID, A, B, C, whole
from tests.samples import HERE

SEALED: Sequence[RunStatus] = ("asked", "answering", "reviewing", "synthesizing", "voting", "cancelled")


def here(status: RunStatus):
    """Return the run, moved into the channel of the visitors."""
    run = whole(status)
    return replace(run, question=replace(run.question, place=HERE))


def crowded(run: Run) -> Run:
    """Return the run with the most responses and reviews, and tables and code of the same kind in several."""
    assert run.slate is not None
    text = "| Kriterium | نتيجة |\n|---|---|\n| a | ب |\n\n```python\nprint(1)\n```\n\n- أولا `make test`\n"
    text += f"\n|{'wide column |' * 30}\n|{'-|' * 30}\n|{'a value |' * 30}"
    letters = [alias_at(number) for number in range(len(run.slate.responses), MOST_MEMBERS)]
    more = tuple(Response(alias=alias, text=text) for alias in letters)
    run = replace(
        run,
        slate=replace(run.slate, responses=(*run.slate.responses, *more)),
        reviews=tuple(replace(run.reviews[0], number=at, reading=VALID) for at in range(1, MOST_MEMBERS + 1)),
    )
    if run.key is None:
        return run
    seals = tuple(replace(run.key.seals[0], alias=alias) for alias in letters)
    return replace(run, key=replace(run.key, seals=(*run.key.seals, *seals)))


def drawn(status: RunStatus, language: str = "en", **changes: object) -> str:
    """Return the HTML of a run's page."""
    words = words_for(language)
    run = replace(whole(status), **changes)  # type: ignore[arg-type]
    seen = view(run, Viewer())
    return draw(
        "run.html",
        words,
        run=run_page(seen, words),
        acts=acts_part(seen, words, person=PersonId("U1")),
        form="f",
        seen="",
        said="",
        here="/r/x",
    )


def test_templates_are_compiled_before_anybody_reads_a_page() -> None:
    templates.cache_clear()

    compile_templates()

    kept = templates().cache
    assert kept is not None
    assert {name for _, name in kept} == set(templates().list_templates())


def test_a_page_names_no_part_that_has_nothing_in_it() -> None:
    assert "#details" not in drawn("answering", reviews=(), ranking=None, slate=None, verdict=None)
    assert "#details" in drawn("revealed")


@pytest.mark.parametrize("status", ["answering", "voting", "revealed"])
async def test_a_page_names_its_channel_and_leads_to_its_thread(status: RunStatus) -> None:
    talk = Talk()
    talk.channel_names["C1"] = "<ops>"
    threads = {"170.1": "https://acme.slack.example/archives/C1/p1701"}
    run = here(status)
    async with visits(talk, threads=threads) as site:
        run_id = await kept(talk, replace(run, thread="170.1"))
        _, html, _ = await site.get(f"/r/{run_id}")
        threads.clear()
        talk.channel_names.clear()
        _, bare, _ = await site.get(f"/r/{run_id}")

    assert "<bdi>#&lt;ops&gt;</bdi>" in html
    assert (
        'href="https://acme.slack.example/archives/C1/p1701" rel="noopener noreferrer">Open the thread<'
        in html
    )
    assert "Open the thread" not in bare
    assert "<bdi>#" not in bare


def test_a_letter_is_read_aloud_once_beside_its_response() -> None:
    beside = re.compile(r'class="l[^>]*>A</span> [^/]*')
    sealed, revealed = beside.findall(drawn("voting", "en")), beside.findall(drawn("revealed", "en"))

    assert any("aria-hidden" in one and "Response A" in one for one in sealed)
    assert not any("aria-hidden" not in one and "Response A" in one for one in sealed)
    assert not any("aria-hidden" in one for one in revealed)


async def test_a_finished_run_stands_on_its_page_whole_under_a_strict_policy() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))

        status, html, reply = await site.get(f"/r/{run_id}")

    assert status == 200
    for text in (
        "Wait for the release, then move.",
        "Two weeks are enough",
        *NAMES[:3],
        "83 %",
        "Reviewer 1",
    ):
        assert text in html
    assert reply.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert "no-store" in reply.headers["cache-control"]
    assert " style=" not in html
    assert "onclick" not in html


@pytest.mark.parametrize("status", SEALED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_reveal_a_page_names_no_model_and_no_figure_of_one(
    status: RunStatus, language: str
) -> None:
    html = drawn(status, language)

    told = [name for name in NAMES if name.lower() in html.lower()]
    told += [member.id for member in ROSTER.members if f">{member.id}<" in html or f"{member.id} " in html]
    assert told == []
    assert "openrouter" not in html
    assert "0.0123" not in html
    assert "1,200" not in html


@pytest.mark.parametrize("status", [*SEALED, "revealed", "failed"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_of_a_run_has_a_page_in_every_language(status: RunStatus, language: str) -> None:
    html = drawn(status, language)

    assert f'lang="{language}"' in html
    assert "None" not in html


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "was not read: it needs a password."), ("de", "wurde nicht gelesen: mit einem Passwort geschützt."),
     ("ko", "읽지 못했습니다. 암호가 걸려 있습니다.")],
)  # fmt: skip
def test_a_page_says_why_a_file_was_not_read(language: str, said: str) -> None:
    page = drawn("revealed", language, material=(Unread(name="plan_1 <b>.pdf", reason="password"),))

    assert f"<b>plan_1 &lt;b&gt;.pdf</b> <small>{said}</small>" in page


def test_scores_are_written_as_in_the_language_of_the_reader() -> None:
    german = drawn("revealed", "de")

    assert "<b>4,8</b>" in german
    assert "accuracy 4,5" in german
    assert "<b>4.8</b>" in drawn("revealed")


def test_a_review_that_says_nothing_has_no_fold_and_its_reason_is_a_sentence() -> None:
    html = drawn("voting")

    assert "What Reviewer 1 says" in html
    assert "What Reviewer 2 says" not in html
    assert ">Not counted. It gives two different rankings." in html


@pytest.mark.parametrize(
    ("status", "tone"),
    [("voting", " plain"), ("revealed", ""), ("failed", " warn"), ("cancelled", " warn")],
)
def test_the_state_of_a_run_looks_like_what_it_is_and_no_reveal_is_promised_after_its_end(
    status: RunStatus, tone: str
) -> None:
    html = drawn(status)

    assert f'<span class="pill{tone}" role="status">' in html
    assert (ENGLISH.page.names_hidden in html) == (status == "voting")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_the_vote_is_a_time_that_the_script_shows_as_it_is_for_the_reader(language: str) -> None:
    html = drawn("voting", language, voting_closes_at=NOON)

    assert f'<time datetime="{NOON.isoformat()}">2026-11-09 12:00 UTC</time>' in html


def test_a_page_waits_only_for_what_will_come() -> None:
    answering = drawn("answering", slate=None, reviews=(), ranking=None, verdict=None)
    reviewing = drawn("reviewing", ranking=None, verdict=None)
    hidden = drawn("voting", settings=replace(whole().settings, show_ranking="after_vote"))

    assert ENGLISH.page.meanwhile(has_responses=False) in answering
    assert ENGLISH.page.meanwhile(has_responses=True) in reviewing
    assert "once you have voted" in hidden
    assert ['class="sk ' in html for html in (answering, reviewing, hidden)] == [True, True, False]


@pytest.mark.parametrize(("header", "name"), [("| | Tabs | Spaces |", "Tabs, Spaces"), ("| | | |", "…")])
def test_a_table_is_named_by_the_columns_that_have_a_name(header: str, name: str) -> None:
    table = prose(f"{header}\n|---|---|---|\n| Width | 1 | 2 |")

    assert f'role="group" aria-label="{name}"' in table
    assert "></th>" not in table
    assert table.count("<th ") + table.count("<td") == 6


def test_an_address_becomes_a_link_and_one_within_our_own_pages_does_not() -> None:
    text = "See https://a.example/b_(c), `https://b.example`, [out](/sign-out), [k](javascript:x).[^1]\n\n[^1]: no"

    html = prose(text)

    assert re.findall(r'href="([^"]*)"', html) == ["https://a.example/b_(c)"]
    assert "[out](/sign-out)" in html
    assert "[^1]: no" in html


def test_a_table_of_an_arabic_answer_begins_at_the_right() -> None:
    arabic, german = (
        prose("| معيار | b |\n|---|---|\n| 1 | 2 |"),
        prose("| 1. Wert | ب |\n|---|---|\n| 1 | 2 |"),
    )

    assert ' dir="rtl"><table>' in arabic
    assert "rtl" not in german


def test_each_verse_of_a_poem_keeps_its_line() -> None:
    assert "turns green<br>\nand nobody merges." in prose("The last build turns green\nand nobody merges.")
    assert "Monday<br>\nTuesday" in prose("| a |\n|---|\n| Monday<br />Tuesday |")


def test_a_response_without_spaces_is_as_long_as_in_the_thread() -> None:
    slate = whole("revealed").slate
    assert slate is not None
    responses = (replace(slate.responses[0], text="应该使用空格。"), *slate.responses[1:])

    html = drawn("revealed", slate=replace(slate, responses=responses))

    assert "7 characters" in html
    assert "1 word<" not in html


def test_hostile_markdown_comes_out_as_text_and_no_picture_is_fetched() -> None:
    text = (
        "<script>alert(1)</script><img src=x onerror=alert(2)>\n\n![track](https://evil.example/x.png)\n\n"
        "[press](javascript:alert(3)) <a href='https://evil.example' style='color:red'>x</a>\n\n"
        '```py" onmouseover="alert(4)\ncode\n```'
    )
    html = drawn("revealed", slate=replace(_slate(), responses=(Response(alias=A, text=text), *_rest())))

    assert "<script>alert" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html
    assert ' onmouseover="' not in html
    assert "&lt;script&gt;" in html


def _slate():
    slate = whole().slate
    assert slate is not None
    return slate


def _rest() -> tuple[Response, ...]:
    return _slate().responses[1:]


def test_what_all_agree_on_is_not_called_so_where_the_positions_differ_in_it() -> None:
    run = whole("revealed")
    assert run.slate is not None
    assert run.verdict is not None
    held = {A: "Move now", B: "Wait until January", C: "Wait until January"}
    responses = tuple(replace(each, position=held[each.alias]) for each in run.slate.responses)
    points = Points(agree=("Wait until January", "Tests come first"), differ=("A moves, B and C wait",))
    changed = replace(
        run, slate=replace(run.slate, responses=responses), verdict=replace(run.verdict, points=points)
    )

    page = run_page(view(changed), words_for("en"))

    assert [(each.label, each.texts) for each in page.answer.views] == [
        ("All agree", ("Tests come first",)),
        ("Most agree", ("Wait until January",)),
        ("They differ", ("A moves, B and C wait",)),
    ]


async def test_a_style_sheet_may_be_kept_and_an_unknown_file_is_not_there() -> None:
    async with visits() as site:
        status, html, _ = await site.get("/r/unknown")
        address = html.partition('href="/static/')[2].partition('"')[0]
        kept_status, _, reply = await site.get(f"/static/{address}")
        missing, _, _ = await site.get("/static/..%2froutes.py")

    assert (status, kept_status, missing) == (404, 200, 404)
    assert "immutable" in reply.headers["cache-control"]


async def test_all_that_a_page_needs_at_first_is_less_than_100_kb() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))
        _, html, _ = await site.get(f"/r/{run_id}")
        files = set(re.findall(r'"(/static/[^"]+)"', html))
        texts = [(await site.get(unescape(file)))[1] for file in files]

    assert len(files) == 3
    assert sum(len(text.encode()) for text in (html, *texts)) < 100_000


async def test_a_page_that_breaks_says_so_without_a_traceback_and_chat_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaks(*facts: object) -> None:
        raise RuntimeError("a secret of the inside")

    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))
        monkeypatch.setattr(routes, "run_page", breaks)
        status, html, _ = await site.get(f"/r/{run_id}")
        reply = await site.talk.types("history")
        listed, _, _ = await site.get("/")

    assert (status, listed) == (500, 200)
    assert ENGLISH.page.title(trouble="broken") in html
    assert "a secret of the inside" not in html
    assert isinstance(reply, PrivateReply)


async def test_a_page_speaks_the_language_of_its_reader() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))

        _, html, _ = await site.get(f"/r/{run_id}", replace(ALICE, locale="ko-KR"))

    assert 'lang="ko"' in html
    assert "순위" in html


async def test_a_finished_run_is_taken_along_as_a_file_and_one_under_way_is_not() -> None:
    async with visits() as site:
        run_id = await kept(site.talk, here("revealed"))
        status, text, reply = await site.get(f"/r/{run_id}/export/md")
        strange, _, _ = await site.get(f"/r/{run_id}/export/exe")
        outside, _, _ = await site.get(f"/r/{run_id}/export/md", STRANGER)
    async with visits() as site:
        run_id = await kept(site.talk, here("voting"))
        early, _, back = await site.get(f"/r/{run_id}/export/json")

    assert (status, strange, outside, early) == (200, 404, 403, 303)
    assert "Quartz Large" in text
    assert reply.headers["content-disposition"] == f'attachment; filename="council-{run_id}.md"'
    assert back.headers["location"].startswith(f"/r/{run_id}?said=")


def test_the_figures_of_a_revealed_page_are_pictures_too_with_the_numbers_as_text() -> None:
    reviews = tuple(
        replace(each, number=number, reading=replace(VALID, order=order))
        for number, (each, order) in enumerate(
            zip(whole().reviews[:2], (((B,), (A,), (C,)), ((C,), (A,), (B,))), strict=True), 1
        )
    )

    opened, sealed = drawn("revealed", "de", reviews=reviews), drawn("voting", reviews=reviews)

    assert opened.count('<div class="wide"><svg class="chart"') == 4
    assert opened.count('<div class="narrow"><svg class="chart"') == 4
    assert "Kosten (nach rechts) und Platz (1 ist oben)" in opened
    assert "<td>0 %</td>" in opened, "the table for those who cannot see the picture"
    assert sealed.count('<div class="wide"><svg class="chart"') == 3, "who costs what stays sealed"
    assert [name for name in NAMES if name in sealed] == []


def test_the_verdict_has_the_names_beside_its_letters_once_they_are_out() -> None:
    run = whole()
    assert run.verdict is not None
    verdict = replace(run.verdict, reply=replace(run.verdict.reply, text="Response B is right."))

    revealed, voting = drawn("revealed", verdict=verdict), drawn("voting", verdict=verdict)

    assert "Response B (Quartz Large) is right." in revealed
    assert "Response B is right." in voting


@pytest.mark.parametrize("status", ["voting", "revealed"])
def test_sources_stand_on_the_page_and_calls_of_tools_only_once_names_are_out(status: RunStatus) -> None:
    page = Source(title="Tabs <b>", url="https://tabs.example/1")
    call = ToolCall(id="c1", name="searchtool", arguments='{"query": "<script>"}')
    work = Work(
        uses=(ToolUse(call=call, result=Found(text="</pre><script>", sources=(page,))),), sources=(page,)
    )
    run = whole(status)
    assert run.slate is not None
    outcomes = tuple(
        replace(each, reply=replace(each.reply, work=work)) if isinstance(each, Answer) else each
        for each in run.outcomes
    )
    responses = tuple(replace(each, sources=(page,)) for each in run.slate.responses)

    reviews = (replace(run.reviews[0], work=Work(uses=work.uses * 3)), *run.reviews[1:])
    html = drawn(status, outcomes=outcomes, slate=replace(run.slate, responses=responses), reviews=reviews)

    assert "[1] Tabs &lt;b&gt; (tabs.example)" in html
    assert 'href="https://tabs.example/1"' in html
    assert ("Tool calls (1)" in html) == (status == "revealed")
    assert ("Tool calls (3)" in html) == (status == "revealed"), "those of a reviewer that checked claims"
    assert ("searchtool" in html) == (status == "revealed")
    assert "</pre><script>" not in html


def test_an_address_that_is_none_does_not_break_the_page() -> None:
    broken = "https://shop\u2100.example/a"
    run = whole("voting")
    assert run.slate is not None
    source = Source(title="Shop", url=broken)
    responses = tuple(replace(each, text=f"See {broken}", sources=(source,)) for each in run.slate.responses)

    html = drawn("voting", slate=replace(run.slate, responses=responses))

    assert broken in html


def test_checked_claims_stand_in_a_table_below_the_verdict() -> None:
    page = Source(title="Notes <b>", url="https://notes.example/1")
    script = Source(title="Sums", url="javascript:alert(1)")
    claims = (
        ClaimCheck(claim="It is <i>late</i>.", mark="supported", source=page, quote="Never", is_quoted=False),
        ClaimCheck(claim="It adds up.", mark="contradicted", source=script),
    )
    run = whole("voting")
    reviews = (replace(run.reviews[0], claims=claims), *run.reviews[1:])
    settings = replace(run.settings, verify=True)

    html = drawn("voting", reviews=reviews, settings=settings)
    nothing = drawn("voting", settings=settings)

    assert '<td dir="auto">It is &lt;i&gt;late&lt;/i&gt;.</td><td>supported by 1 reviewer [1]</td>' in html
    assert '<a href="https://notes.example/1"' in html
    assert "javascript:" not in html
    assert "The source that it names does not contain this quotation" in html
    assert "No claim was checked against a source" in nothing
    assert [name for name in NAMES if name in html] == []


async def test_signs_that_turn_the_direction_of_a_text_are_shown_and_turn_nothing() -> None:
    turned = "See \u202egpj.exe\u202c and \u2066this\u2069"
    run = here("revealed")
    assert run.verdict is not None
    verdict = replace(run.verdict, reply=replace(run.verdict.reply, text=turned))
    question = replace(run.question, text=turned)
    async with visits() as site:
        run_id = await kept(site.talk, replace(run, question=question, verdict=verdict))

        pages = [(await site.get(path))[1] for path in (f"/r/{run_id}", "/")]

    assert all("See \ufffdgpj.exe\ufffd and" in html for html in pages)
    assert not any(sign in html for html in pages for sign in "\u202e\u202c\u2066\u2069")
