"""Sentences of the command line that no chat says, among them the findings of `council doctor`; see `thread.py` for the
rules. Plain text."""

from collections.abc import Sequence
from typing import Protocol

from council_core.domain.run_state import RunState, Stuck


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

    @property
    def yes_or_no(self) -> str:
        """The choice behind a question; the capital letter is the default."""
        ...

    @property
    def ask_something(self) -> str:
        """There is no question."""
        ...

    @property
    def question_empty(self) -> str: ...

    def did_you_mean(self, *, command: str) -> str:
        """A short text was typed that looks like a command."""
        ...

    def command_of_chat(self, *, command: str) -> str:
        """A short text was typed that is a command only in chat."""
        ...

    def hardly_a_question(self, *, text: str) -> str: ...

    def really_ask(self, *, text: str) -> str:
        """A question to the person at the terminal."""
        ...

    @property
    def no_text_piped(self) -> str: ...

    @property
    def no_utf8_piped(self) -> str: ...

    def no_text_typed(self, *, encoding: str) -> str:
        """The words of the command line are not in the terminal's encoding."""
        ...

    @property
    def standard_input(self) -> str:
        """Name of the piped text as a file."""
        ...

    def cannot_read(self, *, file: str, why: str) -> str:
        """`why` is the operating system's reason."""
        ...

    def cannot_write(self, *, file: str, why: str) -> str:
        """`why` is the operating system's reason."""
        ...

    def delete_run(self, *, run_id: str) -> str:
        """A question to the person at the terminal."""
        ...

    def delete_old(self, *, age: str) -> str:
        """A question to the person at the terminal; `age` is a number and its unit, such as 30d."""
        ...

    def output_lost(self, *, why: str) -> str:
        """Error of a command whose standard output cannot be written, such as on a full disk."""
        ...

    def nobody_confirms(self, *, question: str) -> str:
        """The question cannot be put to anybody."""
        ...

    @property
    def nothing_deleted(self) -> str: ...

    def run_deleted(self, *, run_id: str) -> str: ...

    def posts_follow(self, *, platform: str) -> str:
        """The posts of a deleted run are still in the chat."""
        ...

    @property
    def deleting(self) -> str:
        """Title of a progress bar."""
        ...

    @property
    def sweeping(self) -> str:
        """Title of a progress bar while the texts of deleted runs are removed from the file."""
        ...

    @property
    def waits_for_cleaning(self) -> str: ...

    @property
    def adds_earlier_runs(self) -> str:
        """Told while runs of an earlier version are prepared for boards and search."""
        ...

    def deletion_interrupted(self, *, count: int) -> str:
        """The deletion of old runs was interrupted after so many."""
        ...

    def runs_deleted(self, *, count: int) -> str: ...

    def no_age(self, *, text: str) -> str: ...

    def no_file_for_terminal(self, *, kind: str) -> str: ...

    def letters_missing(self, *, scripts: str) -> str: ...

    @property
    def none_stuck(self) -> str: ...

    @property
    def none_under_way(self) -> str: ...

    def stuck(self, *, kind: Stuck, state: str, owner: str) -> str:
        """Reason why a run does not go on; `state` is the engine's own."""
        ...

    def stuck_advice(self, *, kind: Stuck, run_id: str, platform: str, owner: str) -> str:
        """Advice to the operator: start a process, restart `owner`, go on at a terminal, or end the run."""
        ...

    def run_state(self, *, state: RunState, age: str, step_age: str, stuck: str) -> str:
        """One line for one run. `age` and `step_age` say how long ago it was asked and its last step ended; `stuck` is empty if it goes on."""
        ...

    def engine_state(self, *, state: str) -> str:
        """Name of the state that a run has in the engine; empty if the engine does not know the run."""
        ...

    @property
    def why_needed(self) -> str: ...

    def ended_already(self, *, run_id: str, stage: str) -> str: ...

    def ended(self, *, run_id: str, stage: str) -> str: ...

    @property
    def improve_needs_words(self) -> str: ...

    @property
    def ask_one_of_them(self) -> str: ...

    def nothing_to_rank(self, *, run_id: str) -> str: ...

    def vote_still_open(self, *, run_id: str) -> str: ...

    def no_folder(self, *, folder: str) -> str: ...

    def nothing_to_search(self, *, text: str) -> str: ...

    @property
    def workspace_needed(self) -> str: ...

    def no_workspace(self, *, text: str) -> str: ...

    def new_key(self, *, variable: str) -> str:
        """Follows a new key for sealing tokens."""
        ...

    def sealed_anew(self, *, count: int, key: str) -> str:
        """`key` is the fingerprint of the newest key."""
        ...

    def playground_open(self, *, address: str) -> str: ...

    def still_under_way(self, *, run_id: str) -> str:
        """A program went away before its question was answered."""
        ...

    def copied(self, *, file: str, size: int) -> str: ...

    @property
    def no_discord_token(self) -> str: ...

    def no_application(self, *, text: str) -> str: ...


