"""Converts untrusted CommonMark, and our own, into Discord's markdown without working mentions or deceiving links, and
shortens it.

Mentions notify nobody anyway (`AllowedMentions.none()` on every call), but they would still look like mentions. So an
invisible character breaks them, in code as well; readers lose nothing. Discord's dialect (docs: reference, message
formatting) has no tables, no images, and three levels of headings.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from html import unescape
from itertools import groupby
from urllib.parse import urlsplit

from bot.platforms import line_breaks, shortcodes
from bot.platforms.discord.drawing.tables import table_text
from bot.post import Line, Mention, Part, Post, Spot, Time
from council_core.exports.source import outside_code, simplified

ELLIPSIS = "…"
_FENCE = re.compile(r"```")


def weight(text: str) -> int:
    """Return the length of a text as Discord may count it. Discord does not document whether it counts code points or
    UTF-16 units, so this is the larger number."""
    return len(text) + sum(sign > "\uffff" for sign in text)


def fenced(text: str) -> str:
    """Close the last code block."""
    return f"{text}\n```" if len(_FENCE.findall(text)) % 2 else text


def cut(text: str, longest: int) -> str:
    """Return at most `longest` characters, cut at the end of a line or a word if one is near enough; … marks
    the cut."""
    if weight(text) <= longest:
        return text
    room = longest - len(ELLIPSIS) - (len("\n```") if "```" in text else 0)
    kept = text[: max(room, 0)]
    while weight(kept) > room:
        kept = kept[:-1]
    for seam in ("\n", " "):
        head, found, _ = kept.rpartition(seam)
        if found and len(head) >= 0.7 * len(kept):
            kept = head
            break
    # Half a fence would swallow the ellipsis.
    return fenced(kept.rstrip("`") + ELLIPSIS)


NOTHING = "\u200b"
"""Zero width space: breaks a mention and is invisible."""

_MENTION = re.compile(r"<(?=@[!&]?\d|#\d|/[^:<>\n]{1,100}:\d|id:\w|t:-?\d|a?:\w{1,64}:\d)")
"""Mentions, and what Discord draws as a time or as a picture of its own."""

_SPOKEN = re.compile(r"@(?=everyone|here)", re.IGNORECASE)
_OVERRIDES = re.compile("[\x00\u202d\u202e]")
_CODE = re.compile(r"(?<!\\)(?:(?P<fence>```.*?```)|``[^\n]+?``|`[^`\n]+`)", re.DOTALL)
_INLINE_CODE = re.compile(r"(?<!\\)(``[^\n]+?``|`[^`\n]+`)")
_FENCED = re.compile(
    r"^(?P<indent> *)(?P<mark>`{3,}(?!`)|~{3,}(?!~))(?P<info>[^`\n]*)\n"
    r"(?P<code>.*?)(?:^ *(?P=mark)[`~]*[ \t]*$|\Z)",
    re.DOTALL | re.MULTILINE,
)
_LINK = re.compile(
    r"!?\[((?:\[[^\[\]]{0,200}\]|\\.|[^\[\]\\]){0,400})\]"
    r"\(\s{0,20}<?((?:\([^()\s]{0,300}\)|[^()\s<>]){1,1500})>?(?:\s{1,20}[\"'][^\"'\n]{0,200}[\"'])?\s{0,20}\)"
)
_HOST = re.compile(r"(?:[\w-]+\.)+(?P<end>[^\W\d_]{2,})", re.UNICODE)
# Endings of file names and products that look like the end of a host name.
_NO_HOST = frozenset(
    re.findall(
        r"\w+", "js ts py md rs go rb cs cpp hpp java php sh css html json toml yaml yml txt ini cfg lock"
    )
)
_SCHEMES = ("http", "https")
_SIGNS = re.compile(r"([\\`*_~|<>\[\]])")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,31}\d{0,2});", re.IGNORECASE)
_LANGUAGE = re.compile(r"[\w+.#-]*")
_BREAK = re.compile(r"(?<!\\)\\$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")
_IN_NAMES = re.compile(r"(?P<address>https?://\S+)|(?<=[^\W_])__+(?=[^\W_])")

_LINES: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"^(\s{0,3})#{1,2} +(.+?)(?: +#+)?$"), r"\1### \2"),
    (re.compile(r"^\s{0,3}#{4,6} +(.+?)(?: +#+)?$"), lambda found: f"**{found[1].replace('**', '')}**"),
    (re.compile(r"^(\s*(?:> ?)*)-#"), r"\1\\-#"),
    (re.compile(r"^\s{0,3}([-*_])(?: *\1){2,}\s*$"), "─" * 10),
)
"""Replacements in a line of prose. Only Discord's headings remain; small print that is not ours is removed."""

