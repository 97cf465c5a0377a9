"""Python in a sandbox, and a calculator: `pydantic-monty`, an interpreter in worker processes of its own.

A worker knows no files, no network, no environment and few modules. Each call has its own session with limits of time
and memory, and the pool replaces a worker that dies.
"""

import ast
import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from council_core.domain.tool import Found, ToolFailed, ToolSpec
from council_core.ports import Errand

SECONDS = 2.0
"""Time limit in seconds for one program."""

SECONDS_OF_A_SUM = 0.2
MEMORY = 64 << 20
"""Memory limit in bytes."""

MOST_PRINTED = 10_000
"""Most characters that a program may print; one that prints more is stopped."""

MATH = (
    "acos acosh asin asinh atan atan2 atanh cbrt ceil comb cos cosh degrees dist e erf exp factorial floor fmod fsum "
    "gamma gcd hypot inf isqrt lcm log log10 log2 nan perm pi prod radians sin sinh sqrt tan tanh tau trunc"
)
"""Names that an expression may use without `math.`; `pow` stays the builtin, which takes a modulus."""

IMPORTS = f"import math\nfrom math import {', '.join(MATH.split())}\n"

LONGEST_VALUE = 50_000
"""Most characters of a value's text; the setting `tool_characters` cuts it further."""

SHOWN = f'\nNone if value_ is None else f"{{value_!r}}"[:{LONGEST_VALUE}]'
NOTHING = "\nNone"

LONGEST_CODE = 20_000
LONGEST_ERROR = 500
REQUEST_SECONDS = 10.0
"""Seconds after which a worker without an answer is replaced."""

WORKERS = 2
"""Workers at a time; further calls wait, and their waiting counts against their own deadline."""

ABOUT_PYTHON = (
    "Runs a short Python program in a sandbox and returns what it prints, and the value of its last expression. It has "
    "the builtins, math, json, re, datetime, decimal, itertools and collections. It has no files, no network, no "
    "generators (`yield`) and no numpy, pandas, statistics or fractions. It may take 2 seconds."
)
ABOUT_CALCULATE = (
    "Calculates one Python expression, such as 2**64 % 97, sqrt(2) or factorial(20). The names of the module math can "
    "be used."
)


def is_installed() -> bool:
    """Tell whether the interpreter is installed."""
    return find_spec("pydantic_monty") is not None


class Sandbox:
    """A pool of workers for the process, opened by the first call."""

    def __init__(self) -> None:
        self._stack = AsyncExitStack()
        self._opening = asyncio.Lock()
        self._pool: Any = None

    async def run(self, code: str, *, seconds: float) -> Found | ToolFailed:
        """Run a program in a session of its own."""
        if len(code) > LONGEST_CODE:
            facts = {"characters": str(len(code)), "most": str(LONGEST_CODE)}
            return ToolFailed(reason="program_too_long", facts=facts)
        monty = await asyncio.to_thread(import_module, "pydantic_monty")
        printed = monty.CollectString(max_bytes=MOST_PRINTED)
        try:
            pool = await self._opened(monty)
            async with pool.checkout(
                limits={"max_feed_duration_secs": seconds, "max_memory": MEMORY},
                os_policy={"sleep": "zero", "timezone": "utc"},
            ) as session:
                shown = await session.feed_run(ending_in_text(code), print_callback=printed)
        except monty.MontyError as error:
            told = str(error)
            said = f"\nIt had printed:\n{printed.output[:LONGEST_ERROR]}" if printed.output else ""
            return ToolFailed(why=f"{told[:LONGEST_ERROR]}{said}")
        return Found(
            text="\n".join(part for part in (printed.output.rstrip(), shown or "") if part) or "(nothing)"
        )

    async def aclose(self) -> None:
        """End the workers."""
        await self._stack.aclose()
        self._pool = None

    async def _opened(self, monty: Any) -> Any:
        async with self._opening:
            if self._pool is None:
                pool = monty.AsyncMonty(max_processes=WORKERS, request_timeout=REQUEST_SECONDS)
                self._pool = await self._stack.enter_async_context(pool)
        return self._pool


def ending_in_text(code: str) -> str:
    """Return the program, changed so that it returns the value of its last expression as a text, or no value.

    A few lists that contain each other are small in the sandbox and would fill the memory of the process that reads
    them, so only a text is returned.
    """
    text = code.replace("\r\n", "\n").replace("\r", "\n")
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text + NOTHING  # The sandbox reports the error, or knows a newer Python.
    last = body[-1] if body else None
    if not isinstance(last, ast.Expr) or last.end_lineno is None or last.end_col_offset is None:
        return text + NOTHING
    lines = [line.encode() for line in text.split("\n")]
    start, end = last.lineno - 1, last.end_lineno - 1
    lines[end] = lines[end][: last.end_col_offset] + b")" + lines[end][last.end_col_offset :]
    lines[start] = lines[start][: last.col_offset] + b"value_ = (" + lines[start][last.col_offset :]
    return b"\n".join(lines).decode() + SHOWN


class Python:
    """Implements `council_core.ports.Tool`: runs a program."""

    spec = ToolSpec(
        name="python",
        about=ABOUT_PYTHON,
        schema={
            "type": "object",
            "properties": {"code": {"type": "string", "description": "The program."}},
            "required": ["code"],
            "additionalProperties": False,
        },
    )

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    async def run(self, arguments: Mapping[str, object], errand: Errand) -> Found | ToolFailed:
        del errand
        code = arguments.get("code")
        if not isinstance(code, str) or not code.strip():
            return ToolFailed(reason="no_code")
        return await self._sandbox.run(code, seconds=SECONDS)


class Calculate:
    """Implements `council_core.ports.Tool`: computes one expression."""

    spec = ToolSpec(
        name="calculate",
        about=ABOUT_CALCULATE,
        schema={
            "type": "object",
            "properties": {"expression": {"type": "string", "description": "A Python expression."}},
            "required": ["expression"],
            "additionalProperties": False,
        },
    )

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    async def run(self, arguments: Mapping[str, object], errand: Errand) -> Found | ToolFailed:
        del errand
        expression = arguments.get("expression")
        if not isinstance(expression, str) or not expression.strip():
            return ToolFailed(reason="no_expression")
        line = " ".join(expression.split())
        return await self._sandbox.run(f"{IMPORTS}({line})", seconds=SECONDS_OF_A_SUM)
