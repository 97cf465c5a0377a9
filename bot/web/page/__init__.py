"""Pages in the browser: a run side by side, live, with its vote; who may see it; history."""

from bot.web.page.links import Links, Visitor
from bot.web.page.routes import nowhere, page_routes
from bot.web.page.site import Site

__all__ = ["Links", "Site", "Visitor", "nowhere", "page_routes"]
