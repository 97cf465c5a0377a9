"""Tests of continuing from a run in Slack: by form, mention and button, through the whole product and over both
transports."""

import asyncio
import re
from collections.abc import Coroutine
from typing import Any

from tests.e2e.council_app import Serving
from tests.e2e.slack_talk import QUESTION, asked, press, told, verdicts, window
from tests.e2e.times import TIMES
from tests.golden_files import assert_golden
from tests.testbed.models import Fails, Hangs, ModelServer
from tests.testbed.slack import Delivery, LocalSlack, RateLimits


async def test_a_follow_up_by_form_and_one_by_mention_know_what_was_concluded(
    slack: LocalSlack, models: ModelServer, either_way: Serving
) -> None:
    card = await asked(slack)
    (verdict,) = await verdicts(slack, 1)

    await press(slack, "bob", "Ask a follow-up", verdict)
    form = await window(slack, "bob", "Ask a follow-up")
    await slack.person("bob").submit(form, {"question": "And in Makefiles?"})
    await verdicts(slack, 2)
    await slack.person("carol").mention("C1", "And in Go?", thread_ts=card.ts)
    await verdicts(slack, 3)

    def answering(question: str) -> str:
        return next(str(call.body) for call in models.journal.of("gpt-6.1-sol") if question in str(call.body))

    by_form, by_mention = answering("And in Makefiles?"), answering("And in Go?")
    assert QUESTION in by_form
    assert "Verdict of the chair: as Response A says" in by_form
    assert QUESTION in by_mention
    assert by_mention.count("Verdict of the chair") == 2
    assert {post.thread_ts for post in await verdicts(slack, 3)} == {card.ts}


async def test_a_suggested_question_is_asked_as_a_follow_up_in_its_own_words(
    slack: LocalSlack, slack_demo: Serving
) -> None:
    card = await asked(slack)
    (verdict,) = await verdicts(slack, 1)
    (first,) = await slack_demo.app.store.latest(limit=1)
    assert first.verdict is not None
    suggested = first.verdict.points.ask

    await press(slack, "bob", "Ask: “How do we reformat all our code", verdict)
    form = await window(slack, "bob", "Ask a follow-up")
    await slack.person("bob").submit(form, {})
    again = (await verdicts(slack, 2))[1]

    second = (await slack_demo.app.store.latest(limit=1))[0]
    assert suggested[1] == "How do we reformat all our code and keep git blame useful?"
    assert (second.question.text, second.question.follows) == (suggested[1], first.id)
    assert again.thread_ts == card.ts


async def test_a_follow_up_adds_its_responses_and_one_post(slack: LocalSlack, either_way: Serving) -> None:
    card = await asked(slack)
    ballot = await slack.message_with("Which response is best?", channel="C1")
    await verdicts(slack, 1)
    await press(slack, "alice", "End the vote and reveal", ballot)
    await slack.wait_for(lambda: "# Answered" in slack.words(card))

    await slack.person("carol").mention("C1", "And in Go?", thread_ts=card.ts)
    verdict = (await verdicts(slack, 2))[1]
    await press(slack, "bob", "Response B", verdict)
    await told(slack, "bob", "Your vote")
    await press(slack, "carol", "End the vote and reveal", verdict)
    await told(slack, "carol", "The vote is closed")
    await slack.wait_for(lambda: "Ranking and names" in slack.words(verdict))
    run = (await either_way.app.store.latest(limit=1))[0]
    await either_way.app.engine.finished(run.id)

    assert_golden("e2e/slack-follow-up.txt", slack.transcript("C1", replace=TIMES))


async def test_a_run_again_with_other_members_and_a_role_goes_into_the_same_thread(
    slack: LocalSlack, models: ModelServer, either_way: Serving
) -> None:
    card = await asked(slack)
    await verdicts(slack, 1)
    await slack.wait_for(lambda: "Answered" in slack.words(card))
    bob = slack.person("bob")

    await press(slack, "bob", "Edit and ask again", card)
    form = await window(slack, "bob", "Edit and ask again")
    await bob.submit(form, {"members_more": "openai:gone"})
    assert "openai:gone cannot be chosen here, so nothing was asked or paid" in form.errors["members"]
    picked = ["openai:gpt-6.1-sol?name=Onyx", "anthropic:claude-sonnet-5-5?name=Beryl"]
    await bob.submit(
        form, {"members": picked, "members_more": "google:gemini-4-argon?name=Topaz&role=sceptc"}
    )
    assert "role is 'sceptc'; expected one of " in form.errors["members"]
    await bob.submit(
        form, {"members": picked, "members_more": "google:gemini-4-argon?name=Topaz&role=sceptic"}
    )
    again = (await verdicts(slack, 2))[1]

    assert again.thread_ts == card.ts
    newest = (await either_way.app.store.latest(limit=1))[0]
    assert [member.label for member in newest.settings.roster.members] == ["Onyx", "Beryl", "Topaz (Sceptic)"]
    doubting = "Doubt what everybody takes for granted"
    told = [str(call.body).count(doubting) for call in models.journal.of("gemini-4-argon")]
    others = [
        name
        for name in ("gpt-6.1-sol", "claude-sonnet-5-5")
        for call in models.journal.of(name)
        if doubting in str(call.body)
    ]
    assert (sum(told), others) == (1, [])
    assert "Sceptic" not in slack.transcript("C1", replace=TIMES)
    assert newest.question.text == QUESTION


