"""Properties of blindness over any text."""

from collections.abc import Callable
from time import process_time

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from council_core.blindness import MaskedText, mask, prepare, scrub, strip_reasoning
from council_core.blindness.masked_text import STAND_INS
from council_core.blindness.protected import protected_regions

# # Parts of claims, quotations, code and template tokens, combined in any order.
PIECES = st.sampled_from(
    [
        "I am ", "I'm ", "As ", "As an AI ", "made by ", "developed by ", "my name is ", "an AI assistant ", "Claude",
        "Anthropic", "ChatGPT", "OpenAI", "Gemini", "GPT-4", "Qwen", "Solar", "Zorblatt Labs", "[model]", "[maker]",
        "[author]", ", ", ". ", "\n", "\n\n", " (", ")", '"', "'", "“", "”", "`", "```\n", "> ", "    ", "- ", "**",
        "_", "<think>", "</think>", "<|im_end|>", "<|im_", "end|>", "[INST]", "</s>", "https://openai.com ", "我是",
        "由", "开发", "私は", "です", "저는 ", "Ich bin ", "von ", "Je suis ", "\u200b", "С", "é", "\ue000", "\ud800",
        "Response B ", "looks like ", "my knowledge cutoff is ", "May 2024 ", "— ", ": ", "{", "}", "<", ">", "|", "/",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=300), st.lists(PIECES, max_size=40).map("".join))
MASKS = pytest.mark.parametrize("masks", [mask, scrub])


def rebuilt(text: str, masked: MaskedText) -> str:
    """Return the text with each span replaced by its mask."""
    pieces: list[str] = []
    position = 0
    for span in masked.spans:
        pieces += (text[position : span.start], STAND_INS[span.label])
        position = span.end
    return "".join([*pieces, text[position:]])


@MASKS
@settings(max_examples=300)
@given(text=TEXTS)
def test_spans_are_in_order_within_the_text_and_all_that_changes(
    masks: Callable[[str], MaskedText], text: str
) -> None:
    masked = masks(text)

    edges = [edge for span in masked.spans for edge in (span.start, span.end)]
    assert edges == sorted(edges)
    assert all(0 <= span.start < span.end <= len(text) for span in masked.spans)
    assert all(text[span.start : span.end] == span.text for span in masked.spans)
    assert rebuilt(text, masked) == masked.text


@settings(max_examples=300)
@given(text=TEXTS, question=st.one_of(st.just(""), TEXTS))
def test_masking_twice_changes_nothing_more(text: str, question: str) -> None:
    once = mask(text, question=question).text

    assert mask(once, question=question).text == once


@settings(max_examples=300)
@given(text=TEXTS)
def test_protected_regions_are_in_order_and_apart(text: str) -> None:
    regions = protected_regions(text)

    edges = [edge for region in regions for edge in (region.start, region.end)]
    assert edges == sorted(edges)
    assert all(0 <= region.start < region.end <= len(text) for region in regions)


@settings(max_examples=300)
@given(text=TEXTS)
def test_stripping_only_takes_away(text: str) -> None:
    assert len(strip_reasoning(text)) <= len(text)


@pytest.mark.parametrize(
    "piece",
    [
        "I am ",
        "I am Claude ",
        "As an AI developed by ",
        "\"I'm ",
        "`",
        "<think>",
        "</think>",
        "> ",
        "a.",
        "我是由",
        "**",
        "내",
        "mein prompt ",
        "موجه ",
        "I was trained by the team of my ",
        "who made by of the my I am model OpenAI ",
        "저는 클로드가 ",
        "the AI that wrote this answer, Claude, ",
    ],
)
def test_a_long_text_of_one_piece_is_done_in_the_end(piece: str) -> None:
    text = piece * (60_000 // len(piece)) + " you are du bist 당신은 أنت"

    assert mask(text).text is not None


@pytest.mark.parametrize("piece", ["Claude ", "(OpenAI", "&amp;# Claude\n"])
def test_four_times_the_text_takes_about_four_times_as_long(piece: str) -> None:
    def seconds(length: int) -> float:
        text = piece * (length // len(piece)) + "and so on"
        return min(timed(text) for _ in range(2))

    def timed(text: str) -> float:
        start = process_time()
        mask(text, question="Can I freeze rice?")
        mask(text, question="Who are you?")
        return process_time() - start

    prepare()
    assert seconds(60_000) < 9 * seconds(15_000)


def test_the_last_sentence_of_a_long_line_is_its_last() -> None:
    text = "Boil it in salted water for nine minutes. " * 30

    assert mask(f"{text}Cheers from ChatGPT!", question="How do I cook an egg?").text.endswith(
        "from [model]!"
    )
