"""Tests of a private channel of Slack that gets another id, because it is first shared with another company."""

from tests.e2e.council_app import Serving
from tests.e2e.slack_talk import QUESTION, told
from tests.e2e.watching import until
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack

OLD, NEW = "G7", "C7"


async def moved(served: Serving) -> None:
    """Wait until the only run stands in the channel's new id."""

    async def is_there() -> object:
        (run,) = await served.app.store.latest(limit=5)
        return run if run.question.place.channel == NEW else None

    await until(is_there)


async def test_an_open_vote_and_the_digest_go_on_under_the_new_id(
    slack: LocalSlack, over_http: Serving
) -> None:
    slack.add_channel(OLD, "closed", private=True, members=("alice", "bob"))
    alice, bob = slack.person("alice"), slack.person("bob")
    await alice.command(OLD, "/council", "digest daily 9:00 UTC")
    await told(slack, "alice", "9:00")
    await alice.command(OLD, "/council", QUESTION)
    await slack.message_with("End the vote and reveal", channel=OLD)
    await slack.message_with("# Verdict", channel=OLD)

    await slack.tell(slack.installation, slack.renumber(OLD, NEW))
    await moved(over_http)
    board = await slack.message_with("Which response is best?", channel=NEW)
    await bob.click(board.as_seen_now(), lambda part: "Response B" in str(part))
    await slack.message_with("1 vote", channel=NEW)
    await alice.click(board.as_seen_now(), lambda part: "End the vote and reveal" in str(part))

    await slack.message_with("revealed the names", channel=NEW)
    await slack.message_with("Best: ", channel=NEW)
    await alice.command(NEW, "/council", "digest off")
    await told(slack, "alice", "no digest of this channel any more")


async def test_a_verdict_that_the_old_id_refused_is_posted_under_the_new_one(
    slack: LocalSlack, models: ModelServer, over_http: Serving
) -> None:
    models.latency = 1.0
    slack.add_channel(OLD, "closed", private=True, members=("alice",))
    await slack.person("alice").command(OLD, "/council", QUESTION)
    # Four answers and four reviews; the ninth is the chairman's.
    await models.journal.until(lambda calls: len(calls) >= 9, seconds=60)

    event = slack.renumber(OLD, NEW)
    await slack.wait_for(
        lambda: [call for call in slack.calls if not call.ok and call.method.startswith("chat.")]
    )
    await slack.tell(slack.installation, event)

    await slack.message_with("# Verdict", channel=NEW)
    await slack.message_with("End the vote and reveal", channel=NEW)
    assert len([one for one in slack.messages(NEW) if QUESTION in slack.words(one)]) == 1
    assert len(models.journal.calls) == 9
