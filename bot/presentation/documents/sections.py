"""Write a run as the sections of one document, question first, with names only if they are public."""

from collections import Counter
from collections.abc import Iterable

from bot.presentation.abstentions import named, why_void
from bot.presentation.documents.tables import (
    NONE,
    agreement_table,
    cited_lines,
    cited_links,
    code_block,
    members_table,
    plain,
    quote,
    result_of,
    scores_table,
    table,
)
from bot.presentation.material import name_of, unread_sentence
from bot.presentation.phrases import capital, ended_because
from bot.presentation.positions import dissent_sentence, majority_sentence, minority_in
from bot.presentation.ranking import leaders, panel_facts, ranked_in, scale_of
from bot.presentation.words import Words
from council_core.domain.events import AnonymousReview
from council_core.domain.material import Picture, Piece, Unread
from council_core.domain.ranking import Ranking
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.slate import Alias
from council_core.domain.title import short_title
from council_core.exports.document import Section
from council_core.exports.figures import calls_of, work_of
from council_core.stages.anonymize import answers_among
from council_core.stages.given import most_given
from council_core.stages.reveal import absences

WHEN = "%Y-%m-%d %H:%M UTC"


def run_sections(view: RunView, words: Words) -> tuple[Section, ...]:
    """Return the document in sections, in order, without empty ones. Texts of people and models are quoted, so that
    their headings, lists and fences do not change the document around them. Of votes only the number is included."""
    parts = {
        "question": _question(view, words),
        "material": _material(view, words),
        "verdict": _verdict(view, words),
        "claims": _claims(view, words),
        "ranking": _ranking(view, words),
        "scores": _scores(view, words),
        "agreement": _agreement(view, words),
        "members": _members(view, words),
        "votes": _votes(view, words),
        "responses": _responses(view, words),
        "late": _late(view, words),
        "tools": _tools(view, words),
        "reviews": _reviews(view, words),
        "sources": _sources(view, words),
        "absences": _absences(view, words),
        "facts": _facts(view, words),
    }
    made = (Section(name=name, paragraphs=tuple(part)) for name, part in parts.items())
    return tuple(section for section in made if section.paragraphs)


def _question(view: RunView, words: Words) -> Iterable[str]:
    summary, said = view.summary, words.documents
    yield f"# {plain(short_title(summary.question))}"
    yield said.asked(name=plain(summary.asker_name), when=f"{summary.asked_at:{WHEN}}")
    yield quote(summary.question)
    if summary.masked:
        yield words.card.masked(secrets=words.phrases.secrets(masked=summary.masked))
    if summary.demo:
        yield f"*{words.phrases.demo_notice}*"
    if summary.status in ("failed", "cancelled"):
        yield ended_because(summary, words)
    if view.question.earlier:
        yield f"## {words.page.earlier}"
        for turn in view.question.earlier:
            yield f"{said.asked_before}\n\n{quote(turn.question)}\n\n{said.concluded}\n\n{quote(turn.verdict)}"


def _material(view: RunView, words: Words) -> Iterable[str]:
    """List the material by digest and size, and the parts that could not be read."""
    material, said, figure = view.summary.material, words.documents, words.phrases.figure
    if not material:
        return
    yield f"## {said.material}"
    rows = [
        (
            plain(name_of(each, words)),
            plain(words.material.form(form=each.form)),
            figure(count=each.size),
            said.given_of(given=figure(count=most_given(each)), of=figure(count=each.characters))
            if isinstance(each, Piece)
            else f"{each.width} × {each.height}",
            each.digest,
        )
        for each in material
        if isinstance(each, Piece | Picture)
    ]
    if rows:
        yield table((said.name, said.kind, said.size, said.given, "SHA-256"), rows)
    for each in material:
        if isinstance(each, Unread):
            yield unread_sentence(each, words)


def _verdict(view: RunView, words: Words) -> Iterable[str]:
    if view.verdict is None:
        yield from _minority(view, words)
        return
    by = f" · {plain(view.chairman)}" if isinstance(view, OpenRun) else ""
    yield f"## {words.verdict.title(is_ranked=view.ranking is not None)}{by}"
    yield quote(view.verdict.text)
    yield from _misquoted(view.verdict.misquoted, words)
    yield from _minority(view, words)
    if view.verdict.critique:
        yield f"{words.verdict.doubts}:"
        yield quote(view.verdict.critique)


