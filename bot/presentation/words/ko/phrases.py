"""Numbers, plurals, lists and names in Korean."""

import errno
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from bot.presentation.words.phrases import AgeUnit
from council_core.domain.answer import Usage
from council_core.domain.question import Masked

FINAL = re.compile(
    r"(?:[MN036mn]|[aeiou][mn]e|(?<![aeiou])[aeiou](?:ck|[ckqpt])|ook|(?P<l>[LR178l]|[a-z]le))$"
)
"""Ends of words whose Korean reading ends in a consonant, in ㄹ for `l`: letters and digits such as 엘 and 일, and names such
as Beryl, Prime, Sonnet (소넷), Grok (그록) and Oracle, but not Claude (클로드), Lite (라이트) or DeepSeek (딥시크)."""


NUMBERS = (
    *("없음", "하나", "둘", "셋", "넷", "다섯", "여섯"),
    *("일곱", "여덟", "아홉", "열", "열하나", "열둘"),
)


SYSTEM = {
    os.strerror(errno.ENOENT): "그런 파일이 없습니다",
    os.strerror(errno.EISDIR): "파일이 아니라 폴더입니다",
    os.strerror(errno.ENOTDIR): "경로 중간에 폴더가 아닌 파일이 있습니다",
    os.strerror(errno.EACCES): "권한이 없습니다",
    os.strerror(errno.EROFS): "읽기 전용 파일 시스템입니다",
    os.strerror(errno.ENOSPC): "저장 공간이 없습니다",
}
"""Reasons of the operating system; it says rarer ones in English."""

SECRETS = {
    "password in a URL": "주소 안의 비밀번호",
    "key or token": "키 또는 토큰",
    "password": "비밀번호",
    "private key": "개인 키",
}


AGES: dict[AgeUnit, str] = {
    "minute": "분",
    "hour": "시간",
    "day": "일",
    "week": "주",
    "month": "개월",
    "year": "년",
}


def particle(word: str, with_final: str, without: str) -> str:
    """Return the word with its particle: ("C", "을", "를") -> C를; ("김철수", "이", "가") -> 김철수가; ("답변 L", "을", "를")
    -> 답변 L을."""
    return word + (with_final if _final(word) else without)


def toward(word: str) -> str:
    """Return the word with 로 or 으로: ("1위") -> 1위로; ("답변 A") -> 답변 A로; ("결론") -> 결론으로; ("서울") -> 서울로."""
    return word + ("으로" if _final(word) == "other" else "로")


BOTH_FORMS = {
    **{f"{final}({plain})": (final, plain) for final, plain in (("이", "가"), ("을", "를"), ("은", "는"))},
    "와(과)": ("과", "와"),
    "(이)라는": ("이라는", "라는"),
}
EITHER = re.compile("|".join(map(re.escape, [*BOTH_FORMS, "(으)로"])))


def settled(text: str) -> str:
    """Return the text with each particle that is written in both forms, such as 이(가), in the form that its word
    takes."""

    def form(found: re.Match[str]) -> str:
        word = text[: found.start()]
        if found[0] == "(으)로":
            return toward(word).removeprefix(word)
        return particle(word, *BOTH_FORMS[found[0]]).removeprefix(word)

    return EITHER.sub(form, text)


def _final(word: str) -> Literal["", "l", "other"]:
    """Return the consonant at the end of the spoken word; signs behind it, such as `**` or a bracket, are not spoken."""
    end = next((at for at in range(len(word), 0, -1) if word[at - 1].isalnum()), 0)
    last = word[end - 1 : end]
    if "가" <= last <= "힣":
        consonant = (ord(last) - 0xAC00) % 28
        return "l" if consonant == 8 else "other" if consonant else ""
    found = FINAL.search(word[max(0, end - 4) : end])
    return "" if found is None else "l" if found["l"] else "other"


@dataclass(frozen=True, slots=True)
class KoreanPhrases:
    """Implements `PhraseWords`."""

    demo_notice: str = "데모입니다. 실제 모델에게는 묻지 않았습니다."

    def number(self, *, count: int) -> str:
        return NUMBERS[count] if 0 <= count < len(NUMBERS) else f"{count:,}"

    def figure(self, *, count: int) -> str:
        return f"{count:,}"

    def decimal(self, *, value: float, places: int = 1, is_signed: bool = False) -> str:
        return f"{value:{'+' if is_signed else ''}.{places}f}"

    def models(self, *, count: int) -> str:
        return f"모델 {count:,}개"

    def votes(self, *, count: int) -> str:
        return f"{count:,}표"

    def ballots(self, *, count: int, blind: int) -> str:
        votes = self.votes(count=count)
        return f"{votes}(순위 보기 전 {blind:,}표)" if count or blind else votes

    def reviews(self, *, count: int) -> str:
        return f"심사 {count:,}건"

    def words(self, *, count: int) -> str:
        return f"{count:,}단어"

    def characters(self, *, count: int) -> str:
        return f"{count:,}자"

    def octets(self, *, count: int) -> str:
        return f"{count:,}바이트"

    def ago(self, *, count: int, unit: AgeUnit) -> str:
        return f"{count:,}{AGES[unit]} 전"

    def listed(self, *, things: Sequence[str]) -> str:
        return ", ".join(things)

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

    def money(self, *, cost: Decimal | None, is_estimate: bool, is_partial: bool = False) -> str:
        if cost is None:
            return "비용을 알 수 없음"
        if 0 < cost < Decimal("0.0001") and not is_partial:
            return "$0.0001 미만"
        places = "0.0001" if 0 < cost < Decimal("0.01") else "0.01"
        return f"{'최소 ' if is_partial else '약 ' if is_estimate else ''}${cost.quantize(Decimal(places)):,}"

    def tokens(self, *, usage: Usage) -> str:
        both = (("입력", usage.tokens_in), ("출력", usage.tokens_out))
        return " · ".join(f"{way} 토큰 {count:,}개" for way, count in both if count is not None)

    def secrets(self, *, masked: Sequence[Masked]) -> str:
        return ", ".join(f"{SECRETS.get(each.kind, each.kind)} {each.count:,}개" for each in masked)


PHRASES = KoreanPhrases()
