"""Index the words of runs and search them: SQLite's FTS5, or a `tsvector` under GIN on Postgres, with the same words.

A run's number in the index is the time when it was asked, so the newest come first without sorting. Besides its words
each run has two words that nobody can type, one for its channel and one for its asker, because a search covers only
some channels and askers. A question is indexed when it is stored; a verdict once its run has ended and everybody may
read it.
"""

import logging
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from itertools import combinations
from typing import Any

from sqlalchemy import Connection, String, TextClause, bindparam, delete, func, not_, or_, select, text

from council_core.codec import from_text
from council_core.domain.place import PersonId, Place
from council_core.domain.run import FINISHED, Run
from council_core.domain.search import EVERYTHING, Phrase, Wanted, words_of
from council_core.domain.verdict import Verdict
from council_core.errors import StoreIncompatible
from council_core.storage.database import Database
from council_core.storage.statements import SHARED, channel_in, insert_new, newest_first
from council_core.storage.tables import runs, searchable

logger = logging.getLogger(__name__)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LARGEST = 2**63 - 1
A_PIECE = 25
"""Runs indexed in one transaction while the index is filled; one transaction blocks others for some 30 ms."""

NEWEST = 500
"""Runs that Postgres reads one by one before it uses the index."""

NUMBER = select(searchable.c.number).where(searchable.c.run_id == bindparam("this"))

FTS_GONE = text("DELETE FROM search_words WHERE rowid = :number")
FTS_PUT = text("INSERT OR REPLACE INTO search_words (rowid, words, scope) VALUES (:number, :words, :scope)")
LIMITS = (
    "(:has_firsts = 0 OR EXISTS (SELECT 1 FROM results WHERE results.run_id = searchable.run_id "  # noqa: S608
    f"AND results.member IN :firsts AND results.place < {SHARED})) "
    "AND (:has_askers = 0 OR EXISTS (SELECT 1 FROM runs WHERE runs.id = searchable.run_id "
    "AND runs.asker IN :askers)) "
    "AND (:template = '' OR EXISTS (SELECT 1 FROM runs WHERE runs.id = searchable.run_id "
    "AND runs.template = :template)) "
    "AND (:status = '' OR EXISTS (SELECT 1 FROM runs WHERE runs.id = searchable.run_id AND runs.status = :status))"
)


def _limited(sql: str) -> TextClause:
    """Return a query with these limits, whose lists may have any length."""
    return text(sql).bindparams(
        *(bindparam(name, type_=String, expanding=True) for name in ("firsts", "askers"))
    )


FTS_FIND, FTS_FIND_NEXT = (
    _limited(
        "SELECT searchable.run_id FROM search_words JOIN searchable ON searchable.number = search_words.rowid "  # noqa: S608
        f"WHERE search_words MATCH :sought AND search_words.rowid BETWEEN :oldest AND :newest AND {LIMITS} "
        f"ORDER BY search_words.rowid {order} LIMIT :limit"
    )
    for order in ("DESC", "ASC")
)
PG_GONE = text("DELETE FROM search_words WHERE number = :number")
PG_PUT = text(
    "INSERT INTO search_words (number, words) VALUES (:number, CAST(:words AS tsvector)) "
    "ON CONFLICT (number) DO UPDATE SET words = excluded.words"
)
FTS_RENAME = text(
    "UPDATE search_words SET scope = replace(scope, :before, :after) "
    "WHERE rowid IN (SELECT rowid FROM search_words WHERE search_words MATCH :sought)"
)
PG_RENAME = text(
    "UPDATE search_words SET words = ts_delete(words, :before) || CAST(:after AS tsvector) "
    "WHERE words @@ CAST(:sought AS tsquery)"
)
PG_NEAREST, PG_NEAREST_NEXT = (
    _limited(
        "SELECT searchable.run_id FROM (SELECT number, words FROM search_words "  # noqa: S608
        "WHERE number BETWEEN :oldest AND :newest "
        f"ORDER BY number {order} LIMIT {NEWEST}) AS latest JOIN searchable USING (number) "
        f"WHERE words @@ CAST(:sought AS tsquery) AND {LIMITS} ORDER BY number {order} LIMIT :limit"
    )
    for order in ("DESC", "ASC")
)
PG_FIND, PG_FIND_NEXT = (
    _limited(
        "WITH found AS MATERIALIZED (SELECT number FROM search_words WHERE words @@ CAST(:sought AS tsquery) "  # noqa: S608
        "AND number BETWEEN :oldest AND :newest) SELECT searchable.run_id FROM found JOIN searchable USING (number) "
        f"WHERE {LIMITS} ORDER BY number {order} LIMIT :limit"
    )
    for order in ("DESC", "ASC")
)
PG_BY_INDEX = text("SET LOCAL enable_seqscan = off")


