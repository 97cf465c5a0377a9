"""The HTTP API: real requests, real runs, and a description that fits both.

`GOLDEN=accept pytest tests/bot/programs/test_http.py` writes docs/openapi.json.
"""

import asyncio
import json
import os
import re
from pathlib import Path
from typing import Any

import aiohttp
import jsonschema
import pytest
from starlette.routing import Route

from bot.app.serve import program_routes
from bot.presentation.words import ENGLISH
from bot.programs.http import error_shape
from bot.programs.openapi import openapi
from council_core.domain.question import RunId
from council_core.errors import StoreUnavailable
from council_core.storage.database import Database
from tests.bot.programs.conftest import AUTHORS, GIVEAWAYS, QUESTION, TOKENS, Caller, Reply, variables
from tests.e2e.council_app import Serving, serving
from tests.testbed.models import Hangs, ModelServer, Says
from tests.testbed.patience import PATIENCE

DOCUMENT = Path(__file__).parents[3] / "docs" / "openapi.json"


def document() -> dict[str, Any]:
    """The description that people read."""
    return json.loads(DOCUMENT.read_text(encoding="utf-8"))


def holds(reply: Reply, path: str, method: str = "get") -> Reply:
    """Check a reply against the description of its operation, and return it."""
    described = document()
    told = described["paths"][path][method]["responses"][str(reply.status)]
    schema = told["content"]["application/json"]["schema"]
    jsonschema.validate(reply.body, {**schema, "components": described["components"]})
    return reply


def test_the_description_in_the_docs_is_that_of_the_code() -> None:
    written = json.dumps(openapi(), indent=2, ensure_ascii=False) + "\n"
    if os.environ.get("GOLDEN") == "accept":
        DOCUMENT.write_text(written, encoding="utf-8")

    assert DOCUMENT.read_text(encoding="utf-8") == written
    jsonschema.Draft202012Validator.check_schema(openapi()["components"]["schemas"]["RunShape"])


async def test_the_description_has_every_route_and_no_other(served: Serving) -> None:
    async with program_routes(served.app, asyncio.Event()) as routes:
        real = {
            (route.path, method.lower())
            for route in routes
            if isinstance(route, Route) and route.path.startswith("/v1/")
            for method in set(route.methods or ()) - {"HEAD"}
        }

    described = {(path, method) for path, item in document()["paths"].items() for method in item}
    assert described == real


async def test_a_question_is_asked_read_found_and_repeated_without_being_paid_twice(
    call: Caller, models: ModelServer
) -> None:
    body = {"question": QUESTION, "wait_seconds": 60}
    asked = holds(
        await call("POST", "/v1/questions", json=body, headers={"Idempotency-Key": "build-7"}),
        "/v1/questions",
        "post",
    )
    paid = len(models.journal.calls)
    run = asked.body["run"]
    again = await call("POST", "/v1/questions", json=body, headers={"Idempotency-Key": "build-7"})
    read = holds(await call("GET", f"/v1/runs/{run}?with_responses=true"), "/v1/runs/{run}")
    found = holds(await call("GET", "/v1/runs?words=importer"), "/v1/runs")
    presets = holds(await call("GET", "/v1/presets"), "/v1/presets")

    assert (asked.status, asked.headers["Location"]) == (200, f"/v1/runs/{run}")
    assert (asked.body["status"], bool(asked.body["verdict"])) == ("revealed", True)
    assert (again.body, len(models.journal.calls)) == (asked.body, paid)
    assert sorted(each["author"] for each in read.body["responses"]) == sorted(AUTHORS)
    assert all(each["text"] for each in read.body["responses"])
    assert [each["run"] for each in found.body["runs"]] == [run]
    assert {"quick", "thorough"} <= {each["name"] for each in presets.body["presets"]}


