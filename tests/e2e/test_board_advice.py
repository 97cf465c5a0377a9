"""What should our council be? A manager is told by the board in Slack, and changes the members from there."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from council_core.domain.answer import Usage
from council_core.domain.member_result import MemberResult
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.insights.member_results import member_results
from council_core.ports import RunStore
from tests.core.sitting import a_sitting
from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import Talk
from tests.e2e.slack_talk import press, window
from tests.testbed.slack import File, LocalSlack, View

RUNS = 31
QUESTION = "Tabs or spaces?"


def words_of(slack: LocalSlack, view: View) -> str:
    """The words of a window, on one line and without marks."""
    return " ".join(slack.draw(view).replace("*", "").split())


async def fill(store: RunStore, asked: Run) -> MemberResult:
    """Store revealed runs of real models beside this one, and return the member that is last in all of them."""
    done = await a_sitting().hold()
    last = max((each for each in member_results(done) if each.place), key=lambda each: each.place or 0.0)
    outcomes = tuple(
        replace(each, reply=replace(each.reply, usage=Usage(cost=Decimal(cost))))
        for each in done.outcomes
        if each.kind == "answer"
        for cost in ["0.04" if each.member == last.member else "0.01"]
    )
    for number in range(RUNS):
        question = replace(done.question, place=asked.question.place)
        at = asked.asked_at - timedelta(days=1, minutes=number)
        run = replace(done, id=RunId(f"r{number:016d}"), question=question, outcomes=outcomes, asked_at=at)
        await store.add(run.as_asked())
        await store.save(run)
    return last


async def test_a_manager_is_told_whom_the_council_would_hardly_miss_and_opens_its_models(
    slack: LocalSlack, slack_demo: Serving
) -> None:
    store = slack_demo.app.store
    await slack.person("bob").command("C1", "/council", QUESTION)
    await slack.message_with("# Verdict", channel="C1")
    (asked,) = await store.latest(limit=9)
    last = await fill(store, asked)
    slack.user("alice").is_admin = True

    await slack.person("bob").command("C1", "/council", "board")
    bobs = words_of(slack, await window(slack, "bob", "Board"))
    await slack.person("alice").command("C1", "/council", "board")
    board = await window(slack, "alice", "Board")

    said = f"{last.name} was ranked last in {RUNS} of {RUNS} questions"
    assert (said in words_of(slack, board), said in bobs) == (True, False)
    assert "Nothing changes by itself." in words_of(slack, board)
    await press(slack, "alice", "Change the models", board)
    await slack.wait_for(lambda: slack.views("alice")[-1] is not board)
    assert "Models" in slack.draw(slack.views("alice")[-1])
    assert len(await store.latest(limit=99)) == RUNS + 1


async def test_slack_hands_the_board_over_as_a_picture_that_is_described(
    slack: LocalSlack, slack_demo: Serving
) -> None:
    store = slack_demo.app.store
    await slack.person("bob").command("C1", "/council", QUESTION)
    await slack.message_with("# Verdict", channel="C1")
    last = await fill(store, (await store.latest(limit=9))[0])

    await slack.person("bob").command("C1", "/council", "board since:2020-01-31")
    await press(slack, "bob", "As a picture", await window(slack, "bob", "Board"))

    def handed_over() -> list[File]:
        return [file for post in slack.workspace.posts if post.channel == "DBOB" for file in post.files]

    await slack.wait_for(handed_over)
    (file,) = handed_over()
    assert (file.name, file.content[:4]) == ("board.png", b"\x89PNG")
    assert f"{last.name} " in file.alt_text
    said = [slack.draw(view) for view in slack.views("bob")] + [*map(slack.words, slack.ephemerals("bob"))]
    assert any(
        "By the models' ranking, own answers left out: " in text and last.name in text for text in said
    )


async def test_discord_attaches_the_board_as_a_picture_that_is_described(discord_demo: Talk) -> None:
    await discord_demo.ask(QUESTION)
    (asked,) = await discord_demo.runs()
    last = await fill(discord_demo.served.app.store, asked)

    board = await (await discord_demo.alice.slash("council board", {}, discord_demo.channel)).private_reply(
        60
    )
    shown = await discord_demo.press(discord_demo.alice, board, "As a picture")

    await discord_demo.discord.wait_for(lambda: shown.attachments, what="the picture")
    ((name, content, described),) = [
        (each.upload.name, each.upload.content, each.description) for each in shown.attachments
    ]
    assert (name, content[:4]) == ("board.png", b"\x89PNG")
    assert described is not None
    assert f"{last.name} " in described
    assert f"{last.name} " in shown.text

    back = await discord_demo.press(discord_demo.alice, shown, "As tables")

    await discord_demo.discord.wait_for(
        lambda: not back.attachments and "As a picture" in back.labels, what="the tables again"
    )
