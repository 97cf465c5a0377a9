"""Tests of forms on Discord: opened, filled in, returned with mistakes, and never lost between people or processes."""

import asyncio
from typing import Any

import pytest

from bot.platforms.discord.listening import answering
from bot.platforms.discord.platform import DiscordPlatform
from bot.post import Actions, Button, Field, FieldErrors, Form, Post, PrivateReply, Reply, line
from bot.presentation.forms import follow_up_form, question_form, ranking_form
from bot.presentation.models import Menu
from bot.presentation.settings_panel import settings_form
from bot.presentation.words import ENGLISH, LANGUAGES
from bot.requests.actions import edit_action, run_action
from bot.requests.asking import Ask, FollowUp, WriteQuestion
from bot.requests.request import Request
from bot.requests.running import ShowHelp
from bot.requests.settings import EditSettings, SaveSettings, ShowSettings
from bot.requests.voting import CastRanking, RankAll
from bot.settings.catalogue import SETTINGS, names_in
from council_core.domain.place import PlaceSettings
from council_core.domain.slate import Alias
from tests.bot.platforms.discord.wire import QUESTION, RUN, Council, channel_place, said, serving
from tests.testbed.discord import Interaction, LocalDiscord, Message, Upload

TEXTS = {"preset": "", "members": "demo:ada,\ndemo:carl", "chairman": "demo:ada", "rubric": "ranking"}
RUBRICS = ("ranking", "code")
SELECT = 3
"""Discord's number of a menu of texts (docs: components/reference)."""

PRESETS = (("quick", "Little time"), ("thorough", "For what matters"))
INHERITED = {name: SETTINGS[name].default for name in names_in("all")} | TEXTS


def forms(request: Request) -> Reply | None:
    """Answer with forms; accept questions and record all other requests."""
    match request:
        case WriteQuestion(text=text, files=files):
            return question_form(
                ENGLISH,
                text,
                inherited=TEXTS,
                rubrics=RUBRICS,
                presets=PRESETS,
                files=files,
                given=request.options,
                longest=4_000,
                room=5,
            )
        case FollowUp(run_id=run):
            return follow_up_form(ENGLISH, run, QUESTION)
        case RankAll(run_id=run):
            return ranking_form(ENGLISH, run, (Alias("A"), Alias("B"), Alias("C")), (), places=5)
        case EditSettings(group="all"):
            fields = tuple(Field(name=str(n), label=str(n), kind="line") for n in range(6))
            return Form(title="All", action="c1:save:channel:all:3", fields=fields, submit="Save")
        case EditSettings(level=level, group=group):
            own = PlaceSettings(values={}, version=3)
            return settings_form(ENGLISH, level, group, own, inherited=INHERITED, presets=("quick",))
        case Ask():
            return None
        case _:
            return said("Noted.")


@pytest.fixture(autouse=True)
def _with_forms(council: Council) -> None:
    council.answers = forms


async def pressed(
    server: LocalDiscord, platform: DiscordPlatform, action: str, *people: str
) -> list[Interaction]:
    """Let people press a button with this action; return each interaction with the modal that it opened, if any."""
    post = Post(
        blocks=(line("Here."), Actions(buttons=(Button(label="Go", action=action),))), summary="Here."
    )
    sent = await platform.post(channel_place(server), post, key=action, again=False)
    message: Message = server.channel().messages[int(sent.id)]
    clicks = [await server.person(person).click(message, "Go") for person in people]
    return [await clicked.acknowledged() for clicked in clicks]


