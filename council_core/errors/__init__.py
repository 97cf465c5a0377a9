"""Every error raised on purpose.

    CouncilError
    ├── SettingsError           a setting is missing or wrong; carries all problems at once
    │   └── ModelsRefused       the only problem: models that may not be chosen here
    ├── RequestError            a person's request cannot be met
    │   ├── QuestionRejected    the question is empty, too long, or holds nothing to answer
    │   ├── UnknownRun          no run has this id
    │   │   └── RunDeleted      there was one, and it was deleted
    │   ├── UnknownBlob         no run holds bytes of this digest
    │   ├── OverBudget          it would cost more than is left to spend
    │   ├── UnpricedModels      a budget holds, and the price of a model is unknown
    │   ├── TooManyWaiting      this person has as many questions waiting as they may
    │   ├── VotingClosed        a ballot or a reveal came too late
    │   ├── NotAllowed          this person may not do that
    │   ├── SettingsChanged     another person changed the same settings meanwhile
    │   ├── UnknownChoice       a letter, rubric or aggregation that does not exist
    │   ├── ImproveFailed       the model that should rewrite a question failed
    │   └── BadItems            a file of labelled items cannot be used
    │       └── BadLine         one of its lines cannot; those before it can
    ├── StoreError              the database cannot be opened, read or written
    │   ├── StoreUnavailable    it cannot be reached, is locked, or its disk is full; may pass
    │   │   └── NotStartedYet   the question is stored, and cannot start before the database is back
    │   └── StoreIncompatible   it is not ours, is damaged, or was written by a newer version
    │       └── RunOutgrown     a step of the run is stored in a form that this version cannot read
    ├── PlatformError           a chat platform refused or could not be reached
    │   ├── PostRefused         it refuses for good, because of the text, the permission or the place
    │   │   └── PlaceClosed     it refuses every post there: no permission, no token, a rule of the place
    │   ├── PlaceGone           the channel or thread is not there any more
    │   │   └── MessageGone     one message is not there any more; its place may be
    │   └── OutcomeUnknown      it may have done what was asked, or not: look before asking again
    ├── PageRefused             a page that a question links to cannot be read
    ├── TwoBranches             two branches of a story do the same step at once: a mistake in the story
    ├── RunElsewhere            a run of this id belongs to another place
    ├── RunUnreadable           nothing of a run can be shown where it was asked; it pays for nothing more
    └── MissingKey              a member's provider has no key; names the variable

A model that fails is not an error: a run goes on without it, so that is a value (`Failure`, `Abstention`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import TypeVar, cast

from council_core.errors.kinds import (
    BallotFault,
    CallFault,
    ChoiceKind,
    FileReason,
    ItemFault,
    PageReason,
    ProblemKind,
    Refusal,
    ServiceReason,
    Span,
    StoreKind,
    ToolReason,
    Whose,
    Withheld,
)

__all__ = ["BallotFault", "ToolReason", "Withheld"]

E = TypeVar("E", bound=BaseException)


class CouncilError(Exception):
    """Root of all errors raised on purpose. Those with a kind are logged as that kind with its facts; people read a
    sentence for it in their language."""


def _in_logs(kind: str, facts: Mapping[str, str]) -> str:
    """Return a kind with its facts as logs show them, such as `disk_full database=sqlite:///council.db`."""
    return " ".join((kind, *(f"{name}={fact}" for name, fact in facts.items())))


def _listed(fact: object) -> str:
    """Return a fact of any kind as text; a tuple without parentheses and quotation marks."""
    return ", ".join(map(str, cast("tuple[object, ...]", fact))) if isinstance(fact, tuple) else str(fact)


@dataclass(frozen=True, slots=True, init=False)
class Problem:
    """One problem of settings, or a notice about them. People read a sentence for its kind in their language.

    Attributes:
        kind: The problem.
        facts: Parts of its sentence, such as the setting's `name` and `value`. `seat` is the member that has the
            setting, if a member has it; `file` and `noun` are the file in which it stands, and what the file describes.
    """

    kind: ProblemKind
    facts: Mapping[str, str]

    def __init__(self, kind: ProblemKind, /, **facts: str) -> None:
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "facts", facts)

    def __str__(self) -> str:
        return _in_logs(self.kind, self.facts)

    def of_seat(self, seat: str) -> "Problem":
        """Return the same problem as one of this member."""
        return Problem(self.kind, **{**self.facts, "seat": seat})

    def in_file(self, noun: str, file: str) -> "Problem":
        """Return the same problem as one of this file, which describes a `noun` such as a preset."""
        return Problem(self.kind, **{**self.facts, "noun": noun, "file": file})


class SettingsError(CouncilError):
    """Settings are missing or wrong; nothing was connected yet.

    Attributes:
        problems: All of them, in the order in which they were found.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(map(str, self.problems)))


