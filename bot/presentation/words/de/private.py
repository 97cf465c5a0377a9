"""Replies, help and forms in German."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.presentation.words.de.phrases import figure, listed
from bot.presentation.words.private import FieldFault
from bot.requests.running import MistakeKind, Outdated


@dataclass(frozen=True, slots=True)
class GermanReplies:
    """Implements `ReplyWords`."""

    say_why: str = "Sagen, warum"
    reason_title: str = "Was war nicht hilfreich?"
    reason_intro: str = (
        "Wird ohne deinen Namen beim Lauf gespeichert. Alle, die ihn exportieren, können es lesen."
    )
    reason: str = "Was fehlte oder war falsch?"
    send_reason: str = "Senden"
    withdraw: str = "Meine Stimme zurückziehen"
    not_voted: str = "Du hast nicht abgestimmt, also gibt es nichts zurückzuziehen."
    vote_withdrawn: str = (
        "Deine Stimme ist zurückgezogen. Bis die Namen aufgedeckt werden, kannst du neu abstimmen."
    )
    asked_in_private: str = "Gefragt. Ich bin in diesem Kanal nicht dabei, darum kommt die Antwort in deine Direktnachricht mit mir."
    asked_elsewhere: str = "Gefragt. Die Antwort kommt im Thread der früheren Frage."
    export_started: str = (
        "Die Dateien kommen in den Thread dieser Frage oder sind schon dort. Wenn nichts ankommt, darf ich dort "
        "vielleicht keine Dateien posten."
    )
    stopped: str = "Abgebrochen. Was die Modelle bisher gesagt haben, bleibt erhalten."
    your_question: str = "Deine Frage:"
    you_typed: str = "Getippt hattest du:"
    ask_anyway: str = "Trotzdem fragen"
    ask_it: str = "Fragen"

    def vague(self, *, command: str) -> str:
        return (
            "Gefragt. Ein Tipp, nur dieses eine Mal: Die Frage verweist auf etwas, das sie nicht nennt, also können die Modelle "
            "nur raten. Nenne es, hänge die Datei an oder frag im Thread, und sage, was eine gute Antwort braucht. "
            f"Mit {command} improve und deiner Frage lässt du sie umschreiben, bevor sie gestellt wird."
        )

    def voted(self, *, alias: str) -> str:
        return f"Deine Stimme: Antwort {alias}. Du kannst sie ändern, bis die Namen aufgedeckt werden."

    def ranked(self, *, order: str) -> str:
        return f"Deine Rangfolge, die beste zuerst: {order}. Du kannst sie ändern, bis die Namen aufgedeckt werden."

    def feedback(self, *, good: bool) -> str:
        word = "hilfreich" if good else "nicht hilfreich"
        return f"Danke, als {word} vermerkt. Mit dem anderen Knopf änderst du es."

    def still_in_message(self, *, secrets: str) -> str:
        return (
            f"Deine Nachricht zeigt noch, was verdeckt wurde: {secrets}. Lösche die Nachricht und ändere, was sie "
            "zeigte: Andere können es gelesen haben."
        )

    def retried(self, *, run_id: str, is_new: bool) -> str:
        if is_new:
            return f"Noch einmal gefragt, mit denselben Modellen, im selben Thread. Der Lauf heißt {run_id}."
        return f"Das wurde schon noch einmal versucht, als Lauf {run_id} im selben Thread."

    def files(self, *, names: Sequence[str]) -> str:
        return f"Dieser Lauf als Dateien: {listed(names)}."

    def vote_closed(self, *, has_verdict: bool) -> str:
        if has_verdict:
            return "Die Abstimmung ist beendet. Die Namen folgen gleich."
        return "Die Abstimmung endet, und die Namen folgen, sobald das Fazit da ist."

    def incident(self, *, number: str) -> str:
        return (
            "Bei uns ist etwas schiefgegangen, deshalb wurde nichts ausgeführt. Passiert es wieder, gib den Leuten, die "
            f"Council betreiben, diese Nummer: {number}."
        )

    def store_away(self, *, number: str) -> str:
        return (
            "Council erreicht seine Datenbank gerade nicht, deshalb ist nichts passiert. Versuche es in ein paar Minuten "
            "noch einmal; laufende Fragen gehen von selbst weiter. Hält es an, gib den Leuten, die Council betreiben, "
            f"diese Nummer: {number}."
        )

    def not_started(self, *, run_id: str) -> str:
        return (
            "Deine Frage ist gespeichert, kann aber gerade nicht beginnen: Die Datenbank nimmt nichts an. Sie beginnt "
            f"von selbst, wenn die Datenbank wieder da ist; du musst nicht neu fragen. Der Lauf heißt {run_id}."
        )

    def did_you_mean(self, *, command: str) -> str:
        return f"Meintest du **{command}**? Noch wurde nichts gefragt."

    def one_word(self, *, text: str) -> str:
        return f"Den Rat „{text}“ fragen? Noch wurde nichts gefragt."


COMMANDS: Mapping[str, str] = {
    "council": "Stelle mehreren Modellen eine Frage; sie beurteilen einander blind",
    "Ask the council": "Den Rat fragen",
    "ask": "Den Rat fragen",
    "ask question": "Was du wissen willst; ohne Frage öffnet sich ein Formular mit mehr Platz",
    "ask preset": "Ein benanntes Bündel von Einstellungen, etwa quick oder thorough",
    "ask members": "Welche Modelle dieses Mal antworten, durch Kommas getrennt",
    "ask chairman": "Welches Modell dieses Mal das Fazit schreibt",
    "ask rubric": "Worauf dieses Mal beim Beurteilen geachtet wird",
    "ask file": "Eine Datei für den Rat",
    "ask file2": "Noch eine Datei",
    "ask file3": "Noch eine Datei",
    "settings": "Einstellungen in diesem Kanal, und wie man sie ändert",
    "history": "Die letzten Fragen dieses Kanals oder deine eigenen",
    "history mine": "Deine eigenen Fragen in allen Kanälen dieses Servers",
    "history revealed": "Nur Fragen, deren Namen aufgedeckt sind",
    "search": "Fragen und Fazits dieses Kanals und deine eigenen nach Wörtern durchsuchen",
    "search words": "Wörter, die alle vorkommen müssen; „Anführungszeichen“ halten einige zusammen",
    "stats": "Wie die Modelle in diesem Kanal abgeschnitten haben",
    "board": "Wie stark die Modelle in diesem Kanal sind",
    "board only": "template:writer, rubric:code, member:Ada, since:2026-01-31; workspace für alle Kanäle",
    "every": "Eine Frage in diesem Kanal immer wieder stellen",
    "every when": "Tage, Uhrzeit und Zeitzone, etwa montag 9:00 Europe/Berlin",
    "every question": "Was jedes Mal gefragt wird",
    "improve": "Eine Frage vor dem Stellen umschreiben lassen; gefragt wird noch nichts",
    "improve question": "Was du wissen willst",
    "schedules": "Fragen, die in diesem Kanal immer wieder gestellt werden",
    "digest": "Jede Woche oder jeden Tag einen Rückblick auf diesen Kanal posten",
    "digest often": "Wie oft; off für keinen",
    "digest when": "Uhrzeit und Zeitzone, etwa 9:00 Europe/Berlin",
    "decisions": "Was in diesem Kanal entschieden wurde",
    "decisions words": "Nur Entscheidungen mit all diesen Wörtern",
    "templates": "Vorlagen für Fragen, mit Feldern zum Ausfüllen",
    "models": "Modelle, die Anbieter jetzt haben, mit Preisen",
    "models provider": "Ein Anbieter, etwa openai; ohne Angabe alle, die eingerichtet sind",
    "show": "Wie weit eine Frage ist",
    "show run": "Die ID der Frage; ohne Angabe die letzte",
    "cancel": "Eine Frage vor ihrem Ende abbrechen",
    "cancel run": "Die ID der Frage; ohne Angabe deine eigene letzte",
    "forget": "Eine Frage mit allem löschen, was dazugehört",
    "forget run": "Die ID der Frage; ohne Angabe deine eigene letzte",
    "export": "Eine Frage als Datei, für dich oder ihren Thread",
    "export run": "Die ID der Frage; ohne Angabe die letzte",
    "help": "Was du hier tun kannst",
}


@dataclass(frozen=True, slots=True)
class GermanHelp:
    """Implements `HelpWords`."""

    summary: str = "Was Council tut und wie man fragt."
    threads: str = (
        "Erwähne mich in einem Thread, dann lese ich ihn zuerst; frag im Thread einer Frage, um nachzuhaken."
    )
    ask: str = "Fragen"
    history: str = "Verlauf"
    settings: str = "Einstellungen"
    start: str = "Womit soll sich der Rat befassen?"
    example: str = "Ein Repository für alles oder eines je Dienst, für ein Team von fünf Leuten?"
    models: str = "Welche Modelle gibt es?"
    how: str = "Wie geht das?"
    commands: Mapping[str, str] = field(default_factory=lambda: COMMANDS)

    def outdated(self, *, what: Outdated) -> str:
        said: Mapping[Outdated, str] = {
            "button": "Dieser Knopf gehört zu einer anderen Version von Council und tut nichts mehr.",
            "form": "Dieses Formular gehört zu einer anderen Version von Council, deshalb ist nichts passiert. Bitte öffne es neu.",
        }
        return said[what]

    def asking(self, *, command: str) -> str:
        return f"**{command} deine Frage** fragt mehrere Modelle. Sie antworten, begutachten einander blind und ziehen ein Fazit."

    def form(self, *, command: str) -> str:
        return f"**{command}** allein öffnet ein Formular: Dateien, Modelle, ein Preset."

    def finding(self, *, command: str) -> str:
        return (
            f"**{command} history** zeigt die letzten Fragen hier, **{command} search Wörter** findet eine."
        )

    def looking(self, *, command: str) -> str:
        return f"**{command} board** zeigt, wie stark die Modelle sind; **templates**, **schedules**, **decisions**, **stats** und **settings** hinter **{command}** zeigen mehr."

    def stopping(self, *, command: str) -> str:
        return f"**{command} cancel** bricht deine letzte Frage ab, **{command} forget** löscht sie."


MISTAKES: Mapping[MistakeKind, str] = {
    "needs_words": "Schreibe zuerst eine Frage.",
    "needs_best": "Wähle mindestens die beste Antwort.",
    "ranked_twice": "Antwort {fact} hat schon einen besseren Platz.",
}


@dataclass(frozen=True, slots=True)
class GermanForms:
    """Implements `FormWords`."""

    ask_title: str = "Den Rat fragen"
    ask: str = "Fragen"
    question: str = "Frage"
    files: str = "Dateien"
    pick_models: str = "Andere Modelle wählen"
    more_models: str = "Weitere Modelle"
    more_models_hint: str = "anbieter:modell, wie der Befehl models sie nennt, durch Kommas getrennt"
    follow_up_title: str = "Nachfragen"
    follow_up: str = "Deine Nachfrage"
    again_title: str = "Ändern und neu fragen"
    again_intro: str = "Ein neuer Lauf im selben Thread. Er kennt die früheren Antworten nicht, ist also ein fairer zweiter Versuch."
    same_question: str = "Leer: dieselbe Frage wie vorher."
    same_as_before: str = "Andere Modelle als vorher sind möglich. Leer: dieselben."
    same_members: str = "Ein Anbieter:Modell je Zeile. Leer: dieselben wie vorher."
    same_chairman: str = "Leer: wie vorher."
    chairman_here: str = "Name eines Modells oder Anbieter:Modell. Leer: wie hier eingestellt."
    none: str = "Keine"
    rank_title: str = "Antworten ordnen"
    rank_intro: str = (
        "Niemand sieht, wie du stimmst, und du kannst es ändern, bis die Namen aufgedeckt werden. Antworten ohne Platz "
        "zählen als gleichauf hinter den anderen."
    )
    vote: str = "Abstimmen"
    best: str = "Beste"

    def some_models(self, *, shown: int, of: int, command: str) -> str:
        return f"{shown} von {of} Modellen. Für jedes andere {command} tippen und auswählen."

    def come_along(self, *, names: str) -> str:
        return f"Aus der Nachricht angehängt: {names}"

    def too_long(self, *, characters: int, kept: int) -> str:
        return f"Dieser Text hatte {figure(characters)} Zeichen; dies sind die ersten {figure(kept)}."

    def follow_up_intro(self, *, question: str) -> str:
        return (
            f"Die Modelle kennen die Fragen und Antworten in diesem Thread. Die letzte Frage war: {question}"
        )

    def members_here(self, *, names: str) -> str:
        return f"Leer: {names}"

    def as_here(self, *, value: str) -> str:
        return f"Wie hier eingestellt: {value}"

    def place(self, *, number: int) -> str:
        return f"Platz {number}"

    def mistake(self, *, kind: MistakeKind, fact: str) -> str:
        return MISTAKES[kind].replace("{fact}", fact)


FIELD_FAULTS: Mapping[FieldFault, str] = {
    "missing": "{name} fehlt",
    "unknown": "ein Feld {name} gibt es nicht",
    "too_low": "{name} muss mindestens {limit} sein",
    "too_high": "{name} darf höchstens {limit} sein",
    "no_text": "{name} muss ein Text sein",
    "no_number": "{name} muss eine ganze Zahl sein",
    "yes_no": "{name} muss true oder false sein",
    "no_json": "der Inhalt ist kein JSON-Objekt",
    "other": "{name} hat einen falschen Wert",
}


@dataclass(frozen=True, slots=True)
class GermanPrograms:
    """Implements `ProgramWords`."""

    needs_words: str = "Die Frage ist leer."
    ended: str = "Der Lauf ist zu Ende, und die Namen sind bekannt."
    voting: str = "Das Fazit liegt vor; es wird noch abgestimmt, deshalb bleiben die Namen verborgen."
    going_on: str = "Der Lauf ist noch nicht zu Ende. Frag in einer Weile wieder nach ihm."
    demo: str = "Das sind Demo-Modelle; kein echtes Modell wurde gefragt."

    def no_token(self, *, variable: str) -> str:
        return f"Schicke eines der Tokens aus {variable} als `Authorization: Bearer …` mit."

    def key_too_long(self, *, most: str) -> str:
        return f"Ein Idempotency-Key hat höchstens {most} Zeichen."

    def key_used(self, *, run_id: str) -> str:
        return f"Dieser Idempotency-Key gehört zu einer anderen Frage, der des Laufs {run_id}. Schicke mit einer neuen Frage einen neuen Schlüssel."

    def body_too_large(self, *, most: str) -> str:
        return f"Der Inhalt darf höchstens {most.replace(',', '.')} Bytes haben."

    def no_path(self, *, path: str) -> str:
        return f"{path} gibt es hier nicht. /v1/openapi.json beschreibt, was es gibt."

    def wrong_method(self, *, path: str, method: str, allowed: str) -> str:
        return f"{path} nimmt {method} nicht an, nur {allowed}."

    def bad_fields(self, *, faults: Sequence[str], known: Sequence[str]) -> str:
        said = "; ".join(faults)
        return f"{said[:1].upper()}{said[1:]}. Felder, die es gibt: {', '.join(known)}."

    def field_fault(self, *, name: str, kind: FieldFault, limit: str) -> str:
        return FIELD_FAULTS[kind].format(name=f"`{name}`", limit=limit)

    def incident(self, *, number: str) -> str:
        return f"Hier ist etwas schiefgegangen; im Log steht es unter {number}."

    def unknown_run(self, *, run_id: str) -> str:
        return f"Dieses Programm hat keinen Lauf „{run_id}“. Ein Programm liest nur Läufe, die es selbst begonnen hat."
