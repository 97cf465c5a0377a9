"""Draws a post as a card of components, or as a plain message for prose. Pure and without the library.

One post is always exactly one message: a text that is too long for it is cut, and attached whole as a file.
"""

from collections.abc import Iterator, Sequence
from typing import assert_never

from bot.platforms.discord.drawing import markup
from bot.platforms.discord.drawing.fit import shortened, with_file, with_fitting_files
from bot.platforms.discord.drawing.limits import (
    BUTTONS_IN_A_ROW,
    LARGEST_FILE,
    MOST_BUTTONS,
    MOST_COMPONENTS,
    MOST_CONTENT,
    MOST_TEXT,
    OPTIONS_IN_A_SELECT,
    Attached,
    Drawn,
    Piece,
    Row,
    Select,
    Text,
)
from bot.platforms.discord.drawing.markup import fenced, weight
from bot.platforms.discord.drawing.tables import chart_text, table_text
from bot.ports.words import DiscordWords
from bot.post import (
    Actions,
    Block,
    Button,
    Chart,
    Choice,
    Heading,
    Line,
    Post,
    Prose,
    StageLine,
    Stages,
    StageState,
    Table,
    Tone,
)

COLOURS: dict[Tone, int | None] = {"plain": None, "good": 0x2E8B57, "warning": 0xE0A000, "bad": 0xC0392B}
RUNNING = 0xE0A000
_STATES: dict[StageState, str] = {"waiting": "⚪", "running": "⏳", "done": "✅", "failed": "❌"}


def draw(post: Post, words: DiscordWords, *, as_card: bool = False, largest: int = LARGEST_FILE) -> Drawn:
    """Draw the post as a message.

    Args:
        post: The post.
        words: Texts that we add to it, in its language.
        as_card: Whether to use components in any case: a message that once had them can never be plain again.
        largest: Most bytes of a file.
    """
    post = with_fitting_files(post, largest, words)
    if not as_card and _is_prose(post):
        content = _together(_texts(post, of_card=False))
        if 0 < weight(content) <= MOST_CONTENT:
            return Drawn(
                content=content, files=post.files, silent=post.silent, rings_for=markup.rung_for(post)
            )
        return _card(post, words, boxed=False)
    return _card(post, words, boxed=True)


def _is_prose(post: Post) -> bool:
    kinds = {block.kind for block in post.blocks}
    has_buttons = "actions" in kinds or any(_beside(block) for block in post.blocks)
    return "prose" in kinds and not has_buttons and not kinds & {"stages", "chart"}


def _card(post: Post, words: DiscordWords, *, boxed: bool) -> Drawn:
    pieces = _pieces(post, boxed)
    if sum(weight(piece.text) for piece in pieces if isinstance(piece, Text)) > MOST_TEXT:
        whole = whole_text(post)
        post = with_file(post, whole, words)
        pieces = shortened(_pieces(post, boxed))
    return Drawn(
        pieces=tuple(pieces),
        boxed=boxed,
        colour=_colour(post),
        files=post.files,
        silent=post.silent,
        rings_for=markup.rung_for(post),
    )


def _colour(post: Post) -> int | None:
    runs = any(
        line.state == "running" for block in post.blocks if isinstance(block, Stages) for line in block.lines
    )
    return RUNNING if runs and post.tone == "plain" else COLOURS[post.tone]


def _pieces(post: Post, of_card: bool) -> list[Piece]:
    """Convert blocks into pieces; consecutive texts become one piece, so that there are few components."""
    pieces: list[Piece] = []
    selects = 0
    for group in _groups(post.blocks):
        if isinstance(group, Actions):
            made = list(_actions(group, selects))
            selects += sum(isinstance(piece, Select) for piece in made)
            pieces += made
        elif texts := [text for block in group for text in _block(block, post, of_card) if text.strip()]:
            pieces.append(Text(text=_together(texts), beside=_beside(group[0])))
    if not (pieces or post.files):
        pieces.append(Text(text=markup.plain(post.summary) or "–"))
    return _few_enough(pieces, [Attached(name=file.name) for file in post.files])


