"""Make a short title of a question for lists, threads, pages and files, in code, so that no further model sees
the run, and cut long texts."""

import re

LONGEST_TITLE = 80
"""Characters of a title; threads on Discord take 100, menus on Slack 75."""

SHORTEST_SENTENCE = 12
"""Characters below which a first sentence alone says too little, such as `Hi all!`."""

TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the direction of all text after them, so that a file or a link seems to have another name."""

_FENCE = re.compile(r"^\s*(?:```|~~~).*?(?:^\s*(?:```|~~~)\s*$|\Z)", re.MULTILINE | re.DOTALL)
_MARKS = re.compile(r"^\s*(?:[#>]+|[-*+]|\d+[.)])\s+")
_SENTENCE = re.compile(r".+?(?:[.!?…]+(?=\s|$)|[。！？]|$)")
_GREETING = re.compile(
    r"^(?:hi|hello|hey|dear|good morning|thanks|hallo|guten (?:tag|morgen)|liebe|moin|servus|안녕)\b"
    r"[^.!?…\n]{0,30}[.!,…]+\s+",
    re.IGNORECASE,
)


def short_title(question: str, *, longest: int = LONGEST_TITLE) -> str:
    """Return on one line the first sentence that asks something, or else the first long enough to say something.

    Args:
        question: The question.
        longest: Most characters; a longer title is cut between words and ends with ….
    """
    question = TURNING.sub("", question)
    text = _FENCE.sub("\n", question).strip() or question
    lines = [_MARKS.sub("", line).strip() for line in text.splitlines() if not line.startswith("```")]
    first = next((line for line in lines if line), " ".join(question.split()))
    sentences = [found.strip() for found in _SENTENCE.findall(_GREETING.sub("", first)) if found.strip()]
    asking = [each for each in sentences if each.endswith(("?", "？")) and len(each) >= SHORTEST_SENTENCE]
    saying = [each for each in sentences if len(each) >= SHORTEST_SENTENCE]
    fits = [" ".join(sentences)] if len(" ".join(sentences)) <= longest else []
    return cut_at_word((fits or asking or saying or [first])[0], longest, bare=" ,;:–-")


def cut(text: str, longest: int) -> str:
    """Return the text. If it is longer than `longest`, cut it after any character and end it with ….

    Args:
        text: The text.
        longest: Most characters, including the ….
    """
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def cut_at_word(text: str, longest: int, *, bare: str = " ") -> str:
    """Return the text on one line. If it is longer than `longest`, cut it between words and end it with ….

    Args:
        text: The text.
        longest: Most characters, including the ….
        bare: Signs that are removed before the ….
    """
    text = " ".join(text.split())
    if len(text) <= longest:
        return text
    kept = text[: longest - 1]
    words, space, _ = kept.rpartition(" ")
    return (words if space and len(words) > longest // 2 else kept).rstrip(bare) + "…"
