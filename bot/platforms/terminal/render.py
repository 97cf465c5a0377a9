"""Draws posts with rich, as a pure function, behind a guard that removes control characters."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.markdown import Markdown
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

from bot.platforms.terminal.figures import DrawnChart, DrawnTable
from bot.platforms.terminal.harmless import harmless
from bot.post import (
    Actions,
    Block,
    Button,
    Chart,
    Heading,
    Line,
    Mention,
    Part,
    Post,
    Prose,
    Spot,
    Stages,
    StageState,
    Table,
    Time,
    Tone,
    quoted,
)

STYLES: dict[Tone, str] = {"plain": "bold", "good": "bold green", "warning": "bold yellow", "bad": "bold red"}

MARKS: dict[StageState, tuple[str, str]] = {
    "waiting": ("·", "dim"),
    "running": ("»", "yellow"),
    "done": ("✓", "green"),
    "failed": ("×", "red"),
}


class Guarded:
    """Draws its content without any character that could move the cursor, change colours or turn the text.

    It wraps the Markdown parser, because the parser decodes entities such as `&#x202e;` into such characters.
    """

    def __init__(self, inner: RenderableType) -> None:
        self.inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.inner, options):
            if segment.control:
                continue
            text = (
                harmless(segment.text).encode(options.encoding, "replace").decode(options.encoding, "replace")
            )
            yield Segment(text, segment.style)


def render(post: Post) -> RenderableType:
    """Return a post as rich draws it. Buttons are left out, since a terminal has none."""
    drawn = [part for block in post.blocks for part in _block(block, post.tone)]
    drawn += [Text(f"File: {file.name}", style="dim") for file in post.files]
    return Guarded(Group(*drawn))


def _block(block: Block, tone: Tone) -> Iterator[RenderableType]:
    match block:
        case Heading():
            yield Padding(Text(harmless(block.text), style=STYLES[tone]), (1, 0, 0, 0))
        case Prose():
            yield _markdown(block.text)
        case Line():
            yield _line(block)
        case Table():
            yield DrawnTable(block)
        case Chart():
            yield DrawnChart(block)
        case Stages():
            yield from (stage_text(line.label, line.state, line.detail) for line in block.lines)
        case Actions():
            yield from _hints(block)
        case _:
            assert_never(block)


def _markdown(text: str, style: str = "none") -> Markdown:
    """Draw Markdown without terminal hyperlinks: those would show one address and open another."""
    return Markdown(harmless(text), style=style, hyperlinks=False)


def _line(block: Line) -> RenderableType:
    said = "".join(map(_part, block.parts))
    return _markdown(said, style="dim" if block.small else "none")


def _part(part: Part) -> str:
    match part:
        case str():
            return part
        case Time():
            spelled = {"time": "%H:%M", "date": "%Y-%m-%d", "both": "%Y-%m-%d %H:%M"}[part.shows]
            return f"{part.at.astimezone():{spelled}}"
        case Mention() | Spot():
            return quoted(part.name)


def stage_text(label: str, state: StageState, detail: str) -> Text:
    """Draw one stage on the card."""
    mark, style = MARKS[state]
    return Text.assemble(
        (f"{mark} ", style), harmless(label), (f"  {harmless(detail)}" if detail else "", "dim")
    )


def _hints(block: Actions) -> Sequence[RenderableType]:
    """Return the commands to type in place of buttons."""
    runs = [button.action.split(":") for button in block.buttons if isinstance(button, Button)]
    return [
        Text(f"Each review: council show {run[2]}", style="dim")
        for run in runs
        if run[1:2] == ["reviews"] and len(run) == 3
    ]
