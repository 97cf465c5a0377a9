"""Reads the body of an HTTP request up to a size limit."""

from starlette.requests import Request


async def body_within(request: Request, most: int) -> bytes | None:
    """Return the whole body; None as soon as it is larger than `most` bytes.

    Raises:
        ClientDisconnect: The client disconnected (starlette's own).
    """
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return None
    return body
