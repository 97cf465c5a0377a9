"""Remove guesses at authors from a reviewer's text, and everything that identifies the reviewer."""

import json
import re
from dataclasses import replace
from functools import cache, lru_cache

from council_core.blindness import scrub, seats_of
from council_core.domain.review import Reading, Yardstick
from council_core.domain.run import Run
from council_core.domain.title import cut
from council_core.reading.unclear import LONGEST_ABOUT, Unclear
from council_core.stages.anonymize import known_texts

QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
"""A string literal of JSON."""

LONGEST_POINT = 300
"""Most characters that people read of a point of a right answer."""

LONGEST_REASON = 2_000
"""Most characters that people read of a reason or comment."""

LONGEST_NAME = 40
"""Most characters of a field's name, such as `reasons` or `correctness`."""


class Cleaner:
    """Masks text that identifies an author, in all reviews of one run. Each text is masked once and cached, because a
    reason occurs in a reviewer's reply and in its reading, and replies share their field names."""

    def __init__(self, run: Run) -> None:
        self._roster = run.settings.roster
        # Without the question itself: what it allows in answers, such as fiction, is no reason in a review.
        self._known = f"{run.question.text}\n{known_texts(run)}"
        self._seats = seats_of(self._roster, self._known)
        self._clean = cache(self._scrubbed)
        self._quotation = cache(self._clean_quotation)

    def text(self, text: str) -> str:
        """Mask a whole reply. Masking skips quotations, and all text in JSON is in quotation marks, so the string
        literals are masked one by one first."""
        return self._clean(QUOTED.sub(lambda quotation: self._quotation(quotation[0]), text))

    def reading(self, reading: Reading) -> Reading:
        """Mask the free texts of a reading, in which a reviewer may guess at authors or identify itself."""
        # Texts are masked before they are cut, because masking would miss the beginning of a name.
        about = self._clean(reading.about)[:LONGEST_ABOUT]
        return replace(
            reading,
            why=Unclear(reading.fault, about).sentence if reading.fault and about else reading.why,
            about=about,
            reasons=tuple(
                (alias, cut(self._clean(reason), LONGEST_REASON)) for alias, reason in reading.reasons
            ),
            comment=cut(self._clean(reading.comment), LONGEST_REASON),
            yardstick=reading.yardstick and self._yardstick(reading.yardstick),
        )

    def _yardstick(self, yardstick: Yardstick) -> Yardstick:
        return replace(
            yardstick,
            points=tuple(cut(self._clean(point), LONGEST_POINT) for point in yardstick.points),
            answer=cut(self._clean(yardstick.answer), LONGEST_POINT),
        )

    def _clean_quotation(self, literal: str) -> str:
        try:
            said = json.loads(literal)
        except ValueError:
            return literal
        return json.dumps(self._clean(said), ensure_ascii=False)

    def _scrubbed(self, text: str) -> str:
        if len(text) < 2:
            return text
        is_a_name = len(text) <= LONGEST_NAME and text.isidentifier()
        if is_a_name and not any(self._seats.spans(text)):
            return _scrubbed_name(text)
        return scrub(text, roster=self._roster, known=self._known).text


@lru_cache(maxsize=1000)
def _scrubbed_name(name: str) -> str:
    """Mask a field's name; cached, because fields have the same names in all runs."""
    return scrub(name).text
