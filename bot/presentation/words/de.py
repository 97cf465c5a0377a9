"""All that Council says in German."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from bot.post import Mention, PageLabels, Part, StageState, Time
from bot.presentation.words.memory import (
    BoardsWords,
    DecisionWords,
    DigestWords,
    ImprovingWords,
    ModelsWords,
    ScheduleDone,
    ScheduleWords,
    SeatWords,
)
from bot.presentation.words.page import ListWords, PageTrouble, PageWords
from bot.presentation.words.private import (
    DeletionWords,
    ErrorWords,
    FormWords,
    HelpWords,
    HistoryWords,
    ReplyWords,
    SettingsWords,
    Source,
    Unheard,
    meaning,
)
from bot.presentation.words.templates import TemplateWords, placeholders
from bot.presentation.words.thread import (
    Agreement,
    BoardWords,
    ButtonWords,
    CardState,
    CardWords,
    ClaimWords,
    DocumentWords,
    EndingWords,
    EstimateWords,
    GapWords,
    MaterialWords,
    PhraseWords,
    PositionWords,
    ResponseWords,
    ReviewWords,
    StageWords,
    StatsWords,
    Sure,
    ToolWords,
    Trouble,
    VerdictWords,
    Withheld,
)
from bot.requests.running import Outdated
from bot.settings.catalogue import Group
from council_core.domain.answer import AbstentionReason, FinishReason, Usage
from council_core.domain.budget import Keeper, Period
from council_core.domain.export import Script
from council_core.domain.material import UnreadReason
from council_core.domain.offer import Silence
from council_core.domain.place_settings import Level
from council_core.domain.question import Masked
from council_core.domain.review import Confidence
from council_core.domain.run import RunStatus
from council_core.domain.schedule import Recurrence
from council_core.domain.settings import WhoReveals
from council_core.domain.waiting import Limit
from council_core.errors import Refusal
from council_core.templates.written import MistakeKind, TemplatePart

NUMBERS = (
    *("keine", "eine", "zwei", "drei", "vier", "fünf", "sechs"),
    *("sieben", "acht", "neun", "zehn", "elf", "zwölf"),
)

SECRETS = {
    "password in a URL": ("Passwort in einer Adresse", "Passwörter in Adressen"),
    "key or token": ("Schlüssel oder Token", "Schlüssel oder Tokens"),
    "password": ("Passwort", "Passwörter"),
    "private key": ("privater Schlüssel", "private Schlüssel"),
}
"""One and several of a kind of secret; other kinds are products' names and end in `key` or `token`."""


def figure(count: int) -> str:
    """12345 -> 12.345."""
    return f"{count:,}".replace(",", ".")


def counted(count: int, noun: str, plural: str, none: str = "keine") -> str:
    """(2, "Stimme", "Stimmen") -> 2 Stimmen; (0, ...) -> keine Stimmen."""
    return f"{figure(count) if count else none} {noun if count == 1 else plural}"


