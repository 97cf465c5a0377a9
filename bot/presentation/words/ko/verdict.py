"""The verdict, reviews, positions and endings in Korean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.post import Mention, Part, Time
from bot.presentation.words.ko.phrases import PHRASES, particle, toward
from council_core.domain.answer import FinishReason
from council_core.domain.export import Script
from council_core.domain.review import Confidence
from council_core.errors import BallotFault


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


VOID: Mapping[BallotFault, str] = {
    "too_long": "너무 길어서 읽을 수 없습니다.",
    "no_ranking": "순위가 없습니다.",
    "other_code": "다른 호출의 코드가 있습니다.",
    "bad_json": "JSON을 읽을 수 없습니다.",
    "turning_comment": "JSON 안의 설명에 가장 나쁜 답변부터 썼다고 되어 있습니다.",
    "taken_back": "순위를 쓴 뒤에 취소했습니다.",
    "worst_first": "가장 나쁜 답변부터 썼다고 되어 있습니다.",
    "remark_worst_first": "목록 안의 설명에 가장 나쁜 답변부터 썼다고 되어 있습니다.",
    "unread_remark": "“{about}” 때문에 목록의 순서가 거꾸로인지 알 수 없습니다.",
    "sentence_disagrees": "“{about}” 내용이 목록과 어긋납니다.",
    "critique_disagrees": "비평에서는 목록의 마지막 답변을 첫 답변보다 좋게 봅니다.",
    "words_beside": "목록 옆의 말이 순서를 뒤집거나 취소하는 것일 수 있습니다.",
    "another_winner": "목록 옆의 말에서는 다른 답변이 가장 좋거나 나쁩니다.",
    "comment_disagrees": "설명에 쓴 순위가 목록의 순위와 다릅니다.",
    "two_rankings": "서로 다른 순위가 두 개 있습니다.",
    "ranking_twice": "순위를 두 번 썼습니다.",
    "stranger": "받지 않은 답변이 있습니다.",
    "named_twice": "{about} 답변이 두 번 나옵니다.",
    "left_out": "{about} 답변이 빠졌습니다.",
    "endless": "목록이 끝나지 않습니다.",
    "as_shown": "받은 순서 그대로여서 순위가 아닐 수 있습니다.",
    "two_last": "두 답변이 모두 최하위입니다.",
    "places_or_points": "답변 뒤의 숫자가 순위인지 점수인지 알 수 없습니다.",
    "no_places": "목록의 숫자로는 순위를 알 수 없습니다.",
    "points_disagree": "답변 뒤의 점수가 순서와 다릅니다.",
    "columns_disagree": "표의 열과 행의 순서가 다릅니다.",
    "words_disagree": "아래에 있는 답변이 더 좋다고 되어 있습니다.",
    "text_no_order": "순위가 순서를 알 수 없는 글입니다.",
    "no_list": "순위가 목록이 아닙니다.",
    "empty_list": "순위가 비어 있습니다.",
    "too_many": "순위에 항목이 너무 많습니다.",
    "mixed": "순위에 이름과 객체가 섞여 있습니다.",
    "no_label": "순위에 답변이 아닌 것이 있습니다.",
    "scores_disagree": "순위 안의 점수가 순서와 다릅니다.",
    "no_whole_place": "순위에 정수가 아닌 등수가 있습니다.",
    "numbers_no_places": "순위의 숫자가 등수가 아닙니다.",
}


@dataclass(frozen=True, slots=True)
class KoreanReviews:
    """Implements `ReviewWords`."""

    unclear: str = "순위를 분명히 알 수 없습니다."
    panel: str = "심사"
    none: str = "이 질문에는 심사가 없습니다."
    nothing_written: str = "내용이 없습니다."
    file_title: str = "모든 심사 전문"

    def void(self, *, fault: BallotFault, about: str) -> str:
        return VOID[fault].format(about=about)

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

    def at_first(self, *, sides: str) -> str:
        return f"한 번 더 묻기 전에는 {sides}"

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
            what = f"처음에는 “{before}”, 나중에 {toward(f'“{position}”')} 바꿈"
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

    def for_asker(self, *, asker: Mention, why: str) -> Sequence[Part]:
        return asker, f" 님: {why}"

    def remains(self, *, answers: int, is_reviewed: bool) -> str:
        return f"답변 {answers}개가 들어왔습니다. 아래에서 읽을 수 있습니다.{'' if is_reviewed else ' 심사는 없었습니다.'}"

    def answer_by(self, *, name: str) -> str:
        return f"{name}의 답변"

    def answer_notice(self, *, name: str, length: str, is_reviewed: bool) -> str:
        return f"{particle(name, '은', '는')} 답했습니다: {length}{'' if is_reviewed else ', 심사 없음'}."

    def unread(self, *, why: str, is_answered: bool) -> str:
        if is_answered:
            return f"**질문의 투표가 끝났지만 질문하신 곳에 이름을 공개할 수 없었습니다.** {why}"
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
