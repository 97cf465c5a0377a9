"""Tests of Slack's assistant in direct messages: prompts, the title of its thread, and a status while models work."""

from pathlib import Path

import pytest

from tests.e2e.conftest import DEMO, in_slack
from tests.e2e.slack_talk import press, told
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack
from tests.testbed.slack.server import EVENTS
from tests.testbed.slack.stage import SCOPES

EXAMPLE = "One repository for everything, or one per service, for a team of five?"


@pytest.mark.parametrize("is_on", [True, False])
async def test_where_a_workspace_has_the_assistant_its_threads_are_named_and_say_what_goes_on(
    models: ModelServer, tmp_path: Path, is_on: bool
) -> None:
    scopes = [*SCOPES, "assistant:write"] if is_on else SCOPES
    async with LocalSlack(scopes=scopes, subscriptions=[*EVENTS, "assistant_thread_started"]) as slack:
        async with in_slack("socket", models, slack, tmp_path, **DEMO) as served:
            alice = slack.person("alice")
            if not is_on:
                await alice.direct_message("Tea or coffee?")
                await slack.message_with("# Verdict", channel="DALICE")
                assert not [call for call in slack.calls if call.method.startswith("assistant.")]
                return
            root = await alice.open_assistant()
            thread = slack.workspace.assistant_threads["DALICE", root.ts]
            await slack.wait_for(lambda: thread.prompts)
            assert thread.prompts_title == "What should the council look into?"
            assert [*thread.prompts.values()] == [EXAMPLE, "history", "models", "help"]
            await alice.direct_message("help", thread_ts=root.ts)
            await told(slack, "alice", "/council your question")

            await alice.direct_message(thread.prompts[EXAMPLE], thread_ts=root.ts)
            card = await slack.message_with("Asked by", channel="DALICE", thread_ts=root.ts)
            await slack.wait_for(lambda: "# Answered" in slack.words(card))
            (run,) = await served.app.store.latest(limit=1)
            await served.app.engine.finished(run.id)

            assert thread.title == EXAMPLE
            assert thread.statuses[0].startswith("· The models are answering")
            await slack.wait_for(lambda: not thread.status)

            await alice.direct_message("forget", thread_ts=root.ts)
            await press(
                slack, "alice", "Delete permanently", await told(slack, "alice", "Delete this question?")
            )
            await slack.wait_for(lambda: EXAMPLE not in thread.title)
        slack.assert_no_complaints()
