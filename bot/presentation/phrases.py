"""Write numbers, letters, durations, sums of money and estimates in words for people."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

from bot.post import Block, Confirmation, Line, Time, line, quoted
from bot.presentation.words import Words
from bot.presentation.words.phrases import AgeUnit
from council_core.domain.answer import Usage
from council_core.domain.budget import Estimate
from council_core.domain.ending import Ending, Shortfall
from council_core.domain.search import UNSPACED
from council_core.domain.summary import RunSummary
from council_core.errors import OverBudget

LONGEST_QUESTION = 600
"""Most characters of a question on a card; a click shows a longer one whole."""


def confirmation(question: str, words: Words) -> Confirmation:
    """Return the dialogue that asks this question before a button acts."""
    return Confirmation(
        question=question, title=words.buttons.sure, yes=words.buttons.yes, no=words.buttons.no
    )


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return the text with a full stop, unless it ends in a mark already; empty stays empty."""
    text = text.strip()
    return text if not text or text[-1] in ".!?…" else text + "."


def votes_and_blind(votes: int, blind: int) -> str:
    """Return the votes for a response in a table, the blind ones in parentheses: `3 (2)`."""
    return f"{votes} ({blind})"


def over_budget(budget: OverBudget | Shortfall, words: Words) -> str:
    """Return which budget has too little left."""

    def money(dollars: Decimal) -> str:
        return words.phrases.money(cost=dollars, is_estimate=False)

    return words.errors.over_budget(
        keeper=budget.keeper,
        period=budget.period,
        cost=money(budget.cost) if budget.cost else None,
        limit=money(budget.dollars),
        left=money(budget.left),
    )


def renewal(renews: datetime | None, words: Words) -> tuple[Line, ...]:
    """Return a line with the time when a budget begins anew; none if it does not."""
    if renews is None:
        return ()
    return (line(*words.errors.budget_renews(at=Time(at=renews, shows="both")), small=True),)


def ended_because(summary: RunSummary, words: Words, *, quote: Callable[[str], str] = quoted) -> str:
    """Return the reason why a run ended without a result, as `reason_of` does."""
    if summary.ending is None:
        return words.card.stopped_early if summary.status == "cancelled" else words.card.went_wrong
    return reason_of(summary.ending, words, quote=quote)


def reason_of(ending: Ending, words: Words, *, quote: Callable[[str], str] = quoted) -> str:
    """Return the reason why a run ended without a result, in one or two sentences.

    Args:
        ending: The reason.
        words: The language.
        quote: Prepares names and other people's words: `quoted` for CommonMark, `str` for plain text.
    """
    match ending.kind:
        case "too_few":
            return words.card.too_few(answered=ending.answered, members=ending.members, quorum=ending.quorum)
        case "stopped":
            return words.card.stopped_by(name=quote(ending.detail))
        case "over_budget":
            return over_budget(ending.shortfall, words) if ending.shortfall else words.card.went_wrong
        case "ended_by_operator":
            return sentence(quote(ending.detail))
        case "unreadable" | "our_fault" | "outgrown" | "nothing_read":
            return f"{words.card.trouble(kind=ending.kind)} {sentence(quote(ending.detail))}".rstrip()


_MORE_UNSPACED = (
    "\u0f00-\u0fff\u1950-\u19df\u1a20-\u1aaf\u1b00-\u1b7f\ua000-\ua4cf\ua980-\ua9ff\uaa60-\uaadf"
    "\U00011700-\U0001174f"
)
"""Further scripts without spaces: Tibetan, Tai Le to Tai Tham, Balinese, Yi, Javanese, more of Burmese, Ahom. A search
finds their words whole, as they are stored."""

_UNSPACED = re.compile(f"[{UNSPACED}{_MORE_UNSPACED}]")


def words_in(text: str, words: Words) -> str:
    """Return the length of a text for people: in words, or in characters if most of it is written without spaces."""
    parts, unspaced = text.split(), len(_UNSPACED.findall(text))
    if unspaced and unspaced >= len(parts):
        return words.phrases.characters(count=sum(map(len, parts)))
    return words.phrases.words(count=len(parts))


def demo_notice(demo: bool, words: Words) -> tuple[Block, ...]:
    """Return the last line of every post of a run that asked no model."""
    return (line(words.phrases.demo_notice, small=True),) if demo else ()


class _Ages(NamedTuple):
    unit: AgeUnit
    length: timedelta
    below: timedelta
    """Age below which people count in this unit."""


AGES = (
    _Ages("minute", timedelta(minutes=1), timedelta(hours=1)),
    _Ages("hour", timedelta(hours=1), timedelta(days=1)),
    _Ages("day", timedelta(days=1), timedelta(days=14)),
    _Ages("week", timedelta(days=7), timedelta(days=60)),
    _Ages("month", timedelta(days=30), timedelta(days=365)),
    _Ages("year", timedelta(days=365), timedelta.max),
)


def ago(words: Words, at: datetime, *, now: datetime) -> str:
    """Return how long ago a time was, in whole units and at least one minute: `3 weeks ago`."""
    age = max(now - at, timedelta(minutes=1))
    each = next(each for each in AGES if age < each.below)
    return words.phrases.ago(count=age // each.length, unit=each.unit)


def bill(usage: Usage, words: Words, *, is_partial: bool = False) -> str:
    """Return the tokens and the cost of one or several calls, such as `1,200 tokens in · 340 tokens out · $0.01`; empty
    parts are left out.

    Args:
        usage: Tokens and cost.
        words: Texts in the reader's language.
        is_partial: Whether some of the calls had no known price.
    """
    cost = words.phrases.money(cost=usage.cost, is_estimate=usage.cost_is_estimate, is_partial=is_partial)
    return " · ".join(part for part in (words.phrases.tokens(usage=usage), cost) if part)


def summary_cost(summary: RunSummary, words: Words) -> str:
    """Return the cost of a run so far."""
    return words.phrases.money(
        cost=summary.cost, is_estimate=summary.cost_is_estimate, is_partial=summary.cost_is_partial
    )


def small(*sentences: str) -> tuple[Line, ...]:
    """Return one small line of the non-empty sentences; no line if all are empty."""
    said = " ".join(sentence for sentence in sentences if sentence)
    return (line(said, small=True),) if said else ()


def estimate_sentence(estimate: Estimate, words: Words, *, of_this: bool = False) -> str:
    """Return an estimate's tokens and cost, in plain text.

    Args:
        estimate: Tokens and money.
        words: Words in the reader's language.
        of_this: Whether the estimate is for a question that is about to be asked; otherwise for one of the usual
            length.
    """
    tokens, said = estimate.tokens, words.estimates
    tokens = round(tokens, -2) if tokens >= 1_000 else tokens
    takes = said.this(tokens=tokens) if of_this else said.usual(tokens=tokens)
    if estimate.cost is None:
        return said.unknown(what=takes, models=estimate.unpriced)
    if estimate.cost == 0 and not estimate.unpriced:
        return said.free(what=takes)
    cost = words.phrases.money(cost=estimate.cost, is_estimate=True)
    return said.costs(what=takes, cost=cost, besides=estimate.unpriced)
