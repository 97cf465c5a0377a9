"""Remove characters that nobody can see from a text.

Invisible, bidirectional, tag and control characters can carry orders past the eye of a person and into a model.
Joiners stay where writing needs them: inside emoji, and in Arabic, Indic and related scripts.
"""

import re
import unicodedata

LINE_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")

UNSEEN = re.compile(
    "["
    "\x00-\x08\x0e-\x1f\x7f-\x9f"  # control characters; line breaks become \n first, and tabs stay
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # soft hyphen, fillers, Mongolian selectors
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0"  # zero width, joiners, direction, more fillers
    "\ufe00-\ufe0f\U000e0000-\U000e0fff"  # variation selectors and tags
    "\ufff0-\ufffb\ufdd0-\ufdef"  # specials and noncharacters
    "\ud800-\udfff\ue000-\uf8ff\U000f0000-\U0010ffff"  # lone surrogates and private use
    "\U00013430-\U00013455\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # controls of hieroglyphs, shorthand, music
    "]"
)

ODD = re.compile(f"[\r\x0b\x0c\u2028\u2029\u0334-\u0338{UNSEEN.pattern[1:-1]}]")
"""All characters that `visible` may change. One search looks for all of them, because few texts hold any."""

OVERLAY = re.compile("(?<=[ -~])[\u0334-\u0338]+")
"""Strokes through Latin letters, which people read past and a tokeniser does not. Behind other signs they are
mathematics."""

JOINER, NON_JOINER = "\u200d", "\u200c"
TEXT_STYLE, EMOJI_STYLE = "\ufe0e", "\ufe0f"

JOINED_SCRIPTS = re.compile(
    "[\u0600-\u07ff\u0860-\u086f\u08a0-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdcf\ufe70-\ufefc"
    "\U00011000-\U00011fff]"
)
"""Arabic, Syriac, N'Ko, the Indic scripts, Tibetan, Myanmar, Khmer and Mongolian, in which joiners are part of the
spelling."""

PICTURE = re.compile(
    "[#*0-9\xa9\xae\u203c\u2049\u20e3\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u27bf\u2900-\u297f"
    "\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
"""Characters that may be drawn as an emoji, including keycaps and skin tones."""


def visible(text: str) -> str:
    """Return the text without characters that nobody can see; line breaks of every kind become a newline.

    Applying this twice changes nothing more.
    """
    if ODD.search(text) is None:
        return text
    text = LINE_BREAKS.sub("\n", text)
    if UNSEEN.search(text) is not None:
        text = _without_unseen(text)
    return OVERLAY.sub("", text)


def has_unseen(text: str) -> bool:
    """Tell whether `visible` would remove a character that ordinary text does not need.

    A byte order mark at the very start, Windows line ends and soft hyphens are ordinary. So are direction marks beside
    a right-to-left script, and zero-width spaces between words of Thai, Lao, Burmese and Khmer.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\xad", "")
    if re.search("[\u0590-\u08ff\ufb1d-\ufdff]", text):
        text = re.sub("[\u061c\u200e\u200f]", "", text)
    if re.search("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]", text):
        text = text.replace("\u200b", "")
    return visible(text) != text.replace("\r", "\n")


def _without_unseen(text: str) -> str:
    kept: list[str] = []
    for index, char in enumerate(text):
        if UNSEEN.match(char) is None or _belongs(char, kept, text[index + 1 : index + 2]):
            kept.append(char)
    return "".join(kept)


def _belongs(char: str, before: list[str], after: str) -> bool:
    """Tell whether this unseen character is part of the spelling: it changes how its neighbours are drawn."""
    if not before:
        return False
    previous = before[-1]
    if char in (TEXT_STYLE, EMOJI_STYLE):
        return PICTURE.match(previous) is not None
    if char == JOINER and PICTURE.match(after) is not None:
        base = before[-2] if previous == EMOJI_STYLE and len(before) > 1 else previous
        return PICTURE.match(base) is not None and not base.isascii()
    if char in (JOINER, NON_JOINER):
        return JOINED_SCRIPTS.match(previous) is not None and unicodedata.category(previous)[0] in "LM"
    return False
