"""Let live members answer and judge an item, by the stages of a run."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from hashlib import blake2b
from typing import TypeVar

from council_core.codec import from_text, to_text
from council_core.domain.answer import Abstention, Failure, Outcome
from council_core.domain.member import MemberId
from council_core.domain.place import PersonId, Place
from council_core.domain.question import Asker, Question, RunId
from council_core.domain.review import Review
from council_core.domain.run import Run
from council_core.domain.settings import CouncilSettings
from council_core.domain.slate import Alias, AliasKey, Response, Seal, Slate, alias_at
from council_core.evaluation.items import Item, Judgement
from council_core.ports import ModelProvider, Steps
from council_core.positions import part
from council_core.stages.anonymize import anonymize, answers_among
from council_core.stages.answer import answer
from council_core.stages.deadline import Stragglers
from council_core.stages.reconsider import reconsider, split_found
from council_core.stages.review import review

T = TypeVar("T")

HERE = Place(platform="terminal", channel="evaluation")
EPOCH = datetime.fromtimestamp(0, UTC)


class KeptSteps:
    """Implements `Steps` for one item: a reply that an earlier command got is not paid for again. Failures are not
    kept, so their members are asked again."""

    def __init__(self, known: Mapping[str, str], keep: Callable[[str, str], None], scope: str = "") -> None:
        """
        Args:
            known: Results that are kept, by step.
            keep: Keeps the result of a step.
            scope: Branch of these steps.
        """
        self._known, self._keep, self._scope = known, keep, scope
        self._counts: Counter[str] = Counter()

    def within(self, scope: str) -> Steps:
        return KeptSteps(self._known, self._keep, f"{self._scope}{scope}/")

    async def once(
        self,
        name: str,
        action: Callable[[], Awaitable[T]],
        returns: object,
        *,
        made_of_steps: bool = False,
    ) -> T:
        del made_of_steps
        self._counts[name] += 1
        step = f"{self._scope}{name} {self._counts[name]}"
        if step in self._known:
            return from_text(self._known[step], returns)
        result = await action()
        if not isinstance(result, Failure | Abstention):
            self._keep(step, to_text(result, returns))
        return result

    def completed(self, name: str, returns: object, *, scope: str = "") -> object | None:
        text = self._known.get(f"{self._scope}{scope}{'/' * bool(scope)}{name} 1")
        return None if text is None else from_text(text, returns)

    @property
    def is_new(self) -> bool:
        return not self._known


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """An item with the members' results and their cost."""

    item: Item
    cost: Decimal | None
    """US dollars; None if the price of a call is unknown."""

    failures: tuple[Abstention, ...]
    """Members whose call failed, and who may be asked again."""

    replied: bool
    """Whether any member replied to the latest request, for reviews, or for answers where nothing was reviewed."""

    is_priced: bool
    """Whether the price of each reply is known."""


async def judge(item: Item, settings: CouncilSettings, models: ModelProvider, steps: Steps) -> Judged:
    """Ask members for answers if the item has none, then for reviews, blind as in any run. A judge of the item is not
    asked again.

    Args:
        item: Item with a question, answers, or both.
        settings: Settings with the members.
        models: Asks them.
        steps: Keeps their replies.
    """
    run = Run(
        id=RunId("r000000000000"),
        question=Question(text=item.question, asker=Asker(id=PersonId("evaluation"), name=""), place=HERE),
        settings=replace(settings, vote_seconds=0),
        seed=blake2b(f"evaluate {item.id}".encode(), digest_size=16).hexdigest(),
        asked_at=EPOCH,
    )
    if item.answers:
        run, names = _given(run, item)
    else:
        if not steps.is_new:
            item = replace(item, cost=None)  # Replies of an earlier try come with their cost.
        run, names = await _answered(run, models, steps)
        item = _with_answers(item, run, names)
    failures = tuple(each for each in run.outcomes if isinstance(each, Abstention))
    if run.slate is None or len(run.slate.responses) < 2:
        replied = len(failures) < len(run.outcomes)
        item = _paid(item, run.usage.cost)
        return Judged(
            item=item, cost=run.usage.cost, failures=failures, replied=replied, is_priced=run.is_priced
        )
    reviewers = [member for member in settings.roster.reviewing if member.id not in item.heard]
    reviews = await review(run, run.slate, reviewers, models, steps, lambda _done, _failed: None)
    run = replace(run, reviews=reviews)
    cost = run.usage.cost
    judged = replace(
        _paid(item, cost),
        judgements=(*item.judgements, *(_judgement(each, names) for each in reviews if each.is_valid)),
        unclear=(*item.unclear, *_unclear(reviews)),
    )
    silent = tuple(each.failure for each in reviews if each.failure is not None)
    return Judged(
        item=judged,
        cost=cost,
        failures=(*failures, *silent),
        replied=len(silent) < len(reviews),
        is_priced=run.is_priced,
    )


def _paid(item: Item, cost: Decimal | None) -> Item:
    """Return the item with this cost on top of its own."""
    return item if cost is None else replace(item, cost=(item.cost or 0.0) + float(cost))


def _given(run: Run, item: Item) -> tuple[Run, dict[Alias, Alias]]:
    """Return the run with the item's own answers under letters, none of them written by a member."""
    parted = [part(text) for _, text in item.answers]
    responses = tuple(
        Response(alias=alias_at(at), text=each.text, position=each.position) for at, each in enumerate(parted)
    )
    seals = tuple(
        Seal(alias=alias_at(at), member=MemberId(f"given:{name}")) for at, name in enumerate(item.names)
    )
    names = {alias_at(at): name for at, name in enumerate(item.names)}
    return replace(run, slate=Slate(responses=responses), key=AliasKey(seals=seals)), names


async def _answered(run: Run, models: ModelProvider, steps: Steps) -> tuple[Run, dict[Alias, Alias]]:
    """Return the run with the members' own answers, who are asked once more if their positions differ."""
    stragglers = Stragglers(_nobody_waits)
    try:
        outcomes = await answer(run, models, steps, stragglers, lambda _done, _failed: None)
    finally:
        await stragglers.aclose()
    run = replace(run, outcomes=outcomes)
    if len(answers_among(outcomes)) < 2:
        return run, {}
    if run.settings.rounds == "on_split" and split_found(run) is not None:
        run = replace(run, outcomes=await reconsider(run, models, steps, lambda _done, _failed: None))
    slate, key = anonymize(run)
    return replace(run, slate=slate, key=key), {alias: alias for alias in slate.aliases}


async def _nobody_waits(run_id: RunId, outcome: Outcome) -> None:
    del run_id, outcome


def _with_answers(item: Item, run: Run, names: dict[Alias, Alias]) -> Item:
    if run.slate is None or run.key is None:
        return item
    answers: Sequence[tuple[Alias, str]] = [
        (names[each.alias], f"{each.text}\n\nPOSITION: {each.position}" if each.position else each.text)
        for each in run.slate.responses
    ]
    authors = tuple((names[seal.alias], str(seal.member)) for seal in run.key.seals)
    return replace(item, answers=tuple(answers), authors=authors)


def _judgement(review: Review, names: dict[Alias, Alias]) -> Judgement:
    order = tuple(tuple(names[alias] for alias in group) for group in review.reading.order or ())
    return Judgement(judge=str(review.reviewer), order=order)


def _unclear(reviews: Sequence[Review]) -> tuple[str, ...]:
    """Return the reviewers who replied and gave no clear order in any reading."""
    clear = {each.reviewer for each in reviews if each.is_valid or each.failure is not None}
    return tuple(dict.fromkeys(str(each.reviewer) for each in reviews if each.reviewer not in clear))
