"""The HTTP API: the four things that programs ask, with a token. `docs/openapi.json` describes it."""

import asyncio
import logging
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping
from contextlib import aclosing
from secrets import token_hex
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from bot.platforms.http_request import body_within, language_among_ours
from bot.presentation.replies import error_sentence
from bot.presentation.words import Words, words_for
from bot.presentation.words.private import FieldFault, ProgramWords
from bot.programs.answers import AskShape, ErrorShape, ReadShape, RunShape, SearchShape
from bot.programs.counter import Counter
from bot.programs.openapi import openapi
from bot.programs.platform import VARIABLE, Program, Tokens
from council_core.domain.question import RunId
from council_core.errors import (
    CouncilError,
    ModelsRefused,
    NotAllowed,
    OverBudget,
    QuestionRejected,
    RequestError,
    RunDeleted,
    SettingsError,
    StoreError,
    StoreUnavailable,
    TooManyWaiting,
    UnknownChoice,
    UnknownRun,
    UnpricedModels,
)

logger = logging.getLogger(__name__)

MOST_BYTES = 1_000_000
"""Most bytes of a body; a question has at most 40,000 characters."""

LONGEST_KEY = 200
HEARTBEAT_SECONDS = 15.0
"""Seconds of silence after which a stream gets a comment, so that no proxy closes it."""

WHO = {"WWW-Authenticate": 'Bearer realm="council"'}

STATUSES: tuple[tuple[type[CouncilError], int], ...] = (
    (UnknownRun, 404),
    (OverBudget, 402),
    (UnpricedModels, 402),
    (TooManyWaiting, 429),
    (NotAllowed, 403),
    (RequestError, 422),
    (SettingsError, 422),
    (StoreError, 503),
)
"""Status of each error; the first matching row counts."""

FIELD_FAULTS: Mapping[str, FieldFault] = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "greater_than_equal": "too_low",
    "less_than_equal": "too_high",
    "string_type": "no_text",
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), "no_number"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "yes_no"),
    "json_invalid": "no_json",
}
"""Faults of fields by pydantic's names (docs.pydantic.dev, validation errors)."""

Work = Callable[[Request, Program], Awaitable[Response]]
Shaped = TypeVar("Shaped", bound=BaseModel)


class _Refused(Exception):
    """A malformed request, with the status of its response, the reason's code, and its sentence in a language."""

    def __init__(self, status: int, code: str, said: Callable[[ProgramWords], str]) -> None:
        self.status, self.code, self.said = status, code, said
        super().__init__(code)


def api_routes(counter: Counter, tokens: Tokens, language: str = "") -> list[Route]:
    """Return the routes of the API.

    Args:
        counter: Serves the programs.
        tokens: Tell which program sends a request.
        language: The language of requests that name none of ours.
    """
    api = _Api(counter)

    def route(path: str, method: str, work: Work) -> Route:
        return Route(path, _guarded(tokens, language, work), methods=[method])

    routes = [
        route("/v1/questions", "POST", api.ask),
        route("/v1/runs", "GET", api.search),
        route("/v1/runs/{run}", "GET", api.read),
        route("/v1/runs/{run}/events", "GET", api.events),
        route("/v1/presets", "GET", api.presets),
        Route("/v1/openapi.json", _describe, methods=["GET"]),
    ]
    others = [Route(each.path, Nowhere(language, each.methods or ())) for each in routes]
    return [*routes, *others, Route("/v1/{rest:path}", Nowhere(language))]


class Nowhere:
    """Refuses a path that the API does not have, or other methods than those of a path."""

    def __init__(self, language: str, allowed: Collection[str] = ()) -> None:
        self._language, self._allowed = language, ", ".join(sorted(allowed))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        said, path = words_for(_locale(request.headers, self._language)).programs, request.url.path[:200]
        if self._allowed:
            sentence = said.wrong_method(path=path, method=request.method, allowed=self._allowed)
            refusal = _shaped(
                ErrorShape(error=sentence, code="wrong_method"), status=405, headers={"Allow": self._allowed}
            )
        else:
            refusal = _shaped(ErrorShape(error=said.no_path(path=path), code="no_path"), status=404)
        await refusal(scope, receive, send)


async def _describe(request: Request) -> JSONResponse:
    del request
    return JSONResponse(openapi())


class _Api:
    def __init__(self, counter: Counter) -> None:
        self._counter = counter

    async def ask(self, request: Request, program: Program) -> Response:
        key = request.headers.get("idempotency-key", "")
        if len(key) > LONGEST_KEY:
            raise _Refused(422, "key_too_long", lambda said: said.key_too_long(most=str(LONGEST_KEY)))
        body = await body_within(request, MOST_BYTES)
        if body is None:
            raise _Refused(413, "body_too_large", lambda said: said.body_too_large(most=f"{MOST_BYTES:,}"))
        asked = _read(AskShape, lambda: AskShape.model_validate_json(body))
        run_id = await self._counter.ask(program, asked.question, preset=asked.preset, delivery=key)
        if key and not await self._counter.is_question_of(run_id, asked.question):
            raise _Refused(422, "key_used", lambda said: said.key_used(run_id=run_id))
        run = await self._counter.awaited(
            program, run_id, asked.wait_seconds, with_responses=asked.with_responses
        )
        return _shaped(
            run, status=200 if run.is_finished else 202, headers={"Location": f"/v1/runs/{run_id}"}
        )

    async def read(self, request: Request, program: Program) -> Response:
        wanted = _read(ReadShape, lambda: ReadShape.model_validate(dict(request.query_params)))
        run_id = RunId(request.path_params["run"])
        run = await self._counter.awaited(
            program, run_id, wanted.wait_seconds, with_responses=wanted.with_responses
        )
        return _shaped(run)

    async def search(self, request: Request, program: Program) -> Response:
        sought = _read(SearchShape, lambda: SearchShape.model_validate(dict(request.query_params)))
        return _shaped(await self._counter.search(program, sought.words, limit=sought.limit))

    async def presets(self, request: Request, program: Program) -> Response:
        del request, program
        return _shaped(self._counter.presets())

    async def events(self, request: Request, program: Program) -> Response:
        run_id = RunId(request.path_params["run"])
        # Raise errors before the stream begins, while the response can still have a status.
        await self._counter.read(program, run_id)
        return StreamingResponse(
            _stream(self._counter.follow(program, run_id), program.words),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )


