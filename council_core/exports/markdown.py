"""Write a run as one Markdown document, question first, with names only where they are open."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from council_core.domain.ballot import Order
from council_core.domain.events import AnonymousReview
from council_core.domain.material import Picture, Piece
from council_core.domain.position import Dissent
from council_core.domain.ranking import Ranking
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.slate import Alias
from council_core.exports.tables import (
    agreement_table,
    calls_of,
    cited_lines,
    code_block,
    members_table,
    money,
    plain,
    result_of,
    scores_table,
    source_lines,
    table,
    work_of,
)
from council_core.positions import minority_among
from council_core.stages.anonymize import answers_among

UNTIL = "%Y-%m-%d %H:%M UTC"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the document: CommonMark paragraphs, the first of which is its heading where it has one."""

    name: str
    paragraphs: tuple[str, ...]


def run_markdown(view: RunView) -> str:
    """Return the run for reading. Texts of people and models are quoted, so that none of their headings, lists or
    fences changes the document around them. Votes are only counted."""
    return "\n\n".join(part for section in run_sections(view) for part in section.paragraphs) + "\n"


def run_sections(view: RunView) -> tuple[Section, ...]:
    """Return the document in its parts, in order, without empty ones."""
    parts = {
        "question": _question(view),
        "material": _material(view),
        "verdict": _verdict(view),
        "claims": _claims(view),
        "ranking": _ranking(view),
        "scores": _scores(view),
        "agreement": _agreement(view),
        "members": _members(view),
        "votes": _votes(view),
        "responses": _responses(view),
        "late": _late(view),
        "tools": _tools(view),
        "reviews": _reviews(view),
        "sources": _sources(view),
        "absences": _absences(view),
        "facts": _facts(view),
    }
    made = (Section(name=name, paragraphs=tuple(part)) for name, part in parts.items())
    return tuple(section for section in made if section.paragraphs)


def quote(text: str) -> str:
    """Put text into a block quote."""
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())


def _question(view: RunView) -> Iterable[str]:
    summary = view.summary
    yield "# What the council was asked"
    yield f"{plain(summary.asker_name)} asked on {summary.asked_at:{UNTIL}}:"
    yield quote(summary.question)
    if summary.masked:
        counts = ", ".join(f"{each.kind} × {each.count}" for each in summary.masked)
        yield f"Masked before any model read it: {counts}."
    if summary.demo:
        yield "*This was a demonstration: no model was asked.*"
    if summary.failure:
        yield plain(summary.failure)
    if view.question.earlier:
        yield "## Earlier in this thread"
        for turn in view.question.earlier:
            yield f"Asked:\n\n{quote(turn.question)}\n\nVerdict:\n\n{quote(turn.verdict)}"


def _material(view: RunView) -> Iterable[str]:
    """List the material by digest and size, and the parts that could not be read."""
    material = view.summary.material
    if not material:
        return
    yield "## What came with the question"
    rows = [
        (
            plain(each.name),
            each.form,
            f"{each.size:,}",
            f"{each.given:,} of {each.characters:,}",
            each.digest,
        )
        if isinstance(each, Piece)
        else (plain(each.name), f"{each.form} picture", f"{each.size:,}", "–", each.digest)
        if isinstance(each, Picture)
        else (plain(each.name), f"not read ({each.reason.replace('_', ' ')})", "–", "–", "–")
        for each in material
    ]
    yield table(("Name", "Kind", "Bytes", "Characters given", "SHA-256"), rows)


def _verdict(view: RunView) -> Iterable[str]:
    if view.verdict is None:
        return
    by = f" by {plain(view.chairman)}" if isinstance(view, OpenRun) else ""
    yield f"## Verdict{by}" + ("" if view.ranking else ", without a ranking behind it")
    yield quote(view.verdict.text)
    yield from _misquoted(view.verdict.misquoted)
    if minority := minority_among(view.responses, view.verdict.top):
        yield "Minority report, by code:"
        held = f"{', '.join(minority.main.holders)} hold: {plain(minority.main.position)}"
        yield "\n".join([f"- {held}", *(_dissent(each) for each in minority.dissents)])
    if view.verdict.critique:
        yield "What the chairman doubts about it:"
        yield quote(view.verdict.critique)