def _groups(blocks: Sequence[Block]) -> Iterator[Actions | list[Block]]:
    """Yield rows of buttons, and the texts between them. A line with a button begins a group of its own, which includes
    the small lines after it."""
    texts: list[Block] = []
    for block in blocks:
        follows = isinstance(block, Line) and block.small and _beside(block) is None
        starts = _beside(block) is not None or (bool(texts) and _beside(texts[0]) is not None and not follows)
        if texts and (starts or isinstance(block, Actions)):
            yield texts
            texts = []
        if isinstance(block, Actions):
            yield block
        else:
            texts.append(block)
    if texts:
        yield texts


def _beside(block: Block) -> Button | None:
    return block.beside if isinstance(block, Line) else None


def _few_enough(pieces: Sequence[Piece], files: Sequence[Piece]) -> list[Piece]:
    """Return as many pieces as a message holds, the first ones first, and always the files."""
    room = MOST_COMPONENTS - 1 - len(files)
    kept: list[Piece] = []
    for piece in pieces:
        room -= _components(piece)
        if room < 0:
            break
        kept.append(piece)
    return [*kept, *files]


def _components(piece: Piece) -> int:
    """Return the number of components of a piece, including its own frame."""
    match piece:
        case Row(buttons=buttons):
            return 1 + len(buttons)
        case Select():
            return 2
        case Text(beside=beside):
            return 1 if beside is None else 3
        case Attached():
            return 1


def _together(texts: Sequence[str]) -> str:
    return "\n".join(texts).strip("\n")


def _texts(post: Post, *, of_card: bool) -> list[str]:
    return [text for block in post.blocks for text in _block(block, post, of_card) if text.strip()]


def _block(block: Block, post: Post, of_card: bool) -> Iterator[str]:
    match block:
        case Heading(text=text):
            yield f"{'### ' if of_card else '**'}{markup.plain(text)}{'' if of_card else '**'}"
        case Prose(text=text):
            drawn = fenced(markup.prose(text))
            # A blank line separates the model's text from ours below it.
            yield (
                _as_quotation(drawn) if any(isinstance(one, Stages) for one in post.blocks) else f"{drawn}\n"
            )
        case Line(parts=parts, small=small):
            said = " ".join(markup.inline(parts).split("\n"))
            yield f"-# {said}" if small and said else said
        case Table(columns=columns, rows=rows):
            yield table_text(
                [markup.neutral(one) for one in columns], [[markup.neutral(c) for c in r] for r in rows]
            )
        case Chart():
            yield f"**{markup.plain(block.title)}**"
            yield markup.neutral(chart_text(block))
        case Stages(lines=lines):
            yield "\n".join(_stage(line) for line in lines)
        case Actions():
            return
        case _:
            assert_never(block)


def _as_quotation(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def _stage(line: StageLine) -> str:
    detail = f" – {markup.inline((line.detail,))}" if line.detail else ""
    return f"{_STATES[line.state]} {markup.inline((line.label,))}{detail}"


def _actions(row: Actions, selects: int) -> Iterator[Piece]:
    buttons = row.buttons[:MOST_BUTTONS]
    for at in range(0, len(buttons), BUTTONS_IN_A_ROW):
        yield Row(buttons=buttons[at : at + BUTTONS_IN_A_ROW])
    spare = [one for one in row.buttons[MOST_BUTTONS:] if isinstance(one, Button)]
    choices = (*(Choice(label=one.label, action=one.action) for one in spare), *row.choices)
    for at in range(0, len(choices), OPTIONS_IN_A_SELECT):
        chosen = choices[at : at + OPTIONS_IN_A_SELECT]
        number = selects + at // OPTIONS_IN_A_SELECT
        yield Select(number=number, choices=chosen, placeholder=row.placeholder)


def whole_text(post: Post) -> str:
    """Return the whole post for a file, with prose as its author wrote it."""
    said = [
        block.text if isinstance(block, Prose) else "\n".join(_block(block, post, True))
        for block in post.blocks
    ]
    return "\n\n".join(text for text in said if text.strip()).replace(markup.NOTHING, "")
