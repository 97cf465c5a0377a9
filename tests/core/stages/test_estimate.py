"""Tests of a run's estimate against its use of local model servers that count tokens."""

from collections.abc import AsyncIterator
from dataclasses import replace
from decimal import Decimal
from time import process_time

import pytest

from council_core.council_run import Surroundings, council_run
from council_core.domain.budget import Estimate
from council_core.domain.member import Member, MemberId, Roster
from council_core.domain.question import FileReference, RunId
from council_core.domain.run import Run
from council_core.domain.settings import CouncilSettings
from council_core.errors import SettingsError
from council_core.providers.complete import Models
from council_core.providers.prices import Prices
from council_core.providers.settings import ProviderSettings
from council_core.stages.budget import Purse
from council_core.stages.deadline import Stragglers
from council_core.stages.estimate import Written, expected_calls, tokens_of
from council_core.testing import (
    MemoryBlobs,
    MemoryCalibrations,
    MemoryLedger,
    MemoryRunStore,
    QueuedSignals,
    RecordingAnnouncer,
    ReplayingSteps,
    StepJournal,
    SteppingClock,
)
from council_core.tools.toolbox import Tools
from tests.samples import QUESTION, SETTINGS, a_run
from tests.testbed.models import ModelServer, Says

NAMES = (
    "openai:gpt-4o",
    "anthropic:claude-haiku-4-5",
    "google:gemini-2.5-flash",
    "openrouter:openai/gpt-4o-mini",
)
SEATS = tuple(Member(id=MemberId(name), model=name, name=name) for name in NAMES)
ROSTER = Roster(members=SEATS, chairman=SEATS[0])
ANSWER = " ".join(["A formatter settles it, and nobody has to think about it again."] * 30)
SHORT = "Run a formatter."
WITHIN = 0.3


class House:
    """A council whose members are asked over HTTP, and its expected spending."""

    def __init__(self, server: ModelServer) -> None:
        self.server = server
        self.settings = replace(
            ProviderSettings.from_mapping(server.environment()), first_pause=0.002, demo_seconds=(0.0, 0.0)
        )
        self.models = Models(self.settings)
        self.store = MemoryRunStore()
        self.purse = Purse(
            store=self.store,
            blobs=MemoryBlobs(self.store),
            prices=Prices(self.settings),
            ledger=MemoryLedger(store=self.store),
        )
        self.runs = 0

    def says(
        self, answer: str, verdict: str, *, critique: str = "", reviews: int = 1, answers: int = 1
    ) -> None:
        """Queue each model's next texts: answers, reviews as the server makes them, the chairman's words."""
        for seat in SEATS:
            end = (Says(text=verdict), Says(text=critique)) if seat == ROSTER.chairman else ()
            said = [each for each in end if each.text]
            name = seat.model.partition(":")[2]
            self.server.script(name, *[Says(text=answer)] * answers, *[Says()] * reviews, *said)

    async def hold(self, settings: CouncilSettings) -> Run:
        """Hold one run to its end, and return it."""
        self.runs += 1
        run = a_run(f"r{self.runs:012d}", settings=settings)
        await self.store.add(run)
        steps, stragglers = ReplayingSteps(StepJournal()), Stragglers(self._late)
        around = Surroundings(
            models=self.models,
            store=self.store,
            announcer=RecordingAnnouncer(),
            stragglers=stragglers,
            clock=SteppingClock(),
            blobs=MemoryBlobs(self.store),
            calibrations=MemoryCalibrations(),
            toolbox=Tools([]),
        )
        await council_run(run, around, steps, QueuedSignals((), steps=steps))
        return await self.store.get(run.id)

    async def _late(self, run_id: RunId, outcome: object) -> None:
        raise AssertionError(f"{run_id}: {outcome} came late")


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with ModelServer() as server:
        house = House(server)
        await house.models.prepare(SEATS)  # # A member that opens its connection slowly would be late.
        yield house
        await house.models.close()


