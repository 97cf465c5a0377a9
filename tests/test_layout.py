"""Rules for every file of the product: it has a docstring, and it is short enough to be read at once."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]

LONGEST = 500
"""Lines; beyond that a file is split by noun or verb."""

PACKAGES = ("bot", "council_core")

FILES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
}

TESTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "tests").rglob("*.py"))
}
"""The tests, which have the same limits of length."""

FORBIDDEN = {"utils", "util", "common", "manager", "managers", "base", "helpers", "misc"}
"""Names that say nothing about a module's content."""


@cache
def trees() -> dict[str, ast.Module]:
    """Return the parsed files of the product. The process that runs these tests parses them, not each that collects."""
    return {name: ast.parse(source) for name, source in FILES.items()}


def test_there_is_something_to_look_at() -> None:
    assert {"bot/conversation/dispatch.py", "council_core/council_run.py"} <= FILES.keys()


def test_every_file_says_in_its_first_line_what_it_is_for() -> None:
    said = {name: ast.get_docstring(tree) or "" for name, tree in trees().items()}

    assert {name: text for name, text in said.items() if len(text.split()) < 3} == {}


OLD_OPENING = re.compile(
    r"(What|Whoever|Whatever|Where|Wherever|How|Who|Whom|Whose|That|Which|Why|Nobody|Nothing)\b"
)
"""Openings that make a sentence without a subject; a docstring starts with a verb or a noun."""


def test_every_docstring_starts_with_a_verb_or_a_noun() -> None:
    texts = [
        (name, node.value.value)
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node.value.value, str)
    ]

    assert [(name, text.splitlines()[0]) for name, text in texts if OLD_OPENING.match(text)] == []


def test_every_file_is_short_enough_to_be_read_at_once() -> None:
    lines = {name: len(source.splitlines()) for name, source in (FILES | TESTS).items()}

    assert {name: count for name, count in lines.items() if count > LONGER.get(name, LONGEST)} == {}, (
        "split by noun or verb"
    )


LONGEST_FUNCTION, LONGEST_CLASS = 60, 250
"""Lines from the first to the last, docstrings included."""

LONGER = {
    "council_core/storage/migrations/versions/0001_first_tables.py upgrade": 80,
    "tests/bot/conversation/talk.py __init__": 68,
    "tests/testbed/models/server.py ModelServer": 315,
}
"""Longer files, functions and classes with their limits; add none."""


