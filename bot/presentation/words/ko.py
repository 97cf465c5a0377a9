"""All that Council says in Korean. Particles hang on the last sound of the word before them: see `particle`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from bot.post import Mention, PageLabels, Part, StageState, Time
from bot.presentation.words.memory import (
    BoardsWords,
    DecisionWords,
    DigestWords,
    ImprovingWords,
    ModelsWords,
    ScheduleDone,
    ScheduleWords,
    SeatWords,
)
from bot.presentation.words.page import ListWords, PageTrouble, PageWords
from bot.presentation.words.private import (
    DeletionWords,
    ErrorWords,
    FormWords,
    HelpWords,
    HistoryWords,
    ReplyWords,
    SettingsWords,
    Source,
    Unheard,
    meaning,
)
from bot.presentation.words.templates import TemplateWords, placeholders
from bot.presentation.words.thread import (
    Agreement,
    BoardWords,
    ButtonWords,
    CardState,
    CardWords,
    ClaimWords,
    DocumentWords,
    EndingWords,
    EstimateWords,
    GapWords,
    MaterialWords,
    PhraseWords,
    PositionWords,
    ResponseWords,
    ReviewWords,
    StageWords,
    StatsWords,
    Sure,
    ToolWords,
    Trouble,
    VerdictWords,
    Withheld,
)
from bot.requests.running import Outdated
from bot.settings.catalogue import Group
from council_core.domain.answer import AbstentionReason, FinishReason, Usage
from council_core.domain.budget import Keeper, Period
from council_core.domain.export import Script
from council_core.domain.material import UnreadReason
from council_core.domain.offer import Silence
from council_core.domain.place_settings import Level
from council_core.domain.question import Masked
from council_core.domain.review import Confidence
from council_core.domain.run import RunStatus
from council_core.domain.schedule import Recurrence
from council_core.domain.settings import WhoReveals
from council_core.domain.waiting import Limit
from council_core.errors import Refusal
from council_core.templates.written import MistakeKind, TemplatePart

WITH_FINAL = frozenset("LMNR013678lmn")
"""Signs whose Korean reading ends in a consonant: 엘, 엠, 엔, 알, 영, 일, 삼, 육, 칠, 팔, and words such as Beryl."""

ENDS_IN_L = frozenset("LR178l")
"""Those that end in ㄹ, after which 로 stands in place of 으로."""

NUMBERS = (
    *("없음", "하나", "둘", "셋", "넷", "다섯", "여섯"),
    *("일곱", "여덟", "아홉", "열", "열하나", "열둘"),
)

SECRETS = {
    "password in a URL": "주소 안의 비밀번호",
    "key or token": "키 또는 토큰",
    "password": "비밀번호",
    "private key": "개인 키",
}


def particle(word: str, with_final: str, without: str) -> str:
    """("C", "을", "를") -> C를; ("김철수", "이", "가") -> 김철수가; ("답변 L", "을", "를") -> 답변 L을."""
    return word + (with_final if _ends_in_consonant(word) else without)


def toward(word: str) -> str:
    """("1위") -> 1위로; ("답변 A") -> 답변 A로; ("결론") -> 결론으로; ("서울") -> 서울로."""
    last = _last_sign(word)
    ends_in_l = last in ENDS_IN_L or ("가" <= last <= "힣" and (ord(last) - 0xAC00) % 28 == 8)
    return word + ("로" if ends_in_l or not _ends_in_consonant(word) else "으로")


def _ends_in_consonant(word: str) -> bool:
    last = _last_sign(word)
    return (ord(last) - 0xAC00) % 28 != 0 if "가" <= last <= "힣" else last in WITH_FINAL


def _last_sign(word: str) -> str:
    """The last letter or digit: what stands behind it, such as `**` or a bracket, is not spoken."""
    return next((sign for sign in reversed(word) if sign.isalnum()), "")


# ---------------------------------------------------------------------------------------- what stands in a thread


@dataclass(frozen=True, slots=True)
class KoreanPhrases:
    """Implements `PhraseWords`."""

    demo_notice: str = "데모입니다. 실제 모델에게는 묻지 않았습니다."

    def number(self, *, count: int) -> str:
        return NUMBERS[count] if 0 <= count < len(NUMBERS) else f"{count:,}"

    def figure(self, *, count: int) -> str:
        return f"{count:,}"

    def decimal(self, *, value: float) -> str:
        return f"{value:.1f}"

    def models(self, *, count: int) -> str:
        return f"모델 {count:,}개"

    def votes(self, *, count: int) -> str:
        return f"{count:,}표"

    def reviews(self, *, count: int) -> str:
        return f"심사 {count:,}건"

    def questions(self, *, count: int) -> str:
        return f"질문 {count:,}개"

    def words(self, *, count: int) -> str:
        return f"{count:,}단어"

    def characters(self, *, count: int) -> str:
        return f"{count:,}자"

    def octets(self, *, count: int) -> str:
        return f"{count:,}바이트"

    def listed(self, *, things: Sequence[str]) -> str:
        return ", ".join(things)

    def either(self, *, things: Sequence[str]) -> str:
        if len(things) < 2:
            return "".join(things)
        return f"{', '.join(things[:-1])} 또는 {things[-1]}"

    def responses(self, *, aliases: Sequence[str]) -> str:
        return f"답변 {', '.join(aliases)}"

    def order(self, *, groups: Sequence[Sequence[str]]) -> str:
        tied = [", ".join(group) + (" 공동" if len(group) > 1 else "") for group in groups]
        return " > ".join(tied)

    def lasting(self, *, seconds: float) -> str:
        if seconds < 9.95:
            return f"{max(seconds, 0.0):.1f}".removesuffix(".0") + "초"
        return self.briefly(seconds=seconds)

    def briefly(self, *, seconds: float) -> str:
        minutes, rest = divmod(max(round(seconds), 0), 60)
        hours, minutes = divmod(minutes, 60)
        if hours:
            rest = 0
        counts = ((hours, "시간"), (minutes, "분"), (rest, "초"))
        return " ".join(f"{count}{unit}" for count, unit in counts if count) or "0초"

    def percent(self, *, share: float | None) -> str:
        return "–" if share is None else f"{share * 100:.0f}%"

    def money(self, *, cost: Decimal | None, is_estimate: bool) -> str:
        if cost is None:
            return "비용을 알 수 없음"
        if 0 < cost < Decimal("0.0001"):
            return "$0.0001 미만"
        places = "0.0001" if 0 < cost < Decimal("0.01") else "0.01"
        return f"{'약 ' if is_estimate else ''}${cost.quantize(Decimal(places)):,}"

    def tokens(self, *, usage: Usage) -> str:
        both = (("입력", usage.tokens_in), ("출력", usage.tokens_out))
        return " · ".join(f"{way} 토큰 {count:,}개" for way, count in both if count is not None)

    def secrets(self, *, masked: Sequence[Masked]) -> str:
        return ", ".join(f"{SECRETS.get(each.kind, each.kind)} {each.count:,}개" for each in masked)


PHRASES = KoreanPhrases()


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
    stopped_early: str = "끝나기 전에 누군가 중단했습니다."
    not_blind: str = "질문자에게는 블라인드가 아닙니다. 이 질문에서 모델에 이름이나 지시를 직접 주었으므로 답변을 알아볼 수 있습니다."

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

    def ranked_first(self, *, aliases: Sequence[str], firsts: int, of: int, is_close: bool) -> str:
        tied = "공동 1위" if len(aliases) > 1 else "1위"
        close = ", 우열을 가리기 어려움" if is_close else ""
        return f"{tied}: **{PHRASES.responses(aliases=aliases)}** (모델 {of}개 중 {firsts}개{close})"

    def best(self, *, aliases: Sequence[str], names: Sequence[str], firsts: int, of: int) -> str:
        each = [f"답변 {alias} ({name})" for alias, name in zip(aliases, names, strict=False)]
        tied = "공동 최고" if len(aliases) > 1 else "최고"
        return f"{tied}: **{', '.join(each)}** (모델 {of}개 중 {firsts}개)"

    def votes(self, *, count: int) -> str:
        return PHRASES.votes(count=count)

    def so_many_votes(self, *, count: int) -> str:
        return f"현재 {PHRASES.votes(count=count)}"

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

    def not_shared(self, *, why: str) -> str:
        return f"결론을 공유하지 못했습니다. {why} 스레드에는 그대로 있습니다."

    def searched(self, *, count: int) -> str:
        return f"모든 모델이 이 질문의 웹 검색 결과를 읽습니다(페이지 {count}개)."

    def without_tools(self, *, why: str) -> str:
        return f"모델이 일부 도구 없이 답합니다. {why}"

    def not_searched(self, *, why: str) -> str:
        if not why:
            return "이 질문을 웹에서 검색하지 않았습니다. 설정된 검색 엔진이 없습니다."
        return f"이 질문을 웹에서 검색하지 못했습니다. {why}"


WHY_WITHHELD: Mapping[Withheld, str] = {
    "private_network": "사설 네트워크로 이어지는 주소입니다. Council은 공개된 페이지만 읽습니다.",
    "unknown_host": "이 이름의 서버가 없습니다.",
    "no_address": "페이지의 주소가 아닙니다.",
    "members_only": "로그인한 사람만 읽을 수 있습니다. 중요한 내용을 질문에 옮겨 적어 주세요.",
    "port": "페이지가 없는 포트를 가리키는 주소입니다.",
    "redirects": "주소가 끝없이 다른 주소로 넘어갑니다.",
    "server_answered": "서버가 {fact}(으)로 응답했습니다.",
    "no_answer": "서버가 {fact}초 안에 응답하지 않았습니다.",
    "unreachable": "서버에 연결할 수 없었습니다.",
    "larger": "{fact}보다 큽니다.",
    "service_answered": "서비스가 {fact}(으)로 응답했습니다.",
    "service_silent": "서비스가 {fact}초 안에 응답하지 않았습니다.",
    "service_unreachable": "서비스에 연결할 수 없었습니다.",
    "no_json": "서비스가 JSON으로 응답하지 않았습니다.",
    "found_nothing": "서비스가 아무것도 찾지 못했습니다.",
    "asks_for": "서비스에 필요한 {fact} 값을 아무도 적지 않았습니다.",
    "not_here": "이 이름의 서비스는 이곳에 설정되어 있지 않습니다.",
    "elsewhere": "Slack에 저장된 파일이 아닙니다. 메시지에 직접 첨부해 주세요.",
    "withheld": "다른 조직의 일부 파일처럼 Slack이 Council에 내주지 않는 파일입니다. 여기에 직접 첨부해 주세요.",
    "forbidden": "Slack이 Council에 이 파일의 읽기를 허용하지 않습니다.",
    "gone": "파일이 더 이상 없습니다.",
    "expired": "명령에 첨부한 파일은 시간이 지나면 Discord가 지웁니다. 다시 첨부해 주세요.",
}

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
    "oversized": "작지만 풀면 지나치게 커집니다",
    "too_slow": "읽는 데 시간이나 메모리가 너무 많이 듭니다",
    "no_engine": "검색 엔진이 설정되어 있지 않습니다",
    "no_sight": "이 Council의 어떤 모델도 그림을 볼 수 없습니다",
    "no_library": "이런 파일을 읽는 부분(`council[files]`)이 설치되어 있지 않습니다",
    "no_budget": "질문의 예산을 대부분 썼습니다",
}


FORMS = {
    "spreadsheet": "스프레드시트",
    "text": "텍스트",
    "code": "코드",
    "web page": "웹 페이지",
    "e-mail": "이메일",
    "picture": "그림",
    "connector": "커넥터",
    "search results": "검색 결과",
    "thread": "스레드",
    "picture, described by a model": "그림(모델이 설명)",
}
"""Kinds of files and texts. Others are names, which stay."""


@dataclass(frozen=True, slots=True)
class KoreanMaterial:
    """Implements `MaterialWords`."""

    no_text: str = "자바스크립트 없이는 글이 보이지 않는 페이지입니다."
    thread_skipped: str = "질문 앞의 대화를 읽지 못했습니다."

    def unread(self, *, name: str, reason: UnreadReason, detail: str) -> str:
        why = WHY_UNREAD[reason].replace("{detail}", detail)
        if reason == "not_given" and detail:
            return f"**{name}**: 읽지 못했습니다. {detail}"
        kind = f" ({detail})" if reason == "unknown" and detail else ""
        return f"**{name}**: 읽지 못했습니다. {why}{kind}."

    def all_read(self, *, pieces: Sequence[str]) -> str:
        return f"모든 모델이 읽는 자료: {', '.join(pieces)}."

    def looked_at(self, *, pictures: Sequence[str], described: bool) -> str:
        said = f"이미지를 볼 수 있는 모델이 보는 것: {', '.join(pictures)}."
        return f"{said} 그중 한 모델이 다른 모델을 위해 설명했습니다." if described else said

    def picture(self, *, name: str, form: str) -> str:
        return f"{name} ({form} 이미지)"

    def messages(self, *, count: int) -> str:
        return f"이 스레드의 메시지 {count:,}개"

    def form(self, *, form: str) -> str:
        return FORMS.get(form, form)

    def pages(self, *, form: str, count: int) -> str:
        noun = {"PowerPoint": "슬라이드", "spreadsheet": "시트"}.get(form, "")
        name = self.form(form=form)
        return f"{name}, {noun} {count:,}개" if noun else f"{name}, {count:,}쪽"

    def some_of(self, *, given: int, of: int) -> str:
        return f"{of:,}자 가운데 처음과 끝 {given:,}자"

    def only_first(self, *, characters: int) -> str:
        return f"처음 {characters:,}자만"

    def withheld(self, *, why: Withheld, fact: str) -> str:
        return WHY_WITHHELD[why].replace("{fact}", fact)

    def thread_unread(self, *, why: str) -> str:
        return f"질문 앞의 대화를 읽지 못해, 모델들은 질문만 알고 있습니다. {why} 해결될 때까지는 중요한 내용을 질문에 옮겨 적거나, 이 채널의 설정에서 스레드 읽기를 꺼 주세요."

    def question(self, *, files: Sequence[str]) -> str:
        return f"다음 파일에서 중요한 것은 무엇이고, 우리는 무엇을 해야 할까요? {', '.join(files)}"


@dataclass(frozen=True, slots=True)
class KoreanStats:
    """Implements `StatsWords`."""

    panel: str = "통계"
    title: str = "이곳에서 모델이 거둔 성적"
    none: str = "이름이 공개된 순위가 아직 없어 셀 것이 없습니다."
    few: str = "**질문이 이렇게 적으면** 모델보다는 질문에 대해 말해 줍니다."
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

    cancel: str = "취소"
    confirm_cancel: str = "이 질문을 중단할까요? 지금까지의 답변은 보관되고, 모델에 더 묻지 않습니다."
    again: str = "고쳐서 다시 질문"
    export: str = "내보내기"
    retry: str = "다시 시도"
    delete: str = "삭제 …"
    follow_up: str = "이어서 질문"
    share: str = "채널에 공유"
    whole_question: str = "질문 전문 읽기"
    settings: str = "설정"
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
    reveal: str = "투표를 끝내고 공개"
    confirm_reveal: str = "모두의 투표가 끝나고 누가 썼는지 공개됩니다. 지금 끝낼까요?"

    def tool_calls(self, *, count: int) -> str:
        return f"도구 호출({count})"

    def response(self, *, alias: str) -> str:
        return f"답변 {alias}"

    def ask(self, *, question: str) -> str:
        return f"질문하기: “{question}”"


ENDERS: Mapping[WhoReveals, str] = {
    "asker": "{asker} 님이 투표를 일찍 끝낼 수 있습니다.",
    "anyone": "누구나 투표를 일찍 끝낼 수 있습니다.",
    "nobody": "아무도 일찍 끝낼 수 없습니다.",
}

CERTAIN: Mapping[Sure, str] = {
    "clear": "모델들의 판단은 분명합니다.",
    "leaning": "그쪽으로 기울지만 차이가 크지 않습니다.",
    "few": "심사가 적어 우연히 같을 수도 있으니 그쪽으로 기우는 정도로 보세요.",
    "too_close": "우열을 가리기 어렵습니다. 다른 답변이 1위였어도 이상하지 않습니다.",
    "nothing": "얼마나 확실한지 말하기에는 심사가 너무 적습니다.",
    "tie": "동점이라 가장 좋은 답변 하나를 꼽을 수 없습니다.",
}

AGREEING: Mapping[Agreement, str] = {
    "full": "팀과 모델의 의견이 완전히 같습니다.",
    "most": "팀과 모델의 의견이 대체로 같습니다.",
    "part": "팀과 모델의 의견이 일부 같습니다.",
    "hardly": "팀과 모델의 의견이 거의 다릅니다.",
    "opposite": "팀과 모델의 의견이 정반대입니다.",
}


@dataclass(frozen=True, slots=True)
class KoreanBoard:
    """Implements `BoardWords`."""

    question: str = "어느 답변이 가장 좋나요?"
    secrecy: str = "하나에 투표하세요. 투표는 아무도 볼 수 없고, 이름이 공개될 때까지 바꿀 수 있습니다."
    hidden: str = "모델들의 순위와 결론은 투표한 사람에게 먼저, 투표가 끝나면 모두에게 보입니다."
    closed_heading: str = "투표"
    nobody_yet: str = "아직 아무도 투표하지 않았고, 시간의 절반이 지났습니다."
    ranking: str = "모델들이 매긴 순위"
    names: str = "순위와 이름"
    little_evidence: str = "근거가 적습니다. 답변 한 쌍마다 판단이 두 개도 되지 않습니다."
    place: str = "순위"
    response: str = "답변"
    wins: str = "승률"
    points: str = "점수"
    mean_place: str = "평균 순위"
    firsts: str = "1위 횟수"
    ballots: str = "평가 수"
    model: str = "모델"
    votes: str = "득표"
    mean: str = "평균"
    mean_score: str = "평균 점수"
    legend: str = "승률: 둘씩 비교해서 이긴 비율. 1위 횟수: 이 답변을 1위로 꼽은 모델 수."
    points_legend: str = "점수(100점 만점): 모델마다 더 낮은 순위의 답변 수만큼 나누어 준 점수. 1위 횟수: 이 답변을 1위로 꼽은 모델 수."
    mean_place_legend: str = (
        "평균 순위: 반영된 모든 심사의 평균이며 1이 가장 좋습니다. 평가 수: 이 답변의 순위를 매긴 모델 수."
    )
    no_ranking: str = "이번에는 순위가 없습니다"
    one_response: str = "답변이 하나뿐이라 순위를 매기지 않았습니다."
    no_reviews: str = "답변을 심사한 모델이 없습니다."
    names_out: str = "이름이 공개되었습니다."
    few_blind: str = "순위를 보기 전에 투표한 사람이 세 명이 안 되어 팀과 모델을 비교하지 않습니다."
    no_verdict: str = "결론이 없습니다."
    not_blind: str = (
        "질문자에게는 블라인드가 아니었습니다. 이 질문에서 모델에 이름이나 지시를 직접 주었으므로 답변을 알아보았을 수 "
        "있습니다."
    )

    def so_far(self, *, votes: int) -> str:
        return f"현재 {PHRASES.votes(count=votes)}."

    def open_until(self, *, until: Time, enough: int | None) -> Sequence[Part]:
        return until, f"까지{_or_enough(enough)} 열려 있습니다."

    def open_for(self, *, seconds: float | None, enough: int | None) -> str:
        if seconds is None:
            return f"모델들의 순위가 나온 뒤 얼마 동안{_or_enough(enough)} 열려 있습니다."
        if seconds == 0:
            return f"모델들의 순위가 나올 때까지{_or_enough(enough)} 열려 있습니다."
        return f"모델들의 순위가 나온 뒤 {PHRASES.lasting(seconds=seconds)} 동안{_or_enough(enough)} 열려 있습니다."

    def who_ends(self, *, who: WhoReveals, asker: str) -> str:
        return ENDERS[who].format(asker=asker)

    def closed(self, *, by: str, is_stopped: bool) -> str:
        if is_stopped:
            return "투표가 끝났습니다. 질문이 도중에 중단되었습니다."
        return f"투표가 끝났습니다. {by} 님이 이름을 공개했습니다." if by else "투표가 끝났습니다."

    def voted(self, *, count: int) -> str:
        return f"{count}명이 투표했습니다." if count else "아무도 투표하지 않았습니다."

    def told_apart(self, *, blind: int, informed: int) -> str:
        return f"순위를 보기 전 {PHRASES.votes(count=blind)}, 본 뒤 {PHRASES.votes(count=informed)}."

    def invitation(self, *, aliases: Sequence[str]) -> str:
        return f"{PHRASES.responses(aliases=aliases)} 가운데 가장 좋은 답변에 투표하세요."

    def first(self, *, aliases: Sequence[str]) -> str:
        who = particle(PHRASES.responses(aliases=aliases), "을", "를")
        return f"모델들은 {who} {'공동 ' if len(aliases) > 1 else ''}1위로 꼽았습니다."

    def best_scored(self, *, aliases: Sequence[str], first: str) -> str:
        who = particle(PHRASES.responses(aliases=aliases), "이", "가")
        return f"평균 점수는 {who} 가장 높습니다. 순위만 보면: {first}"

    def put_first(self, *, alias: str, count: int, of: int, wrote: bool) -> str:
        wrote_it = " (그 답변을 쓴 모델 포함)" if wrote and count else ""
        return f"{of}개 중 {count}개가 {particle(alias, '을', '를')} 1위로 꼽았습니다{wrote_it}."

    def certainty(self, *, kind: Sure) -> str:
        return CERTAIN[kind]

    def pairs_agreed(self, *, of_ten: int) -> str:
        return f"임의의 두 심사는 10쌍 중 {of_ten}쌍에서 의견이 같습니다. 우연이라면 5쌍입니다."

    def counts_less(self, *, reviewers: Sequence[int]) -> str:
        who = particle(", ".join(f"심사 {number}" for number in reviewers), "은", "는")
        return f"{who} 다른 심사와 어긋나서 덜 반영됩니다."

    def learned(self, *, reviewers: int) -> str:
        return f"심사 {reviewers}건의 비중은 보정 결과나 팀이 전에 한 투표에 따릅니다."

    def shortened(self, *, aliases: Sequence[str]) -> str:
        who = particle(PHRASES.responses(aliases=aliases), "은", "는")
        return f"{who} 심사를 위해 가운데를 줄였습니다. 사람들은 전체를 읽습니다."

    def scale(self, *, highest: str, lower_is_better: bool) -> str:
        return (
            f"심사의 평균 점수, 최고 {highest}점. {'낮을수록' if lower_is_better else '높을수록'} 좋습니다."
        )

    def tied(self, *, place: int) -> str:
        return f"{place} (공동)"

    def row(self, *, alias: str, place: str, wins: str) -> str:
        return f"답변 {alias}: {place}위, {wins}"

    def counted(self, *, valid: int, of: int) -> str:
        if valid == of:
            return "심사 1건이 반영되었습니다." if of == 1 else f"심사 {of}건이 모두 반영되었습니다."
        return (
            f"심사 {of}건 중 {valid}건이 반영되었습니다."
            if valid
            else f"심사 {of}건 중 반영된 것이 없습니다."
        )

    def not_counted(self, *, reviewer: int, why: str) -> str:
        return f"심사 {reviewer}의 순위는 반영되지 않았습니다. {why}".rstrip()

    def written_by(self, *, alias: str, name: str) -> str:
        return f"답변 {particle(alias, '은', '는')} {particle(name, '이', '가')} 썼습니다."

    def team_agrees(self, *, how: Agreement) -> str:
        return AGREEING[how]

    def team_favourite(self, *, aliases: Sequence[str]) -> str:
        return f"팀의 선택: {PHRASES.responses(aliases=aliases)}."

    def counted_together(self, *, aliases: Sequence[str]) -> str:
        return f"함께 세면: {PHRASES.responses(aliases=aliases)}."

    def chaired_by(self, *, name: str) -> str:
        return f"결론은 {particle(name, '이', '가')} 썼습니다."

    def described(self, *, names: Sequence[str], readers: Sequence[str]) -> str:
        if readers:
            blind = particle(", ".join(readers), "을", "를")
            return f"그림을 볼 수 없는 {blind} 위해 {particle(', '.join(names), '이', '가')} 그림을 설명했습니다."
        return f"그림을 볼 수 없는 모델을 위해 {particle(', '.join(names), '이', '가')} 그림을 설명했습니다."

    def reviewer_was(self, *, number: int, name: str) -> str:
        return f"심사 {number}: {name}"

    def tools_used(self, *, name: str, tools: Sequence[str]) -> str:
        return f"{name}({', '.join(tools)})"

    def used(self, *, each: Sequence[str]) -> str:
        return f"사용한 도구: {' · '.join(each)}."

    def takes_no_tools(self, *, names: Sequence[str]) -> str:
        return f"도구를 쓰지 못해 도구 없이 답한 모델: {', '.join(names)}."

    def to_verdict(self, *, seconds: float) -> str:
        return f"결론까지 {PHRASES.briefly(seconds=seconds)}"


def _or_enough(enough: int | None) -> str:
    return "" if enough is None else f" 또는 {enough}표가 모일 때까지"


FLAGS = {
    "addresses the reviewers": "심사자에게 말을 겁니다",
    "tries to sway the reviewers": "심사자를 설득하려 합니다",
    "holds a ranking or verdict of its own": "자체 순위나 결론이 들어 있습니다",
    "imitates the lines around responses": "답변을 나누는 줄을 흉내 냅니다",
    "holds template tokens or placeholders": "템플릿 기호나 빈칸이 들어 있습니다",
    "held invisible or control characters": "보이지 않는 문자나 제어 문자가 있었습니다",
}
"""The detector's warnings in Korean."""


