"""Why somebody took no part -> sentences about it, nameless or with a name, and what can be done."""

from collections.abc import Sequence

from bot.post import quoted
from bot.presentation.phrases import capital, lasting, number, sentence
from council_core.domain.answer import AbstentionReason
from council_core.domain.events import Absence, AnonymousReview, Stage
from council_core.domain.gap import Gap

PHRASES: dict[AbstentionReason, str] = {
    "timed_out": "did not reply {in_time}",
    "late": "was not ready {in_time}, so the council went on",
    "rate_limited": "was turned away because the provider had too many requests",
    "unauthorized": "could not be asked, because the provider did not accept our key",
    "no_credit": "could not be asked, because the account with the provider has run out of credit",
    "unknown_model": "could not be asked, because the provider does not know the model",
    "refused": "declined",
    "empty": "sent back nothing",
    "bad_request": "could not be asked, because the provider did not accept the request",
    "bad_reply": "sent back something that could not be read",
    "unreachable": "could not be reached",
    "unavailable": "could not reply, because the provider was out of order",
    "not_asked": "was not asked, because its provider {had_failed}",
}
"""What follows a subject such as `it`."""

ADVICE: dict[AbstentionReason, str] = {
    "timed_out": "Ask again, or allow more time.",
    "late": "Allow more time, or seat a faster model.",
    "rate_limited": "Wait a minute and ask again.",
    "unauthorized": "Check the key for this provider.",
    "no_credit": "Top up the account with this provider.",
    "unknown_model": "Check the name of the model in the settings.",
    "refused": "Put the question differently, or seat another model.",
    "empty": "Ask again; if it happens often, seat another model.",
    "bad_request": "A shorter question may help.",
    "bad_reply": "Ask again; if it happens often, seat another model.",
    "unreachable": "Check the connection and the provider's address.",
    "unavailable": "Ask again in a few minutes.",
    "not_asked": "Ask again in a few minutes, or seat another model.",
}

MISSED: dict[Stage, str] = {
    "answer": "gave no answer",
    "review": "gave no review",
    "synthesize": "wrote no verdict",
}


def phrase(gap: Gap) -> str:
    """What happened, to stand behind a subject; with the seconds waited, and those that the others took, where they
    are known."""
    in_time = f"within {lasting(gap.seconds)}"
    if gap.others is not None:
        in_time += f", while the others took {lasting(gap.others)} at most"
    had_failed = "had failed several times in a row"
    if gap.rest is not None:
        often = "twice" if gap.rest.failures == 2 else f"{number(gap.rest.failures)} times"
        had_failed = f"had failed {often} in a row; it is tried again from {gap.rest.until:%H:%M} UTC"
    return PHRASES[gap.reason].format(in_time=in_time, had_failed=had_failed)


def _in_general(reason: AbstentionReason) -> str:
    return PHRASES[reason].format(in_time="in time", had_failed="had failed several times in a row")


def answer_gaps(gaps: Sequence[Gap], members: int) -> str:
    """Members without an answer, nameless, in one paragraph; empty when all answered."""
    if not gaps:
        return ""
    if len(gaps) == 1:
        who = "The only member" if members == 1 else f"One of the {number(members)} members"
        return f"{who} gave no answer: it {phrase(gaps[0])}."
    if len(gaps) == members:
        return f"None of the members gave an answer. {each(gaps)}"
    return f"{capital(number(len(gaps)))} of the {number(members)} members gave no answer. {each(gaps)}"


def each(gaps: Sequence[Gap]) -> str:
    """One short sentence for each kind of gap: `One declined. Two sent back nothing.`"""
    said = [phrase(gap) for gap in gaps]
    kinds = dict.fromkeys(said)
    return " ".join(f"{capital(number(said.count(kind)))} {kind}." for kind in kinds)


def why_void(review: AnonymousReview) -> str:
    """Why a review holds no valid ballot, nameless: the call failed, or what came says nothing clearly."""
    if review.gap is not None:
        return f"It {phrase(review.gap)}."
    return sentence(quoted(review.reading.why))


def named(absence: Absence) -> str:
    """What kept somebody from a stage, with their name, and what can be done about it."""
    return f"**{quoted(absence.name)}** {MISSED[absence.stage]}. {explained(absence.reason, absence.detail)}"


def explained(reason: AbstentionReason, detail: str) -> str:
    """The sentence that came with a failure, or ours for such failures in general."""
    return sentence(quoted(detail)) or f"It {_in_general(reason)}. {ADVICE[reason]}"