def listed(things: Sequence[str], last: str = "und") -> str:
    """("A", "B", "C") -> A, B und C."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"


def capital(text: str) -> str:
    """The same with a capital letter in front."""
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------------------------------- what stands in a thread


@dataclass(frozen=True, slots=True)
class GermanPhrases:
    """Implements `PhraseWords`."""

    demo_notice: str = "Dies ist eine Vorführung: Kein Modell wurde gefragt."

    def number(self, *, count: int) -> str:
        return NUMBERS[count] if 0 <= count < len(NUMBERS) else figure(count)

    def figure(self, *, count: int) -> str:
        return figure(count)

    def decimal(self, *, value: float) -> str:
        return f"{value:.1f}".replace(".", ",")

    def models(self, *, count: int) -> str:
        return counted(count, "Modell", "Modelle")

    def votes(self, *, count: int) -> str:
        return counted(count, "Stimme", "Stimmen")

    def reviews(self, *, count: int) -> str:
        return counted(count, "Gutachten", "Gutachten")

    def questions(self, *, count: int) -> str:
        return counted(count, "Frage", "Fragen")

    def words(self, *, count: int) -> str:
        return counted(count, "Wort", "Wörter")

    def characters(self, *, count: int) -> str:
        return counted(count, "Zeichen", "Zeichen")

    def octets(self, *, count: int) -> str:
        return counted(count, "Byte", "Bytes")

    def listed(self, *, things: Sequence[str]) -> str:
        return listed(things)

    def either(self, *, things: Sequence[str]) -> str:
        return listed(things, "oder")

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

    def money(self, *, cost: Decimal | None, is_estimate: bool) -> str:
        if cost is None:
            return "Kosten unbekannt"
        if 0 < cost < Decimal("0.0001"):
            return "weniger als 0,0001 $"
        places = "0.0001" if 0 < cost < Decimal("0.01") else "0.01"
        swapped = f"{cost.quantize(Decimal(places)):,}".translate(str.maketrans(",.", ".,"))
        return f"{'etwa ' if is_estimate else ''}{swapped} $"

    def tokens(self, *, usage: Usage) -> str:
        both = ((usage.tokens_in, "gelesen"), (usage.tokens_out, "geschrieben"))
        return " · ".join(f"{figure(count)} Tokens {way}" for count, way in both if count is not None)

    def secrets(self, *, masked: Sequence[Masked]) -> str:
        return listed(
            [counted(each.count, *SECRETS.get(each.kind, (each.kind, each.kind))) for each in masked]
        )


PHRASES = GermanPhrases()


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
        "Auf der Seite von Council ist etwas schiefgegangen. Was bis dahin geantwortet wurde, bleibt erhalten; "
        "stell die Frage noch einmal."
    ),
    "outgrown": (
        "Council wurde während dieser Frage aktualisiert, und die neue Version kann sie nicht fortsetzen. Was bis "
        "dahin geantwortet wurde, bleibt erhalten; stell die Frage noch einmal."
    ),
    "nothing_read": (
        "Die Frage bestand nur aus Dateien, und keine davon ließ sich lesen. Kein Modell wurde gefragt. "
        "Frag mit Worten, oder häng eine andere Datei an."
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
    stopped_early: str = "Jemand hat die Frage vor dem Ende abgebrochen."
    not_blind: str = (
        "Nicht blind für die fragende Person: Sie hat Modellen für diese Frage einen eigenen Namen oder eigene "
        "Anweisungen gegeben und kann ihre Antworten wiedererkennen."
    )

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
        return f"Vorlage {name}"

    def template(self, *, title: str, fields: str) -> str:
        return f"Fragevorlage **{title}**{f': {fields}' if fields else ''}."

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

    def ranked_first(self, *, aliases: Sequence[str], firsts: int, of: int, is_close: bool) -> str:
        tied = ", gleichauf" if len(aliases) > 1 else ""
        close = "; zu knapp für eine Entscheidung" if is_close else ""
        return f"Auf Platz 1: **{PHRASES.responses(aliases=aliases)}**{tied} ({firsts} von {_of_models(of)}{close})"

    def best(self, *, aliases: Sequence[str], names: Sequence[str], firsts: int, of: int) -> str:
        each = [f"Antwort {alias} von {name}" for alias, name in zip(aliases, names, strict=False)]
        tied = ", gleichauf" if len(aliases) > 1 else ""
        return f"Am besten: **{listed(each)}**{tied} ({firsts} von {_of_models(of)})"

    def votes(self, *, count: int) -> str:
        return PHRASES.votes(count=count)

    def so_many_votes(self, *, count: int) -> str:
        return f"bisher {PHRASES.votes(count=count)}"

    def repeats(self, *, run_id: str) -> str:
        return f"Schon einmal gefragt: Lauf {run_id}."

    def earlier(self, *, count: int) -> str:
        what = counted(count, "frühere Frage", "frühere Fragen")
        return f"Die Modelle kennen {what} aus diesem Thread, samt Fazit."

    def masked(self, *, secrets: str) -> str:
        return (
            f"Verdeckt, bevor ein Modell es las: {secrets}. Wenn eine Nachricht es noch zeigt, lösch sie und ändere "
            "das Geheimnis."
        )

    def missing(self, *, why: str, command: str) -> str:
        return f"**Etwas konnte nicht gepostet werden.** {why} Nichts ist verloren: `{command}` zeigt es dir."

    def stopped_by(self, *, name: str) -> str:
        return f"{name} hat die Frage abgebrochen."

    def too_few(self, *, answered: int, members: int, quorum: int) -> str:
        return (
            f"{answered} von {_of_models(members)} {'hat' if answered == 1 else 'haben'} geantwortet; nötig sind "
            f"{quorum}. Frag noch einmal, oder verlang in den Einstellungen weniger Antworten."
        )

    def trouble(self, *, kind: Trouble) -> str:
        return TROUBLES[kind]

    def shared(self, *, name: str) -> str:
        return f"{name} hat dieses Fazit geteilt"

    def not_shared(self, *, why: str) -> str:
        return f"Das Fazit ließ sich nicht teilen: {why} Im Thread steht es weiterhin ganz."

    def searched(self, *, count: int) -> str:
        return f"Jedes Modell liest, was eine Websuche zu dieser Frage fand ({count} {'Seite' if count == 1 else 'Seiten'})."

    def without_tools(self, *, why: str) -> str:
        return f"Die Modelle kommen ohne manche Werkzeuge aus: {why}"

    def not_searched(self, *, why: str) -> str:
        if not why:
            return "Zu dieser Frage wurde nicht im Web gesucht: Es ist keine Suchmaschine eingerichtet."
        return f"Zu dieser Frage wurde nicht im Web gesucht: {why}"


def _of_models(count: int) -> str:
    """Behind `von`, in the dative."""
    return "1 Modell" if count == 1 else f"{figure(count)} Modellen"


WHY_WITHHELD: Mapping[Withheld, str] = {
    "private_network": "Die Adresse führt in ein privates Netz; Council liest nur öffentliche Seiten.",
    "unknown_host": "Einen Server dieses Namens gibt es nicht.",
    "no_address": "Das ist keine Adresse einer Seite.",
    "members_only": "Das lesen nur dort Angemeldete; kopiere das Wichtige in die Frage.",
    "port": "Die Adresse nennt einen Port, auf dem es keine Seiten gibt.",
    "redirects": "Die Seite leitet von einer Adresse zur nächsten weiter.",
    "server_answered": "Der Server antwortete mit {fact}.",
    "no_answer": "Der Server antwortete nicht innerhalb von {fact} Sekunden.",
    "unreachable": "Der Server war nicht zu erreichen.",
    "larger": "Größer als {fact}.",
    "service_answered": "Der Dienst antwortete mit {fact}.",
    "service_silent": "Der Dienst antwortete nicht innerhalb von {fact} Sekunden.",
    "service_unreachable": "Der Dienst war nicht zu erreichen.",
    "no_json": "Der Dienst antwortete nicht mit JSON.",
    "found_nothing": "Der Dienst fand nichts.",
    "asks_for": "Der Dienst braucht {fact}; das hat niemand ausgefüllt.",
    "not_here": "Für diesen Ort ist kein Dienst dieses Namens eingerichtet.",
    "elsewhere": "Diese Datei liegt nicht in Slack selbst; hänge sie an die Nachricht an.",
    "withheld": "Slack gibt Council diese Datei nicht, wie manche Dateien anderer Organisationen; hänge sie hier selbst an.",
    "forbidden": "Slack lässt Council diese Datei nicht lesen.",
    "gone": "Die Datei ist nicht mehr da.",
    "expired": "Discord hat diese Datei weggeworfen, wie nach einer Weile alle Dateien aus Befehlen. Hänge sie noch einmal an.",
}

WHY_UNREAD: Mapping[UnreadReason, str] = {
    "too_large": "größer als {detail} MB",
    "too_many": "eine Frage nimmt {detail} Dateien",
    "not_given": "nicht abrufbar",
    "empty": "leer",
    "password": "mit einem Passwort geschützt",
    "damaged": "beschädigt",
    "no_text": "die ersten Seiten sind leer",
    "unknown": "keine Art von Datei, die Council liest",
    "mislabelled": "nicht die {detail}-Datei, die der Name verspricht",
    "oversized": "klein, aber ausgepackt riesig",
    "too_slow": "das Lesen braucht zu viel Zeit oder Speicher",
    "no_engine": "keine Suchmaschine ist eingerichtet",
    "no_sight": "kein Modell dieses Councils sieht Bilder",
    "no_library": "hier fehlt der Teil, der solche Dateien liest (`council[files]`)",
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
}
"""Kinds of files and texts. Others are names, which stay."""


@dataclass(frozen=True, slots=True)
class GermanMaterial:
    """Implements `MaterialWords`."""

    no_text: str = "Die Seite zeigt ohne JavaScript keinen Text."
    thread_skipped: str = "Council hat nicht gelesen, was vor deiner Frage stand."

    def unread(self, *, name: str, reason: UnreadReason, detail: str) -> str:
        why = WHY_UNREAD[reason].replace("{detail}", detail)
        if reason == "not_given" and detail:
            return f"**{name}** wurde nicht gelesen: {detail}"
        kind = f" ({detail})" if reason == "unknown" and detail else ""
        return f"**{name}** wurde nicht gelesen: {why}{kind}."

    def all_read(self, *, pieces: Sequence[str]) -> str:
        return f"Alle Modelle lesen {listed(pieces)}."

    def looked_at(self, *, pictures: Sequence[str], described: bool) -> str:
        said = f"Modelle, die Bilder sehen, sehen {listed(pictures)}."
        return f"{said} Eines davon hat sie für die anderen beschrieben." if described else said

    def picture(self, *, name: str, form: str) -> str:
        return f"{name} ({form}-Bild)"

    def messages(self, *, count: int) -> str:
        return f"{counted(count, 'Nachricht', 'Nachrichten')} aus diesem Thread"

    def form(self, *, form: str) -> str:
        return FORMS.get(form, form)

    def pages(self, *, form: str, count: int) -> str:
        nouns = {"PowerPoint": ("Folie", "Folien"), "spreadsheet": ("Tabellenblatt", "Tabellenblätter")}
        return f"{self.form(form=form)}, {counted(count, *nouns.get(form, ('Seite', 'Seiten')))}"

    def some_of(self, *, given: int, of: int) -> str:
        return f"{figure(given)} von {figure(of)} Zeichen: Anfang und Ende"

    def only_first(self, *, characters: int) -> str:
        return f"nur die ersten {figure(characters)} Zeichen"

    def withheld(self, *, why: Withheld, fact: str) -> str:
        return WHY_WITHHELD[why].replace("{fact}", fact)

    def thread_unread(self, *, why: str) -> str:
        return f"Council hat nicht gelesen, was vor deiner Frage stand; die Modelle kennen also nur die Frage selbst. {why} Bis das behoben ist, kopiere das Wichtige in die Frage, oder schalte das Lesen von Threads in den Einstellungen dieses Kanals aus."

    def question(self, *, files: Sequence[str]) -> str:
        return f"Was ist wichtig in {listed(files)}, und was sollten wir tun?"


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

    cancel: str = "Abbrechen"
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
    settings: str = "Einstellungen"
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
    show_me: str = "Ohne Stimme ansehen"
    reveal: str = "Abstimmung beenden und auflösen"
    confirm_reveal: str = (
        "Das beendet die Abstimmung für alle und zeigt, wer was geschrieben hat. Jetzt beenden?"
    )

    def tool_calls(self, *, count: int) -> str:
        return f"Werkzeugaufrufe ({count})"

    def response(self, *, alias: str) -> str:
        return f"Antwort {alias}"

    def ask(self, *, question: str) -> str:
        return f"Fragen: „{question}“"


ENDERS: Mapping[WhoReveals, str] = {
    "asker": "{asker} kann die Abstimmung vorzeitig beenden.",
    "anyone": "Alle können die Abstimmung vorzeitig beenden.",
    "nobody": "Niemand kann sie vorzeitig beenden.",
}

CERTAIN: Mapping[Sure, str] = {
    "clear": "Darin sind sie sich sicher.",
    "leaning": "Sie neigen dazu, aber nicht deutlich.",
    "few": "So wenige können auch zufällig übereinstimmen; mehr als eine Neigung ist das nicht.",
    "too_close": "Es ist zu knapp: Eine andere Antwort hätte ebenso gut vorn liegen können.",
    "nothing": "Für eine Aussage zur Sicherheit gab es zu wenige Gutachten.",
    "tie": "Es steht unentschieden; einen einzelnen Favoriten haben die Modelle nicht.",
}

AGREEING: Mapping[Agreement, str] = {
    "full": "Team und Modelle sind sich ganz einig.",
    "most": "Team und Modelle sind sich weitgehend einig.",
    "part": "Team und Modelle sind sich zum Teil einig.",
    "hardly": "Team und Modelle sind sich kaum einig.",
    "opposite": "Team und Modelle sehen es genau umgekehrt.",
}


@dataclass(frozen=True, slots=True)
class GermanBoard:
    """Implements `BoardWords`."""

    question: str = "Welche Antwort ist die beste?"
    secrecy: str = (
        "Stimm für eine. Niemand sieht deine Stimme, und du kannst sie bis zur Auflösung der Namen ändern."
    )
    hidden: str = (
        "Rangfolge und Fazit siehst du, sobald du abgestimmt hast, und alle sehen sie am Ende der Abstimmung."
    )
    closed_heading: str = "Die Abstimmung"
    nobody_yet: str = "Noch hat niemand abgestimmt, und die Hälfte der Zeit ist um."
    ranking: str = "Die Rangfolge der Modelle"
    names: str = "Rangfolge und Namen"
    little_evidence: str = "Die Grundlage ist schmal: weniger als zwei Urteile zu jedem Paar von Antworten."
    place: str = "Platz"
    response: str = "Antwort"
    wins: str = "Siege"
    points: str = "Punkte"
    mean_place: str = "Mittlerer Platz"
    firsts: str = "Erste Plätze"
    ballots: str = "Stimmzettel"
    model: str = "Modell"
    votes: str = "Stimmen"
    mean: str = "Mittel"
    mean_score: str = "Mittlere Note"
    legend: str = "Siege: Anteil der Vergleiche zu zweit, die eine Antwort gewann. Erste Plätze: wie viele Modelle sie vorn sahen."
    points_legend: str = (
        "Punkte, von 100: Jedes Modell gibt seinen Anteil je niedriger gesetzter Antwort. "
        "Erste Plätze: wie viele Modelle sie vorn sahen."
    )
    mean_place_legend: str = "Mittlerer Platz: über alle gezählten Gutachten, 1 ist der beste. Stimmzettel: wie viele Modelle sie einordneten."
    no_ranking: str = "Diesmal keine Rangfolge"
    one_response: str = "Es gibt nur eine Antwort, also nichts zu vergleichen."
    no_reviews: str = "Kein Modell hat die Antworten begutachtet."
    names_out: str = "Die Namen sind aufgelöst."
    few_blind: str = (
        "Weniger als drei Personen haben vor der Rangfolge abgestimmt; das reicht nicht für einen Vergleich."
    )
    no_verdict: str = "Es gibt kein Fazit."
    not_blind: str = (
        "Nicht blind für die fragende Person: Sie hatte Modellen für diese Frage einen eigenen Namen oder eigene "
        "Anweisungen gegeben und kann ihre Antworten wiedererkannt haben."
    )

    def so_far(self, *, votes: int) -> str:
        return f"Bisher {PHRASES.votes(count=votes)}."

    def open_until(self, *, until: Time, enough: int | None) -> Sequence[Part]:
        return "Offen bis ", until, f"{_or_enough(enough)}."

    def open_for(self, *, seconds: float | None, enough: int | None) -> str:
        if seconds is None:
            return f"Offen bis einige Zeit nach der Rangfolge der Modelle{_or_enough(enough)}."
        if seconds == 0:
            return f"Offen bis zur Rangfolge der Modelle{_or_enough(enough)}."
        return f"Nach der Rangfolge der Modelle noch {PHRASES.lasting(seconds=seconds)} offen{_or_enough(enough)}."

    def who_ends(self, *, who: WhoReveals, asker: str) -> str:
        return ENDERS[who].format(asker=asker)

    def closed(self, *, by: str, is_stopped: bool) -> str:
        if is_stopped:
            return "Abstimmung beendet: Die Frage wurde vor dem Ende abgebrochen."
        return f"Abstimmung beendet: {by} hat die Namen aufgelöst." if by else "Abstimmung beendet."

    def voted(self, *, count: int) -> str:
        return {0: "Niemand hat abgestimmt.", 1: "Eine Person hat abgestimmt."}.get(
            count, f"{count} Personen haben abgestimmt."
        )

    def told_apart(self, *, blind: int, informed: int) -> str:
        return f"{capital(PHRASES.votes(count=blind))} vor dem Blick auf die Rangfolge, {informed or 'keine'} danach."

    def invitation(self, *, aliases: Sequence[str]) -> str:
        return f"Stimm für die beste: {PHRASES.responses(aliases=aliases)}."

    def first(self, *, aliases: Sequence[str]) -> str:
        if len(aliases) == 1:
            return f"Die Modelle setzen Antwort {aliases[0]} auf Platz 1."
        return f"{PHRASES.responses(aliases=aliases)} teilen sich Platz 1."

    def best_scored(self, *, aliases: Sequence[str], first: str) -> str:
        has = "hat" if len(aliases) == 1 else "haben"
        return f"{PHRASES.responses(aliases=aliases)} {has} die beste mittlere Note. Nach den Rangfolgen allein: {first}"

    def put_first(self, *, alias: str, count: int, of: int, wrote: bool) -> str:
        who = (
            f"{figure(count)} von {figure(of)} {'sieht' if count == 1 else 'sehen'}"
            if count
            else f"Keines von {figure(of)} sieht"
        )
        wrote_it = (
            ""
            if not wrote or not count
            else " (und hat sie geschrieben)"
            if count == 1
            else " (eines davon hat sie geschrieben)"
        )
        return f"{who} {alias} vorn{wrote_it}."

    def certainty(self, *, kind: Sure) -> str:
        return CERTAIN[kind]

    def pairs_agreed(self, *, of_ten: int) -> str:
        return f"Zwei beliebige Gutachten stimmen bei {of_ten} von 10 Paaren überein; Zufall wären 5."

    def counts_less(self, *, reviewers: Sequence[int]) -> str:
        who = listed([str(number) for number in reviewers])
        if len(reviewers) == 1:
            return f"Gutachten {who} zählt weniger, weil es im Widerspruch zu den anderen steht."
        return f"Die Gutachten {who} zählen weniger, weil sie im Widerspruch zu den anderen stehen."

    def learned(self, *, reviewers: int) -> str:
        verb = "zählt" if reviewers == 1 else "zählen"
        return f"Wie viel {reviewers} Gutachten {verb}, folgt aus der Kalibrierung oder früheren Stimmen des Teams."

    def shortened(self, *, aliases: Sequence[str]) -> str:
        was = "wurde" if len(aliases) == 1 else "wurden"
        return (
            f"{PHRASES.responses(aliases=aliases)} {was} für die Begutachtung in der Mitte gekürzt. "
            "Alle anderen lesen den ganzen Text."
        )

    def scale(self, *, highest: str, lower_is_better: bool) -> str:
        return f"Mittlere Noten aus den Gutachten, bis {highest}; {'niedriger' if lower_is_better else 'höher'} ist besser."

    def tied(self, *, place: int) -> str:
        return f"{place} (gleichauf)"

    def row(self, *, alias: str, place: str, wins: str) -> str:
        return f"Antwort {alias} auf Platz {place} mit {wins}"

    def counted(self, *, valid: int, of: int) -> str:
        if valid == of:
            return (
                "Das eine Gutachten zählt."
                if of == 1
                else f"Alle {PHRASES.number(count=of)} Gutachten zählen."
            )
        if not valid:
            return "Das einzige Gutachten zählt nicht." if of == 1 else f"Keines von {of} Gutachten zählt."
        return f"{valid} von {of} Gutachten {'zählt' if valid == 1 else 'zählen'}."

    def not_counted(self, *, reviewer: int, why: str) -> str:
        return f"Die Rangfolge von Gutachten {reviewer} zählt nicht. {why}".rstrip()

    def written_by(self, *, alias: str, name: str) -> str:
        return f"Antwort {alias} ist von {name}."

    def team_agrees(self, *, how: Agreement) -> str:
        return AGREEING[how]

    def team_favourite(self, *, aliases: Sequence[str]) -> str:
        return f"Favorit des Teams: {PHRASES.responses(aliases=aliases)}."

    def counted_together(self, *, aliases: Sequence[str]) -> str:
        return f"Beides zusammengezählt: {PHRASES.responses(aliases=aliases)}."

    def chaired_by(self, *, name: str) -> str:
        return f"{name} hat das Fazit geschrieben."

    def described(self, *, names: Sequence[str], readers: Sequence[str]) -> str:
        verb = "hat" if len(names) == 1 else "haben"
        if readers:
            can = "kann" if len(readers) == 1 else "können"
            return f"{listed(names)} {verb} die Bilder beschrieben, die {listed(readers)} nicht sehen {can}."
        return f"{listed(names)} {verb} die Bilder für Modelle beschrieben, die nicht sehen können."

    def reviewer_was(self, *, number: int, name: str) -> str:
        return f"Gutachten {number}: {name}"

    def tools_used(self, *, name: str, tools: Sequence[str]) -> str:
        return f"{name} ({', '.join(tools)})"

    def used(self, *, each: Sequence[str]) -> str:
        return f"Werkzeuge, mit der Zahl der Aufrufe: {' · '.join(each)}."

    def takes_no_tools(self, *, names: Sequence[str]) -> str:
        verb = "nimmt" if len(names) == 1 else "nehmen"
        did = "antwortete" if len(names) == 1 else "antworteten"
        return f"{listed(names)} {verb} keine Werkzeuge und {did} ohne."

    def to_verdict(self, *, seconds: float) -> str:
        return f"{PHRASES.briefly(seconds=seconds)} bis zum Fazit"


def _or_enough(enough: int | None) -> str:
    return "" if enough is None else f", oder bis {counted(enough, 'Stimme da ist', 'Stimmen da sind')}"


FLAGS = {
    "addresses the reviewers": "wendet sich an die Gutachter",
    "tries to sway the reviewers": "will die Gutachter beeinflussen",
    "holds a ranking or verdict of its own": "enthält eine eigene Rangfolge oder ein eigenes Fazit",
    "imitates the lines around responses": "ahmt die Zeilen um die Antworten nach",
    "holds template tokens or placeholders": "enthält Platzhalter oder Zeichen einer Vorlage",
    "held invisible or control characters": "enthielt unsichtbare Zeichen oder Steuerzeichen",
}
"""The detector's warnings in German."""


