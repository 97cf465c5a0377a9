"""Every post that a run makes, as people read it; the golden files are in tests/golden/posts."""

from dataclasses import replace

import pytest

from bot.post import Heading, KeyedPost, Limits, Post, Table
from bot.presentation.posts import edits_for, posts_for
from bot.presentation.ranking import leaders
from bot.presentation.words import ENGLISH
from council_core.aggregation import aggregate
from council_core.domain.answer import NO_USAGE
from council_core.domain.ballot import Preference
from council_core.domain.ending import Ending
from council_core.domain.events import (
    Event,
    LateAnswerArrived,
    NamedAnswer,
    NamesRevealed,
    RunCancelled,
    RunFailed,
    RunStarted,
    SplitFound,
    StageProgressed,
    VotingOpened,
)
from council_core.domain.ranking import OwnAnswer
from council_core.domain.slate import Alias, Gap, Response
from council_core.domain.verdict import Dissent, Held, Minority
from tests.bot.presentation.drawing import draw, draw_all
from tests.bot.presentation.examples import (
    GAP,
    LIMITS,
    NAMES,
    NOON,
    RANKED,
    RANKING,
    REVEALED,
    RUN,
    SHORTENED,
    SLATE_OPENED,
    TIED,
    VERDICT,
    A,
    B,
    C,
    summary,
    usage,
    whole,
)
from tests.golden_files import assert_golden
from tests.samples import STOPPED

VOTING = VotingOpened(run_id=RUN)
CREDIT = Gap(reason="no_credit", seconds=0.4)
REFUSED = Gap(reason="refused", seconds=2)
EMPTY = Gap(reason="empty", seconds=2)
STREAM = replace(LIMITS, edits=False)
CRAMPED = Limits(prose=120, parts=2)
LONG = replace(
    SLATE_OPENED, responses=(Response(alias=A, text="One more sentence. " * 40),), gaps=(), cut_short=()
)
FAILED = RunFailed(
    run_id=RUN,
    ending=Ending(kind="too_few", answered=2, members=4, quorum=3),
    absences=REVEALED.absences[:1],
    answers=(NamedAnswer(name=NAMES[0], text="Move now."), NamedAnswer(name=NAMES[1], text="Wait.")),
    usage=usage(),
    demo=False,
    asker="U1",
    asker_name="Ann",
)

SPLIT = SplitFound(run_id=RUN, held=(("42 *km*", 3), ("41 km", 1)), members=5)
HELD = (Held(position="42 *km*", holders=(A, B)), Held(position="41 km", holders=(C,)))
MINORITY = Minority(
    main=HELD[0],
    dissents=(
        Dissent(alias=B, position="42 *km*", before="43 km", reason="A slip", sources=0),
        Dissent(alias=C, position="41 km", before="41 km", reason="I measured it.", sources=2),
    ),
)
SECOND_ROUND = replace(
    SLATE_OPENED,
    responses=(
        Response(
            alias=A, text="It is 42 km.", position="42 km", before="41 km", reason="I had left one out."
        ),
        Response(
            alias=B, text="It is 42 km indeed.", position="42 km", before="42 km", reason="I counted twice."
        ),
        Response(alias=C, text="It is 41 km.", position="41 km", before="41 km"),
    ),
    cut_short=(),
    round=2,
)

POSTS: list[tuple[str, Event, Limits]] = [
    ("split", SPLIT, STREAM),
    ("responses-second-round", SECOND_ROUND, STREAM),
    ("ranking-with-positions", replace(RANKED, held=HELD), STREAM),
    ("ranking-one-position", replace(RANKED, held=HELD[:1]), STREAM),
    ("ranking-no-majority", replace(RANKED, held=(replace(HELD[0], holders=(A,)), HELD[1])), STREAM),
    ("verdict-with-minority", replace(VERDICT, minority=MINORITY), LIMITS),
    ("responses", SLATE_OPENED, STREAM),
    ("responses-gaps", replace(SLATE_OPENED, gaps=(GAP, GAP, CREDIT)), STREAM),
    ("response-too-long", LONG, CRAMPED),
    ("ranking", RANKED, STREAM),
    ("ranking-tied", replace(RANKED, ranking=TIED, reviews=RANKED.reviews[:1]), STREAM),
    ("ranking-shortened", replace(RANKED, reviews=SHORTENED), STREAM),
    ("ranking-none", replace(RANKED, ranking=None), STREAM),
    (
        "ranking-nothing",
        replace(RANKED, ranking=None, reviews=()),
        STREAM,
    ),
    ("verdict", VERDICT, STREAM),
    ("verdict-demo-unranked", replace(VERDICT, ranked=False, top=(), demo=True), STREAM),
    (
        "verdict-with-everything",
        replace(
            VERDICT,
            top=(A, B),
            gaps=(GAP,),
            finish_reason="length",
            foreign_links=("https://example.org/a_b", "http://[x](y)"),
            critique="The cost was not weighed.",
        ),
        STREAM,
    ),
    ("verdict-none", replace(VERDICT, text="", gaps=(GAP, REFUSED, EMPTY)), STREAM),
    ("verdict-none-alone", replace(VERDICT, text="", gaps=(REFUSED,), ranked=False, top=()), STREAM),
    ("reveal", REVEALED, STREAM),
    (
        "reveal-nobody-voted",
        replace(
            REVEALED,
            unveiled=tuple(replace(one, votes=0, blind_votes=0) for one in REVEALED.unveiled),
            ballots=0,
            blind=0,
            team_ranking=None,
            joint_ranking=None,
            agreement=None,
            closed_by="",
            chairman="",
            absences=(),
            usage=replace(usage(), cost=None),
        ),
        STREAM,
    ),
    ("late", LateAnswerArrived(run_id=RUN, text="Wait for a quiet week."), STREAM),
    ("failure", FAILED, STREAM),
    (
        "failure-unpaid",
        replace(FAILED, answers=(), absences=(), usage=NO_USAGE, ending=Ending(kind="nothing_read")),
        STREAM,
    ),
    ("failure-demo-empty", replace(FAILED, answers=(), absences=(), demo=True), STREAM),
    ("cancelled", RunCancelled(run_id=RUN, ending=STOPPED, demo=False), STREAM),
    (
        "cancelled-midway",
        RunCancelled(run_id=RUN, ending=STOPPED, answers=2, members=4, demo=True),
        STREAM,
    ),
    ("cancelled-at-once", RunCancelled(run_id=RUN, answers=0, members=4, demo=False), STREAM),
]


