"""Tests of quotations that are missing in their sources: noted below responses and verdict, on every surface."""

from dataclasses import replace

import pytest

from bot.presentation.documents import run_document
from bot.presentation.posts import posts_for
from bot.presentation.whole_run import whole_run
from bot.presentation.words import ENGLISH, LANGUAGES, Words
from bot.programs.answers import run_shape
from bot.web.page.run_page import run_page
from council_core.domain.events import LateAnswerArrived
from council_core.domain.run import Run, RunStatus
from council_core.domain.tool import Source, Work
from council_core.stages.report import concluded, opened
from council_core.view import view
from tests.bot.presentation.drawing import draw, draw_all
from tests.bot.presentation.examples import LIMITS, NAMES, whole

IN_RESPONSE, IN_VERDICT = "tabs are <b>four</b> wide everywhere", "nobody has ever used spaces"


def misquoting(status: RunStatus) -> Run:
    """Return a run with a wrong quotation in Response A and one in its verdict."""
    run = whole(status)
    assert run.slate is not None
    assert run.verdict is not None
    first, *others = run.slate.responses
    slate = replace(run.slate, responses=(replace(first, misquoted=(IN_RESPONSE,)), *others))
    return replace(run, slate=slate, verdict=replace(run.verdict, misquoted=(IN_VERDICT,)))


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_the_thread_says_so_beneath_the_response_and_beneath_the_verdict(words: Words) -> None:
    run = misquoting("voting")
    assert run.slate is not None
    assert run.key is not None

    first, *others = posts_for(opened(run, run.slate, run.key, {}), LIMITS, words)
    verdict = draw_all(posts_for(concluded(run), LIMITS, words))

    start = words.claims.misquoted(quote="|").partition("|")[0]
    assert f"{start}tabs are" in draw(first.post)
    assert start not in draw_all(others)
    assert f"{start}{IN_VERDICT}" in verdict


@pytest.mark.parametrize("status", ["voting", "revealed"])
def test_page_terminal_exports_and_programs_say_so(status: RunStatus) -> None:
    seen = view(misquoting(status))
    said = "The source that it names does not contain this quotation"

    page = run_page(seen, ENGLISH)
    shown = "\n".join(map(draw, whole_run(seen)))
    document = run_document(seen, ENGLISH).markdown
    shape = run_shape(seen, (), ENGLISH, with_responses=False)

    (note,) = (note for note in page.responses[0].notes if said in note)
    assert "<b>" not in note
    assert any(said in note and IN_VERDICT in note for note in page.answer.notes)
    for text in (shown, document):
        assert text.count(said) == 2
        assert IN_VERDICT in text
    assert (shape.responses[0].misquoted, shape.verdict_misquoted) == ((IN_RESPONSE,), (IN_VERDICT,))
    if status == "voting":
        assert [name for name in NAMES if name in str(page) + shown + document] == []


@pytest.mark.parametrize("status", ["voting", "revealed"])
def test_a_late_answer_has_its_sources_and_wrong_quotations_beneath_it_on_every_surface(
    status: RunStatus,
) -> None:
    run = whole(status)
    work = Work(
        sources=(Source(title="Quokka survey", url="https://quokka.example/"),), misquoted=(IN_VERDICT,)
    )
    (late,) = (each for each in run.late if each.kind == "answer")
    run = replace(run, late=(replace(late, reply=replace(late.reply, work=work)),))
    seen = view(run)
    event = LateAnswerArrived(run_id=run.id, text=late.text, cited=seen.late_cited[0])

    ((_, page),) = run_page(seen, ENGLISH).late
    surfaces = (
        draw_all(posts_for(event, LIMITS, ENGLISH)),
        "\n".join(map(draw, whole_run(seen))),
        run_document(seen, ENGLISH).markdown,
        str(page),
    )

    for shown in surfaces:
        assert shown.count("Quokka survey") == 1
        assert "quokka.example" in shown
        assert IN_VERDICT in shown


def test_a_run_that_hides_its_verdict_hides_its_quotations() -> None:
    run = misquoting("voting")
    hidden = view(replace(run, settings=replace(run.settings, show_ranking="after_vote")))

    assert IN_VERDICT not in run_document(hidden, ENGLISH).markdown + str(run_page(hidden, ENGLISH))
