"""The story of a run, top to bottom.

    ask -> prepare -> answer -> (reconsider) -> anonymize -> review -> rank -> synthesize -> (voting closes) -> reveal

After a crash the story is executed again from the beginning: finished steps return their stored results at once, and
the rest is done. So nothing here may depend on the clock, on chance or on the store's present content, except inside a
step.
"""

import asyncio
import logging
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from council_core.domain.answer import NO_USAGE, Outcome, Usage
from council_core.domain.ballot import Ballot
from council_core.domain.calibration import version_of
from council_core.domain.ending import OUR_FAULT, Ending, Shortfall
from council_core.domain.events import RunStarted, VoteReminded, VotingOpened
from council_core.domain.links import links_in
from council_core.domain.material import pictures_of, was_read
from council_core.domain.question import RunId
from council_core.domain.run import FINISHED, Run
from council_core.domain.slate import AliasKey, Slate
from council_core.domain.verdict import Verdict
from council_core.errors import RunDeleted, RunOutgrown, RunUnreadable, StoreUnavailable, errors_within
from council_core.ports import (
    OPEN,
    Announcer,
    Blobs,
    Calibrations,
    Clock,
    CloseVoting,
    Gate,
    LateAnswer,
    ModelProvider,
    RunStore,
    Signals,
    Steps,
    Toolbox,
)
from council_core.rubrics import calibrated_under
from council_core.stages.anonymize import anonymize, answers_among, with_names_given
from council_core.stages.answer import answer
from council_core.stages.budget import BrokenOffCalls, Purse
from council_core.stages.cite import citable_in, misquoted_in_verdict
from council_core.stages.consult import Hands, absent, offered, with_budget_noted
from council_core.stages.contents import pictures_in, texts_of, words_of
from council_core.stages.deadline import Stragglers
from council_core.stages.describe import described
from council_core.stages.given import Given, WithMaterial, given_to
from council_core.stages.keep import Keeper
from council_core.stages.long_replies import LongReplies, late_answer, whole_texts
from council_core.stages.paid import with_all_paid
from council_core.stages.prepare import Intake, prepare
from council_core.stages.rank import rank
from council_core.stages.reconsider import reconsider, split_found
from council_core.stages.remember import remembered
from council_core.stages.report import concluded, opened, ranked
from council_core.stages.reveal import fail, reveal
from council_core.stages.review import review
from council_core.stages.revise import revise
from council_core.stages.stop import stop
from council_core.stages.synthesize import critique, synthesize
from council_core.stages.tell import ForReaders, Teller
from council_core.stages.trust import PAST_RUNS, calibrated_among, reliabilities, trusted
from council_core.stages.verify import verify
from council_core.stages.vote import tally

logger = logging.getLogger(__name__)

