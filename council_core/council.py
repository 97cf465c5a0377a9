"""The council's public face: ask, vote, reveal, cancel, and read runs."""

import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from council_core.admission import NewRuns, earlier_run_id_for
from council_core.domain.ballot import Ballot, Feedback, Order
from council_core.domain.budget import Allowance, Estimate
from council_core.domain.ending import Ending
from council_core.domain.member import Member, too_many
from council_core.domain.place import PersonId, Place
from council_core.domain.question import Question, RunId
from council_core.domain.run import Run
from council_core.domain.search import EVERYTHING, Phrase, Wanted, phrases_in, template_in
from council_core.domain.settings import CouncilSettings
from council_core.domain.summary import RunSummary, summarize
from council_core.domain.writable import writable
from council_core.errors import (
    MissingKey,
    NotAllowed,
    NotStartedYet,
    Problem,
    QuestionRejected,
    RequestError,
    SettingsError,
    StoreUnavailable,
    UnknownChoice,
    VotingClosed,
)
from council_core.ports import Clock, CloseVoting, Engine, ModelProvider, RunStore
from council_core.redaction import redacted
from council_core.stages.budget import Purse
from council_core.stages.remember import in_context
from council_core.toml_files import nearest

logger = logging.getLogger(__name__)

LONGEST_QUESTION = 40_000
"""Longest question in characters, some 10,000 tokens; longer texts belong in a file. Platforms have lower limits."""


def unreachable(
    seats: Iterable[Member], models: ModelProvider
) -> Iterator[tuple[Member, MissingKey | UnknownChoice]]:
    """Yield the members who cannot be asked, each with the reason, without asking anybody."""
    for member in seats:
        try:
            models.check(member)
        except (MissingKey, UnknownChoice) as error:
            yield member, error


def unreachable_problem(member: Member, error: MissingKey | UnknownChoice) -> Problem:
    """Return the problem of a member who cannot be asked."""
    if isinstance(error, MissingKey):
        return Problem("no_key", id=member.id, provider=error.provider, variable=error.variable)
    facts = {"id": member.id, "value": error.value, "known": ", ".join(error.known)}
    if near := nearest(error.value, error.known):
        is_model = error.thing == "model"
        return Problem("unknown_model_near" if is_model else "unknown_provider_near", **facts, near=near)
    return Problem("unknown_model" if error.thing == "model" else "unknown_provider", **facts)


def check_length(text: str) -> None:
    """Raise QuestionRejected if a question is too long."""
    if len(text) > LONGEST_QUESTION:
        raise QuestionRejected("question_too_long", fact=LONGEST_QUESTION)


