"""The health of this process: whether it lives, and whether it is ready for questions."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.ports import ChatPlatform, Condition
from council_core.errors import CouncilError, StoreError

logger = logging.getLogger(__name__)

Check = Callable[[], Awaitable[Condition]]

SECONDS = 2.0
"""Time limit in seconds for a part to report its condition."""

FRESH_SECONDS = 1.0
"""Seconds for which a report is cached, so that frequent checks cost the database nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The condition of all parts."""

    status: str
    """`ok`, `partly` (a part was given up and the rest works), `trouble` or `draining`."""

    parts: Mapping[str, Condition]

    @property
    def is_ok(self) -> bool:
        return self.status in {"ok", "partly"}

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON, without secrets."""
        return {"status": self.status, "parts": {name: _part(each) for name, each in self.parts.items()}}


def _part(part: Condition) -> dict[str, Any]:
    wrong = {} if part.ok else {"why": part.why}
    return {"ok": part.ok, **wrong, **{name: round(value, 3) for name, value in part.figures.items()}}


class Health:
    """Whether this process lives and is ready.

    Attributes:
        draining: Set when the process is told to stop. From then on it is not ready for new requests, and it lives
            until all work under way is done.
    """

    def __init__(
        self, *, alive: Mapping[str, Check], ready: Mapping[str, Check], seconds: float = SECONDS
    ) -> None:
        """Args:
        alive: Parts whose failure only a restart repairs, by name.
        ready: Further parts that must work before questions are accepted, by name.
        seconds: Time limit for a part to report its condition."""
        self.draining = False
        self._given_up: dict[str, Condition] = {}
        self._alive = {name: _Part(check, seconds) for name, check in alive.items()}
        self._ready = {**self._alive, **{name: _Part(check, seconds) for name, check in ready.items()}}

    @property
    def given_up(self) -> frozenset[str]:
        """Return the names of the parts that were given up."""
        return frozenset(self._given_up)

    def give_up(self, name: str, why: str) -> None:
        """Give up a part that only a restart can repair and that the others can do without. Its trouble is reported
        from now on, and the other parts go on accepting questions."""
        self._given_up[name] = Condition(ok=False, why=why)

    async def liveness(self) -> Report:
        """Report whether a restart is needed. Any answer at all shows that the event loop runs."""
        return await _report(self._alive)

    async def readiness(self) -> Report:
        """Report whether a question asked now would be accepted, stored and answered. Takes a few seconds at most."""
        report = await _report(
            {name: part for name, part in self._ready.items() if name not in self._given_up}
        )
        if self._given_up:
            status = "partly" if report.is_ok else report.status
            report = Report(status=status, parts={**report.parts, **self._given_up})
        return Report(status="draining", parts=report.parts) if self.draining else report


class _Part:
    """One part, checked by one caller at a time and not more often than useful."""

    def __init__(self, check: Check, seconds: float) -> None:
        self._check, self._seconds = check, seconds
        self._asking: asyncio.Task[Condition] | None = None
        self._asked_at = 0.0

    async def condition(self) -> Condition:
        loop = asyncio.get_running_loop()
        is_fresh = loop.time() - self._asked_at < FRESH_SECONDS
        if self._asking is None or (self._asking.done() and not is_fresh):
            self._asked_at = loop.time()
            self._asking = asyncio.create_task(self._ask(self._check))
        # A part that hangs is checked once for all callers, and each caller learns in time that it hangs.
        await asyncio.wait({self._asking}, timeout=max(0.0, self._asked_at + self._seconds - loop.time()))
        if self._asking.done():
            return self._asking.result()
        waited = loop.time() - self._asked_at
        return Condition(ok=False, why=f"It has given no answer for {waited:.1f} seconds.")

    async def _ask(self, check: Check) -> Condition:
        try:
            return await check()
        except CouncilError as error:
            return Condition(ok=False, why=str(error))
        except Exception as error:  # noqa: BLE001  # whatever it is, it is not well
            return Condition(ok=False, why=f"It cannot be asked: {type(error).__name__}.")


async def _report(parts: Mapping[str, _Part]) -> Report:
    async with asyncio.TaskGroup() as group:
        asked = {name: group.create_task(part.condition()) for name, part in parts.items()}
    conditions = {name: task.result() for name, task in asked.items()}
    is_ok = all(condition.ok for condition in conditions.values())
    return Report(status="ok" if is_ok else "trouble", parts=conditions)


async def _no_figures() -> Mapping[str, float]:
    return {}


def health_of(
    troubles: Mapping[str, Callable[[], str]],
    check_database: Callable[[], Awaitable[None]],
    platforms: Mapping[str, ChatPlatform],
    absences: Mapping[str, Callable[[], str]] | None = None,
    engine_figures: Callable[[], Mapping[str, float]] = dict[str, float],
    database_figures: Callable[[], Awaitable[Mapping[str, float]]] = _no_figures,
) -> Health:
    """Build the health of a council.

    Args:
        troubles: Parts that only a restart repairs, by name; each returns its trouble in one sentence, or an empty
            text.
        check_database: Raises StoreError if the database cannot be used.
        platforms: The platforms that are served, by name.
        absences: Parts that may recover by themselves, by name; each returns what is missing now, or an empty text.
        engine_figures: Numbers about the runs of this process, by name.
        database_figures: Numbers about all runs, by name.
    """

    def lives(name: str, trouble_of: Callable[[], str]) -> Check:
        async def ask() -> Condition:
            trouble = trouble_of()
            return Condition(
                ok=not trouble, why=trouble, figures=engine_figures() if name == "engine" else {}
            )

        return ask

    said = ""

    async def keeps() -> Condition:
        nonlocal said
        try:
            await check_database()
            figures = await database_figures()
        except StoreError as error:
            # The error names the host and the user, or a path. Only the log gets it, because strangers may call this
            # too.
            if str(error) != said:
                logger.warning("%s", error)
            said = str(error)
            return Condition(ok=False, why="The database cannot be used. The log of this process says why.")
        said = ""
        return Condition(ok=True, figures=figures)

    connections = {
        name: condition
        for name, platform in platforms.items()
        if (condition := platform.abilities.condition) is not None
    }
    alive = {name: lives(name, trouble_of) for name, trouble_of in troubles.items()}
    waits = {name: lives(name, absence_of) for name, absence_of in (absences or {}).items()}
    return Health(alive=alive, ready={"database": keeps, **waits, **connections})