def _too_long(name: str, tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        most = LONGEST_CLASS if isinstance(node, ast.ClassDef) else LONGEST_FUNCTION
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        if lines > LONGER.get(f"{name} {node.name}", most):
            yield f"{name} {node.name}", lines


def test_every_function_and_class_is_short_enough_to_be_seen_at_once() -> None:
    every = trees() | {name: ast.parse(source) for name, source in TESTS.items()}
    found = dict(each for name, tree in every.items() for each in _too_long(name, tree))

    assert found == {}, "give a part of it a name of its own"


def test_only_the_door_knows_the_insides_of_dbos() -> None:
    inside = re.compile(
        r"\b(dbos\._|DBOS\._|_sys_db|workflow_status|workflow_input|workflow_output|operation_outputs|owner_xid|queue_thread\))"
    )
    found = {name for name, source in FILES.items() if inside.search(source)}

    assert found == {"council_core/engine/dbos_door.py"}


DOORS = {
    "bot/platforms/discord/connection/library_door.py",
    "council_core/engine/dbos_door.py",
    "council_core/providers/__init__.py",
    "council_core/tools/pages.py",
}
"""Files that use private names: of discord.py, DBOS, the SDKs of OpenAI and Anthropic, and pydantic-ai."""


TWINS = {
    "connection": {"access", "errors", "http", "rate", "settings", "sign_in"},
    "drawing": {"limits", "markup", "post", "tables"},
    "listening": {"listener", "threads"},
    "payloads": {"parse"},
    "sending": {"files", "send"},
    "windows": {"modal", "replies"},
}
"""Modules of the two twins for a thing that both platforms have, by room."""


def test_slack_and_discord_have_equal_rooms_and_equal_names_for_equal_things() -> None:
    for platform in ("slack", "discord"):
        folder = ROOT / "bot/platforms" / platform
        rooms = {path.name for path in folder.iterdir() if (path / "__init__.py").exists()}
        assert rooms == TWINS.keys()
        for room, names in TWINS.items():
            assert {path.stem for path in (folder / room).glob("*.py")} >= names
    both = {
        tuple(name.split("/")[3:])
        for name in FILES
        if name.startswith("bot/platforms/slack/") and name.replace("/slack/", "/discord/") in FILES
    }
    named = {(room, f"{name}.py") for room, names in TWINS.items() for name in names | {"__init__"}}
    assert {each for each in both if len(each) == 2} == named


def test_private_names_of_libraries_stand_in_one_file_for_each_library() -> None:
    private = re.compile(r"reportPrivateUsage|^\s*(?:from|import) [\w.]*\._[a-z]|\"[a-z_]+\._[a-z_]+\"", re.M)

    assert {name for name, source in FILES.items() if private.search(source)} == DOORS


MOST_METHODS = 7


def test_no_protocol_has_more_than_seven_methods_of_its_own() -> None:
    """A page of words has a method for each message, and is not counted."""
    methods = {
        f"{name} {node.name}": sum(
            isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.AnnAssign) for each in node.body
        )
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and "Protocol" in {ast.unparse(base) for base in node.bases}
        if not name.startswith(("bot/presentation/words/", "bot/ports/words.py"))
    }

    assert {name: count for name, count in methods.items() if count > MOST_METHODS} == {}, (
        "split it by caller"
    )


def test_no_file_or_folder_has_a_name_that_says_nothing() -> None:
    names = {part for name in FILES for part in name.removesuffix(".py").split("/")}

    assert names & FORBIDDEN == set()


LOOSE = {"__init__", "__main__", "post", "testing"}
"""Modules of `bot` outside of any room."""


def test_the_bot_has_two_loose_files() -> None:
    assert {path.stem for path in (ROOT / "bot").glob("*.py")} == LOOSE


def test_every_module_that_is_imported_is_there() -> None:
    there = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in FILES}
    imported = {
        (node.module, name)
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in PACKAGES
    }

    assert {each for each in imported if each[0] not in there} == set()


THIN, FEW = 60, 2
"""Lines and importers: a module with fewer of both belongs to its neighbour."""

PLUG_INS = (
    "bot/cli/",
    "bot/presentation/words/",
    "council_core/aggregation/",
    "council_core/exports/",
    "council_core/storage/migrations/",
    "council_core/tools/",
)
"""Rooms with a module for each command, page of a language, method, format, change of the tables, or tool: one more of
its kind is one more file."""


def _twin(name: str) -> str:
    """Return the file of the same name on the other of the two platforms; the file itself elsewhere."""
    if "/slack/" in name:
        return name.replace("/slack/", "/discord/")
    return name.replace("/discord/", "/slack/")


def _importers() -> dict[str, set[str]]:
    """Return the files that import each file by its own name."""
    found: dict[str, set[str]] = {name: set() for name in FILES}
    for name, tree in trees().items():
        for node in ast.walk(tree):
            modules: list[str] = []
            if isinstance(node, ast.ImportFrom) and node.module:
                modules = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
            elif isinstance(node, ast.Import):
                modules = [each.name for each in node.names]
            for module in modules:
                file = f"{module.replace('.', '/')}.py"
                if file in found and file != name:
                    found[file].add(name)
    return found


