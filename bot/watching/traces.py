"""Turns observations into OpenTelemetry spans: one trace per run, with its stages, calls to models and posts.

A span is created when its work is over, under ids derived from the run's id. So no span has to be held open, and a run
that is resumed after a crash, even in another process, continues the same trace. Names follow the conventions for
generative AI (opentelemetry.io/docs/specs/semconv/gen-ai). No span holds any text of a question or an answer.

The libraries are the extra `otel`, and are imported only if traces are enabled.
"""

import asyncio
import os
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from importlib import import_module
from typing import TYPE_CHECKING, assert_never, cast

from council_core.domain.observations import (
    CallEnded,
    CallPurpose,
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
    TimedStage,
    VoteCounted,
)
from council_core.domain.question import RunId

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.sampling import Sampler
    from opentelemetry.trace import Tracer

Attribute = str | int | float | bool | Sequence[str] | None


class Ids:
    """The SDK's `IdGenerator`: returns the ids that were drawn for the next span, else random ones."""

    def __init__(self) -> None:
        self.next_trace: int | None = None
        self.next_span: int | None = None

    def generate_trace_id(self) -> int:
        """See `opentelemetry.sdk.trace.id_generator.IdGenerator`."""
        return self.next_trace or random.getrandbits(128)

    def generate_span_id(self) -> int:
        """See `opentelemetry.sdk.trace.id_generator.IdGenerator`."""
        return self.next_span or random.getrandbits(64) or 1

    def is_trace_id_random(self) -> bool:
        """See `opentelemetry.sdk.trace.id_generator.IdGenerator`."""
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A finished span."""

    name: str
    trace: int
    id: int | None = None
    """Id of the parent; None for a root span."""

    parent: int | None = None
    seconds: float
    goes_out: bool = False
    """Whether the span is a request to another service."""

    error: str = ""
    """The kind of error in one word; empty for success."""

    attributes: Mapping[str, Attribute]
    """Attributes; None for unknown values."""

    def emit(self, tracer: "Tracer", ids: Ids, sampler: "Sampler", *, ended_at: int) -> None:
        """Pass the span to the SDK.

        Args:
            tracer: Creates the SDK's span.
            ids: The generator that the tracer draws from.
            sampler: Decides by the trace id alone, so that either all spans of a run are sent or none.
            ended_at: Nanoseconds since 1970.
        """
        from opentelemetry import trace
        from opentelemetry.context import Context

        context = Context()
        if self.parent is not None:
            is_sampled = sampler.should_sample(None, self.trace, self.name).decision.is_sampled()
            above = trace.SpanContext(
                self.trace, self.parent, is_remote=True, trace_flags=trace.TraceFlags(int(is_sampled))
            )
            context = trace.set_span_in_context(trace.NonRecordingSpan(above), context)
        ids.next_trace, ids.next_span = self.trace, self.id
        span = tracer.start_span(
            self.name,
            context,
            kind=trace.SpanKind.CLIENT if self.goes_out else trace.SpanKind.INTERNAL,
            attributes={name: value for name, value in self.attributes.items() if value is not None},
            start_time=ended_at - round(1e9 * self.seconds),
        )
        ids.next_trace = ids.next_span = None
        if self.error:
            span.set_attribute("error.type", self.error)
            span.set_status(trace.StatusCode.ERROR)
        span.end(ended_at)


ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
OURS = "http/protobuf"

LIBRARIES = ("opentelemetry.sdk.trace", "opentelemetry.exporter.otlp.proto.http.trace_exporter")

FLUSH_SECONDS = 5.0
"""Longest time in seconds for sending the last spans when the process ends."""

STAGE_OF: dict[CallPurpose, TimedStage] = {
    "describe": "answer",
    "answer": "answer",
    "revise": "anonymize",
    "reconsider": "anonymize",
    "review": "review",
    "synthesize": "synthesize",
    "verify": "review",
    "critique": "synthesize",
}

PROVIDERS = {"google": "gcp.gemini"}
"""Our names of providers and the conventions' names, where they differ."""


def traces_wanted(environment: Mapping[str, str]) -> bool:
    """Tell whether OpenTelemetry's own variables name a receiver of traces."""
    is_off = environment.get("OTEL_SDK_DISABLED", "").lower() == "true"
    exporter = environment.get("OTEL_TRACES_EXPORTER", "otlp")
    return not is_off and exporter == "otlp" and any(environment.get(name) for name in ENDPOINTS)


def traces_trouble(environment: Mapping[str, str]) -> str:
    """Return the reason why the wanted traces cannot be sent, with the remedy; empty if they can be sent."""
    protocol = next((environment[name] for name in PROTOCOLS if environment.get(name)), OURS)
    if protocol != OURS:
        return f"Traces are sent by {OURS}, and OTEL_EXPORTER_OTLP_PROTOCOL asks for '{protocol}'. Change or unset it."
    try:
        for library in LIBRARIES:
            import_module(library)
    except ImportError:
        return (
            "An OTEL_EXPORTER_OTLP endpoint is set, but the libraries for traces are not installed. "
            "Run pip install '.[otel]' in Council's folder, or unset it."
        )
    return ""


