"""What people say and fill in on Discord, and what they get to read."""

from bot.platforms.discord import DiscordPlatform
from bot.post import Field, FieldErrors, File, Form, Heading, Post, PrivateReply, Prose
from bot.requests import (
    CancelRun,
    ShowHelp,
    ShowHistory,
    ShowStatus,
    run_action,
)
from tests.bot.platforms.discord.wire import CARD, DONE, QUESTION, RUN, Council, channel_place
from tests.servers.discord import LocalDiscord, Permission, Upload


async def test_a_mention_asks(server: LocalDiscord, council: Council, platform: DiscordPlatform) -> None:
    ann, channel = server.person("ann"), server.channel()
    await ann.say(channel, "not for you")
    said_ = await ann.say(
        channel,
        f"what does {ann.mention} want?",
        mentions_bot=True,
        files=[Upload(name="a.txt", content=b"abc")],
    )
    await server.wait_for(lambda: council.asked)

    asked = council.asked[0]
    content = await platform.fetch_file(asked.files[0].reference)
    thread = await platform.open_thread(asked.place, CARD, key=f"{RUN}/card", again=False)

    assert (asked.text, asked.delivery) == ("what does @Ann want?", str(said_.id))
    assert len(council.requests) == 1
    assert content == b"abc"
    assert thread.place.thread == thread.card.id


async def test_words_that_cannot_be_asked_are_answered_where_they_stand(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    await server.person("ann").say(server.channel(), "", mentions_bot=True)

    reply = await server.wait_for_message(server.channel(), "Noted.")

    assert isinstance(council.requests[0], ShowHelp)
    assert reply.referenced is server.messages(server.channel())[0]


async def test_in_a_thread_the_card_goes_into_that_thread(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    place = channel_place(server)
    first = await platform.open_thread(place, CARD, key=f"{RUN}/card", again=False)
    inside = server.threads()[0]
    await server.person("ann").slash("council ask", {"question": "And then?"}, inside)
    await server.person("bob").say(inside, "and I?", mentions_bot=True)
    await server.wait_for(lambda: len(council.asked) == 2)

    for number, asked in enumerate(council.asked):
        thread = await platform.open_thread(asked.place, CARD, key=f"{number}/card", again=False)
        await platform.edit(thread.card, DONE)

        assert asked.place.channel == place.channel
        assert asked.place.thread == str(inside.id) == thread.place.thread
        assert (thread.place, thread.note) == (first.place, "")
    assert len(server.threads()) == 1
    assert sum("concluded" in message.text for message in server.messages(inside)) == 2


async def test_in_a_direct_message_everything_follows_in_place(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    ann = server.person("ann")
    dm = server.dm(ann)
    await ann.say(dm, QUESTION)
    await ann.slash("council ask", {"question": QUESTION}, dm)
    await server.wait_for(lambda: len(council.asked) == 2)

    threads = [
        await platform.open_thread(asked.place, CARD, key=f"{asked.delivery}/card", again=False)
        for asked in council.asked
    ]

    assert {thread.note for thread in threads} == {
        "Direct messages have no threads, so everything follows here."
    }
    assert {(thread.place.workspace, thread.place.thread) for thread in threads} == {("", None)}
    assert all(asked.person.may_configure for asked in council.asked)


async def test_the_other_commands_lead_where_they_should(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    boss = server.person("boss", permissions=Permission.MANAGE_CHANNELS | Permission.VIEW_CHANNEL)
    for command, options in (("history", {}), ("show", {}), ("cancel", {"run": RUN}), ("help", {})):
        typed = await boss.slash(f"council {command}", options, server.channel())
        await typed.private_reply()

    assert [type(request) for request in council.requests] == [ShowHistory, ShowStatus, CancelRun, ShowHelp]
    assert all(request.person.may_configure for request in council.requests)


async def test_a_long_private_reading_comes_with_a_file(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    file = File(name="reviews.md", media_type="text/markdown", content=b"all of it", title="Every review")
    post = Post(blocks=(Prose(text="word " * 1_500),), summary="Reviews.", files=(file,))
    council.answers = lambda _: PrivateReply(post=post, panel="Each review")
    typed = await server.person("ann").slash("council show", {"run": RUN}, server.channel())

    reply = await typed.private_reply()

    assert reply.text.startswith("### Each review\nword word")
    assert reply.files["reviews.md"].content == b"all of it"
    assert isinstance(council.requests[0], ShowStatus)


async def test_a_private_reading_is_named_once(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    post = Post(blocks=(Heading(text="The latest questions"), Prose(text="none")), summary="None.")
    council.answers = lambda _: PrivateReply(post=post, panel="The latest questions")

    reply = await (await server.person("ann").slash("council history", {}, server.channel())).private_reply()

    assert reply.text == "### The latest questions\nnone"


FORM = Form(
    title="Settings",
    action=run_action("status", RUN),
    submit="Save",
    fields=(
        Field(name="members", label="Members", kind="line", value="a, b", longest=200),
        Field(name="prompt", label="Instructions", kind="text", required=False),
        Field(
            name="rubric", label="Rubric", kind="choice", options=(("code", "Code"), ("general", "General"))
        ),
        Field(name="days", label="Days", kind="choices", options=(("mo", "Monday"), ("tu", "Tuesday"))),
        Field(name="public", label="Public", kind="flag", value="yes"),
    ),
)


async def test_a_form_opens_and_comes_back(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    council.answers = lambda _: FORM
    ann, bob = server.person("ann"), server.person("bob")
    both = [await who.slash("council help", {}, server.channel()) for who in (ann, bob)]
    for opened in both:
        await opened.opened_modal()
    council.answers = lambda _: FieldErrors(errors=(("members", "Unknown member 'x'."),))

    filled = {"Members": "x", "Rubric": "code", "Days": ["mo", "tu"], "Public": True}
    replies = [
        await (await who.submit_modal(opened, filled)).private_reply()
        for who, opened in zip((ann, bob), both, strict=True)
    ]

    assert [reply.text for reply in replies] == ["Unknown member 'x'."] * 2
    assert [request.person.name for request in council.requests if isinstance(request, ShowStatus)] == [
        "Ann",
        "Bob",
    ]


async def test_every_kind_of_field_is_one_that_discord_shows(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    council.answers = lambda _: Form(
        title="x" * 60,
        action=run_action("status", RUN),
        submit="Send",
        intro="What for.",
        fields=(
            Field(name="minutes", label="Minutes", kind="number", value="5", hint="0 for at once"),
            Field(name="files", label="Files", kind="files", required=False),
            Field(
                name="model",
                label="Model",
                kind="choice",
                value="m3",
                options=tuple((f"m{n}", f"Model {n}") for n in range(30)),
            ),
        ),
    )
    opened = await server.person("ann").slash("council help", {}, server.channel())

    modal = await opened.opened_modal()

    assert len(modal["title"]) == 45
    assert len(modal["components"]) == 4
