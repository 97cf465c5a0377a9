"""People's actions in Slack become requests, over both transports."""

import asyncio
from dataclasses import replace

import pytest

from bot.platforms.slack.listening import listener
from bot.platforms.slack.listening.acknowledge import A_COMMAND
from bot.post import Actions, Button, Choice, LinkButton, Post, PrivateReply, Prose, line
from bot.presentation.replies import slip_reply
from bot.presentation.words import ENGLISH
from bot.requests.actions import ask_action, read_action, vote_action
from bot.requests.asking import Ask, Clarify
from bot.requests.request import Request
from bot.requests.running import MoveChannel, RetryPosts, ShowHelp, ShowHistory
from bot.requests.voting import CastVote
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.slate import Alias
from tests.bot.platforms.slack.talk import Talk, said, talking
from tests.testbed.gates import Moment
from tests.testbed.slack.faults import Garbled, SlackError
from tests.testbed.slack.journal import Call
from tests.testbed.slack.payloads import forwarded

RUN = RunId("r0123456789ab")


def ask(request: Request) -> Ask:
    assert isinstance(request, Ask)
    return request


async def test_a_command_asks_and_its_reply_is_seen_by_the_asker_alone(talk: Talk) -> None:
    talk.handler.answer = lambda _: said("The council is at work.")

    delivery = await talk.slack.person("alice").command("general", "/council", "Tea or coffee?")

    assert delivery.acknowledged
    request = ask((await talk.handler.requests(1))[0])
    assert (request.text, request.person.name, request.place.channel) == ("Tea or coffee?", "alice", "C1")
    assert (request.place.workspace, request.place.thread) == ("T1", None)
    await talk.slack.wait_for(lambda: talk.slack.ephemerals("alice"))
    assert talk.slack.words(talk.slack.ephemerals("alice")[0]) == "The council is at work."
    assert talk.slack.messages("general") == []


async def test_a_question_is_handed_on_before_slack_is_asked_for_the_name(talk: Talk) -> None:
    await talk.slack.person("alice").mention("general", "Tea or coffee?")

    request = ask((await talk.handler.requests(1))[0])
    assert (request.person.name, talk.slack.journal.calls_of("users.info")) == ("UALICE", [])
    assert request.naming is not None
    assert await request.naming() == "alice"

    await talk.slack.person("alice").mention("general", "Milk or sugar?")
    later = ask((await talk.handler.requests(2))[1])
    assert (later.person.name, later.naming) == ("alice", None)


async def test_a_question_reads_as_it_was_typed(talk: Talk) -> None:
    typed = "Is <b> & #general faster than &lt; for @bob?"

    await talk.slack.person("alice").command("general", "/council", typed)
    await talk.slack.person("alice").mention("general", typed)

    command, mention = map(ask, await talk.handler.requests(2))
    assert command.text == typed
    assert mention.text == typed.replace("#general", "#C1")


async def test_a_mention_in_a_thread_stays_in_that_thread(talk: Talk) -> None:
    alice = talk.slack.person("alice")
    root = alice.say("general", "We need a decision.")

    await alice.mention("general", "which one?", thread_ts=root.ts)

    request = ask((await talk.handler.requests(1))[0])
    assert (request.text, request.place.thread) == ("which one?", root.ts)
    assert request.delivery.startswith("C1:")


async def test_a_direct_message_is_a_question_and_brings_its_files(talk: Talk) -> None:
    file = talk.slack.add_file("notes.txt", b"hello")

    await talk.slack.person("alice").direct_message("Summarise this", files=[file])

    request = ask((await talk.handler.requests(1))[0])
    assert (request.text, request.place.channel) == ("Summarise this", "DALICE")
    assert [(one.name, one.size) for one in request.files] == [("notes.txt", 5)]
    assert await talk.platform.fetch_file(request.files[0].reference) == b"hello"


