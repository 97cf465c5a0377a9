"""One run of a council of four, at every moment that people see."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from bot.post import Limits
from council_core.domain.answer import Abstention, Answer, Failure, Reply, Usage
from council_core.domain.ballot import Ballot
from council_core.domain.events import (
    Absence,
    AnonymousReview,
    NamesRevealed,
    ReviewerRevealed,
    SlateOpened,
    SlateRanked,
    Unveiled,
    VerdictReached,
)
from council_core.domain.material import Material, Piece, Unread, digest_of
from council_core.domain.member import Member, MemberId, Roster
from council_core.domain.place import PersonId, Place
from council_core.domain.question import Asker, Question, RunId
from council_core.domain.ranking import Ranking, Standing
from council_core.domain.review import Reading, Review, Score
from council_core.domain.run import Run, RunStatus, Tally
from council_core.domain.settings import CouncilSettings
from council_core.domain.slate import Alias, AliasKey, Gap, Response, Seal, Slate
from council_core.domain.summary import RunSummary
from council_core.domain.verdict import Verdict

RUN = RunId("r4k7m2p9x1qz")
A, B, C = Alias("A"), Alias("B"), Alias("C")
NOON = datetime(2026, 11, 9, 12, 0, tzinfo=UTC)
LIMITS = Limits(prose=3000, parts=3)
NAMES = ("Quartz Large", "Onyx 4", "Beryl Mini", "Topaz Pro")
QUESTION = "Should we move the *nightly* build to the new runners before the release?"


def usage(cost: str = "0.0123") -> Usage:
    return Usage(tokens_in=1200, tokens_out=850, cost=Decimal(cost), cost_is_estimate=True)


def standing(alias: Alias, place: int, rate: float, firsts: int, best: float | None = None) -> Standing:
    return Standing(alias=alias, place=place, score=rate, win_rate=rate, p_best=best, first_places=firsts)


RANKING = Ranking(
    aggregation="bradley_terry",
    own_answer="half",
    standings=(standing(B, 1, 0.834, 2, 0.83), standing(A, 2, 0.5, 1), standing(C, 3, 0.167, 0)),
    certainty="clear",
    preferences=3,
)
TIED = Ranking(
    aggregation="bradley_terry",
    own_answer="half",
    standings=(standing(A, 1, 0.67, 1), standing(B, 1, 0.67, 1), standing(C, 3, 0.17, 0)),
    certainty="too_close",
    preferences=2,
)
RESPONSES = (
    Response(alias=A, text="Move now.\n\n- The old runners end in December.\n- Two weeks are enough."),
    Response(alias=B, text="Wait until **after** the release.\n\n```yaml\nruns-on: new\n```"),
    Response(alias=C, text="Both @channel at once.", flags=("instruction_to_judge",)),
)
GAP = Gap(reason="timed_out", seconds=60)
SLATE_OPENED = SlateOpened(run_id=RUN, responses=RESPONSES, cut_short=(C,), gaps=(GAP,))

VALID = Reading(
    status="valid",
    order=((B,), (A, C)),
    why="The order stands under FINAL RANKING.",
    scores=(
        Score(alias=A, criterion="accuracy", value=3),
        Score(alias=B, criterion="accuracy", value=4.5),
        Score(alias=B, criterion="clarity", value=5),
    ),
)
VOID = Reading(status="void", order=None, why="It gives two different rankings.", fault="two_rankings")
REVIEWS = (
    AnonymousReview(number=1, reading=VALID, text="Response B is careful.\n\nFINAL RANKING: B > A = C"),
    AnonymousReview(number=2, reading=VOID, text="A is best. Or B is best."),
    AnonymousReview(number=3, reading=Reading(status="void", order=None, why="The call failed."), text=""),
)
SHORTENED = tuple(replace(review, shortened=(A, C)) for review in REVIEWS)
RANKED = SlateRanked(run_id=RUN, ranking=RANKING, reviews=REVIEWS, scoreboard=None, learned=0)

VERDICT = VerdictReached(
    run_id=RUN,
    text="Wait for the release, then move.\n\n## Disputed\n\nWhether two weeks are enough.",
    top=(B,),
    finish_reason="stop",
    gaps=(),
    ranked=True,
    foreign_links=(),
    critique="",
    demo=False,
)


def unveiled(alias: Alias, name: str, place: int | None, votes: int, blind: int = 0) -> Unveiled:
    return Unveiled(
        alias=alias,
        member=MemberId(name),
        name=name,
        place=place,
        votes=votes,
        blind_votes=blind,
    )


REVEALED = NamesRevealed(
    run_id=RUN,
    unveiled=(
        unveiled(B, NAMES[0], 1, 3, blind=2),
        unveiled(A, NAMES[1], 2, 1, blind=1),
        unveiled(C, NAMES[2], 3, 0),
    ),
    reviewers=(
        ReviewerRevealed(number=1, member=MemberId("m1"), name=NAMES[1]),
        ReviewerRevealed(number=2, member=MemberId("m0"), name=NAMES[0]),
    ),
    absences=(
        Absence(
            member=MemberId("m3"),
            name=NAMES[3],
            stage="answer",
            failure=Failure(reason="timed_out", latency=60),
        ),
        Absence(
            member=MemberId("m2"),
            name=NAMES[2],
            stage="review",
            failure=Failure(
                reason="no_credit", fault="no_credit", facts={"provider": "OpenAI", "said": "Pay"}, latency=1
            ),
        ),
    ),
    chairman=NAMES[0],
    vote_held=True,
    ballots=4,
    blind=3,
    team_ranking=RANKING,
    joint_ranking=RANKING,
    agreement=0.82,
    verdict=None,
    closed_by="Ann",
    seconds=83,
    usage=usage("0.0831"),
)


def summary(status: RunStatus = "answering", **changes: object) -> RunSummary:
    """Return the state of the run, derived from its status, with changes."""
    at = (
        "asked",
        "answering",
        "reviewing",
        "synthesizing",
        "voting",
        "revealed",
        "failed",
        "cancelled",
    ).index(status)
    facts: dict[str, object] = {
        "run_id": RUN,
        "question": QUESTION,
        "asker": "U1",
        "asker_name": "Ann",
        "asked_at": NOON,
        "status": status,
        "members": 4,
        "quorum": 3,
        "demo": False,
        "answered": 3 if 2 <= at <= 5 else 0,
        "gaps": (GAP,) if 2 <= at <= 5 else (),
        "reviewers": 3 if 3 <= at <= 5 else 0,
        "valid_reviews": 2 if 3 <= at <= 5 else 0,
        "aliases": (A, B, C) if 2 <= at <= 5 else (),
        "top": (B,) if 3 <= at <= 5 else (),
        "takes_votes": True,
        "votes": 2 if 4 <= at <= 5 else 0,
        "blind_votes": 1 if 4 <= at <= 5 else 0,
        "voting_open": 2 <= at <= 4,
        "voting_closes_at": NOON + timedelta(minutes=7) if at == 4 else None,
        "has_verdict": at in (4, 5),
        "ending": None,
        "cost": Decimal("0.0421") if 2 <= at <= 5 else None,
        "cost_is_estimate": True,
        "cost_is_partial": False,
        "finished_at": NOON + timedelta(minutes=7) if at >= 5 else None,
    }
    return RunSummary(**(facts | changes))  # type: ignore[arg-type]  # a table of facts about one value


def member(index: int) -> Member:
    return Member(
        id=MemberId(f"m{index}"), model=f"openrouter:maker/{NAMES[index].lower()}", name=NAMES[index]
    )


ROSTER = Roster(members=tuple(member(index) for index in range(4)), chairman=member(0))


def answer(index: int, text: str) -> Answer:
    return Answer(member=MemberId(f"m{index}"), reply=Reply(text=text, latency=2.1, usage=usage()))


def review(number: int, by: int, reading: Reading, text: str) -> Review:
    return Review(
        reviewer=MemberId(f"m{by}"),
        number=number,
        shown=(A, B, C),
        texts=(text,) if text else (),
        reading=reading,
        latency=3.0,
        usage=usage(),
    )


def whole(status: RunStatus = "revealed") -> Run:
    """Return the stored run."""
    late = Failure(reason="timed_out", fault="no_answer_in_time", facts={"seconds": "60.0"}, latency=60)
    return Run(
        id=RUN,
        question=Question(
            text=QUESTION,
            asker=Asker(id=PersonId("U1"), name="Ann"),
            place=Place(platform="slack", channel="C1"),
        ),
        settings=CouncilSettings(roster=ROSTER, quorum=3),
        seed="00",
        asked_at=NOON,
        status=status,
        outcomes=(
            answer(1, RESPONSES[0].text),
            answer(0, RESPONSES[1].text),
            answer(2, RESPONSES[2].text),
            Abstention(member=MemberId("m3"), failure=late),
        ),
        late=(answer(3, "Wait for a quiet week."),),
        slate=Slate(responses=RESPONSES),
        key=AliasKey(
            seals=(
                Seal(alias=A, member=MemberId("m1")),
                Seal(alias=B, member=MemberId("m0")),
                Seal(alias=C, member=MemberId("m2")),
            )
        ),
        reviews=(
            review(2, 0, VOID, REVIEWS[1].text),
            review(1, 1, VALID, REVIEWS[0].text),
            review(3, 2, VOID, ""),
        ),
        ranking=RANKING,
        verdict=Verdict(
            chairman=MemberId("m0"), reply=Reply(text=VERDICT.text, latency=4, usage=usage()), top=(B,)
        ),
        voting_opened_at=NOON,
        voting_closed_at=NOON + timedelta(minutes=7) if status == "revealed" else None,
        ballots=(Ballot(voter=PersonId("U2"), order=((B,),), cast_at=NOON),),
        tally=Tally(ballots=1, ranking=RANKING, joint=RANKING, agreement=1.0)
        if status == "revealed"
        else None,
        finished_at=NOON + timedelta(minutes=7) if status == "revealed" else None,
    )


CONTRACT = Piece(
    name="contract.pdf", form="PDF", size=48_213, digest=digest_of(b"%PDF"), text=digest_of(b"text"),
    characters=9_120, given=9_120, pages=3,
)  # fmt: skip
MATERIAL: Material = (
    replace(CONTRACT, source="thread", name="thread", form="thread", pages=12),
    CONTRACT,
    Unread(name="plan.pdf", reason="password"),
)
"""A thread of twelve messages, a contract, and a file that nobody can read."""