def find(
    connection: Connection,
    phrases: Sequence[Phrase],
    *,
    person: PersonId | None,
    place: Place | None,
    limit: int,
    wanted: Wanted = EVERYTHING,
) -> list[str]:
    """Return the ids of the newest wanted runs with all these phrases, newest first.

    Args:
        connection: In a transaction.
        phrases: Phrases that each run must hold; not empty.
        person: The person who searches, among their own runs in the workspace and those of the channel.
        place: The place of the search; None for all runs.
        limit: Maximum number.
        wanted: Further limits.
    """
    scopes = [] if place is None else [_channel(place), *([] if person is None else [_asker(place, person)])]
    return _find(connection, phrases, scopes, limit, wanted=wanted, place=place)


def find_in(
    connection: Connection,
    phrases: Sequence[Phrase],
    channels: Sequence[Place],
    *,
    limit: int,
    wanted: Wanted = EVERYTHING,
) -> list[str]:
    """Return the ids of the newest wanted runs of these channels with all these phrases, newest first.

    Args:
        connection: In a transaction.
        phrases: Phrases that each run must hold; not empty.
        channels: Channels of one workspace, one or more.
        limit: Maximum number.
        wanted: Further limits.
    """
    return _find(
        connection, phrases, [_channel(place) for place in channels], limit, wanted=wanted, place=channels[0]
    )


def find_sharing(connection: Connection, words: Sequence[str], place: Place, *, limit: int) -> list[str]:
    """Return the ids of the newest runs of a channel that hold two of these words, or all of fewer, newest first.

    Args:
        connection: In a transaction.
        words: Words as the index has them; not empty.
        place: The channel.
        limit: Maximum number.
    """
    values = {**_limits(EVERYTHING, place), "limit": limit, "oldest": 0, "newest": LARGEST}
    pairs = list(combinations(words, 2)) if len(words) > 1 else [(words[0],)]
    if connection.dialect.name == "postgresql":
        sought = " | ".join("(" + " & ".join(f"'{word}'" for word in pair) + ")" for pair in pairs)
        return _found_by_postgres(connection, {"sought": f"({sought}) & '{_channel(place)}'", **values})
    sought = " OR ".join("(" + " AND ".join(f'"{word}"' for word in pair) + ")" for pair in pairs)
    match = f'words : ({sought}) AND scope : ("{_channel(place)}")'
    return list(connection.scalars(FTS_FIND, {"sought": match, **values}))


def _find(
    connection: Connection,
    phrases: Sequence[Phrase],
    scopes: Sequence[str],
    limit: int,
    *,
    wanted: Wanted,
    place: Place | None,
) -> list[str]:
    values = {**_limits(wanted, place), "limit": limit, **_span(connection, wanted)}
    is_next = wanted.newer_than is not None
    askers = [] if place is None else [_asker(place, each) for each in wanted.askers]
    either = [each for each in (scopes, askers) if each]
    if connection.dialect.name == "postgresql":
        terms = [_for_postgres(phrase) for phrase in phrases]
        terms += ["(" + " | ".join(f"'{scope}'" for scope in some) + ")" for some in either]
        found = _found_by_postgres(connection, {"sought": " & ".join(terms), **values}, is_next=is_next)
        return list(newest_first(found, wanted))
    sought = "words : (" + " AND ".join(_for_sqlite(phrase) for phrase in phrases) + ")"
    for some in either:
        sought += " AND scope : (" + " OR ".join(f'"{scope}"' for scope in some) + ")"
    found = list(connection.scalars(FTS_FIND_NEXT if is_next else FTS_FIND, {"sought": sought, **values}))
    return list(newest_first(found, wanted))