async def test_events_tell_each_change_blind_and_the_end_with_names(
    call: Caller, models: ModelServer
) -> None:
    started = await call("POST", "/v1/questions", json={"question": QUESTION})
    stream = await call("GET", f"/v1/runs/{started.body['run']}/events")

    events = [
        dict(line.split(": ", 1) for line in event.splitlines())
        for event in stream.body.split("\n\n")
        if event.startswith("id")
    ]
    shapes = [json.loads(event["data"]) for event in events]
    assert started.status == 202
    assert stream.headers["Content-Type"].startswith("text/event-stream")
    assert [event["event"] for event in events] == ["run"] * (len(events) - 1) + ["end"]
    assert [event["id"] for event in events] == [str(number + 1) for number in range(len(events))]
    for shape in shapes:
        jsonschema.validate(
            shape, {"$ref": "#/components/schemas/RunShape", "components": document()["components"]}
        )
        if shape["status"] != "revealed":
            assert not [word for word in GIVEAWAYS if word in json.dumps(shape)]
    assert shapes[-1]["verdict_by"] in AUTHORS


async def test_a_program_reads_only_the_runs_of_its_own_place(call: Caller) -> None:
    run = (await call("POST", "/v1/questions", json={"question": QUESTION})).body["run"]
    other = call.with_token(TOKENS["ada"])

    replies = [await other("GET", f"/v1/runs/{run}"), await other("GET", f"/v1/runs/{run}/events")]
    replies += [await call("GET", f"/v1/runs/{odd}") for odd in ("r1", "a%00b", "r" * 5_000)]
    found = await other("GET", "/v1/runs")

    assert [(each.status, each.body["error"][:11]) for each in replies] == [(404, "There is no")] * 5
    assert found.body == {"runs": []}


@pytest.mark.parametrize("token", ["", TOKENS["ci"][:-1], TOKENS["ci"] + "0", "x", "ci"])
async def test_nobody_gets_in_without_a_token(call: Caller, token: str) -> None:
    stranger = call.with_token(token)
    replies = [
        await stranger("POST", "/v1/questions", json={"question": QUESTION}),
        await stranger("GET", "/v1/runs/r1"),
        await stranger("GET", "/v1/runs/r1/events"),
        await stranger("GET", "/v1/runs"),
        await stranger("GET", "/v1/presets"),
        await stranger("POST", "/mcp", json={}),
    ]

    assert {(each.status, each.headers["WWW-Authenticate"]) for each in replies} == {
        (401, 'Bearer realm="council"')
    }
    assert (await stranger("GET", "/v1/openapi.json")).body == document()


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ("{", 422, "The body is not a JSON object"),
        ({"question": "  "}, 422, "The question is empty"),
        (
            {"quest": "x"},
            422,
            "`question` is missing; there is no field `quest`. Known fields: wait_seconds,",
        ),
        ({"question": "Hm?", "preset": "hasty"}, 422, "preset is 'hasty'"),
        ({"question": "Hm?", "wait_seconds": 601}, 422, "`wait_seconds` must be at most 600."),
        ({"question": "?" + "x" * 40_000}, 422, "40,000"),
        ({"question": "x" * 1_100_000}, 413, "at most"),
    ],
)
async def test_what_is_wrong_is_a_status_and_a_sentence(
    call: Caller, models: ModelServer, body: Any, status: int, words: str
) -> None:
    data = body if isinstance(body, str) else json.dumps(body)
    reply = await call("POST", "/v1/questions", data=data)

    assert (reply.status, words in reply.body["error"]) == (status, True), reply.body
    holds(reply, "/v1/questions", "post")
    assert not models.journal.calls


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/v1/runs/r0000000000000000", "unknown_run"),
        ("/v1/runs?limit=none", "bad_fields"),
    ],
)
async def test_a_refusal_is_in_the_language_of_its_reader_and_its_code_in_none(
    call: Caller, path: str, code: str
) -> None:
    replies = [
        await call("GET", path, headers={"Accept-Language": header})
        for header in ("de-CH,de;q=0.9", "fr, ko", "fr, *;q=0.5", "")
    ]
    stranger = await call.with_token("")("GET", path, headers={"Accept-Language": "de"})

    german, korean, *english = (each.body["error"] for each in replies)
    assert german.startswith(("Dieses Programm hat keinen Lauf", "`limit` muss eine ganze Zahl sein"))
    assert korean.startswith(("이 프로그램에는", "`limit` 값은 정수여야 합니다"))
    assert english == [english[0]] * 2
    assert english[0].startswith(("There is no run", "`limit` must be a whole"))
    assert not any("history" in each.body["error"] for each in replies), "a command of chat"
    assert {each.body["code"] for each in replies} == {code}
    assert stranger.body["error"].startswith("Schicke eines der Tokens aus COUNCIL_API_TOKENS")
    assert stranger.body["code"] == "no_token"


