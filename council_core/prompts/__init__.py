"""Prompts as files, `name.md` beside this module with `{{placeholders}}` to fill in; and sentences about tools."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import get_args

from council_core.domain.tool import ToolFailed
from council_core.errors import PageReason, Withheld

PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")

PAGE_UNOPENED = "The page could not be opened. "

FAILURES: Mapping[Withheld, str] = {
    "private_network": "It leads into a private network; only public pages are read.",
    "unknown_host": "There is no server of this name.",
    "no_address": "It is no address of a page.",
    "members_only": "Only people who are signed in there can read it.",
    "port": "It names a port on which there are no pages.",
    "redirects": "It redirects from one address to the next.",
    "server_answered": "Its server answered {status}.",
    "no_answer": "Its server did not answer within {seconds} seconds.",
    "unreachable": "Its server could not be reached.",
    "larger": "It is larger than {megabytes} MB.",
    "too_slow": "It took longer than {seconds} seconds.",
    "no_arguments": "The arguments are no JSON object. Call again with one that fits the schema.",
    "no_calls_left": "You have no calls left; answer with what you have.",
    "maybe_done": "The result of this call of {name} is lost. It may have been done, so do not make it again.",
    "no_such_tool": "There is no tool called {name}.",
    "no_such_tool_among": "There is no tool called {name}. There are: {known}.",
    "tool_broke": "The tool {name} failed.",
    "tool_not_set_up": "The tool {name} is not set up.",
    "tool_silent": "The tool failed without saying why.",
    "no_query": 'Give the words to look for: {{"query": "…"}}.',
    "search_unreachable": "The search could not be reached.",
    "search_set_up": "The search cannot be asked.",
    "search_refused": "The search refused the request ({status}).",
    "search_no_format": "The search refused the request ({status}).",
    "search_answered": "The search answered {status}.",
    "search_no_json": "The search sent no JSON.",
    "no_code": 'Give the program as text: {{"code": "print(1 + 1)"}}.',
    "no_expression": 'Give the expression as text: {{"expression": "2**64"}}.',
    "program_too_long": "The program has {characters} characters; at most {most} are run.",
    "no_such_piece": "No piece has this name. There are: {known}.",
    "no_url": 'Give the address of a page: {{"url": "https://…"}}.',
    "page_not_given": "This address was given neither in the question, nor by a search, nor by a page that was opened. "
    "Search for the page, or open one that links to it.",
    "page_empty": "The page holds no text that can be read; it may need JavaScript.",
    "mcp_silent": "MCP server '{server}' did not answer in time.",
    "mcp_slow": "MCP server '{server}' did not answer within {seconds} seconds.",
    "mcp_no_list": "MCP server '{server}' did not list its tools within {seconds} seconds.",
    "mcp_refused": "MCP server '{server}' refused access ({status}).",
    "mcp_not_started": "MCP server '{server}' cannot be started: {why}.",
    "mcp_unreachable": "MCP server '{server}' cannot be reached ({error}).",
    "mcp_unusable": "MCP server '{server}' cannot be used: {why}.",
}
"""Sentences that models read when a tool gives nothing. English-speaking people read them as well, unless
`bot/presentation/words/en` has another."""


def fill(name: str, **values: str) -> str:
    """Fill in the prompt `name.md`: each placeholder gets the value of its name, in one pass, so braces inside a
    value stay as they are.

    Raises:
        KeyError: A placeholder has no value, or a value has no placeholder.
    """
    template = _template(name)
    if unused := set(values) - set(PLACEHOLDER.findall(template)):
        raise KeyError(f"{name}.md has no placeholder {', '.join(sorted(unused))}")
    return PLACEHOLDER.sub(lambda match: values[match[1]], template).strip()


@cache
def _template(name: str) -> str:
    return (files("council_core.prompts") / f"{name}.md").read_text(encoding="utf-8")


def failure_for_models(failed: ToolFailed) -> str:
    """Return a sentence about the failure, with advice where a model can do something about it."""
    if failed.reason is None or failed.reason not in FAILURES:
        return failed.why
    said = FAILURES[failed.reason].format_map(failed.facts)
    return f"{PAGE_UNOPENED}{said}" if failed.reason in get_args(PageReason) else said
