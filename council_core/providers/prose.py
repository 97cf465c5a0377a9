"""Separate a model's text from its thoughts and from the marks of its chat template.

Only unmistakable marks are removed: an answer may be *about* `<think>` or `<|im_end|>`, so marks inside code or a
sentence stay.
"""

import re
from dataclasses import dataclass

from council_core.domain.writable import writable

LONGEST_REASONING = 200_000
"""Most characters of thoughts, about 50,000 tokens. Longer thoughts are a loop and are not stored."""

_CODE = r"(?P<code>^(?:```|~~~).*?(?:^(?:```|~~~)[ \t]*$|\Z)|`[^`\n]+`)"
_TAG = r"(?:think|thinking|thought|thoughts|reasoning|reflection)>"
_MARK = re.compile(
    rf"{_CODE}|^[ \t]*(?P<opens><{_TAG})|(?P<closes>^[ \t]*</{_TAG}|</{_TAG}[ \t]*$)",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_CLOSE = re.compile(rf"</{_TAG}[ \t]*\n?", re.IGNORECASE)
_FINAL_CHANNEL = re.compile(r"<\|channel\|>final[^<]*<\|message\|>")
"""Start of the answer in OpenAI's harmony format, which some hosts pass on unparsed."""

_TOKEN = re.compile(
    r"<\|im_start\|>assistant\b"  # ChatML
    r"|<\|[a-z][\w\-]{0,39}\|>"  # <|im_end|>, <|eot_id|>, <|endoftext|>
    r"|<｜[^｜<>\n]{1,40}｜>"  # DeepSeek, full-width bars
    r"|<(?:start_of_turn>model\b|end_of_turn>|bos>|eos>)"  # Gemma and others
    r"|\[/?INST\]|</?s>"  # Llama 2 and Mistral
)
_TOKENS_ALONE = re.compile(
    rf"{_CODE}|^[ \t]*(?:{_TOKEN.pattern})(?:[ \t]*(?:{_TOKEN.pattern}))*[ \t]*$\n?", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """A model's text, sorted."""

    text: str
    reasoning: str


def sort_out(text: str, reasoning: str = "") -> Prose:
    """Separate thoughts and template marks from a text, in time linear in its length.

    Args:
        text: The model's text, maybe with `<think>` in it: closed, never closed, or closed and never opened, because
            some templates open it in the prompt.
        reasoning: Thoughts that the provider separated by itself.
    """
    thoughts = [writable(reasoning[:LONGEST_REASONING])]
    text = _without_thoughts(writable(text), thoughts)
    text = _without_tokens_around(_TOKENS_ALONE.sub(lambda match: match["code"] or "", text))
    said = [thought.strip() for thought in thoughts if thought.strip()]
    return Prose(text=text.strip(), reasoning="\n\n".join(said)[:LONGEST_REASONING])


def _without_thoughts(text: str, thoughts: list[str]) -> str:
    if finals := list(_FINAL_CHANNEL.finditer(text)):
        thoughts.append(re.sub(r"<\|[^|<>]+\|>", "\n", text[: finals[-1].start()]))
        text = text[finals[-1].end() :]
    kept: list[str] = []
    start = at = 0
    while mark := _MARK.search(text, at):
        at = mark.end()
        if mark["opens"]:
            closed = _CLOSE.search(text, at)
            before = "".join([*kept, text[start : mark.start()]])
            if closed is None and before.strip():
                # An unclosed tag in the middle of an answer is more likely a word than a thought.
                break
            kept = [before]
            thoughts.append(text[at : closed.start() if closed else len(text)])
            start = at = closed.end() if closed else len(text)
        elif mark["closes"]:
            thoughts.append("".join([*kept, text[start : mark.start()]]))
            kept, start = [], at
    return "".join([*kept, text[start:]])


def _without_tokens_around(text: str) -> str:
    start, end = 0, len(text)
    tokens = list(_TOKEN.finditer(text))
    for token in tokens:
        if text[start : token.start()].strip():
            break
        start = token.end()
    for token in reversed(tokens):
        if token.start() < start or text[token.end() : end].strip():
            break
        end = token.start()
    return text[start:end]
