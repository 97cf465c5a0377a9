"""`GET /healthz` and `GET /readyz`: whether this process lives, and whether it is ready; 200 or 503, with reasons in
JSON."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from bot.watching.health import Health, Report


def health_routes(health: Health) -> list[Route]:
    """Return the two routes."""
    return [
        Route("/healthz", _told(health.liveness), methods=["GET"]),
        Route("/readyz", _told(health.readiness), methods=["GET"]),
    ]


def _told(ask: Callable[[], Awaitable[Report]]) -> Callable[[Request], Awaitable[JSONResponse]]:
    async def tell(request: Request) -> JSONResponse:
        report = await ask()
        return JSONResponse(report.as_json(), status_code=200 if report.is_ok else 503)

    return tell
