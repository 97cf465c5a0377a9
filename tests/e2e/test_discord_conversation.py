"""Tests of a whole conversation on Discord: every button and form of the posts, with the real product behind them."""

import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.settings.roster import write_roster
from tests.e2e.discord_talk import QUESTION, Talk, in_discord, offered
from tests.e2e.times import TIMES
from tests.golden_files import assert_golden
from tests.testbed.discord import Interaction, LocalDiscord, NotOfferedError, described
from tests.testbed.models import Fails, ModelServer, Says

ONYX, TOPAZ = "openai:gpt-6.1-sol?name=Onyx", "google:gemini-4-argon?name=Topaz"
NO_VOTE = {"COUNCIL_VOTE_MINUTES": "0"}
NEXT = "And how many?"
EDIT = "/channels/{channel_id}/messages/{message_id}"
NAMES = TIMES | {r"council(\\?-)r[0-9a-hjkmnp-tv-z]{16}": r"council\1RUN", r"\(\d+ bytes\)": "(N bytes)"}


@pytest.fixture
async def discord_server() -> AsyncIterator[LocalDiscord]:
    """Yield a strict local Discord without the message content intent; its complaints fail the test."""
    async with LocalDiscord(message_content=False, openapi=described()) as server:
        yield server
        server.assert_no_complaints()


@pytest.fixture
async def talk(models: ModelServer, discord_server: LocalDiscord, tmp_path: Path) -> AsyncIterator[Talk]:
    """Yield a council with an open vote."""
    async with in_discord(models, discord_server, tmp_path) as talk:
        yield talk


@pytest.fixture
async def quick(models: ModelServer, discord_server: LocalDiscord, tmp_path: Path) -> AsyncIterator[Talk]:
    """Yield a council without a vote, so that runs end by themselves."""
    async with in_discord(models, discord_server, tmp_path, **NO_VOTE) as talk:
        yield talk


async def test_votes_of_all_kinds_are_kept_and_counted(talk: Talk) -> None:
    bob, carol, dave = (talk.discord.person(name) for name in ("bob", "carol", "dave"))
    await talk.ask()
    ballot = await talk.posted("Which response is best?")

    one = await talk.press(bob, ballot, "Response B")
    form = await talk.opened(carol, ballot, "Rank them all")
    twice = await (await carol.submit_modal(form, {"Best": "C", "Place 2": "C"})).private_reply()
    again = await talk.opened(carol, twice, "Open the form again")
    ranked = await (await carol.submit_modal(again, {"Place 2": "A"})).acknowledged()
    await talk.discord.wait_for(lambda: "best first: C, then A" in twice.text)
    await talk.press(dave, ballot, "Response D")
    gone = await talk.press(dave, await talk.press(dave, ballot, "Response A"), "Withdraw my vote")
    await talk.posted("Verdict")
    await talk.reveal(ballot)

    (run,) = await talk.runs()
    votes = {ballot.voter: ballot.order for ballot in run.ballots}
    assert votes == {str(bob.id): (("B",),), str(carol.id): (("C",), ("A",))}
    assert "Your vote: Response B" in one.text
    assert "withdrawn" in gone.text
    assert ranked.ephemerals == []
    assert run.tally is not None
    assert run.tally.ballots == 2


async def by_form(talk: Talk) -> None:
    opened = await talk.opened(talk.alice, await talk.posted("Verdict of"), "Ask a follow-up")
    await talk.alice.submit_modal(opened, {"Your follow-up": NEXT})


async def by_mention(talk: Talk) -> None:
    await talk.alice.say(talk.thread, NEXT, mentions_bot=True)


async def by_reply(talk: Talk) -> None:
    await talk.alice.say(talk.thread, NEXT, reply_to=await talk.posted("Verdict of"))


async def by_command(talk: Talk) -> None:
    await talk.alice.slash("council ask", {"question": NEXT}, talk.thread)


async def by_message_menu(talk: Talk) -> None:
    theirs = await talk.discord.person("bob").say(talk.thread, NEXT)
    opened = await talk.alice.context_menu("Ask the council", theirs)
    await opened.opened_modal()
    await talk.alice.submit_modal(opened, {})


