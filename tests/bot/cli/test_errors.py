"""Errors -> a sentence and an exit code that means something."""

import pytest

from bot.cli.errors import exit_code_of
from council_core.errors import PlatformError, SettingsError, StoreUnavailable, UnknownRun

WRONG = SettingsError(["PORT is 'x'.", "COUNCIL_QUORUM is '0'."])

TOLD = "These settings need mending before Council can start:\n  - PORT is 'x'.\n  - COUNCIL_QUORUM is '0'.\n"


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (WRONG, 2, TOLD),
        (UnknownRun("r1"), 2, "There is no run 'r1'. `council history` lists the latest ones.\n"),
        (StoreUnavailable("The disk is full."), 1, "The disk is full.\n"),
        (KeyboardInterrupt(), 130, ""),
        (ExceptionGroup("", [WRONG]), 2, TOLD),
        (
            ExceptionGroup("", [PlatformError("Slack knows no such token."), ExceptionGroup("", [WRONG])]),
            1,
            f"Slack knows no such token.\n{TOLD}",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_what_fails_on_purpose_is_said_in_a_sentence(
    error: BaseException, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def work() -> int:
        raise error

    assert exit_code_of(work) == code
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("a bug"), ExceptionGroup("", [WRONG, ZeroDivisionError("a bug")])]
)
def test_a_bug_is_told_in_pythons_own_way(error: Exception) -> None:
    def work() -> int:
        raise error

    with pytest.raises(type(error)):
        exit_code_of(work)


def test_what_went_well_keeps_its_exit_code() -> None:
    assert exit_code_of(lambda: 4) == 4
