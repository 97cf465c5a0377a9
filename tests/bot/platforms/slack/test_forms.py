"""Tests of forms over both transports: opened from a button, a command or a shortcut; sent, refused, answered."""

import asyncio

import pytest

from bot.post import Actions, Button, Field, FieldErrors, Form, Post, PrivateReply, Reply, line
from bot.requests.actions import edit_action, plain_action, reset_action, run_action, save_action
from bot.requests.asking import Ask, FollowUp, WriteQuestion
from bot.requests.request import Request
from bot.requests.running import ShowHelp
from bot.requests.settings import EditSettings, ResetSettings, SaveSettings, ShowSettings
from bot.requests.voting import CastRanking
from council_core.domain.question import RunId
from tests.bot.platforms.slack.talk import GENERAL, Talk, said
from tests.testbed.gates import Moment
from tests.testbed.slack.journal import Call
from tests.testbed.slack.workspace import Message

RUN = RunId("r0123456789ab")
FORM = Form(
    title="Ask the council",
    action=plain_action("write"),
    submit="Ask",
    intro="What should it think about?",
    fields=(
        Field(name="question", label="Question", kind="text"),
        Field(name="members", label="Members", kind="text", required=False),
        Field(
            name="rubric",
            label="Rubric",
            kind="choice",
            options=(("code", "Code"), ("general", "General")),
            required=False,
        ),
        Field(name="files", label="Files", kind="files", required=False),
    ),
)
SAVE = Form(
    title="Settings",
    action=save_action("channel", "voting", 3),
    submit="Save",
    fields=(Field(name="vote_minutes", label="Minutes", kind="line", required=False),),
)
PANEL = PrivateReply(
    post=Post(
        blocks=(
            line("How it is held here."),
            Actions(
                buttons=(
                    Button(label="Change", action=edit_action("channel", "voting")),
                    Button(label="Reset", action=reset_action("channel", 3)),
                )
            ),
        ),
        summary="How it is held here.",
    ),
    panel="Settings",
)


def answers(request: Request) -> Reply | None:
    """Answer as the real handlers would."""
    match request:
        case WriteQuestion(text=text):
            question = Field(name="question", label="Question", kind="text", value=text)
            return Form(
                title=FORM.title, action=FORM.action, submit="Ask", fields=(question, *FORM.fields[1:])
            )
        case FollowUp():
            action = run_action("followup", RUN)
            return Form(title="Follow-up", action=action, submit="Ask", fields=FORM.fields[:1])
        case ShowSettings():
            return PANEL
        case EditSettings():
            return SAVE
        case SaveSettings() | ResetSettings() | Ask():
            return said("Done.")
        case _:
            return said("Help.")


async def posted(talk: Talk, *buttons: Button) -> Message:
    """Post a message with these buttons in a thread, and return it."""
    root = talk.slack.person("alice").say("general", "Root")
    place = GENERAL.__class__(platform="slack", channel="C1", workspace="T1", thread=root.ts)
    post = Post(blocks=(line("Do something"), Actions(buttons=buttons)), summary="Do something")
    message = await talk.platform.post(place, post, key="r/buttons", again=False)
    shown = talk.slack.workspace.message("C1", message.id)
    assert shown is not None
    return shown


FOLLOW_UP = Button(label="Ask a follow-up", action=run_action("followup", RUN))
WRITE = Button(label="Ask", action=plain_action("write"))


async def form_of(talk: Talk, button: Button, person: str = "bob") -> Message:
    """Open a form with a button, and return the message that holds the button."""
    talk.handler.answer = answers
    shown = await posted(talk, button)
    await talk.slack.person(person).click(shown, lambda element: element.get("value") == button.action)
    await talk.slack.wait_for(lambda: talk.slack.views(person))
    return shown


async def test_a_form_opens_at_once_and_becomes_its_request_in_the_thread_it_was_opened_from(
    talk: Talk,
) -> None:
    shown = await form_of(talk, FOLLOW_UP)
    bob = talk.slack.person("bob")

    delivery = await bob.submit(bob.view, {"question": "And why?"})

    assert delivery.acknowledged
    request = (await talk.handler.requests(2))[1]
    assert isinstance(request, Ask)
    assert (request.text, request.follows, request.person.name) == ("And why?", RUN, "bob")
    assert (request.place.channel, request.place.thread) == ("C1", shown.thread_ts)
    assert talk.slack.views("bob") == []
    await talk.slack.wait_for(lambda: talk.slack.ephemerals("bob"))
    assert talk.slack.ephemerals("bob")[0].thread_ts == shown.thread_ts


