"""Tests that every text for people is taken from the words: in a language that marks its words, no text lacks a
mark."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

import bot.presentation.words as words_module
from bot.platforms.discord.drawing.fit import without_files
from bot.platforms.discord.drawing.limits import Drawn, Row, Select, Text
from bot.platforms.discord.drawing.post import draw as draw_for_discord
from bot.platforms.slack.drawing.post import draw
from bot.platforms.slack.sending.split import as_file, drawings
from bot.post import File, Post, PrivateReply, Prose
from bot.presentation.board import Board, board_post
from bot.presentation.card import card_for, outcome_of_view
from bot.presentation.posts import edits_for, posts_for
from bot.presentation.whole_run import whole_run
from bot.presentation.words import ENGLISH, Words
from bot.requests.actions import PREFIX
from council_core.domain.run import RunStatus
from council_core.domain.summary import summarize
from council_core.view import view
from tests.bot.conversation.test_words import BOARDS, PRESETS, TEXTS, forms, replies
from tests.bot.presentation.examples import LIMITS, RANKED, SLATE_OPENED, summary, whole
from tests.bot.presentation.test_whole_threads import NAMED, TOLD

BEGIN, END = "⟦", "⟧"
SMALL = File(name="x", media_type="text/plain", content=b"x")


class Marked:
    """Words of a page, or of all pages, with a mark before and after each text."""

    def __init__(self, words: object) -> None:
        self._words = words

    def __getattr__(self, name: str) -> Any:
        found: Any = getattr(self._words, name)
        if name == "language":
            return "xx"
        if not callable(found):
            return marked(found)

        def said(**facts: object) -> Any:
            return marked(found(**facts))

        return said


def marked(said: Any) -> Any:
    """Mark the texts of what a message returned."""
    if isinstance(said, str):
        return f"{BEGIN}{said}{END}" if said else said
    if isinstance(said, Mapping):
        return {key: marked(value) for key, value in cast("Mapping[object, object]", said).items()}
    if isinstance(said, tuple | list):
        return tuple(marked(part) for part in cast("Sequence[object]", said))
    if is_dataclass(said) and type(said).__module__.startswith("bot.presentation.words"):
        return Marked(said)
    if is_dataclass(said) and not isinstance(said, type):
        texts = {
            each.name: marked(getattr(said, each.name)) for each in fields(said) if each.type in {str, "str"}
        }
        return replace(said, **texts)
    return said


PSEUDO = cast("Words", Marked(ENGLISH))


NOT_READ = {
    *("action", "name", "value", "content", "kind", "media_type"),
    *("tone", "style", "rates", "person", "shows", "state"),
}
"""Fields that nobody reads: actions of buttons, names of fields, what is sent back, and how a part looks."""

GIVEN = """A question costs about. The quorum is. How long is the notice period? code decision. Wiki: Space of the
wiki, space, HR, wiki. Open tickets: Project, project, such as WEB."""
"""Words that the forms and replies of `test_words` are given."""

EXAMPLES = (whole("revealed"), SLATE_OPENED, RANKED, TOLD, NAMED, TEXTS, PRESETS, BOARDS, GIVEN)


def texts_in(value: Any) -> Iterator[str]:
    """Yield all texts among the values of the examples, but no names of fields or classes."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for pair in cast("Mapping[object, object]", value).items():
            yield from texts_in(pair)
    elif isinstance(value, tuple | list | set | frozenset):
        for each in cast("Sequence[object]", value):
            yield from texts_in(each)
    elif is_dataclass(value):
        for each in fields(value):
            yield from texts_in(getattr(value, each.name))


DATA = frozenset(word for text in texts_in(EXAMPLES) for word in re.findall(r"\w+", text))
"""Words of people, models and settings in the examples."""

RUNS: tuple[RunStatus, ...] = ("voting", "revealed", "cancelled", "failed")


def read(shown: Any) -> Iterator[str]:
    """Yield all texts of a post or a form that people read."""
    if isinstance(shown, str):
        yield "" if shown.startswith(f"{PREFIX}:") else shown
    elif isinstance(shown, tuple):
        for part in cast("tuple[object, ...]", shown):
            yield from read(part)
    elif is_dataclass(shown):
        for each in fields(shown):
            if each.name == "options":
                yield from (label for _, label in getattr(shown, each.name))
            elif each.name not in NOT_READ:
                yield from read(getattr(shown, each.name))


def unmarked(text: str) -> set[str]:
    """Words outside of all marks that come from no example."""
    before = ""
    while text != before:
        before, text = text, re.sub(f"{BEGIN}[^{BEGIN}{END}]*({END}|…|$)", "", text)
    return {word for word in re.findall(r"\w+", text) if re.search(r"[^\W\d_]{2}", word) and word not in DATA}


