"""Stages, card, material, costs and buttons in English."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.ports.words import NoThread
from bot.post import Part, Time
from bot.presentation.words.en.phrases import PHRASES, apart, capital, counted, listed
from bot.presentation.words.en.problems import PAGE_UNOPENED, WHY_WITHHELD
from bot.presentation.words.thread import SLIDES, CardState, Trouble
from council_core.domain.material import Portion, UnreadReason
from council_core.domain.settings import ForReviewers
from council_core.domain.waiting import Limit
from council_core.errors import Withheld


@dataclass(frozen=True, slots=True)
class EnglishStages:
    """Implements `StageWords`."""

    answers: str = "Answers"
    reviews: str = "Reviews"
    verdict: str = "Verdict"
    vote: str = "Vote"
    nothing_to_rank: str = "nothing to rank"
    nobody_concluded: str = "nobody could write one"
    did_not_end: str = "did not end"
    not_reached: str = "not reached"

    def answered(self, *, done: int, of: int, missing: int) -> str:
        without = f", {missing} without an answer" if missing else ""
        return f"{done} of {of}{without}"

    def reviewed(self, *, done: int, of: int, failed: int) -> str:
        return f"{done} of {of}{f', {failed} failed' if failed else ''}"

    def reviews_counted(self, *, valid: int, of: int) -> str:
        return f"all {of} counted" if valid == of > 1 else f"{valid} of {of} counted"

    def usually(self, *, seconds: float) -> str:
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
class EnglishCard:
    """Implements `CardWords`."""

    not_ranked: str = "The answers were not ranked."
    no_verdict: str = "Nobody was able to write a verdict."
    went_wrong: str = "Something went wrong."
    nothing_found: str = "A web search for this question found no page."
    tools_ended: str = (
        "Most of this question's budget is spent, so the models answer with what they have looked up so far."
    )
    sharing: str = "The verdict is on its way into the channel."
    already_shared: str = "The verdict is in the channel already."
    being_shared: str = "Somebody else is sharing the verdict now. If it is not in the channel in ten minutes, share it again."
    stopped_early: str = "Somebody stopped it before it was done."
    not_blind: str = (
        "Not blind for the asker: they gave models a name or instructions of their own for this question, "
        "and may recognise their answers."
    )

    def no_thread(self, *, why: NoThread) -> str:
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
        return (
            ("**Answered, vote open**",) if until is None else ("**Answered, vote open until ", until, "**")
        )

    def notice(self, *, asker: str, question: str) -> str:
        return f"{asker} asks: {question}"

    def asked_by(self, *, asker: str) -> str:
        return f"Asked by {asker}"

    def preset(self, *, name: str) -> str:
        return f"preset {name}"

    def template(self, *, title: str, fields: str) -> str:
        return f"Template **{title}**{f': {fields}' if fields else ''}."

    def run(self, *, run_id: str) -> str:
        return f"run {run_id}"

    def so_far(self, *, cost: str) -> str:
        return f"{cost} so far"

    def before(self, *, count: int, or_more: bool, limit: Limit) -> str:
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
        tied = ", tied" if len(aliases) > 1 else ""
        close = "; too close to call" if is_close else ""
        return f"Ranked first: **{PHRASES.responses(aliases=aliases)}**{tied} ({_grounds(firsts, of, by_scores)}{close})"

    def best(
        self, *, aliases: Sequence[str], names: Sequence[str], firsts: int, of: int, by_scores: bool
    ) -> str:
        each = [f"Response {alias} by {name}" for alias, name in zip(aliases, names, strict=False)]
        tied = ", tied" if len(aliases) > 1 else ""
        return f"Best: **{listed(each)}**{tied} ({_grounds(firsts, of, by_scores)})"

    def so_many_votes(self, *, count: int, blind: int) -> str:
        return f"{counted(count, 'vote')} so far{apart(count, blind)}"

    def repeats(self, *, run_id: str) -> str:
        return f"Asked before as run {run_id}."

    def earlier(self, *, count: int) -> str:
        return f"The models know {counted(count, 'earlier question')} of this thread, with the verdict."

    def masked(self, *, secrets: str) -> str:
        return (
            f"Hidden before any model read it: {secrets}. If a message still shows it, delete that message and "
            "change the secret."
        )

    def missing(self, *, why: str, command: str) -> str:
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
        return f"{name} shared this verdict"

    def not_shared(self, *, why: str, button: str) -> str:
        return f"I could not share the verdict: {why} Once I may write there, press [{button}] again. The thread has all of it."

    def searched(self, *, count: int) -> str:
        return f"All models read what a web search for this question found ({counted(count, 'page')})."

    def without_tools(self, *, why: str) -> str:
        return f"Some tools are not available to the models: {why}"

    def not_searched(self, *, why: str) -> str:
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
class EnglishMaterial:
    """Implements `MaterialWords`."""

    no_text: str = "it shows no text without JavaScript."
    thread_skipped: str = "Council did not read what was said before your question."
    files_skipped: str = "Council could not read the files of your question."
    further_links: str = "Further links"
    middle_missing: str = "a part in the middle not read"
    this_thread: str = "This thread"
    web_search: str = "The web search"
    from_earlier: str = ", from an earlier question"

    def unread(self, *, name: str, reason: UnreadReason, detail: str) -> str:
        why = WHY_UNREAD[reason].replace("{detail}", detail)
        if reason == "not_given" and detail:
            return f"**{name}** was not read: {detail}"
        kind = f" ({self.form(form=detail)})" if reason == "unknown" and detail else ""
        return f"**{name}** was not read: {why}{kind}.{KINDS_READ if reason == 'unknown' else ''}"

    def all_read(self, *, pieces: Sequence[str]) -> str:
        return f"All models read {listed(pieces)}."

    def looked_at(self, *, pictures: Sequence[str], described: bool) -> str:
        said = f"Models that can see look at {listed(pictures)}."
        them = "it" if len(pictures) == 1 else "them"
        return f"{said} One of these models described {them} for the others." if described else said

    def picture(self, *, name: str, form: str) -> str:
        return f"{name} ({form} picture)"

    def part(self, *, name: str, part: Portion, number: int, of: int) -> str:
        return f"{name}, {part} {number:,} of {of:,}"

    def messages(self, *, count: int, left_out: int | None, files: int) -> str:
        rest = f"{left_out:,} more {'is' if left_out == 1 else 'are'} left out" if left_out else ""
        if left_out is None:
            rest = "earlier messages are left out"
        unread = f"{counted(files, 'file')} in {'it' if count == 1 else 'them'} not read" if files else ""
        gaps = ", ".join(part for part in (rest, unread) if part)
        return f"{counted(count, 'message')} of this thread{f' ({gaps})' if gaps else ''}"

    def form(self, *, form: str) -> str:
        return form

    def pages(self, *, form: str, count: int) -> str:
        nouns = {**dict.fromkeys(SLIDES, "slide"), "spreadsheet": "sheet"}
        return f"{form}, {counted(count, nouns.get(form, 'page'))}"

    def some_of(self, *, given: int, of: int) -> str:
        return f"{given:,} of {of:,} characters: its beginning and its end"

    def some_of_first(self, *, given: int, of: int) -> str:
        return f"{given:,} of the first {of:,} characters; the rest was not read"

    def only_first(self, *, characters: int) -> str:
        return f"only the first {characters:,} characters"

    def pages_missing(self, *, first: int, last: int) -> str:
        return f"pages {first:,} to {last:,} not read"

    def unseen(self, *, pictures: int) -> str:
        return "1 picture not looked at" if pictures == 1 else f"{pictures:,} pictures not looked at"

    def withheld(self, *, why: Withheld, facts: Mapping[str, str]) -> str:
        return WHY_WITHHELD[why].format_map(facts)

    def page_unopened(self, *, why: str) -> str:
        return PAGE_UNOPENED.replace("{why}", why)

    def thread_unread(self, *, why: str) -> str:
        return f"Council did not read what was said before your question, so the models know only the question itself. {why} Until that is fixed, copy what matters into the question, or switch the reading of threads off in this channel's settings."

    def files_unread(self, *, why: str) -> str:
        return f"Council could not read the files of your question, so the models answer without them. {why} Until that is fixed, copy the passages that matter into the question."

    def question(self, *, files: Sequence[str]) -> str:
        return f"What matters in {listed(files)}, and what should we do about it?"

    def links_beyond(self, *, most: int) -> str:
        first = "link of the question is" if most == 1 else f"{most} links of the question are"
        return f"Only the first {first} read. The others were not opened."

    def given(
        self, *, name: str, given: int, of: int, is_cut: bool, reviewers: ForReviewers, size: int, digest: str
    ) -> str:
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
        words = ""
        if described is not None:
            words = f", and described in {described:,} characters for models that cannot see"
        return (
            f"{name}: shown to models that can see, {width} × {height} pixels{words} · "
            f"{size:,} bytes · SHA-256 {digest}…"
        )

    def read_description(self, *, names: Sequence[str]) -> str:
        return f"{listed(names)} answered from the description, without seeing the picture."


@dataclass(frozen=True, slots=True)
class EnglishStats:
    """Implements `StatsWords`."""

    panel: str = "Statistics"
    title: str = "How the models have done here"
    none: str = "There are no ranked runs here yet whose names are out, so there is nothing to count."
    few: str = "**So few runs** say more about these questions than about the models."
    legend: str = (
        "Mean place: in the models' rankings, 1 is best; it depends on how many answered. Wins: share of one-to-one "
        "comparisons won. With the team: how a model's own ranking agrees with the team's, from -1 (the other way round) "
        "to 1 (the same order), with the number of runs behind it."
    )
    runs: str = "Runs"
    with_team: str = "With the team"

    def best(self, *, name: str, place: float, runs: int) -> str:
        return f"{name} has the best mean place, {place:.1f} over {counted(runs, 'run')}."

    def counted(self, *, revealed: int, runs: int) -> str:
        return f"The latest {counted(runs, 'run')} here; {revealed} came to a reveal and are counted."

    def left_out(self, *, demonstrations: int) -> str:
        return f"{capital(counted(demonstrations, 'demonstration'))} left out."

    def agreed(self, *, tau: float, runs: int) -> str:
        return f"On average the orders of models and team agree at {tau:.2f} (1 the same order, 0 chance, -1 the reverse), over {counted(runs, 'run')} with votes."

    def helpful(self, *, good: int, of: int) -> str:
        return f"{good} of {counted(of, 'person', 'people')} found the verdict helpful."


@dataclass(frozen=True, slots=True)
class EnglishEstimates:
    """Implements `EstimateWords`."""

    def usual(self, *, tokens: int) -> str:
        return f"A question of some fifty words here takes about {tokens:,} tokens"

    def this(self, *, tokens: int) -> str:
        return f"This question takes about {tokens:,} tokens"

    def unknown(self, *, what: str, models: Sequence[str]) -> str:
        return f"{what}; its cost is unknown, because no price is known for {listed(models)}."

    def free(self, *, what: str) -> str:
        return f"{what} and costs nothing."

    def costs(self, *, what: str, cost: str, besides: Sequence[str]) -> str:
        rest = f", not counting {listed(besides)}, whose price is unknown" if besides else ""
        return f"{what} and costs {cost}{rest}."


@dataclass(frozen=True, slots=True)
class EnglishButtons:
    """Implements `ButtonWords`."""

    copy: str = "Copy"
    copied: str = "Copied"
    cancel: str = "Cancel"
    sure: str = "Are you sure?"
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
    helpful: str = "Helpful"
    not_helpful: str = "Not helpful"
    reviews: str = "Read the reviews"
    raw_reviews: str = "Raw text"
    charts: str = "Charts"
    rank_all: str = "Rank them all"
    choose: str = "Choose a response"
    show_me: str = "Show me without voting"
    see_result: str = "See the result"
    reveal: str = "End the vote and reveal"
    confirm_reveal: str = "This ends the vote for everybody and shows who wrote what. End it now?"

    def tool_calls(self, *, count: int) -> str:
        return f"Tool calls ({count})"

    def response(self, *, alias: str) -> str:
        return f"Response {alias}"

    def ask(self, *, question: str) -> str:
        return f"Ask: “{question}”"


def _grounds(firsts: int, of: int, by_scores: bool) -> str:
    """Say why a response is first, in a few words."""
    if by_scores:
        return "by mean score"
    return f"{firsts} of {counted(of, 'model')}" if firsts else "by all reviews taken together"
