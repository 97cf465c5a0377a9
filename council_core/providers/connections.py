"""Send requests over aiohttp's connections and return whole replies.

httpx2 searches all connections of a pool for every request, parses replies in Python and opens a cancel scope for
each read, so a call through it costs three times the processor time. Everything above the connections stays httpx2:
SDKs get its client, its replies and its errors.
"""

import json
import re
import ssl
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

import aiohttp
import httpx2
from multidict import CIMultiDict
from yarl import URL

from council_core.providers.transport import (
    CONNECT_SECONDS,
    LARGEST_REPLY,
    ReplyTooLarge,
    TextOf,
    current_tries,
)

NOTHING: Mapping[str, Any] = {}
LONGEST_LINE = 1_000_000
"""Most bytes of one event; a longer one is skipped."""


class TextOfStream:
    """Joins the text of server-sent events. Unreadable events are skipped, because the SDK reads the whole reply."""

    def __init__(self, tell: Callable[[str], None], text_of: TextOf | None = None) -> None:
        """Args:
        tell: Called with all of the text so far, after each piece that adds to it; with an empty text at the
            beginning, because an earlier try may have stopped half-way.
        text_of: Reads the text of one event; None for the formats of the vendors below."""
        self._tell = tell
        self._text_of = text_of or _known_text
        self._rest = b""
        self._text = ""
        tell("")

    def hear(self, piece: bytes) -> None:
        """Process the next bytes of the reply."""
        *lines, rest = (self._rest + piece).split(b"\n")
        self._rest = rest if len(rest) <= LONGEST_LINE else b""
        more = "".join(self._read(line) for line in lines if line.startswith(b"data:"))
        if more:
            self._text += more
            self._tell(self._text)

    def _read(self, line: bytes) -> str:
        """Return the text in one event; empty where it has none, such as an event of thinking."""
        try:
            event: object = json.loads(line.removeprefix(b"data:"))
        except (ValueError, RecursionError):
            return ""
        if not isinstance(event, dict):
            return ""
        try:
            return self._text_of(cast("Mapping[str, Any]", event))
        except (AttributeError, IndexError, KeyError, TypeError):
            return ""


def _known_text(event: Mapping[str, Any]) -> str:
    return _openai(event) or _responses(event) or _anthropic(event) or _google(event)


def _openai(event: Mapping[str, Any]) -> str:
    choices = event.get("choices")
    return str(choices[0]["delta"].get("content") or "") if choices else ""


def _responses(event: Mapping[str, Any]) -> str:
    return str(event["delta"]) if event.get("type") == "response.output_text.delta" else ""


def _anthropic(event: Mapping[str, Any]) -> str:
    delta: Mapping[str, Any] = event.get("delta") or NOTHING
    return str(delta.get("text") or "")


def _google(event: Mapping[str, Any]) -> str:
    candidates = event.get("candidates")
    parts = candidates[0]["content"].get("parts", ()) if candidates else ()
    return "".join(str(part.get("text", "")) for part in parts if not part.get("thought"))


BEGUN = re.compile(rb'"(?:choices|candidates)"|"message_start"|"response\.created"')
"""A part of each of these formats of streams, which none of their texts can hold unescaped."""

ENDED = re.compile(
    rb'^data:\s*\[DONE\]|"finish_reason"\s*:\s*"|"stop_reason"\s*:\s*"|"(?:finishReason|blockReason)"|"error"\s*:\s*[{"]'
    rb'|"type"\s*:\s*"(?:message_stop|error|response\.(?:completed|incomplete|failed))"',
    re.MULTILINE,
)
"""The end of such a stream, or an error in it, which the SDK reads best."""


def breaks_off(stream: bytes) -> bool:
    """Tell whether a stream of a known format has no end, as when a proxy closes it orderly in the middle."""
    return BEGUN.search(stream) is not None and ENDED.search(stream) is None


KEEP_SECONDS = 30.0
"""Seconds that an idle connection is kept. It is longer than reviews wait for answers. It is shorter than load
balancers keep a connection (60 s and more), so the other side rarely closes one just when it is used."""

LONGEST_HEADER = 64 * 1024
"""Most bytes in a header line of a reply; some gateways send more than aiohttp's 8 kB."""

UNPACKED_AT_ONCE = 4096
"""Bytes of a compressed body to unpack before its length is checked again."""

