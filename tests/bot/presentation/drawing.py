"""Draws a post as plain text that shows every block, for golden files."""

from collections.abc import Sequence

from bot.post import (
    Actions,
    Block,
    Button,
    Chart,
    Heading,
    KeyedPost,
    Line,
    LinkButton,
    Mention,
    Part,
    Post,
    PrivateReply,
    Prose,
    Spot,
    Stages,
    Table,
    Time,
)


def draw_all(posts: Sequence[KeyedPost]) -> str:
    """Return posts one below the other, each under its key."""
    return "\n\n".join(f"===== {keyed.key} =====\n{draw(keyed.post)}" for keyed in posts)


def draw_reply(reply: PrivateReply) -> str:
    """Return a private reply as text, with the title of its panel."""
    return f"panel: {reply.panel or 'none'}\n{draw(reply.post)}"


def draw(post: Post) -> str:
    """Return one post as text: how it is sent, its notification, its blocks, its files."""
    sent = f"[{post.tone}, {'silent' if post.silent else 'rings'}]"
    files = [
        f"FILE {file.name} ({file.media_type}, {len(file.content)} bytes): {file.title}"
        for file in post.files
    ]
    return "\n".join([f"{sent} {post.summary}", *(_block(block) for block in post.blocks), *files])


def _block(block: Block) -> str:
    match block:
        case Heading():
            return f"HEADING {block.text}"
        case Prose():
            return "\n".join(f"| {line}" for line in block.text.split("\n"))
        case Line():
            beside = "" if block.beside is None else f" [{block.beside.label}] -> {block.beside.action}"
            return f"{'small' if block.small else 'LINE'} {''.join(map(_part, block.parts))}{beside}"
        case Table():
            return _table(block)
        case Chart():
            return _chart(block)
        case Stages():
            return "\n".join(
                [
                    "STAGES",
                    *(f"  {line.state:8} {line.label}: {line.detail}" for line in block.lines),
                ]
            )
        case Actions():
            return _actions(block)


def _part(part: Part) -> str:
    match part:
        case Mention(name=name):
            return f"@{name}{' (rings)' if part.rings else ''}"
        case Time(name=name):
            return f"<{name}>"
        case Spot(place=place, name=name):
            return f"<{name}: {place.channel}{f'/{place.thread}' if place.thread else ''}>"
        case str():
            return part


def _table(table: Table) -> str:
    rows = (table.columns, *table.rows)
    widths = [max(len(row[index]) for row in rows) for index in range(len(table.columns))]
    drawn = [
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows
    ]
    return "\n".join([f"TABLE {table.caption}", *drawn])


def _chart(chart: Chart) -> str:
    series = [f"  {name}: {', '.join(f'{value:g}' for value in values)}" for name, values in chart.series]
    return "\n".join([f"CHART {chart.title} ({', '.join(chart.labels)})", *series])


def _actions(actions: Actions) -> str:
    drawn: list[str] = []
    for button in actions.buttons:
        match button:
            case Button():
                asks = f" asks: {button.confirm.question}" if button.confirm else ""
                drawn.append(f"[{button.label}] {button.style} -> {button.action}{asks}")
            case LinkButton():
                drawn.append(f"[{button.label}] -> {button.url}")
    if actions.choices:
        drawn.append(f"SELECT {actions.placeholder}")
    drawn += [f"  ({choice.label}) -> {choice.action}" for choice in actions.choices]
    return "\n".join(drawn)
