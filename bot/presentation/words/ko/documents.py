"""Exported files in Korean."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class KoreanDocuments:
    """Implements `DocumentWords`."""

    asked_before: str = "질문:"
    concluded: str = "결론:"
    material: str = "질문과 함께 받은 자료"
    name: str = "이름"
    kind: str = "종류"
    size: str = "바이트"
    given: str = "읽은 글자 수"
    supported_by: str = "뒷받침한 심사자"
    contradicted_by: str = "반박한 심사자"
    not_found_by: str = "찾지 못한 심사자"
    scores: str = "기준별 점수"
    scores_about: str = (
        "집계된 심사의 평균입니다. 심사자마다 점수를 쓰는 방식이 달라 순위는 점수로 정하지 않습니다."
    )
    agreement: str = "심사자 간 일치"
    agreement_about: str = (
        "두 심사자가 두 답변의 순서를 같게 매긴 비율입니다. 동점은 절반으로 세며, 우연이면 절반이 됩니다."
    )
    each_model: str = "모델별 결과"
    first_votes: str = "1위 표(순위 보기 전)"
    seconds: str = "초"
    tokens_in: str = "입력 토큰"
    tokens_out: str = "출력 토큰"
    team: str = "팀 투표"
    not_helpful: str = "도움이 되지 않은 이유:"
    sources_about: str = "답변과 결론에 나온 링크입니다."
    absent: str = "참여하지 못한 모델"
    nothing: str = "(없음)"
    won: str = "모델 간 비교에서 이긴 비율"
    won_and_voted: str = "모델 간 비교에서 이긴 비율과 팀의 1위 표"
    decided: str = "상태: 채택"
    context: str = "배경과 문제"
    options: str = "검토한 선택지"
    outcome: str = "결정 내용"

    def asked(self, *, name: str, when: str) -> str:
        return f"{name} 님이 {when}에 질문함:"

    def given_of(self, *, given: str, of: str) -> str:
        return f"{of} 중 {given}"

    def call(self, *, name: str, number: int, tool: str) -> str:
        return f"{name}, 호출 {number}: {tool}"

    def failed(self, *, why: str) -> str:
        return f"실패: {why}"

    def agrees(self, *, tau: float) -> str:
        return f"모델의 순서와 닮은 정도: {tau:.2f}. 1은 같은 순서, 0은 우연, -1은 반대 순서입니다."

    def helpful(self, *, good: int, of: int) -> str:
        return f"결론이 도움이 되었다고 한 사람: {of}명 중 {good}명."

    def cost(self, *, cost: Decimal | None, is_estimate: bool, is_partial: bool = False) -> str:
        about = "최소 " if is_partial else "약 " if is_estimate else ""
        return "알 수 없음" if cost is None else f"{about}${cost:,.4f}"

    def first_of(self, *, count: int, of: int, blind: int) -> str:
        return f"{of:,}표 중 {count:,}표(순위 보기 전 {blind:,}표)"

    def rubric(self, *, name: str) -> str:
        return f"평가 기준표 {name}"

    def aggregation(self, *, name: str) -> str:
        return f"순위 계산법 {name}"

    def decided_on(self, *, day: str) -> str:
        return f"날짜: {day}"

    def decided_by(self, *, name: str) -> str:
        return f"기록한 사람: {name}"

    def look_again(self, *, day: str) -> str:
        return f"다시 볼 날: {day}"

    def from_run(self, *, run_id: str, name: str, day: str) -> str:
        return f"Council 실행: {run_id}, {name} 님이 {day}에 질문함"
