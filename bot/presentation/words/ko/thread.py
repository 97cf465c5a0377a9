"""Stages, card, material, costs and buttons in Korean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.ports.words import NoThread
from bot.post import Part, Time
from bot.presentation.words.ko.phrases import PHRASES, settled, toward
from bot.presentation.words.ko.problems import PAGE_UNOPENED, WHY_WITHHELD
from bot.presentation.words.thread import SLIDES, CardState, Trouble
from council_core.domain.material import Portion, UnreadReason
from council_core.domain.settings import ForReviewers
from council_core.domain.waiting import Limit
from council_core.errors import Withheld


@dataclass(frozen=True, slots=True)
class KoreanStages:
    """Implements `StageWords`."""

    answers: str = "답변"
    reviews: str = "심사"
    verdict: str = "결론"
    vote: str = "투표"
    nothing_to_rank: str = "비교할 답변 없음"
    nobody_concluded: str = "아무도 쓰지 못함"
    did_not_end: str = "끝나지 않음"
    not_reached: str = "진행되지 않음"

    def answered(self, *, done: int, of: int, missing: int) -> str:
        return f"{of}개 중 {done}개{f', {missing}개는 답변 없음' if missing else ''}"

    def reviewed(self, *, done: int, of: int, failed: int) -> str:
        return f"{of}건 중 {done}건{f', {failed}건 실패' if failed else ''}"

    def reviews_counted(self, *, valid: int, of: int) -> str:
        return f"{of}건 모두 반영" if valid == of > 1 else f"{of}건 중 {valid}건 반영"

    def usually(self, *, seconds: float) -> str:
        return f"보통 약 {PHRASES.briefly(seconds=seconds)}"


HEADINGS: Mapping[CardState, str] = {
    "queued": "대기 중",
    "answering": "모델들이 답변하는 중",
    "reviewing": "모델들이 서로의 답변을 심사하는 중",
    "concluding": "의장이 결론을 쓰는 중",
    "answered": "답변 완료",
    "unanswered": "결론 없음",
    "failed": "결과 없음",
    "stopped": "중단됨",
}


OF_WHOM: Mapping[Limit, str] = {"process": "", "person": "내 ", "channel": "이 채널의 "}


QUEUED: Mapping[Limit, str] = {
    "process": "Council은 한 번에 몇 개의 질문만 처리합니다. 차례가 되면 자동으로 시작합니다.",
    "person": "Council은 한 사람의 질문을 한 번에 몇 개만 처리합니다. 차례가 되면 자동으로 시작합니다.",
    "channel": "Council은 한 채널의 질문을 한 번에 몇 개만 처리합니다. 차례가 되면 자동으로 시작합니다.",
}


TROUBLES: Mapping[Trouble, str] = {
    "our_fault": "Council 쪽에서 문제가 생겼습니다. 그때까지의 답변은 보관되어 있습니다. 다시 질문해 주세요.",
    "outgrown": (
        "이 질문을 처리하는 동안 Council이 업데이트되어 이어서 진행할 수 없습니다. 그때까지의 답변은 보관되어 있습니다. "
        "다시 질문해 주세요."
    ),
    "nothing_read": (
        "질문에 글 없이 파일만 있었는데, 읽을 수 있는 파일이 없었습니다. 어떤 모델에게도 묻지 않았습니다. 글로 질문하거나 다른 파일을 첨부하세요."
    ),
    "unreadable": "질문한 곳에 Council이 글을 올릴 수 없어 모델에게 더 묻지 않았습니다.",
}


@dataclass(frozen=True, slots=True)
class KoreanCard:
    """Implements `CardWords`."""

    not_ranked: str = "답변의 순위를 매기지 않았습니다."
    no_verdict: str = "아무도 결론을 쓰지 못했습니다."
    went_wrong: str = "문제가 생겼습니다."
    nothing_found: str = "이 질문을 웹에서 검색했지만 찾은 페이지가 없습니다."
    tools_ended: str = "이 질문의 예산을 대부분 썼으므로 모델은 지금까지 찾아본 것만으로 답합니다."
    sharing: str = "결론을 채널에 올리는 중입니다."
    already_shared: str = "결론은 이미 채널에 있습니다."
    being_shared: str = (
        "지금 다른 사람이 결론을 공유하고 있습니다. 10분 뒤에도 채널에 없으면 다시 공유해 주세요."
    )
    stopped_early: str = "끝나기 전에 누군가 중단했습니다."
    not_blind: str = "질문자에게는 블라인드가 아닙니다. 이 질문에서 모델에 이름이나 지시를 직접 주었으므로 답변을 알아볼 수 있습니다."

    def no_thread(self, *, why: NoThread) -> str:
        return {
            "direct_message": "다이렉트 메시지에는 스레드가 없어 모두 여기에 이어집니다.",
            "busy": "지금은 Discord가 Council에 새 스레드를 허용하지 않아 모두 여기에 이어집니다.",
            "not_allowed": "Council은 이 채널에서 공개 스레드를 만들 수 없어 모두 여기에 이어집니다.",
            "kind_of_channel": "이런 종류의 채널에는 스레드가 없어 모두 여기에 이어집니다.",
            "full": "이 서버에는 Discord가 허용하는 만큼 열린 스레드가 있어 모두 여기에 이어집니다.",
        }[why]

    def heading(self, *, state: CardState) -> str:
        return HEADINGS[state]

    def answered_until(self, *, until: Time | None) -> Sequence[Part]:
        return ("**답변 완료, 투표 진행 중**",) if until is None else ("**답변 완료, ", until, "까지 투표**")

    def notice(self, *, asker: str, question: str) -> str:
        return f"{asker} 님의 질문: {question}"

    def asked_by(self, *, asker: str) -> str:
        return f"질문: {asker}"

    def preset(self, *, name: str) -> str:
        return f"프리셋 {name}"

    def template(self, *, title: str, fields: str) -> str:
        return f"템플릿 **{title}**{f': {fields}' if fields else ''}."

    def run(self, *, run_id: str) -> str:
        return f"실행 {run_id}"

    def so_far(self, *, cost: str) -> str:
        return f"현재까지 {cost}"

    def before(self, *, count: int, or_more: bool, limit: Limit) -> str:
        if not count and not or_more:
            return f"{OF_WHOM[limit]}다음 차례입니다."
        return f"앞에 {OF_WHOM[limit]}질문 {count}개{' 이상' if or_more else ''}가 있습니다.".replace(
            "이상가", "이상이"
        )

    def why_queued(self, *, limit: Limit) -> str:
        return QUEUED[limit]

    def ranked_first(
        self, *, aliases: Sequence[str], firsts: int, of: int, by_scores: bool, is_close: bool
    ) -> str:
        tied = "공동 1위" if len(aliases) > 1 else "1위"
        close = ", 우열을 가리기 어려움" if is_close else ""
        return f"{tied}: **{PHRASES.responses(aliases=aliases)}** ({_grounds(firsts, of, by_scores)}{close})"

    def best(
        self, *, aliases: Sequence[str], names: Sequence[str], firsts: int, of: int, by_scores: bool
    ) -> str:
        each = [f"{name}의 답변 {alias}" for alias, name in zip(aliases, names, strict=False)]
        tied = "공동 1위" if len(aliases) > 1 else "가장 좋은 답변"
        return f"{tied}: **{', '.join(each)}** ({_grounds(firsts, of, by_scores)})"

    def so_many_votes(self, *, count: int, blind: int) -> str:
        return f"현재 {PHRASES.ballots(count=count, blind=blind)}"

    def repeats(self, *, run_id: str) -> str:
        return f"전에 실행 {toward(run_id)} 한 질문입니다."

    def earlier(self, *, count: int) -> str:
        return f"모델들은 이 스레드의 이전 질문 {count}개와 그 결론을 알고 있습니다."

    def masked(self, *, secrets: str) -> str:
        return f"모델이 읽기 전에 가렸습니다: {secrets}. 메시지에 아직 보인다면 그 메시지를 지우고 해당 비밀 값을 바꾸세요."

    def missing(self, *, why: str, command: str) -> str:
        return f"**올리지 못한 내용이 있습니다.** {why} 잃어버린 것은 없습니다. `{command}` 명령으로 볼 수 있습니다."

    def stopped_by(self, *, name: str) -> str:
        return f"{name} 님이 중단했습니다."

    def too_few(self, *, answered: int, members: int, quorum: int) -> str:
        return (
            f"모델 {members}개 중 {answered}개가 답했습니다. {quorum}개가 필요합니다. 다시 질문하거나 설정에서 필요한 답변 수를 "
            "줄이세요."
        )

    def trouble(self, *, kind: Trouble) -> str:
        return TROUBLES[kind]

    def shared(self, *, name: str) -> str:
        return f"{name} 님이 이 결론을 공유했습니다"

    def not_shared(self, *, why: str, button: str) -> str:
        return f"결론을 공유하지 못했습니다. {why} 그곳에 글을 쓸 수 있게 되면 [{button}]를 다시 눌러 주세요. 결론은 스레드에 그대로 있습니다."

    def searched(self, *, count: int) -> str:
        return f"모든 모델이 이 질문의 웹 검색 결과를 읽습니다(페이지 {count}개)."

    def without_tools(self, *, why: str) -> str:
        return f"모델이 일부 도구 없이 답합니다. {why}"

    def not_searched(self, *, why: str) -> str:
        if not why:
            return "이 질문을 웹에서 검색하지 않았습니다. 설정된 검색 엔진이 없습니다."
        return f"이 질문을 웹에서 검색하지 못했습니다. {why}"


WHY_UNREAD: Mapping[UnreadReason, str] = {
    "too_large": "{detail}MB보다 큽니다",
    "too_many": "질문 하나에 파일은 {detail}개까지입니다",
    "not_given": "가져올 수 없습니다",
    "empty": "비어 있습니다",
    "password": "암호가 걸려 있습니다",
    "damaged": "손상되었습니다",
    "no_text": "처음 몇 쪽이 비어 있습니다",
    "unknown": "Council이 읽을 수 없는 종류의 파일입니다",
    "mislabelled": "이름과 달리 {detail} 파일이 아닙니다",
    "oversized": "압축을 풀면 지나치게 큽니다",
    "pixels": "{detail}메가픽셀이 넘습니다",
    "too_deep": "구성 요소가 너무 깊게 중첩되어 있습니다",
    "too_slow": "읽는 데 시간이나 메모리가 너무 많이 듭니다",
    "no_engine": "검색 엔진이 설정되어 있지 않습니다",
    "no_sight": "이 Council의 어떤 모델도 이미지를 볼 수 없습니다",
    "no_library": "이런 파일을 읽는 부분(`council[files]`)이 설치되어 있지 않습니다",
    "masked": "주소에 든 비밀 값이 가려졌습니다",
    "no_budget": "질문의 예산을 대부분 썼습니다",
}


FORMS = {
    "spreadsheet": "스프레드시트",
    "text": "텍스트",
    "code": "코드",
    "web page": "웹 페이지",
    "e-mail": "이메일",
    "picture": "이미지",
    "connector": "커넥터",
    "search results": "검색 결과",
    "thread": "스레드",
    "picture, described by a model": "이미지(모델이 설명)",
    "old Office document": "옛 Office 문서",
    "OpenDocument text": "OpenDocument 문서",
    "OpenDocument file": "OpenDocument 파일",
    "OpenDocument presentation": "OpenDocument 프레젠테이션",
}
"""Kinds of files and texts; other kinds are names and are not translated."""

NOUNS = {"file": "파일", "picture": "이미지", "archive": "압축 파일"}

KINDS_READ = " 텍스트, PDF, Word, Excel, PowerPoint, OpenDocument, 웹 페이지, 이메일(EML), 이미지를 읽습니다."
"""List of the kinds that Council reads, after the sentence about a file of another kind."""

GIVEN_TO_REVIEWERS: Mapping[ForReviewers, str] = {
    "none": "심사자는 이름만",
    "head": "심사자는 처음 2,000자만",
    "all": "심사자는 그 전부를",
}


@dataclass(frozen=True, slots=True)
class KoreanMaterial:
    """Implements `MaterialWords`."""

    no_text: str = "JavaScript 없이는 글이 보이지 않는 페이지입니다."
    thread_skipped: str = "질문 앞의 대화를 읽지 못했습니다."
    files_skipped: str = "질문에 첨부한 파일을 읽지 못했습니다."
    further_links: str = "나머지 링크"
    middle_missing: str = "중간 일부는 읽지 않음"
    this_thread: str = "이 스레드"
    web_search: str = "웹 검색"
    from_earlier: str = " (이전 질문에서)"

    def unread(self, *, name: str, reason: UnreadReason, detail: str) -> str:
        why = WHY_UNREAD[reason].replace("{detail}", detail)
        if reason == "not_given" and detail:
            return f"**{name}**: 읽지 못했습니다. {detail}"
        kind = f" ({self.form(form=detail)})" if reason == "unknown" and detail else ""
        return f"**{name}**: 읽지 못했습니다. {why}{kind}.{KINDS_READ if reason == 'unknown' else ''}"

    def all_read(self, *, pieces: Sequence[str]) -> str:
        return f"모든 모델이 읽는 자료: {', '.join(pieces)}."

    def looked_at(self, *, pictures: Sequence[str], described: bool) -> str:
        said = f"이미지를 볼 수 있는 모델이 보는 것: {', '.join(pictures)}."
        return f"{said} 그중 한 모델이 다른 모델을 위해 설명했습니다." if described else said

    def picture(self, *, name: str, form: str) -> str:
        return f"{name} ({form} 이미지)"

    def part(self, *, name: str, part: Portion, number: int, of: int) -> str:
        return (
            f"{name}, {of:,}쪽 중 {number:,}쪽"
            if part == "page"
            else f"{name}, 이미지 {of:,}개 중 {number:,}번째"
        )

    def messages(self, *, count: int, left_out: int | None, files: int) -> str:
        rest = f"{left_out:,}개는 제외" if left_out else ""
        if left_out is None:
            rest = "이전 메시지는 제외"
        unread = f"첨부 파일 {files:,}개는 읽지 않음" if files else ""
        gaps = ", ".join(part for part in (rest, unread) if part)
        return f"이 스레드의 메시지 {count:,}개{f'({gaps})' if gaps else ''}"

    def form(self, *, form: str) -> str:
        name, _, noun = form.rpartition(" ")
        if noun in NOUNS and name.isupper():  # Such as `ZIP archive`.
            return f"{name} {NOUNS[noun]}"
        return FORMS.get(form, form)

    def pages(self, *, form: str, count: int) -> str:
        noun = {**dict.fromkeys(SLIDES, "슬라이드"), "spreadsheet": "시트"}.get(form, "")
        name = self.form(form=form)
        return f"{name}, {noun} {count:,}개" if noun else f"{name}, {count:,}쪽"

    def some_of(self, *, given: int, of: int) -> str:
        return f"{of:,}자 가운데 처음과 끝 {given:,}자"

    def some_of_first(self, *, given: int, of: int) -> str:
        return f"처음 {of:,}자 가운데 {given:,}자; 나머지는 읽지 않음"

    def only_first(self, *, characters: int) -> str:
        return f"처음 {characters:,}자만"

    def pages_missing(self, *, first: int, last: int) -> str:
        return f"{first:,}~{last:,}쪽은 읽지 않음"

    def unseen(self, *, pictures: int) -> str:
        return f"이미지 {pictures:,}개는 보지 않음"

    def withheld(self, *, why: Withheld, facts: Mapping[str, str]) -> str:
        return settled(WHY_WITHHELD[why].format_map(facts))

    def page_unopened(self, *, why: str) -> str:
        return PAGE_UNOPENED.replace("{why}", why)

    def thread_unread(self, *, why: str) -> str:
        return f"질문 앞의 대화를 읽지 못해, 모델들은 질문만 알고 있습니다. {why} 해결될 때까지는 중요한 내용을 질문에 옮겨 적거나, 이 채널의 설정에서 스레드 읽기를 꺼 주세요."

    def files_unread(self, *, why: str) -> str:
        return f"질문에 첨부한 파일을 읽지 못해, 모델들은 파일 없이 답합니다. {why} 해결될 때까지는 중요한 부분을 질문에 옮겨 적어 주세요."

    def question(self, *, files: Sequence[str]) -> str:
        return f"다음 파일에서 중요한 것은 무엇이고, 우리는 무엇을 해야 할까요? {', '.join(files)}"

    def links_beyond(self, *, most: int) -> str:
        return f"질문의 링크 가운데 처음 {most}개만 읽습니다. 나머지는 열지 않았습니다."

    def given(
        self, *, name: str, given: int, of: int, is_cut: bool, reviewers: ForReviewers, size: int, digest: str
    ) -> str:
        text = f"처음 {of:,}자" if is_cut else f"{of:,}자"
        amount = f"{text} 중 최대 {given:,}자" if given < of else f"{text} 전부"
        return f"{name}: 모델과 의장은 {amount}, {GIVEN_TO_REVIEWERS[reviewers]} 받았습니다 · {size:,}바이트 · SHA-256 {digest}…"

    def shown(
        self, *, name: str, width: int, height: int, described: int | None, size: int, digest: str
    ) -> str:
        words = (
            "" if described is None else f", 볼 수 없는 모델에는 한 모델의 설명({described:,}자)을 주었습니다"
        )
        return f"{name}: 볼 수 있는 모델에 {width} × {height} 픽셀로 보여 주었습니다{words} · {size:,}바이트 · SHA-256 {digest}…"

    def read_description(self, *, names: Sequence[str]) -> str:
        return f"이미지를 보지 않고 설명으로 답변한 모델: {', '.join(names)}."


@dataclass(frozen=True, slots=True)
class KoreanStats:
    """Implements `StatsWords`."""

    panel: str = "통계"
    title: str = "이곳에서 모델이 거둔 성적"
    none: str = "이름이 공개된 순위가 아직 없어 셀 것이 없습니다."
    few: str = "**질문 수가 이렇게 적으면** 결과는 모델보다 질문의 성격을 더 보여 줍니다."
    legend: str = (
        "평균 순위: 모델들이 매긴 순위이며 1이 가장 좋고, 답한 모델 수에 따라 달라집니다. 승률: 일대일 비교에서 이긴 비율. "
        "팀과의 일치: 모델이 매긴 순위가 팀의 순위와 같은 정도로, -1(정반대)에서 1(같음)까지이며 괄호 안은 질문 수입니다."
    )
    runs: str = "질문"
    with_team: str = "팀과의 일치"

    def best(self, *, name: str, place: float, runs: int) -> str:
        return f"평균 순위가 가장 좋은 모델: {name}, 질문 {runs:,}개에서 {place:.1f}위."

    def counted(self, *, revealed: int, runs: int) -> str:
        return f"이곳의 최근 질문 {runs:,}개 가운데 이름이 공개된 {revealed:,}개를 셌습니다."

    def left_out(self, *, demonstrations: int) -> str:
        return f"데모 {demonstrations:,}개는 뺐습니다."

    def agreed(self, *, tau: float, runs: int) -> str:
        return f"모델과 팀의 순서가 닮은 정도는 평균 {tau:.2f}입니다(1은 같은 순서, 0은 우연, -1은 반대; 투표가 있는 질문 {runs:,}개)."

    def helpful(self, *, good: int, of: int) -> str:
        return f"{of:,}명 중 {good:,}명이 결론이 도움이 되었다고 했습니다."


@dataclass(frozen=True, slots=True)
class KoreanEstimates:
    """Implements `EstimateWords`."""

    def usual(self, *, tokens: int) -> str:
        return f"이곳에서 50단어 정도의 질문에는 토큰이 약 {tokens:,}개 들고"

    def this(self, *, tokens: int) -> str:
        return f"이 질문에는 토큰이 약 {tokens:,}개 들고"

    def unknown(self, *, what: str, models: Sequence[str]) -> str:
        return f"{what}, 비용은 알 수 없습니다. 가격을 모르는 모델: {', '.join(models)}."

    def free(self, *, what: str) -> str:
        return f"{what} 비용은 들지 않습니다."

    def costs(self, *, what: str, cost: str, besides: Sequence[str]) -> str:
        rest = f" 가격을 모르는 모델은 뺐습니다: {', '.join(besides)}." if besides else ""
        return f"{what} 비용은 {cost}입니다.{rest}"


@dataclass(frozen=True, slots=True)
class KoreanButtons:
    """Implements `ButtonWords`."""

    copy: str = "복사"
    copied: str = "복사됨"
    cancel: str = "질문 중단"
    sure: str = "계속할까요?"
    yes: str = "예"
    no: str = "아니요"
    confirm_cancel: str = "이 질문을 중단할까요? 지금까지의 답변은 보관되고, 모델에 더 묻지 않습니다."
    again: str = "고쳐서 다시 질문"
    export: str = "내보내기"
    retry: str = "다시 시도"
    delete: str = "삭제 …"
    follow_up: str = "이어서 질문"
    share: str = "채널에 공유"
    whole_question: str = "질문 전문 읽기"
    more: str = "더 보기"
    read_verdict: str = "결론 읽기"
    open_page: str = "페이지 열기"
    helpful: str = "도움이 됨"
    not_helpful: str = "도움이 안 됨"
    reviews: str = "심사 읽기"
    raw_reviews: str = "원문"
    charts: str = "그래프"
    rank_all: str = "전체 순위 매기기"
    choose: str = "답변 선택"
    show_me: str = "투표하지 않고 보기"
    see_result: str = "결과 보기"
    reveal: str = "투표를 끝내고 공개"
    confirm_reveal: str = "모두의 투표가 끝나고 누가 썼는지 공개됩니다. 지금 끝낼까요?"

    def tool_calls(self, *, count: int) -> str:
        return f"도구 호출({count})"

    def response(self, *, alias: str) -> str:
        return f"답변 {alias}"

    def ask(self, *, question: str) -> str:
        return f"질문하기: “{question}”"


def _grounds(firsts: int, of: int, by_scores: bool) -> str:
    """Say why a response is first, in a few words."""
    if by_scores:
        return "평균 점수 기준"
    return f"모델 {of}개 중 {firsts}개" if firsts else "모든 심사를 합친 결과"
