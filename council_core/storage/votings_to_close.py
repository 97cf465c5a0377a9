"""Find open votings with as many votes as the run needs."""

from collections.abc import Collection

from sqlalchemy import Connection, func, select

from council_core.codec import from_text
from council_core.domain.question import RunId
from council_core.domain.settings import CouncilSettings
from council_core.storage import tables


def votings_to_close(
    connection: Connection, platforms: Collection[str], going_on: Collection[str]
) -> tuple[RunId, ...]:
    """Return the runs of these platforms, in one of these states, whose voting can close."""
    runs = tables.runs.c
    votes = select(func.count()).where(tables.ballots.c.run_id == runs.id).scalar_subquery()
    query = select(runs.id, runs.settings, votes.label("votes")).where(
        runs.status.in_(going_on),
        runs.platform.in_(platforms),
        runs.voting_opened_at.is_not(None),
        runs.voting_closed_at.is_(None),
        votes > 0,
    )
    found: list[RunId] = []
    for row in connection.execute(query):
        needed = from_text(row.settings, CouncilSettings).votes_needed
        if needed is not None and row.votes >= needed:
            found.append(RunId(row.id))
    return tuple(found)
