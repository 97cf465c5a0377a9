"""Addresses in settings: those of this machine, of servers that stand in for a platform, and of the pages in the
browser, with the secret that signs their links."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from council_core.errors import Problem


def is_address(text: str) -> bool:
    """Tell whether a server can listen there: an IP address, or the name that every machine has for itself."""
    if text == "localhost":
        return True
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Tell whether this host, a name or an address without brackets, is this machine itself."""
    return host == "localhost" or (is_address(host) and ip_address(host).is_loopback)


def check_override(name: str, url: str | None, problems: list[Problem], notices: list[Problem]) -> None:
    """Check the address of a server in a platform's place. `problems` takes it if it is not valid, `notices` if it
    is not on this machine."""
    if url is None:
        return
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        host = ""
    if not host or not url.startswith(("http://", "https://", "ws://", "wss://")):
        problems.append(Problem("no_web_address", name=name, value=url, example="https://host/"))
        return
    if not is_loopback(host):
        notices.append(Problem("sends_token", name=name, host=host))


def check_pair(first: str, second: str, env: Mapping[str, str], problems: list[Problem]) -> None:
    """Add to `problems` if only one of two variables is set that must be set together."""
    if bool(env.get(first)) != bool(env.get(second)):
        there, missing = (first, second) if env.get(first) else (second, first)
        problems.append(Problem("belong_together", name=there, missing=missing))


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
