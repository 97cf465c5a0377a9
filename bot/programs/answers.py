"""Shapes of replies to programs, the same over MCP and HTTP. Fields are only ever added."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from bot.post import StageLine
from bot.presentation.phrases import ended_because
from bot.presentation.positions import minority_in, minority_sentences
from bot.presentation.ranking import leaders
from bot.presentation.words import Words
from bot.settings.presets import Presets
from council_core.domain.run import FINISHED, Run, RunStatus
from council_core.domain.run_view import OpenRun, RunView
from council_core.domain.summary import RunSummary

LONGEST_TITLE = 300


class Shape(BaseModel):
    """A frozen reply that has the named fields and no others."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SourceShape(Shape):
    """A page that a response cites."""

    title: str
    url: str


class ResponseShape(Shape):
    """One model's answer. Its author is known after the reveal."""

    letter: str = Field(description="The letter under which the reviewers saw it.")
    text: str | None = Field(description="The whole answer; null unless responses were asked for.")
    place: int | None = Field(description="Its place in the models' ranking, 1 is best; null without one.")
    author: str | None = Field(description="The model that wrote it; null before the names are revealed.")
    sources: tuple[SourceShape, ...] = Field(description="What its text cites as [1], [2] and so on.")
    misquoted: tuple[str, ...] = Field(
        default=(), description="Quotations in its text that do not stand in the sources named for them."
    )


class StageShape(Shape):
    """One stage of a run."""

    label: str
    state: str = Field(description="waiting, running, done or failed")
    detail: str = ""


class RunShape(Shape):
    """A run as its program may see it now: without names until the reveal."""

    run: str = Field(description="The run's id.")
    status: RunStatus
    is_finished: bool = Field(description="Whether nothing will change any more.")
    note: str = Field(description="How it stands, in a sentence.")
    question: str
    asked_at: datetime
    stages: tuple[StageShape, ...]
    verdict: str | None = Field(
        description="The chairman's conclusion, in CommonMark; null until there is one."
    )
    verdict_so_far: str | None = Field(
        default=None,
        description="What the chairman has written of it, in whole lines, while it is being written; else null.",
    )
    verdict_misquoted: tuple[str, ...] = Field(
        default=(), description="Quotations in the verdict that do not stand in a source."
    )
    verdict_by: str | None = Field(description="The model that concluded; null before the reveal.")
    certainty: str | None = Field(
        description="How sure the reviewers' rankings are of their first place: clear, leaning, too_close or nothing."
    )
    agreement: str = Field(
        default="",
        description="Who came first, how many reviewers put it first, and how sure they are, in sentences.",
    )
    minority: str = Field(
        default="",
        description="Who held another position than most, under letters, found by code; empty without any.",
    )
    top: tuple[str, ...] = Field(description="The letters in first place, several on a tie.")
    responses: tuple[ResponseShape, ...]
    absent: int = Field(description="How many models gave no answer.")
    dollars: float | None = Field(description="What it has cost so far; null where no price is known.")


class FoundShape(Shape):
    """One run in a list."""

    run: str
    status: RunStatus
    question: str
    asked_at: datetime
    has_verdict: bool


class FoundRuns(Shape):
    """Runs, newest first."""

    runs: tuple[FoundShape, ...]


class PresetShape(Shape):
    """A named bundle of settings."""

    name: str
    summary: str


class PresetList(Shape):
    """The presets that a question may name."""

    presets: tuple[PresetShape, ...]


class ErrorShape(Shape):
    """Reason for refusing a request."""

    error: str = Field(description="One or two sentences for people, in the language of the request.")
    code: str = Field(description="The reason in one stable word for programs, such as unknown_run.")


MOST_WAIT_SECONDS = 600
MOST_FOUND = 50


class ReadShape(Shape):
    """Options for reading a run."""

    wait_seconds: int = Field(
        default=0,
        ge=0,
        le=MOST_WAIT_SECONDS,
        description="Seconds to wait for the end; after that the run goes on and is returned as it stands.",
    )
    with_responses: bool = Field(
        default=False,
        description="Whether to include the whole text of every response, not only the verdict.",
    )


class AskShape(ReadShape):
    """A question to ask."""

    question: str = Field(description="The question, with all that is needed to answer it.")
    preset: str = Field(default="", description="A named bundle of settings; empty for the usual ones.")


class SearchShape(Shape):
    """The words of a search."""

    words: str = Field(default="", description="Words of the question or verdict; empty for the newest runs.")
    limit: int = Field(default=10, ge=1, le=MOST_FOUND, description="How many runs at most.")


def run_shape(
    seen: RunView, stages: Sequence[StageLine], words: Words, *, with_responses: bool, draft: str = ""
) -> RunShape:
    """Return a view of a run in the form for programs.

    Args:
        seen: The run as its program may see it now.
        stages: Its stages as last drawn.
        words: The language of the note.
        with_responses: Whether to include the texts of all responses.
        draft: Text of the verdict that the chairman has written so far.
    """
    summary, opened = seen.summary, seen if isinstance(seen, OpenRun) else None
    places = {each.alias: each.place for each in seen.ranking.standings} if seen.ranking else {}
    return RunShape(
        run=summary.run_id,
        status=summary.status,
        is_finished=summary.status in FINISHED,
        note=f"{_note(summary, words)} {words.programs.demo}" if summary.demo else _note(summary, words),
        question=seen.question.text,
        asked_at=summary.asked_at,
        stages=tuple(StageShape(label=s.label, state=s.state, detail=s.detail) for s in stages),
        verdict=seen.verdict.text if seen.verdict else None,
        verdict_so_far=draft or None,
        verdict_misquoted=seen.verdict.misquoted if seen.verdict else (),
        verdict_by=(opened.chairman or None) if opened else None,
        certainty=seen.ranking.certainty if seen.ranking else None,
        agreement=leaders(seen.ranking, words) if seen.ranking else "",
        minority=minority_sentences(minority, words, str) if (minority := minority_in(seen)) else "",
        top=summary.top,
        responses=tuple(
            ResponseShape(
                letter=each.alias,
                text=each.text if with_responses else None,
                place=places.get(each.alias),
                author=(opened.author(each.alias) or None) if opened else None,
                sources=tuple(SourceShape(title=source.title, url=source.url) for source in each.sources),
                misquoted=each.misquoted,
            )
            for each in seen.responses
        ),
        absent=len(summary.gaps),
        dollars=None if summary.cost is None else float(summary.cost),
    )


def _note(summary: RunSummary, words: Words) -> str:
    match summary.status:
        case "revealed":
            return words.programs.ended
        case "failed" | "cancelled":
            return ended_because(summary, words, quote=str)
        case "voting" if summary.takes_votes and summary.voting_open:
            return words.programs.voting
        case _:
            return words.programs.going_on


def found_shape(run: Run) -> FoundShape:
    """Return a run as one line of a list, without anything that is sealed."""
    return FoundShape(
        run=run.id,
        status=run.status,
        question=run.question.text[:LONGEST_TITLE],
        asked_at=run.asked_at,
        has_verdict=run.verdict is not None,
    )


def preset_list(presets: Presets) -> PresetList:
    """Return the presets that a question may name."""
    return PresetList(
        presets=tuple(PresetShape(name=each.name, summary=each.summary) for each in presets.values())
    )
