"""Messages of `council evaluate`, `council calibrate` and `council inspect` in German."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.presentation.words.de.phrases import PHRASES, SYSTEM
from bot.presentation.words.judging import RowFault
from council_core.domain.ranking import Certainty
from council_core.errors import ItemFault
from council_core.evaluation.report import Outcome, WayKind

CERTAIN: Mapping[Certainty, str] = {
    "clear": "klar",
    "leaning": "in der Tendenz",
    "too_close": "zu knapp",
    "nothing": "ohne Anhaltspunkt",
}

OUTCOMES: Mapping[Outcome, str] = {
    "wins": "Der Rat gewinnt",
    "loses": "Der Rat gewinnt nicht; sein bestes Modell ist besser",
    "unclear": "Der Rat gewinnt nicht; ein Unterschied lässt sich nicht zeigen",
}

ROW_FAULTS: Mapping[RowFault, str] = {
    "no_json": "Ab Spalte {value} ist das kein JSON. Erwartet wird ein Objekt je Zeile.",
    "no_object": "Hier steht {value}. Erwartet wird ein Objekt.",
    "no_text": "`{key}` ist {value}. Erwartet wird ein Text.",
    "no_texts": "`{key}` ist {value}. Erwartet wird eine Liste mit mindestens einem Text.",
    "no_names": "`{key}` ist {value}. Erwartet wird eine Liste mit mindestens einem Namen.",
    "no_list": "`{key}` ist {value}. Erwartet wird eine Liste.",
    "no_groups": "`{key}` enthält {value}. Erwartet werden Namen und Listen gleichrangiger Namen, der beste zuerst.",
    "no_number": "`{key}` ist {value}. Erwartet wird eine Zahl.",
    "no_weight": "`{key}` ist {value}. Erwartet wird eine Zahl von 0 bis 1 oder eines von: {known}.",
    "name_twice": "`{key}` enthält den Namen {value} zweimal. Erwartet wird jeder nur einmal.",
    "not_shown": "`{key}` enthält den Namen {value}, der nicht vorgelegt wurde. Vorgelegt: {known}.",
}

FAULTS: Mapping[ItemFault, str] = {
    "no_json": "Ab Spalte {column} ist das kein JSON. Erwartet wird ein Objekt je Zeile.",
    "no_utf8": "Sie ist kein Text in UTF-8.",
    "too_deep": "Sie ist zu tief verschachtelt, oder eine Zahl ist zu groß.",
    "key_twice": "Der Schlüssel `{key}` steht zweimal in einem Objekt. Jeder darf nur einmal vorkommen.",
    "half_character": "{value} ist ein halbes Zeichen. Erwartet wird Unicode-Text.",
    "no_object": "Hier steht {value}. Erwartet wird ein Objekt; docs/evaluating.md zeigt eines.",
    "unknown_key": "Den Schlüssel `{key}` gibt es nicht. Es gibt: {known}.",
    "id_form": "`id` ist {value}. Erwartet wird ein Text oder eine Zahl.",
    "id_twice": "Die Id {value} steht schon in einer früheren Zeile. Jede darf nur einmal vorkommen.",
    "nothing_right": "Welche Antwort richtig ist, steht nirgends. Erwartet wird `gold` oder `accepted`.",
    "nothing_asked": "Es gibt weder eine Frage noch eine Antwort. Erwartet wird `question`, `answers` oder beides.",
    "answers_form": "`answers` ist {value}. Erwartet wird ein Objekt von Namen zu Texten oder eine Liste von Namen.",
    "answer_form": "Die Antwort „{name}“ ist {value}. Erwartet wird ein Text unter einem Namen.",
    "answer_twice": "`answers` hat einen Namen doppelt. Jeder darf nur einmal vorkommen.",
    "one_answer": "`answers` enthält nur eine Antwort. Erwartet werden mindestens zwei oder gar keine.",
    "authors_form": "`authors` ist {value}. Erwartet wird ein Objekt von Antworten zu Gutachtern.",
    "judgement_form": "Das Urteil {value} ist nicht lesbar. Erwartet wird ein Objekt mit einem Namen als `judge` und einer Liste als `order`.",
    "order_twice": "Die Reihenfolge von {judge} ist leer oder hat eine Antwort doppelt. Jede darf höchstens einmal vorkommen.",
    "order_unknown": "Die Reihenfolge von {judge} nennt {value}. Erwartet wird eine der Antworten: {known}.",
    "unknown_answer": "`{key}` nennt {value}. Erwartet wird eine der Antworten: {known}.",
    "gold_figure": "`gold` gibt {name} den Wert {value}. Erwartet wird eine Zahl, die höchste für die beste.",
    "gold_form": "`gold` ist {value}. Erwartet werden die besten Antworten oder ein Objekt mit einer Zahl für jede.",
    "list_form": "`{key}` ist {value}. Erwartet wird eine Liste.",
    "accepted_form": "`accepted` enthält {value}. Erwartet werden Texte.",
    "unclear_form": "`unclear` enthält {value}. Erwartet werden Namen von Gutachtern.",
    "text_form": "`{key}` ist {value}. Erwartet wird ein Text.",
    "cost_form": "`cost` ist {value}. Erwartet werden US-Dollar.",
    "no_file": "{file} gibt es nicht; die Form {layout} braucht diese Datei.",
    "no_folder": "In {file} fehlt der Ordner {value}; ohne ihn ist nicht bekannt, welche Antworten Menschen vorziehen.",
    "no_column": "In {file} fehlt die Spalte „{value}“. Erwartet werden {known}.",
    "no_strategy": "In {file} wurde niemand nach der Strategie „{value}“ gefragt. Es gibt: {known}.",
    "no_json_file": "Ab Spalte {column} ist das kein JSON.",
    "no_figure": "{key} ist {value}. Erwartet wird eine Zahl.",
    "misplaced": "{file} hat nicht die Form {layout}: Dem Beispiel {number} fehlt {value}.",
    "misformed": "{file} hat nicht die Form {layout}: Das Beispiel {number} ist anders aufgebaut. docs/evaluating.md nennt die Formen.",
    "same_id": "{file} hat nicht die Form {layout}: Das Beispiel {number} hat die Id „{value}“ eines früheren. Erwartet wird jede einmal.",
    "empty_layout": "{file} enthält nichts in der Form {layout}.",
}


@dataclass(frozen=True, slots=True)
class GermanJudging:
    """Implements `JudgingWords`."""

    no_reviewers: str = (
        "Mit diesen Einstellungen schreibt kein Modell Gutachten, es gibt also keines zu fragen."
    )
    no_price: str = (
        "Es gilt ein Budget, und der Preis eines Modells ist unbekannt. Lass --budget oder das Modell weg."
    )
    items_used: str = "Die Beispiele davor wurden verwendet."
    way: str = "Weg"
    right: str = "Richtig"
    interval: str = "Intervall"
    better_by: str = "Rat besser um"
    comparing: str = "vergleiche"
    nothing_to_compare: str = "Es gibt nichts, womit der Rat zu vergleichen wäre."

    def asking(self, *, spent: str) -> str:
        return f"frage Modelle, bisher {spent}" if spent else "frage Modelle"

    def bad_items(self, *, fault: ItemFault, facts: Mapping[str, str]) -> str:
        return FAULTS[fault].format_map(facts)

    def bad_line(self, *, file: str, line: int, trouble: str) -> str:
        return f"{file}, Zeile {line}: {trouble}"

    def bad_row(self, *, fault: RowFault, facts: Mapping[str, str]) -> str:
        return ROW_FAULTS[fault].format_map(facts)

    def bad_ballot(self, *, number: int, trouble: str) -> str:
        return f"Stimmzettel {number}: {trouble}"

    def bad_input(self, *, line: int, trouble: str) -> str:
        return f"Zeile {line}: {trouble}"

    def no_texts(self, *, item: str) -> str:
        return f"Das Beispiel {item} hat keine Urteile, und Antworten ohne Text, die kein Modell beurteilen kann."

    def too_few_answer(self, *, item: str) -> str:
        return f"Das Beispiel {item} hat keine Antworten, und mit diesen Einstellungen antworten weniger als zwei Modelle."

    def in_use(self, *, file: str) -> str:
        return f"Ein anderer Befehl schreibt gerade in {file}. Warte auf sein Ende, oder nenne mit --out eine andere Datei."

    def stopped(self, *, file: str) -> str:
        return f"Abgebrochen. Die beurteilten Beispiele bleiben in {file}; derselbe Befehl macht dort weiter."

    def cannot_read(self, *, file: str, why: str) -> str:
        return f"{file} lässt sich nicht lesen: {SYSTEM.get(why, why)}."

    def no_utf8(self, *, file: str) -> str:
        return f"{file} ist kein Text in UTF-8."

    def no_items(self, *, file: str) -> str:
        return (
            f"{file} enthält kein Beispiel. Erwartet wird ein JSON-Objekt je Zeile; siehe docs/evaluating.md."
        )

    def another_file(self, *, trouble: str) -> str:
        return f"{trouble} Nenne mit --out eine andere Datei."

    def same_file(self, *, file: str) -> str:
        return f"{file} enthält die Beispiele selbst. Nenne mit --out eine andere Datei."

    def another_item(self, *, file: str, item: str) -> str:
        return f"{file} enthält unter der Id „{item}“ ein anderes Beispiel. Nenne mit --out eine andere Datei, oder lösche diese."

    def cannot_write(self, *, file: str, why: str) -> str:
        return (
            f"{file} lässt sich nicht schreiben: {SYSTEM.get(why, why)}. Nenne mit --out eine andere Datei."
        )

    def lacks(self, *, model: str, why: str) -> str:
        return (
            f"{model} hat zu einigen Beispielen nicht geantwortet. {why} Derselbe Befehl fragt noch einmal."
        )

    def budget_used(self, *, budget: str, left: str, dearest: str, file: str) -> str:
        return f"Vom Budget von {budget} sind {left} übrig, und ein Beispiel kostete bis zu {dearest}. Die beurteilten Beispiele bleiben in {file}; ein größeres --budget macht dort weiter."

    def nobody_replied(self, *, item: str, reasons: str, file: str) -> str:
        return f"Auf das Beispiel {item} hat niemand geantwortet. {reasons} Die beurteilten Beispiele bleiben in {file}; derselbe Befehl macht dort weiter."

    def nothing_clear(self, *, file: str) -> str:
        return f"Kein Urteil war eindeutig, also wurde nichts gespeichert. Die Fragen stehen in {file}."

    def from_now_on(self, *, rubric: str) -> str:
        return f"Mit dem Bewertungsraster {rubric} gilt ab jetzt:"

    def found(self, *, model: str, version: str, right: float, pairs: float, reliability: float) -> str:
        figures = f"{_figure(right)} von {_figure(pairs)} Paaren, Verlässlichkeit {PHRASES.decimal(value=reliability, places=2)}"
        return f"{model} ({version}): richtig bei {figures} (1 ist ein gewöhnlicher Gutachter)"

    def kept_in(self, *, file: str) -> str:
        return f"Beurteilte Paare bleiben in {file}; lösche die Datei, um neu zu fragen, etwa nach dem Update eines Modells."

    def none_kept(self, *, rubric: str) -> str:
        return f"Mit dem Bewertungsraster {rubric} ist kein Modell kalibriert. Rufe `council calibrate` auf."

    def kept(self, *, version: str, right: float, pairs: float, rubric: str, day: str) -> str:
        return f"{version}: richtig bei {_figure(right)} von {_figure(pairs)} Paaren mit {rubric}, {day}"

    def title(self, *, count: int) -> str:
        return f"Wie oft jeder Weg eine richtige Antwort findet, {count} {'Beispiel' if count == 1 else 'Beispiele'} (95-%-Intervalle)"

    def way_of(self, *, kind: WayKind, name: str, labels: int) -> str:
        match kind:
            case "council":
                return "der Rat"
            case "calibrated":
                return f"der Rat, kalibriert an {labels} bewerteten Beispielen"
            case "best_labelled":
                return f"das Modell, das bei {labels} bewerteten Beispielen am besten ist"
            case "judge":
                return f"{name} als einziger Gutachter"
            case "author":
                return f"immer die Antwort von {name}"
            case "average":
                return "das durchschnittliche Modell"
            case "majority":
                return "einfache Mehrheit der ersten Plätze"
            case "positions":
                return "einfache Mehrheit der Positionen"
            case "aggregation":
                return f"Rangverfahren {name}"

    def compared(
        self,
        *,
        outcome: Outcome,
        council: str,
        member: str,
        way: str,
        difference: str,
        interval: str,
        count: int,
    ) -> str:
        figures = (
            f"{council} gegen {member} des besten einzelnen Modells ({way}), "
            f"Unterschied {difference}, 95-%-Intervall {interval}, {count} {'Beispiel' if count == 1 else 'Beispiele'}"
        )
        return f"{OUTCOMES[outcome]}: {figures}."

    def with_labels(self, *, parts: Sequence[str]) -> str:
        return f"Mit bewerteten Beispielen: {' und '.join(parts)}."

    def from_to(self, *, low: str, high: str) -> str:
        return f"{low} bis {high}"

    def certain(self, *, certainty: Certainty, times: int, right: str, low: str, high: str) -> str:
        return f"{CERTAIN[certainty]}: {times}-mal, richtig {right} ({low} bis {high})"

    def by_certainty(self, *, parts: Sequence[str]) -> str:
        return (
            f"Wie sicher der Rat bei seinem ersten Platz war: {'; '.join(parts)}."
            if parts
            else "Es wurde nichts geordnet."
        )

    def skipped(self, *, count: int) -> str:
        do, have = ("Beispiel zählt", "es keine Urteile hat")
        if count != 1:
            do, have = ("Beispiele zählen", "sie keine Urteile haben")
        return f"{count} {do} nicht, weil {have}, oder weil alle oder keine Antworten darin richtig sind."

    def cost(self, *, dollars: str) -> str:
        return f"Kosten: {dollars}." if dollars else "Kosten unbekannt."


def _figure(value: float) -> str:
    """Return 2.5 as 2,5 and 3.0 as 3."""
    return f"{value:g}".replace(".", ",")
