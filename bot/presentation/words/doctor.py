"""Findings of `council doctor`; see `thread.py` for the rules. Plain text."""

from collections.abc import Sequence
from typing import Protocol


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