class Traces:
    """Implements `council_core.ports.Observer` on OpenTelemetry's SDK.

    The SDK reads its own variables: the receiver, headers, sampling, the service's name.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Args:
        environment: All variables, including those from `.env`, which the SDK would not find itself."""
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.sdk.trace.id_generator import IdGenerator

        for name, value in environment.items():
            if name.startswith("OTEL_"):
                os.environ.setdefault(name, value)
        os.environ.setdefault("OTEL_SERVICE_NAME", "council")
        self._ids = Ids()
        # This provider is not made global, so libraries that send spans of their own have no receiver.
        self._provider = TracerProvider(
            resource=Resource.create(),
            # It is no subclass, because that would import the library.
            id_generator=cast("IdGenerator", self._ids),
            shutdown_on_exit=False,
        )
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("council")

    def __call__(self, seen: Observation) -> None:
        match seen:
            case RunEnded():
                self._emit(_run(seen))
            case StageEnded():
                self._emit(_stage(seen))
            case CallEnded():
                self._emit(_call(seen))
            case PostSent():
                if seen.run_id is not None:
                    self._emit(_post(seen, seen.run_id))
            case (
                RunBegan() | RunQueued() | RunUnqueued() | RunAdmitted() | RunResumed() | RunLeft() | RunsTakenOver()
                | CallRetried() | PlatformWaited() | RequestHandled() | VoteCounted() | StoreUsed()
                | TaskFailed()
            ):  # fmt: skip
                pass
            case _:
                assert_never(seen)

    def _emit(self, span: Span) -> None:
        span.emit(self._tracer, self._ids, self._provider.sampler, ended_at=time.time_ns())

    async def aclose(self) -> None:
        """Send the remaining spans; give up after a while."""
        closing = asyncio.create_task(asyncio.to_thread(self._provider.shutdown))
        await asyncio.wait({closing}, timeout=FLUSH_SECONDS)


def trace_id(run_id: str) -> int:
    """Return the trace id of a run, which is the same in every process."""
    return _drawn(run_id, 16)


def _span_id(run_id: str, stage: str = "") -> int:
    return _drawn(f"{run_id}/{stage}", 8)


def _drawn(text: str, size: int) -> int:
    # 0 is no id.
    return int.from_bytes(blake2b(text.encode(), digest_size=size).digest()) or 1


def _run(seen: RunEnded) -> Span:
    usage = seen.usage
    return Span(
        name="council",
        trace=trace_id(seen.run_id),
        id=_span_id(seen.run_id),
        seconds=seen.seconds,
        error="" if seen.outcome in {"verdict", "cancelled"} else seen.outcome,
        attributes={
            "council.run": seen.run_id,
            "council.platform": seen.platform,
            "council.outcome": seen.outcome,
            "gen_ai.usage.input_tokens": usage.tokens_in,
            "gen_ai.usage.output_tokens": usage.tokens_out,
            "council.cost_dollars": None if usage.cost is None else float(usage.cost),
        },
    )


def _stage(seen: StageEnded) -> Span:
    return Span(
        name=seen.stage,
        trace=trace_id(seen.run_id),
        id=_span_id(seen.run_id, seen.stage),
        parent=_span_id(seen.run_id),
        seconds=seen.seconds,
        attributes={"council.run": seen.run_id, "council.done": seen.done, "council.of": seen.of},
    )


def _call(seen: CallEnded) -> Span:
    provider, _, model = seen.model.partition(":")
    return Span(
        name=f"chat {model}",
        trace=trace_id(seen.run_id),
        parent=_span_id(seen.run_id, STAGE_OF.get(seen.purpose, "")),
        seconds=seen.seconds,
        goes_out=True,
        error="" if seen.outcome == "ok" else seen.outcome,
        attributes={
            "council.run": seen.run_id,
            "council.member": seen.member,
            "council.purpose": seen.purpose,
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": PROVIDERS.get(provider, provider),
            "gen_ai.request.model": model,
            "gen_ai.usage.input_tokens": seen.usage.tokens_in,
            "gen_ai.usage.output_tokens": seen.usage.tokens_out,
            "gen_ai.response.finish_reasons": [seen.finish_reason] if seen.finish_reason else None,
        },
    )


def _post(seen: PostSent, run_id: RunId) -> Span:
    return Span(
        name=f"post {seen.what}",
        trace=trace_id(run_id),
        parent=_span_id(run_id),
        seconds=seen.seconds,
        goes_out=True,
        error="" if seen.outcome == "ok" else seen.outcome,
        attributes={"council.run": run_id, "council.platform": seen.platform, "council.again": seen.again},
    )
