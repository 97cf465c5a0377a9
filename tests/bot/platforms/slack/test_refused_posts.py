"""Tests that a post which Slack refuses or finds too long arrives in another form, as do edits and files."""

import pytest

from bot.platforms.slack.sending import files
from bot.platforms.slack.sending.send import metadata
from bot.post import File, Heading, Post, Prose, line
from bot.presentation.words.ko import WORDS as KOREAN
from council_core.domain.place import Message
from council_core.errors import OutcomeUnknown, PlaceGone, PostRefused
from tests.bot.platforms.slack.talk import GENERAL, RICH, card_in, post_of, talking
from tests.testbed.slack.faults import ResetAfterEffect, SlackError
from tests.testbed.slack.methods.files import Sharing


@pytest.mark.parametrize(
    "refused",
    [["markdown"], ["table"], ["data_visualization"], ["context_actions"], ["markdown", "context_actions"]],
)
async def test_a_refused_block_is_drawn_more_plainly_and_not_tried_again(refused: list[str]) -> None:
    async with talking(refuse_block_types=refused) as talk:
        await talk.platform.post(GENERAL, RICH, key="r/1", again=False)
        await talk.platform.post(GENERAL, RICH, key="r/2", again=False)

        calls = talk.slack.journal.calls_of("chat.postMessage")
        assert [call.error for call in calls][-2:] == [None, None]
        first, second = talk.slack.messages("general")
        assert talk.slack.words(first) == talk.slack.words(second)
        for words in ("first point", "Response", "Points", "peers", "helpful]"):
            assert words.split()[-1] in talk.slack.words(first)


async def test_when_slack_takes_no_blocks_at_all_the_words_still_arrive() -> None:
    async with talking() as talk:
        talk.slack.fail("chat.postMessage", SlackError("invalid_blocks"), times=2)

        await talk.platform.post(GENERAL, RICH, key="r/1", again=False)

        words = talk.slack.words(talk.slack.messages("general")[0])
        for expected in ("Ranking", "first", "Response", "Points"):
            assert expected in words


async def test_a_text_that_is_too_long_for_one_message_becomes_two_in_order() -> None:
    async with talking() as talk:
        text = "\n\n".join(f"Point {at}: " + "word " * 200 for at in range(20))
        post = Post(blocks=(Heading(text="Response A"), Prose(text=text)), summary="Response A")

        message = await talk.platform.post(GENERAL, post, key="r/a", again=False)
        again = await talk.platform.post(GENERAL, post, key="r/a", again=True)

        shown = [talk.slack.words(one) for one in talk.slack.messages("general")]
        assert len(shown) == 2
        assert all(f"Point {at}:" in "".join(shown) for at in range(20))
        assert message.id == again.id == talk.slack.messages("general")[0].ts


async def test_what_slack_still_finds_too_long_goes_along_as_a_file() -> None:
    async with talking() as talk:
        talk.slack.fail(
            "chat.postMessage",
            SlackError("msg_blocks_too_long"),
            times=99,
            when=lambda call: any(block["type"] == "markdown" for block in call["blocks"]),
        )
        blocks = (Heading(text="Response A"), Prose(text="Tea. " * 50))
        post = Post(blocks=blocks, summary="Response A", language="de")

        message = await talk.platform.post(GENERAL, post, key="r/a", again=False)

        contents = b"".join(file.content for file in talk.slack.workspace.files.values()).decode()
        assert contents.replace(" ", "").replace("\n", "") == "Tea." * 50
        assert "angehängten" in talk.slack.words(talk.slack.messages("general")[0])
        assert talk.slack.messages("general")[0].ts == message.id


@pytest.mark.parametrize("sharing", [Sharing(), Sharing(after_polls=2)])
async def test_a_file_is_there_when_the_post_returns(sharing: Sharing) -> None:
    async with talking(sharing=sharing) as talk:
        thread = await card_in(talk)
        file = File(
            name="../run<!here>.md", media_type="text/markdown", content=b"# All", title="The whole run"
        )
        post = Post(blocks=(line("Here it is."),), summary="The file", files=(file,))

        await talk.platform.post(thread.place, post, key="r/export", again=False)
        await talk.platform.post(thread.place, post, key="r/export", again=True)

        replies = talk.slack.thread("general", thread.card.id)
        assert [len(reply.files) for reply in replies] == [0, 1]
        assert replies[1].files[0].content == b"# All"
        assert replies[1].files[0].name == "run<\u200b!here>.md"