@pytest.mark.parametrize(("name", "event", "limits"), POSTS, ids=[case[0] for case in POSTS])
def test_a_post_reads_like_its_golden_file(name: str, event: Event, limits: Limits) -> None:
    assert_golden(f"posts/{name}.txt", draw_all(posts_for(event, limits, ENGLISH)))


def test_what_only_moves_the_card_posts_nothing() -> None:
    started = RunStarted(run_id=RUN)
    progressed = StageProgressed(run_id=RUN, stage="answer", done=1, of=4, failed=0)

    assert posts_for(started, STREAM, ENGLISH) == ()
    assert posts_for(progressed, STREAM, ENGLISH) == ()


def test_only_the_first_post_of_the_verdict_rings() -> None:
    long = replace(VERDICT, text=f"{VERDICT.text} " * 40, critique="Hm.")
    events: list[Event] = [SLATE_OPENED, VOTING, RANKED, long, REVEALED]

    posts = [keyed for event in events for keyed in posts_for(event, STREAM, ENGLISH)]

    assert [keyed.key for keyed in posts if not keyed.post.silent] == ["verdict/1"]


def test_where_posts_can_be_changed_ranking_and_names_stand_on_the_board_alone() -> None:
    events = [replace(SLATE_OPENED, gaps=(GAP,)), VOTING, RANKED, VERDICT, replace(REVEALED, verdict=VERDICT)]

    posts = [keyed.key for event in events for keyed in posts_for(event, LIMITS, ENGLISH)]

    assert posts == ["slate/A/1", "slate/B/1", "slate/C/1", "verdict/1", "verdict/1"]


def test_once_names_are_out_each_response_names_its_author_and_place() -> None:
    revealed = replace(REVEALED, slate=SLATE_OPENED)

    headings = [edited.post.blocks[0] for edited in edits_for(revealed, LIMITS, ENGLISH)]

    assert headings == [
        Heading(text="Response A · Onyx 4 · 2nd"),
        Heading(text="Response B · Quartz Large · 1st"),
        Heading(text="Response C · Beryl Mini · 3rd"),
    ]


def test_a_verdict_that_only_voters_have_seen_is_posted_with_the_names() -> None:
    hidden = summary("voting", show_ranking="after_vote")

    assert posts_for(VERDICT, LIMITS, ENGLISH, hidden) == ()
    assert posts_for(replace(REVEALED, verdict=VERDICT), LIMITS, ENGLISH)[0].key == "verdict/1"


@pytest.mark.parametrize("text", [VERDICT.text, f"{VERDICT.text} " * 40, ""], ids=["short", "long", "none"])
def test_the_asker_is_mentioned_once_and_that_rings(text: str) -> None:
    told = replace(VERDICT, text=text, asker="U1", asker_name="Ann", gaps=(GAP,))
    events: list[Event] = [SLATE_OPENED, VOTING, RANKED, told, REVEALED]

    posts = [keyed for event in events for keyed in posts_for(event, STREAM, ENGLISH)]

    assert "\n".join(draw(keyed.post) for keyed in posts).count("@Ann (rings)") == 1
    assert [keyed.key for keyed in posts if not keyed.post.silent] == ["verdict/1"]


def test_the_same_event_has_the_same_keys_and_no_key_twice() -> None:
    posts = [
        keyed for name, event, limits in POSTS if name in KEYS for keyed in posts_for(event, limits, ENGLISH)
    ]
    again = [
        keyed for name, event, limits in POSTS if name in KEYS for keyed in posts_for(event, limits, ENGLISH)
    ]

    assert [keyed.key for keyed in posts] == [keyed.key for keyed in again]
    assert len({keyed.key for keyed in posts}) == len(posts)


