"""Recognizes typed text that was probably meant as a command, or as no question at all."""

import re

QUESTION_MARKS = ("?", "\uff1f", "\u061f", "\u037e")
"""Question marks, with the wide, Arabic and Greek ones."""

COMMANDS = (
    *("help", "history", "search", "stats", "board", "settings", "show", "status", "export", "cancel"),
    *("forget", "schedules", "decisions", "templates", "models", "improve", "digest"),
)

SYNONYMS = {
    "--help": "help",
    "-h": "help",
    "hilfe": "help",
    "도움말": "help",
    "delete": "forget",
    "stop": "cancel",
}
"""Other words for a command than its name."""

MOST_WORDS = 3
"""The most words of a slip: a longer text is a question, whatever its first word is."""

SHORTEST_MISSPELT = 5
"""The fewest letters of a command that may be misspelt by one: "how" is no misspelt "show"."""

FEW_SIGNS = 4
"""Chinese and Japanese have no spaces: up to this many characters are one word, more may be a question."""

UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")


def is_asked(text: str) -> bool:
    """Return whether the text ends in a question mark."""
    return text.rstrip().endswith(QUESTION_MARKS)


def command_meant(text: str) -> str:
    """Return the command that a short text was probably meant to be, such as `history` for `histroy`, or nothing."""
    words = text.split()
    if not words or len(words) > MOST_WORDS or is_asked(text):
        return ""
    first = words[0].casefold().strip("/.,;:!")
    if first in COMMANDS:
        return first
    if words[0].casefold() in SYNONYMS:
        return SYNONYMS[words[0].casefold()]
    near = [
        name
        for name in COMMANDS
        if (len(name) >= SHORTEST_MISSPELT or len(words) == 1) and is_one_edit_away(first, name)
    ]
    return near[0] if near else ""


def is_one_word(text: str) -> bool:
    """Return whether a text is a single word without a question mark, such as `thanks!`."""
    words = text.split()
    if len(words) != 1 or is_asked(text):
        return False
    return len(words[0]) <= FEW_SIGNS if UNSPACED.search(words[0]) else True


def is_one_edit_away(word: str, name: str) -> bool:
    """Return whether one letter is missing, added or different, or two neighbours are swapped."""
    short, long = sorted((word, name), key=len)
    if word == name or len(long) - len(short) > 1:
        return False
    at = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[:at] + short[at : at + 2][::-1] + short[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or swapped == long
