"""Strength of the models over many runs -> two tables that are never mixed, and what each model takes."""

from bot.post import Actions, Block, Button, Heading, Post, PrivateReply, Table, line, quoted
from bot.presentation.phrases import shortened
from bot.presentation.words import Words
from bot.requests import edit_action
from council_core.insights.boards import FEWEST, Board, Boards, Dispensable, Effort, Strength

LONGEST_NAME = 16
"""Characters of a name in a table that fits a phone."""


def boards_reply(
    words: Words, boards: Boards, *, everywhere: bool = False, advice: Dispensable | None = None
) -> PrivateReply:
    """The boards of a channel, or of all of them. Only revealed runs are in them, so no sealed name gets out.

    Args:
        words: The person's language.
        boards: What is shown.
        everywhere: Whether these are the boards of all channels.
        advice: A member without which the council would do about as well, for those who choose the members.
    """
    page = words.boards
    if not boards.runs:
        none = page.none(everywhere=everywhere)
        return PrivateReply(post=Post(blocks=(line(none),), summary=none))
    counted = page.counted(runs=boards.runs, everywhere=everywhere)
    blocks: list[Block] = [
        Heading(text=page.title(everywhere=everywhere)),
        line(counted),
        *_board(words, boards.models, by_team=False),
        *_board(words, boards.team, by_team=True),
    ]
    if boards.models.lines or boards.team.lines:
        blocks.append(line(page.legend, small=True))
    blocks += _efforts(words, boards.efforts)
    if advice is not None:
        blocks += _advice(words, advice, everywhere=everywhere)
    leader = boards.models.lines[0].name if boards.models.lines else ""
    summary = f"{counted} {_first(words, boards.models, leader)}".strip()
    return PrivateReply(post=Post(blocks=tuple(blocks), summary=summary), panel=page.panel)


def _advice(words: Words, advice: Dispensable, *, everywhere: bool) -> tuple[Block, ...]:
    """Suggest a change, which only a person makes."""
    percent = words.phrases.percent
    said = words.boards.advice(
        name=quoted(advice.name),
        last=advice.last,
        runs=advice.runs,
        cost=percent(share=advice.cost_share),
        kept=percent(share=advice.kept),
    )
    button = Button(label=words.boards.change_models, action=edit_action("channel", "council"))
    return (line(said), *(() if everywhere else (Actions(buttons=(button,)),)))


def _board(words: Words, board: Board, *, by_team: bool) -> tuple[Block, ...]:
    page = words.boards
    title = line(f"**{page.judges(by_team=by_team)}**")
    if board.is_few:
        return title, line(page.too_few(runs=board.runs, needed=FEWEST, by_team=by_team))
    rows = tuple(_row(words, strength) for strength in board.lines)
    first = line(_first(words, board, f"**{quoted(board.lines[0].name)}**"))
    columns = (page.model, page.strength, page.interval, page.wins)
    return title, first, Table(columns=columns, rows=rows, caption=page.judges(by_team=by_team))


def _first(words: Words, board: Board, name: str) -> str:
    """Say who leads, in the words of a run's own ranking."""
    if not board.lines:
        return ""
    if board.certainty not in ("clear", "leaning"):
        return words.boards.too_close
    return words.boards.leads(name=name, is_clear=board.certainty == "clear")


def _row(words: Words, strength: Strength) -> tuple[str, ...]:
    return (
        shortened(strength.name, LONGEST_NAME),
        f"{strength.points:.0f}",
        f"{strength.low:.0f}–{strength.high:.0f}",
        words.phrases.percent(share=strength.wins),
    )


def _efforts(words: Words, efforts: tuple[Effort, ...]) -> tuple[Block, ...]:
    page = words.boards
    rows = tuple(
        (
            shortened(effort.name, LONGEST_NAME),
            str(effort.answers),
            "–" if effort.seconds is None else words.phrases.briefly(seconds=effort.seconds),
            "–" if effort.cost is None else words.phrases.money(cost=effort.cost, is_estimate=False),
        )
        for effort in efforts
    )
    table = Table(
        columns=(page.model, page.answers, page.seconds, page.cost), rows=rows, caption=page.per_answer
    )
    absent = [line(_absent(words, effort), small=True) for effort in efforts if effort.abstentions]
    return line(f"**{page.per_answer}**"), table, *absent


def _absent(words: Words, effort: Effort) -> str:
    count = sum(number for _, number in effort.abstentions)
    reasons = [
        words.gaps.in_general(reason=reason)
        if number == 1
        else words.gaps.several(count=number, reason=words.gaps.in_general(reason=reason))
        for reason, number in effort.abstentions
    ]
    return f"{words.boards.no_answer(name=quoted(effort.name), count=count)} {' '.join(reasons)}"
