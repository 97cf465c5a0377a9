"""Port to the lists of models at providers."""

from decimal import Decimal
from typing import Protocol

from council_core.domain.offer import Offered


class Offers(Protocol):
    """Lists of the models at each provider."""

    @property
    def providers(self) -> tuple[str, ...]:
        """Return the names of the providers that can be asked: those with a key, and those set up without one."""
        ...

    async def of(self, provider: str, *, seconds: float) -> Offered:
        """Return what a provider offers now, within so many seconds. Never raises for anything that it does."""
        ...

    async def price(self, model: str) -> Decimal | None:
        """Return US dollars for a model's part in a short question, without asking its provider; None where it is
        unknown."""
        ...


class NothingOffered:
    """Implements `Offers` for a council without providers."""

    providers: tuple[str, ...] = ()

    async def of(self, provider: str, *, seconds: float) -> Offered:
        del seconds
        return Offered(provider=provider, title=provider, silence="unknown_provider")

    async def price(self, model: str) -> Decimal | None:
        del model
        return None


NOTHING_OFFERED = NothingOffered()