@dataclass(frozen=True, slots=True)
class KoreanResponses:
    """Implements `ResponseWords`."""

    cut_short: str = "이 답변은 토큰 한도에서 끊겨 끝부분이 없습니다."
    rest_lost: str = "나머지는 보관하지 못했습니다."
    late: str = "늦게 온 답변"
    late_explained: str = "다른 답변이 심사에 들어간 뒤에 와서 순위에 들지 않았습니다."
    late_notice: str = "답변이 하나 더 왔지만 순위를 매기기에는 늦었습니다."

    def title(self, *, alias: str) -> str:
        return f"답변 {alias}"

    def title_revealed(self, *, alias: str, name: str, place: int | None, is_tied: bool) -> str:
        where = "" if place is None else f" · {place}위"
        return f"답변 {alias} · {name}{where}{' · 공동' if is_tied else ''}"

    def notice(self, *, alias: str, length: str) -> str:
        return f"답변 {alias} 도착: {length}."

    def care(self, *, flags: Sequence[str]) -> str:
        return f"주의해서 읽으세요. 이 답변: {', '.join(FLAGS.get(flag, flag) for flag in flags)}."

    def sources(self, *, listed: Sequence[str], more: int) -> str:
        rest = f" · 그 밖에 {more}개" if more else ""
        return f"출처: {' · '.join(listed)}{rest}"

    def too_long(self, *, characters: int, taken: int) -> str:
        return f"이 답변은 {characters:,}자로 너무 깁니다. Council은 앞의 {taken:,}자만 받았습니다."

    def part(self, *, title: str, index: int, of: int) -> str:
        return f"{title} ({index}/{of})"

    def continued(self, *, title: str) -> str:
        return f"{title}, 계속."

    def pointer(self, *, file: str) -> str:
        return f"여기에는 이만큼만 들어갑니다. 전체 글은 {file} 파일에 있습니다."

    def whole(self, *, title: str) -> str:
        return f"{title} 전체"


