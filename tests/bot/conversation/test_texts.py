"""Tests of the short texts in buttons that stand for requests: converted both ways, short enough, and never trusted."""

import pytest

from bot.requests.actions import (
    edit_action,
    export_action,
    find_action,
    list_action,
    plain_action,
    read_action,
    reset_action,
    run_action,
    save_action,
    schedule_action,
    vote_action,
)
from bot.requests.asking import Ask, FollowUp, Retry, RunAgain, WriteQuestion
from bot.requests.forms import read_form
from bot.requests.memory import ChangeSchedule, ShowBoard, ShowDecisions, ShowSchedules
from bot.requests.request import Request
from bot.requests.running import (
    CancelRun,
    ExportRun,
    FindRuns,
    FormMistake,
    Listing,
    SearchRuns,
    ShowHelp,
    ShowHistory,
    ShowMistakes,
    ShowQuestion,
    ShowReviews,
    ShowStats,
    ShowStatus,
    ShowToolCalls,
)
from bot.requests.settings import EditSettings, ResetSettings, SaveSettings, ShowSettings
from bot.requests.typed import read_command, read_options
from bot.requests.voting import CastRanking, CastVote, GiveFeedback, RankAll, RevealNames, WithdrawVote
from council_core.domain.question import RunId
from council_core.domain.schedule import ScheduleId
from council_core.domain.slate import Alias
from tests.bot.conversation.talk import ALICE
from tests.samples import HERE

RUN = RunId("r0123456789ab")

BUTTONS: list[tuple[str, str, Request]] = [
    ("c1:vote:r0123456789ab:AB", vote_action(RUN, Alias("AB")),
     CastVote(person=ALICE, place=HERE, run_id=RUN, alias=Alias("AB"))),
    ("c1:reveal:r0123456789ab", run_action("reveal", RUN), RevealNames(person=ALICE, place=HERE, run_id=RUN)),
    ("c1:cancel:r0123456789ab", run_action("cancel", RUN), CancelRun(person=ALICE, place=HERE, run_id=RUN)),
    ("c1:tools:r0123456789ab", run_action("tools", RUN), ShowToolCalls(person=ALICE, place=HERE, run_id=RUN)),
    ("c1:question:r0123456789ab", run_action("question", RUN),
     ShowQuestion(person=ALICE, place=HERE, run_id=RUN)),
    ("c1:reviews:r0123456789ab", run_action("reviews", RUN), ShowReviews(person=ALICE, place=HERE, run_id=RUN)),
    ("c1:status:r0123456789ab", run_action("status", RUN), ShowStatus(person=ALICE, place=HERE, run_id=RUN)),
    ("c1:followup:r0123456789ab", run_action("followup", RUN), FollowUp(person=ALICE, place=HERE, run_id=RUN)),
    ("c1:again:r0123456789ab", run_action("again", RUN), RunAgain(person=ALICE, place=HERE, run_id=RUN)),
    ("c1:retry:r0123456789ab", run_action("retry", RUN), Retry(person=ALICE, place=HERE, run_id=RUN)),
    ("c1:rank:r0123456789ab", run_action("rank", RUN), RankAll(person=ALICE, place=HERE, run_id=RUN)),
    ("c1:withdraw:r0123456789ab", run_action("withdraw", RUN), WithdrawVote(person=ALICE, place=HERE, run_id=RUN)),
    ("c1:export:r0123456789ab", run_action("export", RUN), ExportRun(person=ALICE, place=HERE, run_id=RUN)),
    ("c1:export:r0123456789ab:pdf", export_action(RUN, "pdf"),
     ExportRun(person=ALICE, place=HERE, run_id=RUN, format="pdf")),
    ("c1:export_post:r0123456789ab:html", export_action(RUN, "html", to_thread=True),
     ExportRun(person=ALICE, place=HERE, run_id=RUN, format="html", to_thread=True)),
    ("c1:good:r0123456789ab", run_action("good", RUN),
     GiveFeedback(person=ALICE, place=HERE, run_id=RUN, good=True)),
    ("c1:bad:r0123456789ab", run_action("bad", RUN),
     GiveFeedback(person=ALICE, place=HERE, run_id=RUN, good=False)),
    ("c1:write", plain_action("write"), WriteQuestion(person=ALICE, place=HERE)),
    ("c1:history", plain_action("history"), ShowHistory(person=ALICE, place=HERE)),
    ("c1:list:mr:<r0123456789ab:", list_action(Listing(mine=True, is_revealed=True, older_than=RUN)),
     ShowHistory(person=ALICE, place=HERE, listing=Listing(mine=True, is_revealed=True, older_than=RUN))),
    ("c1:list:-:>r0123456789ab:tabs: or", list_action(Listing(newer_than=RUN), "tabs: or"),
     SearchRuns(person=ALICE, place=HERE, words="tabs: or", listing=Listing(newer_than=RUN))),
    ("c1:find:r", find_action(Listing(is_revealed=True)),
     FindRuns(person=ALICE, place=HERE, listing=Listing(is_revealed=True))),
    ("c1:board", plain_action("board"), ShowBoard(person=ALICE, place=HERE)),
    ("c1:decisions", plain_action("decisions"), ShowDecisions(person=ALICE, place=HERE)),
    ("c1:schedules", plain_action("schedules"), ShowSchedules(person=ALICE, place=HERE)),
    (
        "c1:schedule:pause:s1",
        schedule_action("pause", ScheduleId("s1")),
        ChangeSchedule(person=ALICE, place=HERE, schedule_id=ScheduleId("s1"), change="pause"),
    ),
    ("c1:stats", plain_action("stats"), ShowStats(person=ALICE, place=HERE)),
    ("c1:settings", plain_action("settings"), ShowSettings(person=ALICE, place=HERE)),
    ("c1:help", plain_action("help"), ShowHelp(person=ALICE, place=HERE)),
    ("c1:edit:workspace:judging", edit_action("workspace", "judging"),
     EditSettings(person=ALICE, place=HERE, level="workspace", group="judging")),
    ("c1:reset:channel:12", reset_action("channel", 12),
     ResetSettings(person=ALICE, place=HERE, level="channel", version=12)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "written", "request_"), BUTTONS, ids=[case[0] for case in BUTTONS])
