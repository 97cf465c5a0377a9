"""Exported files in German."""

from dataclasses import dataclass
from decimal import Decimal

from bot.presentation.words.de.phrases import counted


@dataclass(frozen=True, slots=True)
class GermanDocuments:
    """Implements `DocumentWords`."""

    asked_before: str = "Gefragt:"
    concluded: str = "Fazit:"
    material: str = "Material zur Frage"
    name: str = "Name"
    kind: str = "Art"
    size: str = "Größe in Bytes"
    given: str = "Gelesene Zeichen"
    supported_by: str = "Belegt von"
    contradicted_by: str = "Widerlegt von"
    not_found_by: str = "Nicht gefunden von"
    scores: str = "Noten nach Kriterium"
    scores_about: str = "Mittelwerte der gezählten Gutachten. Jedes nutzt die Skala anders, darum beruht die Rangfolge nicht darauf."
    agreement: str = "Einigkeit der Gutachten"
    agreement_about: str = "Wie oft zwei Gutachten zwei Antworten gleich ordnen; Gleichstand zählt halb, Zufall erreicht die Hälfte."
    each_model: str = "Die einzelnen Modelle"
    first_votes: str = "Erste Stimmen (blind)"
    seconds: str = "Sekunden"
    tokens_in: str = "Tokens gelesen"
    tokens_out: str = "Tokens geschrieben"
    team: str = "Das Team"
    not_helpful: str = "Nicht hilfreich, weil:"
    sources_about: str = "Links, wie Antworten und Fazit sie nennen."
    absent: str = "Wer nicht teilnehmen konnte"
    nothing: str = "(nichts)"
    won: str = "Gewonnene Vergleiche unter den Modellen"
    won_and_voted: str = "Gewonnene Vergleiche unter den Modellen und erste Stimmen des Teams"
    decided: str = "Status: angenommen"
    context: str = "Anlass und Frage"
    options: str = "Geprüfte Möglichkeiten"
    outcome: str = "Die Entscheidung"

    def asked(self, *, name: str, when: str) -> str:
        return f"{name} hat am {when} gefragt:"

    def given_of(self, *, given: str, of: str) -> str:
        return f"{given} von {of}"

    def call(self, *, name: str, number: int, tool: str) -> str:
        return f"{name}, Aufruf {number}: {tool}"

    def failed(self, *, why: str) -> str:
        return f"Gescheitert: {why}"

    def agrees(self, *, tau: float) -> str:
        said = f"{tau:.2f}".replace(".", ",")
        return f"Ähnlichkeit mit der Reihenfolge der Modelle: {said}; 1 heißt gleich, 0 Zufall, -1 umgekehrt."

    def helpful(self, *, good: int, of: int) -> str:
        return f"Fanden das Fazit hilfreich: {good} von {of}."

    def cost(self, *, cost: Decimal | None, is_estimate: bool, is_partial: bool = False) -> str:
        if cost is None:
            return "unbekannt"
        swapped = f"{cost:,.4f}".translate(str.maketrans(",.", ".,"))
        return f"{'mindestens ' if is_partial else 'etwa ' if is_estimate else ''}{swapped} $"

    def first_of(self, *, count: int, of: int, blind: int) -> str:
        return f"{count} von {counted(of, 'Stimme', 'Stimmen')} ({blind} blind)"

    def rubric(self, *, name: str) -> str:
        return f"Bewertungsraster {name}"

    def aggregation(self, *, name: str) -> str:
        return f"Rangverfahren {name}"

    def decided_on(self, *, day: str) -> str:
        return f"Datum: {day}"

    def decided_by(self, *, name: str) -> str:
        return f"Festgehalten von: {name}"

    def look_again(self, *, day: str) -> str:
        return f"Wieder ansehen am: {day}"

    def from_run(self, *, run_id: str, name: str, day: str) -> str:
        return f"Lauf von Council: {run_id}, gefragt von {name} am {day}"