GAPS: Mapping[AbstentionReason, str] = {
    "timed_out": "{time} 안에 응답 없음",
    "late": "{time} 안에 준비되지 않아{others} 먼저 진행함",
    "rate_limited": "제공자에 요청이 너무 많음",
    "unauthorized": "제공자가 키를 받아들이지 않음",
    "no_credit": "제공자 계정의 잔액이 없음",
    "unknown_model": "제공자가 이 모델을 모름",
    "refused": "답변을 거절함",
    "empty": "빈 응답을 보냄",
    "bad_request": "제공자가 요청을 받아들이지 않음",
    "bad_reply": "응답을 읽을 수 없음",
    "unreachable": "연결할 수 없음",
    "unavailable": "제공자에 장애가 있음",
    "not_asked": "제공자가 연달아 {often} 실패해서 묻지 않음",
}

ADVICE: Mapping[AbstentionReason, str] = {
    "timed_out": "다시 질문하거나 시간을 늘리세요.",
    "late": "시간을 늘리거나 더 빠른 모델을 고르세요.",
    "rate_limited": "1분 뒤에 다시 질문하세요.",
    "unauthorized": "이 제공자의 키를 확인하세요.",
    "no_credit": "이 제공자의 계정을 충전하세요.",
    "unknown_model": "설정에서 모델 이름을 확인하세요.",
    "refused": "질문을 다르게 하거나 다른 모델을 고르세요.",
    "empty": "다시 질문하세요. 자주 그러면 다른 모델을 고르세요.",
    "bad_request": "질문을 줄이면 나아질 수 있습니다.",
    "bad_reply": "다시 질문하세요. 자주 그러면 다른 모델을 고르세요.",
    "unreachable": "연결과 제공자의 주소를 확인하세요.",
    "unavailable": "몇 분 뒤에 다시 질문하세요.",
    "not_asked": "몇 분 뒤에 다시 질문하거나 다른 모델을 고르세요.",
}

