"""A store of runs in memory."""

import asyncio
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime

from council_core.domain.answer import Outcome
from council_core.domain.ballot import Ballot, Feedback
from council_core.domain.ending import Ending
from council_core.domain.member import MemberId
from council_core.domain.member_result import ALL_RESULTS, MemberResult, ResultLimits
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.receipt import DeletedRun
from council_core.domain.run import Run, allowed_from
from council_core.domain.search import EVERYTHING, Phrase, Wanted, stands_in, words_of
from council_core.errors import RunDeleted, RunElsewhere, UnknownRun, VotingClosed
from council_core.insights.member_results import member_results
from council_core.redaction import tells_of
from council_core.testing.pages import page_of


class MemoryRunStore:
    """A `RunStore` and `RetentionStore` that lasts as long as the process."""

    def __init__(self) -> None:
        self._runs: dict[RunId, Run] = {}
        self._deleted: dict[RunId, DeletedRun] = {}
        self._unsettled: set[RunId] = set()
        self._looks: dict[RunId, set[PersonId]] = {}
        self.followers: list[tuple[RunId, asyncio.Event]] = []
        """Followers of runs, each with the event that a change sets; see `MemoryChanges`."""

    def _put(self, run: Run) -> None:
        self._runs[run.id] = run
        self._tell(run.id)

    def _tell(self, run_id: RunId) -> None:
        for followed, news in self.followers:
            if followed == run_id:
                news.set()

    async def add(self, run: Run) -> bool:
        before = self._deleted.get(run.id) or self._runs.get(run.id)
        if before is not None:
            place = before.place if isinstance(before, DeletedRun) else before.question.place
            if place.where != run.question.place.where:
                raise RunElsewhere(run.id)
            if isinstance(before, DeletedRun):
                raise self._missing(run.id)
            return False
        self._put(run)
        return True

    async def get(self, run_id: RunId) -> Run:
        if run_id not in self._runs:
            raise self._missing(run_id)
        return self._runs[run_id]

    def _missing(self, run_id: RunId) -> UnknownRun:
        if (gone := self._deleted.get(run_id)) is None:
            return UnknownRun(run_id)
        return RunDeleted(run_id, gone.at, gone.place.where, gone.language)

    async def save(self, run: Run, *, since: Run | None = None) -> bool:
        kept = self._runs.get(run.id)
        if kept is None or kept.status not in allowed_from(run.status):
            return False
        self._put(
            replace(
                run,
                question=kept.question,
                settings=kept.settings,
                ballots=kept.ballots,
                late=kept.late,
                voting_closed_at=kept.voting_closed_at,
                thread=kept.thread,
                feedback=kept.feedback,
            )
        )
        return True

    async def cast(self, run_id: RunId, ballot: Ballot) -> int:
        run = await self._open_for_votes(run_id)
        has_looked = ballot.voter in self._looks.get(run_id, set())
        if ballot.blind is not None and (not ballot.blind or has_looked):
            earlier = next((other.blind for other in run.ballots if other.voter == ballot.voter), None)
            ballot = replace(ballot, blind=earlier or ())
        others = [other for other in run.ballots if other.voter != ballot.voter]
        ballots = tuple(sorted([*others, ballot], key=lambda each: each.voter))
        self._put(replace(run, ballots=ballots))
        return len(ballots)

    async def look(self, run_id: RunId, person: PersonId) -> None:
        await self.get(run_id)
        self._looks.setdefault(run_id, set()).add(person)

    async def withdraw(self, run_id: RunId, voter: PersonId) -> bool:
        run = await self._open_for_votes(run_id)
        others = tuple(ballot for ballot in run.ballots if ballot.voter != voter)
        self._put(replace(run, ballots=others))
        return len(others) < len(run.ballots)

    async def _open_for_votes(self, run_id: RunId) -> Run:
        run = await self.get(run_id)
        if run.voting_opened_at is None:
            raise VotingClosed("vote_not_open")
        if not run.is_voting_open:
            raise VotingClosed("vote_closed")
        return run

    async def give_feedback(self, run_id: RunId, feedback: Feedback) -> None:
        run = await self.get(run_id)
        others = [other for other in run.feedback if other.person != feedback.person]
        words = tuple(sorted([*others, feedback], key=lambda each: each.person))
        self._put(replace(run, feedback=words))

    async def name_asker(self, run_id: RunId, name: str) -> None:
        if (run := self._runs.get(run_id)) is not None:
            asker = replace(run.question.asker, name=name)
            self._put(replace(run, question=replace(run.question, asker=asker)))

    async def settle_thread(self, run_id: RunId, place: Place) -> None:
        run = await self.get(run_id)
        if run.thread is None:
            self._put(replace(run, thread=place.thread))

    async def in_thread(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        if place.thread is None:
            return ()
        near = [replace(place, channel=channel) for channel in {place.channel, place.thread}]
        found = [run for each in near for run in await self.latest(limit=len(self._runs), place=each)]
        newest = sorted(found, key=lambda run: (-run.asked_at.timestamp(), run.id))
        return tuple(run for run in newest if run.conversation.thread == place.thread)[:limit]

    async def close_voting(self, run_id: RunId, at: datetime) -> tuple[Ballot, ...]:
        run = await self.get(run_id)
        if run.voting_closed_at is None:
            self._put(replace(run, voting_closed_at=at))
        return run.ballots

    async def cancel(self, run_id: RunId, at: datetime, ending: Ending) -> bool:
        run = self._runs.get(run_id)
        if run is None or run.is_finished:
            return False
        self._put(replace(run, status="cancelled", finished_at=at, ending=ending))
        return True

    async def add_answers(self, run: Run) -> None:
        if (stored := self._runs.get(run.id)) is not None and stored.status == "cancelled":
            heard = replace(stored, outcomes=run.outcomes, describers=run.describers, ending=run.ending)
            self._put(replace(heard, slate=run.slate, key=run.key))

    async def add_late(self, run_id: RunId, outcome: Outcome) -> None:
        run = await self.get(run_id)
        if all((other.member, other.round) != (outcome.member, outcome.round) for other in run.late):
            self._put(replace(run, late=(*run.late, outcome)))

    async def voted_runs(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        def fits(run: Run) -> bool:
            return run.status == "revealed" and bool(run.ballots)

        runs = await self.latest(limit=len(self._runs), place=place)
        return tuple(run.without_texts() for run in runs if fits(run))[:limit]

    async def ranked_runs(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        return tuple(run.without_texts() for run in await self.latest(limit=limit, place=place))

    async def asked_by(
        self, person: PersonId, place: Place, *, limit: int, wanted: Wanted = EVERYTHING
    ) -> tuple[Run, ...]:
        def fits(run: Run) -> bool:
            there = run.question.place
            return (place.platform, place.workspace) == (there.platform, there.workspace)

        every = await self.latest(limit=len(self._runs))
        return page_of(every, [run for run in every if fits(run)], replace(wanted, askers=(person,)), limit)

    async def search(
        self,
        phrases: Sequence[Phrase],
        *,
        limit: int,
        person: PersonId | None = None,
        place: Place | None = None,
        wanted: Wanted = EVERYTHING,
    ) -> tuple[Run, ...]:
        def fits(run: Run) -> bool:
            if place is not None and not _sees(run, person, place):
                return False
            verdict = run.verdict.text if run.verdict is not None and run.is_finished else ""
            words = (*words_of(run.question.text), *words_of(verdict))
            return all(stands_in(phrase, words) for phrase in phrases)

        every = await self.latest(limit=len(self._runs))
        return page_of(every, [run for run in every if fits(run)], wanted, limit)

    async def unfinished(self, *, platforms: Collection[str]) -> tuple[RunId, ...]:
        runs = sorted(self._runs.values(), key=lambda run: run.asked_at)
        return tuple(
            run.id for run in runs if not run.is_finished and run.question.place.platform in platforms
        )

    async def votings_to_close(self, *, platforms: Collection[str]) -> tuple[RunId, ...]:
        open_ones = [self._runs[run_id] for run_id in await self.unfinished(platforms=platforms)]
        needed = [(run, run.settings.votes_needed) for run in open_ones if run.is_voting_open]
        return tuple(run.id for run, votes in needed if votes is not None and len(run.ballots) >= votes)

    async def latest(
        self, *, limit: int, place: Place | None = None, wanted: Wanted = EVERYTHING
    ) -> tuple[Run, ...]:
        runs = sorted(self._runs.values(), key=lambda run: (-run.asked_at.timestamp(), run.id))
        here = [run for run in runs if place is None or run.question.place.where == place.where]
        return page_of(runs, here, wanted, limit)

    async def delete(self, run_id: RunId, at: datetime, *, from_chat: bool) -> DeletedRun:
        del from_chat  # Receipts are stored elsewhere.
        run = await self.get(run_id)
        there = run.question.place
        place = Place(platform=there.platform, workspace=there.workspace, channel=there.channel)
        gone = DeletedRun(
            run_id=run_id, place=place, at=at, had_ended=run.is_finished, language=run.settings.language
        )
        del self._runs[run_id]
        self._tell(run_id)
        for other in self._runs.values():
            if other.conversation == run.conversation:
                asked, earlier = run.question.text, other.question.earlier
                turns = tuple(turn for turn in earlier if not tells_of(turn, run_id, asked))
                self._runs[other.id] = replace(other, question=replace(other.question, earlier=turns))
        self._deleted[run_id] = gone
        self._unsettled.add(run_id)
        return gone

    async def delete_some(self, run_ids: Collection[RunId], at: datetime) -> None:
        for run_id in self._runs.keys() & set(run_ids):
            await self.delete(run_id, at, from_chat=False)

    async def unsettled(self) -> tuple[DeletedRun, ...]:
        return tuple(gone for gone in self._deleted.values() if gone.run_id in self._unsettled)

    async def settle(self, run_ids: Collection[RunId]) -> None:
        self._unsettled -= set(run_ids)

    async def channels(self) -> tuple[Place, ...]:
        places = {run.question.place for run in self._runs.values()}
        return tuple({replace(place, thread=None, origin=None) for place in places})

    async def older(self, channel: Place, before: datetime) -> tuple[RunId, ...]:
        runs = await self.latest(limit=len(self._runs), place=channel)
        ended = {run.id: run.finished_at or run.voting_closes_at or run.asked_at for run in runs}
        ordered = sorted(runs, key=lambda run: (run.asked_at, run.id))
        return tuple(run.id for run in ordered if ended[run.id] < before)

    async def over(self, run_ids: Collection[RunId], before: datetime) -> Collection[RunId]:
        ended = {run_id: run.finished_at for run_id, run in self._runs.items()}
        return [
            run_id
            for run_id in run_ids
            if (at := ended.get(run_id, datetime.min.replace(tzinfo=UTC))) and at < before
        ]

    async def sweep(self, *, rewrites_all: bool = False) -> bool:
        """Succeed at once, because there is no file."""
        return True

    @asynccontextmanager
    async def alone(self) -> AsyncGenerator[bool]:
        yield True


class MemoryMemberResults:
    """`MemberResults` over the runs of a `MemoryRunStore`."""

    def __init__(self, store: MemoryRunStore) -> None:
        self._store = store

    async def latest(
        self, place: Place | None, limits: ResultLimits = ALL_RESULTS
    ) -> tuple[MemberResult, ...]:
        runs = await self._store.latest(limit=500, place=None if limits.workspace else place)
        here = None if place is None else (place.platform, place.workspace)
        found = [
            member_results(run)
            for run in runs
            if here in (None, (run.question.place.platform, run.question.place.workspace))
        ]
        return tuple(each for results in found if _fits(results, limits) for each in results)

    async def leaders(self, runs: Sequence[RunId]) -> Mapping[MemberId, str]:
        ranked = [each for run_id in runs for each in member_results(await self._store.get(run_id))]
        return {each.member: each.name for each in ranked if each.place is not None and each.place < 2}


def _fits(results: Sequence[MemberResult], limits: ResultLimits) -> bool:
    sought = limits.member.casefold()
    return (
        (not limits.template or all(each.template == limits.template for each in results))
        and (not limits.rubric or all(each.rubric == limits.rubric for each in results))
        and (limits.begins is None or all(_asked(each) >= limits.begins for each in results))
        and (limits.ends is None or all(_asked(each) < limits.ends for each in results))
        and (not sought or any(sought in (each.member, each.name.casefold()) for each in results))
    )


def _asked(result: MemberResult) -> datetime:
    assert result.asked_at is not None, "this version notes it"
    return result.asked_at


def _sees(run: Run, person: PersonId | None, place: Place) -> bool:
    there = run.question.place
    if (there.platform, there.workspace) != (place.platform, place.workspace):
        return False
    return there.channel == place.channel or run.question.asker.id == person
