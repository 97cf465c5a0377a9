"""A request over HTTP -> its body, as long as it is no larger than its sender ever makes one."""

from starlette.requests import Request


async def body_within(request: Request, most: int) -> bytes | None:
    """The whole body; None as soon as it is larger than `most` bytes.

    Raises:
        ClientDisconnect: The sender went away (starlette's own).
    """
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return None
    return body