def _minority(view: RunView, words: Words) -> Iterable[str]:
    """List who held another position than most, whether or not there is a verdict."""
    if minority := minority_in(view):
        yield f"{words.positions.minority}:"
        main = words.positions.side(position=plain(minority.main.position), aliases=minority.main.holders)
        yield "\n".join(
            [f"- {main}.", *(f"- {dissent_sentence(each, words, plain)}" for each in minority.dissents)]
        )


def _claims(view: RunView, words: Words) -> Iterable[str]:
    """List the claims that reviewers checked, with their findings and sources, and flag wrong quotations."""
    claims = view.verdict.claims if view.verdict is not None else None
    if claims is None:
        return
    yield f"## {words.claims.title}"
    if not claims:
        yield words.claims.none
        return
    said = words.documents
    yield table(
        (words.claims.claim, said.supported_by, said.contradicted_by, said.not_found_by, words.page.sources),
        [
            (
                plain(each.claim),
                str(each.supported),
                str(each.contradicted),
                str(each.not_found),
                ", ".join(plain(source.url or source.title) for source in each.sources) or NONE,
            )
            for each in claims
        ],
    )
    yield from _misquoted((quotation for each in claims for quotation in each.misquoted), words)


def _misquoted(quotations: Iterable[str], words: Words) -> Iterable[str]:
    for quotation in quotations:
        yield words.claims.misquoted(quote=plain(quotation))


def _responses(view: RunView, words: Words) -> Iterable[str]:
    for response in view.responses:
        by = f" · {plain(view.author(response.alias))}" if isinstance(view, OpenRun) else ""
        yield f"## {words.responses.title(alias=response.alias)}{by}"
        yield quote(response.text)
        if response.sources:
            yield cited_lines(response)
        yield from _misquoted(response.misquoted, words)
    if isinstance(view, OpenRun) and not view.responses:
        for answer in answers_among(view.run.outcomes):
            yield f"## {words.endings.answer_by(name=plain(view.named(answer.member)))}"
            yield quote(answer.text)


def _late(view: RunView, words: Words) -> Iterable[str]:
    names = [f" · {plain(name)}" for name in view.late_authors] if isinstance(view, OpenRun) else None
    for index, (text, cited) in enumerate(zip(view.late, view.late_cited, strict=True)):
        yield f"## {words.responses.late}{names[index] if names else ''}"
        yield words.responses.late_explained
        yield quote(text)
        if cited.sources:
            yield cited_lines(cited)
        yield from _misquoted(cited.misquoted, words)


def _ranking(view: RunView, words: Words) -> Iterable[str]:
    if view.ranking is None:
        return
    yield f"## {words.board.ranking}"
    yield _standings(view, view.ranking, words)
    yield leaders(view.ranking, words)
    ranked = ranked_in(view)
    for facts in panel_facts(ranked, words):
        yield "".join(part for part in facts.parts if isinstance(part, str))
    if majority := majority_sentence(ranked.held, words, plain):
        yield majority


def _standings(view: RunView, ranking: Ranking, words: Words) -> str:
    def name(alias: Alias) -> str:
        return plain(view.author(alias)) if isinstance(view, OpenRun) else NONE

    board = words.board
    rows = [
        (str(one.place), str(one.alias), name(one.alias), words.phrases.percent(share=one.win_rate))
        for one in ranking.standings
    ]
    return table((board.place, board.response, board.model, board.wins), rows)


def _scores(view: RunView, words: Words) -> Iterable[str]:
    board = view.scoreboard
    about = scale_of(board, words) if board is not None and board.is_trimmed else words.documents.scores_about
    return _with_heading(words.documents.scores, scores_table(view, words), about)


def _agreement(view: RunView, words: Words) -> Iterable[str]:
    said = words.documents
    return _with_heading(said.agreement, agreement_table(view, words), said.agreement_about)


def _members(view: RunView, words: Words) -> Iterable[str]:
    shown = members_table(view, words) if isinstance(view, OpenRun) else ""
    return _with_heading(words.documents.each_model, shown)