async def test_a_mention_brings_its_files(talk: Talk) -> None:
    file, foreign, secret = (
        talk.slack.add_file(f"{at}.md", b"# Plan", mimetype="text/markdown") for at in "abc"
    )
    foreign.foreign = secret.foreign = True
    talk.slack.fail("files.info", SlackError("access_denied"), after=1)

    await talk.slack.person("alice").mention("general", "Is this sound?", files=[file, foreign, secret])

    request = ask((await talk.handler.requests(1))[0])
    assert [(one.name, one.media_type, one.size) for one in request.files] == [
        ("a.md", "text/markdown", 6),
        ("b.md", "text/markdown", 6),
        (secret.id, "application/octet-stream", 0),
    ]
    assert await talk.platform.fetch_file(request.files[0].reference) == b"# Plan"


async def test_a_forwarded_message_is_read_unless_it_is_from_a_private_channel(talk: Talk) -> None:
    slack, alice = talk.slack, talk.slack.person("alice")
    slack.add_channel("C2", "elsewhere", members=("bob",))
    slack.add_channel("G3", "secrets", members=("bob",), private=True)
    letter = slack.person("bob").say("C2", "Out by May,\n@bob & co.", files=[slack.add_file("may.txt", b"!")])
    secret = slack.person("bob").say("G3", "Nobody knows.")
    root = alice.say("general", "")
    root.attachments = [forwarded(slack, one) for one in (letter, secret)]

    await alice.mention("general", "Is that legal?", forwards=[letter, secret])

    request = ask((await talk.handler.requests(1))[0])
    assert request.text == "Is that legal?\n\n> Out by May,\n> @bob & co."
    assert [one.name for one in request.files] == ["may.txt"]
    (said,) = await talk.platform.read_thread(replace(request.place, thread=root.ts), "")
    assert (said.text, said.files) == ("> Out by May,\n> <@UBOB> & co.", ("may.txt",))


async def test_the_message_of_an_app_on_which_a_thread_hangs_is_read(talk: Talk) -> None:
    bob = talk.slack.person("bob")
    root = bob.say("general", "Disk full")
    root.user, root.bot_id, root.app_id = "UOTHER", "BOTHER", "AOTHER"
    root.blocks = [
        {"type": "header", "text": {"type": "plain_text", "text": "Disk full"}},
        {"type": "section", "fields": [{"type": "mrkdwn", "text": "web-1"}]},
        {"type": "actions", "elements": [{"type": "button", "text": {"type": "plain_text", "text": "Mute"}}]},
    ]
    root.attachments = [{"title": "Since", "fields": [{"title": "hours", "value": "2"}]}]
    later = bob.say("general", "Still full.", thread_ts=root.ts)
    later.bot_id = "BOTHER"
    bob.say("general", "Delete the logs?", thread_ts=root.ts)
    place = Place(platform="slack", channel="C1", workspace="T1", thread=root.ts)

    said = await talk.platform.read_thread(place, "")

    assert [(each.author, each.text) for each in said] == [
        ("", "Disk full\n\nweb-1\n\nSince\nhours: 2"),
        ("UBOB", "Delete the logs?"),
    ]


async def test_words_of_ours_work_in_commands_and_mentions(talk: Talk) -> None:
    await talk.slack.person("alice").command("general", "/council", "history")
    await talk.slack.person("alice").mention("general", "help")

    history, helped = await talk.handler.requests(2)

    assert isinstance(history, ShowHistory)
    assert isinstance(helped, ShowHelp)


@pytest.mark.parametrize("body", ['{"ok": true}', '["ok"]'])
async def test_whoever_slack_says_nothing_readable_of_is_answered_all_the_same(talk: Talk, body: str) -> None:
    talk.slack.fail("users.info", Garbled(body))
    talk.handler.answer = lambda _: said("Noted.")

    await talk.slack.person("alice").command("general", "/council", "history")

    await talk.slack.wait_for(lambda: talk.slack.ephemerals("alice"))
    assert (await talk.handler.requests(1))[0].person.name == "alice"


