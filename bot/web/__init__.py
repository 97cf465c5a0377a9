"""The one HTTP server: requests from platforms, pages, health, and metrics. It runs only where something needs it."""

from bot.web.operator_routes import health_routes, metrics_route
from bot.web.server import serve_http

__all__ = ["health_routes", "metrics_route", "serve_http"]
