"""Words for boards, schedules, models and decisions.

One method is one message; see `thread.py` for the rules.
"""

from collections.abc import Sequence
from typing import Literal, Protocol

from council_core.domain.offer import Silence
from council_core.domain.schedule import Recurrence

ScheduleDone = Literal["pause", "resume", "delete"]


class BoardsWords(Protocol):
    """Strength of the models over many runs. Column titles are short: a table fits a phone."""

    def title(self, *, everywhere: bool) -> str: ...

    @property
    def panel(self) -> str:
        """A title of at most 24 characters."""
        ...

    def none(self, *, everywhere: bool) -> str: ...

    def counted(self, *, runs: int, everywhere: bool) -> str: ...

    def judges(self, *, by_team: bool) -> str: ...

    def too_few(self, *, runs: int, needed: int, by_team: bool) -> str: ...

    def leads(self, *, name: str, is_clear: bool) -> str: ...

    @property
    def too_close(self) -> str: ...

    @property
    def legend(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def strength(self) -> str: ...

    @property
    def interval(self) -> str: ...

    @property
    def wins(self) -> str: ...

    @property
    def per_answer(self) -> str: ...

    @property
    def answers(self) -> str: ...

    @property
    def seconds(self) -> str: ...

    @property
    def cost(self) -> str: ...

    def no_answer(self, *, name: str, count: int) -> str: ...

    def advice(self, *, name: str, last: int, runs: int, cost: str, kept: str, agreement: str) -> str:
        """Suggests a council without a member. `agreement` is the remaining share of people's votes; empty if unknown."""
        ...

    @property
    def tools(self) -> str:
        """The column of tool calls for one answer."""
        ...

    @property
    def by_month(self) -> str:
        """The heading of wins by month."""
        ...

    @property
    def then_and_now(self) -> str:
        """Column with the first and the last month's share."""
        ...

    def changed(self, *, name: str, before: str, now: str) -> str:
        """The model whose share of wins changed most between the first and the last month."""
        ...

    @property
    def since(self) -> str:
        """The label of the first day that counts."""
        ...

    @property
    def until(self) -> str:
        """The label of the last day that counts."""
        ...

    def limited(self, *, template: str, rubric: str, member: str, since: str, until: str) -> str:
        """The questions that count. An empty name is no limit; at least one is not empty."""
        ...

    def none_fit(self) -> str:
        """Notice that no question is within the limits."""
        ...

    @property
    def change_models(self) -> str:
        """A button."""
        ...

    @property
    def as_picture(self) -> str:
        """A button that gives out the board as a picture."""
        ...

    @property
    def as_tables(self) -> str: ...


class ScheduleWords(Protocol):
    """Questions that are asked again and again."""

    def when(self, *, recurrence: Recurrence) -> str:
        """Days, time and time zone, for the middle of a sentence."""
        ...

    def made(self, *, when: str) -> str: ...

    @property
    def next(self) -> str:
        """Words before the time of the next tick."""
        ...

    @property
    def how(self) -> str:
        """Instructions for creating, listing and stopping a schedule."""
        ...

    @property
    def title(self) -> str:
        """A title of at most 24 characters."""
        ...

    @property
    def none(self) -> str: ...

    def count(self, *, count: int) -> str: ...

    @property
    def paused(self) -> str: ...

    def changed(self, *, change: ScheduleDone) -> str: ...

    def refused(self, *, when: str, why: str) -> str: ...

    def closed(self, *, when: str) -> str: ...

    @property
    def place_gone(self) -> str: ...

    @property
    def pause(self) -> str:
        """A button."""
        ...

    @property
    def resume(self) -> str:
        """A button."""
        ...

    @property
    def delete(self) -> str:
        """A button."""
        ...

    @property
    def confirm_delete(self) -> str: ...

    @property
    def show_all(self) -> str:
        """A button."""
        ...

    @property
    def change_one(self) -> str:
        """Text of a menu of schedules."""
        ...


class DecisionWords(Protocol):
    """Words for the team's decisions."""

    @property
    def record(self) -> str:
        """A choice and the title of a form, of at most 24 characters."""
        ...

    @property
    def decision(self) -> str:
        """The label of a field."""
        ...

    @property
    def look_again(self) -> str:
        """The label of a field."""
        ...

    @property
    def look_again_hint(self) -> str: ...

    @property
    def save(self) -> str:
        """A button."""
        ...

    @property
    def recorded(self) -> str: ...

    def replaced(self, *, name: str) -> str:
        """Words before the earlier decision of this person, which the new one replaces."""
        ...

    @property
    def reminds(self) -> str:
        """Words before the day of the reminder."""
        ...

    @property
    def needs_words(self) -> str: ...

    @property
    def bad_day(self) -> str: ...

    @property
    def past_day(self) -> str: ...

    @property
    def title(self) -> str:
        """A title of at most 24 characters."""
        ...

    @property
    def none(self) -> str: ...

    @property
    def export_one(self) -> str:
        """Text of a menu of decisions."""
        ...

    @property
    def look_again_on(self) -> str:
        """Words before a day."""
        ...

    @property
    def due(self) -> str:
        """Notice that the day to look again has come."""
        ...

    @property
    def file(self) -> str: ...

    @property
    def change(self) -> str:
        """A button."""
        ...

    @property
    def export(self) -> str:
        """A button."""
        ...

    @property
    def show_all(self) -> str:
        """A button."""
        ...

    def intro(self, *, question: str) -> str: ...

    def newest_only(self, *, count: int) -> str: ...

    def none_found(self, *, words: str) -> str: ...

    def count(self, *, count: int) -> str: ...


class ImprovingWords(Protocol):
    """A better question, and earlier ones that asked the same. Nothing is asked until the person chooses."""

    @property
    def improve_first(self) -> str:
        """A choice in a form without buttons, of at most 45 characters."""
        ...

    @property
    def improve(self) -> str:
        """A button."""
        ...

    def better(self, *, name: str) -> str:
        """Heading above a model's version of the question, with a note that nothing is asked yet."""
        ...

    def unchanged(self, *, name: str) -> str: ...

    def why(self, *, reasons: Sequence[str]) -> str: ...

    def yours(self, *, question: str) -> str: ...

    @property
    def working(self) -> str: ...

    @property
    def ask_better(self) -> str:
        """A button."""
        ...

    @property
    def ask_mine(self) -> str:
        """A button."""
        ...

    @property
    def edit(self) -> str:
        """A button."""
        ...

    @property
    def again(self) -> str:
        """A button."""
        ...

    def similar(self, *, count: int) -> str:
        """Heading above similar earlier questions, with a note that nothing is asked yet."""
        ...

    def asked(self, *, ago: str) -> str:
        """Stands before a question that was asked so long ago."""
        ...

    @property
    def open(self) -> str:
        """A button."""
        ...

    @property
    def ask_anyway(self) -> str:
        """A button."""
        ...

    @property
    def how_to_ask(self) -> str:
        """A button and a title of at most 24 characters."""
        ...

    @property
    def hide_tips(self) -> str:
        """A button."""
        ...

    def tip_list(self) -> Sequence[str]:
        """A few short tips for asking well."""
        ...

    @property
    def tips(self) -> str:
        """Short advice for asking well, beneath the field of a question; at most 100 characters."""
        ...


class DigestWords(Protocol):
    """The digest of a channel: questions of a week or a day."""

    @property
    def title(self) -> str:
        """A title of at most 24 characters."""
        ...

    def asked(self, *, count: int) -> str: ...

    @property
    def not_over(self) -> str: ...

    @property
    def no_verdict(self) -> str: ...

    def against(self, *, team: Sequence[str], models: Sequence[str]) -> str:
        """The team's first response by blind votes, and the models' first one."""
        ...

    def more(self, *, count: int) -> str: ...

    def spent(self, *, cost: str) -> str: ...

    def made(self, *, when: str) -> str: ...

    @property
    def stop(self) -> str:
        """A button."""
        ...

    @property
    def stopped(self) -> str: ...

    @property
    def none(self) -> str: ...


class ModelsWords(Protocol):
    """Models that providers offer."""

    @property
    def title(self) -> str:
        """A title of at most 24 characters."""
        ...

    @property
    def model(self) -> str: ...

    @property
    def price(self) -> str:
        """Heading of the column with the price of one question."""
        ...

    @property
    def can(self) -> str:
        """Heading of the column with the models' abilities."""
        ...

    def abilities(self, *, sees: bool | None, tools: bool | None) -> str:
        """The abilities "pictures" and "tools"; a dash if neither is known."""
        ...

    def none_chosen(self, *, count: int) -> str:
        """Notice that none of these models may be chosen here, and who can change that."""
        ...

    def more(self, *, count: int) -> str:
        """Number of models that are left out of a list."""
        ...

    def how(self, *, command: str) -> str:
        """Instructions for choosing models; `command` is empty in the terminal."""
        ...

    def silent(self, *, provider: str, why: Silence) -> str:
        """Reason why a provider's list is missing, with the remedy."""
        ...

    @property
    def no_provider(self) -> str:
        """Notice that no provider is set up."""
        ...


class SeatWords(Protocol):
    """Models that are set one by one: role, temperature, longest answer and effort."""

    @property
    def advanced(self) -> str:
        """A button in the form for a question."""
        ...

    @property
    def advanced_tick(self) -> str:
        """The label of a tick, at most 45 characters."""
        ...

    @property
    def advanced_next(self) -> str:
        """The next step, below the tick."""
        ...

    @property
    def title(self) -> str:
        """A title and a button of at most 24 characters."""
        ...

    @property
    def intro_question(self) -> str:
        """Notice that empty fields change nothing, and that the run will not count as blind."""
        ...

    @property
    def intro_place(self) -> str: ...

    @property
    def unset(self) -> str:
        """Words behind a model without settings."""
        ...

    @property
    def no_role(self) -> str: ...

    @property
    def as_usual(self) -> str:
        """A choice: the provider's default."""
        ...
