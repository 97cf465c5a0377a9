"""Replies, help and forms in Korean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.presentation.words.private import FieldFault
from bot.requests.running import MistakeKind, Outdated


@dataclass(frozen=True, slots=True)
class KoreanReplies:
    """Implements `ReplyWords`."""

    say_why: str = "이유 쓰기"
    reason_title: str = "왜 도움이 안 됐나요?"
    reason_intro: str = (
        "이 질문과 함께 저장되며, 결과를 내보내는 사람은 누구나 볼 수 있습니다. 이름은 남지 않습니다."
    )
    reason: str = "무엇이 빠졌거나 틀렸나요?"
    send_reason: str = "보내기"
    withdraw: str = "내 투표 취소"
    not_voted: str = "투표하지 않았으므로 취소할 것이 없습니다."
    vote_withdrawn: str = "투표를 취소했습니다. 이름이 공개되기 전까지 다시 투표할 수 있습니다."
    asked_in_private: str = "질문했습니다. 제가 이 채널에 없어서 답은 저와의 다이렉트 메시지로 보냅니다."
    asked_elsewhere: str = "질문했습니다. 답은 이전 질문의 스레드에 올라옵니다."
    export_started: str = (
        "파일을 이 질문의 스레드에 올립니다. 이미 올라와 있을 수도 있습니다. 아무것도 없으면 그곳에 파일을 올릴 권한이 "
        "없을 수 있습니다."
    )
    stopped: str = "중단했습니다. 모델이 지금까지 말한 내용은 남습니다."
    your_question: str = "입력한 질문:"
    you_typed: str = "입력한 내용:"
    ask_anyway: str = "그래도 질문하기"
    ask_it: str = "질문하기"

    def vague(self, *, command: str) -> str:
        return (
            "질문했습니다. 한 번만 드리는 도움말: 질문이 가리키는 것의 이름이 없어 모델은 짐작만 할 수 있습니다. 이름을 쓰거나 파일을 "
            "붙이거나 그 스레드에서 묻고, 좋은 답변에 필요한 것을 적어 보세요. "
            f"{command} improve 뒤에 질문을 쓰면 묻기 전에 다듬어 줍니다."
        )

    def voted(self, *, alias: str) -> str:
        return f"내 투표: 답변 {alias}. 이름이 공개되기 전까지 바꿀 수 있습니다."

    def ranked(self, *, order: str) -> str:
        return f"내 순위(가장 좋은 것부터): {order}. 이름이 공개되기 전까지 바꿀 수 있습니다."

    def feedback(self, *, good: bool) -> str:
        word = "도움이 됨" if good else "도움이 안 됨"
        return f"고맙습니다. '{word}'으로 표시했습니다. 바꾸려면 다른 버튼을 누르세요."

    def still_in_message(self, *, secrets: str) -> str:
        return (
            f"가린 내용이 메시지에 아직 보입니다: {secrets}. 메시지를 지우고 그 값을 바꾸세요. 다른 사람이 읽었을 수 "
            "있습니다."
        )

    def retried(self, *, run_id: str, is_new: bool) -> str:
        if is_new:
            return f"같은 스레드에서 같은 모델에게 다시 질문했습니다. 실행 번호는 {run_id}입니다."
        return f"이미 다시 시도했습니다. 같은 스레드의 실행 {run_id}입니다."

    def files(self, *, names: Sequence[str]) -> str:
        return f"이 실행의 파일: {', '.join(names)}."

    def vote_closed(self, *, has_verdict: bool) -> str:
        if has_verdict:
            return "투표를 마쳤습니다. 곧 이름이 공개됩니다."
        return "투표를 마칩니다. 결론이 나오는 대로 이름이 공개됩니다."

    def incident(self, *, number: str) -> str:
        return (
            "저희 쪽에서 문제가 생겨 아무것도 하지 못했습니다. 다시 일어나면 Council 운영자에게 이 번호를 알려 주세요: "
            f"{number}."
        )

    def store_away(self, *, number: str) -> str:
        return (
            "지금 데이터베이스에 연결할 수 없어 아무것도 하지 못했습니다. 몇 분 뒤에 다시 해 보세요. 진행 중인 질문은 "
            f"저절로 이어집니다. 계속되면 Council 운영자에게 이 번호를 알려 주세요: {number}."
        )

    def not_started(self, *, run_id: str) -> str:
        return (
            "질문은 저장했지만 데이터베이스를 쓸 수 없어 지금 시작할 수 없습니다. 데이터베이스가 돌아오면 저절로 시작하니 "
            f"다시 묻지 않아도 됩니다. 실행 번호는 {run_id}입니다."
        )

    def did_you_mean(self, *, command: str) -> str:
        return f"**{command}** 명령을 뜻했나요? 아직 아무것도 묻지 않았습니다."

    def one_word(self, *, text: str) -> str:
        return f"“{text}”라고 질문할까요? 아직 아무것도 묻지 않았습니다."


COMMANDS: Mapping[str, str] = {
    "council": "여러 모델에게 질문하면 모델들이 서로의 답변을 익명으로 심사합니다",
    "Ask the council": "위원회에 질문하기",
    "ask": "위원회에 질문하기",
    "ask question": "알고 싶은 것. 비워 두면 더 넓은 양식이 열립니다",
    "ask preset": "이름이 붙은 설정 묶음. 예: quick, thorough",
    "ask members": "이번에 답할 모델. 쉼표로 구분",
    "ask chairman": "이번에 결론을 쓸 모델",
    "ask rubric": "이번에 평가할 때 보는 것",
    "ask file": "위원회에 줄 파일",
    "ask file2": "다른 파일",
    "ask file3": "다른 파일",
    "settings": "이 채널의 설정과 바꾸는 방법",
    "history": "이 채널의 최근 질문 또는 내 질문",
    "history mine": "이 서버의 모든 채널에서 내가 한 질문",
    "history revealed": "이름이 공개된 질문만",
    "search": "이 채널과 내 질문, 결론을 단어로 찾기",
    "search words": "모두 들어 있어야 하는 단어. “따옴표”는 단어를 묶습니다",
    "stats": "이 채널에서 모델들이 거둔 성적",
    "board": "이 채널에서 모델들의 실력",
    "board only": "예: template:writer, rubric:code, member:Ada, since:2026-01-31. 모든 채널은 workspace",
    "every": "이 채널에서 질문을 정기적으로 하기",
    "every when": "요일, 시각, 시간대. 예: monday 9:00 Asia/Seoul",
    "every question": "매번 할 질문",
    "improve": "질문하기 전에 질문을 다듬기. 아직 아무것도 묻지 않습니다",
    "improve question": "알고 싶은 것",
    "schedules": "이 채널에서 정기적으로 하는 질문",
    "digest": "이 채널의 요약을 매주 또는 매일 올리기",
    "digest often": "얼마나 자주. 없애려면 off",
    "digest when": "시각과 시간대. 예: 9:00 Asia/Seoul",
    "decisions": "이 채널에서 결정한 것",
    "decisions words": "이 단어가 모두 있는 결정만",
    "templates": "빈칸을 채우는 질문 템플릿",
    "models": "제공자가 지금 제공하는 모델과 가격",
    "models provider": "제공자 하나. 예: openai. 비워 두면 설정된 모든 제공자",
    "show": "질문이 어디까지 진행되었는지",
    "show run": "질문의 ID. 비워 두면 최근 질문",
    "cancel": "끝나기 전에 질문 중단하기",
    "cancel run": "질문의 ID. 비워 두면 내 최근 질문",
    "forget": "질문과 관련된 모든 것을 삭제하기",
    "forget run": "질문의 ID. 비워 두면 내 최근 질문",
    "export": "질문을 파일로. 나에게 또는 스레드에",
    "export run": "질문의 ID. 비워 두면 최근 질문",
    "help": "여기서 할 수 있는 일",
}


@dataclass(frozen=True, slots=True)
class KoreanHelp:
    """Implements `HelpWords`."""

    summary: str = "Council이 하는 일과 질문하는 법."
    threads: str = (
        "스레드에서 저를 멘션하면 먼저 스레드를 읽습니다. 질문의 스레드에서 물으면 후속 질문이 됩니다."
    )
    ask: str = "질문하기"
    history: str = "기록"
    settings: str = "설정"
    start: str = "위원회에 무엇을 물어볼까요?"
    example: str = "다섯 명인 팀에는 저장소 하나가 나을까요, 서비스마다 하나가 나을까요?"
    models: str = "어떤 모델이 있나요?"
    how: str = "어떻게 쓰나요?"
    commands: Mapping[str, str] = field(default_factory=lambda: COMMANDS)

    def outdated(self, *, what: Outdated) -> str:
        said: Mapping[Outdated, str] = {
            "button": "다른 버전의 Council이 만든 버튼이라 더 이상 동작하지 않습니다.",
            "form": "다른 버전의 Council이 만든 양식이라 아무것도 하지 않았습니다. 다시 열어 주세요.",
        }
        return said[what]

    def asking(self, *, command: str) -> str:
        return f"**{command} 질문** 여러 모델에게 묻습니다. 모델은 답하고, 서로를 익명으로 심사하고, 결론을 냅니다."

    def form(self, *, command: str) -> str:
        return f"**{command}**만 쓰면 양식이 열립니다: 파일, 모델, 프리셋."

    def finding(self, *, command: str) -> str:
        return f"**{command} history** 이곳의 최근 질문, **{command} search 단어** 질문 찾기."

    def looking(self, *, command: str) -> str:
        return f"**{command} board** 모델의 실력. **{command}** 뒤에 **templates**, **schedules**, **decisions**, **stats**, **settings**도 쓸 수 있습니다."

    def stopping(self, *, command: str) -> str:
        return f"**{command} cancel** 내 최근 질문 중단, **{command} forget** 삭제."


MISTAKES: Mapping[MistakeKind, str] = {
    "needs_words": "질문을 입력하세요.",
    "needs_best": "적어도 가장 좋은 답변 하나는 고르세요.",
    "ranked_twice": "답변 {fact} 항목은 이미 더 높은 순위에 있습니다.",
}


@dataclass(frozen=True, slots=True)
class KoreanForms:
    """Implements `FormWords`."""

    ask_title: str = "위원회에 질문하기"
    ask: str = "질문하기"
    question: str = "질문"
    files: str = "파일"
    pick_models: str = "다른 모델 고르기"
    more_models: str = "다른 모델"
    more_models_hint: str = "models 명령이 보여 주는 provider:model을 쉼표로 구분해 입력하세요"
    follow_up_title: str = "이어서 질문하기"
    follow_up: str = "이어서 할 질문"
    again_title: str = "고쳐서 다시 질문하기"
    again_intro: str = "같은 스레드에서 새로 실행합니다. 이전 답변을 모르므로 공정한 두 번째 시도입니다."
    same_question: str = "비우면 이전과 같은 질문입니다."
    same_as_before: str = "이전과 다른 모델을 고를 수 있습니다. 비우면 이전과 같습니다."
    same_members: str = "한 줄에 제공자:모델 하나. 비우면 이전과 같습니다."
    same_chairman: str = "비우면 이전과 같습니다."
    chairman_here: str = "모델 이름이나 제공자:모델. 비우면 이곳의 설정대로."
    none: str = "없음"
    rank_title: str = "답변 순위 매기기"
    rank_intro: str = (
        "내 투표는 아무에게도 보이지 않고, 이름이 공개되기 전까지 바꿀 수 있습니다. 순위를 매기지 않은 답변은 나머지 뒤의 "
        "공동 순위로 셉니다."
    )
    vote: str = "투표"
    best: str = "가장 좋음"

    def some_models(self, *, shown: int, of: int, command: str) -> str:
        return f"전체 {of}개 중 {shown}개입니다. 다른 모델은 {command} 명령에서 입력해 고르세요."

    def come_along(self, *, names: str) -> str:
        return f"메시지에 첨부된 파일: {names}"

    def too_long(self, *, characters: int, kept: int) -> str:
        return f"원문은 {characters:,}자입니다. 여기에는 처음 {kept:,}자만 있습니다."

    def follow_up_intro(self, *, question: str) -> str:
        return f"모델은 이 스레드의 질문과 답을 알고 있습니다. 마지막 질문: {question}"

    def members_here(self, *, names: str) -> str:
        return f"비우면: {names}"

    def as_here(self, *, value: str) -> str:
        return f"이곳의 설정: {value}"

    def place(self, *, number: int) -> str:
        return f"{number}위"

    def mistake(self, *, kind: MistakeKind, fact: str) -> str:
        return MISTAKES[kind].replace("{fact}", fact)


FIELD_FAULTS: Mapping[FieldFault, str] = {
    "missing": "{name} 항목이 없습니다",
    "unknown": "{name} 항목은 쓸 수 없습니다",
    "too_low": "{name} 값은 {limit} 이상이어야 합니다",
    "too_high": "{name} 값은 {limit} 이하여야 합니다",
    "no_text": "{name} 값은 텍스트여야 합니다",
    "no_number": "{name} 값은 정수여야 합니다",
    "yes_no": "{name} 값은 true나 false여야 합니다",
    "no_json": "본문이 JSON 객체가 아닙니다",
    "other": "{name} 값이 잘못되었습니다",
}


@dataclass(frozen=True, slots=True)
class KoreanPrograms:
    """Implements `ProgramWords`."""

    needs_words: str = "질문이 비어 있습니다."
    ended: str = "실행이 끝났고 이름이 공개되었습니다."
    voting: str = "결론이 나왔습니다. 아직 투표 중이어서 이름은 공개되지 않았습니다."
    going_on: str = "아직 진행 중입니다. 잠시 뒤 이 실행을 다시 조회하세요."
    demo: str = "데모 모델입니다. 실제 모델에는 묻지 않았습니다."

    def no_token(self, *, variable: str) -> str:
        return f"{variable}에 있는 토큰 하나를 `Authorization: Bearer …` 헤더로 보내세요."

    def key_too_long(self, *, most: str) -> str:
        return f"Idempotency-Key는 {most}자를 넘을 수 없습니다."

    def key_used(self, *, run_id: str) -> str:
        return f"이 Idempotency-Key는 다른 질문(실행 {run_id})에 쓰였습니다. 새 질문에는 새 키를 보내세요."

    def body_too_large(self, *, most: str) -> str:
        return f"본문은 {most}바이트를 넘을 수 없습니다."

    def no_path(self, *, path: str) -> str:
        return f"{path} 경로는 없습니다. 있는 경로는 /v1/openapi.json에서 확인하세요."

    def wrong_method(self, *, path: str, method: str, allowed: str) -> str:
        return f"{path} 경로는 {method} 방식을 받지 않습니다. 가능한 방식: {allowed}."

    def bad_fields(self, *, faults: Sequence[str], known: Sequence[str]) -> str:
        return f"{'; '.join(faults)}. 쓸 수 있는 항목: {', '.join(known)}."

    def field_fault(self, *, name: str, kind: FieldFault, limit: str) -> str:
        return FIELD_FAULTS[kind].format(name=f"`{name}`", limit=limit)

    def incident(self, *, number: str) -> str:
        return f"여기에서 문제가 생겼습니다. 로그에는 {number}번으로 남아 있습니다."

    def unknown_run(self, *, run_id: str) -> str:
        return (
            f"이 프로그램에는 '{run_id}' 실행이 없습니다. 프로그램은 자신이 시작한 실행만 읽을 수 있습니다."
        )