def _limits(wanted: Wanted, place: Place | None) -> dict[str, object]:
    """Return the values of `LIMITS`. With a place, the index tells who asked."""
    return {
        "has_firsts": int(bool(wanted.firsts)),
        "firsts": wanted.firsts,
        "has_askers": int(place is None and bool(wanted.askers)),
        "askers": wanted.askers,
        "template": wanted.template,
        "status": "revealed" if wanted.is_revealed else "",
    }


def _span(connection: Connection, wanted: Wanted) -> dict[str, int]:
    """Return the smallest and the largest number of a wanted run."""
    last = None
    if wanted.older_than is not None:
        last = connection.scalar(NUMBER, {"this": wanted.older_than})
    oldest = 0 if wanted.since is None else _number(wanted.since)
    if wanted.newer_than is not None:
        first = connection.scalar(NUMBER, {"this": wanted.newer_than})
        oldest = oldest if first is None else max(oldest, first + 1)
    newest = LARGEST if last is None else last - 1
    if wanted.until is not None:
        newest = min(newest, _number(wanted.until) - 1)
    return {"oldest": oldest, "newest": newest}


def _number(at: datetime) -> int:
    return (at - EPOCH) // timedelta(microseconds=1)


def _found_by_postgres(
    connection: Connection, wanted: Mapping[str, object], *, is_next: bool = False
) -> list[str]:
    """Search on Postgres: read the newest (or the next) runs first, and use the index for the rest.

    Postgres always takes the beginning of a word for frequent. For a rare one it would read run after run; for a
    frequent one the index alone would fetch and sort all runs.
    """
    nearest = list(connection.scalars(PG_NEAREST_NEXT if is_next else PG_NEAREST, wanted))
    if len(nearest) == wanted["limit"]:
        return nearest
    connection.execute(PG_BY_INDEX)
    return list(connection.scalars(PG_FIND_NEXT if is_next else PG_FIND, wanted))


def _for_sqlite(phrase: Phrase) -> str:
    return f'"{" ".join(phrase.words)}"' + " *" * phrase.is_beginning


def _for_postgres(phrase: Phrase) -> str:
    *before, last = (f"'{word}'" for word in phrase.words)
    return "(" + " <-> ".join([*before, last + ":*" * phrase.is_beginning]) + ")"


def take_out(connection: Connection, run_id: str) -> None:
    """Remove a run from the index."""
    number = connection.scalar(NUMBER, {"this": run_id})
    if number is not None:
        gone = PG_GONE if connection.dialect.name == "postgresql" else FTS_GONE
        connection.execute(gone, {"number": number})
        connection.execute(delete(searchable).where(searchable.c.run_id == run_id))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The index's entry for one run."""

    run_id: str
    number: int
    words: tuple[str, ...]
    scopes: tuple[str, str]


def entry_of(run: Run) -> Entry:
    """Build the index's entry for a run's present state."""
    verdict = run.verdict.text if run.verdict is not None and run.is_finished else ""
    question = run.question
    return _entry(run.id, run.asked_at, question.place, question.asker.id, question.text, verdict)


def _entry(run_id: str, at: datetime, place: Place, asker: str, question: str, verdict: str) -> Entry:
    return Entry(
        run_id=run_id,
        number=_number(at),
        words=(*words_of(question), *words_of(verdict)),
        scopes=(_channel(place), _asker(place, asker)),
    )


def put(connection: Connection, entry: Entry) -> None:
    """Put a run into the index, replacing its entry there."""
    number = connection.scalar(NUMBER, {"this": entry.run_id})
    if number is None:
        number = entry.number
        # Another run was asked in the same microsecond; the loop takes the next free number.
        while not insert_new(connection, searchable, {"number": number, "run_id": entry.run_id}):
            number += 1
    if connection.dialect.name == "postgresql":
        words = [f"'{word}':{place}" for place, word in enumerate(entry.words, 1)]
        scopes = [f"'{scope}'" for scope in entry.scopes]
        connection.execute(PG_PUT, {"number": number, "words": " ".join([*words, *scopes])})
    else:
        words, scope = " ".join(entry.words), " ".join(entry.scopes)
        connection.execute(FTS_PUT, {"number": number, "words": words, "scope": scope})


