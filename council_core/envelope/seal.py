"""Build the exact prompt of one reviewer with the form of its reply, and map its ids back to the run's letters."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from council_core.domain.slate import Alias
from council_core.envelope.characters import visible
from council_core.envelope.draw import DIGITS, LETTERS, balanced, nonce, opaque_ids, reply_code, shuffled
from council_core.envelope.sanitize import sanitized
from council_core.envelope.shorten import shortened
from council_core.ports import Prompt
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


LISTED = r"(?:\s*(?:,|/|&|\band\b|\bor\b|\bvs\.?|\bund\b|\bet\b|\by\b)\s*)+"

ONE = rf"(?:[{LETTERS}][{DIGITS}]){{2,}}"
"""Pattern of any opaque id, compiled once. Patterns for the ids of each single reviewer would take longer to compile
than everything else about a review."""

WRAPPED = rf"[*_`\[(]{{0,3}}{ONE}[*_`\])]{{0,3}}"
A_CODE = re.compile(r"[0-9a-f]{32}|[0-9a-f]{8}")
"""Form of a call's code; earlier versions' were longer."""

AN_ID = re.compile(rf"(?<!\w){ONE}(?!\w)", re.IGNORECASE)
NAMED = re.compile(
    rf"\b(?:response|answer|candidate|option)"
    rf"(?:s[ \t]+{WRAPPED}(?:{LISTED}{WRAPPED})+|s?[ \t_#:]+{WRAPPED})(?!\w)"
    rf"|(?<=[\"']){ONE}(?=[\"'])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """The prompt that one reviewer gets."""

    prompt: Prompt
    nonce: str
    """Code of this call, which fences the responses and which the reply must carry."""

    ids: Mapping[str, Alias]
    """The run's letters by the reviewer's own opaque ids, in the order shown."""

    shortened: tuple[Alias, ...]
    """Letters of the responses that are not shown whole; the same for every reviewer."""

    rubric: Rubric

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the opaque ids in the order that the reviewer sees."""
        return tuple(self.ids)

    @property
    def shown(self) -> tuple[Alias, ...]:
        """Return the run's letters in the order in which the reviewer sees the responses."""
        return tuple(self.ids.values())

    def with_letters(self, text: str) -> str:
        """Return a reviewer's words with the run's letters in place of its ids, and without the nonce.

        `k7f4 is short` becomes `Response A is short`; within JSON, `"k7f4"` becomes `"A"`.
        """
        if self.nonce in text:
            text = A_CODE.sub(lambda match: "…" if match[0].startswith(self.nonce) else match[0], text)
        text = NAMED.sub(lambda match: AN_ID.sub(self._letter, match[0]), text)
        return AN_ID.sub(
            lambda match: f"Response {self._letter(match)}" if self._is_own(match) else match[0], text
        )

    def repair(self, reply: str, problem: str) -> Prompt:
        """Return the one request to repair a ballot, with the whole first exchange before it.

        Args:
            reply: The reviewer's reply.
            problem: One sentence of the reader about what was unclear.
        """
        return Prompt(
            instructions=self.prompt.instructions,
            history=((self.prompt.text, reply),),
            text=fill(
                "repair",
                problem=problem,
                reply=reply_in_words(self.labels, self.nonce, self.rubric),
                plain=self._plainly,
            ),
            reply_schema=self.prompt.reply_schema,
            purpose="review",
        )

    @property
    def _plainly(self) -> str:
        """Return the form without JSON, for a reviewer that could not follow the form with it."""
        return fill("repair_plain", nonce=self.nonce, ids=", ".join(self.labels), count=str(len(self.labels)))

    def _is_own(self, match: re.Match[str]) -> bool:
        return match[0].casefold() in self.ids

    def _letter(self, match: re.Match[str]) -> str:
        """Return the letter behind an id; text that only looks like an id stays unchanged."""
        return self.ids.get(match[0].casefold(), match[0])


def _too_long(
    order: Sequence[tuple[Alias, str]], texts: Sequence[str], longest: int | None
) -> tuple[Alias, ...]:
    """Return the letters of the texts whose middle is left out."""
    return tuple(
        alias for (alias, _), text in zip(order, texts, strict=True) if longest and len(text) > longest
    )