def assert_near(estimate: Estimate, run: Run) -> None:
    """Fail unless tokens and cost are within 30 % of the run's."""
    usage = run.usage
    assert run.verdict is not None
    assert not run.is_incomplete
    assert usage.tokens_in is not None
    assert usage.tokens_out is not None
    assert usage.cost is not None
    assert estimate.cost is not None
    true = usage.tokens_in + usage.tokens_out
    assert abs(estimate.tokens - true) <= WITHIN * true, (estimate, usage)
    assert abs(estimate.cost - usage.cost) <= Decimal(str(WITHIN)) * usage.cost, (estimate, usage)


@pytest.mark.parametrize(
    ("changes", "answers", "reviews"),
    [
        ({}, 1, 1),
        ({"revise": True}, 2, 1),
        ({"both_orders": True}, 1, 2),
        ({"critique": True}, 1, 1),
        ({"review_characters": 1_000}, 1, 1),
        ({"instructions": "We write Python and deploy on Fridays. " * 40}, 1, 1),
    ],
    ids=["plain", "revised", "both orders", "with a critique", "shortened for review", "house instructions"],
)
async def test_of_answers_of_the_usual_length_it_is_near_before_anything_is_known(
    changes: dict[str, object], answers: int, reviews: int, house: House
) -> None:
    settings = replace(SETTINGS, roster=ROSTER, close_early=False, vote_seconds=0, **changes)  # type: ignore[arg-type]
    estimate = await house.purse.estimate(QUESTION, settings)
    house.says(
        ANSWER, ANSWER, critique=ANSWER[:1000] if settings.critique else "", answers=answers, reviews=reviews
    )

    run = await house.hold(settings)

    assert estimate.unpriced == ()
    assert_near(estimate, run)


@pytest.mark.parametrize(
    ("answer", "verdict"), [(SHORT, SHORT), (ANSWER * 5, ANSWER * 2)], ids=["short", "long"]
)
async def test_it_learns_from_the_place_how_much_its_members_write(
    answer: str, verdict: str, house: House
) -> None:
    settings = replace(SETTINGS, roster=ROSTER, close_early=False, vote_seconds=0)
    house.says(answer, verdict)
    await house.hold(settings)

    estimate = await house.purse.estimate(QUESTION, settings)
    house.says(answer, verdict)

    assert_near(estimate, await house.hold(settings))


@pytest.mark.parametrize(
    ("name", "size", "expected"),
    [
        ("terms.txt", 40_000, 10_000),
        ("terms.docx", 8_000, 20_000),
        ("all.txt", 9_000_000, 50_000),
        ("a.png", 10**7, 1_500),
    ],
)
def test_files_count_for_every_member_and_the_chairman_and_little_for_reviewers(
    name: str, size: int, expected: int
) -> None:
    settings = replace(SETTINGS, roster=ROSTER)
    file = FileReference(name=name, media_type="text/plain", size=size, reference="F1")

    plain = expected_calls(QUESTION, settings, {})
    with_file = expected_calls(replace(QUESTION, files=(file,)), settings, {})

    more = [one.tokens_in - other.tokens_in for one, other in zip(with_file, plain, strict=True)]
    answers, reviews, verdict = more[:4], more[4:8], more[8:]
    assert [*answers, *verdict] == [pytest.approx(expected, abs=300)] * 5
    assert all(100 <= tokens <= 900 for tokens in reviews)


def test_what_is_left_out_for_review_is_not_counted_once_for_each_reviewer() -> None:
    settings = replace(SETTINGS, roster=ROSTER)
    long: Written = {("answer", seat.model): 5_000.0 for seat in SEATS}

    whole = expected_calls(QUESTION, settings, long)
    shortened = expected_calls(QUESTION, replace(settings, review_characters=2_000), long)

    saved = [one.tokens_in - other.tokens_in for one, other in zip(whole, shortened, strict=True)]
    answers, reviews, verdict = saved[:4], saved[4:8], saved[8:]
    assert (answers, verdict) == ([0] * 4, [0])
    # Of four answers of 5,000 tokens some 480 stay, and some 80 tokens say so.
    assert reviews == [pytest.approx(4 * 4_520 - 80, rel=0.01)] * 4