def a_run_and_its_thread() -> Iterator[tuple[str, object]]:
    for status in RUNS:
        run = whole(status)
        outcome = outcome_of_view(view(run))
        yield f"run, {status}", whole_run(view(run), words=PSEUDO)
        yield f"card, {status}", card_for(summarize(run), PSEUDO, outcome=outcome)
    for event in (SLATE_OPENED, TOLD):
        yield "thread", tuple(each.post for each in posts_for(event, LIMITS, PSEUDO))
    yield "names", tuple(each.post for each in edits_for(NAMED, LIMITS, PSEUDO))
    open_board = Board(summary=summary("voting"), ranked=RANKED)
    yield "board, open", board_post(open_board, LIMITS, PSEUDO)
    yield "board, revealed", board_post(replace(open_board, revealed=NAMED), LIMITS, PSEUDO)
    yield from replies(PSEUDO)
    yield from forms(PSEUDO)


SHOWN = list(a_run_and_its_thread())


@pytest.mark.parametrize(("name", "shown"), SHOWN, ids=[name for name, _ in SHOWN])
def test_nothing_that_people_read_is_written_outside_of_the_words(name: str, shown: object) -> None:
    found = {word for text in read(shown) for word in unmarked(text)}

    assert found == set(), name


LONG = Post(blocks=(Prose(text="x " * 2_500),), summary="x", language="xx")
LARGE = Post(
    blocks=(Prose(text="x"),),
    summary="x",
    files=(File(name="x", media_type="text/plain", content=Random(1).randbytes(11 * 1024 * 1024)),),
    language="xx",
)


DATE = re.compile(r"<!date\^[^>]*>|<t:\d+:\w>")
"""A moment, which Slack and Discord write in each reader's own way."""


def posts_of(shown: Any) -> Iterator[Post]:
    if isinstance(shown, Post):
        yield shown
    elif isinstance(shown, PrivateReply):
        yield shown.post
    elif isinstance(shown, tuple):
        for each in cast("tuple[object, ...]", shown):
            yield from posts_of(each)


def of_slack(shown: Any) -> Iterator[str]:
    """Yield all texts in Slack's JSON that people read; the texts of a block are joined."""
    if isinstance(shown, Mapping):
        block = cast("Mapping[str, object]", shown)
        yield from (text for key in ("text", "title", "alt_text") for text in of_slack(block.get(key)))
        rest = (
            "elements",
            "accessory",
            "placeholder",
            "confirm",
            "options",
            "rows",
            "fields",
            "positive_button",
        )
        yield from (text for key in (*rest, "negative_button") for text in of_slack(block.get(key)))
    elif isinstance(shown, list):
        for each in cast("list[object]", shown):
            yield from of_slack(each)
    elif isinstance(shown, str):
        yield shown


def of_discord(drawn: Drawn) -> Iterator[str]:
    """Yield all texts of a Discord message that people read."""
    yield drawn.content
    for piece in drawn.pieces:
        match piece:
            case Text(text=text, beside=beside):
                yield text if beside is None else f"{text} {beside.label}"
            case Row(buttons=buttons):
                yield " ".join(button.label for button in buttons)
            case Select(placeholder=placeholder, choices=choices):
                yield " ".join([placeholder, *(choice.label for choice in choices)])
            case _:
                pass
    yield from (file.title for file in drawn.files)


DRAWN = [(name, post) for name, shown in SHOWN for post in posts_of(shown)] + [
    ("long", LONG),
    ("large", LARGE),
]


def test_nothing_that_slack_or_discord_draws_of_a_run_is_written_outside_of_the_words() -> None:
    found: dict[str, set[str]] = {}
    for name, post in DRAWN:
        on_slack = [*drawings(post, frozenset()), draw(as_file(post, PSEUDO.slack))]
        on_discord = draw_for_discord(post, PSEUDO.discord)
        missing = without_files(
            draw_for_discord(replace(post, files=(SMALL,)), PSEUDO.discord), PSEUDO.discord
        )
        texts = [
            *(" ".join(of_slack(block)) for drawn in on_slack for block in drawn.blocks),
            *(drawn.text for drawn in on_slack),
            *of_discord(on_discord),
            *of_discord(missing),
        ]
        found[name] = {word for text in texts for word in unmarked(DATE.sub("", text))}

    assert {name: words for name, words in found.items() if words} == {}


def test_every_message_of_the_words_is_said_somewhere() -> None:
    """A message is unused if no page and no module outside of the words names it."""
    folder = Path(words_module.__file__).parent
    sources = [path for path in folder.parents[1].rglob("*.py") if folder not in path.parents]
    pages = list(folder.parents[1].rglob("*.html"))
    named = {name for path in (*sources, *pages) for name in re.findall(r"\.(\w+)", path.read_text())}
    trees = [ast.parse(path.read_text()) for path in folder.glob("*.py")]
    messages = {
        f"{each.name}.{method.name}"
        for tree in trees
        for each in tree.body
        if isinstance(each, ast.ClassDef) and any(ast.unparse(base) == "Protocol" for base in each.bases)
        for method in each.body
        if isinstance(method, ast.FunctionDef)
    }

    assert {message for message in messages if message.partition(".")[2] not in named} == set()
