"""Send one prompt to one model through pydantic-ai's direct requests, and return its reply or failure."""

import asyncio
import logging
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.exceptions import ModelHTTPError, UserError
from pydantic_ai.messages import (
    BinaryContent,
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from council_core.domain.answer import Failure, Reply, Unseen
from council_core.domain.member import Member
from council_core.domain.observations import CallPurpose
from council_core.domain.tool import Work
from council_core.ports import Prompt
from council_core.prompts import fill
from council_core.providers.endpoint import Endpoint
from council_core.providers.failures import failure_of
from council_core.providers.ladder import AsWritten, Rung, may_refuse_the_form, parameters, rungs, worded
from council_core.providers.reply import reply_of
from council_core.providers.transport import TextOf, Tries, tries_until

NO_TAGS = ("\0think", "\0/think")
"""Marker that keeps pydantic-ai from removing `<think>` from the text by itself: it would cut quoted code as well, and
present an unclosed thought as the answer. `prose` is more careful."""

LONG_TEXT = 100_000
"""Shortest reply in characters that is sorted in a thread: sorting takes a millisecond for each four thousand."""

TEXT_AS_SENT = ModelProfile(thinking_tags=NO_TAGS, json_schema_transformer=AsWritten)
AS_CONFIGURED = OpenAIModelProfile(
    thinking_tags=NO_TAGS,
    json_schema_transformer=AsWritten,
    supports_thinking=True,
    openai_chat_supports_max_completion_tokens=False,
)
"""Profile for servers whose models pydantic-ai cannot know. A member's reasoning effort is sent if it has one, and its
limit under the older name `max_tokens`, which all such servers know."""

PICTURES = re.compile(r"image|vision|multimodal|modalit", re.IGNORECASE)
"""Words in a provider's refusal of a picture."""

TOOLS = re.compile(r"\btools?\b|function", re.IGNORECASE)
"""Words in a provider's refusal of tools."""

STREAMS = re.compile(r"stream", re.IGNORECASE)
"""Word in a provider's refusal to stream."""

logger = logging.getLogger(__name__)


class ModelCaller:
    """Calls one provider; shared by all members that it serves."""

    def __init__(
        self, endpoint: Endpoint, open_model: Callable[[str], Model[Any]], *, text_of: TextOf | None = None
    ) -> None:
        """
        Args:
            endpoint: The provider, named in failures.
            open_model: Return pydantic-ai's model for a model's name.
            text_of: Reads the text of one server-sent event of a reply; None for a format that `connections` knows.
                Of a stream in another form, such as lines of JSON, nothing is shown before its end.
        """
        self._endpoint = endpoint
        self._text_of = text_of
        self._open_model = open_model
        self._models: dict[str, Model[Any]] = {}
        self._refused: dict[str, set[Rung]] = {}
        """Rungs that each model refused, for as long as the process lives."""

        self._blind: set[str] = set()
        """Models that refused a picture and then answered without it."""

        self._refusing: set[str] = set()
        """Models that refused a picture in their last prompt that required it."""

        self._unstreamed: set[str] = set()
        """Models that refused to stream and then answered in one piece."""

        self._toolless: set[str] = set()
        """Models that refused tools and then answered without them."""

    async def prepare(self, model: str) -> None:
        await self._model(model)

    def is_blind(self, model: str) -> bool:
        return model in self._blind

    async def ask(self, member: Member, prompt: Prompt, *, until: float) -> Reply | Failure:
        name = member.model.partition(":")[2]
        loop = asyncio.get_running_loop()
        started = loop.time()
        offered, must_see = bool(prompt.tools), prompt.must_see and bool(prompt.pictures)
        if must_see and (name in self._blind or member.sees is False):
            return Unseen(reason="bad_request", fault="no_pictures", facts={"model": name}, latency=0.0)
        with tries_until(until, self._endpoint.name, written=prompt.written, text_of=self._text_of) as tries:
            try:
                model = await self._model(name)
                started = loop.time()
                response, prompt = await self._with_tools(name, model, member, prompt, tries)
                taken = loop.time() - started
                may_call = bool(prompt.tools) and not prompt.tools_are_over
                if len(response.text or "") < LONG_TEXT:
                    reply = reply_of(response, self._endpoint, name, latency=taken, may_call=may_call)
                else:
                    reply = await asyncio.to_thread(
                        reply_of, response, self._endpoint, name, latency=taken, may_call=may_call
                    )
                if offered and not prompt.tools and isinstance(reply, Reply):
                    return replace(reply, work=Work(refused=True))
                return reply
            except Exception as error:
                # SDKs raise arbitrary exceptions over a garbled reply.
                logger.debug("Asking %s failed.", member.model, exc_info=error)
                failure = failure_of(error, self._endpoint, name, tries, latency=loop.time() - started)
                if must_see and refuses(error, PICTURES):
                    self._refusing.add(name)
                    return Unseen(
                        reason=failure.reason,
                        fault=failure.fault,
                        facts=failure.facts,
                        latency=failure.latency,
                    )
                return failure

    async def _model(self, name: str) -> Model[Any]:
        if name not in self._models:
            # In a thread, because the first model of a provider imports its SDK for a quarter of a second.
            opened = await asyncio.to_thread(self._open_model, name)
            self._models.setdefault(name, opened)
        return self._models[name]

    async def _with_tools(
        self, name: str, model: Model[Any], member: Member, prompt: Prompt, tries: Tries
    ) -> tuple[ModelResponse, Prompt]:
        """Return the response, and the prompt that led to it, which has no tools if the model takes none."""
        if prompt.written is not None:
            return await self._streamed(name, model, member, prompt, tries), prompt
        if not prompt.tools:
            return await self._respond(name, model, member, prompt, tries), prompt
        without = replace(prompt, tools=(), exchanges=())
        if name in self._toolless:
            return await self._respond(name, model, member, without, tries), without
        try:
            response = await self._respond(name, model, member, prompt, tries)
            if response.finish_reason == "error" and not response.text and not prompt.tools_are_over:
                # Gemini stops when it fails to write a call.
                prompt = replace(prompt, tools_are_over=True)
                response = await self._respond(name, model, member, prompt, tries)
            return response, prompt
        except (ModelHTTPError, UserError) as error:
            if prompt.exchanges or not refuses(error, TOOLS):
                raise
        response = await self._respond(name, model, member, without, tries)
        self._toolless.add(name)
        return response, without

    async def _streamed(
        self, name: str, model: Model[Any], member: Member, prompt: Prompt, tries: Tries
    ) -> ModelResponse:
        """Return a model's response and report its text while it arrives; in one piece if the model does not stream."""
        if name not in self._unstreamed:
            try:
                return await self._respond(name, model, member, prompt, tries)
            except NotImplementedError:
                # pydantic-ai's models need not have `request_stream`.
                pass
            except (ModelHTTPError, UserError) as error:
                if not refuses(error, STREAMS):
                    raise
        response = await self._respond(name, model, member, replace(prompt, written=None), tries)
        self._unstreamed.add(name)
        return response

    async def _respond(
        self, name: str, model: Model[Any], member: Member, prompt: Prompt, tries: Tries
    ) -> ModelResponse:
        if not prompt.pictures:
            return await self._answered(name, model, member, prompt, tries)
        if name in self._blind or member.sees is False:
            return await self._answered(name, model, member, unseen(prompt), tries)
        if prompt.must_see or name not in self._refusing:
            try:
                return await self._answered(name, model, member, prompt, tries)
            except (ModelHTTPError, UserError) as error:
                if not refuses(error, PICTURES) or prompt.must_see:
                    raise
        response = await self._answered(name, model, member, unseen(prompt), tries)
        # Only an answer without pictures proves that the pictures were the problem.
        self._blind.add(name)
        return response

    async def _answered(
        self, name: str, model: Model[Any], member: Member, prompt: Prompt, tries: Tries
    ) -> ModelResponse:
        if prompt.reply_schema is None:
            return await _send(model, member, prompt, with_tools(prompt), tries)
        known = self._refused.setdefault(name, set())
        refused: set[Rung] = set()
        for rung in rungs(model.profile, known):
            form = parameters(prompt.reply_schema, rung)
            try:
                response = await _send(model, member, worded(prompt, rung), form, tries)
            except (ModelHTTPError, UserError) as error:
                if rung == "words" or not may_refuse_the_form(error):
                    raise
                refused.add(rung)
            else:
                # Only a working rung proves that the form was the problem and not the request as such.
                known |= refused
                return response
        raise AssertionError("the last rung returns or raises")


async def _send(
    model: Model[Any], member: Member, prompt: Prompt, form: ModelRequestParameters, tries: Tries
) -> ModelResponse:
    left = max(0.001, tries.deadline - asyncio.get_running_loop().time())
    chosen = settings(member)
    if prompt.tools and prompt.tools_are_over:
        # The tools stay in the request: some providers refuse earlier tool calls that it does not name.
        chosen["tool_choice"] = "none"
    # Each try may take the time that is left, and the caller bounds all of them; Google sends the value to its servers.
    chosen |= ModelSettings(timeout=left)
    said = messages(member, prompt)
    if prompt.written is None:
        return await model_request(model, said, model_settings=chosen, model_request_parameters=form)
    # The transport reports the text while it arrives and returns the whole reply, so retries work as usual.
    async with model_request_stream(
        model, said, model_settings=chosen, model_request_parameters=form
    ) as stream:
        async for _ in stream:
            pass
    return stream.get()


ANSWERING: frozenset[CallPurpose] = frozenset({"answer", "revise", "reconsider"})
"""Purposes of calls in which a member has its role; it reviews, checks and concludes without one."""


def messages(member: Member, prompt: Prompt) -> list[ModelMessage]:
    """Return the prompt as pydantic-ai's messages, with the member's own system prompt before our instructions."""
    said: list[ModelMessage] = []
    for asked, replied in prompt.history:
        # Some providers refuse an empty turn or a turn with half a surrogate pair.
        if asked.strip() and replied.strip():
            said += [
                ModelRequest(parts=[UserPromptPart(content=asked)]),
                ModelResponse(parts=[TextPart(content=replied)]),
            ]
    role = ""
    if member.role is not None and prompt.purpose in ANSWERING:
        role = fill("role", instructions=member.role.instructions)
    instructions = "\n\n".join(part for part in (member.system_prompt, role, prompt.instructions) if part)
    pictures = [
        BinaryContent(data=shown.content, media_type=shown.media_type, identifier=f"picture-{number}")
        for number, shown in enumerate(prompt.pictures, 1)
    ]
    content = [prompt.text, *pictures] if pictures else prompt.text
    said.append(ModelRequest(parts=[UserPromptPart(content=content)], instructions=instructions or None))
    for exchange in prompt.exchanges:
        said += ModelMessagesTypeAdapter.validate_json(exchange.wants.opaque)
        returned = zip(exchange.wants.calls, exchange.results, strict=True)
        said.append(
            ModelRequest(
                parts=[
                    ToolReturnPart(tool_name=call.name, content=text, tool_call_id=call.id)
                    for call, text in returned
                ]
            )
        )
    return said


def with_tools(prompt: Prompt) -> ModelRequestParameters:
    """Return the prompt's tools in pydantic-ai's form."""
    return ModelRequestParameters(
        function_tools=[
            # Schemas of MCP servers do not follow the rules of strict ones.
            ToolDefinition(
                name=tool.name,
                description=tool.about,
                parameters_json_schema=dict(tool.schema),
                strict=False,
            )
            for tool in prompt.tools
        ],
        allow_text_output=True,
    )


def unseen(prompt: Prompt) -> Prompt:
    """Return the prompt for a model that cannot see, with a note that there were pictures."""
    told = (
        f"You cannot see the {len(prompt.pictures)} pictures that came with the question; say so where it matters. "
        "Where a description of one stands in the material, rely on that."
    )
    return replace(prompt, pictures=(), instructions=f"{prompt.instructions}\n\n{told}".strip())


def refuses(error: Exception, what: re.Pattern[str]) -> bool:
    """Tell whether a request was refused because of a part that these words name."""
    if not isinstance(error, (ModelHTTPError, UserError)):
        return False
    if isinstance(error, ModelHTTPError) and error.status_code not in {400, 404, 415, 422, 501}:
        return False
    return what.search(str(getattr(error, "body", "") or error)) is not None


def settings(member: Member) -> ModelSettings:
    """Return the member's own settings; the provider decides the rest."""
    chosen = ModelSettings()
    if member.temperature is not None:
        chosen["temperature"] = member.temperature
    if member.max_tokens is not None:
        chosen["max_tokens"] = member.max_tokens
    if member.reasoning_effort is not None:
        chosen["thinking"] = member.reasoning_effort
    return chosen
