"""Stages, card, material, costs and buttons in English."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.ports.words import NoThread
from bot.post import Part, Time
from bot.presentation.words.en.phrases import PHRASES, apart, counted, listed
from bot.presentation.words.en.problems import PAGE_UNOPENED, WHY_WITHHELD
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


@dataclass(frozen=True, slots=True)
class StageWords:
    """One line for each stage of a run that is under way. Plain text."""

    answers: str = "Answers"
    reviews: str = "Reviews"
    verdict: str = "Verdict"
    vote: str = "Vote"
    nothing_to_rank: str = "nothing to rank"
    nobody_concluded: str = "nobody could write one"
    did_not_end: str = "did not end"
    not_reached: str = "not reached"

    def answered(self, *, done: int, of: int, missing: int) -> str:
        """Number of answers so far, and of those that will never arrive."""
        without = f", {missing} without an answer" if missing else ""
        return f"{done} of {of}{without}"

    def reviewed(self, *, done: int, of: int, failed: int) -> str:
        return f"{done} of {of}{f', {failed} failed' if failed else ''}"

    def reviews_counted(self, *, valid: int, of: int) -> str:
        """The number of reviews that gave a ranking."""
        return f"all {of} counted" if valid == of > 1 else f"{valid} of {of} counted"

    def usually(self, *, seconds: float) -> str:
        """The usual duration of such runs here."""
        return f"usually about {PHRASES.briefly(seconds=seconds)}"


HEADINGS: Mapping[CardState, str] = {
    "queued": "In the queue",
    "answering": "The models are answering",
    "reviewing": "The models are reviewing each other's answers",
    "concluding": "The chairman is writing the verdict",
    "answered": "Answered",
    "unanswered": "No verdict",
    "failed": "No result",
    "stopped": "Stopped",
}


OF_WHOM: Mapping[Limit, str] = {"process": "", "person": " of yours", "channel": " of this channel"}


QUEUED: Mapping[Limit, str] = {
    "process": "Council works on a few questions at a time; this one starts automatically.",
    "person": "Council works on a few of your questions at a time; this one starts automatically.",
    "channel": "Council works on a few questions of a channel at a time; this one starts automatically.",
}


TROUBLES: Mapping[Trouble, str] = {
    "our_fault": "Something went wrong on Council's side. What was answered so far is kept; ask again to start over.",
    "outgrown": (
        "Council was updated while it worked on this question, and the new version cannot continue it. "
        "What was answered so far is kept; ask again to start over."
    ),
    "nothing_read": (
        "The question was asked with files and without words, and none of the files could be read. No "
        "model was asked. Ask in words, or attach another file."
    ),
    "unreadable": "Council cannot post where this was asked, so it asked the models nothing more.",
}


@dataclass(frozen=True, slots=True)
class CardWords:
    """The one message of a run in the channel."""

    not_ranked: str = "The answers were not ranked."
    no_verdict: str = "Nobody was able to write a verdict."
    went_wrong: str = "Something went wrong."
    nothing_found: str = "A web search for this question found no page."
    tools_ended: str = (
        "Most of this question's budget is spent, so the models answer with what they have looked up so far."
    )
    """Notice that models stopped using tools because most of a question's budget was spent."""
    sharing: str = "The verdict is on its way into the channel."
    already_shared: str = "The verdict is in the channel already."
    being_shared: str = "Somebody else is sharing the verdict now. If it is not in the channel in ten minutes, share it again."
    """Notice while another process posts the verdict into the channel, or has died while doing so."""
    stopped_early: str = "Somebody stopped it before it was done."
    not_blind: str = (
        "Not blind for the asker: they gave models a name or instructions of their own for this question, "
        "and may recognise their answers."
    )

    def no_thread(self, *, why: NoThread) -> str:
        """Reason why everything else is below the card."""
        return {
            "direct_message": "Direct messages have no threads, so everything follows here.",
            "busy": "Discord does not let Council open more threads at the moment, so everything follows here.",
            "not_allowed": "Council may not create public threads in this channel, so everything follows here.",
            "kind_of_channel": "This kind of channel has no threads, so everything follows here.",
            "full": "This server has as many open threads as Discord allows, so everything follows here.",
        }[why]

    def heading(self, *, state: CardState) -> str:
        return HEADINGS[state]

    def answered_until(self, *, until: Time | None) -> Sequence[Part]:
        """Heading while people vote, when the verdict exists."""
        return (
            ("**Answered, vote open**",) if until is None else ("**Answered, vote open until ", until, "**")
        )

    def notice(self, *, asker: str, question: str) -> str:
        """The asker and the question, for notifications and search. Plain text."""
        return f"{asker} asks: {question}"

    def asked_by(self, *, asker: str) -> str:
        return f"Asked by {asker}"

    def preset(self, *, name: str) -> str:
        return f"preset {name}"

    def template(self, *, title: str, fields: str) -> str:
        """The template that the question was asked with, and its fields with their values; empty for none."""
        return f"Template **{title}**{f': {fields}' if fields else ''}."

    def run(self, *, run_id: str) -> str:
        return f"run {run_id}"

    def so_far(self, *, cost: str) -> str:
        """A cost that still grows."""
        return f"{cost} so far"

    def before(self, *, count: int, or_more: bool, limit: Limit) -> str:
        """The number of questions ahead in the queue; zero means that this one is next."""
        if not count and not or_more:
            return f"Next in line{OF_WHOM[limit]}."
        many = f"More than {count}" if or_more else f"{count}"
        ahead = " ahead of you" if limit != "person" else " ahead of this one"
        return f"{many} question{'' if count == 1 and not or_more else 's'}{OF_WHOM[limit]}{ahead}."

    def why_queued(self, *, limit: Limit) -> str:
        return QUEUED[limit]

    def ranked_first(
        self, *, aliases: Sequence[str], firsts: int, of: int, by_scores: bool, is_close: bool
    ) -> str:
        """The models' first place, under letters: how many put it first, or none did and all reviews together do, or
        the mean score decides."""
        tied = ", tied" if len(aliases) > 1 else ""
        close = "; too close to call" if is_close else ""
        return f"Ranked first: **{PHRASES.responses(aliases=aliases)}**{tied} ({_grounds(firsts, of, by_scores)}{close})"

    def best(
        self, *, aliases: Sequence[str], names: Sequence[str], firsts: int, of: int, by_scores: bool
    ) -> str:
        """The same, by name."""
        each = [f"Response {alias} by {name}" for alias, name in zip(aliases, names, strict=False)]
        tied = ", tied" if len(aliases) > 1 else ""
        return f"Best: **{listed(each)}**{tied} ({_grounds(firsts, of, by_scores)})"

    def so_many_votes(self, *, count: int, blind: int) -> str:
        return f"{counted(count, 'vote')} so far{apart(count, blind)}"

    def repeats(self, *, run_id: str) -> str:
        return f"Asked before as run {run_id}."

    def earlier(self, *, count: int) -> str:
        """The number of earlier questions in the thread that the models know."""
        return f"The models know {counted(count, 'earlier question')} of this thread, with the verdict."

    def masked(self, *, secrets: str) -> str:
        return (
            f"Hidden before any model read it: {secrets}. If a message still shows it, delete that message and "
            "change the secret."
        )

    def missing(self, *, why: str, command: str) -> str:
        """Notice that something could not be posted; the command shows it."""
        return f"**Something could not be posted.** {why} Nothing is lost: `{command}` shows it to you."

    def stopped_by(self, *, name: str) -> str:
        return f"{name} stopped it."

    def too_few(self, *, answered: int, members: int, quorum: int) -> str:
        return (
            f"{answered} of {counted(members, 'model')} answered; {quorum} are needed. "
            "Ask again, or lower the number of answers needed in the settings."
        )

    def trouble(self, *, kind: Trouble) -> str:
        return TROUBLES[kind]

    def shared(self, *, name: str) -> str:
        """The person who shared a verdict from its thread into the channel."""
        return f"{name} shared this verdict"

    def not_shared(self, *, why: str, button: str) -> str:
        """`why`: sentences; `button`: the label of the button that shares, for a second try."""
        return f"I could not share the verdict: {why} Once I may write there, press [{button}] again. The thread has all of it."

    def searched(self, *, count: int) -> str:
        """The number of pages that a web search before the run found. All models read them."""
        return f"All models read what a web search for this question found ({counted(count, 'page')})."

    def without_tools(self, *, why: str) -> str:
        return f"Some tools are not available to the models: {why}"

    def not_searched(self, *, why: str) -> str:
        """Notice that a web search before the run failed; an empty `why` means that no search engine is set up."""
        if not why:
            return "The web was not searched for this question: no search engine is set up."
        return f"The web was not searched for this question: {why}"


