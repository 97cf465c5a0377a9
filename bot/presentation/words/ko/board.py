"""Responses, the board and models that gave nothing in Korean."""

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from bot.post import Part, Time
from bot.presentation.words.board import Agreement, Sure
from bot.presentation.words.ko.phrases import PHRASES, particle, settled
from council_core.domain.answer import AbstentionReason
from council_core.domain.settings import WhoReveals
from council_core.errors import CallFault

ENDERS: Mapping[WhoReveals, str] = {
    "asker": "{asker} 님이 투표를 일찍 끝낼 수 있습니다.",
    "anyone": "누구나 투표를 일찍 끝낼 수 있습니다.",
    "nobody": "아무도 일찍 끝낼 수 없습니다.",
}


CERTAIN: Mapping[Sure, str] = {
    "clear": "모델들의 판단은 분명합니다.",
    "leaning": "그쪽으로 기울지만 차이가 크지 않습니다.",
    "few": "심사가 적어 우연히 같을 수도 있으니 그쪽으로 기우는 정도로 보세요.",
    "one": "심사가 하나뿐이라 얼마나 확실한지는 알 수 없습니다.",
    "too_close": "우열을 가리기 어렵습니다. 다른 답변이 1위였어도 이상하지 않습니다.",
    "nothing": "얼마나 확실한지 말하기에는 심사가 너무 적습니다.",
    "tie": "동점이라 가장 좋은 답변 하나를 꼽을 수 없습니다.",
}


