"""A stored run -> one Markdown document, question first and names only where they are out."""

from collections.abc import Iterable, Sequence

from council_core.domain.ballot import Order
from council_core.domain.ranking import Ranking
from council_core.domain.review import Review
from council_core.domain.run import Run
from council_core.domain.slate import Alias, Response
from council_core.stages.anonymize import masked_text

UNTIL = "%Y-%m-%d %H:%M UTC"


def run_markdown(run: Run) -> str:
    """The run for reading. What people and models wrote stands in quotes, so that no heading, list or fence of
    theirs changes the document around it. Votes are only ever counted."""
    sections = (
        *_question(run),
        *_verdict(run),
        *_responses(run),
        *_late(run),
        *_ranking(run),
        *_reviews(run),
        *_votes(run),
        *_absences(run),
        *_facts(run),
    )
    return "\n\n".join(sections) + "\n"


def _is_open(run: Run) -> bool:
    """Whether names may be known: a stopped run stays sealed."""
    return run.status in ("revealed", "failed")


def _name(run: Run, member: str) -> str:
    return next((_plain(seat.name) for seat in run.settings.roster.everyone() if seat.id == member), member)


def _quote(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())


def _plain(text: str) -> str:
    """On one line, without marks that would mean something in a heading, a list or a table."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|" else sign for sign in " ".join(text.split()))


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = (columns, ["---"] * len(columns), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _question(run: Run) -> Iterable[str]:
    yield "# What the council was asked"
    yield f"{_plain(run.question.asker.name)} asked on {run.asked_at:{UNTIL}}:"
    yield _quote(run.question.text)
    if run.question.masked:
        counts = ", ".join(f"{each.kind} × {each.count}" for each in run.question.masked)
        yield f"Masked before any model read it: {counts}."
    if run.settings.roster.is_demo:
        yield "*This was a demonstration: no model was asked.*"
    if run.failure:
        yield _plain(run.failure)
    if run.question.earlier:
        yield "## Earlier in this thread"
        for turn in run.question.earlier:
            yield f"Asked:\n\n{_quote(turn.question)}\n\nVerdict:\n\n{_quote(turn.verdict)}"


def _verdict(run: Run) -> Iterable[str]:
    if run.verdict is None:
        return
    by = f" by {_name(run, run.verdict.chairman)}" if _is_open(run) else ""
    yield f"## Verdict{by}" + ("" if run.ranking else ", without a ranking behind it")
    text = run.verdict.text
    yield _quote(text if _is_open(run) else masked_text(text, run.question.text))
    if run.verdict.critique:
        yield "What the chairman doubts about it:"
        yield _quote(run.verdict.critique)


def _responses(run: Run) -> Iterable[str]:
    for response in run.slate.responses if run.slate else ():
        yield f"## Response {response.alias}{_author(run, response)}"
        yield _quote(response.text)
    if run.slate is None and _is_open(run):
        for outcome in run.outcomes:
            if outcome.kind == "answer":
                yield f"## Answer by {_name(run, outcome.member)}"
                yield _quote(outcome.text)


def _author(run: Run, response: Response) -> str:
    if not _is_open(run) or run.key is None:
        return ""
    return f" by {_name(run, run.key.member(response.alias))}"


def _late(run: Run) -> Iterable[str]:
    for outcome in run.late if _is_open(run) else ():
        if outcome.kind == "answer":
            yield f"## Late answer by {_name(run, outcome.member)}, not ranked"
            yield _quote(outcome.text)


def _ranking(run: Run) -> Iterable[str]:
    if run.ranking is None:
        return
    yield "## How the members rank the responses"
    yield _standings(run, run.ranking)
    sure = {"clear": "clear", "leaning": "leaning", "too_close": "too close to call", "nothing": "unknown"}
    yield f"How sure they are of the first place: {sure[run.ranking.certainty]}."


def _standings(run: Run, ranking: Ranking) -> str:
    def name(alias: Alias) -> str:
        return _name(run, run.key.member(alias)) if _is_open(run) and run.key else "–"

    rows = [
        (
            str(one.place),
            str(one.alias),
            name(one.alias),
            "–" if one.win_rate is None else f"{one.win_rate:.0%}",
        )
        for one in ranking.standings
    ]
    return _table(("Place", "Response", "Member", "Wins"), rows)


def _reviews(run: Run) -> Iterable[str]:
    for alias in run.reviews[0].shortened if run.reviews else ():
        yield f"The reviewers did not see the middle of Response {alias}: it was shortened for them."
    for review in sorted(run.reviews, key=lambda review: review.number):
        who = f", {_name(run, review.reviewer)}" if _is_open(run) else ""
        yield f"## Reviewer {review.number}{who}"
        yield _reading(review)
        if review.texts:
            yield _quote("\n\n".join(review.texts))


def _reading(review: Review) -> str:
    order = review.reading.order
    if order is None:
        return f"No valid ballot: {_plain(review.reading.why)}"
    return f"Best first: {_in_words(order)}."


def _in_words(order: Order) -> str:
    return " > ".join(" = ".join(group) for group in order)


def _votes(run: Run) -> Iterable[str]:
    if run.slate is None or not _is_open(run):
        return
    yield "## The team"
    yield f"Votes: {len(run.ballots)}."
    if run.tally is not None and run.tally.ranking is not None:
        yield _standings(run, run.tally.ranking)
    if run.tally is not None and run.tally.agreement is not None:
        yield f"Agreement with the members (Kendall's tau-b, -1 to 1): {run.tally.agreement:.2f}."
    if run.feedback:
        good = sum(each.good for each in run.feedback)
        yield f"Found the verdict helpful: {good} of {len(run.feedback)}."


def _absences(run: Run) -> Iterable[str]:
    if not _is_open(run):
        return
    passed_over = run.verdict.passed_over if run.verdict else run.no_verdict
    absent = [("answer", outcome) for outcome in run.outcomes if outcome.kind == "abstention"]
    absent += [("review", review.failure) for review in run.reviews if review.failure is not None]
    absent += [("verdict", abstention) for abstention in passed_over]
    if absent:
        yield "## Who could not take part"
        yield "\n".join(
            f"- {_name(run, each.member)} ({stage}): {_plain(each.failure.detail)}" for stage, each in absent
        )


def _facts(run: Run) -> Iterable[str]:
    usage, settings = run.usage, run.settings
    about = "about " if usage.cost_is_estimate else ""
    cost = "unknown" if usage.cost is None else f"{about}${usage.cost:.4f}"
    took = (
        f" · {(run.finished_at - run.asked_at).total_seconds():.0f} seconds"
        if run.finished_at is not None
        else ""
    )
    preset = f"preset {_plain(settings.preset)} · " if settings.preset else ""
    yield "---"
    yield (
        f"Run {run.id} · {run.status} · {preset}rubric {settings.rubric} · aggregation {settings.aggregation}{took} · "
        f"tokens in {usage.tokens_in or 0:,}, out {usage.tokens_out or 0:,} · cost {cost}"
    )
