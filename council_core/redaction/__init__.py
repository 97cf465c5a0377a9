"""Mask keys, tokens and passwords in text, and count the masked secrets by kind.

Everything that enters a run passes through here if its settings ask for it. `Council.ask` masks questions, names of
files and earlier turns. Code that reads the content of files calls `redact` before it passes the text on.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from re import Match

from council_core.domain.question import FilledTemplate, Masked, Question, RunId, Turn
from council_core.domain.tool import Found, Source, ToolFailed
from council_core.redaction.shapes import ASSIGNED, SHAPES, is_placeholder, kind_of

__all__ = ["Redacted", "redact", "redacted", "redacted_page", "redacted_result", "redacted_words", "tells_of"]

_SIGNED = re.compile(r"(?P<address>\bhttps?://[^\s?#\"'<>]+)[?#][^\s\"'<>]+", re.IGNORECASE)
"""An address with parameters, in which platforms put the signature that opens a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redacted:
    """A text with its secrets masked."""

    text: str
    masked: tuple[Masked, ...] = ()
    """Masked secrets by kind, in the order of the table of shapes; empty when the text is unchanged."""


def redact(text: str) -> Redacted:
    """Replace each secret in the text by a mask such as `[AWS key masked]`; masked text stays as it is."""
    counts: Counter[str] = Counter()
    for kind, pattern in SHAPES:

        def covered(match: Match[str], kind: str = kind) -> str:
            secret = match["secret"]
            if is_placeholder(secret):
                return match[0]
            return _covered(match, kind, counts)

        text = pattern.sub(covered, text)

    def covered_value(match: Match[str]) -> str:
        kind = kind_of(match)
        return match[0] if kind is None else _covered(match, kind, counts)

    for pattern in ASSIGNED:
        text = pattern.sub(covered_value, text)
    return Redacted(text=text, masked=_as_masked(counts))


def redacted_words(text: str) -> str:
    """Return the words of a platform or a library about an error, without secrets and parameters of addresses."""
    return redact(_SIGNED.sub(r"\g<address>?…", text)).text


def redacted_result(result: Found | ToolFailed) -> Found | ToolFailed:
    """Return a tool's result with the secrets in its text and its pages masked, without addresses that hold any."""
    if isinstance(result, ToolFailed):
        facts = {name: redact(fact).text for name, fact in result.facts.items()}
        return replace(result, why=redact(result.why).text, facts=facts)
    return replace(
        result,
        text=redact(result.text).text,
        sources=tuple(redacted_page(page) for page in result.sources),
        addresses=tuple(address for address in result.addresses if not redact(address).masked),
    )


def redacted_page(page: Source) -> Source:
    """Return a page with the secrets in its title, address and extract masked."""
    return replace(
        page,
        title=redact(page.title).text,
        url=redact(page.url).text,
        snippet=redact(page.snippet).text,
    )


def redacted(question: Question) -> Question:
    """Return the question with its text, its files' names and its earlier turns masked and counted. A file whose name
    held a secret may not be found again, because addresses of files hold their names."""
    text = redact(question.text)
    names = [redact(file.name) for file in question.files]
    asked = [redact(turn.question) for turn in question.earlier]
    concluded = [redact(turn.verdict) for turn in question.earlier]
    template, filled_in = _template(question.template)
    return replace(
        question,
        text=text.text,
        files=tuple(
            replace(file, name=name.text, reference=redact(file.reference).text)
            for file, name in zip(question.files, names, strict=True)
        ),
        earlier=tuple(
            replace(turn, question=before.text, verdict=after.text)
            for turn, before, after in zip(question.earlier, asked, concluded, strict=True)
        ),
        masked=_together(
            [question.masked, *(one.masked for one in (text, *names, *asked, *concluded, *filled_in))]
        ),
        template=template,
    )


def _template(template: FilledTemplate | None) -> tuple[FilledTemplate | None, list[Redacted]]:
    """Return the template with its values masked, and these values. The instructions repeat the values and are not
    counted."""
    if template is None:
        return None, []
    values = [redact(field.value) for field in template.fields]
    fields = tuple(
        replace(field, value=value.text) for field, value in zip(template.fields, values, strict=True)
    )
    return replace(template, fields=fields, instructions=redact(template.instructions).text), values


def tells_of(turn: Turn, run_id: RunId, asked: str) -> bool:
    """Tell whether a turn is about this run. A turn of an earlier version holds no run id, so its question is compared.
    That text may be masked, and cut if it is long."""
    if turn.run is not None:
        return turn.run == run_id
    told = turn.question
    return any(
        told == words or (told.endswith("…") and words.startswith(told[:-1].rstrip()))
        for words in (asked, redact(asked).text)
    )


def _covered(match: Match[str], kind: str, counts: Counter[str]) -> str:
    counts[kind] += 1
    start, end = match.span("secret")
    whole, offset = match[0], match.start()
    return f"{whole[: start - offset]}[{kind} masked]{whole[end - offset :]}"


def _together(several: Iterable[tuple[Masked, ...]]) -> tuple[Masked, ...]:
    counts: Counter[str] = Counter()
    for masked in several:
        counts.update({each.kind: each.count for each in masked})
    return _as_masked(counts)


def _as_masked(counts: Counter[str]) -> tuple[Masked, ...]:
    return tuple(Masked(kind=kind, count=count) for kind, count in counts.items())
