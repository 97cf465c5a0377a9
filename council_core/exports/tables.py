"""Tables and lists of a run's document as CommonMark: scores, each model's figures, sources."""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from statistics import fmean

from council_core.domain.answer import Answer, Usage
from council_core.domain.ballot import Order
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.slate import Alias, Cited, Response
from council_core.domain.tool import ToolFailed, ToolUse, Work
from council_core.stages.anonymize import answers_among
from council_core.stages.prepare import links_in


def plain(text: str) -> str:
    """Put text on one line, without marks that mean something in a heading, a list or a table."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|" else sign for sign in " ".join(text.split()))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; every cell is written already."""
    lines = (columns, ["---"] * len(columns), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def mean_scores(view: RunView) -> dict[str, dict[Alias, float]]:
    """Return the mean score of each response by criterion, over the ballots that count; empty without scores."""
    found: dict[str, dict[Alias, list[float]]] = {}
    for review in view.reviews:
        for score in review.reading.scores if review.reading.status == "valid" else ():
            found.setdefault(score.criterion, {}).setdefault(score.alias, []).append(score.value)
    return {
        criterion: {alias: fmean(values) for alias, values in row.items()} for criterion, row in found.items()
    }


def scores_table(view: RunView) -> str:
    """Return responses down and criteria across, with a dash where nobody scored; empty without scores."""
    means = mean_scores(view)
    if not means:
        return ""
    rows = [
        (response.alias, *(_figure(row.get(response.alias)) for row in means.values()))
        for response in view.responses
    ]
    return table(("Response", *(plain(criterion) for criterion in means)), rows)


def members_table(view: OpenRun) -> str:
    """Return place, first votes, time, tokens and cost of each answer, in the order of the letters; empty where no
    answer has a letter."""
    places = {one.alias: one.place for one in view.ranking.standings} if view.ranking else {}
    answers = {answer.member: answer for answer in answers_among(view.run.outcomes)}
    rows: list[tuple[str, ...]] = []
    key = view.run.key
    for alias in (response.alias for response in view.responses):
        answer = answers.get(key.member(alias)) if key is not None else None
        first = sum(ballot.first == alias for ballot in view.run.ballots)
        place = str(places[alias]) if alias in places else "–"
        rows.append((plain(view.author(alias)), alias, place, str(first), *_spent(answer)))
    columns = ("Model", "Response", "Place", "First votes", "Seconds", "Tokens in", "Tokens out", "Cost")
    return table(columns, rows) if rows else ""


def agreement_rows(view: RunView) -> tuple[list[int], list[list[float | None]]]:
    """Return the numbers of the reviewers whose ballots count, and for each how often it orders two responses like
    each other one, 0 to 1, ties half; nothing with fewer than two of them. None for itself, and where two judged no
    pair in common."""
    valid = [review for review in view.reviews if review.reading.order]
    if len(valid) < 2:
        return [], []
    places = {review.number: _places(review.reading.order or ()) for review in valid}
    return list(places), [
        [None if one == other else _alike(places[one], places[other]) for other in places] for one in places
    ]


def reviewer_label(view: RunView, number: int) -> str:
    """Return a reviewer's number, with the name once names are out."""
    name = view.reviewers.get(number, "") if isinstance(view, OpenRun) else ""
    return f"{number} {name}".strip()


def agreement_table(view: RunView) -> str:
    """Return the agreement of each two reviewers as a table; empty with fewer than two."""
    numbers, rows = agreement_rows(view)
    if not rows:
        return ""
    return table(
        ("Reviewer", *map(str, numbers)),
        [
            (
                plain(reviewer_label(view, number)),
                *("–" if share is None else f"{share:.0%}" for share in row),
            )
            for number, row in zip(numbers, rows, strict=True)
        ],
    )


def _places(order: Order) -> dict[Alias, int]:
    return {alias: place for place, group in enumerate(order) for alias in group}


def _alike(one: dict[Alias, int], other: dict[Alias, int]) -> float | None:
    shares = [
        (_sign(one[a] - one[b]) * _sign(other[a] - other[b]) + 1) / 2
        for a, b in combinations(sorted(one.keys() & other.keys()), 2)
    ]
    return fmean(shares) if shares else None


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def source_lines(view: RunView) -> tuple[str, ...]:
    """Return each link that a response or the verdict names, with who names it, in the order of their first naming."""
    named: dict[str, list[str]] = {}
    texts = [(f"Response {response.alias}", response.with_sources) for response in view.responses]
    if view.verdict is not None:
        texts.append(("the verdict", view.verdict.text))
    for who, text in texts:
        for link in links_in(text):
            named.setdefault(link, []).append(who)
    return tuple(f"- <{link}> ({', '.join(dict.fromkeys(who))})" for link, who in named.items())


def cited_lines(response: Response | Cited) -> str:
    """Return the list of what a response cites, with the numbers that are in its text."""
    return "\n".join(
        f"- \\[{number}\\] {plain(source.title)}: <{source.url}>"
        for number, source in enumerate(response.sources, 1)
    )


def work_of(answer: Answer) -> Work:
    """Return a member's work with tools; an empty one where it was offered none."""
    return answer.work or Work()


def calls_of(view: OpenRun) -> tuple[tuple[str, ToolUse], ...]:
    """Return all calls of tools, each after the name of the model that made it: for answers first, then for checks."""
    works = [(answer.member, work_of(answer)) for answer in answers_among(view.run.outcomes)]
    works += [(review.reviewer, review.work) for review in view.run.reviews if review.work is not None]
    return tuple((view.named(member), use) for member, work in works for use in work.uses)


def result_of(use: ToolUse) -> str:
    """Return what a tool gave, as much of it as is kept."""
    if isinstance(use.result, ToolFailed):
        return f"Failed: {use.result.why}"
    pages = [f"{source.title}: {source.url}" for source in use.result.sources]
    return "\n".join([*pages, use.result.text]).strip() or "(nothing)"


def code_block(text: str) -> str:
    """Return a text as code, with any content."""
    longest = max((len(found) for found in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"


def _spent(answer: Answer | None) -> tuple[str, str, str, str]:
    if answer is None:
        return ("–", "–", "–", "–")
    usage = answer.usage
    return (f"{answer.reply.latency:.1f}", _count(usage.tokens_in), _count(usage.tokens_out), money(usage))


def money(usage: Usage) -> str:
    """Return the cost in US dollars, with `about` where it is an estimate."""
    about = "about " if usage.cost_is_estimate else ""
    return "unknown" if usage.cost is None else f"{about}${usage.cost:.4f}"


def _count(number: int | None) -> str:
    return "–" if number is None else f"{number:,}"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"
