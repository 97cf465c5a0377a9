"""Members that follow a script."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass

from council_core.domain.answer import Failure, Reply, Usage
from council_core.domain.member import Member
from council_core.ports import Prompt, Queueing

Script = Callable[[Member, Prompt], Awaitable[Reply | Failure]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One paid call, as recorded by the double."""

    member: str
    prompt: Prompt


def says(text: str, *, seconds: float = 0.0) -> Script:
    """Return a script that always gives the same reply, after some seconds."""

    async def script(member: Member, prompt: Prompt) -> Reply:
        await asyncio.sleep(seconds)
        return Reply(text=text, latency=seconds, usage=Usage(tokens_in=10, tokens_out=len(text.split())))

    return script


def fails(failure: Failure) -> Script:
    """Return a script that always fails in the same way."""

    async def script(member: Member, prompt: Prompt) -> Failure:
        return failure

    return script


class ScriptedModels:
    """A `ModelProvider` whose members follow the script for their purpose.

    Attributes:
        scripts: Scripts by `(member id, purpose)`, by member id, or by purpose; the closest one counts.
        otherwise: Script for everybody else.
        calls: All calls, in order.
    """

    def __init__(self, scripts: Mapping[str | tuple[str, str], Script], *, otherwise: Script) -> None:
        self.scripts = dict(scripts)
        self.otherwise = otherwise
        self.calls: list[Call] = []

    async def complete(
        self, member: Member, prompt: Prompt, *, deadline: float, queueing: Queueing = nullcontext
    ) -> Reply | Failure:
        self.calls.append(Call(member=member.id, prompt=prompt))
        script = self.otherwise
        for key in (prompt.purpose, member.id, (member.id, prompt.purpose)):
            script = self.scripts.get(key, script)
        try:
            async with asyncio.timeout(deadline):
                return await script(member, prompt)
        except TimeoutError:
            facts = {"seconds": str(deadline)}
            return Failure(reason="timed_out", fault="no_answer_in_time", facts=facts, latency=deadline)

    def check(self, member: Member) -> None:
        """Accept every member."""
