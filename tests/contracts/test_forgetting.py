"""Tests that a deleted run leaves nothing in any table of either database, whatever was stored about it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from council_core.domain.ballot import Feedback
from council_core.domain.decision import Decision
from council_core.domain.draft import Draft, DraftId
from council_core.domain.place import Message, PersonId
from council_core.domain.question import FilledField, FilledTemplate, RunId, Turn
from council_core.domain.run import Run
from council_core.domain.waiting import NO_LIMITS
from council_core.engine.dbos_door import sql_of
from council_core.storage.blobs import SqlBlobs
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.database import Database
from council_core.storage.drafts import SqlDrafts
from council_core.storage.notices import CHANGES
from council_core.storage.queue import SqlQueue
from council_core.storage.receipts import SqlReceipts
from council_core.storage.retention import SqlRetention
from council_core.storage.run_records import SqlDecisions, SqlLedger, SqlPublicLinks
from council_core.storage.runs import SqlRunStore
from council_core.storage.tables import metadata
from council_core.storage.url import is_sqlite
from council_core.testing import SteppingClock
from tests.core.sitting import a_sitting
from tests.e2e.raw_file import found_in_bytes
from tests.samples import HERE, NOON

MARK = "quokka"
BOB, ALICE = PersonId("U2"), PersonId("U1")

BY_ID_ALONE = {"forgotten", "spending"}
"""Tables that keep a run's id: its deletion, and the cost, which stays spent."""

OTHERS = {"fillings", "hints"}
"""Tables that hold a run's id briefly, while an update adds rows, or held one only before revision 0043."""


async def a_run_with_everything(database: Database) -> Run:
    """Return a revealed run with everything that can be stored about it, in each table that names a run."""
    run = await a_sitting().hold()
    filled = FilledField(name="reader", label="Reader", value=f"{MARK}s")
    template = FilledTemplate(name="writer", title="Writer", instructions=f"For {MARK}s.", fields=(filled,))
    question = replace(run.question, text=f"Tell them of the {MARK} leak?", place=HERE, template=template)
    run = replace(run, question=question)
    store, thread = SqlRunStore(database), replace(HERE, thread="17")
    await store.add(run.as_asked())
    await store.save(run)
    await store.settle_thread(run.id, thread)
    await store.look(run.id, BOB)
    await store.give_feedback(
        run.id, Feedback(person=BOB, good=False, given_at=NOON, reason=f"No {MARK}s in it.")
    )
    decision = Decision(
        run_id=run.id, place=HERE, person=BOB, name="Bob", locale="en", text=f"No {MARK}s.", at=NOON,
        look_again=NOON,
    )  # fmt: skip
    await SqlDecisions(database).record(decision)
    await SqlPublicLinks(database).publish(run.id, "token", BOB)
    await SqlLedger(database).expect(run.id, HERE, NOON, Decimal(1))
    await SqlBlobs(database).put(run.id, f"A file on {MARK}s.".encode())
    receipts = SqlReceipts(database, SteppingClock())
    await receipts.claim([f"{run.id}/card"])
    await receipts.settle({f"{run.id}/card": Message(place=thread, id="17")}, thread)
    await drafts_of(run, database)

    def rest(connection: Connection) -> None:
        SqlQueue(database, NO_LIMITS, channel=CHANGES).enter(connection, run)
        step = {"run": run.id, "said": f"All on {MARK}s."}
        connection.execute(
            text(
                "INSERT INTO run_steps (run_id, scope, name, n, output, started, ended) "
                "VALUES (:run, 'answer', 'call', 0, :said, 0, 1)"
            ),
            step,
        )
        signal = "INSERT INTO run_signals (run_id, key, body, at) VALUES (:run, 'k', :said, 0)"
        connection.execute(text(signal), step)
        ballot = (
            "INSERT INTO ballots (run_id, voter, choice, cast_at) "
            "SELECT id, 'U7', '[]', asked_at FROM runs WHERE id = :run"
        )
        connection.execute(text(ballot), step)

    await database.write(rest)
    return run


async def drafts_of(run: Run, database: Database) -> None:
    """Store drafts with the run's words: the asker's own, and another person's to ask it again. Note a hint."""
    drafts, asker = SqlDrafts(database), run.question.asker.id
    own = Draft(id=DraftId("d1"), place=HERE, person=asker, text=run.question.text, at=NOON)
    await drafts.keep(own)
    await drafts.keep(replace(own, id=DraftId("d2"), text="Better?"))
    await drafts.improve(DraftId("d2"), run.question.text)
    again = replace(own, id=DraftId("d3"), person=BOB, text=f"Again of the {MARK}?", repeats=run.id)
    await drafts.keep(again)
    await drafts.keep(replace(own, id=DraftId("d4"), text="Something else?"))
    assert await drafts.hint(run.question.place.platform, asker)


async def kept(database: Database, run_id: RunId) -> Mapping[str, str]:
    """Return the rows of all tables that hold a run's id or the mark, by table."""

    def work(connection: Connection) -> Mapping[str, str]:
        names = [
            name for name in inspect(connection).get_table_names() if not name.startswith("search_words_")
        ]
        rows = {name: str(connection.execute(text(f'SELECT * FROM "{name}"')).all()) for name in names}  # noqa: S608
        return {name: said for name, said in rows.items() if run_id in said or MARK in said.lower()}

    return await database.read(work)


async def test_no_row_and_no_byte_holds_a_deleted_runs_id_or_its_words(
    database: Database, tmp_path: Path
) -> None:
    run = await a_run_with_everything(database)
    later = await a_later_question(run, database)
    naming = {name for name, table in metadata.tables.items() if "run_id" in table.columns} - OTHERS
    before = await kept(database, run.id)

    deleted = await SqlRetention(database).delete(run.id, NOON + timedelta(days=1), from_chat=True)
    await SqlCheckpoints(database).beside(sql_of(str(database.url))).delete([run.id])
    await SqlRetention(database).settle([run.id])
    after = await kept(database, run.id)

    assert naming - before.keys() == {"forgotten"}, "extend the run with everything"
    assert {"runs", "drafts", "blobs", "receipts"} <= before.keys()
    assert [post.key for post in deleted.posts] == [f"{run.id}/card"]
    assert after.keys() == BY_ID_ALONE, after
    assert [MARK in row for row in after.values()] == [False, False]
    assert (await SqlRunStore(database).get(later)).question.earlier == ()
    assert await SqlDrafts(database).find(DraftId("d4")) is not None, "another question of the person stays"
    if is_sqlite(database.url):
        before = found_in_bytes(tmp_path, [MARK])
        await SqlRetention(database).sweep()
        await database.aclose()
        assert (before, found_in_bytes(tmp_path, [MARK])) == ({MARK}, set())


async def a_later_question(run: Run, database: Database) -> RunId:
    """Store a question in the same thread that includes the earlier one."""
    carried = (Turn(question=run.question.text, verdict=f"No {MARK}s."),)
    question = replace(
        run.question, text="And now?", earlier=carried, template=None, place=replace(HERE, thread="17")
    )
    later = replace(
        run.as_asked(), id=RunId("r00000000000f"), question=question, asked_at=NOON + timedelta(hours=1)
    )
    await SqlRunStore(database).add(later)
    await SqlRunStore(database).settle_thread(later.id, replace(HERE, thread="17"))
    return later.id
