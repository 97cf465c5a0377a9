"""Tools of MCP servers: connect, list, clean their descriptions, call.

The operator chose the servers, so their addresses are not checked; their texts are data. Tools that may change
something are left out unless the operator names them.
"""

import asyncio
import json
import logging
import os
import re
import shlex
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from importlib import import_module
from typing import Any, TypeVar, cast

from council_core.domain.tool import AbsentTool, Found, Source, ToolFailed, ToolSpec, is_web
from council_core.envelope.characters import visible
from council_core.envelope.sanitize import disarmed
from council_core.errors import Problem, ToolReason, errors_within
from council_core.ports import Errand, Tool
from council_core.proxies import proxy_to

logger = logging.getLogger(__name__)

T = TypeVar("T")

SERVERS = "COUNCIL_MCP"
ALLOWED = "COUNCIL_MCP_ALLOW"
TOKEN = "MCP_{name}_TOKEN"
ENVIRONMENT = "MCP_{name}_ENV"
EXAMPLE = f"{SERVERS}=docs=https://docs.example/mcp, git=stdio:uvx mcp-server-git"

CONNECT_SECONDS = 15.0
"""Time limit in seconds for a connection; `uvx` may have to install a server first."""

LIST_SECONDS = 5.0
PAUSE_SECONDS = 30.0
"""Seconds for which a server is not tried again after a failed connection, so that it delays one run at most."""

REST_SECONDS = 300.0
"""The same after a server connected but did not list its tools: each try delays a run by `LIST_SECONDS` or more."""

CLOSE_SECONDS = 5.0
MOST_TOOLS = 40
"""Most tools of one server, because each is described to every model."""

LONGEST_ABOUT = 500
LONGEST_HINT = 200
"""Most characters of a text within a schema."""

LONGEST_SCHEMA = 6_000
LONGEST_ERROR = 300
DEEPEST = 12
MOST_ADDRESSES = 200

_ENTRY = re.compile(r",\s*(?=[\w-]+\s*=\s*(?:https?://|stdio:))")
_SERVER = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_)){0,19}")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ADDRESS = re.compile(r"https?://[^\s<>\"'\])}]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class McpServer:
    """One server of the setting."""

    name: str
    url: str = ""
    """Address of the server; empty if it is a command."""

    command: tuple[str, ...] = ()
    token: str = field(default="", repr=False)
    """Bearer token; empty for none."""

    proxy: str | None = field(default=None, repr=False)
    """Address of the proxy through which its address is reached, which may hold a password; None for none."""

    environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Environment of its command beyond the usual variables such as PATH and HOME."""

    def variable(self, form: str) -> str:
        """Return the name of its variable of this form, `TOKEN` or `ENVIRONMENT`."""
        return form.format(name=self.name.upper().replace("-", "_"))


def read_servers(variables: Mapping[str, str], problems: list[Problem]) -> tuple[McpServer, ...]:
    """Read the servers; `problems` takes each error."""
    servers: dict[str, McpServer] = {}
    entries = [entry for entry in _ENTRY.split(variables.get(SERVERS, "").strip()) if entry.strip()]
    for number, entry in enumerate(entries, start=1):
        name, _, where = (part.strip() for part in entry.partition("="))
        server = _server(name, where.rstrip(","), variables)
        if server is None:
            problems.append(Problem("bad_entry", name=SERVERS, count=str(number), example=EXAMPLE))
        elif name in servers:
            problems.append(Problem("twice", name=SERVERS, value=name))
        else:
            servers[name] = server
    return tuple(servers.values())


def _server(name: str, where: str, variables: Mapping[str, str]) -> McpServer | None:
    """Return one server; None if the entry has an error."""
    if not _SERVER.fullmatch(name):
        return None
    server = McpServer(name=name, url=where)
    if re.match(r"https?://[^/\s]", where):
        token = variables.get(server.variable(TOKEN), "")
        return replace(server, token=token, proxy=proxy_to(where, variables))
    try:
        command = tuple(shlex.split(where.removeprefix("stdio:")))
    except ValueError:
        return None
    if not where.startswith("stdio:") or not command:
        return None
    passed = (each.strip() for each in variables.get(server.variable(ENVIRONMENT), "").split(","))
    environment = {each: variables[each] for each in passed if each in variables}
    return McpServer(name=name, command=command, environment=environment)


def read_allowed(variables: Mapping[str, str]) -> frozenset[str]:
    """Read the names of tools that are offered although they may change something, such as `git__commit`."""
    return frozenset(each.strip() for each in variables.get(ALLOWED, "").split(",") if each.strip())


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The tools of a server, or the reason why they are unknown."""

    server: str
    tools: tuple[Tool, ...] = ()
    left_out: tuple[str, ...] = ()
    """Names of tools that may change something and are not named in the setting."""

    trouble: ToolFailed | None = None
    """Reason for which they are unknown; None when all is well."""