def test_a_buttons_text_is_read_back_as_its_request(text: str, written: str, request_: Request) -> None:
    assert written == text
    assert read_action(text, ALICE, HERE) == request_
    assert len(text) <= 100


@pytest.mark.parametrize(
    "text",
    [
        "",
        "c1",
        "c1:",
        "c0:retry:r0123456789ab",
        "c1:retry",
        "c1:retry:r1:again",
        "c1:vote:r1:a",
        "c1:edit:planet:all",
        "c1:edit:channel:secrets",
        "c1:reset:channel:-1",
        "c1:reset:channel:²",
        "c1:save:channel:all:1",
        "c1:followup",
        "c1:good",
    ],
)
def test_a_text_that_no_button_of_ours_has_does_nothing_and_says_so(text: str) -> None:
    request = read_action(text, ALICE, HERE)

    assert isinstance(request, ShowHelp)
    assert request.outdated == "button"


FORMS: list[tuple[str, dict[str, str | tuple[str, ...]], Request]] = [
    ("c1:write", {"question": " Tabs? ", "rubric": "inherit", "members": "", "files": ("F1",)},
     Ask(person=ALICE, place=HERE, text="Tabs?", delivery="v1")),
    ("c1:write", {"question": "Tabs?", "members": "demo:ada,\n demo:carl\n", "chairman": "-", "rubric": "code"},
     Ask(person=ALICE, place=HERE, text="Tabs?", delivery="v1",
         options={"members": "demo:ada, demo:carl", "chairman": "", "rubric": "code"})),
    ("c1:write", {},
     ShowMistakes(person=ALICE, place=HERE, mistakes=(FormMistake(field="question", kind="needs_words"),))),
    (f"c1:followup:{RUN}", {"question": "Why?"},
     Ask(person=ALICE, place=HERE, text="Why?", delivery="v1", follows=RUN)),
    (f"c1:again:{RUN}", {"question": "Why?", "chairman": "Ada"},
     Ask(person=ALICE, place=HERE, text="Why?", delivery="v1", repeats=RUN, options={"chairman": "Ada"})),
    (f"c1:rank:{RUN}", {"place10": "A", "place2": "C", "place1": "B", "place3": ""},
     CastRanking(person=ALICE, place=HERE, run_id=RUN, order=((Alias("B"),), (Alias("C"),), (Alias("A"),)))),
    (save_action("channel", "voting", 3), {"vote_minutes": "5", "who_reveals": "inherit", "quorum": "1"},
     SaveSettings(person=ALICE, place=HERE, level="channel", group="voting", version=3,
                  values={"vote_minutes": "5"})),
]  # fmt: skip


