"""Turn forms of a run's page into the requests that chat makes for the same buttons."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from urllib.parse import parse_qs

from bot.requests.asking import Ask, Retry
from bot.requests.person import Person
from bot.requests.request import Request
from bot.requests.running import CancelRun
from bot.requests.voting import CastRanking, CastVote, GiveFeedback, RevealNames, SeeResult, WithdrawVote
from council_core.domain.run import Run
from council_core.domain.slate import Alias

MOST_FIELDS = 100
LARGEST_FORM = 128 * 1024
"""Most bytes of a form. The longest question takes some forty thousand, and three times as many if each character is
escaped."""

Fields = Mapping[str, Sequence[str]]


def fields_of(body: bytes) -> Fields:
    """Read a submitted form. Raises ValueError if it is not one."""
    return parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")


def first(fields: Fields, name: str) -> str:
    """Return the first non-empty value of a field; empty if there is none."""
    return next((value.strip() for value in fields.get(name, ()) if value.strip()), "")


def request_of(fields: Fields, person: Person, run: Run) -> Request | None:
    """Return the request of a form; None if it is no form of this page.

    Args:
        fields: Submitted values by name; `do` names the button.
        person: The person who pressed it.
        run: The run of the page.
    """
    place, run_id = run.conversation, run.id
    match first(fields, "do"):
        case "vote" if alias := first(fields, "best"):
            return CastVote(person=person, place=place, run_id=run_id, alias=Alias(alias))
        case "rank":
            order = tuple((alias,) for alias in order_of(fields))
            return CastRanking(person=person, place=place, run_id=run_id, order=order)
        case "withdraw":
            return WithdrawVote(person=person, place=place, run_id=run_id)
        case "look":
            return SeeResult(person=person, place=place, run_id=run_id)
        case "reveal":
            return RevealNames(person=person, place=place, run_id=run_id)
        case "cancel":
            return CancelRun(person=person, place=place, run_id=run_id)
        case "retry":
            return Retry(person=person, place=place, run_id=run_id)
        case "good" | "bad" as word:
            return GiveFeedback(person=person, place=place, run_id=run_id, good=word == "good")
        case "ask":
            text = first(fields, "question")
            # Sending the form again on the same day does not ask again.
            mark = sha256(f"{first(fields, 'form')}\0{text}".encode()).hexdigest()[:16]
            delivery = f"page:{person.id}:{mark}"
            return Ask(person=person, place=place, text=text, delivery=delivery, follows=run_id)
        case _:
            return None


def order_of(fields: Fields) -> tuple[Alias, ...]:
    """Return the ranking in a form."""
    return tuple(Alias(value) for value in fields.get("order", ()) if value)


def moved(order: Sequence[Alias], move: str) -> tuple[Alias, ...]:
    """Return a ranking with one response moved: `B:up` swaps it with the one above."""
    alias, _, way = move.partition(":")
    at = order.index(Alias(alias)) if alias in order else -1
    other = at - 1 if way == "up" else at + 1
    if at < 0 or not 0 <= other < len(order):
        return tuple(order)
    found = list(order)
    found[at], found[other] = found[other], found[at]
    return tuple(found)
