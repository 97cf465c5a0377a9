"""Tests that each setting has one row: the rows fit the values, and every list of settings is made of the rows.

`GOLDEN=accept pytest tests/bot/test_catalogue.py` writes the rows into `.env.example` and `docs/settings.md`.
"""

import ast
import os
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from decimal import Decimal
from pathlib import Path
from textwrap import wrap
from typing import get_args

import pytest

from bot.app.load_settings import known_variables, load_settings
from bot.app.platforms import PLATFORMS
from bot.cli.options import OVERRIDES
from bot.post import Form
from bot.presentation import words
from bot.presentation.settings_panel import settings_form
from bot.presentation.words import ENGLISH
from bot.settings import languages
from bot.settings.catalogue import EVERYWHERE, ONE_RUN, ROWS, SETTINGS, Group, Setting, names_in, typed
from bot.settings.environment import read_settings
from bot.settings.names import unknown_variables
from council_core.domain.place import PlaceSettings
from council_core.domain.settings import CouncilSettings
from council_core.errors import Problem, SettingsError
from council_core.providers import PROVIDERS
from council_core.tools import TOOLS
from tests.samples import SETTINGS as SAMPLE
from tests.samples import in_english

ROOT = Path(__file__).parents[2]
ENV, DOCS = ROOT / ".env.example", ROOT / "docs" / "settings.md"
BEGINS = "# --- How a council works ("
NO_SETTINGS = {"not_blind"}
"""Facts about a run that are stored among its settings."""

OTHER_VALUES: dict[type, object] = {bool: True, int: 7, float: 660.0, Decimal: Decimal("2.50"), str: "word"}


def test_every_field_of_a_runs_settings_has_a_row_and_every_row_a_field() -> None:
    names = {field.name for field in fields(CouncilSettings)}

    assert {row.target for row in ROWS} == names - NO_SETTINGS
    assert len(SETTINGS) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_what_a_row_writes_it_reads_as_the_same_value(row: Setting) -> None:
    if row.is_seats:
        members, chairman = (SETTINGS[name].text(SAMPLE) for name in ("members", "chairman"))
        read = read_settings(
            {"COUNCIL_MEMBERS": members.replace("\n", ""), "COUNCIL_CHAIRMAN": chairman}, demo_roster=()
        )
        assert read.council.roster == SAMPLE.roster
        return
    problems: list[Problem] = []

    texts = row.kind.choices() or (*filter(None, [row.default]), *_written(row))
    back = {text: row.kind.write(row.kind.read(row.name, text, problems)) for text in texts if text}

    assert problems == []
    assert back == {text: text for text in texts if text}


def _written(row: Setting) -> Iterator[str]:
    """Yield texts of this row's type that are not its default."""
    (field,) = (each for each in fields(CouncilSettings) if each.name == row.target)
    for kind in (bool, int, float, Decimal, str):
        if kind.__name__ in str(field.type) and row.name not in {"criteria", "service_fields"}:
            value = 20_000 if row.name.endswith("_characters") else OTHER_VALUES[kind]
            yield row.kind.write(value)
            return


def test_every_setting_of_a_place_stands_on_one_form_which_has_room_for_it() -> None:
    groups = [group for group in get_args(Group) if group != "all"]

    assert [name for group in groups for name in names_in(group)] == list(names_in("all"))
    room = [group for group in groups if len(names_in(group)) < 5]
    assert {group: names for group in groups if len(names := names_in(group)) > 5} == {}, f"room: {room}"
    assert {row.name for row in ROWS if row.where & {"workspace", "channel"}} == set(names_in("all"))


@pytest.mark.parametrize("group", get_args(Group))
def test_a_form_has_a_labelled_field_for_each_of_its_settings(group: Group) -> None:
    made: Form = settings_form(
        ENGLISH, "channel", group, PlaceSettings(), inherited=typed(SAMPLE), presets=("quick",)
    )

    assert [field.name for field in made.fields] == list(names_in(group))
    assert [field.name for field in made.fields if not field.label or len(field.label) > 45] == []
    assert [field.name for field in made.fields if field.kind == "choice" and len(field.options) < 3] == []


