"""Numbers, plurals, lists and names in German."""

import errno
import os
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.presentation.words.phrases import AgeUnit
from council_core.domain.answer import Usage
from council_core.domain.question import Masked

NUMBERS = (
    *("keine", "eine", "zwei", "drei", "vier", "fünf", "sechs"),
    *("sieben", "acht", "neun", "zehn", "elf", "zwölf"),
)


SYSTEM = {
    os.strerror(errno.ENOENT): "keine solche Datei",
    os.strerror(errno.EISDIR): "ein Ordner, keine Datei",
    os.strerror(errno.ENOTDIR): "der Pfad führt durch eine Datei",
    os.strerror(errno.EACCES): "kein Recht dazu",
    os.strerror(errno.EROFS): "das Dateisystem ist nur lesbar",
    os.strerror(errno.ENOSPC): "kein Platz mehr",
}
"""Reasons of the operating system; it says rarer ones in English."""

SECRETS = {
    "password in a URL": ("Passwort in einer Adresse", "Passwörter in Adressen"),
    "key or token": ("Schlüssel oder Token", "Schlüssel oder Tokens"),
    "password": ("Passwort", "Passwörter"),
    "private key": ("privater Schlüssel", "private Schlüssel"),
}
"""One and several of a kind of secret; other kinds are names of products and end in `key` or `token`."""


AGES: dict[AgeUnit, tuple[str, str]] = {
    "minute": ("Minute", "Minuten"),
    "hour": ("Stunde", "Stunden"),
    "day": ("Tag", "Tagen"),
    "week": ("Woche", "Wochen"),
    "month": ("Monat", "Monaten"),
    "year": ("Jahr", "Jahren"),
}
"""One and several of a unit, as they follow `vor`."""


def figure(count: int) -> str:
    """Return 12345 as 12.345."""
    return f"{count:,}".replace(",", ".")


def counted(count: int, noun: str, plural: str, none: str = "keine") -> str:
    """Return (2, "Stimme", "Stimmen") as 2 Stimmen, and (0, ...) as keine Stimmen."""
    return f"{figure(count) if count else none} {noun if count == 1 else plural}"


def listed(things: Sequence[str], last: str = "und") -> str:
    """Return ("A", "B", "C") as A, B und C."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class GermanPhrases:
    """Implements `PhraseWords`."""

    demo_notice: str = "Dies ist eine Vorführung: Kein Modell wurde gefragt."

    def number(self, *, count: int) -> str:
        return NUMBERS[count] if 0 <= count < len(NUMBERS) else figure(count)

    def figure(self, *, count: int) -> str:
        return figure(count)

    def decimal(self, *, value: float, places: int = 1, is_signed: bool = False) -> str:
        return f"{value:{'+' if is_signed else ''}.{places}f}".replace(".", ",")

    def models(self, *, count: int) -> str:
        return counted(count, "Modell", "Modelle")

    def votes(self, *, count: int) -> str:
        return counted(count, "Stimme", "Stimmen")

    def ballots(self, *, count: int, blind: int) -> str:
        votes = self.votes(count=count)
        return f"{votes} ({blind or 'keine'} blind)" if count or blind else votes

    def reviews(self, *, count: int) -> str:
        return counted(count, "Gutachten", "Gutachten")

    def words(self, *, count: int) -> str:
        return counted(count, "Wort", "Wörter")

    def characters(self, *, count: int) -> str:
        return counted(count, "Zeichen", "Zeichen")

    def octets(self, *, count: int) -> str:
        return counted(count, "Byte", "Bytes")

    def ago(self, *, count: int, unit: AgeUnit) -> str:
        return f"vor {figure(count)} {AGES[unit][count != 1]}"

    def listed(self, *, things: Sequence[str]) -> str:
        return listed(things)

    def responses(self, *, aliases: Sequence[str]) -> str:
        return f"Antwort{'en' if len(aliases) > 1 else ''} {listed(aliases)}"

    def order(self, *, groups: Sequence[Sequence[str]]) -> str:
        return ", dann ".join(listed(group) + (" gleichauf" if len(group) > 1 else "") for group in groups)

    def lasting(self, *, seconds: float) -> str:
        if seconds < 9.95:
            rounded = f"{max(seconds, 0.0):.1f}".removesuffix(".0")
            return f"{rounded.replace('.', ',')} Sekunde{'' if rounded == '1' else 'n'}"
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        if hours:
            rest = 0
        counts = ((hours, "Stunde"), (minutes, "Minute"), (rest, "Sekunde"))
        return " ".join(counted(count, noun, f"{noun}n") for count, noun in counts if count)

    def briefly(self, *, seconds: float) -> str:
        minutes, rest = divmod(max(round(seconds), 0), 60)
        hours, minutes = divmod(minutes, 60)
        if hours:
            return f"{hours} Std. {minutes} Min." if minutes else f"{hours} Std."
        if minutes:
            return f"{minutes} Min. {rest} s" if rest else f"{minutes} Min."
        return f"{rest} s"

    def percent(self, *, share: float | None) -> str:
        return "–" if share is None else f"{share * 100:.0f} %"

    def money(self, *, cost: Decimal | None, is_estimate: bool, is_partial: bool = False) -> str:
        if cost is None:
            return "Kosten unbekannt"
        if 0 < cost < Decimal("0.0001") and not is_partial:
            return "weniger als 0,0001 $"
        places = "0.0001" if 0 < cost < Decimal("0.01") else "0.01"
        swapped = f"{cost.quantize(Decimal(places)):,}".translate(str.maketrans(",.", ".,"))
        return f"{'mindestens ' if is_partial else 'etwa ' if is_estimate else ''}{swapped} $"

    def tokens(self, *, usage: Usage) -> str:
        both = ((usage.tokens_in, "gelesen"), (usage.tokens_out, "geschrieben"))
        return " · ".join(f"{figure(count)} Tokens {way}" for count, way in both if count is not None)

    def secrets(self, *, masked: Sequence[Masked]) -> str:
        return listed(
            [counted(each.count, *SECRETS.get(each.kind, (each.kind, each.kind))) for each in masked]
        )


PHRASES = GermanPhrases()


def of_models(count: int) -> str:
    """Return a number of models in the dative, as after `von`."""
    return "1 Modell" if count == 1 else f"{figure(count)} Modellen"
