"""Tests of members that search and calculate, as people in Slack see them: sources at once, tools after the reveal. A
service that a person chooses in the form is asked as well, and no other."""

from pathlib import Path

from tests.e2e.conftest import in_slack
from tests.e2e.council_app import MEMBERS
from tests.e2e.slack_talk import press, window
from tests.e2e.test_slack import QUESTION, reveal
from tests.e2e.two_services import FACT, two_services
from tests.testbed.models import ModelServer, Says
from tests.testbed.search import Page, SearchServer
from tests.testbed.slack import LocalSlack

CALLS = (("search", '{"query": "tabs spaces survey"}'), ("calculate", '{"expression": "2 ** 10"}'))


async def test_sources_stand_under_responses_and_tools_are_counted_at_the_reveal(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    for member in MEMBERS:
        name = member.partition("?")[0].partition(":")[2]
        models.script(name, Says(calls=CALLS), Says(text="Of {result} projects most use spaces [1]."))

    async with (
        SearchServer([Page("survey", "Survey of tabs", "Most use spaces.")]) as found,
        two_services(tmp_path) as services,
    ):
        tools = {
            "COUNCIL_TOOLS": "search, calculate",
            **found.environment("exa"),
            **services.environment,
        }
        async with in_slack("socket", models, slack, tmp_path, **tools):
            await slack.person("alice").command("C1", "/council")
            form = await window(slack, "alice", "Ask the council")
            chosen = {"question": QUESTION, "services": ["wiki"], "service_fields": "space: HR"}
            await slack.person("alice").submit(form, chosen)
            await slack.message_with("# Verdict", channel="C1")
            before = slack.transcript("C1")
            card = await slack.message_with(QUESTION, channel="C1")
            menu_before = str(card.as_seen_now())
            await reveal(slack)
            after = slack.transcript("C1")
            card = await slack.message_with(QUESTION, channel="C1")
            await slack.wait_for(lambda: f"Tool calls ({2 * len(MEMBERS)})" in str(card.as_seen_now()))
            await press(slack, "alice", f"Tool calls ({2 * len(MEMBERS)})", card)
            calls = str((await window(slack, "alice", "Tool calls")).payload)

    assert services.asked == ["/wiki?q=Tabs%20or%20spaces%3F&space=HR"]
    assert len([call for call in models.journal.calls if FACT in str(call.body)]) == len(models.journal.calls)
    assert "All models read Wiki" in before
    assert before.count("Of 1024 projects most use spaces [1].") == len(MEMBERS)
    assert before.count("Survey of tabs") == len(MEMBERS)
    assert "calculate" not in before
    assert "calculate 1, search 1" in after
    assert "Tool calls" not in menu_before
    assert all(each in calls for each in ("tabs spaces survey", "Survey of tabs", "2 ** 10", "1024"))
    assert slack.transcript("C1").count("2 ** 10") == 0
    assert found.queries == ["tabs spaces survey"]


async def test_the_card_says_which_tools_the_models_do_without_and_answers_come_all_the_same(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    search = Says(calls=(("search", '{"query": "tabs"}'),), tokens_in=300_000)
    for member in MEMBERS:
        models.script(member.partition("?")[0].partition(":")[2], search, Says(text="Spaces."))

    async with SearchServer([Page("survey", "Survey of tabs", "Most use spaces.")]) as found:
        found.key = "another"
        tools = {
            "COUNCIL_TOOLS": "search, fly, docs",
            "COUNCIL_MCP": "docs=http://127.0.0.1:9/mcp",
            "COUNCIL_RUN_BUDGET": "2.50",
            **{f"{name}_PRICES": "*=9/9" for name in ("OPENAI", "ANTHROPIC", "GOOGLE", "OPENROUTER")},
            **found.environment("brave"),
        }
        async with in_slack("socket", models, slack, tmp_path, **tools):
            await slack.person("alice").command("C1", "/council", QUESTION)
            card = await slack.message_with(QUESTION, channel="C1")
            await slack.message_with("# Verdict", channel="C1")
            # # One round cost more than 80 % of the budget: no member looks anything else up, and none is asked twice.
            await slack.wait_for(lambda: "Most of this question's budget is spent" in str(card.as_seen_now()))
            said = str(card.as_seen_now())
            await reveal(slack)
            await slack.wait_for(lambda: "Tool calls" in str(card.as_seen_now()))
            await press(slack, "alice", f"Tool calls ({len(MEMBERS)})", card)
            calls = str((await window(slack, "alice", "Tool calls")).payload)

    assert "There is no tool called fly." in said
    assert "MCP server 'docs' cannot be reached" in said
    assert "BRAVE_API_KEY" not in said
    assert models.journal.paid_twice() == []
    assert "Check BRAVE_API_KEY." in calls
    assert slack.transcript("C1").count("Spaces.") >= len(MEMBERS)