def _claims(view: RunView) -> Iterable[str]:
    """List the claims that reviewers checked, with what they found and where; flag what is quoted wrongly."""
    claims = view.verdict.claims if view.verdict is not None else None
    if claims is None:
        return
    yield "## Checked claims"
    if not claims:
        yield "No claim was checked against a source: no reviewer looked anything up."
        return
    yield table(
        ("Claim", "Supported by", "Contradicted by", "Not found by", "Sources"),
        [
            (
                plain(each.claim),
                str(each.supported),
                str(each.contradicted),
                str(each.not_found),
                ", ".join(plain(source.url or source.title) for source in each.sources) or "–",
            )
            for each in claims
        ],
    )
    yield from _misquoted(quotation for each in claims for quotation in each.misquoted)


def _misquoted(quotations: Iterable[str]) -> Iterable[str]:
    for quotation in quotations:
        yield f"This quotation does not stand in the source that it names: {plain(quotation)}"


def _dissent(dissent: Dissent) -> str:
    before = f" (before it saw the others: {plain(dissent.before)})" if dissent.has_changed else ""
    why = f" Reason: {plain(dissent.reason)}" if dissent.reason else ""
    return f"- {dissent.alias} holds: {plain(dissent.position)}{before}.{why} Links named: {dissent.sources}."


def _responses(view: RunView) -> Iterable[str]:
    for response in view.responses:
        by = f" by {plain(view.author(response.alias))}" if isinstance(view, OpenRun) else ""
        yield f"## Response {response.alias}{by}"
        yield quote(response.text)
        if response.sources:
            yield cited_lines(response)
        yield from _misquoted(response.misquoted)
    if isinstance(view, OpenRun) and not view.responses:
        for answer in answers_among(view.run.outcomes):
            yield f"## Answer by {plain(view.named(answer.member))}"
            yield quote(answer.text)


def _late(view: RunView) -> Iterable[str]:
    names = [f" by {plain(name)}" for name in view.late_authors] if isinstance(view, OpenRun) else None
    for index, (text, cited) in enumerate(zip(view.late, view.late_cited, strict=True)):
        yield f"## Late answer{names[index] if names else ''}, not ranked"
        yield quote(text)
        if cited.sources:
            yield cited_lines(cited)
        yield from _misquoted(cited.misquoted)


def _ranking(view: RunView) -> Iterable[str]:
    if view.ranking is None:
        return
    yield "## How the members rank the responses"
    yield _standings(view, view.ranking)
    sure = {"clear": "clear", "leaning": "leaning", "too_close": "too close to call", "nothing": "unknown"}
    yield f"How sure they are of the first place: {sure[view.ranking.certainty]}."


def _standings(view: RunView, ranking: Ranking) -> str:
    def name(alias: Alias) -> str:
        return plain(view.author(alias)) if isinstance(view, OpenRun) else "–"

    rows = [
        (
            str(one.place),
            str(one.alias),
            name(one.alias),
            "–" if one.win_rate is None else f"{one.win_rate:.0%}",
        )
        for one in ranking.standings
    ]
    return table(("Place", "Response", "Member", "Wins"), rows)


def _scores(view: RunView) -> Iterable[str]:
    shown = scores_table(view)
    if shown:
        yield "## Scores by criterion"
        yield shown
        yield "Means over the reviewers whose ballot counts. Their scales differ: the ranking does not use them."


def _agreement(view: RunView) -> Iterable[str]:
    shown = agreement_table(view)
    if shown:
        yield "## Agreement between reviewers"
        yield shown
        yield "How often two reviewers order two responses alike, ties half; dice reach 50%."


def _members(view: RunView) -> Iterable[str]:
    shown = members_table(view) if isinstance(view, OpenRun) else ""
    if shown:
        yield "## Each model"
        yield shown