class McpServers:
    """Implements `council_core.ports.ToolSource` over the configured servers, each connected when first needed."""

    def __init__(self, servers: Sequence[McpServer], allowed: frozenset[str] = frozenset()) -> None:
        """Args:
        servers: The servers to ask.
        allowed: Tools that are offered although they may change something."""
        self._connections = [_Connection(server) for server in servers]
        self._allowed = allowed
        self._troubles: dict[str, ToolFailed] = {}

    async def tools(self) -> Sequence[Tool]:
        return [tool for listing in await self.listings() for tool in listing.tools]

    async def listings(self) -> Sequence[Listing]:
        """Return the present tools of each server. Raises nothing."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._listing(each)) for each in self._connections]
        listings = [task.result() for task in tasks]
        self._troubles = {each.server: each.trouble for each in listings if each.trouble}
        return listings

    def absent(self) -> Sequence[AbsentTool]:
        return [
            AbsentTool(name=server, reason=why.reason, facts=why.facts)
            for server, why in self._troubles.items()
        ]

    def knows(self, name: str) -> bool:
        return any(each.server.name == name for each in self._connections)

    async def aclose(self) -> None:
        """Disconnect, and end the servers that this process started."""
        await asyncio.gather(*(each.aclose() for each in self._connections))

    async def _listing(self, connection: "_Connection") -> Listing:
        server = connection.server.name
        try:
            listed = await connection.listed()
        except _Away as away:
            logger.warning("%s", away)
            return Listing(server=server, trouble=away.failure)
        offered: list[Tool] = []
        left_out: list[str] = []
        for each in listed[:MOST_TOOLS]:
            if (spec := _spec(server, each)) is None:
                logger.warning(
                    "a tool of MCP server %s has a name or a schema that models do not take", server
                )
            elif _is_read_only(each) or spec.name in self._allowed:
                offered.append(_McpTool(spec, str(each.name), connection))
            else:
                left_out.append(spec.name)
        return Listing(server=server, tools=tuple(offered), left_out=tuple(left_out))


async def every_tool(client: Any) -> Sequence[Any]:
    """Return the tools on a server's list, page by page until there are as many as can be offered."""
    tools: list[Any] = []
    cursor: str | None = None
    for _ in range(MOST_TOOLS):
        page = await client.list_tools(cursor=cursor)
        tools += page.tools
        cursor = page.next_cursor
        if not cursor or len(tools) >= MOST_TOOLS:
            break
    return tools


class _Away(Exception):
    """A server that cannot be used now."""

    def __init__(self, reason: ToolReason, **facts: str) -> None:
        self.failure = ToolFailed(reason=reason, facts=facts)
        super().__init__(" ".join((reason, *(f"{name}={fact}" for name, fact in facts.items()))))


class _Refused(_Away):
    """A call that a working server answered with an error."""


class _McpTool:
    """Implements `council_core.ports.Tool`: one tool of a server."""

    def __init__(self, spec: ToolSpec, name: str, connection: "_Connection") -> None:
        self.spec, self._name, self._connection = spec, name, connection

    async def run(self, arguments: Mapping[str, object], errand: Errand) -> Found | ToolFailed:
        try:
            result = await self._connection.use(
                lambda client: client.call_tool(self._name, dict(arguments)),
                # A retry could make such a tool change something twice.
                again=self.spec.shares,
            )
        except _Refused as refused:
            return ToolFailed(why=refused.failure.facts["why"])
        except _Away as away:
            return away.failure
        return _read(result, errand.characters)


