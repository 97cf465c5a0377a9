"""Ask members to revise their answers after reading the others', without names; optional.

A study of small models found that revising and then voting gains more than synthesising does (see the reference on
ranking); it doubles the calls, so a channel or a run asks for it.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from council_core.domain.answer import Answer, Failure, Outcome, Reply
from council_core.domain.run import Run
from council_core.envelope import nonce, sanitized
from council_core.envelope.draw import shuffled
from council_core.ports import ModelProvider, Prompt, Steps
from council_core.positions import part
from council_core.prompts import fill
from council_core.stages.anonymize import answers_among, masked_text
from council_core.stages.answer import house_instructions
from council_core.stages.cite import cited_again
from council_core.stages.deadline import StageDeadline


def revise_prompt(run: Run, own: Answer, others: Sequence[Answer]) -> Prompt:
    """Return one member's prompt: its own answer, then the others' in an order of its own, masked and fenced."""
    mark = nonce(run.seed, "revise", own.member)
    texts = [
        sanitized(masked_text(answer.text, run))
        for answer in shuffled(others, run.seed, "revise", own.member)
    ]
    sections = [
        f"--- {mark} Question\n{run.question.text}",
        f"--- {mark} Your answer\n{own.text}",
        *(f"--- {mark} Another member's answer\n{text}" for text in texts),
        f"--- {mark} End\nWrite your answer anew.",
    ]
    return Prompt(
        instructions=fill("revise", nonce=mark, instructions=house_instructions(run)),
        text="\n\n".join(sections),
        purpose="revise",
        tenant=run.question.place.tenant,
    )


async def revise(
    run: Run, models: ModelProvider, steps: Steps, heard: Callable[[int, int], None]
) -> tuple[Outcome, ...]:
    """Ask all members who answered once more, at the same time.

    Returns:
        The outcomes of the run in order. An answer without a second one stays as it was, and a revised one keeps its
        first text in `Answer.first`.
    """
    answers = answers_among(run.outcomes)
    if len(answers) < 2:
        return run.outcomes
    return await ask_once_more(
        run, models, steps, heard,
        stage="revise",
        prompt=lambda own: revise_prompt(run, own, [other for other in answers if other is not own]),
        after=revised,
    )  # fmt: skip


def revised(own: Answer, result: Reply | Failure) -> Answer:
    """Return an answer after its member wrote it anew. A failure leaves the text as it was, and adds its cost."""
    if isinstance(result, Failure):
        return replace(own, reply=replace(own.reply, usage=own.reply.usage + result.usage))
    parted = part(result.text)
    work, text = cited_again(parted.text, own.reply.work)
    return replace(
        own, reply=replace(result, text=text, work=work), position=parted.position, first=own.reply
    )


async def ask_once_more(
    run: Run,
    models: ModelProvider,
    steps: Steps,
    heard: Callable[[int, int], None],
    *,
    stage: str,
    prompt: Callable[[Answer], Prompt],
    after: Callable[[Answer, Reply | Failure], Answer],
) -> tuple[Outcome, ...]:
    """Ask each member who answered. Return all outcomes of the run in order, with the new answers.

    Args:
        run: The run, with its outcomes.
        models: Models to ask.
        steps: Each call is one step, `STAGE:MEMBER`.
        heard: Called with the number of replies and the number of failures among them.
        stage: Name of the stage in step names; it must never change, because runs under way find their steps by it.
        prompt: Makes a member's prompt from its own answer.
        after: Returns a member's answer after it was asked.
    """
    deadline = StageDeadline(run.settings, quorum=0)
    results: list[Reply | Failure] = []

    async def ask(own: Answer) -> Answer:
        asked, member = prompt(own), run.settings.roster.named(own.member)
        result: Reply | Failure = await steps.once(
            f"{stage}:{own.member}",
            lambda: deadline.bound(
                models.complete(member, asked, deadline=run.settings.call_seconds, queueing=deadline.paused)
            ),
            Reply | Failure,
        )
        results.append(result)
        heard(len(results), sum(isinstance(each, Failure) for each in results))
        return after(own, result)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(ask(own)) for own in answers_among(run.outcomes)]
    answers = {task.result().member: task.result() for task in tasks}
    return tuple(answers.get(outcome.member, outcome) for outcome in run.outcomes)
