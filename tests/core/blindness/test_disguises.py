"""Tests that a name is found in any spelling, and that the span covers the text that people see."""

import pytest

from council_core.blindness import mask
from council_core.blindness.names import Name, known_names
from council_core.blindness.shadow import shadow_of
from tests.core.blindness.masking import uncovered

DISGUISES = [
    ("a zero-width space", "Goo\u200bgle Gem\u200dini"),
    ("a soft hyphen", "Gem\u00adini"),
    ("a Cyrillic letter", "Gеmini"),
    ("only look-alikes", "ᴄʟᴀᴜᴅᴇ"),
    ("wide letters", "ＣｈａｔＧＰＴ"),
    ("mathematical letters", "𝒞𝓁𝒶𝓊𝒹𝑒"),
    ("circled letters", "ⒸⓁⒶⓊⒹⒺ"),
    ("dots", "c.h.a.t.g.p.t"),
    ("blanks", "C L A U D E"),
    ("hyphens", "C-l-a-u-d-e"),
    ("cut in two", "Cha-tGPT"),
    ("digits", "Cl4ude"),
    ("an l for an I", "OpenAl"),
    ("emphasis", "C**l**aude"),
    ("a hyphen that does not break", "GPT‑4"),
    ("a wrong order of letters", "ChatGTP"),
    ("another spelling", "Chat-GPT"),
]


@pytest.mark.parametrize(("how", "name"), DISGUISES, ids=[how for how, _ in DISGUISES])
def test_a_disguised_name_is_covered_whole(how: str, name: str) -> None:
    text = f"I am {name}, an AI assistant."

    masked = mask(text)

    assert uncovered(masked, text, (name,)) == [], how
    assert masked.text.startswith("I am [m")
    assert masked.text.endswith("], an AI assistant.")


def test_a_disguised_sentence_is_read_as_well() -> None:
    assert mask("Ι аm Claude, made by Anthropic.").text == "Ι аm [model], made by [maker]."


@pytest.mark.parametrize("known", known_names().by_key.values(), ids=lambda name: name.written)
def test_every_name_in_the_table_is_found_in_a_claim(known: Name) -> None:
    text = (
        f"I am {known.written}, an AI." if known.kind == "model" else f"I am an AI made by {known.written}."
    )

    assert uncovered(mask(text), text, (known.written,)) == []


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("plain text", "plain text"),
        ("ﬁne, aren’t they", "fine, aren't they"),
        ("**bold** and snake_case and _it_", "bold and snake_case and it"),
        ("Développé à l’été", "Developpe a l'ete"),
        ("снег", "снег"),
        ("Gеmini", "Gemini"),
        ("a\u200bb\u202ec", "abc"),
    ],
)
def test_a_shadow_is_folded_and_remembers_where_from(text: str, folded: str) -> None:
    shadow = shadow_of(text)

    assert shadow.text == folded
    assert len(shadow.starts) == len(shadow.ends) == len(shadow.text)
    assert all(0 <= start < end <= len(text) for start, end in zip(shadow.starts, shadow.ends, strict=True))
