"""Escapes untrusted text so that it notifies nobody, and draws our inline CommonMark as mrkdwn or rich text.

Mass mentions (`<!channel>`, `@here`), mentions of people and channels (`<@U1>`, `<#C1>`) and links that show one
address and open another (`<https://evil|bank.com>`) become active in different places in Slack: in mrkdwn, in the
text of a message, in a markdown block even as plain words. So they are broken everywhere, with an invisible
character; readers lose nothing.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.platforms import shortcodes
from bot.platforms.slack.drawing import blocks
from bot.platforms.slack.drawing.blocks import Kit
from bot.post import Mention, Part, Spot, Time
from council_core.exports.commonmark import read_unspaced_marks

NOTHING = "\u200b"
"""Zero width space: breaks a mention and is invisible."""

# `<` in every spelling that some parser decodes to it.
_LESS = r"<|&lt;?|&#0*60;?|&#x0*3c;?"
_OPENS_CONTROL = re.compile(rf"(?:{_LESS})(?=\\*[!@#]|[^<>\s]{{0,3000}}\|)", re.IGNORECASE)
# Underscores set words in italics, and Korean puts particles directly after a word: neither hides a mention.
_SPOKEN = re.compile(r"(?<![a-z0-9])@(?=(?:here|channel|everyone)(?![a-z0-9]))", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-f]+|[a-z]+);", re.IGNORECASE)
_OVERRIDES = re.compile("[\x00\u202d\u202e]")
_PRIVATE = re.compile("[\ue000-\uf8ff]")

_HOST = re.compile(r"(?:[\w-]+\.)+(?P<end>[^\W\d_]{2,})", re.UNICODE)
# Endings of file names and products that look like the end of a host name.
_NO_HOST = re.compile("[jt]s|py|md|rs|go|rb|cs|cpp|hpp|java|php|sh|css|html|json|toml|ya?ml|txt|ini|cfg|lock")
_SCHEMES = ("http", "https", "mailto")
_PERSON = re.compile(r"[UW][A-Z0-9]{1,30}")
_CHANNEL = re.compile(r"[CG][A-Z0-9]{1,30}")

INLINE = MarkdownIt("commonmark").enable("strikethrough")
read_unspaced_marks(INLINE)


def neutral(text: str) -> str:
    """Return the text without working mentions and disguised links. For text that is shown literally."""
    text = _OPENS_CONTROL.sub(lambda found: found[0] + NOTHING, _OVERRIDES.sub("", text))
    return _SPOKEN.sub("@" + NOTHING, text)


def neutral_markdown(text: str) -> str:
    """Do the same for CommonMark, where `&#104;ere` is read as `here`."""
    return neutral(_ENTITY.sub(_opened, text))


def _opened(found: re.Match[str]) -> str:
    """Show an entity as it was typed if it hides a letter or a sign of our syntax; keep all others."""
    meant = unescape(found[0])
    hides = meant.isascii() and (meant.isalnum() or meant in "!@#|\\")
    return f"&{NOTHING}{found[0][1:]}" if hides else found[0]


def escaped(text: str, *, is_code: bool = False) -> str:
    """Escape plain text for mrkdwn (docs.slack.dev: only `&`, `<`, `>` are escaped)."""
    safe = neutral(text if is_code else shortcodes.parted(text))
    return safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def deceives(label: str, url: str) -> bool:
    """Tell whether a link's text names another address than its target."""
    words = unicodedata.normalize("NFKC", label.replace(NOTHING, "")).lower()
    host = _host(url).removeprefix("www.")
    meant_as_address = "://" in words or "www." in words
    for found in _HOST.finditer(words):
        named = found[0].removeprefix("www.")
        if _NO_HOST.fullmatch(found["end"]) and not meant_as_address:
            continue
        if host != named and not host.endswith(f".{named}"):
            return True
    return False


def _host(url: str) -> str:
    """Return the host of an address; empty if it cannot be determined."""
    try:
        split = urlsplit(url)
    except ValueError:
        return ""
    return split.path.rpartition("@")[2].lower() if split.scheme == "mailto" else split.hostname or ""


def opens(url: str) -> bool:
    """Tell whether we make a link of this address at all; `https://bank.com@evil.com` does not become one."""
    try:
        split = urlsplit(url)
    except ValueError:
        return False
    return split.scheme in _SCHEMES and bool(_host(url)) and "@" not in split.netloc and len(url) <= 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A run of text with one style. `url` makes it a link, `person` or `channel` a mention, and `moment` a time in each
    reader's own zone."""

    text: str
    styles: tuple[str, ...] = ()
    code: bool = False
    url: str = ""
    person: str = ""
    channel: str = ""
    moment: tuple[int, str] | None = None
    """Seconds since 1970, and Slack's format for it (docs.slack.dev, formatting dates)."""


def spans(parts: Sequence[Part]) -> list[Span]:
    """Parse our inline CommonMark, with people and places in it, into spans. A deceiving link shows its target
    as text."""
    return list(_spans(tuple(parts)))


@lru_cache(maxsize=512)
def _spans(parts: tuple[Part, ...]) -> tuple[Span, ...]:
    """Parse text into spans; cached, because a card repeats most of its lines at each edit."""
    named = [part for part in parts if not isinstance(part, str)]
    source, at = "", 0
    for part in parts:
        if isinstance(part, str):
            source += _PRIVATE.sub("", part)
        else:
            source += chr(0xE000 + at)
            at += 1
    tokens = INLINE.parseInline(source)
    found = list(inline_spans(tokens[0].children or [])) if tokens else []
    return tuple(placed for span in found for placed in _with_names(span, named))


