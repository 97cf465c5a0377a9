"""Tests of improving a question, in Slack's form and by command on Slack and Discord, in three languages."""

from datetime import timedelta

import pytest

from tests.e2e.council_app import Serving
from tests.e2e.discord_talk import Talk
from tests.e2e.slack_talk import press, told, window
from tests.golden_files import assert_golden
from tests.testbed.discord import Upload
from tests.testbed.slack import LocalSlack

QUESTION = "Should we move the build?"
EARLIER = "Which database should we use for the event log?"
BETTER = "Compare the options that we have"
LANGUAGES = {"en": "en-US", "de": "de-DE", "ko": "ko-KR"}


async def test_slacks_form_stays_open_and_gets_the_better_question(
    slack: LocalSlack, slack_demo: Serving
) -> None:
    said = slack.person("bob").say("C1", QUESTION)
    await slack.person("alice").message_shortcut(said, "council_message")
    form = await window(slack, "alice", "Ask the council")

    await press(slack, "alice", "Improve the question", form)
    await slack.wait_for(lambda: BETTER in str(slack.views("alice")[-1].payload["blocks"]))
    better = slack.views("alice")[-1]
    assert await slack_demo.app.store.latest(limit=1) == ()
    await slack.person("alice").submit(better)
    await slack.message_with(BETTER, channel="C1")

    (run,) = await slack_demo.app.store.latest(limit=9)
    assert run.question.text.startswith(QUESTION)
    assert BETTER in run.question.text


async def test_a_manager_sets_models_one_by_one_in_a_window_on_top_of_slacks_form(
    slack: LocalSlack, slack_demo: Serving
) -> None:
    alice = slack.person("alice")
    slack.user("alice").is_admin = True
    await alice.command("C1", "/council", "")
    form = await window(slack, "alice", "Ask the council")
    await press(slack, "alice", "Advanced", form)
    seats = await window(slack, "alice", "Models one by one")
    assert slack.views("alice") == [form, seats]

    await alice.submit(seats, {"question": QUESTION, "temperature0": "9", "role1": "sceptic"})
    assert seats.errors.keys() == {"temperature0"}
    assert "'Temperature' is '9'; expected at most 2" in seats.errors["temperature0"]
    assert await slack_demo.app.store.latest(limit=1) == ()
    await alice.submit(seats, {"question": QUESTION, "temperature0": "0.2", "role1": "sceptic"})
    await slack.message_with(QUESTION, channel="C1")

    (run,) = await slack_demo.app.store.latest(limit=9)
    assert slack.views("alice") == []
    first, second, *_ = run.settings.roster.members
    assert first.temperature == 0.2
    assert second.role is not None
    assert second.role.title == "Sceptic"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
async def test_by_command_both_are_shown_in_private_and_one_is_taken(
    slack: LocalSlack, slack_demo: Serving, language: str
) -> None:
    slack.user("alice").locale = LANGUAGES[language]
    await slack.person("alice").command("C1", "/council", f'improve "{QUESTION}"')
    shown = await told(slack, "alice", BETTER)
    assert_golden(f"improving/slack-{language}.txt", slack.words(shown))

    labels = {"en": "Ask this one", "de": "Diese stellen", "ko": "이 질문으로 묻기"}
    await press(slack, "alice", labels[language], shown)
    await slack.message_with(BETTER, channel="C1")

    assert len(await slack_demo.app.store.latest(limit=9)) == 1