@pytest.mark.parametrize(("action", "values", "request_"), FORMS)
def test_a_form_makes_its_request(
    action: str, values: dict[str, str | tuple[str, ...]], request_: Request
) -> None:
    assert read_form(action, values, person=ALICE, place=HERE, delivery="v1") == request_


@pytest.mark.parametrize(
    "action",
    ["", "c0:write", "c1:rename:r1", "c1:save:channel:all:x", "c1:save:planet:all:1", "c1:save:channel:all"],
)
def test_a_form_that_we_never_drew_does_nothing_and_says_so(action: str) -> None:
    request = read_form(action, {"question": "Why?"}, person=ALICE, place=HERE, delivery="v1")

    assert isinstance(request, ShowHelp)
    assert request.outdated == "form"


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("settings", "settings"),
        ("stats", "stats"),
        ("schedules", "schedules"),
        ("decisions", "decisions"),
        ("decisions about tabs", "decisions"),
        ("decisions: who takes them?", "ask"),
        ("every monday 9:00 What broke?", "add_schedule"),
        ("every 31 february", "add_schedule"),
        ("every day counts, why?", "ask"),
        ("board", "board"),
        ("board games for teams?", "ask"),
        ("history", "history"),
        ("show", "status"),
        (f"show {RUN}", "status"),
        (f"cancel {RUN}", "cancel"),
        ("export", "export"),
        (f"export {RUN}", "export"),
        ("help", "help"),
        ("", "write"),
        ("settings for the printer?", "ask"),
        ("search tabs or spaces", "search"),
        ("search", "search"),
        ("search engines: which one?", "ask"),
        ("search 検索はどれ？ ", "ask"),
        ("research tabs", "ask"),
        ("export restrictions on chips", "ask"),
        ("stats or maths first?", "ask"),
        ("show me", "clarify"),
        ("HISTORY", "history"),
        ("cancel", "cancel"),
        ("cancel culture?", "ask"),
        ("--preset quick help", "clarify"),
        ("--preset quick", "write"),
        ("--force or --force-with-lease?", "ask"),
    ],
)
def test_a_word_of_ours_counts_only_alone_or_with_what_it_takes(typed: str, kind: str) -> None:
    assert read_command(typed, person=ALICE, place=HERE, delivery="1").kind == kind


@pytest.mark.parametrize(
    ("typed", "options", "words"),
    [
        ("--preset quick Tabs?", {"preset": "quick"}, "Tabs?"),
        ("--preset=quick  Tabs?", {"preset": "quick"}, "Tabs?"),
        ("—preset quick Tabs?", {"preset": "quick"}, "Tabs?"),  # # A phone turns two dashes into this sign.
        ("--Preset quick --rubric code Tabs?", {"preset": "quick", "rubric": "code"}, "Tabs?"),
        ('--members "demo:ada, demo:carl" Tabs?', {"members": "demo:ada, demo:carl"}, "Tabs?"),
        ("--members “demo:ada, demo:carl” Tabs?", {"members": "demo:ada, demo:carl"}, "Tabs?"),
        ('--preset "" Tabs?', {"preset": ""}, "Tabs?"),
        ("--preset quick\nTabs?\n\nOr spaces?", {"preset": "quick"}, "Tabs?\n\nOr spaces?"),
        ("--force or --preset?", {}, "--force or --preset?"),
        ("--preset", {}, "--preset"),
        ("Tabs? --preset quick", {}, "Tabs? --preset quick"),
    ],
)
def test_settings_for_one_run_stand_before_the_question(
    typed: str, options: dict[str, str], words: str
) -> None:
    assert read_options(typed) == (options, words)
