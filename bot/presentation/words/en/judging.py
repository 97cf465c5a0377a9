"""Messages of `council evaluate`, `council calibrate` and `council inspect` in English."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.presentation.words.judging import RowFault
from council_core.domain.ranking import Certainty
from council_core.errors import ItemFault
from council_core.evaluation.report import Outcome, WayKind

CERTAIN: Mapping[Certainty, str] = {
    "clear": "clear",
    "leaning": "leaning",
    "too_close": "too close to call",
    "nothing": "nothing to go by",
}

OUTCOMES: Mapping[Outcome, str] = {
    "wins": "The council wins",
    "loses": "The council does not win; its best model is better",
    "unclear": "The council does not win; no difference can be shown",
}

ROW_FAULTS: Mapping[RowFault, str] = {
    "no_json": "From column {value} on this is not JSON. Expected one object per line.",
    "no_object": "This is {value}. Expected an object.",
    "no_text": "`{key}` is {value}. Expected a text.",
    "no_texts": "`{key}` is {value}. Expected a list of one text or more.",
    "no_names": "`{key}` is {value}. Expected a list of one name or more.",
    "no_list": "`{key}` is {value}. Expected a list.",
    "no_groups": "`{key}` holds {value}. Expected names, and lists of tied names, the best first.",
    "no_number": "`{key}` is {value}. Expected a number.",
    "no_weight": "`{key}` is {value}. Expected a number from 0 to 1, or one of: {known}.",
    "name_twice": "`{key}` has the name {value} twice. Expected each once.",
    "not_shown": "`{key}` has the name {value}, which the reviewer was not shown. Shown: {known}.",
}

FAULTS: Mapping[ItemFault, str] = {
    "no_json": "from column {column} on it is not JSON. Expected one object per line.",
    "no_utf8": "it is not UTF-8 text.",
    "too_deep": "it is nested too deeply, or a number is too large.",
    "key_twice": "the key `{key}` is there twice in one object. Expected each once.",
    "half_character": "{value} is half of a character. Expected Unicode text.",
    "no_object": "it is {value}. Expected an object; docs/evaluating.md shows one.",
    "unknown_key": "there is no key `{key}`. Known: {known}.",
    "id_form": "`id` is {value}. Expected a text or a number.",
    "id_twice": "the id {value} is in an earlier line already. Expected each once.",
    "nothing_right": "nothing says which answer is right. Expected `gold` or `accepted`.",
    "nothing_asked": "there is neither a question nor an answer. Expected `question`, `answers` or both.",
    "answers_form": "`answers` is {value}. Expected an object from names to texts, or a list of names.",
    "answer_form": "the answer '{name}' is {value}. Expected a text under a name.",
    "answer_twice": "`answers` has a name twice. Expected each once.",
    "one_answer": "`answers` holds one answer. Expected two or more, or none at all.",
    "authors_form": "`authors` is {value}. Expected an object from answers to judges.",
    "judgement_form": "the judgement {value} cannot be read. Expected an object with a name as `judge` and a list as `order`.",
    "order_twice": "the order of {judge} is empty or has an answer twice. Expected each answer at most once.",
    "order_unknown": "the order of {judge} names {value}. Expected one of the answers: {known}.",
    "unknown_answer": "`{key}` names {value}. Expected one of the answers: {known}.",
    "gold_figure": "`gold` gives {value} to {name}. Expected a number, the highest for the best.",
    "gold_form": "`gold` is {value}. Expected the best answers, or an object with a figure for each.",
    "list_form": "`{key}` is {value}. Expected a list.",
    "accepted_form": "`accepted` holds {value}. Expected texts.",
    "unclear_form": "`unclear` holds {value}. Expected names of judges.",
    "text_form": "`{key}` is {value}. Expected a text.",
    "cost_form": "`cost` is {value}. Expected US dollars.",
    "no_file": "There is no {file}, which the layout {layout} needs.",
    "no_folder": "{file} has no folder {value}, so nothing says which answers people prefer.",
    "no_column": "{file} has no column '{value}'. Expected {known}.",
    "no_strategy": "Nobody in {file} was asked by the strategy '{value}'. Expected one of: {known}.",
    "no_json_file": "from column {column} on it is not JSON.",
    "no_figure": "{key} is {value}. Expected a number.",
    "misplaced": "{file} is not in the layout {layout}: item {number} lacks {value}.",
    "misformed": "{file} is not in the layout {layout}: item {number} has another form. docs/evaluating.md names the layouts.",
    "same_id": "{file} is not in the layout {layout}: item {number} has the id '{value}' of an earlier one. Expected each once.",
    "empty_layout": "{file} holds nothing in the layout {layout}.",
}


@dataclass(frozen=True, slots=True)
class EnglishJudging:
    """Implements `JudgingWords`."""

    no_reviewers: str = "With these settings no model reviews, so there is none to ask."
    no_price: str = "A budget applies, and the price of a model is unknown. Leave out --budget or the model."
    items_used: str = "The items before it were used."
    way: str = "Way"
    right: str = "Right"
    interval: str = "Interval"
    better_by: str = "Council better by"
    comparing: str = "comparing"
    nothing_to_compare: str = "There is nothing to compare the council with."

    def asking(self, *, spent: str) -> str:
        return f"asking models, {spent} so far" if spent else "asking models"

    def bad_items(self, *, fault: ItemFault, facts: Mapping[str, str]) -> str:
        return FAULTS[fault].format_map(facts)

    def bad_line(self, *, file: str, line: int, trouble: str) -> str:
        return f"{file}, line {line}: {trouble}"

    def bad_row(self, *, fault: RowFault, facts: Mapping[str, str]) -> str:
        return ROW_FAULTS[fault].format_map(facts)

    def bad_ballot(self, *, number: int, trouble: str) -> str:
        return f"Ballot {number}: {trouble}"

    def bad_input(self, *, line: int, trouble: str) -> str:
        return f"Line {line}: {trouble}"

    def no_texts(self, *, item: str) -> str:
        return f"The item {item} has no judgements, and answers without a text, which no model can judge."

    def too_few_answer(self, *, item: str) -> str:
        return f"The item {item} has no answers, and with these settings fewer than two models answer."

    def in_use(self, *, file: str) -> str:
        return f"Another command writes to {file} now. Wait for its end, or name another file with --out."

    def stopped(self, *, file: str) -> str:
        return f"Stopped. The judged items are kept in {file}; the same command goes on from there."

    def cannot_read(self, *, file: str, why: str) -> str:
        return f"{file} cannot be read: {why}."

    def no_utf8(self, *, file: str) -> str:
        return f"{file} is not UTF-8 text."

    def no_items(self, *, file: str) -> str:
        return f"{file} holds no item. Expected one JSON object per line; see docs/evaluating.md."

    def another_file(self, *, trouble: str) -> str:
        return f"{trouble} Name another file with --out."

    def same_file(self, *, file: str) -> str:
        return f"{file} holds the items themselves. Name another file with --out."

    def another_item(self, *, file: str, item: str) -> str:
        return f"{file} holds another item under the id '{item}'. Name another file with --out, or delete that one."

    def cannot_write(self, *, file: str, why: str) -> str:
        return f"{file} cannot be written: {why}. Name another file with --out."

    def lacks(self, *, model: str, why: str) -> str:
        return f"{model} did not reply about some items. {why} The same command asks again."

    def budget_used(self, *, budget: str, left: str, dearest: str, file: str) -> str:
        return f"Of the budget of {budget} there is {left} left, and an item took up to {dearest}. The judged items are kept in {file}; a larger --budget continues from there."

    def nobody_replied(self, *, item: str, reasons: str, file: str) -> str:
        return f"Nobody replied about the item {item}. {reasons} The judged items are kept in {file}; the same command goes on from there."

    def nothing_clear(self, *, file: str) -> str:
        return f"No judgement was clear, so nothing was kept. The questions are in {file}."

    def from_now_on(self, *, rubric: str) -> str:
        return f"Under the rubric {rubric}, from now on:"

    def found(self, *, model: str, version: str, right: float, pairs: float, reliability: float) -> str:
        return f"{model} ({version}): right on {right:g} of {pairs:g} pairs, reliability {reliability:.2f} (1 is an ordinary reviewer)"

    def kept_in(self, *, file: str) -> str:
        return (
            f"Judged pairs are kept in {file}; delete it to ask again, for example after a model was updated."
        )

    def none_kept(self, *, rubric: str) -> str:
        return f"No model is calibrated under the rubric {rubric}. Run `council calibrate`."

    def kept(self, *, version: str, right: float, pairs: float, rubric: str, day: str) -> str:
        return f"{version}: right on {right:g} of {pairs:g} pairs under {rubric}, {day}"

    def title(self, *, count: int) -> str:
        return f"How often each way finds a right answer, {_items(count)} (95 % intervals)"

    def way_of(self, *, kind: WayKind, name: str, labels: int) -> str:
        match kind:
            case "council":
                return "the council"
            case "calibrated":
                return f"the council, calibrated on {labels} labelled items"
            case "best_labelled":
                return f"the model that is best on {labels} labelled items"
            case "judge":
                return f"{name} as the only judge"
            case "author":
                return f"always the answer of {name}"
            case "average":
                return "the average model"
            case "majority":
                return "plain majority of first places"
            case "positions":
                return "plain majority of positions"
            case "aggregation":
                return f"aggregation {name}"

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
            f"{council} against {member} of the best single model ({way}), "
            f"difference {difference}, 95 % interval {interval}, {_items(count)}"
        )
        return f"{OUTCOMES[outcome]}: {figures}."

    def with_labels(self, *, parts: Sequence[str]) -> str:
        return f"With labels: {' and '.join(parts)}."

    def from_to(self, *, low: str, high: str) -> str:
        return f"{low} to {high}"

    def certain(self, *, certainty: Certainty, times: int, right: str, low: str, high: str) -> str:
        return f"{CERTAIN[certainty]}: {times} {'time' if times == 1 else 'times'}, right {right} ({low} to {high})"

    def by_certainty(self, *, parts: Sequence[str]) -> str:
        return (
            f"How sure the council was of its first place: {'; '.join(parts)}."
            if parts
            else "Nothing was ranked."
        )

    def skipped(self, *, count: int) -> str:
        do, they, have, their = (
            ("does", "it", "has", "its") if count == 1 else ("do", "they", "have", "their")
        )
        why = f"{they} {have} no judgements, or all or none of {their} answers are right"
        return f"{_items(count)} {do} not count, because {why}."

    def cost(self, *, dollars: str) -> str:
        return f"Cost: {dollars}." if dollars else "Cost unknown."


def _items(count: int) -> str:
    return "1 item" if count == 1 else f"{count} items"
