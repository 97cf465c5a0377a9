"""Query a service that the operator named. Neither redirects nor proxies of the environment are followed."""

from collections.abc import Mapping

import httpx2

from council_core.errors import PageRefused
from council_core.tools.pages import body_of

SECONDS = 15.0
"""Time for one request."""


async def answer_of(
    method: str,
    url: str,
    *,
    headers: Mapping[str, str],
    content: bytes | None,
    most: int,
    who: str,
    too_large: str,
) -> tuple[int, bytes]:
    """Make one request.

    Args:
        method: HTTP method.
        url: Address.
        headers: Headers.
        content: Body; None for none.
        most: Most bytes of the answer.
        who: Subject of sentences about the service, such as "It".
        too_large: Sentence for an answer with more bytes.

    Returns:
        Status and body of the answer.

    Raises:
        PageRefused: There is no answer; the message is a sentence for people.
    """
    try:
        async with httpx2.AsyncClient(timeout=SECONDS, trust_env=False, follow_redirects=False) as client:
            request = client.build_request(method, url, headers=headers, content=content)
            response = await client.send(request, stream=True)
            try:
                return response.status_code, await body_of(response, most=most, too_large=too_large)
            finally:
                await response.aclose()
    except httpx2.TimeoutException as error:
        raise PageRefused(f"{who} did not answer within {SECONDS:.0f} seconds.") from error
    except httpx2.HTTPError as error:
        raise PageRefused(f"{who} could not be reached.") from error
    # The error itself is not shown, because it may hold a secret.
    except (httpx2.InvalidURL, ValueError) as error:
        raise PageRefused(
            f"{who} cannot be asked: its address or a header has signs that neither may have."
        ) from error
