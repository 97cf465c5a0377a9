"""The form of a reviewer's reply, as a JSON schema and in words.

The schema uses only keywords that every provider supports; the reader checks ranges and "each once". The reply first
states the points of a right answer, then the responses that contain each, then reasons, scores and the ranking. A model
that writes its yardstick before it judges is right more often (LLMBar: .712 to .845, see DECISIONS).
"""

from collections.abc import Mapping, Sequence

from council_core.prompts import fill
from council_core.rubrics import Rubric


def reply_schema(ids: Sequence[str], nonce: str, rubric: Rubric) -> Mapping[str, object]:
    """Return the schema of a review: `nonce`, `must_contain`, `own_answer`, `meets`, `reasons`, `scores` where the
    rubric has criteria, `ranking` with ties, `confidence`, `comment`.

    Args:
        ids: Opaque ids of all responses.
        nonce: The call's own code, which the reply must carry.
        rubric: Criteria to score.
    """
    text = {"type": "string"}
    properties: dict[str, object] = {
        "nonce": {"type": "string", "enum": [nonce]},
        "must_contain": {
            "type": "array",
            "items": text,
            "description": "At most four points that a right answer must contain.",
        },
        "own_answer": text,
        "meets": _object({label: {"type": "array", "items": {"type": "integer"}} for label in ids}),
        "reasons": _object(dict.fromkeys(ids, text)),
    }
    if rubric.is_scored:
        marks = {c.key: {"type": "number", "description": c.scale} for c in rubric.criteria}
        properties["scores"] = _object({label: _object(marks) for label in ids})
    properties["ranking"] = {
        "type": "array",
        "items": {"type": "array", "items": {"type": "string", "enum": list(ids)}},
        "description": "Every id exactly once, best first; those that are equally good in one inner array.",
    }
    properties["confidence"] = {"type": "string", "enum": ["low", "medium", "high"]}
    properties["comment"] = text
    return _object(properties)


def criteria_in_words(rubric: Rubric) -> str:
    """Return the criteria as a list for the prompt; one sentence when there is nothing to score."""
    if not rubric.is_scored:
        return "Give no scores; the order is what counts."
    lines = [f"- `{c.key}` ({c.scale}): {' '.join(c.description.split())}" for c in rubric.criteria]
    return "Score every response on each of these, in steps of a half at the finest:\n\n" + "\n".join(lines)


def reply_in_words(ids: Sequence[str], nonce: str, rubric: Rubric) -> str:
    """Describe the JSON reply in words. It gives no example: a small model would copy it as its ballot."""
    keys = ", ".join(f"`{criterion.key}`" for criterion in rubric.criteria)
    scores = (
        f"- `scores`: an object with one key per response id; each value is an object with a number for each of\n"
        f"  {keys}.\n"
        if rubric.is_scored
        else ""
    )
    return fill("review_structured", count=str(len(ids)), ids=", ".join(ids), nonce=nonce, scores=scores)


def _object(properties: Mapping[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }
