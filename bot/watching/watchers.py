"""Starts the observers of a process: always the log, and metrics and traces where they are enabled."""

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
    """The observers of a process."""

    observers: tuple[Observer, ...]
    metrics: Metrics | None
    """The metrics to show over HTTP; None where they are disabled."""


@asynccontextmanager
async def watchers(environment: Mapping[str, str], *, metrics: bool) -> AsyncGenerator[Watchers]:
    """Yield the observers until the block ends, then send the remaining spans.

    Args:
        environment: OpenTelemetry's variables in it enable traces. Traces that cannot be sent do not prevent serving,
            because such variables are often set for every process of a cluster.
        metrics: Whether metrics are enabled.
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
