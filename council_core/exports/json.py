"""A stored run -> the JSON that `council ask --json` and `council show --json` print, and that exports hold."""

from dataclasses import replace
from typing import Any

from pydantic import TypeAdapter

from council_core.codec import to_json
from council_core.domain.answer import Usage
from council_core.domain.place import PersonId
from council_core.domain.run import Run, Tally

VERSION = 1
"""Raised whenever a field goes away or changes its meaning; new fields do not raise it."""


def run_json(run: Run) -> dict[str, Any]:
    """The whole run, with `schema_version` first. Before the reveal, what would tell names is left out."""
    place = replace(run.question.place, origin=None)  # A token that lets whoever has it speak for the bot.
    data: dict[str, Any] = to_json(replace(run, question=replace(run.question, place=place)), Run)
    if run.status != "revealed" and run.status != "failed":
        data |= {"key": None, "outcomes": [], "late": [], "ballots": [], "verdict": None, "seed": ""}
        data |= {"reviews": [], "no_verdict": []}
        if data["ranking"] is not None:
            data["ranking"] |= {"judge_weights": []}
    return {"schema_version": VERSION, **data, "usage": to_json(run.usage, Usage)}


def shared_json(run: Run) -> dict[str, Any]:
    """The same for everybody to read: ballots and feedback stay, whose they are does not, and no seed."""
    nobody = PersonId("")
    at = run.voting_closed_at or run.finished_at or run.asked_at
    ballots = [replace(ballot, voter=nobody, cast_at=at) for ballot in run.ballots]
    feedback = [replace(each, person=nobody, given_at=at) for each in run.feedback]
    return run_json(
        replace(
            run,
            seed="",
            ballots=tuple(sorted(ballots, key=lambda ballot: ballot.order)),
            feedback=tuple(sorted(feedback, key=lambda each: not each.good)),
            tally=_nameless(run),
        )
    )


def _nameless(run: Run) -> Tally | None:
    """The tally without its judges' weights, which stand under people's ids."""
    if run.tally is None:
        return None
    team, joint = run.tally.ranking, run.tally.joint
    return replace(
        run.tally,
        ranking=replace(team, judge_weights=()) if team else None,
        joint=replace(joint, judge_weights=()) if joint else None,
    )


def run_schema() -> dict[str, Any]:
    """The JSON schema of `run_json`."""
    schema = TypeAdapter(Run).json_schema(mode="serialization")
    usage = TypeAdapter(Usage).json_schema(mode="serialization")
    schema["properties"] = {"schema_version": {"const": VERSION}, **schema["properties"], "usage": usage}
    schema["required"] = ["schema_version", *schema.get("required", []), "usage"]
    schema["title"] = "A run of Council"
    return schema