def _with_names(span: Span, named: Sequence[Mention | Spot | Time]) -> Iterator[Span]:
    for piece in re.split("([\ue000-\uf8ff])", span.text):
        if "\ue000" <= piece <= "\uf8ff" and ord(piece) - 0xE000 < len(named):
            yield _named(named[ord(piece) - 0xE000], span.styles)
        elif piece:
            yield Span(text=piece, styles=span.styles, code=span.code, url=span.url)


def _named(part: Mention | Spot | Time, styles: tuple[str, ...]) -> Span:
    if isinstance(part, Time):
        return Span(text=part.name, styles=styles, moment=(int(part.at.timestamp()), _DATES[part.shows]))
    if isinstance(part, Mention):
        # Slack notifies everybody whom a new message mentions.
        person = part.person if part.rings and _PERSON.fullmatch(part.person) else ""
        return Span(text=part.name, styles=styles, person=person)
    if part.place.channel.startswith("D"):
        return Span(text=part.direct or part.name, styles=styles)
    channel = part.place.channel if _CHANNEL.fullmatch(part.place.channel) else ""
    return Span(text=part.name, styles=styles, channel=channel)


_DATES = {"time": "{time}", "date": "{date_short}", "both": "{date_short} {time}"}

_STYLES = {"strong": "bold", "em": "italic", "s": "strike"}


def inline_spans(tokens: Sequence[Token]) -> Iterator[Span]:
    """Convert the children of an inline token into spans."""
    styles: list[str] = []
    url, label = "", ""
    pending: list[Span] = []
    for token in tokens:
        name, _, end = token.type.rpartition("_")
        if token.type == "link_open":
            url, label = str(token.attrs.get("href", "")), ""
        elif token.type == "link_close":
            yield from _link(pending, label, url)
            pending, url = [], ""
        elif name in _STYLES:
            styles.append(_STYLES[name]) if end == "open" else styles.remove(_STYLES[name])
        else:
            text = _words(token)
            span = Span(text=text, styles=tuple(styles), code=token.type == "code_inline")
            if token.type == "image" and not url:
                yield from _link([span], text, str(token.attrs.get("src", "")))
            elif url:
                label += text
                pending.append(span)
            elif text:
                yield span


def _words(token: Token) -> str:
    return "\n" if token.type in ("softbreak", "hardbreak") else token.content


def _link(words: Sequence[Span], label: str, url: str) -> Iterator[Span]:
    if not opens(url):
        yield from words
        yield Span(text=f" ({url})") if url and url != label else Span(text="")
    elif deceives(label, url):
        yield from words
        yield Span(text=" (")
        yield Span(text=url, url=url)
        yield Span(text=")")
    else:
        yield from (
            Span(text=word.text, styles=word.styles, code=word.code, url=url)
            for word in words or [Span(text=url)]
        )


def rich_elements(line: Sequence[Span]) -> list[Kit]:
    """Convert spans into inline elements of rich text."""
    made: list[Kit] = []
    for span in line:
        if span.person:
            made.append({"type": "user", "user_id": span.person})
        elif span.channel:
            made.append({"type": "channel", "channel_id": span.channel})
        elif span.moment is not None:
            at, spelled = span.moment
            made.append({"type": "date", "timestamp": at, "format": spelled, "fallback": span.text})
        elif span.url:
            style = {"style": dict.fromkeys(span.styles, True)} if span.styles else {}
            made.append({"type": "link", "url": span.url, "text": neutral(span.text) or span.url, **style})
        elif text := neutral(span.text):
            made.append(blocks.rich_words(text, *span.styles, code=span.code))
    return made


_MARKS = {"bold": "*", "italic": "_", "strike": "~"}
# mrkdwn has no escape for its own marks, so literal marks become look-alike characters.
_LOOKALIKES = str.maketrans({"*": "∗", "_": "ˍ", "~": "∼", "`": "ˋ"})
_SIGNS = "*_~`"


def mrkdwn(line: Sequence[Span]) -> str:
    """Convert spans into mrkdwn, for blocks that take nothing better (small print)."""
    made = ""
    for span in line:
        if span.person:
            made += f"<@{span.person}>"
        elif span.channel:
            made += f"<#{span.channel}>"
        elif span.moment is not None:
            at, spelled = span.moment
            made += f"<!date^{at}^{spelled}|{escaped(span.text)}>"
        elif span.url:
            made += f"<{_address(span.url)}|{escaped(span.text).replace('|', '∣') or _address(span.url)}>"
        elif span.code:
            made = _beside(made, f"`{escaped(span.text, is_code=True).replace('`', 'ˋ')}`")
        else:
            made = _beside(made, _styled(span))
    return made


def _beside(before: str, after: str) -> str:
    """Join two texts so that a mark between them works: Slack takes a mark beside a letter, such as that of a Korean
    particle, for text."""
    ends, begins = before[-1:], after[:1]
    is_hidden = (ends in _SIGNS and begins.isalnum()) or (begins in _SIGNS and ends.isalnum())
    return f"{before}{NOTHING}{after}" if ends and begins and is_hidden else before + after


def _styled(span: Span) -> str:
    # A mark can open or close something only beside a space or at the edge of a word, so snake_case stays unchanged.
    text = re.sub(r"(?<!\w)[*_~`]+|[*_~`]+(?!\w)", lambda found: found[0].translate(_LOOKALIKES), span.text)
    core = text.strip()
    if not core or not span.styles:
        return escaped(text)
    marks = "".join(_MARKS[style] for style in span.styles)
    lead, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{lead}{marks}{escaped(core)}{marks[::-1]}{tail}"


def _address(url: str) -> str:
    return url.replace("&", "&amp;").replace("<", "%3C").replace(">", "%3E").replace("|", "%7C")