_QUOTED = re.compile(r"^\s{0,3}>(?: ?>)* ?")
"""The mark of a quotation. Discord knows neither one in another nor a mark without a space, and `>>>` would quote the
rest of the message."""

_WORDS = re.compile(r"^\s{0,3}(?![#>]|[-*+]\s|\d{1,9}[.)]\s|\W+$)\S.*$")
_UNDERLINE = re.compile(r"^\s{0,3}(?:=+|-{2,})\s*$")
"""The line that makes a heading of the words above it."""

_TABLE_HEAD = re.compile(r"^\s*\|?[^|\n]*\|.*$")
_TABLE_RULE = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$|^\s*\|\s*:?-+:?\s*\|\s*$")


def neutral(text: str) -> str:
    """Return the text without working mentions."""
    text = _MENTION.sub("<" + NOTHING, _OVERRIDES.sub("", text))
    return _SPOKEN.sub("@" + NOTHING, text)


def honest(text: str) -> str:
    """Write out the target of each masked link whose text names another address."""
    for _ in range(4):
        code = [found.span() for found in _CODE.finditer(text)]
        changed = _LINK.sub(lambda found, code=code: _honest_link(found, code), text)
        if changed == text:
            break
        text = changed
    return text


def _honest_link(found: re.Match[str], code: Sequence[tuple[int, int]]) -> str:
    label, url = found[1], found[2]
    is_code = any(start <= found.start() and found.end() <= end for start, end in code)
    if is_code and not (opens(url) and deceives(label, url)):
        # A call such as `handlers[name](request)` looks like a link.
        return found[0]
    if found[0].startswith("!"):
        return f"[{label or 'picture'}]({url})" if opens(url) else label
    if not opens(url):
        return f"{label} ({url})" if label.strip() else url
    if deceives(label, url) or not label.strip():
        return f"{label} (<{url}>)"
    return found[0]


def opens(url: str) -> bool:
    """Tell whether Discord would make a link of this address, and we allow that."""
    try:
        split = urlsplit(url)
    except ValueError:
        return False
    return split.scheme.lower() in _SCHEMES and bool(split.hostname)


def deceives(label: str, url: str) -> bool:
    """Tell whether a link's text names another address than its target."""
    words = unicodedata.normalize("NFKC", label.replace(NOTHING, "").replace("\\", "")).lower()
    host = (urlsplit(url).hostname or "").lower()
    for found in _HOST.finditer(words):
        if found["end"] in _NO_HOST and "://" not in words and "www." not in words:
            continue
        named = found[0].removeprefix("www.")
        if host.removeprefix("www.") != named and not host.endswith("." + named):
            return True
    return False


def prose(text: str) -> str:
    """Convert CommonMark of a model or a person into Discord's markdown, without mentions and deceiving links, and with
    tables drawn."""
    text = simplified(line_breaks.in_words(text))
    text = outside_code(neutral(text), _readable)
    source, drawn, at = neutral(honest(_FENCED.sub(_three_backticks, text))), "", 0
    for found in _CODE.finditer(source):
        # Inline code stays in its line: a table's row is split at its bars alone.
        if found["fence"]:
            drawn += _plain(source[at : found.start()]) + found[0]
            at = found.end()
    return (drawn + _plain(source[at:])).strip("\n")


def _readable(text: str) -> str:
    """Write out entities and breaks behind a backslash, which Discord shows as they are; join blank lines, which it all
    shows; and part colons that would become an emoji."""
    text = _ENTITY.sub(lambda found: _SIGNS.sub(r"\\\1", unescape(found[0])), text)
    return shortcodes.parted(_BLANK_LINES.sub("\n\n", _BREAK.sub("", text)))


def _three_backticks(found: re.Match[str]) -> str:
    """Rewrite a code block between tildes or more than three backticks, which Discord does not know, or with more than
    a language behind its mark, which it takes for code."""
    info = found["info"].strip()
    named = _LANGUAGE.match(info)
    language = named[0] if named else ""
    if found["mark"] == "```" and info == language:
        return found[0]
    code, indent = found["code"], found["indent"]
    ended = code if not code or code.endswith("\n") else f"{code}\n"
    return f"{indent}```{language}\n{in_code(ended)}{indent}```"


