"""Templates and static files, and the headers of every page."""

from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from bot.presentation.words import Words
from bot.web.page.prose import inline
from council_core.domain.title import TURNING
from council_core.exports import FORMATS

HOME = "/"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Content policy: no inline script or style, and no request to another host."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cache-control": "private, no-store",
    "cross-origin-opener-policy": "same-origin",
    "x-robots-tag": "noindex",
}
KINDS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}
A_YEAR = 365 * 24 * 60 * 60


def static_routes() -> list[Route]:
    """Return the routes of style sheet and script."""
    return [Route("/static/{name}", _static, methods=["GET"])]


async def _static(request: Request) -> Response:
    name: str = request.path_params["name"]
    content = static_files().get(name)
    if content is None:
        return Response(status_code=404, headers=HEADERS)
    fresh = request.query_params.get("v") == _version(name)
    kept = f"public, max-age={A_YEAR}, immutable" if fresh else "no-cache"
    kind = KINDS[name.rpartition(".")[2]]
    return Response(content, media_type=kind, headers={**HEADERS, "cache-control": kept})


@cache
def static_files() -> dict[str, bytes]:
    """Return every static file by its name."""
    own = (files("bot.web.page") / "static").iterdir()
    entries = (
        *own,
        files("bot.platforms") / "morph.js",
    )  # The playground merges its news by the same script.
    return {entry.name: entry.read_bytes() for entry in entries if entry.name.rpartition(".")[2] in KINDS}


@cache
def _version(name: str) -> str:
    return sha256(static_files()[name]).hexdigest()[:12]


def static_address(name: str) -> str:
    """Return the address of a static file. It changes with the file's content, so that browsers may cache it."""
    return f"/static/{name}?v={_version(name)}"


def moment(at: datetime) -> str:
    """Return a time in UTC; the script shows it in the reader's own time zone."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def day(at: datetime) -> str:
    """Return the day of a time in UTC; the script shows the day in the reader's own time zone."""
    return f"{at.astimezone(UTC):%Y-%m-%d}"


@cache
def templates() -> Environment:
    """Return the templates, in which every text is escaped and every missing name is an error."""
    environment = Environment(
        loader=PackageLoader("bot.web.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["inline"] = inline
    return environment


def compile_templates() -> None:
    """Compile all templates, which takes some tenths of a second, so that the first reader need not wait for it."""
    for name in templates().list_templates():
        templates().get_template(name)


def draw(name: str, words: Words, **facts: object) -> str:
    """Return a template as HTML in the reader's language."""
    shared = {
        "words": words,
        "page": words.page,
        "lists": words.lists,
        "static": static_address,
        "home": HOME,
        "formats": FORMATS,
        "moment": moment,
        "day": day,
        "is_public": False,
    }
    html = templates().get_template(name).render(**(shared | facts))
    # Each block follows its own first letter instead (`dir="auto"`).
    return TURNING.sub("\N{REPLACEMENT CHARACTER}", html)


def page_response(html: str, status: int = 200) -> HTMLResponse:
    """Return HTML as a response with the headers of every page."""
    return HTMLResponse(html, status_code=status, headers=HEADERS)