@pytest.mark.parametrize("opened_with", ["a button", "the shortcut for a message", "the global shortcut"])
async def test_a_question_from_a_form_is_handed_on_before_slack_says_the_name(
    talk: Talk, opened_with: str
) -> None:
    answered = asyncio.Event()

    async def holds_names(call: Call, _: Moment) -> bool:
        if call.method == "users.info":
            await answered.wait()
        return True

    talk.slack.gate = holds_names
    talk.handler.answer = answers
    bob = talk.slack.person("bob")
    if opened_with == "a button":
        await form_of(talk, WRITE)
    elif opened_with == "the global shortcut":
        await bob.shortcut("council_global")
    else:
        await bob.message_shortcut(talk.slack.person("alice").say("general", "Tea now?"), "council_message")
    await talk.slack.wait_for(lambda: talk.slack.views("bob"))

    await bob.submit(bob.view, {"question": "Tea or coffee?"})

    request = (await talk.handler.requests(2))[1]
    assert isinstance(request, Ask)
    assert (request.text, request.naming is None) == ("Tea or coffee?", False)
    answered.set()
    assert request.naming is not None
    assert await request.naming() == "bob"


async def test_all_kinds_of_fields_come_back_with_attached_files(talk: Talk) -> None:
    await form_of(talk, WRITE)
    bob = talk.slack.person("bob")
    file = talk.slack.add_file("notes.txt", b"hello", owner="bob")

    filled = {
        "question": "Tea now?",
        "rubric": "code",
        "members": "demo:a",
        "files": [file.as_slack(talk.slack.url)],
    }
    await bob.submit(bob.view, filled)

    request = (await talk.handler.requests(2))[1]
    assert isinstance(request, Ask)
    assert request.options == {"rubric": "code", "members": "demo:a"}
    assert [(one.name, one.size, one.media_type) for one in request.files] == [("notes.txt", 5, "text/plain")]
    assert await talk.platform.fetch_file(request.files[0].reference) == b"hello"


async def test_a_mistake_that_the_form_itself_shows_asks_nobody(talk: Talk) -> None:
    await form_of(talk, FOLLOW_UP)
    bob = talk.slack.person("bob")

    await bob.submit(bob.view, {"question": "   "})

    assert bob.view.errors == {"question": "Type a question first."}
    assert len(talk.handler.asked) == 1


async def test_mistakes_that_handlers_find_are_shown_at_their_fields_and_others_at_the_first(
    talk: Talk,
) -> None:
    await form_of(talk, WRITE)
    wrong = FieldErrors(errors=(("members", "No such model."), ("quorum", "Too many.")))
    talk.handler.answer = lambda _: wrong
    bob = talk.slack.person("bob")

    await bob.submit(bob.view, {"question": "Tea now?"})

    assert bob.view.errors == {"members": "No such model.", "question": "Too many."}


async def test_a_refusal_leaves_the_form_open_with_all_that_was_typed(talk: Talk) -> None:
    await form_of(talk, WRITE)
    refused = Post(blocks=(line("Not now."),), summary="Not now.", tone="warning")
    talk.handler.answer = lambda _: PrivateReply(post=refused)
    bob = talk.slack.person("bob")

    await bob.submit(bob.view, {"question": "Tea now?"})

    assert bob.view.errors == {"question": "Not now."}
    assert talk.slack.ephemerals("bob") == []


async def test_a_form_that_answers_a_form_takes_its_place(talk: Talk) -> None:
    await form_of(talk, WRITE)
    talk.handler.answer = lambda _: SAVE
    bob = talk.slack.person("bob")

    await bob.submit(bob.view, {"question": "Tea now?"})

    assert [view.payload["title"]["text"] for view in talk.slack.views("bob")] == ["Settings"]


async def test_a_whole_ranking_comes_back_in_its_order(talk: Talk) -> None:
    options = tuple((one, f"Response {one}") for one in "ABC")
    places = tuple(
        Field(name=f"place{at}", label=f"{at}", kind="choice", options=options, required=False)
        for at in (1, 2, 3)
    )
    rank = Form(title="Rank", action=run_action("rank", RUN), submit="Vote", fields=places)
    talk.handler.answer = lambda request: rank if request.kind == "rank" else said("Counted.")
    shown = await posted(talk, Button(label="Rank all", action=run_action("rank", RUN)))
    bob = talk.slack.person("bob")
    await bob.click(shown, lambda element: "value" in element)
    await talk.slack.wait_for(lambda: talk.slack.views("bob"))

    await bob.submit(bob.view, {"place1": "C", "place2": "C"})
    assert bob.view.errors == {"place2": "Response C has a better place already."}
    await bob.submit(bob.view, {"place1": "C", "place3": "A"})

    request = (await talk.handler.requests(2))[1]
    assert isinstance(request, CastRanking)
    assert request.order == (("C",), ("A",))


