"""Lists of questions and their deletion in Korean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.post import Part, StageState, Time
from bot.presentation.words.ko.phrases import particle
from council_core.domain.run import RunStatus

STATES: Mapping[RunStatus, str] = {
    "asked": "방금 질문함",
    "answering": "모델이 답하는 중",
    "reviewing": "모델이 심사하는 중",
    "synthesizing": "의장이 결론을 쓰는 중",
    "voting": "투표 중",
    "revealed": "완료",
    "failed": "결과 없음",
    "cancelled": "중단됨",
}


@dataclass(frozen=True, slots=True)
class KoreanHistory:
    """Implements `HistoryWords`."""

    here: str = "최근 질문"
    own: str = "내 최근 질문"
    none_here: str = "이곳에서는 아직 아무도 질문하지 않았습니다."
    none_own: str = "아직 질문한 적이 없습니다."
    newer: str = "더 최근"
    older: str = "더 이전"
    only_mine: str = "내 질문만"
    everyones: str = "이곳의 모든 질문"
    only_revealed: str = "공개된 것만"
    any_state: str = "끝나지 않은 것도"
    with_words: str = "단어로 찾기 …"
    find_title: str = "질문 찾기"
    words: str = "단어"
    words_hint: str = "모든 단어가 질문이나 결론에 있어야 합니다. “따옴표”로 묶은 단어는 그대로 찾습니다."
    find: str = "찾기"
    none_fit: str = "이 페이지에는 조건에 맞는 질문이 없습니다."
    show: str = "보기"
    panel_found: str = "찾은 질문"
    more: str = "가장 최근 것들입니다. 더 오래된 것도 있습니다. 단어를 더하면 줄어듭니다."
    meant_as_question: str = "질문이었다면 끝에 물음표를 붙이세요."
    no_verdict: str = "결론 없음"
    demonstration: str = "데모"
    a_channel: str = "채널"
    direct_message: str = "Council과의 다이렉트 메시지"
    open_thread: str = "스레드 열기"
    run: str = "실행"
    whole_verdict: str = "결론 전문"
    whole_question: str = "질문 전문"
    answers: str = "답변"

    def count_here(self, *, count: int) -> str:
        return f"이곳의 최근 질문 {count:,}개."

    def count_own(self, *, count: int) -> str:
        return f"내 최근 질문 {count:,}개."

    def found(self, *, words: str) -> str:
        return f"검색: {words}"

    def count_found(self, *, words: str, count: int, has_more: bool) -> str:
        return f"“{words}” 검색 결과 {count:,}개{' 이상' if has_more else ''}."

    def none_found(self, *, words: str, in_chat: bool) -> str:
        among = "이곳의 질문이나 내 질문 가운데 " if in_chat else ""
        return (
            f"{among}질문이나 결론에 “{words}”의 모든 단어가 있는 것이 없습니다. 단어를 줄이면 더 많이 찾습니다. 단어는 "
            "그것으로 시작하는 더 긴 단어도 찾습니다."
        )

    def state(self, *, status: RunStatus) -> str:
        return STATES[status]

    def first(self, *, responses: str) -> str:
        return f"{responses} 1위"

    def asked_by(self, *, asker: str, asked: Time, run_id: str) -> Sequence[Part]:
        return (f"{asker} 님의 질문 · ", asked, f" · 실행 {run_id}")

    def stage_state(self, *, state: StageState) -> str:
        return {"waiting": "아직", "running": "진행 중", "done": "완료", "failed": "실패"}[state]

    def answers_file(self, *, file: str) -> str:
        return f"모델의 답변은 파일 {file}에 있습니다."

    def verdict_file(self, *, file: str) -> str:
        return f"결론의 일부입니다. 전문은 파일 {file}에 있습니다."


@dataclass(frozen=True, slots=True)
class KoreanDeletion:
    """Implements `DeletionWords`."""

    heading: str = "이 질문을 삭제할까요?"
    stops_first: str = "진행 중이므로 먼저 중단합니다."
    goes: str = (
        "질문, 모든 답변, 심사, 결론, 투표, 의견이 모두에게서 삭제되고, 관련된 제 글은 안내문으로 바뀝니다. 되돌릴 수 "
        "없습니다."
    )
    stays: str = (
        "사람들이 스레드에 쓴 글, 첨부한 파일, 이미 보낸 알림과 이메일, 모델 제공자가 보관하는 것, 백업은 제가 삭제할 수 "
        "없습니다."
    )
    delete: str = "완전히 삭제"

    def asks(self, *, question: str) -> str:
        return f"질문 {particle(f'“{question}”', '과', '와')} 관련된 모든 것을 삭제할까요?"

    def deleted(self, *, run_id: str) -> str:
        return f"실행 {run_id}, 삭제했습니다. 플랫폼이 허용하는 곳에서는 글도 곧 바뀝니다."
