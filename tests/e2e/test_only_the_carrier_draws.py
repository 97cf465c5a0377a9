"""Tests of two `council serve` on one Postgres: people vote through one, and the other carries the run and alone draws
it."""

from pathlib import Path

from council_core.domain.run_state import RunState
from council_core.domain.waiting import NO_LIMITS
from council_core.engine.dbos_door import STATES_TABLE, states_sql
from council_core.engine.lease import lock_of
from council_core.storage.database import Database
from council_core.storage.notices import CHANGES
from council_core.storage.queue import SqlQueue
from council_core.storage.run_states import SqlRunStates
from council_core.storage.url import engine_url
from tests.e2e.bot_process import BotProcess
from tests.e2e.fleet import Fleet, fleet
from tests.e2e.slack_talk import press, told
from tests.e2e.test_workers import PATIENCE, ask_all
from tests.e2e.watching import port_of, ready, until
from tests.testbed.migrated import fresh_database
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack

SETTINGS = {"COUNCIL_VOTE_MINUTES": "60", "PORT": "0"}
AT_MOST = 12
"""Questions until the worker has one; each process takes about every other question."""


async def one_that_the_worker_carries(slack: LocalSlack, them: Fleet) -> int:
    """Ask until the process that does not receive carries a run; return the number of the run's channel."""
    for number in range(AT_MOST):
        await ask_all(slack, number, 1)
        await slack.message_with("Which response is best?", channel=f"C{number}")
        runs = {run.question.place.channel: run.id for run in await them.runs()}
        if (await them.owners()).get(runs[f"C{number}"]) in them.names:
            return number
    raise AssertionError("the worker took no question")


async def state_of(them: Fleet, channel: str) -> RunState:
    """Return the state of the run in a channel, as operators see it."""
    (run,) = [each for each in await them.runs() if each.question.place.channel == channel]
    database = Database(them.url)
    try:
        line = SqlQueue(database, NO_LIMITS, channel=CHANGES)
        states = SqlRunStates(
            database, states_sql(engine_url(them.url)), STATES_TABLE, lock_of, line, lambda: None
        )
        found = await states.of(run.id)
    finally:
        await database.aclose()
    assert found is not None
    return found


async def nothing_is_drawn_by(bot: BotProcess) -> None:
    """Wait until this process draws no run any more."""
    port = await port_of(bot)

    async def look() -> bool | None:
        _, report = await ready(port)
        return True if report["parts"]["engine"]["runs_drawn"] == 0 else None

    await until(look)


async def test_what_a_channel_refused_is_posted_by_the_process_that_carries_the_run(
    postgres: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    """Slack tells one process that the channel is back; the other process carries the run."""
    url = await fresh_database(postgres)
    async with fleet(url, slack, models, tmp_path, workers=1, settings=SETTINGS, front="all") as them:
        models.latency = 1.0
        number, calls = 0, 0
        while True:
            channel = f"C{number}"
            await ask_all(slack, number, 1)
            # Four answers and four reviews; the ninth is the chairman's.
            await models.journal.until(lambda found, least=calls + 9: len(found) >= least, seconds=PATIENCE)
            slack.channel(channel).archived = True
            (run,) = [each for each in await them.runs() if each.question.place.channel == channel]
            if (await them.owners()).get(run.id) in them.names:
                break
            await slack.unarchive(channel)  # # Slack may have refused a post meanwhile.
            await slack.message_with("# Verdict", channel=channel)
            number, calls = number + 1, len(models.journal.calls)
            assert number < AT_MOST

        async def is_refused() -> bool | None:
            codes = [call.error for call in slack.calls if call.arguments.get("channel") == channel]
            return True if "is_archived" in codes else None

        await until(is_refused)
        await slack.unarchive(channel)

        await slack.message_with("# Verdict", channel=channel)
        heard = [worker.log.read_text() for worker in them.workers]
        assert not [words for words in heard if "Traceback" in words]


async def test_votes_through_a_process_that_does_not_carry_the_run_leave_its_last_card_and_vote_standing(
    postgres: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    url = await fresh_database(postgres)
    async with fleet(url, slack, models, tmp_path, workers=1, settings=SETTINGS, front="all") as them:
        number = await one_that_the_worker_carries(slack, them)
        channel = f"C{number}"
        await slack.message_with("# Verdict", channel=channel)
        vote = await slack.message_with("Which response is best?", channel=channel)
        card = await slack.message_with(f"number {number}?", channel=channel)
        state = await state_of(them, channel)
        assert (state.owner in them.names, state.is_lease_held, state.stuck(state.asked_at)) == (
            True,
            True,
            None,
        )
        assert state.last_step != ""

        for person in ("bob", "carol", "dave", "erin", "frank"):
            await press(slack, person, "Response B", vote)
            await told(slack, person, "Your vote: Response B.")
        await press(slack, f"person{number}", "End the vote and reveal", vote)
        await slack.message_with("Ranking and names", channel=channel)
        await nothing_is_drawn_by(*them.workers)
        last = card.as_seen_now(), vote.as_seen_now()
        # # A process that ends sends its delayed edits.
        for other in range(number):
            ballot = await slack.message_with("Which response is best?", channel=f"C{other}")
            await press(slack, f"person{other}", "End the vote and reveal", ballot)
            await slack.message_with("Ranking and names", channel=f"C{other}")
        await nothing_is_drawn_by(them.ingress)
        await them.ingress.stop()

        (run,) = [each for each in await them.runs() if each.question.place.channel == channel]
        assert (run.status, len(run.ballots)) == ("revealed", 5)
        assert "5 people voted." in slack.words(last[1])
        assert "Answered" in slack.words(last[0])
        assert [slack.words(each.as_seen_now()) for each in (card, vote)] == [
            slack.words(each) for each in last
        ]
