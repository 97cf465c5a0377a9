"""Sentences about abstentions: the reason, nameless or with a name, and the remedy."""

from collections.abc import Sequence

from bot.post import quoted
from bot.presentation.phrases import sentence
from bot.presentation.words import Words
from council_core.domain.answer import AbstentionReason
from council_core.domain.events import Absence, AnonymousReview
from council_core.domain.gap import Gap


def phrase(gap: Gap, words: Words) -> str:
    """Return an abstention as a clause, with the seconds it waited and those the others took, if known."""
    failures = gap.rest.failures if gap.rest is not None else None
    return words.gaps.reason(reason=gap.reason, seconds=gap.seconds, others=gap.others, failures=failures)


def reasons(gaps: Sequence[Gap], words: Words) -> tuple[str, ...]:
    """Each kind of gap once, with its number where there are several."""
    said = [phrase(gap, words) for gap in gaps]
    return tuple(
        kind if (count := said.count(kind)) == 1 else words.gaps.several(count=count, reason=kind)
        for kind in dict.fromkeys(said)
    )


def answer_gaps(gaps: Sequence[Gap], members: int, words: Words) -> str:
    """Models without an answer, nameless, in one sentence; empty when all answered."""
    if not gaps:
        return ""
    return words.gaps.no_answer(missing=len(gaps), members=members, reasons=reasons(gaps, words))


def why_void(review: AnonymousReview, words: Words) -> str:
    """Return why a review has no valid ranking, nameless: the call failed, or its text gives no clear order. English
    alone tells the problem of the text in detail."""
    if review.gap is not None:
        return sentence(phrase(review.gap, words))
    return sentence(quoted(review.reading.why)) if words.language == "en" else words.reviews.unclear


def named(absence: Absence, words: Words) -> str:
    """Return a sentence that names who missed a stage, the reason, and the remedy."""
    who = words.gaps.missed(name=quoted(absence.name), stage=absence.stage)
    return f"{who} {explained(absence.reason, absence.detail, words)}"


def explained(reason: AbstentionReason, detail: str, words: Words) -> str:
    """The sentence that came with a failure, in English alone, else ours for such failures in general."""
    if words.language == "en" and detail.strip():
        return sentence(quoted(detail))
    return f"{words.gaps.in_general(reason=reason)} {words.gaps.advice(reason=reason)}"
