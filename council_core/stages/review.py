"""Ask all reviewers at once for a ranking of the slate, and read it from their texts."""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from council_core.domain.answer import Abstention, Failure, Reply, Usage
from council_core.domain.claim import Check
from council_core.domain.member import Member, MemberId
from council_core.domain.review import Review
from council_core.domain.run import Run
from council_core.domain.slate import Response, Slate
from council_core.envelope import Envelope, seal
from council_core.ports import ModelProvider, Prompt, Steps
from council_core.reading import LabelReading, believable, lettered, read_ballot, settle
from council_core.rubrics import rubric_for
from council_core.stages.answer import INSISTING, is_not_asked
from council_core.stages.clean import Cleaner
from council_core.stages.deadline import REVIEWS, StageDeadline
from council_core.stages.verify import with_checks

UNCHECKED: Mapping[MemberId, Check] = {}

NOTHING = LabelReading(status="void", order=None, why="It gave no review.")
"""Reading in place of a review when the call failed."""

SECOND = ":other-way-round"
"""End of a step's name when the same reviewer reads the slate again, in the opposite order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Assignment:
    """One review to ask for: its reviewer, number and envelope, and the end of its steps' names."""

    member: Member
    number: int
    envelope: Envelope
    ending: str


async def review(
    run: Run,
    slate: Slate,
    reviewers: Sequence[Member],
    models: ModelProvider,
    steps: Steps,
    heard: Callable[[int, int], None],
    checks: Mapping[MemberId, Check] = UNCHECKED,
) -> tuple[Review, ...]:
    """Ask all reviewers at the same time; an unclear ballot gets one repair request and is then void.

    Args:
        run: The run.
        slate: The answers under letters.
        reviewers: Members that review.
        models: Asks members.
        steps: The run's steps.
        heard: Called each time that a reviewer finishes.
        checks: Each reviewer's own check of claims, which it gets with the slate.

    Returns:
        One review for each reviewer, in the order of the roster, followed by the second ones with `both_orders`.
        Numbers are drawn from the run's seed.
    """
    assignments = _assignments(run, slate, reviewers, checks)
    quorum = min(len(reviewers), run.settings.quorum)
    stage = _ReviewStage(run, slate.round, models, steps, heard)
    finished = await stage.ask_all(assignments, quorum=quorum)
    if (missing := quorum - sum(each.is_valid for each in finished)) > 0:
        skipped = [i for i, each in enumerate(finished) if each.failure and is_not_asked(each.failure)]
        stage.done[:] = [each for each in stage.done if not (each.failure and is_not_asked(each.failure))]
        again = await stage.ask_all([_insisting(assignments[i]) for i in skipped], quorum=missing)
        for i, each in zip(skipped, again, strict=True):
            finished[i] = each
    return tuple(
        each if at >= len(reviewers) else _with_check(each, checks.get(each.reviewer))
        for at, each in enumerate(finished)
    )


class _ReviewStage:
    """Asks for the reviews of one round under one deadline."""

    def __init__(
        self,
        run: Run,
        number: int,
        models: ModelProvider,
        steps: Steps,
        heard: Callable[[int, int], None],
    ) -> None:
        """See `review`; `number` is the round's."""
        self._run, self._round, self._models, self._steps, self._heard = run, number, models, steps, heard
        self._cleaner = Cleaner(run)
        self.done: list[Review] = []
        """Reviews in order of arrival."""

    async def ask_all(self, assignments: Sequence[_Assignment], *, quorum: int) -> list[Review]:
        """Ask for these reviews at the same time; from `quorum` of them on, the deadline may come earlier."""
        settings = self._run.settings
        deadline = StageDeadline(settings, quorum=quorum, calls=len(assignments), allowance=REVIEWS)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._review(each, deadline)) for each in assignments]
        return [task.result() for task in tasks]

    async def _review(self, assignment: _Assignment, deadline: StageDeadline) -> Review:
        envelope = assignment.envelope
        first = await self._call(assignment, "review", envelope.prompt, deadline)
        results = [first]
        read = _read(assignment, first) if isinstance(first, Reply) else NOTHING
        if isinstance(first, Reply) and read.repair is not None:
            repair = envelope.repair(first.text, read.repair.problem)
            second = await self._call(assignment, "repair", repair, deadline)
            results.append(second)
            if isinstance(second, Reply):
                read = settle(read, _read(assignment, second))
            read = believable(read)
        finished = replace(_review(assignment, results, read, self._cleaner), round=self._round)
        self.done.append(finished)
        if finished.is_valid:
            deadline.heard(finished.latency)
        else:
            deadline.missed()
        self._heard(len(self.done), sum(not each.is_valid for each in self.done))
        return finished

    async def _call(
        self, assignment: _Assignment, step: str, prompt: Prompt, deadline: StageDeadline
    ) -> Reply | Failure:
        member, seconds = assignment.member, self._run.settings.call_seconds
        prompt = replace(prompt, tenant=self._run.question.place.tenant)
        return await self._steps.once(
            f"{step}:{member.id}{assignment.ending}",
            lambda: deadline.bound(
                self._models.complete(member, prompt, deadline=seconds, queueing=deadline.paused)
            ),
            Reply | Failure,
        )


