"""Choose how to make a model follow a JSON schema: a ladder from the strictest way to the loosest.

Models differ in what they support. Many on OpenAI-compatible hosts refuse with a 400, which costs nothing, what their
documentation promises. A model that refuses one rung is asked on the next.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Literal

from pydantic_ai.exceptions import (
    ModelAuthenticationError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    UserError,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.profiles import JsonSchemaTransformer, ModelProfile
from pydantic_ai.tools import ToolDefinition

from council_core.ports import Prompt

Rung = Literal["schema", "tool", "json", "words"]
"""`schema`: the provider enforces the schema. `tool`: a tool's arguments follow it. `json`: the provider promises
some JSON, and gets the schema as text. `words`: the model gets the schema as text and nothing enforces it."""

NAME = "reply"
"""Name of the schema in requests to providers."""


class AsWritten(JsonSchemaTransformer):
    """Passes a schema on unchanged. Ours use only what every provider supports, and are strict, so adapting them
    again for each call would change nothing. Schemas from elsewhere, such as tools', would need it."""

    def __init__(self, schema: dict[str, Any], *, strict: bool | None = None) -> None:
        # Copies and other preparations for a walk are left out.
        self.schema, self.strict, self.is_strict_compatible = schema, strict, True

    def walk(self) -> dict[str, Any]:
        return self.schema

    def transform(self, schema: dict[str, Any]) -> dict[str, Any]:
        return schema


def rungs(profile: ModelProfile, refused: Collection[Rung]) -> tuple[Rung, ...]:
    """Return the rungs to try with a model, in order; the last one can always be tried.

    Args:
        profile: Facts that pydantic-ai knows about the model.
        refused: Rungs that the model refused before.
    """
    offered: dict[Rung, bool] = {
        "schema": profile.get("supports_json_schema_output", False),
        "tool": profile.get("supports_tools", True),
        "json": profile.get("supports_json_object_output", False),
    }
    return (*(rung for rung, is_offered in offered.items() if is_offered and rung not in refused), "words")


def parameters(schema: Mapping[str, object], rung: Rung) -> ModelRequestParameters:
    """Return the schema in pydantic-ai's form."""
    as_dict = dict(schema)
    match rung:
        case "schema":
            return ModelRequestParameters(
                output_mode="native", output_object=OutputObjectDefinition(name=NAME, json_schema=as_dict)
            )
        case "tool":
            tool = ToolDefinition(
                name=NAME,
                description="Gives the reply.",
                parameters_json_schema=as_dict,
                kind="output",
            )
            return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)
        case "json":
            return ModelRequestParameters(
                output_mode="prompted", output_object=OutputObjectDefinition(name=NAME, json_schema=as_dict)
            )
        case "words":
            return ModelRequestParameters()


def worded(prompt: Prompt, rung: Rung) -> Prompt:
    """Return the prompt, with the schema in its instructions if the rung does not send the schema otherwise."""
    if rung != "words":
        return prompt
    told = (
        "Reply with one JSON object that follows this schema, and with nothing before or after it:\n"
        + json.dumps(prompt.reply_schema, ensure_ascii=False)
    )
    return replace(prompt, instructions=f"{prompt.instructions}\n\n{told}" if prompt.instructions else told)


def may_refuse_the_form(error: ModelHTTPError | UserError) -> bool:
    """Tell whether the next rung may help: the request was refused, and not for a reason that would stay the same."""
    if isinstance(error, UserError):
        return True
    if isinstance(error, ModelNotFoundError):
        # OpenRouter's "No endpoints found that support tool use" is a 404.
        return "support" in str(error.body).lower()
    if isinstance(error, (ModelAuthenticationError, ModelContextWindowExceededError)):
        return False
    return error.status_code in {400, 422, 501}
