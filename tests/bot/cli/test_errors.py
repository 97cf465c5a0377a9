"""Tests that an error becomes a sentence and a meaningful exit code."""

import pytest

from bot.cli.errors import exit_code_of
from bot.presentation.words import words_for
from council_core.errors import (
    PlatformError,
    Problem,
    SettingsError,
    StoreUnavailable,
    TooManyWaiting,
    UnknownRun,
)

WRONG = SettingsError(
    [
        Problem("no_secret_keys", name="COUNCIL_SECRET_KEYS"),
        Problem("yes_no", name="COUNCIL_FETCH", value="x"),
    ]
)

TOLD = (
    "Please fix these settings:\n"
    "  - COUNCIL_SECRET_KEYS is not set. `council secrets new` makes a key.\n"
    "  - COUNCIL_FETCH is 'x'; expected yes or no.\n"
)


NO_TOKEN = (
    "The platform does not accept the bot's token any more. The operator of Council has to install the app again or "
    "set a new token."
)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (WRONG, 2, TOLD),
        (UnknownRun("r1"), 2, "There is no run 'r1'. `council history` lists the latest ones.\n"),
        (
            StoreUnavailable("disk_full", database="council.db"),
            1,
            "The disk of the database council.db is full. Make room; nothing that was kept is lost.\n",
        ),
        (KeyboardInterrupt(), 130, ""),
        (ExceptionGroup("", [WRONG]), 2, TOLD),
        (
            ExceptionGroup("", [PlatformError("", code="invalid_auth"), ExceptionGroup("", [WRONG])]),
            1,
            f"{NO_TOKEN}\n{TOLD}",
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


LOW = Problem("too_low", name="COUNCIL_QUORUM", value="0", limit="1")


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"COUNCIL_LANGUAGE": "de"}, "de"),
        ({"COUNCIL_LANGUAGE": "Korean", "LANG": "de_DE.UTF-8"}, "ko"),
        ({"LC_ALL": "ko_KR.UTF-8", "LANG": "de_DE.UTF-8"}, "ko"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
    ],
)
def test_errors_are_said_in_the_language_of_the_settings_or_of_the_locale(
    variables: dict[str, str],
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("COUNCIL_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    words = words_for(language)

    def work() -> int:
        raise ExceptionGroup("", [SettingsError([LOW]), UnknownRun("r1"), TooManyWaiting(2)])

    exit_code_of(work)

    assert capsys.readouterr().err.splitlines() == [
        words.terminal.settings_wrong,
        f"  - {words.errors.problem(problem=LOW)}",
        words.terminal.unknown_run(run_id="r1"),
        words.errors.too_many_waiting(count=2),
    ]
