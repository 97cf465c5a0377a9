"""Describe the HTTP API as an OpenAPI document, made from the shapes of its requests and replies."""

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from bot.programs.answers import AskShape, ErrorShape, FoundRuns, PresetList, ReadShape, RunShape, SearchShape

REFERENCES = "#/components/schemas/{model}"
REFUSALS = {
    "401": "There is no valid token.",
    "402": "It would cost more than is left to spend, or nobody knows its price.",
    "403": "The settings do not let this program ask.",
    "404": "The program's place has no such run.",
    "413": "The body is too large.",
    "422": "What was sent, or what is to be asked, is wrong; the sentence says what.",
    "429": "Too many questions of this program are waiting.",
    "500": "Something is wrong here; the log knows it by the number in the sentence.",
    "503": "The database cannot be reached; trying again may help.",
}


def openapi() -> dict[str, Any]:
    """Return the document (https://spec.openapis.org/oas/v3.1.0)."""
    given = (RunShape, FoundRuns, PresetList, ErrorShape)
    _, definitions = models_json_schema(
        [(AskShape, "validation"), *((shape, "serialization") for shape in given)],
        ref_template=REFERENCES,
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Council",
            "version": "1",
            "description": "Put questions to several models and read what they concluded. Fields are only ever added.",
        },
        "security": [{"token": []}],
        "paths": _paths(),
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": definitions["$defs"],
        },
    }


def _paths() -> dict[str, Any]:
    run = {"name": "run", "in": "path", "required": True, "schema": {"type": "string"}}
    key = {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "The same key again is the same question again: it is asked and paid once.",
        "schema": {"type": "string", "maxLength": 200},
    }
    ask = _operation("ask", "Put a question", RunShape, "401 402 403 413 422 429 500 503", parameters=[key])
    ask["requestBody"] = {"required": True, "content": _json(AskShape)}
    where = {"Location": {"description": "The run's path.", "schema": {"type": "string"}}}
    ask["responses"]["200"] |= {"description": "It has ended within wait_seconds.", "headers": where}
    ask["responses"]["202"] = {"description": "It goes on.", "headers": where, "content": _json(RunShape)}
    events = _operation(
        "events", "Follow a run as server-sent events", RunShape, "401 404 500 503", parameters=[run]
    )
    events["responses"]["200"] = {
        "description": "`run` at each change and `end` at the last, each with the run as JSON; `error` if it is gone.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
    return {
        "/v1/questions": {"post": ask},
        "/v1/runs": {
            "get": _operation(
                "search",
                "Find runs, the newest first",
                FoundRuns,
                "401 422 500 503",
                parameters=_query(SearchShape),
            )
        },
        "/v1/runs/{run}": {
            "get": _operation(
                "read", "Read a run", RunShape, "401 404 422 500 503", parameters=[run, *_query(ReadShape)]
            )
        },
        "/v1/runs/{run}/events": {"get": events},
        "/v1/presets": {"get": _operation("presets", "List presets", PresetList, "401 500", parameters=[])},
        "/v1/openapi.json": {
            "get": {
                "operationId": "openapi",
                "summary": "Read this document",
                "security": [],
                "responses": {
                    "200": {
                        "description": "OK",
                        "content": {"application/json": {"schema": {"type": "object"}}},
                    }
                },
            }
        },
    }


def _operation(
    name: str, summary: str, shape: type[BaseModel], refusals: str, *, parameters: list[dict[str, Any]]
) -> dict[str, Any]:
    refused = {
        code: {"description": REFUSALS[code], "content": _json(ErrorShape)} for code in refusals.split()
    }
    return {
        "operationId": name,
        "summary": summary,
        "parameters": parameters,
        "responses": {"200": {"description": "OK", "content": _json(shape)}, **refused},
    }


def _query(shape: type[BaseModel]) -> list[dict[str, Any]]:
    """Return the fields of a shape as parameters of a query."""
    fields = shape.model_json_schema()["properties"]
    return [
        {
            "name": name,
            "in": "query",
            "schema": {key: value for key, value in field.items() if key != "title"},
        }
        for name, field in fields.items()
    ]


def _json(shape: type[BaseModel]) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": REFERENCES.format(model=shape.__name__)}}}
