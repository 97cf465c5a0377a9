"""Findings of `council doctor` in English."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EnglishDoctor:
    """Implements `DoctorWords`."""

    settings: str = "Settings"
    presets: str = "Presets"
    limits: str = "Limits"
    watching: str = "Watching"
    traces: str = "Traces"
    database: str = "Database"
    runs: str = "Runs"
    price: str = "Price"
    connectors: str = "Connectors"
    sandbox: str = "Tools python and calculate"
    search: str = "Tools search and fetch"
    programs: str = "Programs"
    all_well: str = "All is well."
    settings_read: str = "all values can be read"
    traces_sent: str = "sent to the OTEL_EXPORTER_OTLP endpoint"
    tools_missing: str = "not installed (pip install 'council[tools]')"
    sandbox_works: str = "the sandbox works"
    no_runs_to_check: str = "cannot be checked without the database"
    none_stuck: str = "none is stuck"
    no_price: str = "cannot be told without the database"
    demo_member: str = "sits in without a model"

    def member(self, *, model: str) -> str:
        return f"Model {model}"

    def connector(self, *, name: str) -> str:
        return f"Connector {name}"

    def mcp_server(self, *, name: str) -> str:
        return f"MCP server {name}"

    def search_engine(self, *, number: int) -> str:
        return f"Search engine {number}"

    def failed(self, *, count: int) -> str:
        checks = "1 of the checks above" if count == 1 else f"{count} of the checks above"
        return f"{checks} failed; each says what to do."

    def limits_are(self, *, in_all: int | None, of_person: int | None, of_channel: int | None) -> str:
        every, person, channel = (
            "any number" if each is None else str(each) for each in (in_all, of_person, of_channel)
        )
        return f"{every} questions at a time, {person} of a person, {channel} of a channel; the others wait their turn (COUNCIL_RUNS_…)"

    def watching_at(self, *, figures: bool, port: int | None) -> str:
        if port is None:
            return "health is served where PORT is set, or a platform receives over HTTP; figures with COUNCIL_METRICS=yes"
        more = " and figures at /metrics" if figures else ""
        return f"`council serve` serves health at /healthz and /readyz{more}, on port {port}"

    def not_set_up(self, *, variables: Sequence[str]) -> str:
        if len(variables) > 1:
            return f"not set up ({', '.join(variables)})"
        return f"not set up ({''.join(variables)} is not set)"

    def tokens_there(self, *, trouble: str) -> str:
        return f"{trouble} Their tokens are kept there."

    def not_asked(self, *, places: Sequence[str]) -> str:
        return f"used in {', '.join(places)}; not asked"

    def connector_fails(self, *, why: str, name: str) -> str:
        return f"{why} Check {name}.toml; runs go on without it."

    def connector_works(self, *, places: Sequence[str], count: int) -> str:
        return f"used in {', '.join(places)}; it returned {count:,} characters about 'test'"

    def sandbox_fails(self, *, why: str) -> str:
        return f"the sandbox does not start: {why}"

    def sandbox_wrong(self, *, why: str) -> str:
        return f"the sandbox gives wrong results: {why}"

    def engine_not_asked(self, *, title: str) -> str:
        return f"{title} is set up; not asked"

    def engine_fails(self, *, title: str, why: str) -> str:
        return f"{title}: {why} Runs go on without what it finds."

    def engine_found(self, *, title: str, count: int) -> str:
        return f"{title} found {count} page{'' if count == 1 else 's'}"

    def engine_spare(self, *, finding: str, first: str) -> str:
        return f"{finding}; not used, since {first} comes first"

    def mcp_fails(self, *, why: str) -> str:
        return f"{why} Runs go on without its tools. Check COUNCIL_MCP."

    def mcp_tools(self, *, names: Sequence[str], left_out: Sequence[str]) -> str:
        given = f"{', '.join(names) or 'no tool'} for models"
        if not left_out:
            return given
        return f"{given}; not {', '.join(left_out)}: not marked as read-only (name them in COUNCIL_MCP_ALLOW to allow them)"

    def database_works(self, *, url: str, newest: str) -> str:
        runs = f"the newest run is {newest}" if newest else "no run yet"
        return f"{url} can be read and written; {runs}"

    def more_stuck(self, *, count: int) -> str:
        return f"And {count} more: `council runs --stuck` lists them all."

    def member_replied(self, *, seconds: float) -> str:
        return f"replied in {seconds:.1f} s"

    def programs_ask(self, *, names: Sequence[str], port: int) -> str:
        return f"{', '.join(names)} may ask at /v1 and /mcp, on port {port}"
