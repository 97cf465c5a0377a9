"""Boards of models, schedules, decisions, digests and seats in German."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.presentation.words.de.phrases import listed
from bot.presentation.words.memory import ScheduleDone
from council_core.domain.offer import Silence
from council_core.domain.schedule import Recurrence


@dataclass(frozen=True, slots=True)
class GermanBoards:
    """Implements `BoardsWords`."""

    panel: str = "Rangliste"
    too_close: str = "Es ist zu knapp: Ein anderes Modell hätte ebenso gut vorn liegen können."
    legend: str = (
        "Stärke: 1500 ist Durchschnitt, 400 Punkte mehr gewinnen zehn von elf Vergleichen. Spanne: enthält die Stärke in 95 "
        "von 100 Ziehungen dieser Fragen. Siege: Anteil gewonnener Vergleiche."
    )
    model: str = "Modell"
    strength: str = "Stärke"
    interval: str = "Spanne"
    wins: str = "Siege"
    per_answer: str = "Was eine Antwort braucht"
    answers: str = "Antworten"
    seconds: str = "Zeit"
    cost: str = "Kosten"

    change_models: str = "Modelle ändern"
    as_picture: str = "Als Bild"
    as_tables: str = "Als Tabellen"
    tools: str = "Werkzeuge"
    by_month: str = "Siege nach Monat"
    then_and_now: str = "Damals, jetzt"

    def changed(self, *, name: str, before: str, now: str) -> str:
        return f"{name} hat sich am meisten verändert: von {before} gewonnener Vergleiche auf {now}."

    since: str = "Von"
    until: str = "Bis"

    def limited(self, *, template: str, rubric: str, member: str, since: str, until: str) -> str:
        parts = (
            f"mit der Vorlage {template}" if template else "",
            f"mit dem Bewertungsraster {rubric}" if rubric else "",
            f"mit einer Antwort von {member}" if member else "",
            f"seit dem {since}" if since else "",
            f"bis zum {until}" if until else "",
        )
        return f"Nur Fragen {listed([part for part in parts if part])}."

    def none_fit(self) -> str:
        return "Bei den passenden Fragen sind die Namen noch nicht aufgedeckt, deshalb gibt es noch keine Rangliste."

    def title(self, *, everywhere: bool) -> str:
        return f"Wie stark die Modelle {'überall' if everywhere else 'hier'} sind"

    def none(self, *, everywhere: bool) -> str:
        where = "" if everywhere else " hier"
        return f"Bei den Fragen{where} sind die Namen noch nicht aufgedeckt, deshalb gibt es noch keine Rangliste. Vorführungen zählen nicht."

    def counted(self, *, runs: int, everywhere: bool) -> str:
        where = "aller Kanäle" if everywhere else "hier"
        what = "Aus der letzten Frage" if runs == 1 else f"Aus den letzten {runs} Fragen"
        return f"{what} {where} mit aufgedeckten Namen."

    def judges(self, *, by_team: bool) -> str:
        if by_team:
            return "Nach den blinden Stimmen des Teams"
        return "Nach der Reihenfolge der Modelle, ohne Urteile über eigene Antworten"

    def too_few(self, *, runs: int, needed: int, by_team: bool) -> str:
        what = "mit blinden Stimmen" if by_team else "mit einer Reihenfolge der Modelle"
        count = "Eine Frage" if runs == 1 else f"{runs} Fragen" if runs else "Keine Frage"
        return f"{count} {what}; eine Rangliste braucht {needed}."

    def leads(self, *, name: str, is_clear: bool) -> str:
        return f"{name} ist {'klar' if is_clear else 'wahrscheinlich'} am stärksten."

    def advice(self, *, name: str, last: int, runs: int, cost: str, kept: str, agreement: str) -> str:
        team = (
            f", und {agreement} der Übereinstimmung mit den Stimmen eures Teams blieben" if agreement else ""
        )
        return (
            f"**Ein Vorschlag:** {name} stand bei {last} von {runs} Fragen auf dem letzten Platz und verursacht {cost} der "
            f"Kosten. Ohne dieses Modell wäre der erste Platz bei {kept} davon derselbe{team}. Von selbst ändert sich nichts."
        )

    def no_answer(self, *, name: str, count: int) -> str:
        return f"**{name}** gab {'einmal' if count == 1 else f'{count}-mal'} keine Antwort."


WEEKDAYS = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")


MONTHS = (
    *("Januar", "Februar", "März", "April", "Mai", "Juni"),
    *("Juli", "August", "September", "Oktober", "November", "Dezember"),
)


@dataclass(frozen=True, slots=True)
class GermanSchedules:
    """Implements `ScheduleWords`."""

    next: str = "Nächstes Mal:"
    how: str = (
        "`/council jeden montag 9:00 deine Frage` legt einen an, `/council schedules` zeigt alle. Jede Frage kostet wie jede "
        "andere, und Budgets gelten."
    )
    title: str = "Zeitpläne"
    none: str = "Hier gibt es keinen Zeitplan."
    paused: str = "pausiert"
    place_gone: str = (
        "Diesen Kanal gibt es nicht mehr, er nimmt keine Beiträge an, oder die Person hinter dem Zeitplan kann ihn nicht "
        "mehr lesen."
    )
    pause: str = "Pausieren"
    resume: str = "Fortsetzen"
    delete: str = "Löschen"
    confirm_delete: str = "Diesen Zeitplan löschen? Die Fragen, die er gestellt hat, bleiben."
    show_all: str = "Alle zeigen"
    change_one: str = "Einen pausieren oder löschen"

    def when(self, *, recurrence: Recurrence) -> str:
        days = recurrence.weekdays
        if len(days) == 7:
            said = "jeden Tag"
        elif days == (0, 1, 2, 3, 4):
            said = "jeden Werktag"
        elif days:
            said = f"jeden {listed([WEEKDAYS[day] for day in days])}"
        elif recurrence.month is None:
            said = f"am {recurrence.day}. jedes Monats"
        else:
            said = f"jedes Jahr am {recurrence.day}. {MONTHS[recurrence.month - 1]}"
        return f"{said} um {recurrence.hour}:{recurrence.minute:02} Uhr ({recurrence.zone})"

    def made(self, *, when: str) -> str:
        return f"Das wird der Rat {when} gefragt."

    def count(self, *, count: int) -> str:
        return "Ein Zeitplan hier." if count == 1 else f"{count} Zeitpläne hier."

    def changed(self, *, change: ScheduleDone) -> str:
        return {
            "pause": "Der Zeitplan ist pausiert; bis du ihn fortsetzt, wird nichts gefragt.",
            "resume": "Der Zeitplan geht weiter.",
            "delete": "Der Zeitplan ist gelöscht. Die Fragen, die er gestellt hat, bleiben.",
        }[change]

    def refused(self, *, when: str, why: str) -> str:
        return f"Dein Zeitplan ({when}) hat diesmal nichts gefragt: {why} Zum nächsten Termin versucht er es wieder."

    def closed(self, *, when: str) -> str:
        return (
            f"Dein Zeitplan ({when}) ist pausiert: Den Kanal gibt es nicht mehr, er nimmt keine Beiträge an, oder du kannst ihn "
            "nicht mehr lesen. Lege den Zeitplan in einem anderen Kanal neu an."
        )


@dataclass(frozen=True, slots=True)
class GermanDecisions:
    """Implements `DecisionWords`."""

    record: str = "Entscheidung festhalten"
    decision: str = "Was habt ihr entschieden?"
    look_again: str = "Wieder ansehen am"
    look_again_hint: str = "Ein Tag wie 2027-03-01; an dem Morgen wirst du erinnert. Leer: nie."
    save: str = "Festhalten"
    recorded: str = "Die Entscheidung ist festgehalten."
    reminds: str = "Du wirst erinnert am"
    needs_words: str = "Schreibe, was ihr entschieden habt."
    bad_day: str = "Schreibe einen Tag als Jahr, Monat und Tag, etwa 2027-03-01."
    past_day: str = "Dieser Tag ist vorbei. Wähle einen späteren."
    title: str = "Entscheidungen"
    none: str = "Hier wurde noch nichts entschieden. Sobald die Namen einer Frage aufgedeckt sind, steht [Entscheidung festhalten] in ihrem Menü [Mehr]."
    export_one: str = "Eine als Datei holen"
    look_again_on: str = "wieder ansehen am"
    due: str = "Du wolltest diese Entscheidung wieder ansehen:"
    file: str = "Die Entscheidung als Architecture Decision Record."
    change: str = "Ändern"
    export: str = "Als Datei holen"
    show_all: str = "Alle Entscheidungen"

    def replaced(self, *, name: str) -> str:
        return f"Sie ersetzt, was {name} festgehalten hatte:"

    def intro(self, *, question: str) -> str:
        return f"Die Frage war: {question}"

    def newest_only(self, *, count: int) -> str:
        return f"Das sind die neuesten {count}. Ältere findest du, wenn du nach Wörtern suchst."

    def none_found(self, *, words: str) -> str:
        return f"Keine Entscheidung hier enthält alles von „{words}“."

    def count(self, *, count: int) -> str:
        return "Eine Entscheidung hier." if count == 1 else f"{count} Entscheidungen hier."


@dataclass(frozen=True, slots=True)
class GermanSeats:
    """Implements `SeatWords`."""

    advanced: str = "Erweitert"
    advanced_tick: str = "Erweitert: jedes Modell einstellen"
    advanced_next: str = "Danach: Rolle, Temperatur, Länge und Aufwand je Modell; noch wird nichts gefragt"
    title: str = "Modelle einzeln"
    intro_question: str = (
        "Leere Felder überlassen die Wahl dem Modell. Du könntest eine Antwort erkennen, deren Modell "
        "du hier einstellst, darum gilt dieser Lauf als nicht blind."
    )
    intro_place: str = "Leere Felder überlassen die Wahl dem Modell. Das gilt für jede Frage hier."
    unset: str = "nichts eingestellt"
    no_role: str = "Keine Rolle"
    as_usual: str = "Vorgabe des Modells"


@dataclass(frozen=True, slots=True)
class GermanImproving:
    """Implements `ImprovingWords`."""

    improve_first: str = "Zuerst eine bessere Frage zeigen"
    improve: str = "Frage verbessern"
    working: str = (
        "Deine Frage wird neu formuliert. Sie kommt hierher, nur für dich; noch ist nichts gefragt."
    )
    ask_better: str = "Diese stellen"
    ask_mine: str = "Meine stellen"
    edit: str = "Bearbeiten"
    again: str = "Noch einmal versuchen"
    open: str = "Öffnen"
    ask_anyway: str = "Trotzdem fragen"
    how_to_ask: str = "So fragst du gut"
    hide_tips: str = "Tipps verbergen"
    tips: str = (
        "Was ist bis wann zu entscheiden? Welche Optionen, welche Zahlen? Was muss eine Antwort enthalten?"
    )

    def tip_list(self) -> Sequence[str]:
        return (
            "Sage, was du entscheidest, bis wann und für wen.",
            "Nenne die Möglichkeiten und was du von jeder weißt.",
            "Gib die Zahlen, auf die es ankommt: Last, Kosten, Fristen.",
            "Sage, was die Antwort enthalten muss, etwa einen Plan oder eine Tabelle.",
            "Frag eine Sache; die nächste fragst du im Anschluss.",
        )

    def better(self, *, name: str) -> str:
        return f"**{name} würde so fragen.** Noch ist nichts gefragt."

    def unchanged(self, *, name: str) -> str:
        return f"{name} würde nichts ändern. Noch ist nichts gefragt."

    def why(self, *, reasons: Sequence[str]) -> str:
        return f"Warum: {' · '.join(reasons)}"

    def yours(self, *, question: str) -> str:
        return f"Deine: {question}"

    def asked(self, *, ago: str) -> str:
        return f"Gefragt {ago}:"

    def similar(self, *, count: int) -> str:
        what = "Eine Frage wie deine wurde" if count == 1 else "Fragen wie deine wurden"
        return f"**{what} hier schon gestellt.** Noch ist nichts gefragt."


@dataclass(frozen=True, slots=True)
class GermanDigests:
    """Implements `DigestWords`."""

    title: str = "Rückblick"
    not_over: str = "läuft noch."
    no_verdict: str = "endete ohne Fazit."
    stop: str = "Beenden"
    stopped: str = "Für diesen Kanal kommt kein Rückblick mehr."
    none: str = (
        "Für diesen Kanal gibt es keinen Rückblick. `/council digest weekly` bringt jeden Montag einen."
    )

    def asked(self, *, count: int) -> str:
        return "Eine Frage an den Rat" if count == 1 else f"{count} Fragen an den Rat"

    def against(self, *, team: Sequence[str], models: Sequence[str]) -> str:
        return f"Das Team stimmte für {listed(team)}, die Modelle für {listed(models)}."

    def more(self, *, count: int) -> str:
        what = "eine frühere Frage" if count == 1 else f"{count} frühere Fragen"
        return f"Und {what}: `/council history`."

    def spent(self, *, cost: str) -> str:
        return f"Ausgegeben: {cost}"

    def made(self, *, when: str) -> str:
        return f"Ein Rückblick auf diesen Kanal kommt {when}. Wurde nichts gefragt, kommt keiner."


@dataclass(frozen=True, slots=True)
class GermanModels:
    """Implements `ModelsWords`."""

    title: str = "Modelle"
    model: str = "Modell"
    price: str = "Eine Frage"
    can: str = "Kann lesen"
    no_provider: str = "Hier ist kein Anbieter eingerichtet. Wer Council betreibt, setzt einen Schlüssel wie OPENROUTER_API_KEY."

    def abilities(self, *, sees: bool | None, tools: bool | None) -> str:
        return ", ".join(name for name, can in (("Bilder", sees), ("Werkzeuge", tools)) if can) or "–"

    def none_chosen(self, *, count: int) -> str:
        return f"Keines der {count} Modelle lässt sich hier wählen; wer Council betreibt, kann welche erlauben (COUNCIL_MODELS)."

    def more(self, *, count: int) -> str:
        return f"… und {count} weitere"

    def how(self, *, command: str) -> str:
        where = (
            f"im Formular (**{command}** allein) oder in den Einstellungen"
            if command
            else "mit council ask --member ID"
        )
        return f"Wähle sie {where}. Ein Preis ist das, was ein Modell bei einer kurzen Frage kostet."

    def silent(self, *, provider: str, why: Silence) -> str:
        said: dict[Silence, str] = {
            "unknown_provider": "ist hier kein eingerichteter Anbieter.",
            "no_key": "hat hier keinen Schlüssel, darum fehlt die Liste. Wer Council betreibt, kann einen setzen.",
            "refused": "weist den Schlüssel dieses Councils ab. Wer Council betreibt, kann ihn erneuern.",
            "no_answer": "antwortet gerade nicht. Versuche es in einer Minute noch einmal.",
            "unreadable": "hat mit etwas geantwortet, das keine Liste von Modellen ist.",
        }
        return f"**{provider}** {said[why]}"