class Council:
    """A council that serves any number of questions at a time."""

    def __init__(
        self,
        *,
        store: RunStore,
        engine: Engine,
        models: ModelProvider,
        clock: Clock,
        draw_seed: Callable[[], str],
        purse: Purse | None = None,
        keep_files: Callable[[RunId, Question], Awaitable[None]] | None = None,
    ) -> None:
        """
        Args:
            store: Store of runs.
            engine: Executes runs.
            models: Asks members.
            clock: Time of day.
            draw_seed: Draws each run's seed.
            purse: Knows prices and spending; without it nothing is estimated and no budget applies.
            keep_files: Stores a question's files with its run, if nobody else has them; None if somebody always has.
        """
        self._store = store
        self._engine = engine
        self._models = models
        self._clock = clock
        self._draw_seed = draw_seed
        self._purse = purse
        self._keep_files = keep_files
        self._new_runs = NewRuns(store, purse)

    async def ask(
        self,
        question: Question,
        settings: CouncilSettings,
        *,
        delivery: str,
        allowances: Sequence[Allowance] = (),
    ) -> tuple[RunId, bool]:
        """Put a question to the council. In a thread of earlier runs, or as a follow-up to one, members also get the
        earlier questions and verdicts. Where the settings ask for it, secrets are masked before anything is stored.

        Args:
            question: The question, its asker and its place.
            settings: Settings of this run.
            delivery: Id that the platform gave the request; the same one again changes nothing.
            allowances: Budgets that apply here.

        Returns:
            The run's id, and whether the run is new.

        Raises:
            QuestionRejected: The question is too long.
            UnknownChoice, SettingsError: A member cannot be asked.
            OverBudget, UnpricedModels: It would cost more than is left, or its cost is unknown.
            NotStartedYet: It is stored, and begins when the database is back.
        """
        question = replace(question, text=writable(question.text))
        check_length(question.text)
        self.check(settings)
        question = await in_context(question, self._store)
        run = Run(
            id=earlier_run_id_for(question.place, delivery),
            question=redacted(question) if settings.redact else question,
            settings=settings,
            seed=self._draw_seed(),
            asked_at=self._clock.now(),
        )
        run_id, is_new = await self._new_runs.keep(run, delivery, allowances)
        # A repeated delivery starts the run too: the first one may have died after it stored the run.
        try:
            if self._keep_files is not None:
                await self._keep_files(run_id, question)
            await self._engine.start(run_id)
        except StoreUnavailable as error:
            raise NotStartedYet(run_id, error) from error
        return run_id, is_new

    async def estimate(self, question: Question, settings: CouncilSettings) -> Estimate | None:
        """Estimate the cost and time of a question; None where this council knows no prices."""
        return None if self._purse is None else await self._purse.estimate(question, settings)

    async def unpriced(self, settings: CouncilSettings) -> tuple[str, ...]:
        """Return the roster's models without a known price; none where this council knows no prices at all."""
        return () if self._purse is None else await self._purse.unpriced(settings)

    def check(self, settings: CouncilSettings) -> None:
        """Check that every member can be asked.

        Raises:
            SettingsError: There are too many members, keys are missing, or a provider or demo member does not exist.
                It carries all problems at once.
        """
        if trouble := too_many(len(settings.roster.members)):
            raise SettingsError([trouble])
        unreached = unreachable(settings.roster.everyone(), self._models)
        if problems := [unreachable_problem(member, error) for member, error in unreached]:
            raise SettingsError(problems)

    async def name_asker(self, run_id: RunId, name: str) -> None:
        """Store the asker's name once the platform has told it. Raises StoreUnavailable."""
        await self._store.name_asker(run_id, name)

    async def vote(self, run_id: RunId, voter: PersonId, order: Order) -> int:
        """Count a vote, replacing the voter's earlier one, and close the voting when enough people have voted.

        Returns:
            Number of people who have voted.

        Raises:
            UnknownRun: No run has this id.
            UnknownChoice: A letter is not on the slate.
            RequestError: A letter is there twice, or there is no letter.
            VotingClosed: The voting has not opened, or has closed.
        """
        run = await self._store.get(run_id)
        _check_order(run, order)
        blind = () if _has_seen(run, voter) else order
        ballot = Ballot(voter=voter, order=order, cast_at=self._clock.now(), blind=blind)
        votes = await self._store.cast(run_id, ballot)
        needed = run.settings.votes_needed
        if needed is not None and votes >= needed:
            try:
                await self._close(run_id)
            except StoreUnavailable as error:
                # The vote counts although the signal failed; `catch_up` closes the voting later.
                logger.warning("run %s: enough have voted, and the voting stays open: %s", run_id, error)
        return votes

    async def _close(self, run_id: RunId) -> None:
        await self._engine.send(run_id, CloseVoting(by=""), key="enough-votes")

    async def look(self, run_id: RunId, person: PersonId) -> None:
        """Store that a person looked at ranking and verdict before voting, so that no later ballot of theirs counts as
        blind."""
        await self._store.look(run_id, person)

    async def withdraw(self, run_id: RunId, voter: PersonId) -> bool:
        """Withdraw a vote; False when there was none.

        Raises:
            UnknownRun: No run has this id.
            VotingClosed: The voting has not opened, or has closed.
        """
        await _note_look(self._store, run_id, voter)
        return await self._store.withdraw(run_id, voter)

    async def give_feedback(self, run_id: RunId, person: PersonId, *, good: bool, reason: str = "") -> None:
        """Store a person's opinion of the verdict in place of their earlier one.

        Raises:
            UnknownRun: No run has this id.
            RequestError: The run has no verdict.
        """
        if (await self._store.get(run_id)).verdict is None:
            raise RequestError("no_verdict_yet")
        feedback = Feedback(person=person, good=good, given_at=self._clock.now(), reason=reason)
        await self._store.give_feedback(run_id, feedback)

    async def reveal(
        self, run_id: RunId, person: PersonId, name: str, *, may_configure: bool = False
    ) -> RunSummary:
        """Close the voting, now or as soon as the verdict is in.

        Returns:
            The run as it was at the time of the call.

        Raises:
            UnknownRun: No run has this id.
            NotAllowed: The run's settings do not let this person reveal.
            VotingClosed: The names are open already, or there was nothing to vote on.
        """
        run = await self._store.get(run_id)
        check_may_reveal(run, person, may_configure=may_configure)
        await self._engine.send(run_id, CloseVoting(by=name), key="reveal")
        return summarize(run)

    async def cancel(
        self, run_id: RunId, person: PersonId, name: str, *, may_configure: bool = False
    ) -> bool:
        """Stop a run and announce that in its thread, also after a failure on the way; False when it had ended
        already.

        Raises:
            UnknownRun: No run has this id.
            NotAllowed: This person neither asked the question nor may manage it.
        """
        run = await self._store.get(run_id)
        check_may_cancel(run, person, may_configure=may_configure)
        if not await self._store.cancel(run_id, self._clock.now(), Ending(kind="stopped", detail=name)):
            return False
        await self._engine.cancel(run_id)
        return True

    async def run(self, run_id: RunId) -> Run:
        """Return a whole run, names included, for callers who may see them. Raises UnknownRun."""
        return await self._store.get(run_id)

    async def ranked_runs(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        """Return a channel's newest runs for statistics: rankings and reviews without any text."""
        return await self._store.ranked_runs(place, limit=limit)

    async def runs(
        self, *, limit: int, place: Place | None = None, wanted: Wanted = EVERYTHING
    ) -> tuple[Run, ...]:
        """Return the newest wanted whole runs, names included."""
        return await self._store.latest(limit=limit, place=place, wanted=wanted)

    async def runs_by(
        self, person: PersonId, place: Place, *, limit: int, wanted: Wanted = EVERYTHING
    ) -> tuple[Run, ...]:
        """Return the newest wanted runs that this person asked in the place's workspace, newest first."""
        return await self._store.asked_by(person, place, limit=limit, wanted=wanted)

    async def search(
        self,
        words: str,
        *,
        limit: int,
        person: PersonId | None = None,
        place: Place | None = None,
        wanted: Wanted = EVERYTHING,
    ) -> tuple[Run, ...]:
        """Return the newest wanted runs whose question or open verdict holds all these words, among the channel's and
        the person's own. Without a place, search all runs. `template:writer` among the words limits them to a
        template. Limits without words list the channel's newest runs. Raises RequestError where there is neither."""
        phrases, wanted = _sought(words, wanted)
        if not phrases:
            return await self._store.latest(limit=limit, place=place, wanted=wanted)
        return await self._store.search(phrases, limit=limit, person=person, place=place, wanted=wanted)

    async def catch_up(self, *, platforms: Collection[str]) -> int:
        """Start runs that were stored but never started, and close votings whose last vote was counted without a
        signal to the run. Return the number of unfinished runs."""
        unfinished = await self._store.unfinished(platforms=platforms)
        for run_id in await self._engine.unstarted(unfinished):
            await self._engine.start(run_id)
        for run_id in await self._store.votings_to_close(platforms=platforms):
            await self._close(run_id)
        return len(unfinished)


def _sought(words: str, wanted: Wanted) -> tuple[tuple[Phrase, ...], Wanted]:
    """Return the phrases of a search, none where only limits are sought, and its limits."""
    words, template = template_in(words)
    phrases = phrases_in(words)
    if not phrases and not (template or wanted.askers or wanted.firsts or wanted.since or wanted.until):
        raise RequestError("nothing_to_search")
    return phrases, replace(wanted, template=template or wanted.template)


def _has_seen(run: Run, voter: PersonId) -> bool:
    """Tell whether a person could see the reviews, the ranking or the verdict when voting now: everybody can, or they
    have voted before. The store knows those who asked to see them."""
    # A run whose reviews are all void has no ranking, and shows its reviews and the growing verdict nevertheless.
    if not run.is_judged:
        return False
    if run.settings.show_ranking == "at_once":
        return True
    return any(ballot.voter == voter for ballot in run.ballots)


async def _note_look(store: RunStore, run_id: RunId, voter: PersonId) -> None:
    """Store that a person who withdraws a vote has seen the ranking. Only their ballot recorded it, and the ballot is
    deleted next."""
    if _has_seen(await store.get(run_id), voter):
        await store.look(run_id, voter)


def _check_order(run: Run, order: Order) -> None:
    """Check the letters of an order. Raises UnknownChoice for one that is not on the slate, and RequestError for one
    given twice or for an empty order."""
    known = run.slate.aliases if run.slate else ()
    chosen = [alias for group in order for alias in group]
    for alias in chosen:
        if alias not in known:
            raise UnknownChoice("response", alias, known)
        if chosen.count(alias) > 1:
            raise RequestError("twice_in_ranking", fact=alias)
    if not chosen:
        raise RequestError("empty_vote")


def check_may_cancel(run: Run, person: PersonId, *, may_configure: bool) -> None:
    """Check that this person asked the question or may manage it. Raises NotAllowed."""
    if person != run.question.asker.id and not may_configure:
        raise NotAllowed("only_asker_cancels", fact=run.question.asker.name)


def check_may_reveal(run: Run, person: PersonId, *, may_configure: bool) -> None:
    """Check that this person may close the vote; people who manage the place may do so for an asker, who may have left.

    Raises VotingClosed where there is none to close, and NotAllowed.
    """
    if run.is_finished or run.voting_closed_at is not None:
        raise VotingClosed("vote_over")
    if run.settings.vote_seconds <= 0 or (run.slate is not None and len(run.slate.responses) < 2):
        raise VotingClosed("no_vote")
    who = run.settings.who_reveals
    if who == "nobody":
        raise NotAllowed("nobody_reveals")
    if who == "asker" and person != run.question.asker.id and not may_configure:
        raise NotAllowed("only_asker_reveals", fact=run.question.asker.name)
