"""One value of each kind that is stored as JSON, with a value in every field."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from council_core.domain.answer import (
    Abstention,
    Answer,
    Cut,
    Failure,
    Outcome,
    Reconsidered,
    Reply,
    Rest,
    Usage,
)
from council_core.domain.ballot import Ballot, Order
from council_core.domain.budget import Allowance
from council_core.domain.claim import Check, ClaimCheck
from council_core.domain.draft import Draft, DraftId
from council_core.domain.ending import Ending, Shortfall
from council_core.domain.events import Event, RunCancelled, RunExported
from council_core.domain.export import Export
from council_core.domain.material import Material, Picture, Piece, Unread, digest_of
from council_core.domain.member import Member, MemberId, Role, Roster
from council_core.domain.place import Message, PersonId, Place, Scope
from council_core.domain.question import (
    Asker,
    FileReference,
    FilledField,
    FilledTemplate,
    Question,
    RunId,
    Turn,
)
from council_core.domain.question import Masked as MaskedSecret
from council_core.domain.ranking import JudgeWeight, Pair, Ranking, Standing
from council_core.domain.receipt import Receipt
from council_core.domain.review import Reading, Review, Score, Yardstick
from council_core.domain.run import Describer, Tally
from council_core.domain.schedule import Recurrence
from council_core.domain.settings import CouncilSettings
from council_core.domain.slate import Alias, AliasKey, Masked, Response, Seal, Slate
from council_core.domain.template import Template, TemplateField
from council_core.domain.tool import (
    AbsentTool,
    Found,
    Source,
    ToolCall,
    ToolFailed,
    ToolSpec,
    ToolUse,
    Wants,
    Work,
)
from council_core.domain.verdict import Dissent, Held, Minority, Points, Verdict
from council_core.engine.signals import Heard
from council_core.ports import CloseVoting, LateAnswer, Signal
from council_core.stages.describe import Described, Eyes, NotDescribed, Written
from council_core.stages.keep import Times
from council_core.stages.prepare import Fetched, Taken
from tests.samples import NOON

A, B = Alias("A"), Alias("B")
ADA, BLAISE = MemberId("openai:gpt-6.1-sol"), MemberId("anthropic:claude-sonnet-5-5#2")
RUN = RunId("r000000000001")
THREAD = Place(
    platform="slack",
    workspace="T1",
    channel="C1",
    thread="1700000000.000200",
    parent="C0",
    origin="https://…",
)
POST = Message(place=THREAD, id="1700000000.000300")
USAGE = Usage(tokens_in=161, tokens_out=9, cost=Decimal("0.000412"), cost_is_estimate=True)
CALL = ToolCall(id="call_1", name="search", arguments='{"query": "tabs"}')
SOURCE = Source(title="Tabs", url="https://a.example/tabs", snippet="Four.", published="2026-01-02")
USE = ToolUse(
    call=CALL,
    result=Found(text="4", sources=(SOURCE,), addresses=("https://b.example/",)),
    seconds=0.5,
)
OFFERED = ToolSpec(
    name="search",
    about="Searches.",
    schema={"type": "object", "properties": {}},
    shares=True,
    writes=True,
    needs_material=True,
)
REPLY = Reply(
    text="Größe zählt – 大小 🙂\n“quoted” \\ \t",
    latency=0.35,
    usage=USAGE,
    finish_reason="length",
    reasoning="Hm.",
    cut=Cut(characters=200_001, whole=digest_of(b"all of it")),
    wants=Wants(calls=(CALL,), opaque="[]"),
    work=Work(
        uses=(
            USE,
            ToolUse(
                call=CALL, result=ToolFailed(reason="too_slow", facts={"seconds": "15"}, why="Traceback")
            ),
        ),
        sources=(SOURCE,),
        misquoted=("Four is a fine width for a tab.",),
        out_of_budget=True,
        refused=True,
    ),
)
RESTING = Failure(
    reason="not_asked", fault="rested", facts={"provider": "OpenAI", "times": "5"}, detail="It failed 5 times.",
    latency=1.5, usage=USAGE, others=0.25,
    rest=Rest(failures=5, until=NOON),
)  # fmt: skip
ANSWER = Answer(
    member=ADA, reply=REPLY, first=Reply(text="First.", latency=1.0), round=2, position="42",
    reconsidered=Reconsidered(position="41", text="It is 41.", reason="A slip.", usage=USAGE),
)  # fmt: skip
SHORTFALL = Shortfall(
    keeper="channel",
    period="day",
    dollars=Decimal("2.50"),
    left=Decimal("0.10"),
    cost=Decimal("0.4"),
    renews=NOON,
)
ABSTENTION = Abstention(member=BLAISE, failure=RESTING, round=2)
SEAT = Member(
    id=BLAISE, model="anthropic:claude-sonnet-5-5", name="Claude", temperature=0.5, max_tokens=900,
    system_prompt="Be brief.", reasoning_effort="high", role=Role(name="guard", title="Guard", instructions="Doubt."),
    answers=False, reviews=False, sees=False,
    tools=False,
)  # fmt: skip
ROSTER = Roster(
    members=(
        Member(id=ADA, model=ADA, name="GPT"),
        Member(id=MemberId("demo:ada"), model="demo:ada", name="Ada"),
    ),
    chairman=SEAT,
)
SETTINGS = CouncilSettings(
    roster=ROSTER, preset="quick", rubric="code", criteria="Safety (2): is it safe?", aggregation="borda",
    own_answer="excluded", quorum=1, call_seconds=60.5, stage_seconds=30.0, close_early=False, vote_seconds=60.0,
    votes_needed=3, who_reveals="anyone", show_ranking="after_vote", instructions="Answer in German.", rounds="one",
    revise=True, critique=True, verify=True,
    both_orders=True, plain_style=True, review_characters=4_000, plain_follow_ups=True,
        vote_reminder=True, redact=True, not_blind=True,
    keep_days=30, language="de",
    read_thread="none", links=2, most_files=3, file_megabytes=10, material_characters=50_000,
    material_for_reviewers="all",
    web_search=True, connectors="wiki", connector_fields="space: HR", tools="search, fetch", tool_rounds=3,
    tool_calls=4, tool_characters=10_000, tool_call_seconds=5.0,
    tool_seconds=30.0, tool_budget_percent=50,
    run_budget=Decimal("0.50"), day_budget=Decimal(10), month_budget=Decimal(100),
)  # fmt: skip
QUESTION = Question(
    text="Tabs or spaces?", asker=Asker(id=PersonId("U1"), name="Alice"), place=THREAD,
    files=(FileReference(name="plan.md", media_type="text/markdown", size=7, reference="F1"),),
    follows=RunId("r000000000000"), repeats=RunId("r0000000000ff"),
    earlier=(
        Turn(question="Emacs or vi?", verdict="Either.", run=RunId("r0000000000aa"), names=("Claude",)),
    ),
    masked=(MaskedSecret(kind="AWS key", count=2),), about="C1/1700000000.000100", is_wordless=True,
    template=FilledTemplate(
        name="writer", title="Writer", instructions="Write for us.",
        fields=(FilledField(name="reader", label="Reader", value="us"),), roles=("sceptic",),
    ),
)  # fmt: skip
RANKING = Ranking(
    aggregation="bradley_terry", own_answer="half",
    standings=(
        Standing(alias=B, place=1, score=0.75, win_rate=0.625, p_best=0.875, first_places=2, own_first=True, ballots=3),
        Standing(alias=A, place=2, score=0.25, win_rate=None),
    ),
    certainty="leaning", preferences=3, pairs=(Pair(a=A, b=B, wins_a=0.5, wins_b=2.5),),
    judge_weights=(JudgeWeight(judge="reviewer 1", weight=1.25),), pair_agreement=0.75, agreement=0.5,
    own_weight=0.3, votes_per_pair=2.5, round=2, best_scored=(A,),
)  # fmt: skip
CLAIM = ClaimCheck(
    claim="A tab is four wide.",
    mark="contradicted",
    source=SOURCE,
    quote="as wide as you like",
    is_quoted=False,
)
REVIEW = Review(
    reviewer=ADA, number=2, shown=(B, A), texts=("B before A.", '{"ranking": ["B", "A"]}'),
    reading=Reading(
        status="valid", order=((B,), (A,)), fault="left_out", about="B", why="The order was found.",
        scores=(Score(alias=A, criterion="clarity", value=7.5),), reasons=((A, "Short."),), comment="Fine.",
        yardstick=Yardstick(points=("A reason.", "An editor."), answer="Tabs.", met=((A, (1,)), (B, (1, 2)))),
        confidence="high",
    ),
    latency=2.0, usage=USAGE, reliability=1.5, shortened=(A,), failure=ABSTENTION, round=2,
    claims=(CLAIM,), work=REPLY.work,
)  # fmt: skip
VERDICT = Verdict(
    chairman=ADA, reply=REPLY, top=(B,), passed_over=(ABSTENTION,), foreign_links=("https://a.example/",),
    misquoted=("Four is a fine width for a tab.",),
    critique="Too short.", critique_usage=USAGE,
    points=Points(agree=("Both.",), differ=("A: no",), unique=("B: why",), ask=("Why?",)),
)  # fmt: skip
BALLOT = Ballot(voter=PersonId("U1"), order=((B,), (A,)), cast_at=NOON, blind=((A,),))
SLATE = Slate(
    responses=(
        Response(
            alias=A,
            text="Tabs.",
            revised=True,
            flags=("instruction_to_judge",),
            position="42",
            before="41",
            reason="A slip.",
            sources=(SOURCE,),
            misquoted=("Four is a fine width for a tab.",),
        ),
    ),
    round=2,
)
KEY = AliasKey(
    seals=(Seal(alias=A, member=ADA, masked=(Masked(start=3, end=9, text="Claude", label="a model"),)),)
)
PIECE = Piece(
    source="link", name="plan.pdf", form="PDF", size=1_000, digest=digest_of(b"%PDF"), text=digest_of(b"plan"),
    characters=4, given=3, pages=2, is_cut=True, unseen=2, masked=(MaskedSecret(kind="AWS key", count=1),),
    sources=(SOURCE,), left_out=5, pages_read=1, end_from=2, has_end=True, people=("Ada", ""),
    names=("GPT-5.2",),
)  # fmt: skip
PICTURE = Picture(
    source="link", name="board.png", form="PNG", size=9, digest=digest_of(b"PNG"), content=digest_of(b"JPEG"),
    media_type="image/jpeg", width=30, height=20, described=digest_of(b"A board."), characters=8,
    part="picture", page=2, of=3,
)  # fmt: skip
DESCRIBED = Described(text=digest_of(b"A board."), characters=8, usage=USAGE)
TEMPLATE = Template(
    name="release-notes", title="Release notes", summary="What changed", instructions="For {{reader}}.",
    preset="quick", roles=("sceptic",),
    fields=(
        TemplateField(
            name="reader", label="Reader", kind="choice", choices=("us", "you"),
            shown=("wir", "ihr"), default="us", required=True
        ),
    ),
)  # fmt: skip
DRAFT = Draft(
    id=DraftId("d1"), place=THREAD, person=PersonId("U1"), text="Tabs?", at=NOON, better="Tabs or spaces?",
    options={"preset": "quick"}, template="writer", fields={"reader": "us"}, files=QUESTION.files,
    about="C1/1700000000.000100", repeats=RunId("r1"),
)  # fmt: skip
WRITTEN = Written(
    picture=digest_of(b"board.jpg"),
    text=digest_of(b"A board."),
    characters=8,
    asked=(Describer(member=ADA, gave=True, usage=USAGE, is_early=False),),
)
EYES = Eyes(seeing=(ADA,), blind=(BLAISE,))
UNREAD = Unread(
    source="thread",
    name="scan.pdf",
    reason="too_large",
    detail="20",
    withheld="forbidden",
    facts={"status": "404"},
)
FETCHED = Fetched(digest=digest_of(b"%PDF"), size=4)
TIMES = Times(at=NOON, opened=NOON + timedelta(microseconds=5), closes=NOON + timedelta(hours=1))

VALUES: dict[str, tuple[Any, str, object]] = {
    "question": (Question, "Question", QUESTION),
    "settings": (CouncilSettings, "CouncilSettings", SETTINGS),
    "answer": (Outcome, "Outcome", ANSWER),
    "abstention": (Outcome, "Outcome", ABSTENTION),
    "slate": (Slate, "Slate", SLATE),
    "key": (AliasKey, "AliasKey", KEY),
    "review": (Review, "Review", REVIEW),
    "judged": (tuple[Review, ...], "tuple[Review, ...]", (REVIEW.without_texts(),)),
    "ranking": (Ranking, "Ranking", RANKING),
    "verdict": (Verdict, "Verdict", VERDICT),
    "no_verdict": (tuple[Abstention, ...], "tuple[Abstention, ...]", (ABSTENTION,)),
    "tally": (
        Tally,
        "Tally",
        Tally(ballots=2, ranking=RANKING, joint=RANKING, agreement=-0.5, blind=1, blind_ranking=RANKING),
    ),
    "choice": (Order, "Order", ((B, A),)),
    "place_settings": (dict[str, str], "dict[str, str]", {"quorum": "3", "instructions": ""}),
    "message": (Message, "Message", POST),
    "recurrence": (
        Recurrence,
        "Recurrence",
        Recurrence(weekdays=(0, 3), day=1, month=12, hour=9, minute=30, zone="Europe/Berlin"),
    ),
    "thread": (Place, "Place", THREAD),
    "receipts": (
        tuple[Receipt, ...],
        "tuple[Receipt, ...]",
        (
            Receipt(key=f"{RUN}/card", message=POST, thread=THREAD, drawn="5eed" * 8),
            Receipt(key=f"{RUN}/verdict/1"),
        ),
    ),
    "material": (Material, "Material", (PIECE, PICTURE, UNREAD)),
    "describers": (
        tuple[Describer, ...],
        "tuple[Describer, ...]",
        (Describer(member=ADA, gave=True, usage=USAGE, readers=(BLAISE,), is_early=False),),
    ),
    "described": (Described | NotDescribed, "Described | NotDescribed", DESCRIBED),
    "not_described": (
        Described | NotDescribed,
        "Described | NotDescribed",
        NotDescribed(usage=USAGE, is_blind=True),
    ),
    "described_since": (tuple[Written, ...], "tuple[Written, ...]", (WRITTEN,)),
    "eyes": (Eyes, "Eyes", EYES),
    "draft": (Draft, "Draft", DRAFT),
    "template": (Template, "Template", TEMPLATE),
    "step_fetched": (Fetched | Unread, "Fetched | Unread", FETCHED),
    "step_read": (Taken, "Taken", PIECE),
    "step_reply": (Reply | Failure, "Reply | Failure", REPLY),
    "step_tools": (tuple[ToolSpec, ...], "tuple[ToolSpec, ...]", (OFFERED,)),
    "step_absent": (
        tuple[AbsentTool, ...],
        "tuple[AbsentTool, ...]",
        (AbsentTool(name="docs", reason="mcp_silent", facts={"server": "docs"}, why="It is away."),),
    ),
    "step_uses": (tuple[ToolUse, ...], "tuple[ToolUse, ...]", (USE,)),
    "step_check": (Check, "Check", Check(claims=(CLAIM,), work=REPLY.work, usage=USAGE)),
    "step_failure": (Reply | Failure, "Reply | Failure", RESTING),
    "step_times": (Times, "Times", TIMES),
    "step_trust": (dict[str, float], "dict[str, float]", {ADA: 1.25}),
    "step_late": (tuple[Outcome, ...], "tuple[Outcome, ...]", (ANSWER, ABSTENTION)),
    "step_count": (
        tuple[tuple[Ballot, ...], datetime],
        "tuple[tuple[Ballot, ...], datetime]",
        ((BALLOT,), NOON),
    ),
    "step_remind": (bool, "bool", True),
    "allowances": (
        tuple[Allowance, ...],
        "tuple[Allowance, ...]",
        (
            Allowance(
                keeper="workspace",
                period="month",
                dollars=Decimal("12.50"),
                scope=Scope(platform="slack", workspace="T1", channel="C1"),
            ),
        ),
    ),
    "step_budget": (Shortfall | None, "Shortfall | None", SHORTFALL),
    "step_said": (None, "None", None),
    "step_heard": (
        Heard | None,
        "Heard | None",
        Heard(key="reveal", signal=CloseVoting(by="Alice")),
    ),
    "signal_close": (Signal, "Signal", CloseVoting(by="Alice")),
    "signal_late": (Signal, "Signal", LateAnswer(member=ADA)),
    "ending": (
        Ending,
        "Ending",
        Ending(kind="too_few", answered=1, members=4, quorum=2, shortfall=SHORTFALL, paid=USAGE),
    ),
    "errand_cancelled": (
        Event,
        "Event",
        RunCancelled(
            run_id=RUN,
            ending=Ending(kind="stopped", detail="Alice"),
            why="Alice stopped this run.",
            by="Alice",
            answers=2,
            members=4,
            usage=USAGE,
            demo=True,
            minority=Minority(
                main=Held(position="42", holders=(A,)),
                dissents=(Dissent(alias=B, position="41", before="42", reason="A slip.", sources=1),),
            ),
        ),
    ),
    "errand_exported": (
        Event,
        "Event",
        RunExported(
            run_id=RUN,
            digest="d1",
            by="Alice",
            demo=True,
            files=(
                Export(name="run.md", media_type="text/markdown", text="# Tabs or spaces?"),
                Export(name="run.pdf", media_type="application/pdf", packed="JVBERg==", missing=("Korean",)),
            ),
        ),
    ),
}
"""By the name of its golden file: the kind, the kind as the code writes it, and a value of it."""
