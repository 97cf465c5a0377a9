"""The one HTTP server: what platforms receive over HTTP, and health. It runs only where something needs it."""

from bot.web.health import health_routes
from bot.web.server import serve_http

__all__ = ["health_routes", "serve_http"]
