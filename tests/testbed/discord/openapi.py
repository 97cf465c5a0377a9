"""A second check of the bot's requests, with Discord's own OpenAPI description."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import cache, partial
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

from jsonschema import Draft202012Validator, ValidationError, validators
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.testbed.discord.journal import Call
from tests.testbed.discord.wire import Json, as_object, inner, many

ROOT = "urn:discord"
# Our templates name two parameters differently from the description.
RENAMED = {
    "{token}": "{webhook_token}",
    "/interactions/{interaction_id}/{webhook_token}": "/interactions/{interaction_id}/{interaction_token}",
}


# Beside the repository; not part of it.
DESCRIPTION = Path(__file__).parents[4] / "shared" / "data" / "discord-openapi.json"


class OpenApi:
    """Checks REST bodies against the description in a JSON file."""

    def __init__(self, path: Path) -> None:
        self._document: Json = json.loads(path.read_text(encoding="utf-8"))
        extend = cast("Callable[..., type[Draft202012Validator]]", validators.extend)  # pyright: ignore[reportUnknownMemberType]
        self._schema_type = extend(Draft202012Validator, {"oneOf": partial(_one_of, self._document)})
        resource = Resource[Any].from_contents(self._document, default_specification=DRAFT202012)
        self._registry: Registry[Any] = Registry[Any]().with_resource(ROOT, resource)
        self._validators: dict[tuple[str, str], Draft202012Validator | None] = {}

    def violations(self, call: Call) -> list[str]:
        """Return the violations in the body of a call; none for a route that the description lacks."""
        if call.body is None:
            return []
        validator = self._validator(call)
        if validator is None:
            return []
        errors: Iterator[ValidationError] = validator.iter_errors(_tolerant(call.body))  # pyright: ignore[reportUnknownMemberType]  (jsonschema leaves the type of schemas open)
        return [f"{call.method} {call.route}: {_deepest(error)}" for error in errors]

    def _validator(self, call: Call) -> Draft202012Validator | None:
        route = call.route
        for ours, theirs in RENAMED.items():
            route = route.replace(ours, theirs)
        if call.params.get("message_id") == "@original":
            route = route.replace("{message_id}", "@original")
        key = (call.method.lower(), route)
        if key not in self._validators:
            operation = self._document["paths"].get(route, {}).get(key[0], {})
            content = operation.get("requestBody", {}).get("content", {})
            self._validators[key] = None
            if "application/json" in content:
                steps = ["paths", route, key[0], "requestBody", "content", "application/json", "schema"]
                pointer = "/".join(
                    quote(step.replace("~", "~0").replace("/", "~1"), safe="~@") for step in steps
                )
                schema = {"$ref": f"{ROOT}#/{pointer}"}
                self._validators[key] = self._schema_type(schema, registry=self._registry)
        return self._validators[key]


def _one_of(
    document: Json, validator: Any, choices: list[Json], instance: object, schema: Json
) -> Iterable[ValidationError]:
    """Check "one of" as the library does, but try only those choices that the type of a component leaves: trying all
    of them, at each depth of a message, takes a tenth of a second."""
    left = [choice for choice in choices if _may_fit(document, choice, instance)]
    if sum(validator.evolve(schema=choice).is_valid(instance) for choice in left) == 1:
        return ()
    return Draft202012Validator.VALIDATORS["oneOf"](validator, choices, instance, schema)


def _may_fit(document: Json, choice: Json, instance: object) -> bool:
    """Return False for a choice with another constant, or for components of another type."""
    if "const" in choice:
        return choice["const"] == instance
    if not isinstance(instance, dict) or "type" not in instance or "$ref" not in choice:
        return True
    schema = document["components"]["schemas"][choice["$ref"].rpartition("/")[2]]
    types = schema.get("properties", {}).get("type", {}).get("enum")
    return types is None or instance["type"] in types


def _tolerant(body: Any) -> Any:
    """Return a copy in which ids that discord.py sends as numbers are strings: of attachments, references, the
    recipients of a direct channel and the people whom a message notifies."""
    copy = deepcopy(body)
    message = as_object(copy) or {}
    if "recipient_id" in message:
        message["recipient_id"] = str(message["recipient_id"])
    for part in (message, inner(message, "data")):
        for attachment in many(part, "attachments"):
            attachment["id"] = str(attachment["id"])
        mentions = inner(part, "allowed_mentions")
        if mentions.get("users"):
            mentions["users"] = [str(person) for person in mentions["users"]]
        reference = inner(part, "message_reference")
        for key in reference.keys() & {"guild_id", "channel_id", "message_id"}:
            reference[key] = str(reference[key])
    return copy


def _deepest(error: ValidationError) -> str:
    """Return the most specific of the errors below an "any of"."""
    while error.context:
        error = max(error.context, key=lambda one: (len(one.absolute_path), one.validator != "const"))
    where = ".".join(str(step) for step in error.absolute_path) or "the body"
    return f"{where}: {error.message[:300]}"


def described() -> OpenApi | None:
    """Return the description, or None where it is missing."""
    return load() if DESCRIPTION.exists() else None


@cache
def load(path: Path = DESCRIPTION) -> OpenApi:
    """Return the description in this file, read once per process; raises `FileNotFoundError`."""
    return OpenApi(path)
