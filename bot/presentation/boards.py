"""Draw the strength of models over many runs in two tables that are never mixed, and a place's statistics."""

from collections.abc import Iterable, Sequence

from bot.post import Actions, Block, Button, Heading, Post, PrivateReply, Table, line, quoted
from bot.presentation.phrases import small
from bot.presentation.words import Words
from bot.requests.actions import board_picture_action, edit_action
from council_core.domain.member_result import ALL_RESULTS, ResultLimits
from council_core.domain.title import cut_at_word
from council_core.insights.boards import FEWEST, Board, Boards, Dispensable, Effort, Strength
from council_core.insights.place_stats import MemberStats, PlaceStats
from council_core.insights.trends import Course, Trend

LONGEST_NAME = 16
"""Most characters of a name in a table that fits a phone."""

NONE = "–"
BARS = "▁▂▃▄▅▆▇█"
WORTH_SAYING = 0.1
"""Smallest change of a share of wins that is mentioned in words."""


def boards_reply(
    words: Words,
    boards: Boards,
    *,
    everywhere: bool = False,
    advice: Dispensable | None = None,
    limits: ResultLimits = ALL_RESULTS,
) -> PrivateReply:
    """Return the boards of a channel, or of all channels. They cover only revealed runs, so no sealed name becomes
    visible.

    Args:
        words: Words in the person's language.
        boards: Boards to show.
        everywhere: Whether these are the boards of all channels.
        advice: A member that the council could do without, shown to people who choose the members.
        limits: Limits of the questions that count.
    """
    page = words.boards
    if not boards.runs:
        none = page.none_fit() if limits.is_any else page.none(everywhere=everywhere)
        return PrivateReply(post=Post(blocks=(line(none),), summary=none))
    counted = page.counted(runs=boards.runs, everywhere=everywhere)
    blocks: list[Block] = [
        Heading(text=page.title(everywhere=everywhere)),
        line(counted),
        *small(limited(words, limits)),
        *_board(words, boards.models, by_team=False),
        *_board(words, boards.team, by_team=True),
    ]
    if boards.models.lines or boards.team.lines:
        blocks.append(line(page.legend, small=True))
    if boards.trend is not None:
        blocks += _trend(words, boards.trend)
    blocks += _efforts(words, boards.efforts)
    if advice is not None:
        blocks += _advice(words, advice, everywhere=everywhere)
    if (boards.models.lines or boards.team.lines) and (action := board_picture_action(limits)):
        blocks.append(Actions(buttons=(Button(label=page.as_picture, action=action),)))
    leader = boards.models.lines[0].name if boards.models.lines else ""
    summary = f"{counted} {_first(words, boards.models, leader)}".strip()
    return PrivateReply(post=Post(blocks=tuple(blocks), summary=summary), panel=page.panel)


def _advice(words: Words, advice: Dispensable, *, everywhere: bool) -> tuple[Block, ...]:
    button = Button(label=words.boards.change_models, action=edit_action("channel", "council"))
    return (line(advised(words, advice)), *(() if everywhere else (Actions(buttons=(button,)),)))


def advised(words: Words, advice: Dispensable) -> str:
    """Suggest a change of members in one sentence; the council never makes it by itself."""
    percent = words.phrases.percent
    return words.boards.advice(
        name=quoted(advice.name),
        last=advice.last,
        runs=advice.runs,
        cost=percent(share=advice.cost_share),
        kept=percent(share=advice.kept),
        agreement="" if advice.agreement is None else percent(share=advice.agreement),
    )


def _board(words: Words, board: Board, *, by_team: bool) -> tuple[Block, ...]:
    page = words.boards
    title = line(f"**{page.judges(by_team=by_team)}**")
    if board.is_few:
        return title, line(page.too_few(runs=board.runs, needed=FEWEST, by_team=by_team))
    rows = tuple((cut_at_word(each.name, LONGEST_NAME), *strength_cells(words, each)) for each in board.lines)
    first = line(leader(words, board))
    columns = (page.model, page.strength, page.interval, page.wins)
    return title, first, Table(columns=columns, rows=rows, caption=page.judges(by_team=by_team))


def _first(words: Words, board: Board, name: str) -> str:
    """Say who leads, in the words of a run's own ranking."""
    if not board.lines:
        return ""
    if board.certainty not in ("clear", "leaning"):
        return words.boards.too_close
    return words.boards.leads(name=name, is_clear=board.certainty == "clear")


def leader(words: Words, board: Board) -> str:
    """Name the leader of a board, or give the reason why there is none."""
    if board.is_few:
        return ""
    return _first(words, board, f"**{quoted(board.lines[0].name)}**")


def limited(words: Words, limits: ResultLimits) -> str:
    """Say which questions count; empty if all do."""
    if not limits.is_any:
        return ""
    return words.boards.limited(
        template=quoted(limits.template),
        rubric=quoted(limits.rubric),
        member=quoted(limits.member),
        since="" if limits.since is None else f"{limits.since}",
        until="" if limits.until is None else f"{limits.until}",
    )


def strength_cells(words: Words, strength: Strength) -> tuple[str, str, str]:
    """Return points, range and share of wins."""
    return (
        f"{strength.points:.0f}",
        f"{strength.low:.0f}–{strength.high:.0f}",
        words.phrases.percent(share=strength.wins),
    )


def effort_cells(words: Words, effort: Effort) -> tuple[str, str, str, str]:
    """Return number of answers, time and cost of one, and tool calls behind one."""
    return (
        str(effort.answers),
        NONE if effort.seconds is None else words.phrases.briefly(seconds=effort.seconds),
        NONE if effort.cost is None else words.phrases.money(cost=effort.cost, is_estimate=False),
        NONE if effort.tools is None else words.phrases.decimal(value=round(effort.tools, 1)),
    )


