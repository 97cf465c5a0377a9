"""Claims that decide a question, as reviewers checked them against sources."""

from dataclasses import dataclass
from typing import Literal

from council_core.domain.answer import NO_USAGE, Usage
from council_core.domain.tool import Source, Work

Mark = Literal["supported", "contradicted", "not_found"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimCheck:
    """One reviewer's check of one claim."""

    claim: str
    mark: Mark
    source: Source | None = None
    """Page or tool on which the check is based; None where nothing was found."""

    quote: str = ""
    """Words of the source, as the reviewer gave them."""

    is_quoted: bool = True
    """Whether code found these words in the source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One reviewer's check of a slate, with the work and the cost behind it."""

    claims: tuple[ClaimCheck, ...] = ()
    work: Work | None = None
    usage: Usage = NO_USAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedClaim:
    """A claim with the marks of all reviewers that checked it."""

    claim: str
    supported: int = 0
    contradicted: int = 0
    not_found: int = 0
    """Number of reviewers that gave each mark."""

    sources: tuple[Source, ...] = ()
    misquoted: tuple[str, ...] = ()
    """Quotations that code did not find in the source they name."""

    @property
    def mark(self) -> Literal["supported", "contradicted", "not_found", "disputed"]:
        """Return what the reviewers found together; `disputed` where sources were found for both sides."""
        if self.supported and self.contradicted:
            return "disputed"
        if self.supported:
            return "supported"
        return "contradicted" if self.contradicted else "not_found"
