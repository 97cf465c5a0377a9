"""Short ways to ask a member for something."""

from typing import Any

from bot.presentation.abstentions import explained
from bot.presentation.words import ENGLISH
from council_core.domain.answer import Failure, Reply
from council_core.domain.member import Member, MemberId
from council_core.ports import Prompt
from council_core.providers.complete import Models

WIRES = {
    "openai": "openai:gpt-4o",
    "openrouter": "openrouter:openai/gpt-4o",
    "anthropic": "anthropic:claude-haiku-4-5",
    "google": "google:gemini-3.8-flash",
    "ollama": "ollama:llama3.2",
    "compatible": "compatible:some-model",
}
"""One model per wire."""

THREE = ("openai", "anthropic", "google")
"""The three wire formats; the others are dialects of OpenAI's."""

QUESTION = Prompt(instructions="Answer well.", text="Which database shall we use?")


def member(model: str, **settings: Any) -> Member:
    return Member(id=MemberId(model), model=model, name=model.title(), **settings)


def name_of(model: str) -> str:
    """Return the model's name as the provider knows it."""
    return model.partition(":")[2]


async def reply_from(
    models: Models, who: Member | str, prompt: Prompt = QUESTION, *, deadline: float = 20.0
) -> Reply:
    result = await models.complete(who if isinstance(who, Member) else member(who), prompt, deadline=deadline)
    assert isinstance(result, Reply), result
    return result


async def failure_from(
    models: Models, who: Member | str, prompt: Prompt = QUESTION, *, deadline: float = 20.0
) -> Failure:
    result = await models.complete(who if isinstance(who, Member) else member(who), prompt, deadline=deadline)
    assert isinstance(result, Failure), result
    return result


def said(failure: Failure) -> str:
    """Return the sentence that people read of a failure."""
    return explained(failure, ENGLISH, str)