OF_THE_CONNECTION = frozenset({b"content-encoding", b"content-length", b"transfer-encoding"})

SENT_ALREADY = ("Accept", "Accept-Encoding", "Content-Type", "User-Agent")
"""Headers that aiohttp would add where the request has none."""


class Connections(httpx2.AsyncBaseTransport):
    """A transport with as many connections as requests are under way. Belongs to the event loop of the first
    request."""

    def __init__(self, *, tls: ssl.SSLContext, proxy: str | None) -> None:
        self._tls = tls
        self._proxy = proxy
        self._session: aiohttp.ClientSession | None = None
        self._is_closed = False

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request and return its whole reply.

        Raises:
            ConnectError, ConnectTimeout, ProxyError, CloseError: The provider was never reached.
            ReadError, RemoteProtocolError: The connection broke, the reply is not HTTP, or a stream has no end.
            DecodingError, ReplyTooLarge: The body cannot be unpacked, or is too long.
        """
        if self._is_closed:
            raise httpx2.CloseError("the connections were closed", request=request)
        content = await request.aread()
        try:
            async with self._opened().request(
                request.method,
                URL(str(request.url), encoded=True),
                data=content,
                headers=CIMultiDict(request.headers.multi_items()),
                proxy=self._proxy,
                allow_redirects=False,
            ) as reply:
                body = await _read(reply, _listener(reply))
        except (aiohttp.ClientError, OSError) as error:
            raise _translated(error, request) from error
        headers = [pair for pair in reply.raw_headers if pair[0].lower() not in OF_THE_CONNECTION]
        content = _unpacked(reply, body)
        if reply.content_type == "text/event-stream" and breaks_off(content):
            raise httpx2.RemoteProtocolError("the stream has no end", request=request)
        return httpx2.Response(reply.status, headers=headers, content=content, request=request)

    async def aclose(self) -> None:
        self._is_closed = True
        if self._session is not None:
            await self._session.close()

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEEP_SECONDS, ssl=self._tls),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS),
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
                skip_auto_headers=SENT_ALREADY,
                max_line_size=LONGEST_HEADER,
                max_field_size=LONGEST_HEADER,
            )
        return self._session


async def _read(reply: aiohttp.ClientResponse, hear: Callable[[bytes], None] | None) -> bytes:
    body = bytearray()
    async for piece in reply.content.iter_any():
        body += piece
        _check(len(body))
        if hear is not None:
            hear(piece)
    return bytes(body)


def _listener(reply: aiohttp.ClientResponse) -> Callable[[bytes], None] | None:
    """Return a function that gets a streamed reply while it arrives; None if nobody listens."""
    tries = current_tries()
    is_stream = reply.content_type == "text/event-stream" and "Content-Encoding" not in reply.headers
    return (
        TextOfStream(tries.written, tries.text_of).hear if tries.written is not None and is_stream else None
    )


def _unpacked(reply: aiohttp.ClientResponse, body: bytes) -> bytes:
    encoding = reply.headers.get("Content-Encoding")
    if encoding is None:
        return body
    packed = httpx2.Response(reply.status, headers={"content-encoding": encoding}, stream=_Pieces(body))
    unpacked = bytearray()
    for piece in packed.iter_bytes():
        unpacked += piece
        _check(len(unpacked))
    return bytes(unpacked)


class _Pieces(httpx2.SyncByteStream):
    def __init__(self, body: bytes) -> None:
        self._body = body

    def __iter__(self) -> Iterator[bytes]:
        for start in range(0, len(self._body), UNPACKED_AT_ONCE):
            yield self._body[start : start + UNPACKED_AT_ONCE]


def _check(length: int) -> None:
    if length > LARGEST_REPLY:
        raise ReplyTooLarge(f"more than {LARGEST_REPLY} bytes")


def _translated(error: Exception, request: httpx2.Request) -> httpx2.TransportError:
    kind: type[httpx2.TransportError]
    match error:
        case aiohttp.ClientHttpProxyError():
            kind = httpx2.ProxyError
        case aiohttp.ConnectionTimeoutError():
            kind = httpx2.ConnectTimeout
        case aiohttp.ClientConnectorError():
            kind = httpx2.ConnectError
        case aiohttp.ClientResponseError() | aiohttp.ClientPayloadError():
            kind = httpx2.RemoteProtocolError
        case _:
            kind = httpx2.ReadError
    return kind(str(error) or type(error).__name__, request=request)
