"""Draw a reviewer's nonce, opaque ids and order from the run's secret seed.

All draws use keyed BLAKE2b. A replayed run draws the same on any version of Python, and nobody without the seed can
guess a nonce or an id, not even from those of another reviewer.
"""

import re
from collections.abc import Sequence
from hashlib import blake2b
from itertools import count
from typing import TypeVar

T = TypeVar("T")

LETTERS = "fghjkmnpqrtvwxz"
"""Letters that nobody confuses, without those that people use to name choices."""

DIGITS = "346789"

NEAR_A_CODE = re.compile(r"(?<![0-9a-z])[0-9a-z]{7,9}(?![0-9a-z])")

NONCE_BYTES = 16
"""128 bits, so that an answer cannot guess the nonce and close its own fence."""

CODE_DIGITS = 8
"""Digits of a code that a reviewer copies. Small models make mistakes in longer codes, and no other text in the prompt
holds this one."""


def nonce(seed: str, *purpose: str) -> str:
    """Return 128 bits in hex for one purpose, such as `("review", "demo:ada")`."""
    return _digest(seed, "nonce", *purpose).hex()


def reply_code(texts: Sequence[str], seed: str, *purpose: str) -> str:
    """Return the code of one call: 8 hex digits that fence its texts and that the reply must carry.

    The texts hold neither the code nor anything that differs from it in one place. So a reviewer's typing error never
    names another code, and no words of an answer can pass for it.

    Args:
        texts: Everything that will be in the same prompt.
        seed: The run's secret seed.
        purpose: Reviewer and use of the code.
    """
    low = [text.casefold() for text in texts]
    words = {word for text in low for word in NEAR_A_CODE.findall(text)}
    for attempt in count():
        again = (str(attempt),) if attempt else ()
        code = nonce(seed, *purpose, *again)[:CODE_DIGITS]
        if not any(code in text for text in low) and not any(is_one_slip_away(word, code) for word in words):
            return code
    raise AssertionError("unreachable: a prompt has room for fewer words than there are codes")


def opaque_ids(amount: int, texts: Sequence[str], seed: str, *purpose: str) -> tuple[str, ...]:
    """Return ids without a meaning, such as `k7f4`.

    Any two differ in at least two places, so a reviewer's typing error never names another response. None of them is in
    the texts, so no words of an answer can name a response.

    Args:
        amount: Number of ids.
        texts: Everything that will be in the same prompt.
        seed: The run's secret seed.
        purpose: Reviewer and use of the ids.
    """
    haystack = "\n".join(texts).casefold()
    chosen: list[str] = []
    for attempt in count():
        if len(chosen) == amount:
            return tuple(chosen)
        # A text that lists thousands of ids on purpose could use up the short ones.
        pairs = 2 + attempt // 1000
        candidate = _id(_digest(seed, "id", *purpose, str(attempt)), pairs)
        if candidate not in haystack and all(_differ(candidate, other) >= 2 for other in chosen):
            chosen.append(candidate)
    raise AssertionError("unreachable: longer ids never run out")


def shuffled(items: Sequence[T], seed: str, *purpose: str) -> tuple[T, ...]:
    """Return the items in an order drawn for one purpose."""
    drawn = sorted(range(len(items)), key=lambda index: _digest(seed, "order", *purpose, str(index)))
    return tuple(items[index] for index in drawn)


def balanced(items: Sequence[T], seat: int, seed: str) -> tuple[T, ...]:
    """Return the items in the order for one of several reviewers.

    Over as many reviewers as there are items (twice as many for an odd number), every item is in each place equally
    often and follows each other item equally often: a Williams square (Williams 1949) whose items and first row the
    seed draws. Without this, the response that is always first would win too often.

    Args:
        items: Items in any order that is the same for all reviewers.
        seat: The reviewer's number, from 0.
        seed: The run's secret seed.
    """
    size = len(items)
    if size < 2:
        return tuple(items)
    drawn = shuffled(items, seed, "square")
    rows = size if size % 2 == 0 else 2 * size
    row = (seat + int.from_bytes(_digest(seed, "row"))) % rows
    zigzag = [index // 2 if index % 2 == 0 else size - 1 - index // 2 for index in range(size)]
    order = [drawn[(place + row) % size] for place in zigzag]
    return tuple(order if row < size else reversed(order))


def is_one_slip_away(one: str, other: str) -> bool:
    """Tell whether two texts differ by exactly one changed, missing or additional letter (edit distance 1)."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    same = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    a, b = one[same:], other[same:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:]


def _digest(seed: str, *purpose: str) -> bytes:
    if not seed:
        raise ValueError("An envelope needs the run's secret seed; this one is empty.")
    key = blake2b(seed.encode(), digest_size=32).digest()
    return blake2b("\x1f".join(purpose).encode(), key=key, digest_size=NONCE_BYTES).digest()


def _id(digest: bytes, pairs: int) -> str:
    value = int.from_bytes(digest)
    chars: list[str] = []
    for _ in range(pairs):
        value, letter = divmod(value, len(LETTERS))
        value, digit = divmod(value, len(DIGITS))
        chars += [LETTERS[letter], DIGITS[digit]]
    return "".join(chars)


def _differ(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=False)) + abs(len(one) - len(other))
