"""`python -m tests.crash.watched_bot`: `council serve` that reports the points of its runs, and waits where it is
told to.

The product is unchanged: the classes behind its ports are wrapped before `open_app` builds it.
"""

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from bot.__main__ import main as council
from bot.app import bootstrap, open_engine, open_parts, platform_files
from bot.cli import serve
from bot.ports import ChatPlatform
from bot.settings.environment import Settings
from council_core.domain.ballot import Ballot, Feedback
from council_core.domain.ending import Ending
from council_core.domain.place import Message, PersonId, Place, PlaceSettings, Scope
from council_core.domain.question import RunId
from council_core.domain.receipt import NONE_DRAWN, Receipt
from council_core.domain.run import Run
from council_core.engine.durable import DurableEngine, nothing_to_tell
from council_core.engine.ingress import IngressEngine
from council_core.engine.runs import EndingStory, Story
from council_core.ports import Signal, Signals, Steps
from council_core.storage.places import SqlPlaceSettings
from council_core.storage.receipts import SqlReceipts
from council_core.storage.runs import SqlRunStore
from council_core.tools.pages import PublicPages
from tests.crash.points import EVENTS, HOLDS, ROOMS
from tests.e2e.brisk_bot import brisk_platforms
from tests.e2e.council_app import SEED

T = TypeVar("T")


class Observer:
    """Reports to the harness each point that is reached, room by room."""

    def __init__(self, rooms: Mapping[str, str], holds: Mapping[str, str], events: Path) -> None:
        """
        Args:
            rooms: A channel's id -> the room's name.
            holds: The room's name -> the point at which it stands still.
            events: A named pipe.
        """
        self._rooms = rooms
        self._holds = holds
        self._pipe = os.open(events, os.O_WRONLY)
        self._counts = Counter[tuple[str, str]]()
        self._runs: dict[str, tuple[str, str]] = {}

    def meets(self, run: Run) -> None:
        """Report points of this run from now on."""
        room = self._rooms.get(run.question.place.channel, "")
        self._runs[run.id] = (room, "next" if run.question.follows else "first")

    async def reach(self, run_id: str, what: str) -> None:
        """Report a point of a run."""
        room, which = self._runs.get(run_id, ("", ""))
        await self.reach_in(room, f"{which}/{what}")

    async def reach_in(self, room: str, what: str) -> None:
        """Report a point of a room."""
        self._counts[room, what] += 1
        point = f"{what}#{self._counts[room, what]}"
        os.write(self._pipe, (json.dumps([room, point]) + "\n").encode())
        if self._holds.get(room) == point:
            await asyncio.Event().wait()

    async def around(self, run_id: str, what: str, work: Awaitable[T]) -> T:
        """Report the points before and after some work for a run."""
        await self.reach(run_id, f"{what}/before")
        result = await work
        await self.reach(run_id, f"{what}/after")
        return result

    def room_of(self, channel: str) -> str:
        return self._rooms.get(channel, "")


OBSERVER = Observer(
    json.loads(os.environ.get(ROOMS, "{}")),
    json.loads(os.environ.get(HOLDS, "{}")),
    Path(os.environ.get(EVENTS, os.devnull)),
)


class ObservedSteps:
    """Steps with a point before each, after its action, and after it was stored; equal names are counted."""

    def __init__(self, steps: Steps, run_id: str, scope: str = "") -> None:
        self._steps, self._run_id, self._scope = steps, run_id, scope
        self._names = Counter[str]()

    @property
    def is_new(self) -> bool:
        return self._steps.is_new

    def within(self, scope: str) -> "ObservedSteps":
        return ObservedSteps(self._steps.within(scope), self._run_id, f"{self._scope}{scope}/")

    async def once(
        self,
        name: str,
        action: Callable[[], Awaitable[T]],
        returns: object,
        *,
        made_of_steps: bool = False,
    ) -> T:
        self._names[name] += 1
        numbered = f"{name}~{self._names[name]}" if self._names[name] > 1 else name
        point = f"step/{self._scope}{numbered}"

        async def done() -> T:
            result = await action()
            await OBSERVER.reach(self._run_id, f"{point}/done")
            return result

        await OBSERVER.reach(self._run_id, f"{point}/before")
        result = await self._steps.once(name, done, returns, made_of_steps=made_of_steps)
        await OBSERVER.reach(self._run_id, f"{point}/after")
        return result

    def completed(self, name: str, returns: object, *, scope: str = "") -> object | None:
        return self._steps.completed(name, returns)


class ObservedSignals:
    """Signals with a point on both sides of each wait."""

    def __init__(self, signals: Signals, run_id: str) -> None:
        self._signals, self._run_id = signals, run_id

    async def wait(self, seconds: float) -> Signal | None:
        return await OBSERVER.around(self._run_id, "wait", self._signals.wait(seconds))


