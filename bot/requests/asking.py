"""Requests that ask the council a question, or that open the form for one."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from bot.requests.person import FromPerson, OnRun
from council_core.domain.question import FileReference, RunId

FieldSlip = Literal["template_quote", "template_twice"]
"""Reason why a typed field of a template cannot be read: its quotes are not closed, or it is given twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(FromPerson):
    """Ask the council a question."""

    kind: Literal["ask"] = "ask"
    text: str
    delivery: str
    """The platform's id of this delivery; the same id gives the same question."""

    files: tuple[FileReference, ...] = ()
    follows: RunId | None = None
    """The run that this question follows up. It is posted in that run's thread and knows that run's conclusion."""

    repeats: RunId | None = None
    """The earlier run that asked the same. This one is posted in its thread, with its members, chairman and rubric
    unless `options` say otherwise, and with its text if `text` is empty."""

    about: str = ""
    """Message that this question answers, as the platform knows it; empty for none, and if its thread is enough."""

    options: Mapping[str, str] = field(default_factory=dict[str, str])
    """Settings for this run alone, by name; an empty text asks for the built-in default."""

    template: str = ""
    """Name of the template that adds instructions to this run; empty for none."""

    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    """Values of the template's fields, by name."""

    slips: tuple[tuple[FieldSlip, str], ...] = ()
    """Names of typed fields that cannot be read, each with the reason."""

    in_form: bool = field(default=False, compare=False)
    """Whether it was sent from a form, in which mistakes are shown at their fields."""

    stands_in_message: bool = False
    """Whether the text is that of a message, which stays visible even if the question is deleted."""

    from_elsewhere: bool = False
    """Whether it was asked in a place without the bot. The person must then read where the answer comes."""

    may_wait: bool = field(default=False, compare=False)
    """Whether the person can see an earlier answer in private before the question is asked."""

    naming: Callable[[], Awaitable[str]] | None = field(default=None, compare=False, repr=False)
    """Looks up the person's name, if the platform has not sent it yet; until then their name is provisional."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clarify(FromPerson):
    """Explain the probable meaning of a short text, and offer to ask it nevertheless. Nothing is asked yet."""

    kind: Literal["clarify"] = "clarify"
    text: str
    delivery: str
    """The platform's id of this delivery, so that it becomes one question at most."""

    command: str = ""
    """The probable command, such as `search tabs`; empty for a text that may be no question, such as `thanks!`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overhear(FromPerson):
    """A message in a run's thread that does not mention the bot. It becomes a follow-up if the place allows that."""

    kind: Literal["overhear"] = "overhear"
    text: str
    delivery: str
    files: tuple[FileReference, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteQuestion(FromPerson):
    """Open the form for a question."""

    kind: Literal["write"] = "write"
    text: str = ""
    """Initial text of the form, such as that of the message that a person chose."""

    files: tuple[FileReference, ...] = ()
    """Files of that message, which are attached to the question."""

    about: str = ""
    """Message on which the form was opened, as in `Ask`."""

    options: Mapping[str, str] = field(default_factory=dict[str, str])
    """The settings chosen for this run so far, as in `Ask`."""

    template: str = ""
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    """Name of the template and values of its fields so far, as in `Ask`."""

    tips: bool = False
    """Whether the form shows its tips."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggest(FromPerson):
    """Suggest settings for a question in this place, while a person types one."""

    kind: Literal["suggest"] = "suggest"


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUp(OnRun):
    """Open the form for a question that follows up a run."""

    kind: Literal["followup"] = "followup"
    suggestion: int | None = None
    """Index of the chairman's suggestion that the form starts with; None for none of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAgain(OnRun):
    """Open the form for asking the same again, perhaps with other members."""

    kind: Literal["again"] = "again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry(OnRun):
    """Ask the same again with the same settings, because a member could not take part."""

    kind: Literal["retry"] = "retry"


AskingRequest = Ask | Clarify | Overhear | WriteQuestion | Suggest | FollowUp | RunAgain | Retry
