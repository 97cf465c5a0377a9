"""Query a service that the operator named. Neither redirects nor proxies of the environment are followed."""

import asyncio
from collections.abc import Mapping
from typing import Literal

from council_core.domain.material import Download
from council_core.errors import PageRefused

SECONDS = 15.0
"""Time limit in seconds for a whole request, because a service may send byte by byte."""


async def answer_of(
    method: str,
    url: str,
    *,
    headers: Mapping[str, str],
    content: bytes | None,
    most: int,
    who: Literal["service", "sign_in"],
) -> tuple[int, Download]:
    """Make one request.

    Args:
        method: HTTP method.
        url: Address.
        headers: Headers.
        content: Body; None for none.
        most: Most bytes of the answer.
        who: Receiver of the request, which decides between kinds of refusals.

    Returns:
        Status and body of the answer.

    Raises:
        PageRefused: There is no answer, or one that is too large.
    """
    # Reading the settings of connectors needs no client, and importing it takes longer than a help page.
    import httpx2

    from council_core.tools.pages import body_of

    is_service = who == "service"
    megabytes = f"{most / 1_000_000:g}"
    too_large = (
        PageRefused("service_larger", megabytes=megabytes) if is_service else PageRefused("sign_in_larger")
    )
    try:
        async with (
            asyncio.timeout(SECONDS),
            httpx2.AsyncClient(timeout=SECONDS, trust_env=False, follow_redirects=False) as client,
        ):
            request = client.build_request(method, url, headers=headers, content=content)
            response = await client.send(request, stream=True)
            try:
                content = await body_of(response, most=most, too_large=too_large)
                charset = response.charset_encoding or ""
                return response.status_code, Download(content=content, charset=charset)
            finally:
                await response.aclose()
    except (httpx2.TimeoutException, TimeoutError) as error:
        raise PageRefused(
            "service_silent" if is_service else "sign_in_silent", seconds=f"{SECONDS:.0f}"
        ) from error
    except httpx2.HTTPError as error:
        raise PageRefused("service_unreachable" if is_service else "sign_in_unreachable") from error
    # The error itself is not shown, because it may hold a secret.
    except (httpx2.InvalidURL, ValueError) as error:
        raise PageRefused("service_address" if is_service else "sign_in_address") from error
