"""Tables and lists of a run's document as CommonMark: scores, each model's figures, sources."""

import re
from collections.abc import Iterable, Sequence

from bot.presentation.material import failure_of
from bot.presentation.phrases import votes_and_blind
from bot.presentation.words import Words
from council_core.domain.answer import Answer
from council_core.domain.links import links_in
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.slate import Cited, Response
from council_core.domain.tool import ToolFailed, ToolUse
from council_core.exports.figures import agreement_rows, mean_scores
from council_core.exports.source import links_in_place
from council_core.stages.anonymize import answers_among

NONE = "–"


def plain(text: str) -> str:
    """Put text on one line, and escape marks that have a meaning in a heading, a list or a table."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|" else sign for sign in " ".join(text.split()))


def quote(text: str) -> str:
    """Put text into a block quote. Its links lead where its own definitions say, whatever other texts define."""
    return "\n".join(f"> {line}".rstrip() for line in links_in_place(text).strip().splitlines())


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of cells that are valid Markdown already."""
    lines = (columns, ["---"] * len(columns), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def scores_table(view: RunView, words: Words) -> str:
    """Return the scores, with a row for each response, a column for each criterion, and a dash for a missing score;
    empty without scores."""
    means = mean_scores(view)
    if not means:
        return ""

    def figure(value: float | None) -> str:
        return NONE if value is None else words.phrases.decimal(value=value)

    rows = [
        (response.alias, *(figure(row.get(response.alias)) for row in means.values()))
        for response in view.responses
    ]
    return table((words.board.response, *(plain(criterion) for criterion in means)), rows)


def members_table(view: OpenRun, words: Words) -> str:
    """Return place, first votes, time, tokens and cost of each answer, in the order of the letters; empty if no answer
    has a letter."""
    places = {one.alias: one.place for one in view.ranking.standings} if view.ranking else {}
    answers = {answer.member: answer for answer in answers_among(view.run.outcomes)}
    rows: list[tuple[str, ...]] = []
    key = view.run.key
    for alias in (response.alias for response in view.responses):
        answer = answers.get(key.member(alias)) if key is not None else None
        place = str(places[alias]) if alias in places else NONE
        rows.append(
            (
                plain(view.author(alias)),
                alias,
                place,
                votes_and_blind(*view.run.votes_for(alias)),
                *_spent(answer, words),
            )
        )
    said, board = words.documents, words.board
    columns = (
        *(board.model, board.response, board.place, said.first_votes),
        *(said.seconds, said.tokens_in, said.tokens_out, words.page.cost),
    )
    return table(columns, rows) if rows else ""


def _spent(answer: Answer | None, words: Words) -> tuple[str, str, str, str]:
    if answer is None:
        return (NONE, NONE, NONE, NONE)

    def figure(count: int | None) -> str:
        return NONE if count is None else words.phrases.figure(count=count)

    usage = answer.usage
    return (
        words.phrases.decimal(value=answer.reply.latency),
        figure(usage.tokens_in),
        figure(usage.tokens_out),
        words.documents.cost(cost=usage.cost, is_estimate=usage.cost_is_estimate),
    )


def reviewer_label(view: RunView, number: int) -> str:
    """Return a reviewer's number, with the name once names are public."""
    name = view.reviewers.get(number, "") if isinstance(view, OpenRun) else ""
    return f"{number} {name}".strip()


def agreement_table(view: RunView, words: Words) -> str:
    """Return the agreement of each two reviewers as a table; empty with fewer than two."""
    numbers, rows = agreement_rows(view)
    if not rows:
        return ""
    return table(
        (words.page.reviewer, *map(str, numbers)),
        [
            (plain(reviewer_label(view, number)), *(words.phrases.percent(share=share) for share in row))
            for number, row in zip(numbers, rows, strict=True)
        ],
    )


def cited_links(view: RunView, words: Words) -> dict[str, str]:
    """Return each link in a response or the verdict, in order of first use, with a note of the texts that hold it."""
    found: dict[str, list[str]] = {}
    for response in view.responses:
        for link in links_in(response.with_sources):
            found.setdefault(link, []).append(response.alias)
    final = links_in(view.verdict.text) if view.verdict is not None else ()
    for link in final:
        found.setdefault(link, [])
    return {
        link: words.page.cited_by(aliases=aliases, verdict=link in final) for link, aliases in found.items()
    }


def cited_lines(response: Response | Cited) -> str:
    """Return the list of a response's sources, with the numbers in its text."""
    return "\n".join(
        f"- \\[{number}\\] {plain(source.title)}: <{source.url}>"
        for number, source in enumerate(response.sources, 1)
    )


def result_of(use: ToolUse, words: Words) -> str:
    """Return a tool's result, as much of it as is stored."""
    if isinstance(use.result, ToolFailed):
        return words.documents.failed(why=failure_of(use.result, words))
    pages = [f"{source.title}: {source.url}" for source in use.result.sources]
    return "\n".join([*pages, use.result.text]).strip() or words.documents.nothing


def code_block(text: str) -> str:
    """Return a text as code, with any content."""
    longest = max((len(found) for found in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"
