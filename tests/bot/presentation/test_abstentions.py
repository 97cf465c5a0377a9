"""Abstentions and their reasons, in words."""

from typing import cast, get_args

import pytest

from bot.presentation.abstentions import answer_gaps, explained, named
from bot.presentation.phrases import sentence
from bot.presentation.words import ENGLISH, LANGUAGES, words_for
from council_core.domain.answer import AbstentionReason, Failure, Rest
from council_core.domain.events import Absence
from council_core.domain.member import MemberId
from council_core.domain.slate import Gap
from council_core.domain.title import cut_at_word
from council_core.errors import CallFault
from tests.golden_files import assert_golden
from tests.samples import NOON

REASONS: tuple[AbstentionReason, ...] = get_args(AbstentionReason)


def test_every_reason_has_its_words() -> None:
    said = [
        f"{answer_gaps([Gap(reason=reason, seconds=60)], 4, ENGLISH)} {ENGLISH.gaps.advice(reason=reason)}"
        for reason in REASONS
    ]

    assert_golden("posts/reasons.txt", "\n".join(said))


GAPS = [
    ((), 4, ""),
    (("timed_out",), 4, "1 of 4 models gave no answer: no reply within 1 minute."),
    (("refused",), 1, "The only model gave no answer: it declined."),
    (
        ("refused", "refused", "empty"),
        4,
        "3 of 4 models gave no answer: 2 × it declined; it sent back nothing.",
    ),
    (("refused", "refused"), 2, "2 of 2 models gave no answer: 2 × it declined."),
]


@pytest.mark.parametrize(("reasons", "members", "said"), GAPS)
def test_gaps_are_counted_and_explained(
    reasons: tuple[AbstentionReason, ...], members: int, said: str
) -> None:
    gaps = [Gap(reason=reason, seconds=60) for reason in reasons]

    assert answer_gaps(gaps, members, ENGLISH) == said


def test_a_stage_that_closed_early_says_what_the_others_took() -> None:
    gap = Gap(reason="late", seconds=40.2, others=12.0)

    assert answer_gaps([gap], 4, ENGLISH) == (
        "1 of 4 models gave no answer: not ready within 40 seconds, while the others took 12 seconds at most, so the "
        "council went on."
    )


def test_a_provider_that_is_left_alone_is_said_with_how_often_it_failed() -> None:
    gap = Gap(reason="not_asked", seconds=0, rest=Rest(failures=5, until=NOON))

    assert answer_gaps([gap], 4, ENGLISH) == (
        "1 of 4 models gave no answer: not asked, because its provider had failed 5 times in a row."
    )


def test_a_name_cannot_bring_its_own_markdown() -> None:
    failure = Failure(reason="refused", fault="declined", facts={"said": "[x](y)"}, latency=1.0)
    absence = Absence(member=MemberId("m"), name="*<!here>*", stage="answer", failure=failure)

    assert named(absence, ENGLISH).startswith(r"**\*\<\!here\>\*** gave no answer")
    assert r"\[x\]\(y\)" in named(absence, ENGLISH)


DURATIONS = [
    (0.04, "0 seconds"),
    (1, "1 second"),
    (2.14, "2.1 seconds"),
    (60, "1 minute"),
    (80, "1 minute 20 seconds"),
]
LONG = [(3600, "1 hour"), (5400, "1 hour 30 minutes"), (9.99, "10 seconds")]


@pytest.mark.parametrize(("seconds", "said"), DURATIONS + LONG)
def test_a_duration_is_said_as_people_say_it(seconds: float, said: str) -> None:
    assert ENGLISH.phrases.lasting(seconds=seconds) == said


def test_an_unknown_cost_is_called_unknown() -> None:
    assert ENGLISH.phrases.money(cost=None, is_estimate=True) == "cost unknown"


def test_a_cut_text_says_so_with_an_ellipsis() -> None:
    assert cut_at_word("one two three", 9) == "one two…"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_of_a_call_has_a_sentence_in_each_language_with_its_facts(language: str) -> None:
    facts = {
        name: f"<{name}>"
        for name in ("provider", "model", "variable", "host", "asked", "status", "megabytes", "known", "said")
    } | {"times": "3", "seconds": "61.4", "others": "12.0", "wait": "120.0"}

    for fault in get_args(CallFault):
        said = explained(
            Failure(reason="unavailable", fault=fault, facts=facts, latency=1.0), words_for(language), str
        )
        assert said == sentence(said)
        assert "{" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fault_with_few_facts_says_what_is_known(language: str) -> None:
    for fault, facts in {
        "rate_limit": {"provider": "OpenAI", "times": "1"},
        "declined": {},
    }.items():
        failure = Failure(reason="refused", fault=cast("CallFault", fault), facts=facts, latency=1.0)
        assert explained(failure, words_for(language), str)


def test_a_failure_of_an_earlier_version_keeps_its_english_sentence_and_is_told_in_general_elsewhere() -> (
    None
):
    failure = Failure(reason="refused", detail="It said no", latency=1.0)

    assert explained(failure, ENGLISH) == "It said no."
    assert explained(failure, words_for("de")).startswith("Es hat abgelehnt.")
