"""Messages of `council evaluate`, `council calibrate` and `council inspect` in Korean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.presentation.words.judging import RowFault
from bot.presentation.words.ko.phrases import SYSTEM, settled
from council_core.domain.ranking import Certainty
from council_core.errors import ItemFault
from council_core.evaluation.report import Outcome, WayKind

CERTAIN: Mapping[Certainty, str] = {
    "clear": "확실",
    "leaning": "우세",
    "too_close": "우열을 가리기 어려움",
    "nothing": "판단 근거 없음",
}

OUTCOMES: Mapping[Outcome, str] = {
    "wins": "위원회가 이깁니다",
    "loses": "위원회가 이기지 못합니다. 가장 나은 모델이 더 낫습니다",
    "unclear": "위원회가 이기지 못합니다. 차이를 확인할 수 없습니다",
}

ROW_FAULTS: Mapping[RowFault, str] = {
    "no_json": "{value}번째 글자부터 JSON이 아닙니다. 줄마다 객체 하나여야 합니다.",
    "no_object": "{value} 값이 있습니다. 객체여야 합니다.",
    "no_text": "`{key}` 값이 {value}입니다. 텍스트여야 합니다.",
    "no_texts": "`{key}` 값이 {value}입니다. 텍스트가 하나 이상 든 목록이어야 합니다.",
    "no_names": "`{key}` 값이 {value}입니다. 이름이 하나 이상 든 목록이어야 합니다.",
    "no_list": "`{key}` 값이 {value}입니다. 목록이어야 합니다.",
    "no_groups": "`{key}`에 {value} 값이 있습니다. 가장 좋은 것부터 이름을 쓰고, 순위가 같은 이름은 목록으로 묶어야 합니다.",
    "no_number": "`{key}` 값이 {value}입니다. 숫자여야 합니다.",
    "no_weight": "`{key}` 값이 {value}입니다. 0부터 1까지의 숫자이거나 다음 중 하나여야 합니다: {known}.",
    "name_twice": "`{key}`에 {value}(이)라는 이름이 두 번 있습니다. 한 번씩만 써야 합니다.",
    "not_shown": "`{key}`에 심사자가 받지 않은 이름 {value}이(가) 있습니다. 받은 이름: {known}.",
}

FAULTS: Mapping[ItemFault, str] = {
    "no_json": "{column}번째 글자부터 JSON이 아닙니다. 줄마다 객체 하나여야 합니다.",
    "no_utf8": "UTF-8 텍스트가 아닙니다.",
    "too_deep": "너무 깊이 중첩되었거나 숫자가 너무 큽니다.",
    "key_twice": "한 객체에 `{key}` 키가 두 번 있습니다. 키마다 한 번만 쓸 수 있습니다.",
    "half_character": "{value} 값은 반쪽짜리 문자입니다. 유니코드 텍스트여야 합니다.",
    "no_object": "{value} 값이 있습니다. 객체여야 합니다. 예는 docs/evaluating.md에 있습니다.",
    "unknown_key": "`{key}` 키는 없습니다. 쓸 수 있는 키: {known}.",
    "id_form": "`id` 값이 {value}입니다. 텍스트나 숫자여야 합니다.",
    "id_twice": "ID {value} 항목이 앞줄에 이미 있습니다. ID마다 한 번만 쓸 수 있습니다.",
    "nothing_right": "어느 답변이 정답인지 나와 있지 않습니다. `gold`나 `accepted`가 있어야 합니다.",
    "nothing_asked": "질문도 답변도 없습니다. `question`이나 `answers`가 있어야 합니다.",
    "answers_form": "`answers` 값이 {value}입니다. 이름과 텍스트의 객체이거나 이름 목록이어야 합니다.",
    "answer_form": "'{name}' 답변의 값이 {value}입니다. 이름과 텍스트여야 합니다.",
    "answer_twice": "`answers`에 같은 이름이 두 번 있습니다. 이름마다 한 번만 쓸 수 있습니다.",
    "one_answer": "`answers`에 답변이 하나뿐입니다. 둘 이상이거나 아예 없어야 합니다.",
    "authors_form": "`authors` 값이 {value}입니다. 답변과 심사자의 객체여야 합니다.",
    "judgement_form": "판정 {value}을(를) 읽을 수 없습니다. 이름인 `judge`와 목록인 `order`가 있는 객체여야 합니다.",
    "order_twice": "{judge}의 순서가 비었거나 같은 답변이 두 번 있습니다. 답변마다 한 번까지만 쓸 수 있습니다.",
    "order_unknown": "{judge}의 순서에 {value} 값이 있습니다. 다음 답변 중 하나여야 합니다: {known}.",
    "unknown_answer": "`{key}`에 {value} 값이 있습니다. 다음 답변 중 하나여야 합니다: {known}.",
    "gold_figure": "`gold`에서 {name}의 값이 {value}입니다. 숫자여야 하며, 가장 좋은 답변이 가장 높아야 합니다.",
    "gold_form": "`gold` 값이 {value}입니다. 가장 좋은 답변들이거나 답변마다 숫자가 있는 객체여야 합니다.",
    "list_form": "`{key}` 값이 {value}입니다. 목록이어야 합니다.",
    "accepted_form": "`accepted`에 {value} 값이 있습니다. 텍스트여야 합니다.",
    "unclear_form": "`unclear`에 {value} 값이 있습니다. 심사자 이름이어야 합니다.",
    "text_form": "`{key}` 값이 {value}입니다. 텍스트여야 합니다.",
    "cost_form": "`cost` 값이 {value}입니다. 미국 달러 금액이어야 합니다.",
    "no_file": "{file} 파일이 없습니다. {layout} 형식에 필요합니다.",
    "no_folder": "{file}에 {value} 폴더가 없어 사람들이 어느 답변을 더 좋아하는지 알 수 없습니다.",
    "no_column": "{file}에 '{value}' 열이 없습니다. 필요한 열: {known}.",
    "no_strategy": "{file}에는 '{value}' 방식으로 물은 심사자가 없습니다. 가능한 값: {known}.",
    "no_json_file": "{column}번째 글자부터 JSON이 아닙니다.",
    "no_figure": "{key} 값이 {value}입니다. 숫자여야 합니다.",
    "misplaced": "{file}은(는) {layout} 형식이 아닙니다. {number}번째 항목에 {value} 값이 없습니다.",
    "misformed": "{file}은(는) {layout} 형식이 아닙니다. {number}번째 항목의 형태가 다릅니다. 형식은 docs/evaluating.md에 있습니다.",
    "same_id": "{file}은(는) {layout} 형식이 아닙니다. {number}번째 항목의 ID '{value}'이(가) 앞에 이미 있습니다. ID는 한 번씩만 써야 합니다.",
    "empty_layout": "{file}에 {layout} 형식으로 된 것이 없습니다.",
}


@dataclass(frozen=True, slots=True)
class KoreanJudging:
    """Implements `JudgingWords`."""

    no_reviewers: str = "이 설정에는 심사하는 모델이 없어 물을 모델이 없습니다."
    no_price: str = "예산이 있는데 가격을 알 수 없는 모델이 있습니다. --budget이나 그 모델을 빼세요."
    items_used: str = "그 앞의 항목은 사용했습니다."
    way: str = "방법"
    right: str = "정답률"
    interval: str = "구간"
    better_by: str = "위원회의 우위"
    comparing: str = "비교하는 중"
    nothing_to_compare: str = "위원회와 비교할 대상이 없습니다."

    def asking(self, *, spent: str) -> str:
        return f"모델에 묻는 중, 지금까지 {spent}" if spent else "모델에 묻는 중"

    def bad_items(self, *, fault: ItemFault, facts: Mapping[str, str]) -> str:
        return settled(FAULTS[fault].format_map(facts))

    def bad_line(self, *, file: str, line: int, trouble: str) -> str:
        return f"{file} {line}번째 줄: {trouble}"

    def bad_row(self, *, fault: RowFault, facts: Mapping[str, str]) -> str:
        return settled(ROW_FAULTS[fault].format_map(facts))

    def bad_ballot(self, *, number: int, trouble: str) -> str:
        return f"{number}번째 투표용지: {trouble}"

    def bad_input(self, *, line: int, trouble: str) -> str:
        return f"{line}번째 줄: {trouble}"

    def no_texts(self, *, item: str) -> str:
        return f"항목 {item}에는 판정이 없고 답변에 내용이 없어 모델이 판정할 수 없습니다."

    def too_few_answer(self, *, item: str) -> str:
        return f"항목 {item}에는 답변이 없고, 이 설정으로는 답변할 모델이 둘보다 적습니다."

    def in_use(self, *, file: str) -> str:
        return f"다른 명령이 지금 {file}에 쓰고 있습니다. 끝날 때까지 기다리거나 --out으로 다른 파일을 지정하세요."

    def stopped(self, *, file: str) -> str:
        return f"중단했습니다. 판정한 항목은 {file}에 있습니다. 같은 명령으로 이어 갈 수 있습니다."

    def cannot_read(self, *, file: str, why: str) -> str:
        return settled(f"{file}을(를) 읽을 수 없습니다: {SYSTEM.get(why, why)}.")

    def no_utf8(self, *, file: str) -> str:
        return settled(f"{file}은(는) UTF-8 텍스트가 아닙니다.")

    def no_items(self, *, file: str) -> str:
        return f"{file}에 항목이 없습니다. 줄마다 JSON 객체 하나여야 합니다. docs/evaluating.md를 보세요."

    def another_file(self, *, trouble: str) -> str:
        return f"{trouble} --out으로 다른 파일을 지정하세요."

    def same_file(self, *, file: str) -> str:
        return f"{file}에는 항목 자체가 들어 있습니다. --out으로 다른 파일을 지정하세요."

    def another_item(self, *, file: str, item: str) -> str:
        return f"{file}에 ID가 '{item}'인 다른 항목이 있습니다. --out으로 다른 파일을 지정하거나 그 파일을 지우세요."

    def cannot_write(self, *, file: str, why: str) -> str:
        return settled(
            f"{file}을(를) 쓸 수 없습니다: {SYSTEM.get(why, why)}. --out으로 다른 파일을 지정하세요."
        )

    def lacks(self, *, model: str, why: str) -> str:
        return settled(
            f"{model}이(가) 일부 항목에 답하지 않았습니다. {why} 같은 명령으로 다시 물을 수 있습니다."
        )

    def budget_used(self, *, budget: str, left: str, dearest: str, file: str) -> str:
        return settled(
            f"예산 {budget} 중 {left}이(가) 남았고, 항목 하나에 최대 {dearest}이(가) 들었습니다. 판정한 항목은 {file}에 있습니다. --budget을 늘리면 이어 갑니다."
        )

    def nobody_replied(self, *, item: str, reasons: str, file: str) -> str:
        return f"항목 {item}에 아무도 답하지 않았습니다. {reasons} 판정한 항목은 {file}에 있습니다. 같은 명령으로 이어 갈 수 있습니다."

    def nothing_clear(self, *, file: str) -> str:
        return f"분명한 판정이 없어 아무것도 저장하지 않았습니다. 질문은 {file}에 있습니다."

    def from_now_on(self, *, rubric: str) -> str:
        return f"이제부터 평가 기준표 {rubric}에서:"

    def found(self, *, model: str, version: str, right: float, pairs: float, reliability: float) -> str:
        return f"{model}({version}): {pairs:g}쌍 중 {right:g}쌍을 맞힘, 신뢰도 {reliability:.2f}(1이 보통 심사자)"

    def kept_in(self, *, file: str) -> str:
        return f"판정한 쌍은 {file}에 있습니다. 모델이 업데이트되었을 때처럼 다시 물으려면 파일을 지우세요."

    def none_kept(self, *, rubric: str) -> str:
        return f"평가 기준표 {rubric}에서 보정된 모델이 없습니다. `council calibrate`를 실행하세요."

    def kept(self, *, version: str, right: float, pairs: float, rubric: str, day: str) -> str:
        return f"{version}: {rubric}에서 {pairs:g}쌍 중 {right:g}쌍을 맞힘, {day}"

    def title(self, *, count: int) -> str:
        return f"방법별 정답률, 항목 {count}개(95% 구간)"

    def way_of(self, *, kind: WayKind, name: str, labels: int) -> str:
        match kind:
            case "council":
                return "위원회"
            case "calibrated":
                return f"정답이 있는 항목 {labels}개로 보정한 위원회"
            case "best_labelled":
                return f"정답이 있는 항목 {labels}개에서 가장 나은 모델"
            case "judge":
                return f"{name} 혼자 심사"
            case "author":
                return f"항상 {name}의 답변"
            case "average":
                return "평균적인 모델"
            case "majority":
                return "1위 단순 다수결"
            case "positions":
                return "입장 단순 다수결"
            case "aggregation":
                return f"순위 계산법 {name}"

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
            f"{council}, 가장 나은 모델 {member}({way}), "
            f"차이 {difference}, 95% 구간 {interval}, 항목 {count}개"
        )
        return f"{OUTCOMES[outcome]}: {figures}."

    def with_labels(self, *, parts: Sequence[str]) -> str:
        return f"정답이 있는 항목으로 배우면: {', '.join(parts)}."

    def from_to(self, *, low: str, high: str) -> str:
        return f"{low} ~ {high}"

    def certain(self, *, certainty: Certainty, times: int, right: str, low: str, high: str) -> str:
        return f"{CERTAIN[certainty]}: {times}번, 정답률 {right}({low} ~ {high})"

    def by_certainty(self, *, parts: Sequence[str]) -> str:
        return f"1위에 대한 위원회의 확신: {'; '.join(parts)}." if parts else "순위를 매긴 것이 없습니다."

    def skipped(self, *, count: int) -> str:
        return f"항목 {count}개는 판정이 없거나, 답변이 모두 맞거나 모두 틀려서 세지 않았습니다."

    def cost(self, *, dollars: str) -> str:
        return f"비용: {dollars}." if dollars else "비용을 알 수 없습니다."
