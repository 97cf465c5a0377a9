"""Number the sources that a member has seen, and check the numbers in its answer and in the verdict."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from council_core.domain.answer import Failure, Reply
from council_core.domain.material import pages_of
from council_core.domain.run import Run
from council_core.domain.slate import Slate
from council_core.domain.tool import Found, Source, ToolFailed, ToolUse, Work
from council_core.envelope import visible
from council_core.envelope.sanitize import disarmed
from council_core.prompts import failure_for_models
from council_core.reading.checks import text_of
from council_core.reading.quotations import misquoted, stands_in_one, unfounded

CODE = re.compile(r"(```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`)", re.DOTALL)
NUMBERS = re.compile(
    r"(?<!\])[ \t]?((?:\[\d{1,3}(?:,[ \t]?\d{1,3})*\][ \t]?)*\[\d{1,3}(?:,[ \t]?\d{1,3})*\])(?![(\[:])"
)
"""One or several numbers in brackets, not part of a Markdown link."""

LETTERS = re.compile(r"\b(?:Response|Answer|Antwort|Réponse|Respuesta|응답|답변)[ \u00a0]?\**([A-Z]{1,2})\b")
"""Name of a response in a verdict, in the languages in which members write."""

DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Citable:
    """Sources and texts given to every member before the first answer, which it may cite or quote."""

    sources: tuple[Source, ...] = ()
    """Pages of a search, numbered from 1."""

    texts: tuple[str, ...] = ()
    """The question, its material, and the earlier messages."""


NOTHING_CITABLE = Citable()


def citable_in(run: Run, texts: Sequence[str]) -> Citable:
    """Return the sources and texts that members of a run may cite and quote, with the texts of its material."""
    said = [run.question.text]
    said += [text for turn in run.question.earlier for text in (turn.question, turn.verdict)]
    return Citable(sources=pages_of(run.material), texts=(*said, *texts))


def numbered(uses: Sequence[ToolUse], before: Sequence[Source] = ()) -> Mapping[str, int]:
    """Return a number for each address in these results, in order of arrival.

    Args:
        uses: Calls of tools.
        before: Pages that have the first numbers.
    """
    numbers = {source.url: number for number, source in enumerate(before, 1)}
    for use in uses:
        for source in use.result.sources if isinstance(use.result, Found) else ():
            numbers.setdefault(source.url, len(numbers) + 1)
    return numbers


def shown_to_model(use: ToolUse, numbers: Mapping[str, int], code: str) -> str:
    """Return a tool's result as its model reads it: behind a fence, each source with its number."""
    if isinstance(use.result, ToolFailed):
        return f"Failed: {_plain(failure_for_models(use.result))}"
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
    """Return the text with its citations renumbered from 1, and their sources in the order of these numbers.

    A number without a source is dropped. Code stays as it is, and so does a text whose writer saw no source.
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


def with_citations(result: Reply | Failure, citable: Citable) -> Reply | Failure:
    """Return an answer without tools, with its citations checked; unchanged if there was nothing to cite."""
    if isinstance(result, Failure) or not citable.sources:
        return result
    flagged = misquotations(result.text, citable.sources, (), citable)
    text, sources = cited(result.text, citable.sources)
    return replace(result, text=text, work=Work(sources=sources, misquoted=flagged))


def cited_again(text: str, before: Work | None) -> tuple[Work | None, str]:
    """Return the work behind a rewritten answer, and the new text with its citations checked."""
    if before is None or not before.sources:
        return before, text
    text, sources = cited(text, before.sources)
    return replace(before, sources=sources, misquoted=still_misquoted(text, before.misquoted)), text


def misquotations(
    text: str, sources: Sequence[Source], uses: Sequence[ToolUse], citable: Citable
) -> tuple[str, ...]:
    """Return the quotations of an answer that are not in the sources cited for them.

    Args:
        text: The answer, with numbers as its member knows them.
        sources: Its sources in the order of their numbers.
        uses: Calls of tools behind it, with their whole results.
        citable: Sources and texts that its member was given before.
    """
    before = {page.url: f"{page.title}\n{page.snippet}" for page in citable.sources}
    texts = [f"{before.get(source.url, '')}\n{text_of(source, uses)}" for source in sources]
    found = [use.result for use in uses if isinstance(use.result, Found)]
    return misquoted(text, texts, (*citable.texts, *(each.text for each in found if not each.sources)))


def still_misquoted(text: str, before: Sequence[str]) -> tuple[str, ...]:
    """Return the flagged quotations of an earlier text that this one still holds."""
    return tuple(quotation for quotation in before if stands_in_one(quotation, [text]))


def misquoted_in_verdict(text: str, run: Run, slate: Slate, given: Sequence[str]) -> tuple[str, ...]:
    """Return the quotations in a verdict that are not in a source.

    Some were flagged in a response already. Others stand beside a citation, and in no text that the chairman read.

    Args:
        text: The verdict.
        run: The run with its reviews.
        slate: The responses.
        given: Texts of the material.
    """
    answers = [f"{response.with_sources}\n{response.position}" for response in slate.responses]
    reviews = [text for review in run.reviews for text in review.texts]
    claims = [f"{each.claim}\n{each.quote}" for review in run.reviews for each in review.claims]
    citable = citable_in(run, given)
    others = [
        *reviews,
        *claims,
        *citable.texts,
        *(f"{each.title}\n{each.snippet}" for each in citable.sources),
    ]
    flagged = [quotation for response in slate.responses for quotation in response.misquoted]
    return tuple(dict.fromkeys((*still_misquoted(text, flagged), *unfounded(text, answers, others))))


def cited_in_verdict(text: str, slate: Slate) -> str:
    """Return a verdict without numbers of sources that do not exist.

    A number belongs to the response named last before it in its paragraph, and is dropped if that response has fewer
    sources. A number before the first name must exist in some response. If no response cites anything, the text stays
    as it is, because its numbers mean something else.
    """
    counts = {str(response.alias): len(response.sources) for response in slate.responses}
    if not any(counts.values()):
        return text
    parts = CODE.split(text)
    parts[::2] = [
        "".join(_known_only(line, counts) for line in part.splitlines(keepends=True)) for part in parts[::2]
    ]
    return "".join(parts)


def _known_only(line: str, counts: Mapping[str, int]) -> str:
    named = [(found.end(), counts.get(found[1], 0)) for found in LETTERS.finditer(line)]

    def kept(found: re.Match[str]) -> str:
        before = [count for end, count in named if end <= found.start()]
        most = before[-1] if before else max(counts.values())
        numbers = [number for number in map(int, DIGITS.findall(found[1])) if 1 <= number <= most]
        space = " " if found[0][0] in " \t" and numbers else ""
        return space + "".join(f"[{number}]" for number in numbers)

    return NUMBERS.sub(kept, line)
