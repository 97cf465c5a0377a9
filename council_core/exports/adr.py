"""A decision and its run -> an architecture decision record in Markdown (the form of https://adr.github.io/madr)."""

from council_core.domain.decision import Decision
from council_core.domain.export import Export, exported
from council_core.domain.run import Run
from council_core.domain.run_view import EVERYBODY, OpenRun, RunView
from council_core.domain.title import short_title
from council_core.exports.markdown import quote
from council_core.exports.tables import plain
from council_core.view import view


def adr(run: Run, decision: Decision) -> Export:
    """Return the record of a decision on a revealed run as a file."""
    seen = view(run.alone(), EVERYBODY)
    lines = [
        f"# {plain(short_title(run.question.text))}",
        "\n".join(
            (
                "- Status: accepted",
                f"- Date: {decision.at:%Y-%m-%d}",
                f"- Recorded by: {plain(decision.name)}",
                *((f"- Look again: {decision.look_again:%Y-%m-%d}",) if decision.look_again else ()),
                f"- Council run: {run.id}, asked by {plain(run.question.asker.name)} on {run.asked_at:%Y-%m-%d}",
            )
        ),
        "## Context and problem statement",
        quote(run.question.text),
        "## Considered options",
        *_options(seen),
        "## Decision outcome",
        quote(decision.text),
    ]
    if run.verdict is not None:
        lines += ["## What the council concluded", quote(run.verdict.text)]
    name = f"adr-{decision.at:%Y-%m-%d}-{run.id}.md"
    return exported(name, "text/markdown", "\n\n".join(lines) + "\n")


def _options(seen: RunView) -> list[str]:
    places = {one.alias: one.place for one in seen.ranking.standings} if seen.ranking else {}
    options: list[str] = []
    for response in seen.responses:
        by = f" by {plain(seen.author(response.alias))}" if isinstance(seen, OpenRun) else ""
        place = f", ranked {places[response.alias]}" if response.alias in places else ""
        options += [f"### Response {response.alias}{by}{place}", quote(response.text)]
    return options
