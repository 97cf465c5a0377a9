"""Boards of models, schedules, decisions, digests and seats in Korean."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.presentation.words.memory import ScheduleDone
from council_core.domain.offer import Silence
from council_core.domain.schedule import Recurrence


@dataclass(frozen=True, slots=True)
class KoreanBoards:
    """Implements `BoardsWords`."""

    panel: str = "순위표"
    too_close: str = "우열을 가리기 어렵습니다. 다른 모델이 1위였어도 이상하지 않습니다."
    legend: str = (
        "실력: 1500이 평균이고, 400점 높으면 열한 번 비교에서 열 번 이깁니다. 범위: 이 질문들을 다시 뽑은 100번 중 95번의 실력이 "
        "들어갑니다. 승률: 이긴 비교의 비율."
    )
    model: str = "모델"
    strength: str = "실력"
    interval: str = "범위"
    wins: str = "승률"
    per_answer: str = "답변 하나에 드는 것"
    answers: str = "답변"
    seconds: str = "시간"
    cost: str = "비용"

    change_models: str = "모델 바꾸기"
    as_picture: str = "그림으로 보기"
    as_tables: str = "표로 보기"
    tools: str = "도구"
    by_month: str = "월별 승률"
    then_and_now: str = "처음, 지금"

    def changed(self, *, name: str, before: str, now: str) -> str:
        return f"가장 많이 달라진 모델: {name}, 이긴 비교 {before} → {now}."

    since: str = "시작"
    until: str = "끝"

    def limited(self, *, template: str, rubric: str, member: str, since: str, until: str) -> str:
        parts = (
            f"템플릿 {template}" if template else "",
            f"평가 기준표 {rubric}" if rubric else "",
            f"{member} 모델이 답한 질문" if member else "",
            f"{since}부터" if since else "",
            f"{until}까지" if until else "",
        )
        return f"다음 질문만 집계합니다: {', '.join(part for part in parts if part)}."

    def none_fit(self) -> str:
        return "조건에 맞는 질문 가운데 이름이 공개된 것이 아직 없어 순위표가 없습니다."

    def title(self, *, everywhere: bool) -> str:
        return f"{'모든 채널의' if everywhere else '이곳의'} 모델 실력"

    def none(self, *, everywhere: bool) -> str:
        where = "" if everywhere else "이곳에는 "
        return f"{where}아직 이름이 공개된 질문이 없어 순위표가 없습니다. 데모는 세지 않습니다."

    def counted(self, *, runs: int, everywhere: bool) -> str:
        return (
            f"{'모든 채널' if everywhere else '이곳'}에서 이름이 공개된 최근 질문 {runs}개를 바탕으로 합니다."
        )

    def judges(self, *, by_team: bool) -> str:
        return "팀의 블라인드 투표 기준" if by_team else "모델의 순위 기준, 자기 답변에 대한 판단 제외"

    def too_few(self, *, runs: int, needed: int, by_team: bool) -> str:
        what = "블라인드 투표가 있는" if by_team else "모델이 순위를 매긴"
        return f"{what} 질문이 {runs}개입니다. 순위표에는 {needed}개가 필요합니다."

    def leads(self, *, name: str, is_clear: bool) -> str:
        return f"{'분명히 가장 강한 모델' if is_clear else '가장 강해 보이는 모델'}: {name}."

    def advice(self, *, name: str, last: int, runs: int, cost: str, kept: str, agreement: str) -> str:
        team = f" 팀 투표와의 일치도 {agreement} 유지됩니다." if agreement else ""
        return (
            f"**제안:** {name} 모델은 질문 {runs}개 중 {last}개에서 최하위였고 전체 답변 비용의 {cost}를 씁니다. "
            f"이 모델이 없어도 그중 {kept}에서 1위가 같습니다.{team} 저절로 바뀌는 것은 없습니다."
        )

    def no_answer(self, *, name: str, count: int) -> str:
        return f"**{name}**: 답변하지 않음 {count}번."


WEEKDAYS = ("월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일")


@dataclass(frozen=True, slots=True)
class KoreanSchedules:
    """Implements `ScheduleWords`."""

    next: str = "다음:"
    how: str = "`/council 매주 월요일 9:00 질문` 예약 만들기, `/council schedules` 목록 보기. 질문마다 보통 질문만큼 비용이 들고 예산이 적용됩니다."
    title: str = "예약된 질문"
    none: str = "이곳에는 예약된 질문이 없습니다."
    paused: str = "일시 중지됨"
    place_gone: str = "이 채널이 없어졌거나 글을 받지 않거나, 예약한 사람이 더 이상 읽을 수 없습니다."
    pause: str = "일시 중지"
    resume: str = "다시 시작"
    delete: str = "삭제"
    confirm_delete: str = "이 예약을 삭제할까요? 이미 한 질문은 남습니다."
    show_all: str = "모두 보기"
    change_one: str = "일시 중지하거나 삭제하기"

    def when(self, *, recurrence: Recurrence) -> str:
        days = recurrence.weekdays
        if len(days) == 7:
            said = "매일"
        elif days == (0, 1, 2, 3, 4):
            said = "평일마다"
        elif days:
            said = f"매주 {', '.join(WEEKDAYS[day] for day in days)}"
        elif recurrence.month is None:
            said = f"매월 {recurrence.day}일"
        else:
            said = f"매년 {recurrence.month}월 {recurrence.day}일"
        return f"{said} {recurrence.hour}:{recurrence.minute:02} ({recurrence.zone})"

    def made(self, *, when: str) -> str:
        return f"{when}에 이 질문을 위원회에 묻습니다."

    def count(self, *, count: int) -> str:
        return f"이곳에 예약된 질문이 {count}개 있습니다."

    def changed(self, *, change: ScheduleDone) -> str:
        return {
            "pause": "예약을 일시 중지했습니다. 다시 시작할 때까지 묻지 않습니다.",
            "resume": "예약을 다시 시작했습니다.",
            "delete": "예약을 삭제했습니다. 이미 한 질문은 남습니다.",
        }[change]

    def refused(self, *, when: str, why: str) -> str:
        return f"예약({when})이 이번에는 질문하지 않았습니다. {why} 다음 시각에 다시 시도합니다."

    def closed(self, *, when: str) -> str:
        return f"예약({when})을 일시 중지했습니다. 채널이 없어졌거나 글을 받지 않거나 더 이상 읽을 수 없습니다. 다른 채널에서 다시 만드세요."


@dataclass(frozen=True, slots=True)
class KoreanDecisions:
    """Implements `DecisionWords`."""

    record: str = "결정 기록하기"
    decision: str = "무엇을 결정했나요?"
    look_again: str = "다시 볼 날"
    look_again_hint: str = "2027-03-01처럼 쓰세요. 그날 아침에 알려 드립니다. 비우면 알리지 않습니다."
    save: str = "기록하기"
    recorded: str = "결정을 기록했습니다."
    reminds: str = "알려 드릴 날:"
    needs_words: str = "무엇을 결정했는지 쓰세요."
    bad_day: str = "2027-03-01처럼 연, 월, 일로 쓰세요."
    past_day: str = "이미 지난 날입니다. 나중 날을 고르세요."
    title: str = "결정 목록"
    none: str = (
        "이곳에는 아직 결정이 없습니다. 질문의 이름이 공개되면 [더 보기] 메뉴에 [결정 기록하기]가 있습니다."
    )
    export_one: str = "하나를 파일로 받기"
    look_again_on: str = "다시 볼 날"
    due: str = "이 결정을 다시 보기로 한 날입니다:"
    file: str = "결정을 아키텍처 결정 기록으로 만든 파일입니다."
    change: str = "바꾸기"
    export: str = "파일로 받기"
    show_all: str = "모든 결정"

    def replaced(self, *, name: str) -> str:
        return f"{name} 님이 기록한 다음 결정을 대신합니다:"

    def intro(self, *, question: str) -> str:
        return f"질문: {question}"

    def newest_only(self, *, count: int) -> str:
        return f"가장 최근의 {count}개입니다. 이전 결정은 단어로 검색하세요."

    def none_found(self, *, words: str) -> str:
        return f"이곳의 결정 가운데 “{words}”에 있는 말이 모두 들어 있는 것은 없습니다."

    def count(self, *, count: int) -> str:
        return f"이곳의 결정 {count}개."


@dataclass(frozen=True, slots=True)
class KoreanSeats:
    """Implements `SeatWords`."""

    advanced: str = "고급"
    advanced_tick: str = "고급: 모델마다 설정"
    advanced_next: str = "다음 단계: 모델별 역할, 온도, 길이, 추론 강도. 아직 질문하지 않습니다"
    title: str = "모델별 설정"
    intro_question: str = "비워 두면 모델의 기본값을 씁니다. 여기서 설정한 모델의 답변은 알아볼 수 있으므로 이 질문은 블라인드가 아닌 것으로 표시됩니다."
    intro_place: str = "비워 두면 모델의 기본값을 씁니다. 이곳의 모든 질문에 적용됩니다."
    unset: str = "설정 없음"
    no_role: str = "역할 없음"
    as_usual: str = "모델 기본값"


@dataclass(frozen=True, slots=True)
class KoreanImproving:
    """Implements `ImprovingWords`."""

    improve_first: str = "먼저 더 나은 질문 보기"
    improve: str = "질문 다듬기"
    working: str = "질문을 다듬고 있습니다. 이곳에 본인에게만 표시되며, 아직 아무것도 질문하지 않았습니다."
    ask_better: str = "이 질문으로 묻기"
    ask_mine: str = "내 질문으로 묻기"
    edit: str = "고치기"
    again: str = "다시 시도"
    open: str = "열기"
    ask_anyway: str = "그래도 묻기"
    how_to_ask: str = "잘 묻는 법"
    hide_tips: str = "도움말 접기"
    tips: str = "무엇을 언제까지 정하는지, 선택지, 주요 수치, 답에 꼭 담길 내용을 적으세요."

    def tip_list(self) -> Sequence[str]:
        return (
            "무엇을 언제까지, 누구를 위해 정하는지 쓰세요.",
            "선택지와 각각에 대해 아는 것을 쓰세요.",
            "중요한 수치를 쓰세요: 부하, 비용, 마감.",
            "답에 꼭 담길 것을 쓰세요. 예: 계획이나 표.",
            "한 번에 하나만 묻고, 다음 것은 이어서 물으세요.",
        )

    def better(self, *, name: str) -> str:
        return f"**{name}의 제안입니다.** 아직 아무것도 질문하지 않았습니다."

    def unchanged(self, *, name: str) -> str:
        return f"{name}: 고칠 것이 없습니다. 아직 아무것도 질문하지 않았습니다."

    def why(self, *, reasons: Sequence[str]) -> str:
        return f"이유: {' · '.join(reasons)}"

    def yours(self, *, question: str) -> str:
        return f"내 질문: {question}"

    def asked(self, *, ago: str) -> str:
        return f"{ago} 질문:"

    def similar(self, *, count: int) -> str:
        return f"**이곳에 비슷한 질문이 {count}개 있었습니다.** 아직 아무것도 질문하지 않았습니다."


@dataclass(frozen=True, slots=True)
class KoreanDigests:
    """Implements `DigestWords`."""

    title: str = "요약"
    not_over: str = "아직 진행 중입니다."
    no_verdict: str = "결론 없이 끝났습니다."
    stop: str = "그만 받기"
    stopped: str = "이 채널의 요약을 더 이상 올리지 않습니다."
    none: str = "이 채널에는 요약이 없습니다. `/council digest weekly`를 쓰면 매주 월요일에 올립니다."

    def asked(self, *, count: int) -> str:
        return f"위원회에 한 질문 {count}개"

    def against(self, *, team: Sequence[str], models: Sequence[str]) -> str:
        return f"팀의 선택: {', '.join(team)} · 모델의 선택: {', '.join(models)}"

    def more(self, *, count: int) -> str:
        return f"이전 질문 {count}개 더: `/council history`"

    def spent(self, *, cost: str) -> str:
        return f"비용: {cost}"

    def made(self, *, when: str) -> str:
        return f"이 채널의 요약을 올립니다: {when}. 질문이 없으면 올리지 않습니다."


@dataclass(frozen=True, slots=True)
class KoreanModels:
    """Implements `ModelsWords`."""

    title: str = "모델"
    model: str = "모델"
    price: str = "질문당"
    can: str = "지원"
    no_provider: str = (
        "여기에는 설정된 제공자가 없습니다. 운영자가 OPENROUTER_API_KEY 같은 키를 추가하면 됩니다."
    )

    def abilities(self, *, sees: bool | None, tools: bool | None) -> str:
        return ", ".join(name for name, can in (("이미지", sees), ("도구", tools)) if can) or "–"

    def none_chosen(self, *, count: int) -> str:
        return f"모델 {count}개 중 여기에서 고를 수 있는 것이 없습니다. Council 운영자가 허용할 수 있습니다(COUNCIL_MODELS)."

    def more(self, *, count: int) -> str:
        return f"… 외 {count}개"

    def how(self, *, command: str) -> str:
        where = f"양식(**{command}**만 입력)이나 설정에서" if command else "council ask --member ID로"
        return f"{where} 고르세요. 가격은 짧은 질문 하나에 모델 하나가 쓰는 비용입니다."

    def silent(self, *, provider: str, why: Silence) -> str:
        said: dict[Silence, str] = {
            "unknown_provider": "여기에 설정된 제공자가 아닙니다.",
            "no_key": "키가 없어 목록을 읽을 수 없습니다. 운영자가 키를 설정할 수 있습니다.",
            "refused": "이 Council의 키를 거부합니다. 운영자가 키를 갱신할 수 있습니다.",
            "no_answer": "지금 응답하지 않습니다. 1분 뒤에 다시 시도하세요.",
            "unreadable": "모델 목록이 아닌 것으로 응답했습니다.",
        }
        return f"**{provider}**: {said[why]}"