@dataclass(frozen=True, slots=True)
class GermanResponses:
    """Implements `ResponseWords`."""

    cut_short: str = "Diese Antwort brach an ihrer Tokengrenze ab; das Ende fehlt."
    rest_lost: str = "Der Rest konnte nicht aufbewahrt werden."
    late: str = "Eine späte Antwort"
    late_explained: str = (
        "Sie kam, als die anderen schon begutachtet wurden, und wurde deshalb nicht verglichen."
    )
    late_notice: str = "Eine weitere Antwort kam, zu spät für den Vergleich."

    def title(self, *, alias: str) -> str:
        return f"Antwort {alias}"

    def title_revealed(self, *, alias: str, name: str, place: int | None, is_tied: bool) -> str:
        where = "" if place is None else f" · Platz {place}"
        return f"Antwort {alias} · {name}{where}{' · gleichauf' if is_tied else ''}"

    def notice(self, *, alias: str, length: str) -> str:
        return f"Antwort {alias} ist da: {length}."

    def care(self, *, flags: Sequence[str]) -> str:
        return f"Mit Vorsicht zu lesen: Diese Antwort {listed([FLAGS.get(flag, flag) for flag in flags])}."

    def sources(self, *, listed: Sequence[str], more: int) -> str:
        rest = f" · {more} weitere" if more else ""
        return f"Quellen: {' · '.join(listed)}{rest}"

    def too_long(self, *, characters: int, taken: int) -> str:
        return (
            f"Diese Antwort hat {figure(characters)} Zeichen und ist damit zu lang: Council hat die ersten "
            f"{figure(taken)} übernommen."
        )

    def part(self, *, title: str, index: int, of: int) -> str:
        return f"{title} ({index}/{of})"

    def continued(self, *, title: str) -> str:
        return f"{title}, Fortsetzung."

    def pointer(self, *, file: str) -> str:
        return f"Mehr passt hier nicht hin. Der ganze Text steht in der Datei {file}."

    def whole(self, *, title: str) -> str:
        return f"{title}, der ganze Text"


GAPS: Mapping[AbstentionReason, str] = {
    "timed_out": "keine Antwort innerhalb von {time}",
    "late": "nach {time} nicht fertig{others}, daher ging es ohne weiter",
    "rate_limited": "der Anbieter hatte zu viele Anfragen",
    "unauthorized": "der Anbieter hat unseren Schlüssel nicht angenommen",
    "no_credit": "das Guthaben beim Anbieter ist aufgebraucht",
    "unknown_model": "der Anbieter kennt das Modell nicht",
    "refused": "es hat abgelehnt",
    "empty": "es hat nichts zurückgeschickt",
    "bad_request": "der Anbieter hat die Anfrage nicht angenommen",
    "bad_reply": "die Antwort war nicht lesbar",
    "unreachable": "es war nicht erreichbar",
    "unavailable": "der Anbieter war gestört",
    "not_asked": "nicht gefragt, weil sein Anbieter {often} nacheinander ausgefallen war",
}

ADVICE: Mapping[AbstentionReason, str] = {
    "timed_out": "Frag noch einmal, oder gib mehr Zeit.",
    "late": "Gib mehr Zeit, oder nimm ein schnelleres Modell.",
    "rate_limited": "Warte eine Minute und frag noch einmal.",
    "unauthorized": "Prüf den Schlüssel für diesen Anbieter.",
    "no_credit": "Lade das Guthaben bei diesem Anbieter auf.",
    "unknown_model": "Prüf den Namen des Modells in den Einstellungen.",
    "refused": "Formulier die Frage anders, oder nimm ein anderes Modell.",
    "empty": "Frag noch einmal; kommt es öfter vor, nimm ein anderes Modell.",
    "bad_request": "Eine kürzere Frage hilft vielleicht.",
    "bad_reply": "Frag noch einmal; kommt es öfter vor, nimm ein anderes Modell.",
    "unreachable": "Prüf die Verbindung und die Adresse des Anbieters.",
    "unavailable": "Frag in ein paar Minuten noch einmal.",
    "not_asked": "Frag in ein paar Minuten noch einmal, oder nimm ein anderes Modell.",
}

MISSED = {
    "answer": "hat nicht geantwortet",
    "review": "hat kein Gutachten abgegeben",
    "synthesize": "hat kein Fazit geschrieben",
}


@dataclass(frozen=True, slots=True)
class GermanGaps:
    """Implements `GapWords`."""

    def reason(
        self, *, reason: AbstentionReason, seconds: float, others: float | None, failures: int | None
    ) -> str:
        took = (
            ""
            if others is None
            else f", während die anderen höchstens {PHRASES.lasting(seconds=others)} brauchten"
        )
        often = "mehrmals" if failures is None else f"{failures}-mal"
        return GAPS[reason].format(time=PHRASES.lasting(seconds=seconds), others=took, often=often)

    def in_general(self, *, reason: AbstentionReason) -> str:
        return capital(GAPS[reason].format(time="der Frist", others="", often="mehrmals")) + "."

    def advice(self, *, reason: AbstentionReason) -> str:
        return ADVICE[reason]

    def several(self, *, count: int, reason: str) -> str:
        return f"{count} × {reason}"

    def no_answer(self, *, missing: int, members: int, reasons: Sequence[str]) -> str:
        why = "; ".join(reasons)
        if members == missing == 1:
            return f"Das einzige Modell hat nicht geantwortet: {why}."
        verb = "hat" if missing == 1 else "haben"
        return f"{missing} von {_of_models(members)} {verb} nicht geantwortet: {why}."

    def missed(self, *, name: str, stage: Literal["answer", "review", "synthesize"]) -> str:
        return f"**{name}** {MISSED[stage]}."


@dataclass(frozen=True, slots=True)
class GermanVerdict:
    """Implements `VerdictWords`."""

    agree: str = "Alle sagen"
    differ: str = "Uneinig"
    unique: str = "Nur eine sah"
    point: str = "Die Modelle"
    what: str = "Worüber"
    doubts: str = "Was der Vorsitz noch prüfen würde"
    unranked: str = "Der Vorsitz hatte nur die Antworten selbst: Die Modelle haben sie nicht verglichen."
    no_first: str = "Die Rangfolge der Modelle hat keinen ersten Platz."
    none: str = "Kein Fazit"
    still_stand: str = "Die Antworten oben bleiben stehen."

    def title(self, *, is_ranked: bool) -> str:
        return "Fazit" if is_ranked else "Fazit, ohne Rangfolge"

    def for_asker(self, *, asker: Mention) -> Sequence[Part]:
        return asker, ", hier ist das Fazit."

    def cut_off(self, *, reason: FinishReason) -> str:
        return {
            "length": "Das Fazit brach an der Tokengrenze ab; das Ende fehlt.",
            "content_filter": "Der Inhaltsfilter des Anbieters hat das Fazit vor dem Ende abgebrochen.",
            "error": "Das Fazit brach vor dem Ende ab.",
        }.get(reason, "")

    def too_long(self, *, characters: int, taken: int) -> str:
        return f"Der Vorsitz schrieb {figure(characters)} Zeichen; Council hat die ersten {figure(taken)} übernommen."

    def foreign_links(self, *, links: Sequence[str]) -> str:
        what = "Diese Links stehen" if len(links) > 1 else "Dieser Link steht"
        return f"{what} in keiner der Antworten, also erst prüfen: {listed(links)}"

    def ranked_first(self, *, aliases: Sequence[str]) -> str:
        tie = ", gleichauf" if len(aliases) > 1 else ""
        return f"Von den Modellen auf Platz 1 gesetzt: **{PHRASES.responses(aliases=aliases)}**{tie}."

    def stand_in(self, *, passed_over: int, reasons: Sequence[str]) -> str:
        why = "; ".join(reasons)
        if passed_over == 1:
            return (
                f"Der Vorsitz konnte das Fazit nicht schreiben ({why}); das nächste Modell hat es übernommen."
            )
        who = f"Die ersten {PHRASES.number(count=passed_over)} Modelle der Reihe"
        return f"{who} konnten das Fazit nicht schreiben ({why}); das nächste hat es übernommen."

    def nobody(self, *, asked: int, reasons: Sequence[str]) -> str:
        why = "; ".join(reasons)
        if asked == 1:
            return f"Der Vorsitz konnte keines schreiben ({why}), und sonst stand niemand bereit."
        if not asked:
            return f"Niemand war da, um eines zu schreiben{f' ({why})' if why else ''}."
        return f"Keines von {_of_models(asked)} konnte eines schreiben ({why})."


@dataclass(frozen=True, slots=True)
class GermanClaims:
    """Implements `ClaimWords`."""

    title: str = "Geprüfte Behauptungen"
    claim: str = "Behauptung"
    finding: str = "Was Quellen sagen"
    none: str = "Keine Behauptung wurde an einer Quelle geprüft: Kein Gutachten hat etwas nachgeschlagen."

    def found(self, *, supported: int, contradicted: int) -> str:
        said = [
            *([f"belegt in {counted(supported, 'Gutachten', 'Gutachten')}"] if supported else []),
            *([f"widerlegt in {counted(contradicted, 'Gutachten', 'Gutachten')}"] if contradicted else []),
        ]
        return ", ".join(said) or "nichts gefunden"

    def misquoted(self, *, quote: str) -> str:
        return f"Dieses Zitat steht nicht in der Quelle, die dafür genannt ist: „{quote}“"


@dataclass(frozen=True, slots=True)
class GermanTools:
    """Implements `ToolWords`."""

    panel: str = "Werkzeugaufrufe"
    none: str = "Für diese Frage hat kein Modell ein Werkzeug benutzt."
    sealed: str = "Die Aufrufe von Werkzeugen erscheinen, sobald die Namen bekannt sind."
    file_title: str = "Alle Aufrufe"

    def in_file(self, *, file: str) -> str:
        return f"Nicht alles passt hierher. In der Datei {file} stehen alle Aufrufe."

    def notice(self, *, count: int) -> str:
        return f"{count} {'Aufruf' if count == 1 else 'Aufrufe'} von Werkzeugen."


