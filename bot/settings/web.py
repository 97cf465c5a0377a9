"""Settings of the pages in the browser: their address, and the secret that signs their links."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from bot.settings.addresses import is_loopback

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


def web_settings(env: Mapping[str, str], problems: list[str]) -> WebSettings | None:
    """Return the settings of the pages; None if they are not set, so that there are no pages and no links to them.

    Args:
        env: Variables by name.
        problems: Gets a sentence for each error.
    """
    url, secret = env.get(URL, "").rstrip("/"), env.get(SECRET, "")
    if not url and not secret:
        return None
    if not url or not secret:
        there, missing = (URL, SECRET) if url else (SECRET, URL)
        problems.append(f"{there} is set and {missing} is not; pages in the browser need both.")
        return None
    secrets = tuple(each.strip() for each in secret.split(",") if each.strip())
    if not secrets or min(map(len, secrets)) < SHORTEST_SECRET:
        problems.append(
            f"{SECRET} is too short; expected {SHORTEST_SECRET} characters or more that nobody can guess. "
            '`python -c "import secrets; print(secrets.token_urlsafe(32))"` prints some.'
        )
    if not _is_address(url):
        problems.append(
            f"{URL} is '{url}'; expected the address of this server from outside, such as https://council.example.org "
            "(http:// only for this machine itself), without a path."
        )
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
