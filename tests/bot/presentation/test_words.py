"""Every message of every language, called with the facts that it takes."""

import inspect
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import product
from math import prod
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

import pytest

from bot.ports.words import Permission
from bot.post import Mention, Part, Spot, Time
from bot.presentation.words import ENGLISH, LANGUAGES, Words, words_for
from bot.presentation.words.en import English
from bot.presentation.words.en.history import EnglishDeletion
from bot.presentation.words.history import DeletionWords
from bot.presentation.words.ko.phrases import particle, settled, toward
from bot.settings.catalogue import ROWS
from council_core.domain.answer import Usage
from council_core.domain.place import PersonId
from council_core.domain.question import Masked, RunId
from council_core.domain.run_state import RunState
from council_core.domain.schedule import Recurrence
from council_core.domain.waiting import RunWaits
from council_core.errors import Problem, ProblemKind

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

PROBLEM_FACTS = (
    *(
        "name",
        "value",
        "known",
        "lowest",
        "highest",
        "limit",
        "count",
        "most",
        "near",
        "id",
        "provider",
        "page",
        "variable",
        "variables",
        "missing",
        "other",
        "host",
        "example",
        "why",
        "line",
        "column",
    ),
)


class AnyFact(dict[str, str]):
    """Facts for any sentence: the same value under each name."""

    def __init__(self, value: str) -> None:
        super().__init__()
        self._value = value

    def __missing__(self, name: str) -> str:
        return self._value

    def __repr__(self) -> str:
        return self._value


RUN_STATE = RunState(
    run_id=RunId("r0"), platform="slack", stage="answering", asked_at=NOON, voting_closes_at=None, state="PENDING",
    owner="host-1", is_lease_held=True, is_served=None, attempts=1, last_step="answer:ada", last_step_at=NOON,
    unsettled=0,
)  # fmt: skip

SAMPLES: Mapping[Any, tuple[Any, ...]] = {
    Mapping[str, str]: (AnyFact("12"), AnyFact("Ada")),
    int: (0, 1, 2, 5, 21),
    float: (0.0, 1.0, 2.5, 61.0, 7200.0),
    bool: (False, True),
    str: ("Ada", "김철수", "Zoë", "r0a1b2c3"),
    Decimal: (Decimal(0), Decimal("0.00001"), Decimal("0.004"), Decimal("1234.5")),
    datetime: (NOON, NOON + timedelta(hours=3, minutes=40)),
    Usage: (Usage(), Usage(tokens_in=1200, tokens_out=21), Usage(tokens_in=7)),
    Masked: (Masked(kind="password", count=1), Masked(kind="AWS key", count=2)),
    Mention: (
        Mention(person=PersonId("U1"), name="Ada"),
        Mention(person=PersonId("U2"), name="김철수"),
    ),
    Time: (Time(at=NOON), Time(at=NOON, shows="date")),
    NoneType: (None,),
    RunState: (
        RUN_STATE,
        replace(
            RUN_STATE,
            owner="",
            is_lease_held=None,
            waits=RunWaits(run_id=RunId("r1"), before=2, limit="person"),
        ),
    ),
    Mapping[str, Permission]: ({"Embed Links": "embed_links"}, {"View Channels": "view_channel"}),
    Recurrence: (
        Recurrence(weekdays=tuple(range(7)), hour=9, minute=0, zone="UTC"),
        Recurrence(weekdays=tuple(range(5)), hour=9, minute=0, zone="UTC"),
        Recurrence(weekdays=(1, 3), hour=9, minute=0, zone="UTC"),
        Recurrence(day=2, hour=9, minute=0, zone="UTC"),
        Recurrence(day=2, month=12, hour=9, minute=0, zone="Asia/Seoul"),
    ),
    Problem: tuple(
        Problem(kind, **{**dict.fromkeys(PROBLEM_FACTS, "12"), "noun": "preset", **more})
        for kind in get_args(ProblemKind)
        for more in (
            {
                "unit": "minutes",
                "example": "0.50",
                "limiter": "version",
                "refusal": "criteria_none",
                "fact": "x",
            },
            {"seat": "Ada"},
            {"noun": "role", "file": "roles/sceptic.toml"},
        )
    ),
}
"""Sample values for each kind of parameter."""

