"""Tests that a follow-up is given as much of an earlier question's material as it needs, and no more."""

import re
from decimal import Decimal

import pytest

from council_core.domain.material import Piece
from council_core.domain.question import Turn
from council_core.stages.budget import Purse
from council_core.stages.remember import excerpt, remembered
from council_core.stages.sent_prompts import sent_prompts
from council_core.testing import FixedPrices, MemoryLedger
from tests.core.sitting import Sitting, a_sitting
from tests.core.stages.shelf import asked_with, follow_up, prompts
from tests.samples import MEMBERS
from tests.testbed.documents import pdf

CLAUSE = "The tenant shall keep the rooms clean and pay the rent on the first working day of each month. "
DEPOSIT = "A deposit of three rents is due before the keys are handed over."
NOTICE = "Either party may end this lease with a notice of 47 days."
PETS = "Quokkas need the landlord's consent."


def page(*said: str) -> str:
    return " ".join([CLAUSE * 12, *said, CLAUSE * 12])


LEASE = pdf([page("Opening words."), page(DEPOSIT), page(NOTICE), page(PETS), page(), page("Closing words.")])
VERDICT = f'47 days: the lease says "{NOTICE}"'


async def followed(
    question: str, lease: bytes = LEASE, sitting: Sitting | None = None
) -> tuple[Sitting, Piece]:
    """Return a sitting whose next run is a follow-up about a lease, and the piece of the lease."""
    sitting, shelf = asked_with({"lease.pdf": lease}, sitting)
    first = await sitting.hold()
    (piece,) = first.material
    assert isinstance(piece, Piece)
    follow_up(sitting, question, Turn(question="How long is the notice?", verdict=VERDICT, run=first.id))
    shelf.files.clear()
    return sitting, piece


@pytest.mark.parametrize(
    "question", ["And the deposit?", "What about this deposit?", "And deposits, please?"]
)
async def test_a_follow_up_is_given_the_passages_of_its_words_with_name_and_digest(question: str) -> None:
    sitting, piece = await followed(question)

    await sitting.hold()

    for prompt in (*prompts(sitting, "answer"), *prompts(sitting, "synthesize")):
        fence = f'"lease.pdf" (PDF, 6 pages), SHA-256 {piece.digest[:16]}, from an earlier question'
        assert fence in prompt
        assert all(said in prompt for said in (DEPOSIT, NOTICE, "[page 1]"))
        assert not any(said in prompt for said in (PETS, "Closing words."))
        shown = prompt.partition("<<<MATERIAL")[2].partition("<<<END")[0]
        left_out = [int(count.replace(",", "")) for count in re.findall(r"<<<LEFT OUT ([\d,]+) of", shown)]
        assert len(left_out) >= 2
        assert len(shown) + sum(left_out) == pytest.approx(piece.characters, rel=0.05)
        code = re.search(r"characters (\w+)>>>", shown)
        assert code is not None
        assert f"A line with the code {code[1]} says how much the council left out" in prompt


@pytest.mark.parametrize(
    "question",
    [
        "What does page 4 say?",
        "Is clause 7 fair?",
        "What does the LEASE say of animals?",
        "Which risks are there besides the deposit?",
        "Und die Kaution?",
        "May I keep animals?",
        "What about the rent?",
        "Compare deposit, notice, keys, consent, rent, rooms, months, landlord, tenant, days, parties, quokkas, words.",
    ],
)
async def test_a_follow_up_whose_passages_do_not_do_is_given_the_whole_text_again(question: str) -> None:
    sitting, _ = await followed(question)

    await sitting.hold()

    for prompt in prompts(sitting, "answer"):
        assert all(said in prompt for said in (DEPOSIT, NOTICE, PETS, "Closing words."))
        assert "<<<LEFT OUT" not in prompt


async def test_a_follow_up_about_the_verdict_alone_is_given_what_the_verdict_quotes() -> None:
    sitting, _ = await followed("Why?")

    await sitting.hold()

    for prompt in prompts(sitting, "answer"):
        assert NOTICE in prompt
        assert DEPOSIT not in prompt


async def test_a_short_text_is_given_again_as_a_whole() -> None:
    sitting, _ = await followed("And the deposit?", pdf([DEPOSIT, NOTICE, PETS]))

    await sitting.hold()

    assert all(PETS in prompt for prompt in prompts(sitting, "answer"))


async def test_the_texts_of_earlier_questions_and_new_files_share_the_room() -> None:
    sitting, _ = await followed("What does page 4 say?", sitting=a_sitting(material_characters=9_000))

    await sitting.hold()

    (prompt,) = {*prompts(sitting, "answer")}
    assert len(prompt) < 12_000
    assert "Opening words" in prompt
    assert "<<<LEFT OUT" in prompt


@pytest.mark.parametrize("question", ["And the deposit?", "What does page 4 say?"])
async def test_what_a_follow_up_was_given_is_told_and_estimated(question: str) -> None:
    sitting, _ = await followed(question)
    prices = FixedPrices({member.model: Decimal(10) for member in MEMBERS})
    ledger = MemoryLedger(store=sitting.store)
    purse = Purse(store=sitting.store, blobs=sitting.blobs, prices=prices, ledger=ledger)

    before = await purse.estimate(sitting.run.question, sitting.run.settings)
    run = await sitting.hold()

    sent = await sent_prompts(run, sitting.blobs, sitting.store)
    answers = [f"{each.instructions}\n{each.text}" for each in sent if each.purpose == "answer"]
    assert answers == prompts(sitting, "answer")
    given = await remembered(run, sitting.blobs, sitting.store)
    ((piece, _),) = given.texts
    shown = answers[0].partition("<<<MATERIAL")[2]
    assert piece.given == pytest.approx(len(shown), rel=0.2)
    tokens = sum(len(f"{call.prompt.instructions}{call.prompt.text}") for call in sitting.models.calls) / 4
    assert before.tokens_in == pytest.approx(tokens, rel=0.35)


def test_an_excerpt_of_a_long_text_without_spaces_or_words_is_no_excerpt() -> None:
    assert excerpt("가" * 90_000, "보증금은?", "") is None
    assert excerpt("x" * 90_000, "And the deposit?", "") is None


def test_a_korean_follow_up_finds_its_passages() -> None:
    text = (
        "임차인은 매월 첫째 날에 임대료를 낸다. " * 200
        + "보증금은 석 달치 임대료다. "
        + "방을 깨끗이 쓴다. " * 400
    )

    ranges = excerpt(text, "보증금이 얼마인가요?", "")

    assert ranges is None  # "얼마인가요" stands nowhere.
    found = excerpt(text, "그 보증금은 왜?", "")
    assert found is not None
    assert any("보증금" in text[begin:end] for begin, end in found)
