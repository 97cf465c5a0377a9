"""Ports to models, to the lists of models at providers, and to what calls cost."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Protocol

from council_core.domain.answer import Failure, Reply
from council_core.domain.budget import Allowance
from council_core.domain.calibration import Calibration
from council_core.domain.member import Member
from council_core.domain.observations import CallPurpose
from council_core.domain.offer import Offered
from council_core.domain.place import Place, Scope
from council_core.domain.question import RunId
from council_core.domain.tool import Exchange, ToolSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A picture in a prompt."""

    media_type: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """Prompt for a model: our instructions, then turns that alternate between people and the model."""

    instructions: str
    text: str
    """The last thing said, to which the model replies."""

    history: tuple[tuple[str, str], ...] = ()
    """Earlier pairs of question and reply, oldest first."""

    pictures: tuple[Shown, ...] = ()
    """Pictures that belong to the text; a model that cannot see is asked without them."""

    must_see: bool = False
    """Whether a model that cannot see must not be asked at all; the call is `Unseen` then."""

    reply_schema: Mapping[str, object] | None = None
    """JSON schema that the reply shall follow, where the model supports it; None for free text."""

    insists: bool = False
    """Whether to ask even a member whose model rests after failures, because the run could not go on without it."""

    purpose: CallPurpose = "answer"

    tenant: str = ""
    """Tenant of the run (`Place.tenant`): failures count against a model for this tenant alone."""

    tools: tuple[ToolSpec, ...] = ()
    """Tools that the model may call; a model that takes none is asked without them."""

    exchanges: tuple[Exchange, ...] = ()
    """Rounds with tools after `text`, oldest first."""

    written: Callable[[str], None] | None = field(default=None, compare=False, repr=False)
    """Called with the whole text so far while the model writes. A provider that does not stream never calls it."""

    tools_are_over: bool = False
    """Whether the model must answer now without calling any tool."""


Queueing = Callable[[], AbstractContextManager[object]]


class Sight(Protocol):
    """Knows which models see pictures."""

    async def sees(self, member: Member) -> bool | None:
        """Tell whether a member's model sees pictures, by its provider's word or its own replies; None if that is
        unknown. Never raises."""
        ...


class ModelProvider(Protocol):
    """Asks models. The only port that costs money."""

    async def complete(
        self, member: Member, prompt: Prompt, *, deadline: float, queueing: Queueing = nullcontext
    ) -> Reply | Failure:
        """Ask one member for one reply.

        Args:
            member: The member, with its own settings.
            prompt: The prompt.
            deadline: Seconds until the call is given up, retries included, but not the wait for a free slot at its
                provider.
            queueing: Entered while it waits for a slot.

        Returns:
            The reply, which may call tools where the prompt offers some, or a failure. Never raises for anything
            that a provider does or fails to do.
        """
        ...

    def check(self, member: Member) -> None:
        """Check that this member can be asked, without asking it.

        Raises:
            UnknownChoice: The provider does not exist.
            MissingKey: Its key is not set.
        """
        ...


class PriceList(Protocol):
    """Prices of models."""

    async def cost(self, member: Member, *, tokens_in: int, tokens_out: int) -> Decimal | None:
        """Return the price of these tokens at the member's provider in US dollars; None when it is unknown."""
        ...


class Calibrations(Protocol):
    """Agreement of judges with labelled pairs.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def keep(self, calibrations: Sequence[Calibration]) -> None:
        """Store calibrations; each replaces the earlier one of its version and rubric."""
        ...

    async def kept(self, versions: Collection[str], rubric: str) -> tuple[Calibration, ...]:
        """Return the calibrations of these versions under this rubric, by version."""
        ...


class Ledger(Protocol):
    """Record of spending. It outlives the runs, because a deleted run was paid for too.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def expect(
        self,
        run_id: RunId,
        place: Place,
        at: datetime,
        dollars: Decimal | None,
        allowances: Sequence[Allowance] = (),
    ) -> None:
        """Note the expected cost of a run that was asked at this time, and the budgets that apply to it; a second call
        changes nothing."""
        ...

    async def expect_now(self, run_id: RunId, dollars: Decimal | None) -> None:
        """Replace the expected cost of a run, now that more is known of it."""
        ...

    async def allowances(self, run_id: RunId) -> tuple[Allowance, ...]:
        """Return the budgets that apply to a run; none where none were noted."""
        ...

    async def spent(self, scope: Scope | None, *, since: datetime, besides: RunId | None = None) -> Decimal:
        """Return the cost in US dollars of a scope's runs that were asked since then (None for all scopes), but for one
        of them. An unfinished run counts with its expected cost, or with its cost so far if that is more."""
        ...


class Offers(Protocol):
    """Lists of the models at each provider."""

    @property
    def providers(self) -> tuple[str, ...]:
        """Return the names of the providers that can be asked: those with a key, and those set up without one."""
        ...

    async def of(self, provider: str, *, seconds: float) -> Offered:
        """Return a provider's present list within so many seconds. Never raises for the provider's failures."""
        ...

    async def price(self, model: str) -> Decimal | None:
        """Return US dollars for a model's part in a short question, without asking its provider; None where it is
        unknown."""
        ...
