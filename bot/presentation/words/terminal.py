"""Sentences of the command line that no chat says; see `thread.py` for the rules. Plain text."""

from typing import Protocol


class TerminalWords(Protocol):
    """Notes and errors of commands in a terminal."""

    @property
    def settings_wrong(self) -> str:
        """Heads the list of problems that keep Council from starting."""
        ...

    @property
    def stopped_early(self) -> str:
        """A question was stopped before any model was asked."""
        ...

    @property
    def nothing_piped(self) -> str:
        """The pipe on standard input stayed silent, so the question is asked without it."""
        ...

    @property
    def waits_for_pipe(self) -> str:
        """The other end of the pipe on standard input is open and silent, and the question waits for its text."""
        ...

    @property
    def nothing_asked(self) -> str:
        """The person was content with an earlier answer."""
        ...

    def note(self, *, text: str) -> str:
        """A notice about settings, before a command does its work."""
        ...

    def unknown_run(self, *, run_id: str) -> str: ...

    def stopped(self, *, run_id: str) -> str: ...

    def broke_off(self, *, run_id: str) -> str:
        """The run did not end, and can be resumed."""
        ...

    def kept_in(self, *, file: str) -> str:
        """Names the new database after the first question of a person."""
        ...