WHY_UNREAD: Mapping[UnreadReason, str] = {
    "too_large": "it is larger than {detail} MB",
    "too_many": "a question can have at most {detail} files",
    "not_given": "it could not be fetched",
    "empty": "it is empty",
    "password": "it needs a password",
    "damaged": "it is damaged",
    "no_text": "its first pages are blank",
    "unknown": "Council does not read this kind of file",
    "mislabelled": "it is not the {detail} file that its name promises",
    "oversized": "it is far too large once it is unpacked",
    "pixels": "it has more than {detail} megapixels",
    "too_deep": "its parts are nested too deeply",
    "too_slow": "reading it takes too much time or memory",
    "no_engine": "no search engine is set up",
    "no_sight": "no model of this council can see pictures",
    "no_library": "this Council was installed without the part that reads such files (`council[files]`)",
    "masked": "its address holds a secret, which was hidden",
    "no_budget": "most of the question's budget was spent",
}


KINDS_READ = (
    " It reads text, PDF, Word, Excel, PowerPoint, OpenDocument, web pages, e-mails (EML) and pictures."
)
"""List of the kinds that Council reads, after the sentence about a file of another kind."""

GIVEN_TO_REVIEWERS: Mapping[ForReviewers, str] = {
    "none": "the reviewers only its name",
    "head": "the reviewers only its first 2,000 characters",
    "all": "the reviewers as much",
}