@pytest.mark.parametrize("follow_up", [by_form, by_mention, by_reply, by_command, by_message_menu])
async def test_a_follow_up_goes_into_the_thread_and_knows_the_verdict(
    follow_up: Callable[[Talk], Awaitable[None]], quick: Talk
) -> None:
    await quick.ask()
    (first,) = await quick.runs()
    await quick.posted("Ranking and names")
    asked_before = len(quick.models.journal.calls)

    await follow_up(quick)

    first, second = await quick.runs(2)
    assert first.verdict is not None
    said = json.dumps(first.verdict.text)[1:-1]
    new = [json.dumps(call.body) for call in quick.models.journal.calls[asked_before:]]
    assert second.status == "revealed"
    assert (second.question.text, second.question.follows) == (NEXT, first.id)
    assert second.question.place.thread == first.thread == str(quick.thread.id)
    assert len([body for body in new if NEXT in body and QUESTION in body and said in body]) >= 4
    assert len(quick.discord.threads()) == 1


async def test_a_suggested_question_is_asked_as_a_follow_up_in_its_own_words(discord_demo: Talk) -> None:
    await discord_demo.ask()
    (first,) = await discord_demo.runs()
    assert first.verdict is not None
    suggested = first.verdict.points.ask

    opened = await discord_demo.opened(
        discord_demo.alice,
        await discord_demo.posted("Only one saw"),
        "Ask: “Which rules of style deserve a lint?”",
    )
    await discord_demo.alice.submit_modal(opened, {})

    first, second = await discord_demo.runs(2)
    assert suggested[2] == "Which rules of style deserve a lint?"
    assert (second.question.text, second.question.follows) == (suggested[2], first.id)
    assert second.question.place.thread == first.thread


async def test_a_plain_message_follows_up_where_the_channel_wants_that(
    models: ModelServer, tmp_path: Path
) -> None:
    async with (
        LocalDiscord(message_content=True, openapi=described()) as server,
        in_discord(models, server, tmp_path, **NO_VOTE) as talk,
    ):
        await talk.ask()
        await talk.runs()
        await talk.posted("Ranking and names")
        await talk.alice.say(talk.thread, "not yet meant for the council")
        panel = await (await talk.boss.slash("council settings", {}, talk.channel)).private_reply()
        form = await talk.opened(talk.boss, panel, "Voting")
        await (
            await talk.boss.submit_modal(form, {"Messages without a mention follow up": "yes"})
        ).acknowledged()
        await talk.discord.wait_for(lambda: "Saved for this channel" in panel.text)

        await talk.alice.say(talk.thread, NEXT)
        first, second = await talk.runs(2)
        server.assert_no_complaints()

    assert (second.question.text, second.question.follows) == (NEXT, first.id)


async def test_the_same_once_more_with_other_members(quick: Talk) -> None:
    card = await quick.ask()
    await quick.runs()
    await quick.discord.wait_for(lambda: "Edit and ask again" in offered(card))

    wrong = await quick.opened(quick.alice, card, "Edit and ask again")
    _lists_a_model_that_is_gone(wrong)
    told = await (await quick.alice.submit_modal(wrong, {"Models": ["Gone"]})).private_reply()
    mistakes, paid = told.text, len(await quick.runs())
    again = await quick.opened(quick.alice, told, "Open the form again")
    await quick.alice.submit_modal(again, {"Models": [ONYX, TOPAZ], "Chairman": TOPAZ})

    first, second = await quick.runs(2)
    assert mistakes.startswith("**Models**: openai:gone cannot be chosen here, so nothing was asked or paid")
    assert paid == 1
    assert (second.question.repeats, second.question.earlier) == (first.id, ())
    assert [member.id for member in second.settings.roster.members] == [
        "openai:gpt-6.1-sol",
        "google:gemini-4-argon",
    ]
    assert second.settings.roster.chairman == second.settings.roster.members[1]
    assert second.question.place.thread == first.thread

    # Who manages the channel sets models one by one: a form opens none, so a list comes in between.
    third = await quick.opened(quick.boss, card, "Edit and ask again")
    ticked = await quick.boss.submit_modal(third, {"Models": [ONYX, TOPAZ], "Advanced: set each model": True})
    listed = await ticked.private_reply()
    one = await quick.opened(quick.boss, listed, "Onyx")
    await quick.boss.submit_modal(one, {"Role": "Sceptic", "Temperature": "0.2", "Effort": "Low"})
    await quick.discord.wait_for(lambda: "Role: Sceptic" in listed.text)
    await quick.press(quick.boss, listed, "Ask")
    *_, last = await quick.runs(3)
    assert last.question.repeats == first.id
    assert write_roster(last.settings.roster)[0].split(",\n") == [
        f"{ONYX}&temperature=0.2&effort=low&role=sceptic",
        TOPAZ,
    ]


