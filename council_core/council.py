"""What one can do with a council from outside: ask it, vote, reveal, cancel, look things up."""

import logging
from base64 import b32encode
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from itertools import count

from council_core.domain.ballot import Ballot, Order
from council_core.domain.budget import Allowance
from council_core.domain.estimate import Estimate
from council_core.domain.feedback import Feedback
from council_core.domain.member import Member, too_many
from council_core.domain.place import PersonId, Place
from council_core.domain.question import Question, RunId
from council_core.domain.run import Run
from council_core.domain.search import phrases_in
from council_core.domain.settings import CouncilSettings
from council_core.domain.summary import RunSummary, summarize
from council_core.domain.writable import writable
from council_core.errors import (
    MissingKey,
    NotAllowed,
    NotStartedYet,
    QuestionRejected,
    RequestError,
    RunElsewhere,
    RunForgotten,
    SettingsError,
    StoreUnavailable,
    UnknownChoice,
    UnknownRun,
    VotingClosed,
)
from council_core.ports import Clock, CloseVoting, Engine, ModelProvider, RunStore
from council_core.redaction import redacted
from council_core.stages.budget import Purse
from council_core.stages.earlier import in_context

logger = logging.getLogger(__name__)

LONGEST_QUESTION = 40_000
"""Characters of a question, some 10,000 tokens: beyond that it is a file. Platforms have lower limits of their own."""


ID_BYTES = 10
"""80 bits: among a million runs two get the same id once in two trillion times."""

CROCKFORD = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789abcdefghjkmnpqrstvwxyz")

STOPPED = "{name} stopped this run."


def run_id_for(place: Place, delivery: str, *, taken: int = 0) -> RunId:
    """The id of the run that this delivery of a platform begins: the same delivery again gives the same id.

    Args:
        place: Where the question was asked; only its platform and workspace count.
        delivery: The platform's id of the request.
        taken: How many such ids are those of runs elsewhere.
    """
    origin = f"{place.platform}\0{place.workspace}\0{delivery}" + f"\0{taken}" * bool(taken)
    return RunId("r" + _base32(blake2b(origin.encode(), digest_size=ID_BYTES).digest()))


def _base32(digest: bytes) -> str:
    """Crockford's base32, https://www.crockford.com/base32.html: no signs that look alike, and no words."""
    return b32encode(digest).decode().translate(CROCKFORD)


def earlier_run_id_for(place: Place, delivery: str) -> RunId:
    """The id that the version before gave to this delivery. It may come once more after an update."""
    origin = f"{place.platform}\0{place.workspace}\0{delivery}"
    return RunId("r" + blake2b(origin.encode(), digest_size=6).hexdigest())


def unreachable(
    seats: Iterable[Member], models: ModelProvider
) -> Iterator[tuple[Member, MissingKey | UnknownChoice]]:
    """The members who cannot be asked at all, each with why; nobody is asked for that."""
    for member in seats:
        try:
            models.check(member)
        except (MissingKey, UnknownChoice) as error:
            yield member, error


