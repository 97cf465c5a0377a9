"""Settings of a place, and refusals, in Korean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from bot.post import Part, Time
from bot.presentation.words.ko.phrases import SYSTEM, settled
from bot.presentation.words.ko.problems import LIMITED_BY, NOUNS, PROBLEMS, STORE, UNITS
from bot.presentation.words.settings import PlatformTrouble, Source, Unheard, meaning
from bot.settings.catalogue import Group
from council_core.domain.budget import Keeper, Period
from council_core.domain.place import Level
from council_core.errors import ChoiceKind, Problem, Refusal, StoreKind

GROUPS: Mapping[Group, str] = {
    "council": "모델과 프리셋",
    "judging": "심사",
    "stages": "추가 단계",
    "voting": "투표",
    "deadlines": "시간제한",
    "material": "파일",
    "web": "웹과 도구",
    "privacy": "언어와 개인정보",
    "budget": "예산",
    "all": "설정 바꾸기",
}


LABELS: Mapping[str, str] = {
    "show_ranking": "순위와 결론을 보여 주는 때",
    "links": "읽는 링크",
    "role": "역할",
    "temperature": "온도",
    "max_tokens": "가장 긴 답변(토큰)",
    "effort": "추론 강도",
    "preset": "프리셋",
    "members": "모델",
    "chairman": "의장",
    "quorum": "필요한 답변 수",
    "instructions": "공통 지침",
    "rubric": "평가 기준표",
    "criteria": "직접 정한 기준",
    "aggregation": "순위 계산법",
    "own_answer": "심사자 자신의 답변 반영",
    "review_characters": "심사자에게 보일 답변의 최대 길이",
    "revise": "모델이 답변을 고칠 수 있음",
    "critique": "의장이 결론을 비판함",
    "both_orders": "두 순서로 심사",
    "plain_style": "심사자에게 서식 숨김",
    "rounds": "모델의 의견이 갈릴 때",
    "vote_minutes": "투표 시간(분)",
    "who_reveals": "투표를 일찍 끝낼 수 있는 사람",
    "votes_needed": "투표를 끝내는 표 수",
    "plain_follow_ups": "멘션 없는 메시지도 이어서 질문",
    "vote_reminder": "투표 시간 절반에 알림",
    "stage_seconds": "단계별 시간제한(초)",
    "call_seconds": "호출별 시간제한(초)",
    "material_for_reviewers": "심사자에게 보일 파일 내용",
    "material_characters": "모델에 보일 자료의 최대 길이",
    "most_files": "질문당 파일 수",
    "file_megabytes": "가장 큰 파일(MB)",
    "read_thread": "질문 앞의 대화",
    "verify": "주장 확인",
    "web_search": "질문 전 웹 검색",
    "services": "질문을 보낼 서비스",
    "service_fields": "서비스에 보낼 항목",
    "tools": "모델이 쓰는 도구",
    "language": "언어",
    "redact": "질문 속 비밀 가리기",
    "keep_days": "실행 보관 기간(일)",
    "run_budget": "질문당 예산($)",
    "day_budget": "하루 예산($)",
    "month_budget": "한 달 예산($)",
}


PRESETS: Mapping[str, str] = {
    "Many different ideas rather than one right answer": "하나의 정답보다 서로 다른 많은 아이디어",
    "Code or a design: faults first, each with its mending": "코드나 설계: 결함을 먼저, 각각 고치는 법과 함께",
    "A choice to make: options, risks, a side; an hour to vote": "결정이 필요할 때: 선택지, 위험, 결론 하나, 투표 1시간",
    "Is it true? Claim by claim, and how sure one can be": "사실인가? 주장 하나하나와 얼마나 확실한지",
    "A fast answer: short deadlines, no vote, nothing extra": "빠른 답변: 짧은 기한, 투표 없음, 추가 없음",
    "Vote before you see the ranking; a day for the team to vote": "순위를 보기 전에 투표, 팀 투표 기간 하루",
    "For what matters: revised answers, both orders, a critique": "중요한 일: 고쳐 쓴 답변, 두 가지 순서, 비판",
}


HINTS: Mapping[str, str] = {
    "show_ranking": "바로, 또는 각자 투표한 뒤에",
    "links": "질문이 가리키는 페이지 중 읽을 개수. 없음은 0",
    "temperature": "0부터 2까지, 예: 0.2. 추론 강도를 정한 모델은 대개 무시합니다",
    "max_tokens": "정수. 1000은 약 750단어",
    "preset": "여기의 다른 설정보다 먼저 적용됩니다",
    "members": "한 줄에 제공자:모델 하나",
    "chairman": "모델 이름이나 제공자:모델. 첫 번째 모델은 -",
    "quorum": "이만큼 답하면 계속합니다",
    "instructions": "모든 모델과 의장에게 전합니다. 없음은 -",
    "criteria": "한 줄에 하나: correctness x2, harm (lower). 없음은 -",
    "review_characters": "글자 수. 더 길면 가운데를 뺍니다. 제한 없음은 -",
    "rounds": "다른 모델의 입장을 이름 없이 한 번 보고, 자기 입장을 지키거나 바꿉니다",
    "vote_minutes": "지나면 투표가 끝나고 이름이 공개됩니다. 투표 없음은 0",
    "votes_needed": "이만큼 투표하면 이름이 공개됩니다. 없음은 -",
    "vote_reminder": "그때까지 아무도 투표하지 않으면 스레드에 한 번 알립니다",
    "stage_seconds": "답변과 심사를 각각 기다리는 시간",
    "call_seconds": "더 늦은 답변은 늦은 답변으로 표시됩니다",
    "material_for_reviewers": "많이 보일수록 심사마다 비용이 더 듭니다",
    "material_characters": "모든 자료를 합친 글자 수",
    "most_files": "더 많은 파일은 읽지 않습니다",
    "file_megabytes": "더 큰 파일은 읽지 않습니다",
    "read_thread": "스레드에서 앞서 오간 말, 이름 없이",
    "verify": "심사에서 질문을 좌우하는 주장을 찾아보고, 결론에 표로 보여 줍니다",
    "web_search": "질문마다 웹을 한 번 검색하고, 모든 모델이 그 결과를 읽습니다",
    "services": "서비스 이름. all은 여기서 쓸 수 있는 모든 서비스, none은 없음",
    "tools": "예: search, fetch, python. all은 설정된 모든 도구, none은 없음",
    "redact": "저장하거나 모델에 보내기 전에 키, 토큰, 비밀번호를 가립니다",
    "keep_days": "채팅의 글은 남습니다",
    "run_budget": "질문 하나에 쓸 수 있는 금액. 제한 없음은 -",
    "day_budget": "하루에 쓸 수 있는 금액. 제한 없음은 -",
    "month_budget": "한 달에 쓸 수 있는 금액. 제한 없음은 -",
}


MEANINGS: Mapping[str, Mapping[str, str]] = {
    "effort": {"minimal": "최소", "low": "낮음", "medium": "보통", "high": "높음"},
    "who_reveals": {
        "asker": "질문한 사람이나 채널을 관리하는 사람, 언제든지",
        "anyone": "누구나, 언제든지",
        "nobody": "없음: 시간이 다 되거나 충분히 투표하면 끝남",
    },
    "show_ranking": {
        "at_once": "모두에게 바로",
        "after_vote": "투표한 사람에게 먼저, 투표가 끝나면 모두에게",
    },
    "aggregation": {
        "bradley_terry": "비교로 구한 강도(Bradley-Terry)",
        "borda": "순위 점수(Borda)",
        "mean_place": "평균 순위",
        "copeland": "이긴 쌍의 수(Copeland)",
        "schulze": "가장 강한 경로(Schulze)",
    },
    "own_answer": {"excluded": "반영 안 함", "half": "절반", "full": "전부"},
    "rounds": {"one": "다시 묻지 않음", "on_split": "모두에게 한 번 더 물음"},
    "read_thread": {"none": "질문만 읽음", "thread": "앞서 한 말도 읽음"},
    "material_for_reviewers": {"none": "파일 이름만", "head": "파일마다 처음 2,000자", "all": "전부"},
    "language": {"": "질문한 사람의 언어"},
    "": {"yes": "예", "no": "아니요"},
}
"""Explanations of some settings' values; all others speak for themselves."""


