"""Messages and forms on Discord and the replies to them."""

import pytest

from bot.platforms.discord.platform import DiscordPlatform
from bot.post import File, Heading, Post, PrivateReply, Prose, Suggestions
from bot.requests.asking import Clarify, Suggest
from bot.requests.commands import PLAIN_COMMANDS, RUN_COMMANDS
from bot.requests.memory import (
    AddSchedule,
    ShowBoard,
    ShowDecisions,
    ShowModels,
    ShowSchedules,
    ShowTemplates,
)
from bot.requests.running import (
    CancelRun,
    ExportRun,
    SearchRuns,
    ShowHelp,
    ShowHistory,
    ShowStats,
    ShowStatus,
)
from bot.requests.settings import ShowSettings
from bot.requests.typed import command_in
from council_core.errors import PlaceGone, PostRefused
from tests.bot.platforms.discord.wire import (
    CARD,
    DONE,
    QUESTION,
    RESPONSE,
    RUN,
    Council,
    channel_place,
    serving,
)
from tests.testbed.discord import LocalDiscord, Permission, Upload


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
        assert (thread.place, thread.missing) == (first.place, None)
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

    assert {thread.missing for thread in threads} == {"direct_message"}
    assert {(thread.place.workspace, thread.place.thread) for thread in threads} == {("", None)}
    assert all(asked.person.may_configure for asked in council.asked)