KEYS = {"responses", "voting", "ranking", "verdict-with-everything", "reveal", "late"}


def test_a_demonstration_says_so_where_it_ends_once_and_not_in_each_post() -> None:
    ends = [event for _, event, _ in POSTS if getattr(event, "demo", False)]
    events: list[Event] = [SLATE_OPENED, RANKED, replace(VERDICT, demo=True), REVEALED]

    thread = "\n".join(draw_all(posts_for(event, STREAM, ENGLISH)) for event in events)

    assert {event.kind for event in ends} >= {"verdict_reached", "run_failed", "run_cancelled"}
    for event in ends:
        assert draw_all(posts_for(event, STREAM, ENGLISH)).count("no model was asked") == 1, event.kind
    assert thread.count("no model was asked") == 1


def test_no_post_before_the_reveal_names_a_member() -> None:
    before = [event for _, event, _ in POSTS if not isinstance(event, NamesRevealed | RunFailed)]

    said = "\n".join(draw_all(posts_for(event, STREAM, ENGLISH)) for event in before)

    assert [name for name in NAMES if name.lower() in said.lower()] == []


def test_a_platform_without_room_for_buttons_gets_no_vote() -> None:
    assert posts_for(VOTING, Limits(prose=1000, parts=1, buttons=0), ENGLISH) == ()


def test_a_button_holds_no_more_than_discord_takes() -> None:
    for _, event, limits in POSTS:
        for keyed in posts_for(event, limits, ENGLISH):
            assert all(len(action) <= 100 for action in actions(keyed))


def actions(keyed: KeyedPost) -> list[str]:
    return [line.rpartition(" -> ")[2] for line in draw(keyed.post).splitlines() if " -> c1:" in line]


def test_the_examples_are_one_run() -> None:
    assert whole().asked_at == NOON
    assert isinstance(posts_for(REVEALED, STREAM, ENGLISH)[0].post, Post)


def test_posts_of_a_later_round_stand_under_keys_of_their_own() -> None:
    first = {each.key for event in (SLATE_OPENED, RANKED) for each in posts_for(event, STREAM, ENGLISH)}
    second = {
        each.key
        for event in (SLATE_OPENED, RANKED)
        for each in posts_for(replace(event, round=2), STREAM, ENGLISH)
    }

    assert not first & second
    assert {"slate/round-2/A/1", "slate/round-2/gaps", "ranking/round-2"} <= second
    assert {"slate/A/1", "slate/gaps", "ranking"} <= first


def test_a_failure_reads_the_same_whether_its_thread_was_told_before_or_after_it_was_kept() -> None:
    event = replace(
        FAILED, answers=FAILED.answers[:1], ending=Ending(kind="too_few", answered=1, members=4, quorum=3)
    )
    kept = summary("failed", ending=event.ending, answered=1)

    before, after = (posts_for(event, STREAM, ENGLISH, one) for one in (summary("answering"), kept))

    assert before == after
    assert "1 of 4 models answered; 3 are needed." in str(after)


@pytest.mark.parametrize(
    ("rule", "columns", "figures"),
    [
        ("borda", ("Points", "First places"), (("83", "2"), ("50", "1"), ("17", "0"))),
        ("mean_place", ("Mean place", "Ballots"), (("0.8", "3"), ("0.5", "3"), ("0.2", "–"))),
    ],
)
def test_the_table_shows_the_figure_that_its_rule_ranks_by(
    rule: str, columns: tuple[str, str], figures: tuple[tuple[str, str], ...]
) -> None:
    ballots = (3, 3, None)
    standings = tuple(
        replace(standing, ballots=count) for standing, count in zip(RANKING.standings, ballots, strict=True)
    )
    ranked = replace(RANKED, ranking=replace(RANKING, aggregation=rule, standings=standings))

    (post,) = posts_for(ranked, STREAM, ENGLISH)

    (table,) = (block for block in post.post.blocks if isinstance(block, Table))
    assert table.columns[2:] == columns
    assert tuple(row[2:] for row in table.rows) == figures


@pytest.mark.parametrize(
    ("own_answer", "said"),
    [
        (
            "excluded",
            "All three other reviewers put Response A first (own answers do not count). So few reviewers may",
        ),
        ("half", "All four reviewers put Response A first (one of them wrote it). They are clear about it."),
    ],
)
def test_an_author_whose_own_answer_does_not_count_is_not_counted_as_against_it(
    own_answer: OwnAnswer, said: str
) -> None:
    letters = tuple(Alias(each) for each in "ABCD")
    ballots = [
        Preference(judge=f"judge {own}", order=tuple((each,) for each in letters), shown=letters, own=own)
        for own in letters
    ]

    assert said in leaders(aggregate("bradley_terry", letters, ballots, own_answer=own_answer), ENGLISH)