MISSED = {
    "answer": "답변하지 않았습니다",
    "review": "심사하지 않았습니다",
    "synthesize": "결론을 쓰지 않았습니다",
}


@dataclass(frozen=True, slots=True)
class KoreanGaps:
    """Implements `GapWords`."""

    def reason(
        self, *, reason: AbstentionReason, seconds: float, others: float | None, failures: int | None
    ) -> str:
        took = "" if others is None else f" (나머지는 길어도 {PHRASES.lasting(seconds=others)})"
        often = "여러 번" if failures is None else f"{failures}번"
        return GAPS[reason].format(time=PHRASES.lasting(seconds=seconds), others=took, often=often)

    def in_general(self, *, reason: AbstentionReason) -> str:
        return GAPS[reason].format(time="제한 시간", others="", often="여러 번") + "."

    def advice(self, *, reason: AbstentionReason) -> str:
        return ADVICE[reason]

    def several(self, *, count: int, reason: str) -> str:
        return f"{reason} × {count}"

    def no_answer(self, *, missing: int, members: int, reasons: Sequence[str]) -> str:
        why = "; ".join(reasons)
        if members == missing == 1:
            return f"하나뿐인 모델이 답변하지 않았습니다: {why}."
        return f"모델 {members}개 중 {missing}개가 답변하지 않았습니다: {why}."

    def missed(self, *, name: str, stage: Literal["answer", "review", "synthesize"]) -> str:
        return f"{particle(f'**{name}**', '은', '는')} {MISSED[stage]}."


@dataclass(frozen=True, slots=True)
class KoreanVerdict:
    """Implements `VerdictWords`."""

    agree: str = "모두 같은 의견"
    differ: str = "다른 의견"
    unique: str = "하나만 본 점"
    point: str = "모델들"
    what: str = "내용"
    doubts: str = "의장이 더 확인하고 싶은 점"
    unranked: str = "모델들이 순위를 매기지 않아 의장은 답변만 보고 썼습니다."
    no_first: str = "모델들의 순위에 1위가 없습니다."
    none: str = "결론 없음"
    still_stand: str = "위의 답변들은 그대로 남아 있습니다."

    def title(self, *, is_ranked: bool) -> str:
        return "결론" if is_ranked else "결론 (순위 없이)"

    def for_asker(self, *, asker: Mention) -> Sequence[Part]:
        return asker, " 님, 결론이 나왔습니다."

    def cut_off(self, *, reason: FinishReason) -> str:
        return {
            "length": "결론이 토큰 한도에서 끊겨 끝부분이 없습니다.",
            "content_filter": "제공자의 콘텐츠 필터가 결론을 도중에 멈췄습니다.",
            "error": "결론이 도중에 끊겼습니다.",
        }.get(reason, "")

    def too_long(self, *, characters: int, taken: int) -> str:
        return f"의장은 {characters:,}자를 썼고 Council은 앞의 {taken:,}자만 받았습니다."

    def foreign_links(self, *, links: Sequence[str]) -> str:
        return f"어느 답변에도 없는 링크이니 열기 전에 확인하세요: {', '.join(links)}"

    def ranked_first(self, *, aliases: Sequence[str]) -> str:
        tied = "공동 1위" if len(aliases) > 1 else "1위"
        return f"모델들이 꼽은 {tied}: **{PHRASES.responses(aliases=aliases)}**."

    def stand_in(self, *, passed_over: int, reasons: Sequence[str]) -> str:
        why = "; ".join(reasons)
        if passed_over == 1:
            return f"의장이 결론을 쓰지 못해({why}) 다음 차례의 모델이 썼습니다."
        return f"앞 차례의 모델 {passed_over}개가 결론을 쓰지 못해({why}) 그다음 모델이 썼습니다."

    def nobody(self, *, asked: int, reasons: Sequence[str]) -> str:
        why = "; ".join(reasons)
        if asked == 1:
            return f"의장이 결론을 쓰지 못했고({why}) 다음 차례도 없었습니다."
        if not asked:
            return f"결론을 쓸 모델이 없었습니다{f' ({why})' if why else ''}."
        return f"모델 {asked}개 모두 결론을 쓰지 못했습니다({why})."


@dataclass(frozen=True, slots=True)
class KoreanClaims:
    """Implements `ClaimWords`."""

    title: str = "확인한 주장"
    claim: str = "주장"
    finding: str = "출처의 내용"
    none: str = "출처로 확인한 주장이 없습니다. 심사에서 아무것도 찾아보지 않았습니다."

    def found(self, *, supported: int, contradicted: int) -> str:
        said = [
            *([f"심사 {supported}건에서 근거를 찾음"] if supported else []),
            *([f"심사 {contradicted}건에서 반대 근거를 찾음"] if contradicted else []),
        ]
        return ", ".join(said) or "찾지 못함"

    def misquoted(self, *, quote: str) -> str:
        return f"이 인용문은 밝힌 출처에 없습니다: “{quote}”"


@dataclass(frozen=True, slots=True)
class KoreanTools:
    """Implements `ToolWords`."""

    panel: str = "도구 호출"
    none: str = "이 질문에서 도구를 쓴 모델이 없습니다."
    sealed: str = "도구 호출은 이름이 공개된 뒤에 볼 수 있습니다."
    file_title: str = "모든 호출"

    def in_file(self, *, file: str) -> str:
        return f"여기에 다 들어가지 않습니다. 모든 호출은 {file} 파일에 있습니다."

    def notice(self, *, count: int) -> str:
        return f"도구 호출 {count}건."


@dataclass(frozen=True, slots=True)
class KoreanReviews:
    """Implements `ReviewWords`."""

    unclear: str = "순위를 분명히 알 수 없습니다."
    panel: str = "심사"
    none: str = "이 질문에는 심사가 없습니다."
    nothing_written: str = "내용이 없습니다."
    file_title: str = "모든 심사 전문"

    def heading(self, *, count: int) -> str:
        return f"심사 {count}건"

    def reviewer(self, *, number: int, name: str) -> str:
        return f"심사 {number} · {name}" if name else f"심사 {number}"

    def order(self, *, order: str) -> str:
        return f"좋은 순서: {order}."

    def not_counted(self, *, why: str) -> str:
        return f"반영되지 않음. {why}".rstrip()

    def in_file(self, *, file: str) -> str:
        return f"여기에 다 들어가지 않습니다. {file} 파일에 모든 심사가 있습니다."

    def notice(self, *, count: int) -> str:
        return f"이 답변들에 대한 심사 {count}건."

    def must_contain(self, *, points: Sequence[str]) -> str:
        numbered = " ".join(f"({at}) {point}" for at, point in enumerate(points, start=1))
        return f"올바른 답이 담아야 할 것: {numbered}"

    def points_met(self, *, met: Sequence[str]) -> str:
        return f"충족한 항목: {'; '.join(met)}."

    def own_answer(self, *, answer: str) -> str:
        return f"심사자 자신의 답: {answer}"

    def confidence(self, *, level: Confidence) -> str:
        said = {"low": "낮음", "medium": "보통", "high": "높음"}.get(level, level)
        return f"심사자가 밝힌 확신: {said}. 비중에는 영향이 없습니다."


@dataclass(frozen=True, slots=True)
class KoreanPositions:
    """Implements `PositionWords`."""

    split: str = "모델들의 의견이 갈립니다"
    asked_again: str = (
        "각 모델에 다른 모델의 답변이 아닌 입장만 보여 주고 한 번 더 묻습니다. 입장을 지키거나 바꿉니다."
    )
    nothing_leads: str = "단순 다수로 앞서는 의견이 없습니다"
    minority: str = "소수 의견"

    def sides(self, *, positions: Sequence[str], counts: Sequence[int], silent: int) -> str:
        held = [f"“{position}” {count}개" for position, count in zip(positions, counts, strict=False)]
        return f"{', '.join(held)}.{f' 입장 없음 {silent}개.' if silent else ''}"

    def kept(self, *, reason: str) -> str:
        return f"다른 입장을 보고도 그대로 지켰습니다{f': {reason}' if reason else ''}"

    def changed(self, *, before: str, reason: str) -> str:
        return f"다른 입장을 보기 전에는 “{before}”였고, 그 뒤 바꾸었습니다{f': {reason}' if reason else ''}"

    def all_say(self, *, position: str, aliases: Sequence[str]) -> str:
        return f"입장을 밝힌 답변이 모두 같습니다. “{position}”: {PHRASES.responses(aliases=aliases)}."

    def side(self, *, position: str, aliases: Sequence[str]) -> str:
        return f"“{position}”: {PHRASES.responses(aliases=aliases)}"

    def leads(self, *, position: str, count: int, of: int) -> str:
        return f"단순 다수로는 {of}개 중 {count}개인 “{position}” 쪽이 앞섭니다"

    def dissent(
        self, *, alias: str, position: str, before: str, has_changed: bool, reason: str, sources: int
    ) -> str:
        what = f"“{position}”"
        if has_changed:
            what = f"처음에는 “{before}”, 나중에 “{position}”로 바꿈"
        elif before:
            what = f"“{position}”, 다른 입장을 보고도 지킴"
        why = f" ({reason.rstrip('.')})" if reason else ""
        return f"답변 {alias}: {what}{why}. 출처 {f'{sources}개' if sources else '없음'}."


