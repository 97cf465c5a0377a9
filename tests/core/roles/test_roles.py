"""Tests of roles as TOML files: ours, the operator's, and mistakes in a file."""

from pathlib import Path

import pytest
from pydantic_ai.messages import ModelRequest

from council_core.domain.member import Member, MemberId
from council_core.domain.observations import CallPurpose
from council_core.ports import Prompt
from council_core.providers.line import messages
from council_core.roles import load

GOOD = 'title = "Guard"\ninstructions = "Look for leaks."'


def test_five_roles_come_with_the_council() -> None:
    problems: list[str] = []

    found = load(None, problems)

    assert (list(found), problems) == (["customer", "engineer", "lawyer", "optimist", "sceptic"], [])


def test_a_house_adds_roles_and_replaces_ours(tmp_path: Path) -> None:
    for name in ("guard", "lawyer"):
        (tmp_path / f"{name}.toml").write_text(GOOD)
    problems: list[str] = []

    found = load(tmp_path, problems)

    assert (found["guard"].title, found["lawyer"].instructions) == ("Guard", "Look for leaks.")
    assert (found.keys(), problems) == ({*load(None, problems), "guard"}, [])


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("Guard", GOOD, "Name the file with up to 30 small letters,"),
        ("guard", 'instructions = "x"', "has no title."),
        ("guard", 'title = "Guard"', "has no instructions."),
        ("guard", 'title = ""\ninstructions = "x"', "its title has 0 characters; expected 1 to 40."),
        (
            "guard",
            f'title = "{"x" * 41}"\ninstructions = "x"',
            "its title has 41 characters; expected 1 to 40.",
        ),
        (
            "guard",
            'title = "G"\ninstructions = " "',
            "its instructions has 0 characters; expected 1 to 4000.",
        ),
        ("guard", f"{GOOD}\ncolour = 1", "it holds colour; known: instructions, title."),
        ("guard", "title = ", "is no TOML: "),
    ],
)
def test_a_bad_file_is_named_with_what_is_wrong(tmp_path: Path, name: str, text: str, said: str) -> None:
    (tmp_path / f"{name}.toml").write_text(text)
    problems: list[str] = []

    found = load(tmp_path, problems)

    (problem,) = problems
    assert problem.startswith(f"Role file {tmp_path}/{name}.toml")
    assert said in problem
    assert found == load(None, problems)


def test_a_folder_that_does_not_exist_is_said(tmp_path: Path) -> None:
    problems: list[str] = []

    load(tmp_path / "nowhere", problems)

    assert problems == [
        (
            f"COUNCIL_ROLES is '{tmp_path / 'nowhere'}', and there is no such folder. "
            "Create it, or leave COUNCIL_ROLES out."
        )
    ]


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
