"""Pages in the browser: a run with its responses side by side, live, with its vote; access rights; lists."""

from bot.web.page.drawing import compile_templates
from bot.web.page.links import Links, Visitor
from bot.web.page.routes import nowhere, page_routes
from bot.web.page.site import Site

__all__ = ["Links", "Site", "Visitor", "compile_templates", "nowhere", "page_routes"]
