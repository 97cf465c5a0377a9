"""A verdict -> the same with its chairman's own critique; optional."""

from dataclasses import replace

from council_core.domain.answer import Failure, Reply
from council_core.domain.run import Run
from council_core.domain.verdict import Verdict
from council_core.envelope import nonce
from council_core.ports import ModelProvider, Prompt, Steps
from council_core.prompts import fill
from council_core.stages.answer import house_instructions


async def critique(run: Run, verdict: Verdict, models: ModelProvider, steps: Steps) -> Verdict:
    """Asks the chairman what is weak in its verdict; without a reply the verdict stands as it is."""
    mark = nonce(run.seed, "critique")
    prompt = Prompt(
        instructions=fill("critique", nonce=mark, instructions=house_instructions(run)),
        text=(
            f"--- {mark} Question\n{run.question.text}\n\n--- {mark} Verdict\n{verdict.text}\n\n"
            f"--- {mark} End\nWrite the critique."
        ),
        purpose="critique",
    )
    member = run.settings.roster.named(verdict.chairman)

    async def ask() -> Reply | Failure:
        return await models.complete(member, prompt, deadline=run.settings.call_seconds)

    result = await steps.once("critique", ask, Reply | Failure)
    usage = result.usage
    return replace(verdict, critique=result.text if isinstance(result, Reply) else "", critique_usage=usage)
