"""What asks models, and what that costs."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal, Protocol

from council_core.domain.answer import Failure, Reply
from council_core.domain.member import Member
from council_core.domain.place import Place
from council_core.domain.place_settings import Scope
from council_core.domain.question import RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What a model is asked: instructions from us, then turns that alternate between people and the model."""

    instructions: str
    text: str
    """The last thing said, to which the model replies."""

    history: tuple[tuple[str, str], ...] = ()
    """Earlier (asked, replied) pairs, oldest first."""

    reply_schema: Mapping[str, object] | None = None
    """A JSON schema that the reply shall follow, where the model can be held to one; None for free text."""

    insists: bool = False
    """Whether to ask even a member whose provider is left alone for a while, because the run could not go on."""

    purpose: Literal["answer", "revise", "reconsider", "review", "synthesize", "critique", "check"] = "answer"

    tenant: str = ""
    """For whom it is asked (`Place.tenant`): failures count against a model for this tenant alone."""


Queueing = Callable[[], AbstractContextManager[object]]


class ModelProvider(Protocol):
    """Asks models. The only port that costs money."""

    async def complete(
        self, member: Member, prompt: Prompt, *, deadline: float, queueing: Queueing = nullcontext
    ) -> Reply | Failure:
        """One reply from one member.

        Args:
            member: Whom to ask, with its own settings.
            prompt: What to ask.
            deadline: Seconds until the call is given up, retries included. Not counted is what it waits until there is
                room for it at its provider.
            queueing: Entered while it waits for that.

        Returns:
            The reply, or why there is none. Never raises for what a provider does or fails to do.
        """
        ...

    def check(self, member: Member) -> None:
        """Whether this member can be asked at all, without asking it.

        Raises:
            UnknownChoice: There is no such provider.
            MissingKey: Its key is not set.
        """
        ...


class PriceList(Protocol):
    """What models charge."""

    async def cost(self, member: Member, *, tokens_in: int, tokens_out: int) -> Decimal | None:
        """US dollars that this member's provider takes for so many tokens; None when its price is unknown."""
        ...


class Ledger(Protocol):
    """What has been spent. It outlives the runs: one that is deleted was paid for all the same.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def expect(self, run_id: RunId, place: Place, at: datetime, dollars: Decimal | None) -> None:
        """Notes what a run asked at this time is expected to cost; a second time changes nothing."""
        ...

    async def spent(self, scope: Scope | None, *, since: datetime) -> Decimal:
        """US dollars of all runs of a scope (None for all there are) that were asked since then. A run that has not
        ended counts with what it was expected to cost, or with what it has cost already if that is more."""
        ...
