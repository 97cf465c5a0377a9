"""The shape of a masking case, and the text that must be removed."""

from dataclasses import dataclass

from council_core.blindness import MaskedText


@dataclass(frozen=True, slots=True)
class Case:
    """One text, the words that must be masked in it, and the reason. A kept text has no such words."""

    why: str
    text: str
    hidden: tuple[str, ...] = ()
    question: str = ""

    def __str__(self) -> str:
        return f"{self.why}: {self.text[:60]}"


def uncovered(masked: MaskedText, original: str, hidden: tuple[str, ...]) -> list[str]:
    """Return the words that should be masked and are not, in the order of the text."""
    covered = {position for span in masked.spans for position in range(span.start, span.end)}
    left: list[str] = []
    at = 0
    for words in hidden:
        start = original.index(words, at)
        at = start + len(words)
        if not covered.issuperset(
            position for position in range(start, at) if not original[position].isspace()
        ):
            left.append(words)
    return left
