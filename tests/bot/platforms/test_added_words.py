"""Tests that a platform adds its own words to a post in the post's language."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from bot.announcing.announcer import ThreadAnnouncer
from bot.announcing.erasing import PostEraser
from bot.platforms.discord.drawing.fit import without_files
from bot.platforms.discord.drawing.post import draw as draw_for_discord
from bot.platforms.discord.sending.send import plainly
from bot.platforms.slack.sending.split import as_file
from bot.platforms.slack.sending.split import shortened as shortened_for_slack
from bot.post import File, Line, Post, Prose, line
from bot.presentation.words import LANGUAGES, Words
from bot.testing import MemoryPlatform
from council_core.domain.question import RunId
from council_core.domain.receipt import DeletedRun, Receipt
from tests.bot.platforms.discord.drawing import shown
from tests.bot.telling import PLACE
from tests.core.sitting import Sitting

SMALL = File(name="run.md", media_type="text/markdown", content=b"# Run")
LARGE = replace(SMALL, content=Random(1).randbytes(11 * 1024 * 1024))
LONG = Post(blocks=(Prose(text="word " * 1_000),), summary="Long.")

every_language = pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)


def small_print(post: Post) -> list[str]:
    return [str(part) for block in post.blocks if isinstance(block, Line) for part in block.parts]


@every_language
def test_slack_says_in_it_where_a_text_went(words: Words) -> None:
    assert small_print(as_file(LONG, words.slack)) == [words.slack.text_in_file]
    assert small_print(shortened_for_slack(LONG, words.slack)) == [words.slack.text_not_changed]


@every_language
async def test_discord_says_in_it_which_files_are_missing(words: Words) -> None:
    post = Post(blocks=(line("…"),), summary="…", files=(LARGE,))
    small = draw_for_discord(replace(post, files=(SMALL,)), words.discord)

    assert words.discord.too_large(names="run.md") in shown(draw_for_discord(post, words.discord))
    assert words.discord.no_files_here(names="run.md") in shown(without_files(small, words.discord))


@every_language
def test_discord_titles_in_it_the_file_of_a_long_text(words: Words) -> None:
    titles = {
        file.title
        for drawn in (draw_for_discord(LONG, words.discord), plainly(LONG, words.discord))
        for file in drawn.files
    }

    assert titles == {words.discord.whole_text}


@every_language
async def test_posts_of_a_deleted_run_are_replaced_in_the_language_of_its_thread(words: Words) -> None:
    platform = MemoryPlatform()
    standing = await platform.post(PLACE, LONG, key="r1/verdict", again=False)
    deleted = DeletedRun(
        run_id=RunId("r1"),
        place=PLACE,
        at=datetime(2026, 11, 22, tzinfo=UTC),
        had_ended=True,
        language=words.language,
        posts=(Receipt(key="r1/verdict", message=standing),),
    )

    assert await PostEraser(platforms={platform.name: platform}).erase(deleted)

    assert [each.post.summary for each in platform.standing] == [words.endings.deleted_notice]


async def test_every_post_of_a_run_carries_the_language_of_its_thread(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    sitting.run = replace(sitting.run, settings=replace(sitting.run.settings, language="ko"))

    await sitting.hold()

    posts = [post for each in platform.standing for post in (*each.earlier, each.post)]
    assert {post.language for post in posts} == {"ko"}
