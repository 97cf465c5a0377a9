"""Open public addresses from questions and texts; no other file opens foreign addresses.

It uses the checks of pydantic-ai's `_ssrf`, which are private, so the library is pinned exactly and
`tests/contracts/test_pages.py` tests what they must refuse. Each hop is checked, resolved once, and connected to by the
checked IP address. Proxies of the environment are not used, because one inside a network would give access to that
network.
"""

import asyncio
import ipaddress
from importlib import import_module
from typing import Any

import httpx2

from council_core.domain.material import Download
from council_core.errors import PageRefused

SECONDS = 15.0
"""Time limit in seconds for the whole request, redirects included, because a server may send byte by byte."""

MOST_REDIRECTS = 5
PORTS = frozenset({80, 443, 8080, 8443})
"""Allowed ports; others belong to mail servers and databases."""

AGENT = "Council/1 (reads pages that people link to)"


class PublicPages:
    """Implements `council_core.ports.PageSource`.

    Args:
        closed: Hosts, with their subdomains, that show pages only to people who are signed in, such as chats.
        allow_local: Whether addresses of this machine may be opened, for tests.
    """

    def __init__(self, *, closed: frozenset[str] = frozenset(), allow_local: bool = False) -> None:
        self._closed, self._allow_local = closed, allow_local

    async def fetch(self, url: str, *, most: int) -> Download:
        # The import takes a second, and most processes never need it.
        checks = await asyncio.to_thread(import_module, "pydantic_ai._ssrf")
        try:
            async with (
                asyncio.timeout(SECONDS),
                httpx2.AsyncClient(timeout=SECONDS, trust_env=False, headers={"User-Agent": AGENT}) as client,
            ):
                for _ in range(MOST_REDIRECTS + 1):
                    answer = await self._hop(client, checks, url, most)
                    if isinstance(answer, Download):
                        return answer
                    url = answer
        except TimeoutError as error:
            raise PageRefused("no_answer", seconds=f"{SECONDS:.0f}") from error
        except httpx2.HTTPError as error:
            raise PageRefused("unreachable") from error
        except (httpx2.InvalidURL, ValueError) as error:
            raise PageRefused("no_address") from error
        raise PageRefused("redirects")

    async def _hop(self, client: httpx2.AsyncClient, checks: Any, url: str, most: int) -> Download | str:
        """Return the content of the address, or the address it redirects to."""
        resolved = await self._resolved(checks, url)
        default = 443 if resolved.is_https else 80
        name = resolved.hostname if ":" not in resolved.hostname else f"[{resolved.hostname.strip('[]')}]"
        request = client.build_request(
            "GET",
            checks.build_url_with_ip(resolved),
            headers={
                "Host": name if resolved.port == default else f"{name}:{resolved.port}",
                "Accept-Encoding": "identity",
            },
            extensions={"sni_hostname": resolved.hostname} if resolved.is_https else {},
        )
        response = await client.send(request, stream=True)
        try:
            if response.is_redirect and (location := response.headers.get("location")):
                return str(checks.resolve_redirect_url(url, location))
            if not response.is_success:
                raise PageRefused("server_answered", status=str(response.status_code))
            too_large = PageRefused("larger", megabytes=f"{most / 1_000_000:g}")
            content = await body_of(response, most=most, too_large=too_large)
            return Download(content=content, charset=response.charset_encoding or "")
        finally:
            await response.aclose()

    async def _resolved(self, checks: Any, url: str) -> Any:
        """Return the address with the checked IP address of its server. Raises PageRefused."""
        try:
            host, path, port, is_https = checks.extract_host_and_port(url)
        except ValueError as error:
            raise PageRefused("no_address") from error
        name = f".{host.rstrip('.').lower()}"
        if any(name.endswith(f".{closed}") for closed in self._closed):
            raise PageRefused("members_only")
        if port not in PORTS and not self._allow_local:
            raise PageRefused("port")
        numbers = [host.strip("[]")] if _is_number(host) else await _numbers(checks, host)
        for number in numbers:
            is_allowed = self._allow_local and ipaddress.ip_address(number).is_loopback
            if checks.is_cloud_metadata_ip(number) or (checks.is_private_ip(number) and not is_allowed):
                raise PageRefused("private_network")
        # A machine may have no IPv6 connection, and IPv6 addresses come first.
        number = next((each for each in numbers if ":" not in each), numbers[0])
        return checks.ResolvedUrl(resolved_ip=number, hostname=host, port=port, is_https=is_https, path=path)


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


async def _numbers(checks: Any, host: str) -> list[str]:
    try:
        return await checks.resolve_hostname(host)
    except ValueError as error:
        raise PageRefused("unknown_host") from error


async def body_of(response: httpx2.Response, *, most: int, too_large: PageRefused) -> bytes:
    """Return the bytes of a response. Raises `too_large` beyond `most` of them."""
    content = bytearray()
    async for some in response.aiter_bytes():
        content += some
        if len(content) > most:
            raise too_large
    return bytes(content)