def test_one_question_may_choose_what_its_rows_say() -> None:
    assert set(ONE_RUN) == {
        "preset",
        "members",
        "chairman",
        "rubric",
        "services",
        "service_fields",
        "tools",
    }
    assert set(ONE_RUN) <= set(OVERRIDES) < set(SETTINGS)


def test_the_operator_may_set_everything_and_a_channel_nothing_that_a_workspace_may_not() -> None:
    assert all("environment" in row.where <= EVERYWHERE for row in ROWS)
    assert all("workspace" in row.where for row in ROWS if "channel" in row.where)
    assert set(WHO_MAY) == EVERYWHERE


def test_the_environments_example_and_the_docs_say_what_the_rows_say() -> None:
    env = ENV.read_text(encoding="utf-8")
    start = env.index(BEGINS)
    end = env.index("\n# --- ", start + 1)
    made = env[:start] + _section() + env[end:]

    if os.environ.get("GOLDEN") == "accept":
        ENV.write_text(made, encoding="utf-8")
        DOCS.write_text(_page(), encoding="utf-8")

    assert ENV.read_text(encoding="utf-8") == made, "GOLDEN=accept writes the section anew"
    assert DOCS.read_text(encoding="utf-8") == _page(), "GOLDEN=accept writes the page anew"


