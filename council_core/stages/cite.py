"""Number the sources that a member has seen, and check the numbers in its answer."""

import re
from collections.abc import Mapping, Sequence

from council_core.domain.tool import Found, Source, ToolFailed, ToolUse
from council_core.envelope import visible
from council_core.envelope.template_tokens import disarmed

CODE = re.compile(r"(```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`)", re.DOTALL)
NUMBERS = re.compile(
    r"(?<!\])[ \t]?((?:\[\d{1,3}(?:,[ \t]?\d{1,3})*\][ \t]?)*\[\d{1,3}(?:,[ \t]?\d{1,3})*\])(?![(\[:])"
)
"""One or several numbers in brackets, not part of a Markdown link."""

DIGITS = re.compile(r"\d+")


def numbered(uses: Sequence[ToolUse]) -> Mapping[str, int]:
    """Return a number for each address that these results hold, in the order of their arrival."""
    numbers: dict[str, int] = {}
    for use in uses:
        for source in use.result.sources if isinstance(use.result, Found) else ():
            numbers.setdefault(source.url, len(numbers) + 1)
    return numbers


def shown_to_model(use: ToolUse, numbers: Mapping[str, int], code: str) -> str:
    """Return a result as its model reads it: behind a fence, each source with its number."""
    if isinstance(use.result, ToolFailed):
        return f"Failed: {_plain(use.result.why)}"
    parts = [_listed(source, numbers[source.url]) for source in use.result.sources]
    if use.result.text:
        parts.append(_plain(use.result.text))
    body = "\n\n".join(parts).replace(code, "") or "(nothing)"
    return f"<<<RESULT {code}>>>\n{body}\n<<<END RESULT {code}>>>"


def _listed(source: Source, number: int) -> str:
    published = f" ({_plain(source.published)})" if source.published else ""
    lines = (f"[{number}] {_plain(source.title)}{published}", source.url, _plain(source.snippet))
    return "\n".join(line for line in lines if line)


def _plain(text: str) -> str:
    return disarmed(visible(text))


def cited(text: str, sources: Sequence[Source]) -> tuple[str, tuple[Source, ...]]:
    """Return the text with its citations renumbered from 1 in their order, and their sources in that order.

    A number without a source is dropped. Code stays as it is, and so does a text where no source was seen.
    """
    if not sources:
        return text, ()
    order: dict[int, int] = {}

    def renumbered(found: re.Match[str]) -> str:
        numbers = [int(each) for each in DIGITS.findall(found[1])]
        known = dict.fromkeys(number for number in numbers if 1 <= number <= len(sources))
        for number in known:
            order.setdefault(number, len(order) + 1)
        space = " " if found[0][0] in " \t" and known else ""
        return space + "".join(f"[{order[number]}]" for number in known)

    parts = CODE.split(text)
    parts[::2] = [NUMBERS.sub(renumbered, part) for part in parts[::2]]
    kept = tuple(
        Source(
            title=sources[number - 1].title,
            url=sources[number - 1].url,
            published=sources[number - 1].published,
        )
        for number in order
    )
    return "".join(parts), kept
