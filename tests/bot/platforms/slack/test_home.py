"""The App Home: what stands there and what its buttons do."""

from bot.post import Heading, Post, PrivateReply, line
from bot.requests import Ask, Request, ShowHistory, WriteQuestion
from tests.bot.platforms.slack.talk import Talk, said
from tests.bot.platforms.slack.test_forms import answers
from tests.golden_files import assert_golden


def home_answers(request: Request) -> object:
    """A history, and forms."""
    if isinstance(request, ShowHistory):
        blocks = (Heading(text="The latest questions"), line("**Tea?** alice: done"))
        return PrivateReply(post=Post(blocks=blocks, summary="x"), panel="The latest questions")
    return said("How it works: ask.") if request.kind == "help" else answers(request)


async def test_the_home_shows_how_to_ask_and_what_was_asked(talk: Talk) -> None:
    talk.handler.answer = home_answers  # type: ignore[assignment]
    alice = talk.slack.person("alice")

    delivery = await alice.open_home()

    assert delivery.acknowledged
    await talk.slack.wait_for(lambda: talk.slack.home("alice"))
    assert [request.place.channel for request in talk.handler.asked] == ["DALICE", "DALICE"]
    assert_golden("slack/home.txt", talk.slack.draw(alice.home))


async def test_its_button_opens_the_form_and_the_question_goes_where_it_says(talk: Talk) -> None:
    talk.handler.answer = home_answers  # type: ignore[assignment]
    alice = talk.slack.person("alice")
    await alice.open_home()
    await talk.slack.wait_for(lambda: talk.slack.home("alice"))
    await alice.click(alice.home, lambda element: "write" in element.get("value", ""))
    await talk.slack.wait_for(lambda: talk.slack.views("alice"))

    await alice.submit(alice.view, {"question": "Tea?", "where": "C1"})

    *_, write, asked = await talk.handler.requests(4)
    assert isinstance(write, WriteQuestion)
    assert isinstance(asked, Ask)
    assert (write.place.channel, asked.place.channel, asked.text) == ("DALICE", "C1", "Tea?")


async def test_the_messages_tab_publishes_nothing(talk: Talk) -> None:
    delivery = await talk.slack.person("alice").open_home(tab="messages")

    assert delivery.acknowledged
    assert talk.slack.home("alice") is None
    assert talk.handler.asked == []