@dataclass(frozen=True, slots=True)
class GermanReviews:
    """Implements `ReviewWords`."""

    unclear: str = "Daraus geht keine klare Reihenfolge hervor."
    panel: str = "Die Gutachten"
    none: str = "Zu dieser Frage gibt es keine Gutachten."
    nothing_written: str = "Ohne Text."
    file_title: str = "Alle Gutachten, ungekürzt"

    def heading(self, *, count: int) -> str:
        return "Das Gutachten" if count == 1 else f"Die {PHRASES.number(count=count)} Gutachten"

    def reviewer(self, *, number: int, name: str) -> str:
        return f"Gutachten {number} · {name}" if name else f"Gutachten {number}"

    def order(self, *, order: str) -> str:
        return f"beste zuerst: {order}."

    def not_counted(self, *, why: str) -> str:
        return f"nicht gezählt. {why}".rstrip()

    def in_file(self, *, file: str) -> str:
        return f"Nicht alles passt hier hin. Die Datei {file} enthält alle Gutachten ungekürzt."

    def notice(self, *, count: int) -> str:
        return f"{capital(PHRASES.reviews(count=count))} zu diesen Antworten."

    def must_contain(self, *, points: Sequence[str]) -> str:
        numbered = " ".join(f"({at}) {point}" for at, point in enumerate(points, start=1))
        return f"Eine richtige Antwort muss enthalten: {numbered}"

    def points_met(self, *, met: Sequence[str]) -> str:
        return f"Erfüllte Punkte: {'; '.join(met)}."

    def own_answer(self, *, answer: str) -> str:
        return f"Eigene Antwort: {answer}"

    def confidence(self, *, level: Confidence) -> str:
        said = {"low": "niedrig", "medium": "mittel", "high": "hoch"}.get(level, level)
        return f"Angegebene Sicherheit: {said}; das ändert kein Gewicht."


@dataclass(frozen=True, slots=True)
class GermanPositions:
    """Implements `PositionWords`."""

    split: str = "Die Modelle sind sich uneinig"
    asked_again: str = "Jedes wird noch einmal gefragt, mit den Positionen der anderen, nicht ihren Antworten, und bleibt dabei oder ändert sich."
    nothing_leads: str = "Nach einfacher Mehrheit führt nichts"
    minority: str = "Minderheitsbericht"

    def sides(self, *, positions: Sequence[str], counts: Sequence[int], silent: int) -> str:
        held = [
            f"{figure(count)} {'sagt' if count == 1 else 'sagen'} „{position}“"
            for position, count in zip(positions, counts, strict=False)
        ]
        rest = f" {figure(silent)} ohne Position." if silent else ""
        return f"{listed(held)}.{rest}"

    def kept(self, *, reason: str) -> str:
        return f"Es blieb bei seiner Position, als es die anderen sah{f': {reason}' if reason else ''}"

    def changed(self, *, before: str, reason: str) -> str:
        return (
            f"Es sagte „{before}“, bevor es die anderen sah, und änderte das{f': {reason}' if reason else ''}"
        )

    def all_say(self, *, position: str, aliases: Sequence[str]) -> str:
        return f"Alle mit einer Position sagen „{position}“: {PHRASES.responses(aliases=aliases)}."

    def side(self, *, position: str, aliases: Sequence[str]) -> str:
        return f"{PHRASES.responses(aliases=aliases)} {'sagt' if len(aliases) == 1 else 'sagen'} „{position}“"

    def leads(self, *, position: str, count: int, of: int) -> str:
        return f"Nach einfacher Mehrheit führt „{position}“, {count} von {of}"

    def dissent(
        self, *, alias: str, position: str, before: str, has_changed: bool, reason: str, sources: int
    ) -> str:
        what = f"sagt „{position}“"
        if has_changed:
            what = f"sagte erst „{before}“ und änderte das zu „{position}“"
        elif before:
            what = f"sagt „{position}“ und blieb dabei, als es die anderen sah"
        why = f": {reason.rstrip('.')}" if reason else ""
        return f"Antwort {alias} {what}{why}. Genannt: {counted(sources, 'Quelle', 'Quellen')}."


SCRIPTS: Mapping[Script, str] = {
    "Korean": "Koreanisch",
    "Chinese or Japanese": "Chinesisch oder Japanisch",
    "Arabic": "Arabisch",
    "Hebrew": "Hebräisch",
    "Devanagari": "Devanagari",
    "Thai": "Thai",
    "emoji": "Emojis",
}


@dataclass(frozen=True, slots=True)
class GermanEndings:
    """Implements `EndingWords`."""

    failed: str = "Diesmal kein Ergebnis"
    not_reviewed: str = "nicht begutachtet"
    unread_free: str = (
        "Kein Modell wurde gefragt, es hat also nichts gekostet. Frag noch einmal, wenn das behoben ist."
    )
    stopped: str = "Abgebrochen"
    nothing_more: str = "Kein Modell wird mehr gefragt, und die Namen bleiben verdeckt."
    no_answer_yet: str = "Bis dahin war noch keine Antwort da."
    export_which: str = "Als welche Datei möchtest du diese Frage? Nur du bekommst sie und kannst sie dann in den Thread stellen."
    export_to_thread: str = "In den Thread stellen"
    export: str = "Diese Frage als Dateien"
    deleted: str = "Auf Wunsch gelöscht"
    deleted_notice: str = "Hier stand eine Frage mit ihren Antworten. Sie wurde auf Wunsch gelöscht."

    def failed_notice(self, *, why: str) -> str:
        return f"Kein Ergebnis. {why}"

    def remains(self, *, answers: int, is_reviewed: bool) -> str:
        one = answers == 1
        came = "Eine Antwort kam" if one else f"{capital(PHRASES.number(count=answers))} Antworten kamen"
        missing = "" if is_reviewed else " Niemand hat sie begutachtet."
        return f"{came} und {'steht' if one else 'stehen'} unten.{missing}"

    def answer_by(self, *, name: str) -> str:
        return f"Antwort von {name}"

    def answer_notice(self, *, name: str, length: str, is_reviewed: bool) -> str:
        return f"{name} hat geantwortet: {length}{'' if is_reviewed else ', nicht begutachtet'}."

    def unread(self, *, why: str) -> str:
        return f"**Deine Frage konnte dort, wo du sie gestellt hast, nicht beantwortet werden.** {why}"

    def unread_kept(self, *, command: str) -> str:
        return f"Was herauskam, ist aufbewahrt und wird gepostet, sobald Council dort wieder schreiben darf. `{command}` zeigt es dir, solange du dort lesen darfst."

    def you_asked(self, *, question: str) -> str:
        return f"Du hast gefragt: {question}"

    def came(self, *, answers: int, members: int) -> str:
        one = answers == 1
        had = f"{answers} von {_of_models(members)} {'hatte' if one else 'hatten'} geantwortet."
        return f"{had} {'Die Antwort steht' if one else 'Die Antworten stehen'} oben, nicht begutachtet."

    def export_missing(self, *, scripts: Sequence[Script]) -> str:
        names = [SCRIPTS[script] for script in scripts]
        return (
            f"In der Datei fehlen Zeichen, weil hier keine Schrift sie enthält: {listed(names)}. Wer Council betreibt, kann "
            "Noto-Schriften installieren."
        )

    def export_wanted(self, *, by: str, files: Sequence[str]) -> str:
        return f"{by} hat diese Frage exportiert: {listed(files)}."

    def export_files(self, *, files: Sequence[str]) -> str:
        return f"Diese Frage als Dateien: {listed(files)}."

    def export_file(self, *, format_name: str) -> str:
        return f"Diese Frage als {format_name}"

    def deleted_on(self, *, day: Time) -> Sequence[Part]:
        return "Hier stand eine Frage mit ihren Antworten. Sie wurde auf Wunsch gelöscht, am ", day, "."


# -------------------------------------------------------------------------------------- what one person reads


@dataclass(frozen=True, slots=True)
class GermanReplies:
    """Implements `ReplyWords`."""

    say_why: str = "Sagen, warum"
    reason_title: str = "Warum half es nicht?"
    reason_intro: str = "Wird beim Lauf aufbewahrt, für alle, die ihn exportieren, ohne deinen Namen."
    reason: str = "Was fehlte oder war falsch?"
    send_reason: str = "Senden"
    withdraw: str = "Meine Stimme zurückziehen"
    not_voted: str = "Du hast nicht abgestimmt, also gibt es nichts zurückzuziehen."
    vote_withdrawn: str = (
        "Deine Stimme ist zurückgezogen. Bis die Namen gezeigt werden, kannst du neu abstimmen."
    )
    asked_in_private: str = (
        "Gefragt. Hier bin ich kein Mitglied, also kommt die Antwort in deiner Direktnachricht mit mir."
    )
    asked_elsewhere: str = "Gefragt. Die Antwort kommt im Thread der früheren Frage."
    export_started: str = (
        "Die Dateien kommen in den Thread dieser Frage oder sind schon dort. Wenn nichts ankommt, darf ich dort "
        "vielleicht keine Dateien posten."
    )
    stopped: str = "Angehalten. Was die Modelle bisher gesagt haben, bleibt erhalten."
    ask_anyway: str = "Trotzdem fragen"
    ask_it: str = "Fragen"

    def vague(self, *, command: str) -> str:
        return (
            "Gefragt. Ein Tipp, nur dieses eine Mal: Die Frage zeigt auf etwas, das sie nicht nennt, also können die Modelle "
            "nur raten. Nenne es, häng die Datei an oder frag im Thread, und sag, was eine gute Antwort braucht. "
            f"{command} improve und deine Frage schreibt eine Frage um, bevor sie gestellt wird."
        )

    def voted(self, *, alias: str) -> str:
        return f"Deine Stimme: Antwort {alias}. Du kannst sie ändern, bis die Namen gezeigt werden."

    def ranked(self, *, order: str) -> str:
        return (
            f"Deine Rangfolge, die beste zuerst: {order}. Du kannst sie ändern, bis die Namen gezeigt werden."
        )

    def feedback(self, *, good: bool) -> str:
        word = "hilfreich" if good else "nicht hilfreich"
        return f"Danke, als {word} vermerkt. Mit dem anderen Knopf änderst du es."

    def still_in_message(self, *, secrets: str) -> str:
        return (
            f"Deine Nachricht zeigt noch, was verdeckt wurde: {secrets}. Lösch die Nachricht und ändere, was sie "
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
        return "Die Abstimmung endet, und die Namen folgen, sobald das Urteil da ist."

    def incident(self, *, number: str) -> str:
        return (
            "Bei uns ist etwas schiefgegangen, und nichts wurde getan. Wenn es wieder passiert, nenn dem Betreiber von "
            f"Council diese Nummer: {number}."
        )

    def store_away(self, *, number: str) -> str:
        return (
            "Council erreicht seine Datenbank gerade nicht, darum wurde nichts getan. Versuch es in ein paar Minuten "
            "noch einmal; laufende Fragen gehen von selbst weiter. Wenn es anhält, nenn dem Betreiber von Council "
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
    "council": "Stell mehreren Modellen eine Frage; sie beurteilen einander blind",
    "Ask the council": "Den Rat fragen",
    "ask": "Den Rat fragen",
    "ask question": "Was du wissen willst; ohne Frage öffnet sich ein Formular mit mehr Platz",
    "ask preset": "Ein benanntes Bündel von Einstellungen, etwa quick oder thorough",
    "ask members": "Welche Modelle dieses Mal antworten, mit Kommas dazwischen",
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
    "cancel": "Eine Frage vor ihrem Ende stoppen",
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
            "form": "Dieses Formular gehört zu einer anderen Version von Council, also wurde nichts getan. Bitte öffne es neu.",
        }
        return said[what]

    def asking(self, *, command: str) -> str:
        return f"**{command} deine Frage** fragt mehrere Modelle. Sie antworten, begutachten einander blind und urteilen."

    def form(self, *, command: str) -> str:
        return f"**{command}** allein öffnet ein Formular: Dateien, Modelle, eine Vorlage."

    def finding(self, *, command: str) -> str:
        return (
            f"**{command} history** zeigt die letzten Fragen hier, **{command} search Wörter** findet eine."
        )

    def looking(self, *, command: str) -> str:
        return f"**{command} board** zeigt, wie stark die Modelle sind; **templates**, **schedules**, **decisions**, **stats** und **settings** hinter **{command}** zeigen mehr."

    def stopping(self, *, command: str) -> str:
        return f"**{command} cancel** hält deine letzte Frage an, **{command} forget** löscht sie."


@dataclass(frozen=True, slots=True)
class GermanForms:
    """Implements `FormWords`."""

    ask_title: str = "Den Rat fragen"
    ask: str = "Fragen"
    question: str = "Frage"
    files: str = "Dateien"
    pick_models: str = "Andere Modelle wählen"
    more_models: str = "Weitere Modelle"
    more_models_hint: str = "anbieter:modell, wie der Befehl models sie nennt, mit Kommas dazwischen"
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
        "Niemand sieht, wie du stimmst, und du kannst es ändern, bis die Namen gezeigt werden. Antworten ohne Platz "
        "zählen als gleichauf hinter den anderen."
    )
    vote: str = "Abstimmen"
    best: str = "Beste"

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


