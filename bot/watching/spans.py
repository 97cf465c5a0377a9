"""Passes one of our spans to OpenTelemetry's SDK, under ids that we draw."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

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
