"""Tests of `.env` files: the variables in them, and sentences for what cannot be read."""

import logging
from pathlib import Path

import pytest

from bot.app.load_settings import load_settings
from bot.settings.env_file import variables_in
from council_core.errors import Problem, SettingsError
from tests.samples import in_english


def read(file: Path) -> tuple[dict[str, str], tuple[str, ...], tuple[str, ...]]:
    """Return the variables, the problems and the notices of a file."""
    problems, notices = list[Problem](), list[Problem]()
    return variables_in(file, problems, notices), in_english(problems), in_english(notices)


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        ("A=1\nexport B='two words'\n\n# C=3\nD=\n", {"A": "1", "B": "two words", "D": ""}),
        ("\ufeffA=1\r\nB=2\r\n", {"A": "1", "B": "2"}),
        ('KEY="-----BEGIN\nabc def\n-----END"\nA=1', {"KEY": "-----BEGIN\nabc def\n-----END", "A": "1"}),
        ("", {}),
    ],
)
def test_variables_are_read_and_nothing_is_noted(
    text: str, variables: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text(text, encoding="utf-8", newline="")

    assert read(tmp_path / ".env") == (variables, (), ())


def test_a_line_that_says_nothing_is_noted_by_its_number_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / ".env").write_text("# ours\nOPENAI_API_KEY sk-planted\nA=1\n", encoding="utf-8")

    with caplog.at_level(logging.DEBUG):
        settings = load_settings({}, folder=tmp_path)

    assert in_english(settings.notices) == (
        f"Settings file {tmp_path / '.env'}: Line 2 has no = and is not read. Write it as NAME=value.",
    )
    assert caplog.text == ""


def test_a_file_in_another_encoding_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("A=Bücher".encode("latin-1"))

    with pytest.raises(SettingsError) as refused:
        load_settings({}, folder=tmp_path)

    assert in_english(refused.value.problems) == (
        f"Settings file {tmp_path / '.env'}: It is not UTF-8. Save it in that encoding.",
    )


def test_a_file_that_cannot_be_opened_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / ".env").symlink_to(tmp_path / ".env")

    assert read(tmp_path / ".env")[:2] == (
        {},
        (f"Settings file {tmp_path / '.env'}: It cannot be opened (Too many levels of symbolic links).",),
    )


def test_no_file_and_a_folder_of_that_name_hold_nothing(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()

    assert read(tmp_path / ".env") == read(tmp_path / "missing" / ".env") == ({}, (), ())
