"""What concerns a run as a whole: stop it, look at it, export it, delete it."""

from dataclasses import dataclass
from typing import Literal

from bot.requests.person import Person
from council_core.domain.place import Place
from council_core.domain.question import RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelRun:
    """Stop a run before its end; without an id the person's own latest one here."""

    kind: Literal["cancel"] = "cancel"
    person: Person
    place: Place
    run_id: RunId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetRun:
    """Have a run deleted, after a question whether that is meant; without an id the person's own latest one here."""

    kind: Literal["forget"] = "forget"
    person: Person
    place: Place
    run_id: RunId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetNow:
    """Delete a run, now that they know what that means."""

    kind: Literal["forget_now"] = "forget_now"
    person: Person
    place: Place
    run_id: RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowReviews:
    """Read each review, its reviewer under a number."""

    kind: Literal["reviews"] = "reviews"
    person: Person
    place: Place
    run_id: RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowStatus:
    """How a run stands, or the latest run of this place when none is named."""

    kind: Literal["status"] = "status"
    person: Person
    place: Place
    run_id: RunId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TellAgain:
    """Post what the place had refused: Council may write there again."""

    kind: Literal["tell_again"] = "tell_again"
    person: Person
    """Who let Council in."""

    place: Place
    """The channel, or a whole workspace where it names no channel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRun:
    """Have a run as files, or the latest run of this place when none is named."""

    kind: Literal["export"] = "export"
    person: Person
    place: Place
    run_id: RunId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowHistory:
    """The latest runs of this place, or the person's own of the whole workspace."""

    kind: Literal["history"] = "history"
    person: Person
    place: Place
    mine: bool = False
    """Whether it is about what this person has asked, wherever that was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRuns:
    """The latest runs with these words, among those of this place and the person's own of the whole workspace."""

    kind: Literal["search"] = "search"
    person: Person
    place: Place
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowStats:
    """How the members have done in this place."""

    kind: Literal["stats"] = "stats"
    person: Person
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowHelp:
    """What one can do here; also the answer to what nobody understood."""

    kind: Literal["help"] = "help"
    person: Person
    place: Place
    trouble: str = ""
    """What could not be understood, in one sentence for the person."""