def _plain(text: str) -> str:
    return "\n".join(
        line
        for is_quoted, lines in groupby(text.split("\n"), key=lambda line: bool(_QUOTED.match(line)))
        for line in (_quotation(lines) if is_quoted else _drawn([*lines]))
    )


def _quotation(lines: Iterable[str]) -> list[str]:
    said = "\n".join(_drawn([_QUOTED.sub("", line) for line in lines]))
    return [f"> {line}" for line in said.split("\n")]


def _drawn(source: Sequence[str]) -> list[str]:
    lines: list[str] = []
    at = 0
    while at < len(source):
        end = _table_end(source, at)
        if end > at:
            rows = [_cells(row) for index, row in enumerate(source[at:end]) if index != 1]
            lines.append(table_text(rows[0], rows[1:], is_prose=True))
            at = end
        elif _is_underlined(source, at):
            lines.append(_line(f"### {source[at].strip()}"))
            at += 2
        else:
            lines.append(_line(source[at]))
            at += 1
    return lines


def _is_underlined(lines: Sequence[str], at: int) -> bool:
    """Tell whether this line is a heading because of the line of signs below it."""
    return at + 1 < len(lines) and bool(_WORDS.match(lines[at]) and _UNDERLINE.match(lines[at + 1]))


def _table_end(lines: Sequence[str], at: int) -> int:
    """Return the line after the table that begins here; `at` if none begins here."""
    if at + 1 >= len(lines) or not _TABLE_HEAD.match(lines[at]) or not _TABLE_RULE.match(lines[at + 1]):
        return at
    end = at + 2
    while end < len(lines) and "|" in lines[end]:
        end += 1
    return end


def _cells(row: str) -> list[str]:
    row = row.strip().removeprefix("|")
    row = row[:-1] if row.endswith("|") and not row.endswith("\\|") else row
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)]


def _line(text: str) -> str:
    for pattern, becomes in _LINES:
        text = pattern.sub(becomes, text)
    pieces = _INLINE_CODE.split(text)
    return "".join(piece if index % 2 else _literal(piece) for index, piece in enumerate(pieces))


def _literal(text: str) -> str:
    """Escape signs that mean something to Discord alone: bars around a spoiler, lines within a name."""
    text = _IN_NAMES.sub(lambda found: found["address"] or "\\_" * len(found[0]), text)
    return text.replace("||", "\\|\\|")


def plain(text: str) -> str:
    """Escape plain text as markdown that shows exactly this text on one line."""
    return _SIGNS.sub(r"\\\1", neutral(shortcodes.parted(" ".join(text.split()))))


def inline(parts: Sequence[Part]) -> str:
    """Convert our inline CommonMark with people, places and times in it."""
    return "".join(map(_part, parts)).strip()


def _part(part: Part) -> str:
    match part:
        case Mention():
            return person(part)
        case Spot():
            return spot(part)
        case Time():
            return f"<t:{int(part.at.timestamp())}:{_TIMES[part.shows]}>"
        case str():
            return neutral(honest(shortcodes.parted(part)))


_TIMES = {"time": "t", "date": "d", "both": "f"}
"""Styles of timestamps (docs: reference, timestamp styles)."""


def spot(there: Spot) -> str:
    """Return a mention of a channel or thread by its id, or its name if the id is not one of Discord's."""
    channel = there.place.thread or there.place.channel
    return f"<#{channel}>" if channel.isdecimal() and channel.isascii() else plain(there.name)


def person(mention: Mention) -> str:
    """Return a mention of a person by their id, or their name if the id is not one of Discord's."""
    if mention.person.isdecimal() and mention.person.isascii():
        return f"<@{mention.person}>"
    return plain(mention.name)


def rung_for(post: Post) -> tuple[int, ...]:
    """Return the ids of all people whom a post notifies."""
    parts = [part for block in post.blocks if isinstance(block, Line) for part in block.parts]
    ids = [part.person for part in parts if isinstance(part, Mention) and part.rings]
    return tuple(int(person) for person in ids if person.isdecimal() and person.isascii())


def in_code(text: str) -> str:
    """Break fences in a text, so that it cannot leave its code block."""
    return neutral(text).replace("```", f"`{NOTHING}`{NOTHING}`")
