"""What puts a question to the council, or opens the form for one."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from bot.requests.person import Person
from council_core.domain.place import Place
from council_core.domain.question import FileReference, RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Put a question to the council."""

    kind: Literal["ask"] = "ask"
    person: Person
    place: Place
    text: str
    delivery: str
    """The platform's id of this very delivery: the same id again is the same question again."""

    files: tuple[FileReference, ...] = ()
    follows: RunId | None = None
    """The run that this follows up: it goes into the thread of that one and knows what was concluded there."""

    repeats: RunId | None = None
    """The run that was asked the same before: it goes into the thread of that one, with its members, chairman and
    rubric unless `options` say otherwise, and with its words where `text` is empty."""

    options: Mapping[str, str] = field(default_factory=dict[str, str])
    """Settings for this run alone, by their names; an empty text asks for the built-in default."""

    stands_in_message: bool = False
    """The words are those of a message, which goes on to show them whatever becomes of the question."""

    naming: Callable[[], Awaitable[str]] | None = field(default=None, compare=False, repr=False)
    """Looks up what the person is called, where the platform has not said it yet; their name is provisional then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clarify:
    """Say what a short text was probably meant to be, and offer to ask it all the same. Nothing is asked yet."""

    kind: Literal["clarify"] = "clarify"
    person: Person
    place: Place
    text: str
    delivery: str
    """The platform's id of this very delivery, so that it becomes one question at most."""

    command: str = ""
    """What it was probably meant to be, such as `history`; empty for a single word that may be no question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overhear:
    """Take what somebody wrote in a run's thread to nobody by name for a follow-up, where the place wants that."""

    kind: Literal["overhear"] = "overhear"
    person: Person
    place: Place
    text: str
    delivery: str
    files: tuple[FileReference, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteQuestion:
    """Open the form for a question."""

    kind: Literal["write"] = "write"
    person: Person
    place: Place
    text: str = ""
    """What stands in the form at first, such as the message that somebody pointed at."""

    files: tuple[FileReference, ...] = ()
    """What hangs on that message, and comes along with the question."""

    options: Mapping[str, str] = field(default_factory=dict[str, str])
    """What was chosen for this run already, as in `Ask`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggest:
    """What a question could be asked with in this place, while somebody types one."""

    kind: Literal["suggest"] = "suggest"
    person: Person
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUp:
    """Open the form for a question that follows up a run."""

    kind: Literal["followup"] = "followup"
    person: Person
    place: Place
    run_id: RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAgain:
    """Open the form for asking the same once more, perhaps of other members."""

    kind: Literal["again"] = "again"
    person: Person
    place: Place
    run_id: RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """Ask the same once more with the same settings, because somebody could not take part."""

    kind: Literal["retry"] = "retry"
    person: Person
    place: Place
    run_id: RunId
