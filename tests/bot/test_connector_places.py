"""Tests of the places in which a connector may be used: one that no question can come from is refused by name."""

from pathlib import Path

import pytest

from bot.app.load_settings import load_settings
from council_core.errors import SettingsError
from tests.samples import in_english


def load(folder: Path, *where: str) -> tuple[str, ...]:
    """Return the places of a connector with these in its file. Raises SettingsError."""
    (folder / "services").mkdir(exist_ok=True)
    (folder / "services" / "wiki.toml").write_text(
        f'url = "https://wiki.example/?q={{{{question}}}}"\nwhere = {list(where)}\n', encoding="utf-8"
    )
    (connector,) = load_settings({"COUNCIL_CONNECTORS": "services"}, folder=folder).connectors
    return connector.where


def test_places_from_which_questions_come_are_taken(tmp_path: Path) -> None:
    places = (
        "*", "slack", "slack/T0123", "slack/E0123/C0456", "slack/T1/D2", "discord", "discord/123", "discord/123/456",
        "discord//456", "api", "api//nightly", "terminal", "playground",
    )  # fmt: skip

    assert load(tmp_path, *places) == places


@pytest.mark.parametrize(
    ("place", "near"),
    [
        ("slak", "slack"),
        ("Slack/T1", "slack/T1"),
        ("discrod/12/34", "discord/12/34"),
        ("all", "*"),
        ("slack:T1:C1", "slack/T1/C1"),
        ("slack/t012/c99", "slack/T012/C99"),
        ("T1/C1", "slack/T1/C1"),
        ("123/456", "discord/123/456"),
        ("slack/", "slack"),
        ("slack/T1/", "slack/T1"),
    ],
)
def test_a_slip_in_a_place_is_refused_with_the_place_that_was_meant(
    place: str, near: str, tmp_path: Path
) -> None:
    with pytest.raises(SettingsError) as refused:
        load(tmp_path, "slack/T1/C1", place)

    (said,) = in_english(refused.value.problems)
    assert said == (
        f"Service file {tmp_path}/services/wiki.toml: where has '{place}', which is not a place. Did you mean '{near}'?"
    )


@pytest.mark.parametrize(
    "place", ["#general", "slack/T1/#general", "slack/T1/C1/C2", "teams", "slack/acme", "discord/ours", ""]
)
def test_what_is_no_place_is_refused_with_what_is_one(place: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as refused:
        load(tmp_path, place)

    (said,) = in_english(refused.value.problems)
    assert (
        f"where has '{place}', which is not a place. Expected slack, discord, api, terminal, playground"
        in said
    )
    assert "slack/T0123/C0456" in said
