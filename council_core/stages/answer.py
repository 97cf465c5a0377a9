"""A question -> what each member says to it, or why it says nothing; all members at once."""

import asyncio
from collections.abc import Callable

from council_core.domain.answer import Failure, Outcome, Reply
from council_core.domain.member import Member
from council_core.domain.run import Run
from council_core.ports import ModelProvider, Prompt, Steps, Turn
from council_core.prompts import fill
from council_core.stages.deadline import StageDeadline
from council_core.stages.patience import ANSWERS
from council_core.stages.stragglers import Stragglers, outcome_of

Heard = Callable[[int, int], None]
"""Told (done, failed) whenever somebody finishes."""


def house_instructions(run: Run) -> str:
    """What the house adds to every member's instructions; empty when it adds nothing."""
    house = run.settings.instructions
    return f"\n\nHouse instructions:\n{house}" if house else ""


def answer_prompt(run: Run) -> Prompt:
    """What every member is asked: the same words for all of them."""
    return Prompt(
        instructions=fill("answer", instructions=house_instructions(run)),
        text=run.question.text,
        history=tuple((turn.question, turn.verdict) for turn in run.question.earlier),
        purpose="answer",
    )


async def answer(
    run: Run, models: ModelProvider, steps: Steps, stragglers: Stragglers, heard: Heard
) -> tuple[Outcome, ...]:
    """Asks all members at the same time.

    Returns:
        One outcome for each answering member, in the order of the roster. Whoever misses the stage's deadline is
        `late`, and its answer goes to `stragglers` when it comes.
    """
    members = run.settings.roster.answering
    prompt = answer_prompt(run)
    deadline = StageDeadline(run.settings, quorum=run.settings.quorum, calls=len(members), allowance=ANSWERS)
    turns = [steps.reserve(f"answer:{member.id}", Outcome) for member in members]
    done: list[Outcome] = []

    async def ask(member: Member, turn: Turn) -> Outcome:
        async def call() -> Outcome:
            result: Reply | Failure = await deadline.bound(
                models.complete(member, prompt, deadline=run.settings.call_seconds),
                adopt=lambda task: stragglers.adopt(run.id, member.id, task),
            )
            return outcome_of(member.id, result)

        outcome = await turn.take(call)
        done.append(outcome)
        if outcome.kind == "answer":
            deadline.heard(outcome.reply.latency)
        else:
            deadline.missed()
        heard(len(done), sum(other.kind == "abstention" for other in done))
        return outcome

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(ask(member, turn)) for member, turn in zip(members, turns, strict=True)]
    return tuple(task.result() for task in tasks)
