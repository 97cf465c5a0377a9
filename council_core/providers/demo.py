"""Demo members without a model: they answer, review and conclude by rules in plain code, so Council works unpaid.

The same question gets the same texts, each member has its own manner, and every text says that it is a demonstration.
"""

import asyncio
import re
from collections.abc import Callable
from decimal import Decimal
from random import Random

from council_core.domain.answer import Failure, Reply, Usage
from council_core.domain.member import Member
from council_core.ports import Prompt
from council_core.providers import demo_ballot, demo_texts

DEMO_NAMES = ("ada", "blaise", "carl", "dorothy")
DEMO_ROSTER = tuple(f"demo:{name}" for name in DEMO_NAMES)
"""Models of the council for which no key is set."""

ANSWERS: dict[str, Callable[[str], str]] = {
    "ada": demo_texts.questions,
    "blaise": demo_texts.for_and_against,
    "carl": demo_texts.steps,
    "dorothy": demo_texts.looking_back,
}


MATERIAL = re.compile(r"^<<<MATERIAL (\d+) .*?^<<<END MATERIAL \1 \w+>>>$", re.DOTALL | re.MULTILINE)
"""What came with a question. The demo members read nothing, and say so."""


class DemoLine:
    """A line to no provider: each text is made on the spot, after a pause like that of a quick model."""

    def __init__(self, *, seconds: tuple[float, float]) -> None:
        """
        Args:
            seconds: Shortest and longest pause; member and prompt alone decide its length.
        """
        self._seconds = seconds

    async def prepare(self, model: str) -> None:
        """Do nothing."""

    async def ask(self, member: Member, prompt: Prompt, *, until: float) -> Reply | Failure:
        name = member.model.partition(":")[2]
        pause = Random(f"{name} {prompt.purpose} {prompt.text}").uniform(*self._seconds)
        await asyncio.sleep(pause)
        return Reply(text=_text(name, prompt), latency=pause, usage=Usage(cost=Decimal(0)))


def _text(name: str, prompt: Prompt) -> str:
    match prompt.purpose:
        case "answer":
            return ANSWERS[name](MATERIAL.sub("", prompt.text).strip())
        case "revise":
            return demo_texts.unchanged(prompt.text)
        case "reconsider":
            return demo_texts.kept()
        case "critique":
            return demo_texts.critique()
        case "review":
            return demo_ballot.review(name, prompt)
        case "synthesize":
            return demo_texts.verdict(prompt.text)
        case "check":
            return f"Ready. {demo_texts.NOTICE}"
