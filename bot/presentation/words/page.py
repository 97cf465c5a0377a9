"""Words of the pages in the browser, beside those of threads and replies.

Plain text, unless a method says CommonMark. One method is one message; see `thread.py` for the rules.
"""

from collections.abc import Sequence
from typing import Literal, Protocol

PageTrouble = Literal[
    "sign_in",
    "signed_out",
    "denied",
    "lost_way",
    "used_up",
    "not_confirmed",
    "nowhere",
    "expired",
    "not_yours",
    "elsewhere",
    "for_managers",
    "unknown",
    "wrong_method",
    "deleted",
    "cannot_tell",
    "forged",
    "too_large",
    "broken",
]
"""Reasons why a page is not shown, or a form not accepted."""


class PageWords(Protocol):
    """Headings, labels and notices of the pages."""

    @property
    def skip(self) -> str: ...

    @property
    def colours(self) -> str: ...

    @property
    def auto(self) -> str: ...

    @property
    def light(self) -> str: ...

    @property
    def dark(self) -> str: ...

    @property
    def on_this_page(self) -> str: ...

    @property
    def answer(self) -> str: ...

    @property
    def ranking(self) -> str: ...

    @property
    def responses(self) -> str: ...

    @property
    def reviews(self) -> str: ...

    @property
    def details(self) -> str: ...

    @property
    def material(self) -> str: ...

    @property
    def sources(self) -> str: ...

    @property
    def earlier(self) -> str:
        """Heading above the earlier questions of a thread."""
        ...

    @property
    def run(self) -> str: ...

    @property
    def open_thread(self) -> str:
        """A link to the run's thread in the chat."""
        ...

    @property
    def names_out(self) -> str: ...

    @property
    def names_hidden(self) -> str: ...

    @property
    def vote(self) -> str: ...

    @property
    def vote_ranking(self) -> str:
        """The button below a ranking of all responses."""
        ...

    def move_up(self, *, alias: str) -> str:
        """A button beside a response in a ranking, for screen readers."""
        ...

    def move_down(self, *, alias: str) -> str: ...

    def moved(self, *, alias: str, place: str) -> str:
        """The new place of a response, for screen readers."""
        ...

    @property
    def public(self) -> str: ...

    @property
    def public_about(self) -> str:
        """An explanation of public links: their content and their readers."""
        ...

    @property
    def publish(self) -> str: ...

    @property
    def unpublish(self) -> str: ...

    def waiting(self, *, for_what: Literal["answers", "reviews", "verdict", "vote"]) -> str:
        """A placeholder until the answer is there."""
        ...

    def meanwhile(self, *, has_responses: bool) -> str: ...

    def stale(self, *, has_script: bool) -> str: ...

    @property
    def most_agree(self) -> str: ...

    @property
    def layout(self) -> str: ...

    @property
    def side_by_side(self) -> str: ...

    @property
    def stacked(self) -> str: ...

    @property
    def tabs(self) -> str: ...

    @property
    def compare(self) -> str: ...

    @property
    def left(self) -> str: ...

    @property
    def right(self) -> str: ...

    @property
    def versus(self) -> str:
        """Word between two compared responses."""
        ...

    @property
    def only_here(self) -> str:
        """The legend of the marks in a comparison of two responses."""
        ...

    @property
    def jump(self) -> str: ...

    @property
    def others_said(self) -> str: ...

    @property
    def position(self) -> str: ...

    def placed(self, *, place: int, is_own: bool) -> str:
        """Return 3 as 3rd, with a note if the reviewer wrote that response."""
        ...

    def heat_caption(self, *, highest: str, names_out: bool) -> str:
        """The caption of the table of reviews; `highest` is empty without scores."""
        ...

    @property
    def reviewer(self) -> str: ...

    def why(self, *, reviewer: str) -> str:
        """Heading of a reviewer's reasons."""
        ...

    @property
    def raw(self) -> str: ...

    @property
    def prompts(self) -> str:
        """Title of the page with each model's prompt, and the link to it."""
        ...

    @property
    def prompts_about(self) -> str:
        """The readers of that page, and the prompts that it leaves out."""
        ...

    def prompt_of(self, *, purpose: Literal["answer", "review", "verdict"], name: str) -> str:
        """Heading of one model's prompt for an answer, a review or the verdict."""
        ...

    @property
    def prompt_system(self) -> str:
        """Label of the system message."""
        ...

    @property
    def prompt_history(self) -> str:
        """Label of earlier turns of the conversation."""
        ...

    @property
    def prompt_user(self) -> str:
        """Label of the user message."""
        ...

    @property
    def cost_and_time(self) -> str: ...

    @property
    def agreement(self) -> str:
        """The share of pairs on which two reviewers agree."""
        ...

    @property
    def cost_and_place(self) -> str: ...

    @property
    def answer_took(self) -> str: ...

    @property
    def review_took(self) -> str: ...

    @property
    def tokens(self) -> str: ...

    @property
    def cost(self) -> str: ...

    def verdict_by(self, *, name: str) -> str: ...

    @property
    def together(self) -> str: ...

    def cited_by(self, *, aliases: Sequence[str], verdict: bool) -> str: ...

    def tool_calls(self, *, count: int) -> str: ...

    def seconds(self, *, seconds: float) -> str:
        """Return 14.2 as 14.2 s."""
        ...

    @property
    def score_scale(self) -> str:
        """Heading of the table of mean scores."""
        ...

    def title(self, *, trouble: PageTrouble) -> str:
        """Heading of a page with an error message."""
        ...

    def advice(self, *, trouble: PageTrouble) -> str:
        """An explanation of the error and its remedy."""
        ...

    @property
    def link(self) -> str:
        """The reply to the card's button: the link is the person's own, and works for a limited time."""
        ...

    @property
    def open_link(self) -> str:
        """The button with that link."""
        ...