def _section() -> str:
    heading = f"{BEGINS}from bot/settings/catalogue.py) "
    lines = [heading + "-" * (114 - len(heading))]
    for row in ROWS:
        lines += wrap(row.about, 118, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
        lines.append(f"# {row.variable}={row.example or row.default}")
    return "\n".join(lines) + "\n"


WHO_MAY = {
    "environment": "the operator",
    "preset": "the operator",
    "workspace": "those who manage the workspace",
    "channel": "those who manage the channel",
    "question": "everybody, for one question",
}


def _page() -> str:
    head = """# Settings

Each setting of a council: its variable, its default, where it may be set, and what it does. The nearer place wins:
question, channel, workspace, environment. A preset's settings win over those of the place that names it; its
instructions are added to those of the place.
`/council settings` shows what applies in a channel. The other variables (tokens, providers, the process) are in
`.env.example`. This page is written by
`GOLDEN=accept pytest tests/bot/test_catalogue.py` from `bot/settings/catalogue.py`.

"""
    who = "".join(f"- **{where}**: {people}\n" for where, people in WHO_MAY.items())
    table = ["| Variable | Default | Where | What it does |", "| --- | --- | --- | --- |"]
    for row in ROWS:
        places = "everywhere" if row.where == EVERYWHERE else ", ".join(w for w in WHO_MAY if w in row.where)
        table.append(f"| `{row.variable}` | {row.default or 'not set'} | {places} | {row.about} |")
    return f"{head}Who may set it:\n\n{who}\n" + "\n".join(table) + "\n"


def test_the_note_about_tools_names_each_of_them() -> None:
    """The row cannot read the table of tools: help pages read the rows, and wait for no import of the core's ports."""
    assert [name for name in TOOLS if f"{name}," not in SETTINGS["tools"].about.replace(" and", ",")] == []


def test_every_variable_of_ours_stands_in_the_environments_example_and_no_other() -> None:
    listed = set(re.findall(r"^# (COUNCIL_\w+)=", ENV.read_text(encoding="utf-8"), re.MULTILINE))

    assert listed == set(known_variables())


OF_PLATFORMS = {each.variable.partition("_")[0] for each in PLATFORMS.values()} - {"COUNCIL"}
READ = re.compile(
    rf"(?:COMPATIBLE|DATABASE|{'|'.join(sorted(OF_PLATFORMS))})_[A-Z_]+|[A-Z]+_(?:API_KEY|API_URL|BASE_URL|PROXY)"
)
"""Names of variables whose reader has them in a text of its own; those of a platform begin like its switch."""


def test_every_variable_that_is_read_is_explained_and_every_explained_one_is_read() -> None:
    read = {
        node.value
        for folder in ("bot", "council_core")
        for file in (ROOT / folder).rglob("*.py")
        if "words" not in file.relative_to(ROOT).parts
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and READ.fullmatch(node.value)
    } | {
        name for each in PROVIDERS.values() for name in (*each.key_variables, each.base_url_variable) if name
    }
    explained = {
        name
        for name in re.findall(r"^# ([A-Z_]+)=", ENV.read_text(encoding="utf-8"), re.MULTILINE)
        if READ.fullmatch(name) and "GROQ" not in name
    }

    # A proxy may be named in other ways as well, and demo models need no address.
    assert read - explained <= {"ALL_PROXY", "DEMO_BASE_URL"}, "explain it in .env.example"
    assert explained - read == set()


@pytest.mark.parametrize("name", PLATFORMS)
def test_every_platform_has_its_page_of_the_documentation(name: str) -> None:
    assert (ROOT / PLATFORMS[name].page).exists()


def test_a_misspelt_variable_is_named_with_the_right_one() -> None:
    known = known_variables()

    assert unknown_variables({"COUNCIL_QOURUM": "2", "COUNCIL_QUORUM": "2", "PATH": "x"}, known) == (
        Problem("unknown_variable_near", name="COUNCIL_QOURUM", near="COUNCIL_QUORUM"),
    )
    assert in_english(unknown_variables({"COUNCIL_ZZZ": "2"}, known)) == (
        "COUNCIL_ZZZ is not a setting of Council. `.env.example` lists all of them.",
    )


def test_an_unknown_variable_is_kept_for_the_start_and_told_with_other_problems(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("COUNCIL_LANGUAG=de\n", encoding="utf-8")
    said = Problem("unknown_variable_near", name="COUNCIL_LANGUAG", near="COUNCIL_LANGUAGE")

    assert load_settings({}, folder=tmp_path).unknown == (said,)
    with pytest.raises(SettingsError) as caught:
        load_settings({"COUNCIL_QUORUM": "none"}, folder=tmp_path)
    assert caught.value.problems[-1] == said
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize(
    "value",
    ["http://[::1", "https://x:99999", "[]", "1e-99999999", "9" * 5_000, "x" * 10_000, "\udcfc", "\0", "=,:"],
)
def test_a_value_that_no_variable_takes_is_told_and_raises_nothing_else(value: str, tmp_path: Path) -> None:
    example = ENV.read_text(encoding="utf-8")
    names = {*known_variables(), *re.findall(r"^#? ?([A-Z][A-Z_]+)=", example, re.MULTILINE), "HTTPS_PROXY"}

    with pytest.raises(SettingsError) as caught:
        load_settings(dict.fromkeys(names, value), folder=tmp_path)

    assert len(in_english(caught.value.problems)) > 10


def test_every_language_that_can_be_chosen_has_its_words() -> None:
    """A folder without a row is a language under way, which nobody can choose yet."""
    folders = {folder.parent.name for folder in Path(words.__path__[0]).glob("*/__init__.py")}
    assert set(languages.LANGUAGES) == set(words.LANGUAGES)
    assert set(languages.LANGUAGES) <= folders
    assert all(spoken.language == code for code, spoken in words.LANGUAGES.items())


@pytest.mark.parametrize(("text", "code"), [("ko", "ko"), ("de-DE", "de"), ("EN_us", "en")])
def test_a_locale_is_taken_for_its_language(text: str, code: str) -> None:
    assert (
        read_settings({"COUNCIL_LANGUAGE": text}, demo_roster=("demo:ada", "demo:carl")).council.language
        == code
    )


@pytest.mark.parametrize(
    ("text", "guess"), [("germn", "de"), ("kor", "ko"), ("Englisch", "en"), ("deutch", "de")]
)
def test_an_unknown_language_is_told_with_the_nearest(text: str, guess: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_settings({"COUNCIL_LANGUAGE": text}, demo_roster=("demo:ada", "demo:carl"))

    (problem,) = in_english(caught.value.problems)
    assert problem.startswith(f"COUNCIL_LANGUAGE is '{text}'; expected one of en (English), de (Deutsch), ")
    assert problem.endswith(f"Did you mean {guess}?")


def test_a_channels_language_holds_before_the_workspaces_and_the_environments() -> None:
    settings = read_settings({"COUNCIL_LANGUAGE": "ko"}, demo_roster=("demo:ada", "demo:carl"))

    held = [
        settings.for_run({}, levels).language
        for levels in ([], [{"language": "en"}], [{"language": "en"}, {"language": "de"}], [{"language": ""}])
    ]

    assert held == ["ko", "en", "de", ""]
    assert replace(settings.council, language="de").language == "de"
