"""Positions of responses: who holds which, and who differs from most."""

from dataclasses import dataclass

from council_core.domain.slate import Alias


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One position and all responses that hold it."""

    position: str
    """The position in the words of one of them."""

    holders: tuple[Alias, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dissent:
    """One response that differs from most, or differed before it saw the other positions."""

    alias: Alias
    position: str
    before: str
    """Its position before the disagreement round; empty where there was none."""

    reason: str
    """Its reason to keep or change that; empty where it was not asked, or gave none."""

    sources: int
    """Number of links in it."""

    @property
    def has_changed(self) -> bool:
        return bool(self.before) and self.before != self.position


@dataclass(frozen=True, slots=True, kw_only=True)
class Minority:
    """Positions of a minority beside the majority's. Code finds them, so every verdict reports them."""

    main: Held
    dissents: tuple[Dissent, ...]
