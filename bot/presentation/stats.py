"""Statistics of a place -> a table with honest words about how little it may mean."""

from collections.abc import Iterable

from bot.post import Block, Heading, Post, PrivateReply, Table, line
from bot.presentation.words import Words
from council_core.insights.place_stats import MemberStats, PlaceStats


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
        "–" if member.agreement is None else f"{member.agreement:.2f} ({member.compared})",
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