class ModelsRefused(SettingsError):
    """The settings name models that may not be chosen here, or no longer.

    Attributes:
        models: Ids of these models.
        choices: Ids and patterns of the models that may be chosen.
    """

    def __init__(self, problems: Sequence[Problem], models: Sequence[str], choices: Sequence[str]) -> None:
        self.models = tuple(models)
        self.choices = tuple(choices)
        super().__init__(problems)


class MissingKey(CouncilError):
    """A member's provider has no key.

    Attributes:
        provider: The provider's name.
        variable: The environment variable that would hold the key.
    """

    def __init__(self, provider: str, variable: str) -> None:
        self.provider = provider
        self.variable = variable
        super().__init__(_in_logs("no_key", {"provider": provider, "variable": variable}))


class RequestError(CouncilError):
    """A person's request cannot be met.

    Attributes:
        kind: Reason; None where the class says it.
        fact: What the sentence is about, such as the name of the person who may; empty where there is nothing to name.
            A number is written as the reader writes figures.
    """

    def __init__(self, kind: Refusal | None = None, /, *, fact: str | int = "") -> None:
        self.kind: Refusal | None = kind
        self.fact = fact
        super().__init__()

    def __str__(self) -> str:
        facts = {name: _listed(fact) for name, fact in vars(self).items() if name != "kind" and fact}
        return _in_logs(self.kind or type(self).__name__, facts)


class QuestionRejected(RequestError):
    """The question is empty, too long, or holds nothing to answer."""


class OverBudget(RequestError):
    """A question would cost more than is left to spend.

    Attributes:
        keeper: Level of the budget: `channel`, `workspace` or `environment`.
        period: `run`, `day` or `month`.
        dollars: The budget.
        left: Rest of it.
        cost: Expected cost of the question; None when it is unknown.
        renews: Time when the next day or month begins; None for a budget of one question.
    """

    def __init__(
        self,
        keeper: Whose,
        period: Span,
        dollars: Decimal,
        left: Decimal,
        cost: Decimal | None,
        renews: datetime | None = None,
    ) -> None:
        self.keeper: Whose = keeper
        self.period: Span = period
        self.dollars, self.left, self.cost = dollars, left, cost
        self.renews = renews
        super().__init__()


class UnpricedModels(RequestError):
    """A budget applies to the question, and some members' price is unknown.

    Attributes:
        models: Ids of these models.
        variables: Environment variables that can hold a price.
    """

    def __init__(self, models: Sequence[str]) -> None:
        self.models = tuple(models)
        variables = dict.fromkeys(f"{model.partition(':')[0].upper()}_PRICES" for model in models)
        self.variables = tuple(variables)
        super().__init__()


class TooManyWaiting(RequestError):
    """A person has as many waiting questions as one person may have.

    Attributes:
        waiting: Number of these questions.
    """

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting
        super().__init__()


class UnknownRun(RequestError):
    """No run has this id.

    Attributes:
        run_id: The id.
    """

    def __init__(self, run_id: str) -> None:
        self.run_id = run_id
        super().__init__()


class RunDeleted(UnknownRun):
    """A run was deleted, by request or at the end of its retention.

    Attributes:
        run_id: Id of the run.
        at: Time of the deletion.
        where: Platform, workspace and channel in which it was asked; people elsewhere never learn that it existed.
        language: Language of its thread, such as `de`; empty if nobody chose one.
    """

    def __init__(self, run_id: str, at: datetime, where: tuple[str, str, str], language: str = "") -> None:
        super().__init__(run_id)
        self.at = at
        self.where = where
        self.language = language


class UnknownBlob(RequestError):
    """No run holds these bytes, or none does any more.

    Attributes:
        digest: Digest of the bytes.
    """

    def __init__(self, digest: str) -> None:
        self.digest = digest
        super().__init__("file_deleted", fact=digest[:12])


class RunElsewhere(CouncilError):
    """A run of another channel has this id already, or had it before it was deleted."""

    def __init__(self, run_id: str) -> None:
        super().__init__(f"Run '{run_id}' was asked elsewhere.")


class VotingClosed(RequestError):
    """A ballot or a reveal came after the voting had closed."""


class NotAllowed(RequestError):
    """This person may not do that; the text names the people who may."""


class SettingsChanged(RequestError):
    """Another person changed the same settings meanwhile; nothing was saved."""

    def __init__(self) -> None:
        super().__init__("settings_changed")


class UnknownChoice(RequestError):
    """A name does not exist.

    Attributes:
        thing: Kind of thing, such as `rubric`.
        value: The given name.
        known: Existing names.
        field: Field whose values they are; empty for all other things.
    """

    def __init__(self, thing: ChoiceKind, value: str, known: Sequence[str], *, field: str = "") -> None:
        self.thing: ChoiceKind = thing
        self.value = value
        self.known = tuple(known)
        self.field = field
        super().__init__()


