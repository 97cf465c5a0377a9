"""Tests of files and the discussion around a question, from Slack and Discord to every model's prompt."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.conftest import in_slack
from tests.e2e.council_app import MEMBERS, Serving
from tests.e2e.discord_talk import Talk, in_discord, offered
from tests.e2e.raw_file import found_in_bytes
from tests.e2e.test_forget import everything_settled
from tests.e2e.two_services import FACT as FACT_OF_WIKI
from tests.e2e.two_services import two_services
from tests.testbed.discord import LocalDiscord, Upload
from tests.testbed.documents import docx, pdf
from tests.testbed.images import png
from tests.testbed.models import ModelServer, Says
from tests.testbed.slack import LocalSlack

FACT = "The notice period is 47 days, says the quokka clause."
CONTRACT = pdf(["Page one of the contract.", "Page two of the contract.", FACT])
QUESTION = "How long is the notice period?"


def asked(models: ModelServer) -> list[str]:
    """Return the content of each call, in order."""
    return [json.dumps(call.body, ensure_ascii=False) for call in models.journal.calls]


def said_with(slack: LocalSlack, words: str) -> list[str]:
    """Return the words of all messages with certain words that everybody sees, each in one line."""
    posts = [one for one in slack.workspace.posts if one.ephemeral_to is None and not one.deleted]
    return [said for one in posts if words in (said := " ".join(slack.words(one).split()))]


async def test_a_contract_in_slack_and_the_discussion_around_it_reach_every_model(
    slack: LocalSlack, over_http: Serving, models: ModelServer
) -> None:
    alice, bob = slack.person("alice"), slack.person("bob")
    root = alice.say("C1", "The landlord wants us out by May, <@UBOB>.")
    bob.say("C1", "Impossible & rude. See the contract, Alice.", thread_ts=root.ts)
    bob.say("C1", "", thread_ts=root.ts, files=[slack.add_file("plan.txt", b"Never read.")])
    file = slack.add_file("contract.pdf", CONTRACT, mimetype="application/pdf")

    await alice.mention("C1", f"{QUESTION} @bob and alice differ.", thread_ts=root.ts, files=[file])
    card = await slack.message_with("of this thread (", channel="C1")
    await slack.message_with("# Verdict", channel="C1")

    prompts = asked(models)
    assert len(prompts) == 9
    assert sum(FACT in prompt for prompt in prompts) == 9
    answers = [prompt for prompt in prompts if "You sit on a council" in prompt]
    assert len(answers) == 4
    for prompt in answers:
        assert "Person 1: The landlord wants us out by May, @Person 2." in prompt
        assert "Person 2: Impossible & rude. See the contract, Person 1." in prompt
        assert "Person 2: [attached: plan.txt, not read]" in prompt
        assert f"{QUESTION} @Person 2 and Person 1 differ." in prompt
    for prompt in prompts:
        assert not re.search(r"\b(alice|bob)\b", prompt, re.I)
    read = "3 messages of this thread (1 file in them not read) and contract.pdf (PDF, 3 pages)"
    assert read in " ".join(slack.words(card).split())


CLAUSES = (
    "The tenant shall keep the rooms clean and pay the rent on the first working day of each month. " * 15
)
LEASE = pdf(
    [f"{CLAUSES} Opening words.", f"{CLAUSES} A deposit of three rents is due.", f"{CLAUSES} {FACT}", CLAUSES]
)


async def test_a_follow_up_in_slack_is_given_the_passages_it_asks_about_or_the_page_it_names(
    slack: LocalSlack, over_http: Serving, models: ModelServer
) -> None:
    alice = slack.person("alice")
    file = slack.add_file("lease.pdf", LEASE, mimetype="application/pdf")
    await alice.mention("C1", QUESTION, files=[file])
    await slack.message_with("# Verdict", channel="C1")
    (card,) = [one for one in slack.messages("C1") if one.bot_id]

    given: list[list[str]] = []
    for number, question in enumerate(("And the deposit?", "What does page 3 say?"), 2):
        before = len(asked(models))
        await alice.mention("C1", question, thread_ts=card.ts)
        await slack.wait_for(lambda done=number: len(said_with(slack, "# Verdict")) == done)
        given.append([prompt for prompt in asked(models)[before:] if "You sit on a council" in prompt])

    deposit, page = given
    assert [len(each) for each in given] == [4, 4]
    for prompt in deposit:
        assert "A deposit of three rents is due." in prompt
        assert "SHA-256" in prompt
        assert FACT not in prompt
    assert all(FACT in prompt and "Opening words." in prompt for prompt in page)
    assert len(deposit[0]) < 0.7 * len(page[0])


PACKED = docx("The tenant shall keep the rooms clean. " * 5_000)
"""A document of 200,000 characters in a few kilobytes, so that its cost is known only once it is read."""

DAY_BUDGET = {"COUNCIL_DAY_BUDGET": "0.50", "OPENROUTER_PRICES": "*=9/9"}
BEYOND = re.compile(r"would cost about \$\d.*the budget of this bot, \$0\.50 a day, has \$0\.50 left\.")


async def test_a_question_in_slack_that_its_file_makes_too_dear_ends_with_the_time_when_the_budget_renews(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    file = slack.add_file("contract.docx", PACKED, mimetype="application/octet-stream")
    async with in_slack("http", models, slack, tmp_path, **DAY_BUDGET):
        await slack.person("alice").mention("C1", QUESTION, files=[file])
        ended = await slack.message_with("The budget starts again:", channel="C1")

    assert BEYOND.search(" ".join(slack.words(ended).split()))
    assert asked(models) == []


async def test_a_question_on_discord_that_its_file_makes_too_dear_ends_with_the_time_when_the_budget_renews(
    models: ModelServer, tmp_path: Path
) -> None:
    async with (
        LocalDiscord() as server,
        in_discord(models, server, tmp_path, **DAY_BUDGET) as talk,
    ):
        file = Upload(name="contract.docx", content=PACKED)
        asking = await talk.alice.slash("council ask", {"question": QUESTION, "file": file}, talk.channel)
        await server.wait_for_thread(await asking.reply())
        ended = await talk.posted("The budget starts again:")
        server.assert_no_complaints()

    assert BEYOND.search(" ".join(ended.text.replace("\\", "").split()))
    assert asked(models) == []


async def test_a_message_of_slack_that_the_council_is_asked_about_is_read_with_its_thread(
    slack: LocalSlack, over_http: Serving, models: ModelServer
) -> None:
    alice, bob = slack.person("alice"), slack.person("bob")
    root = alice.say("C1", "The landlord wants us out by May.")
    theirs = bob.say("C1", "The contract says 47 days, <@UALICE>.", thread_ts=root.ts)
    alice.say("C1", "So we may stay?", thread_ts=root.ts)

    await alice.message_shortcut(theirs, "council_message")
    await slack.wait_for(lambda: slack.views("alice"))
    await alice.submit(alice.view, {})
    await slack.message_with("# Verdict", channel="C1")

    prompts = asked(models)
    assert len(prompts) == 9
    assert all("47 days" in prompt for prompt in prompts)
    for prompt in prompts:
        assert "Person 1: The landlord wants us out by May." in prompt
        assert "Person 1: So we may stay?" in prompt


async def test_a_message_of_slack_that_is_a_file_without_words_is_asked_about(
    slack: LocalSlack, over_http: Serving, models: ModelServer
) -> None:
    alice = slack.person("alice")
    file = slack.add_file("contract.pdf", CONTRACT, mimetype="application/pdf")

    await alice.message_shortcut(slack.person("bob").say("C1", "", files=[file]), "council_message")
    await slack.wait_for(lambda: slack.views("alice"))
    await alice.submit(alice.view, {})
    await slack.message_with("# Verdict", channel="C1")

    prompts = asked(models)
    assert len(prompts) == 9
    assert all(FACT in prompt and "What matters in contract.pdf" in prompt for prompt in prompts)
    (run,) = await over_http.app.store.latest(limit=5)
    assert (await over_http.app.store.get(run.id)).question.is_wordless


async def test_no_message_is_read_where_the_settings_say_so(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    alice = slack.person("alice")
    root = alice.say("C1", "The landlord wants us out by May.")
    async with in_slack("http", models, slack, tmp_path, COUNCIL_READ_THREAD="none"):
        await alice.mention("C1", QUESTION, thread_ts=root.ts)
        await slack.message_with("# Verdict", channel="C1")

    assert slack.journal.calls_of("conversations.replies") == []
    assert not any("landlord" in prompt for prompt in asked(models))


async def test_no_message_of_discord_is_read_where_the_settings_say_so(
    models: ModelServer, tmp_path: Path
) -> None:
    async with (
        LocalDiscord() as server,
        in_discord(models, server, tmp_path, COUNCIL_READ_THREAD="none", COUNCIL_VOTE_MINUTES="0") as talk,
    ):
        first = await server.person("bob").say(talk.channel, "The landlord wants us out by May.")
        await talk.alice.say(talk.channel, QUESTION, mentions_bot=True, reply_to=first)
        await talk.runs()

        assert server.calls("GET", "/channels/{channel_id}/messages/{message_id}") == []
        assert server.calls("GET", "/channels/{channel_id}/messages") == []
        server.assert_no_complaints()
    assert len(asked(models)) == 9
    assert not any("landlord" in prompt for prompt in asked(models))


async def test_a_file_of_slack_connect_is_read_where_slack_hands_it_out(
    slack: LocalSlack, over_http: Serving, models: ModelServer
) -> None:
    file = slack.add_file("contract.pdf", CONTRACT, mimetype="application/pdf")
    file.foreign = True

    await slack.person("alice").mention("C1", QUESTION, files=[file])
    await slack.message_with("# Verdict", channel="C1")

    assert all(FACT in prompt and "contract.pdf" in prompt for prompt in asked(models))


async def test_a_deleted_question_leaves_no_word_of_its_files(
    slack: LocalSlack, over_http: Serving, models: ModelServer, tmp_path: Path
) -> None:
    file = slack.add_file("contract.pdf", CONTRACT, mimetype="application/pdf")
    await slack.person("alice").mention("C1", QUESTION, files=[file])
    await slack.message_with("# Verdict", channel="C1")
    (run,) = await over_http.app.store.latest(limit=5)
    assert found_in_bytes(tmp_path, ["quokka"]) == {"quokka"}

    await over_http.app.retention.finish_deletion(
        await over_http.app.retention.delete(run.id, from_chat=True)
    )
    await everything_settled(over_http, run.id)
    await over_http.app.retention.finish_deletions()

    assert found_in_bytes(tmp_path, ["quokka", "contract.pdf"]) == set()


@pytest.fixture
async def talk(models: ModelServer, tmp_path: Path) -> AsyncIterator[Talk]:
    """Yield a council on Discord."""
    async with LocalDiscord() as server:
        async with in_discord(models, server, tmp_path) as talk:
            yield talk
        server.assert_no_complaints()


async def test_a_contract_on_discord_reaches_every_model(talk: Talk) -> None:
    file = Upload(name="contract.pdf", content=CONTRACT)
    asking = await talk.alice.slash("council ask", {"question": QUESTION, "file": file}, talk.channel)
    card = await asking.reply()
    await talk.discord.wait_for_thread(card)
    await talk.posted("Verdict")

    prompts = asked(talk.models)
    assert sum(FACT in prompt for prompt in prompts) == len(prompts) == 9
    await talk.discord.wait_for(lambda: "contract.pdf (PDF, 3 pages)" in card.text.replace("\\", ""))


async def test_a_file_of_discord_whose_address_has_expired_is_fetched_from_a_new_one(talk: Talk) -> None:
    file = Upload(name="contract.pdf", content=CONTRACT)
    theirs = await talk.discord.person("bob").say(talk.channel, "Is this right?", files=[file])
    opened = await talk.alice.context_menu("Ask the council", theirs)
    await opened.opened_modal()
    talk.discord.expire_attachments()

    await talk.alice.submit_modal(opened, {})
    await talk.discord.wait_for(lambda: len(talk.models.journal.calls) >= 9)

    assert all(FACT in prompt for prompt in asked(talk.models))


async def test_a_message_on_discord_that_is_a_file_without_words_is_asked_about(talk: Talk) -> None:
    file = Upload(name="contract.pdf", content=CONTRACT)
    theirs = await talk.discord.person("bob").say(talk.channel, "", files=[file])

    opened = await talk.alice.context_menu("Ask the council", theirs)
    await opened.opened_modal()
    await talk.alice.submit_modal(opened, {})
    await talk.discord.wait_for(lambda: len(talk.models.journal.calls) >= 9)

    assert all(FACT in prompt and "What matters in contract.pdf" in prompt for prompt in asked(talk.models))


async def test_a_message_on_discord_is_asked_about_with_its_replies_and_its_thread(talk: Talk) -> None:
    bob = talk.discord.person("bob")
    first = await talk.alice.say(talk.channel, "The landlord wants us out by May.")
    theirs = await bob.say(talk.channel, "Is that legal?", reply_to=first)
    await bob.say(talk.discord.thread_on(theirs, "Legal?", bob), "The contract says 47 days.")
    opened = await talk.alice.context_menu("Ask the council", theirs)
    await opened.opened_modal()

    await talk.alice.submit_modal(opened, {})
    await talk.discord.wait_for(lambda: len(talk.models.journal.calls) >= 9)

    for prompt in asked(talk.models)[:4]:
        assert "Person 1: The landlord wants us out by May." in prompt
        assert "Person 2: The contract says 47 days." in prompt
        assert prompt.count("Is that legal?") == 1


async def test_a_message_on_discord_that_is_asked_about_again_with_a_link_keeps_the_replies_before_it(
    talk: Talk,
) -> None:
    first = await talk.alice.say(talk.channel, "The landlord wants us out by May.")
    theirs = await talk.discord.person("bob").say(talk.channel, "Is that legal?", reply_to=first)
    opened = await talk.alice.context_menu("Ask the council", theirs)
    await opened.opened_modal()
    await talk.alice.submit_modal(opened, {})
    await talk.discord.wait_for(talk.discord.threads, what="the thread of the question")
    ballot = await talk.posted("Which response is best?")
    await talk.posted("Verdict")
    await talk.reveal(ballot)
    card = await talk.discord.wait_for_message(talk.channel, "Asked by")
    await talk.discord.wait_for(lambda: "Edit and ask again" in offered(card), what="the menu of the card")
    again = await talk.opened(talk.alice, card, "Edit and ask again")

    await talk.alice.submit_modal(again, {"Question": "Is that legal? See https://example.invalid/law"})
    await talk.discord.wait_for(lambda: len(talk.models.journal.calls) >= 18)

    answers = [prompt for prompt in asked(talk.models) if "You sit on a council" in prompt]
    assert ["The landlord wants us out by May." in prompt for prompt in answers] == [True] * 8


async def test_a_post_of_a_forum_on_discord_is_read_with_what_was_said_beneath_it(talk: Talk) -> None:
    post = talk.discord.forum_post("Out by May", talk.alice, "The landlord wants us out by May.")
    await talk.discord.person("bob").say(post, "The contract says 47 days.")
    await talk.alice.say(post, "Is that so?", mentions_bot=True)
    await talk.discord.wait_for(lambda: len(talk.models.journal.calls) >= 9)

    for prompt in asked(talk.models)[:4]:
        assert "Person 1: The landlord wants us out by May." in prompt
        assert "Person 2: The contract says 47 days." in prompt


async def test_replies_before_a_question_on_discord_are_read_as_what_people_said(talk: Talk) -> None:
    bob = talk.discord.person("bob")
    first = await talk.alice.say(talk.channel, "The landlord wants us out by May.")
    second = await bob.say(talk.channel, f"Impossible, {talk.alice.mention}. Alice knows.", reply_to=first)
    asking = f"Is that so, {bob.mention}?"
    await talk.alice.say(talk.channel, asking, mentions_bot=True, reply_to=second)
    await talk.discord.wait_for(lambda: len(talk.models.journal.calls) >= 9)

    for prompt in asked(talk.models):
        assert "Person 1: The landlord wants us out by May." in prompt
        assert "Person 2: Impossible, @Person 1. Person 1 knows." in prompt
        assert "Is that so, @Person 2?" in prompt
        assert not re.search(r"\b(alice|bob)\b", prompt, re.I)


async def test_a_picture_and_a_service_of_a_form_on_discord_reach_all_models_and_are_deleted_with_the_question(
    models: ModelServer, tmp_path: Path
) -> None:
    beryl = next(each for each in MEMBERS if "Beryl" in each)
    members = ", ".join(f"{each}&sees=no" if each == beryl else each for each in MEMBERS)
    models.script("gpt-6.1-sol", Says(text="A chart of quokka rents."))
    async with (
        LocalDiscord() as server,
        two_services(tmp_path) as services,
        in_discord(
            models,
            server,
            tmp_path,
            COUNCIL_MEMBERS=members,
            COUNCIL_VOTE_MINUTES="0",
            **services.environment,
        ) as talk,
    ):
        form = await talk.alice.slash("council ask", {}, talk.channel)
        await form.opened_modal()
        filled = {
            "Question": QUESTION,
            "Files": [Upload(name="chart.png", content=png(30, 20))],
            "Services that are asked": ["Wiki"],
            "Details for services": "space: HR",
        }
        asking = await talk.alice.submit_modal(form, filled)
        await server.wait_for_thread(await asking.reply())
        board = (await talk.posted("described the pictures")).text
        (run,) = await talk.runs()
        held = found_in_bytes(tmp_path, ["quokka"])
        retention = talk.served.app.retention
        await retention.finish_deletion(await retention.delete(run.id, from_chat=True))
        await everything_settled(talk.served, run.id)
        await retention.finish_deletions()
        left = found_in_bytes(tmp_path, ["quokka", "chart.png"])

    described, *others = asked(models)
    answers = [prompt for prompt in others if "You sit on a council" in prompt]
    assert "image" in described
    assert len(answers) == 4
    assert all("A chart of quokka rents." in prompt for prompt in answers)
    assert sum("You cannot see the 1 pictures" in prompt for prompt in answers) == 1
    assert "Onyx described the pictures, which Beryl cannot see." in board
    assert [asked_of.partition("&")[2] for asked_of in services.asked] == ["space=HR"]
    assert all(FACT_OF_WIKI in prompt for prompt in others)
    assert (held, left) == ({"quokka"}, set())
