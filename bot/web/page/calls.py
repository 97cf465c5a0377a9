"""Prepare the tool calls behind a response or a review for their page, once names are public."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.presentation.documents import result_of
from bot.presentation.words import Words
from council_core.domain.tool import ToolUse


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPart:
    """One call of a tool."""

    name: str
    arguments: str
    result: str


def call_parts(uses: Sequence[ToolUse], words: Words) -> tuple[CallPart, ...]:
    """Return calls as a page shows them, in order."""
    return tuple(
        CallPart(name=use.call.name, arguments=use.call.arguments, result=result_of(use, words))
        for use in uses
    )
