"""Runs that wait -> the order in which it is their turn: people take turns, each one's own runs go by age.

Fair queueing by rounds, as networks do it for packets (Goyal, Vin, Cheng, Start-time Fair Queueing, SIGCOMM 1996), with
runs of equal size: each person's next run has a round, the one after that of their run before it, and never one that
has begun already. Lower rounds go first; within a round those who had no turn in the one before. So whoever asks one
question stands behind at most one of each other person's, and whoever asks fifty gets a turn in each round: nobody
starves.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from council_core.domain.waiting import Holder, Ticket


@dataclass(slots=True)
class _Person:
    """Somebody whose runs wait."""

    round: int
    """That of their oldest run; the others follow, one in each round."""

    had_a_turn: bool
    """Whether that is the round after one in which they had a turn."""

    tickets: list[Ticket] = field(default_factory=list[Ticket])
    """The oldest first."""


class FairQueue:
    """Runs that wait. Nothing here takes longer than sorting them."""

    def __init__(self) -> None:
        self._people: dict[Holder, _Person] = {}
        self._round = 0
        self._had_a_turn: set[Holder] = set()
        """In this round."""

    def __contains__(self, ticket: Ticket) -> bool:
        person = self._people.get(ticket.person)
        return person is not None and ticket in person.tickets

    def add(self, ticket: Ticket) -> None:
        person = self._people.get(ticket.person)
        if person is None:
            had_a_turn = ticket.person in self._had_a_turn
            person = self._people[ticket.person] = _Person(round=self._round + 1, had_a_turn=had_a_turn)
        person.tickets.append(ticket)
        person.tickets.sort(key=lambda each: each.age)

    def take(self, ticket: Ticket) -> None:
        """It is this one's turn: its person's next run comes a round later."""
        person = self._people[ticket.person]
        if person.round > self._round:
            self._round = person.round
            self._had_a_turn.clear()
        self._had_a_turn.add(ticket.person)
        person.round, person.had_a_turn = person.round + 1, True
        self.drop(ticket)

    def drop(self, ticket: Ticket) -> None:
        """This one does not wait any more, without having had a turn."""
        person = self._people[ticket.person]
        person.tickets.remove(ticket)
        if not person.tickets:
            del self._people[ticket.person]

    def in_order(self) -> Iterator[Ticket]:
        """Whose turn it is next, and after that."""
        turns = [
            (person.round + behind, person.had_a_turn or behind > 0, ticket.age, ticket)
            for person in self._people.values()
            for behind, ticket in enumerate(person.tickets)
        ]
        turns.sort(key=lambda turn: turn[:3])
        return (ticket for *_, ticket in turns)