class _Connection:
    """A connection to a server, made when it is first needed and anew after it broke.

    The SDK wants a connection to be opened and closed by one task, so each has a task of its own.
    """

    def __init__(self, server: McpServer) -> None:
        self.server = server
        self._opening = asyncio.Lock()
        self._client: Any = None
        self._task: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self._away: tuple[float, _Away] | None = None
        """Time until which the server is not tried again, and the reason."""

        self._status = 0
        """Status of the last answer over HTTP, which the SDK's errors do not tell."""

    async def use(self, call: Callable[[Any], Awaitable[T]], *, again: bool = True) -> T:
        """Make a call; with `again`, repeat it on a new connection if an old one is broken. Raises _Away."""
        is_old = self._client is not None
        try:
            return await self._once(call)
        except _Refused:
            raise
        except _Away:
            if not is_old or not again:
                raise
            return await self._once(call)

    async def listed(self) -> Sequence[Any]:
        """Return the server's tools. A server that does not list them in time rests for a while. Raises _Away."""

        late = _Away("mcp_no_list", server=self.server.name, seconds=f"{LIST_SECONDS:.0f}")

        async def soon(client: Any) -> Sequence[Any]:
            try:
                async with asyncio.timeout(LIST_SECONDS):
                    return await every_tool(client)
            except TimeoutError:
                raise late from None

        try:
            async with asyncio.timeout(CONNECT_SECONDS + LIST_SECONDS):
                return await self.use(soon)
        except (TimeoutError, _Away) as away:
            if isinstance(away, _Away) and away is not late:
                raise
            self._away = asyncio.get_running_loop().time() + REST_SECONDS, late
            raise late from None

    async def _once(self, call: Callable[[Any], Awaitable[T]]) -> T:
        client = await self._opened()
        try:
            return await call(client)
        except _Away:
            await self._drop(client)
            raise
        except Exception as error:
            if not isinstance(error, TimeoutError) and await _answers(client):
                why = _own_words(error)
                raise _Refused("mcp_unusable", server=self.server.name, why=why) from error
            await self._drop(client)
            raise _away(self.server, error, self._status) from error

    async def _opened(self) -> Any:
        now = asyncio.get_running_loop().time
        async with self._opening:
            if self._client is not None:
                return self._client
            if self._away is not None and now() < self._away[0]:
                raise self._away[1]
            try:
                self._client = await self._connected()
            except _Away as away:
                self._away = now() + PAUSE_SECONDS, away
                raise
            return self._client

    async def _connected(self) -> Any:
        ready: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._closing = asyncio.Event()
        task = asyncio.create_task(self._hold(ready, self._closing), name=f"mcp {self.server.name}")
        try:
            await asyncio.wait({ready, task}, timeout=CONNECT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not ready.done():
                task.cancel()
        self._task = task
        if ready.done():
            return ready.result()
        raise _Away("mcp_slow", server=self.server.name, seconds=f"{CONNECT_SECONDS:.0f}")

    async def _hold(self, ready: "asyncio.Future[Any]", closing: asyncio.Event) -> None:
        """Hold the connection open until it must be closed."""
        try:
            async with _client(self.server, self._note) as client:
                ready.set_result(client)
                await closing.wait()
        except Exception as error:  # noqa: BLE001  # the SDK raises groups of anything; each becomes a sentence
            if not ready.done():
                ready.set_exception(_away(self.server, error, self._status))
            else:
                logger.info(
                    "the connection to MCP server %s broke: %s", self.server.name, type(error).__name__
                )

    async def _note(self, response: Any) -> None:
        if response.request.method == "POST":  # The SDK also tries a GET, which servers may refuse.
            self._status = response.status_code

    async def _drop(self, client: object) -> None:
        if self._client is client:
            await self.aclose()

    async def aclose(self) -> None:
        """Disconnect."""
        task, self._task, self._client = self._task, None, None
        self._closing.set()
        if task is not None:
            _, late = await asyncio.wait({task}, timeout=CLOSE_SECONDS)
            for each in late:
                each.cancel()


@asynccontextmanager
async def _client(server: McpServer, note: Callable[[Any], Awaitable[None]]) -> AsyncGenerator[Any]:
    """Connect with the official SDK, which takes a second to import; `note` takes each answer over HTTP."""
    mcp = await asyncio.to_thread(import_module, "mcp")
    # It logs what it cannot read, such as a line that a server prints, with a traceback. Its errors reach us anyway.
    logging.getLogger("mcp.client").setLevel(logging.CRITICAL)
    if server.command:
        stdio = import_module("mcp.client.stdio")
        program, *arguments = server.command
        parameters = mcp.StdioServerParameters(
            command=program, args=arguments, env={"PATH": os.environ.get("PATH", ""), **server.environment}
        )
        with open(os.devnull, "w") as nowhere:  # noqa: ASYNC230  # what servers print may hold anything
            async with mcp.Client(stdio.stdio_client(parameters, errlog=nowhere)) as client:
                yield client
        return
    http, httpx2 = import_module("mcp.client.streamable_http"), import_module("httpx2")
    headers = {"Authorization": f"Bearer {server.token}"} if server.token else {}
    async with (
        httpx2.AsyncClient(
            headers=headers,
            timeout=httpx2.Timeout(CONNECT_SECONDS, read=None),
            event_hooks={"response": [note]},
            transport=httpx2.AsyncHTTPTransport(proxy=server.proxy),
        ) as web,
        mcp.Client(http.streamable_http_client(server.url, http_client=web)) as client,
    ):
        yield client


def _away(server: McpServer, error: BaseException, status: int) -> _Away:
    """Return the error for a server whose connection or call broke; `status` is that of its last answer, or 0."""
    error, name = next(errors_within(error, BaseException)), server.name
    match error:
        case FileNotFoundError() | PermissionError():
            return _Away("mcp_not_started", server=name, why=error.strerror or "there is no such command")
        case TimeoutError():
            return _Away("mcp_silent", server=name)
        case _ if type(error).__module__.startswith("httpx"):
            return _Away("mcp_unreachable", server=name, error=type(error).__name__)
        case _ if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
            return _Away("mcp_refused", server=name, status=str(status), variable=server.variable(TOKEN))
        case _:
            why = _own_words(error).rstrip(".") + (f" ({status})" if status >= HTTPStatus.BAD_REQUEST else "")
            return _Away("mcp_unusable", server=name, why=why)


def _own_words(error: BaseException) -> str:
    return _washed(str(getattr(error, "message", error)), LONGEST_ERROR) or type(error).__name__


async def _answers(client: Any) -> bool:
    """Tell whether a connection still works. The code of an error does not tell: servers use the SDK's codes too."""
    try:
        async with asyncio.timeout(LIST_SECONDS):
            await client.list_tools(cache_mode="bypass")
    except Exception:  # noqa: BLE001  # the SDK raises anything
        return False
    return True


def _is_read_only(tool: Any) -> bool:
    return tool.annotations is not None and tool.annotations.read_only_hint is True


def _spec(server: str, tool: Any) -> ToolSpec | None:
    """Return a tool's description for models; None if no model would accept its name or schema."""
    name = f"{server}__{tool.name}"
    schema = _washed_schema(tool.input_schema, DEEPEST)
    if (
        not _NAME.fullmatch(name)
        or not isinstance(schema, dict)
        or cast("dict[str, object]", schema).get("type") != "object"
        or len(json.dumps(schema)) > LONGEST_SCHEMA
    ):
        return None
    about = _washed(tool.description or tool.title or tool.name, LONGEST_ABOUT)
    reads = _is_read_only(tool)
    return ToolSpec(
        name=name, about=about, schema=cast("dict[str, object]", schema), shares=reads, writes=not reads
    )


def _washed_schema(value: object, depth: int) -> object:
    """Return a schema with clean, short texts. Raises nothing: parts that are too deep are left out."""
    if depth == 0:
        return None
    if isinstance(value, str):
        return _washed(value, LONGEST_HINT)
    if isinstance(value, Mapping):
        items = cast("Mapping[str, object]", value).items()
        return {key: _washed_schema(each, depth - 1) for key, each in items if not key.startswith("$schema")}
    if isinstance(value, list):
        return [_washed_schema(each, depth - 1) for each in cast("list[object]", value)]
    return value


def _washed(text: str, most: int) -> str:
    """Return a server's own words in one line: without unseen characters and template tokens, and cut."""
    line = " ".join(disarmed(visible(text)).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def _read(result: Any, most: int) -> Found | ToolFailed:
    """Return the result of a call as text."""
    parts: list[str] = []
    sources: list[Source] = []
    for part in result.content:
        match part.type:
            case "text":
                parts.append(part.text)
            case "resource" if getattr(part.resource, "text", None):
                parts.append(part.resource.text)
            case "resource_link":
                parts.append(f"{part.name}: {part.uri}")
                if is_web(str(part.uri)):
                    sources.append(
                        Source(title=_washed(part.title or part.name, LONGEST_HINT), url=str(part.uri))
                    )
            case kind:
                parts.append(f"[{kind} left out]")
    text = visible("\n".join(parts)).strip()
    if not text and result.structured_content is not None:
        text = json.dumps(result.structured_content, ensure_ascii=False)
    if result.is_error:
        said = _washed(text, LONGEST_ERROR)
        return ToolFailed(why=said) if said else ToolFailed(reason="tool_silent")
    if len(text) > most:
        text = f"{text[:most]}\n[cut: {len(text):,} characters in all]"
    addresses = dict.fromkeys(match[0].rstrip(".,;:!?") for match in _ADDRESS.finditer(text))
    return Found(
        text=text or "(nothing)", sources=tuple(sources), addresses=tuple(addresses)[:MOST_ADDRESSES]
    )
