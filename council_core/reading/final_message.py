"""Find a reviewer's final message: thoughts before it are no ballot, whatever they say.

This is stricter than the removal from answers, which may be *about* such tags: here a block is removed everywhere, also
in code and within a line.
"""

import re

THOUGHT = (
    r"think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|inner_monologue|seed:think|ant(?:ml:)?thinking"
)
OPENER = re.compile(
    rf"<\s{{0,3}}(?:{THOUGHT})\s{{0,3}}>|\[THINK\]|◁think▷|<\|(?:begin_of_thought|start_thinking)\|>",
    re.IGNORECASE,
)
CLOSER = re.compile(
    rf"<\s{{0,3}}/\s{{0,3}}(?:{THOUGHT})\s{{0,3}}>|\[/THINK\]|◁/think▷|<\|(?:end_of_thought|end_thinking)\|>",
    re.IGNORECASE,
)
TAG = re.compile(f"{OPENER.pattern}|{CLOSER.pattern}", re.IGNORECASE)

FINAL_CHANNEL = re.compile(r"<\|channel\|>\s*final\s*(?:<\|[^|>]{1,30}\|>[^<]{0,30})?<\|message\|>")
OTHER_CHANNEL = re.compile(
    r"(?:<\|start\|>\s*assistant)?<\|channel\|>\s*(?:analysis|commentary)[^<]{0,80}<\|message\|>"
    r".*?(?:<\|(?:end|return|call)\|>|\Z)",
    re.DOTALL,
)
"""Channels as in OpenAI's harmony format (github.com/openai/harmony, docs/format.md)."""

ROUNDS = 5
"""Most rounds of removal: removing one block may join the halves of another."""


def final_message(text: str) -> str:
    """Return the text without reasoning blocks.

    A closing tag without an opening one ends a block that began before the text. An unclosed opening tag at the
    beginning of a line starts a block that reaches to the end. A tag in quotes or backticks is a mention.
    """
    final = list(FINAL_CHANNEL.finditer(text))
    text = OTHER_CHANNEL.sub("", text[final[-1].end() :] if final else text)
    for _ in range(ROUNDS):
        shorter = _without_blocks(text)
        if shorter == text:
            break
        text = shorter
    return text


def _without_blocks(text: str) -> str:
    kept: list[str] = []
    start = depth = opened_at = 0
    for match in TAG.finditer(text):
        if _is_mention(text, match.start(), match.end()):
            continue
        if OPENER.fullmatch(match[0]) is not None:
            if depth == 0:
                kept.append(text[start : match.start()])
                opened_at = match.start()
            depth += 1
        elif depth > 0:
            depth -= 1
            start = match.end()
        elif _begins_line(text, match.start()) or _ends_line(text, match.end()):
            kept, start = [], match.end()
    if depth > 0 and not _begins_line(text, opened_at):
        return "".join(kept) + text[opened_at:]
    return "".join(kept) + ("" if depth > 0 else text[start:])


def _is_mention(text: str, start: int, end: int) -> bool:
    return text[start - 1 : start] in ("`", "'", '"', "“", "‘") and text[end : end + 1] in (
        "`",
        "'",
        '"',
        "”",
        "’",
    )


def _begins_line(text: str, at: int) -> bool:
    return not text[text.rfind("\n", 0, at) + 1 : at].strip()


def _ends_line(text: str, at: int) -> bool:
    newline = text.find("\n", at)
    return not text[at : len(text) if newline < 0 else newline].strip()