@dataclass(frozen=True, slots=True)
class KoreanSettings:
    """Implements `SettingsWords`."""

    heading: str = "이 채널의 설정"
    summary: str = "이 채널의 위원회 설정."
    setting: str = "설정"
    value: str = "값"
    source: str = "출처"
    none: str = "없음"
    nothing_differs: str = "모든 설정이 기본값입니다."
    first_model: str = "답하는 첫 번째 모델"
    who_may: str = "이 채널을 관리하는 사람이 설정을 바꿀 수 있습니다."
    reset: str = "기본값으로 되돌리기"
    confirm_reset: str = "여기서 정한 설정을 모두 지우고 물려받은 설정을 쓸까요?"
    save: str = "저장"
    show: str = "설정 보기"

    def label(self, *, name: str, english: str) -> str:
        return LABELS.get(name, english)

    def in_quotes(self, *, label: str) -> str:
        return f"'{label}'"

    def hint(self, *, name: str, english: str) -> str:
        return HINTS.get(name, english)

    def preset_summary(self, *, english: str) -> str:
        return PRESETS.get(english, english)

    def means(self, *, name: str, text: str) -> str:
        return meaning(MEANINGS, name, text)

    def group(self, *, group: Group) -> str:
        return GROUPS[group]

    def comes_from(self, *, source: Source) -> str:
        return {
            "channel": "이 채널",
            "workspace": "워크스페이스",
            "preset": "프리셋",
            "bot": "기본값",
        }[source]

    def differs(self, *, names: Sequence[str]) -> str:
        return f"여기서 기본값과 다른 설정: {', '.join(names)}."

    def contradict(self, *, trouble: str) -> str:
        return f"**함께 쓸 수 없는 설정입니다:** {trouble}"

    def change(self, *, level: Level) -> str:
        return f"{'이 채널' if level == 'channel' else '워크스페이스 전체'} 바꾸기:"

    def title(self, *, level: Level) -> str:
        return f"설정: {'채널' if level == 'channel' else '워크스페이스'}"

    def intro(self, *, level: Level) -> str:
        where = "이 채널" if level == "channel" else "워크스페이스 전체"
        return f"{where}에 다음 질문부터 적용됩니다. 비운 칸은 물려받습니다."

    def inherited(self, *, value: str) -> str:
        return f"물려받음: {value}"

    def left_empty(self, *, hint: str, value: str) -> str:
        return f"{hint}. 비우면: {value}"

    def unheard(self, *, kind: Unheard) -> str:
        if kind == "never":
            return "**이곳에서는 멘션 없는 메시지가 Council에 전달되지 않습니다.**"
        return (
            "**멘션 없는 메시지가 아직 Council에 전달되지 않습니다.** 운영자가 Discord 개발자 포털의 *Bot* 페이지에서 "
            "*Message Content Intent*를 켜고 봇을 다시 시작해야 합니다."
        )

    def saved(self, *, level: Level) -> str:
        where = "이 채널" if level == "channel" else "워크스페이스 전체"
        return f"{where}에 저장했습니다. 다음 질문부터 적용됩니다."

    def was_reset(self, *, level: Level) -> str:
        where = "이 채널" if level == "channel" else "워크스페이스"
        return f"{where}의 설정을 다음 질문부터 모두 물려받습니다."


