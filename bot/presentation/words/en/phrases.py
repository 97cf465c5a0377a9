"""Numbers, plurals, lists and names in English."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.presentation.words.phrases import AgeUnit
from council_core.domain.answer import Usage
from council_core.domain.question import Masked

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
class EnglishPhrases:
    """Implements `PhraseWords`."""

    demo_notice: str = "This is a demonstration: no model was asked."

    def number(self, *, count: int) -> str:
        return NUMBERS[count] if 0 <= count < len(NUMBERS) else f"{count:,}"

    def figure(self, *, count: int) -> str:
        return f"{count:,}"

    def decimal(self, *, value: float, places: int = 1, is_signed: bool = False) -> str:
        return f"{value:{'+' if is_signed else ''}.{places}f}"

    def models(self, *, count: int) -> str:
        return counted(count, "model")

    def votes(self, *, count: int) -> str:
        return counted(count, "vote")

    def ballots(self, *, count: int, blind: int) -> str:
        return f"{self.votes(count=count)}{apart(count, blind)}"

    def reviews(self, *, count: int) -> str:
        return counted(count, "review")

    def words(self, *, count: int) -> str:
        return counted(count, "word")

    def characters(self, *, count: int) -> str:
        return counted(count, "character")

    def octets(self, *, count: int) -> str:
        return counted(count, "byte")

    def ago(self, *, count: int, unit: AgeUnit) -> str:
        return f"{counted(count, unit)} ago"

    def listed(self, *, things: Sequence[str]) -> str:
        return listed(things)

    def responses(self, *, aliases: Sequence[str]) -> str:
        return f"Response{'s' if len(aliases) > 1 else ''} {listed(aliases)}"

    def order(self, *, groups: Sequence[Sequence[str]]) -> str:
        return ", then ".join(listed(group) + (" tied" if len(group) > 1 else "") for group in groups)

    def lasting(self, *, seconds: float) -> str:
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
        minutes, rest = divmod(max(round(seconds), 0), 60)
        hours, minutes = divmod(minutes, 60)
        if hours:
            return f"{hours} h {minutes} min" if minutes else f"{hours} h"
        if minutes:
            return f"{minutes} min {rest} s" if rest else f"{minutes} min"
        return f"{rest} s"

    def percent(self, *, share: float | None) -> str:
        return "–" if share is None else f"{share * 100:.0f} %"

    def money(self, *, cost: Decimal | None, is_estimate: bool, is_partial: bool = False) -> str:
        if cost is None:
            return "cost unknown"
        if 0 < cost < Decimal("0.0001") and not is_partial:
            return "less than $0.0001"
        places = "0.0001" if 0 < cost < Decimal("0.01") else "0.01"
        return f"{'at least ' if is_partial else 'about ' if is_estimate else ''}${cost.quantize(Decimal(places)):,}"

    def tokens(self, *, usage: Usage) -> str:
        both = ((usage.tokens_in, "in"), (usage.tokens_out, "out"))
        return " · ".join(f"{count:,} tokens {way}" for count, way in both if count is not None)

    def secrets(self, *, masked: Sequence[Masked]) -> str:
        return listed([counted(each.count, each.kind, PLURALS.get(each.kind, "")) for each in masked])


PHRASES = EnglishPhrases()
