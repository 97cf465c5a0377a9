"""Draw a channel's runs of a week or a day as one post."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from bot.post import Actions, Block, Button, Heading, Post, PrivateReply, Time, line, quoted
from bot.presentation.opening import beginning
from bot.presentation.words import Words
from bot.requests.actions import plain_action, schedule_action
from council_core.domain.budget import PeriodFigures
from council_core.domain.run import Run
from council_core.domain.schedule import Schedule
from council_core.domain.title import cut_at_word, short_title
from council_core.view import view

MOST_SHOWN = 15
"""Runs that a digest lists, the newest of its period."""

LONGEST_VERDICT = 180

MARKS = re.compile(r"[*_`#>]+|\[(\d+)\]")
FIRST = re.compile(r".+?(?:[.!?。！？](?=\s|$)|$)")


DIGEST = "digest"
"""Second part of the keys of digests."""

_SECOND = "%Y%m%dT%H%M%S"


def digest_key(since: datetime, until: datetime) -> str:
    """Return the part of a post's key that names the digest of a period."""
    return f"{DIGEST}/{until.astimezone(UTC):{_SECOND}}-{since.astimezone(UTC):{_SECOND}}"


def period_of(part: str) -> tuple[datetime, datetime] | None:
    """Return beginning and end of the digest of a key's part; None for any other, and for a digest of a version whose
    keys did not name the beginning."""
    name, _, period = part.partition("/")
    until, _, since = period.partition("-")
    if name != DIGEST or not since:
        return None
    return _moment(since), _moment(until)


def _moment(text: str) -> datetime:
    return datetime.strptime(text, _SECOND).replace(tzinfo=UTC)


def digest_post(
    words: Words, runs: Sequence[Run], figures: PeriodFigures, *, since: datetime, until: datetime
) -> Post:
    """Return the digest of a period.

    Args:
        words: Words in the channel's language.
        runs: The newest `MOST_SHOWN` runs of the period, the oldest first.
        figures: Figures of all its runs.
        since: Beginning of the period.
        until: End of the period.
    """
    page = words.digests
    span = (Time(at=since, shows="date"), " – ", Time(at=until, shows="date"))
    blocks: list[Block] = [
        Heading(text=page.title),
        line(f"{page.asked(count=figures.runs)} · ", *span, small=True),
    ]
    for run in runs:
        blocks.append(line(f"**{quoted(short_title(run.question.text))}** {_result(words, run)}"))
        if against := _against(words, run):
            blocks.append(line(against, small=True))
    if figures.runs > len(runs):
        blocks.append(line(page.more(count=figures.runs - len(runs)), small=True))
    if cost := words.phrases.money(cost=figures.cost, is_estimate=figures.cost_is_estimate):
        blocks.append(line(page.spent(cost=cost), small=True))
    return Post(
        blocks=tuple(blocks), summary=page.asked(count=figures.runs), silent=True, language=words.language
    )


def _result(words: Words, run: Run) -> str:
    """Return the first sentence of the verdict as everybody may read it now, or a note that there is none yet."""
    verdict = view(run).verdict
    if verdict is None:
        return words.digests.no_verdict if run.is_finished else words.digests.not_over
    first = FIRST.match(" ".join(MARKS.sub("", beginning(verdict.text)).split()))
    return quoted(cut_at_word(first[0] if first else "", LONGEST_VERDICT))


def _against(words: Words, run: Run) -> str:
    """Name the runs in which enough blind votes put another response first than the models did."""
    team = run.tally.compared if run.tally is not None else None
    if run.status != "revealed" or team is None or run.ranking is None or run.key is None:
        return ""
    if set(team.winners) & set(run.ranking.winners):
        return ""
    roster, key = run.settings.roster, run.key
    names = [
        [quoted(roster.named(key.member(alias)).name) for alias in ranking.winners]
        for ranking in (team, run.ranking)
    ]
    return words.digests.against(team=names[0], models=names[1])


def digest_set(words: Words, schedule: Schedule) -> PrivateReply:
    """Say when the digest is posted."""
    page = words.digests
    said = page.made(when=words.schedules.when(recurrence=schedule.recurrence))
    stop = Button(label=page.stop, action=schedule_action("delete", schedule.id))
    blocks = (
        line(said),
        line(f"{words.schedules.next} ", Time(at=schedule.next_at, shows="both"), small=True),
        Actions(buttons=(stop, Button(label=words.schedules.show_all, action=plain_action("schedules")))),
    )
    return PrivateReply(post=Post(blocks=blocks, summary=said, tone="good"))


def digest_stopped(words: Words, *, had_one: bool) -> PrivateReply:
    """Say that the digest is stopped, or that there was none."""
    said = words.digests.stopped if had_one else words.digests.none
    return PrivateReply(post=Post(blocks=(line(said),), summary=said))
