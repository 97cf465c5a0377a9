"""Write a view of a run as the JSON that `council ask --json` and `council show --json` print and exports hold."""

from typing import Any

from pydantic import TypeAdapter

from council_core.codec import to_json
from council_core.domain.answer import Usage
from council_core.domain.run import Run
from council_core.domain.run_view import OpenRun, RunView, SealedRun

VERSION = 2
"""Version of the JSON. Raise it when a field goes away or changes its meaning; new fields do not need that."""


def run_json(view: RunView) -> dict[str, Any]:
    """Return the view as JSON data, with `schema_version` first: a sealed run before the reveal, the whole run after
    it."""
    if isinstance(view, OpenRun):
        data = {**to_json(view.run, Run), "usage": to_json(view.usage, Usage)}
    else:
        data = {"id": view.summary.run_id, "status": view.summary.status, **to_json(view, SealedRun)}
    return {"schema_version": VERSION, **data}


def run_schema() -> dict[str, Any]:
    """Return the JSON schema of `run_json`: one for a revealed run, one for a sealed run."""
    opened = _with(
        TypeAdapter(Run).json_schema(mode="serialization"),
        usage=TypeAdapter(Usage).json_schema(mode="serialization"),
    )
    sealed = TypeAdapter(SealedRun).json_schema(mode="serialization")
    status = opened["properties"]["status"]
    sealed = _with(sealed, id={"type": "string"}, status=status)
    definitions = {**sealed.pop("$defs", {}), **opened.pop("$defs", {})}
    opened["title"], sealed["title"] = "A run whose names are out", "A run whose names are sealed"
    version = {"properties": {"schema_version": {"const": VERSION}}, "required": ["schema_version"]}
    return {"title": "A run of Council", **version, "anyOf": [opened, sealed], "$defs": definitions}


def _with(schema: dict[str, Any], **more: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object with further fields, all of them required."""
    schema["properties"] = {**schema["properties"], **more}
    schema["required"] = [*dict.fromkeys([*schema.get("required", []), *more])]
    return schema