def seal(
    responses: Sequence[tuple[Alias, str]],
    *,
    question: str,
    rubric: Rubric,
    seed: str,
    reviewer: str,
    seat: int | None = None,
    other_way_round: bool = False,
    plain_style: bool = False,
    longest: int | None = None,
) -> Envelope:
    """Return one reviewer's prompt. Equal arguments give an equal prompt, so a replayed run sends the same again.

    Args:
        responses: Letters and texts, with names of authors masked, in any order that is the same for all reviewers.
        question: The question with everything that members were given beside it.
        rubric: Points to look at.
        seed: The run's secret seed, which would suffice to forge the fences.
        reviewer: The reviewer; each gets ids and a nonce of its own.
        seat: The reviewer's number from 0, for orders that are balanced over all reviewers; None draws an order.
        other_way_round: Whether this is the reviewer's second reading, in the opposite order and under fresh ids.
        plain_style: Whether to remove headings, bold, emoji and different bullets.
        longest: Characters beyond which the middle of a response is left out; None shows every response whole.

    Raises:
        ValueError: There is no response, a letter appears twice, or the seed is empty.
    """
    order = _ordered(responses, seed, reviewer, seat, other_way_round=other_way_round)
    purpose = ("review", reviewer, "second" if other_way_round else "first")
    asked = visible(question).strip()
    texts = [sanitized(text, plain_style=plain_style) for _, text in order]
    code = reply_code([asked, *texts], seed, *purpose)
    cut = _too_long(order, texts, longest)
    # All reviewers share one code, because they must read the very same texts.
    mark = nonce(seed, "left out")
    texts = [shortened(text, longest, mark) for text in texts] if longest else texts
    ids = opaque_ids(len(texts), [*texts, asked, code], seed, *purpose)
    text = fill(
        "review",
        question=asked,
        question_nonce=nonce(seed, "question"),
        shortened=f" {fill('review_shortened', mark=mark)}" if cut else "",
        blocks="\n\n".join(_block(label, body, code) for label, body in zip(ids, texts, strict=True)),
        **_wanted(rubric, ids, code),
    )
    schema = reply_schema(ids, code, rubric)
    instructions = fill("review_instructions")
    return Envelope(
        prompt=Prompt(instructions=instructions, text=text, reply_schema=schema, purpose="review"),
        nonce=code,
        ids=dict(zip(ids, (alias for alias, _ in order), strict=True)),
        shortened=tuple(alias for alias, _ in responses if alias in cut),
        rubric=rubric,
    )


def _ordered(
    responses: Sequence[tuple[Alias, str]],
    seed: str,
    reviewer: str,
    seat: int | None,
    *,
    other_way_round: bool,
) -> Sequence[tuple[Alias, str]]:
    letters = [alias for alias, _ in responses]
    if not letters or len(set(letters)) != len(letters):
        raise ValueError(f"A review needs responses with a letter each; these are {letters}.")
    order = shuffled(responses, seed, reviewer) if seat is None else balanced(responses, seat, seed)
    return order[::-1] if other_way_round else order


def _wanted(rubric: Rubric, ids: Sequence[str], code: str) -> dict[str, str]:
    """Return the fields of the prompt about the points to look at and the form of the reply."""
    return {
        "guidance": rubric.guidance,
        "criteria": criteria_in_words(rubric),
        "count": str(len(ids)),
        "nonce": code,
        "reply": reply_in_words(ids, code, rubric),
    }


def blocks(prompt: str, nonce: str) -> tuple[tuple[str, str], ...]:
    """Return the (id, text) pairs behind fences with this nonce in a prompt, in order."""
    fence = re.compile(
        rf"^<<<RESPONSE (\w+) {re.escape(nonce)}>>>\n(.*?)\n<<<END \1 {re.escape(nonce)}>>>$",
        re.DOTALL | re.MULTILINE,
    )
    return tuple((match[1], match[2]) for match in fence.finditer(prompt))


def _block(label: str, text: str, nonce: str) -> str:
    return f"<<<RESPONSE {label} {nonce}>>>\n{text}\n<<<END {label} {nonce}>>>"
