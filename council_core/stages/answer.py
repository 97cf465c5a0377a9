"""Ask all members the question at once."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from council_core.domain.answer import Failure, Outcome, Reply
from council_core.domain.member import Member, MemberId
from council_core.domain.run import Run
from council_core.ports import ModelProvider, Prompt, Steps
from council_core.prompts import fill
from council_core.stages.cite import NOTHING_CITABLE, Citable, with_citations
from council_core.stages.consult import Consultation, Hands, uses_tools
from council_core.stages.deadline import StageDeadline
from council_core.stages.patience import ANSWERS
from council_core.stages.stragglers import Stragglers, outcome_of

INSISTING = ":all-the-same"
"""Ending of a step's name when a member is asked although its model rests after failures."""

Heard = Callable[[int, int], None]
"""Called with (done, failed) whenever a member finishes."""


def house_instructions(run: Run) -> str:
    """Return the house's additions to every member's instructions; empty when there are none."""
    house = run.settings.instructions
    return f"\n\nHouse instructions:\n{house}" if house else ""


def answer_prompt(run: Run) -> Prompt:
    """Return the prompt for every member: the same words for all of them."""
    return Prompt(
        instructions=fill("answer", instructions=house_instructions(run)),
        text=run.question.text,
        history=tuple((turn.question, turn.verdict) for turn in run.question.earlier),
        # The asker may have corrected a key or an account since the first time.
        insists=run.question.repeats is not None,
        purpose="answer",
        tenant=run.question.place.tenant,
    )


async def answer(
    run: Run,
    models: ModelProvider,
    steps: Steps,
    stragglers: Stragglers,
    heard: Heard,
    hands: Hands | None = None,
    citable: Citable = NOTHING_CITABLE,
) -> tuple[Outcome, ...]:
    """Ask all members at the same time.

    Args:
        run: The run.
        models: Asks members.
        steps: The run's steps.
        stragglers: Takes over calls that the stage no longer waits for.
        heard: Told whenever a member finishes.
        hands: Tools that members may use before they answer; None for none.
        citable: What they were given before, and may cite.

    Returns:
        One outcome for each answering member, in the order of the roster. A member that misses the stage's deadline
        is `late`, and its answer goes to `stragglers` when it comes. A member whose model rests after failures is
        asked all the same, if the others have not made a quorum.
    """
    members = run.settings.roster.answering
    prompt = answer_prompt(run)
    deadline = StageDeadline(run.settings, quorum=run.settings.quorum, calls=len(members), allowance=ANSWERS)
    done: list[Outcome] = []
    counted: set[MemberId] = set()  # They count what they cost turn by turn.
    branches = opened_branches(members, hands, steps)

    async def ask(member: Member, prompt: Prompt, ending: str = "") -> Outcome:
        name = f"answer:{member.id}{ending}"
        consults = name in branches

        async def call() -> Outcome:
            async def asked() -> Reply | Failure:
                seconds = run.settings.call_seconds
                result = await models.complete(member, prompt, deadline=seconds, queueing=deadline.paused)
                return with_citations(result, citable)

            result: Reply | Failure = await deadline.bound(
                asked(), adopt=lambda task: stragglers.adopt(run.id, member.id, task)
            )
            return outcome_of(member.id, result)

        async def consult() -> Outcome:
            assert hands is not None
            consultation = Consultation(member, prompt, hands, models, branches[name], deadline.paused)

            def adopt(task: asyncio.Task[Reply | Failure]) -> None:
                consultation.goes_on_late()
                stragglers.adopt(run.id, member.id, task)

            counted.add(member.id)
            return outcome_of(member.id, await deadline.bound(consultation.reply(), adopt=adopt))

        outcome = await steps.once(name, consult if consults else call, Outcome, made_of_steps=consults)
        done.append(outcome)
        if hands is not None and member.id not in counted:
            # It uses no tools, or had ended before the run was resumed; its cost leaves less for the others.
            hands.paid(outcome.usage if outcome.kind == "answer" else outcome.failure.usage)
        if outcome.kind == "answer":
            deadline.heard(outcome.reply.latency)
        else:
            deadline.missed()
        heard(len(done), sum(other.kind == "abstention" for other in done))
        return outcome

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(ask(member, prompt)) for member in members]
    outcomes = {member.id: task.result() for member, task in zip(members, tasks, strict=True)}
    skipped = [member for member in members if is_not_asked(outcomes[member.id])]
    if skipped and sum(outcome.kind == "answer" for outcome in done) < run.settings.quorum:
        done[:] = [outcome for outcome in done if not is_not_asked(outcome)]
        insisting = replace(prompt, insists=True)
        missing = run.settings.quorum - sum(outcome.kind == "answer" for outcome in done)
        deadline = StageDeadline(run.settings, quorum=missing, calls=len(skipped), allowance=ANSWERS)
        branches |= opened_branches(skipped, hands, steps, INSISTING)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(ask(member, insisting, INSISTING)) for member in skipped]
        outcomes |= {member.id: task.result() for member, task in zip(skipped, tasks, strict=True)}
    return tuple(outcomes.values())


def opened_branches(
    members: Sequence[Member], hands: Hands | None, steps: Steps, ending: str = ""
) -> dict[str, Steps]:
    """Return the steps of all members that use tools, by the names of their answers. They are opened before one of them
    starts, so that none pays again for what another had looked up before the run was resumed."""
    branches: dict[str, Steps] = {}
    for member in members:
        if hands is not None and hands.specs and uses_tools(member):
            name = f"answer:{member.id}{ending}"
            branches[name] = steps.within(name)
            hands.recall(branches[name])
    return branches


def is_not_asked(outcome: Outcome) -> bool:
    """Tell whether the member was not asked, because its model rests after failures."""
    return outcome.kind == "abstention" and outcome.failure.reason == "not_asked"
