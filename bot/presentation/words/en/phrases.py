"""Numbers, plurals, lists and names in English."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from council_core.domain.answer import Usage
from council_core.domain.question import Masked

AgeUnit = Literal["minute", "hour", "day", "week", "month", "year"]


NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


PLURALS = {"password in a URL": "passwords in URLs", "key or token": "keys or tokens"}


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return (2, "vote") as 2 votes, and (0, "vote") as no votes."""
    return f"{f'{count:,}' if count else 'no'} {noun if count == 1 else plural or noun + 's'}"


def listed(things: Sequence[str], last: str = "and") -> str:
    """Return ("A", "B", "C") as A, B and C."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def apart(votes: int, blind: int) -> str:
    """(3, 2) -> " (2 blind)"; empty where nobody voted."""
    return f" ({blind or 'none'} blind)" if votes or blind else ""


@dataclass(frozen=True, slots=True)
class PhraseWords:
    """Numbers, letters, durations and sums of money, as parts of other sentences. Plain text."""

    demo_notice: str = "This is a demonstration: no model was asked."
    """Notice that no model was asked."""

    def number(self, *, count: int) -> str:
        """Return 3 as three."""
        return NUMBERS[count] if 0 <= count < len(NUMBERS) else f"{count:,}"

    def figure(self, *, count: int) -> str:
        """Return 12345 as 12,345."""
        return f"{count:,}"

    def decimal(self, *, value: float, places: int = 1, is_signed: bool = False) -> str:
        """Return 3.25 as 3.2, for a score; with a sign for a difference."""
        return f"{value:{'+' if is_signed else ''}.{places}f}"

    def models(self, *, count: int) -> str:
        """Return 3 as 3 models."""
        return counted(count, "model")

    def votes(self, *, count: int) -> str:
        return counted(count, "vote")

    def ballots(self, *, count: int, blind: int) -> str:
        """The number of votes, with that of blind ones where anybody voted. A person who changed a blind vote later may
        make the second number the larger one."""
        return f"{self.votes(count=count)}{apart(count, blind)}"

    def reviews(self, *, count: int) -> str:
        return counted(count, "review")

    def words(self, *, count: int) -> str:
        """The length of a text, such as 350 words."""
        return counted(count, "word")

    def characters(self, *, count: int) -> str:
        return counted(count, "character")

    def octets(self, *, count: int) -> str:
        """The size of a file, such as 12,345 bytes."""
        return counted(count, "byte")

    def ago(self, *, count: int, unit: AgeUnit) -> str:
        """(3, "week") -> 3 weeks ago."""
        return f"{counted(count, unit)} ago"

    def listed(self, *, things: Sequence[str]) -> str:
        """Return (A, B, C) as A, B and C."""
        return listed(things)

    def responses(self, *, aliases: Sequence[str]) -> str:
        """Return (B, C) as Responses B and C."""
        return f"Response{'s' if len(aliases) > 1 else ''} {listed(aliases)}"

    def order(self, *, groups: Sequence[Sequence[str]]) -> str:
        """Return ((B), (A, C)) as B, then A and C tied."""
        return ", then ".join(listed(group) + (" tied" if len(group) > 1 else "") for group in groups)

    def lasting(self, *, seconds: float) -> str:
        """Return 80 as 1 minute 20 seconds."""
        if seconds < 9.95:
            rounded = f"{max(seconds, 0.0):.1f}".removesuffix(".0")
            return f"{rounded} second{'' if rounded == '1' else 's'}"
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        if hours:
            rest = 0
        counts = ((hours, "hour"), (minutes, "minute"), (rest, "second"))
        return " ".join(counted(count, noun) for count, noun in counts if count)

    def briefly(self, *, seconds: float) -> str:
        """Return 80 as 1 min 20 s."""
        minutes, rest = divmod(max(round(seconds), 0), 60)
        hours, minutes = divmod(minutes, 60)
        if hours:
            return f"{hours} h {minutes} min" if minutes else f"{hours} h"
        if minutes:
            return f"{minutes} min {rest} s" if rest else f"{minutes} min"
        return f"{rest} s"

    def percent(self, *, share: float | None) -> str:
        """Return 0.667 as 67 %; a dash for None."""
        return "–" if share is None else f"{share * 100:.0f} %"

    def money(self, *, cost: Decimal | None, is_estimate: bool) -> str:
        """Return US dollars; for None that the cost is unknown."""
        if cost is None:
            return "cost unknown"
        if 0 < cost < Decimal("0.0001"):
            return "less than $0.0001"
        places = "0.0001" if 0 < cost < Decimal("0.01") else "0.01"
        return f"{'about ' if is_estimate else ''}${cost.quantize(Decimal(places)):,}"

    def tokens(self, *, usage: Usage) -> str:
        """Return 1,200 tokens in · 340 tokens out; empty if nothing is known."""
        both = ((usage.tokens_in, "in"), (usage.tokens_out, "out"))
        return " · ".join(f"{count:,} tokens {way}" for count, way in both if count is not None)

    def secrets(self, *, masked: Sequence[Masked]) -> str:
        """Kinds and counts of masked secrets, never a value."""
        return listed([counted(each.count, each.kind, PLURALS.get(each.kind, "")) for each in masked])


PHRASES = PhraseWords()