class ListWords(Protocol):
    """Lists of runs, boards and decisions in the browser, and signing in to them."""

    @property
    def history(self) -> str: ...

    @property
    def search(self) -> str: ...

    @property
    def search_hint(self) -> str: ...

    @property
    def none_yet(self) -> str: ...

    @property
    def none_such(self) -> str: ...

    @property
    def none_decided(self) -> str: ...

    @property
    def who_asked(self) -> str:
        """Label of the menu of people, for screen readers."""
        ...

    @property
    def asked_by_anyone(self) -> str: ...

    @property
    def asked_by_me(self) -> str: ...

    @property
    def first_place(self) -> str:
        """Label of the menu of models that were ranked first, for screen readers."""
        ...

    @property
    def any_first(self) -> str: ...

    @property
    def template(self) -> str:
        """Label of the choice of a template."""
        ...

    @property
    def any_template(self) -> str: ...

    @property
    def rubric(self) -> str:
        """Label of the choice of a rubric."""
        ...

    @property
    def any_rubric(self) -> str: ...

    @property
    def any_member(self) -> str:
        """Choice of the questions that any model answered."""
        ...

    def ranked_first(self, *, name: str) -> str: ...

    @property
    def when_asked(self) -> str:
        """Label of the menu of times, for screen readers."""
        ...

    @property
    def any_time(self) -> str: ...

    def last_days(self, *, days: int) -> str: ...

    @property
    def this_channel(self) -> str:
        """A link from one run to all runs of its channel."""
        ...

    @property
    def one_channel(self) -> str:
        """Notice that the list holds one channel alone; a link to all channels follows."""
        ...

    @property
    def all_channels(self) -> str: ...

    @property
    def no_limits(self) -> str:
        """Link that removes the limits of a board."""
        ...

    @property
    def older(self) -> str: ...

    @property
    def newest(self) -> str: ...

    def counted(self, *, runs: int) -> str:
        """Number of runs behind the boards."""
        ...

    @property
    def runs(self) -> str:
        """Title of a column with a number of runs."""
        ...

    @property
    def templates_by(self) -> str:
        """The people who may change templates, and the way to do so."""
        ...

    def seen(self, *, channels: int) -> str:
        """Number of channels in the list of runs."""
        ...

    def sign_in_with(self, *, platform: str) -> str:
        """A button that leads to Slack or Discord and back."""
        ...

    def signed_in(self, *, name: str) -> str: ...

    @property
    def sign_out(self) -> str: ...

    @property
    def choose_workspace(self) -> str:
        """Heading of the list of a person's workspaces or servers."""
        ...
