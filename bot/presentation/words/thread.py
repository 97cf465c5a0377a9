"""Words for the pages in a thread.

One method is one message. A method takes facts as keyword parameters; each language decides on its own plural, word
order and punctuation. It returns inline CommonMark, or plain text for headings, buttons and tables. Names and other
words of people are passed in escaped.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from bot.ports.words import NoThread
from bot.post import Part, Time
from council_core.domain.material import Portion, UnreadReason
from council_core.domain.settings import ForReviewers
from council_core.domain.waiting import Limit
from council_core.errors import Withheld

SLIDES = ("PowerPoint", "OpenDocument presentation")
"""Kinds of files whose pages are slides."""

CardState = Literal[
    "queued", "answering", "reviewing", "concluding", "answered", "unanswered", "failed", "stopped"
]
"""State of a run in its card's heading."""


Trouble = Literal["our_fault", "outgrown", "nothing_read", "unreadable"]
"""Endings that no member has caused."""


class StageWords(Protocol):
    """One line for each stage of a run that is under way. Plain text."""

    @property
    def answers(self) -> str: ...

    @property
    def reviews(self) -> str: ...

    @property
    def verdict(self) -> str: ...

    @property
    def vote(self) -> str: ...

    def answered(self, *, done: int, of: int, missing: int) -> str:
        """Number of answers so far, and of those that will never arrive."""
        ...

    def reviewed(self, *, done: int, of: int, failed: int) -> str: ...

    def reviews_counted(self, *, valid: int, of: int) -> str:
        """The number of reviews that gave a ranking."""
        ...

    @property
    def nothing_to_rank(self) -> str: ...

    @property
    def nobody_concluded(self) -> str: ...

    @property
    def did_not_end(self) -> str: ...

    @property
    def not_reached(self) -> str: ...

    def usually(self, *, seconds: float) -> str:
        """The usual duration of such runs here."""
        ...


class CardWords(Protocol):
    """The one message of a run in the channel."""

    def heading(self, *, state: CardState) -> str: ...

    def answered_until(self, *, until: Time | None) -> Sequence[Part]:
        """Heading while people vote, when the verdict exists."""
        ...

    def no_thread(self, *, why: NoThread) -> str:
        """Reason why everything else is below the card."""
        ...

    def notice(self, *, asker: str, question: str) -> str:
        """The asker and the question, for notifications and search. Plain text."""
        ...

    def asked_by(self, *, asker: str) -> str: ...

    def preset(self, *, name: str) -> str: ...

    def template(self, *, title: str, fields: str) -> str:
        """The template that the question was asked with, and its fields with their values; empty for none."""
        ...

    def run(self, *, run_id: str) -> str: ...

    def so_far(self, *, cost: str) -> str:
        """A cost that still grows."""
        ...

    def before(self, *, count: int, or_more: bool, limit: Limit) -> str:
        """The number of questions ahead in the queue; zero means that this one is next."""
        ...

    def why_queued(self, *, limit: Limit) -> str: ...

    def ranked_first(
        self, *, aliases: Sequence[str], firsts: int, of: int, by_scores: bool, is_close: bool
    ) -> str:
        """The models' first place, under letters: how many put it first, or none did and all reviews together do, or
        the mean score decides."""
        ...

    def best(
        self, *, aliases: Sequence[str], names: Sequence[str], firsts: int, of: int, by_scores: bool
    ) -> str:
        """The same, by name."""
        ...

    @property
    def not_ranked(self) -> str: ...

    @property
    def no_verdict(self) -> str: ...

    def so_many_votes(self, *, count: int, blind: int) -> str: ...

    def repeats(self, *, run_id: str) -> str: ...

    def earlier(self, *, count: int) -> str:
        """The number of earlier questions in the thread that the models know."""
        ...

    @property
    def not_blind(self) -> str: ...

    def masked(self, *, secrets: str) -> str: ...

    def missing(self, *, why: str, command: str) -> str:
        """Notice that something could not be posted; the command shows it."""
        ...

    @property
    def went_wrong(self) -> str: ...

    @property
    def stopped_early(self) -> str: ...

    def stopped_by(self, *, name: str) -> str: ...

    def too_few(self, *, answered: int, members: int, quorum: int) -> str: ...

    def trouble(self, *, kind: Trouble) -> str: ...

    def shared(self, *, name: str) -> str:
        """The person who shared a verdict from its thread into the channel."""
        ...

    @property
    def sharing(self) -> str: ...

    @property
    def already_shared(self) -> str: ...

    @property
    def being_shared(self) -> str:
        """Notice while another process posts the verdict into the channel, or has died while doing so."""
        ...

    def not_shared(self, *, why: str, button: str) -> str:
        """`why`: sentences; `button`: the label of the button that shares, for a second try."""
        ...

    def searched(self, *, count: int) -> str:
        """The number of pages that a web search before the run found. All models read them."""
        ...

    def without_tools(self, *, why: str) -> str: ...

    @property
    def tools_ended(self) -> str:
        """Notice that models stopped using tools because most of a question's budget was spent."""
        ...

    def not_searched(self, *, why: str) -> str:
        """Notice that a web search before the run failed; an empty `why` means that no search engine is set up."""
        ...

    @property
    def nothing_found(self) -> str: ...


