"""Tests of replies too long for one person's screen: the rest arrives as a file in their direct message."""

from dataclasses import replace

import pytest

from bot.post import File, Post, PrivateReply, Prose, Reply, line
from bot.requests.request import Request
from tests.bot.platforms.slack.talk import Talk
from tests.testbed.slack import LocalSlack, Message, SlackError

REVIEWS = File(name="reviews.md", media_type="text/markdown", content=b"# All of them")
LONG = Post(blocks=(line("The reviews begin here."),), summary="3 reviews.", files=(REVIEWS,))


def answering(talk: Talk, reply: PrivateReply) -> None:
    """Answer every question with this reply."""

    def answer(_: Request) -> Reply:
        return reply

    talk.handler.answer = answer


def handed_over(slack: LocalSlack) -> list[Message]:
    """Return the messages with files in Alice's direct message with the bot."""
    return [post for post in slack.workspace.posts if post.channel == "DALICE" and post.files]


@pytest.mark.parametrize("panel", ["", "Each review"])
async def test_a_private_file_comes_into_the_direct_message_and_the_reply_says_so(
    talk: Talk, panel: str
) -> None:
    answering(talk, PrivateReply(post=LONG, panel=panel))

    await talk.slack.person("alice").command("C1", "/council", "show")

    await talk.slack.wait_for(lambda: handed_over(talk.slack))
    (message,) = handed_over(talk.slack)
    assert [(file.name, file.content) for file in message.files] == [("reviews.md", b"# All of them")]
    read = [
        *map(talk.slack.draw, talk.slack.views("alice")),
        *map(talk.slack.words, talk.slack.ephemerals("alice")),
    ]
    assert len(read) == 1
    assert "The reviews begin here." in read[0]
    assert "You get it in your direct message with Council: reviews.md" in read[0]
    assert not [post for post in talk.slack.messages("C1") if post.files]


async def test_a_window_without_room_for_everything_comes_whole_as_a_file(talk: Talk) -> None:
    many = tuple(Prose(text=f"Point {at} <of> many & more.") for at in range(150))
    answering(talk, PrivateReply(post=Post(blocks=many, summary="Many points."), panel="Each review"))

    await talk.slack.person("alice").command("C1", "/council", "show")

    await talk.slack.wait_for(lambda: handed_over(talk.slack))
    (file,) = handed_over(talk.slack)[0].files
    assert file.name == "each-review.txt"
    assert all(f"Point {at} <of> many & more." in file.content.decode() for at in range(150))
    (view,) = talk.slack.views("alice")
    assert "The rest does not fit into this window." in talk.slack.draw(view)


async def test_a_file_that_cannot_be_sent_is_said_to_be_missing(talk: Talk) -> None:
    talk.slack.fail("files.getUploadURLExternal", SlackError("file_uploads_disabled"))
    answering(talk, PrivateReply(post=replace(LONG, files=(REVIEWS,))))

    await talk.slack.person("alice").command("C1", "/council", "show")

    def told() -> list[Message]:
        return [
            one for one in talk.slack.ephemerals("alice") if "could not be attached" in talk.slack.words(one)
        ]

    await talk.slack.wait_for(told)
    assert "The file reviews.md could not" in talk.slack.words(told()[0])
    assert handed_over(talk.slack) == []