async def test_a_manager_sets_each_model_in_a_window_and_the_question_is_asked_with_that(
    slack: LocalSlack, over_http: Serving
) -> None:
    slack.user("carol").is_admin = True
    await asked(slack)
    card = await slack.message_with(QUESTION, channel="C1")
    await slack.wait_for(lambda: "Answered" in slack.words(card))

    await press(slack, "carol", "Edit and ask again", card)
    await press(slack, "carol", "Advanced", await window(slack, "carol", "Edit and ask again"))
    seats = await window(slack, "carol", "Models one by one")
    chosen = {"role0": "sceptic", "temperature0": "0.2", "max_tokens0": "900", "effort1": "low"}
    await slack.person("carol").submit(seats, {**chosen, "temperature0": "hot"})
    assert "temperature0" in seats.errors
    await slack.person("carol").submit(seats, chosen)
    await verdicts(slack, 2)

    one, other, *_ = (await over_http.app.store.latest(limit=1))[0].settings.roster.members
    assert (one.role and one.role.name, one.temperature, one.max_tokens) == ("sceptic", 0.2, 900)
    assert other.reasoning_effort == "low"


async def test_a_ranking_by_form_counts_and_can_be_taken_back(slack: LocalSlack, either_way: Serving) -> None:
    await asked(slack)
    ballot = await slack.message_with("Which response is best?", channel="C1")
    bob = slack.person("bob")

    await press(slack, "bob", "Rank", ballot)
    form = await window(slack, "bob", "Rank the responses")
    assert_golden("e2e/slack-form-ranking.txt", slack.draw(form))
    await bob.submit(form, {"place1": "B", "place2": "B"})
    assert "place2" in form.errors
    await bob.submit(form, {"place1": "B", "place2": "D", "place3": "A"})
    counted = await told(slack, "bob", "Your ranking")
    run = (await either_way.app.store.latest(limit=1))[0]
    assert [ballot.order for ballot in run.ballots] == [(("B",), ("D",), ("A",))]

    await press(slack, "bob", "Withdraw my vote", counted)
    await told(slack, "bob", "withdrawn")

    assert (await either_way.app.store.latest(limit=1))[0].ballots == ()


async def test_an_export_is_shared_in_the_thread_once_the_names_are_known(
    slack: LocalSlack, either_way: Serving
) -> None:
    card = await asked(slack)
    ballot = await slack.message_with("Which response is best?", channel="C1")

    await press(slack, "alice", "End the vote and reveal", ballot)
    await slack.message_with("Ranking and names", channel="C1")
    await slack.wait_for(lambda: "# Answered" in slack.words(card))
    await press(slack, "bob", "Export", card)
    await press(slack, "bob", "Markdown", await told(slack, "bob", "Which kind of file"))
    mine = await told(slack, "bob", "This run as files")
    assert not any(post.files for post in slack.thread("C1", card.ts)), "it is for Bob alone"
    await press(slack, "bob", "Post to thread", mine)
    await told(slack, "bob", "The files are posted")
    await slack.wait_for(lambda: any(post.files for post in slack.thread("C1", card.ts)))

    files = [file for post in slack.thread("C1", card.ts) for file in post.files]
    assert [file.name.rpartition(".")[2] for file in files] == ["md"]
    assert all(b"Onyx" in file.content for file in files)
    assert "This question as files" in slack.transcript("C1")


async def test_feedback_is_kept_with_the_run_and_can_be_changed(
    slack: LocalSlack, either_way: Serving
) -> None:
    await asked(slack)
    (verdict,) = await verdicts(slack, 1)

    for label, words in (("'Helpful'", "marked as helpful"), ("'Not helpful'", "marked as not helpful")):
        await press(slack, "carol", label, verdict)
        thanked = await told(slack, "carol", words)
    await press(slack, "bob", "'Helpful'", verdict)
    await told(slack, "bob", "marked as helpful")
    await press(slack, "carol", "Say why", thanked)
    form = await window(slack, "carol", "Why did it not help?")
    await slack.person("carol").submit(form, {"reason": "It names no date."})
    await slack.wait_for(lambda: not slack.views("carol"))

    run = (await either_way.app.store.latest(limit=1))[0]
    found = {str(one.person): (one.good, one.reason) for one in run.feedback}
    assert found == {"UCAROL": (False, "It names no date."), "UBOB": (True, "")}


