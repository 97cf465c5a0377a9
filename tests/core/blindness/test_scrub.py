"""Tests that reviews lose their guesses at authors, and keep their judgement of the answers."""

import pytest

from council_core.blindness import scrub
from tests.core.blindness.masking import Case, uncovered

GUESSES = [
    Case("written by", "This is clearly written by GPT-4.", ("GPT-4",)),
    Case("looks like", "Response B looks like Claude.", ("Claude",)),
    Case("is", "Response D must be Qwen.", ("Qwen",)),
    Case("is, with a reason", "Response B is clearly GPT-4o, so I rank it first.", ("GPT-4o",)),
    Case("in brackets", "Response A (likely Claude 3.5 Sonnet) is better.", ("Claude 3.5 Sonnet",)),
    Case("an equation", "Response C = Mistral Large.", ("Mistral Large",)),
    Case("a list", "A: GPT-4, B: Claude, C: Gemini", ("GPT-4", "Claude", "Gemini")),
    Case("a style", "Typical GPT-4 style: long lists.", ("GPT-4",)),
    Case("a compound", "This ChatGPT-style answer is bloated.", ("ChatGPT",)),
    Case("hallmarks", "B has the hallmarks of a Llama model.", ("Llama",)),
    Case("what betrays it", "The verbosity suggests ChatGPT.", ("ChatGPT",)),
    Case("would write", "It reads like something Claude would write.", ("Claude",)),
    Case("wrote", "GPT-4 wrote this one.", ("GPT-4",)),
    Case("a guess", "My guess: Grok.", ("Grok",)),
    Case("a maker", "I'm fairly sure that A is from OpenAI and B from Anthropic.", ("OpenAI", "Anthropic")),
    Case("what an answer let slip", "Response A identifies itself as Claude.", ("Claude",)),
    Case("its own name", "As Claude, I rank my own answer first.", ("Claude",)),
    Case("German", "Antwort B stammt wahrscheinlich von Claude.", ("Claude",)),
    Case("French", "La réponse B semble écrite par Claude.", ("Claude",)),
    Case("Spanish", "La respuesta A parece de ChatGPT.", ("ChatGPT",)),
    Case("Chinese", "回答B看起来像是ChatGPT写的。", ("ChatGPT",)),
    Case("Japanese", "回答AはClaudeのようです。", ("Claude",)),
]

ABOUT_THE_ANSWERS = [
    "Response A says that OpenAI released GPT-4 in 2023, which is right.",
    "Response B recommends Claude over GPT-4.",
    "Response C is wrong about Gemini's context window.",
    "Response B is about Claude Monet.",
    "Response C uses `claude-3-opus` in the code.",
    "The claim that GPT-4 was trained by OpenAI is correct.",
    "A is correct that DeepSeek is Chinese.",
    "Response B is clearer on how Claude works.",
]


@pytest.mark.parametrize("case", GUESSES, ids=str)
def test_a_guess_at_an_author_is_covered(case: Case) -> None:
    assert uncovered(scrub(case.text), case.text, case.hidden) == []


@pytest.mark.parametrize("text", ABOUT_THE_ANSWERS)
def test_what_a_review_says_about_an_answer_stays(text: str) -> None:
    assert scrub(text).text == text


def test_a_guess_reads_the_same_for_every_author() -> None:
    assert scrub("Response B looks like Claude.").text == scrub("Response B looks like Gemini.").text
