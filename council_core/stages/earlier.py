"""Collect the earlier questions and verdicts of a conversation for a new question."""

from collections.abc import Sequence
from dataclasses import replace

from council_core.domain.question import Question, Turn
from council_core.domain.run import Run
from council_core.domain.summary import summarize
from council_core.ports import RunStore
from council_core.stages.anonymize import masked_text

MOST_TURNS = 6
MOST_CHARACTERS = 12_000
"""Most characters of questions and verdicts together, some 3,000 tokens, because every member reads and charges for
them."""

LONGEST_QUESTION = 4_000
"""Characters kept of a question if a single turn is longer than all turns may be."""


RECENT = 20
"""Number of a thread's runs that are searched for verdicts."""


async def in_context(question: Question, store: RunStore) -> Question:
    """Return the question with its earlier turns, which come from its own conversation alone."""
    if question.repeats is not None:
        return replace(question, earlier=(await store.get(question.repeats)).question.earlier)
    if question.place.thread is None:
        return replace(question, earlier=earlier_turns((await _followed_up(question, store))[::-1]))
    runs = await store.in_thread(question.place, limit=RECENT)
    newest = runs[0].id if runs else None
    return replace(question, earlier=earlier_turns(runs[::-1]), follows=question.follows or newest)


async def _followed_up(question: Question, store: RunStore) -> tuple[Run, ...]:
    """Return the chain of followed-up runs, newest first, where there is no thread."""
    chain: list[Run] = []
    before = question.follows
    while before is not None and len(chain) < MOST_TURNS:
        run = await store.get(before)
        if run.conversation != replace(question.place, origin=None):
            break
        chain.append(run)
        before = run.question.follows
    return tuple(chain)


def earlier_turns(runs: Sequence[Run]) -> tuple[Turn, ...]:
    """Return the turns of earlier runs, as the thread shows them. A verdict that each person sees only after voting is
    left out while the vote is open, because the follow-up and its page would show it to everybody.

    Args:
        runs: Runs in the order in which they were asked.

    Returns:
        At most the last six turns, newest last; the oldest are left out if all are too long together. A question
        that was asked again counts with its last verdict only.
    """
    concluded = [run for run in runs if run.verdict is not None and not summarize(run).hides_result]
    superseded = {run.question.repeats for run in concluded}
    turns = [_turn(run) for run in concluded if run.id not in superseded]
    kept: list[Turn] = []
    room = MOST_CHARACTERS
    for turn in reversed(turns[-MOST_TURNS:]):
        room -= len(turn.question) + len(turn.verdict)
        if room < 0:
            break
        kept.append(turn)
    if turns and not kept:
        kept.append(_shortened(turns[-1]))
    return tuple(reversed(kept))


def _turn(run: Run) -> Turn:
    verdict = run.verdict.text if run.verdict else ""
    return Turn(question=run.question.text, verdict=masked_text(verdict, run), run=run.id)


def _shortened(turn: Turn) -> Turn:
    question = _cut(turn.question, LONGEST_QUESTION)
    return replace(turn, question=question, verdict=_cut(turn.verdict, MOST_CHARACTERS - len(question)))


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