def _lists_a_model_that_is_gone(opened: Interaction) -> None:
    """Make an open form list a model that the operator has removed since."""
    assert opened.modal is not None
    (menu,) = (one["component"] for one in opened.modal["components"] if one.get("label") == "Models")
    menu["options"].append({"value": "openai:gone", "label": "Gone"})


async def test_a_run_with_a_missing_member_is_tried_again_once(quick: Talk) -> None:
    quick.models.script("gpt-6.1-sol", Fails(status=401), Fails(status=401))
    card = await quick.ask()
    await quick.runs()
    await quick.discord.wait_for(lambda: "Try again" in card.labels)

    replies = [await quick.press(quick.discord.person(name), card, "Try again") for name in ("alice", "bob")]

    first, second = await quick.runs(2)
    assert (first.is_incomplete, second.is_incomplete) == (True, False)
    assert second.question.repeats == first.id
    assert replies[0].text != replies[1].text


async def test_a_run_is_taken_away_and_judged(quick: Talk) -> None:
    card = await quick.ask()
    await quick.runs()
    verdict = await quick.posted("Verdict of")
    await quick.discord.wait_for(lambda: "Export" in offered(card))
    ranking = await quick.posted("Ranking and names")

    offered_here = await quick.press(quick.alice, card, "Export")
    typed = await (await quick.alice.slash("council export", {}, quick.thread)).private_reply()
    assert offered_here.text == typed.text
    for message in (offered_here, typed):
        await quick.press(quick.alice, message, "JSON")
        await quick.press(quick.alice, message, "Post to thread")
    bob = quick.discord.person("bob")
    opinions = [await quick.press(bob, verdict, label) for label in ("Helpful", "Not helpful")]
    why = await quick.opened(bob, opinions[1], "Say why")
    await (await bob.submit_modal(why, {"What was missing or wrong?": "It names no date."})).acknowledged()
    reviews = await quick.press(bob, ranking, "Read the reviews")
    shown = [
        await (await bob.slash(f"council {word}", {}, quick.channel)).private_reply()
        for word in ("history", "stats", "show", "help")
    ]

    (run,) = await quick.runs()
    files = (await quick.posted("This question as files")).files
    assert [(word.person, word.good, word.reason) for word in run.feedback] == [
        (str(bob.id), False, "It names no date.")
    ]
    assert list(files) == [f"council-{run.id}.json"]
    assert json.loads(files[f"council-{run.id}.json"].text)["id"] == run.id
    assert len([one for one in quick.discord.messages(quick.thread) if one.files]) == 1
    assert all(opinion.text for opinion in opinions)
    assert "Reviewer 1" in reviews.text
    assert all(QUESTION in reply.text for reply in (shown[0], shown[2]))
    assert "Onyx" in shown[1].text


async def test_settings_of_a_channel_are_saved_and_hold(quick: Talk) -> None:
    boss = quick.boss
    panel = await (await boss.slash("council settings", {}, quick.channel)).private_reply()
    form = await quick.opened(boss, panel, "Judging")
    judged = await (await boss.submit_modal(form, {"Rubric": "code"})).acknowledged()
    await quick.discord.wait_for(lambda: "Saved for this channel" in panel.text)
    await boss.click(panel, "Show settings")
    await quick.discord.wait_for(lambda: "Models and preset" in panel.labels)
    form = await quick.opened(boss, panel, "Models and preset")
    await boss.submit_modal(form, {"Models": [ONYX, TOPAZ], "Chairman": TOPAZ})
    await quick.discord.wait_for(lambda: "Saved for this channel" in panel.text)

    await quick.ask()

    (run,) = await quick.runs()
    assert judged.ephemerals == []
    assert run.settings.rubric == "code"
    assert [member.name for member in run.settings.roster.members] == ["Onyx", "Topaz"]
    assert run.settings.roster.chairman.name == "Topaz"


