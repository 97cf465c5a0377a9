"""Messages of `council evaluate`, `council calibrate` and `council inspect`; see `thread.py` for the rules. Plain text."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from council_core.domain.ranking import Certainty
from council_core.errors import ItemFault
from council_core.evaluation.report import Outcome, WayKind

RowFault = Literal[
    "no_json",
    "no_object",
    "no_text",
    "no_texts",
    "no_names",
    "no_list",
    "no_groups",
    "no_number",
    "no_weight",
    "name_twice",
    "not_shown",
]
"""Reasons why `council inspect` cannot use a line."""


class JudgingWords(Protocol):
    """Labelled items that models judge. Sums, shares and intervals come as text."""

    def asking(self, *, spent: str) -> str:
        """Beside a bar of progress; `spent` is empty before the first item."""
        ...

    @property
    def comparing(self) -> str:
        """Beside a bar of progress, while the stored judgements are compared."""
        ...

    @property
    def no_reviewers(self) -> str: ...

    def bad_items(self, *, fault: ItemFault, facts: Mapping[str, str]) -> str:
        """Reason why labelled items cannot be used; `facts` as listed with the faults."""
        ...

    def bad_line(self, *, file: str, line: int, trouble: str) -> str:
        """Such a reason, for one line of a file."""
        ...

    def bad_row(self, *, fault: RowFault, facts: Mapping[str, str]) -> str:
        """Reason why `council inspect` cannot use a line. `facts` are `key`, `value` and `known`."""
        ...

    def bad_ballot(self, *, number: int, trouble: str) -> str:
        """Such a reason, for one ballot of the line."""
        ...

    def bad_input(self, *, line: int, trouble: str) -> str:
        """Any reason against a line of standard input."""
        ...

    def no_texts(self, *, item: str) -> str: ...

    def too_few_answer(self, *, item: str) -> str:
        """Refusal of an item without answers where fewer than two models would answer."""
        ...

    def in_use(self, *, file: str) -> str:
        """Refusal of a file of judged items that another command writes at the moment."""
        ...

    def stopped(self, *, file: str) -> str: ...

    def cannot_read(self, *, file: str, why: str) -> str: ...

    def no_utf8(self, *, file: str) -> str: ...

    def no_items(self, *, file: str) -> str: ...

    def another_file(self, *, trouble: str) -> str:
        """A file of judged items cannot be used."""
        ...

    def same_file(self, *, file: str) -> str:
        """Refusal to store finished items in the file that they come from."""
        ...

    def another_item(self, *, file: str, item: str) -> str: ...

    def cannot_write(self, *, file: str, why: str) -> str: ...

    def lacks(self, *, model: str, why: str) -> str: ...

    def budget_used(self, *, budget: str, left: str, dearest: str, file: str) -> str: ...

    def nobody_replied(self, *, item: str, reasons: str, file: str) -> str: ...

    @property
    def no_price(self) -> str: ...

    @property
    def items_used(self) -> str:
        """Follows the error in a line."""
        ...

    def nothing_clear(self, *, file: str) -> str: ...

    def from_now_on(self, *, rubric: str) -> str: ...

    def found(self, *, model: str, version: str, right: float, pairs: float, reliability: float) -> str: ...

    def kept_in(self, *, file: str) -> str: ...

    def none_kept(self, *, rubric: str) -> str: ...

    def kept(self, *, version: str, right: float, pairs: float, rubric: str, day: str) -> str: ...

    def title(self, *, count: int) -> str:
        """Title of the table."""
        ...

    @property
    def way(self) -> str:
        """Heading of a column."""
        ...

    @property
    def right(self) -> str:
        """Heading of a column."""
        ...

    @property
    def interval(self) -> str:
        """Heading of a column."""
        ...

    @property
    def better_by(self) -> str:
        """Heading of a column."""
        ...

    def way_of(self, *, kind: WayKind, name: str, labels: int) -> str:
        """One way to find an answer, in a row of the table or inside a sentence."""
        ...

    @property
    def nothing_to_compare(self) -> str: ...

    def compared(
        self,
        *,
        outcome: Outcome,
        council: str,
        member: str,
        way: str,
        difference: str,
        interval: str,
        count: int,
    ) -> str:
        """Whether the council beats its best single member; `way` is that member."""
        ...

    def with_labels(self, *, parts: Sequence[str]) -> str:
        """The shares of the ways that learn from labelled items."""
        ...

    def from_to(self, *, low: str, high: str) -> str:
        """An interval."""
        ...

    def certain(self, *, certainty: Certainty, times: int, right: str, low: str, high: str) -> str:
        """The share of right first places of this certainty."""
        ...

    def by_certainty(self, *, parts: Sequence[str]) -> str:
        """The shares of right first places, by certainty; empty if nothing was ranked."""
        ...

    def skipped(self, *, count: int) -> str: ...

    def cost(self, *, dollars: str) -> str:
        """`dollars` is empty if the cost is unknown."""
        ...
