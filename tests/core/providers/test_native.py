"""Tests that a provider with an API of its own is one module and one row: `quill` is such a provider."""

from collections.abc import AsyncIterator
from dataclasses import replace
from decimal import Decimal

import pytest
from pydantic_ai.models import Model

from council_core.providers import PROVIDERS
from council_core.providers.complete import Models
from council_core.providers.offers import ProviderOffers
from council_core.providers.settings import ProviderSettings
from tests.core.providers.asking import QUESTION, failure_from, member, reply_from, said
from tests.core.providers.quill import KEY, QUILL, WORDS, QuillModel, QuillServer

TEXT = "".join(WORDS)


@pytest.fixture
async def quill(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[QuillServer]:
    monkeypatch.setitem(PROVIDERS, "quill", QUILL)
    async with QuillServer() as server:
        yield server


def settings(quill: QuillServer, **more: str) -> ProviderSettings:
    return ProviderSettings.from_mapping({"QUILL_BASE_URL": quill.address, "QUILL_API_KEY": KEY, **more})


@pytest.fixture
async def models(quill: QuillServer) -> AsyncIterator[Models]:
    models = Models(settings(quill, QUILL_PRICES="feather-*=1/2"))
    yield models
    await models.close()


async def test_it_answers_with_tokens_and_cost(quill: QuillServer, models: Models) -> None:
    reply = await reply_from(models, member("quill:feather-2", max_tokens=50))

    assert (reply.text, reply.finish_reason) == (TEXT, "stop")
    assert (reply.usage.tokens_in, reply.usage.tokens_out) == (11, 7)
    assert reply.usage.cost == Decimal(11 + 2 * 7) / 1_000_000
    assert (quill.asked[0]["rules"], quill.asked[0]["limit"]) == (QUESTION.instructions, 50)


async def test_its_text_is_heard_while_it_arrives(models: Models) -> None:
    heard: list[str] = []

    reply = await reply_from(models, "quill:feather-2", replace(QUESTION, written=heard.append))

    assert (heard[0], heard[-1], reply.text, reply.usage.tokens_out) == ("", TEXT, TEXT, 7)


async def test_one_that_cannot_stream_is_asked_for_the_whole(
    quill: QuillServer, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QuillModel, "request_stream", Model.request_stream)
    heard: list[str] = []

    reply = await reply_from(models, "quill:feather-2", replace(QUESTION, written=heard.append))

    assert (reply.text, [asked["live"] for asked in quill.asked]) == (TEXT, [False])


async def test_a_form_of_reply_that_it_does_not_know_is_told_in_words(
    quill: QuillServer, models: Models
) -> None:
    await reply_from(models, "quill:feather-2", replace(QUESTION, reply_schema={"type": "object"}))

    assert '{"type": "object"}' in quill.asked[0]["rules"]


async def test_a_refused_key_is_named(quill: QuillServer) -> None:
    models = Models(settings(quill, QUILL_API_KEY="other"))

    failure = await failure_from(models, "quill:feather-2")
    await models.close()

    assert failure.reason == "unauthorized"
    assert said(failure) == 'Quill did not accept the key: "Who are you?". Check QUILL_API_KEY.'


@pytest.mark.parametrize(("key", "listed"), [(KEY, ["quill:feather-2"]), ("other", "refused")])
async def test_it_lists_its_models(quill: QuillServer, key: str, listed: list[str] | str) -> None:
    offers = ProviderOffers(settings(quill, QUILL_API_KEY=key))

    offered = await offers.of("quill", seconds=10)
    await offers.close()

    assert (offered.silence or [each.model for each in offered.models]) == listed
    assert "quill" in offers.providers
