"""A strict collector of traces: OTLP over HTTP in protobuf, as opentelemetry.io/docs/specs/otlp says."""

import gzip
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """One received span."""

    name: str
    trace: str
    id: str
    parent: str
    service: str
    started: int
    ended: int
    is_error: bool
    attributes: dict[str, Any]


@dataclass
class LocalCollector:
    """Stores spans; `complaints` names the faults of requests."""

    spans: list[Received] = field(default_factory=list[Received])
    complaints: list[str] = field(default_factory=list[str])
    port: int = 0

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._take)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    @property
    def url(self) -> str:
        """Return the address for `OTEL_EXPORTER_OTLP_ENDPOINT`."""
        return f"http://127.0.0.1:{self.port}"

    async def _take(self, request: web.Request) -> web.Response:
        body = await request.read()
        if (request.method, request.path) != ("POST", "/v1/traces"):
            return self._refuse(f"{request.method} {request.path}")
        if request.content_type != "application/x-protobuf":
            return self._refuse(f"content type {request.content_type}")
        if request.headers.get("content-encoding") == "gzip" and body[:2] == b"\x1f\x8b":
            body = gzip.decompress(body)
        asked = ExportTraceServiceRequest()
        asked.ParseFromString(body)
        for resource in asked.resource_spans:
            service = _plain(resource.resource.attributes).get("service.name", "")
            for scope in resource.scope_spans:
                for span in scope.spans:
                    self._keep(span, service)
        return web.Response(
            body=ExportTraceServiceResponse().SerializeToString(), content_type="application/x-protobuf"
        )

    def _keep(self, span: Any, service: str) -> None:
        if len(span.trace_id) != 16 or len(span.span_id) != 8 or not any(span.span_id):
            self.complaints.append(f"{span.name} has no ids")
        if span.end_time_unix_nano < span.start_time_unix_nano:
            self.complaints.append(f"{span.name} ends before it starts")
        self.spans.append(
            Received(
                name=span.name,
                trace=span.trace_id.hex(),
                id=span.span_id.hex(),
                parent=span.parent_span_id.hex(),
                service=service,
                started=span.start_time_unix_nano,
                ended=span.end_time_unix_nano,
                is_error=span.status.code == 2,
                attributes=_plain(span.attributes),
            )
        )

    def _refuse(self, what: str) -> web.Response:
        self.complaints.append(what)
        return web.Response(status=400)


def _plain(attributes: Any) -> dict[str, Any]:
    return {each.key: _value(each.value) for each in attributes}


def _value(value: Any) -> Any:
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return [_value(each) for each in value.array_value.values]
    return getattr(value, kind)
