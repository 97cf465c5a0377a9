"""Tools that members use while they answer: offers, calls and results."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal
from urllib.parse import urlsplit

from council_core.errors import Withheld

LONGEST_URL = 2_000
"""Most characters of a page's address."""

LONGEST_NAME = 64
"""Most characters of a tool's name."""

NEVER_MADE = frozenset({"no_such_tool", "no_such_tool_among", "no_calls_left"})
"""Failures of calls that reached no tool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """A tool as it is offered to models."""

    name: str
    """Letters, digits, `_` and `-`, at most 64; a tool of an MCP server is `server__tool`."""

    about: str
    """Its description for the model."""

    schema: Mapping[str, object]
    """JSON schema of its arguments: an object."""

    shares: bool = False
    """Whether equal calls by several members of a run are made once and share the result."""

    writes: bool = False
    """Whether a call may change something, so that one whose result was lost is never made again."""

    needs_material: bool = False
    """Whether it is offered only where something came with the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsentTool:
    """A tool, or a server with tools, that was chosen for a run and is not available."""

    name: str
    reason: Withheld | None = None
    """None in runs of earlier versions, which kept a sentence."""

    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Names in the sentence that people read for the reason."""

    why: str = ""
    """Words that are not ours; in runs of earlier versions the whole sentence in English."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A model's call of a tool."""

    id: str
    """Id that the provider gave the call; it is sent back with the result."""

    name: str
    arguments: str
    """JSON as the model wrote it, which may be broken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A page that a tool found or read."""

    title: str
    url: str
    snippet: str = ""
    published: str = ""
    """Day of its publication as the source gives it; empty where it gives none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Result of a tool."""

    kind: Literal["found"] = "found"
    text: str = ""
    sources: tuple[Source, ...] = ()
    addresses: tuple[str, ...] = field(default=(), repr=False)
    """Further addresses in the result, which `fetch` may open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFailed:
    """A call without a result."""

    kind: Literal["failed"] = "failed"
    reason: Withheld | None = None
    """None where the tool's own words are all there is."""

    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Names in the sentences for the reason: the model's (`council_core/prompts`) and those of people."""

    why: str = ""
    """The tool's own words, such as a traceback; in runs of earlier versions the whole sentence in English."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolUse:
    """A call with its result."""

    call: ToolCall
    result: Found | ToolFailed
    seconds: float = 0.0

    @property
    def was_made(self) -> bool:
        """Whether the call reached a tool. If not, the model may have made up its name."""
        return isinstance(self.result, Found) or self.result.reason not in NEVER_MADE


@dataclass(frozen=True, slots=True, kw_only=True)
class Wants:
    """A model's message that calls tools instead of answering."""

    calls: tuple[ToolCall, ...]
    opaque: str = field(repr=False)
    """The message in its provider's own form, with ids and signatures of its thinking, to send back unchanged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One round with tools: what the model said, and the result of each of its calls."""

    wants: Wants
    results: tuple[str, ...]
    """Text that the model gets for each call, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A member's work with tools behind its answer."""

    uses: tuple[ToolUse, ...] = ()
    """In order; each result is shortened to what people are shown."""

    sources: tuple[Source, ...] = ()
    """The sources that the answer cites as [1], [2] and so on."""

    misquoted: tuple[str, ...] = ()
    """Quotations beside citations in the answer that no cited source holds."""

    out_of_budget: bool = False
    """Whether the model had to answer without further tools, because most of the run's budget was spent."""

    refused: bool = False
    """Whether the model takes no tools and therefore answered without them."""

    def without_calls(self) -> "Work":
        """Return the work with its sources alone: the results of calls hold the texts that they found."""
        return replace(self, uses=())


def is_web(url: str) -> bool:
    """Tell whether a text can be the address of a web page."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return (
        parts.scheme in {"http", "https"}
        and bool(parts.hostname)
        and len(url) <= LONGEST_URL
        and " " not in url
        and url.isprintable()  # This also excludes halves of surrogate pairs, which cannot be sent.
    )
