"""How a run stands -> the card in the channel: the question, the stages, and what came out in one line."""

from collections.abc import Sequence
from functools import lru_cache

from bot.post import Block, Heading, Line, Mention, Post, Prose, Stages, Tone, line, quoted
from bot.presentation.abstentions import answer_gaps
from bot.presentation.fit import question_prose
from bot.presentation.material import material_lines
from bot.presentation.phrases import (
    counted,
    demo_notice,
    dollars,
    lasting,
    responses,
    secrets_in_words,
    sentence,
    shortened,
    small,
)
from bot.presentation.progress import stage_lines
from bot.presentation.run_buttons import run_buttons
from bot.presentation.waiting import TITLE, waiting_words
from council_core.domain.events import StageProgressed
from council_core.domain.place import PersonId
from council_core.domain.question import Masked, RunId
from council_core.domain.run import FINISHED, RunStatus
from council_core.domain.summary import RunSummary
from council_core.domain.waiting import RunWaits

LONGEST_QUESTION = 600

NOT_BLIND = (
    "Not blind for its asker, who gave members a name or instructions of their own for this run and may recognise "
    "their answers."
)

TITLES: dict[RunStatus, str] = {
    "asked": "The council is answering",
    "answering": "The council is answering",
    "reviewing": "The council is reviewing its answers",
    "synthesizing": "The council is concluding",
    "voting": "The council has concluded",
    "revealed": "The council has concluded",
    "failed": "The council came to no result",
    "cancelled": "This run was stopped",
}


def card_for(
    summary: RunSummary,
    progress: StageProgressed | None = None,
    note: str = "",
    *,
    missing: str = "",
    has_buttons: bool = True,
    waits: RunWaits | None = None,
) -> Post:
    """The card in the channel.

    Args:
        summary: How the run stands.
        progress: The latest progress within a stage, where it is newer than the summary.
        note: Something about the place, such as why there is no thread; our own words, in one sentence.
        missing: Why something could not be posted, in a sentence of the platform's.
        has_buttons: Whether the platform has room for buttons; without it a finished card offers nothing.
        waits: What it waits for, where others come first.
    """
    title = title_of(summary) if waits is None else TITLE
    blocks = (
        Heading(text=title),
        line(Mention(person=_asker(summary), name=summary.asker_name), " asks:"),
        Prose(text=question_of(summary.question)),
        Stages(title="How far it is", lines=stage_lines(summary, progress, is_waiting=waits is not None)),
        *((line(waiting_words(waits)),) if waits is not None else ()),
        *outcome_blocks(summary),
        *material_lines(summary.material),
        *_context(summary),
        line(_facts(summary), small=True),
        *((line(sentence(note), small=True),) if note else ()),
        *((line(_missing(missing, summary.run_id)),) if missing else ()),
        *demo_notice(summary.demo),
        *(run_buttons(summary) if has_buttons or summary.status not in FINISHED else ()),
    )
    return Post(blocks=blocks, summary=_summary(summary, title), tone=_tone(summary), silent=True)


def title_of(summary: RunSummary) -> str:
    """The state of a run as a heading."""
    concluding = summary.status in ("voting", "revealed")
    if concluding and not summary.has_verdict:
        return "The council came to no verdict"
    return TITLES[summary.status]


@lru_cache(maxsize=256)  # A card is drawn a dozen times, and reads its question as CommonMark each time.
def question_of(text: str) -> str:
    """The question, its end left out where it is long; … says so."""
    if len(text) <= LONGEST_QUESTION:
        return question_prose(text)
    kept, space, _ = text[: LONGEST_QUESTION - 1].rpartition(" ")
    kept = kept if space and len(kept) > LONGEST_QUESTION // 2 else text[: LONGEST_QUESTION - 1]
    return question_prose(f"{kept.rstrip()}…")


def outcome_blocks(summary: RunSummary) -> tuple[Block, ...]:
    """What came out, or why nothing did; empty while the run goes on."""
    outcome = outcome_of(summary)
    return (line(outcome),) if outcome else ()


def outcome_of(summary: RunSummary) -> str:
    """The same as one paragraph of CommonMark."""
    match summary.status:
        case "failed":
            why = sentence(quoted(summary.failure)) or "Something went wrong."
            return f"{why} {answer_gaps(summary.gaps, summary.members)}".strip()
        case "cancelled":
            return sentence(quoted(summary.failure)) or "Somebody stopped it before its end."
        case "voting" | "revealed":
            return _result(summary)
        case _:
            return ""


def _result(summary: RunSummary) -> str:
    if not summary.top:
        ranked = "The responses were not ranked."
    elif len(summary.top) > 1:
        ranked = f"The members put **{responses(summary.top)}** first, tied."
    else:
        ranked = f"The members put **{responses(summary.top)}** first."
    verdict = "The verdict is in." if summary.has_verdict else "Nobody was able to write a verdict."
    return f"{verdict} {ranked}"


def _context(summary: RunSummary) -> tuple[Line, ...]:
    """What the run builds on."""
    again = f"The same question as in run {summary.repeats}, asked once more." if summary.repeats else ""
    earlier = ""
    if summary.earlier:
        what = counted(summary.earlier, "earlier question")
        earlier = f"The members know {what} of this thread, with the verdict."
    not_blind = NOT_BLIND if summary.not_blind else ""
    return small(again, earlier, not_blind, masked_notice(summary.masked))


def masked_notice(masked: Sequence[Masked]) -> str:
    """What was taken out of the question before it went anywhere; empty for nothing."""
    if not masked:
        return ""
    taken = f"Masked before any model read it: {secrets_in_words(masked)}."
    return f"{taken} If a message still shows it, delete that message, and change the secret."


def _missing(why: str, run_id: RunId) -> str:
    shown = f"Nothing of it is lost: `/council show {run_id}` tells what came out."
    return f"**Something could not be posted.** {quoted(why)} {shown}"


def _facts(summary: RunSummary) -> str:
    facts = [f"Asked at {summary.asked_at:%H:%M} UTC"]
    if summary.preset:
        facts.append(f"preset {summary.preset}")
    if summary.finished_at is not None:
        facts.append(f"took {lasting((summary.finished_at - summary.asked_at).total_seconds())}")
    if summary.cost is not None or (summary.finished_at is not None and not summary.demo):
        so_far = "" if summary.status in FINISHED else " so far"
        facts.append(dollars(summary.cost, estimate=summary.cost_is_estimate) + so_far)
    return " · ".join([*facts, f"run {summary.run_id}"])


def _tone(summary: RunSummary) -> Tone:
    match summary.status:
        case "failed":
            return "bad"
        case "cancelled":
            return "warning"
        case "voting" | "revealed":
            return "good" if summary.has_verdict else "warning"
        case _:
            return "plain"


def _summary(summary: RunSummary, title: str) -> str:
    asked = f"{summary.asker_name} asks the council: {shortened(summary.question, 150)}"
    if summary.status == "failed":
        return f"{title}. {summary.failure} {asked}"
    return f"{title}. {asked}"


def _asker(summary: RunSummary) -> PersonId:
    return PersonId(summary.asker)
