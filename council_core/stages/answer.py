"""Ask all members the question at once."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from council_core.domain.answer import Failure, Outcome, Reply
from council_core.domain.member import Member, MemberId
from council_core.domain.run import Run
from council_core.ports import ModelProvider, Prompt, Steps
from council_core.prompts import fill
from council_core.stages.cite import NOTHING_CITABLE, Citable, with_citations
from council_core.stages.consult import Consultation, Hands, uses_tools
from council_core.stages.deadline import ANSWERS, StageDeadline, Stragglers, outcome_of

INSISTING = ":all-the-same"
"""End of a step's name when a member is asked although its model rests after failures."""

Heard = Callable[[int, int], None]
"""Called with (done, failed) each time that a member finishes."""


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
        # The asker may have corrected a key or an account since the first try.
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
        heard: Called each time that a member finishes.
        hands: Tools that members may use before they answer; None for none.
        citable: Sources and texts that members were given before and may cite.

    Returns:
        One outcome for each answering member, in the order of the roster. A member that misses the stage's deadline
        is `late`, and `stragglers` takes its later answer. A member whose model rests after failures is asked
        nevertheless if the others have not made a quorum.
    """
    members, quorum = run.settings.roster.answering, run.settings.quorum
    prompt = answer_prompt(run)
    stage = _AnswerStage(run, models, steps, stragglers, heard, hands, citable)
    outcomes = await stage.ask_all(members, prompt, quorum=quorum)
    skipped = [member for member in members if is_not_asked(outcomes[member.id])]
    missing = quorum - sum(outcome.kind == "answer" for outcome in outcomes.values())
    if skipped and missing > 0:
        stage.done[:] = [outcome for outcome in stage.done if not is_not_asked(outcome)]
        insisting = replace(prompt, insists=True)
        outcomes |= await stage.ask_all(skipped, insisting, INSISTING, quorum=missing)
    return tuple(outcomes.values())


class _AnswerStage:
    """Asks members for answers under one deadline."""

    def __init__(
        self,
        run: Run,
        models: ModelProvider,
        steps: Steps,
        stragglers: Stragglers,
        heard: Heard,
        hands: Hands | None,
        citable: Citable,
    ) -> None:
        """See `answer`."""
        self._run, self._models, self._steps = run, models, steps
        self._stragglers, self._heard, self._hands, self._citable = stragglers, heard, hands, citable
        self.done: list[Outcome] = []
        """Outcomes in order of arrival."""

        self._counted: set[MemberId] = set()
        """Members whose consultations count their own cost, turn by turn."""

    async def ask_all(
        self, members: Sequence[Member], prompt: Prompt, ending: str = "", *, quorum: int
    ) -> dict[MemberId, Outcome]:
        """Ask these members at the same time.

        Args:
            members: Members, in the order of the roster.
            prompt: The same words for all of them.
            ending: End of the steps' names.
            quorum: Number of answers from which the deadline may come earlier.
        """
        settings = self._run.settings
        deadline = StageDeadline(settings, quorum=quorum, calls=len(members), allowance=ANSWERS)
        branches = opened_branches(members, self._hands, self._steps, ending)
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(self._ask(member, prompt, ending, deadline, branches)) for member in members
            ]
        return {member.id: task.result() for member, task in zip(members, tasks, strict=True)}

    async def _ask(
        self,
        member: Member,
        prompt: Prompt,
        ending: str,
        deadline: StageDeadline,
        branches: Mapping[str, Steps],
    ) -> Outcome:
        name = f"answer:{member.id}{ending}"
        branch = branches.get(name)

        async def work() -> Outcome:
            if branch is None:
                return await self._call(member, prompt, deadline)
            return await self._consult(member, prompt, deadline, branch)

        outcome = await self._steps.once(name, work, Outcome, made_of_steps=branch is not None)
        self.done.append(outcome)
        if self._hands is not None and member.id not in self._counted:
            # The member uses no tools, or had finished before the run was resumed; its cost leaves less for the others.
            self._hands.paid(outcome.usage if outcome.kind == "answer" else outcome.failure.usage)
        if outcome.kind == "answer":
            deadline.heard(outcome.reply.latency)
        else:
            deadline.missed()
        self._heard(len(self.done), sum(other.kind == "abstention" for other in self.done))
        return outcome

    async def _call(self, member: Member, prompt: Prompt, deadline: StageDeadline) -> Outcome:
        async def asked() -> Reply | Failure:
            seconds = self._run.settings.call_seconds
            result = await self._models.complete(member, prompt, deadline=seconds, queueing=deadline.paused)
            return with_citations(result, self._citable)

        result: Reply | Failure = await deadline.bound(
            asked(), adopt=lambda task: self._stragglers.adopt(self._run.id, member.id, task)
        )
        return outcome_of(member.id, result)

    async def _consult(
        self, member: Member, prompt: Prompt, deadline: StageDeadline, branch: Steps
    ) -> Outcome:
        assert self._hands is not None
        consultation = Consultation(member, prompt, self._hands, self._models, branch, deadline.paused)

        def adopt(task: asyncio.Task[Reply | Failure]) -> None:
            consultation.goes_on_late()
            self._stragglers.adopt(self._run.id, member.id, task)

        self._counted.add(member.id)
        return outcome_of(member.id, await deadline.bound(consultation.reply(), adopt=adopt))


def opened_branches(
    members: Sequence[Member], hands: Hands | None, steps: Steps, ending: str = ""
) -> dict[str, Steps]:
    """Return the steps of all members that use tools, by the names of their answers. All are opened before the first
    member starts, so that none pays again for a lookup that another made before the run was resumed."""
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