async def test_two_people_with_the_same_form_open_are_both_heard(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    opened = await pressed(server, platform, run_action("rank", RUN), "ann", "bob")

    first = await server.person("ann").submit_modal(opened[0], {"Best": "B", "Place 2": "A"})
    second = await server.person("bob").submit_modal(opened[1], {"Best": "C"})
    replies = [await first.private_reply(), await second.private_reply()]

    votes = [request for request in council.requests if isinstance(request, CastRanking)]
    assert [(vote.person.name, vote.order) for vote in votes] == [
        ("Ann", (("B",), ("A",))),
        ("Bob", (("C",),)),
    ]
    assert [reply.text for reply in replies] == ["Noted.", "Noted."]


async def test_a_form_that_was_opened_before_a_restart_still_counts(
    server: LocalDiscord, council: Council
) -> None:
    async with serving(server, council) as platform:
        (opened,) = await pressed(server, platform, run_action("rank", RUN), "ann")
    async with serving(server, council):
        await server.ready(identifies=2)
        sent = await server.person("ann").submit_modal(opened, {"Best": "B"})

        assert (await sent.private_reply()).text == "Noted."
    assert isinstance(council.requests[-1], CastRanking)


async def test_a_form_sent_twice_is_the_same_delivery(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    (opened,) = await pressed(server, platform, run_action("followup", RUN), "ann")
    sent = await server.person("ann").submit_modal(opened, {"Your follow-up": "And then?"})
    await sent.acknowledged()

    sent.redeliver()
    await server.wait_for(lambda: len(council.asked) == 2)

    assert {ask.delivery for ask in council.asked} == {str(sent.id)}
    assert {(ask.text, ask.follows, ask.place.origin) for ask in council.asked} == {("And then?", RUN, None)}


async def test_mistakes_name_their_field_and_the_form_comes_back_as_it_was(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    label = SETTINGS["instructions"].label
    wrong = FieldErrors(errors=(("instructions", "The instructions are too long."),))
    council.answers = lambda request: wrong if isinstance(request, SaveSettings) else forms(request)
    (opened,) = await pressed(server, platform, edit_action("channel", "council"), "ann")
    ann = server.person("ann")

    told = await (await ann.submit_modal(opened, {label: "many", "Chairman": "demo:carl"})).private_reply()
    again = await (await ann.click(told, "Open the form again")).opened_modal()

    filled = {one["label"]: one["component"].get("value") for one in again["components"] if "label" in one}
    assert told.text == f"**{label}**: The instructions are too long."
    assert (filled[label], filled["Chairman"]) == ("many", "demo:carl")


async def test_after_a_restart_it_is_said_in_their_language_that_a_draft_is_lost(
    server: LocalDiscord, council: Council
) -> None:
    words = LANGUAGES["de"].discord
    async with serving(server, council) as platform:
        (opened,) = await pressed(server, platform, run_action("rank", RUN), "ann")
        ann = server.person("ann")
        ann.locale = "de"
        told = await (await ann.submit_modal(opened, {"Best": "A", "Place 2": "A"})).private_reply()
    async with serving(server, council):
        await server.ready(identifies=2)
        mistake = told.text
        await (await ann.click(told, words.open_again)).acknowledged()
        gone = told.text
        again = await (await ann.click(told, words.open_empty)).opened_modal()

    assert mistake == "**Place 2**: Response A has a better place already."
    assert words.draft_lost in gone
    assert again["title"] == "Rank the responses"


async def test_a_question_that_is_refused_can_be_corrected_and_asked(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    def strict(request: Request) -> Reply | None:
        if isinstance(request, Ask) and request.options.get("members") == "nobody":
            return PrivateReply(post=Post(blocks=(line("Who?"),), summary="Who?", tone="warning"))
        return forms(request)

    council.answers = strict
    ann, channel = server.person("ann"), server.channel()
    opened = await ann.slash("council ask", {}, channel)
    await opened.opened_modal()
    told = await (await ann.submit_modal(opened, {"Question": QUESTION, "Models": "nobody"})).private_reply()
    again = await ann.click(told, "Open the form again")
    await again.opened_modal()

    sent = await ann.submit_modal(again, {"Models": "demo:ada\ndemo:carl"})
    await sent.acknowledged()
    await server.wait_for(lambda: "with the council" in told.text)

    assert council.asked[-1].text == QUESTION
    assert council.asked[-1].options == {"members": "demo:ada, demo:carl"}
    assert (told.labels, server.messages(channel)) == ([], [])


async def test_without_a_question_a_form_opens_and_its_card_answers_it(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    ann = server.person("ann")
    opened = await ann.slash("council ask", {"members": "demo:ada", "preset": "quick"}, server.channel())
    modal = await opened.opened_modal()

    paragraphs = "Tabs?\n\nOr *spaces*?"
    files = [Upload(name="plan.txt", content=b"the plan")]
    await ann.submit_modal(opened, {"Question": paragraphs, "Files": files})
    await server.wait_for(lambda: council.asked)

    (ask,) = council.asked
    content = await platform.fetch_file(ask.files[0].reference)
    assert [one["label"] for one in modal["components"]] == [
        "Question", "Preset", "Models", "Chairman", "Files",
    ]  # fmt: skip
    assert (ask.text, ask.options) == (paragraphs, {"members": "demo:ada", "preset": "quick"})
    assert (ask.files[0].name, ask.files[0].size, content) == ("plan.txt", 8, b"the plan")
    assert ask.place.origin is not None


async def test_members_and_chairman_are_picked_from_menus_with_prices_in_the_form_for_a_question(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    models = (("demo:ada", "Ada · $0.0120"), ("demo:carl", "Carl · $0.30"))

    def picking(request: Request) -> Reply | None:
        if not isinstance(request, WriteQuestion):
            return None
        return question_form(
            ENGLISH,
            "",
            inherited=TEXTS,
            rubrics=RUBRICS,
            presets=PRESETS,
            models=Menu(lines=models),
            room=5,
            advanced="tick",
        )

    council.answers = picking
    ann = server.person("ann")
    opened = await ann.slash("council ask", {}, server.channel())
    modal = await opened.opened_modal()
    await ann.submit_modal(
        opened, {"Question": "Tabs?", "Models": ["demo:carl", "demo:ada"], "Chairman": ["demo:carl"]}
    )
    await server.wait_for(lambda: council.asked)

    parts = {one["label"]: one["component"] for one in modal["components"]}
    labels = [option["label"] for option in parts["Chairman"]["options"]]
    assert list(parts) == ["Question", "Models", "Chairman", "Files", "Advanced: set each model"]
    assert parts["Chairman"]["type"] == parts["Models"]["type"] == SELECT
    assert labels == ["As set here: demo:ada", "Ada · $0.0120", "Carl · $0.30"]
    assert council.asked[0].options == {"members": "demo:carl, demo:ada", "chairman": "demo:carl"}


async def test_any_message_can_be_put_to_the_council(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    ann, bob, channel = server.person("ann"), server.person("bob"), server.channel()
    theirs = await bob.say(channel, f"{ann.mention}, tabs or spaces?")
    ours = await platform.post(
        channel_place(server), Post(blocks=(line("A card."),), summary="A card."), key="k", again=False
    )

    modals = [
        await (await ann.context_menu("Ask the council", message)).opened_modal()
        for message in (theirs, channel.messages[int(ours.id)])
    ]

    texts = [modal["components"][0]["component"]["value"] for modal in modals]
    assert texts == ["@Ann, tabs or spaces?", "A card."]


async def test_the_files_of_a_message_come_along(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    ann, channel = server.person("ann"), server.channel()
    plan, table = Upload(name="plan.txt", content=b"the plan"), Upload(name="table.csv", content=b"1,2")
    theirs = await server.person("bob").say(channel, "Is this right?", files=[plan, table])
    opened = await ann.context_menu("Ask the council", theirs)
    modal = await opened.opened_modal()

    empty = await (await ann.submit_modal(opened, {"Question": " "})).private_reply()
    again = await ann.click(empty, "Open the form again")
    hints = [one["components"][-1].get("description") for one in (modal, await again.opened_modal())]
    own = Upload(name="more.txt", content=b"and more")
    await ann.submit_modal(again, {"Question": "Is this right?", "Files": [own]})
    await server.wait_for(lambda: council.asked)

    (ask,) = council.asked
    contents = [await platform.fetch_file(file.reference) for file in ask.files]
    assert hints == ["Attached from the message: plan.txt, table.csv"] * 2
    assert [file.name for file in ask.files] == ["plan.txt", "table.csv", "more.txt"]
    assert contents == [b"the plan", b"1,2", b"and more"]


async def test_after_a_restart_it_is_said_that_the_files_of_a_message_are_lost(
    server: LocalDiscord, council: Council
) -> None:
    ann, plan = server.person("ann"), Upload(name="plan.txt", content=b"the plan")
    async with serving(server, council):
        theirs = await server.person("bob").say(server.channel(), "This?", files=[plan])
        opened = await ann.context_menu("Ask the council", theirs)
        await opened.opened_modal()
    async with serving(server, council):
        await server.ready(identifies=2)
        told = await (await ann.submit_modal(opened, {})).private_reply()
        why, before = told.text, list(council.asked)
        again = await ann.click(told, "Open the form again")
        await again.opened_modal()
        await ann.submit_modal(again, {})
        await server.wait_for(lambda: council.asked)

    assert "no longer has that message" in why
    assert before == []
    assert [(ask.text, ask.files) for ask in council.asked] == [("This?", ())]


async def test_a_message_too_long_for_a_form_is_asked_at_once_and_whole(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    ann, bob, plan = server.person("ann"), server.person("bob"), Upload(name="plan.txt", content=b"the plan")
    fits = await bob.say(server.channel(), "x" * 4_000)
    too_long = await bob.say(server.channel(), f"{'x' * 4_000} and the end", files=[plan])

    modal = await (await ann.context_menu("Ask the council", fits)).opened_modal()
    before = list(council.asked)
    clicked = await ann.context_menu("Ask the council", too_long)
    await server.wait_for(lambda: council.asked)

    (ask,) = council.asked
    assert len(modal["components"][0]["component"]["value"]) == 4_000
    assert before == []
    assert ask.text == f"{'x' * 4_000} and the end"
    assert (ask.person.name, ask.delivery, ask.stands_in_message) == ("Ann", str(clicked.id), True)
    assert [await platform.fetch_file(file.reference) for file in ask.files] == [b"the plan"]


async def test_what_is_too_much_for_one_form_comes_as_a_panel(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    (clicked,) = await pressed(server, platform, edit_action("channel", "all"), "ann")

    await clicked.private_reply()

    assert isinstance(council.requests[-1], ShowSettings)


@pytest.mark.parametrize(
    "custom_id", ["form:x:c0:rank:r", "form:x:c1:nonsense", "form:", "left by another bot"]
)
async def test_a_form_that_nobody_drew_gets_an_answer(
    custom_id: str, server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    (opened,) = await pressed(server, platform, run_action("rank", RUN), "ann")
    assert opened.modal is not None
    forged = {**opened.modal, "custom_id": custom_id}

    sent = await server.person("ann").submit_modal(forged, {"Best": "B"}, by=opened)

    assert (await sent.private_reply()).text == "Noted."
    help_ = council.requests[-1]
    assert isinstance(help_, ShowHelp)
    assert help_.outdated == "form"


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
            Field(name="days", label="Days", kind="choices", options=(("mo", "Monday"), ("tu", "Tuesday"))),
            Field(name="public", label="Public", kind="flag", value="yes"),
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
    assert len(modal["components"]) == 5


@pytest.mark.parametrize(("required", "kind"), [(True, 21), (False, 3)], ids=["radio", "menu"])
async def test_a_choice_that_may_stay_open_can_be_taken_back(
    required: bool, kind: int, server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    options = (("a", "A"), ("b", "B"))
    field = Field(name="x", label="X", kind="choice", value="a", options=options, required=required)
    council.answers = lambda _: Form(title="F", action="c1:write", submit="Send", fields=(field,))
    opened = await server.person("ann").slash("council help", {}, server.channel())

    part: dict[str, Any] = (await opened.opened_modal())["components"][0]["component"]

    assert part["type"] == kind
    assert [one["value"] for one in part["options"] if one.get("default")] == ["a"]


async def test_a_form_that_comes_too_late_says_so(
    server: LocalDiscord, council: Council, platform: DiscordPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "SECONDS_UNTIL_THINKING", 0.05)
    council.wait = asyncio.Event()
    opened = await server.person("ann").slash("council ask", {}, server.channel())
    await opened.acknowledged()

    council.wait.set()

    assert "Please press the button again" in (await opened.private_reply()).text
    assert isinstance(council.requests[-1], WriteQuestion)
