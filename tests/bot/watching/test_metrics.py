"""Tests that events become listed metrics with few labels and nobody's words."""

import os
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.watching import metrics as metrics_module
from bot.watching.metrics import CATALOGUE, MOST_MEMBERS, Metrics
from council_core.domain.answer import Usage
from council_core.domain.observations import (
    CallEnded,
    CallRetried,
    Observation,
    PlatformWaited,
    PostSent,
    RequestHandled,
    RunAdmitted,
    RunBegan,
    RunEnded,
    RunLeft,
    RunQueued,
    RunResumed,
    RunsTakenOver,
    RunUnqueued,
    StageEnded,
    StoreUsed,
    TaskFailed,
    VoteCounted,
)
from council_core.domain.question import RunId
from council_core.domain.waiting import RunWaits

PAGE = Path(metrics_module.__file__).with_name("METRICS.md")
RUN = RunId("r1a2b3c4d5e6f")


def samples(metrics: Metrics) -> dict[str, float]:
    """Return the figures as Prometheus would read them: `name{label=value}` -> value, without zeros."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(metrics.page().decode()):
        for sample in family.samples:
            labels = ",".join(
                f"{name}={value}" for name, value in sorted(sample.labels.items()) if name != "le"
            )
            if sample.value and not sample.name.endswith("_bucket") and sample.name.startswith("council"):
                found[f"{sample.name}{{{labels}}}"] = sample.value
    return found


def a_call(**changes: object) -> CallEnded:
    """Return a successful call."""
    usage = Usage(tokens_in=100, tokens_out=20, cost=Decimal("0.0125"))
    values: dict[str, object] = {
        "run_id": RUN, "member": "openai:gpt-6.1-sol", "model": "openai:gpt-6.1-sol", "purpose": "answer",
        "outcome": "ok", "seconds": 3.0, "usage": usage,
    }  # fmt: skip
    return CallEnded(**{**values, **changes})  # type: ignore[arg-type]


BEGAN = RunBegan(run_id=RUN, platform="slack", members=4, waited=0.25)
QUEUED = RunQueued(waits=RunWaits(run_id=RUN, before=2, limit="person"), platform="slack")
UNQUEUED = RunUnqueued(run_id=RUN, platform="slack")
LEFT = RunLeft(run_id=RUN, platform="slack")

SEEN: list[tuple[list[Observation], dict[str, float]]] = [
    (
        [BEGAN],
        {
            "council_runs_under_way{platform=slack}": 1,
        },
    ),
    (
        [QUEUED, QUEUED, UNQUEUED, RunAdmitted(run_id=RUN, platform="slack", waited=2.5)],
        {
            "council_runs_waiting{platform=slack}": 1,
            "council_queue_wait_seconds_count{platform=slack}": 1,
            "council_queue_wait_seconds_sum{platform=slack}": 2.5,
        },
    ),
    (
        [RunResumed(run_id=RUN, platform="slack"), LEFT],
        {"council_runs_resumed_total{platform=slack}": 1},  # and none is under way
    ),
    (
        [RunEnded(run_id=RUN, platform="slack", outcome="too_few", seconds=9.0)],
        {"council_runs_total{outcome=too_few,platform=slack}": 1},
    ),
    (
        [StageEnded(run_id=RUN, platform="slack", stage="review", seconds=8.0, done=4, of=4)],
        {"council_stage_seconds_count{stage=review}": 1, "council_stage_seconds_sum{stage=review}": 8},
    ),
    (
        [a_call()],
        {
            "council_calls_total{member=openai:gpt-6.1-sol,outcome=ok,purpose=answer}": 1,
            "council_call_seconds_count{member=openai:gpt-6.1-sol}": 1,
            "council_call_seconds_sum{member=openai:gpt-6.1-sol}": 3,
            "council_tokens_total{direction=in,member=openai:gpt-6.1-sol}": 100,
            "council_tokens_total{direction=out,member=openai:gpt-6.1-sol}": 20,
            "council_cost_dollars_total{member=openai:gpt-6.1-sol}": 0.0125,
        },
    ),
    (
        [CallRetried(provider="openai", why="429", pause=1.5)],
        {
            "council_call_retries_total{provider=openai,why=429}": 1,
            "council_call_retry_wait_seconds_total{provider=openai}": 1.5,
        },
    ),
    (
        [PostSent(run_id=RUN, platform="discord", what="slate", outcome="refused", seconds=1.0, again=False)],
        {
            "council_posts_total{outcome=refused,platform=discord,what=slate}": 1,
            "council_post_seconds_count{platform=discord}": 1,
            "council_post_seconds_sum{platform=discord}": 1,
        },
    ),
    (
        [RequestHandled(platform="slack", what="vote", seconds=0.5)],
        {
            "council_requests_total{platform=slack,what=vote}": 1,
            "council_request_seconds_count{platform=slack}": 1,
            "council_request_seconds_sum{platform=slack}": 0.5,
        },
    ),
    (
        [StoreUsed(writes=True, waited=0.125, seconds=0.25)],
        {
            "council_store_seconds_count{kind=write}": 1,
            "council_store_seconds_sum{kind=write}": 0.25,
            "council_store_wait_seconds_count{kind=write}": 1,
            "council_store_wait_seconds_sum{kind=write}": 0.125,
        },
    ),
    ([VoteCounted(run_id=RUN)], {"council_votes_total{}": 1}),
    ([RunsTakenOver(count=3)], {"council_takeovers_total{}": 3}),
    ([TaskFailed(task="takeover")] * 2, {"council_task_failures_total{task=takeover}": 2}),
    (
        [PlatformWaited(platform="slack", seconds=2.0)],
        {
            "council_post_waits_total{platform=slack}": 1,
            "council_post_wait_seconds_total{platform=slack}": 2,
        },
    ),
]


@pytest.mark.parametrize(("seen", "figures"), SEEN)
def test_each_thing_that_happens_moves_its_figures_and_no_others(
    seen: list[Observation], figures: dict[str, float]
) -> None:
    metrics = Metrics()

    for each in seen:
        metrics(each)

    assert samples(metrics) == figures


def test_however_many_models_people_name_members_stay_few() -> None:
    metrics = Metrics()

    for number in range(MOST_MEMBERS + 20):
        metrics(a_call(member=f"openrouter:vendor/model-{number}"))

    calls = {
        name: value for name, value in samples(metrics).items() if name.startswith("council_calls_total")
    }
    assert len(calls) == MOST_MEMBERS + 1
    assert calls["council_calls_total{member=other,outcome=ok,purpose=answer}"] == 20


def page_lines() -> Iterator[str]:
    """Yield the lines of the page that lists all metrics."""
    yield "# Metrics at `/metrics`"
    yield ""
    yield (
        "Served in Prometheus' text format with `COUNCIL_METRICS=yes`. Each process counts for itself, since it "
        "started. The metrics `process_*` (memory, CPU, open files) are added. A test compares this page with the code."
    )
    yield ""
    yield "| metric | kind | labels | meaning |"
    yield "| --- | --- | --- | --- |"
    for figure in CATALOGUE:
        labels = ", ".join(f"`{label}`" for label in figure.labels)
        yield f"| `{figure.name}` | {figure.kind} | {labels} | {figure.meaning} |"


def test_the_page_of_figures_and_the_code_say_the_same() -> None:
    drawn = "\n".join(page_lines()) + "\n"
    if os.environ.get("GOLDEN") == "accept":
        PAGE.write_text(drawn, encoding="utf-8")

    assert PAGE.read_text(encoding="utf-8") == drawn


def test_every_figure_follows_the_customs_of_prometheus() -> None:
    for figure in CATALOGUE:
        assert figure.name.startswith("council_")
        assert figure.name.endswith("_total") is (figure.kind == "counter"), figure.name
        assert bool(figure.buckets) is (figure.kind == "histogram"), figure.name
        assert not {"channel", "person", "run", "question", "workspace"} & set(figure.labels)
