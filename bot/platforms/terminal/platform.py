"""Asks the council one question from the command line, and writes its posts to a screen or a pipe."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import assert_never

from rich.console import Console, RenderableType
from rich.live import Live
from rich.text import Text

from bot.platforms.terminal.render import Guarded, render, stage_text
from bot.ports import LARGEST_FILE, Abilities, Handle, Thread
from bot.post import (
    Actions,
    FieldErrors,
    Form,
    Limits,
    Line,
    Post,
    PrivateReply,
    Reply,
    StageLine,
    Stages,
    Suggestions,
)
from bot.requests.asking import Ask
from council_core.domain.place import Message, PersonId, Place
from council_core.errors import PlatformError

LIMITS = Limits(prose=10_000_000, parts=1, buttons=0, edits=False, drafts=True)
"""Limits of a post. A screen scrolls, so nothing has to be split; it has no buttons."""


PIPED = "-"
"""Reference of a piped file."""


class TerminalPlatform:
    """The terminal, for one question.

    On a screen the card stays at the bottom and is redrawn; a pipe gets only stages that changed. Call `close` at the
    end, also after an interruption: it restores the screen.
    """

    name = "terminal"
    limits = LIMITS
    abilities = Abilities()

    def __init__(
        self, console: Console, ask: Ask | None = None, *, piped: Mapping[str, bytes] | None = None
    ) -> None:
        """Args:
        console: Console to draw on.
        ask: The question that `serve` asks; None for a platform that only shows.
        piped: Content of piped files, by their references."""
        self.reply: Reply | None = None
        """The council's private reply to the question; None until then, or when there was none."""
        self._console = console
        self._ask = ask
        self._piped = piped or {}
        self._shown: dict[str, Post] = {}
        self._notices: set[Line] = set()
        """Small lines of the card, such as the notice of a demonstration."""
        self._first: dict[str, Post] = {}
        self._live: Live | None = None

    async def serve(self, handle: Handle | None) -> None:
        """Ask the question, show the private reply and return; the run goes on by itself."""
        if self._ask is None or handle is None:
            return
        self.reply = await handle(self._ask)
        if self.reply is not None:
            self._print(_reply(self.reply))

    async def open_thread(self, place: Place, post: Post, *, key: str, again: bool) -> Thread:
        """Show the card. All later output is its thread."""
        del again  # Output of an earlier process is not on this screen.
        if key not in self._shown:
            self._put_up(post, key)
        return Thread(card=Message(place=place, id=key), place=place)

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        """Write a post, unless this process has written it already."""
        del again  # Output of an earlier process is not on this screen.
        if key not in self._shown:
            self._shown[key] = post
            self._print(render(self._without_notices(post)))
        return Message(place=place, id=key)

    async def edit(self, message: Message, post: Post, *, final: bool = False) -> None:
        """Redraw the card. Other posts have scrolled away and stay as they are."""
        before = self._shown.get(message.id)
        if not message.id.endswith("/card"):
            return
        if before is None:
            self._put_up(post, message.id)
            return
        self._shown[message.id] = post
        if self._live is not None:
            self._live.update(render(post), refresh=True)
        elif not self._moves:
            self._print_progress(before, post, self._first.get(message.id, before))
        if not _is_under_way(post):
            self.close()

    async def remove(self, message: Message) -> None:
        """Do nothing: text on a screen cannot be deleted."""

    def cancel_pending_edit(self, message: Message) -> None:
        """Do nothing: no edit is ever queued."""

    async def erase(self, place: Place, posts: Mapping[str, Message | None], post: Post) -> None:
        """Do nothing: output on a screen cannot be deleted."""

    async def may_read(self, person: PersonId, place: Place) -> bool:
        """Return True: the person at the terminal may read all of it."""
        return True

    async def whisper(self, place: Place, person: str, post: Post) -> None:
        """Write it below everything else: only one person looks at a terminal."""
        del place, person
        self._print(render(post))

    async def address(self, message: Message) -> str:
        """Return an empty text: text on a screen has no address."""
        del message
        return ""

    async def fetch_file(self, reference: str, *, most: int = LARGEST_FILE) -> bytes:
        """Return the bytes of a file that was named on the command line, and of no other.

        Raises:
            PlatformError: It was not named there, or cannot be read.
        """
        if self._ask is None or reference not in {file.reference for file in self._ask.files}:
            raise PlatformError(f"'{reference}' was not given on the command line, so it is not read.")
        if reference in self._piped:
            return self._piped[reference]
        try:
            return await asyncio.to_thread(Path(reference).read_bytes)
        except OSError as error:
            raise PlatformError(
                f"'{reference}' cannot be read: {error.strerror or error}.", withheld="gone"
            ) from error

    async def aclose(self) -> None:
        """Leave the card as it is."""
        self.close()

    def close(self) -> None:
        """Leave the card where it is and restore the screen; closing twice is safe."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _without_notices(self, post: Post) -> Post:
        """Return the post without the card's small lines, because one screen shows each of them only once."""
        return replace(post, blocks=tuple(block for block in post.blocks if block not in self._notices))

    def _put_up(self, post: Post, key: str) -> None:
        """Show the card for the first time. The card of a resumed run is shown by an edit instead."""
        self._shown[key] = self._first[key] = post
        self._notices |= {block for block in post.blocks if isinstance(block, Line) and block.small}
        if self._moves and _is_under_way(post):
            self._live = Live(render(post), console=self._console, auto_refresh=False)
            self._live.start(refresh=True)
        else:
            self._print(render(post))

    @property
    def _moves(self) -> bool:
        """Tell whether the output can be redrawn."""
        return self._console.is_terminal and not self._console.is_dumb_terminal

    def _print(self, drawn: RenderableType) -> None:
        _print(self._console, drawn)

    def _print_progress(self, before: Post, post: Post, first: Post) -> None:
        """Print the stages that changed and, once the run is over, the lines that the first card did not have."""
        known = _stages(before)
        running = {stage.label for stage in known if stage.state == "running"}
        for stage in _stages(post):
            says_less = stage.state == "running" and not stage.detail and stage.label in running
            if stage not in known and not says_less:
                self._print(Guarded(stage_text(stage.label, stage.state, stage.detail)))
        if _is_under_way(post) or not _is_under_way(before):
            return
        news = tuple(block for block in post.blocks if isinstance(block, Line) and block not in first.blocks)
        if news:
            self._print(render(Post(blocks=news, summary=post.summary)))


