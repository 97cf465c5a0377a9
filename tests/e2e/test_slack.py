"""Tests of one whole question: from `/council` in Slack to the reveal, through the real bolt app and real clients."""

import pytest

from tests.e2e.council_app import Serving
from tests.e2e.slack_talk import window
from tests.e2e.times import TIMES
from tests.golden_files import assert_golden
from tests.testbed.models import Fails, ModelServer, Says
from tests.testbed.slack import LocalSlack

QUESTION = "Tabs or spaces?"


async def vote(slack: LocalSlack, person: str, label: str) -> None:
    """Press a button of the voting post as a person and return the private reply."""
    ballot = await slack.message_with("Which response is best?", channel="C1")
    told = len(slack.ephemerals(person))
    await slack.person(person).click(ballot.as_seen_now(), lambda element: label in str(element))
    await slack.wait_for(lambda: len(slack.ephemerals(person)) > told)


async def reveal(slack: LocalSlack, person: str = "alice") -> None:
    """Press Reveal as the asker, once the verdict is posted."""
    await slack.message_with("# Verdict", channel="C1")
    await vote(slack, person, "End the vote and reveal")
    await slack.message_with("Ranking and names", channel="C1")


async def settled(slack: LocalSlack) -> None:
    """Wait until card and vote show the end."""
    for ending in ("Best: ", "revealed the names"):
        await slack.message_with(ending, channel="C1")


async def test_a_question_becomes_a_thread_with_every_stage(
    slack: LocalSlack, models: ModelServer, either_way: Serving
) -> None:
    models.has_points = True
    alice = slack.person("alice")

    asked = await alice.command("C1", "/council", QUESTION)
    await slack.message_with("# Verdict", channel="C1")
    await vote(slack, "bob", "Response B")
    await vote(slack, "carol", "Response A")
    await vote(slack, "bob", "Response C")
    await reveal(slack)
    await settled(slack)

    assert asked.status == 200
    assert_golden("e2e/slack.txt", slack.transcript("C1", replace=TIMES))


async def test_the_same_delivery_twice_makes_one_run(slack: LocalSlack, over_http: Serving) -> None:
    asked = await slack.person("alice").command("C1", "/council", QUESTION)

    await asked.redeliver()
    await slack.message_with("Verdict", channel="C1")

    cards = [message for message in slack.messages("C1") if QUESTION in slack.words(message)]
    assert len(cards) == 1
    assert len(await over_http.app.store.latest(limit=5)) == 1


async def test_no_name_is_said_before_the_reveal(slack: LocalSlack, over_http: Serving) -> None:
    await slack.person("alice").command("C1", "/council", QUESTION)
    await slack.message_with("Verdict", channel="C1")

    before = str([call.arguments for call in slack.calls])

    for name in ("Onyx", "Beryl", "Topaz", "Quartz", "gpt-6.1-sol", "claude", "gemini", "openrouter"):
        assert name not in before
    await reveal(slack)


async def test_members_that_fail_are_shown_with_their_reasons(
    slack: LocalSlack, models: ModelServer, over_http: Serving
) -> None:
    models.script("gpt-6.1-sol", Fails(status=401), Fails(status=401))
    models.script("claude-sonnet-5-5", Says(refusal="I would rather not."))

    await slack.person("alice").command("C1", "/council", QUESTION)
    await reveal(slack)
    await settled(slack)

    assert_golden("e2e/slack-two-members-fail.txt", slack.transcript("C1", replace=TIMES))


async def test_too_few_answers_are_said_plainly_and_kept(
    slack: LocalSlack, models: ModelServer, over_http: Serving
) -> None:
    for name in ("gpt-6.1-sol", "claude-sonnet-5-5", "gemini-4-argon"):
        models.always(name, Fails(status=401))

    await slack.person("alice").command("C1", "/council", QUESTION)
    await slack.wait_for(lambda: any("No result" in slack.words(m) for m in slack.messages("C1")))

    run = (await over_http.app.store.latest(limit=1))[0]
    assert (run.status, len(run.outcomes)) == ("failed", 4)
    assert_golden("e2e/slack-too-few.txt", slack.transcript("C1", replace=TIMES))


@pytest.mark.parametrize("forgery", ["wrong_signature", "no_signature", "stale_timestamp"])
async def test_a_forged_request_gets_401_and_nothing_else(
    forgery: str, slack: LocalSlack, over_http: Serving
) -> None:
    forged = await slack.person("alice").command("C1", "/council", QUESTION, forgery=forgery)  # type: ignore[arg-type]

    assert (forged.status, slack.messages("C1")) == (401, [])
    assert await over_http.app.store.latest(limit=1) == ()


@pytest.mark.parametrize("text", ["", "   "])
async def test_a_command_alone_opens_the_form_for_its_asker(
    text: str, slack: LocalSlack, over_http: Serving
) -> None:
    await slack.person("alice").command("C1", "/council", text)

    form = await window(slack, "alice", "Ask the council")
    await slack.person("alice").submit(form, {"question": QUESTION})

    await slack.message_with("# Verdict", channel="C1")
