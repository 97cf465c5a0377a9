"""Addresses in settings: those of this machine, and those of servers that stand in for a platform."""

from collections.abc import Mapping
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
