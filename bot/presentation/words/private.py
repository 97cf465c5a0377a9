"""Texts that one person reads: replies, help, forms, settings, history, deletion, statistics, errors.

One method is one message; see `thread.py` for the rules.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from bot.requests.running import MistakeKind, Outdated


class ReplyWords(Protocol):
    """Answers to a click or a command."""

    def voted(self, *, alias: str) -> str: ...

    def ranked(self, *, order: str) -> str: ...

    @property
    def withdraw(self) -> str:
        """A button."""
        ...

    @property
    def not_voted(self) -> str: ...

    @property
    def vote_withdrawn(self) -> str: ...

    def feedback(self, *, good: bool) -> str: ...

    @property
    def asked_elsewhere(self) -> str: ...

    @property
    def asked_in_private(self) -> str: ...

    def vague(self, *, command: str) -> str:
        """Advice to a person whose question, already asked, points to something that it does not name; shown once."""
        ...

    @property
    def your_question(self) -> str:
        """Heading above a refused question, which is returned."""
        ...

    @property
    def you_typed(self) -> str:
        """Heading above another refused text."""
        ...

    def still_in_message(self, *, secrets: str) -> str: ...

    def retried(self, *, run_id: str, is_new: bool) -> str: ...

    @property
    def export_started(self) -> str: ...

    def files(self, *, names: Sequence[str]) -> str: ...

    def vote_closed(self, *, has_verdict: bool) -> str: ...

    @property
    def stopped(self) -> str: ...

    def incident(self, *, number: str) -> str:
        """Notice that something broke on our side."""
        ...

    def store_away(self, *, number: str) -> str:
        """Notice that the database cannot be reached."""
        ...

    def not_started(self, *, run_id: str) -> str:
        """Notice that the question is stored and starts later."""
        ...

    def did_you_mean(self, *, command: str) -> str: ...

    def one_word(self, *, text: str) -> str:
        """Question whether a single word is a question."""
        ...

    @property
    def say_why(self) -> str: ...

    @property
    def reason_title(self) -> str:
        """A title of at most 24 characters."""
        ...

    @property
    def reason_intro(self) -> str: ...

    @property
    def reason(self) -> str: ...

    @property
    def send_reason(self) -> str: ...

    @property
    def ask_anyway(self) -> str:
        """A button."""
        ...

    @property
    def ask_it(self) -> str:
        """A button."""
        ...


class HelpWords(Protocol):
    """Six lines and three buttons. `command` is the bot's command, such as `/council`."""

    @property
    def summary(self) -> str: ...

    def asking(self, *, command: str) -> str: ...

    def form(self, *, command: str) -> str: ...

    def finding(self, *, command: str) -> str: ...

    def looking(self, *, command: str) -> str: ...

    def stopping(self, *, command: str) -> str: ...

    @property
    def threads(self) -> str: ...

    def outdated(self, *, what: Outdated) -> str:
        """Notice that a button or form belongs to another version. Plain text."""
        ...

    @property
    def ask(self) -> str: ...

    @property
    def history(self) -> str: ...

    @property
    def settings(self) -> str: ...

    @property
    def start(self) -> str:
        """Heading above first suggestions."""
        ...

    @property
    def example(self) -> str:
        """A question that people may ask as it is."""
        ...

    @property
    def models(self) -> str: ...

    @property
    def how(self) -> str: ...

    @property
    def commands(self) -> Mapping[str, str]:
        """Descriptions of commands by name, such as `ask`, and of their options, such as `ask question`; at most 100
        characters each (Discord). `Ask the council` is the name of a menu."""
        ...


class FormWords(Protocol):
    """Forms for questions and rankings. Titles have at most 24 characters, labels 45, hints 100."""

    @property
    def ask_title(self) -> str: ...

    @property
    def ask(self) -> str: ...

    @property
    def question(self) -> str: ...

    @property
    def files(self) -> str: ...

    def come_along(self, *, names: str) -> str: ...

    def too_long(self, *, characters: int, kept: int) -> str: ...

    @property
    def pick_models(self) -> str:
        """A button that opens the form again, after the picked models were refused."""
        ...

    @property
    def more_models(self) -> str: ...

    def some_models(self, *, shown: int, of: int, command: str) -> str:
        """Hint below a menu that is too short for all models, of at most 100 characters."""
        ...

    @property
    def more_models_hint(self) -> str: ...

    @property
    def follow_up_title(self) -> str: ...

    @property
    def follow_up(self) -> str: ...

    def follow_up_intro(self, *, question: str) -> str: ...

    @property
    def again_title(self) -> str: ...

    @property
    def again_intro(self) -> str: ...

    @property
    def same_question(self) -> str: ...

    @property
    def same_as_before(self) -> str: ...

    @property
    def same_members(self) -> str: ...

    @property
    def same_chairman(self) -> str: ...

    def members_here(self, *, names: str) -> str: ...

    @property
    def chairman_here(self) -> str: ...

    def as_here(self, *, value: str) -> str:
        """A choice: the setting of this place."""
        ...

    @property
    def none(self) -> str: ...

    @property
    def rank_title(self) -> str: ...

    @property
    def rank_intro(self) -> str: ...

    @property
    def vote(self) -> str: ...

    @property
    def best(self) -> str: ...

    def place(self, *, number: int) -> str: ...

    def mistake(self, *, kind: MistakeKind, fact: str) -> str:
        """The mistake in a field; `fact` is the response that is ranked twice."""
        ...


FieldFault = Literal[
    "missing", "unknown", "too_low", "too_high", "no_text", "no_number", "yes_no", "no_json", "other"
]
"""Things that can be wrong with a field that a program sends."""


class ProgramWords(Protocol):
    """Answers to programs, over HTTP or MCP, for the people who write them."""

    def no_token(self, *, variable: str) -> str: ...

    def key_too_long(self, *, most: str) -> str: ...

    def key_used(self, *, run_id: str) -> str:
        """Refusal of a key that was sent with another question before."""
        ...

    def body_too_large(self, *, most: str) -> str: ...

    def no_path(self, *, path: str) -> str: ...

    def wrong_method(self, *, path: str, method: str, allowed: str) -> str: ...

    def bad_fields(self, *, faults: Sequence[str], known: Sequence[str]) -> str:
        """Fields are wrong; `known` are those that may be sent."""
        ...

    def field_fault(self, *, name: str, kind: FieldFault, limit: str) -> str:
        """One wrong field, as a clause; `limit` is the bound that it breaks."""
        ...

    def incident(self, *, number: str) -> str: ...

    def unknown_run(self, *, run_id: str) -> str: ...

    @property
    def needs_words(self) -> str: ...

    @property
    def ended(self) -> str: ...

    @property
    def voting(self) -> str: ...

    @property
    def going_on(self) -> str: ...

    @property
    def demo(self) -> str: ...