async def test_the_same_delivery_twice_has_the_same_id(talk: Talk) -> None:
    first = await talk.slack.person("alice").command("general", "/council", "Tea now?")
    await first.redeliver()
    mention = await talk.slack.person("bob").mention("general", "Coffee now?")
    await mention.redeliver()

    commands_and_mentions = sorted(map(ask, await talk.handler.requests(4)), key=lambda one: one.text)

    coffee, again, tea, tea_again = [one.delivery for one in commands_and_mentions]
    assert coffee == again
    assert tea == tea_again
    assert coffee != tea


async def test_a_mention_that_is_told_twice_as_event_and_as_message_is_one_question() -> None:
    subscriptions = ["app_mention", "message.channels", "message.im"]
    async with talking("http", subscriptions=subscriptions) as talk:
        await talk.slack.person("alice").mention("general", "Tea now?")
        await talk.slack.person("alice").mention("general", "Coffee now?")

        asked = await talk.handler.requests(2)

    assert [ask(one).text for one in asked] == ["Tea now?", "Coffee now?"]
    assert len(talk.handler.asked) == 2


async def test_a_mention_that_is_added_by_an_edit_is_heard(talk: Talk) -> None:
    alice, me = talk.slack.person("alice"), talk.slack.installation.bot_user_id
    message = alice.say("general", "Tea or coffee?")

    await alice.edit(message, f"<@{me}> Tea or coffee?")
    await alice.edit(message, f"<@{me}> history")
    await alice.edit(message, f"<@{me}> Tea or milk?")

    added, changed = map(ask, await talk.handler.requests(2))
    assert (added.text, changed.text) == ("Tea or coffee?", "Tea or milk?")
    assert added.delivery == changed.delivery, "the same run"


async def test_what_bots_and_edits_say_is_no_question(talk: Talk) -> None:
    slack, app = talk.slack, talk.slack.installation
    common = {"type": "message", "channel": "DALICE", "channel_type": "im", "text": "loop?", "ts": "1.1"}

    await slack.tell(app, {**common, "user": app.bot_user_id, "bot_id": app.bot_id})
    await slack.tell(app, {**common, "user": "UOTHER", "bot_id": "BOTHER"})
    await slack.tell(app, {**common, "subtype": "message_changed", "message": {"user": "UALICE"}})
    await slack.tell(app, {**common, "user": "UALICE", "subtype": "channel_join"})
    await slack.person("alice").direct_message("a real one")

    assert [ask(one).text for one in await talk.handler.requests(1)] == ["a real one"]
    assert len(talk.handler.asked) == 1
    assert all(delivery.acknowledged for delivery in slack.deliveries)


async def test_a_click_asks_what_its_button_says_and_is_answered_in_its_thread(talk: Talk) -> None:
    talk.handler.answer = lambda request: said("Your vote: B.") if isinstance(request, CastVote) else None
    await talk.slack.person("alice").command("general", "/council", "Tea now?")
    place = (await talk.handler.requests(1))[0].place
    card = Post(blocks=(line("Tea now?"),), summary="Tea now?")
    thread = await talk.platform.open_thread(place, card, key="r/card", again=False)
    vote = Button(label="B", action=vote_action(RUN, Alias("B")))
    post = Post(
        blocks=(Actions(buttons=(vote, LinkButton(label="Site", url="https://x.org"))),), summary="Vote"
    )
    message = await talk.platform.post(thread.place, post, key="r/vote", again=False)

    shown = talk.slack.workspace.message("C1", message.id)
    assert shown is not None
    await talk.slack.person("bob").click(shown, lambda element: element.get("value") == vote.action)
    await talk.slack.person("bob").click(shown, lambda element: "url" in element)

    request = (await talk.handler.requests(2))[1]
    assert isinstance(request, CastVote)
    assert (request.person.name, request.alias, request.run_id) == ("bob", "B", RUN)
    assert request.place.thread == thread.place.thread
    await talk.slack.wait_for(lambda: talk.slack.ephemerals("bob"))
    answer = talk.slack.ephemerals("bob")[0]
    assert (talk.slack.words(answer), answer.thread_ts) == ("Your vote: B.", thread.place.thread)
    assert len(talk.handler.asked) == 2


