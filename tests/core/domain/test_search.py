"""Tests of a search's words and the runs they find."""

import pytest

from council_core.domain.search import LONGEST_WORD, MOST_PHRASES, MOST_WORDS, phrases_in, stands_in, words_of


@pytest.mark.parametrize(
    ("sought", "text", "found", "why"),
    [
        ("tabs", "Tabs or spaces?", True, "case does not count"),
        ("TABS Spaces", "Should we use spaces, or tabs?", True, "all words, in any order"),
        ("tabs emacs", "Tabs or spaces?", False, "all words have to be there"),
        ("inden", "Indentation", True, "a word finds those that begin with it"),
        ("in", "Indentation", False, "two letters would find nearly everything"),
        ("dentation", "Indentation", False, "the middle of a word is none"),
        ("grosse", "Die GRÖẞE", True, "accents and sharp s are evened out"),
        ("Größe", "grosse", True, "in what is looked for as well"),
        ("cafe\u0301", "CAFÉ", True, "an accent may be a character of its own"),
        ("ﬁle", "file", True, "ligatures are letters"),
        ("ＡＢＣ", "abc", True, "wide letters too"),
        ("大小", "这个大小写的问题", True, "no spaces between words"),
        ("小大", "这个大小写的问题", False, "their order counts"),
        ("タブ", "タブかスペースか", True, "kana"),
        ("들여", "들여쓰기", False, "Korean has spaces, and two syllables are short"),
        ("들여쓰", "들여쓰기", True, "three are not"),
        ('"tabs or spaces"', "Tabs, or: spaces?", True, "quotes keep words together"),
        ('"tabs spaces"', "Tabs or spaces", False, "and next to each other"),
        ("“tabs or”", "tabs or spaces", True, "round quotes too"),
        ("job-queue", "Our job queue", True, "parts of one word stand together"),
        ("v2", "API v2 is out", True, "digits are letters"),
        ("100%", "All of 100 people", True, "signs are none"),
    ],
)
def test_a_text_is_found_by_its_words(sought: str, text: str, found: bool, why: str) -> None:
    words = words_of(text)

    assert all(stands_in(phrase, words) for phrase in phrases_in(sought)) is found, why


@pytest.mark.parametrize("text", ["", "   ", "🙂🙂", "%", '"', '""', "'; --", "***", "\0", "\ud83d"])
def test_what_has_no_word_in_it_looks_for_nothing(text: str) -> None:
    assert phrases_in(text) == ()


def test_operators_are_words_like_any_other() -> None:
    phrases = phrases_in("tabs AND NOT (spaces) NEAR/3 scope:x* ' OR 1=1 --")

    words = [word for phrase in phrases for word in phrase.words]
    assert words == ["tabs", "and", "not", "spaces", "near", "3", "scope", "x", "or", "1", "1"]


def test_long_texts_are_cut_where_nobody_looks_any_more() -> None:
    assert len(words_of("a " * 100_000)) == MOST_WORDS
    assert [len(word) for word in words_of("b" * 5_000)] == [LONGEST_WORD]
    assert len(phrases_in(" ".join(f"word{n}" for n in range(1_000)))) == MOST_PHRASES