REFUSALS: Mapping[Refusal, str] = {
    "vote_not_open": "아직 투표가 열리지 않았습니다.",
    "vote_closed": "투표가 끝나 바뀐 것이 없습니다.",
    "vote_over": "투표가 이미 끝났습니다.",
    "no_vote": "이 질문에는 투표가 없습니다. 이름은 결론과 함께 나옵니다.",
    "nobody_reveals": "이곳에서는 투표를 일찍 끝낼 수 없습니다. 끝나면 이름이 나옵니다.",
    "only_asker_reveals": "{fact} 님이나 이 채널을 관리하는 사람만 투표를 일찍 끝낼 수 있습니다.",
    "only_asker_cancels": "{fact} 님이나 이 채널을 관리하는 사람만 이 질문을 중단할 수 있습니다.",
    "only_asker_deletes": "{fact} 님이나 이 채널을 관리하는 사람만 이 질문을 삭제할 수 있습니다.",
    "no_verdict_yet": "이 질문에는 아직 결론이 없습니다.",
    "twice_in_ranking": "답변 {fact}: 이 순위에 두 번 있습니다. 한 자리만 주세요.",
    "empty_vote": "답변을 하나 이상 고르세요.",
    "nothing_to_search": "찾을 단어가 없습니다. 질문이나 결론에 나온 단어를 써 보세요.",
    "nothing_asked_here": "이곳에서 질문한 적이 없어 삭제할 것이 없습니다.",
    "nothing_under_way": "이곳에서 진행 중인 질문이 없어 중단한 것이 없습니다.",
    "answered_already": "이 질문은 이미 결론이 나서 중단할 것이 없습니다. 투표는 저절로 끝나며, 카드에 [투표를 끝내고 공개] 버튼이 있으면 그것으로도 끝낼 수 있습니다. `forget`은 질문을 삭제합니다.",
    "ended_already": "이 질문은 이미 끝나 중단할 것이 없습니다.",
    "not_over": "이 질문은 아직 진행 중입니다. 끝난 뒤 다시 시도하세요.",
    "nobody_missing": "모든 모델이 참여해 다시 시도할 것이 없습니다.",
    "outside": "그 채널이나 스레드에 없으므로 아무것도 하지 않았습니다. 그곳에 있는 사람이 추가해 줄 수 있습니다.",
    "cannot_tell": "그 채널이나 스레드를 읽을 수 있는지 확인하지 못해 아무것도 하지 않았습니다. {fact}",
    "settings_changed": "그사이 다른 사람이 설정을 바꾸어 저장하지 않았습니다. 다시 열어 보세요.",
    "no_workspace": "이곳에는 워크스페이스가 없어 이곳의 설정만 있습니다.",
    "only_channel_managers": "이 채널을 관리하는 사람만 설정을 바꿀 수 있습니다.",
    "workspace_board": (
        "워크스페이스 전체의 순위표는 관리자만 여기서 볼 수 있습니다. 내가 속한 채널의 순위표는 페이지에 있습니다."
    ),
    "only_managers_set_seats": "이 채널을 관리하는 사람만 질문의 모델을 하나씩 설정할 수 있어 질문하지 않았습니다. 그대로 질문하거나 관리자에게 부탁하세요.",
    "preset_seats": "이곳에 적용되는 프리셋이 모델을 정하고 있어 저장하지 않았습니다. 먼저 다른 프리셋을 고르거나 없음을 고르세요.",
    "only_workspace_managers": "워크스페이스 전체를 관리하는 사람만 설정을 바꿀 수 있습니다.",
    "only_template_managers": "워크스페이스 전체를 관리하는 사람만 템플릿을 바꿀 수 있습니다.",
    "too_many_templates": "템플릿은 {fact}개까지 둘 수 있습니다. 먼저 하나를 삭제하세요. 저장하지 않았습니다.",
    "needs_words": "질문이 비어 있습니다. {fact} 뒤에 질문을 쓰세요.",
    "question_too_long": "질문이 너무 깁니다. 최대 {fact}자입니다. 줄이거나 일부만 물어보세요.",
    "export_needs": "이 파일에는 {fact} 패키지가 필요한데 여기에 설치되어 있지 않습니다. Council 운영자가 `pip install council[exports]`로 추가할 수 있습니다. HTML은 그대로 쓸 수 있습니다.",
    "export_no_figures": "그릴 수치가 없습니다. 이 질문에는 순위가 매겨지지 않았습니다.",
    "export_too_large": "이 질문은 {fact} 파일로 만들기에 너무 길거나 너무 깊게 중첩되어 있습니다. HTML 파일에는 전부 들어 있습니다.",
    "no_pages": "이곳에는 브라우저 페이지가 없습니다. Council 운영자가 주소를 정하지 않았습니다.",
    "schedule_day": "'{fact}'에는 예약할 수 없습니다. 요일, 1일부터 28일까지의 날, 또는 날짜를 쓰세요: `매주 월요일 9:00 …`, `매월 1일 9:00 …`, `매년 2월 28일 9:00 …`. 예약되지 않았습니다.",
    "schedule_time": "예약에는 0:00부터 23:59 사이의 시각이 필요합니다: `매주 {fact} 9:00 질문`. 예약되지 않았습니다.",
    "schedule_zone": "'{fact}' 시간대는 없습니다. Asia/Seoul처럼 쓰세요. 예약되지 않았습니다.",
    "schedule_no_zone": "이곳에서는 시간대를 알 수 없습니다. 시각 뒤에 쓰세요: `매주 {fact} 9:00 Asia/Seoul 질문`. 예약되지 않았습니다.",
    "schedule_question": "예약에는 질문이 필요합니다: `매주 {fact} 9:00 질문`. 예약되지 않았습니다.",
    "schedule_digest": "예약은 질문을 합니다. 요약은 `digest daily 9:00` 또는 `digest weekly monday 9:00`으로 설정하세요. 예약되지 않았습니다.",
    "schedule_command": "예약은 질문을 합니다. '{fact}'은(는) 명령입니다. 시각 뒤에 질문을 쓰세요. 예약되지 않았습니다.",
    "schedule_or_question": "'{fact}' 뒤에 시각이 없습니다. 예약은 이렇게 씁니다: `매주 월요일 9:00 질문`. 지금 질문으로 물으려면 앞에 `ask`를 쓰세요. 예약되지 않았고 묻지도 않았습니다.",
    "schedule_missed": "지난 예약은 건너뛰었습니다. 12시간 동안 Council이 실행되지 않았거나 채팅이 응답하지 않았습니다.",
    "schedule_unknown": "이곳에 그런 예약이 더 이상 없습니다.",
    "schedule_of_another": "이 예약은 {fact} 님과 채널 관리자만 바꿀 수 있습니다.",
    "schedule_too_many": "이 채널에는 예약이 {fact}개 있어 더 만들 수 없습니다. 먼저 하나를 삭제하세요.",
    "improve_too_long": "모델은 {fact}자까지의 질문을 다듬습니다. 질문하지 않았습니다.",
    "improve_failed": "질문을 다듬지 못했고, 질문하지 않았습니다. {fact}",
    "improve_unread": "{fact}: 질문으로 답하지 않아 다듬지 못했고, 질문하지 않았습니다.",
    "draft_gone": "이미 질문했거나 하루가 지났습니다. 다시 입력해 주세요.",
    "board_limits": "'{fact}'(으)로는 순위표를 좁힐 수 없습니다. `board` 뒤에 `workspace`, `template:writer`, `rubric:code`, `member:Ada`, `since:2026-01-31`, `until:2026-06-30` 가운데서 쓰세요.",
    "search_day": "'{fact}'은(는) 날짜가 아닙니다. `since:2026-01-31`이나 `until:2026-06-30`처럼 쓰세요.",
    "digest_time": "요약을 올릴 수 없는 시각입니다. `digest {fact} 9:00` 또는 `digest {fact} 9:00 Asia/Seoul`처럼 쓰세요. 바뀐 것은 없습니다.",
    "not_revealed": "이 질문의 이름이 공개된 뒤에 결정을 기록할 수 있습니다.",
    "not_decided": "이 질문에는 아직 기록된 결정이 없습니다.",
    "template_empty": "템플릿의 '{fact}' 칸이 비어 있습니다. 질문 앞에 {fact}=\"…\"를 쓰거나 양식에서 채우세요. 묻지 않았습니다.",
    "template_long": "'{fact}' 칸의 글이 너무 깁니다. 최대 3,000자입니다. 묻지 않았습니다.",
    "template_number": "'{fact}' 칸에는 200 같은 숫자를 쓰세요. 묻지 않았습니다.",
    "template_quote": "'{fact}'의 따옴표가 닫히지 않았거나 그 안에 다른 따옴표가 있습니다. {fact}=\"…\" 뒤에 질문을 쓰세요. 묻지 않았습니다.",
    "template_twice": "'{fact}' 칸이 두 번 있습니다. 한 번만 쓰세요. 묻지 않았습니다.",
    "criterion_unread": "기준 '{fact}'을(를) 읽을 수 없습니다. `간결함`, `정확성 x2`, `피해 (lower): 모욕과 위협`처럼 이름을 쓰세요.",
    "criterion_name": "기준의 이름은 1~{fact}자여야 합니다.",
    "criterion_weight": "'{fact}'의 가중치는 0보다 커야 합니다.",
    "criteria_too_many": "기준이 너무 많습니다. 최대 {fact}개입니다.",
    "criteria_twice": "이름이 '{fact}'인 기준이 둘 있습니다. 각각 다른 이름을 주세요.",
    "criteria_none": "직접 정하는 기준은 하나 이상 있어야 합니다.",
    "criterion_direction": "기준 '{fact}'의 방향이 올바르지 않습니다. `higher` 또는 `lower`를 쓰세요.",
    "criterion_scale": "'{fact}'의 척도는 작은 수에서 큰 수로 커져야 합니다.",
    "backup_of_postgres": "실행이 Postgres에 저장되어 있으므로 Postgres의 도구로 실행 중에도 온전히 복사할 수 있습니다: {fact} (엔진의 기록이 `dbos`에 있으므로 모든 스키마를 복사합니다). 복원은 pg_restore로 합니다.",
    "no_database_yet": "{fact}에 아직 데이터베이스가 없어서 복사할 것이 없습니다.",
    "file_there_already": "{fact} 파일이 이미 있습니다. 다른 파일 이름을 쓰거나 먼저 지우세요.",
    "no_such_folder": "{fact} 폴더가 없습니다. 먼저 만드세요.",
    "not_exported_yet": "이름이 공개된 뒤에 내보낼 수 있습니다. 그 전에는 파일 때문에 이름이 드러납니다.",
    "file_deleted": "파일 {fact}이(가) 더 이상 없습니다. 해당 질문이 삭제되었습니다.",
}