async def _stream(moments: AsyncGenerator[RunShape], words: Words) -> AsyncGenerator[str]:
    """Yield server-sent events: `run` at each change, `end` at the last one, and a comment after a long silence."""
    async with aclosing(moments):
        number, upcoming = 0, asyncio.ensure_future(anext(moments))
        try:
            while True:
                done, _ = await asyncio.wait({upcoming}, timeout=HEARTBEAT_SECONDS)
                if not done:
                    yield ": still there\n\n"
                    continue
                try:
                    shape = upcoming.result()
                except StopAsyncIteration:
                    return
                except CouncilError as error:
                    yield f"event: error\ndata: {error_shape(error, words).model_dump_json()}\n\n"
                    return
                number += 1
                kind = "end" if shape.is_finished else "run"
                yield f"id: {number}\nevent: {kind}\ndata: {shape.model_dump_json()}\n\n"
                upcoming = asyncio.ensure_future(anext(moments))
        finally:
            upcoming.cancel()
            await asyncio.gather(upcoming, return_exceptions=True)


def _guarded(tokens: Tokens, language: str, work: Work) -> Callable[[Request], Awaitable[Response]]:
    """Return a handler that checks the token, does the work, and turns errors into a status and a sentence."""

    async def handle(request: Request) -> Response:
        program = program_of(request.headers, tokens, language)
        if program is None:
            return without_token(request.headers, language)
        said = program.words.programs
        try:
            return await work(request, program)
        except _Refused as error:
            return _shaped(ErrorShape(error=error.said(said), code=error.code), status=error.status)
        except CouncilError as error:
            status = next((status for kind, status in STATUSES if isinstance(error, kind)), 500)
            logger.info("a program's request was refused: %s", type(error).__name__)
            return _shaped(error_shape(error, program.words), status=status)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:  # the last resort: programs get a number, and the log gets the rest
            incident = token_hex(4)
            logger.error("incident %s: a program's request failed", incident, exc_info=error)
            return _shaped(ErrorShape(error=said.incident(number=incident), code="incident"), status=500)

    return handle


def program_of(headers: Mapping[str, str], tokens: Tokens, language: str) -> Program | None:
    """Return the program that sends a request, with the language of its reader; None without a valid token."""
    program = tokens.program(headers.get("authorization", ""))
    return None if program is None else program.speaking(_locale(headers, language))


def without_token(headers: Mapping[str, str], language: str) -> Response:
    """Return the refusal of a request without a valid token."""
    said = words_for(_locale(headers, language)).programs.no_token(variable=VARIABLE)
    return _shaped(ErrorShape(error=said, code="no_token"), status=401, headers=WHO)


def _locale(headers: Mapping[str, str], language: str) -> str:
    return language_among_ours(headers.get("accept-language", ""), language)


def error_shape(error: CouncilError, words: Words) -> ErrorShape:
    """Return the sentence of an error in a language, with its code. Advice to type a command of chat is left out.
    Trouble with the database is in the log alone, because it tells where the database is."""
    match error:
        case UnknownRun(run_id=run_id) if not isinstance(error, RunDeleted):
            sentence = words.programs.unknown_run(run_id=run_id)
        case QuestionRejected(kind="needs_words"):
            sentence = words.programs.needs_words
        case StoreError():
            number = token_hex(4)
            logger.error("incident %s: a program's request failed: %s", number, error)
            is_away = isinstance(error, StoreUnavailable)
            sentence = (words.replies.store_away if is_away else words.programs.incident)(number=number)
        case _:
            sentence = error_sentence(words, error)
    return ErrorShape(error=sentence, code=_code(error))


def _code(error: CouncilError) -> str:
    """Return the reason in one stable word: the error's kind, else the name of its class."""
    match error:
        case UnknownChoice(thing=thing):
            return f"unknown_{thing}"
        case RequestError(kind=kind) if kind is not None:
            return kind
        case StoreError(kind=kind):
            return kind
        case SettingsError(problems=(first, *_)) if not isinstance(error, ModelsRefused):
            return first.kind
        case _:
            return re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__).lower()


def _read(shape: type[Shaped], read: Callable[[], Shaped]) -> Shaped:
    """Return the request's content, or refuse it with the names of the wrong fields."""
    try:
        return read()
    except ValidationError as error:
        wrong, known = error.errors(), tuple(shape.model_fields)

        def sentence(said: ProgramWords) -> str:
            faults = [
                said.field_fault(
                    name=".".join(map(str, each["loc"])),
                    kind=FIELD_FAULTS.get(each["type"], "other" if each["loc"] else "no_json"),
                    limit=str(each.get("ctx", {}).get("ge", each.get("ctx", {}).get("le", ""))),
                )
                for each in wrong
            ]
            return said.bad_fields(faults=faults, known=known)

        raise _Refused(422, "bad_fields", sentence) from error


def _shaped(shape: BaseModel, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(
        shape.model_dump_json(), status_code=status, media_type="application/json", headers=headers
    )