def rename_channel(connection: Connection, old: Place, new: Place) -> None:
    """Let the index find the runs of a channel under another id of it."""
    before, after = _channel(old), _channel(new)
    if connection.dialect.name == "postgresql":
        connection.execute(PG_RENAME, {"before": before, "sought": f"'{before}'", "after": f"'{after}'"})
    else:
        sought = f'scope : "{before}"'
        connection.execute(FTS_RENAME, {"before": before, "sought": sought, "after": after})


def _channel(place: Place) -> str:
    return _scope("channel", place.platform, place.workspace, place.channel)


def _asker(place: Place, person: str) -> str:
    return _scope("asker", place.platform, place.workspace, person)


def _scope(*parts: str) -> str:
    # The word is longer than any word of a text, so nobody finds it by typing.
    return blake2b("\0".join(parts).encode(errors="replace"), digest_size=33).hexdigest()


def merge(connection: sqlite3.Connection, pages: int, *, is_first: bool) -> bool:
    """Rewrite some pages of SQLite's index without deleted words, and tell whether any were left to do. A word that
    many runs share is rewritten whole.

    Args:
        connection: A connection in autocommit mode.
        pages: Number of pages.
        is_first: Whether to begin again with all pages of the index.
    """
    before = connection.total_changes
    rank = -pages if is_first else pages
    connection.execute("INSERT INTO search_words (search_words, rank) VALUES ('merge', ?)", (rank,))
    # Fewer than two rows changed, so nothing was left to do (https://www.sqlite.org/fts5.html, 6.8).
    return connection.total_changes - before >= 2


class SearchFilling:
    """Adds runs of earlier versions to the index, newest first, a few at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._before: tuple[datetime, str] | None = None

    async def is_needed(self) -> bool:
        """Tell whether the index misses any run."""

        def work(connection: Connection) -> bool:
            have, of = (
                connection.scalar(select(func.count()).select_from(table)) for table in (searchable, runs)
            )
            return have != of

        return await self._database.read(work)

    async def a_piece(self) -> bool:
        """Index the next runs. Return False when all have been read; the next call then begins again."""
        before = self._before
        # The position moves only after the commit, because this work is repeated when other work in the same commit
        # fails.
        self._before = await self._database.write(lambda connection: _fill(connection, before))
        return self._before is not None


def _fill(connection: Connection, before: tuple[datetime, str] | None) -> tuple[datetime, str] | None:
    """Index some runs that are older than this one, and return the oldest of them; None if there was none."""
    columns = (runs.c.id, runs.c.asked_at, runs.c.platform, runs.c.workspace, runs.c.channel)
    query = select(*columns, runs.c.asker, runs.c.question_text, runs.c.status, runs.c.verdict)
    query = query.where(not_(select(searchable.c.number).where(searchable.c.run_id == runs.c.id).exists()))
    if before is not None:
        at, run_id = before
        # The outer comparison can use the index of times; an OR of both would walk over all later runs.
        query = query.where(runs.c.asked_at <= at, or_(runs.c.asked_at < at, runs.c.id < run_id))
    query = query.order_by(runs.c.asked_at.desc(), runs.c.id.desc()).limit(A_PIECE)
    # Runs that are being saved are skipped, because saving a run's last state indexes it too.
    rows = connection.execute(query.with_for_update(skip_locked=True)).all()
    for row in rows:
        put(connection, _entry_of_row(row))
    return (rows[-1].asked_at, rows[-1].id) if rows else None


def _entry_of_row(row: Any) -> Entry:
    verdict = ""
    if row.status in FINISHED and row.verdict:
        try:
            verdict = from_text(row.verdict, Verdict).text
        except StoreIncompatible as error:
            logger.warning("run %s is found by the words of its question only: %s", row.id, error)
    return _entry(row.id, row.asked_at, channel_in(row), row.asker, row.question_text, verdict)
