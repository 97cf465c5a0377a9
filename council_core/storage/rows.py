"""Convert runs to database rows and back, and leave out rows that cannot be read."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import Row

from council_core.codec import from_text, prepare, to_text
from council_core.domain.answer import Abstention, Outcome
from council_core.domain.ballot import Ballot, Feedback, Order
from council_core.domain.ending import Ending, ending_of_sentence
from council_core.domain.material import Material
from council_core.domain.place import PersonId, Scope
from council_core.domain.question import Question, RunId
from council_core.domain.ranking import Ranking
from council_core.domain.review import Review
from council_core.domain.run import Describer, Run, Tally
from council_core.domain.settings import CouncilSettings
from council_core.domain.slate import AliasKey, Slate
from council_core.domain.verdict import Verdict
from council_core.domain.writable import writable
from council_core.errors import StoreIncompatible, StoreKind
from council_core.storage.statements import channel_in, columns_of

logger = logging.getLogger(__name__)

Values = dict[str, Any]


PRODUCED: dict[str, Callable[[Run], str | None]] = {
    "material": lambda run: to_text(run.material, Material) if run.material else None,
    "describers": lambda run: to_text(run.describers, tuple[Describer, ...]) if run.describers else None,
    "slate": lambda run: to_text(run.slate, Slate) if run.slate else None,
    "key": lambda run: to_text(run.key, AliasKey) if run.key else None,
    "ranking": lambda run: to_text(run.ranking, Ranking) if run.ranking else None,
    "verdict": lambda run: to_text(run.verdict, Verdict) if run.verdict else None,
    "no_verdict": lambda run: to_text(run.no_verdict, tuple[Abstention, ...]) if run.no_verdict else None,
    "tally": lambda run: to_text(run.tally, Tally) if run.tally else None,
}
"""Columns of a run's results. Outcomes and reviews have tables of their own."""


def run_values(run: Run) -> Values:
    """Return the row of table `runs`."""
    place = run.question.place
    return {
        "id": run.id,
        **columns_of(place),
        "parent": place.parent,
        "thread": place.thread,
        "card_thread": run.thread,
        "asker": run.question.asker.id,
        # This copy is for searching; the question column holds the whole question.
        "question_text": writable(run.question.text),
        "asked_at": run.asked_at,
        "voting_closed_at": run.voting_closed_at,
        "seed": run.seed,
        "question": to_text(run.question, Question),
        "template": None if run.question.template is None else run.question.template.name,
        "settings": to_text(run.settings, CouncilSettings),
        **produced_values(run),
    }


def produced_values(run: Run, *, since: Run | None = None) -> Values:
    """Return the columns of that row that change while the run goes on, except those that `since` has saved.

    Columns fixed when the run was asked are left out; only `SqlRetention` changes one of them, to remove deleted
    questions. Columns that only `close_voting` and `settle_thread` write are left out too, because those may run before
    a replayed `save`.
    """
    return {
        "status": run.status,
        "finished_at": run.finished_at,
        "voting_opened_at": run.voting_opened_at,
        "voting_closes_at": run.voting_closes_at,
        "failure": ending_text(run.ending),
        **{
            name: text_of(run)
            for name, text_of in PRODUCED.items()
            if since is None or getattr(run, name) is not getattr(since, name)
        },
    }


def ending_text(ending: Ending | None) -> str:
    """Return the text of column `failure`; empty for a run that has not ended without a result."""
    return to_text(ending, Ending) if ending is not None else ""


def _ending_from(text: str) -> Ending | None:
    """Return the ending in column `failure`, where versions up to 0.1 stored a sentence."""
    if not text:
        return None
    return from_text(text, Ending) if text.startswith("{") else ending_of_sentence(text)


def spending_values(run: Run) -> Values:
    """Return the row of table `spending`, without the estimate."""
    return {
        "run_id": run.id,
        **columns_of(Scope.around(run.question.place, "channel")),
        "asked_at": run.asked_at,
        "cost": run.usage.cost,
        # A run with replies of unknown cost counts as expected for ever.
        "ended": run.is_finished and run.is_priced,
    }


def outcome_values(run_id: RunId, position: int, outcome: Outcome, *, late: bool) -> Values:
    """Return a row of table `outcomes`."""
    call = outcome.reply if outcome.kind == "answer" else outcome.failure
    return {
        "run_id": run_id,
        "round": outcome.round,
        "member": outcome.member,
        "late": late,
        "position": position,
        "kind": outcome.kind,
        "reason": None if outcome.kind == "answer" else outcome.failure.reason,
        "latency": call.latency,
        "tokens_in": call.usage.tokens_in,
        "tokens_out": call.usage.tokens_out,
        "cost": None if call.usage.cost is None else Decimal(call.usage.cost),
        "body": to_text(outcome, Outcome),
    }


def review_values(run_id: RunId, position: int, review: Review) -> Values:
    """Return a row of table `reviews`."""
    return {
        "run_id": run_id,
        "round": review.round,
        "position": position,
        "reviewer": review.reviewer,
        "number": review.number,
        "status": review.reading.status,
        "body": to_text(review, Review),
    }


def judged_values(run: Run) -> Values:
    """Return the row of table `judged`."""
    reviews = tuple(review.without_texts() for review in run.reviews)
    return {"run_id": run.id, "reviews": to_text(reviews, tuple[Review, ...], sparse=True)}


