"""Draws a post as the `text` and blocks of a Slack message or modal, with links to the places that it names. Pure:
equal posts give equal JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from bot.platforms import line_breaks
from bot.platforms.slack.drawing import blocks, prose, tables
from bot.platforms.slack.drawing.blocks import Kit
from bot.platforms.slack.drawing.limits import LONGEST_TEXT
from bot.platforms.slack.drawing.markup import Span, escaped, mrkdwn, neutral, rich_elements, spans
from bot.post import (
    Actions,
    Block,
    Button,
    Chart,
    Heading,
    Line,
    LinkButton,
    Part,
    Post,
    Prose,
    Spot,
    StageLine,
    Stages,
    StageState,
    Table,
    Tone,
    quoted,
)
from council_core.domain.place import Message, Place
from council_core.exports.source import simplified

ACTION = "council.do"
LINK = "council.link"
"""Prefixes of action ids: for requests, and for links, which Slack itself opens."""

NOT_IN_MODALS = frozenset({"markdown", "table", "data_visualization", "context_actions"})
"""Block types that exist only in messages (docs.slack.dev; a table also on the Home tab)."""

OPTIONAL = NOT_IN_MODALS
"""Block types that have a plainer drawing, for workspaces that refuse them."""

_TONES: dict[Tone, str] = {"plain": "", "good": "", "warning": "⚠️ ", "bad": "🛑 "}
_STATES: dict[StageState, str] = {"waiting": "⚪", "running": "⏳", "done": "✅", "failed": "❌"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A drawn message."""

    text: str
    """Text in mrkdwn for notifications, screen readers and search, and for clients that show no blocks."""

    blocks: list[Kit]

    @property
    def kinds(self) -> frozenset[str]:
        """The types of its blocks."""
        return frozenset(block["type"] for block in self.blocks)


def draw(post: Post, refused: frozenset[str] = frozenset()) -> Drawn:
    """Draw the post as a message without the block types in `refused` (those in `OPTIONAL` may be refused)."""
    made: list[Kit] = []
    charts = 0
    for at, block in enumerate(post.blocks):
        charts += isinstance(block, Chart)
        # docs.slack.dev: two charts in a message.
        without = refused | {"data_visualization"} if charts > 2 else refused
        tone = _TONES[post.tone] if at == 0 else ""
        made += [drawn for drawn in _block(block, tone, without) if drawn]
    return Drawn(text=fallback(post), blocks=blocks.named(_with_unique_actions(made)))


def fallback(post: Post) -> str:
    """Return the text for screen readers and notifications: the summary, and the tables in words."""
    captions = [block.caption for block in post.blocks if isinstance(block, Table) and block.caption]
    return blocks.cut(escaped("\n".join([post.summary or "Council", *captions])), LONGEST_TEXT)


def _block(block: Block, tone: str, refused: frozenset[str]) -> Iterator[Kit]:
    match block:
        case Heading():
            yield from _heading(tone + block.text)
        case Prose():
            text = simplified(line_breaks.in_words(block.text))
            made = None if "markdown" in refused else prose.markdown_block(text)
            yield from [made] if made else prose.rich_blocks(text)
        case Line():
            yield from _line(block, tone)
        case Table():
            made = None if "table" in refused else tables.table_block(block)
            yield made or blocks.rich_text(blocks.rich_fence(tables.aligned((block.columns, *block.rows))))
        case Chart():
            made = None if "data_visualization" in refused else tables.chart_block(block)
            yield made or _bars(block)
        case Stages():
            yield _stages(block, tone)
        case Actions():
            yield from _actions(block, refused)
        case _:
            assert_never(block)


def _heading(text: str) -> Iterator[Kit]:
    line = " ".join(neutral(text).split())
    if len(line) <= 150:
        yield blocks.header(line)
    else:
        yield blocks.rich_text(blocks.rich_section([blocks.rich_words(line, "bold")]))


def _line(line: Line, tone: str) -> Iterator[Kit]:
    words = spans([tone, *line.parts] if tone else line.parts)
    if line.beside is not None:
        yield blocks.section(mrkdwn(words), button(line.beside))
    elif line.small and 0 < len(small := mrkdwn(words).strip()) <= 3_000:
        yield blocks.context(small)
    elif elements := rich_elements(words):
        yield blocks.rich_text(blocks.rich_section(elements))


def _bars(chart: Chart) -> Kit:
    title = blocks.rich_section(
        [blocks.rich_words(neutral(chart.title) or " ", "bold"), blocks.rich_words("\n")]
    )
    return blocks.rich_text(title, blocks.rich_fence(tables.bars(chart)))


def _stages(stages: Stages, tone: str) -> Kit:
    words = [Span(text=span.text, styles=("bold",)) for span in spans([tone])]
    for line in stages.lines:
        words += [Span(text=f"{chr(10) if words else ''}{_STATES[line.state]} "), *_stage(line)]
    return blocks.rich_text(blocks.rich_section(rich_elements(words) or [blocks.rich_words(" ")]))


