"""A place with a secret, and people who may not read it: the start of all attacks on either platform."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import select

from council_core.storage.database import Database
from council_core.storage.tables import decisions, place_settings, public_links, schedules
from tests.e2e.council_app import Serving
from tests.testbed.models import ModelServer

SECRET = "Shall we sell the walrus division?"
WHEN = "monday 9:00 Europe/Berlin"
NAMES = ("Onyx", "Beryl", "Topaz", "Quartz")
"""The members: their names are hidden until the reveal."""


class Arena(Protocol):
    """A private place in which Alice has asked `SECRET`, with an open vote. Bob was a member and has left, then Alice;
    Eve never was one."""

    @property
    def models(self) -> ModelServer: ...

    @property
    def served(self) -> Serving: ...

    @property
    def schedule(self) -> str:
        """Return the id of the schedule that Alice has made in the private place."""
        ...

    async def typed(self, who: str, words: str) -> str:
        """Type a command into the open channel, and return the private reply."""
        ...

    async def pressed(self, who: str, label: str) -> str:
        """Press a button of the private place on an old screen, and return the private reply."""
        ...

    async def sent(self, who: str, form: str) -> str:
        """Send a form that Bob opened while he was a member, and return the private reply."""
        ...

    async def forged(self, who: str, action: str, *, inside: bool) -> str:
        """Press a forged button with this action, inside the private place or in the open channel, and return the
        private reply."""
        ...

    async def filled_in(self, who: str, action: str, fields: Mapping[str, str], *, inside: bool) -> str:
        """Send a forged form with this action and these fields, as if it had been opened inside the private place or in
        the open channel, and return the private reply."""
        ...

    def posts(self) -> int:
        """Return the number of posts that everybody in the private place sees."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The state that no attack may change."""

    runs: tuple[str, ...]
    ballots: tuple[object, ...]
    status: str
    calls: int
    posts: int


async def state(arena: Arena) -> State:
    """Return the present state."""
    runs = await arena.served.app.store.latest(limit=9)
    return State(
        runs=tuple(run.id for run in runs),
        ballots=runs[-1].ballots,
        status=runs[-1].status,
        calls=len(arena.models.journal.calls),
        posts=arena.posts(),
    )


async def settings_kept(database: str) -> list[object]:
    """Return all settings that any place has ever saved."""
    opened = Database(database)
    try:
        async with opened.reading() as connection:
            return list(await connection.execute(select(place_settings)))
    finally:
        await opened.aclose()


async def kept_beside_runs(database: str) -> dict[str, list[object]]:
    """Return all that a database keeps beside runs: schedules, decisions, public links, settings."""
    opened = Database(database)
    try:
        async with opened.reading() as connection:
            return {
                table.name: [tuple(row) for row in await connection.execute(select(table))]
                for table in (schedules, decisions, public_links, place_settings)
            }
    finally:
        await opened.aclose()


async def only_schedule(served: Serving) -> str:
    """Return the id of the only schedule there is."""
    opened = Database(served.app.settings.database_url)
    try:
        async with opened.reading() as connection:
            return str((await connection.execute(select(schedules.c.id))).scalar_one())
    finally:
        await opened.aclose()


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """An action of a person without permission."""

    name: str
    do: Callable[[Arena, str], Awaitable[str]]
    """Try the action on the run with this id; return the private reply."""

    says: str = ""
    """Words that the reply must hold: who can change it."""


NOT_CHECKED = "could not check whether you may read"
"""Words of the refusal when a platform does not answer within a second, as on a busy machine."""


async def outcome(attack: Attack, arena: Arena) -> list[str]:
    """Try an attack, once more where rights could not be checked; return its unwanted effects, none if it was
    repelled."""
    before = await state(arena)
    told = " ".join((await attack.do(arena, before.runs[-1])).split())
    if NOT_CHECKED in told:
        told = " ".join((await attack.do(arena, before.runs[-1])).split())
    after = await state(arena)
    wrong = [f"changed: {before} to {after}"] if before != after else []
    wrong += ["told the secret"] if "walrus division" in told else []
    wrong += [f"told of {name}" for name in NAMES if name in told]
    wrong += [f"said {told!r}"] if attack.says not in told else []
    return [f"{attack.name}: {each}" for each in wrong]
