"""Default replies of a model: an answer that echoes the question, or a valid ballot for a review."""

import json
import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, cast

from tests.testbed.models.asked import Asked, Json

BLOCK = re.compile(
    r"^<<<RESPONSE (?P<id>\S+) (?P<nonce>\S+)>>>\n(?P<text>.*?)\n?^<<<END (?P=id) (?P=nonce)>>>$",
    re.MULTILINE | re.DOTALL,
)


def default_text(asked: Asked, preferred: Sequence[str] = (), *, has_points: bool = False) -> str:
    """Return a reply; equal requests get equal replies.

    Args:
        asked: The request.
        preferred: Pieces of text; a review ranks responses that contain an earlier one higher.
        has_points: Whether a chairman writes points and suggestions below its verdict.
    """
    everything = "\n".join(text for role, text in asked.turns if role == "user")
    schema = asked.schema or _schema_in_words(asked.system)
    nonces = schema["properties"].get("nonce", {}).get("enum") if schema else None
    blocks = {
        found["id"]: found
        for found in BLOCK.finditer(everything)
        if nonces is None or found["nonce"] in nonces
    }
    if blocks:
        return json.dumps(_ballot(blocks, schema, preferred))
    if schema is not None:
        return json.dumps(_example(schema))
    if found := re.search(r"^--- (\w+) Question$", asked.text, re.MULTILINE):
        letters = re.findall(rf"^--- {found[1]} Response (\w+)$", asked.text, re.MULTILINE)
        verdict = f"Verdict of the chair: as Response {letters[0] if letters else '?'} says."
        return f"{verdict}\n\n{_points(letters)}" if has_points and len(letters) > 1 else verdict
    question = " ".join(asked.text.split())
    return f"{opening(asked.model)} on this: {question[:200]}"


def _points(letters: Sequence[str]) -> str:
    """Return lines of every kind that a chairman can write below its verdict."""
    first, *others = letters
    return (
        "AGREE: Each response takes up the question.\n"
        f"DIFFER: {first}: with its own opening; {', '.join(others)}: with another one\n"
        f"UNIQUE: {others[-1]}: It comes last.\n"
        "ASK: Which opening is the right one?\n"
        "ASK: What comes after the opening?"
    )


def opening(model: str) -> str:
    """Return an opening that differs by model without its name, as long as that name."""
    digits = str(int(sha256(f"b{model}".encode()).hexdigest(), 16))
    return f"Take {digits[: max(1, len(model) - 5)]}"


def _ballot(blocks: dict[str, re.Match[str]], schema: Json | None, preferred: Sequence[str]) -> Json:
    def place(each: str) -> tuple[int, int, str]:
        text = blocks[each]["text"]
        wanted = next((index for index, piece in enumerate(preferred) if piece in text), len(preferred))
        return wanted, -len(text), text

    order = sorted(blocks, key=place)
    ballot: Json = {
        "nonce": next(iter(blocks.values()))["nonce"],
        "reasons": {each: f"Place {index} for what it says." for index, each in enumerate(order, start=1)},
    }
    if schema is not None and "scores" in schema["properties"]:
        criteria = schema["properties"]["scores"]["properties"]
        ballot["scores"] = {
            each: {name: _mark(part, index) for name, part in criteria[each]["properties"].items()}
            for index, each in enumerate(order)
        }
    return ballot | {"ranking": order, "comment": "Ranked by the local model server."}


def _mark(criterion: Json, place: int) -> float:
    """Return a score: one step less for each place, on the scale in the criterion's description."""
    scale = re.search(r"(-?[\d.]+) to (-?[\d.]+)(, lower is better)?", criterion.get("description", ""))
    low, high = (float(scale[1]), float(scale[2])) if scale else (0.0, 10.0)
    return min(high, low + place) if scale and scale[3] else max(low, high - place)


def _schema_in_words(system: str) -> Json | None:
    """Return the schema in the instructions, when the request has none."""
    start = system.find('{"')
    if start < 0:
        return None
    try:
        found, _ = json.JSONDecoder().raw_decode(system[start:])
    except json.JSONDecodeError:
        return None
    return cast(Json, found) if isinstance(found, dict) and "properties" in found else None


def _example(schema: Json) -> Any:
    """Return the plainest value that a schema allows."""
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    for either in ("anyOf", "oneOf"):
        if either in schema:
            return _example(schema[either][0])
    match schema.get("type"):
        case "object":
            return {name: _example(part) for name, part in schema.get("properties", {}).items()}
        case "array":
            return [_example(schema["items"])] * schema.get("minItems", 0) if "items" in schema else []
        case "integer" | "number":
            lowest = schema.get("minimum", 1)
            return (lowest + schema.get("maximum", lowest)) // 2
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return "text"