def _with_heading(heading: str, shown: str, about: str = "") -> Iterable[str]:
    """Yield a table below its heading, with an explanation of its figures; nothing if there is no table."""
    if shown:
        yield from filter(None, (f"## {heading}", shown, about))


def _tools(view: RunView, words: Words) -> Iterable[str]:
    """List each call of a tool with its arguments and the beginning of its result; sealed before the reveal."""
    if not isinstance(view, OpenRun):
        return
    calls = calls_of(view)
    refused = [
        plain(view.named(answer.member))
        for answer in answers_among(view.run.outcomes)
        if work_of(answer).refused
    ]
    if not calls and not refused:
        return
    yield f"## {words.page.tool_calls(count=len(calls))}"
    if refused:
        yield words.board.takes_no_tools(names=refused)
    counts: Counter[str] = Counter()
    for name, use in calls:
        counts[name] += 1
        yield f"### {words.documents.call(name=plain(name), number=counts[name], tool=plain(use.call.name))}"
        yield quote(code_block(use.call.arguments))
        yield quote(code_block(result_of(use, words)))


def _sources(view: RunView, words: Words) -> Iterable[str]:
    cited = cited_links(view, words)
    if cited:
        yield f"## {words.page.sources}"
        yield words.documents.sources_about
        yield "\n".join(f"- <{link}> ({note})" for link, note in cited.items())


def _reviews(view: RunView, words: Words) -> Iterable[str]:
    names = view.reviewers if isinstance(view, OpenRun) else {}
    if view.reviews and view.reviews[0].shortened:
        yield words.board.shortened(aliases=view.reviews[0].shortened)
    for review in view.reviews:
        who = words.reviews.reviewer(number=review.number, name=plain(names.get(review.number, "")))
        yield f"## {who}"
        yield _reading(review, words)
        if review.text:
            yield quote(review.text)


def _reading(review: AnonymousReview, words: Words) -> str:
    order = review.reading.order
    if order is None:
        return capital(words.reviews.not_counted(why=why_void(review, words)))
    return capital(words.reviews.order(order=words.phrases.order(groups=order)))


def _votes(view: RunView, words: Words) -> Iterable[str]:
    if not isinstance(view, OpenRun) or not view.responses:
        return
    run, said = view.run, words.documents
    yield f"## {said.team}"
    voted = words.board.voted(count=len(run.ballots))
    blind = len(run.blind_ballots)
    apart = words.board.told_apart(blind=blind, informed=len(run.ballots) - blind)
    yield f"{voted} {apart}" if run.ballots and run.ranking is not None else voted
    if run.tally is not None and run.tally.team is not None:
        yield _standings(view, run.tally.team, words)
    if run.tally is not None and run.tally.agreement is not None:
        yield said.agrees(tau=run.tally.agreement)
    if run.feedback:
        yield said.helpful(good=sum(each.good for each in run.feedback), of=len(run.feedback))
        for each in run.feedback:
            if each.reason:
                yield f"{said.not_helpful}\n\n{quote(each.reason)}"


def _absences(view: RunView, words: Words) -> Iterable[str]:
    absent = absences(view.run) if isinstance(view, OpenRun) else ()
    if absent:
        yield f"## {words.documents.absent}"
        yield "\n".join(f"- {named(each, words)}" for each in absent)


def _facts(view: RunView, words: Words) -> Iterable[str]:
    usage, summary, said = view.usage, view.summary, words.documents
    yield "---"
    if template := summary.template:
        filled = [f"{plain(each.label)}: {plain(each.value)}" for each in template.fields if each.value]
        yield words.card.template(title=plain(template.title), fields=" · ".join(filled))
    seconds = (
        (summary.finished_at - summary.asked_at).total_seconds() if summary.finished_at is not None else None
    )
    facts = (
        words.card.run(run_id=summary.run_id),
        words.history.state(status=summary.status),
        words.card.preset(name=plain(summary.preset)) if summary.preset else "",
        said.rubric(name=view.rubric),
        said.aggregation(name=plain(view.aggregation)),
        "" if seconds is None else words.phrases.lasting(seconds=seconds),
        words.phrases.tokens(usage=usage),
        said.cost(cost=usage.cost, is_estimate=usage.cost_is_estimate, is_partial=summary.cost_is_partial),
    )
    yield capital(" · ".join(fact for fact in facts if fact))