SCRIPTS: Mapping[Script, str] = {
    "Korean": "한국어",
    "Chinese or Japanese": "중국어 또는 일본어",
    "Arabic": "아랍어",
    "Hebrew": "히브리어",
    "Devanagari": "데바나가리",
    "Thai": "태국어",
    "emoji": "이모지",
}


@dataclass(frozen=True, slots=True)
class KoreanEndings:
    """Implements `EndingWords`."""

    failed: str = "이번에는 결과가 없습니다"
    not_reviewed: str = "심사 없음"
    unread_free: str = "모델에 묻지 않았으므로 비용이 들지 않았습니다. 해결되면 다시 질문하세요."
    stopped: str = "중단됨"
    nothing_more: str = "모델에 더 묻지 않으며 이름은 공개되지 않습니다."
    no_answer_yet: str = "아직 들어온 답변이 없었습니다."
    export_which: str = (
        "이 질문을 어떤 파일로 받으시겠습니까? 본인만 받으며, 그다음 스레드에 올릴 수 있습니다."
    )
    export_to_thread: str = "스레드에 올리기"
    export: str = "이 질문의 파일"
    deleted: str = "요청에 따라 삭제됨"
    deleted_notice: str = "질문과 답변이 있던 자리입니다. 요청에 따라 삭제되었습니다."

    def failed_notice(self, *, why: str) -> str:
        return f"결과 없음. {why}"

    def remains(self, *, answers: int, is_reviewed: bool) -> str:
        return f"답변 {answers}개가 들어왔습니다. 아래에서 읽을 수 있습니다.{'' if is_reviewed else ' 심사는 없었습니다.'}"

    def answer_by(self, *, name: str) -> str:
        return f"{name}의 답변"

    def answer_notice(self, *, name: str, length: str, is_reviewed: bool) -> str:
        return f"{particle(name, '은', '는')} 답했습니다: {length}{'' if is_reviewed else ', 심사 없음'}."

    def unread(self, *, why: str) -> str:
        return f"**질문하신 곳에 답을 올릴 수 없었습니다.** {why}"

    def unread_kept(self, *, command: str) -> str:
        return f"나온 결과는 보관되며, Council이 그곳에 다시 쓸 수 있게 되면 올라갑니다. 그곳을 읽을 수 있는 동안 `{command}` 명령으로 볼 수 있습니다."

    def you_asked(self, *, question: str) -> str:
        return f"질문: {question}"

    def came(self, *, answers: int, members: int) -> str:
        return f"모델 {members}개 중 {answers}개가 답했습니다. 답변은 위에 있고 심사는 없었습니다."

    def export_missing(self, *, scripts: Sequence[Script]) -> str:
        names = ", ".join(SCRIPTS[script] for script in scripts)
        return f"여기에 글꼴이 없어 파일에 글자가 빠져 있습니다: {names}. Council 운영자가 Noto 글꼴을 설치할 수 있습니다."

    def export_wanted(self, *, by: str, files: Sequence[str]) -> str:
        return f"{by} 님이 이 질문을 내보냈습니다: {', '.join(files)}."

    def export_files(self, *, files: Sequence[str]) -> str:
        return f"이 질문의 파일: {', '.join(files)}."

    def export_file(self, *, format_name: str) -> str:
        return f"이 질문 ({format_name})"

    def deleted_on(self, *, day: Time) -> Sequence[Part]:
        return "질문과 답변이 있던 자리입니다. ", day, "에 요청에 따라 삭제되었습니다."


# -------------------------------------------------------------------------------------- what one person reads


@dataclass(frozen=True, slots=True)
class KoreanReplies:
    """Implements `ReplyWords`."""

    say_why: str = "이유 쓰기"
    reason_title: str = "왜 도움이 안 됐나요?"
    reason_intro: str = "실행과 함께 보관되며, 내보내는 사람 모두가 이름 없이 봅니다."
    reason: str = "무엇이 빠졌거나 틀렸나요?"
    send_reason: str = "보내기"
    withdraw: str = "내 투표 취소"
    not_voted: str = "투표하지 않았으므로 취소할 것이 없습니다."
    vote_withdrawn: str = "투표를 취소했습니다. 이름이 공개되기 전까지 다시 투표할 수 있습니다."
    asked_in_private: str = "질문했습니다. 저는 이곳의 멤버가 아니므로 답은 저와의 DM으로 보냅니다."
    asked_elsewhere: str = "질문했습니다. 답은 이전 질문의 스레드에 올라옵니다."
    export_started: str = (
        "파일을 이 질문의 스레드에 올립니다. 이미 올라와 있을 수도 있습니다. 아무것도 없으면 그곳에 파일을 올릴 권한이 "
        "없을 수 있습니다."
    )
    stopped: str = "중지했습니다. 모델이 지금까지 말한 내용은 남습니다."
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
            "이쪽에서 문제가 생겨 아무것도 하지 못했습니다. 다시 일어나면 Council 운영자에게 이 번호를 알려 주세요: "
            f"{number}."
        )

    def store_away(self, *, number: str) -> str:
        return (
            "지금 데이터베이스에 연결할 수 없어 아무것도 하지 못했습니다. 몇 분 뒤에 다시 해 보세요. 진행 중인 질문은 "
            f"저절로 이어집니다. 계속되면 Council 운영자에게 이 번호를 알려 주세요: {number}."
        )

    def not_started(self, *, run_id: str) -> str:
        return (
            "질문은 저장했지만 데이터베이스가 받지 않아 지금 시작할 수 없습니다. 데이터베이스가 돌아오면 저절로 시작하니 "
            f"다시 묻지 않아도 됩니다. 실행 번호는 {run_id}입니다."
        )

    def did_you_mean(self, *, command: str) -> str:
        return f"**{command}** 명령을 뜻했나요? 아직 아무것도 묻지 않았습니다."

    def one_word(self, *, text: str) -> str:
        return f"“{text}”라고 질문할까요? 아직 아무것도 묻지 않았습니다."


COMMANDS: Mapping[str, str] = {
    "council": "여러 모델에게 질문하면 모델들이 서로를 블라인드로 평가합니다",
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
    "board": "이 채널에서 모델들이 얼마나 강한지",
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
    "cancel": "끝나기 전에 질문 멈추기",
    "cancel run": "질문의 ID. 비워 두면 내 최근 질문",
    "forget": "질문을 딸린 것과 함께 삭제하기",
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
        "스레드에서 저를 멘션하면 먼저 스레드를 읽습니다. 질문의 스레드에서 물으면 이어서 묻습니다."
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
            "button": "다른 버전의 Council에 속한 버튼이라 더 이상 동작하지 않습니다.",
            "form": "다른 버전의 Council에 속한 양식이라 아무것도 하지 않았습니다. 다시 열어 주세요.",
        }
        return said[what]

    def asking(self, *, command: str) -> str:
        return f"**{command} 질문** 여러 모델에게 묻습니다. 모델은 답하고, 서로를 익명으로 심사하고, 결론을 냅니다."

    def form(self, *, command: str) -> str:
        return f"**{command}** 만 쓰면 양식이 열립니다: 파일, 모델, 프리셋."

    def finding(self, *, command: str) -> str:
        return f"**{command} history** 이곳의 최근 질문, **{command} search 단어** 질문 찾기."

    def looking(self, *, command: str) -> str:
        return f"**{command} board** 모델의 실력. **{command}** 뒤에 **templates**, **schedules**, **decisions**, **stats**, **settings** 도 쓸 수 있습니다."

    def stopping(self, *, command: str) -> str:
        return f"**{command} cancel** 내 최근 질문 중지, **{command} forget** 삭제."


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
        "누구에게도 내 투표는 보이지 않고, 이름이 공개되기 전까지 바꿀 수 있습니다. 순위를 매기지 않은 답변은 나머지 뒤의 "
        "공동 순위로 셉니다."
    )
    vote: str = "투표"
    best: str = "가장 좋음"

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
    "role": "역할",
    "temperature": "온도",
    "max_tokens": "가장 긴 답변(토큰)",
    "effort": "노력",
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
    "keep_days": "실행을 삭제하는 날(일 후)",
    "run_budget": "질문당 예산($)",
    "day_budget": "하루 예산($)",
    "month_budget": "한 달 예산($)",
}

HINTS: Mapping[str, str] = {
    "temperature": "0부터 2까지, 예: 0.2",
    "max_tokens": "정수; 1000은 약 750단어",
    "preset": "여기의 다른 설정보다 먼저 적용됩니다",
    "members": "한 줄에 제공자:모델 하나",
    "chairman": "모델 이름이나 제공자:모델; - 는 첫 번째 모델",
    "quorum": "이만큼 답하면 계속합니다",
    "instructions": "모든 모델과 의장에게 전합니다; - 는 없음",
    "criteria": "한 줄에 하나: correctness x2, harm (lower); - 는 없음",
    "review_characters": "글자 수; 더 길면 가운데를 뺍니다; - 는 제한 없음",
    "rounds": "다른 모델의 입장을 이름 없이 한 번 보고, 자기 입장을 지키거나 바꿉니다",
    "vote_minutes": "지나면 투표가 끝나고 이름이 공개됩니다; 0 은 투표 없음",
    "votes_needed": "이만큼 투표하면 이름이 공개됩니다; - 는 없음",
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
    "services": "서비스 이름; all 은 여기서 쓸 수 있는 모든 서비스, none 은 없음",
    "tools": "예: search, fetch, python; all 은 설정된 모든 도구, none 은 없음",
    "redact": "저장하거나 모델에 보내기 전의 키, 토큰, 비밀번호",
    "keep_days": "채팅의 글은 남습니다",
    "run_budget": "질문 하나에 쓸 수 있는 금액; - 는 제한 없음",
    "day_budget": "하루(UTC)에 쓸 수 있는 금액; - 는 제한 없음",
    "month_budget": "한 달(UTC)에 쓸 수 있는 금액; - 는 제한 없음",
}