@pytest.mark.parametrize("language", sorted(LANGUAGES))
async def test_what_was_answered_before_is_offered_in_private_before_it_is_asked_again(
    slack: LocalSlack, slack_demo: Serving, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.conversation.asked_before.JUST_ASKED", timedelta())
    await slack.person("bob").command("C1", "/council", EARLIER)
    await slack.message_with("# Verdict", channel="C1")
    (run,) = await slack_demo.app.store.latest(limit=9)
    await slack_demo.app.engine.finished(run.id)

    slack.user("alice").locale = LANGUAGES[language]
    # A question does not wait for the asker's language; it is known from here on.
    await slack.person("alice").command("C1", "/council", "help")
    await slack.wait_for(lambda: slack.ephemerals("alice"))
    await slack.person("alice").command("C1", "/council", EARLIER.replace("the event", "our event"))
    shown = await told(slack, "alice", EARLIER)
    assert_golden(f"improving/asked-before-{language}.txt", slack.words(shown))
    assert len(await slack_demo.app.store.latest(limit=9)) == 1
    labels = {"en": "Ask anyway", "de": "Trotzdem fragen", "ko": "그래도 묻기"}
    await press(slack, "alice", labels[language], shown)
    await slack.message_with("our event", channel="C1")

    assert len(await slack_demo.app.store.latest(limit=9)) == 2


async def test_who_mentions_council_is_offered_in_private_what_was_answered_before(
    slack: LocalSlack, slack_demo: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.conversation.asked_before.JUST_ASKED", timedelta())
    alice = slack.person("alice")
    await alice.mention("C1", EARLIER)
    await slack.message_with("# Verdict", channel="C1")
    (run,) = await slack_demo.app.store.latest(limit=9)
    await slack_demo.app.engine.finished(run.id)

    await alice.mention("C1", EARLIER.replace("the event", "our event"))
    shown = await told(slack, "alice", "asked here before")

    assert len(await slack_demo.app.store.latest(limit=9)) == 1
    await press(slack, "alice", "Ask anyway", shown)
    cards = lambda: [each for each in slack.messages("C1") if "Asked by" in slack.words(each)]  # noqa: E731
    await slack.wait_for(lambda: len(cards()) == 2)
    assert len(await slack_demo.app.store.latest(limit=9)) == 2


async def test_discord_offers_what_was_answered_before(
    discord_demo: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.conversation.asked_before.JUST_ASKED", timedelta())
    await discord_demo.ask(EARLIER)
    await discord_demo.runs()

    typed = await discord_demo.alice.slash("council ask", {"question": EARLIER}, discord_demo.channel)
    shown = await typed.private_reply(30)
    assert "asked here before" in shown.text
    await (await discord_demo.alice.click(shown, "Ask anyway")).acknowledged(30)

    assert len(await discord_demo.runs(2)) == 2


async def test_discord_asks_a_mention_at_once_since_it_has_no_private_answer(
    discord_demo: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.conversation.asked_before.JUST_ASKED", timedelta())
    await discord_demo.ask(EARLIER)
    await discord_demo.runs()

    await discord_demo.alice.say(discord_demo.channel, EARLIER, mentions_bot=True)

    assert len(await discord_demo.runs(2)) == 2


@pytest.mark.parametrize("language", sorted(LANGUAGES))
async def test_discord_shows_both_in_private_and_asks_the_one_that_is_taken(
    discord_demo: Talk, language: str
) -> None:
    alice = discord_demo.alice
    alice.locale = "en-US" if language == "en" else language
    typed = await alice.slash("council improve", {"question": QUESTION}, discord_demo.channel)
    shown = await typed.private_reply(30)
    assert_golden(f"improving/discord-{language}.txt", shown.text)

    labels = {"en": "Ask mine", "de": "Meine stellen", "ko": "내 질문으로 묻기"}
    await (await alice.click(shown, labels[language])).acknowledged(30)
    store = discord_demo.served.app.store
    await discord_demo.discord.wait_for(discord_demo.discord.threads, what="a thread")
    (run,) = await store.latest(limit=9)

    assert run.question.text == QUESTION


async def test_discords_form_shows_a_better_question_first_and_asks_nothing_before_one_is_taken(
    discord_demo: Talk,
) -> None:
    """A form on Discord holds no buttons, so the menu of templates offers it."""
    alice = discord_demo.alice
    form = await alice.slash("council ask", {}, discord_demo.channel)
    await form.opened_modal()
    note = Upload(name="note.txt", content=b"The old build takes an hour.")
    sent = await alice.submit_modal(
        form,
        {
            "Question": QUESTION,
            "Template, or a step before the question": "First show me a better question",
            "Files": [note],
        },
    )
    shown = await sent.private_reply(30)
    assert BETTER in shown.text
    assert await discord_demo.served.app.store.latest(limit=9) == ()

    await (await alice.click(shown, "Ask this one")).acknowledged(30)
    (run,) = await discord_demo.runs()

    assert BETTER in run.question.text
    assert [each.name for each in run.question.files] == ["note.txt"]
