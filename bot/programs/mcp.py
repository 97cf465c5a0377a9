"""The council as an MCP server: four tools, over standard input and output or over HTTP."""

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field
from starlette.datastructures import Headers
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from bot.presentation.words import words_for
from bot.programs.answers import MOST_FOUND, MOST_WAIT_SECONDS, FoundRuns, PresetList, RunShape
from bot.programs.counter import Counter
from bot.programs.http import MOST_BYTES, Nowhere, error_shape, program_of, without_token
from bot.programs.platform import VARIABLE, Program, Tokens
from council_core.domain.question import RunId
from council_core.errors import CouncilError

ABOUT = (
    "A council of several language models. Put a question that deserves more than one opinion: every model answers by "
    "itself, they rank each other's answers without knowing who wrote them, and a chairman concludes. A run takes from "
    "half a minute to some minutes and costs several calls to models. If ask_the_council returns before the run has "
    "ended, call get_run with its id."
)

WAIT_SECONDS = 45
"""Default time that a call waits: many clients give up after a minute."""

CODE = "code"
"""Key of a refusal's code in the metadata of its result; the codes are those of the HTTP API."""

Who = Callable[[Mapping[str, str] | None], Program]
"""Tells which program makes a call, from the headers of its request; None for standard input."""

Wait = Annotated[
    int,
    Field(
        ge=0,
        le=MOST_WAIT_SECONDS,
        description="Seconds to wait for the end; after that the run goes on and get_run tells how it stands.",
    ),
]
WithResponses = Annotated[
    bool, Field(description="Whether to include the whole text of every response, not only the verdict.")
]
RunName = Annotated[str, Field(description="The run's id, such as r3k7….", max_length=100)]


def mcp_server(counter: Counter, who: Who) -> MCPServer:
    """Return a server whose tools ask questions and read runs.

    Args:
        counter: Serves the programs.
        who: Tells which program makes a call.
    """
    logging.getLogger("mcp").setLevel(logging.WARNING)
    root = logging.getLogger()
    handlers = list(root.handlers)
    server = MCPServer(
        "council",
        title="Council",
        instructions=ABOUT,
        log_level="WARNING",
        subscriptions=False,
        version=_version(),
    )
    root.handlers[:] = handlers  # Without one the SDK would add a handler of its own.
    _add_asking(server, counter, who)
    _add_reading(server, counter, who)
    return server


@asynccontextmanager
async def mcp_route(counter: Counter, tokens: Tokens, language: str = "") -> AsyncGenerator[Route]:
    """Yield `/mcp`, which works inside the block: streamable HTTP without sessions, so that any process can answer.

    Args:
        counter: Serves the programs.
        tokens: Tell which program makes a call.
        language: The language of requests that name none of ours.
    """

    def who(headers: Mapping[str, str] | None) -> Program:
        program = program_of(headers or {}, tokens, language)
        if program is None:
            raise ToolError(words_for(language).programs.no_token(variable=VARIABLE))
        return program

    server = mcp_server(counter, who)
    # A page under a rebound host name has no token, so the SDK's list of allowed hosts would add a setting and no
    # safety.
    app = server.streamable_http_app(
        stateless_http=True,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        max_request_body_size=MOST_BYTES,
    )

    others = Nowhere(language, ["POST"])

    class Guarded:
        """Answers requests without a valid token with 401. Refuses all methods but POST, because without sessions
        nothing is ever sent on the stream that a client may open with GET, which would only hold a connection."""

        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            headers = Headers(scope=scope)
            if tokens.program(headers.get("authorization", "")) is None:
                await without_token(headers, language)(scope, receive, send)
            else:
                await (app if scope["method"] == "POST" else others)(scope, receive, send)

    async with server.session_manager.run():
        yield Route("/mcp", Guarded())


def _version() -> str:
    try:
        return version("council")
    except PackageNotFoundError:
        return ""


def _add_asking(server: MCPServer, counter: Counter, who: Who) -> None:
    @server.tool(
        title="Ask the council",
        annotations=ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=True),
    )
    async def ask_the_council(
        question: Annotated[str, Field(description="The question, with all that is needed to answer it.")],
        ctx: Context,
        preset: Annotated[
            str, Field(description="A named bundle of settings from list_presets; empty for the usual ones.")
        ] = "",
        wait_seconds: Wait = WAIT_SECONDS,
        with_responses: WithResponses = False,
    ) -> Annotated[CallToolResult, RunShape]:
        """Put a question to several models, who answer, judge each other blind, and conclude. Returns the verdict, or
        the run's id and its progress when that takes longer than wait_seconds."""
        program = who(ctx.headers)

        async def run() -> RunShape:
            run_id = await counter.ask(program, question, preset=preset)
            return await counter.awaited(
                program, run_id, wait_seconds, with_responses=with_responses, report=_Progress(ctx).report
            )

        return await _result(program, run())

    @server.tool(
        title="List presets", annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False)
    )
    async def list_presets() -> PresetList:
        """List the named bundles of settings that a question may be asked with."""
        return counter.presets()


def _add_reading(server: MCPServer, counter: Counter, who: Who) -> None:
    @server.tool(title="Read a run", annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False))
    async def get_run(
        run: RunName, ctx: Context, wait_seconds: Wait = 0, with_responses: WithResponses = False
    ) -> Annotated[CallToolResult, RunShape]:
        """Read a question that was put to the council: its progress, and the verdict once there is one. The authors of
        the responses are named after the reveal."""
        program = who(ctx.headers)
        found = counter.awaited(
            program, RunId(run), wait_seconds, with_responses=with_responses, report=_Progress(ctx).report
        )
        return await _result(program, found)

    @server.tool(title="Search runs", annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False))
    async def search_runs(
        ctx: Context,
        words: Annotated[
            str, Field(description="Words of the question or verdict; empty for the newest runs.")
        ] = "",
        limit: Annotated[int, Field(ge=1, le=MOST_FOUND, description="How many runs at most.")] = 10,
    ) -> Annotated[CallToolResult, FoundRuns]:
        """Find earlier questions to the council by their words, the newest first."""
        program = who(ctx.headers)
        return await _result(program, counter.search(program, words, limit=limit))


async def _result(program: Program, work: Awaitable[BaseModel]) -> CallToolResult:
    """Return the result of a tool, or its refusal: a sentence, with the code in the result's metadata. Clients check
    structured content against the tool's own schema, so a refusal has none."""
    try:
        shape = await work
    except CouncilError as error:
        refusal = error_shape(error, program.words)
        text = TextContent(type="text", text=refusal.error)
        return CallToolResult(content=[text], is_error=True, _meta={CODE: refusal.code})
    text = TextContent(type="text", text=shape.model_dump_json(indent=2))
    return CallToolResult(content=[text], structured_content=shape.model_dump(mode="json"))


class _Progress:
    """Reports a run's progress, each state once."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._figure, self._message = 0.0, ""

    async def report(self, shape: RunShape) -> None:
        """Report the present stage. The figure counts finished stages, and grows with every report as MCP demands."""
        under_way = [each for each in shape.stages if each.state == "running"] or shape.stages[-1:]
        message = "; ".join(
            f"{each.label}: {each.detail}" if each.detail else each.label for each in under_way
        )
        if message == self._message:
            return
        done = sum(stage.state in ("done", "failed") for stage in shape.stages)
        self._figure, self._message = max(float(done), self._figure + 0.01), message
        await self._ctx.report_progress(self._figure, float(len(shape.stages)), message)