MAY_BE_EMPTY = {("phrases", "tokens"), ("verdict", "cut_off")}
"""Messages that are empty without facts."""


BY_NAME = {("commands", "setting"), ("settings", "label"), ("settings", "hint"), ("settings", "means")}
"""Messages that know some names and return all others unchanged."""


def samples(kind: Any) -> tuple[Any, ...]:
    """Return the values to try for a parameter of this type."""
    if kind in SAMPLES:
        return SAMPLES[kind]
    origin = get_origin(kind)
    if origin is Literal:
        return get_args(kind)
    if origin is UnionType:
        return tuple(value for each in get_args(kind) for value in samples(each))
    if origin is Sequence:
        one, two, *_ = (*samples(get_args(kind)[0]), *samples(get_args(kind)[0]))
        return ((one,), (one, two), (two,))
    if hasattr(kind, "__supertype__"):
        return samples(kind.__supertype__)
    raise AssertionError(f"there is no sample of {kind}")


def messages(words: Words) -> Iterator[tuple[str, str, Any]]:
    """Yield page, name and method or text of every message of a language."""
    for page in fields(words):  # type: ignore[arg-type]
        if page.name == "language":
            continue
        yield from messages_of(page.name, getattr(words, page.name))


def messages_of(page: str, words: object) -> Iterator[tuple[str, str, Any]]:
    """Yield page, name and method or text of every message of a page, and of the pages within it."""
    for name in dir(words):
        if name.startswith("_"):
            continue
        told: Any = getattr(words, name)
        if isinstance(told, Mapping):
            texts = cast("Mapping[str, str]", told)
            yield from ((page, f"{name}-{key}", text) for key, text in texts.items())
        elif is_dataclass(told):
            yield from messages_of(f"{page}-{name}", told)
        else:
            yield page, name, told


def said(told: str | Sequence[Part]) -> str:
    """Return a message as one text."""
    if isinstance(told, str):
        return told
    return "".join(part if isinstance(part, str) else _named(part) for part in told)


def _named(part: Any) -> str:
    return part.name if isinstance(part, Mention | Spot | Time) else repr(part)


