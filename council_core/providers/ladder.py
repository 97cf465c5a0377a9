"""A schema for the reply -> how a model is held to it: a ladder from strictest to loosest.

Models differ in what they offer, and many that OpenAI-compatible hosts serve refuse with a 400, which costs
nothing, what their documentation promises. A model that refuses a rung is asked on the next one.
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
"""`schema`: the provider enforces the schema. `tool`: a tool's arguments follow it. `json`: the provider
promises some JSON, and is told the schema. `words`: the model is told, and that is all."""

NAME = "reply"
"""What the schema is called towards the provider."""


class AsWritten(JsonSchemaTransformer):
    """Hands a schema on as it is. Ours hold only what every provider knows, and are strict: walking through all of one
    to fit it to a provider, for each call anew, changes nothing. Schemas from elsewhere, of tools, would need it."""

    def __init__(self, schema: dict[str, Any], *, strict: bool | None = None) -> None:
        # What else is set up for a walk, copies of the schema's parts and the like, is not needed without one.
        self.schema, self.strict, self.is_strict_compatible = schema, strict, True

    def walk(self) -> dict[str, Any]:
        return self.schema

    def transform(self, schema: dict[str, Any]) -> dict[str, Any]:
        return schema


def rungs(profile: ModelProfile, refused: Collection[Rung]) -> tuple[Rung, ...]:
    """The rungs to try with a model, in this order; the last one can always be tried.

    Args:
        profile: What pydantic-ai knows about the model.
        refused: What the model refused before.
    """
    offered: dict[Rung, bool] = {
        "schema": profile.get("supports_json_schema_output", False),
        "tool": profile.get("supports_tools", True),
        "json": profile.get("supports_json_object_output", False),
    }
    return (*(rung for rung, is_offered in offered.items() if is_offered and rung not in refused), "words")


def parameters(schema: Mapping[str, object], rung: Rung) -> ModelRequestParameters:
    """The schema as pydantic-ai is told of it."""
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
    """The prompt, with the schema in its instructions where nothing else carries it to the model."""
    if rung != "words":
        return prompt
    told = (
        "Reply with one JSON object that follows this schema, and with nothing before or after it:\n"
        + json.dumps(prompt.reply_schema, ensure_ascii=False)
    )
    return replace(prompt, instructions=f"{prompt.instructions}\n\n{told}" if prompt.instructions else told)


def may_refuse_the_form(error: ModelHTTPError | UserError) -> bool:
    """Whether the next rung may help: the request was refused, and not for one of the reasons that stay the
    same."""
    if isinstance(error, UserError):
        return True
    if isinstance(error, ModelNotFoundError):
        # OpenRouter's "No endpoints found that support tool use" is a 404.
        return "support" in str(error.body).lower()
    if isinstance(error, (ModelAuthenticationError, ModelContextWindowExceededError)):
        return False
    return error.status_code in {400, 422, 501}
