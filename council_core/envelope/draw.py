"""Draw a reviewer's nonce, opaque ids and order from the run's secret seed.

Everything is derived with keyed BLAKE2b, so that a replayed run draws the same again on any version of Python, and
nobody without the seed can tell a nonce or an id beforehand, not even from those of another reviewer.
"""

import re
from collections.abc import Sequence
from hashlib import blake2b
from itertools import count
from typing import TypeVar

T = TypeVar("T")

LETTERS = "fghjkmnpqrtvwxz"
"""Unambiguous, and none that people use to name choices."""

DIGITS = "346789"

NEAR_A_CODE = re.compile(r"(?<![0-9a-z])[0-9a-z]{7,9}(?![0-9a-z])")

NONCE_BYTES = 16
"""128 bits; it cannot be guessed by an answer that wants to close its own fence."""

CODE_DIGITS = 8
"""Of a code that a reviewer copies: small models lose their place in longer ones. No text beside it holds it."""


def nonce(seed: str, *purpose: str) -> str:
    """128 bits in hex for one purpose, such as `("review", "demo:ada")`."""
    return _digest(seed, "nonce", *purpose).hex()


def reply_code(texts: Sequence[str], seed: str, *purpose: str) -> str:
    """The code of one call, which fences its texts and which the reply must carry: 8 digits in hex.

    Neither it nor anything that differs from it in one place is in the texts, so that one slip of a reviewer names
    no other code, and nothing that an answer says can pass for it.

    Args:
        texts: Everything that will be in the same prompt.
        seed: The run's secret seed.
        purpose: For whom and what it is drawn.
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
    """Ids that mean nothing, such as `k7f4`.

    They differ from each other in two places at least, so that one slip of a reviewer never names another response,
    and none of them is in any of the texts, so that what an answer says can never name a response.

    Args:
        amount: How many are needed.
        texts: Everything that will be in the same prompt.
        seed: The run's secret seed.
        purpose: For whom and what they are drawn.
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
    """The items in an order drawn for one purpose."""
    drawn = sorted(range(len(items)), key=lambda index: _digest(seed, "order", *purpose, str(index)))
    return tuple(items[index] for index in drawn)


def balanced(items: Sequence[T], seat: int, seed: str) -> tuple[T, ...]:
    """The items in the order for one of several reviewers.

    Over as many reviewers as there are items (twice as many if that number is odd), every item is in each place
    equally often and follows each other one equally often: a Williams square (Williams 1949), its items and its
    first row drawn by the seed. A response that always was first would win more often than it should.

    Args:
        items: In any order that is the same for all reviewers.
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
    """Tell whether two texts differ by one letter changed, left out or put in (edit distance 1), and no more."""
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
