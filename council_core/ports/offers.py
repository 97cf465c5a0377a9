"""Port to the lists of models at providers."""

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


class NothingOffered:
    """Implements `Offers` for a council without providers."""

    providers: tuple[str, ...] = ()

    async def of(self, provider: str, *, seconds: float) -> Offered:
        del seconds
        return Offered(provider=provider, title=provider, silence="unknown_provider")


NOTHING_OFFERED = NothingOffered()