def print_posts(console: Console, posts: Iterable[Post]) -> None:
    """Write posts one below the other."""
    for post in posts:
        _print(console, render(post))


def _print(console: Console, drawn: RenderableType) -> None:
    """Print; in a pipe without the spaces that fill up each line of a screen."""
    try:
        if console.is_terminal:
            console.print(drawn)
            return
        for row in console.render_lines(drawn, pad=False):
            console.out("".join(segment.text for segment in row).rstrip(), highlight=False)
    except OSError as error:
        # A full disk must not count as a fault of the run, so end the process, as rich does for a closed pipe.
        raise SystemExit(1) from error


def _stages(post: Post) -> tuple[StageLine, ...]:
    return tuple(line for block in post.blocks if isinstance(block, Stages) for line in block.lines)


def _is_under_way(post: Post) -> bool:
    """Tell whether the card will still change: it has a button, or a stage that is running."""
    has_actions = any(isinstance(block, Actions) for block in post.blocks)
    return has_actions or any(stage.state == "running" for stage in _stages(post))


def _reply(reply: Reply) -> RenderableType:
    match reply:
        case PrivateReply():
            return render(reply.post)
        case Form():
            return Guarded(Text(f"{reply.title}\n{reply.intro}".strip()))
        case FieldErrors():
            return Guarded(Text("\n".join(f"{field}: {trouble}" for field, trouble in reply.errors)))
        case Suggestions():
            return Guarded(Text(", ".join(reply.members)))
        case _:
            assert_never(reply)
