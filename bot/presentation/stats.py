"""Statistics of a place -> a table with honest words about how little it may mean."""

from bot.post import Block, Heading, Post, PrivateReply, Table, line
from bot.presentation.phrases import counted
from bot.presentation.words import ENGLISH
from council_core.insights.place_stats import MemberStats, PlaceStats

COLUMNS = ("Member", "Runs", "Mean place", "Wins", "With the team")
LEGEND = (
    "Mean place: in the members' rankings, 1 is best; it depends on how many answered. Wins: share of one-to-one "
    "comparisons won. With the team: how a member's own ballot agrees with the team's ranking, from -1 (the other "
    "way round) to 1 (the same order), with the number of runs behind it."
)


def stats_reply(stats: PlaceStats) -> PrivateReply:
    """Return the models' results over revealed runs only, so that no sealed name gets out."""
    if not stats.members:
        none = "There are no ranked runs here yet whose names are out, so there is nothing to count."
        return PrivateReply(post=Post(blocks=(line(none),), summary=none))
    blocks: list[Block] = [Heading(text="How the members have done here"), line(_counts(stats))]
    if stats.is_few:
        few = "**So few runs** say more about these questions than about the members."
        blocks.append(line(few))
    rows = tuple(_row(member) for member in stats.members)
    best = stats.members[0]
    caption = f"{best.name} has the best mean place, {best.mean_place:.1f} over {counted(best.runs, 'run')}."
    blocks += [Table(columns=COLUMNS, rows=rows, caption=caption), line(LEGEND, small=True)]
    summary = f"{stats.revealed} of {counted(stats.runs, 'run')} here counted. {caption}"
    return PrivateReply(post=Post(blocks=tuple(blocks), summary=summary), panel="Statistics")


def _row(member: MemberStats) -> tuple[str, ...]:
    team = "–" if member.agreement is None else f"{member.agreement:.2f} ({member.compared})"
    return (
        member.name,
        str(member.runs),
        f"{member.mean_place:.1f}",
        ENGLISH.phrases.percent(share=member.win_rate),
        team,
    )


def _counts(stats: PlaceStats) -> str:
    said = [
        f"The latest {counted(stats.runs, 'run')} here; {stats.revealed} came to a reveal and are counted."
    ]
    if stats.demo:
        said.append(f"{counted(stats.demo, 'demonstration')} left out.".capitalize())
    if stats.agreement is not None:
        runs = counted(stats.compared, "run")
        said.append(f"Members and team agree at {stats.agreement:.2f} on average, over {runs} with votes.")
    if stats.feedback:
        said.append(
            f"{stats.helpful} of {counted(stats.feedback, 'person', 'people')} found the verdict helpful."
        )
    return " ".join(said)