async def test_a_refusal_does_not_tell_where_the_database_is(caplog: pytest.LogCaptureFixture) -> None:
    database = Database("postgresql://ada@127.0.0.1:9/council", patience=1)
    with pytest.raises(StoreUnavailable) as away:
        await database.read(lambda connection: None)
    await database.aclose()

    refusal = error_shape(away.value, ENGLISH)

    assert refusal.code == "unusable"
    assert not re.search(r"127\.0|postgres|ada|refused", refusal.error)
    (number,) = re.findall(r"[0-9a-f]{8}", refusal.error)
    assert f"incident {number}" in caplog.text
    assert "127.0.0.1" in caplog.text


@pytest.mark.parametrize(
    ("method", "path", "status", "allow", "said"),
    [
        ("GET", "/v1/nope", 404, None, "There is no /v1/nope here. /v1/openapi.json describes all there is."),
        ("POST", "/v1/", 404, None, "There is no /v1/ here. /v1/openapi.json describes all there is."),
        ("POST", "/v1/runs", 405, "GET, HEAD", "/v1/runs does not take POST, only GET, HEAD."),
        ("GET", "/v1/questions", 405, "POST", "/v1/questions does not take GET, only POST."),
    ],
)
async def test_a_path_or_a_method_that_is_not_there_is_refused_in_json(
    method: str, path: str, status: int, allow: str | None, said: str, call: Caller
) -> None:
    reply = await call(method, path)
    german = await call(method, path, headers={"Accept-Language": "de"})

    assert (reply.status, reply.body["error"], reply.headers.get("Allow")) == (status, said, allow)
    assert reply.body["code"] == german.body["code"] == ("wrong_method" if allow else "no_path")
    assert path in german.body["error"] != said


async def test_a_key_with_another_question_is_refused_and_costs_nothing(
    call: Caller, models: ModelServer
) -> None:
    async def ask(question: str) -> Reply:
        return await call(
            "POST",
            "/v1/questions",
            json={"question": question, "wait_seconds": 30},
            headers={"Idempotency-Key": "build-7"},
        )

    first = await ask(QUESTION)
    paid = len(models.journal.calls)

    again, other = await ask(f"  {QUESTION}\u200b "), await ask("Tabs or spaces?")

    assert (again.status, again.body["run"]) == (200, first.body["run"])
    assert (other.status, other.body["code"]) == (422, "key_used")
    assert first.body["run"] in other.body["error"]
    assert len(models.journal.calls) == paid


async def test_a_server_in_another_language_speaks_it_where_a_program_names_none(
    models: ModelServer, tmp_path: Path
) -> None:
    async with (
        aiohttp.ClientSession() as session,
        serving(variables(models, tmp_path, COUNCIL_LANGUAGE="de"), tmp_path) as served,
    ):
        call = Caller(served, session)
        refused = await call("POST", "/v1/questions", json={"question": " "})
        asked = await call("POST", "/v1/questions", json={"question": QUESTION, "wait_seconds": 60})

    assert refused.body["error"] == "Die Frage ist leer."
    assert asked.body["note"] == "Der Lauf ist zu Ende, und die Namen sind bekannt."


