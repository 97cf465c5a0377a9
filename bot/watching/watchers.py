"""What is set -> everybody who watches a process that serves: the log always, figures and traces where asked for."""

import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.watching.journal import journal
from bot.watching.metrics import Metrics
from bot.watching.traces import Traces, traces_trouble, traces_wanted
from council_core.ports import Observer

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watchers:
    """Who watches."""

    observers: tuple[Observer, ...]
    metrics: Metrics | None
    """The figures, to be shown over HTTP; None where nobody asked for them."""


@asynccontextmanager
async def watchers(environment: Mapping[str, str], *, metrics: bool) -> AsyncGenerator[Watchers]:
    """Those who watch, until the block ends; what is still to be sent goes out then.

    Args:
        environment: Says by OpenTelemetry's variables whether traces are wanted. Traces that cannot be sent keep
            nobody from serving: such variables are often set for every process of a cluster.
        metrics: Whether figures are kept.
    """
    figures = Metrics() if metrics else None
    traces: Traces | None = None
    if traces_wanted(environment):
        if trouble := traces_trouble(environment):
            logger.warning("no traces are sent: %s", trouble)
        else:
            traces = Traces(environment)
    observers = tuple(each for each in (journal, figures, traces) if each is not None)
    try:
        yield Watchers(observers=observers, metrics=figures)
    finally:
        if traces is not None:
            await traces.aclose()
