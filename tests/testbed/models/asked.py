"""The content of a request, whatever its wire, and checks that all wires share."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from tests.testbed.models.scripts import Fails, Says

Wire = Literal["openai", "openrouter", "ollama", "compatible", "anthropic", "google"]
Form = Literal["text", "schema", "tool", "json"]
Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request to a model, in terms that fit all wires."""

    wire: Wire
    model: str
    system: str
    turns: tuple[tuple[str, str], ...]
    """(`user` or `model`, text), oldest first."""

    form: Form = "text"
    """The form that the reply must have."""

    schema: Json | None = None
    tool: str = ""
    """Name of the tool whose arguments are the reply."""

    tools: tuple[str, ...] = ()
    """Names of the tools that the model may call."""

    may_call: bool = False
    results: tuple[str, ...] = ()
    """Results of tools since the first turn, oldest first."""

    temperature: float | None = None
    max_tokens: int | None = None
    thinking: Any = None
    """Reasoning effort or thinking, as the wire writes it."""

    stream: bool = False
    body: Json = field(default_factory=dict[str, Any], repr=False)

    @property
    def text(self) -> str:
        """Return the text of the last turn."""
        return self.turns[-1][1]


def calls_of(asked: Asked, says: Says) -> tuple[tuple[str, str], ...]:
    """Return the tool calls with which a model replies: name and arguments of each."""
    return says.calls if asked.may_call or (says.defies and asked.tools) else ()


class RefusedError(Exception):
    """The real API would refuse this request."""

    def __init__(self, fails: Fails) -> None:
        self.fails = fails
        super().__init__(fails.message)


def refuse(message: str, status: int = 400, code: str = "") -> RefusedError:
    return RefusedError(Fails(status=status, message=message, code=code))


def as_object(value: object, complaint: str) -> Json:
    if not isinstance(value, dict):
        raise refuse(complaint)
    return cast(Json, value)


def as_list(value: object, complaint: str) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise refuse(complaint)
    return cast(list[Any], value)


def within(body: Json, name: str, lowest: float, highest: float, complaint: str) -> float | None:
    """Return a number that may be missing; raises `RefusedError` when it is none, or out of bounds."""
    value: object = body.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not lowest <= value <= highest:
        raise refuse(complaint.format(name=name, value=value, lowest=lowest, highest=highest))
    return value


def only(body: Json, known: Collection[str], complaint: str) -> None:
    """Raise `RefusedError` for the first field that the API does not know."""
    for name in body:
        if name not in known:
            raise refuse(complaint.format(name=name))


REPLY = "reply"
"""Name of the tool with which Council asks for a form."""


def check_tools(named: list[str]) -> tuple[str, ...]:
    """Return the names of tools that may be called; none where the only tool is the form of the reply."""
    for index, name in enumerate(named):
        if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name):
            raise refuse(f"Invalid 'tools[{index}].function.name': '{name}'.")
    return () if named == [REPLY] else tuple(named)


def check_turns(turns: list[tuple[str, str]], empty: str, alternate: str) -> None:
    """Raise `RefusedError` unless a person begins, sides alternate and no turn is empty."""
    for index, (role, text) in enumerate(turns):
        if not text.strip():
            raise refuse(empty.format(index=index))
        if role != ("user" if index % 2 == 0 else "model"):
            raise refuse(alternate.format(index=index))
    if len(turns) % 2 == 0:
        raise refuse(alternate.format(index=len(turns) - 1))