def uses_tools(efforts: Sequence[Effort]) -> bool:
    """Tell whether any model used tools, so that their column has content."""
    return any(effort.tools for effort in efforts)


def course_cells(words: Words, course: Course) -> tuple[str, str]:
    """Return the course as bars, and its first and last share."""
    bars = "".join(NONE if share is None else BARS[round(share * (len(BARS) - 1))] for share in course.wins)
    ends = [NONE if share is None else words.phrases.percent(share=share) for share in _ends(course)]
    return bars, " → ".join(ends)


def course_numbers(words: Words, trend: Trend, course: Course) -> str:
    """Return the share of each month in numbers, for readers who cannot see bars, or want the months between."""
    return " · ".join(
        f"{month.year}-{month.month:02} {NONE if share is None else words.phrases.percent(share=share)}"
        for month, share in zip(trend.months, course.wins, strict=True)
    )


def months_of(trend: Trend) -> str:
    """Return the first and the last month as numbers, which all languages read."""
    first, *_, last = trend.months
    return f"{first.year}-{first.month:02} – {last.year}-{last.month:02}"


def change(words: Words, trend: Trend) -> str:
    """Name the model whose share of wins changed most; empty if none changed much."""
    found = ((course, _ends(course)) for course in trend.courses)
    changes = [
        (abs(last - first), course.name, first, last)
        for course, (first, last) in found
        if first is not None and last is not None
    ]
    most, name, before, now = max(changes, default=(0.0, "", 0.0, 0.0))
    if most < WORTH_SAYING:
        return ""
    percent = words.phrases.percent
    return words.boards.changed(
        name=f"**{quoted(name)}**", before=percent(share=before), now=percent(share=now)
    )


def _ends(course: Course) -> tuple[float | None, float | None]:
    return course.wins[0], course.wins[-1]


def _trend(words: Words, trend: Trend) -> tuple[Block, ...]:
    page = words.boards
    rows = tuple((cut_at_word(each.name, LONGEST_NAME), *course_cells(words, each)) for each in trend.courses)
    table = Table(columns=(page.model, months_of(trend), page.then_and_now), rows=rows, caption=page.by_month)
    said = change(words, trend)
    # The table shows both if there are only two months.
    numbers = [
        line(f"{quoted(each.name)}: {course_numbers(words, trend, each)}", small=True)
        for each in trend.courses
        if len(trend.months) > 2
    ]
    return line(f"**{page.by_month}**"), *((line(said),) if said else ()), table, *numbers


def _efforts(words: Words, efforts: tuple[Effort, ...]) -> tuple[Block, ...]:
    page = words.boards
    columns = (page.model, page.answers, page.seconds, page.cost, page.tools)
    width = len(columns) if uses_tools(efforts) else len(columns) - 1
    rows = tuple(
        (cut_at_word(effort.name, LONGEST_NAME), *effort_cells(words, effort))[:width] for effort in efforts
    )
    table = Table(columns=columns[:width], rows=rows, caption=page.per_answer)
    absent = [line(unanswered(words, effort), small=True) for effort in efforts if effort.abstentions]
    return line(f"**{page.per_answer}**"), table, *absent


def unanswered(words: Words, effort: Effort) -> str:
    """Say how often a model gave no answer, and give the reasons."""
    count = sum(number for _, number in effort.abstentions)
    reasons = [
        words.gaps.in_general(reason=reason)
        if number == 1
        else words.gaps.several(count=number, reason=words.gaps.in_general(reason=reason))
        for reason, number in effort.abstentions
    ]
    return f"{words.boards.no_answer(name=quoted(effort.name), count=count)} {' '.join(reasons)}"


def stats_reply(words: Words, stats: PlaceStats) -> PrivateReply:
    """Return the models' results over revealed runs only, so that no sealed name gets out."""
    said = words.stats
    if not stats.members:
        return PrivateReply(post=Post(blocks=(line(said.none),), summary=said.none))
    blocks: list[Block] = [Heading(text=said.title), line(" ".join(_counts(words, stats)))]
    if stats.is_few:
        blocks.append(line(said.few))
    best = stats.members[0]
    caption = said.best(name=best.name, place=best.mean_place, runs=best.runs)
    board = words.board
    columns = (board.model, said.runs, board.mean_place, board.wins, said.with_team)
    rows = tuple(_row(words, member) for member in stats.members)
    blocks += [Table(columns=columns, rows=rows, caption=caption), line(said.legend, small=True)]
    summary = f"{said.counted(revealed=stats.revealed, runs=stats.runs)} {caption}"
    return PrivateReply(post=Post(blocks=tuple(blocks), summary=summary), panel=said.panel)


def _row(words: Words, member: MemberStats) -> tuple[str, ...]:
    return (
        member.name,
        words.phrases.figure(count=member.runs),
        words.phrases.decimal(value=member.mean_place),
        words.phrases.percent(share=member.win_rate),
        "–"
        if member.agreement is None
        else f"{words.phrases.decimal(value=member.agreement, places=2)} ({member.compared})",
    )


def _counts(words: Words, stats: PlaceStats) -> Iterable[str]:
    said = words.stats
    yield said.counted(revealed=stats.revealed, runs=stats.runs)
    if stats.demo:
        yield said.left_out(demonstrations=stats.demo)
    if stats.votes:
        yield words.board.told_apart(blind=stats.blind, informed=stats.votes - stats.blind)
    if stats.agreement is not None:
        yield said.agreed(tau=stats.agreement, runs=stats.compared)
    if stats.feedback:
        yield said.helpful(good=stats.helpful, of=stats.feedback)