async def test_the_other_commands_lead_where_they_should(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    boss = server.person("boss", permissions=Permission.MANAGE_CHANNELS | Permission.VIEW_CHANNEL)
    for command, options in (
        ("history", {}), ("show", {}), ("cancel", {"run": RUN}), ("help", {}), ("settings", {}), ("stats", {}),
        ("board", {}), ("every", {"when": "monday 9:00 UTC", "question": QUESTION}), ("schedules", {}),
        ("decisions", {"words": "tabs"}), ("templates", {}),
        ("models", {}),
        ("search", {"words": "tabs spaces"}), ("export", {}), ("export", {"run": RUN}),
    ):  # fmt: skip
        typed = await boss.slash(f"council {command}", options, server.channel())
        await typed.private_reply()

    assert [type(request) for request in council.requests] == [
        ShowHistory, ShowStatus, CancelRun, ShowHelp, ShowSettings, ShowStats, ShowBoard,
        AddSchedule, ShowSchedules, ShowDecisions, ShowTemplates, ShowModels, SearchRuns,
        ExportRun, ExportRun,
    ]  # fmt: skip


RIGHTS = [
    ("nothing special", Permission.VIEW_CHANNEL, (False, False)),
    ("manages channels", Permission.MANAGE_CHANNELS | Permission.VIEW_CHANNEL, (True, False)),
    ("manages the server", Permission.MANAGE_GUILD | Permission.VIEW_CHANNEL, (False, True)),
]


@pytest.mark.parametrize(("rights", "may"), [row[1:] for row in RIGHTS], ids=[row[0] for row in RIGHTS])
async def test_who_may_change_settings_is_what_discord_says(
    rights: Permission,
    may: tuple[bool, bool],
    server: LocalDiscord,
    council: Council,
    platform: DiscordPlatform,
) -> None:
    someone = server.person("someone", permissions=rights)

    await (await someone.slash("council settings", {}, server.channel())).private_reply()

    person = council.requests[-1].person
    assert (person.may_configure, person.may_configure_workspace) == may


async def test_a_command_takes_files_and_settings_for_one_run(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    options = {
        "question": QUESTION,
        "members": "demo:ada, demo:carl",
        "rubric": "code",
        "file": Upload(name="a.txt", content=b"abc"),
        "file2": Upload(name="b.txt", content=b"de"),
    }
    await server.person("ann").slash("council ask", options, server.channel())
    await server.wait_for(lambda: council.asked)

    (ask,) = council.asked
    contents = [await platform.fetch_file(file.reference) for file in ask.files]
    assert ask.options == {"members": "demo:ada, demo:carl", "rubric": "code"}
    assert [(file.name, file.size) for file in ask.files] == [("a.txt", 3), ("b.txt", 2)]
    assert contents == [b"abc", b"de"]


async def test_files_are_fetched_after_their_addresses_have_expired(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    ann, file = server.person("ann"), Upload(name="a.txt", content=b"abc")
    await ann.slash("council ask", {"question": QUESTION, "file": file}, server.channel())
    await ann.say(server.channel(), QUESTION, mentions_bot=True, files=[file])
    await server.wait_for(lambda: len(council.asked) == 2)

    server.expire_attachments()

    contents = [await platform.fetch_file(ask.files[0].reference) for ask in council.asked]
    assert contents == [b"abc", b"abc"]


async def test_files_that_are_gone_or_too_large_are_told_of(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    url = server.rest_url.partition("/api")[0]
    options = {"question": QUESTION, "file": Upload(name="a.txt", content=b"abc")}
    await server.person("ann").slash("council ask", options, server.channel())
    await server.wait_for(lambda: council.asked)
    server.forget_attachments()

    with pytest.raises(PlaceGone, match="Discord has deleted the file"):
        await platform.fetch_file(council.asked[0].files[0].reference)
    with pytest.raises(PostRefused, match="larger than 25 MB"):
        await platform.fetch_file(f"{26_000_000}@{url}/attachments/1/2/a.txt", most=25_000_000)


async def test_files_alone_are_a_question(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    options = {"file": Upload(name="a.txt", content=b"abc")}

    await server.person("ann").slash("council ask", options, server.channel())
    await server.wait_for(lambda: council.asked)

    (ask,) = council.asked
    assert (ask.text, [file.name for file in ask.files]) == ("", ["a.txt"])


MEMBERS = ("demo:ada", "demo:blaise", "demo:carl", f"demo:{'x' * 100}")
TYPED: list[tuple[str, str, str, list[str]]] = [
    ("nothing yet", "members", "", ["demo:ada", "demo:blaise", "demo:carl"]),
    ("the beginning of one", "members", "BLA", ["demo:blaise"]),
    (
        "one and a comma",
        "members",
        "demo:ada, ",
        ["demo:ada", "demo:ada, demo:blaise", "demo:ada, demo:carl"],
    ),
    ("one and a half", "members", "demo:ada,c", ["demo:ada, demo:carl"]),
    ("nobody's name", "members", "zeno", []),
    ("a role of one", "members", "demo:ada?ro", ["demo:ada?role=sceptic", "demo:ada?role=lawyer"]),
    (
        "a role beside a temperature",
        "members",
        "demo:ada?temperature=1&role=s",
        ["demo:ada?temperature=1&role=sceptic"],
    ),
    ("a role of the second", "members", "demo:carl, demo:ada?role=law", ["demo:carl, demo:ada?role=lawyer"]),
    ("a chairman", "chairman", "carl", ["demo:carl"]),
    ("a rubric", "rubric", "co", ["code"]),
    ("a preset", "preset", "tho", ["thorough"]),
    ("what a preset is for", "preset", "matters", ["thorough"]),
]
KNOWN = Suggestions(
    members=MEMBERS,
    rubrics=("ranking", "code"),
    presets=(("quick", "Little time"), ("thorough", "For what matters")),
    roles=("sceptic", "lawyer"),
    providers=("openai", "openrouter", "ollama"),
    prices=(("demo:ada", "$0.0120"), ("demo:carl", "$0.30")),
)


@pytest.mark.parametrize(
    ("option", "typed", "offered"), [row[1:] for row in TYPED], ids=[row[0] for row in TYPED]
)
async def test_what_is_typed_is_completed(
    option: str, typed: str, offered: list[str], server: LocalDiscord, council: Council
) -> None:
    council.answers = lambda _: KNOWN
    async with serving(server, council):
        typing = await server.person("ann").autocomplete(
            "council ask", {option: typed}, server.channel(), focused=option
        )

    (asked,) = council.requests
    assert [choice["value"] for choice in typing.choices or []] == offered
    assert isinstance(asked, Suggest)
    assert asked.place.channel == str(server.channel().id)


@pytest.mark.parametrize(
    ("option", "typed", "names"),
    [
        ("members", "", ["demo:ada · $0.0120", "demo:blaise", "demo:carl · $0.30"]),
        ("members", "demo:ada, ", ["demo:ada", "demo:ada, demo:blaise", "demo:ada, demo:carl · $0.30"]),
        ("members", "demo:ada?role=l", ["demo:ada?role=lawyer · $0.0120"]),
        ("members", f"{'y' * 88}, carl", [f"{'y' * 88},… · $0.30"]),
        ("chairman", "a", ["demo:ada · $0.0120", "demo:blaise", "demo:carl · $0.30"]),
    ],
)
async def test_models_are_completed_with_the_price_of_a_question(
    option: str, typed: str, names: list[str], server: LocalDiscord, council: Council
) -> None:
    council.answers = lambda _: KNOWN
    async with serving(server, council):
        typing = await server.person("ann").autocomplete(
            "council ask", {option: typed}, server.channel(), focused=option
        )

    assert [choice["name"] for choice in typing.choices or []] == names


async def test_the_providers_that_are_set_up_are_completed(server: LocalDiscord, council: Council) -> None:
    council.answers = lambda _: KNOWN
    async with serving(server, council):
        typing = await server.person("ann").autocomplete(
            "council models", {"provider": "open"}, server.channel(), focused="provider"
        )

    assert [choice["value"] for choice in typing.choices or []] == ["openai", "openrouter"]


async def test_a_question_as_long_as_discord_lets_people_type_is_taken_whole(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    question = "Why? " * 1_200

    await server.person("ann").slash("council ask", {"question": question}, server.channel())
    await server.wait_for(lambda: council.asked)

    assert [ask.text for ask in council.asked] == [question.strip()]


async def test_while_nothing_can_be_suggested_one_can_go_on_typing(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    typing = await server.person("ann").autocomplete(
        "council ask", {"members": "a"}, server.channel(), focused="members"
    )

    assert typing.choices == []


async def test_a_reply_that_pings_us_asks_in_our_own_threads_only(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    ann, bob = server.person("ann"), server.person("bob")
    place = channel_place(server)
    thread = await platform.open_thread(place, CARD, key=f"{RUN}/card", again=False)
    response = await platform.post(thread.place, RESPONSE, key=f"{RUN}/a", again=False)
    inside = server.threads()[0]
    card, ours = server.messages(server.channel())[0], inside.messages[int(response.id)]
    await ann.say(inside, "just talking")
    await ann.say(inside, "quietly", reply_to=ours, pings=False)
    await ann.say(server.channel(), "nice card", reply_to=card)
    theirs = await bob.say(inside, "I disagree")
    await ann.say(inside, "why?", reply_to=theirs)

    await ann.say(inside, "and how many?", reply_to=ours)
    await server.wait_for(lambda: council.asked)

    assert [(ask.text, ask.place.thread) for ask in council.asked] == [("and how many?", str(inside.id))]
    assert len(council.requests) == 1


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


@pytest.mark.parametrize("typed", ["histroy", "thanks!", "settings budget", "--help"])
async def test_a_slip_in_place_of_a_question_is_answered_to_its_person_alone(
    server: LocalDiscord, council: Council, platform: DiscordPlatform, typed: str
) -> None:
    del platform
    await server.person("ann").slash("council ask", {"question": typed}, server.channel())
    await server.wait_for(lambda: council.requests)

    (slip,) = council.requests
    assert isinstance(slip, Clarify)
    assert slip.text == typed
    assert council.asked == []
    assert server.messages(server.channel()) == []


async def test_a_slash_command_asks_for_the_same_as_the_typed_one_and_without_an_id_for_the_latest_run(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    del platform
    names = (*PLAIN_COMMANDS, *RUN_COMMANDS)
    for count, name in enumerate(names, start=1):
        await server.person("ann").slash(f"council {name}", {}, server.channel())
        await server.wait_for(lambda count=count: len(council.requests) == count)

    assert council.requests == [
        command_in(name, request.person, request.place)
        for name, request in zip(names, council.requests, strict=True)
    ]


async def test_a_request_says_in_which_language_its_person_uses_discord(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    del platform
    ann = server.person("ann")
    ann.locale = "de"
    await ann.slash("council help", {}, server.channel())
    await server.wait_for(lambda: council.requests)

    assert council.requests[0].person.locale == "de"
