"""The one HTTP server: requests from platforms, pages, health, and metrics. It runs only if something needs it."""

from bot.web.server import health_routes, metrics_route, serve_http

__all__ = ["health_routes", "metrics_route", "serve_http"]
