"""Say why a reviewer's text gives no clear order."""

from collections.abc import Mapping
from dataclasses import dataclass

from council_core.errors import BallotFault

CLAUSES: Mapping[BallotFault, str] = {
    "too_long": "it is too long to be read",
    "no_ranking": "it gives no ranking",
    "other_code": "it carries the code of another call",
    "bad_json": "its JSON cannot be read",
    "turning_comment": "a comment in its JSON says that its ranking begins with the worst",
    "taken_back": "it takes its ranking back afterwards",
    "worst_first": "it says that its ranking begins with the worst",
    "remark_worst_first": "a remark in its list says that it begins with the worst",
    "unread_remark": "nobody can tell whether “{about}” turns its list round",
    "sentence_disagrees": "the sentence “{about}” contradicts its list",
    "critique_disagrees": "its critique puts the last response of its list above the first",
    "words_beside": "words beside its list may turn it round or take it back",
    "another_winner": "the words beside its list name another winner or another loser",
    "comment_disagrees": "its comment gives a response another place than its ranking",
    "two_rankings": "it gives two different rankings",
    "ranking_twice": "it names its ranking twice",
    "stranger": "it names a response that was not shown",
    "named_twice": "it names {about} twice",
    "left_out": "it leaves out {about}",
    "endless": "its list does not end",
    "as_shown": "its list is in the order in which the responses were shown and may be no ranking",
    "two_last": "it names two of its responses last",
    "places_or_points": "the numbers behind the labels may be places or points",
    "no_places": "the numbers of the list do not say an order",
    "points_disagree": "the points behind the labels say another order",
    "columns_disagree": "the columns of its table say another order than its lines",
    "words_disagree": "the words of its list call a lower response the better one",
    "text_no_order": "its ranking is a text that is no order",
    "no_list": "its ranking is not a list",
    "empty_list": "its ranking is empty",
    "too_many": "its ranking has too many entries",
    "mixed": "its ranking mixes labels and objects",
    "no_label": "its ranking holds something that is no label",
    "scores_disagree": "the scores in its ranking say another order",
    "no_whole_place": "its ranking holds a place that is no whole number",
    "numbers_no_places": "the numbers in its ranking are no places",
}
"""One clause for each fault, with which the reviewer is asked again; prompts are in English."""

LONGEST_ABOUT = 90
"""Most characters of a quoted sentence."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A text without a clear order."""

    fault: BallotFault
    about: str = ""
    """Label, labels, remark or whole sentence that the fault is about; empty for most."""

    @property
    def clause(self) -> str:
        """Return the fault as a clause for the reviewer, under its own labels."""
        return CLAUSES[self.fault].format(about=self.about[:LONGEST_ABOUT])

    @property
    def sentence(self) -> str:
        """Return the fault as a sentence."""
        clause = self.clause
        return f"{clause[0].upper()}{clause[1:]}."
