"""Tests of roles as TOML files: ours, the operator's, and mistakes in a file."""

from pathlib import Path

import pytest
from pydantic_ai.messages import ModelRequest

from council_core.domain.member import Member, MemberId
from council_core.domain.observations import CallPurpose
from council_core.errors import Problem
from council_core.ports import Prompt
from council_core.providers.caller import messages
from council_core.roles import load
from tests.samples import in_english

GOOD = 'title = "Guard"\ninstructions = "Look for leaks."'


def test_the_roles_that_come_with_the_council_are_whole() -> None:
    problems: list[Problem] = []

    found = load(None, problems)

    assert problems == []
    assert {"customer", "engineer", "lawyer", "optimist", "sceptic"} <= set(found)


def test_a_house_adds_roles_and_replaces_ours(tmp_path: Path) -> None:
    for name in ("guard", "lawyer"):
        (tmp_path / f"{name}.toml").write_text(GOOD)
    problems: list[Problem] = []

    found = load(tmp_path, problems)

    assert (found["guard"].title, found["lawyer"].instructions) == ("Guard", "Look for leaks.")
    assert (found.keys(), problems) == ({*load(None, problems), "guard"}, [])


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("Guard", GOOD, "Name the file with up to 30 small letters,"),
        ("guard", 'instructions = "x"', "title is missing. Add a line such as: title ="),
        ("guard", 'title = "Guard"', "instructions is missing. Add"),
        ("guard", 'title = ""\ninstructions = "x"', "title has 0 characters; expected 1 to 40."),
        (
            "guard",
            f'title = "{"x" * 41}"\ninstructions = "x"',
            "title has 41 characters; expected 1 to 40.",
        ),
        (
            "guard",
            'title = "G"\ninstructions = " "',
            "instructions has 0 characters; expected 1 to 4,000.",
        ),
        ("guard", f"{GOOD}\ncolour = 1", "There is no key 'colour'. Known: instructions, title."),
        ("guard", "title = ", "It is not TOML (Invalid value)."),
        ("guard", f"{GOOD}\ntitel = 1", "There is no key 'titel'. Did you mean 'title'?"),
    ],
)
def test_a_bad_file_is_named_with_what_is_wrong(tmp_path: Path, name: str, text: str, said: str) -> None:
    (tmp_path / f"{name}.toml").write_text(text)
    problems: list[Problem] = []

    found = load(tmp_path, problems)

    (problem,) = in_english(problems)
    assert problem.startswith(f"Role file {tmp_path}/{name}.toml")
    assert said in problem
    assert found == load(None, problems)


def test_a_folder_that_does_not_exist_is_said(tmp_path: Path) -> None:
    problems: list[Problem] = []

    load(tmp_path / "nowhere", problems)

    assert in_english(problems) == (
        (
            f"COUNCIL_ROLES is '{tmp_path / 'nowhere'}', and there is no such folder. "
            "Create it, or leave COUNCIL_ROLES out."
        ),
    )


@pytest.mark.parametrize(
    ("purpose", "has_it"),
    [
        ("answer", True),
        ("revise", True),
        ("reconsider", True),
        ("verify", False),
        ("review", False),
        ("synthesize", False),
        ("critique", False),
        ("describe", False),
    ],
)
def test_a_member_reads_its_role_only_to_answer(purpose: CallPurpose, has_it: bool) -> None:
    role = load(None, [])["sceptic"]
    seat = Member(id=MemberId("openai:a"), model="openai:a", name="a", role=role)
    prompt = Prompt(instructions="House.", text="Tabs?", purpose=purpose)

    (said,) = messages(seat, prompt)

    assert isinstance(said, ModelRequest)
    told = str(said.instructions)
    assert (role.instructions in told, "never name it" in told) == (has_it, has_it)
