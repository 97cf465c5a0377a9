"""Routes for operators: `GET /healthz`, `GET /readyz` and `GET /metrics`."""

from collections.abc import Awaitable, Callable
from hmac import compare_digest

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from bot.watching.health import Health, Report
from bot.watching.metrics import CONTENT_TYPE, Metrics


def health_routes(health: Health) -> list[Route]:
    """Return `/healthz` (does this process live?) and `/readyz` (is it ready?): 200 or 503, with reasons in JSON."""
    return [
        Route("/healthz", _told(health.liveness), methods=["GET"]),
        Route("/readyz", _told(health.readiness), methods=["GET"]),
    ]


def _told(ask: Callable[[], Awaitable[Report]]) -> Callable[[Request], Awaitable[JSONResponse]]:
    async def tell(request: Request) -> JSONResponse:
        report = await ask()
        return JSONResponse(report.as_json(), status_code=200 if report.is_ok else 503)

    return tell


def metrics_route(metrics: Metrics, health: Health, token: str | None) -> Route:
    """Return `/metrics`: the metrics of this process, behind an optional token.

    Args:
        metrics: The metrics to show.
        health: Checked at every request, so that the condition of each part is among the metrics.
        token: Required as `Authorization: Bearer …`; None for no check.
    """

    async def show(request: Request) -> Response:
        if token is not None and not _is_allowed(request, token):
            return PlainTextResponse("Send COUNCIL_METRICS_TOKEN as a bearer token.", status_code=401)
        for name, condition in (await health.readiness()).parts.items():
            metrics.is_well(name, condition)
        return Response(metrics.page(), headers={"content-type": CONTENT_TYPE})

    return Route("/metrics", show, methods=["GET"])


def _is_allowed(request: Request, token: str) -> bool:
    given = request.headers.get("authorization", "")
    return compare_digest(given.encode(), f"Bearer {token}".encode())
