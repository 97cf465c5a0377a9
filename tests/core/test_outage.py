"""Tests of the log lines about a database that cannot be used."""

import time

import pytest

from council_core.errors import StoreUnavailable
from council_core.outage import Outage

AWAY = StoreUnavailable("unusable", database="it", cause="connection\n\trefused")


def test_an_outage_is_told_once_and_its_end_once(caplog: pytest.LogCaptureFixture) -> None:
    outage = Outage()
    outage.ends(writes=False)

    for _ in range(3):
        outage.begins(AWAY)
    was_on = outage.is_on
    for _ in range(3):
        outage.ends(writes=False)

    assert was_on
    assert not outage.is_on
    away, back = caplog.messages
    assert away.endswith(f"everything waits until it is back: {AWAY}")
    assert back.startswith("the database is back after 0.0 s")


def test_reading_does_not_end_an_outage_in_which_only_writing_fails(caplog: pytest.LogCaptureFixture) -> None:
    outage = Outage()
    outage.ends(writes=True)

    outage.begins(AWAY, only_writes=True)
    outage.ends(writes=False)
    was_on = outage.is_on
    outage.ends(writes=True)

    assert (was_on, outage.is_on) == (True, False)
    assert len(caplog.messages) == 2


def test_a_database_that_was_never_used_or_written_is_left_to_the_error_of_the_start(
    caplog: pytest.LogCaptureFixture,
) -> None:
    outage = Outage()

    outage.begins(AWAY)
    outage.ends(writes=False)
    outage.begins(AWAY, only_writes=True)

    assert not outage.is_on
    assert caplog.messages == []


def test_a_use_that_began_before_the_outage_does_not_end_it() -> None:
    outage = Outage()
    asked = time.monotonic()
    outage.ends(writes=True)

    outage.begins(AWAY)
    outage.ends(writes=True, asked=asked)
    was_on = outage.is_on
    outage.ends(writes=True, asked=time.monotonic())

    assert (was_on, outage.is_on) == (True, False)
