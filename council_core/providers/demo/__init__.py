"""Demo members without a model: they answer with canned texts, review and conclude by rules in plain code.

The same question gets the same texts. The posts of such a run say that no model was asked.
"""

import asyncio
import re
from decimal import Decimal
from random import Random

from council_core.domain.answer import Failure, Reply, Usage
from council_core.domain.member import Member
from council_core.ports import Prompt
from council_core.providers.demo import ballot, texts

DEMO_NAMES = ("ada", "blaise", "carl", "dorothy")
DEMO_ROSTER = tuple(f"demo:{name}" for name in DEMO_NAMES)
"""Models of the council for which no key is set."""

MATERIAL = re.compile(r"^<<<MATERIAL (\d+) .*?^<<<END MATERIAL \1 \w+>>>$", re.DOTALL | re.MULTILINE)
"""Material in a prompt. Demo members do not read it, and say so."""


class DemoCaller:
    """Calls no provider: texts are made locally, after a pause like that of a quick model."""

    def __init__(self, *, seconds: tuple[float, float]) -> None:
        """
        Args:
            seconds: Shortest and longest pause; member and prompt alone decide its length.
        """
        self._seconds = seconds

    async def prepare(self, model: str) -> None:
        """Do nothing."""

    def is_blind(self, model: str) -> bool:
        """Return False: the demo is never asked about pictures."""
        del model
        return False

    async def ask(self, member: Member, prompt: Prompt, *, until: float) -> Reply | Failure:
        name = member.model.partition(":")[2]
        pause = Random(f"{name} {prompt.purpose} {prompt.text}").uniform(*self._seconds)
        text = _text(name, prompt)
        await _write(text, prompt, pause)
        return Reply(text=text, latency=pause, usage=Usage(cost=Decimal(0)))


async def _write(text: str, prompt: Prompt, pause: float) -> None:
    """Wait for the pause; if somebody listens, report the text line by line during it."""
    lines = text.splitlines(keepends=True) if prompt.written is not None else [text]
    for number in range(1, len(lines) + 1):
        await asyncio.sleep(pause / len(lines))
        if prompt.written is not None:
            prompt.written("".join(lines[:number]))


def _text(name: str, prompt: Prompt) -> str:
    match prompt.purpose:
        case "answer":
            question = MATERIAL.sub("", prompt.text).strip()
            return texts.answer(name, question, has_material=question != prompt.text.strip())
        case "revise":
            return texts.unchanged(prompt.text)
        case "reconsider":
            return texts.kept()
        case "critique":
            return texts.critique()
        case "review":
            return ballot.review(name, prompt)
        case "synthesize":
            return texts.verdict(prompt.text)
        case "verify":
            return texts.unchecked()
        case "improve":
            return texts.improved(prompt.text)
        case "check" | "describe":
            return f"Ready. {texts.NOTICE}"
