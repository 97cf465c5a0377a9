"""Ask the members who answered once more, all at the same time: to revise, or to reconsider a disputed position."""

import asyncio
from collections.abc import Callable

from council_core.domain.answer import Answer, Failure, Outcome, Reply
from council_core.domain.run import Run
from council_core.ports import ModelProvider, Prompt, Steps
from council_core.stages.anonymize import answers_among
from council_core.stages.deadline import StageDeadline


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