CHOICES: Mapping[ChoiceKind, str] = {
    "aggregation": "'{value}' 순위 계산법이 없습니다.",
    "channel": "이곳에 '{value}' 채널이 없습니다.",
    "field": "이 템플릿에는 '{value}' 항목이 없습니다.",
    "field_value": "'{field}' 항목에는 '{value}' 값을 쓸 수 없습니다.",
    "model": "이곳에 '{value}' 모델이 없습니다.",
    "own_weight": "심사자 자신의 답변은 '{value}' 비중으로 반영할 수 없습니다.",
    "person": "이름이 '{value}'인 사람은 이곳에서 질문하지 않았습니다.",
    "place": "이름이 '{value}'인 곳에서는 질문이 없었습니다.",
    "provider": "'{value}' 제공자가 없습니다.",
    "response": "'{value}' 답변이 없습니다.",
    "rubric": "'{value}' 평가 기준표가 없습니다.",
    "schedule": "'{value}' 예약이 없습니다.",
    "template": "'{value}' 템플릿이 없습니다.",
    "terminal_run": "이 터미널에서 시작한 '{value}' 실행이 없습니다.",
}


PLATFORM_TROUBLES: Mapping[PlatformTrouble, str] = {
    "not_invited": "Council이 여기에 글을 쓸 수 없습니다. 채널에서는 `/invite @Council`로 초대한 뒤 다시 질문하고, 다른 곳에서는 Council에 직접 쓰세요.",
    "forbidden": "이 워크스페이스에서는 Council이 여기에 글을 쓸 수 없습니다. 워크스페이스 관리자에게 문의하세요.",
    "archived": "보관된 채널입니다. 다른 채널에서 질문하거나 보관을 해제하세요.",
    "bad_token": "플랫폼이 봇 토큰을 더 받지 않습니다. 운영자가 앱을 다시 설치하거나 새 토큰을 설정해야 합니다.",
    "no_scope": "Council의 Slack 앱에 권한이 부족합니다{code}. 관리자가 OAuth & Permissions에서 이 권한을 추가하고 앱을 다시 설치해야 합니다.",
    "uninvited": "Council이 이 채널에 없어서 채널의 대화를 읽을 수 없습니다. `/invite @Council`로 초대한 뒤 다시 질문하세요.",
    "unscoped": "Council의 Slack 앱에 이 대화를 읽을 권한이 없습니다{code}. 관리자가 OAuth & Permissions에서 이 권한을 추가하고 앱을 다시 설치해야 합니다.",
    "no_file_scope": "Council의 Slack 앱에 파일을 읽을 권한(files:read)이 없습니다. 관리자가 OAuth & Permissions에서 이 권한을 추가하고 앱을 다시 설치해야 합니다.",
    "no_intent": "Discord가 사람들이 쓴 글을 Council에 보여 주지 않습니다. 운영자가 Discord 개발자 포털의 Bot 페이지에서 Message Content Intent를 켜고 봇을 다시 시작해야 합니다.",
    "no_rights": "Council이 여기서 그 일을 할 수 없습니다. View Channel, Send Messages, Send Messages in Threads, Create Public Threads, Read Message History, Embed Links, Attach Files 권한을 주세요.",
    "too_long": "플랫폼에 올리기에는 메시지가 너무 깁니다.",
    "locked": "잠긴 스레드입니다.",
    "blocked": "서버의 AutoMod가 메시지를 막았습니다.",
    "no_direct_messages": "이 사람은 Council의 다이렉트 메시지를 받지 않습니다.",
    "no_files": "이 워크스페이스는 파일을 받지 않거나 공간이 없습니다.",
    "not_author": "메시지는 쓴 사람만 고칠 수 있습니다.",
    "edited_too_late": "이 메시지는 더 이상 고칠 수 없습니다.",
    "person_absent": "이 사람은 채널에 없습니다.",
    "unseen_channel": "채널이 없어졌거나 Council이 볼 수 없습니다. 채널이 아직 있다면 `/invite @Council`로 초대하세요.",
    "thread_gone": "스레드가 없어졌습니다.",
    "workspace_gone": "워크스페이스나 서버가 없어졌거나 Council이 설치되어 있지 않습니다.",
    "wrong_channel": "이런 종류의 채널에는 Council이 글을 올릴 수 없습니다.",
    "busy": "플랫폼이 지금은 더 받지 않습니다. 1분 뒤에 다시 시도하세요.",
    "stopping": "Council이 다시 시작하는 중입니다. 잠시 뒤 다시 시도하세요.",
    "not_served": "Council이 지금 이 플랫폼에 연결되어 있지 않습니다.",
    "too_late": "창을 열기까지 너무 오래 걸렸습니다. 버튼을 다시 누르세요.",
    "closed": "Council이 여기에 글을 쓸 수 없습니다{code}.",
    "place_gone": "채널이 없어졌거나 Council이 볼 수 없습니다{code}.",
    "message_gone": "메시지가 없어졌습니다{code}.",
    "refused": "플랫폼이 거부했습니다{code}.",
    "unknown": "플랫폼이 응답하지 않거나 문제가 있습니다{code}. 잠시 뒤 다시 시도하세요.",
}