class ObservedEngine(DurableEngine):
    """Runs each story with observed steps and signals."""

    async def launch(self, story: Story, *, ending: EndingStory = nothing_to_tell, **others: Any) -> None:
        async def watched(run_id: RunId, steps: Steps, signals: Signals) -> None:
            assert ObservedRuns.newest is not None
            await ObservedRuns.newest.get(run_id)
            await story(run_id, ObservedSteps(steps, run_id), ObservedSignals(signals, run_id))
            await OBSERVER.reach(run_id, "story/after")

        async def watched_ending(run_id: RunId, steps: Steps) -> None:
            await OBSERVER.around(run_id, "ending", ending(run_id, steps))

        await super().launch(watched, ending=watched_ending, **others)

    async def start(self, run_id: RunId) -> None:
        await OBSERVER.around(run_id, "start", super().start(run_id))

    async def send(self, run_id: RunId, signal: Signal, *, key: str) -> None:
        await OBSERVER.around(run_id, f"send/{signal.kind}", super().send(run_id, signal, key=key))


class ObservedIngressEngine(IngressEngine):
    """Reports the work that the receiving process hands to workers."""

    async def start(self, run_id: RunId) -> None:
        await OBSERVER.around(run_id, "start", super().start(run_id))

    async def send(self, run_id: RunId, signal: Signal, *, key: str) -> None:
        await OBSERVER.around(run_id, f"send/{signal.kind}", super().send(run_id, signal, key=key))


class ObservedRuns(SqlRunStore):
    """Reports people's actions on a run. It hides past votes, so that rooms learn nothing from each other."""

    newest: "ObservedRuns | None" = None

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        ObservedRuns.newest = self

    async def voted_runs(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        return ()

    async def add(self, run: Run) -> bool:
        OBSERVER.meets(run)
        return await OBSERVER.around(run.id, "store/add", super().add(run))

    async def get(self, run_id: RunId) -> Run:
        run = await super().get(run_id)
        OBSERVER.meets(run)
        return run

    async def cast(self, run_id: RunId, ballot: Ballot) -> int:
        return await OBSERVER.around(run_id, "store/cast", super().cast(run_id, ballot))

    async def give_feedback(self, run_id: RunId, feedback: Feedback) -> None:
        await OBSERVER.around(run_id, "store/feedback", super().give_feedback(run_id, feedback))

    async def settle_thread(self, run_id: RunId, place: Place) -> None:
        await OBSERVER.around(run_id, "store/thread", super().settle_thread(run_id, place))

    async def cancel(self, run_id: RunId, at: Any, ending: Ending) -> bool:
        return await OBSERVER.around(run_id, "store/cancel", super().cancel(run_id, at, ending))

    async def add_answers(self, run: Run) -> None:
        await OBSERVER.around(run.id, "store/answers", super().add_answers(run))

    async def close_voting(self, run_id: RunId, at: Any) -> tuple[Ballot, ...]:
        return await OBSERVER.around(run_id, "store/close", super().close_voting(run_id, at))


class ObservedReceipts(SqlReceipts):
    """Reports claims and settlements."""

    async def claim(self, keys: Sequence[str]) -> Mapping[str, Receipt]:
        run_id, _, first = keys[0].partition("/")
        return await OBSERVER.around(run_id, f"claim/{first}", super().claim(keys))

    async def settle(
        self,
        standing: Mapping[str, Message],
        thread: Place | None = None,
        drawn: Mapping[str, str] = NONE_DRAWN,
    ) -> None:
        run_id, _, first = next(iter(standing)).partition("/")
        await OBSERVER.around(run_id, f"settle/{first}", super().settle(standing, thread, drawn))


class ObservedSettings(SqlPlaceSettings):
    """Reports saved settings."""

    async def save(
        self, scope: Scope, values: Mapping[str, str], *, version: int, by: PersonId
    ) -> PlaceSettings:
        room = OBSERVER.room_of(scope.channel)
        await OBSERVER.reach_in(room, "settings/before")
        saved = await super().save(scope, values, version=version, by=by)
        await OBSERVER.reach_in(room, "settings/after")
        return saved


class PagesHere(PublicPages):
    """Opens the harness's own page as well, which is on this machine."""

    def __init__(self, *, closed: frozenset[str] = frozenset()) -> None:
        super().__init__(closed=closed, allow_local=True)


def brisk(settings: Settings, names: Any, opened: Any) -> Mapping[str, ChatPlatform]:
    """Build the platforms that have a token; Slack's without its rate limit."""
    return brisk_platforms(settings)


WATCHED = {
    "DurableEngine": ObservedEngine,
    "IngressEngine": ObservedIngressEngine,
    "SqlRunStore": ObservedRuns,
    "SqlReceipts": ObservedReceipts,
    "SqlPlaceSettings": ObservedSettings,
}

BUILDERS = (bootstrap, open_engine, open_parts)
"""Modules that build them."""


def main() -> int:
    """Serve as `council serve` does, with the same arguments."""
    for name, watched in WATCHED.items():
        building = [module for module in BUILDERS if hasattr(module, name)]
        assert building, f"nothing builds {name} any more, so its points would be missing"
        for module in building:
            setattr(module, name, watched)
    platform_files.PublicPages = PagesHere
    watching = {
        "open_app": partial(bootstrap.open_app, draw_seed=lambda: SEED),
        "chosen_platforms": brisk,
    }
    for name, watched in watching.items():
        setattr(serve, name, watched)
    return council(["serve", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
