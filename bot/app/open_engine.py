"""Open a process's engine, with the story of a run and the announcer that posts for it."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial

from bot.announcing.announced_run import LiveRun
from bot.announcing.announcer import ThreadAnnouncer
from bot.announcing.erasing import WatchfulReceipts
from bot.announcing.growing_verdicts import VerdictDrafts
from bot.announcing.restoring import restore, restore_exports
from bot.app.naming import Naming
from bot.app.open_parts import connectors_of, purse_of
from bot.app.platform_files import PlatformFiles, intake_of
from bot.app.process import SERVE, executor_name
from bot.app.stopping import Stopping
from bot.ports import ChatPlatform
from bot.settings.environment import Settings
from bot.watching.run import WatchedRun
from council_core.admission import RunQueue
from council_core.blindness import prepare as prepare_masking
from council_core.council_run import Surroundings, council_run, stopped_run
from council_core.domain.answer import Outcome
from council_core.domain.ending import OUR_FAULT
from council_core.domain.question import RunId
from council_core.engine.durable import DurableEngine
from council_core.engine.ingress import IngressEngine
from council_core.engine.lease import Lease
from council_core.engine.runs import EndingStory, Story
from council_core.engine.supervisor import Supervisor
from council_core.engine.sweep import Sweep
from council_core.errors import RunDeleted, StoreIncompatible
from council_core.outage import when_the_store_is_there
from council_core.ports import ALONE, OPEN, Changes, Clock, LateAnswer, Observer, Signals, Steps, Toolbox
from council_core.providers.complete import Models
from council_core.stages.deadline import Stragglers
from council_core.storage.blobs import SqlBlobs
from council_core.storage.calibrations import SqlCalibrations
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.database import Database
from council_core.storage.history import SqlAnswerTimes, SqlHistory
from council_core.storage.notices import CHANGES
from council_core.storage.queue import SqlQueue
from council_core.storage.receipts import SqlReceipts
from council_core.storage.rows import prepare_reading
from council_core.storage.run_records import SqlDecisions
from council_core.storage.runs import SqlRunStore
from council_core.storage.schedules import SqlSchedules
from council_core.storage.session_lock import SWEEP, alone
from council_core.storage.url import engine_url, is_sqlite

ENGINE_SECONDS = 5.0
"""Seconds in which the engine stops its runs, disconnects and says so to other processes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """Parts that every process has, with or without runs of its own."""

    stack: AsyncExitStack
    stopping: Stopping
    settings: Settings
    family: str
    database: Database
    queue: SqlQueue | None
    store: SqlRunStore
    models: Models
    changes: Changes
    served: Mapping[str, ChatPlatform]
    watched: Mapping[str, ChatPlatform]
    files: PlatformFiles
    observe: Observer
    clock: Clock
    supervisor: Supervisor
    toolbox: Toolbox
    drafts: VerdictDrafts


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """A launched engine and the announcer that posts for its runs."""

    engine: DurableEngine | IngressEngine
    announcer: ThreadAnnouncer | IngressEngine
    refresh: Callable[[RunId], None]
    let_go: Callable[[RunId], None]
    drawn: Callable[[], Sequence[LiveRun]]
    """The runs whose cards this process draws."""

    owes_cards: Callable[[], bool]
    """Tells whether this process still starts a new run or prepares its card."""


async def open_ingress(base: Base) -> Engine:
    """Open an engine that hands all work to other processes."""
    engine = IngressEngine(
        database_url=engine_url(base.settings.database_url),
        checkpoints=SqlCheckpoints(base.database),
        family=base.family,
    )
    await engine.launch()
    base.stack.push_async_callback(base.stopping.close, "the engine", engine.aclose)
    return Engine(
        engine=engine,
        announcer=engine,
        refresh=_left_to_workers,
        let_go=_left_to_workers,
        drawn=tuple,
        owes_cards=lambda: False,
    )


