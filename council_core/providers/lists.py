"""Lists of models, as each provider has them: path, headers and entries. A row of `PROVIDERS` names one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Any

from council_core.domain.offer import Offer

TOKENS_IN, TOKENS_OUT = 3_000, 900
"""Tokens of one member in a short question to a council of four: it reads its prompt and four answers, and writes an
answer of 500 and a review of 400 (see `stages.estimate`)."""

MOST_MODELS = 1_000
ANTHROPIC_VERSION = "2023-06-01"

Entry = Mapping[str, Any]


def bearer(key: str | None) -> Mapping[str, str]:
    """Return the headers with a key as OpenAI takes it."""
    return {"authorization": f"Bearer {key}"} if key else {}


def only_names(provider: str, entries: Sequence[Entry]) -> Iterator[Offer]:
    """Yield the models of a list that gives only names."""
    for entry in entries:
        if isinstance(name := entry.get("id"), str) and name:
            yield Offer(model=f"{provider}:{name}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelList:
    """A provider's list of models; by default that of OpenAI."""

    path: str = "/models"
    """Path behind the provider's address."""

    headers: Callable[[str | None], Mapping[str, str]] = bearer
    """Returns the headers that carry a key."""

    within: str = "data"
    """Name of the array of models in the reply."""

    read: Callable[[str, Sequence[Entry]], Iterator[Offer]] = only_names
    """Yields the models of a provider's entries; the provider's name stands before each model's."""


def _of_google(provider: str, entries: Sequence[Entry]) -> Iterator[Offer]:
    for entry in entries:
        name, methods = entry.get("name"), entry.get("supportedGenerationMethods", ())
        if isinstance(name, str) and "generateContent" in methods:
            yield Offer(model=f"{provider}:{name.removeprefix('models/')}")


def _of_ollama(provider: str, entries: Sequence[Entry]) -> Iterator[Offer]:
    return (replace(offer, price=Decimal(0)) for offer in only_names(provider, entries))


def _of_openrouter(provider: str, entries: Sequence[Entry]) -> Iterator[Offer]:
    for entry in entries:
        if not isinstance(name := entry.get("id"), str) or not name:
            continue
        takes = entry.get("architecture", {}).get("input_modalities")
        knows = entry.get("supported_parameters")
        yield Offer(
            model=f"{provider}:{name}",
            price=_own_price(entry.get("pricing", {})),
            sees="image" in takes if isinstance(takes, list) else None,
            tools="tools" in knows if isinstance(knows, list) else None,
        )


def _own_price(pricing: Entry) -> Decimal | None:
    """Return the price in the list itself, in dollars per token; a negative one means that it varies, and gives
    None."""
    try:
        read, written = Decimal(str(pricing["prompt"])), Decimal(str(pricing["completion"]))
    except (KeyError, InvalidOperation, TypeError):
        return None
    return None if read < 0 or written < 0 else read * TOKENS_IN + written * TOKENS_OUT


OPENAI = ModelList()
"""The list of OpenAI, which compatible services have as well."""

ANTHROPIC = ModelList(
    path=f"/v1/models?limit={MOST_MODELS}",
    headers=lambda key: {"x-api-key": key or "", "anthropic-version": ANTHROPIC_VERSION},
)
GOOGLE = ModelList(
    path=f"/v1beta/models?pageSize={MOST_MODELS}",
    headers=lambda key: {"x-goog-api-key": key or ""},
    within="models",
    read=_of_google,
)
OLLAMA = ModelList(read=_of_ollama)
OPENROUTER = ModelList(read=_of_openrouter)