class MaterialWords(Protocol):
    """Files, pictures, links and threads of a question. CommonMark; names are passed in escaped."""

    def unread(self, *, name: str, reason: UnreadReason, detail: str) -> str:
        """A piece that could not be read, and why; the detail is a number, a kind of file or a platform's words."""
        ...

    @property
    def no_text(self) -> str:
        """Detail of a linked page that shows its text only with JavaScript."""
        ...

    def all_read(self, *, pieces: Sequence[str]) -> str: ...

    def looked_at(self, *, pictures: Sequence[str], described: bool) -> str:
        """Pictures that models see, and whether one of them described the pictures for others."""
        ...

    def picture(self, *, name: str, form: str) -> str: ...

    def part(self, *, name: str, part: Portion, number: int, of: int) -> str:
        """A page of a document, or a picture in it."""
        ...

    def messages(self, *, count: int, left_out: int | None, files: int) -> str:
        """The messages of a thread that are read, and the number of those that are not, in a list of pieces.

        Args:
            count: Number of messages that are read.
            left_out: Number of those that are not; None if earlier ones are not and nobody knows how many.
            files: Number of files of those that are read, which are not read themselves.
        """
        ...

    def form(self, *, form: str) -> str:
        """A kind of file or text, such as `spreadsheet`; names such as `PDF` are the same in every language."""
        ...

    def pages(self, *, form: str, count: int) -> str:
        """A kind of file and its pages, sheets or slides."""
        ...

    def some_of(self, *, given: int, of: int) -> str:
        """The part of a long text that models are given."""
        ...

    def some_of_first(self, *, given: int, of: int) -> str:
        """Models' part of a text whose end was not read."""
        ...

    def only_first(self, *, characters: int) -> str: ...

    def pages_missing(self, *, first: int, last: int) -> str:
        """Pages in the middle of a very long document, which were not read. Part of a list, without a full stop."""
        ...

    @property
    def middle_missing(self) -> str:
        """A part in the middle of a very long document, which was not read. Part of a list, without a full stop."""
        ...

    def unseen(self, *, pictures: int) -> str:
        """Notice that so many pictures of a document are not shown to models."""
        ...

    def withheld(self, *, why: Withheld, facts: Mapping[str, str]) -> str:
        """A whole sentence. The facts of each kind are in `council_core/errors/kinds.py`."""
        ...

    def page_unopened(self, *, why: str) -> str:
        """A page that a tool was to open, before the sentence that says why it could not."""
        ...

    @property
    def thread_skipped(self) -> str:
        """Notice for the asker that the messages around a question were not read. Plain text."""
        ...

    def thread_unread(self, *, why: str) -> str:
        """The same as a paragraph, with the platform's reason and the remedy."""
        ...

    @property
    def files_skipped(self) -> str:
        """Notice for the asker that the files of a question were not read. Plain text."""
        ...

    def files_unread(self, *, why: str) -> str:
        """The same as a paragraph, with the platform's reason and the remedy."""
        ...

    def question(self, *, files: Sequence[str]) -> str:
        """Question of a person who attached files and wrote nothing. Plain text."""
        ...

    @property
    def this_thread(self) -> str: ...

    @property
    def further_links(self) -> str:
        """Name of the links that are too many to be read."""
        ...

    def links_beyond(self, *, most: int) -> str:
        """A question has more links than are read."""
        ...

    @property
    def web_search(self) -> str: ...

    def given(
        self, *, name: str, given: int, of: int, is_cut: bool, reviewers: ForReviewers, size: int, digest: str
    ) -> str:
        """The part of a text that models, chairman and reviewers were given, with its size in bytes and its digest;
        `is_cut` tells that its end was not read."""
        ...

    def shown(
        self, *, name: str, width: int, height: int, described: int | None, size: int, digest: str
    ) -> str:
        """A picture that was shown to models; `described` is the length of its description for the others."""
        ...

    def read_description(self, *, names: Sequence[str]) -> str:
        """Models that read a description in place of a picture."""
        ...

    @property
    def from_earlier(self) -> str:
        """Words behind the name of a piece from an earlier question of the conversation."""
        ...


