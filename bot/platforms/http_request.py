"""Reads parts of an HTTP request: its body up to a size limit, and the language of its reader."""

from starlette.requests import Request

from bot.settings.languages import language_of


async def body_within(request: Request, most: int) -> bytes | None:
    """Return the whole body; None as soon as it is larger than `most` bytes.

    Raises:
        ClientDisconnect: The client disconnected (starlette's own).
    """
    body = bytearray()  # Bytes would be copied with each chunk.
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return None
    return bytes(body)


def browser_language(request: Request) -> str:
    """Return the language that a browser prefers among ours; if it names none of ours, its first."""
    return first_language(request.headers.get("accept-language", ""))


def language_among_ours(accepted: str, otherwise: str) -> str:
    """Return the first language of a header Accept-Language that we speak; `otherwise` if it names none of ours."""
    first = first_language(accepted)
    return first if language_of(first) else otherwise


def first_language(accepted: str) -> str:
    """Return the first language of a header Accept-Language that we speak: `fr,de-CH;q=0.9` -> `de-CH`. If it names
    none of ours, return its first one."""
    named = [each.partition(";")[0].strip() for each in accepted.split(",")]
    return next((each for each in named if language_of(each)), named[0])