async def test_a_form_of_another_version_gets_a_polite_answer(talk: Talk) -> None:
    old = Form(title="Old", action="c0:write", submit="Ask", fields=FORM.fields[:1])
    talk.handler.answer = lambda request: (
        said(f"An old {request.outdated}.") if isinstance(request, ShowHelp) else old
    )
    shown = await posted(talk, WRITE)
    bob = talk.slack.person("bob")
    await bob.click(shown, lambda element: "value" in element)
    await talk.slack.wait_for(lambda: talk.slack.views("bob"))

    await bob.submit(bob.view, {"question": "Tea now?"})

    await talk.slack.wait_for(lambda: talk.slack.ephemerals("bob"))
    assert "An old form." in talk.slack.words(talk.slack.ephemerals("bob")[0])
    assert talk.slack.views("bob") == []


async def test_a_window_that_is_not_ours_is_closed_and_said_to_be_so(talk: Talk) -> None:
    await form_of(talk, WRITE)
    bob = talk.slack.person("bob")
    bob.view.payload |= {"callback_id": "committee", "private_metadata": ""}

    delivery = await bob.submit(bob.view, {"question": "Tea now?"})

    assert delivery.acknowledged
    told = await talk.slack.message_with("nothing was done", channel="DBOB")
    assert told.user == talk.slack.installation.bot_user_id


def of_template(request: WriteQuestion) -> Form:
    """Return a form whose choice redraws it, with a field for the chosen value."""
    options = (("-", "None"), ("letter", "Letter"), ("list", "List"))
    choice = Field(
        name="template",
        label="Template",
        kind="choice",
        value=request.template or "-",
        options=options,
        required=False,
        reloads=True,
    )
    question = Field(name="question", label="Question", kind="text", value=request.text)
    own = Field(name=f"template_{request.template}.reader", label="Reader", kind="line")
    fields = (question, choice, *((own,) if request.template else ()))
    return Form(title="Ask the council", action=FORM.action, submit="Ask", fields=fields)


async def test_a_choice_that_brings_fields_draws_the_open_form_anew_with_all_that_was_typed(
    talk: Talk,
) -> None:
    talk.handler.answer = lambda request: (
        of_template(request) if isinstance(request, WriteQuestion) else said("Asked.")
    )
    shown = await posted(talk, WRITE)
    bob = talk.slack.person("bob")
    await bob.click(shown, lambda element: element.get("value") == WRITE.action)
    await talk.slack.wait_for(lambda: talk.slack.views("bob"))
    talk.handler.until = asyncio.Event()

    await bob.choose(bob.view, "reload", "letter", {"question": "Tea now?"})
    await bob.choose(bob.view, "reload", "list", {"question": "Tea now?"})
    await talk.handler.requests(2)
    talk.handler.until.set()
    await talk.slack.wait_for(lambda: "template_list.reader" in str(bob.view.payload["blocks"]))

    kept = {block.get("block_id"): block.get("element") for block in bob.view.payload["blocks"]}
    assert kept["question"]["initial_value"] == "Tea now?"
    assert kept["question"]["action_id"] == "value"
    assert len(talk.slack.views("bob")) == 1
    await bob.submit(bob.view, {"question": "Tea now?", "template_list.reader": "us"})
    asked = (await talk.handler.requests(4))[-1]
    assert isinstance(asked, Ask)
    assert (asked.template, asked.fields, asked.in_form) == ("list", {"reader": "us"}, True)


async def test_a_menu_of_more_than_a_hundred_lines_holds_them_in_groups_and_all_can_be_picked(
    talk: Talk,
) -> None:
    lines = tuple((f"{name}:m{number:03}", f"M{number}") for name in ("one", "two") for number in range(150))

    def many(request: Request) -> Reply | None:
        if not isinstance(request, WriteQuestion):
            return said("Done.")
        members = Field(name="members", label="Members", kind="choices", options=lines, value=("two:m149",))
        chairman = Field(
            name="chairman", label="Chairman", kind="choice", options=(("inherit", "As here"), *lines)
        )
        return Form(
            title=FORM.title, action=FORM.action, submit="Ask", fields=(FORM.fields[0], members, chairman)
        )

    shown = await posted(talk, WRITE)
    talk.handler.answer = many
    bob = talk.slack.person("bob")
    await bob.click(shown, lambda element: element.get("value") == WRITE.action)
    await talk.slack.wait_for(lambda: talk.slack.views("bob"))

    await bob.submit(
        bob.view, {"question": "Tea?", "members": ["one:m000", "two:m149"], "chairman": "one:m149"}
    )

    request = (await talk.handler.requests(2))[1]
    assert isinstance(request, Ask)
    assert request.options == {"members": "one:m000, two:m149", "chairman": "one:m149"}
