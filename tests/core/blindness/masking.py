"""The shape of a masking case, the files of labelled answers, and the text that must be removed."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from council_core.blindness import MaskedText, mask
from council_core.domain.member import Member, MemberId, Roster

HERE = Path(__file__).parent
LOOKED_AT = sorted((HERE / "looked_at").glob("*.tsv"))
TRAINING = [*sorted((HERE / "training").glob("*.tsv")), *LOOKED_AT]
"""The sets from which the classifier's weights are learned."""
HELD_OUT = sorted((HERE / "held_out").glob("*.tsv"))


def _seat(model: str, name: str) -> Member:
    return Member(id=MemberId(model), model=model, name=name)


_SEATS = (_seat("lab:orrin-5-mist", "Orrin 5 Mist"), _seat("router:tarn/velka-70b", "Velka"))
ROSTER = Roster(members=_SEATS, chairman=_SEATS[0])


@dataclass(frozen=True, slots=True)
class Case:
    """One text, the words that must be masked in it, and the reason. A kept text has no such words."""

    why: str
    text: str
    hidden: tuple[str, ...] = ()
    question: str = ""

    def __str__(self) -> str:
        return f"{self.why}: {self.text[:60]}"

    def hidden_ranges(self) -> Iterator[tuple[int, int]]:
        """Yield where the words stand, in the order of the text."""
        return ranges_of(self.hidden, self.text)


def ranges_of(words: tuple[str, ...], text: str) -> Iterator[tuple[int, int]]:
    """Yield the place of each word in a text, each behind the one before."""
    at = 0
    for each in words:
        start = text.index(each, at)
        at = start + len(each)
        yield start, at


def cases(file: Path) -> Iterator[Case]:
    """Yield the rows of a file of labelled answers; its README tells the columns."""
    for line in file.read_text(encoding="utf-8").splitlines():
        label, kind, text, hidden, question = [*line.replace("\\n", "\n").split("\t"), "", ""][:5]
        words = tuple(filter(None, hidden.split(" ;; ")))
        assert (label == "leak") == bool(words), f"{file.name}: {line}"
        yield Case(kind, text, words, question)


def uncovered(masked: MaskedText, original: str, hidden: tuple[str, ...]) -> list[str]:
    """Return the words that should be masked and are not, in the order of the text."""
    covered = {position for span in masked.spans for position in range(span.start, span.end)}
    return [
        original[start:end]
        for start, end in ranges_of(hidden, original)
        if not all(position in covered or original[position].isspace() for position in range(start, end))
    ]


def is_right(case: Case) -> bool:
    """Tell whether a labelled answer is masked as its label says."""
    masked = mask(case.text, question=case.question, roster=ROSTER)
    return not uncovered(masked, case.text, case.hidden) if case.hidden else masked.text == case.text