def _tools(view: RunView) -> Iterable[str]:
    """List each call of a tool with its arguments and the beginning of its result; sealed before the reveal."""
    if not isinstance(view, OpenRun):
        return
    calls = calls_of(view)
    refused = [answer for answer in answers_among(view.run.outcomes) if work_of(answer).refused]
    if not calls and not refused:
        return
    yield f"## Tool calls ({len(calls)})"
    for answer in refused:
        yield f"{plain(view.named(answer.member))} takes no tools and answered without."
    counts: Counter[str] = Counter()
    for name, use in calls:
        counts[name] += 1
        yield f"### {plain(name)}, call {counts[name]}: {plain(use.call.name)}"
        yield quote(code_block(use.call.arguments))
        yield quote(code_block(result_of(use)))


def _sources(view: RunView) -> Iterable[str]:
    lines = source_lines(view)
    if lines:
        yield "## Sources"
        yield "Links as the responses and the verdict name them."
        yield "\n".join(lines)


def _reviews(view: RunView) -> Iterable[str]:
    names = view.reviewers if isinstance(view, OpenRun) else {}
    for alias in view.reviews[0].shortened if view.reviews else ():
        yield f"The reviewers did not see the middle of Response {alias}: it was shortened for them."
    for review in view.reviews:
        who = f", {plain(names[review.number])}" if review.number in names else ""
        yield f"## Reviewer {review.number}{who}"
        yield _reading(review)
        if review.text:
            yield quote(review.text)


def _reading(review: AnonymousReview) -> str:
    order = review.reading.order
    if order is None:
        return f"No valid ballot: {plain(review.reading.why)}"
    return f"Best first: {_in_words(order)}."


def _in_words(order: Order) -> str:
    return " > ".join(" = ".join(group) for group in order)


def _votes(view: RunView) -> Iterable[str]:
    if not isinstance(view, OpenRun) or not view.responses:
        return
    run = view.run
    yield "## The team"
    yield f"Votes: {len(run.ballots)}."
    if run.tally is not None and run.tally.ranking is not None:
        yield _standings(view, run.tally.ranking)
    if run.tally is not None and run.tally.agreement is not None:
        yield f"Agreement with the members (Kendall's tau-b, -1 to 1): {run.tally.agreement:.2f}."
    if run.feedback:
        good = sum(each.good for each in run.feedback)
        yield f"Found the verdict helpful: {good} of {len(run.feedback)}."
        for each in run.feedback:
            if each.reason:
                yield f"Not helpful, because:\n\n{quote(each.reason)}"


def _absences(view: RunView) -> Iterable[str]:
    if not isinstance(view, OpenRun):
        return
    run = view.run
    passed_over = run.verdict.passed_over if run.verdict else run.no_verdict
    absent = [("answer", outcome) for outcome in run.outcomes if outcome.kind == "abstention"]
    absent += [("review", review.failure) for review in run.reviews if review.failure is not None]
    absent += [("verdict", abstention) for abstention in passed_over]
    if absent:
        yield "## Who could not take part"
        yield "\n".join(
            f"- {plain(view.named(each.member))} ({stage}): {plain(each.failure.detail)}"
            for stage, each in absent
        )


def _facts(view: RunView) -> Iterable[str]:
    usage, summary = view.usage, view.summary
    took = (
        f" · {(summary.finished_at - summary.asked_at).total_seconds():.0f} seconds"
        if summary.finished_at is not None
        else ""
    )
    preset = f"preset {plain(summary.preset)} · " if summary.preset else ""
    yield "---"
    if summary.template is not None:
        filled = [
            f"{plain(each.label)}: {plain(each.value)}" for each in summary.template.fields if each.value
        ]
        yield " · ".join([f"Template {plain(summary.template.title)}", *filled])
    yield (
        f"Run {summary.run_id} · {summary.status} · {preset}rubric {view.rubric} · "
        f"aggregation {view.aggregation}{took} · "
        f"tokens in {usage.tokens_in or 0:,}, out {usage.tokens_out or 0:,} · cost {money(usage)}"
    )