class ImproveFailed(RequestError):
    """The model that should rewrite a question failed.

    Attributes:
        model: Its name.
        fault: Reason; None where the model's own double gives none.
        facts: Parts of its sentence.
    """

    def __init__(self, model: str, fault: CallFault | None, facts: Mapping[str, str]) -> None:
        self.model, self.facts = model, facts
        self.fault: CallFault | None = fault
        super().__init__("improve_failed")


class BadItems(RequestError):
    """A file of labelled items cannot be used.

    Attributes:
        fault: Reason.
        facts: Parts of its sentence, such as the `value` that was found.
    """

    def __init__(self, fault: ItemFault, /, **facts: str) -> None:
        self.fault: ItemFault = fault
        self.facts: Mapping[str, str] = facts
        super().__init__()

    def __str__(self) -> str:
        return _in_logs(self.fault, self.facts)


class BadLine(BadItems):
    """A line of a file of labelled items cannot be used; the lines before it can.

    Attributes:
        file: Name of the file.
        line: Number of the line, from 1.
    """

    def __init__(self, file: str, line: int, fault: ItemFault, /, **facts: str) -> None:
        self.file, self.line = file, line
        super().__init__(fault, **facts)


class StoreError(CouncilError):
    """The database cannot be opened, read or written. People read a sentence for its kind in their language.

    Attributes:
        kind: Reason.
        facts: Parts of its sentence, such as the `database`.
    """

    def __init__(self, kind: StoreKind, /, **facts: str) -> None:
        self.kind: StoreKind = kind
        self.facts: Mapping[str, str] = facts
        super().__init__(_in_logs(kind, facts))


class StoreUnavailable(StoreError):
    """The database cannot be reached, is locked, or its disk is full; trying again may help."""


class NotStartedYet(StoreUnavailable):
    """A question is stored, and the engine cannot start it; it starts when the database is back.

    Attributes:
        run_id: The run.
    """

    def __init__(self, run_id: str, why: StoreError) -> None:
        self.run_id = run_id
        super().__init__("not_started", run=run_id, cause=str(why))


class StoreIncompatible(StoreError):
    """The database is not Council's, is damaged, or was written by a newer version."""


class RunOutgrown(StoreIncompatible):
    """Another version stored a step of the run in a form that this version cannot read.

    Attributes:
        run_id: The run.
        step: Name of the step.
    """

    def __init__(self, run_id: str, step: str) -> None:
        self.run_id, self.step = run_id, step
        super().__init__("step_unreadable", run=run_id, step=step)


class TwoBranches(CouncilError):
    """Two branches of a run do the same step at the same time, or use the same scope: give each a scope of its own.

    Attributes:
        step: The step or the scope.
    """

    def __init__(self, step: str) -> None:
        self.step = step
        super().__init__(
            f"Two branches of this run use the step or scope '{step}'; each needs a scope of its own."
        )


FILE_TOO_LARGE = "file_too_large"
"""Code of a `PlatformError` about a file with more bytes than were wanted."""


class PlatformError(CouncilError):
    """A chat platform refused or could not be reached.

    Attributes:
        code: The platform's own code, such as `not_in_channel` or `50013`; empty when it gave none.
        withheld: Reason for which it does not hand a file out; None for anything else.
    """

    def __init__(self, message: str, *, code: str = "", withheld: FileReason | None = None) -> None:
        self.code = code
        self.withheld: FileReason | None = withheld
        super().__init__(message)


class PostRefused(PlatformError):
    """The platform refused, and would refuse again."""


class PlaceClosed(PostRefused):
    """The platform accepts nothing from us in this place: a permission or the token is missing, or a rule
    forbids it."""


class PlaceGone(PlatformError):
    """The channel or thread no longer exists."""


class MessageGone(PlaceGone):
    """One message no longer exists; the place around it may still exist."""


class OutcomeUnknown(PlatformError):
    """The platform may or may not have done what we asked."""


class PageRefused(CouncilError):
    """A page or a service that a question needs is not public, is not there, or does not come in time.

    Attributes:
        reason: Kind, for which every language has a sentence.
        facts: Names in that sentence, such as the `status` of an answer.
    """

    def __init__(self, reason: PageReason | ServiceReason, **facts: str) -> None:
        self.reason: PageReason | ServiceReason = reason
        self.facts: Mapping[str, str] = facts
        super().__init__(_in_logs(reason, facts))


class RunUnreadable(CouncilError):
    """A run cannot be shown where it was asked, for a reason that will not pass by itself."""


def errors_within(error: BaseException, kind: type[E]) -> Iterator[E]:
    """Yield the errors of this kind inside nested groups, or the error itself if it is one."""
    if isinstance(error, BaseExceptionGroup):
        for inner in cast("BaseExceptionGroup[BaseException]", error).exceptions:
            yield from errors_within(inner, kind)
    elif isinstance(error, kind):
        yield error