def ballot_values(run_id: RunId, ballot: Ballot) -> Values:
    """Return a row of table `ballots`."""
    choice = to_text(ballot.order, Order)
    blind = None if ballot.blind is None else to_text(ballot.blind, Order)
    return {
        "run_id": run_id,
        "voter": ballot.voter,
        "choice": choice,
        "cast_at": ballot.cast_at,
        "blind_choice": blind,
    }


def ballot_from(row: Row[Any]) -> Ballot:
    """Read a ballot from its row."""
    blind = None if row.blind_choice is None else from_text(row.blind_choice, Order)
    return Ballot(
        voter=PersonId(row.voter), order=from_text(row.choice, Order), cast_at=row.cast_at, blind=blind
    )


def feedback_values(run_id: RunId, feedback: Feedback) -> Values:
    """Return a row of table `feedback`."""
    return {
        "run_id": run_id,
        "person": feedback.person,
        "good": feedback.good,
        "given_at": feedback.given_at,
        "reason": feedback.reason or None,
    }


def feedback_from(row: Row[Any]) -> Feedback:
    """Read a feedback from its row."""
    return Feedback(
        person=PersonId(row.person), good=row.good, given_at=row.given_at, reason=row.reason or ""
    )


def prepare_reading() -> None:
    """Build the readers of runs in advance, so that the first page need not wait for them."""
    of_runs = (Question, CouncilSettings, Material, tuple[Describer, ...], Slate, AliasKey, Ranking, Tally)
    of_members = (Outcome, Review, tuple[Review, ...], Order, Verdict, tuple[Abstention, ...])
    prepare((*of_runs, *of_members))


def judged_from(row: Row[Any], reviews: Sequence[Row[Any]], ballots: Sequence[Row[Any]]) -> Run:
    """Read a run without its texts and without feedback, for statistics.

    Args:
        row: Row of table `runs`, with `reviews` from table `judged`, or None where that has no row.
        reviews: Rows of table `reviews`, read where the row has none.
        ballots: Rows of the run's ballots.

    Raises:
        StoreIncompatible: A row holds something that this version of Council does not write.
    """
    return Run(
        id=RunId(row.id),
        question=Question.without_text(PersonId(row.asker), channel_in(row)),
        settings=from_text(row.settings, CouncilSettings),
        seed="",
        asked_at=row.asked_at,
        status=row.status,
        key=from_text(row.key, AliasKey, remember=False) if row.key else None,
        reviews=from_text(row.reviews, tuple[Review, ...], remember=False)
        if row.reviews
        else tuple(from_text(each.body, Review, remember=False).without_texts() for each in reviews),
        ranking=from_text(row.ranking, Ranking, remember=False) if row.ranking else None,
        ballots=tuple(ballot_from(each) for each in ballots),
        tally=from_text(row.tally, Tally, remember=False) if row.tally else None,
    )


def run_from(
    row: Row[Any],
    outcomes: Sequence[Row[Any]],
    reviews: Sequence[Row[Any]],
    ballots: Sequence[Row[Any]],
    feedback: Sequence[Row[Any]],
) -> Run:
    """Read a whole run. Rows of outcomes and reviews are in order of round and position, those of ballots and
    feedback by person.

    Raises:
        StoreIncompatible: A row holds something that this version of Council does not write.
    """
    return Run(
        id=RunId(row.id),
        question=from_text(row.question, Question),
        settings=from_text(row.settings, CouncilSettings),
        seed=row.seed,
        asked_at=row.asked_at,
        status=row.status,
        material=from_text(row.material, Material) if row.material else (),
        describers=from_text(row.describers, tuple[Describer, ...]) if row.describers else (),
        outcomes=tuple(from_text(each.body, Outcome) for each in outcomes if not each.late),
        late=tuple(from_text(each.body, Outcome) for each in outcomes if each.late),
        slate=from_text(row.slate, Slate) if row.slate else None,
        key=from_text(row.key, AliasKey) if row.key else None,
        reviews=tuple(from_text(each.body, Review) for each in reviews),
        ranking=from_text(row.ranking, Ranking) if row.ranking else None,
        verdict=from_text(row.verdict, Verdict) if row.verdict else None,
        no_verdict=from_text(row.no_verdict, tuple[Abstention, ...]) if row.no_verdict else (),
        voting_opened_at=row.voting_opened_at,
        voting_closes_at=row.voting_closes_at,
        voting_closed_at=row.voting_closed_at,
        ballots=tuple(ballot_from(each) for each in ballots),
        tally=from_text(row.tally, Tally) if row.tally else None,
        finished_at=row.finished_at,
        ending=_ending_from(row.failure),
        thread=row.card_thread,
        feedback=tuple(feedback_from(each) for each in feedback),
    )


T = TypeVar("T")


def readable(rows: Iterable[Any], read: Callable[[Any], T], name: Callable[[Any], str]) -> Iterator[T]:
    """Yield the values of those rows that can be read. Each other row leaves one line in the log of this process.

    Args:
        rows: The rows.
        read: Reads one of them. Raises StoreIncompatible.
        name: Names a row for the operator, such as "run r1".
    """
    for row in rows:
        try:
            value = read(row)
        except StoreIncompatible as error:
            _report(name(row), error.kind, tuple(error.facts.items()))
        else:
            yield value


@lru_cache(maxsize=1_000)
def _report(name: str, kind: StoreKind, facts: tuple[tuple[str, str], ...]) -> None:
    """Log an unreadable run once, because lists are read again and again."""
    error = StoreIncompatible(kind, **dict(facts))
    logger.error("%s is left out until its row is mended or deleted: %s", name, error)


def run_name(row: Any) -> str:
    """Name a row of `runs`."""
    return f"run {row.id}"
