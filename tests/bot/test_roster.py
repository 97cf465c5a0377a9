"""Tests of members as people type them: converted to seats, and back."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.settings.roster import read_roster, write_roster
from council_core.domain.member import Roster
from council_core.errors import SettingsError
from tests.samples import in_english


def problems_of(members: str, chairman: str = "") -> tuple[str, ...]:
    with pytest.raises(SettingsError) as caught:
        read_roster(members, chairman)
    return in_english(caught.value.problems)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("demo:ada", "Ada"),
        ("openai:gpt-5", "gpt-5"),
        ("openrouter:anthropic/claude-sonnet-4.5", "claude-sonnet-4.5"),
        ("ollama:qwen3:8b", "qwen3:8b"),
    ],
)
def test_a_member_is_called_by_the_last_part_of_its_model(model: str, name: str) -> None:
    (member,) = read_roster(model, "").members

    assert (member.id, member.model, member.name) == (model, model, name)


def test_three_seats_of_one_model_have_three_ids_and_three_names() -> None:
    members = read_roster("openai:gpt-5, openai:gpt-5, openai:gpt-5?name=Ada", "").members

    assert [member.id for member in members] == ["openai:gpt-5", "openai:gpt-5#2", "openai:gpt-5#3"]
    assert [member.name for member in members] == ["gpt-5", "gpt-5 (2)", "Ada"]


def test_without_a_chairman_the_first_who_answers_takes_the_chair() -> None:
    assert read_roster("openai:a?answers=no, openai:b", "").chairman.id == "openai:b"


def test_a_chairman_is_found_by_name_or_id_and_may_come_from_outside() -> None:
    members = "openai:a?name=Ada, openai:b"

    assert [read_roster(members, chairman).chairman.id for chairman in ("Ada", "openai:b", "x:y")] == [
        "openai:a",
        "openai:b",
        "x:y",
    ]


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("gpt-5", "does not have the form provider:model"),
        (":gpt-5", "does not have the form provider:model"),
        ("openai:", "does not have the form provider:model"),
        ("openai:x?heat=1", "has an unknown setting 'heat'. Known: name, temperature, max_tokens"),
        ("openai:x?temperature=hot", "temperature is 'hot'; expected a number from 0 to 2."),
        ("openai:x?temperature=nan", "temperature is 'nan'; expected a number from 0 to 2."),
        ("openai:x?max_tokens=0", "max_tokens is '0'; expected at least 1, which nobody can lower"),
        ("openai:x?effort=huge", "effort is 'huge'; expected one of minimal, low, medium, high."),
        ("openai:x?answers=maybe", "answers is 'maybe'; expected one of yes, no."),
    ],
)
def test_an_entry_that_cannot_be_read_is_named(entry: str, sentence: str) -> None:
    (problem,) = problems_of(entry)

    assert entry in problem
    assert sentence in problem


def test_all_entries_that_cannot_be_read_are_named_at_once() -> None:
    assert len(problems_of("gpt-5, claude, openai:x?effort=huge", "nobody")) == 4


@pytest.mark.parametrize("members", ["", " , ", "openai:x?answers=no"])
def test_somebody_has_to_answer(members: str) -> None:
    (problem,) = problems_of(members)

    assert problem.startswith("No model on the council answers.")


words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12).map(str.strip)


@given(
    names=st.lists(words.filter(bool), min_size=1, max_size=4, unique=True),
    prompt=st.none() | words.filter(bool),
    temperature=st.none() | st.sampled_from([0.0, 0.7, 2.0]),
)
def test_a_roster_that_was_written_down_is_read_back_as_it_was(
    names: list[str], prompt: str | None, temperature: float | None
) -> None:
    drawn = read_roster(", ".join(f"openai:m{index}" for index in range(len(names))), "")
    members = tuple(
        replace(member, name=name, system_prompt=prompt, temperature=temperature)
        for member, name in zip(drawn.members, names, strict=True)
    )
    roster = Roster(members=members, chairman=members[-1])

    assert read_roster(*write_roster(roster)) == roster