async def test_a_choice_in_a_menu_asks_for_its_action(talk: Talk) -> None:
    choices = tuple(Choice(label=f"Response {one}", action=vote_action(RUN, Alias(one))) for one in "ABC")
    menu = Post(blocks=(Actions(choices=choices, placeholder="Vote"),), summary="Vote")
    await talk.slack.person("alice").command("general", "/council", "Tea now?")
    where = (await talk.handler.requests(1))[0].place
    message = await talk.platform.post(where, menu, key="r/vote", again=False)

    shown = talk.slack.workspace.message("C1", message.id)
    assert shown is not None
    await talk.slack.person("bob").choose(shown, "council.do.0", "Response C")

    request = (await talk.handler.requests(2))[1]
    assert isinstance(request, CastVote)
    assert request.alias == "C"


async def test_long_reading_matter_opens_in_a_window(talk: Talk) -> None:
    prose = Prose(text="\n\n".join(f"Point {at}: " + "words " * 100 for at in range(20)))
    panel = PrivateReply(post=Post(blocks=(prose,), summary="All"), panel="Reviews of this run, each of them")
    talk.handler.answer = lambda _: panel
    await talk.slack.person("alice").command("general", "/council", "show")

    await talk.slack.wait_for(lambda: talk.slack.views("alice"))

    drawn = talk.slack.draw(talk.slack.person("alice").view)
    assert "Point 0:" in drawn
    assert "Point 19:" in drawn
    assert talk.slack.ephemerals("alice") == []


async def test_a_window_that_slack_no_longer_opens_becomes_a_message() -> None:
    async with talking() as talk:
        talk.slack.fail("views.open", SlackError("expired_trigger_id"))
        talk.handler.answer = lambda _: PrivateReply(
            post=Post(blocks=(line("Here."),), summary="Here."), panel="Reviews"
        )

        await talk.slack.person("alice").command("general", "/council", "show")

        await talk.slack.wait_for(lambda: talk.slack.ephemerals("alice"))
        assert talk.slack.words(talk.slack.ephemerals("alice")[0]) == "Here."


async def test_what_is_not_known_gets_a_polite_answer(talk: Talk) -> None:
    alice = talk.slack.person("alice")

    command = await alice.command("general", "/committee", "Tea now?")
    shortcut = await alice.message_shortcut(alice.say("general", "hm"), "committee_message")

    assert command.acknowledged
    assert shortcut.acknowledged
    await talk.slack.wait_for(lambda: len(talk.slack.ephemerals("alice")) == 2)
    words = " ".join(talk.slack.words(one) for one in talk.slack.ephemerals("alice"))
    assert "/council" in words
    assert talk.handler.asked == []


async def test_an_invitation_is_acknowledged_and_asks_for_what_the_channel_refused_before(talk: Talk) -> None:
    delivery = await talk.slack.invite_bot("general")

    (request,) = await talk.handler.requests(1)
    assert delivery.acknowledged
    assert isinstance(request, RetryPosts)
    assert request.place.channel == "C1"


async def test_a_workspace_to_which_its_organisation_grants_access_is_told_what_it_refused(
    talk: Talk,
) -> None:
    granted = {"type": "team_access_granted", "team_ids": ["T1"], "event_ts": "1.1"}
    delivery = await talk.slack.tell(talk.slack.installation, granted)

    request = (await talk.handler.requests(1))[0]

    assert delivery.acknowledged
    assert isinstance(request, RetryPosts)
    assert (request.place.workspace, request.place.channel) == ("T1", "")


