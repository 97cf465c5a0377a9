"""Settings of the pages in the browser: their address, and the secret that signs their links."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from bot.settings.addresses import check_pair, is_loopback
from council_core.errors import Problem

SHORTEST_SECRET = 32
"""Fewest characters of a secret. `python -c "import secrets; print(secrets.token_urlsafe(32))"` makes 43."""

URL, SECRET = "COUNCIL_WEB_URL", "COUNCIL_SECRET"


@dataclass(frozen=True, kw_only=True)
class WebSettings:
    """The settings of the pages."""

    url: str
    """Their address from outside, without a slash at the end."""

    secrets: tuple[str, ...] = field(repr=False)
    """Secrets that sign links, newest first."""


def web_settings(env: Mapping[str, str], problems: list[Problem]) -> WebSettings | None:
    """Return the settings of the pages; None if they are not set, so that there are no pages and no links to them.

    Args:
        env: Variables by name.
        problems: Takes each error.
    """
    url, secret = env.get(URL, "").rstrip("/"), env.get(SECRET, "")
    if not url and not secret:
        return None
    check_pair(URL, SECRET, env, problems)
    if not url or not secret:
        return None
    secrets = tuple(each.strip() for each in secret.split(",") if each.strip())
    if not secrets or min(map(len, secrets)) < SHORTEST_SECRET:
        problems.append(Problem("short_secret", name=SECRET, most=str(SHORTEST_SECRET)))
    if not _is_address(url):
        problems.append(Problem("outer_address", name=URL, value=url))
    return WebSettings(url=url, secrets=secrets)


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        port = parts.port
    except ValueError:
        return False
    if not host or parts.path or parts.query or parts.fragment or "@" in parts.netloc or port == 0:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host))