GROUPS: Mapping[Group, str] = {
    "council": "Modelle und Vorlage",
    "judging": "Begutachtung",
    "stages": "Zusätzliche Schritte",
    "voting": "Abstimmung",
    "deadlines": "Zeitlimits",
    "material": "Dateien",
    "web": "Web und Werkzeuge",
    "privacy": "Sprache und Datenschutz",
    "budget": "Budget",
    "all": "Einstellungen ändern",
}

LABELS: Mapping[str, str] = {
    "role": "Rolle",
    "temperature": "Temperatur",
    "max_tokens": "Längste Antwort (Tokens)",
    "effort": "Aufwand",
    "preset": "Vorlage",
    "members": "Modelle",
    "chairman": "Vorsitz",
    "quorum": "Nötige Antworten",
    "instructions": "Hausregeln",
    "rubric": "Bewertungsraster",
    "criteria": "Eigene Kriterien",
    "aggregation": "Rangverfahren",
    "own_answer": "Eigene Antwort eines Gutachters zählt",
    "review_characters": "Längste Antwort für Gutachter",
    "revise": "Modelle dürfen ihre Antwort überarbeiten",
    "critique": "Der Vorsitz kritisiert das Urteil",
    "both_orders": "Gutachten in beiden Reihenfolgen",
    "plain_style": "Formatierung für Gutachter verborgen",
    "rounds": "Wenn die Modelle uneins sind",
    "vote_minutes": "Abstimmung offen (Minuten)",
    "who_reveals": "Wer die Abstimmung früher beenden darf",
    "votes_needed": "Stimmen, die die Abstimmung beenden",
    "plain_follow_ups": "Nachrichten ohne Erwähnung haken nach",
    "vote_reminder": "Erinnerung zur Halbzeit der Abstimmung",
    "stage_seconds": "Zeitlimit je Schritt (s)",
    "call_seconds": "Zeitlimit je Aufruf (s)",
    "material_for_reviewers": "Was Gutachter von den Dateien sehen",
    "material_characters": "Längstes Material für Modelle",
    "most_files": "Dateien je Frage",
    "file_megabytes": "Größte Datei (MB)",
    "read_thread": "Gespräch um eine Frage",
    "verify": "Behauptungen werden geprüft",
    "web_search": "Websuche vor einer Frage",
    "services": "Dienste, die gefragt werden",
    "service_fields": "Angaben für Dienste",
    "tools": "Werkzeuge der Modelle",
    "language": "Sprache",
    "redact": "Geheimnisse in Fragen werden verdeckt",
    "keep_days": "Läufe werden gelöscht nach (Tagen)",
    "run_budget": "Budget je Frage ($)",
    "day_budget": "Budget je Tag ($)",
    "month_budget": "Budget je Monat ($)",
}

HINTS: Mapping[str, str] = {
    "temperature": "0 bis 2, etwa 0.2",
    "max_tokens": "Eine ganze Zahl; 1000 sind etwa 750 Wörter",
    "preset": "Ihre Einstellungen gehen den anderen hier vor",
    "members": "Ein Anbieter:Modell je Zeile",
    "chairman": "Name eines Modells oder Anbieter:Modell; - für das erste",
    "quorum": "Mit so vielen Antworten geht ein Lauf weiter",
    "instructions": "Für jedes Modell und den Vorsitz; - für keine",
    "criteria": "Je Zeile eines: correctness x2, oder harm (lower); - für keine",
    "review_characters": "Zeichen; die Mitte längerer fehlt; - für keine Grenze",
    "rounds": "Jedes sieht einmal die Positionen der anderen, ohne Namen, und bleibt dabei oder nicht",
    "vote_minutes": "Dann endet sie und die Namen erscheinen; 0 für keine",
    "votes_needed": "Mit so vielen Stimmen erscheinen die Namen; - für keine Zahl",
    "vote_reminder": "Ein Beitrag im Thread, wenn bis dahin niemand abgestimmt hat",
    "stage_seconds": "So lange wartet ein Lauf auf Antworten und auf Gutachten",
    "call_seconds": "Spätere Antworten gelten als verspätet",
    "material_for_reviewers": "Mehr kostet in jedem Gutachten noch einmal so viel",
    "material_characters": "Zeichen von allem zusammen",
    "most_files": "Weitere werden nicht gelesen",
    "file_megabytes": "Größere werden nicht gelesen",
    "read_thread": "Was vorher im Thread stand, ohne Namen",
    "verify": "Gutachten schlagen entscheidende Behauptungen nach; das Urteil zeigt eine Tabelle",
    "web_search": "Eine Suche je Frage; alle Modelle lesen, was sie findet",
    "services": "Namen von Diensten; all für alle hier erlaubten, none für keinen",
    "tools": "Etwa search, fetch, python; all für alle eingerichteten, none für keine",
    "redact": "Schlüssel, Token und Passwörter, bevor etwas gespeichert oder gesendet wird",
    "keep_days": "Die Posts im Chat bleiben",
    "run_budget": "So viel darf eine Frage kosten; - für jede Summe",
    "day_budget": "So viel darf ein Tag (UTC) kosten; - für jede Summe",
    "month_budget": "So viel darf ein Monat (UTC) kosten; - für jede Summe",
}

MEANINGS: Mapping[str, Mapping[str, str]] = {
    "effort": {"minimal": "Minimal", "low": "Wenig", "medium": "Mittel", "high": "Viel"},
    "who_reveals": {
        "asker": "Wer gefragt hat, jederzeit",
        "anyone": "Alle, jederzeit",
        "nobody": "Niemand: Sie endet mit der Zeit oder mit genug Stimmen",
    },
    "show_ranking": {
        "at_once": "Allen, sofort",
        "after_vote": "Jeder Person nach ihrer Stimme, allen am Ende der Abstimmung",
    },
    "aggregation": {
        "bradley_terry": "Stärke aus Vergleichen (Bradley-Terry)",
        "borda": "Punkte für Plätze (Borda)",
        "mean_place": "Mittlerer Platz",
        "copeland": "Gewonnene Paare (Copeland)",
        "schulze": "Stärkste Pfade (Schulze)",
    },
    "own_answer": {"excluded": "Gar nicht", "half": "Halb", "full": "Ganz"},
    "rounds": {"one": "Keines wird noch einmal gefragt", "on_split": "Alle werden noch einmal gefragt"},
    "read_thread": {"none": "Nur die Frage wird gelesen", "thread": "Was vorher gesagt wurde, wird gelesen"},
    "material_for_reviewers": {
        "none": "Ihre Namen",
        "head": "Die ersten 2.000 Zeichen jeder Datei",
        "all": "Alles",
    },
    "language": {"": "Die der fragenden Person"},
    "": {"yes": "ja", "no": "nein"},
}
"""Explanations of some settings' values; all others speak for themselves."""


@dataclass(frozen=True, slots=True)
class GermanSettings:
    """Implements `SettingsWords`."""

    heading: str = "Einstellungen in diesem Kanal"
    summary: str = "Die Einstellungen des Rats in diesem Kanal."
    setting: str = "Einstellung"
    value: str = "Wert"
    source: str = "Aus"
    none: str = "keine"
    nothing_differs: str = "Alle Einstellungen sind die Voreinstellungen."
    first_model: str = "Das erste Modell, das antwortet"
    who_may: str = "Wer diesen Kanal verwaltet, darf seine Einstellungen ändern."
    reset: str = "Zurücksetzen"
    confirm_reset: str = "Alle Einstellungen von hier entfernen und die geerbten verwenden?"
    save: str = "Speichern"
    show: str = "Einstellungen zeigen"

    def label(self, *, name: str, english: str) -> str:
        return LABELS.get(name, english)

    def hint(self, *, name: str, english: str) -> str:
        return HINTS.get(name, english)

    def means(self, *, name: str, text: str) -> str:
        return meaning(MEANINGS, name, text)

    def group(self, *, group: Group) -> str:
        return GROUPS[group]

    def comes_from(self, *, source: Source) -> str:
        return {
            "channel": "diesem Kanal",
            "workspace": "dem Workspace",
            "preset": "der Vorlage",
            "bot": "Voreinstellung",
        }[source]

    def differs(self, *, names: Sequence[str]) -> str:
        return f"Hier anders als voreingestellt: {listed(names)}."

    def contradict(self, *, trouble: str) -> str:
        return f"**Diese Einstellungen passen nicht zusammen:** {trouble}"

    def change(self, *, level: Level) -> str:
        return f"{'Diesen Kanal' if level == 'channel' else 'Den ganzen Workspace'} ändern:"

    def title(self, *, level: Level) -> str:
        return f"Einstellungen: {'Kanal' if level == 'channel' else 'Team'}"

    def intro(self, *, level: Level) -> str:
        where = "diesen Kanal" if level == "channel" else "den ganzen Workspace"
        return f"Für {where}, ab der nächsten Frage. Leere Felder werden geerbt."

    def inherited(self, *, value: str) -> str:
        return f"Geerbt: {value}"

    def left_empty(self, *, hint: str, value: str) -> str:
        return f"{hint}. Leer: {value}"

    def unheard(self, *, kind: Unheard) -> str:
        if kind == "never":
            return "**Nachrichten ohne Erwähnung erreichen Council hier nicht.**"
        return (
            "**Nachrichten ohne Erwähnung erreichen Council noch nicht.** Der Betreiber muss auf der Seite *Bot* in "
            "Discords Entwicklerportal *Message Content Intent* einschalten und den Bot neu starten."
        )

    def saved(self, *, level: Level) -> str:
        where = "diesen Kanal" if level == "channel" else "den ganzen Workspace"
        return f"Gespeichert für {where}. Es gilt ab der nächsten Frage."

    def was_reset(self, *, level: Level) -> str:
        where = "Dieser Kanal" if level == "channel" else "Der Workspace"
        return f"{where} erbt wieder alle Einstellungen, ab der nächsten Frage."