class Council:
    """A council for any number of questions at a time."""

    def __init__(
        self,
        *,
        store: RunStore,
        engine: Engine,
        models: ModelProvider,
        clock: Clock,
        draw_seed: Callable[[], str],
        purse: Purse | None = None,
    ) -> None:
        """
        Args:
            store: Keeps runs.
            engine: Carries them out.
            models: Asks members.
            clock: The time of day.
            draw_seed: Draws each run's seed.
            purse: Knows prices and what was spent; without it nothing is estimated and no budget holds.
        """
        self._store = store
        self._engine = engine
        self._models = models
        self._clock = clock
        self._draw_seed = draw_seed
        self._purse = purse

    async def ask(
        self,
        question: Question,
        settings: CouncilSettings,
        *,
        delivery: str,
        allowances: Sequence[Allowance] = (),
    ) -> tuple[RunId, bool]:
        """Puts a question to the council. Asked in a thread of earlier runs, or as a follow-up to one, it goes to
        the members together with what was asked and concluded there. Where the settings say so, secrets are masked
        before any of it is kept.

        Args:
            question: What is asked, by whom and where.
            settings: How this run is held.
            delivery: The platform's id of this request; the same one again changes nothing.
            allowances: What may be spent here.

        Returns:
            The run's id, and whether it is a new run.

        Raises:
            QuestionRejected: The question is too long.
            UnknownChoice, SettingsError: A member cannot be asked at all.
            OverBudget, UnpricedModels: It would cost more than is left, or nobody knows what it would cost.
            NotStartedYet: It is kept, and begins when the database is back.
        """
        question = replace(question, text=writable(question.text))
        if len(question.text) > LONGEST_QUESTION:
            raise QuestionRejected(
                f"The question has {len(question.text):,} characters; the council takes up to {LONGEST_QUESTION:,}. "
                "Shorten it, or ask about a part of it."
            )
        self.check(settings)
        question = await in_context(question, self._store)
        run = Run(
            id=earlier_run_id_for(question.place, delivery),
            question=redacted(question) if settings.redact else question,
            settings=settings,
            seed=self._draw_seed(),
            asked_at=self._clock.now(),
        )
        run_id, is_new = await self._keep(run, delivery, allowances)
        # Also for a repeated delivery: the first one may have died between keeping the run and starting it.
        try:
            await self._engine.start(run_id)
        except StoreUnavailable as error:
            raise NotStartedYet(run_id, error) from error
        return run_id, is_new

    async def _keep(self, run: Run, delivery: str, allowances: Sequence[Allowance]) -> tuple[RunId, bool]:
        """Keeps a run under the id of its delivery, and says whether it is new."""
        if await self._is_kept(run):
            return run.id, False
        for taken in count():
            named = replace(run, id=run_id_for(run.question.place, delivery, taken=taken))
            with suppress(RunElsewhere):
                return named.id, await self._add(named, allowances)
        raise AssertionError("count() has no end")

    async def _add(self, run: Run, allowances: Sequence[Allowance]) -> bool:
        if self._purse is None or not allowances:
            return await self._store.add(run)
        if await self._is_kept(run):
            return False  # Delivered before: what it costs is spent already.
        async with self._purse.within(run, allowances):
            return await self._store.add(run)

    async def _is_kept(self, run: Run) -> bool:
        """Whether this run was asked before, in the same channel. Raises RunForgotten where it was deleted."""
        try:
            kept = await self._store.get(run.id)
        except RunForgotten as gone:
            if gone.where == run.question.place.where:
                raise
            return False
        except UnknownRun:
            return False
        return kept.question.place.where == run.question.place.where

    async def estimate(self, question: Question, settings: CouncilSettings) -> Estimate | None:
        """What a question would take; None where this council knows no prices."""
        return None if self._purse is None else await self._purse.estimate(question, settings)

    async def unpriced(self, settings: CouncilSettings) -> tuple[str, ...]:
        """Models on the roster whose price is unknown; none where this council knows no prices at all."""
        return () if self._purse is None else await self._purse.unpriced(settings)

    def check(self, settings: CouncilSettings) -> None:
        """Whether every member can be asked.

        Raises:
            SettingsError: There are too many members, keys are missing, or there is no such provider or demo member;
                all of them at once.
        """
        if trouble := too_many(len(settings.roster.members)):
            raise SettingsError([trouble])
        if problems := [
            f"{member.id}: {error}" for member, error in unreachable(settings.roster.everyone(), self._models)
        ]:
            raise SettingsError(problems)

    async def name_asker(self, run_id: RunId, name: str) -> None:
        """Keeps what the person who asked is called, once their platform says so. Raises StoreUnavailable."""
        await self._store.name_asker(run_id, name)

    async def vote(self, run_id: RunId, voter: PersonId, order: Order) -> int:
        """Counts a vote in place of the voter's earlier one, and closes the voting when enough have voted.

        Returns:
            How many people have voted.

        Raises:
            UnknownRun: There is no such run.
            UnknownChoice: A letter is not on the slate.
            RequestError: A letter stands there twice, or none does.
            VotingClosed: The voting is not open, or not any more.
        """
        run = await self._store.get(run_id)
        known = run.slate.aliases if run.slate else ()
        chosen = [alias for group in order for alias in group]
        for alias in chosen:
            if alias not in known:
                raise UnknownChoice("response", alias, known)
            if chosen.count(alias) > 1:
                raise RequestError(f"Response {alias} stands twice in this ranking; each has one place.")
        if not chosen:
            raise RequestError("A vote needs at least one response.")
        votes = await self._store.cast(run_id, Ballot(voter=voter, order=order, cast_at=self._clock.now()))
        needed = run.settings.votes_needed
        if needed is not None and votes >= needed:
            try:
                await self._close(run_id)
            except StoreUnavailable as error:
                # The vote itself counts, and `take_up` closes the voting.
                logger.warning("run %s: enough have voted, and the voting stays open: %s", run_id, error)
        return votes

    async def _close(self, run_id: RunId) -> None:
        await self._engine.send(run_id, CloseVoting(by=""), key="enough-votes")

    async def withdraw(self, run_id: RunId, voter: PersonId) -> bool:
        """Takes a vote back; False when there was none.

        Raises:
            UnknownRun: There is no such run.
            VotingClosed: The voting is not open, or not any more.
        """
        return await self._store.withdraw(run_id, voter)

    async def give_feedback(self, run_id: RunId, person: PersonId, *, good: bool) -> None:
        """Keeps what a person thought of the verdict; their latest word counts.

        Raises:
            UnknownRun: There is no such run.
            RequestError: There is no verdict to think anything of.
        """
        if (await self._store.get(run_id)).verdict is None:
            raise RequestError("There is no verdict on this question yet.")
        feedback = Feedback(person=person, good=good, given_at=self._clock.now())
        await self._store.give_feedback(run_id, feedback)

    async def reveal(self, run_id: RunId, person: PersonId, name: str) -> RunSummary:
        """Closes the voting, now or as soon as the verdict is in.

        Returns:
            How the run stood when it was asked for.

        Raises:
            UnknownRun: There is no such run.
            NotAllowed: The settings of the run say that this person may not.
            VotingClosed: The names are out already, or there was nothing to vote on.
        """
        run = await self._store.get(run_id)
        if run.is_finished or run.voting_closed_at is not None:
            raise VotingClosed("The voting is closed already.")
        if run.settings.vote_seconds <= 0 or (run.slate is not None and len(run.slate.responses) < 2):
            raise VotingClosed("There is no vote on this question; the names come with the verdict.")
        who = run.settings.who_reveals
        if who == "nobody":
            raise NotAllowed("Nobody may reveal the names here; they come when the voting ends by itself.")
        if who == "asker" and person != run.question.asker.id:
            raise NotAllowed(f"Only {run.question.asker.name} may reveal the names before the voting ends.")
        await self._engine.send(run_id, CloseVoting(by=name), key="reveal")
        return summarize(run)

    async def cancel(
        self, run_id: RunId, person: PersonId, name: str, *, may_configure: bool = False
    ) -> bool:
        """Stops a run, whose thread is then told of it, once whatever breaks; False when it had ended already.

        Raises:
            UnknownRun: There is no such run.
            NotAllowed: It is neither this person's own question nor theirs to manage.
        """
        run = await self._store.get(run_id)
        if person != run.question.asker.id and not may_configure:
            raise NotAllowed(f"Only {run.question.asker.name} may cancel this question.")
        if not await self._store.cancel(run_id, self._clock.now(), why=STOPPED.format(name=name)):
            return False
        await self._engine.cancel(run_id)
        return True

    async def run(self, run_id: RunId) -> Run:
        """A run with everything in it, names included: for those who may see them. Raises UnknownRun."""
        return await self._store.get(run_id)

    async def latest(self, *, limit: int, place: Place | None = None) -> tuple[RunSummary, ...]:
        """The newest runs first, blind."""
        return tuple(summarize(run) for run in await self.runs(limit=limit, place=place))

    async def judged(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        """The newest runs of a channel as they were judged, for counting: nothing that was said is among it."""
        return await self._store.judged(place, limit=limit)

    async def runs(self, *, limit: int, place: Place | None = None) -> tuple[Run, ...]:
        """The same with everything in them, names included."""
        return await self._store.latest(limit=limit, place=place)

    async def runs_by(self, person: PersonId, place: Place, *, limit: int) -> tuple[Run, ...]:
        """The newest runs that this person asked anywhere in the place's workspace, newest first."""
        return await self._store.asked_by(person, place, limit=limit)

    async def search(
        self, words: str, *, limit: int, person: PersonId | None = None, place: Place | None = None
    ) -> tuple[Run, ...]:
        """The newest runs in whose question or open verdict all these words stand, of the channel and one's own;
        without a place, of all. Raises RequestError where there is no word."""
        if not (phrases := phrases_in(words)):
            raise RequestError("There is no word in that to look for. Try one of the question or verdict.")
        return await self._store.search(phrases, limit=limit, person=person, place=place)

    async def take_up(self, *, platforms: Collection[str]) -> int:
        """Starts what was kept and never started before a process ended, and closes votings in which the last vote was
        counted and the run never told; returns how many runs are under way."""
        unfinished = await self._store.unfinished(platforms=platforms)
        for run_id in await self._engine.unstarted(unfinished):
            await self._engine.start(run_id)
        for run_id in await self._store.decided(platforms=platforms):
            await self._close(run_id)
        return len(unfinished)