def calls(method: Any) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the facts that a method gets, with its text."""
    hints = get_type_hints(method)
    names = list(inspect.signature(method).parameters)
    values = [samples(hints[name]) for name in names]
    # Few parameters are tried in all combinations, many of them one after the other around some combinations.
    few = prod(len(each) for each in values) <= 5_000
    for chosen in product(*values) if few else _one_after_the_other(values):
        facts = dict(zip(names, chosen, strict=True))
        yield facts, said(method(**facts))


def _one_after_the_other(values: Sequence[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    random = Random(1)
    for _ in range(40):
        some = tuple(random.choice(each) for each in values)
        for at, each in enumerate(values):
            for value in each:
                yield (*some[:at], value, *some[at + 1 :])


PLACEHOLDER = re.compile(r"\{\{[^{}]+\}\}")
"""A gap in a template; gaps of our own sentences have single braces."""

PAGES = [
    pytest.param(words, page.name, id=f"{code}-{page.name}")
    for code, words in LANGUAGES.items()
    for page in fields(words)  # type: ignore[arg-type]
    if page.name != "language"
]


@pytest.mark.parametrize(("words", "page"), PAGES)
def test_every_message_says_something_and_leaves_no_gap(words: Words, page: str) -> None:
    for where, name, told in messages_of(page, getattr(words, page)):
        if isinstance(told, str):
            assert told.strip(), (where, name)
            assert "{" not in told, (where, name)
            continue
        for facts, text in calls(told):
            assert text.strip() or (where, name) in MAY_BE_EMPTY, (where, name, facts)
            assert "{" not in PLACEHOLDER.sub("", text), (where, name, facts)
            assert "None" not in text.replace("None of", ""), (where, name, facts)
            assert "  " not in text, (where, name, facts, text)


SLIPS = {
    "en": re.compile(
        r"(?<![Tt]here )\b(?:is|are) no (?!longer|more)|\bstands? (?:there|in)\b|\bstood\b|\banew\b|\bmend"
    ),
    "de": re.compile(r"'(?!council)[^' ]+'|nichts getan|mit Kommas dazwischen"),
    "ko": re.compile(r"이\(가\)|을\(를\)|은\(는\)|와\(과\)|\(으\)로|\(이\)라|위원회과"),
}
"""Turns of phrase that people do not use, by language."""

NO_SLIP = re.compile(r"(?!)")

TOLD_TO_MODELS = {("material", "withheld")}
"""Messages that share sentences with models, or with runs of earlier versions."""


@pytest.mark.parametrize(("words", "page"), PAGES)
def test_no_message_has_a_turn_that_its_speakers_do_not_use(words: Words, page: str) -> None:
    slips = SLIPS.get(words.language, NO_SLIP)
    for where, name, told in messages_of(page, getattr(words, page)):
        if words.language == "en" and (where, name) in TOLD_TO_MODELS:
            continue
        for text in [told] if isinstance(told, str) else [text for _, text in calls(told)]:
            assert not slips.search(text), (where, name, text)


@pytest.mark.parametrize(("words", "page"), PAGES)
def test_every_fact_that_a_message_takes_changes_what_it_says(words: Words, page: str) -> None:
    for where, name, told in messages_of(page, getattr(words, page)):
        if isinstance(told, str) or (where, name) in BY_NAME:
            continue
        every = list(calls(told))
        for fact in inspect.signature(told).parameters:
            others: dict[str, set[str]] = {}
            for facts, text in every:
                rest = repr({each: value for each, value in facts.items() if each != fact})
                others.setdefault(rest, set()).add(text)
            assert any(len(texts) > 1 for texts in others.values()), f"{fact} says nothing in {where}.{name}"


def left_in_english(words: Words) -> list[str]:
    """Return the messages that a language takes from the English words, as page and name."""
    english = {(page, name): told for page, name, told in messages(ENGLISH)}
    return [
        f"{page}.{name}"
        for page, name, told in messages(words)
        if (
            (told == english.get((page, name)) and len(told) > 8)
            if isinstance(told, str)
            else told.__func__ is getattr(english.get((page, name)), "__func__", None)
        )
    ]


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_a_language_says_everything_in_its_own_words(code: str) -> None:
    left = left_in_english(LANGUAGES[code])

    assert left == [], Counter(name.partition(".")[0] for name in left)


@dataclass(frozen=True, slots=True)
class BegunDeletion(EnglishDeletion):
    heading: str = "Supprimer cette question ?"

    def asks(self, *, question: str) -> str:
        return f"Supprimer la question « {question} » et tout ce qui s’y rapporte ?"


@dataclass(frozen=True, slots=True)
class Begun(English):
    language: str = "fr"
    deletion: DeletionWords = BegunDeletion()


def test_a_language_may_begin_with_one_page_and_what_it_lacks_is_listed() -> None:
    begun: Words = Begun()

    left = left_in_english(begun)

    assert [name for name in left if name.startswith("deletion.")] == [
        f"deletion.{name}" for name in ("delete", "deleted", "goes", "stays", "stops_first")
    ]
    assert {"card.asking", "page.title", "errors.problem"} & set(left)
    assert len(left) > 500


@pytest.mark.parametrize(
    ("locale", "code"), [("ko-KR", "ko"), ("de_AT", "de"), ("EN-us", "en"), ("", "en"), ("tlh", "en")]
)
def test_a_locale_is_spoken_to_in_its_language_and_else_in_english(locale: str, code: str) -> None:
    assert words_for(locale).language == code


def test_german_groups_the_digits_of_figures_in_problems_with_points_or_not_at_all() -> None:
    errors = LANGUAGES["de"].errors

    long = errors.problem(problem=Problem("too_long", name="COUNCIL_CRITERIA", count="20,001", most="20,000"))
    high = errors.problem(
        problem=Problem("too_high", name="COUNCIL_VOTE_MINUTES", value="1e9", limit="10,080")
    )

    assert "20.001 Zeichen" in long
    assert "20.000" in long
    assert "höchstens 10080 sein" in high


@pytest.mark.parametrize(
    ("word", "object_"),
    [
        ("답변 C", "답변 C를"),
        ("답변 L", "답변 L을"),
        ("김철수", "김철수를"),
        ("결론", "결론을"),
        ("**3**", "**3**을"),
        ("Sonnet", "Sonnet을"),
        ("Grok", "Grok을"),
        ("Prime", "Prime을"),
        ("Black", "Black을"),
        ("Claude", "Claude를"),
        ("Flash Lite", "Flash Lite를"),
        ("DeepSeek", "DeepSeek를"),
        ("GPT", "GPT를"),
        ("Opus", "Opus를"),
        ("", "를"),
    ],
)
def test_korean_particles_follow_the_last_sound(word: str, object_: str) -> None:
    assert particle(word, "을", "를") == object_


def test_korean_settles_particles_that_are_written_in_both_forms() -> None:
    assert settled("'wiki'을(를) 열 수 없습니다.") == "'wiki'를 열 수 없습니다."
    assert settled("파일 3이(가) 서울(으)로, 결론(으)로") == "파일 3이 서울로, 결론으로"
    assert settled("실행 r8와(과) 표") == "실행 r8과 표"


@pytest.mark.parametrize(
    ("word", "led"),
    [
        ("1위", "1위로"),
        ("답변 A", "답변 A로"),
        ("결론", "결론으로"),
        ("서울", "서울로"),
        ("답변 M", "답변 M으로"),
        ("답변 R", "답변 R로"),
        ("Mistral", "Mistral로"),
        ("Oracle", "Oracle로"),
        ("`Grok`", "`Grok`으로"),
    ],
)
def test_korean_says_toward_by_the_last_sound(word: str, led: str) -> None:
    assert toward(word) == led


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_labels_of_settings_fit_and_those_that_nobody_translated_are_listed(code: str) -> None:
    """A language without a label for a setting shows the English one of the setting's row, so that a new setting needs
    no other change. `pytest -rP` lists these labels."""
    page = LANGUAGES[code].settings
    on_forms = [row for row in ROWS if row.group is not None]
    labels = {row.name: page.label(name=row.name, english=row.label) for row in on_forms}

    print(code, "untranslated:", [row.name for row in on_forms if labels[row.name] == row.label])
    assert [name for name, label in labels.items() if not label or len(label) > 45] == []
    assert sum(labels[row.name] != row.label for row in on_forms) > len(on_forms) // 2


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_every_choice_of_a_setting_says_something(words: Words) -> None:
    said = {
        (row.name, text): words.settings.means(name=row.name, text=text)
        for row in ROWS
        for text in row.kind.choices()
    }

    assert [where for where, means in said.items() if not means] == []
    assert said["language", "ko"] == "한국어"
    assert words.language == "en" or said["redact", "yes"] != "yes"


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_titles_fit_a_window_of_slack_which_takes_24_characters(words: Words) -> None:
    forms = words.forms
    titles = (
        *(forms.ask_title, forms.follow_up_title, forms.again_title, forms.rank_title),
        *(words.replies.reason_title, words.history.find_title, words.templates.form_title),
        *(words.decisions.record, words.seats.title, words.settings.title(level="workspace")),
        *(words.reviews.panel, words.tools.panel, words.stats.panel, words.boards.panel, words.history.run),
        *(words.history.panel_found, words.history.here, words.history.own, words.history.whole_question),
        *(words.help.settings, words.decisions.title, words.schedules.title, words.templates.title),
        *(words.models.title, words.improving.how_to_ask),
    )

    assert [title for title in titles if len(title) > 24] == []
