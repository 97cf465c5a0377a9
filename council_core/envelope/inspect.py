"""One JSON object about answers -> the envelope that a reviewer of them would get: `council inspect envelope`."""

import secrets
from collections.abc import Callable, Mapping, Sequence

from council_core import rubrics
from council_core.domain.slate import alias_at
from council_core.envelope.detector import flags
from council_core.envelope.sanitize import sanitized
from council_core.envelope.seal import blocks, seal
from council_core.errors import RequestError


def inspect_envelope(
    row: Mapping[str, object], *, mask: Callable[[str], str] = lambda text: text
) -> dict[str, object]:
    """The exact review prompt for a list of answers, through the code that runs use.

    Args:
        row: `answers`, a list of texts; optionally `question`, `rubric` (a name), `reviewer` (a name), `plain_style`
            and `seed` (hex). Without a seed one is drawn, so that ids and nonce differ each time.
        mask: Takes out what gives an author away, as a run does before any reviewer sees an answer.

    Returns:
        `instructions` and `text`, which the reviewer gets as system and user message; `prompt`, both together;
        `nonce`; `ids`, in the order shown, and `letters`, the answer behind each (A is the first one given);
        `sanitised` and `flags`, one entry per answer given; `blocks`, as read back from the prompt; `reply_schema`.

    Raises:
        RequestError: The row cannot be understood; the text says why.
    """
    answers = _texts(row.get("answers"))
    envelope = seal(
        [(alias_at(index), mask(text)) for index, text in enumerate(answers)],
        question=_text(row, "question", ""),
        rubric=rubrics.load(_text(row, "rubric", "ranking")),
        seed=_text(row, "seed", "") or secrets.token_hex(16),
        reviewer=_text(row, "reviewer", "reviewer"),
        plain_style=row.get("plain_style") is True,
    )
    prompt = envelope.prompt
    return {
        "prompt": f"{prompt.instructions}\n\n{prompt.text}",
        "nonce": envelope.nonce,
        "instructions": prompt.instructions,
        "text": prompt.text,
        "ids": list(envelope.labels),
        "letters": dict(envelope.ids),
        "blocks": [{"id": label, "text": text} for label, text in blocks(prompt.text, envelope.nonce)],
        "sanitised": [sanitized(mask(text), plain_style=row.get("plain_style") is True) for text in answers],
        "flags": [[flag.kind for flag in flags(text)] for text in answers],
        "reply_schema": prompt.reply_schema,
    }


def _texts(value: object) -> list[str]:
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        raise RequestError("`answers` must be a list of at least one text.")
    texts = [text for text in value if isinstance(text, str)]  # pyright: ignore[reportUnknownVariableType]
    if len(texts) != len(value):  # pyright: ignore[reportUnknownArgumentType]
        raise RequestError("Every entry of `answers` must be a text.")
    return texts


def _text(row: Mapping[str, object], key: str, default: str) -> str:
    value = row.get(key, default)
    if not isinstance(value, str):
        raise RequestError(f"`{key}` must be a text, not {type(value).__name__}.")
    return value