async def test_somebody_who_was_faster_is_noticed_and_nothing_typed_is_lost(quick: Talk) -> None:
    boss, other = quick.boss, quick.discord.person("other", permissions=quick.boss.user.permissions)
    forms: list[Interaction] = []
    for who in (boss, other):
        panel = await (await who.slash("council settings", {}, quick.channel)).private_reply()
        forms.append(await quick.opened(who, panel, "Models and preset"))
    await (await boss.submit_modal(forms[0], {"Preset": "quick"})).acknowledged()
    late = await other.submit_modal(forms[1], {"House instructions": "Be brief."})
    await late.acknowledged()
    told = late.message
    assert told is not None
    await quick.discord.wait_for(lambda: "Open the form again" in told.labels)

    again = await quick.opened(other, told, "Open the form again")
    await other.submit_modal(again, {"Preset": "quick"})
    await quick.discord.wait_for(lambda: "Saved" in told.text)

    await quick.ask()
    (run,) = await quick.runs()
    assert (run.settings.preset, run.settings.instructions) == ("quick", "Be brief.")


async def test_only_those_who_manage_the_channel_change_its_settings(quick: Talk) -> None:
    alice = quick.alice
    panel = await (await alice.slash("council settings", {}, quick.channel)).private_reply()
    theirs = await (await quick.boss.slash("council settings", {}, quick.channel)).private_reply()

    with pytest.raises(NotOfferedError):
        await alice.click(theirs, "Voting")
    forged = await quick.opened(quick.boss, theirs, "Voting")
    assert forged.modal is not None
    mine = await alice.slash("council ask", {}, quick.channel)
    await mine.opened_modal()
    refused = await (
        await alice.submit_modal(forged.modal, {"Vote open for (minutes)": "1"}, by=mine)
    ).private_reply()

    assert panel.labels == []
    assert "may change its settings" in panel.text
    assert "Only those who manage this channel" in refused.text


async def test_a_run_is_stopped_while_members_answer(quick: Talk) -> None:
    for name in ("gpt-6.1-sol", "claude-sonnet-5-5"):
        quick.models.always(name, Says(after=60.0))
    card = await quick.ask()
    bob = quick.discord.person("bob")

    refused = await quick.press(bob, card, "Cancel")
    sure = await quick.press(quick.alice, card, "Cancel")
    await quick.press(quick.alice, sure, "Cancel")
    await quick.discord.wait_for(lambda: "Edit and ask again" in offered(card))

    (run,) = await quick.runs(finished=False)
    assert "may cancel this question" in refused.text
    assert refused.labels == [], "no confirmation is asked for"
    assert run.status == "cancelled"


async def test_the_whole_conversation_as_people_see_it(talk: Talk) -> None:
    bob = talk.discord.person("bob")
    card = await talk.ask(members="openai:gpt-6.1-sol, google:gemini-4-argon, anthropic:claude-sonnet-5-5")
    await talk.posted("Verdict")
    ballot = await talk.posted("Which response is best?")
    await talk.press(bob, ballot, "Response B")
    await talk.reveal(ballot)
    await talk.discord.wait_for(lambda: "Export" in offered(card))
    await talk.posted("revealed the names")
    offered_to_bob = await talk.press(bob, card, "Export")
    await talk.press(bob, offered_to_bob, "Markdown")
    await talk.press(bob, offered_to_bob, "Post to thread")
    await talk.posted("This question as files")
    await by_form(talk)
    await talk.posted("here is the verdict", times=2)
    await talk.posted("How the models rank")
    messages = talk.discord.messages
    await talk.discord.wait_for(lambda: sum(NEXT in one.text for one in messages(talk.thread)) == 5)

    assert_golden("e2e/discord-conversation.txt", talk.discord.transcript(talk.channel, names=NAMES))


async def test_twenty_people_vote_within_a_second(talk: Talk) -> None:
    await talk.ask()
    await talk.posted("Verdict of")
    ballot = await talk.posted("Which response is best?")
    before = len(talk.discord.calls("PATCH", EDIT))

    clicks = [
        await talk.discord.person(f"voter{n}").click(ballot, f"Response {'ABCD'[n % 4]}") for n in range(20)
    ]
    for clicked in clicks:
        await clicked.private_reply()
    await talk.discord.wait_for(lambda: "20 votes so far" in ballot.text)

    (run,) = await talk.runs(finished=False)
    assert Counter(str(ballot.order[0][0]) for ballot in run.ballots) == dict.fromkeys("ABCD", 5)
    assert not any(clicked.failed for clicked in clicks)
    assert len(talk.discord.calls("PATCH", EDIT)) - before < 10
