"""Write sentences about abstentions: the reason, without or with a name, and the remedy."""

from collections.abc import Callable, Mapping, Sequence

from bot.post import quoted
from bot.presentation.phrases import capital, sentence
from bot.presentation.words import Words
from council_core.domain.answer import Failure
from council_core.domain.events import Absence, AnonymousReview
from council_core.domain.slate import Gap
from council_core.errors import CallFault

TIMES = ("seconds", "others", "wait")
"""Facts of a failed call that are seconds."""


def phrase(gap: Gap, words: Words) -> str:
    """Return an abstention as a clause, with the seconds of waiting and those of the other models, if known."""
    failures = gap.rest.failures if gap.rest is not None else None
    return words.gaps.reason(reason=gap.reason, seconds=gap.seconds, others=gap.others, failures=failures)


def reasons(gaps: Sequence[Gap], words: Words) -> tuple[str, ...]:
    """Return each kind of gap once, with its number if there are several."""
    said = [phrase(gap, words) for gap in gaps]
    return tuple(
        kind if (count := said.count(kind)) == 1 else words.gaps.several(count=count, reason=kind)
        for kind in dict.fromkeys(said)
    )


def answer_gaps(gaps: Sequence[Gap], members: int, words: Words) -> str:
    """Return one sentence about models without an answer, without names; empty when all answered."""
    if not gaps:
        return ""
    return words.gaps.no_answer(missing=len(gaps), members=members, reasons=reasons(gaps, words))


def why_void(review: AnonymousReview, words: Words) -> str:
    """Return the reason why a review has no valid ranking, without a name: the call failed, or its text gives no clear
    order. What an earlier version stored is a sentence in English, which other languages say in general."""
    if review.gap is not None:
        return sentence(capital(phrase(review.gap, words)))
    reading = review.reading
    if reading.fault is not None:
        return words.reviews.void(fault=reading.fault, about=quoted(reading.about))
    return sentence(quoted(reading.why)) if words.language == "en" else words.reviews.unclear


def named(absence: Absence, words: Words) -> str:
    """Return a sentence with the name of a member that missed a stage, the reason, and the remedy."""
    who = words.gaps.missed(name=quoted(absence.name), stage=absence.stage)
    return f"{who} {explained(absence.failure, words)}"


def explained(failure: Failure, words: Words, shown: Callable[[str], str] = quoted) -> str:
    """Return what exactly went wrong in a call, and the remedy.

    Args:
        failure: The call's. An earlier version kept an English sentence in it; other languages say that in general.
        words: The language.
        shown: Writes what is not ours for the text that the sentence goes into.
    """
    if failure.fault is not None:
        return fault_sentence(failure.fault, failure.facts, words, shown)
    if words.language == "en" and failure.detail.strip():
        return sentence(shown(failure.detail))
    return f"{words.gaps.in_general(reason=failure.reason)} {words.gaps.advice(reason=failure.reason)}"


def fault_sentence(
    fault: CallFault, facts: Mapping[str, str], words: Words, shown: Callable[[str], str] = quoted
) -> str:
    """Return the sentence of a fault of a call: see `explained`."""
    said = {name: shown(fact) for name, fact in facts.items()}
    said |= {name: words.phrases.lasting(seconds=float(facts[name])) for name in TIMES if name in facts}
    return words.gaps.explained(fault=fault, facts=said)