@dataclass(frozen=True, slots=True)
class MaterialWords:
    """Files, pictures, links and threads of a question. CommonMark; names are passed in escaped."""

    no_text: str = "it shows no text without JavaScript."
    """Detail of a linked page that shows its text only with JavaScript."""
    thread_skipped: str = "Council did not read what was said before your question."
    """Notice for the asker that the messages around a question were not read. Plain text."""
    files_skipped: str = "Council could not read the files of your question."
    """Notice for the asker that the files of a question were not read. Plain text."""
    further_links: str = "Further links"
    """Name of the links that are too many to be read."""
    middle_missing: str = "a part in the middle not read"
    """A part in the middle of a very long document, which was not read. Part of a list, without a full stop."""
    this_thread: str = "This thread"
    web_search: str = "The web search"
    from_earlier: str = ", from an earlier question"
    """Words behind the name of a piece from an earlier question of the conversation."""

    def unread(self, *, name: str, reason: UnreadReason, detail: str) -> str:
        """A piece that could not be read, and why; the detail is a number, a kind of file or a platform's words."""
        why = WHY_UNREAD[reason].replace("{detail}", detail)
        if reason == "not_given" and detail:
            return f"**{name}** was not read: {detail}"
        kind = f" ({self.form(form=detail)})" if reason == "unknown" and detail else ""
        return f"**{name}** was not read: {why}{kind}.{KINDS_READ if reason == 'unknown' else ''}"

    def all_read(self, *, pieces: Sequence[str]) -> str:
        return f"All models read {listed(pieces)}."

    def looked_at(self, *, pictures: Sequence[str], described: bool) -> str:
        """Pictures that models see, and whether one of them described the pictures for others."""
        said = f"Models that can see look at {listed(pictures)}."
        return f"{said} One of them described it for the others." if described else said

    def picture(self, *, name: str, form: str) -> str:
        return f"{name} ({form} picture)"

    def part(self, *, name: str, part: Portion, number: int, of: int) -> str:
        """A page of a document, or a picture in it."""
        return f"{name}, {part} {number:,} of {of:,}"

    def messages(self, *, count: int, left_out: int | None, files: int) -> str:
        """The messages of a thread that are read, and the number of those that are not, in a list of pieces.

        Args:
            count: Number of messages that are read.
            left_out: Number of those that are not; None if earlier ones are not and nobody knows how many.
            files: Number of files of those that are read, which are not read themselves.
        """
        rest = f"{left_out:,} more {'is' if left_out == 1 else 'are'} left out" if left_out else ""
        if left_out is None:
            rest = "earlier messages are left out"
        unread = f"{counted(files, 'file')} in {'it' if count == 1 else 'them'} not read" if files else ""
        gaps = ", ".join(part for part in (rest, unread) if part)
        return f"{counted(count, 'message')} of this thread{f' ({gaps})' if gaps else ''}"

    def form(self, *, form: str) -> str:
        """A kind of file or text, such as `spreadsheet`; names such as `PDF` are the same in every language."""
        return form

    def pages(self, *, form: str, count: int) -> str:
        """A kind of file and its pages, sheets or slides."""
        nouns = {**dict.fromkeys(SLIDES, "slide"), "spreadsheet": "sheet"}
        return f"{form}, {counted(count, nouns.get(form, 'page'))}"

    def some_of(self, *, given: int, of: int) -> str:
        """The part of a long text that models are given."""
        return f"{given:,} of {of:,} characters: its beginning and its end"

    def some_of_first(self, *, given: int, of: int) -> str:
        """Models' part of a text whose end was not read."""
        return f"{given:,} of the first {of:,} characters; the rest was not read"

    def only_first(self, *, characters: int) -> str:
        return f"only the first {characters:,} characters"

    def pages_missing(self, *, first: int, last: int) -> str:
        """Pages in the middle of a very long document, which were not read. Part of a list, without a full stop."""
        return f"pages {first:,} to {last:,} not read"

    def unseen(self, *, pictures: int) -> str:
        """Notice that so many pictures of a document are not shown to models."""
        return "1 picture not looked at" if pictures == 1 else f"{pictures:,} pictures not looked at"

    def withheld(self, *, why: Withheld, facts: Mapping[str, str]) -> str:
        """A whole sentence. The facts of each kind are in `council_core/errors/kinds.py`."""
        return WHY_WITHHELD[why].format_map(facts)

    def page_unopened(self, *, why: str) -> str:
        """A page that a tool was to open, before the sentence that says why it could not."""
        return PAGE_UNOPENED.replace("{why}", why)

    def thread_unread(self, *, why: str) -> str:
        """The same as a paragraph, with the platform's reason and the remedy."""
        return f"Council did not read what was said before your question, so the models know only the question itself. {why} Until that is fixed, copy what matters into the question, or switch the reading of threads off in this channel's settings."

    def files_unread(self, *, why: str) -> str:
        """The same as a paragraph, with the platform's reason and the remedy."""
        return f"Council could not read the files of your question, so the models answer without them. {why} Until that is fixed, copy the passages that matter into the question."

    def question(self, *, files: Sequence[str]) -> str:
        """Question of a person who attached files and wrote nothing. Plain text."""
        return f"What matters in {listed(files)}, and what should we do about it?"

    def links_beyond(self, *, most: int) -> str:
        """A question has more links than are read."""
        first = "link of the question is" if most == 1 else f"{most} links of the question are"
        return f"Only the first {first} read. The others were not opened."

    def given(
        self, *, name: str, given: int, of: int, is_cut: bool, reviewers: ForReviewers, size: int, digest: str
    ) -> str:
        """The part of a text that models, chairman and reviewers were given, with its size in bytes and its digest;
        `is_cut` tells that its end was not read."""
        first, whole = (" first", "the first") if is_cut else ("", "all")
        amount = (
            f"up to {given:,} of its{first} {of:,} characters" if given < of else f"{whole} {of:,} characters"
        )
        return (
            f"{name}: the models and the chairman were given {amount}, {GIVEN_TO_REVIEWERS[reviewers]} · {size:,} bytes · "
            f"SHA-256 {digest}…"
        )

    def shown(
        self, *, name: str, width: int, height: int, described: int | None, size: int, digest: str
    ) -> str:
        """A picture that was shown to models; `described` is the length of its description for the others."""
        words = ""
        if described is not None:
            words = f", and described in {described:,} characters for models that cannot see"
        return (
            f"{name}: shown to models that can see, {width} × {height} pixels{words} · "
            f"{size:,} bytes · SHA-256 {digest}…"
        )

    def read_description(self, *, names: Sequence[str]) -> str:
        """Models that read a description in place of a picture."""
        return f"{listed(names)} answered from the description, without seeing the picture."