def test_a_module_has_two_importers_or_sixty_lines() -> None:
    importers = _importers()
    found = {
        name
        for name, source in FILES.items()
        if not name.startswith(PLUG_INS) and not name.endswith(("__init__.py", "__main__.py"))
        if len(source.splitlines()) < THIN and len(importers[name]) < FEW
        if _twin(name) == name or _twin(name) not in FILES
        if name not in DOORS  # Private names stand alone.
    }

    assert found == set(), "make it a part of its neighbour"


FIRST_MIGRATION = "0010"
"""Indexes are built concurrently since then, and the database names the versions that its tables serve."""

TAKES_AWAY = {
    "drop_table",
    "drop_column",
    "alter_column",
    "rename_table",
    "drop_constraint",
    "batch_alter_table",
}


def migrations() -> dict[str, ast.Module]:
    """Return the parsed migrations that must follow the rules, by file name."""
    return {
        file: tree
        for name, tree in trees().items()
        if "/migrations/versions/" in name and (file := name.rpartition("/")[2]) > FIRST_MIGRATION
    }


def calls(tree: ast.AST) -> Iterator[tuple[str, list[str]]]:
    """Yield each call's name, with the texts among its arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            texts = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
            yield name, [each for each in texts if isinstance(each, str)]


def test_a_new_index_on_a_table_that_is_in_use_is_built_concurrently() -> None:
    for file, tree in migrations().items():
        called = list(calls(tree))
        new = {texts[0] for name, texts in called if name == "create_table"}
        for name, texts in called:
            if name == "create_index":
                assert texts[1] in new, f"{file}: use storage.schema_changes.add_index for {texts[0]}"
            if name == "execute" and (
                made := re.search(r"CREATE (?:UNIQUE )?INDEX.* ON (\w+)", " ".join(texts))
            ):
                is_new = f"CREATE TABLE {made[1]}" in ast.unparse(tree) or made[1] in new
                assert is_new, f"{file}: use storage.schema_changes.add_index for {made[1]}"


def test_a_migration_with_an_index_on_a_table_that_is_in_use_does_nothing_else() -> None:
    """If the index fails, statements before it would be committed all the same, and executed again."""
    for file, tree in migrations().items():
        did = {name for name, _ in calls(tree)}
        if "add_index" in did:
            assert did <= {"add_index", "get_bind", "text"}, file


def test_a_migration_that_takes_something_away_says_which_versions_the_tables_serve_from_now_on() -> None:
    for file, tree in migrations().items():
        did = {name for name, _ in calls(tree)}
        if did & TAKES_AWAY:
            assert "serve_from" in did, f"{file}: call storage.schema_changes.serve_from(revision)"


def test_each_decision_stands_once_under_its_room_in_at_most_ten_lines() -> None:
    page = (ROOT / "council_core/DECISIONS.md").read_text(encoding="utf-8")
    contents, *rooms = re.split(r"^## ", page, flags=re.MULTILINE)
    entries = [entry for room in rooms for entry in re.split(r"^### ", room, flags=re.MULTILINE)[1:]]
    titles = [entry.partition("\n")[0] for entry in entries]
    lines = {entry.partition("\n")[0]: [line for line in entry.splitlines()[1:] if line] for entry in entries}

    assert re.findall(r"^- \[(.*)\]", contents, flags=re.MULTILINE) == [
        each.partition("\n")[0] for each in rooms
    ]
    assert len(titles) == len(set(titles)), "an entry stands twice"
    assert {title: len(each) for title, each in lines.items() if len(each) > 10} == {}
    assert {title for title, each in lines.items() if max(map(len, each)) > 145} == set(), "wrap its lines"


def test_each_module_and_name_on_the_map_for_contributors_is_there() -> None:
    page = (ROOT / "docs/contributing.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:bot|council_core)/[\w/]+\.py)`(?:\s+`([\w.]+)`)?", page)
    missing = [
        f"{file} {name}"
        for file, names in named
        for name in names.split(".")
        if not re.search(rf"(?:def|class) {name}\b", FILES.get(file, ""))
        and not (name == "" and file in FILES)
    ]

    assert len(named) > 10
    assert missing == []
