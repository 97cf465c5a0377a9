"""A row of JSON -> what masking makes of it, for judging the masks outside chat."""

from collections.abc import Mapping

from council_core.blindness import mask
from council_core.errors import RequestError


def inspect_mask(row: Mapping[str, object]) -> dict[str, object]:
    """`{"text", "question"}` -> `{"text", "spans": [{"start", "end", "label"}]}`, offsets in characters of the input.

    It runs what answers run through. The question may be missing or null.

    Raises:
        RequestError: the text is not a string, or the question is neither a string nor null.
    """
    text, question = row.get("text"), row.get("question")
    if not isinstance(text, str):
        raise RequestError(f'\'text\' must be a string, not {type(text).__name__}. Send {{"text": "…"}}.')
    if question is not None and not isinstance(question, str):
        raise RequestError(f"'question' must be a string or null, not {type(question).__name__}.")
    masked = mask(text, question=question or "")
    return {
        "text": masked.text,
        "spans": [{"start": span.start, "end": span.end, "label": span.label} for span in masked.spans],
    }