CONCLUDED = {"voting", *FINISHED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Everything that a run needs from outside."""

    models: ModelProvider
    store: RunStore
    announcer: Announcer
    stragglers: Stragglers
    clock: Clock
    blobs: Blobs
    intake: Intake | None = None
    """Fetches and reads what comes with a question; None for a council that takes no files."""

    purse: Purse | None = None
    """Knows prices and spending; without it no budget applies."""

    gate: Gate = OPEN
    calibrations: Calibrations
    toolbox: Toolbox
    """Tools that members may use before they answer."""

    drafts: bool = False
    """Whether the verdict is shown while the chairman writes it."""


async def council_run(stored: Run, around: Surroundings, steps: Steps, signals: Signals) -> None:
    """Execute one run from the question to the reveal, as it was just read from the store.

    An error on our side ends the run with an announcement, and so does a run of another version that this one cannot go
    on with. An unreachable store does not end the run, because it can go on later.

    Raises:
        StoreUnavailable, StoreIncompatible: The run could neither go on nor be ended; call this again later.
    """
    run_id = stored.id
    if stored.status == "cancelled":
        # The process died before it could announce the cancellation.
        return await stopped_run(run_id, around, steps)
    if stored.is_finished and steps.is_new:
        return None  # Its steps are deleted. Without them the story would ask every model again.
    if stored.status == "failed":
        return await around.announcer.announce(run_id, fail(stored, stored.ending or OUR_FAULT))
    run = stored.as_asked()
    if around.purse is not None:
        around = replace(around, models=BrokenOffCalls(around.models, run_id, around.purse))
    around = replace(around, models=ForReaders(around.models, around.announcer, run_id))
    # A concluded run asks no model again, however often it is replayed.
    gate = OPEN if stored.status in CONCLUDED else around.gate
    around = replace(around, models=LongReplies(around.models, run_id, around.blobs))
    keeper: Keeper | None = None
    try:
        async with asyncio.TaskGroup() as group:
            teller = Teller(run_id, around.announcer, steps, group)
            keeper = Keeper(run, around.store, around.announcer, around.clock, steps, group)
            await _deliberate(run, around, steps, signals, teller, keeper, gate)
    except* StoreUnavailable:
        raise
    except* RunDeleted:
        # The process that deletes the run stops it too; this one only noticed first.
        logger.info("run %s was deleted while it was under way", run_id)
    except* Exception as group:
        broken, ending = keeper.newest if keeper is not None else run, OUR_FAULT
        if (outgrown := next(errors_within(group, RunOutgrown), None)) is not None:
            logger.warning("the run was begun by another version, and ends: %s", outgrown)
            stored, ending = await around.store.get(run_id), Ending(kind="outgrown")
            # The replay may not have reached the stage that the stored run had reached.
            broken = stored if stored.outcomes else broken
        elif group.subgroup(RunUnreadable) is not None:
            ending = Ending(kind="unreadable", detail=await around.announcer.unreadable(run_id))
            logger.warning("the run ends, since nothing of it can be shown: %s", ending.detail)
        else:
            logger.exception("the run broke")
        ending = with_all_paid(ending, broken, steps, await _broken_off(run_id, around))
        # The card of the ended run is drawn from the stored run.
        await around.store.save(_ended(broken, around, ending))
        await around.announcer.announce(run_id, fail(replace(broken, ending=ending), ending))


async def stopped_run(run_id: RunId, around: Surroundings, steps: Steps) -> None:
    """Announce the end of a run that somebody stopped. Do nothing if it was deleted or has ended by itself.

    Raises:
        StoreUnavailable, StoreIncompatible: Call this again later.
    """
    try:
        run = await around.store.get(run_id)
        if run.status == "cancelled":
            broken_off = await _broken_off(run_id, around)
            await stop(run, around.store, around.announcer, steps, around.blobs, broken_off)
    except RunDeleted:
        pass


async def _broken_off(run_id: RunId, around: Surroundings) -> Usage:
    return NO_USAGE if around.purse is None else await around.purse.spent_on_broken_off(run_id)


async def _deliberate(
    run: Run,
    around: Surroundings,
    steps: Steps,
    signals: Signals,
    teller: Teller,
    keeper: Keeper,
    gate: Gate,
) -> None:
    teller.tell(RunStarted(run_id=run.id))
    try:  # prepare, answer
        run, models, hands = await _answered(run, around, steps, teller, keeper, gate)
        around = replace(around, models=models)
    except _GivenUp as given_up:
        await _give_up(given_up.run, around, steps, teller, given_up.ending)
        return

    # anonymize; the voting opens
    slate, key = await asyncio.to_thread(anonymize, run)  # Long answers take a while, and others wait.
    takes_votes = run.settings.vote_seconds > 0 and len(slate.responses) > 1
    run = replace(run, slate=slate, key=key, status="reviewing")
    kept = keeper.keep(run, opens_voting=takes_votes)
    teller.tell(opened(run, slate, key, await whole_texts(run, around.blobs)), after=kept)
    if takes_votes:
        teller.tell(VotingOpened(run_id=run.id))

    # review; the team's past votes may weigh some reviewers more than others
    learning = teller.beside(_learned(run, around, steps))
    reviewers = run.settings.roster.reviewing if len(slate.responses) > 1 else ()
    heard = teller.progress("review", of=len(reviewers))
    checks = await verify(run, slate, reviewers, around.models, steps, hands)
    reviews = await review(run, slate, reviewers, around.models, steps, heard, checks)
    run = with_budget_noted(replace(run, reviews=trusted(reviews, await learning)))

    # rank
    ranking, why_not = rank(run, slate, key)
    run = replace(run, ranking=ranking, status="synthesizing")
    teller.tell(ranked(run), after=keeper.keep(run, sets_window=True))

    # synthesize
    run = await _conclude(run, slate, key, around, steps, teller, models, why_not)
    kept = keeper.keep(run)
    teller.tell(concluded(run), after=kept)

    # (voting closes)
    times = await kept
    run = replace(run, voting_opened_at=times.opened, voting_closes_at=times.closes)
    await teller.told()
    closed_by = await _wait_for_votes(run, around, steps, signals, teller)

    # reveal
    ballots, closed_at = await _count(run, around, steps)
    run = replace(run, ballots=ballots, voting_closed_at=closed_at)
    run = replace(run, tally=tally(run, slate, key, ballots), late=await _late(run, around, steps))
    run = replace(run, status="revealed", finished_at=closed_at)
    wholes = await whole_texts(run, around.blobs)
    at = times.at if takes_votes else closed_at  # Without a vote the run stores one time for both.
    revealed = reveal(run, slate, key, closed_by=closed_by, concluded_at=at, wholes=wholes)
    teller.tell(revealed, after=keeper.keep(run))
    await teller.told()


class _GivenUp(Exception):
    """The run cannot continue; it ends as failed, with the reason announced."""

    def __init__(self, run: Run, ending: Ending) -> None:
        super().__init__(ending.kind)
        self.run, self.ending = run, ending


async def _answered(
    run: Run, around: Surroundings, steps: Steps, teller: Teller, keeper: Keeper, gate: Gate
) -> tuple[Run, WithMaterial, Hands | None]:
    """Prepare the run and ask its members. Raises `_GivenUp`.

    Returns:
        The run, the caller that asks members with all of its material, and the tools that they may use.
    """
    # Files are read first, because they may have expired when the run leaves the queue.
    run, given = await _prepare(run, around, steps, keeper)
    # Other runs may be ahead in the queue.
    await gate.admitted(run, lambda waits: around.announcer.progress(run.id, waits))
    run, models = await _described(run, around, steps, given)
    around = replace(around, models=models)
    hands = await _hands(run, around, given, steps)
    if missing := await absent(run, around.toolbox, steps):
        run = replace(run, material=(*run.material, *missing))
        keeper.keep(run)
    return await _answer(run, around, steps, teller, keeper, hands, models), models, hands


async def _prepare(run: Run, around: Surroundings, steps: Steps, keeper: Keeper) -> tuple[Run, Given]:
    """Read the material, but for pictures. Raises `_GivenUp` where the question has no words and nothing readable."""
    material = await prepare(run, around.intake, around.blobs, around.store, steps, around.toolbox)
    texts = await texts_of(material, around.blobs)
    if material:
        named = await asyncio.to_thread(with_names_given, material, texts, run.settings.roster)
        run = replace(run, material=named)
        await keeper.keep(run)
        _check_read(run)
    given = given_to(run, texts, earlier=await remembered(run, around.blobs, around.store))
    await _check_budget(run, given, around, steps)
    return run, given


async def _check_budget(run: Run, given: Given, around: Surroundings, steps: Steps) -> None:
    """Raise `_GivenUp` where the run costs more with its material than is left to spend, before anybody is asked.

    The estimate of a question without material was exact already. A run of an earlier version has no budgets noted, and
    goes on.
    """
    if (purse := around.purse) is None or not (run.material or given.earlier.material):
        return
    seen = tuple((picture, b"") for picture in pictures_of(run.material))
    weighed = replace(given, pictures=seen)
    shortfall = await steps.once("budget", lambda: purse.shortfall(run, weighed), Shortfall | None)
    if shortfall is not None:
        raise _GivenUp(run, Ending(kind="over_budget", shortfall=shortfall))


def _check_read(run: Run) -> None:
    """Raise `_GivenUp` if a question consists of files alone and none of them could be read."""
    if run.question.is_wordless and not any(
        was_read(each) and each.source == "file" for each in run.material
    ):
        raise _GivenUp(run, Ending(kind="nothing_read"))


async def _described(run: Run, around: Surroundings, steps: Steps, given: Given) -> tuple[Run, WithMaterial]:
    """Add the pictures, described for members that cannot see them. Raises `_GivenUp` where a question consists of
    pictures alone and no member can see them.

    Returns:
        The run, and the caller that asks members with all of its material.
    """
    sight = around.intake.sight if around.intake is not None else None
    before = run.material
    run, describing = await described(run, around.models, sight, around.blobs, steps)
    if run.material != before and describing is None:
        _check_read(run)
    pictures = await pictures_in(run.material, around.blobs)
    given = replace(given, pictures=pictures, words=await words_of(run.material, around.blobs))
    return run, WithMaterial(around.models, given, describing)


async def _answer(
    run: Run,
    around: Surroundings,
    steps: Steps,
    teller: Teller,
    keeper: Keeper,
    hands: Hands | None,
    models: WithMaterial,
) -> Run:
    """Ask all members, and once more where they revise or their positions differ. Raises `_GivenUp` without
    a quorum."""
    settings = run.settings
    run = replace(run, status="answering")
    heard = teller.progress("answer", of=len(settings.roster.answering))
    outcomes = await answer(
        run, models, steps, around.stragglers, heard, hands, citable_in(run, models.given.words_given)
    )
    run = await models.since(with_budget_noted(replace(run, outcomes=outcomes)))
    if len(answers_among(outcomes)) < settings.quorum:
        raise _GivenUp(run, _too_few(run))
    keeper.keep(run)
    if settings.revise:
        run = replace(run, outcomes=await revise(run, around.models, steps, heard))
    # Where positions differ, all members see them and are asked once more.
    if settings.rounds == "on_split" and (split := split_found(run)) is not None:
        teller.tell(split)
        run = replace(run, outcomes=await reconsider(run, around.models, steps, heard))
    return run


async def _conclude(
    run: Run,
    slate: Slate,
    key: AliasKey,
    around: Surroundings,
    steps: Steps,
    teller: Teller,
    models: WithMaterial,
    why_not: str,
) -> Run:
    """Return the run with the chairman's verdict, or with the failures of it and of its substitutes."""
    heard, given = teller.progress("synthesize", of=1), models.given
    shows = around.drafts and run.settings.show_ranking == "at_once"
    written = teller.written if shows else None
    conclusion = await synthesize(run, slate, key, models, steps, why_not, heard, given.links, written)
    run = await models.since(run)
    if not isinstance(conclusion, Verdict):
        return replace(run, no_verdict=conclusion, status="voting")
    flagged = misquoted_in_verdict(conclusion.text, run, slate, given.words_given)
    conclusion = replace(conclusion, misquoted=flagged)
    if run.settings.critique:
        conclusion = await critique(run, slate, conclusion, models, steps)
    return replace(run, verdict=conclusion, status="voting")


def _too_few(run: Run) -> Ending:
    return Ending(
        kind="too_few",
        answered=len(answers_among(run.outcomes)),
        members=len(run.settings.roster.answering),
        quorum=run.settings.quorum,
    )


async def _give_up(run: Run, around: Surroundings, steps: Steps, teller: Teller, ending: Ending) -> None:
    async def keep() -> None:
        await around.store.save(_ended(run, around, ending))

    await steps.once("keep:failed", keep, None)
    teller.tell(fail(run, ending))
    await teller.told()


async def _hands(run: Run, around: Surroundings, given: Given, steps: Steps) -> Hands | None:
    """Return the tools that members may use, with the facts about the run that tools may know; None where there are
    none."""
    specs = await offered(run, around.toolbox, steps, has_material=bool(given.texts or given.earlier.texts))
    if not specs:
        return None
    said = [
        run.question.text,
        *(text for turn in run.question.earlier for text in (turn.question, turn.verdict)),
    ]
    hands = Hands(
        run=run,
        toolbox=around.toolbox,
        specs=specs,
        material=tuple((piece.name, text) for piece, text in (*given.earlier.texts, *given.texts)),
        addresses={*given.links, *links_in(" ".join(said))},
        citable=citable_in(run, given.words_given),
    )
    hands.recall_search()
    return hands


async def _wait_for_votes(
    run: Run, around: Surroundings, steps: Steps, signals: Signals, teller: Teller
) -> str:
    """Wait until the voting closes. Return the name of the person who closed it; empty if the window ended or enough
    had voted."""
    if run.settings.vote_seconds <= 0 or run.slate is None or len(run.slate.responses) < 2:
        return ""
    opened = run.voting_opened_at or run.asked_at
    closes_at = run.voting_closes_at or opened + timedelta(seconds=run.settings.vote_seconds)
    reminds_at = opened + (closes_at - opened) / 2 if run.settings.vote_reminder else None
    while True:
        # On a replay the remaining time differs, which does no harm: a finished wait returns its stored result.
        left = ((reminds_at or closes_at) - around.clock.now()).total_seconds()
        match await signals.wait(max(0.0, left)):
            case None if reminds_at is not None:
                reminds_at = None
                if await steps.once("remind", lambda: _still_lacks_votes(run, closes_at, around), bool):
                    teller.tell(VoteReminded(run_id=run.id, closes_at=closes_at))
            case None:
                return ""
            case CloseVoting(by=by):
                return by
            case LateAnswer(member=member):
                outcomes = await steps.once(
                    f"late:{member}", lambda: _late_outcomes(run, around), tuple[Outcome, ...]
                )
                if (told := await late_answer(run, outcomes, member, around.blobs)) is not None:
                    teller.tell(told, part=member)


async def _learned(run: Run, around: Surroundings, steps: Steps) -> dict[str, float]:
    async def learn() -> dict[str, float]:
        reviewers, settings = run.settings.roster.reviewing, run.settings
        rubric = calibrated_under(settings.rubric, settings.criteria)
        kept = await around.calibrations.kept({version_of(member) for member in reviewers}, rubric)
        past = await around.store.voted_runs(run.question.place, limit=PAST_RUNS)
        return reliabilities(past, calibrated_among(reviewers, kept))

    return await steps.once("trust", learn, dict[str, float])


async def _still_lacks_votes(run: Run, closes_at: datetime, around: Surroundings) -> bool:
    """Tell whether nobody has voted and there is time left to vote. A resumed run may come too late for a reminder."""
    return around.clock.now() < closes_at and not (await around.store.get(run.id)).ballots


async def _late_outcomes(run: Run, around: Surroundings) -> tuple[Outcome, ...]:
    return (await around.store.get(run.id)).late


async def _late(run: Run, around: Surroundings, steps: Steps) -> tuple[Outcome, ...]:
    if not any(outcome.kind == "abstention" and outcome.failure.reason == "late" for outcome in run.outcomes):
        return ()  # Every member was heard in time.
    return await steps.once("late", lambda: _late_outcomes(run, around), tuple[Outcome, ...])


async def _count(run: Run, around: Surroundings, steps: Steps) -> tuple[tuple[Ballot, ...], datetime]:
    async def count() -> tuple[tuple[Ballot, ...], datetime]:
        now = around.clock.now()
        return await around.store.close_voting(run.id, now), now

    return await steps.once("count", count, tuple[tuple[Ballot, ...], datetime])


def _ended(run: Run, around: Surroundings, ending: Ending) -> Run:
    return replace(run, status="failed", ending=ending, finished_at=around.clock.now())