async def test_a_file_that_slack_took_and_does_not_show_is_said_in_the_language_of_the_post(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "POLLS", 1)
    async with talking(sharing=Sharing(never=True)) as talk:
        thread = await card_in(talk)
        file = File(name="run.md", media_type="text/markdown", content=b"# All")
        post = Post(blocks=(line("…"),), summary="…", files=(file,), language="ko")

        await talk.platform.post(thread.place, post, key="r/export", again=False)

        note = talk.slack.thread("general", thread.card.id)[-1]
        assert talk.slack.words(note) == KOREAN.slack.file_not_shown(name="run.md")


@pytest.mark.parametrize("code", ["file_uploads_disabled", "missing_scope"])
async def test_a_post_whose_file_slack_refuses_stands_without_it_and_can_be_edited(code: str) -> None:
    async with talking() as talk:
        thread = await card_in(talk)
        talk.slack.fail("files.getUploadURLExternal", SlackError(code))
        file = File(name="whole.md", media_type="text/markdown", content=b"# All")
        post = Post(blocks=(line("Response A"),), summary="…", files=(file,), language="ko")

        sent = await talk.platform.post(thread.place, post, key="r/a", again=False)
        await talk.platform.edit(sent, post_of("Response A, by Ada"), final=True)

        posts = talk.slack.thread("general", thread.card.id)
        said = [" ".join(talk.slack.words(each).split()) for each in posts]
        assert said == ["Response A, by Ada", KOREAN.slack.file_refused(name="whole.md")]


async def test_an_edit_replaces_the_blocks_and_gives_them_new_ids() -> None:
    async with talking() as talk:
        thread = await card_in(talk)
        before = talk.slack.messages("general")[0].blocks

        await talk.platform.edit(thread.card, post_of("Done."))

        card = talk.slack.messages("general")[0]
        assert talk.slack.words(card) == "Done."
        assert not {block["block_id"] for block in before} & {block["block_id"] for block in card.blocks}
        assert card.metadata == metadata("r/card")


async def test_an_edit_survives_a_reset_for_it_may_be_repeated() -> None:
    async with talking() as talk:
        thread = await card_in(talk)
        talk.slack.fail("chat.update", ResetAfterEffect())

        await talk.platform.edit(thread.card, post_of("Done."))

        assert talk.slack.words(talk.slack.messages("general")[0]) == "Done."


async def test_an_edit_of_a_message_that_is_gone_says_so() -> None:
    async with talking() as talk:
        with pytest.raises(PlaceGone):
            await talk.platform.edit(Message(place=GENERAL, id="1.1"), post_of("Done."))


async def test_an_edit_with_a_long_summary_stays_below_what_slack_takes() -> None:
    async with talking() as talk:
        thread = await card_in(talk)

        await talk.platform.edit(thread.card, Post(blocks=(line("Done."),), summary="<&>" * 2_000))

        assert len(talk.slack.messages("general")[0].text) <= 4_000


async def test_a_refused_block_in_an_edit_is_drawn_more_plainly() -> None:
    async with talking(refuse_block_types=["table", "markdown", "data_visualization"]) as talk:
        thread = await card_in(talk)

        await talk.platform.edit(thread.card, RICH)

        assert "Response" in talk.slack.words(talk.slack.messages("general")[0])


async def test_a_file_that_is_not_readable_is_refused_instead_of_taken_for_a_login_page() -> None:
    scopes = ["chat:write", "users:read", "files:read"]
    async with talking(scopes=scopes) as talk:
        file = talk.slack.add_file("notes.txt", b"hello")
        canvas = talk.slack.add_file("Notes", b"<h1>Hello</h1>", mimetype="application/vnd.slack-docs")
        ok = await talk.platform.fetch_file(file.id)
        page = await talk.platform.fetch_file(canvas.id)
        talk.slack.installation.scopes = frozenset({"chat:write"})

        with pytest.raises(PostRefused, match=r"scope files:read\. An admin must add it"):
            await talk.platform.fetch_file(file.id)

        assert (ok, page) == (b"hello", b"<html><h1>Hello</h1>")


async def test_a_file_that_slack_hides_is_refused_and_one_that_it_cannot_serve_now_may_be_tried_again() -> (
    None
):
    async with talking() as talk:
        hidden, busy = (talk.slack.add_file(f"{name}.txt", b"hello") for name in ("hidden", "busy"))
        hidden.mode, busy.trouble = "hidden_by_limit", 1

        with pytest.raises(PostRefused) as refused:
            await talk.platform.fetch_file(hidden.id)
        with pytest.raises(OutcomeUnknown):
            await talk.platform.fetch_file(busy.id)

        assert refused.value.withheld == "withheld"
        assert await talk.platform.fetch_file(busy.id) == b"hello"
