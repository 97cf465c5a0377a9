"""Lists of questions and their deletion in German."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.post import Part, StageState, Time
from bot.presentation.words.de.phrases import figure
from council_core.domain.run import RunStatus

STATES: Mapping[RunStatus, str] = {
    "asked": "gerade gefragt",
    "answering": "Modelle antworten",
    "reviewing": "Modelle begutachten",
    "synthesizing": "der Vorsitz schreibt das Fazit",
    "voting": "Abstimmung offen",
    "revealed": "fertig",
    "failed": "kein Ergebnis",
    "cancelled": "abgebrochen",
}


@dataclass(frozen=True, slots=True)
class GermanHistory:
    """Implements `HistoryWords`."""

    here: str = "Die letzten Fragen"
    own: str = "Deine letzten Fragen"
    none_here: str = "Hier hat noch niemand den Rat etwas gefragt."
    none_own: str = "Du hast den Rat noch nichts gefragt."
    newer: str = "Neuere"
    older: str = "Ältere"
    only_mine: str = "Nur meine"
    everyones: str = "Alle von hier"
    only_revealed: str = "Nur aufgedeckte"
    any_state: str = "Auch unfertige"
    with_words: str = "Mit diesen Wörtern …"
    find_title: str = "Fragen finden"
    words: str = "Wörter"
    words_hint: str = (
        "Alle müssen in der Frage oder ihrem Fazit stehen; „Anführungszeichen“ halten Wörter zusammen."
    )
    find: str = "Finden"
    none_fit: str = "Auf dieser Seite passt keine Frage zu diesen Filtern."
    show: str = "Zeigen"
    panel_found: str = "Gefundene Fragen"
    more: str = "Das sind die neuesten. Es gibt ältere; mehr Wörter finden weniger."
    meant_as_question: str = "Wenn das eine Frage sein sollte, setze ein Fragezeichen ans Ende."
    no_verdict: str = "kein Fazit"
    demonstration: str = "Vorführung"
    a_channel: str = "einem Kanal"
    direct_message: str = "deine Direktnachricht mit Council"
    open_thread: str = "zum Thread"
    run: str = "Der Lauf"
    whole_verdict: str = "Das ganze Fazit"
    whole_question: str = "Die ganze Frage"
    answers: str = "Die Antworten"

    def count_here(self, *, count: int) -> str:
        return f"Die letzten Fragen an den Rat hier: {figure(count)}."

    def count_own(self, *, count: int) -> str:
        return f"Deine letzten Fragen an den Rat: {figure(count)}."

    def found(self, *, words: str) -> str:
        return f"Gefunden: {words}"

    def count_found(self, *, words: str, count: int, has_more: bool) -> str:
        return f"{'Mehr als ' if has_more else ''}{figure(count)} gefunden zu „{words}“."

    def none_found(self, *, words: str, in_chat: bool) -> str:
        among = "hier oder unter deinen eigenen " if in_chat else ""
        return (
            f"Keine Frage {among}enthält alles aus „{words}“, auch nicht in ihrem Fazit. Weniger Wörter finden mehr; "
            "ein Wort findet auch längere, die so beginnen."
        )

    def state(self, *, status: RunStatus) -> str:
        return STATES[status]

    def first(self, *, responses: str) -> str:
        return f"{responses} vorn"

    def asked_by(self, *, asker: str, asked: Time, run_id: str) -> Sequence[Part]:
        return (f"Gefragt von {asker} ", asked, f" · Lauf {run_id}")

    def stage_state(self, *, state: StageState) -> str:
        return {"waiting": "noch nicht", "running": "läuft", "done": "fertig", "failed": "gescheitert"}[state]

    def answers_file(self, *, file: str) -> str:
        return f"Die Datei {file} enthält, was die Modelle geantwortet haben."

    def verdict_file(self, *, file: str) -> str:
        return f"Das ist nicht das ganze Fazit; die Datei {file} enthält es ganz."


@dataclass(frozen=True, slots=True)
class GermanDeletion:
    """Implements `DeletionWords`."""

    heading: str = "Diese Frage löschen?"
    stops_first: str = "Sie läuft noch und wird zuerst abgebrochen."
    goes: str = (
        "Die Frage, alle Antworten, Gutachten, das Fazit, Stimmen und Rückmeldungen werden für alle gelöscht, und "
        "meine Posts dazu werden durch einen Hinweis ersetzt. Das lässt sich nicht rückgängig machen."
    )
    stays: str = (
        "Nicht löschen kann ich, was Leute im Thread geschrieben haben, ihre Anhänge, verschickte Benachrichtigungen "
        "und E-Mails, was die Anbieter der Modelle behalten, und Sicherungen."
    )
    delete: str = "Endgültig löschen"

    def asks(self, *, question: str) -> str:
        return f"Die Frage „{question}“ mit allem, was dazugehört, löschen?"

    def deleted(self, *, run_id: str) -> str:
        return f"Lauf {run_id} ist gelöscht. Seine Posts werden gleich ersetzt, wo die Plattform es erlaubt."
