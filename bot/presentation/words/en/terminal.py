"""Texts of the command line in English."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from council_core.domain.run_state import RunState, Stuck
from council_core.domain.waiting import Limit

STUCK: Mapping[Stuck, str] = {
    "untaken": "No process has taken it.",
    "engine_ended": "The engine has ended it as {state}, and it has not ended in the store.",
    "process_gone": "Its process {owner} is gone or frozen, and no other one has taken it over.",
    "vote_open": "Its vote should have closed.",
    "silent": "No step has ended for 15 minutes.",
    "terminal_left": "Its terminal has been silent for 15 minutes.",
}

ADVICE: Mapping[Stuck, str] = {
    "untaken": "Start `council serve` with {platform} set up: it takes the question. If one is running already, its log says why it does not take it.",
    "engine_ended": 'Wait a minute if `council serve` is running, else start it: it goes on without paying twice. If the run is still listed then, end it: `council end {run_id} --why "…"`.',
    "process_gone": "Start `council serve`: it goes on where the run stopped, within seconds. If {owner} is frozen, end that process; its runs are safe.",
    "vote_open": "Press [End the vote and reveal] in its thread. If nothing happens, restart {owner}: it closes the vote when it starts.",
    "silent": 'Restart {owner}: finished steps are kept and not paid for again. If it falls silent once more, end it: `council end {run_id} --why "…"`.',
    "terminal_left": 'If its terminal is closed, go on with `council ask --resume {run_id}`, or end it: `council end {run_id} --why "…"`. `council serve` does not take it.',
}

SERVE = "`council serve`"
"""The only process that there can be on an SQLite file."""

LINES: Mapping[Limit, str] = {"person": "of its person", "channel": "of its channel", "process": "of all"}
"""Names for the queue that a run waits in, by the limit that delays it."""


@dataclass(frozen=True, slots=True)
class EnglishTerminal:
    """Implements `TerminalWords`."""

    settings_wrong: str = "Please fix these settings:"
    stopped_early: str = "Stopped before anything was asked."
    nothing_asked: str = "Nothing was asked."
    standard_input: str = "standard input"
    nothing_piped: str = "Nothing came on standard input, so the question is asked without it."
    waits_for_pipe: str = (
        "Waiting for the text on standard input, which belongs to the question. Ctrl-C stops; `< /dev/null` asks "
        "without it."
    )
    yes_or_no: str = "[y/N]"
    ask_something: str = 'Ask something: council ask "your question".'
    question_empty: str = 'The question is empty. Ask something: council ask "your question".'
    no_text_piped: str = "Standard input is not text, so nothing was asked. Give a file with --file."
    no_utf8_piped: str = "Standard input is not UTF-8 text, so nothing was asked. Convert it, for example with `iconv -f LATIN1 -t UTF-8`, or give it as a file with --file."
    nothing_deleted: str = "Nothing was deleted."
    deleting: str = "Deleting runs"
    sweeping: str = "Removing their texts from the file"
    adds_earlier_runs: str = (
        "Runs of an earlier version are added first. This happens once, and may take some minutes."
    )
    waits_for_cleaning: str = "Another process is deleting runs. This command begins when it has ended."
    none_stuck: str = "No run is stuck."
    none_under_way: str = "No run is under way."
    why_needed: str = "Say with --why, in one sentence, what to tell the people in its thread."
    improve_needs_words: str = 'The question is empty. Type one: council improve "your question".'
    ask_one_of_them: str = 'Ask one of them: council ask "…"'
    workspace_needed: str = "Name the workspace as well, such as --in slack:T012345."
    no_discord_token: str = "DISCORD_TOKEN is not set. Set it, or name the application: council discord-invite --application ID. The id is on discord.com/developers, page General Information."

    def note(self, *, text: str) -> str:
        return f"Note: {text}"

    def unknown_run(self, *, run_id: str) -> str:
        return f"There is no run '{run_id}'. `council history` lists the latest ones."

    def stopped(self, *, run_id: str) -> str:
        return f"Stopped. What was answered so far is kept: council show {run_id}"

    def broke_off(self, *, run_id: str) -> str:
        return f"The run broke off. To go on with it: council ask --resume {run_id}"

    def kept_in(self, *, file: str) -> str:
        return f"Questions and answers are kept in {file}. DATABASE_URL names another place."

    def did_you_mean(self, *, command: str) -> str:
        return f"Did you mean `council {command}`? Nothing was asked. To ask it anyway, end it with a question mark."

    def command_of_chat(self, *, command: str) -> str:
        return f"`{command}` is a command of chat; `council --help` lists those of the terminal. Nothing was asked. To ask it anyway, end it with a question mark."

    def hardly_a_question(self, *, text: str) -> str:
        return f"“{text}” is hardly a question. Nothing was asked. To ask it anyway, end it with a question mark."

    def really_ask(self, *, text: str) -> str:
        return f"Ask the council “{text}”?"

    def no_text_typed(self, *, encoding: str) -> str:
        return f"The question is not {encoding} text, so nothing was asked. Write it in the encoding of this terminal, or give it as a file with --file."

    def cannot_read(self, *, file: str, why: str) -> str:
        return f"'{file}' cannot be read: {why}."

    def cannot_write(self, *, file: str, why: str) -> str:
        return f"{file} cannot be written: {why}."

    def delete_run(self, *, run_id: str) -> str:
        return f"Delete run {run_id} with all that belongs to it?"

    def delete_old(self, *, age: str) -> str:
        return f"Delete all runs that ended more than {age} ago?"

    def output_lost(self, *, why: str) -> str:
        return f"The output cannot be written: {why}."

    def nobody_confirms(self, *, question: str) -> str:
        return f"{question} Nobody is here to confirm that; add --yes."

    def run_deleted(self, *, run_id: str) -> str:
        return f"Run {run_id} is deleted."

    def posts_follow(self, *, platform: str) -> str:
        return f"`council serve` replaces its posts on {platform} within a minute, or when it starts."

    def deletion_interrupted(self, *, count: int) -> str:
        return (
            f"Interrupted: {count or 'no'} run{'' if count == 1 else 's'} deleted. The same command goes on."
        )

    def runs_deleted(self, *, count: int) -> str:
        return f"{count or 'No'} run{'' if count == 1 else 's'} deleted. Posts in chats stay."

    def no_age(self, *, text: str) -> str:
        return f"--older-than is '{text}'; expected a time such as 30d, 8w or 36h."

    def no_file_for_terminal(self, *, kind: str) -> str:
        return f"A {kind} file is not text for a terminal. Name a file: --output run.{kind}"

    def letters_missing(self, *, scripts: str) -> str:
        return f"Letters are missing in the file, because no font here has them: {scripts}. Noto fonts do (Debian: fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji)."

    def stuck(self, *, kind: Stuck, state: str, owner: str) -> str:
        return STUCK[kind].format(state=state, owner=owner or SERVE)

    def stuck_advice(self, *, kind: Stuck, run_id: str, platform: str, owner: str) -> str:
        return ADVICE[kind].format(run_id=run_id, platform=platform.capitalize(), owner=owner or SERVE)

    def run_state(self, *, state: RunState, age: str, step_age: str, stuck: str) -> str:
        lease = {None: "", True: ", lease held", False: ", lease lost"}[state.is_lease_held]
        waits = state.waits
        parts = (
            f"{state.run_id} | {state.stage} | asked {age} ago",
            f"{state.owner or 'no process'}{lease}",
            f"attempts {state.attempts}",
            f"last step {state.last_step} {step_age} ago" if step_age else "no step yet",
            *((f"place {waits.before + 1} in line ({LINES[waits.limit]})",) if waits else ()),
            f"unsettled posts {state.unsettled}",
            *((f"STUCK: {stuck}",) if stuck else ()),
        )
        return " | ".join(parts)

    def engine_state(self, *, state: str) -> str:
        return f"The engine lists it as {state}." if state else "The engine does not know it."

    def ended_already(self, *, run_id: str, stage: str) -> str:
        return f"Run {run_id} has ended already, as {stage}."

    def ended(self, *, run_id: str, stage: str) -> str:
        return f"Run {run_id} is stopped; it was at '{stage}'. The process that executes it tells its thread, or the next `council serve` if none is running."

    def nothing_to_rank(self, *, run_id: str) -> str:
        return f"Run {run_id} has no answers to rank."

    def vote_still_open(self, *, run_id: str) -> str:
        return f"The vote on run {run_id} is still open; its votes count once it closes."

    def no_folder(self, *, folder: str) -> str:
        return f"There is no folder {folder}; --adr writes one file for each decision into it."

    def nothing_to_search(self, *, text: str) -> str:
        return f"There is no word in '{text}' to look for. Take one from the question or the verdict."

    def no_workspace(self, *, text: str) -> str:
        return f"'{text}' is not a workspace. Write its platform and its id, such as slack:T012345."

    def new_key(self, *, variable: str) -> str:
        return f"Put it at the front of {variable}, earlier keys after it, separated by commas; restart Council, then run `council secrets rotate`. Keep a copy apart from the database: without it the tokens cannot be read, also not from a backup."

    def sealed_anew(self, *, count: int, key: str) -> str:
        tokens = "1 token was" if count == 1 else f"{count} tokens were"
        return f"{tokens} sealed again with key {key}. Earlier keys are no longer needed."

    def playground_open(self, *, address: str) -> str:
        return f"The playground is open: {address}\nOnly this machine reaches it, and only with this address. Stop it with Ctrl-C."

    def still_under_way(self, *, run_id: str) -> str:
        return f"A question was still under way. To go on with it: council ask --resume {run_id}"

    def copied(self, *, file: str, size: int) -> str:
        return (
            f"{file}: {size:,} bytes, complete and checked. To go on from it: DATABASE_URL=sqlite:///{file}"
        )

    def no_application(self, *, text: str) -> str:
        return f"An application's id is a number of 15 to 20 digits, and '{text}' is not."


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
