"""Write a demo member's ballot: it ranks by one visible rule, and names the rule."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from council_core.ports import Prompt
from council_core.providers.demo.texts import NOTICE, words_of

_BLOCK = re.compile(
    r"^<<<RESPONSE (?P<id>\S+) (?P<nonce>\S+)>>>\n(?P<text>.*?)\n?^<<<END (?P=id) (?P=nonce)>>>$",
    re.MULTILINE | re.DOTALL,
)
_QUESTION = re.compile(
    r"^<<<QUESTION (?P<nonce>\S+)>>>\n(?P<text>.*?)\n<<<END QUESTION (?P=nonce)>>>$", re.MULTILINE | re.DOTALL
)
_SCALE = re.compile(r"(?P<low>-?[\d.]+) to (?P<high>-?[\d.]+)(?P<lower>, lower is better)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """The property by which one demo member ranks."""

    says: str
    count: Callable[[str, set[str]], int]
    """Score of a response, from its text and all words of the responses; more is better."""

    unit: str


RULES: dict[str, Rule] = {
    "ada": Rule(
        says="the response that shares more words with the question ranks higher",
        count=lambda text, asked: len({word.lower() for word in words_of(text)} & asked),
        unit="words of the question",
    ),
    "blaise": Rule(
        says="the response with more list items and table rows ranks higher",
        count=lambda text, _: len(re.findall(r"^\s*(?:[-*+]|\d+[.)]|\|)\s", text, re.MULTILINE)),
        unit="list items or rows",
    ),
    "carl": Rule(
        says="the shorter response ranks higher",
        count=lambda text, _: -len(text),
        unit="characters",
    ),
    "dorothy": Rule(
        says="the response with more different words ranks higher",
        count=lambda text, _: len({word.lower() for word in words_of(text)}),
        unit="different words",
    ),
}


def review(name: str, prompt: Prompt) -> str:
    """Return the ballot as JSON text, or a sentence when there is nothing to rank.

    Args:
        name: The demo member that reviews.
        prompt: Prompt that holds the responses, each between `<<<RESPONSE id nonce>>>` and `<<<END id nonce>>>`. In a
            repair request they are in its history.
    """
    rule = RULES[name]
    properties = _properties(prompt.reply_schema)
    text = "\n".join([*(asked for asked, _ in prompt.history), prompt.text])
    nonces = cast(list[str], properties.get("nonce", {}).get("enum", []))
    # A fence with another nonce was written by a model that could not know ours, so it is part of a response.
    found = [each for each in _BLOCK.finditer(text) if not nonces or each["nonce"] in nonces]
    blocks = {each["id"]: each["text"] for each in found}
    if not blocks:
        return f"There is nothing to rank here. {NOTICE}"
    question = _QUESTION.search(text)
    asked = {word.lower() for word in words_of(question["text"] if question else _BLOCK.sub("", text))}
    counts = {each: rule.count(response, asked) for each, response in blocks.items()}
    # In a tie the longer response goes first, then the one that was shown first.
    order = sorted(blocks, key=lambda each: (-counts[each], -len(blocks[each])))
    ballot: dict[str, Any] = {
        "nonce": found[0]["nonce"],
        "must_contain": [f"More {rule.unit}." if rule.unit != "characters" else "Few characters."],
        "own_answer": "",
        "meets": {each: [1] if each == order[0] else [] for each in order},
        "reasons": {each: f"{abs(counts[each])} {rule.unit}." for each in order},
    }
    if criteria := _properties(next(iter(_properties(properties.get("scores")).values()), None)):
        ballot["scores"] = {
            each: {
                name: _score(criterion, place / max(1, len(order) - 1))
                for name, criterion in criteria.items()
            }
            for place, each in enumerate(order)
        }
    ballot["ranking"] = order
    ballot["confidence"] = "high"
    ballot["comment"] = f"Demo rule: {rule.says}; ties by length."
    return json.dumps(ballot, ensure_ascii=False)


def _properties(schema: object) -> dict[str, dict[str, Any]]:
    if not isinstance(schema, Mapping):
        return {}
    return cast(Mapping[str, dict[str, dict[str, Any]]], schema).get("properties", {})


def _score(criterion: Mapping[str, Any], place: float) -> float:
    """Return the mark for a place from 0 (first) to 1 (last). The first gets the best mark of the scale, and the last
    gets its middle one, because a rule that only counts words condemns no response."""
    scale = _SCALE.search(str(criterion.get("description", "")))
    worst, best = (float(scale["low"]), float(scale["high"])) if scale else (0.0, 10.0)
    if scale and scale["lower"]:
        worst, best = best, worst
    return round(2 * (best + (worst - best) / 2 * place)) / 2