STATES: Mapping[RunStatus, str] = {
    "asked": "gerade gefragt",
    "answering": "Modelle antworten",
    "reviewing": "Modelle begutachten",
    "synthesizing": "der Vorsitz schreibt das Urteil",
    "voting": "Abstimmung offen",
    "revealed": "fertig",
    "failed": "kein Ergebnis",
    "cancelled": "angehalten",
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
    words_hint: str = "Alle müssen in der Frage oder ihrem Urteil stehen; „Zitate“ halten Wörter zusammen."
    find: str = "Finden"
    none_fit: str = "Auf dieser Seite passt keine Frage zu diesen Filtern."
    show: str = "Zeigen"
    panel_found: str = "Gefundene Fragen"
    more: str = "Das sind die neuesten. Es gibt ältere; mehr Wörter finden weniger."
    meant_as_question: str = "Wenn das eine Frage sein sollte, setz ein Fragezeichen ans Ende."
    no_verdict: str = "kein Urteil"
    demonstration: str = "Vorführung"
    a_channel: str = "einem Kanal"
    open_thread: str = "zum Thread"
    run: str = "Der Lauf"
    whole_verdict: str = "Das ganze Urteil"
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
            f"Keine Frage {among}enthält alles aus „{words}“, auch nicht in ihrem Urteil. Weniger Wörter finden mehr; "
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
        return f"Das ist nicht das ganze Urteil; die Datei {file} enthält es ganz."


@dataclass(frozen=True, slots=True)
class GermanDeletion:
    """Implements `DeletionWords`."""

    heading: str = "Diese Frage löschen?"
    stops_first: str = "Sie läuft noch und wird zuerst angehalten."
    goes: str = (
        "Die Frage, alle Antworten, Gutachten, das Urteil, Stimmen und Rückmeldungen werden für alle gelöscht, und "
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


REFUSALS: Mapping[Refusal, str] = {
    "vote_not_open": "Die Abstimmung ist noch nicht offen.",
    "vote_closed": "Die Abstimmung ist beendet; deine Stimme wurde nicht gezählt.",
    "vote_over": "Die Abstimmung ist schon beendet.",
    "no_vote": "Zu dieser Frage gibt es keine Abstimmung; die Namen kommen mit dem Urteil.",
    "nobody_reveals": "Hier kann niemand die Abstimmung früher beenden; die Namen kommen, wenn sie endet.",
    "only_asker_reveals": "Nur {fact} kann die Abstimmung früher beenden.",
    "only_asker_cancels": "Nur {fact} oder wer diesen Kanal verwaltet, kann diese Frage anhalten.",
    "only_asker_deletes": "Nur {fact} oder wer diesen Kanal verwaltet, kann diese Frage löschen.",
    "no_verdict_yet": "Zu dieser Frage gibt es noch kein Urteil.",
    "twice_in_ranking": "Antwort {fact} steht zweimal in dieser Rangfolge. Gib ihr einen Platz.",
    "empty_vote": "Wähle mindestens eine Antwort.",
    "nothing_to_search": "Darin ist kein Wort, nach dem man suchen kann. Nimm eines aus der Frage oder dem Urteil.",
    "nothing_asked_here": "Du hast hier nichts gefragt, also gibt es nichts zu löschen.",
    "nothing_under_way": "Hier läuft keine Frage von dir, also wurde nichts angehalten.",
    "answered_already": "Diese Frage hat ihr Fazit, also gibt es nichts mehr anzuhalten. Der Knopf auf ihrer Karte beendet die Abstimmung; `forget` löscht sie.",
    "ended_already": "Diese Frage ist schon beendet, also gibt es nichts anzuhalten.",
    "not_over": "Diese Frage läuft noch. Versuch es, wenn sie beendet ist.",
    "nobody_missing": "Alle Modelle haben teilgenommen, also gibt es nichts neu zu versuchen.",
    "outside": "Du bist nicht in diesem Kanal oder Thread, darum wurde nichts getan. Wer darin ist, kann dich hinzufügen.",
    "cannot_tell": "Ich konnte nicht prüfen, ob du dort lesen darfst, darum wurde nichts getan. {fact}",
    "settings_changed": "Jemand anderes hat diese Einstellungen inzwischen geändert, nichts wurde gespeichert. Öffne sie neu.",
    "no_workspace": "Um diesen Ort gibt es keinen Workspace; nur der Ort selbst hat Einstellungen.",
    "only_channel_managers": "Nur wer diesen Kanal verwaltet, kann seine Einstellungen ändern.",
    "workspace_board": (
        "Die Rangliste des ganzen Workspace sehen hier nur Leute, die ihn verwalten. Die Seite zeigt eine über die Kanäle, "
        "in denen du bist."
    ),
    "only_managers_set_seats": "Nur wer diesen Kanal verwaltet, kann die Modelle einer Frage einzeln einstellen, darum wurde nichts gefragt. Frag ohne das, oder bitte jemanden darum.",
    "preset_seats": "Die Vorlage, die hier gilt, nennt eigene Modelle, darum wurde nichts gespeichert. Wähl erst eine andere Vorlage oder keine.",
    "only_workspace_managers": "Nur wer den ganzen Workspace verwaltet, kann seine Einstellungen ändern.",
    "only_template_managers": "Nur wer den ganzen Workspace verwaltet, kann seine Vorlagen ändern.",
    "too_many_templates": "Es ist Platz für {fact} Vorlagen. Lösch zuerst eine. Nichts wurde gespeichert.",
    "needs_words": "Eine Frage braucht Wörter: {fact} und dann deine Frage.",
    "question_too_long": "Die Frage ist zu lang: höchstens {fact} Zeichen. Kürze sie oder frag nach einem Teil.",
    "export_needs": "Diese Datei braucht das Paket {fact}, das hier nicht installiert ist: Wer Council betreibt, kann es mit `pip install council[exports]` ergänzen. HTML geht auch so.",
    "export_no_figures": "Es gibt keine Zahlen zu zeichnen: Zu dieser Frage wurde nichts gereiht.",
    "export_too_large": "Diese Frage ist für diese Datei ({fact}) zu lang oder zu tief verschachtelt. In der HTML-Datei steht alles.",
    "no_pages": "Hier gibt es keine Seiten im Browser: Wer Council betreibt, hat keine Adresse dafür gesetzt.",
    "schedule_day": "'{fact}' steht nicht in jedem Kalender. Nenne Wochentage, einen Tag des Monats von 1 bis 28 oder ein Datum: `jeden montag 9:00 …`, `jeden 1. 9:00 …`, `jeden 28. februar 9:00 …`. Nichts wurde angelegt.",
    "schedule_time": "Ein Zeitplan braucht eine Uhrzeit zwischen 0:00 und 23:59: `jeden {fact} 9:00 deine Frage`. Nichts wurde angelegt.",
    "schedule_zone": "Die Zeitzone '{fact}' gibt es nicht. Nenne eine wie Europe/Berlin oder UTC. Nichts wurde angelegt.",
    "schedule_no_zone": "Deine Zeitzone ist hier nicht bekannt. Schreib sie hinter die Uhrzeit: `jeden {fact} 9:00 Europe/Berlin deine Frage`. Nichts wurde angelegt.",
    "schedule_question": "Ein Zeitplan braucht eine Frage: `jeden {fact} 9:00 deine Frage`. Nichts wurde angelegt.",
    "schedule_unknown": "Diesen Zeitplan gibt es hier nicht mehr.",
    "schedule_of_another": "Nur {fact} und wer diesen Kanal verwaltet, kann diesen Zeitplan ändern.",
    "schedule_too_many": "In diesem Kanal gibt es {fact} Zeitpläne, mehr gehen nicht. Lösch zuerst einen.",
    "improve_too_long": "Ein Modell formuliert Fragen mit höchstens {fact} Zeichen neu. Nichts wurde gefragt.",
    "improve_failed": "Die Frage wurde nicht neu formuliert, und nichts wurde gefragt. {fact}",
    "improve_unread": "{fact} hat nicht mit einer Frage geantwortet; nichts wurde neu formuliert und nichts gefragt.",
    "draft_gone": "Diese Frage ist schon gestellt oder hat länger als einen Tag gewartet. Schreib sie noch einmal.",
    "board_limits": "'{fact}' grenzt keine Rangliste ein. Schreib `board` mit `workspace`, `template:writer`, `rubric:code`, `member:Ada`, `since:2026-01-31` oder `until:2026-06-30`.",
    "search_day": "'{fact}' ist kein Tag. Schreib `since:2026-01-31`.",
    "digest_time": "Hinter dem Rückblick steht keine Uhrzeit. Schreib `digest {fact} 9:00` oder `digest {fact} 9:00 Europe/Berlin`. Nichts wurde geändert.",
    "not_revealed": "Eine Entscheidung lässt sich festhalten, sobald die Namen dieser Frage aufgedeckt sind.",
    "not_decided": "Zu dieser Frage ist noch nichts festgehalten.",
    "template_empty": "Das Feld '{fact}' der Vorlage ist leer. Schreib {fact}=\"…\" vor deine Frage, oder füll es im Formular aus. Nichts wurde gefragt.",
    "template_long": "Der Text in '{fact}' ist zu lang: höchstens 3.000 Zeichen. Nichts wurde gefragt.",
    "template_number": "'{fact}' nimmt eine Zahl, etwa 200. Nichts wurde gefragt.",
}


@dataclass(frozen=True, slots=True)
class GermanErrors:
    """Implements `ErrorWords`."""

    def refused(self, *, kind: Refusal, fact: str) -> str:
        return REFUSALS[kind].replace("{fact}", fact).strip()

    def models_refused(self, *, models: Sequence[str], choices: Sequence[str]) -> str:
        return (
            f"{', '.join(models)} lässt sich hier nicht wählen, also wurde nichts gefragt und nichts bezahlt; wählbar: "
            f"{', '.join(choices)}; wer Council betreibt, kann weitere Modelle erlauben (COUNCIL_MODELS)."
        )

    def over_budget(self, *, keeper: Keeper, period: Period, cost: str | None, limit: str, left: str) -> str:
        whose = {"channel": "dieses Kanals", "workspace": "dieses Workspace"}.get(keeper, "dieses Bots")
        who = "Wer ihn verwaltet" if keeper in ("channel", "workspace") else "Der Betreiber"
        would = f"Diese Frage würde etwa {cost} kosten." if cost else "Nichts wurde gefragt."
        if period == "run":
            return (
                f"{would} Eine Frage darf nach dem Budget {whose} {limit} kosten. Weniger Modelle, die "
                f"Vorlage `quick` oder eine kürzere Frage kosten weniger. {who} kann es erhöhen."
            )
        span, each = ("Tag", "jeden Tag") if period == "day" else ("Monat", "jeden Monat")
        return (
            f"{would} Das Budget {whose} ist {limit} je {span}; {left} sind übrig. Es beginnt {each} neu (UTC). {who} kann "
            "es erhöhen."
        )

    def unpriced(self, *, models: Sequence[str], variables: Sequence[str]) -> str:
        return (
            f"Hier gilt ein Budget, und für {listed(models)} ist kein Preis bekannt, darum wurde nichts gefragt. Wähle "
            f"andere Modelle; der Betreiber kann einen Preis nennen ({listed(variables)})."
        )

    def too_many_waiting(self, *, count: int) -> str:
        waiting = counted(count, "Frage", "Fragen")
        return (
            f"Du hast {waiting} in der Warteschlange, mehr darf eine Person nicht. Warte oder halte eine an."
        )

    def unknown_run(self, *, run_id: str) -> str:
        return f"Hier gibt es keinen Lauf '{run_id}'. `history` zeigt die letzten; einen von anderswo sieht, wer dort ist."

    def deleted(self, *, run_id: str, day: str) -> str:
        return f"Lauf '{run_id}' wurde am {day} gelöscht, mit allem, was dazugehörte."

    def unknown_choice(self, *, value: str, known: Sequence[str]) -> str:
        choose = f" Wähle {listed(known, 'oder')}." if known else ""
        return f"'{value}' steht nicht zur Wahl.{choose}"


PLAYGROUND = PageLabels(
    language="de",
    title="Spielwiese",
    you_are="Du bist",
    teammates="Drei erfundene Leute im Team, damit du als jede und jeder abstimmen kannst.",
    channels="Kanäle",
    channel="Kanal",
    threads="Threads",
    thread="Thread",
    no_thread="Stell im Kanal eine Frage. Antworten, Gutachten und Abstimmung erscheinen hier, sobald sie da sind.",
    quiet="Hier hat noch niemand etwas gefragt.",
    show="Zeigen",
    messages="Nachrichten",
    ask="Fragen",
    ask_here="Frag den Rat in diesem Kanal",
    with_settings="Mit Einstellungen…",
    follow_up="Nachfragen",
    follow_up_here="In diesem Thread nachfragen",
    add_files="Dateien anhängen",
    history="Verlauf",
    statistics="Statistik",
    board="Rangliste",
    decisions="Entscheidungen",
    schedules="Zeitpläne",
    templates="Vorlagen",
    settings="Einstellungen hier",
    help="Hilfe",
    demo="Hier antworten Demo-Modelle: erfundene Texte, kein Schlüssel, keine Kosten. Für echte Modelle nenne sie und ihre Schlüssel in .env (siehe .env.example) und starte neu.",
    only_you="Das siehst nur du",
    close="Schließen",
    confirm="Ja, so machen",
    file="Datei",
    table="Tabelle",
    silent="Council antwortet nicht. Läuft es noch?",
    no_page="Hier gibt es keine Seite. Öffne die ganze Adresse, die council ausgegeben hat.",
    other_host="Diese Seite antwortet nur diesem Rechner, als 127.0.0.1 oder localhost.",
    other_site="Dieses Formular kam nicht von der Seite der Spielwiese.",
    too_large="Das ist mehr, als die Spielwiese auf einmal annimmt: 30 MB mit allen Dateien.",
    file_gone="Diese Datei ist nicht mehr da. Exportiere sie noch einmal.",
)


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
    tools: str = "Werkzeuge"
    by_month: str = "Siege nach Monat"
    then_and_now: str = "Damals, jetzt"

    def changed(self, *, name: str, before: str, now: str) -> str:
        return f"{name} hat sich am meisten verändert: von {before} gewonnener Vergleiche auf {now}."

    since: str = "Von"
    until: str = "Bis"

    def limited(self, *, template: str, rubric: str, member: str, since: str, until: str) -> str:
        parts = (
            f"mit der Fragevorlage {template}" if template else "",
            f"mit dem Kriterienkatalog {rubric}" if rubric else "",
            f"mit einer Antwort von {member}" if member else "",
            f"seit dem {since}" if since else "",
            f"bis zum {until}" if until else "",
        )
        return f"Nur Fragen {listed([part for part in parts if part])}."

    def none_fit(self) -> str:
        return "Noch bei keiner passenden Frage sind die Namen aufgedeckt, also gibt es keine Rangliste."

    def title(self, *, everywhere: bool) -> str:
        return f"Wie stark die Modelle {'überall' if everywhere else 'hier'} sind"

    def none(self, *, everywhere: bool) -> str:
        where = "" if everywhere else " hier"
        return f"Noch bei keiner Frage{where} sind die Namen aufgedeckt, also gibt es keine Rangliste. Vorführungen zählen nicht."

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
            f"Kosten. Ohne wäre der erste Platz bei {kept} davon derselbe{team}. Von selbst ändert sich nichts."
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
    none: str = "Hier wird nichts nach Zeitplan gefragt."
    paused: str = "pausiert"
    place_gone: str = (
        "Diesen Kanal gibt es nicht mehr, oder wem der Zeitplan gehört, kann ihn nicht mehr lesen."
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

    def typed(self, *, text: str) -> str:
        return f"Getippt war: {text}"

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

    def closed(self, *, when: str) -> str:
        return (
            f"Dein Zeitplan ({when}) ist pausiert: Den Kanal gibt es nicht mehr, oder du kannst ihn nicht mehr lesen. Leg ihn "
            "in einem anderen Kanal neu an."
        )


@dataclass(frozen=True, slots=True)
class GermanPage:
    """Implements `PageWords`."""

    skip: str = "Zum Inhalt springen"
    colours: str = "Farben"
    auto: str = "Auto"
    light: str = "Hell"
    dark: str = "Dunkel"
    on_this_page: str = "Auf dieser Seite"
    answer: str = "Fazit"
    ranking: str = "Rangfolge"
    responses: str = "Antworten der Modelle"
    reviews: str = "Gutachten"
    details: str = "Einzelheiten"
    material: str = "Material"
    sources: str = "Quellen"
    earlier: str = "Früher in diesem Thread"
    run: str = "Lauf"
    names_out: str = "Namen aufgedeckt"
    names_hidden: str = "Namen bleiben bis zum Aufdecken verborgen"
    need_not_wait: str = "Du musst nicht warten: Lies die Antworten, sobald sie da sind."
    most_agree: str = "Die meisten sind einig"
    layout: str = "Anordnung der Antworten"
    side_by_side: str = "Nebeneinander"
    stacked: str = "Untereinander"
    tabs: str = "Einzeln"
    compare: str = "Zwei vergleichen"
    left: str = "Links"
    right: str = "Rechts"
    versus: str = "mit"
    only_here: str = "Markierter Text steht nur hier und nicht in der anderen."
    jump: str = "Zu einer Antwort springen"
    others_said: str = "Was die Gutachten sagen"
    position: str = "In einer Zeile"
    reviewer: str = "Gutachten"
    raw: str = "Im Wortlaut"
    prompts: str = "Prompts und Rohtexte"
    prompts_about: str = (
        "Diese Seite sehen nur die fragende Person und alle, die diesen Kanal verwalten. Sie zeigt die Prompts für "
        "Antworten, Gutachten und Fazit; Bitten um Korrektur, Überdenken oder Kritik stehen nicht darauf."
    )
    prompt_system: str = "Systemnachricht"
    prompt_history: str = "Frühere Runden"
    prompt_user: str = "Nutzernachricht"
    cost_and_time: str = "Kosten und Zeit"
    agreement: str = "Wie oft zwei Gutachten zwei Antworten gleich ordnen"
    cost_and_place: str = "Kosten (nach rechts) und Platz (1 ist oben)"
    answer_took: str = "Antwort"
    review_took: str = "Gutachten"
    tokens: str = "Tokens"
    cost: str = "Kosten"
    together: str = "Zusammen"
    score_scale: str = "Mittlere Punkte"
    link: str = "Dieser Link gehört nur dir: Gib ihn nicht weiter. Er lässt sich zehn Minuten lang öffnen."
    open_link: str = "Seite öffnen"
    public: str = "Öffentlicher Link"
    public_about: str = "Wer diesen Link hat, kann den Lauf lesen: Frage, Antworten, Namen und Kosten. Der Thread darum bleibt verborgen."
    publish: str = "Öffentlichen Link anlegen"
    unpublish: str = "Link zurückziehen"
    vote: str = "Abstimmen"
    vote_ranking: str = "Mit dieser Reihenfolge abstimmen"

    def move_up(self, *, alias: str) -> str:
        return f"Antwort {alias} nach oben"

    def move_down(self, *, alias: str) -> str:
        return f"Antwort {alias} nach unten"

    def moved(self, *, alias: str, place: str) -> str:
        return f"Antwort {alias} steht jetzt auf Platz {place}."

    def waiting(self, *, for_what: Literal["answers", "reviews", "verdict", "vote"]) -> str:
        return {
            "answers": "Die Modelle antworten gerade.",
            "reviews": "Die Modelle lesen gerade die Antworten der anderen.",
            "verdict": "Das Fazit wird gerade geschrieben.",
            "vote": "Rangfolge und Antwort stehen hier, sobald du abgestimmt hast.",
        }[for_what]

    def placed(self, *, place: int, is_own: bool) -> str:
        return f"Platz {place}, eigene" if is_own else f"Platz {place}"

    def heat_caption(self, *, highest: str, names_out: bool) -> str:
        what = f"Punkte (höchstens {highest}) und Platz" if highest else "Platz"
        own = " Gestrichelt: die eigene Antwort." if names_out else ""
        return f"{what} jeder Antwort in jedem Gutachten, vergeben, ohne die Namen zu kennen.{own}"

    def why(self, *, reviewer: str) -> str:
        return f"Was {reviewer} sagt"

    def prompt_of(self, *, purpose: Literal["answer", "review", "verdict"], name: str) -> str:
        match purpose:
            case "answer":
                return f"Antwort von {name}"
            case "review":
                return f"Gutachten von {name}"
            case "verdict":
                return f"Fazit von {name}"

    def verdict_by(self, *, name: str) -> str:
        return f"Fazit, {name}"

    def cited_by(self, *, aliases: Sequence[str], verdict: bool) -> str:
        by = [*aliases, *(("dem Fazit",) if verdict else ())]
        return f"genannt von {GermanPhrases().listed(things=by)}"

    def tool_calls(self, *, count: int) -> str:
        return f"Aufrufe von Werkzeugen ({count})"

    def seconds(self, *, seconds: float) -> str:
        return f"{seconds:.1f} s".replace(".", ",")

    def title(self, *, trouble: PageTrouble) -> str:
        return {
            "sign_in": "Öffne diese Seite aus dem Chat",
            "signed_out": "Melde dich an, um diese Seite zu sehen",
            "denied": "Du wurdest nicht angemeldet",
            "lost_way": "Die Anmeldung hat nicht geklappt",
            "not_confirmed": "Der Chat hat nicht gesagt, wer du bist",
            "nowhere": "Council kennt keinen deiner Workspaces",
            "expired": "Dieser Link ist abgelaufen",
            "not_yours": "Du darfst diese Seite nicht sehen",
            "unknown": "Diese Seite gibt es nicht",
            "deleted": "Dieser Lauf wurde gelöscht",
            "cannot_tell": "Council kann nicht prüfen, wer das sehen darf",
            "forged": "Dieses Formular kam nicht von seiner Seite",
            "broken": "Etwas ging schief",
        }[trouble]

    def advice(self, *, trouble: PageTrouble) -> str:
        return {
            "sign_in": "Council weiß nicht, wer du bist. Drücke [Seite öffnen] auf der Karte in Slack oder Discord.",
            "signed_out": "Melde dich mit deinem Konto des Chats an, oder drücke dort [Seite öffnen] auf der Karte eines Laufs.",
            "denied": "Der Chat hat dich ohne Erlaubnis zurückgeschickt. Melde dich noch einmal an und stimme dort zu, oder drücke [Seite öffnen] auf der Karte eines Laufs.",
            "lost_way": "Sie hat länger als zehn Minuten gedauert, oder sie begann in einem anderen Browser. Melde dich noch einmal an.",
            "not_confirmed": "Melde dich in einer Minute noch einmal an. Hilft das nicht, steht im Protokoll mehr.",
            "nowhere": "In deinen Workspaces oder Servern hat Council noch niemand etwas gefragt. Frage zuerst dort, oder melde dich mit einem anderen Konto an.",
            "expired": "Links lassen sich zehn Minuten lang öffnen. Drücke noch einmal [Seite öffnen] auf der Karte.",
            "not_yours": "Sie gehört zu einem Kanal oder Thread, in dem du nicht bist. Wer dort ist, kann dich hinzufügen.",
            "unknown": "Prüfe die Adresse, oder drücke [Seite öffnen] auf der Karte.",
            "deleted": "Seine Texte sind für immer fort.",
            "cannot_tell": "Der Chat sagt gerade nicht, wer in diesem Kanal ist. Versuche es in einer Minute noch einmal.",
            "forged": "Nichts wurde getan. Öffne die Seite neu und drücke den Knopf dort.",
            "broken": "Im Protokoll steht mehr. Versuche es in einer Minute noch einmal.",
        }[trouble]


@dataclass(frozen=True, slots=True)
class GermanLists:
    """Implements `ListWords`."""

    history: str = "Verlauf"
    search: str = "Suchen"
    search_hint: str = "Wörter einer Frage oder einer Antwort"
    none_yet: str = "In den Kanälen, die du lesen darfst, wurde noch nichts gefragt."
    none_such: str = "Dazu passt kein Lauf. Nimm eine der Einschränkungen zurück."
    none_decided: str = "In den Kanälen, die du lesen darfst, ist noch nichts festgehalten. Nach dem Aufdecken steht das im Menü der Karte."
    who_asked: str = "Wer gefragt hat"
    asked_by_anyone: str = "Von allen gefragt"
    asked_by_me: str = "Von mir gefragt"
    first_place: str = "Auf dem ersten Platz"
    any_first: str = "Jedes Modell vorn"
    template: str = "Vorlage"
    any_template: str = "Jede Vorlage"
    when_asked: str = "Wann gefragt wurde"
    any_time: str = "Jederzeit"
    this_channel: str = "Nur dieser Kanal"
    one_channel: str = "Du siehst nur einen Kanal."
    all_channels: str = "Alle Kanäle zeigen"
    older: str = "Ältere Läufe"
    newest: str = "Neueste Läufe"
    runs: str = "Läufe"
    sign_out: str = "Abmelden"
    choose_workspace: str = "Wo möchtest du lesen?"

    templates_by: str = "Wer den Workspace verwaltet, legt hier nach „Seite öffnen“ im Chat Vorlagen an und ändert sie, oder dort mit /council templates."

    def seen(self, *, channels: int) -> str:
        return (
            "Du siehst Läufe eines Kanals."
            if channels == 1
            else f"Du siehst Läufe aus {channels} Kanälen, die du jetzt lesen darfst."
        )

    def ranked_first(self, *, name: str) -> str:
        return f"{name} vorn"

    def counted(self, *, runs: int) -> str:
        what = "einer Frage" if runs == 1 else f"{runs} Fragen"
        return f"Aus {what} mit aufgedeckten Namen, in den Kanälen, die du lesen darfst."

    def last_days(self, *, days: int) -> str:
        return f"Letzte {days} Tage"

    def sign_in_with(self, *, platform: str) -> str:
        return f"Mit {platform} anmelden"

    def signed_in(self, *, name: str) -> str:
        return f"Angemeldet als {name}"


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
    needs_words: str = "Eine Entscheidung braucht Wörter."
    bad_day: str = "Schreib einen Tag als Jahr, Monat und Tag, etwa 2027-03-01."
    past_day: str = "Dieser Tag ist vorbei. Wähle einen späteren."
    title: str = "Entscheidungen"
    none: str = "Hier wurde noch nichts entschieden. Sobald die Namen einer Frage aufgedeckt sind, steht in ihrem Menü Mehr: Entscheidung festhalten."
    export_one: str = "Eine als Datei holen"
    look_again_on: str = "wieder ansehen am"
    due: str = "Du wolltest diese Entscheidung wieder ansehen:"
    file: str = "Die Entscheidung als Architecture Decision Record."
    change: str = "Ändern"
    export: str = "Als Datei holen"
    show_all: str = "Alle Entscheidungen"

    def intro(self, *, question: str) -> str:
        return f"Die Frage war: {question}"

    def none_found(self, *, words: str) -> str:
        return f"Keine Entscheidung hier enthält alles von „{words}“."

    def count(self, *, count: int) -> str:
        return "Eine Entscheidung hier." if count == 1 else f"{count} Entscheidungen hier."


TEMPLATE_PARTS: Mapping[TemplatePart, tuple[str, str]] = {
    "name": (
        "Name",
        "Kleinbuchstaben, Ziffern und Bindestriche, etwa release-notes; getippt template:release-notes",
    ),
    "about": ("Titel: wofür sie da ist", "Etwa Neuigkeiten: was sich geändert hat, für alle, die es nutzen"),
    "instructions": (
        "Anweisungen für alle Modelle",
        "{{leser}} steht für das, was im Feld leser ausgefüllt wird",
    ),
    "fields": (
        "Felder, eins je Zeile",
        "leser*: Wer es liest · ton: Ton [schlicht, förmlich] = schlicht · punkte: Punkte [number] = 5",
    ),
    "extras": ("Preset und Rollen", "Etwa preset: quick; roles: sceptic, engineer"),
}

TEMPLATE_MISTAKES: Mapping[MistakeKind, str] = {
    "name": "Schreib bis zu 30 Kleinbuchstaben, Ziffern und Bindestriche, etwa release-notes.",
    "taken": "Eine eigene Vorlage {fact} gibt es schon. Wähl einen anderen Namen, oder ändere diese.",
    "about": "Schreib einen Titel von höchstens 24 Zeichen, einen Doppelpunkt und wofür sie da ist, etwa Neuigkeiten: was neu ist.",
    "no_instructions": "Schreib, was jedes Modell gesagt bekommt.",
    "placeholder": "Zeile {line}: {{{{{fact}}}}} nennt kein Feld. Schreib {fields}, oder füg bei den Feldern eine Zeile für {fact} hinzu.",
    "line": "Zeile {line} ist nicht lesbar: {fact}. Schreib sie so: ton: Ton [schlicht, förmlich] = schlicht",
    "twice": "Zeile {line}: Ein Feld {fact} gibt es schon. Gib diesem einen anderen Namen.",
    "default": "Zeile {line}: {fact} hinter = passt nicht zum Feld. Schreib eine seiner Möglichkeiten oder eine Zahl. {known}",
    "too_many_fields": "Eine Vorlage hat höchstens {fact} Felder. Nimm welche heraus.",
    "too_many_choices": "Zeile {line}: Ein Feld hat höchstens {fact} Möglichkeiten. Nimm welche heraus.",
    "extras": "{fact} ist nicht lesbar. Schreib es so: preset: quick; roles: sceptic, engineer",
    "preset": "Ein Preset {fact} gibt es nicht. Es gibt {known}.",
    "role": "Eine Rolle {fact} gibt es nicht. Es gibt {known}.",
}


@dataclass(frozen=True, slots=True)
class GermanTemplates:
    """Implements `TemplateWords`."""

    title: str = "Vorlagen für Fragen"
    choose: str = "Mit einer Vorlage fragen"
    required: str = "nötig"
    template: str = "Vorlage"
    fill_in: str = "Ausfüllen"
    empty: str = "Füll das aus: Die Vorlage braucht es."
    no_number: str = "Schreib eine Zahl, etwa 200."

    new: str = "Neue Vorlage"
    change: str = "Vorlage ändern"
    edit: str = "Bearbeiten"
    own_version: str = "Eigene Fassung machen"
    delete: str = "Löschen"
    form_title: str = "Eigene Vorlage"
    save: str = "Speichern"

    def sure(self, *, title: str) -> str:
        return (
            f"Die Vorlage {title} für alle hier löschen? Fragen, die mit ihr gestellt wurden, behalten sie."
        )

    def part(self, *, part: TemplatePart) -> str:
        return TEMPLATE_PARTS[part][0]

    def part_hint(self, *, part: TemplatePart) -> str:
        return TEMPLATE_PARTS[part][1]

    def saved(self, *, title: str, name: str, command: str) -> str:
        return f"**{title}** ist für alle hier gespeichert. Die Vorlage steht im Formular für Fragen; getippt: {command} template:{name} …"

    def deleted(self, *, name: str, is_gone: bool, back: bool) -> str:
        if not is_gone:
            return f"Eine eigene Vorlage **{name}** gibt es hier nicht mehr."
        again = " Die von Council gilt wieder." if back else ""
        return f"Die Vorlage **{name}** ist gelöscht.{again}"

    def mistake(self, *, kind: MistakeKind, line: int, fact: str, known: Sequence[str]) -> str:
        return TEMPLATE_MISTAKES[kind].format(
            line=line, fact=fact, known=", ".join(known), fields=placeholders(known) or "keinen Platzhalter"
        )

    def how(self, *, command: str, in_chat: bool) -> str:
        first = "Wähle unten eine, oder schreib" if in_chat else "Schreib"
        return f'{first} {command} template:writer reader="unsere Nutzer" und deine Frage.'

    def has_fields(self, *, title: str, count: int) -> str:
        return (
            f"**{title}** hat noch {counted(count, 'Feld', 'Felder')} zum Ausfüllen. Noch ist nichts gefragt."
        )


@dataclass(frozen=True, slots=True)
class GermanSeats:
    """Implements `SeatWords`."""

    advanced: str = "Erweitert"
    advanced_tick: str = "Erweitert: jedes Modell einstellen"
    advanced_next: str = "Danach: Rolle, Temperatur, Länge und Aufwand je Modell; noch wird nichts gefragt"
    title: str = "Modelle einzeln"
    intro_question: str = (
        "Was leer ist, bleibt, wie das Modell es macht. Du könntest eine Antwort erkennen, deren Modell "
        "du hier einstellst, darum gilt dieser Lauf als nicht blind."
    )
    intro_place: str = "Was leer ist, bleibt, wie das Modell es macht. Das gilt für jede Frage hier."
    unset: str = "nichts eingestellt"
    no_role: str = "Keine Rolle"
    as_usual: str = "Wie das Modell es macht"


@dataclass(frozen=True, slots=True)
class GermanImproving:
    """Implements `ImprovingWords`."""

    improve: str = "Frage verbessern"
    working: str = (
        "Deine Frage wird neu formuliert. Sie kommt hierher, nur für dich; noch ist nichts gefragt."
    )
    ask_better: str = "Diese stellen"
    ask_mine: str = "Meine stellen"
    edit: str = "Bearbeiten"
    again: str = "Noch einmal versuchen"
    asked: str = "Gefragt am"
    open: str = "Öffnen"
    ask_anyway: str = "Trotzdem fragen"
    how_to_ask: str = "So fragst du gut"
    hide_tips: str = "Tipps verbergen"
    tips: str = (
        "Was ist bis wann zu entscheiden? Welche Optionen, welche Zahlen? Was muss eine Antwort enthalten?"
    )

    def tip_list(self) -> Sequence[str]:
        return (
            "Sag, was du entscheidest, bis wann und für wen.",
            "Nenn die Möglichkeiten und was du von jeder weißt.",
            "Gib die Zahlen, auf die es ankommt: Last, Kosten, Fristen.",
            "Sag, was die Antwort enthalten muss, etwa einen Plan oder eine Tabelle.",
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
        return f"Das Team stimmte für {listed(team, 'und')}, die Modelle für {listed(models, 'und')}."

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
    can: str = "Nimmt"
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
        return f"Wähle sie {where}. Die Preise gelten für den Teil eines Modells an einer kurzen Frage."

    def silent(self, *, provider: str, why: Silence) -> str:
        said: dict[Silence, str] = {
            "unknown_provider": "ist hier kein eingerichteter Anbieter.",
            "no_key": "hat hier keinen Schlüssel, darum fehlt die Liste. Wer Council betreibt, kann einen setzen.",
            "refused": "weist den Schlüssel dieses Councils ab. Wer Council betreibt, kann ihn erneuern.",
            "no_answer": "antwortet gerade nicht. Versuch es in einer Minute noch einmal.",
            "unreadable": "hat mit etwas geantwortet, das keine Liste von Modellen ist.",
        }
        return f"**{provider}** {said[why]}"


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
    supported_by: str = "Gestützt von"
    contradicted_by: str = "Widersprochen von"
    not_found_by: str = "Nicht gefunden von"
    scores: str = "Punkte nach Kriterium"
    scores_about: str = "Mittelwerte der gezählten Gutachten. Jedes nutzt die Skala anders, darum beruht die Rangfolge nicht darauf."
    agreement: str = "Einigkeit der Gutachten"
    agreement_about: str = "Wie oft zwei Gutachten zwei Antworten gleich ordnen; Gleichstand zählt halb, Zufall erreicht die Hälfte."
    each_model: str = "Die einzelnen Modelle"
    first_votes: str = "Erste Stimmen"
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

    def cost(self, *, cost: Decimal | None, is_estimate: bool) -> str:
        if cost is None:
            return "unbekannt"
        swapped = f"{cost:,.4f}".translate(str.maketrans(",.", ".,"))
        return f"{'etwa ' if is_estimate else ''}{swapped} $"

    def first_of(self, *, count: int, of: int) -> str:
        return f"{count} von {counted(of, 'Stimme', 'Stimmen')}"

    def rubric(self, *, name: str) -> str:
        return f"Maßstab {name}"

    def aggregation(self, *, name: str) -> str:
        return f"Auszählung {name}"

    def decided_on(self, *, day: str) -> str:
        return f"Datum: {day}"

    def decided_by(self, *, name: str) -> str:
        return f"Festgehalten von: {name}"

    def look_again(self, *, day: str) -> str:
        return f"Wieder ansehen am: {day}"

    def from_run(self, *, run_id: str, name: str, day: str) -> str:
        return f"Lauf von Council: {run_id}, gefragt von {name} am {day}"


@dataclass(frozen=True, slots=True)
class German:
    """Every page in German."""

    language: str = "de"
    phrases: PhraseWords = PHRASES
    stages: StageWords = GermanStages()
    card: CardWords = GermanCard()
    material: MaterialWords = GermanMaterial()
    stats: StatsWords = GermanStats()
    estimates: EstimateWords = GermanEstimates()
    buttons: ButtonWords = GermanButtons()
    board: BoardWords = GermanBoard()
    responses: ResponseWords = GermanResponses()
    gaps: GapWords = GermanGaps()
    verdict: VerdictWords = GermanVerdict()
    reviews: ReviewWords = GermanReviews()
    claims: ClaimWords = GermanClaims()
    tools: ToolWords = GermanTools()
    positions: PositionWords = GermanPositions()
    endings: EndingWords = GermanEndings()
    replies: ReplyWords = GermanReplies()
    help: HelpWords = GermanHelp()
    forms: FormWords = GermanForms()
    settings: SettingsWords = GermanSettings()
    history: HistoryWords = GermanHistory()
    errors: ErrorWords = GermanErrors()
    deletion: DeletionWords = GermanDeletion()
    boards: BoardsWords = GermanBoards()
    page: PageWords = GermanPage()
    lists: ListWords = GermanLists()
    documents: DocumentWords = GermanDocuments()
    playground: PageLabels = PLAYGROUND
    schedules: ScheduleWords = GermanSchedules()
    decisions: DecisionWords = GermanDecisions()
    templates: TemplateWords = GermanTemplates()
    models: ModelsWords = GermanModels()
    improving: ImprovingWords = GermanImproving()
    seats: SeatWords = GermanSeats()
    digests: DigestWords = GermanDigests()


GERMAN = German()