def _with_check(review: Review, check: Check | None) -> Review:
    if check is None:
        return review
    usage = Usage.total([review.usage, check.usage])
    return replace(review, claims=check.claims, work=check.work, usage=usage)


def _insisting(assignment: _Assignment) -> _Assignment:
    """Return the same assignment, to be asked although its model rests after failures."""
    prompt = replace(assignment.envelope.prompt, insists=True)
    return replace(
        assignment,
        envelope=replace(assignment.envelope, prompt=prompt),
        ending=assignment.ending + INSISTING,
    )


def _assignments(
    run: Run, slate: Slate, reviewers: Sequence[Member], checks: Mapping[MemberId, Check]
) -> list[_Assignment]:
    """Return the assignments in the order of the roster, with numbers drawn from the run's seed."""
    rubric = rubric_for(run.settings.rubric, run.settings.criteria)
    responses = [(response.alias, as_reviewed(response)) for response in slate.responses]
    numbers = list(range(1, len(reviewers) + 1))
    random.Random(f"{run.seed}:reviewers").shuffle(numbers)
    rounds = (False, True) if run.settings.both_orders else (False,)

    def envelope(member: Member, number: int, *, other_way_round: bool) -> Envelope:
        sealed = seal(
            responses,
            question=run.question.text,
            rubric=rubric,
            seed=run.seed,
            reviewer=member.id,
            seat=number - 1,
            other_way_round=other_way_round,
            plain_style=run.settings.plain_style,
            longest=run.settings.review_characters,
        )
        prompt = with_checks(sealed.prompt, checks.get(member.id), run.seed, member.id)
        return replace(sealed, prompt=prompt)

    return [
        _Assignment(
            member=member,
            number=number,
            envelope=envelope(member, number, other_way_round=other_way_round),
            ending=SECOND * other_way_round,
        )
        for other_way_round in rounds
        for member, number in zip(reviewers, numbers, strict=True)
    ]


def review_prompts(
    run: Run, slate: Slate, reviewers: Sequence[Member], checks: Mapping[MemberId, Check] = UNCHECKED
) -> list[tuple[Member, Prompt]]:
    """Return the first prompt of each reviewer, and with `both_orders` also the second one; see `review`."""
    return [(each.member, each.envelope.prompt) for each in _assignments(run, slate, reviewers, checks)]


def as_reviewed(response: Response) -> str:
    """Return a response as reviewers read it: its text, and what its member said after the disagreement."""
    if not response.reason:
        return response.with_sources
    done = "changed its answer to this one" if response.before != response.position else "kept its answer"
    return f"{response.with_sources}\n\n(Asked again with the other positions, its author {done}: {response.reason})"


def _read(assignment: _Assignment, reply: Reply) -> LabelReading:
    envelope = assignment.envelope
    return read_ballot(reply.text, envelope.labels, nonce=envelope.nonce, rubric=envelope.rubric)


def _review(
    assignment: _Assignment, results: Sequence[Reply | Failure], read: LabelReading, cleaner: Cleaner
) -> Review:
    replies = [result for result in results if isinstance(result, Reply)]
    first = results[0]
    failure = Abstention(member=assignment.member.id, failure=first) if isinstance(first, Failure) else None
    return Review(
        reviewer=assignment.member.id,
        number=assignment.number,
        shown=assignment.envelope.shown,
        shortened=assignment.envelope.shortened,
        texts=tuple(cleaner.text(assignment.envelope.with_letters(reply.text)) for reply in replies),
        reading=cleaner.reading(lettered(read, assignment.envelope)),
        latency=sum(result.latency for result in results),
        usage=Usage.total(result.usage for result in results),
        failure=failure,
    )