MEANINGS: Mapping[str, Mapping[str, str]] = {
    "effort": {"minimal": "최소", "low": "낮음", "medium": "보통", "high": "높음"},
    "who_reveals": {
        "asker": "질문한 사람, 언제든지",
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

    def hint(self, *, name: str, english: str) -> str:
        return HINTS.get(name, english)

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


STATES: Mapping[RunStatus, str] = {
    "asked": "방금 질문함",
    "answering": "모델이 답하는 중",
    "reviewing": "모델이 심사하는 중",
    "synthesizing": "의장이 결론을 쓰는 중",
    "voting": "투표 중",
    "revealed": "완료",
    "failed": "결과 없음",
    "cancelled": "중지됨",
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
    words_hint: str = "질문이나 결론에 모두 있어야 합니다. “따옴표”는 단어를 묶습니다."
    find: str = "찾기"
    none_fit: str = "이 페이지에는 조건에 맞는 질문이 없습니다."
    show: str = "보기"
    panel_found: str = "찾은 질문"
    more: str = "가장 최근 것들입니다. 더 오래된 것도 있습니다. 단어를 더하면 줄어듭니다."
    meant_as_question: str = "질문이었다면 끝에 물음표를 붙이세요."
    no_verdict: str = "결론 없음"
    demonstration: str = "데모"
    a_channel: str = "채널"
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
    stops_first: str = "진행 중이므로 먼저 중지합니다."
    goes: str = (
        "질문, 모든 답변, 심사, 결론, 투표, 의견이 모두에게서 삭제되고, 관련된 제 글은 안내문으로 바뀝니다. 되돌릴 수 "
        "없습니다."
    )
    stays: str = (
        "사람들이 스레드에 쓴 글, 첨부한 파일, 이미 보낸 알림과 메일, 모델 제공자가 보관하는 것, 백업은 제가 지울 수 "
        "없습니다."
    )
    delete: str = "완전히 삭제"

    def asks(self, *, question: str) -> str:
        return f"질문 “{question}”과 관련된 모든 것을 삭제할까요?"

    def deleted(self, *, run_id: str) -> str:
        return f"실행 {run_id}, 삭제했습니다. 플랫폼이 허락하는 곳에서는 글도 곧 바뀝니다."


REFUSALS: Mapping[Refusal, str] = {
    "vote_not_open": "아직 투표가 열리지 않았습니다.",
    "vote_closed": "투표가 끝나 이 표는 세지 않았습니다.",
    "vote_over": "투표가 이미 끝났습니다.",
    "no_vote": "이 질문에는 투표가 없습니다. 이름은 결론과 함께 나옵니다.",
    "nobody_reveals": "이곳에서는 투표를 일찍 끝낼 수 없습니다. 끝나면 이름이 나옵니다.",
    "only_asker_reveals": "{fact} 님만 투표를 일찍 끝낼 수 있습니다.",
    "only_asker_cancels": "{fact} 님이나 이 채널을 관리하는 사람만 이 질문을 중지할 수 있습니다.",
    "only_asker_deletes": "{fact} 님이나 이 채널을 관리하는 사람만 이 질문을 삭제할 수 있습니다.",
    "no_verdict_yet": "이 질문에는 아직 결론이 없습니다.",
    "twice_in_ranking": "답변 {fact}: 이 순위에 두 번 있습니다. 한 자리만 주세요.",
    "empty_vote": "답변을 하나 이상 고르세요.",
    "nothing_to_search": "찾을 단어가 없습니다. 질문이나 결론에 나온 단어를 써 보세요.",
    "nothing_asked_here": "이곳에서 질문한 적이 없어 삭제할 것이 없습니다.",
    "nothing_under_way": "이곳에서 진행 중인 질문이 없어 중지한 것이 없습니다.",
    "answered_already": "이 질문은 이미 결론이 나서 멈출 것이 없습니다. 카드의 버튼으로 투표를 끝낼 수 있고, `forget`으로 지울 수 있습니다.",
    "ended_already": "이 질문은 이미 끝나 중지할 것이 없습니다.",
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
    "needs_words": "질문에는 글이 필요합니다: {fact} 뒤에 질문을 쓰세요.",
    "question_too_long": "질문이 너무 깁니다. 최대 {fact}자입니다. 줄이거나 일부만 물어보세요.",
    "export_needs": "이 파일에는 {fact} 패키지가 필요한데 여기에 설치되어 있지 않습니다. Council 운영자가 `pip install council[exports]`로 추가할 수 있습니다. HTML은 그대로 쓸 수 있습니다.",
    "export_no_figures": "그릴 수치가 없습니다. 이 질문에는 순위가 매겨지지 않았습니다.",
    "export_too_large": "이 질문은 {fact} 파일로 만들기에 너무 길거나 너무 깊게 중첩되어 있습니다. HTML 파일에는 전부 들어 있습니다.",
    "no_pages": "이곳에는 브라우저 페이지가 없습니다. Council 운영자가 주소를 정하지 않았습니다.",
    "schedule_day": "'{fact}' 날짜는 모든 달력에 있지 않습니다. 요일, 1일부터 28일까지의 날, 또는 날짜를 쓰세요: `매주 월요일 9:00 …`, `매월 1일 9:00 …`, `매년 2월 28일 9:00 …`. 예약되지 않았습니다.",
    "schedule_time": "예약에는 0:00부터 23:59 사이의 시각이 필요합니다: `매주 {fact} 9:00 질문`. 예약되지 않았습니다.",
    "schedule_zone": "'{fact}' 시간대는 없습니다. Europe/Berlin이나 UTC처럼 쓰세요. 예약되지 않았습니다.",
    "schedule_no_zone": "이곳에서는 시간대를 알 수 없습니다. 시각 뒤에 쓰세요: `매주 {fact} 9:00 Asia/Seoul 질문`. 예약되지 않았습니다.",
    "schedule_question": "예약에는 질문이 필요합니다: `매주 {fact} 9:00 질문`. 예약되지 않았습니다.",
    "schedule_unknown": "이곳에 그런 예약이 더 이상 없습니다.",
    "schedule_of_another": "이 예약은 {fact} 님과 채널 관리자만 바꿀 수 있습니다.",
    "schedule_too_many": "이 채널에는 예약이 {fact}개 있어 더 만들 수 없습니다. 먼저 하나를 삭제하세요.",
    "improve_too_long": "모델은 {fact}자까지의 질문을 다듬습니다. 질문하지 않았습니다.",
    "improve_failed": "질문을 다듬지 못했고, 질문하지 않았습니다. {fact}",
    "improve_unread": "{fact}: 질문으로 답하지 않아 다듬지 못했고, 질문하지 않았습니다.",
    "draft_gone": "이미 질문했거나 하루가 지났습니다. 다시 입력해 주세요.",
    "board_limits": "'{fact}'(으)로는 순위표를 좁힐 수 없습니다. `board` 뒤에 `workspace`, `template:writer`, `rubric:code`, `member:Ada`, `since:2026-01-31`, `until:2026-06-30` 가운데서 쓰세요.",
    "search_day": "'{fact}'(은)는 날짜가 아닙니다. `since:2026-01-31`처럼 쓰세요.",
    "digest_time": "요약 뒤에 시각이 없습니다. `digest {fact} 9:00` 또는 `digest {fact} 9:00 Europe/Berlin`처럼 쓰세요. 바뀐 것은 없습니다.",
    "not_revealed": "이 질문의 이름이 공개된 뒤에 결정을 기록할 수 있습니다.",
    "not_decided": "이 질문에는 아직 기록된 결정이 없습니다.",
    "template_empty": "템플릿의 '{fact}' 칸이 비어 있습니다. 질문 앞에 {fact}=\"…\" 를 쓰거나 양식에서 채우세요. 묻지 않았습니다.",
    "template_long": "'{fact}' 칸의 글이 너무 깁니다. 최대 3,000자입니다. 묻지 않았습니다.",
    "template_number": "'{fact}' 칸에는 200 같은 숫자를 쓰세요. 묻지 않았습니다.",
}


@dataclass(frozen=True, slots=True)
class KoreanErrors:
    """Implements `ErrorWords`."""

    def refused(self, *, kind: Refusal, fact: str) -> str:
        return REFUSALS[kind].replace("{fact}", fact).strip()

    def models_refused(self, *, models: Sequence[str], choices: Sequence[str]) -> str:
        return (
            f"{', '.join(models)}: 이곳에서 고를 수 없어 질문하지 않았고 비용도 들지 않았습니다. 고를 수 있는 모델: "
            f"{', '.join(choices)}. 더 많은 모델은 Council 운영자가 허용할 수 있습니다(COUNCIL_MODELS)."
        )

    def over_budget(self, *, keeper: Keeper, period: Period, cost: str | None, limit: str, left: str) -> str:
        whose = {"channel": "이 채널", "workspace": "이 워크스페이스"}.get(keeper, "이 봇")
        who = "관리하는 사람이" if keeper in ("channel", "workspace") else "운영자가"
        would = f"이 질문의 비용은 약 {cost}입니다." if cost else "아무것도 묻지 않았습니다."
        if period == "run":
            return (
                f"{would} {whose}에서 질문 하나의 예산은 {limit}입니다. 모델을 줄이거나, 프리셋 `quick`을 "
                f"쓰거나, 질문을 줄이면 비용이 줄어듭니다. {who} 예산을 늘릴 수 있습니다."
            )
        span, each = ("하루", "매일") if period == "day" else ("한 달", "매달")
        return (
            f"{would} {whose}의 {span} 예산은 {limit}, 남은 금액은 {left}입니다. {each} 새로 시작합니다(UTC). {who} 예산을 늘릴 "
            "수 있습니다."
        )

    def unpriced(self, *, models: Sequence[str], variables: Sequence[str]) -> str:
        return (
            f"이곳에는 예산이 있는데 가격을 모르는 모델이 있어 묻지 않았습니다: {', '.join(models)}. 다른 모델을 고르세요. "
            f"운영자가 가격을 정할 수 있습니다({', '.join(variables)})."
        )

    def too_many_waiting(self, *, count: int) -> str:
        return f"대기 중인 질문이 {count:,}개로, 한 사람의 한도입니다. 기다리거나 하나를 중지하세요."

    def unknown_run(self, *, run_id: str) -> str:
        return f"이곳에 실행 '{run_id}' 기록이 없습니다. `history` 명령으로 최근 것을 봅니다. 다른 곳의 것은 그곳 사람만 봅니다."

    def deleted(self, *, run_id: str, day: str) -> str:
        return f"실행 '{run_id}' 기록은 {day} 모두 삭제되었습니다."

    def unknown_choice(self, *, value: str, known: Sequence[str]) -> str:
        choose = f" 다음에서 고르세요: {', '.join(known)}." if known else ""
        return f"'{value}' 항목은 고를 수 없습니다.{choose}"


PLAYGROUND = PageLabels(
    language="ko",
    title="놀이터",
    you_are="지금 나는",
    teammates="가상의 팀원 세 명입니다. 각 팀원으로 투표해 볼 수 있습니다.",
    channels="채널",
    channel="채널",
    threads="스레드",
    thread="스레드",
    no_thread="채널에서 질문해 보세요. 답변, 검토, 투표가 나오는 대로 여기에 표시됩니다.",
    quiet="아직 아무도 질문하지 않았습니다.",
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
    confirm="네, 진행합니다",
    file="파일",
    table="표",
    silent="Council이 응답하지 않습니다. 아직 실행 중인가요?",
    no_page="여기에는 페이지가 없습니다. council이 출력한 주소 전체를 여세요.",
    other_host="이 페이지는 이 컴퓨터에서 127.0.0.1 또는 localhost로만 열 수 있습니다.",
    other_site="이 양식은 놀이터 페이지에서 보낸 것이 아닙니다.",
    too_large="한 번에 보낼 수 있는 크기(파일 포함 30MB)를 넘었습니다.",
    file_gone="이 파일은 이제 없습니다. 다시 내보내세요.",
)


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
            f"평가 기준 {rubric}" if rubric else "",
            f"{member} 모델이 답한 질문" if member else "",
            f"{since}부터" if since else "",
            f"{until}까지" if until else "",
        )
        return f"다음 질문만 셉니다: {', '.join(part for part in parts if part)}."

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
        return f"{name}: {'분명히' if is_clear else '아마도'} 가장 강합니다."

    def advice(self, *, name: str, last: int, runs: int, cost: str, kept: str, agreement: str) -> str:
        team = f" 팀 투표와의 일치도 {agreement} 유지됩니다." if agreement else ""
        return (
            f"**제안:** {name} 모델은 질문 {runs}개 중 {last}개에서 꼴찌였고 전체 답변 비용의 {cost}를 씁니다. "
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
    place_gone: str = "이 채널이 없어졌거나 예약한 사람이 더 이상 읽을 수 없습니다."
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

    def typed(self, *, text: str) -> str:
        return f"입력한 내용: {text}"

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

    def closed(self, *, when: str) -> str:
        return f"예약({when})을 일시 중지했습니다. 채널이 없어졌거나 더 이상 읽을 수 없습니다. 다른 채널에서 다시 만드세요."


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
    names_hidden: str = "이름은 공개 전까지 숨겨져 있습니다"
    need_not_wait: str = "기다리지 않아도 됩니다. 들어온 답변부터 읽어 보세요."
    most_agree: str = "대부분 같은 의견"
    layout: str = "답변 배치"
    side_by_side: str = "나란히"
    stacked: str = "위아래로"
    tabs: str = "하나씩"
    compare: str = "둘 비교"
    left: str = "왼쪽"
    right: str = "오른쪽"
    versus: str = "비교"
    only_here: str = "표시된 글은 여기에만 있고 다른 쪽에는 없습니다."
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
    agreement: str = "두 검토자가 두 답변의 순서를 같게 매긴 비율"
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

    def waiting(self, *, for_what: Literal["answers", "reviews", "verdict", "vote"]) -> str:
        return {
            "answers": "모델들이 답변하고 있습니다.",
            "reviews": "모델들이 서로의 답변을 읽고 있습니다.",
            "verdict": "결론을 쓰고 있습니다.",
            "vote": "투표하면 여기에 순위와 결론이 나타납니다.",
        }[for_what]

    def placed(self, *, place: int, is_own: bool) -> str:
        return f"{place}위, 본인 답변" if is_own else f"{place}위"

    def heat_caption(self, *, highest: str, names_out: bool) -> str:
        what = f"점수({highest}점 만점)와 순위" if highest else "순위"
        own = " 점선은 본인의 답변입니다." if names_out else ""
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
        return f"인용: {KoreanPhrases().listed(things=by)}"

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
            "not_confirmed": "누구인지 채팅에서 확인하지 못했습니다",
            "nowhere": "Council이 아는 워크스페이스가 없습니다",
            "expired": "만료된 링크입니다",
            "not_yours": "이 페이지를 볼 수 없습니다",
            "unknown": "없는 페이지입니다",
            "deleted": "삭제된 실행입니다",
            "cannot_tell": "누가 볼 수 있는지 확인하지 못했습니다",
            "forged": "이 양식은 해당 페이지에서 보낸 것이 아닙니다",
            "broken": "문제가 생겼습니다",
        }[trouble]

    def advice(self, *, trouble: PageTrouble) -> str:
        return {
            "sign_in": "누구인지 알 수 없습니다. Slack이나 Discord의 카드에서 [페이지 열기]를 눌러 주세요.",
            "signed_out": "채팅 계정으로 로그인하거나 그곳의 카드에서 [페이지 열기]를 눌러 주세요.",
            "denied": "채팅에서 허락 없이 돌아왔습니다. 다시 로그인해 허락하거나 카드에서 [페이지 열기]를 눌러 주세요.",
            "lost_way": "10분이 넘게 걸렸거나 다른 브라우저에서 시작했습니다. 다시 로그인해 주세요.",
            "not_confirmed": "1분 뒤에 다시 로그인해 주세요. 그래도 안 되면 로그에 자세한 내용이 있습니다.",
            "nowhere": "참여한 워크스페이스나 서버에서 아직 아무도 Council에 묻지 않았습니다. 먼저 그곳에서 묻거나 다른 계정으로 로그인해 주세요.",
            "expired": "링크는 10분 동안 열립니다. 카드에서 [페이지 열기]를 다시 눌러 주세요.",
            "not_yours": "참여하지 않은 채널이나 스레드의 페이지입니다. 그곳에 있는 사람이 추가해 줄 수 있습니다.",
            "unknown": "주소를 확인하거나 카드에서 [페이지 열기]를 눌러 주세요.",
            "deleted": "글은 영구히 삭제되었습니다.",
            "cannot_tell": "이 채널에 누가 있는지 채팅이 알려 주지 않습니다. 1분 뒤에 다시 시도해 주세요.",
            "forged": "아무것도 하지 않았습니다. 페이지를 다시 열고 그곳의 버튼을 눌러 주세요.",
            "broken": "자세한 내용은 로그에 있습니다. 1분 뒤에 다시 시도해 주세요.",
        }[trouble]


@dataclass(frozen=True, slots=True)
class KoreanLists:
    """Implements `ListWords`."""

    history: str = "기록"
    search: str = "검색"
    search_hint: str = "질문이나 답의 낱말"
    none_yet: str = "읽을 수 있는 채널에 아직 질문이 없습니다."
    none_such: str = "조건에 맞는 실행이 없습니다. 조건을 하나 빼 보세요."
    none_decided: str = (
        "읽을 수 있는 채널에 아직 기록된 결정이 없습니다. 공개 후 카드의 메뉴에서 기록할 수 있습니다."
    )
    who_asked: str = "질문한 사람"
    asked_by_anyone: str = "모든 사람의 질문"
    asked_by_me: str = "내 질문"
    first_place: str = "1위"
    any_first: str = "1위 모델 전체"
    template: str = "템플릿"
    any_template: str = "템플릿 전체"
    when_asked: str = "질문한 때"
    any_time: str = "전체 기간"
    this_channel: str = "이 채널만"
    one_channel: str = "한 채널만 보고 있습니다."
    all_channels: str = "모든 채널 보기"
    older: str = "이전 실행"
    newest: str = "최신 실행"
    runs: str = "실행"
    sign_out: str = "로그아웃"
    choose_workspace: str = "어디의 기록을 볼까요?"

    templates_by: str = "워크스페이스 관리자는 채팅에서 페이지를 연 뒤 여기에서, 또는 채팅의 /council templates로 템플릿을 만들고 바꿉니다."

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
    needs_words: str = "결정에는 글이 필요합니다."
    bad_day: str = "2027-03-01처럼 연, 월, 일로 쓰세요."
    past_day: str = "이미 지난 날입니다. 나중 날을 고르세요."
    title: str = "결정 목록"
    none: str = (
        "이곳에는 아직 결정이 없습니다. 질문의 이름이 공개되면 더 보기 메뉴에 결정 기록하기가 있습니다."
    )
    export_one: str = "하나를 파일로 받기"
    look_again_on: str = "다시 볼 날"
    due: str = "이 결정을 다시 보기로 한 날입니다:"
    file: str = "결정을 아키텍처 결정 기록으로 만든 파일입니다."
    change: str = "바꾸기"
    export: str = "파일로 받기"
    show_all: str = "모든 결정"

    def intro(self, *, question: str) -> str:
        return f"질문: {question}"

    def none_found(self, *, words: str) -> str:
        return f"이곳의 결정 가운데 “{words}”에 있는 말이 모두 들어 있는 것은 없습니다."

    def count(self, *, count: int) -> str:
        return f"이곳의 결정 {count}개."


TEMPLATE_PARTS: Mapping[TemplatePart, tuple[str, str]] = {
    "name": ("이름", "영문 소문자, 숫자, 하이픈. 예: release-notes (template:release-notes 로 입력)"),
    "about": ("제목: 쓰임새", "예: 릴리스 노트: 사용자에게 알릴 바뀐 점"),
    "instructions": ("모든 모델에게 줄 지시", "{{audience}} 자리에 audience 칸에 채운 말이 들어갑니다"),
    "fields": (
        "칸, 한 줄에 하나",
        "audience*: 읽는 사람 · tone: 말투 [담백, 정중] = 담백 · points: 항목 [number] = 5",
    ),
    "extras": ("프리셋과 역할", "예: preset: quick; roles: sceptic, engineer"),
}

TEMPLATE_MISTAKES: Mapping[MistakeKind, str] = {
    "name": "영문 소문자, 숫자, 하이픈을 30자까지 쓰세요. 예: release-notes.",
    "taken": "{fact} 이라는 우리 템플릿이 이미 있습니다. 다른 이름을 쓰거나 그 템플릿을 바꾸세요.",
    "about": "24자까지의 제목, 쌍점, 쓰임새를 쓰세요. 예: 릴리스 노트: 바뀐 점.",
    "no_instructions": "모든 모델에게 줄 지시를 쓰세요.",
    "placeholder": "{line}번째 줄: {{{{{fact}}}}} 칸이 없습니다. {fields} 쓰거나 칸에 {fact} 줄을 더하세요.",
    "line": "{line}번째 줄을 읽을 수 없습니다: {fact}. 이렇게 쓰세요: tone: 말투 [담백, 정중] = 담백",
    "twice": "{line}번째 줄: {fact} 칸이 이미 있습니다. 다른 이름을 쓰세요.",
    "default": "{line}번째 줄: = 뒤의 {fact} 이 칸에 맞지 않습니다. 고를 수 있는 값이나 숫자를 쓰세요. {known}",
    "too_many_fields": "템플릿의 칸은 최대 {fact}개입니다. 줄여 주세요.",
    "too_many_choices": "{line}번째 줄: 고를 수 있는 값은 최대 {fact}개입니다. 줄여 주세요.",
    "extras": "{fact} 을 읽을 수 없습니다. 이렇게 쓰세요: preset: quick; roles: sceptic, engineer",
    "preset": "{fact} 프리셋이 없습니다. 있는 것: {known}.",
    "role": "{fact} 역할이 없습니다. 있는 것: {known}.",
}


@dataclass(frozen=True, slots=True)
class KoreanTemplates:
    """Implements `TemplateWords`."""

    title: str = "질문 템플릿"
    choose: str = "템플릿으로 질문하기"
    required: str = "필수"
    template: str = "템플릿"
    fill_in: str = "채우기"
    empty: str = "템플릿에 필요한 칸입니다. 채워 주세요."
    no_number: str = "200 같은 숫자를 쓰세요."

    new: str = "새 템플릿"
    change: str = "템플릿 바꾸기"
    edit: str = "편집"
    own_version: str = "우리 버전 만들기"
    delete: str = "삭제"
    form_title: str = "우리 템플릿"
    save: str = "저장"

    def sure(self, *, title: str) -> str:
        return f"{title} 템플릿을 여기 모두에게서 삭제할까요? 이미 물은 질문에는 그대로 남습니다."

    def part(self, *, part: TemplatePart) -> str:
        return TEMPLATE_PARTS[part][0]

    def part_hint(self, *, part: TemplatePart) -> str:
        return TEMPLATE_PARTS[part][1]

    def saved(self, *, title: str, name: str, command: str) -> str:
        return f"**{title}** 템플릿을 여기 모두를 위해 저장했습니다. 질문 양식에 있고, {command} template:{name} … 로도 쓸 수 있습니다."

    def deleted(self, *, name: str, is_gone: bool, back: bool) -> str:
        if not is_gone:
            return f"**{name}** 이라는 우리 템플릿은 더 이상 없습니다."
        again = " Council에 딸린 템플릿이 다시 쓰입니다." if back else ""
        return f"**{name}** 템플릿을 삭제했습니다.{again}"

    def mistake(self, *, kind: MistakeKind, line: int, fact: str, known: Sequence[str]) -> str:
        return TEMPLATE_MISTAKES[kind].format(
            line=line, fact=fact, known=", ".join(known), fields=placeholders(known) or "빈칸 없이"
        )

    def how(self, *, command: str, in_chat: bool) -> str:
        first = "아래에서 고르거나 " if in_chat else ""
        return f'{first}{command} template:writer reader="우리 사용자" 뒤에 질문을 쓰세요.'

    def has_fields(self, *, title: str, count: int) -> str:
        return f"**{title}** 템플릿에 채울 칸이 {count}개 있습니다. 아직 묻지 않았습니다."


@dataclass(frozen=True, slots=True)
class KoreanSeats:
    """Implements `SeatWords`."""

    advanced: str = "고급"
    advanced_tick: str = "고급: 모델마다 설정"
    advanced_next: str = "다음 단계: 모델별 역할, 온도, 길이, 노력. 아직 질문하지 않습니다"
    title: str = "모델별 설정"
    intro_question: str = "비워 두면 모델의 기본값을 씁니다. 여기서 설정한 모델의 답변은 알아볼 수 있으므로 이 질문은 블라인드가 아닌 것으로 표시됩니다."
    intro_place: str = "비워 두면 모델의 기본값을 씁니다. 이곳의 모든 질문에 적용됩니다."
    unset: str = "설정 없음"
    no_role: str = "역할 없음"
    as_usual: str = "모델 기본값"


@dataclass(frozen=True, slots=True)
class KoreanImproving:
    """Implements `ImprovingWords`."""

    improve: str = "질문 다듬기"
    working: str = "질문을 다듬고 있습니다. 이곳에 본인에게만 표시되며, 아직 아무것도 질문하지 않았습니다."
    ask_better: str = "이 질문으로 묻기"
    ask_mine: str = "내 질문으로 묻기"
    edit: str = "고치기"
    again: str = "다시 시도"
    asked: str = "질문한 날:"
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
        return f"카운슬에 한 질문 {count}개"

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
        return f"{where} 고르세요. 가격은 짧은 질문에서 모델 하나가 맡는 몫입니다."

    def silent(self, *, provider: str, why: Silence) -> str:
        said: dict[Silence, str] = {
            "unknown_provider": "여기에 설정된 제공자가 아닙니다.",
            "no_key": "키가 없어 목록을 읽을 수 없습니다. 운영자가 키를 설정할 수 있습니다.",
            "refused": "이 Council의 키를 거부합니다. 운영자가 키를 갱신할 수 있습니다.",
            "no_answer": "지금 응답하지 않습니다. 1분 뒤에 다시 시도하세요.",
            "unreadable": "모델 목록이 아닌 것으로 응답했습니다.",
        }
        return f"**{provider}**: {said[why]}"


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
    first_votes: str = "1위 표"
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

    def cost(self, *, cost: Decimal | None, is_estimate: bool) -> str:
        about = "약 " if is_estimate else ""
        return "알 수 없음" if cost is None else f"{about}${cost:,.4f}"

    def first_of(self, *, count: int, of: int) -> str:
        return f"{of:,}표 중 {count:,}표"

    def rubric(self, *, name: str) -> str:
        return f"평가 기준 {name}"

    def aggregation(self, *, name: str) -> str:
        return f"집계 방식 {name}"

    def decided_on(self, *, day: str) -> str:
        return f"날짜: {day}"

    def decided_by(self, *, name: str) -> str:
        return f"기록한 사람: {name}"

    def look_again(self, *, day: str) -> str:
        return f"다시 볼 날: {day}"

    def from_run(self, *, run_id: str, name: str, day: str) -> str:
        return f"카운슬 실행: {run_id}, {name} 님이 {day}에 질문함"


@dataclass(frozen=True, slots=True)
class Korean:
    """Every page in Korean."""

    language: str = "ko"
    phrases: PhraseWords = PHRASES
    stages: StageWords = KoreanStages()
    card: CardWords = KoreanCard()
    material: MaterialWords = KoreanMaterial()
    stats: StatsWords = KoreanStats()
    estimates: EstimateWords = KoreanEstimates()
    buttons: ButtonWords = KoreanButtons()
    board: BoardWords = KoreanBoard()
    responses: ResponseWords = KoreanResponses()
    gaps: GapWords = KoreanGaps()
    verdict: VerdictWords = KoreanVerdict()
    reviews: ReviewWords = KoreanReviews()
    claims: ClaimWords = KoreanClaims()
    tools: ToolWords = KoreanTools()
    positions: PositionWords = KoreanPositions()
    endings: EndingWords = KoreanEndings()
    replies: ReplyWords = KoreanReplies()
    help: HelpWords = KoreanHelp()
    forms: FormWords = KoreanForms()
    settings: SettingsWords = KoreanSettings()
    history: HistoryWords = KoreanHistory()
    errors: ErrorWords = KoreanErrors()
    deletion: DeletionWords = KoreanDeletion()
    boards: BoardsWords = KoreanBoards()
    page: PageWords = KoreanPage()
    lists: ListWords = KoreanLists()
    documents: DocumentWords = KoreanDocuments()
    playground: PageLabels = PLAYGROUND
    schedules: ScheduleWords = KoreanSchedules()
    decisions: DecisionWords = KoreanDecisions()
    templates: TemplateWords = KoreanTemplates()
    models: ModelsWords = KoreanModels()
    improving: ImprovingWords = KoreanImproving()
    seats: SeatWords = KoreanSeats()
    digests: DigestWords = KoreanDigests()


KOREAN = Korean()
