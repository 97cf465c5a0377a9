"""Earlier runs of a conversation -> the questions and verdicts that a new question builds on."""

from collections.abc import Sequence

from council_core.domain.question import Turn
from council_core.domain.run import Run
from council_core.stages.anonymize import masked_text

MOST_TURNS = 6
MOST_CHARACTERS = 12_000
"""Questions and verdicts together, some 3,000 tokens: members read all of it, each for its own money."""

LONGEST_QUESTION = 4_000
"""How much of a question is kept where a single turn is longer than all of them may be."""


def earlier_turns(runs: Sequence[Run]) -> tuple[Turn, ...]:
    """What the council concluded on so far, as the thread shows it.

    Args:
        runs: In the order in which they were asked.

    Returns:
        The last six turns at most, the newest last; older ones are left out where they are too long together. A
        question that was asked again counts with its last verdict only.
    """
    concluded = [run for run in runs if run.verdict is not None]
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
    return Turn(question=run.question.text, verdict=masked_text(verdict, run.question.text))


def _shortened(turn: Turn) -> Turn:
    question = _cut(turn.question, LONGEST_QUESTION)
    return Turn(question=question, verdict=_cut(turn.verdict, MOST_CHARACTERS - len(question)))


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
