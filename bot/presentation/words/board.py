"""Messages about responses, the board, and models that gave nothing; see `thread.py` for the rules."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from bot.post import Part, Time
from council_core.domain.answer import AbstentionReason
from council_core.domain.settings import WhoReveals
from council_core.errors import CallFault

Agreement = Literal["full", "most", "part", "hardly", "opposite"]
"""Agreement of two rankings."""


Sure = Literal["clear", "leaning", "few", "one", "too_close", "nothing", "tie"]
"""Certainty of the models about their first place. `few`: they agree, but so few may agree by chance."""


class BoardWords(Protocol):
    """Vote, ranking and names, in one post that is extended."""

    @property
    def question(self) -> str:
        """The heading while people vote."""
        ...

    @property
    def secrecy(self) -> str: ...

    @property
    def hidden(self) -> str:
        """A notice that ranking and verdict appear after the reader's own vote."""
        ...

    def so_far(self, *, votes: int, blind: int) -> str: ...

    def open_until(self, *, until: Time, enough: int | None) -> Sequence[Part]: ...

    def open_for(self, *, seconds: float | None, enough: int | None) -> str:
        """The time for which the vote stays open after the ranking; unknown if `seconds` is None."""
        ...

    def who_ends(self, *, who: WhoReveals, asker: str) -> str: ...

    @property
    def closed_heading(self) -> str: ...

    @property
    def nobody_yet(self) -> str: ...

    def closed(self, *, by: str, is_stopped: bool) -> str: ...

    def voted(self, *, count: int) -> str: ...

    def told_apart(self, *, blind: int, informed: int) -> str:
        """The number of voters before and after the ranking was shown."""
        ...

    def invitation(self, *, aliases: Sequence[str]) -> str:
        """The vote in a notification. Plain text."""
        ...

    @property
    def ranking(self) -> str:
        """The heading above the models' ranking."""
        ...

    @property
    def names(self) -> str:
        """The heading once names are public."""
        ...

    def first(self, *, aliases: Sequence[str]) -> str: ...

    @property
    def own_left_out(self) -> str:
        """The note below the table about own answers, which do not count."""
        ...

    def best_scored(self, *, aliases: Sequence[str], first: str) -> str:
        """The best mean score, and the result of the rankings alone."""
        ...

    def put_first(self, *, alias: str, count: int, of: int, wrote: bool, own_aside: bool) -> str:
        """The number of reviewers who put a winner first. The sentence also says if its author is one of them, or if
        own answers do not count. `of` is 0 if only its author ranked it. If all of them did, no sentence precedes it."""
        ...

    def certainty(self, *, kind: Sure) -> str: ...

    def pairs_agreed(self, *, of_ten: int) -> str:
        """Number of pairs out of ten on which two random reviewers agree."""
        ...

    @property
    def little_evidence(self) -> str: ...

    def counts_less(self, *, reviewers: Sequence[int]) -> str: ...

    def learned(self, *, reviewers: int) -> str: ...

    def shortened(self, *, aliases: Sequence[str]) -> str: ...

    def scale(self, *, highest: str, lower_is_better: bool, is_trimmed: bool) -> str:
        """The scale; trimmed means leave out the highest and the lowest score of three or more."""
        ...

    @property
    def place(self) -> str: ...

    @property
    def response(self) -> str: ...

    @property
    def wins(self) -> str: ...

    @property
    def points(self) -> str: ...

    @property
    def mean_place(self) -> str: ...

    @property
    def firsts(self) -> str: ...

    @property
    def ballots(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def votes(self) -> str:
        """A column of first votes, blind ones in parentheses."""
        ...

    @property
    def mean(self) -> str: ...

    @property
    def mean_score(self) -> str: ...

    def tied(self, *, place: int) -> str: ...

    def row(self, *, alias: str, place: str, wins: str) -> str:
        """One line of the table for screen readers. Plain text."""
        ...

    @property
    def legend(self) -> str: ...

    @property
    def points_legend(self) -> str: ...

    @property
    def mean_place_legend(self) -> str: ...

    def counted(self, *, valid: int, of: int) -> str: ...

    def not_counted(self, *, reviewer: int, why: str) -> str: ...

    @property
    def no_ranking(self) -> str: ...

    @property
    def one_response(self) -> str: ...

    @property
    def no_reviews(self) -> str: ...

    def written_by(self, *, alias: str, name: str) -> str: ...

    @property
    def names_out(self) -> str: ...

    def team_agrees(self, *, how: Agreement) -> str: ...

    def team_favourite(self, *, aliases: Sequence[str], by_blind_votes: bool) -> str:
        """The team's best responses; whether others voted later, whose votes do not count here."""
        ...

    def counted_together(self, *, aliases: Sequence[str]) -> str: ...

    def chaired_by(self, *, name: str) -> str: ...

    def described(self, *, names: Sequence[str], readers: Sequence[str]) -> str:
        """The models that described pictures for others that cannot see; the others may be unknown."""
        ...

    @property
    def no_verdict(self) -> str: ...

    def reviewer_was(self, *, number: int, name: str) -> str: ...

    def tools_used(self, *, name: str, tools: Sequence[str]) -> str:
        """A model with its tools, each with the number of its calls."""
        ...

    def used(self, *, each: Sequence[str]) -> str:
        """The models with their tools, in the words of `tools_used`."""
        ...

    def takes_no_tools(self, *, names: Sequence[str]) -> str: ...

    def to_verdict(self, *, seconds: float) -> str: ...

    @property
    def not_blind(self) -> str: ...


class ResponseWords(Protocol):
    """The posts with the models' answers."""

    def title(self, *, alias: str) -> str: ...

    def title_revealed(self, *, alias: str, name: str, place: int | None, is_tied: bool) -> str: ...

    def notice(self, *, alias: str, length: str) -> str: ...

    @property
    def cut_short(self) -> str: ...

    def care(self, *, flags: Sequence[str]) -> str:
        """A warning of the detector, by the kinds of what it found (`FlagKind`)."""
        ...

    def too_long(self, *, characters: int, taken: int) -> str: ...

    @property
    def rest_lost(self) -> str: ...

    def sources(self, *, listed: Sequence[str], more: int) -> str:
        """The sources of a response; `more` of them are not shown."""
        ...

    @property
    def late(self) -> str: ...

    @property
    def late_explained(self) -> str: ...

    @property
    def late_notice(self) -> str: ...

    def part(self, *, title: str, index: int, of: int) -> str: ...

    def continued(self, *, title: str) -> str: ...

    def pointer(self, *, file: str) -> str:
        """A notice that the whole text is in a file."""
        ...

    def whole(self, *, title: str) -> str: ...


class GapWords(Protocol):
    """Words for models that took no part, with the reasons."""

    def reason(
        self, *, reason: AbstentionReason, seconds: float, others: float | None, failures: int | None
    ) -> str:
        """The reason as a clause after a colon, with the time of the others or the number of failures of its
        provider, if known."""
        ...

    def explained(self, *, fault: CallFault, facts: Mapping[str, str]) -> str:
        """Say what exactly went wrong in a call, with the remedy; `facts` as listed with the faults, times as people
        say them."""
        ...

    def in_general(self, *, reason: AbstentionReason) -> str:
        """The same as a sentence, without figures."""
        ...

    def advice(self, *, reason: AbstentionReason) -> str: ...

    def several(self, *, count: int, reason: str) -> str:
        """The same reason for several models."""
        ...

    def no_answer(self, *, missing: int, members: int, reasons: Sequence[str]) -> str: ...

    def missed(self, *, name: str, stage: Literal["answer", "review", "synthesize"]) -> str: ...
