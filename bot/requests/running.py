"""Requests about a whole run: stop, show, export or delete it."""

from dataclasses import dataclass
from typing import Literal

from bot.requests.person import FromPerson, OnRun
from council_core.domain.export import Format
from council_core.domain.question import RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelRun(FromPerson):
    """Stop a run before its end; without an id, the person's own latest run in this place."""

    kind: Literal["cancel"] = "cancel"
    run_id: RunId | None = None
    checks_only: bool = False
    """True to only check the request: nothing is done, and a reply comes only if it would be refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetRun(FromPerson):
    """Ask to delete a run, which needs confirmation; without an id, the person's own latest run in this place."""

    kind: Literal["forget"] = "forget"
    run_id: RunId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetNow(OnRun):
    """Delete a run, after confirmation."""

    kind: Literal["forget_now"] = "forget_now"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowReviews(OnRun):
    """Show each review, with numbers in place of the reviewers' names."""

    kind: Literal["reviews"] = "reviews"
    raw: bool = False
    """Whether to show each as its reviewer wrote it, in its original form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowQuestion(OnRun):
    """Show the whole of a question that its card shortens."""

    kind: Literal["question"] = "question"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowToolCalls(OnRun):
    """Show each tool call behind a run's responses, once names are public."""

    kind: Literal["tools"] = "tools"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPage(OnRun):
    """Get a personal link to a run's page in the browser."""

    kind: Literal["page"] = "page"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareRun(OnRun):
    """Share a run's verdict from its thread to the channel."""

    kind: Literal["share"] = "share"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowStatus(FromPerson):
    """Show the progress of a run, or of the latest run of this place when none is named."""

    kind: Literal["status"] = "status"
    run_id: RunId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPosts(FromPerson):
    """Post what the place had refused, because the person gave Council access. A place without a channel is the whole
    workspace."""

    kind: Literal["retry_posts"] = "retry_posts"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveChannel(FromPerson):
    """Keep all that is stored for the place's channel under the id that the platform has given it."""

    kind: Literal["move_channel"] = "move_channel"
    channel: str
    """New id of the channel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportRun(FromPerson):
    """Export a run as a file, or the latest run of this place when none is named."""

    kind: Literal["export"] = "export"
    run_id: RunId | None = None
    format: Format | None = None
    """The file to make; None offers all of them."""

    to_thread: bool = False
    """Whether everybody in the run's thread gets it, and not this person alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """Filters of a list of runs, and the wanted page."""

    mine: bool = False
    """Whether to list this person's own questions only, from any place."""

    is_revealed: bool = False
    """Whether to list revealed runs only."""

    older_than: RunId | None = None
    """Run after which the page begins; None for the first page."""

    newer_than: RunId | None = None
    """Run before which the page ends."""

    @property
    def filters(self) -> "Listing":
        """Return the first page under these filters."""
        return Listing(mine=self.mine, is_revealed=self.is_revealed)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowHistory(FromPerson):
    """Show the latest runs of this place, or the person's own runs of the whole workspace."""

    kind: Literal["history"] = "history"
    listing: Listing = Listing()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRuns(FromPerson):
    """Show the latest runs that contain these words, from this place and from the person's own runs of the whole
    workspace."""

    kind: Literal["search"] = "search"
    words: str
    listing: Listing = Listing()


@dataclass(frozen=True, slots=True, kw_only=True)
class FindRuns(FromPerson):
    """Open the form for the words of a search, which keeps the filters of the list."""

    kind: Literal["find"] = "find"
    listing: Listing = Listing()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowStats(FromPerson):
    """Show the members' results in this place."""

    kind: Literal["stats"] = "stats"


Outdated = Literal["button", "form"]
"""A button or a form of another version of Council."""


MistakeKind = Literal["needs_words", "needs_best", "ranked_twice"]
"""Kinds of mistakes: a question without words, a ranking without a first place, and a response in two places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormMistake:
    """A mistake in a field of a form."""

    field: str
    kind: MistakeKind
    fact: str = ""
    """Response that is ranked twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowMistakes(FromPerson):
    """Show the mistakes in a form; nothing else is done."""

    kind: Literal["mistakes"] = "mistakes"
    mistakes: tuple[FormMistake, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowTips(FromPerson):
    """Show tips for asking well."""

    kind: Literal["tips"] = "tips"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowHelp(FromPerson):
    """Show the help; also the answer to an unknown button or form."""

    kind: Literal["help"] = "help"
    outdated: Outdated | None = None
    """Kind of thing, drawn by another version of Council, that does nothing here."""

    is_start: bool = False
    """Whether the person has just opened a conversation with the bot, and needs first suggestions."""


RunningRequest = (
    CancelRun
    | ForgetRun
    | ForgetNow
    | ShowReviews
    | ShowToolCalls
    | ShowQuestion
    | OpenPage
    | ShowStatus
    | ExportRun
    | ShareRun
    | ShowHistory
    | SearchRuns
    | FindRuns
    | ShowStats
    | ShowHelp
    | ShowMistakes
    | ShowTips
    | RetryPosts
    | MoveChannel
)
