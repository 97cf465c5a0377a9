"""The one HTTP server: what platforms receive over HTTP, and health. It runs only where something needs it."""

from bot.web.server import serve_http

__all__ = ["serve_http"]
