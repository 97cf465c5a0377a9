"""A model's text, separated into its answer and its thinking."""

import pytest

from council_core.providers.reply import LONGEST_REASONING, sort_out

CASES = {
    "nothing to sort": ("Use SQLite.", "Use SQLite.", ""),
    "a closed thought": ("<think>Small.</think>\n\nSQLite.", "SQLite.", "Small."),
    "an empty thought": ("<think>\n\n</think>\n\nSQLite.", "SQLite.", ""),
    "a thought between": ("First.\n<think>Hm.</think>\nSecond.", "First.\nSecond.", "Hm."),
    "two thoughts": ("<think>A.</think>\nOne.\n<thinking>B.</thinking>\nTwo.", "One.\nTwo.", "A.\n\nB."),
    "never closed": ("<think>I wonder", "", "I wonder"),
    "never opened": ("I wonder.\n</think>\n\nSQLite.", "SQLite.", "I wonder."),
    "never opened, on the same line": ("So it is SQLite.</think>\nSQLite.", "SQLite.", "So it is SQLite."),
    "capitals": ("<THINK>Hm.</THINK>Yes.", "Yes.", "Hm."),
    "code within a thought": ("<think>\n```py\nx = 1\n</think>\nYes.", "Yes.", "```py\nx = 1"),
    "about the tag, in code": ("Write `<think>` and `</think>`.", "Write `<think>` and `</think>`.", ""),
    "about the tag, in a block": ("```\n<think>x</think>\n```\nSo.", "```\n<think>x</think>\n```\nSo.", ""),
    "about the tag, in a sentence": ("The tag <think> opens it.", "The tag <think> opens it.", ""),
    "opened late and never closed": ("Yes.\n<think>\nmore", "Yes.\n<think>\nmore", ""),
    "ChatML around it": ("<|im_start|>assistant\nYes.<|im_end|>", "Yes.", ""),
    "an end mark of Llama": ("Yes.<|eot_id|>", "Yes.", ""),
    "an end mark of DeepSeek": ("Yes.<｜end▁of▁sentence｜>", "Yes.", ""),
    "an end mark of Gemma": ("Yes.<end_of_turn>\n", "Yes.", ""),
    "marks of Mistral": ("<s>[INST] Yes.</s>", "Yes.", ""),
    "a mark on a line of its own": ("One.\n<|end|>\nTwo.", "One.\nTwo.", ""),
    "about a mark": ("End a turn with <|im_end|> and stop.", "End a turn with <|im_end|> and stop.", ""),
    "a mark in code": ("```\n<|im_end|>\n```", "```\n<|im_end|>\n```", ""),
    "harmony, raw": (
        "<|channel|>analysis<|message|>Hm.<|end|><|channel|>final<|message|>Yes.<|return|>",
        "Yes.",
        "analysis\nHm.",
    ),
    "only marks": ("<|im_end|>", "", ""),
}


@pytest.mark.parametrize(("written", "text", "reasoning"), CASES.values(), ids=CASES)
def test_thoughts_and_marks_are_told_from_what_is_said(written: str, text: str, reasoning: str) -> None:
    prose = sort_out(written)

    assert (prose.text, prose.reasoning) == (text, reasoning)


def test_what_the_provider_told_apart_comes_first() -> None:
    assert sort_out("<think>Two.</think>\nYes.", "One.").reasoning == "One.\n\nTwo."


def test_thoughts_that_are_too_long_are_cut_and_a_text_is_not() -> None:
    prose = sort_out("x" * 300_000, "y" * 300_000)

    assert (len(prose.text), len(prose.reasoning)) == (300_000, LONGEST_REASONING)


@pytest.mark.parametrize(
    "piece", ["\n<think>", "\n</think>", "<s>", "`", "`a\n", "```\n", " <|a|>", "a <think> </think>"]
)
def test_no_text_however_odd_takes_long(piece: str) -> None:
    # # Nothing is timed: with quadratic cost this would take minutes.
    sort_out(piece * (200_000 // len(piece)))
