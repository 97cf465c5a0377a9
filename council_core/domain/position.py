"""What responses come down to: who holds what, and who held something else than most."""

from dataclasses import dataclass

from council_core.domain.slate import Alias


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One position and everybody who holds it."""

    position: str
    """In the words of one of them."""

    holders: tuple[Alias, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dissent:
    """One response that holds something else than most, or held it before it saw the other positions."""

    alias: Alias
    position: str
    before: str
    """What it held before the disagreement round; empty where there was none."""

    reason: str
    """Why it kept or changed that; empty where it was not asked, or gave none."""

    sources: int
    """How many links it names."""

    @property
    def has_changed(self) -> bool:
        return bool(self.before) and self.before != self.position


@dataclass(frozen=True, slots=True, kw_only=True)
class Minority:
    """What a minority held, beside what most hold: found by code, and so in every verdict."""

    main: Held
    dissents: tuple[Dissent, ...]
