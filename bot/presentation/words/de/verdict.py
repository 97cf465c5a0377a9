"""The verdict, reviews, positions and endings in German."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.post import Mention, Part, Time
from bot.presentation.words.de.phrases import PHRASES, capital, counted, figure, listed, of_models
from council_core.domain.answer import FinishReason
from council_core.domain.export import Script
from council_core.domain.review import Confidence
from council_core.errors import BallotFault


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
        return f"Keines von {of_models(asked)} konnte eines schreiben ({why})."


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
    sealed: str = "Werkzeugaufrufe erscheinen, sobald die Namen bekannt sind."
    file_title: str = "Alle Aufrufe"

    def in_file(self, *, file: str) -> str:
        return f"Nicht alles passt hierher. In der Datei {file} stehen alle Aufrufe."

    def notice(self, *, count: int) -> str:
        return f"{count} {'Werkzeugaufruf' if count == 1 else 'Werkzeugaufrufe'}."


VOID: Mapping[BallotFault, str] = {
    "too_long": "Das Gutachten ist zu lang, um gelesen zu werden.",
    "no_ranking": "Das Gutachten enthält keine Rangfolge.",
    "other_code": "Das Gutachten trägt den Code eines anderen Aufrufs.",
    "bad_json": "Das JSON ist nicht lesbar.",
    "turning_comment": "Ein Kommentar im JSON sagt, dass die Rangfolge mit der schlechtesten Antwort beginnt.",
    "taken_back": "Das Gutachten nimmt seine Rangfolge danach zurück.",
    "worst_first": "Das Gutachten sagt, dass seine Rangfolge mit der schlechtesten Antwort beginnt.",
    "remark_worst_first": "Eine Bemerkung in der Liste sagt, dass sie mit der schlechtesten Antwort beginnt.",
    "unread_remark": "Es ist unklar, ob „{about}“ die Liste umdreht.",
    "sentence_disagrees": "„{about}“ widerspricht der Liste.",
    "critique_disagrees": "Die Kritik stellt die letzte Antwort der Liste über die erste.",
    "words_beside": "Worte neben der Liste drehen sie vielleicht um oder nehmen sie zurück.",
    "another_winner": "Die Worte neben der Liste nennen eine andere Antwort als beste oder schlechteste.",
    "comment_disagrees": "Der Kommentar gibt einer Antwort einen anderen Platz als die Rangfolge.",
    "two_rankings": "Das Gutachten enthält zwei verschiedene Rangfolgen.",
    "ranking_twice": "Das Gutachten nennt seine Rangfolge zweimal.",
    "stranger": "Das Gutachten nennt eine Antwort, die nicht vorgelegt wurde.",
    "named_twice": "Das Gutachten nennt {about} zweimal.",
    "left_out": "Das Gutachten lässt {about} aus.",
    "endless": "Die Liste hört nicht auf.",
    "as_shown": "Die Liste steht in der Reihenfolge, in der die Antworten vorgelegt wurden, und ist vielleicht keine Rangfolge.",
    "two_last": "Das Gutachten setzt zwei Antworten auf den letzten Platz.",
    "places_or_points": "Die Zahlen hinter den Antworten können Plätze oder Punkte sein.",
    "no_places": "Aus den Zahlen der Liste geht keine Rangfolge hervor.",
    "points_disagree": "Die Punkte hinter den Antworten ergeben eine andere Rangfolge.",
    "columns_disagree": "Die Spalten der Tabelle ergeben eine andere Rangfolge als ihre Zeilen.",
    "words_disagree": "Die Worte der Liste nennen eine tiefer stehende Antwort die bessere.",
    "text_no_order": "Die Rangfolge ist ein Text ohne klare Reihenfolge.",
    "no_list": "Die Rangfolge ist keine Liste.",
    "empty_list": "Die Rangfolge ist leer.",
    "too_many": "Die Rangfolge hat zu viele Einträge.",
    "mixed": "Die Rangfolge mischt Namen und Objekte.",
    "no_label": "Die Rangfolge enthält etwas, das keine Antwort bezeichnet.",
    "scores_disagree": "Die Noten in der Rangfolge ergeben eine andere Reihenfolge.",
    "no_whole_place": "Ein Platz in der Rangfolge ist keine ganze Zahl.",
    "numbers_no_places": "Die Zahlen in der Rangfolge sind keine Plätze.",
}


@dataclass(frozen=True, slots=True)
class GermanReviews:
    """Implements `ReviewWords`."""

    unclear: str = "Daraus geht keine klare Reihenfolge hervor."
    panel: str = "Die Gutachten"
    none: str = "Zu dieser Frage gibt es keine Gutachten."
    nothing_written: str = "Ohne Text."
    file_title: str = "Alle Gutachten, ungekürzt"

    def void(self, *, fault: BallotFault, about: str) -> str:
        return VOID[fault].format(about=about)

    def heading(self, *, count: int) -> str:
        return "Das Gutachten" if count == 1 else f"Die {PHRASES.number(count=count)} Gutachten"

    def reviewer(self, *, number: int, name: str) -> str:
        return f"Gutachten {number} · {name}" if name else f"Gutachten {number}"

    def order(self, *, order: str) -> str:
        return f"beste zuerst: {order}."

    def not_counted(self, *, why: str) -> str:
        return f"nicht gezählt. {why}".rstrip()

    def in_file(self, *, file: str) -> str:
        return f"Nicht alles passt hierher. Die Datei {file} enthält alle Gutachten ungekürzt."

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
    asked_again: str = "Jedes wird noch einmal gefragt: Es sieht die Positionen der anderen, nicht ihre Antworten, und bleibt bei seiner oder ändert sie."
    nothing_leads: str = "Nach einfacher Mehrheit führt nichts"
    minority: str = "Minderheitsbericht"

    def at_first(self, *, sides: str) -> str:
        return f"Vor der zweiten Frage an die Modelle: {sides}"

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

    def for_asker(self, *, asker: Mention, why: str) -> Sequence[Part]:
        return asker, f": {why}"

    def remains(self, *, answers: int, is_reviewed: bool) -> str:
        one = answers == 1
        came = "Eine Antwort kam" if one else f"{capital(PHRASES.number(count=answers))} Antworten kamen"
        missing = "" if is_reviewed else " Niemand hat sie begutachtet."
        return f"{came} und {'steht' if one else 'stehen'} unten.{missing}"

    def answer_by(self, *, name: str) -> str:
        return f"Antwort von {name}"

    def answer_notice(self, *, name: str, length: str, is_reviewed: bool) -> str:
        return f"{name} hat geantwortet: {length}{'' if is_reviewed else ', nicht begutachtet'}."

    def unread(self, *, why: str, is_answered: bool) -> str:
        if is_answered:
            return f"**Die Abstimmung über deine Frage ist zu Ende, und die Namen konnten dort, wo du sie gestellt hast, nicht erscheinen.** {why}"
        return f"**Deine Frage konnte dort, wo du sie gestellt hast, nicht beantwortet werden.** {why}"

    def unread_kept(self, *, command: str) -> str:
        return f"Was herauskam, ist aufbewahrt und wird gepostet, sobald Council dort wieder schreiben darf. `{command}` zeigt es dir, solange du dort lesen darfst."

    def you_asked(self, *, question: str) -> str:
        return f"Du hast gefragt: {question}"

    def came(self, *, answers: int, members: int) -> str:
        one = answers == 1
        had = f"{answers} von {of_models(members)} {'hatte' if one else 'hatten'} geantwortet."
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