AGREEING: Mapping[Agreement, str] = {
    "full": "팀과 모델의 의견이 완전히 일치합니다.",
    "most": "팀과 모델의 의견이 대체로 일치합니다.",
    "part": "팀과 모델의 의견이 일부 일치합니다.",
    "hardly": "팀과 모델의 의견이 거의 일치하지 않습니다.",
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
    ballots: str = "심사 수"
    model: str = "모델"
    votes: str = "득표(순위 보기 전)"
    mean: str = "평균"
    mean_score: str = "평균 점수"
    legend: str = "승률: 둘씩 비교해서 이긴 비율. 1위 횟수: 이 답변을 1위로 꼽은 모델 수."
    points_legend: str = "점수(100점 만점): 모델마다 더 낮은 순위의 답변 수만큼 나누어 준 점수. 1위 횟수: 이 답변을 1위로 꼽은 모델 수."
    mean_place_legend: str = (
        "평균 순위: 반영된 모든 심사의 평균이며 1이 가장 좋습니다. 심사 수: 이 답변의 순위를 매긴 모델 수."
    )
    own_left_out: str = "모델마다 자기가 쓴 답변은 순위에서 뺍니다."
    no_ranking: str = "이번에는 순위가 없습니다"
    one_response: str = "답변이 하나뿐이라 순위를 매기지 않았습니다."
    no_reviews: str = "답변을 심사한 모델이 없습니다."
    names_out: str = "이름이 공개되었습니다."
    no_verdict: str = "결론이 없습니다."
    not_blind: str = (
        "질문자에게는 블라인드가 아니었습니다. 이 질문에서 모델에 이름이나 지시를 직접 주었으므로 답변을 알아보았을 수 "
        "있습니다."
    )

    def so_far(self, *, votes: int, blind: int) -> str:
        return f"현재 {PHRASES.ballots(count=votes, blind=blind)}."

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

    def put_first(self, *, alias: str, count: int, of: int, wrote: bool, own_aside: bool) -> str:
        aside = " (자기 답변은 제외)" if own_aside else ""
        it = particle(alias, "을", "를")
        sole = "하나뿐인 다른 모델의 심사" if own_aside else "하나뿐인 심사"
        if not of:
            return f"{it} 쓴 모델 말고는 {it} 평가한 모델이 없습니다{aside}."
        if not count:
            who = f"{sole}는" if of == 1 else f"{of}개 중 어느 것도"
            return f"{who} {it} 1위로 꼽지 않았지만{aside} 모든 심사를 합치면 1위입니다."
        wrote_it = f" (그 답변을 쓴 모델{'' if of == 1 else ' 포함'})" if wrote else ""
        if count == of:
            who = f"{sole}가" if of == 1 else f"{'다른' if own_aside else '심사'} 모델 {of}개 모두"
            return f"{who} 답변 {it} 1위로 꼽았습니다{wrote_it}{aside}."
        return f"{of}개 중 {count}개가 {it} 1위로 꼽았습니다{wrote_it}{aside}."

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

    def scale(self, *, highest: str, lower_is_better: bool, is_trimmed: bool) -> str:
        trimmed = " 심사가 세 건 이상이면 가장 높은 점수와 가장 낮은 점수는 뺍니다." if is_trimmed else ""
        better = "낮을수록" if lower_is_better else "높을수록"
        return f"심사의 평균 점수, 최고 {highest}점. {better} 좋습니다.{trimmed}"

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

    def team_favourite(self, *, aliases: Sequence[str], by_blind_votes: bool) -> str:
        by = "순위를 보기 전 " if by_blind_votes else ""
        return f"{by}팀의 선택: {PHRASES.responses(aliases=aliases)}."

    def counted_together(self, *, aliases: Sequence[str]) -> str:
        return f"모델과 팀을 합치면: {PHRASES.responses(aliases=aliases)}."

    def chaired_by(self, *, name: str) -> str:
        return f"결론은 {particle(name, '이', '가')} 썼습니다."

    def described(self, *, names: Sequence[str], readers: Sequence[str]) -> str:
        if readers:
            blind = particle(", ".join(readers), "을", "를")
            return f"이미지를 볼 수 없는 {blind} 위해 {particle(', '.join(names), '이', '가')} 이미지를 설명했습니다."
        return (
            f"이미지를 볼 수 없는 모델을 위해 {particle(', '.join(names), '이', '가')} 이미지를 설명했습니다."
        )

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
    "instruction_to_judge": "심사자에게 말을 겁니다",
    "judge_influence": "심사자를 설득하려 합니다",
    "fake_verdict": "자체 순위나 결론이 들어 있습니다",
    "delimiter": "답변을 나누는 줄을 흉내 냅니다",
    "template": "템플릿 기호나 빈칸이 들어 있습니다",
    "control_chars": "보이지 않는 문자나 제어 문자가 있었습니다",
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


FAULTS: Mapping[CallFault, str] = {
    "no_answer_in_time": "{seconds} 안에 응답이 없었습니다. 호출 시간을 늘리거나 더 빠른 모델을 고르세요.",
    "queued_too_long": "{provider}에 동시에 보낼 수 있는 호출이 {seconds} 동안 모두 진행 중이었습니다. 동시에 하는 질문을 줄이거나 호출 수를 늘리세요.",
    "late": "{seconds} 뒤에 이 모델 없이 진행했습니다.",
    "far_beyond": "{seconds} 뒤에 이 모델 없이 진행했습니다. 나머지는 길어도 {others} 걸렸습니다.",
    "rested": "{provider} 호출이 연달아 {times} 실패해서 묻지 않았습니다. 몇 분 쉰 뒤 다시 시도합니다.",
    "unknown_provider": "'{provider}'은(는) 설정된 제공자가 아닙니다. 사용할 수 있는 이름: {known}.",
    "unknown_model": "{provider}에는 '{model}' 모델이 없습니다{said}. 설정에서 이름을 확인하세요.",
    "impossible_model": "'{model}'은(는) 그 제공자의 모델 이름이 될 수 없습니다. 예: {known}.",
    "no_key": "{provider}의 키가 없습니다. {variable} 값을 설정하세요.",
    "bad_key": "{provider} 쪽에서 키를 받아들이지 않았습니다{said}. {variable} 값을 확인하세요.",
    "no_right": "이 키로는 {provider}의 '{model}' 모델을 쓸 수 없습니다{said}. 계정 권한을 확인하세요.",
    "rate_limit": "{provider}의 요청 한도에{often} 걸렸습니다{said}. {next}",
    "no_credit": "{provider} 계정의 잔액이나 할당량이 없습니다{said}. 충전하세요.",
    "server_error": "{provider} 자체에{often} 오류({status})가 있었습니다{said}. {next}",
    "bad_status": "{provider}에서 상태 {status} 응답을 보냈습니다{said}. {variable} 값을 확인하세요.",
    "too_long": "질문이 '{model}' 모델이 읽을 수 있는 길이를 넘습니다. 줄이거나 다른 모델을 고르세요.",
    "rejected": "{provider} 쪽에서 요청을 거부했습니다{said}. 모델의 설정을 확인하세요.",
    "cannot_ask": "'{model}' 모델에는 이렇게 물을 수 없습니다{said}.",
    "no_pictures": "'{model}' 모델은 이미지를 받지 않습니다.",
    "blocked": "{provider} 쪽에서 질문을 차단했습니다{said}.",
    "filtered": "{provider}의 콘텐츠 필터가 답변을 막았습니다.",
    "declined": "모델이 답변을 거절했습니다{said}.",
    "filtered_or_declined": "{provider}의 콘텐츠 필터가 답변을 막았거나 모델이 답변을 거절했습니다.",
    "redirects": "{provider}의 주소 {asked}에서 {host} 쪽으로 넘겨집니다(상태 {status}). {variable} 값을 실제로 응답하는 주소로 설정하세요.",
    "redirects_within": "{provider}의 주소 {asked}에서 다른 경로로 넘겨집니다(상태 {status}). {variable} 값을 실제로 응답하는 주소로 설정하세요.",
    "no_connection": "{host}에서 {provider}에 연결할 수 없습니다. 네트워크나 {variable} 값을 확인하세요.",
    "broke_off": "답변이 끝나기 전에 {provider}와의 연결이{often} 끊겼습니다. 다시 질문하세요.",
    "broke_off_writing": "모델이 쓰는 중에 {provider} 쪽에서 끊겼습니다. 다시 질문하세요.",
    "connection_failed": "{provider}에 연결하지 못했습니다. 다시 질문하세요.",
    "reply_too_large": "{provider}에서 {megabytes}MB 넘게 보냈습니다. 답변이 아닙니다.",
    "bad_encoding": "{provider}의 응답을 읽을 수 없습니다. 표시된 인코딩과 다릅니다.",
    "bad_json": "{provider}의 응답을 읽을 수 없습니다. 예상한 JSON이 아닙니다.",
    "bad_shape": "{provider}의 응답을 읽을 수 없습니다. 문서에 나온 형태가 아닙니다.",
    "empty": "모델이 빈 답변을 보냈습니다.",
    "only_thoughts": "모델이 생각만 하고 답하지 않았습니다. 다시 질문하거나 추론 강도를 낮추세요.",
    "token_limit": "모델이 첫 글자 전에 토큰 한도에 이르렀습니다. max_tokens를 늘리세요.",
    "token_limit_of_thoughts": "모델이 생각하다가 토큰 한도에 이르렀습니다. max_tokens를 늘리세요.",
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

    def explained(self, *, fault: CallFault, facts: Mapping[str, str]) -> str:
        times, wait = int(facts.get("times", "1")), facts.get("wait")
        parts = {
            "times": f"{times}번",
            "often": "" if times == 1 else f" {times}번",
            "said": f'("{facts["said"]}")' if facts.get("said") else "",
            "next": "나중에 다시 질문하거나 다른 모델을 고르세요."
            if wait is None
            else f"제공자가 {wait} 동안 기다리라고 하는데, 이 호출에 남은 시간보다 깁니다. 그 뒤에 다시 질문하세요.",
        }
        return settled(FAULTS[fault].format_map(ChainMap(parts, cast("dict[str, str]", facts))))

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
        return f"**{name}**: {MISSED[stage]}."