async def test_budgets_and_the_line_hold_for_programs(models: ModelServer, tmp_path: Path) -> None:
    models.always("gpt-6.1-sol", Hangs())
    limits = {"COUNCIL_RUNS_PER_PERSON": "1", "COUNCIL_WAITING_PER_PERSON": "1"}
    prices = {f"{name}_PRICES": "*=9/9" for name in ("OPENAI", "ANTHROPIC", "GOOGLE", "OPENROUTER")}
    (tmp_path / "poor").mkdir()
    async with (
        aiohttp.ClientSession() as session,
        serving(variables(models, tmp_path, **limits), tmp_path) as served,
    ):
        call = Caller(served, session)
        replies = [await call("POST", "/v1/questions", json={"question": QUESTION}) for _ in range(3)]
    async with (
        aiohttp.ClientSession() as session,
        serving(
            variables(models, tmp_path / "poor", COUNCIL_RUN_BUDGET="0.000001", **prices), tmp_path / "poor"
        ) as served,
    ):
        costly = await Caller(served, session)("POST", "/v1/questions", json={"question": QUESTION})

    assert [each.status for each in replies] == [202, 202, 429]
    assert "in the queue" in replies[2].body["error"]
    assert (costly.status, "would cost" in costly.body["error"]) == (402, True)


async def test_who_waits_for_a_run_gets_it_as_it_stands_when_the_server_stops(
    models: ModelServer, tmp_path: Path
) -> None:
    models.always("gpt-6.1-sol", Hangs())
    async with aiohttp.ClientSession() as session:
        async with serving(variables(models, tmp_path), tmp_path) as served:
            call = Caller(served, session)
            run = (await call("POST", "/v1/questions", json={"question": QUESTION})).body["run"]
            waiting = asyncio.create_task(call("GET", f"/v1/runs/{run}?wait_seconds=600"))
            async with call.opened(f"/v1/runs/{run}/events") as stream, asyncio.timeout(PATIENCE):
                await stream.readuntil(b"\n\n")
        reply = await waiting

    assert (reply.status, reply.body["run"], reply.body["is_finished"]) == (200, run, False)


async def test_a_deleted_run_ends_its_stream_with_a_sentence(
    call: Caller, served: Serving, models: ModelServer
) -> None:
    models.always("gpt-6.1-sol", Hangs())
    run = (await call("POST", "/v1/questions", json={"question": QUESTION})).body["run"]
    async with call.opened(f"/v1/runs/{run}/events") as stream, asyncio.timeout(PATIENCE):
        first = await stream.readuntil(b"\n\n")
        await served.app.retention.delete(RunId(run), from_chat=False)
        rest = await stream.read()

    assert b"event: run" in first
    assert b"event: error" in rest
    assert b"deleted" in rest


async def test_events_tell_the_verdict_while_it_is_written(
    served: Serving, call: Caller, models: ModelServer
) -> None:
    models.script("gpt-6.1-sol", Says(), Says(), Hangs())  # It answers, reviews, and never ends its verdict.
    run = RunId((await call("POST", "/v1/questions", json={"question": QUESTION})).body["run"])

    async with asyncio.timeout(PATIENCE), call.opened(f"/v1/runs/{run}/events") as stream:
        shapes: list[dict[str, Any]] = []
        async for line in stream:
            if not line.startswith(b"data: "):
                continue
            shapes.append(json.loads(line.removeprefix(b"data: ")))
            if shapes[-1]["verdict_so_far"]:
                break
            if shapes[-1]["status"] == "synthesizing":
                served.app.drafts.grows(run, "Not yet.\n\nFirst measure.")

    assert shapes[-1]["verdict_so_far"] == "Not yet.\n\nFirst measure."
    assert {shape["verdict_so_far"] for shape in shapes[:-1]} == {None}
    assert {shape["verdict"] for shape in shapes} == {None}
    jsonschema.validate(
        shapes[-1], {"$ref": "#/components/schemas/RunShape", "components": document()["components"]}
    )