def _stage(line: StageLine) -> Iterator[Span]:
    yield from spans([line.label])
    if line.detail:
        yield Span(text=" – ")
        yield from spans([line.detail])


def _actions(row: Actions, refused: frozenset[str]) -> Iterator[Kit]:
    pair = () if "context_actions" in refused else _pair(row)
    elements = [button(one) for one in row.buttons if one not in pair]
    options = [blocks.option(neutral(one.label), one.action) for one in row.choices]
    elements += [
        blocks.select(ACTION, options[at : at + 100], neutral(row.placeholder))
        for at in range(0, len(options), 100)
    ]
    # 25 elements: docs.slack.dev, actions block.
    yield from (blocks.actions(elements[at : at + 25]) for at in range(0, len(elements), 25))
    if pair:
        good, bad = ((neutral(one.label), one.action) for one in pair)
        yield blocks.feedback(ACTION, good, bad)


def _pair(row: Actions) -> tuple[Button, ...]:
    """Return the two buttons of a row that rate its post, the good one first; empty without both."""
    rating = {one.rates: one for one in row.buttons if isinstance(one, Button)}
    return (rating["good"], rating["bad"]) if {"good", "bad"} <= rating.keys() else ()


def button(one: Button | LinkButton) -> Kit:
    """Return a button of ours or one that opens an address."""
    if isinstance(one, LinkButton):
        return blocks.link_button(neutral(one.label), LINK, one.url)
    asks = one.confirm
    confirm = asks and blocks.dialogue(asks.title, neutral(asks.question), asks.yes, asks.no)
    return blocks.button(neutral(one.label), ACTION, one.action, style=one.style, confirm=confirm)


def _with_unique_actions(made: Sequence[Kit]) -> list[Kit]:
    """Number action ids through the message: Slack refuses equal ids in one block."""
    numbered: list[Kit] = []
    count = 0
    for block in made:
        if block["type"] not in ("actions", "context_actions"):
            numbered.append(block)
            continue
        elements: list[Kit] = []
        for element in block["elements"]:
            elements.append({**element, "action_id": f"{element['action_id']}.{count}"})
            count += 1
        numbered.append({**block, "elements": elements})
    return numbered


def words(post: Post) -> str:
    """Return the whole post as mrkdwn without blocks and buttons, for a workspace in which Slack accepts no block."""
    lines: list[str] = []
    for block in post.blocks:
        match block:
            case Heading() | Prose():
                lines.append(escaped(line_breaks.in_words(block.text)))
            case Line():
                lines.append(mrkdwn(spans(block.parts)))
            case Table():
                lines.append(f"```{escaped(tables.aligned((block.columns, *block.rows)), is_code=True)}```")
            case Chart():
                lines.append(f"{escaped(block.title)}\n```{escaped(tables.bars(block), is_code=True)}```")
            case Stages():
                lines += [f"{_STATES[line.state]} {mrkdwn(list(_stage(line)))}" for line in block.lines]
            case Actions():
                pass
            case _:
                assert_never(block)
    return "\n".join(lines) or fallback(post)


def written(post: Post) -> str:
    """Return the whole post for a file, in which nothing needs to be escaped."""
    return words(post).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def linked(post: Post, address: str) -> Post:
    """Return the post with a link for each thread that it names.

    Args:
        post: The post.
        address: The workspace's web address from auth.test (`https://acme.slack.com/`); empty for no links.
    """
    if not address or not names_threads(post):
        return post
    return replace(
        post,
        blocks=tuple(
            replace(block, parts=tuple(_part(part, address) for part in block.parts))
            if isinstance(block, Line)
            else block
            for block in post.blocks
        ),
    )


def names_threads(post: Post) -> bool:
    """Tell whether the post names a thread."""
    lines = [block for block in post.blocks if isinstance(block, Line)]
    return any(isinstance(part, Spot) and part.place.thread for one in lines for part in one.parts)


def _part(part: Part, address: str) -> Part:
    if isinstance(part, Spot) and part.place.thread:
        return f"[{quoted(part.name)}]({permalink(part.place, address)})"
    return part


def message_link(message: Message, address: str) -> str:
    """Return the link of one message in a thread; empty without an address."""
    place = message.place
    if not address:
        return ""
    link = permalink(replace(place, thread=message.id), address)
    return f"{link}?thread_ts={place.thread}&cid={place.channel}" if place.thread else link


def permalink(place: Place, address: str) -> str:
    """Return a thread's permalink, in the form of chat.getPermalink (docs.slack.dev), without a call."""
    return f"{address.rstrip('/')}/archives/{place.channel}/p{(place.thread or '').replace('.', '')}"
