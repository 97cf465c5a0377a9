"""Tests of disagreeing members in a whole run: the thread reports it, all are asked once more, and nobody twice after a
kill."""

from collections import Counter
from pathlib import Path

from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import Serving
from tests.e2e.test_upgrade import variables
from tests.stored import newest_run, recorded_steps
from tests.testbed.models import Hangs, ModelServer, Says
from tests.testbed.slack import LocalSlack

KEEPS = Says(text="KEEP\nREASON: I counted twice.\nPOSITION: 42")
CHANGES = Says(text="CHANGE\nREASON: I had left one out.\nANSWER: It is 42 after all.\nPOSITION: 42")
MODELS = ("gpt-6.1-sol", "claude-sonnet-5-5", "gemini-4-argon", "vendor/quartz")


def answers(position: int) -> Says:
    return Says(text=f"By my count it is {position}.\n\nPOSITION: {position}")


async def test_the_thread_tells_of_the_split_the_second_look_the_majority_and_the_minority(
    slack: LocalSlack, models: ModelServer, over_http: Serving
) -> None:
    for model in MODELS[:3]:
        models.script(model, answers(42), KEEPS)
    models.script(MODELS[3], answers(41), Says(text="KEEP\nREASON: Two were not whole.\nPOSITION: 41"))

    await slack.person("alice").command("C1", "/council", "How many are there?")
    verdict = await slack.message_with("Minority report", channel="C1")

    ranking = slack.words(await slack.message_with("By plain majority", channel="C1"))
    assert "Before the models were asked once more: Three say “42” and one says “41”." in ranking
    assert "“42” leads, 3 of 4" in ranking
    said = " ".join(slack.words(verdict).split())
    assert "says “41” and kept that when it saw the others: Two were not whole. It names no source." in said
    everything = " ".join(slack.transcript("C1").split())
    assert "POSITION" not in everything
    assert everything.count("It kept its position when it saw the others") == 4
    run = (await over_http.app.store.latest(limit=1))[0]
    assert run.slate is not None
    assert run.slate.round == 2


async def test_a_process_killed_in_the_second_round_asks_again_only_whom_nobody_had_heard(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    for model in MODELS[:3]:
        models.script(model, answers(42), KEEPS)
    models.script(MODELS[3], answers(41), Hangs(), CHANGES)

    async with bot_process(variables(models, slack, tmp_path), tmp_path) as bot:
        await slack.person("alice").command("C1", "/council", "How many are there?")
        await slack.wait_for(lambda: len(models.journal.of(MODELS[3])) == 2)
        await slack.wait_for(lambda: recorded_steps(tmp_path, "reconsider:") == 3)
        await bot.kill()
    async with bot_process(variables(models, slack, tmp_path), tmp_path) as bot:
        await slack.message_with("# Verdict", channel="C1")
        assert await bot.stop() == 0

    run = await newest_run(tmp_path)
    calls = Counter({model: len(models.journal.of(model)) for model in MODELS})
    # An answer, a second look and a review of each, the verdict, and the second look that was cut off.
    assert calls.total() == 3 * 4 + 1 + 1
    assert run.slate is not None
    assert sorted(each.position for each in run.slate.responses) == ["42"] * 4
    posts = [
        post.metadata["event_payload"]["key"]
        for post in slack.workspace.posts
        if post.metadata and not post.deleted
    ]
    assert set(Counter(posts).values()) == {1}
