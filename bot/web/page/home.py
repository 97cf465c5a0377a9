"""Runs of the channels that a reader belongs to -> the list on the first page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from bot.post import quoted
from bot.presentation.card import beginning, outcome_of, outcome_of_view, title_of
from bot.presentation.words import Words
from bot.web.page.prose import inline, prose
from council_core.domain.place import PersonId
from council_core.domain.run import FINISHED, Run
from council_core.domain.run_view import Viewer
from council_core.view import view

LONGEST_QUESTION = 200
LONGEST_ANSWER = 220


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One run of the list."""

    run_id: str
    question: str
    answer: Markup
    outcome: Markup
    state: str
    """State of the run, if worth saying; empty once its names are out."""

    asked_by: Markup
    asked_at: datetime


def entries(runs: Sequence[Run], person: PersonId, words: Words) -> tuple[Entry, ...]:
    """Return the list, in the order of the runs, as this person may see each of them."""
    return tuple(_entry(run, person, words) for run in runs)


def _entry(run: Run, person: PersonId, words: Words) -> Entry:
    seen = view(run, Viewer(person=person))
    summary = seen.summary
    short = " ".join(summary.question.split())
    answer = beginning(seen.verdict.text, LONGEST_ANSWER) if seen.verdict is not None else ""
    is_over = summary.status in FINISHED or summary.status == "voting"
    outcome = outcome_of(summary, words, outcome_of_view(seen)) if is_over else ""
    return Entry(
        run_id=run.id,
        question=short if len(short) <= LONGEST_QUESTION else f"{short[:LONGEST_QUESTION].rstrip()}…",
        answer=prose(answer),
        outcome=inline(outcome),
        state="" if summary.status == "revealed" else title_of(summary, words),
        asked_by=inline(words.card.asked_by(asker=quoted(summary.asker_name))),
        asked_at=summary.asked_at,
    )