async def test_what_has_no_price_is_named_and_not_counted_as_free(house: House) -> None:
    seats = (SEATS[0], replace(SEATS[1], id=MemberId("ollama:llama3.2"), model="ollama:llama3.2"))
    settings = replace(SETTINGS, roster=Roster(members=seats, chairman=seats[0]), vote_seconds=0)

    estimate = await house.purse.estimate(QUESTION, settings)

    assert estimate.unpriced == ("ollama:llama3.2",)
    assert estimate.cost is not None
    assert estimate.cost > 0


async def test_demo_members_cost_nothing(house: House) -> None:
    seats = tuple(Member(id=MemberId(f"demo:{n}"), model=f"demo:{n}", name=n) for n in ("ada", "carl"))
    settings = replace(SETTINGS, roster=Roster(members=seats, chairman=seats[0]), vote_seconds=0)

    estimate = await house.purse.estimate(QUESTION, settings)

    assert (estimate.cost, estimate.unpriced) == (Decimal(0), ())


async def test_a_limit_on_what_a_member_may_write_holds_for_the_estimate(house: House) -> None:
    short = tuple(replace(seat, max_tokens=50) for seat in SEATS)
    limited = replace(SETTINGS, roster=Roster(members=short, chairman=short[0]), vote_seconds=0)

    estimate = await house.purse.estimate(QUESTION, limited)

    assert estimate.tokens_out == 50 * (4 + 4 + 1)


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("Tabs or spaces?!", 4), ("質問です", 4), ("die Größe ist", 3)]
)
def test_tokens_are_counted_by_characters(text: str, tokens: int) -> None:
    assert tokens_of(text) == tokens


def test_what_an_estimate_takes_grows_as_fast_as_the_council() -> None:
    def seconds(members: int) -> float:
        seats = tuple(
            Member(id=MemberId(f"demo:m{number}"), model=f"demo:m{number}", name=f"M{number}")
            for number in range(members)
        )
        roster = Roster(members=seats, chairman=seats[0])
        settings = replace(SETTINGS, roster=roster, revise=True, critique=True, both_orders=True)
        took: list[float] = []
        for _ in range(3):
            started = process_time()
            calls = expected_calls(QUESTION, settings, {})
            took.append(process_time() - started)
            assert len(calls) == 4 * members + 2
        return min(took)

    seconds(4)

    # Eight times the members: about 8 where the cost is linear, 64 where it is quadratic.
    assert seconds(96) / seconds(12) < 24


async def test_a_price_that_the_operator_names_counts_before_any_list() -> None:
    variables = {
        "OLLAMA_PRICES": "llama3*=0, *=1/4",
        "OPENAI_API_KEY": "k",
        "OPENAI_PRICES": "gpt-4o = $2/8",
    }
    prices = Prices(ProviderSettings.from_mapping(variables))
    names = ("ollama:llama3.2", "ollama:qwen3", "openai:gpt-4o", "openai:no-such-model")
    members = [Member(id=MemberId(name), model=name, name=name) for name in names]

    costs = [await prices.cost(each, tokens_in=1_000_000, tokens_out=1_000_000) for each in members]

    assert costs == [0, 5, 10, None]
    assert prices.unpriced(members) == ("openai:no-such-model",)


@pytest.mark.parametrize("wrong", ["llama", "llama=", "llama=cheap", "a b=1", "llama=1/2/3", "llama=-1"])
def test_a_price_that_cannot_be_read_is_named(wrong: str) -> None:
    with pytest.raises(SettingsError, match=r"^price name=OLLAMA_PRICES value="):
        ProviderSettings.from_mapping({"OLLAMA_PRICES": f"a=1, {wrong}"})