@dataclass(frozen=True, slots=True)
class KoreanErrors:
    """Implements `ErrorWords`."""

    def refused(self, *, kind: Refusal, fact: str) -> str:
        return settled(REFUSALS[kind].replace("{fact}", fact).strip())

    def models_refused(self, *, models: Sequence[str], choices: Sequence[str]) -> str:
        return (
            f"{', '.join(models)}: 이곳에서 고를 수 없어 질문하지 않았고 비용도 들지 않았습니다. 고를 수 있는 모델: "
            f"{', '.join(choices)}. 더 많은 모델은 Council 운영자가 허용할 수 있습니다(COUNCIL_MODELS)."
        )

    def over_budget(self, *, keeper: Keeper, period: Period, cost: str | None, limit: str, left: str) -> str:
        whose = {"channel": "이 채널", "workspace": "이 워크스페이스"}.get(keeper, "이 봇")
        variable = f"(COUNCIL_{period.upper()}_BUDGET)"
        who = f"운영자가{variable}" if keeper == "environment" else "관리하는 사람이"
        would = f"이 질문의 비용은 약 {cost}입니다." if cost else "아무것도 묻지 않았습니다."
        if period == "run":
            return (
                f"{would} {whose}에서 질문 하나의 예산은 {limit}입니다. 모델을 줄이거나, 프리셋 `quick`을 "
                f"쓰거나, 질문을 줄이면 비용이 줄어듭니다. {who} 예산을 늘릴 수 있습니다."
            )
        span, each = ("하루", "매일") if period == "day" else ("한 달", "매달")
        return (
            f"{would} {whose}의 {span} 예산은 {limit}, 남은 금액은 {left}입니다. {each} 새로 시작합니다. {who} 예산을 늘릴 수 "
            "있습니다."
        )

    def budget_renews(self, *, at: Time) -> Sequence[Part]:
        return ("예산이 새로 시작하는 때: ", at)

    of_place: str = (
        "이 설정은 이 채널이나 워크스페이스에 저장되어 있습니다. 관리 권한이 있는 사람이 이곳의 설정에서 바꿀 수 "
        "있습니다."
    )

    def unpriced(self, *, models: Sequence[str], variables: Sequence[str]) -> str:
        return (
            f"이곳에는 예산이 있는데 가격을 모르는 모델이 있어 묻지 않았습니다: {', '.join(models)}. 다른 모델을 고르세요. "
            f"운영자가 가격을 정할 수 있습니다({', '.join(variables)})."
        )

    def too_many_waiting(self, *, count: int) -> str:
        return f"대기 중인 질문이 {count:,}개로, 한 사람의 한도입니다. 기다리거나 하나를 중단하세요."

    def unknown_run(self, *, run_id: str) -> str:
        return f"이곳에 실행 '{run_id}' 기록이 없습니다. `history` 명령으로 최근 것을 봅니다. 다른 곳의 것은 그곳 사람만 봅니다."

    def deleted(self, *, run_id: str, day: str) -> str:
        return f"실행 '{run_id}' 기록은 {day}에 모두 삭제되었습니다."

    def unknown_choice(self, *, thing: ChoiceKind, value: str, known: Sequence[str], field: str) -> str:
        choose = f" 다음에서 고르세요: {', '.join(known)}." if known else ""
        return f"{CHOICES[thing].format(value=value, field=field)}{choose}"

    def platform(self, *, kind: PlatformTrouble, code: str) -> str:
        return PLATFORM_TROUBLES[kind].replace("{code}", f" ({code})" if code else "")

    def problem(self, *, problem: Problem) -> str:
        facts = problem.facts
        unit, example = UNITS.get(facts.get("unit", ""), ""), facts.get("example")
        said = PROBLEMS[problem.kind].format_map(
            {
                **facts,
                "why": SYSTEM.get(facts.get("why", ""), facts.get("why", "")),
                "unit": unit if unit else "",
                "of_unit": unit if unit else "",
                "such_as": f" (예: {example})" if example else "",
                "limiter": LIMITED_BY.get(facts.get("limiter", ""), ""),
                "version": LIMITED_BY["version"],
                "given": f" '{facts['value']}'" if facts.get("value") else "",
                "nouns": NOUNS.get(facts.get("noun", ""), ("", ""))[1],
                "key": facts.get("name", "").rpartition(".")[2],
                "refused": REFUSALS.get(cast("Refusal", facts.get("refusal", "")), "").replace(
                    "{fact}", facts.get("fact", "")
                ),
            }
        )
        said = f"모델 '{facts['seat']}': {said}" if "seat" in facts else said
        said = f"{NOUNS[facts['noun']][0]} 파일 {facts['file']}: {said}" if "file" in facts else said
        return settled(said)

    def store(self, *, kind: StoreKind, facts: Mapping[str, str]) -> str:
        return settled(STORE[kind].format_map(facts))