class StatsWords(Protocol):
    """Statistics of a channel."""

    @property
    def panel(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def none(self) -> str: ...

    @property
    def few(self) -> str: ...

    @property
    def legend(self) -> str: ...

    @property
    def runs(self) -> str: ...

    @property
    def with_team(self) -> str: ...

    def best(self, *, name: str, place: float, runs: int) -> str:
        """The caption of the table. Plain text."""
        ...

    def counted(self, *, revealed: int, runs: int) -> str: ...

    def left_out(self, *, demonstrations: int) -> str: ...

    def agreed(self, *, tau: float, runs: int) -> str: ...

    def helpful(self, *, good: int, of: int) -> str: ...


class EstimateWords(Protocol):
    """Tokens and cost of a question, before it is asked. Plain text."""

    def usual(self, *, tokens: int) -> str:
        """A question of the usual length here, as a clause."""
        ...

    def this(self, *, tokens: int) -> str:
        """The question that is about to be asked, as a clause."""
        ...

    def unknown(self, *, what: str, models: Sequence[str]) -> str:
        """Notice that these models have no known price."""
        ...

    def free(self, *, what: str) -> str: ...

    def costs(self, *, what: str, cost: str, besides: Sequence[str]) -> str:
        """The cost, without that of these models, whose price is unknown."""
        ...


class ButtonWords(Protocol):
    """Labels of buttons, and the questions that confirm them. Plain text."""

    @property
    def copy(self) -> str: ...

    @property
    def copied(self) -> str:
        """Word on the button right after it was pressed."""
        ...

    @property
    def cancel(self) -> str: ...

    @property
    def confirm_cancel(self) -> str: ...

    @property
    def sure(self) -> str:
        """Title of the dialogue that confirms a button."""
        ...

    @property
    def yes(self) -> str: ...

    @property
    def no(self) -> str: ...

    @property
    def again(self) -> str: ...

    @property
    def export(self) -> str: ...

    @property
    def retry(self) -> str: ...

    @property
    def delete(self) -> str: ...

    @property
    def follow_up(self) -> str: ...

    @property
    def share(self) -> str: ...

    @property
    def whole_question(self) -> str: ...

    @property
    def more(self) -> str: ...

    @property
    def read_verdict(self) -> str: ...

    @property
    def open_page(self) -> str:
        """Button that opens the run's page in the browser; the pages name it in brackets."""
        ...

    @property
    def helpful(self) -> str: ...

    @property
    def not_helpful(self) -> str: ...

    @property
    def reviews(self) -> str: ...

    @property
    def raw_reviews(self) -> str: ...

    @property
    def charts(self) -> str:
        """Button that sends the figures of a revealed run as one picture, to the person who presses it."""
        ...

    def tool_calls(self, *, count: int) -> str:
        """Entry of a menu that shows so many tool calls."""
        ...

    @property
    def rank_all(self) -> str: ...

    @property
    def choose(self) -> str: ...

    @property
    def show_me(self) -> str: ...

    @property
    def see_result(self) -> str:
        """Button below the refusal of a late vote."""
        ...

    @property
    def reveal(self) -> str: ...

    @property
    def confirm_reveal(self) -> str: ...

    def response(self, *, alias: str) -> str: ...

    def ask(self, *, question: str) -> str:
        """A question that the chairman suggests."""
        ...
