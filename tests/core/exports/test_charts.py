"""Tests of the charts of a run's figures: their number, their text, and that they neither act nor reveal names."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.presentation.documents import export_run, run_charts, run_document
from bot.presentation.words import ENGLISH, LANGUAGES, Words
from council_core.domain.ballot import Order
from council_core.domain.member import Member, Roster
from council_core.domain.run import Run
from council_core.domain.slate import Response, Slate
from council_core.errors import RequestError
from council_core.exports.figures import agreement_rows
from council_core.exports.html import page_of
from council_core.view import view
from tests.bot.presentation.examples import NAMES, VALID, A, B, C
from tests.core.exports.test_export import a_whole_run

NASTY = '"><script>alert(1)</script>\x07'


def with_orders(run: Run, *orders: Order) -> Run:
    """Return the run with one valid review for each order."""
    reviews = [
        replace(run.reviews[0], number=number, reading=replace(VALID, order=order))
        for number, order in enumerate(orders, 1)
    ]
    return replace(run, reviews=tuple(reviews))


def judged() -> Run:
    return with_orders(a_whole_run(), ((B,), (A,), (C,)), ((B,), (A, C)), ((C,), (A,), (B,)))


def test_a_revealed_run_has_four_pictures_whose_numbers_stand_as_text_too() -> None:
    run = judged()

    charts, document = run_charts(view(run), ENGLISH), run_document(view(run), ENGLISH).markdown

    assert [chart.section for chart in charts] == ["ranking", "scores", "agreement", "members"]
    for said in ("83 %", "4.5", "17 %", "$0.0123"):
        assert [chart.section for chart in charts if said in chart.svg]
        assert said in document
    assert "1 of 2 votes" in charts[0].svg


@pytest.mark.parametrize("status", ["revealed", "cancelled"])
def test_every_picture_is_plain_svg_with_a_title(status: str) -> None:
    charts = run_charts(view(replace(judged(), status=status)), ENGLISH)
    for svg, title in [(svg, each.title) for each in charts for svg in (each.svg, each.narrow)]:
        root = ET.fromstring(svg)
        tags = {each.tag.rpartition("}")[2] for each in root.iter()}
        attributes = {name for each in root.iter() for name in each.attrib}

        assert tags <= {"svg", "title", "text", "rect", "circle", "path"}
        assert not attributes & {"style", "href", "onload", "class", "{http://www.w3.org/1999/xlink}href"} - {
            "class"
        }
        assert (root.get("role"), root[0].text) == ("img", title)


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_the_labels_of_pictures_are_in_one_language(words: Words) -> None:
    ranking, *_ = run_charts(view(judged()), words)
    sealed, *_ = run_charts(view(replace(judged(), status="cancelled")), words)

    assert ranking.title == words.documents.won_and_voted
    assert words.documents.first_of(count=1, of=2, blind=1) in ranking.svg
    assert words.phrases.percent(share=0.83) in ranking.svg
    assert words.responses.title(alias="A") in sealed.svg
    assert words.language == "en" or not re.search("votes|Response|Mean", ranking.svg + sealed.svg)


def test_a_stopped_run_shows_letters_and_no_cost() -> None:
    charts = run_charts(view(replace(judged(), status="cancelled")), ENGLISH)

    assert [chart.section for chart in charts] == ["ranking", "scores", "agreement"]
    for chart in charts:
        assert [name for name in NAMES if name in chart.svg] == []
        assert "votes" not in chart.svg


def test_names_are_text_in_a_picture_and_in_the_page() -> None:
    run = judged()
    members = tuple(
        Member(id=member.id, model=member.model, name=f"{NASTY}{index}")
        for index, member in enumerate(run.settings.roster.members)
    )
    roster = Roster(members=members, chairman=members[0])
    run = replace(run, settings=replace(run.settings, roster=roster))

    page = page_of(run_document(view(run), ENGLISH))

    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_the_figures_are_one_png_with_letters_in_it_and_a_run_without_any_says_so() -> None:
    (file,) = export_run(judged(), by="Ann", formats=("png",)).files

    with Image.open(BytesIO(file.content)) as picture:
        wide, high = picture.size
        dark = sum(picture.convert("L").histogram()[:60])
    assert (file.media_type, wide, high > 1_000) == ("image/png", 1_376, True)
    assert dark > 5_000, "without a font the letters would be missing"
    with pytest.raises(RequestError) as raised:
        export_run(replace(a_whole_run(), ranking=None, reviews=()), by="Ann", formats=("png",))
    assert raised.value.kind == "export_no_figures"


def test_agreement_counts_pairs_and_ties_as_halves() -> None:
    numbers, rows = agreement_rows(view(judged()))

    assert numbers == [1, 2, 3]
    assert [[share if share is None else round(share, 2) for share in row] for row in rows] == [
        [None, 0.83, 0.0],
        [0.83, None, 0.17],
        [0.0, 0.17, None],
    ]


def test_there_is_no_picture_without_figures_and_none_for_a_crowd() -> None:
    alone = replace(a_whole_run(), ranking=None, reviews=())
    crowd = Slate(responses=tuple(Response(alias=A, text="Yes.") for _ in range(30)))

    assert run_charts(view(alone), ENGLISH) == ()
    assert run_charts(view(replace(judged(), slate=crowd, key=None)), ENGLISH) == ()