async def open_worker(base: Base) -> Engine:
    """Open an engine that executes runs in this process, and the announcer that posts for them."""
    database, queue, store, clock = base.database, base.queue, base.store, base.clock
    url, executor = engine_url(base.settings.database_url), executor_name(database, base.family)
    is_shared = base.family == SERVE and not is_sqlite(database.url)
    lease = Lease(url, executor=executor, channel=CHANGES, outage=database.outage) if is_shared else None
    gate = RunQueue(queue, worker=executor) if queue is not None else None
    engine = DurableEngine(
        database_url=url,
        executor=executor,
        checkpoints=SqlCheckpoints(database),
        family=base.family,
        lease=lease,
        write_lock=database.write_lock,
        queue=gate,
        observe=base.observe,
        supervisor=base.supervisor,
    )
    if queue is not None and gate is not None:
        queue.moved = gate.wake
    announcer = ThreadAnnouncer(
        platforms=base.watched,
        receipts=WatchfulReceipts(SqlReceipts(database, clock), base.watched),
        store=store,
        drafts=base.drafts,
        times=SqlAnswerTimes(database),
        fence=lease or ALONE,
        has_pages=base.family == SERVE and base.settings.web is not None,
    )
    base.stack.push_async_callback(base.stopping.close, "the announcer", announcer.aclose)
    story, ending = _story(base, engine, announcer, gate)

    def owes_cards() -> bool:
        return (gate is not None and gate.is_starting) or any(live.owes_card for live in announcer.drawn())

    async def give_up(run_id: RunId) -> None:
        await store.cancel(run_id, clock.now(), OUR_FAULT)

    await _before_launch(base)
    await engine.launch(
        story,
        ending=ending,
        announce=announcer.announce,
        changed=announcer.refresh,
        lost=announcer.let_go,
        followed=base.drafts.send_again,
        give_up=give_up,
        platforms=tuple(base.served),
    )
    base.stack.push_async_callback(base.stopping.close, "the engine", engine.aclose, ENGINE_SECONDS)
    if base.family == SERVE:
        _start_sweep(base, engine, url, executor)
    return Engine(
        engine=engine,
        announcer=announcer,
        refresh=announcer.refresh,
        let_go=announcer.let_go,
        drawn=announcer.drawn,
        owes_cards=owes_cards,
    )


async def _before_launch(base: Base) -> None:
    await _restore(base)
    # It takes seconds, for which the first answers or pages would otherwise wait. A command needs few of the masks.
    for prepare in (prepare_masking, prepare_reading) if base.family == SERVE else (prepare_reading,):
        asyncio.get_running_loop().run_in_executor(None, prepare)


async def _restore(base: Base) -> None:
    """Post stored runs again on platforms that lose their posts; their files follow after the start."""
    database = base.database
    exports = await restore(
        base.served,
        store=base.store,
        posted=SqlReceipts(database, base.clock),
        blobs=SqlBlobs(database),
        decisions=SqlDecisions(database),
        history=SqlHistory(database),
        schedules=SqlSchedules(database),
    )
    if exports:
        work = restore_exports(exports, base.served, base.store)
        _close_task(base, asyncio.create_task(work, name="restore exports"))


def _story(
    base: Base, engine: DurableEngine, announcer: ThreadAnnouncer, gate: RunQueue | None
) -> tuple[Story, EndingStory]:
    """Return the functions for a run's story and its ending, over the ports of this process."""
    store, queue = base.store, base.queue

    async def arrived(run_id: RunId, outcome: Outcome) -> None:
        await when_the_store_is_there(lambda: store.add_late(run_id, outcome))
        if outcome.kind == "answer":
            late = LateAnswer(member=outcome.member)
            await when_the_store_is_there(lambda: engine.send(run_id, late, key=f"late:{outcome.member}"))

    naming = Naming(base.served, store.name_asker, announcer.refresh)
    stragglers = Stragglers(arrived)
    base.stack.push_async_callback(base.stopping.close, "late answers", stragglers.aclose)
    around = Surroundings(
        models=base.models,
        store=store,
        announcer=announcer,
        stragglers=stragglers,
        clock=base.clock,
        blobs=SqlBlobs(base.database),
        purse=purse_of(base.settings, base.database, store, base.models),
        intake=intake_of(base.files, base.models, connectors_of(base.settings, base.database)),
        gate=gate or OPEN,
        calibrations=SqlCalibrations(base.database),
        toolbox=base.toolbox,
        drafts=any(platform.limits.drafts for platform in base.served.values()),
    )

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        try:
            run = await when_the_store_is_there(lambda: store.get(run_id))
        except RunDeleted:
            return
        except StoreIncompatible:
            if queue is not None:
                await queue.drop(run_id)  # The run waits for the next start, and others need its slot.
            raise
        watched = WatchedRun(run, base.observe, base.clock)
        with announcer.executing(run), watched.under_way(), naming.beside(run):
            await council_run(run, watched.around(around), watched.steps(steps), signals)

    async def ending(run_id: RunId, steps: Steps) -> None:
        await stopped_run(run_id, around, steps)

    return story, ending


def _start_sweep(base: Base, engine: DurableEngine, url: str, executor: str) -> None:
    sweep = Sweep(
        engine=engine,
        database_url=url,
        executor=executor,
        family=base.family,
        store=base.store,
        checkpoints=SqlCheckpoints(base.database),
        clock=base.clock,
        platforms=tuple(base.served),
        alone=partial(alone, base.database, SWEEP),
    )
    sweeping = asyncio.create_task(base.supervisor.keep("sweep", sweep.watch), name="sweep")
    _close_task(base, sweeping)


def _close_task(base: Base, task: "asyncio.Task[None]") -> None:
    async def stopped() -> None:
        task.cancel()
        await asyncio.wait({task})

    base.stack.push_async_callback(base.stopping.close, task.get_name(), stopped)


def _left_to_workers(run_id: RunId) -> None:
    """Do nothing: the worker that executes the run is notified of every vote by the database, and redraws the card."""