class DoctorWords(Protocol):
    """Subjects of the checks, and what each found. A subject is followed by a colon and a finding."""

    @property
    def settings(self) -> str:
        """Subject: the settings."""
        ...

    @property
    def presets(self) -> str:
        """Subject: the presets."""
        ...

    @property
    def limits(self) -> str:
        """Subject: the limits on questions at a time."""
        ...

    @property
    def watching(self) -> str:
        """Subject: health and figures over HTTP."""
        ...

    @property
    def traces(self) -> str:
        """Subject: traces."""
        ...

    @property
    def database(self) -> str:
        """Subject: the database."""
        ...

    @property
    def runs(self) -> str:
        """Subject: stuck runs."""
        ...

    @property
    def price(self) -> str:
        """Subject: the price of a question."""
        ...

    @property
    def connectors(self) -> str:
        """Subject: all connectors."""
        ...

    @property
    def sandbox(self) -> str:
        """Subject: the tools that calculate."""
        ...

    @property
    def search(self) -> str:
        """Subject: the first search engine."""
        ...

    @property
    def programs(self) -> str:
        """Subject: programs that may ask."""
        ...

    def member(self, *, model: str) -> str:
        """Subject: a model."""
        ...

    def connector(self, *, name: str) -> str:
        """Subject: a connector."""
        ...

    def mcp_server(self, *, name: str) -> str:
        """Subject: an MCP server."""
        ...

    def search_engine(self, *, number: int) -> str:
        """Subject: a further search engine."""
        ...

    @property
    def all_well(self) -> str: ...

    def failed(self, *, count: int) -> str: ...

    @property
    def settings_read(self) -> str: ...

    def limits_are(self, *, in_all: int | None, of_person: int | None, of_channel: int | None) -> str:
        """Limits on questions at a time; None for no limit."""
        ...

    def watching_at(self, *, figures: bool, port: int | None) -> str:
        """Paths of health and figures; `port` is None if nothing is served."""
        ...

    @property
    def traces_sent(self) -> str: ...

    def not_set_up(self, *, variables: Sequence[str]) -> str:
        """Variables that would set it up."""
        ...

    def tokens_there(self, *, trouble: str) -> str:
        """The database, with the tokens of connectors, cannot be read for this reason."""
        ...

    def not_asked(self, *, places: Sequence[str]) -> str:
        """A connector that was not tried."""
        ...

    def connector_fails(self, *, why: str, name: str) -> str: ...

    def connector_works(self, *, places: Sequence[str], count: int) -> str:
        """`count` is the number of characters that it gave."""
        ...

    @property
    def tools_missing(self) -> str: ...

    def sandbox_fails(self, *, why: str) -> str: ...

    def sandbox_wrong(self, *, why: str) -> str: ...

    @property
    def sandbox_works(self) -> str: ...

    def engine_not_asked(self, *, title: str) -> str: ...

    def engine_fails(self, *, title: str, why: str) -> str: ...

    def engine_found(self, *, title: str, count: int) -> str: ...

    def engine_spare(self, *, finding: str, first: str) -> str:
        """A search engine that is set up and not used."""
        ...

    def mcp_fails(self, *, why: str) -> str: ...

    def mcp_tools(self, *, names: Sequence[str], left_out: Sequence[str]) -> str:
        """Tools for models, and those that are not given to them."""
        ...

    def database_works(self, *, url: str, newest: str) -> str:
        """`newest` is the id of the newest run; empty for none."""
        ...

    @property
    def no_runs_to_check(self) -> str: ...

    @property
    def none_stuck(self) -> str: ...

    def more_stuck(self, *, count: int) -> str:
        """Number of stuck runs that are not named."""
        ...

    @property
    def no_price(self) -> str: ...

    @property
    def demo_member(self) -> str:
        """A demo model, which is never called."""
        ...

    def member_replied(self, *, seconds: float) -> str: ...

    def programs_ask(self, *, names: Sequence[str], port: int) -> str: ...
