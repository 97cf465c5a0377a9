"""Tests that traces are sent according to OpenTelemetry's variables, and that a failure to send is reported plainly."""

import asyncio
import sys
from collections.abc import AsyncIterator

import pytest

from bot.watching.traces import Traces, trace_id, traces_trouble, traces_wanted
from council_core.domain.observations import Observation, PostSent, RunEnded, StageEnded
from council_core.domain.question import RunId
from tests.bot.watching.test_metrics import a_call
from tests.testbed.otlp import LocalCollector
from tests.testbed.patience import PATIENCE

RUN = RunId("r1a2b3c4d5e6f")
OTLP = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}


@pytest.fixture
async def collector(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalCollector]:
    """Yield a strict collector; its complaints fail the test."""
    async with LocalCollector() as server:
        for name in ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_SERVICE_NAME", "OTEL_TRACES_SAMPLER"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.url)
        monkeypatch.setenv("OTEL_SERVICE_NAME", "council")
        yield server
        assert server.complaints == []


async def sent(*seen: Observation) -> None:
    """Observe these events and send all their traces."""
    traces = Traces({})
    for each in seen:
        traces(each)
    async with asyncio.timeout(PATIENCE):
        await traces.aclose()


STAGE = StageEnded(run_id=RUN, platform="slack", stage="answer", seconds=8.0, done=3, of=4)
ENDED = RunEnded(run_id=RUN, platform="slack", outcome="verdict", seconds=20.0)
POST = PostSent(run_id=RUN, platform="slack", what="slate", outcome="ok", seconds=1.0, again=False)


async def test_a_run_is_one_trace_of_stages_calls_and_posts(collector: LocalCollector) -> None:
    await sent(a_call(run_id=RUN, finish_reason="stop"), STAGE, POST, ENDED)

    spans = {span.name: span for span in collector.spans}
    root, stage, call = spans["council"], spans["answer"], spans["chat gpt-6.1-sol"]
    assert {span.trace for span in collector.spans} == {f"{trace_id(RUN):032x}"}
    assert (root.parent, stage.parent, call.parent, spans["post slate"].parent) == (
        "", root.id, stage.id, root.id,
    )  # fmt: skip
    assert {span.service for span in collector.spans} == {"council"}
    assert call.attributes == {
        "council.run": RUN,
        "council.member": "openai:gpt-6.1-sol",
        "council.purpose": "answer",
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "gpt-6.1-sol",
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.output_tokens": 20,
        "gen_ai.response.finish_reasons": ["stop"],
    }
    assert (stage.ended - stage.started) / 1e9 == pytest.approx(8.0)


async def test_another_process_goes_on_in_the_same_trace(collector: LocalCollector) -> None:
    await sent(a_call(run_id=RUN))
    await sent(STAGE, ENDED)

    spans = {span.name: span for span in collector.spans}
    assert len({span.trace for span in collector.spans}) == 1
    assert spans["chat gpt-6.1-sol"].parent == spans["answer"].id


async def test_what_failed_is_marked_with_a_word_for_it(collector: LocalCollector) -> None:
    await sent(a_call(run_id=RUN, outcome="rate_limited"))

    (span,) = collector.spans
    assert (span.is_error, span.attributes["error.type"]) == (True, "rate_limited")


@pytest.mark.parametrize("share", ["0.0", "0.5", "1.0"])
async def test_a_sampled_run_goes_out_whole_or_not_at_all(
    share: str, collector: LocalCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "parentbased_traceidratio")
    monkeypatch.setenv("OTEL_TRACES_SAMPLER_ARG", share)
    runs = [RunId(f"r{number:012x}") for number in range(20)]
    seen: list[Observation] = []
    for run in runs:
        seen += [
            a_call(run_id=run),
            RunEnded(run_id=run, platform="slack", outcome="verdict", seconds=9.0),
        ]

    await sent(*seen)

    by_trace: dict[str, int] = {}
    for span in collector.spans:
        by_trace[span.trace] = by_trace.get(span.trace, 0) + 1
    assert set(by_trace.values()) <= {2}
    assert {"0.0": len(by_trace) == 0, "0.5": 0 < len(by_trace) < 20, "1.0": len(by_trace) == 20}[share]


@pytest.mark.parametrize(
    ("variables", "is_wanted"),
    [
        ({}, False),  # nothing leaves by default
        (OTLP, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:1/v1/traces"}, True),
        ({**OTLP, "OTEL_SDK_DISABLED": "true"}, False),
        ({**OTLP, "OTEL_TRACES_EXPORTER": "none"}, False),
    ],
)
def test_traces_are_wanted_where_somebody_is_named_to_get_them(
    variables: dict[str, str], is_wanted: bool
) -> None:
    assert traces_wanted(variables) is is_wanted


def test_a_way_that_we_do_not_speak_is_a_sentence() -> None:
    trouble = traces_trouble({**OTLP, "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"})

    assert trouble == (
        "Traces are sent by http/protobuf, and OTEL_EXPORTER_OTLP_PROTOCOL asks for 'grpc'. Change or unset it."
    )


def test_missing_libraries_are_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)

    assert "Run pip install '.[otel]'" in traces_trouble(OTLP)
