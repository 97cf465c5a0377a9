"""Messages about the verdict, reviews, positions and endings; see `thread.py` for the rules."""

from collections.abc import Sequence
from typing import Protocol

from bot.post import Mention, Part, Time
from council_core.domain.answer import FinishReason
from council_core.domain.export import Script
from council_core.domain.review import Confidence
from council_core.errors import BallotFault


class VerdictWords(Protocol):
    """The chairman's conclusion."""

    def title(self, *, is_ranked: bool) -> str: ...

    def for_asker(self, *, asker: Mention) -> Sequence[Part]:
        """Words for the one person who is mentioned."""
        ...

    @property
    def agree(self) -> str: ...

    @property
    def differ(self) -> str: ...

    @property
    def unique(self) -> str: ...

    @property
    def point(self) -> str:
        """Heading of the column with the kind of agreement."""
        ...

    @property
    def what(self) -> str:
        """Heading of the column with the points of agreement or difference."""
        ...

    @property
    def doubts(self) -> str: ...

    def cut_off(self, *, reason: FinishReason) -> str:
        """Notice about a verdict that was cut off; empty for a complete one."""
        ...

    def too_long(self, *, characters: int, taken: int) -> str: ...

    def foreign_links(self, *, links: Sequence[str]) -> str: ...

    def ranked_first(self, *, aliases: Sequence[str]) -> str: ...

    @property
    def unranked(self) -> str: ...

    @property
    def no_first(self) -> str: ...

    def stand_in(self, *, passed_over: int, reasons: Sequence[str]) -> str: ...

    @property
    def none(self) -> str:
        """Heading if nobody could give a verdict."""
        ...

    def nobody(self, *, asked: int, reasons: Sequence[str]) -> str: ...

    @property
    def still_stand(self) -> str: ...


class ClaimWords(Protocol):
    """Claims that reviewers checked against sources."""

    @property
    def title(self) -> str: ...

    @property
    def claim(self) -> str: ...

    @property
    def finding(self) -> str: ...

    @property
    def none(self) -> str:
        """Notice that there was no claim to check."""
        ...

    def found(self, *, supported: int, contradicted: int) -> str:
        """Numbers of reviewers that found a source for the claim and one against it; both 0 if none found any."""
        ...

    def misquoted(self, *, quote: str) -> str: ...


class ToolWords(Protocol):
    """Each tool call, for one person to read."""

    @property
    def panel(self) -> str: ...

    @property
    def none(self) -> str: ...

    @property
    def sealed(self) -> str: ...

    @property
    def file_title(self) -> str: ...

    def in_file(self, *, file: str) -> str: ...

    def notice(self, *, count: int) -> str: ...


class ReviewWords(Protocol):
    """Each review, for one person to read."""

    @property
    def panel(self) -> str: ...

    def heading(self, *, count: int) -> str: ...

    @property
    def none(self) -> str: ...

    def reviewer(self, *, number: int, name: str) -> str:
        """A reviewer, with the name once names are public; an empty name before."""
        ...

    def order(self, *, order: str) -> str: ...

    def not_counted(self, *, why: str) -> str: ...

    @property
    def unclear(self) -> str:
        """Notice that a reviewer replied without a clear ranking, of which an earlier version stored the reason in
        English."""
        ...

    def void(self, *, fault: BallotFault, about: str) -> str:
        """Reason why a reviewer's text gives no clear ranking; `about` is a letter, several, or a remark."""
        ...

    @property
    def nothing_written(self) -> str: ...

    def in_file(self, *, file: str) -> str: ...

    @property
    def file_title(self) -> str: ...

    def notice(self, *, count: int) -> str: ...

    def must_contain(self, *, points: Sequence[str]) -> str:
        """Points of a right answer in the reviewer's view."""
        ...

    def points_met(self, *, met: Sequence[str]) -> str: ...

    def own_answer(self, *, answer: str) -> str: ...

    def confidence(self, *, level: Confidence) -> str: ...


class PositionWords(Protocol):
    """Words for the positions of the responses and for disagreement."""

    @property
    def split(self) -> str:
        """Heading when models disagree."""
        ...

    @property
    def asked_again(self) -> str: ...

    def at_first(self, *, sides: str) -> str:
        """Introduce the positions before members were asked once more; `sides` is a sentence."""
        ...

    def sides(self, *, positions: Sequence[str], counts: Sequence[int], silent: int) -> str:
        """The number of models that hold each position, and of those without one."""
        ...

    def kept(self, *, reason: str) -> str:
        """Notice that a model kept its position; the reason may be empty."""
        ...

    def changed(self, *, before: str, reason: str) -> str: ...

    def all_say(self, *, position: str, aliases: Sequence[str]) -> str: ...

    def side(self, *, position: str, aliases: Sequence[str]) -> str: ...

    def leads(self, *, position: str, count: int, of: int) -> str: ...

    @property
    def nothing_leads(self) -> str: ...

    @property
    def minority(self) -> str: ...

    def dissent(
        self, *, alias: str, position: str, before: str, has_changed: bool, reason: str, sources: int
    ) -> str: ...


class EndingWords(Protocol):
    """Runs that ended without a result, and further posts in a thread beside a run's stages."""

    @property
    def failed(self) -> str: ...

    def failed_notice(self, *, why: str) -> str: ...

    def for_asker(self, *, asker: Mention, why: str) -> Sequence[Part]:
        """Reason why there is no verdict, for the one person who is mentioned."""
        ...

    def remains(self, *, answers: int, is_reviewed: bool) -> str: ...

    def answer_by(self, *, name: str) -> str: ...

    def answer_notice(self, *, name: str, length: str, is_reviewed: bool) -> str: ...

    @property
    def not_reviewed(self) -> str: ...

    def unread(self, *, why: str, is_answered: bool) -> str:
        """Notice that the place accepted no posts; once the verdict is there, none with the end of the vote."""
        ...

    def unread_kept(self, *, command: str) -> str: ...

    @property
    def unread_free(self) -> str: ...

    def you_asked(self, *, question: str) -> str: ...

    @property
    def stopped(self) -> str: ...

    @property
    def nothing_more(self) -> str: ...

    @property
    def no_answer_yet(self) -> str: ...

    def came(self, *, answers: int, members: int) -> str: ...

    @property
    def export(self) -> str: ...

    @property
    def export_which(self) -> str: ...

    @property
    def export_to_thread(self) -> str:
        """A button."""
        ...

    def export_missing(self, *, scripts: Sequence[Script]) -> str: ...

    def export_wanted(self, *, by: str, files: Sequence[str]) -> str: ...

    def export_files(self, *, files: Sequence[str]) -> str: ...

    def export_file(self, *, format_name: str) -> str: ...

    @property
    def deleted(self) -> str: ...

    def deleted_on(self, *, day: Time) -> Sequence[Part]: ...

    @property
    def deleted_notice(self) -> str: ...