async def test_each_review_is_read_in_a_window(slack: LocalSlack, either_way: Serving) -> None:
    await asked(slack)
    ranking = await slack.message_with("How the models rank", channel="C1")

    await press(slack, "bob", "Read the reviews", ranking)

    shown = await slack.wait_for(lambda: slack.views("bob"))
    assert_golden("e2e/slack-reviews.txt", slack.draw(shown[-1]))


async def test_a_run_is_cancelled_from_its_card(
    slack: LocalSlack, models: ModelServer, either_way: Serving
) -> None:
    models.always("gpt-6.1-sol", Hangs())
    await slack.person("alice").command("C1", "/council", QUESTION)
    card = await slack.message_with(QUESTION, channel="C1")

    await press(slack, "alice", "Cancel", card)
    await told(slack, "alice", "Stopped")

    await slack.wait_for(lambda: "Stopped" in slack.words(card))
    assert (await either_way.app.store.latest(limit=1))[0].status == "cancelled"


async def test_a_run_that_failed_is_tried_again_once(
    slack: LocalSlack, models: ModelServer, over_http: Serving
) -> None:
    for name in ("gpt-6.1-sol", "claude-sonnet-5-5", "gemini-4-argon"):
        models.script(name, Fails(status=401))
    await slack.person("alice").command("C1", "/council", QUESTION)
    failed = await slack.message_with("No result", channel="C1")
    failure = await slack.wait_for(
        lambda: next((one for one in slack.workspace.posts if "Try again" in slack.words(one)), None)
    )
    assert failed is not None
    assert failure is not None

    await press(slack, "bob", "Try again", failure)
    await told(slack, "bob", "Asked once more")
    await press(slack, "carol", "Try again", failure)
    await told(slack, "carol", "tried again already")

    await verdicts(slack, 1)
    assert len(await over_http.app.store.latest(limit=5)) == 2


async def test_a_message_is_put_to_the_council_in_its_own_thread(
    slack: LocalSlack, either_way: Serving
) -> None:
    said = slack.person("bob").say("C1", "Should we rewrite it in Rust?")
    await slack.person("carol").message_shortcut(said, "council_message")
    form = await window(slack, "carol", "Ask the council")

    await slack.person("carol").submit(form)

    (verdict,) = await verdicts(slack, 1)
    assert verdict.thread_ts == said.ts
    assert (await either_way.app.store.latest(limit=1))[0].question.text == "Should we rewrite it in Rust?"


async def test_the_home_lists_what_one_asked_anywhere_and_nobody_elses(
    slack: LocalSlack, over_http: Serving
) -> None:
    alice = slack.person("alice")
    await alice.direct_message("Which tea?")
    await verdicts(slack, 1)
    await asked(slack)
    await slack.person("bob").command("C1", "/council", "What is Bob's?")
    await verdicts(slack, 3)

    await alice.open_home()

    await slack.wait_for(lambda: slack.home("alice"))
    assert_golden("e2e/slack-home.txt", replaced(slack.draw(alice.home)))


def replaced(text: str) -> str:
    """Return the text without parts that differ from run to run."""
    for pattern, steady in {
        **TIMES,
        r"\d\d:\d\d\s+UTC": "HH:MM UTC",
        r"\d{4}-\d\d-\d\d": "DAY",
        r"\br[0-9a-hjkmnp-tv-z]{16}\b": "RUN",
    }.items():
        text = re.sub(pattern, steady, text, flags=re.MULTILINE)
    return text


async def test_twenty_people_vote_at_once_and_some_change_their_minds(
    slack: LocalSlack, either_way: Serving
) -> None:
    await asked(slack)
    ballot = await slack.message_with("Which response is best?", channel="C1")
    slack.limiter.limits, slack.latency = RateLimits(), 0.05
    before, shown = len(slack.calls), ballot.as_seen_now()
    people = [f"voter{at}" for at in range(20)]

    def vote(name: str, letter: str) -> Coroutine[Any, Any, Delivery]:
        return slack.person(name).click(
            shown, lambda element: f"Response {letter}" in str(element.get("text"))
        )

    async with asyncio.TaskGroup() as group:
        clicks = [group.create_task(vote(name, "ABCD"[at % 4])) for at, name in enumerate(people)]
        clicks += [group.create_task(vote(name, "A")) for name in people[:5]]

    assert all(click.result().acknowledged for click in clicks)
    for name in people:
        await told(slack, name, "Your vote: Response")
    await slack.wait_for(lambda: "20 votes" in slack.words(ballot))
    assert len((await either_way.app.store.latest(limit=1))[0].ballots) == len(people)
    calls = slack.calls[before:]
    assert [call.method for call in calls if call.status == 429] == []
    edits = [call for call in calls if call.method == "chat.update" and call.arguments["ts"] == ballot.ts]
    assert len(edits) <= 3
