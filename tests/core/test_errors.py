"""Tests of the family of errors: its docstring draws all of them, and each names the problem and the remedy."""

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from council_core import errors
from council_core.errors import (
    CouncilError,
    MissingKey,
    OutcomeUnknown,
    Problem,
    SettingsError,
    StoreUnavailable,
    UnknownChoice,
    UnknownRun,
)

BRANCH = re.compile(r"^ {4}(?P<bars>(?:│   |    )*)(?:[├└]── )?(?P<name>[A-Z]\w+)(?P<text>.*)$")


def drawn() -> dict[str, str]:
    """Return each error in the docstring's tree with its parent."""
    parents: dict[str, str] = {}
    path: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        if (branch := BRANCH.match(line)) is None:
            continue
        depth = len(branch["bars"]) // 4 + (1 if "── " in line else 0)
        path = [*path[:depth], branch["name"]]
        parents[branch["name"]] = path[-2] if len(path) > 1 else ""
    return parents


def family(root: type[CouncilError]) -> dict[str, str]:
    """Return each class of the core below this one, itself included, with its parent."""
    found = {root.__name__: "" if root is CouncilError else root.__mro__[1].__name__}
    for child in root.__subclasses__():
        found |= family(child) if child.__module__ == errors.__name__ else {}
    return found


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    assert drawn() == family(CouncilError)


def test_no_other_module_of_the_core_has_an_error_of_its_own() -> None:
    names = family(CouncilError)
    core = Path(errors.__file__).parent
    elsewhere = [
        f"{path.name}: {node.name}"
        for path in core.rglob("*.py")
        if path != Path(errors.__file__)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        and any(isinstance(root, ast.Name) and root.id in names for root in node.bases)
    ]

    assert elsewhere == []


def test_every_branch_of_the_tree_says_when_it_is_raised() -> None:
    lines = [line for line in (errors.__doc__ or "").splitlines() if "── " in line]

    assert [line for line in lines if len(line.split("── ")[1].split()) < 4] == []


def test_every_error_has_a_docstring_of_its_own() -> None:
    names = family(CouncilError)

    assert [name for name in names if not getattr(errors, name).__doc__] == []


@pytest.mark.parametrize(
    ("make", "parts", "why"),
    [
        (
            lambda: UnknownRun("r123"),
            ["run_id=r123"],
            "which run",
        ),
        (
            lambda: UnknownChoice("rubric", "genral", ["code", "general"]),
            ["thing=rubric value=genral", "known=code, general"],
            "what was given, and what there is",
        ),
        (
            lambda: UnknownChoice("response", "Q", []),
            ["thing=response value=Q"],
            "also when there is nothing",
        ),
        (
            lambda: MissingKey("openai", "OPENAI_API_KEY"),
            ["provider=openai variable=OPENAI_API_KEY"],
            "whose key, and the variable that would hold it",
        ),
        (
            lambda: SettingsError([Problem("host", name="HOST", value="x"), Problem("discord_intents")]),
            ["host name=HOST value=x; discord_intents"],
            "all problems with their facts",
        ),
    ],
)
def test_a_message_carries_the_values_and_what_to_do(
    make: Callable[[], CouncilError], parts: list[str], why: str
) -> None:
    text = str(make())

    assert [part for part in parts if part not in text] == [], why


def test_what_a_message_is_made_of_can_be_read_without_parsing_it() -> None:
    unknown = UnknownChoice("rubric", "genral", ["code"])
    missing = MissingKey("openai", "OPENAI_API_KEY")

    assert (unknown.thing, unknown.value, unknown.known) == ("rubric", "genral", ("code",))
    assert (missing.provider, missing.variable) == ("openai", "OPENAI_API_KEY")
    assert UnknownRun("r123").run_id == "r123"
    assert SettingsError([Problem("proxy", name="HTTPS_PROXY")]).problems == (
        Problem("proxy", name="HTTPS_PROXY"),
    )
    assert StoreUnavailable("locked", database="council.db").facts == {"database": "council.db"}
    assert OutcomeUnknown("The connection was cut.", code="reset").code == "reset"
