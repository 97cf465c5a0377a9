"""Stages, card, material, costs and buttons in German."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.ports.words import NoThread
from bot.post import Part, Time
from bot.presentation.words.de.phrases import PHRASES, counted, figure, listed, of_models
from bot.presentation.words.de.problems import PAGE_UNOPENED, WHY_WITHHELD
from bot.presentation.words.thread import SLIDES, CardState, Trouble
from council_core.domain.material import Portion, UnreadReason
from council_core.domain.settings import ForReviewers
from council_core.domain.waiting import Limit
from council_core.errors import Withheld


@dataclass(frozen=True, slots=True)
class GermanStages:
    """Implements `StageWords`."""

    answers: str = "Antworten"
    reviews: str = "Gutachten"
    verdict: str = "Fazit"
    vote: str = "Abstimmung"
    nothing_to_rank: str = "nichts zu vergleichen"
    nobody_concluded: str = "niemand konnte eines schreiben"
    did_not_end: str = "nicht zu Ende gekommen"
    not_reached: str = "nicht erreicht"

    def answered(self, *, done: int, of: int, missing: int) -> str:
        return f"{done} von {of}{f', {missing} ohne Antwort' if missing else ''}"

    def reviewed(self, *, done: int, of: int, failed: int) -> str:
        return f"{done} von {of}{f', {failed} ausgefallen' if failed else ''}"

    def reviews_counted(self, *, valid: int, of: int) -> str:
        return f"alle {of} gezählt" if valid == of > 1 else f"{valid} von {of} gezählt"

    def usually(self, *, seconds: float) -> str:
        return f"meist etwa {PHRASES.briefly(seconds=seconds)}"


HEADINGS: Mapping[CardState, str] = {
    "queued": "In der Warteschlange",
    "answering": "Die Modelle antworten",
    "reviewing": "Die Modelle begutachten die Antworten",
    "concluding": "Der Vorsitz schreibt das Fazit",
    "answered": "Beantwortet",
    "unanswered": "Kein Fazit",
    "failed": "Kein Ergebnis",
    "stopped": "Abgebrochen",
}


OF_WHOM: Mapping[Limit, str] = {"process": "", "person": " von dir", "channel": " aus diesem Kanal"}


QUEUED: Mapping[Limit, str] = {
    "process": "Council bearbeitet nur wenige Fragen zugleich; diese beginnt von selbst.",
    "person": "Council bearbeitet nur wenige deiner Fragen zugleich; diese beginnt von selbst.",
    "channel": "Council bearbeitet nur wenige Fragen eines Kanals zugleich; diese beginnt von selbst.",
}


TROUBLES: Mapping[Trouble, str] = {
    "our_fault": (
        "Bei Council ist etwas schiefgegangen. Was bis dahin geantwortet wurde, bleibt erhalten; "
        "stelle die Frage noch einmal."
    ),
    "outgrown": (
        "Council wurde während dieser Frage aktualisiert, und die neue Version kann sie nicht fortsetzen. Was bis "
        "dahin geantwortet wurde, bleibt erhalten; stelle die Frage noch einmal."
    ),
    "nothing_read": (
        "Die Frage bestand nur aus Dateien, und keine davon ließ sich lesen. Kein Modell wurde gefragt. "
        "Stelle die Frage in Worten, oder hänge eine andere Datei an."
    ),
    "unreadable": (
        "Council kann dort, wo gefragt wurde, nichts posten und hat die Modelle deshalb nichts mehr gefragt."
    ),
}


@dataclass(frozen=True, slots=True)
class GermanCard:
    """Implements `CardWords`."""

    not_ranked: str = "Die Antworten wurden nicht verglichen."
    no_verdict: str = "Niemand konnte ein Fazit schreiben."
    went_wrong: str = "Etwas ist schiefgegangen."
    nothing_found: str = "Eine Websuche zu dieser Frage fand keine Seite."
    tools_ended: str = (
        "Der größte Teil des Budgets dieser Frage ist ausgegeben; die Modelle antworten mit dem, was sie bisher "
        "nachgeschlagen haben."
    )
    sharing: str = "Das Fazit kommt gleich in den Kanal."
    already_shared: str = "Das Fazit steht schon im Kanal."
    being_shared: str = (
        "Jemand anders teilt das Fazit gerade. Steht es in zehn Minuten nicht im Kanal, teile es noch einmal."
    )
    stopped_early: str = "Jemand hat die Frage vor dem Ende abgebrochen."
    not_blind: str = (
        "Nicht blind für die fragende Person: Sie hat Modellen für diese Frage einen eigenen Namen oder eigene "
        "Anweisungen gegeben und kann ihre Antworten wiedererkennen."
    )

    def no_thread(self, *, why: NoThread) -> str:
        return {
            "direct_message": "Direktnachrichten haben keine Threads, darum folgt alles hier.",
            "busy": "Discord lässt Council gerade keine weiteren Threads öffnen, darum folgt alles hier.",
            "not_allowed": "Council darf in diesem Kanal keine öffentlichen Threads erstellen, darum folgt alles hier.",
            "kind_of_channel": "Kanäle dieser Art haben keine Threads, darum folgt alles hier.",
            "full": "Dieser Server hat so viele offene Threads, wie Discord erlaubt, darum folgt alles hier.",
        }[why]

    def heading(self, *, state: CardState) -> str:
        return HEADINGS[state]

    def answered_until(self, *, until: Time | None) -> Sequence[Part]:
        if until is None:
            return ("**Beantwortet, Abstimmung läuft**",)
        return "**Beantwortet, Abstimmung bis ", until, "**"

    def notice(self, *, asker: str, question: str) -> str:
        return f"{asker} fragt: {question}"

    def asked_by(self, *, asker: str) -> str:
        return f"Gefragt von {asker}"

    def preset(self, *, name: str) -> str:
        return f"Preset {name}"

    def template(self, *, title: str, fields: str) -> str:
        return f"Vorlage **{title}**{f': {fields}' if fields else ''}."

    def run(self, *, run_id: str) -> str:
        return f"Lauf {run_id}"

    def so_far(self, *, cost: str) -> str:
        return f"bisher {cost}"

    def before(self, *, count: int, or_more: bool, limit: Limit) -> str:
        if not count and not or_more:
            return f"Als Nächste an der Reihe{OF_WHOM[limit]}."
        many = f"Mehr als {count}" if or_more else f"{count}"
        return f"{many} {'Frage' if count == 1 and not or_more else 'Fragen'}{OF_WHOM[limit]} vor dieser."

    def why_queued(self, *, limit: Limit) -> str:
        return QUEUED[limit]

    def ranked_first(
        self, *, aliases: Sequence[str], firsts: int, of: int, by_scores: bool, is_close: bool
    ) -> str:
        tied = ", gleichauf" if len(aliases) > 1 else ""
        close = "; zu knapp für eine Entscheidung" if is_close else ""
        return f"Auf Platz 1: **{PHRASES.responses(aliases=aliases)}**{tied} ({_grounds(firsts, of, by_scores)}{close})"

    def best(
        self, *, aliases: Sequence[str], names: Sequence[str], firsts: int, of: int, by_scores: bool
    ) -> str:
        each = [f"Antwort {alias} von {name}" for alias, name in zip(aliases, names, strict=False)]
        tied = ", gleichauf" if len(aliases) > 1 else ""
        return f"Am besten: **{listed(each)}**{tied} ({_grounds(firsts, of, by_scores)})"

    def so_many_votes(self, *, count: int, blind: int) -> str:
        return f"bisher {PHRASES.ballots(count=count, blind=blind)}"

    def repeats(self, *, run_id: str) -> str:
        return f"Schon einmal gefragt: Lauf {run_id}."

    def earlier(self, *, count: int) -> str:
        what = counted(count, "frühere Frage", "frühere Fragen")
        return f"Die Modelle kennen {what} aus diesem Thread, samt Fazit."

    def masked(self, *, secrets: str) -> str:
        return (
            f"Verdeckt, bevor ein Modell es las: {secrets}. Wenn eine Nachricht es noch zeigt, lösche sie und ändere "
            "das Geheimnis."
        )

    def missing(self, *, why: str, command: str) -> str:
        return f"**Etwas konnte nicht gepostet werden.** {why} Nichts ist verloren: `{command}` zeigt es dir."

    def stopped_by(self, *, name: str) -> str:
        return f"{name} hat die Frage abgebrochen."

    def too_few(self, *, answered: int, members: int, quorum: int) -> str:
        return (
            f"{answered} von {of_models(members)} {'hat' if answered == 1 else 'haben'} geantwortet; nötig sind "
            f"{quorum}. Frag noch einmal, oder verlange in den Einstellungen weniger Antworten."
        )

    def trouble(self, *, kind: Trouble) -> str:
        return TROUBLES[kind]

    def shared(self, *, name: str) -> str:
        return f"{name} hat dieses Fazit geteilt"

    def not_shared(self, *, why: str, button: str) -> str:
        return f"Das Fazit ließ sich nicht teilen: {why} Sobald ich dort schreiben darf, drücke noch einmal [{button}]. Im Thread steht es ganz."

    def searched(self, *, count: int) -> str:
        return f"Jedes Modell liest, was eine Websuche zu dieser Frage fand ({count} {'Seite' if count == 1 else 'Seiten'})."

    def without_tools(self, *, why: str) -> str:
        return f"Die Modelle müssen ohne manche Werkzeuge auskommen: {why}"

    def not_searched(self, *, why: str) -> str:
        if not why:
            return "Zu dieser Frage wurde nicht im Web gesucht: Es ist keine Suchmaschine eingerichtet."
        return f"Zu dieser Frage wurde nicht im Web gesucht: {why}"


WHY_UNREAD: Mapping[UnreadReason, str] = {
    "too_large": "größer als {detail} MB",
    "too_many": "eine Frage kann höchstens {detail} Dateien haben",
    "not_given": "nicht abrufbar",
    "empty": "leer",
    "password": "mit einem Passwort geschützt",
    "damaged": "beschädigt",
    "no_text": "die ersten Seiten sind leer",
    "unknown": "Council liest diese Art von Datei nicht",
    "mislabelled": "nicht die {detail}-Datei, die der Name verspricht",
    "oversized": "ausgepackt viel zu groß",
    "pixels": "mehr als {detail} Megapixel",
    "too_deep": "die Teile sind zu tief ineinander verschachtelt",
    "too_slow": "das Lesen braucht zu viel Zeit oder Speicher",
    "no_engine": "keine Suchmaschine ist eingerichtet",
    "no_sight": "kein Modell dieses Councils sieht Bilder",
    "no_library": "hier fehlt der Teil, der solche Dateien liest (`council[files]`)",
    "masked": "die Adresse enthält ein Geheimnis, das verdeckt wurde",
    "no_budget": "das meiste Budget der Frage war verbraucht",
}


FORMS = {
    "spreadsheet": "Tabelle",
    "text": "Text",
    "code": "Code",
    "web page": "Webseite",
    "e-mail": "E-Mail",
    "picture": "Bild",
    "connector": "Quelle",
    "search results": "Suchergebnisse",
    "thread": "Thread",
    "picture, described by a model": "Bild, von einem Modell beschrieben",
    "old Office document": "altes Office-Dokument",
    "OpenDocument text": "OpenDocument-Text",
    "OpenDocument file": "OpenDocument-Datei",
    "OpenDocument presentation": "OpenDocument-Präsentation",
}
"""Kinds of files and texts; other kinds are names and are not translated."""

NOUNS = {"file": "Datei", "picture": "Bild", "archive": "Archiv"}

KINDS_READ = (
    " Es liest Text, PDF, Word, Excel, PowerPoint, OpenDocument, Webseiten, E-Mails (EML) und Bilder."
)
"""List of the kinds that Council reads, after the sentence about a file of another kind."""

GIVEN_TO_REVIEWERS: Mapping[ForReviewers, str] = {
    "none": "die Gutachter nur den Namen",
    "head": "die Gutachter nur die ersten 2.000 Zeichen",
    "all": "die Gutachter ebenso viel",
}


@dataclass(frozen=True, slots=True)
class GermanMaterial:
    """Implements `MaterialWords`."""

    no_text: str = "Die Seite zeigt ohne JavaScript keinen Text."
    thread_skipped: str = "Council hat nicht gelesen, was vor deiner Frage stand."
    files_skipped: str = "Council konnte die Dateien deiner Frage nicht lesen."
    further_links: str = "Weitere Links"
    middle_missing: str = "ein Teil in der Mitte nicht gelesen"
    this_thread: str = "Dieser Thread"
    web_search: str = "Die Websuche"
    from_earlier: str = ", aus einer früheren Frage"

    def unread(self, *, name: str, reason: UnreadReason, detail: str) -> str:
        why = WHY_UNREAD[reason].replace("{detail}", detail)
        if reason == "not_given" and detail:
            return f"**{name}** wurde nicht gelesen: {detail}"
        kind = f" ({self.form(form=detail)})" if reason == "unknown" and detail else ""
        return f"**{name}** wurde nicht gelesen: {why}{kind}.{KINDS_READ if reason == 'unknown' else ''}"

    def all_read(self, *, pieces: Sequence[str]) -> str:
        return f"Alle Modelle lesen {listed(pieces)}."

    def looked_at(self, *, pictures: Sequence[str], described: bool) -> str:
        said = f"Modelle, die Bilder sehen, sehen {listed(pictures)}."
        them = "das Bild" if len(pictures) == 1 else "die Bilder"
        return f"{said} Eines dieser Modelle hat {them} für die anderen beschrieben." if described else said

    def picture(self, *, name: str, form: str) -> str:
        return f"{name} ({form}-Bild)"

    def part(self, *, name: str, part: Portion, number: int, of: int) -> str:
        noun = {"page": "Seite", "picture": "Bild"}[part]
        return f"{name}, {noun} {figure(number)} von {figure(of)}"

    def messages(self, *, count: int, left_out: int | None, files: int) -> str:
        rest = f"{figure(left_out)} weitere {'fehlt' if left_out == 1 else 'fehlen'}" if left_out else ""
        if left_out is None:
            rest = "frühere Nachrichten fehlen"
        unread = f"{counted(files, 'Datei', 'Dateien')} darin nicht gelesen" if files else ""
        gaps = ", ".join(part for part in (rest, unread) if part)
        return f"{counted(count, 'Nachricht', 'Nachrichten')} aus diesem Thread{f' ({gaps})' if gaps else ''}"

    def form(self, *, form: str) -> str:
        name, _, noun = form.rpartition(" ")
        if noun in NOUNS and name.isupper():  # Such as `ZIP archive`.
            return f"{name}-{NOUNS[noun]}"
        return FORMS.get(form, form)

    def pages(self, *, form: str, count: int) -> str:
        nouns = {
            **dict.fromkeys(SLIDES, ("Folie", "Folien")),
            "spreadsheet": ("Tabellenblatt", "Tabellenblätter"),
        }
        return f"{self.form(form=form)}, {counted(count, *nouns.get(form, ('Seite', 'Seiten')))}"

    def some_of(self, *, given: int, of: int) -> str:
        return f"{figure(given)} von {figure(of)} Zeichen: Anfang und Ende"

    def some_of_first(self, *, given: int, of: int) -> str:
        return f"{figure(given)} der ersten {figure(of)} Zeichen; der Rest wurde nicht gelesen"

    def only_first(self, *, characters: int) -> str:
        return f"nur die ersten {figure(characters)} Zeichen"

    def pages_missing(self, *, first: int, last: int) -> str:
        return f"Seiten {figure(first)} bis {figure(last)} nicht gelesen"

    def unseen(self, *, pictures: int) -> str:
        return "1 Bild nicht angesehen" if pictures == 1 else f"{figure(pictures)} Bilder nicht angesehen"

    def withheld(self, *, why: Withheld, facts: Mapping[str, str]) -> str:
        return WHY_WITHHELD[why].format_map(facts)

    def page_unopened(self, *, why: str) -> str:
        return PAGE_UNOPENED.replace("{why}", why)

    def thread_unread(self, *, why: str) -> str:
        return f"Council hat nicht gelesen, was vor deiner Frage stand; die Modelle kennen also nur die Frage selbst. {why} Bis das behoben ist, kopiere das Wichtige in die Frage, oder schalte das Lesen von Threads in den Einstellungen dieses Kanals aus."

    def files_unread(self, *, why: str) -> str:
        return f"Council konnte die Dateien deiner Frage nicht lesen; die Modelle antworten also ohne sie. {why} Bis das behoben ist, kopiere die wichtigen Stellen in die Frage."

    def question(self, *, files: Sequence[str]) -> str:
        return f"Was ist wichtig in {listed(files)}, und was sollten wir tun?"

    def links_beyond(self, *, most: int) -> str:
        first = "der erste Link" if most == 1 else f"die ersten {figure(most)} Links"
        return f"Nur {first} der Frage {'wird' if most == 1 else 'werden'} gelesen. Die anderen wurden nicht geöffnet."

    def given(
        self, *, name: str, given: int, of: int, is_cut: bool, reviewers: ForReviewers, size: int, digest: str
    ) -> str:
        first, whole = ("den ersten ", "die ersten") if is_cut else ("", "alle")
        some = f"bis zu {figure(given)} von {first}{figure(of)} Zeichen"
        amount = some if given < of else f"{whole} {figure(of)} Zeichen"
        return (
            f"{name}: Die Modelle und das Modell im Vorsitz bekamen {amount}, {GIVEN_TO_REVIEWERS[reviewers]} · "
            f"{figure(size)} Bytes · SHA-256 {digest}…"
        )

    def shown(
        self, *, name: str, width: int, height: int, described: int | None, size: int, digest: str
    ) -> str:
        words = (
            ""
            if described is None
            else f", für die anderen von einem Modell beschrieben ({figure(described)} Zeichen)"
        )
        return (
            f"{name}: Modelle, die Bilder sehen, sahen {width} × {height} Pixel{words} · {figure(size)} Bytes · "
            f"SHA-256 {digest}…"
        )

    def read_description(self, *, names: Sequence[str]) -> str:
        verb = "antwortete" if len(names) == 1 else "antworteten"
        return f"{listed(names)} {verb} nach der Beschreibung, ohne das Bild zu sehen."


@dataclass(frozen=True, slots=True)
class GermanStats:
    """Implements `StatsWords`."""

    panel: str = "Statistik"
    title: str = "Wie die Modelle hier abschneiden"
    none: str = "Hier gibt es noch keine Rangfolge mit aufgedeckten Namen, also nichts zu zählen."
    few: str = "**So wenige Fragen** sagen mehr über diese Fragen als über die Modelle."
    legend: str = (
        "Mittlerer Platz: in den Rangfolgen der Modelle, 1 ist am besten; er hängt davon ab, wie viele geantwortet haben. "
        "Siege: Anteil der gewonnenen Vergleiche. Mit dem Team: wie weit die Rangfolge eines Modells mit der des Teams "
        "übereinstimmt, von -1 (genau umgekehrt) bis 1 (gleich), mit der Zahl der Fragen."
    )
    runs: str = "Fragen"
    with_team: str = "Mit dem Team"

    def best(self, *, name: str, place: float, runs: int) -> str:
        mean = PHRASES.decimal(value=place)
        return f"{name} hat den besten mittleren Platz: {mean} bei {counted(runs, 'Frage', 'Fragen')}."

    def counted(self, *, revealed: int, runs: int) -> str:
        return f"Die letzten Fragen hier: {figure(runs)}; aufgedeckt und gezählt: {figure(revealed)}."

    def left_out(self, *, demonstrations: int) -> str:
        return f"Nicht gezählt: {counted(demonstrations, 'Vorführung', 'Vorführungen')}."

    def agreed(self, *, tau: float, runs: int) -> str:
        said = f"{tau:.2f}".replace(".", ",")
        return f"Die Reihenfolgen von Modellen und Team gleichen sich im Mittel zu {said} (1 gleich, 0 Zufall, -1 umgekehrt), bei {counted(runs, 'Frage', 'Fragen')} mit Stimmen."

    def helpful(self, *, good: int, of: int) -> str:
        return f"Fanden das Fazit hilfreich: {figure(good)} von {counted(of, 'Person', 'Personen')}."


@dataclass(frozen=True, slots=True)
class GermanEstimates:
    """Implements `EstimateWords`."""

    def usual(self, *, tokens: int) -> str:
        return f"Eine Frage mit etwa fünfzig Wörtern braucht hier rund {figure(tokens)} Tokens"

    def this(self, *, tokens: int) -> str:
        return f"Diese Frage braucht rund {figure(tokens)} Tokens"

    def unknown(self, *, what: str, models: Sequence[str]) -> str:
        return f"{what}; die Kosten sind unbekannt, weil es keinen Preis gibt für {listed(models)}."

    def free(self, *, what: str) -> str:
        return f"{what} und kostet nichts."

    def costs(self, *, what: str, cost: str, besides: Sequence[str]) -> str:
        rest = f", dazu kommt {listed(besides)} ohne bekannten Preis" if besides else ""
        return f"{what} und kostet {cost}{rest}."


@dataclass(frozen=True, slots=True)
class GermanButtons:
    """Implements `ButtonWords`."""

    copy: str = "Kopieren"
    copied: str = "Kopiert"
    cancel: str = "Abbrechen"
    sure: str = "Bist du sicher?"
    yes: str = "Ja"
    no: str = "Nein"
    confirm_cancel: str = (
        "Diese Frage abbrechen? Was bis jetzt geantwortet wurde, bleibt; kein Modell wird mehr gefragt."
    )
    again: str = "Ändern und neu fragen"
    export: str = "Exportieren"
    retry: str = "Noch einmal versuchen"
    delete: str = "Löschen …"
    follow_up: str = "Nachfragen"
    share: str = "Im Kanal teilen"
    whole_question: str = "Die ganze Frage lesen"
    more: str = "Mehr"
    read_verdict: str = "Fazit lesen"
    open_page: str = "Seite öffnen"
    helpful: str = "Hilfreich"
    not_helpful: str = "Nicht hilfreich"
    reviews: str = "Gutachten lesen"
    raw_reviews: str = "Rohtext"
    charts: str = "Diagramme"
    rank_all: str = "Alle ordnen"
    choose: str = "Antwort wählen"
    show_me: str = "Ansehen, ohne abzustimmen"
    see_result: str = "Ergebnis ansehen"
    reveal: str = "Abstimmung beenden und aufdecken"
    confirm_reveal: str = (
        "Das beendet die Abstimmung für alle und zeigt, wer was geschrieben hat. Jetzt beenden?"
    )

    def tool_calls(self, *, count: int) -> str:
        return f"Werkzeugaufrufe ({count})"

    def response(self, *, alias: str) -> str:
        return f"Antwort {alias}"

    def ask(self, *, question: str) -> str:
        return f"Fragen: „{question}“"


def _grounds(firsts: int, of: int, by_scores: bool) -> str:
    """Say why a response is first, in a few words."""
    if by_scores:
        return "nach mittlerer Note"
    return f"{firsts} von {of_models(of)}" if firsts else "nach allen Gutachten zusammen"
