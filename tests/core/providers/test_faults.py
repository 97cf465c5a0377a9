"""Tests of every fault of a provider, on every wire, and of the sentences for people."""

import re

import pytest

from council_core.providers.complete import Models
from tests.core.providers.asking import THREE, WIRES, failure_from, member, name_of, reply_from, said
from tests.core.providers.faults import FAULTS, SOON, Fault
from tests.testbed.models import KEYS, Behaviour, Fails, ModelServer, Resets, Says

ROWS = [
    pytest.param(fault, wire, id=f"{name}, {wire}") for name, fault in FAULTS.items() for wire in fault.wires
]


@pytest.mark.parametrize(("fault", "wire"), ROWS)
async def test_a_fault_becomes_an_abstention_with_its_reason(
    fault: Fault, wire: str, server: ModelServer, models: Models
) -> None:
    model = WIRES[wire]
    server.always(name_of(model), fault.does)
    await models.prepare([member(model)])

    failure = await failure_from(models, model, deadline=fault.deadline)

    assert (failure.reason, len(server.journal.calls)) == (fault.reason, fault.tries), said(failure)
    assert re.search(fault.says, said(failure)), said(failure)
    assert "\n" not in said(failure)
    assert said(failure).endswith(".")
    assert not any(key in said(failure) for key in KEYS.values())


@pytest.mark.parametrize("wire", WIRES)
async def test_an_unknown_model_is_named(wire: str, server: ModelServer, models: Models) -> None:
    model = f"{wire}:vendor/no-such-model" if wire == "openrouter" else f"{wire}:no-such-model"

    failure = await failure_from(models, model)

    assert failure.reason == "unknown_model"
    assert "no-such-model" in said(failure)
    assert len(server.journal.calls) == 1


RECOVERIES = {
    "429 twice, with a wait": (Fails(status=429, headers=SOON), Fails(status=429, headers=SOON)),
    "429 in seconds and a fraction": (Fails(status=429, headers={"Retry-After": "0.01"}),),
    "503 once": (Fails(status=503),),
    "500 three times": (Fails(status=500), Fails(status=500), Fails(status=500)),
    "an error hidden in a 200": (FAULTS["an error hidden in a 200"].does,),
    "a connection that broke": (Resets(),),
    "a reply that broke": (Resets(within_body=True),),
}


@pytest.mark.parametrize("wire", THREE)
@pytest.mark.parametrize("faults", RECOVERIES.values(), ids=RECOVERIES)
async def test_what_passes_is_waited_for(
    faults: tuple[Behaviour, ...], wire: str, server: ModelServer, models: Models
) -> None:
    server.script(name_of(WIRES[wire]), *faults, Says(text="SQLite."))

    reply = await reply_from(models, WIRES[wire])

    assert reply.text == "SQLite."
    assert len(server.journal.calls) == len(faults) + 1
    assert server.journal.paid_twice() == []


@pytest.mark.parametrize("wire", WIRES)
async def test_a_text_cut_off_at_the_token_limit_is_a_reply_that_says_so(
    wire: str, server: ModelServer, models: Models
) -> None:
    server.script(name_of(WIRES[wire]), Says(text="As far as I came", finish="length"))

    reply = await reply_from(models, WIRES[wire])

    assert (reply.text, reply.finish_reason) == ("As far as I came", "length")


@pytest.mark.parametrize("wire", THREE)
async def test_a_megabyte_of_text_is_no_trouble(wire: str, server: ModelServer, models: Models) -> None:
    server.script(name_of(WIRES[wire]), Says(text="word " * 200_000))

    reply = await reply_from(models, WIRES[wire])

    assert len(reply.text) == 999_999
    assert reply.finish_reason == "stop"


async def test_a_provider_that_is_not_there_is_unreachable(server: ModelServer, models: Models) -> None:
    host = server.url.removeprefix("http://")
    await server.stop()

    failure = await failure_from(models, WIRES["ollama"])

    assert failure.reason == "unreachable"
    assert said(failure) == f"No connection to Ollama at {host}. Check the network, or OLLAMA_BASE_URL."
