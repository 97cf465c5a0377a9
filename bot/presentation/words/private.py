"""The pages that one person reads: replies, help, forms, settings, history, deletion, statistics, errors.

One method is one message; see `thread.py` for the rules that hold for both files.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from bot.post import Part, StageState, Time
from bot.requests.running import Outdated
from bot.settings.catalogue import Group
from bot.settings.languages import LANGUAGES
from council_core.domain.budget import Keeper, Period
from council_core.domain.place_settings import Level
from council_core.domain.run import RunStatus
from council_core.errors import Refusal

Source = Literal["channel", "workspace", "preset", "bot"]
"""Source of a setting."""

Unheard = Literal["no_intent", "never"]
"""Reason why messages without a mention do not reach the bot."""


def meaning(meanings: Mapping[str, Mapping[str, str]], name: str, text: str) -> str:
    """Return what a setting's value means by this table, in which yes and no stand under an empty name; a language by
    its own name, and any other value as it is."""
    if name == "language" and text in LANGUAGES:
        return LANGUAGES[text][0]
    return meanings.get(name if name in meanings else "", {}).get(text, text)


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
        """Advice to a person whose question, already asked, points to something that it does not name; told once."""
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
        """Something broke on our side."""
        ...

    def store_away(self, *, number: str) -> str:
        """The database cannot be reached."""
        ...

    def not_started(self, *, run_id: str) -> str:
        """The question is kept and starts later."""
        ...

    def did_you_mean(self, *, command: str) -> str: ...

    def one_word(self, *, text: str) -> str:
        """Asks whether a single word is a question."""
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
    """Six lines and three buttons. `command` is how one calls the bot, such as `/council`."""

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
        """A button or a form of another version was used. Plain text."""
        ...

    @property
    def ask(self) -> str: ...

    @property
    def history(self) -> str: ...

    @property
    def settings(self) -> str: ...

    @property
    def start(self) -> str:
        """Stands above things to begin with."""
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
        """Descriptions of commands by their names, such as `ask`, and of what one gives them, such as `ask question`;
        at most 100 characters each (Discord). `Ask the council` is the name of a menu."""
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
        """A button that opens the form once more, where the models that were picked cannot be asked."""
        ...

    @property
    def more_models(self) -> str: ...

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
        """A choice: what holds in this place."""
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


class SettingsWords(Protocol):
    """The settings of a place: the panel and its forms."""

    @property
    def heading(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def setting(self) -> str: ...

    @property
    def value(self) -> str: ...

    @property
    def source(self) -> str: ...

    @property
    def none(self) -> str: ...

    def label(self, *, name: str, english: str) -> str:
        """Names a setting; the English label of its row where nobody has translated it."""
        ...

    def hint(self, *, name: str, english: str) -> str: ...

    def means(self, *, name: str, text: str) -> str:
        """Says what a value means; the value itself where it speaks for itself."""
        ...

    def group(self, *, group: Group) -> str: ...

    def comes_from(self, *, source: Source) -> str: ...

    def differs(self, *, names: Sequence[str]) -> str: ...

    @property
    def nothing_differs(self) -> str: ...

    def contradict(self, *, trouble: str) -> str: ...

    def change(self, *, level: Level) -> str: ...

    @property
    def first_model(self) -> str:
        """A choice of chairman: nobody in particular."""
        ...

    @property
    def who_may(self) -> str: ...

    @property
    def reset(self) -> str: ...

    @property
    def confirm_reset(self) -> str: ...

    def title(self, *, level: Level) -> str: ...

    @property
    def save(self) -> str: ...

    def intro(self, *, level: Level) -> str: ...

    def inherited(self, *, value: str) -> str: ...

    def left_empty(self, *, hint: str, value: str) -> str:
        """Says what holds when a field is left empty, behind its hint."""
        ...

    def unheard(self, *, kind: Unheard) -> str: ...

    def saved(self, *, level: Level) -> str: ...

    def was_reset(self, *, level: Level) -> str: ...

    @property
    def show(self) -> str: ...


class HistoryWords(Protocol):
    """Lists of questions, and how one of them stands."""

    @property
    def here(self) -> str: ...

    @property
    def own(self) -> str: ...

    def count_here(self, *, count: int) -> str: ...

    def count_own(self, *, count: int) -> str: ...

    @property
    def none_here(self) -> str: ...

    @property
    def none_own(self) -> str: ...

    def found(self, *, words: str) -> str: ...

    def count_found(self, *, words: str, count: int, has_more: bool) -> str: ...

    def none_found(self, *, words: str, in_chat: bool) -> str: ...

    @property
    def none_fit(self) -> str: ...

    @property
    def newer(self) -> str: ...

    @property
    def older(self) -> str: ...

    @property
    def only_mine(self) -> str: ...

    @property
    def everyones(self) -> str:
        """Leads from one's own questions back to those of the channel."""
        ...

    @property
    def only_revealed(self) -> str: ...

    @property
    def any_state(self) -> str: ...

    @property
    def with_words(self) -> str: ...

    @property
    def find_title(self) -> str:
        """A title of at most 24 characters."""
        ...

    @property
    def words(self) -> str: ...

    @property
    def words_hint(self) -> str:
        """At most 100 characters."""
        ...

    @property
    def find(self) -> str: ...

    @property
    def panel_found(self) -> str:
        """A title of at most 24 characters."""
        ...

    @property
    def show(self) -> str:
        """The text of a menu of questions."""
        ...

    @property
    def more(self) -> str: ...

    @property
    def meant_as_question(self) -> str: ...

    def state(self, *, status: RunStatus) -> str: ...

    @property
    def no_verdict(self) -> str: ...

    @property
    def demonstration(self) -> str: ...

    def first(self, *, responses: str) -> str: ...

    @property
    def a_channel(self) -> str: ...

    @property
    def open_thread(self) -> str: ...

    def asked_by(self, *, asker: str, asked: Time, run_id: str) -> Sequence[Part]: ...

    @property
    def run(self) -> str: ...

    def stage_state(self, *, state: StageState) -> str: ...

    def answers_file(self, *, file: str) -> str: ...

    def verdict_file(self, *, file: str) -> str: ...

    @property
    def whole_verdict(self) -> str: ...

    @property
    def whole_question(self) -> str:
        """A title of at most 24 characters."""
        ...

    @property
    def answers(self) -> str: ...


class ErrorWords(Protocol):
    """Reasons for refusing a request. Plain text; the facts are people's and models' own words."""

    def refused(self, *, kind: Refusal, fact: str) -> str: ...

    def over_budget(self, *, keeper: Keeper, period: Period, cost: str | None, limit: str, left: str) -> str:
        """The question would cost more than a budget allows."""
        ...

    def models_refused(self, *, models: Sequence[str], choices: Sequence[str]) -> str:
        """Refuse models that nobody may choose here, or not any more; say which ones one may, and who can allow more."""
        ...

    def unpriced(self, *, models: Sequence[str], variables: Sequence[str]) -> str: ...

    def too_many_waiting(self, *, count: int) -> str: ...

    def unknown_run(self, *, run_id: str) -> str: ...

    def deleted(self, *, run_id: str, day: str) -> str: ...

    def unknown_choice(self, *, value: str, known: Sequence[str]) -> str: ...


class DeletionWords(Protocol):
    """A question that is to be deleted."""

    @property
    def heading(self) -> str: ...

    def asks(self, *, question: str) -> str: ...

    @property
    def stops_first(self) -> str: ...

    @property
    def goes(self) -> str: ...

    @property
    def stays(self) -> str: ...

    @property
    def delete(self) -> str: ...

    def deleted(self, *, run_id: str) -> str: ...
