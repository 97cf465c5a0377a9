"""Tests of the terminal as a chat platform."""

import io
from functools import partial
from pathlib import Path

import pytest
from rich.console import Console

from bot.platforms.terminal import TerminalPlatform
from bot.ports import ChatPlatform
from bot.post import FieldErrors, Post, Reply
from bot.presentation.card import card_for as any_card_for
from bot.presentation.replies import run_refused
from bot.presentation.words import ENGLISH
from bot.requests.asking import Ask
from bot.requests.person import Person
from bot.requests.request import Request
from council_core.domain.events import StageProgressed
from council_core.domain.place import Message, PersonId, Place
from council_core.domain.question import FileReference
from council_core.errors import PlatformError, QuestionRejected
from tests.bot.presentation.examples import RUN, summary

HERE = Place(platform="terminal", channel="terminal")
CARD = f"{RUN}/card"

card_for = partial(any_card_for, has_buttons=False)
"""The card as the announcer draws it for a platform on which nobody can press anything."""


def asking(*files: Path) -> Ask:
    return Ask(
        person=Person(id=PersonId("ann"), name="Ann"),
        place=HERE,
        text="Tea or coffee?",
        delivery="1",
        files=tuple(
            FileReference(name=file.name, media_type="text/plain", size=1, reference=str(file))
            for file in files
        ),
    )


class Screen:
    """A console whose words can be read back."""

    def __init__(self, *, terminal: bool = False) -> None:
        self.file = io.StringIO()
        self.console = Console(file=self.file, width=60, force_terminal=terminal, color_system=None)

    def new(self) -> str:
        """Return the text written since the last look."""
        said = self.file.getvalue()
        self.file.seek(0)
        self.file.truncate()
        return said


def progress(done: int) -> StageProgressed:
    return StageProgressed(run_id=RUN, stage="answer", done=done, of=4, failed=0)


def test_the_terminal_is_a_chat_platform() -> None:
    platform: ChatPlatform = TerminalPlatform(Screen().console)

    assert platform.name == "terminal"


async def test_it_puts_its_one_question_and_shows_what_the_council_says_to_it() -> None:
    screen, asked = Screen(), list[Request]()
    platform = TerminalPlatform(screen.console, asking())

    async def handle(request: Request) -> Reply | None:
        asked.append(request)
        return run_refused(ENGLISH, QuestionRejected("needs_words", fact="/council"))

    await platform.serve(handle)

    assert asked == [asking()]
    assert "The question is missing" in screen.new()
    assert platform.reply is not None


async def test_mistakes_on_a_form_are_written_out() -> None:
    screen = Screen()
    platform = TerminalPlatform(screen.console, asking())

    async def handle(request: Request) -> Reply | None:
        return FieldErrors(errors=(("question", f"[b]{type(request).__name__}[/b] is too long."),))

    await platform.serve(handle)

    assert "question: [b]Ask[/b] is too long." in screen.new()


async def test_a_pipe_gets_only_the_stages_that_changed() -> None:
    screen = Screen()
    platform = TerminalPlatform(screen.console)
    thread = await platform.open_thread(HERE, card_for(summary(), ENGLISH), key=CARD, again=False)
    first = screen.new()

    await platform.edit(thread.card, card_for(summary(), ENGLISH, progress(1)))
    await platform.edit(thread.card, card_for(summary(), ENGLISH, progress(1)))
    await platform.edit(thread.card, card_for(summary(), ENGLISH, progress(2)))

    assert "Should we move" in first
    assert screen.new() == "» Answers  1 of 4\n» Answers  2 of 4\n"


async def test_a_pipe_gets_the_outcome_at_the_end_once() -> None:
    screen = Screen()
    platform = TerminalPlatform(screen.console)
    thread = await platform.open_thread(HERE, card_for(summary("voting"), ENGLISH), key=CARD, again=False)
    screen.new()

    await platform.edit(thread.card, card_for(summary("revealed", top=()), ENGLISH))
    await platform.edit(thread.card, card_for(summary("revealed", top=()), ENGLISH))

    said = screen.new()
    assert said.count("The answers were not ranked.") == 1


async def test_on_a_screen_the_card_moves_on_until_the_run_is_over() -> None:
    screen = Screen(terminal=True)
    platform = TerminalPlatform(screen.console)

    thread = await platform.open_thread(HERE, card_for(summary(), ENGLISH), key=CARD, again=False)
    await platform.edit(thread.card, card_for(summary(), ENGLISH, progress(3)))
    await platform.edit(thread.card, card_for(summary("revealed"), ENGLISH))

    said = screen.new()
    assert "3 of 4" in said
    assert "Ranked first: Response B" in said
    assert said.rfind("\x1b[?25h") > said.rfind("\x1b[?25l")


async def test_an_interruption_gives_the_screen_back() -> None:
    screen = Screen(terminal=True)
    platform = TerminalPlatform(screen.console)
    await platform.open_thread(HERE, card_for(summary(), ENGLISH), key=CARD, again=False)

    platform.close()
    platform.close()

    assert screen.new().rstrip("\n").endswith("\x1b[?25h")


async def test_the_card_of_a_run_taken_up_again_appears_with_its_first_change() -> None:
    screen = Screen()
    platform = TerminalPlatform(screen.console)

    await platform.edit(Message(place=HERE, id=CARD), card_for(summary("reviewing"), ENGLISH))

    assert "The models are reviewing each other" in screen.new()


async def test_the_same_post_is_written_once() -> None:
    screen = Screen()
    platform = TerminalPlatform(screen.console)
    post = Post(blocks=card_for(summary(), ENGLISH).blocks[1:3], summary="")

    first = await platform.post(HERE, post, key="k", again=False)
    second = await platform.post(HERE, post, key="k", again=True)

    assert first == second
    assert screen.new().count("Should we move") == 1


async def test_a_file_from_the_command_line_is_read(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(b"hello")
    platform = TerminalPlatform(Screen().console, asking(file))

    assert await platform.fetch_file(str(file)) == b"hello"


async def test_no_other_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "secret.txt"
    file.write_bytes(b"hello")
    platform = TerminalPlatform(Screen().console, asking())

    with pytest.raises(PlatformError, match="was not given on the command line"):
        await platform.fetch_file(str(file))


async def test_a_missing_file_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    platform = TerminalPlatform(Screen().console, asking(missing))

    with pytest.raises(PlatformError, match=r"missing.txt' cannot be read: No such file"):
        await platform.fetch_file(str(missing))
