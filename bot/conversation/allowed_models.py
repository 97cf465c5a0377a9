"""Models that the operator lets people choose: those named one by one, and a provider's own list for a pattern.

`COUNCIL_MODELS` may hold patterns such as `openai:*`. Menus and completions show what the provider offers for them. A
list is asked for again after ten minutes; a provider that does not answer is left alone for one.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from council_core.domain.offer import Offer
from council_core.ports import Offers

FRESH_SECONDS, SILENT_SECONDS = 600.0, 60.0
"""Seconds for which a list is shown, and for which a silent provider is not asked again."""

WILD = frozenset("*?[")


@dataclass(slots=True)
class _Listed:
    until: float
    models: Sequence[Offer] = ()


@dataclass(slots=True, kw_only=True)
class AllowedModels:
    """Knows the models behind the operator's patterns."""

    patterns: Sequence[str] = ()
    offers: Offers
    now: Callable[[], float] = time.monotonic
    """Seconds on a clock that never goes back."""

    _lists: dict[str, _Listed] = field(default_factory=dict[str, _Listed])

    @property
    def named(self) -> tuple[str, ...]:
        """Return the models that are named one by one."""
        return tuple(each for each in self.patterns if not WILD & set(each))

    async def found(self, seconds: float) -> tuple[Offer, ...]:
        """Return the models that providers offer for the patterns, asking each provider for at most so many seconds.
        If a provider is silent now, its last list counts."""
        wild = [each for each in self.patterns if WILD & set(each)]
        asked = [name for name in self.offers.providers if any(_may_match(name, each) for each in wild)]
        lists = await asyncio.gather(*(self._of(name, seconds) for name in asked))
        return tuple(
            offer
            for models in lists
            for offer in models
            if any(fnmatchcase(offer.model, pattern) for pattern in wild)
        )

    async def _of(self, provider: str, seconds: float) -> Sequence[Offer]:
        known = self._lists.get(provider)
        if known is not None and self.now() < known.until:
            return known.models
        offered = await self.offers.of(provider, seconds=seconds)
        if offered.silence is None:
            self._lists[provider] = _Listed(self.now() + FRESH_SECONDS, offered.models)
        else:
            earlier = known.models if known is not None else ()
            self._lists[provider] = _Listed(self.now() + SILENT_SECONDS, earlier)
        return self._lists[provider].models


def _may_match(provider: str, pattern: str) -> bool:
    """Tell whether a pattern may match a model of this provider."""
    begins, colon, _ = pattern.partition(":")
    return not colon or fnmatchcase(provider, begins)