@dataclass(frozen=True, slots=True)
class ButtonWords:
    """Labels of buttons, and the questions that confirm them. Plain text."""

    cancel: str = "Cancel"
    sure: str = "Are you sure?"
    """Title of the dialogue that confirms a button."""
    yes: str = "Yes"
    no: str = "No"
    confirm_cancel: str = (
        "Stop this question? What was answered so far is kept, and no model is asked anything more."
    )
    again: str = "Edit and ask again"
    export: str = "Export"
    retry: str = "Try again"
    delete: str = "Delete …"
    follow_up: str = "Ask a follow-up"
    share: str = "Share to channel"
    whole_question: str = "Read the whole question"
    more: str = "More"
    read_verdict: str = "Read the verdict"
    open_page: str = "Open page"
    """Button that opens the run's page in the browser; the pages name it in brackets."""
    helpful: str = "Helpful"
    not_helpful: str = "Not helpful"
    reviews: str = "Read the reviews"
    raw_reviews: str = "Raw text"
    charts: str = "Charts"
    """Button that sends the figures of a revealed run as one picture, to the person who presses it."""
    rank_all: str = "Rank them all"
    choose: str = "Choose a response"
    show_me: str = "Show me without voting"
    see_result: str = "See the result"
    """Button below the refusal of a late vote."""
    reveal: str = "End the vote and reveal"
    confirm_reveal: str = "This ends the vote for everybody and shows who wrote what. End it now?"

    def tool_calls(self, *, count: int) -> str:
        """Entry of a menu that shows so many tool calls."""
        return f"Tool calls ({count})"

    def response(self, *, alias: str) -> str:
        return f"Response {alias}"

    def ask(self, *, question: str) -> str:
        """A question that the chairman suggests."""
        return f"Ask: “{question}”"


def _grounds(firsts: int, of: int, by_scores: bool) -> str:
    """Say why a response is first, in a few words."""
    if by_scores:
        return "by mean score"
    return f"{firsts} of {counted(of, 'model')}" if firsts else "by all reviews taken together"
