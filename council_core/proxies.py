"""Read the environment's proxy, and the hosts that are reached without it."""

from collections.abc import Iterable, Mapping
from urllib.parse import SplitResult, urlsplit

from council_core.errors import Problem

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


def proxy_in(variables: Mapping[str, str], problems: list[Problem]) -> str | None:
    """Return the address of the HTTP proxy, which may hold a password; None if there is none.

    SOCKS is not supported, so such a proxy in `ALL_PROXY` is ignored. `problems` takes each address that cannot be
    right.
    """
    for variable in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        value = variables.get(variable, "").strip()
        if not value or value.startswith("socks"):
            continue
        proxy = value if "://" in value else f"http://{value}"
        if split(proxy).hostname:
            return proxy
        problems.append(Problem("proxy", name=variable))
    return None


def direct_hosts(variables: Mapping[str, str]) -> tuple[str, ...]:
    """Return the hosts that are reached directly, with their subdomains; `*` means all."""
    listed = variables.get("NO_PROXY", "").strip() or variables.get("no_proxy", "")
    return tuple(listed.replace(",", " ").split())


def proxy_to(url: str, variables: Mapping[str, str]) -> str | None:
    """Return the proxy through which an address is reached; None if it is reached directly."""
    proxy = proxy_in(variables, [])
    is_direct = _is_direct(split(url).hostname or "", (*THIS_MACHINE, *direct_hosts(variables)))
    return None if is_direct else proxy


def _is_direct(host: str, direct: Iterable[str]) -> bool:
    names = [name.strip("[]").casefold() for name in direct]
    return any(name in ("*", host) or host.endswith(f".{name.lstrip('.')}") for name in names)


def split(url: str) -> SplitResult:
    """Return the parts of an address; empty ones if it is none."""
    try:
        parts = urlsplit(url)
        return parts if parts.port != 0 else urlsplit("")
    except ValueError:
        return urlsplit("")