async def test_a_channel_that_gets_another_id_is_told_with_both(talk: Talk) -> None:
    talk.slack.add_channel("G7", "closed", private=True, members=("alice",))

    delivery = await talk.slack.tell(talk.slack.installation, talk.slack.renumber("G7", "C7"))

    (request,) = await talk.handler.requests(1)
    assert delivery.acknowledged
    assert isinstance(request, MoveChannel)
    assert (request.place.workspace, request.place.channel, request.channel) == ("T1", "G7", "C7")


@pytest.mark.parametrize("way", ["command", "mention"])
async def test_a_question_is_acknowledged_once_it_is_kept(talk: Talk, way: str) -> None:
    talk.handler.until = asyncio.Event()
    alice = talk.slack.person("alice")
    asking = (
        alice.command("general", "/council", "Tea now?")
        if way == "command"
        else alice.mention("general", "Tea now?")
    )

    delivery = asyncio.create_task(asking)
    await talk.handler.requests(1)
    too_early = [one.acknowledged for one in talk.slack.deliveries]
    talk.handler.until.set()

    assert too_early == [False]
    assert (await delivery).acknowledged


async def test_an_acknowledgement_does_not_wait_until_slack_has_shown_the_reply(talk: Talk) -> None:
    talk.handler.answer = lambda _: said("Heard.")
    talk.slack.ack_deadline = 30.0
    shown = asyncio.Event()

    async def held(call: Call, moment: Moment) -> bool:
        return call.method != "chat.postEphemeral" or await shown.wait()

    talk.slack.gate = held
    delivery = await talk.slack.person("alice").mention("general", "help")
    in_time = delivery.acknowledged
    shown.set()

    assert in_time
    await talk.slack.wait_for(
        lambda: any(call.ok for call in talk.slack.calls if call.method == "chat.postEphemeral")
    )


async def test_a_command_that_is_not_kept_in_time_is_acknowledged_with_a_word_that_says_so(
    talk: Talk,
) -> None:
    talk.handler.until = asyncio.Event()
    talk.slack.ack_deadline = 30.0

    delivery = await talk.slack.person("alice").command("general", "/council", "Tea now?")

    assert delivery.acknowledged
    assert delivery.acknowledged_after is not None
    assert delivery.acknowledged_after > A_COMMAND
    (told,) = talk.slack.ephemerals("alice")
    assert "has not saved what you typed yet" in talk.slack.words(told)
    talk.handler.until.set()


async def test_a_message_that_cannot_be_kept_is_left_for_slack_to_tell_again(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "A_MESSAGE", 0.05)
    talk.handler.until = asyncio.Event()

    delivery = await talk.slack.person("alice").mention("general", "Tea now?")
    talk.handler.until.set()

    assert not delivery.acknowledged


@pytest.mark.parametrize("typed", ["histroy", "thanks!", "settings budget", "forget it"])
async def test_a_slip_is_answered_to_its_person_alone_and_can_be_asked_anyway(talk: Talk, typed: str) -> None:
    def answer(request: Request) -> PrivateReply | None:
        if not isinstance(request, Clarify):
            return None
        return slip_reply(ENGLISH, "/council", request.text, meant=request.command, delivery=request.delivery)

    talk.handler.answer = answer
    alice = talk.slack.person("alice")

    await alice.command("general", "/council", typed)

    (slip,) = await talk.handler.requests(1)
    assert isinstance(slip, Clarify)
    await talk.slack.wait_for(lambda: talk.slack.ephemerals("alice"))
    assert talk.slack.messages("general") == []
    asked = read_action(ask_action(slip.text, slip.delivery), slip.person, slip.place)
    assert ask(asked).text == typed


async def test_a_request_says_in_which_language_its_person_uses_slack(talk: Talk) -> None:
    alice = talk.slack.person("alice")
    talk.slack.workspace.users["UALICE"].locale = "ko-KR"

    await alice.command("general", "/council", "help")
    (helped,) = await talk.handler.requests(1)
    await alice.command("general", "/council", "Tea or coffee?")
    asked = (await talk.handler.requests(2))[1]

    assert (helped.person.locale, asked.person.locale) == ("ko-KR", "ko-KR")
