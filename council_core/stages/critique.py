"""Add the chairman's own critique to its verdict; optional."""

from dataclasses import replace

from council_core.domain.answer import Failure, Reply
from council_core.domain.run import Run
from council_core.domain.slate import Slate
from council_core.domain.verdict import Verdict
from council_core.envelope import nonce, sanitized
from council_core.ports import ModelProvider, Prompt, Steps
from council_core.prompts import fill
from council_core.stages.anonymize import masked_text
from council_core.stages.answer import house_instructions
from council_core.stages.synthesize import what_was_said


def critique_prompt(run: Run, slate: Slate, verdict: str) -> Prompt:
    """Return the prompt in which the chairman doubts its verdict, with the responses and reviews that it had."""
    mark = nonce(run.seed, "critique")
    sections = [
        f"--- {mark} Question\n{run.question.text}",
        *what_was_said(run, slate, mark),
        f"--- {mark} Verdict\n{sanitized(masked_text(verdict, run))}",
        f"--- {mark} End\nWrite the critique.",
    ]
    return Prompt(
        instructions=fill("critique", nonce=mark, instructions=house_instructions(run)),
        text="\n\n".join(section for section in sections if section),
        purpose="critique",
        tenant=run.question.place.tenant,
    )


async def critique(run: Run, slate: Slate, verdict: Verdict, models: ModelProvider, steps: Steps) -> Verdict:
    """Ask the chairman for the weak points of its verdict; without a reply the verdict stays as it is."""
    prompt = critique_prompt(run, slate, verdict.text)
    member = run.settings.roster.named(verdict.chairman)

    async def ask() -> Reply | Failure:
        return await models.complete(member, prompt, deadline=run.settings.call_seconds)

    result = await steps.once("critique", ask, Reply | Failure)
    usage = result.usage
    return replace(verdict, critique=result.text if isinstance(result, Reply) else "", critique_usage=usage)
