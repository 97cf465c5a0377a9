"""Counts observations in Prometheus metrics. Its library is imported only if metrics are enabled."""

import asyncio
from typing import Any, assert_never

from bot.ports import Condition
from bot.watching.catalogue import CATALOGUE, Figure
from council_core.domain.observations import (
    CallEnded,
    CallRetried,
    Observation,
    PlatformWaited,
    PostSent,
    RequestHandled,
    RunAdmitted,
    RunBegan,
    RunEnded,
    RunLeft,
    RunQueued,
    RunResumed,
    RunsTakenOver,
    RunUnqueued,
    StageEnded,
    StoreUsed,
    TaskFailed,
    VoteCounted,
)

MOST_MEMBERS = 50
"""Most members with figures of their own. People may name any number of models in chat; further ones count as
`other`."""

LOOK_SECONDS = 0.5
"""Seconds between two measurements of the event loop's lag."""

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Implements `council_core.ports.Observer` on a registry of its own."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, ProcessCollector, disable_created_metrics

        # They would double the number of series and tell only the start time of the process.
        disable_created_metrics()
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._figures = {figure.name: _built(figure, self._registry) for figure in CATALOGUE}
        self._members: set[str] = set()

    def __call__(self, seen: Observation) -> None:
        match seen:
            case RunBegan():
                self._of("council_runs_under_way", seen.platform).inc()
            case RunQueued():
                self._of("council_runs_waiting", seen.platform).inc()
            case RunUnqueued():
                self._of("council_runs_waiting", seen.platform).dec()
            case RunAdmitted():
                self._of("council_queue_wait_seconds", seen.platform).observe(seen.waited)
            case RunResumed():
                self._of("council_runs_under_way", seen.platform).inc()
                self._of("council_runs_resumed_total", seen.platform).inc()
            case RunLeft():
                self._of("council_runs_under_way", seen.platform).dec()
            case RunsTakenOver():
                self._of("council_takeovers_total").inc(seen.count)
            case TaskFailed():
                self._of("council_task_failures_total", seen.task).inc()
            case StageEnded():
                self._of("council_stage_seconds", seen.stage).observe(seen.seconds)
            case RunEnded():
                self._of("council_runs_total", seen.platform, seen.outcome).inc()
            case CallEnded():
                self._call(seen)
            case CallRetried():
                self._of("council_call_retries_total", seen.provider, seen.why).inc()
                self._of("council_call_retry_wait_seconds_total", seen.provider).inc(seen.pause)
            case PostSent():
                self._of("council_posts_total", seen.platform, seen.what, seen.outcome).inc()
                self._of("council_post_seconds", seen.platform).observe(seen.seconds)
            case PlatformWaited():
                self._of("council_post_waits_total", seen.platform).inc()
                self._of("council_post_wait_seconds_total", seen.platform).inc(seen.seconds)
            case RequestHandled():
                self._of("council_requests_total", seen.platform, seen.what).inc()
                self._of("council_request_seconds", seen.platform).observe(seen.seconds)
            case VoteCounted():
                self._of("council_votes_total").inc()
            case StoreUsed():
                kind = "write" if seen.writes else "read"
                self._of("council_store_seconds", kind).observe(seen.seconds)
                self._of("council_store_wait_seconds", kind).observe(seen.waited)
            case _:
                assert_never(seen)

    def _call(self, seen: CallEnded) -> None:
        member = self._known(seen.member)
        self._of("council_calls_total", member, seen.purpose, seen.outcome).inc()
        self._of("council_call_seconds", member).observe(seen.seconds)
        usage = seen.usage
        self._of("council_tokens_total", member, "in").inc(usage.tokens_in or 0)
        self._of("council_tokens_total", member, "out").inc(usage.tokens_out or 0)
        self._of("council_cost_dollars_total", member).inc(float(usage.cost or 0))

    def _known(self, member: str) -> str:
        if len(self._members) < MOST_MEMBERS:
            self._members.add(member)
        return member if member in self._members else "other"

    def is_well(self, part: str, condition: Condition) -> None:
        """Record the result of `/readyz` for one part."""
        self._of("council_part_ok", part).set(float(condition.ok))
        for name, value in condition.figures.items():
            self._of("council_part_figure", part, name).set(value)

    async def watch_loop(self) -> None:
        """Measure the event loop's lag, until cancelled."""
        loop, lag = asyncio.get_running_loop(), self._of("council_loop_lag_seconds")
        while True:
            due = loop.time() + LOOK_SECONDS
            await asyncio.sleep(LOOK_SECONDS)
            lag.observe(max(0.0, loop.time() - due))

    def page(self) -> bytes:
        """Return all metrics, in `CONTENT_TYPE`."""
        from prometheus_client.exposition import generate_latest

        return generate_latest(self._registry)

    def _of(self, name: str, *labels: str) -> Any:
        figure = self._figures[name]
        return figure.labels(*labels) if labels else figure


def _built(figure: Figure, registry: Any) -> Any:
    from prometheus_client import Counter, Gauge, Histogram

    if figure.kind == "histogram":
        return Histogram(
            figure.name, figure.meaning, figure.labels, buckets=figure.buckets, registry=registry
        )
    return (Counter if figure.kind == "counter" else Gauge)(
        figure.name, figure.meaning, figure.labels, registry=registry
    )
