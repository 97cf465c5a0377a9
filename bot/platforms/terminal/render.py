"""Draws posts with rich, as a pure function, behind a guard that removes control characters."""

import re
from collections.abc import Iterator, Sequence
from typing import assert_never

from markdown_it.token import Token
from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.markdown import Markdown
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table as RichTable
from rich.text import Text

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
from council_core.exports.commonmark import parser

OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 except tab and newline, DEL, C1: cursor, colours, titles, links
    "\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c"  # these turn the reading direction of the text after them
    "\u2028\u2029\ufff9-\ufffb\U000e0000-\U000e007f"  # hidden line ends, annotations and tags
    "\ud800-\udfff]"  # halves of surrogate pairs, which no encoding can write
)


def harmless(text: str) -> str:
    """Return the text without such characters; an escape sequence leaves plain letters behind."""
    return OBEYED.sub("", text)


LONGEST_BAR = 20
ROOM_FOR_A_FIGURE = 8
"""Characters reserved after a bar."""


class DrawnTable:
    """A table, or one paragraph for each row if columns would break words."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = (self.table.columns, *self.table.rows)
        columns = len(self.table.columns)
        widths = [max(_longest_word(row[index]) for row in rows) for index in range(columns)]
        if sum(widths) + 3 * (columns - 1) > options.max_width:
            yield from self._paragraphs()
            return
        drawn = RichTable(show_edge=False, pad_edge=False, header_style="bold")
        for column, width in zip(self.table.columns, widths, strict=True):
            drawn.add_column(Text(harmless(column)), overflow="fold", min_width=width)
        for row in self.table.rows:
            drawn.add_row(*(Text(harmless(cell)) for cell in row))
        yield drawn

    def _paragraphs(self) -> RenderResult:
        for row in self.table.rows:
            cells = [f"{column}: {cell}" for column, cell in zip(self.table.columns, row, strict=True)]
            yield Text(harmless(" · ".join(cells)))


class DrawnChart:
    """Bars, one group for each label."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        series = self.chart.series
        largest = max((value for _, values in series for value in values), default=0.0)
        width = max((cell_len(harmless(name)) for name, _ in series), default=0)
        room = max(min(LONGEST_BAR, options.max_width - width - 4 - ROOM_FOR_A_FIGURE), 1)
        yield Text(harmless(self.chart.title), style="bold")
        for index, label in enumerate(self.chart.labels):
            yield Text(harmless(label))
            for name, values in series:
                length = round(room * values[index] / largest) if largest > 0 else 0
                bar = f"{'█' * length} " if length else ""
                yield Text(f"  {set_cell_size(harmless(name), width)}  {bar}{values[index]:g}")


def _longest_word(text: str) -> int:
    return max((cell_len(word) for word in harmless(text).split()), default=1)


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


PARSER = parser()


def _markdown(text: str, style: str = "none") -> Markdown:
    """Draw Markdown as pages do, and without terminal hyperlinks: those would show one address and open another."""
    drawn = Markdown("", style=style, hyperlinks=False)
    # The parser of rich drops all that looks like a tag, such as the type in `Vec<String>`.
    drawn.parsed = PARSER.parse(harmless(text))
    for token in drawn.parsed:
        token.children = list(_spelled(token.children or ()))
    return drawn


def _spelled(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield inline tokens with each line end kept, and without the links of addresses that stand there in full."""
    is_said = False
    for at, token in enumerate(tokens):
        if token.type == "link_open":
            is_said = _says_its_address(tokens[at : at + 3])
        if token.type == "softbreak":
            token.type = "hardbreak"
        if not (is_said and token.type in ("link_open", "link_close")):
            yield token


def _says_its_address(tokens: Sequence[Token]) -> bool:
    """Tell whether a link begins here whose only words are its address."""
    match tokens:
        case [opens, words, closes] if closes.type == "link_close":
            address = str(opens.attrs["href"])
            return words.content in (address, address.removeprefix("mailto:"))
        case _:
            return False


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
