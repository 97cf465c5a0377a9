"""Messages about lists of questions and their deletion; see `thread.py` for the rules."""

from collections.abc import Sequence
from typing import Protocol

from bot.post import Part, StageState, Time
from council_core.domain.run import RunStatus


class HistoryWords(Protocol):
    """Lists of questions, and the state of one question."""

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
        """A button from the person's own questions back to those of the channel."""
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
        """Text of a menu of questions."""
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
    def direct_message(self) -> str:
        """Name of the reader's direct message with Council, for which Slack has no channel name."""
        ...

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


class DeletionWords(Protocol):
    """Words for deleting a question."""

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
