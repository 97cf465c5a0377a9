"""The page of a run, lists in a browser and the playground in Korean."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.ports.words import PageLabels
from bot.presentation.words.ko.phrases import PHRASES
from bot.presentation.words.page import PageTrouble

PLAYGROUND = PageLabels(
    language="ko",
    skip="메시지로 건너뛰기",
    title="체험 페이지",
    you_are="지금 나는",
    teammates="가상의 팀원 세 명입니다. 각 팀원으로 투표해 볼 수 있습니다.",
    channels="채널 목록",
    channel="채널",
    threads="스레드",
    thread="스레드",
    no_thread="채널에서 질문해 보세요. 답변, 심사, 투표가 나오는 대로 여기에 표시됩니다.",
    quiet="아직 아무도 질문하지 않았습니다. 아래에서 묻거나 다음 질문으로 시작해 보세요.",
    tries="작은 팀이 job queue를 직접 만들어야 할까요?\n금요일에 deploy 해도 될까요?\ntabs, spaces 중 무엇을 쓸까요?",
    show="보기",
    messages="메시지",
    ask="질문하기",
    ask_here="이 채널에서 위원회에 질문하기",
    with_settings="설정과 함께…",
    follow_up="이어서 질문",
    follow_up_here="이 스레드에서 이어서 질문하기",
    add_files="파일 첨부",
    history="기록",
    statistics="통계",
    board="순위표",
    decisions="결정",
    schedules="예약 질문",
    templates="템플릿",
    settings="여기 설정",
    help="도움말",
    demo="여기서는 데모 모델이 답합니다. 지어낸 글이며 키도 비용도 없습니다. 실제 모델을 쓰려면 .env에 모델과 키를 적고(.env.example 참고) 다시 시작하세요.",
    only_you="나에게만 보입니다",
    close="닫기",
    confirm="예, 진행합니다",
    file="파일",
    table="표",
    silent="Council이 응답하지 않습니다. 아직 실행 중인가요?",
    no_page="여기에는 페이지가 없습니다. council이 출력한 주소 전체를 여세요.",
    wrong_method="이 주소는 그렇게 사용할 수 없어 아무것도 하지 않았습니다. 페이지를 열고 그곳의 버튼을 사용해 주세요.",
    other_host="이 페이지는 이 컴퓨터에서 127.0.0.1 또는 localhost로만 열 수 있습니다.",
    other_site="이 양식은 체험 페이지에서 보낸 것이 아닙니다.",
    too_large="한 번에 보낼 수 있는 크기(파일 포함 30MB)를 넘었습니다.",
    file_gone="이 파일은 이제 없습니다. 다시 내보내세요.",
)


@dataclass(frozen=True, slots=True)
class KoreanPage:
    """Implements `PageWords`."""

    skip: str = "본문으로 건너뛰기"
    colours: str = "색"
    auto: str = "자동"
    light: str = "밝게"
    dark: str = "어둡게"
    on_this_page: str = "이 페이지에서"
    answer: str = "결론"
    ranking: str = "순위"
    responses: str = "답변"
    reviews: str = "심사"
    details: str = "자세히"
    material: str = "자료"
    sources: str = "출처"
    earlier: str = "이 스레드의 이전 질문"
    run: str = "실행"
    names_out: str = "이름 공개됨"
    open_thread: str = "스레드 열기"
    names_hidden: str = "이름은 공개 전까지 숨겨져 있습니다"
    most_agree: str = "대부분 같은 의견"
    layout: str = "답변 배치"
    side_by_side: str = "나란히"
    stacked: str = "위아래로"
    tabs: str = "하나씩"
    compare: str = "둘 비교"
    left: str = "왼쪽"
    right: str = "오른쪽"
    versus: str = "비교"
    only_here: str = "표시된 글은 이 답변에만 있고 다른 답변에는 없습니다."
    jump: str = "답변으로 이동"
    others_said: str = "심사 의견"
    position: str = "한 줄 요약"
    reviewer: str = "심사자"
    raw: str = "원문 그대로"
    prompts: str = "프롬프트와 원문"
    prompts_about: str = (
        "질문한 사람과 이 채널을 관리하는 사람만 이 페이지를 볼 수 있습니다. 답변, 심사, 결론의 프롬프트가 있으며 투표용지 수정, "
        "재고, 비판 요청은 없습니다."
    )
    prompt_system: str = "시스템 메시지"
    prompt_history: str = "이전 대화"
    prompt_user: str = "사용자 메시지"
    cost_and_time: str = "비용과 시간"
    agreement: str = "두 심사자가 두 답변의 순서를 같게 매긴 비율"
    cost_and_place: str = "비용(오른쪽)과 순위(1위가 위)"
    answer_took: str = "답변"
    review_took: str = "심사"
    tokens: str = "토큰"
    cost: str = "비용"
    together: str = "합계"
    score_scale: str = "평균 점수"
    link: str = "이 링크는 본인만 쓸 수 있으니 다른 사람에게 주지 마세요. 10분 동안 열립니다."
    open_link: str = "페이지 열기"
    public: str = "공개 링크"
    public_about: str = "이 링크가 있는 사람은 누구나 질문, 답변, 이름, 비용을 읽을 수 있습니다. 스레드의 다른 글은 보이지 않습니다."
    publish: str = "공개 링크 만들기"
    unpublish: str = "링크 철회"
    vote: str = "투표"
    vote_ranking: str = "이 순서로 투표"

    def move_up(self, *, alias: str) -> str:
        return f"답변 {alias} 위로"

    def move_down(self, *, alias: str) -> str:
        return f"답변 {alias} 아래로"

    def moved(self, *, alias: str, place: str) -> str:
        return f"답변 {alias}: 이제 {place}위입니다."

    def stale(self, *, has_script: bool) -> str:
        if has_script:
            return "이 페이지는 더 이상 자동으로 갱신되지 않습니다. 새로 고치면 최신 내용이 보입니다."
        return (
            "JavaScript가 꺼져 있어 이 페이지는 자동으로 갱신되지 않습니다. 새로 고치면 최신 내용이 보입니다."
        )

    def waiting(self, *, for_what: Literal["answers", "reviews", "verdict", "vote"]) -> str:
        return {
            "answers": "모델들이 답변하고 있습니다.",
            "reviews": "모델들이 서로의 답변을 읽고 있습니다.",
            "verdict": "결론을 쓰고 있습니다.",
            "vote": "투표하면 여기에 순위와 결론이 나타납니다.",
        }[for_what]

    def meanwhile(self, *, has_responses: bool) -> str:
        if has_responses:
            return "기다리지 않아도 됩니다. 답변은 아래에 있습니다."
        return "누가 빨랐는지 알 수 없도록 모든 답변이 여기에 한꺼번에 나타납니다."

    def placed(self, *, place: int, is_own: bool) -> str:
        return f"{place}위, 자기 답변" if is_own else f"{place}위"

    def heat_caption(self, *, highest: str, names_out: bool) -> str:
        what = f"점수({highest}점 만점)와 순위" if highest else "순위"
        own = " 점선은 자기 답변입니다." if names_out else ""
        return f"누가 썼는지 모른 채 심사자가 각 답변에 준 {what}입니다.{own}"

    def why(self, *, reviewer: str) -> str:
        return f"{reviewer}의 의견"

    def prompt_of(self, *, purpose: Literal["answer", "review", "verdict"], name: str) -> str:
        match purpose:
            case "answer":
                return f"{name}의 답변"
            case "review":
                return f"{name}의 심사"
            case "verdict":
                return f"{name}의 결론"

    def verdict_by(self, *, name: str) -> str:
        return f"결론, {name}"

    def cited_by(self, *, aliases: Sequence[str], verdict: bool) -> str:
        by = [*aliases, *(("결론",) if verdict else ())]
        return f"인용: {PHRASES.listed(things=by)}"

    def tool_calls(self, *, count: int) -> str:
        return f"도구 호출 ({count})"

    def seconds(self, *, seconds: float) -> str:
        return f"{seconds:.1f}초"

    def title(self, *, trouble: PageTrouble) -> str:
        return {
            "sign_in": "채팅에서 이 페이지를 열어 주세요",
            "signed_out": "이 페이지를 보려면 로그인해 주세요",
            "denied": "로그인하지 못했습니다",
            "lost_way": "로그인이 끝나지 않았습니다",
            "used_up": "이 로그인은 더 이상 유효하지 않습니다",
            "not_confirmed": "누구인지 채팅에서 확인하지 못했습니다",
            "nowhere": "Council이 아는 워크스페이스가 없습니다",
            "expired": "만료된 링크입니다",
            "not_yours": "이 페이지를 볼 수 없습니다",
            "elsewhere": "다른 워크스페이스의 실행입니다",
            "for_managers": "관리하는 사람만 할 수 있습니다",
            "unknown": "없는 페이지입니다",
            "wrong_method": "이 주소는 그렇게 사용할 수 없습니다",
            "deleted": "삭제된 실행입니다",
            "cannot_tell": "누가 볼 수 있는지 확인하지 못했습니다",
            "forged": "이 양식은 해당 페이지에서 보낸 것이 아닙니다",
            "too_large": "너무 깁니다",
            "broken": "문제가 생겼습니다",
        }[trouble]

    def advice(self, *, trouble: PageTrouble) -> str:
        return {
            "sign_in": "누구인지 알 수 없습니다. Slack이나 Discord의 카드에서 [페이지 열기]를 눌러 주세요. 브라우저에서 이 사이트의 쿠키를 허용해야 합니다.",
            "signed_out": "채팅 계정으로 로그인하거나 그곳의 카드에서 [페이지 열기]를 눌러 주세요. 브라우저에서 이 사이트의 쿠키를 허용해야 합니다.",
            "denied": "채팅에서 동의하지 않아 로그인되지 않았습니다. 다시 로그인해 동의하거나 카드에서 [페이지 열기]를 눌러 주세요.",
            "lost_way": "10분이 넘게 걸렸거나, 다른 브라우저에서 시작했거나, 이 브라우저가 쿠키를 저장하지 않습니다. 이 사이트의 쿠키를 허용하고 다시 로그인해 주세요.",
            "used_up": "채팅은 로그인을 한 번만, 몇 분 동안만 확인해 줍니다. 이 페이지를 새로 고쳤거나 다시 열었거나 너무 늦게 열었습니다. 다시 로그인해 주세요.",
            "not_confirmed": "1분 뒤에 다시 로그인해 주세요. 그래도 안 되면 로그에 자세한 내용이 있습니다.",
            "nowhere": "참여한 워크스페이스나 서버에서 아직 아무도 Council에 묻지 않았습니다. 먼저 그곳에서 묻거나 다른 계정으로 로그인해 주세요.",
            "expired": "링크는 10분 동안 열립니다. 카드에서 [페이지 열기]를 다시 눌러 주세요.",
            "not_yours": "참여하지 않은 채널이나 스레드의 페이지입니다. 그곳에 있는 사람이 추가해 줄 수 있습니다.",
            "elsewhere": "다른 워크스페이스나 서버에 로그인되어 있습니다. 질문한 곳으로 로그인하거나, 그곳의 카드에서 [페이지 열기]를 눌러 주세요.",
            "for_managers": "채널이나 워크스페이스를 관리하는 사람이 채팅에서 [페이지 열기]를 누른 뒤 한 시간 동안 할 수 있습니다. 관리하고 있다면 그 버튼을 다시 눌러 주세요.",
            "unknown": "주소를 확인하거나 카드에서 [페이지 열기]를 눌러 주세요.",
            "wrong_method": "아무것도 하지 않았습니다. 브라우저에서 페이지를 열고 그곳의 버튼과 양식을 사용해 주세요.",
            "deleted": "글은 영구히 삭제되었습니다.",
            "cannot_tell": "이 채널에 누가 있는지 채팅이 알려 주지 않습니다. 1분 뒤에 다시 시도해 주세요.",
            "forged": "아무것도 하지 않았습니다. 페이지를 다시 열고 그곳의 버튼을 눌러 주세요.",
            "too_large": "아무 일도 하지 않았습니다. 뒤로 가서 글을 줄여 다시 보내 주세요. 더 긴 글은 채팅에서 질문에 파일로 붙일 수 있습니다.",
            "broken": "자세한 내용은 로그에 있습니다. 1분 뒤에 다시 시도해 주세요.",
        }[trouble]


@dataclass(frozen=True, slots=True)
class KoreanLists:
    """Implements `ListWords`."""

    history: str = "기록"
    search: str = "검색"
    search_hint: str = "찾을 단어"
    none_yet: str = "읽을 수 있는 채널에 아직 질문이 없습니다."
    none_such: str = "조건에 맞는 실행이 없습니다. 조건을 하나 빼 보세요."
    none_decided: str = (
        "읽을 수 있는 채널에 아직 기록된 결정이 없습니다. 공개 후 카드의 메뉴에 [결정 기록하기]가 있습니다."
    )
    who_asked: str = "질문한 사람"
    asked_by_anyone: str = "모든 사람의 질문"
    asked_by_me: str = "내 질문"
    first_place: str = "1위"
    any_first: str = "1위 모델 전체"
    template: str = "템플릿"
    any_template: str = "템플릿 전체"
    rubric: str = "평가 기준표"
    any_rubric: str = "평가 기준표 전체"
    any_member: str = "모델 전체"
    when_asked: str = "질문한 때"
    any_time: str = "전체 기간"
    this_channel: str = "이 채널만"
    one_channel: str = "한 채널만 보고 있습니다."
    all_channels: str = "모든 채널 보기"
    no_limits: str = "모든 조건 지우기"
    older: str = "이전 실행"
    newest: str = "최신 실행"
    runs: str = "실행"
    sign_out: str = "로그아웃"
    choose_workspace: str = "어디의 기록을 볼까요?"

    templates_by: str = "워크스페이스 관리자는 채팅에서 [페이지 열기]를 누른 뒤 여기에서, 또는 채팅의 /council templates로 템플릿을 만들고 바꿉니다."

    def seen(self, *, channels: int) -> str:
        return f"지금 읽을 수 있는 채널 {channels}곳의 질문이 보입니다."

    def ranked_first(self, *, name: str) -> str:
        return f"1위 {name}"

    def counted(self, *, runs: int) -> str:
        return f"읽을 수 있는 채널에서 이름이 공개된 질문 {runs}개를 바탕으로 합니다."

    def last_days(self, *, days: int) -> str:
        return f"최근 {days}일"

    def sign_in_with(self, *, platform: str) -> str:
        return f"{platform} 계정으로 로그인"

    def signed_in(self, *, name: str) -> str:
        return f"{name} 님으로 로그인함"
