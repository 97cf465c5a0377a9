"""All that Council says in English."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from bot.post import Mention, PageLabels, Part, StageState, Time
from bot.presentation.words.memory import (
    BoardsWords,
    DecisionWords,
    DigestWords,
    ImprovingWords,
    ModelsWords,
    ScheduleDone,
    ScheduleWords,
    SeatWords,
)
from bot.presentation.words.page import ListWords, PageTrouble, PageWords
from bot.presentation.words.private import (
    DeletionWords,
    ErrorWords,
    FormWords,
    HelpWords,
    HistoryWords,
    ReplyWords,
    SettingsWords,
    Source,
    Unheard,
    meaning,
)
from bot.presentation.words.templates import TemplateWords, placeholders
from bot.presentation.words.thread import (
    Agreement,
    BoardWords,
    ButtonWords,
    CardState,
    CardWords,
    ClaimWords,
    DocumentWords,
    EndingWords,
    EstimateWords,
    GapWords,
    MaterialWords,
    PhraseWords,
    PositionWords,
    ResponseWords,
    ReviewWords,
    StageWords,
    StatsWords,
    Sure,
    ToolWords,
    Trouble,
    VerdictWords,
    Withheld,
)
from bot.requests.running import Outdated
from bot.settings.catalogue import Group
from council_core.domain.answer import AbstentionReason, FinishReason, Usage
from council_core.domain.budget import Keeper, Period
from council_core.domain.export import Script
from council_core.domain.material import UnreadReason
from council_core.domain.offer import Silence
from council_core.domain.place_settings import Level
from council_core.domain.question import Masked
from council_core.domain.review import Confidence
from council_core.domain.run import RunStatus
from council_core.domain.schedule import Recurrence
from council_core.domain.settings import WhoReveals
from council_core.domain.waiting import Limit
from council_core.errors import Refusal
from council_core.templates.written import MistakeKind, TemplatePart

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)

PLURALS = {"password in a URL": "passwords in URLs", "key or token": "keys or tokens"}


def counted(count: int, noun: str, plural: str = "") -> str:
    """(2, "vote") -> 2 votes; (0, "vote") -> no votes."""
    return f"{f'{count:,}' if count else 'no'} {noun if count == 1 else plural or noun + 's'}"


def listed(things: Sequence[str], last: str = "and") -> str:
    """("A", "B", "C") -> A, B and C."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"


def capital(text: str) -> str:
    """The same with a capital letter in front."""
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------------------------------- what stands in a thread


@dataclass(frozen=True, slots=True)
class EnglishPhrases:
    """Implements `PhraseWords`."""

    demo_notice: str = "This is a demonstration: no model was asked."

    def number(self, *, count: int) -> str:
        return NUMBERS[count] if 0 <= count < len(NUMBERS) else f"{count:,}"

    def figure(self, *, count: int) -> str:
        return f"{count:,}"

    def decimal(self, *, value: float) -> str:
        return f"{value:.1f}"

    def models(self, *, count: int) -> str:
        return counted(count, "model")

    def votes(self, *, count: int) -> str:
        return counted(count, "vote")

    def reviews(self, *, count: int) -> str:
        return counted(count, "review")

    def questions(self, *, count: int) -> str:
        return counted(count, "question")

    def words(self, *, count: int) -> str:
        return counted(count, "word")

    def characters(self, *, count: int) -> str:
        return counted(count, "character")

    def octets(self, *, count: int) -> str:
        return counted(count, "byte")

    def listed(self, *, things: Sequence[str]) -> str:
        return listed(things)

    def either(self, *, things: Sequence[str]) -> str:
        return listed(things, "or")

    def responses(self, *, aliases: Sequence[str]) -> str:
        return f"Response{'s' if len(aliases) > 1 else ''} {listed(aliases)}"

    def order(self, *, groups: Sequence[Sequence[str]]) -> str:
        return ", then ".join(listed(group) + (" tied" if len(group) > 1 else "") for group in groups)

    def lasting(self, *, seconds: float) -> str:
        if seconds < 9.95:
            rounded = f"{max(seconds, 0.0):.1f}".removesuffix(".0")
            return f"{rounded} second{'' if rounded == '1' else 's'}"
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        if hours:
            rest = 0
        counts = ((hours, "hour"), (minutes, "minute"), (rest, "second"))
        return " ".join(counted(count, noun) for count, noun in counts if count)

    def briefly(self, *, seconds: float) -> str:
        minutes, rest = divmod(max(round(seconds), 0), 60)
        hours, minutes = divmod(minutes, 60)
        if hours:
            return f"{hours} h {minutes} min" if minutes else f"{hours} h"
        if minutes:
            return f"{minutes} min {rest} s" if rest else f"{minutes} min"
        return f"{rest} s"

    def percent(self, *, share: float | None) -> str:
        return "–" if share is None else f"{share * 100:.0f} %"

    def money(self, *, cost: Decimal | None, is_estimate: bool) -> str:
        if cost is None:
            return "cost unknown"
        if 0 < cost < Decimal("0.0001"):
            return "less than $0.0001"
        places = "0.0001" if 0 < cost < Decimal("0.01") else "0.01"
        return f"{'about ' if is_estimate else ''}${cost.quantize(Decimal(places)):,}"

    def tokens(self, *, usage: Usage) -> str:
        both = ((usage.tokens_in, "in"), (usage.tokens_out, "out"))
        return " · ".join(f"{count:,} tokens {way}" for count, way in both if count is not None)

    def secrets(self, *, masked: Sequence[Masked]) -> str:
        return listed([counted(each.count, each.kind, PLURALS.get(each.kind, "")) for each in masked])


PHRASES = EnglishPhrases()


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
    stopped_early: str = "Somebody stopped it before it was done."
    not_blind: str = (
        "Not blind for the asker: they gave models a name or instructions of their own for this question, "
        "and may recognise their answers."
    )

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

    def ranked_first(self, *, aliases: Sequence[str], firsts: int, of: int, is_close: bool) -> str:
        tied = ", tied" if len(aliases) > 1 else ""
        close = "; too close to call" if is_close else ""
        return f"Ranked first: **{PHRASES.responses(aliases=aliases)}**{tied} ({firsts} of {counted(of, 'model')}{close})"

    def best(self, *, aliases: Sequence[str], names: Sequence[str], firsts: int, of: int) -> str:
        each = [f"Response {alias} by {name}" for alias, name in zip(aliases, names, strict=False)]
        tied = ", tied" if len(aliases) > 1 else ""
        return f"Best: **{listed(each)}**{tied} ({firsts} of {counted(of, 'model')})"

    def votes(self, *, count: int) -> str:
        return counted(count, "vote")

    def so_many_votes(self, *, count: int) -> str:
        return f"{counted(count, 'vote')} so far"

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

    def not_shared(self, *, why: str) -> str:
        return f"I could not share the verdict: {why} The thread still has all of it."

    def searched(self, *, count: int) -> str:
        return f"All models read what a web search for this question found ({counted(count, 'page')})."

    def without_tools(self, *, why: str) -> str:
        return f"The models do without some tools: {why}"

    def not_searched(self, *, why: str) -> str:
        if not why:
            return "The web was not searched for this question: no search engine is set up."
        return f"The web was not searched for this question: {why}"


WHY_WITHHELD: Mapping[Withheld, str] = {
    "private_network": "It leads into a private network, and Council reads public pages only.",
    "unknown_host": "There is no server of this name.",
    "no_address": "It is no address of a page.",
    "members_only": "Only people who are signed in there can read it; copy what matters into the question.",
    "port": "It names a port on which there are no pages.",
    "redirects": "It redirects from one address to the next.",
    "server_answered": "Its server answered {fact}.",
    "no_answer": "Its server did not answer within {fact} seconds.",
    "unreachable": "Its server could not be reached.",
    "larger": "It is larger than {fact}.",
    "service_answered": "It answered {fact}.",
    "service_silent": "It did not answer within {fact} seconds.",
    "service_unreachable": "It could not be reached.",
    "no_json": "It did not answer with JSON.",
    "found_nothing": "It found nothing.",
    "asks_for": "It asks for {fact}, which nobody filled in.",
    "not_here": "No connector of this name is set up for this place.",
    "elsewhere": "This file is not kept in Slack itself; attach it to the message.",
    "withheld": "Slack does not hand this file out to Council, as with some files of other organisations; attach it here yourself.",
    "forbidden": "Slack does not let Council read this file.",
    "gone": "The file is not there any more.",
    "expired": "Discord has thrown this file away, as it does after a while with files of commands. Attach it once more.",
}

WHY_UNREAD: Mapping[UnreadReason, str] = {
    "too_large": "it is larger than {detail} MB",
    "too_many": "a question takes {detail} files",
    "not_given": "it could not be fetched",
    "empty": "it is empty",
    "password": "it needs a password",
    "damaged": "it is damaged",
    "no_text": "its first pages are blank",
    "unknown": "it is no kind of file that Council reads",
    "mislabelled": "it is not the {detail} file that its name promises",
    "oversized": "it is small and unpacks to something huge",
    "too_slow": "reading it takes too much time or memory",
    "no_engine": "no search engine is set up",
    "no_sight": "no model of this council can see pictures",
    "no_library": "this Council was installed without the part that reads such files (`council[files]`)",
    "no_budget": "most of the question's budget was spent",
}


@dataclass(frozen=True, slots=True)
class EnglishMaterial:
    """Implements `MaterialWords`."""

    no_text: str = "it shows no text without JavaScript."
    thread_skipped: str = "Council did not read what was said before your question."

    def unread(self, *, name: str, reason: UnreadReason, detail: str) -> str:
        why = WHY_UNREAD[reason].replace("{detail}", detail)
        if reason == "not_given" and detail:
            return f"**{name}** was not read: {detail}"
        kind = f" ({detail})" if reason == "unknown" and detail else ""
        return f"**{name}** was not read: {why}{kind}."

    def all_read(self, *, pieces: Sequence[str]) -> str:
        return f"All models read {listed(pieces)}."

    def looked_at(self, *, pictures: Sequence[str], described: bool) -> str:
        said = f"Models that can see look at {listed(pictures)}."
        return f"{said} One of them described it for the others." if described else said

    def picture(self, *, name: str, form: str) -> str:
        return f"{name} ({form} picture)"

    def messages(self, *, count: int) -> str:
        return f"{counted(count, 'message')} of this thread"

    def form(self, *, form: str) -> str:
        return form

    def pages(self, *, form: str, count: int) -> str:
        return f"{form}, {counted(count, {'PowerPoint': 'slide', 'spreadsheet': 'sheet'}.get(form, 'page'))}"

    def some_of(self, *, given: int, of: int) -> str:
        return f"{given:,} of {of:,} characters: its beginning and its end"

    def only_first(self, *, characters: int) -> str:
        return f"only the first {characters:,} characters"

    def withheld(self, *, why: Withheld, fact: str) -> str:
        return WHY_WITHHELD[why].replace("{fact}", fact)

    def thread_unread(self, *, why: str) -> str:
        return f"Council did not read what was said before your question, so the models know only the question itself. {why} Until that is mended, copy what matters into the question, or switch the reading of threads off in this channel's settings."

    def question(self, *, files: Sequence[str]) -> str:
        return f"What matters in {listed(files)}, and what should we do about it?"


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
        return f"The orders of models and team are alike at {tau:.2f} on average (1 the same, 0 chance, -1 the reverse), over {counted(runs, 'run')} with votes."

    def helpful(self, *, good: int, of: int) -> str:
        return f"{good} of {counted(of, 'person', 'people')} found the verdict helpful."


@dataclass(frozen=True, slots=True)
class EnglishEstimates:
    """Implements `EstimateWords`."""

    def usual(self, *, tokens: int) -> str:
        return f"A question of some fifty words here takes about {tokens:,} tokens"

    def unknown(self, *, what: str, models: Sequence[str]) -> str:
        return f"{what}; what it costs is unknown, since no price is known of {listed(models)}."

    def free(self, *, what: str) -> str:
        return f"{what} and costs nothing."

    def costs(self, *, what: str, cost: str, besides: Sequence[str]) -> str:
        rest = f", besides what {listed(besides)} takes, whose price is unknown" if besides else ""
        return f"{what} and costs {cost}{rest}."


@dataclass(frozen=True, slots=True)
class EnglishButtons:
    """Implements `ButtonWords`."""

    cancel: str = "Cancel"
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
    settings: str = "Settings"
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
    reveal: str = "End the vote and reveal"
    confirm_reveal: str = "This ends the vote for everybody and shows who wrote what. End it now?"

    def tool_calls(self, *, count: int) -> str:
        return f"Tool calls ({count})"

    def response(self, *, alias: str) -> str:
        return f"Response {alias}"

    def ask(self, *, question: str) -> str:
        return f"Ask: “{question}”"


ENDERS: Mapping[WhoReveals, str] = {
    "asker": "{asker} can end the vote early.",
    "anyone": "Anyone can end the vote early.",
    "nobody": "Nobody can end it early.",
}

CERTAIN: Mapping[Sure, str] = {
    "clear": "They are clear about it.",
    "leaning": "They lean that way, but not by much.",
    "few": "So few reviewers may agree by chance, so this is no more than a lean.",
    "too_close": "It is too close to call: another response could just as well have come first.",
    "nothing": "There were too few reviews to say how sure they are.",
    "tie": "It is a tie, so the models have no single favourite.",
}

AGREEING: Mapping[Agreement, str] = {
    "full": "Team and models agree completely.",
    "most": "Team and models agree for the most part.",
    "part": "Team and models agree in part.",
    "hardly": "Team and models hardly agree.",
    "opposite": "Team and models see it the other way round.",
}


@dataclass(frozen=True, slots=True)
class EnglishBoard:
    """Implements `BoardWords`."""

    question: str = "Which response is best?"
    secrecy: str = "Vote for one. Nobody sees your vote, and you can change it until the names are revealed."
    hidden: str = "The models' ranking and the verdict are shown to you once you have voted, and to all when the vote ends."
    closed_heading: str = "The vote"
    nobody_yet: str = "Nobody has voted yet, and half of the time is over."
    ranking: str = "How the models rank the responses"
    names: str = "Ranking and names"
    little_evidence: str = "There is little to go by: fewer than two judgements on each pair of responses."
    place: str = "Place"
    response: str = "Response"
    wins: str = "Wins"
    points: str = "Points"
    mean_place: str = "Mean place"
    firsts: str = "First places"
    ballots: str = "Ballots"
    model: str = "Model"
    votes: str = "Votes"
    mean: str = "Mean"
    mean_score: str = "Mean score"
    legend: str = "Wins: the share of one-to-one comparisons that a response won. First places: how many models put it first."
    points_legend: str = (
        "Points, of 100: each model gives its share for every response that it ranks below. "
        "First places: how many models put it first."
    )
    mean_place_legend: str = (
        "Mean place: over all reviews that counted, 1 is best. Ballots: how many models ranked it."
    )
    no_ranking: str = "No ranking this time"
    one_response: str = "There is only one response, so there is nothing to rank."
    no_reviews: str = "No model reviewed the responses."
    names_out: str = "The names are out."
    few_blind: str = (
        "Fewer than three people voted before they saw the ranking, too few to compare team and models."
    )
    no_verdict: str = "There is no verdict."
    not_blind: str = (
        "Not blind for the asker: they gave models a name or instructions of their own for this question, "
        "and may have recognised their answers."
    )

    def so_far(self, *, votes: int) -> str:
        return f"{capital(counted(votes, 'vote'))} so far."

    def open_until(self, *, until: Time, enough: int | None) -> Sequence[Part]:
        return "Open until ", until, f"{_or_enough(enough)}."

    def open_for(self, *, seconds: float | None, enough: int | None) -> str:
        if seconds is None:
            return f"Open until some time after the models' own ranking is here{_or_enough(enough)}."
        if seconds == 0:
            return f"Open until the models' own ranking is here{_or_enough(enough)}."
        return f"Open for {PHRASES.lasting(seconds=seconds)} after the models' own ranking is here{_or_enough(enough)}."

    def who_ends(self, *, who: WhoReveals, asker: str) -> str:
        return ENDERS[who].format(asker=asker)

    def closed(self, *, by: str, is_stopped: bool) -> str:
        if is_stopped:
            return "Vote closed: the question was stopped before its end."
        return f"Vote closed: {by} revealed the names." if by else "Vote closed."

    def voted(self, *, count: int) -> str:
        return {0: "Nobody voted.", 1: "One person voted."}.get(count, f"{count} people voted.")

    def told_apart(self, *, blind: int, informed: int) -> str:
        return f"{capital(counted(blind, 'vote'))} before the ranking was seen, {informed or 'none'} after."

    def invitation(self, *, aliases: Sequence[str]) -> str:
        return f"Vote for the best of {PHRASES.responses(aliases=aliases)}."

    def first(self, *, aliases: Sequence[str]) -> str:
        if len(aliases) == 1:
            return f"The models put Response {aliases[0]} first."
        return f"{PHRASES.responses(aliases=aliases)} share first place."

    def best_scored(self, *, aliases: Sequence[str], first: str) -> str:
        one = len(aliases) == 1
        scored = f"{'has' if one else 'share'} the best mean score and {'comes' if one else 'come'} first"
        return f"{PHRASES.responses(aliases=aliases)} {scored}. By rankings alone: {first}"

    def put_first(self, *, alias: str, count: int, of: int, wrote: bool) -> str:
        who = (
            f"{PHRASES.number(count=count)} of {PHRASES.number(count=of)}" if of != 1 else "The one reviewer"
        )
        if not count:
            who = f"None of {PHRASES.number(count=of)}" if of != 1 else "Not even the one reviewer"
        wrote_it = (
            "" if not wrote or not count else " (and wrote it)" if count == 1 else " (one of them wrote it)"
        )
        return f"{capital(who)} put {alias} first{wrote_it}."

    def certainty(self, *, kind: Sure) -> str:
        return CERTAIN[kind]

    def pairs_agreed(self, *, of_ten: int) -> str:
        return f"Two reviewers at random agree on {of_ten} of 10 pairs; chance is 5."

    def counts_less(self, *, reviewers: Sequence[int]) -> str:
        who = listed([f"Reviewer {number}" for number in reviewers])
        return (
            f"{who} {'counts' if len(reviewers) == 1 else 'count'} for less, being at odds with the others."
        )

    def learned(self, *, reviewers: int) -> str:
        who = f"{reviewers} reviewer{' counts' if reviewers == 1 else 's count'}"
        return f"How much {who} follows from calibration or the team's earlier votes."

    def shortened(self, *, aliases: Sequence[str]) -> str:
        were, them = ("was", "it") if len(aliases) == 1 else ("were", "them")
        unseen = f"the reviewers did not see the middle of {them}. Everybody else reads {them} whole."
        return f"{PHRASES.responses(aliases=aliases)} {were} shortened for review: {unseen}"

    def scale(self, *, highest: str, lower_is_better: bool) -> str:
        return f"Mean scores of the reviewers, up to {highest}; {'lower' if lower_is_better else 'higher'} is better."

    def tied(self, *, place: int) -> str:
        return f"{place} (tied)"

    def row(self, *, alias: str, place: str, wins: str) -> str:
        return f"Response {alias} in place {place} with {wins}"

    def counted(self, *, valid: int, of: int) -> str:
        if valid == of:
            return (
                "The one review counted." if of == 1 else f"All {PHRASES.number(count=of)} reviews counted."
            )
        if not valid:
            return (
                "The only review did not count."
                if of == 1
                else f"None of {PHRASES.number(count=of)} reviews counted."
            )
        return f"{capital(PHRASES.number(count=valid))} of {PHRASES.number(count=of)} reviews counted."

    def not_counted(self, *, reviewer: int, why: str) -> str:
        return f"Reviewer {reviewer}'s ranking was not counted. {why}".rstrip()

    def written_by(self, *, alias: str, name: str) -> str:
        return f"Response {alias} is by {name}."

    def team_agrees(self, *, how: Agreement) -> str:
        return AGREEING[how]

    def team_favourite(self, *, aliases: Sequence[str]) -> str:
        return f"The team's favourite: {PHRASES.responses(aliases=aliases)}."

    def counted_together(self, *, aliases: Sequence[str]) -> str:
        return f"Both counted together: {PHRASES.responses(aliases=aliases)}."

    def chaired_by(self, *, name: str) -> str:
        return f"{name} wrote the verdict."

    def described(self, *, names: Sequence[str], readers: Sequence[str]) -> str:
        if readers:
            return f"{listed(names)} described the pictures, which {listed(readers)} cannot see."
        return f"{listed(names)} described the pictures for models that cannot see."

    def reviewer_was(self, *, number: int, name: str) -> str:
        return f"Reviewer {number}: {name}"

    def tools_used(self, *, name: str, tools: Sequence[str]) -> str:
        return f"{name} ({', '.join(tools)})"

    def used(self, *, each: Sequence[str]) -> str:
        return f"Tools, with the number of calls: {' · '.join(each)}."

    def takes_no_tools(self, *, names: Sequence[str]) -> str:
        verb = "takes" if len(names) == 1 else "take"
        return f"{listed(names)} {verb} no tools and answered without."

    def to_verdict(self, *, seconds: float) -> str:
        return f"{PHRASES.briefly(seconds=seconds)} to the verdict"


def _or_enough(enough: int | None) -> str:
    return (
        ""
        if enough is None
        else f", or until there {'is' if enough == 1 else 'are'} {counted(enough, 'vote')}"
    )


@dataclass(frozen=True, slots=True)
class EnglishResponses:
    """Implements `ResponseWords`."""

    cut_short: str = "This response was cut off at its token limit, so its end is missing."
    rest_lost: str = "The rest could not be kept."
    late: str = "A late answer"
    late_explained: str = "It came after the others had gone to review, so nobody ranked it."
    late_notice: str = "One more answer came in, too late to be ranked."

    def title(self, *, alias: str) -> str:
        return f"Response {alias}"

    def title_revealed(self, *, alias: str, name: str, place: int | None, is_tied: bool) -> str:
        if place is None:
            return f"Response {alias} · {name}" + (" · tied" if is_tied else "")
        end = {1: "st", 2: "nd", 3: "rd"}.get(place % 10 if place % 100 not in (11, 12, 13) else 0, "th")
        return f"Response {alias} · {name} · {place}{end}{', tied' if is_tied else ''}"

    def notice(self, *, alias: str, length: str) -> str:
        return f"Response {alias} is here: {length}."

    def care(self, *, flags: Sequence[str]) -> str:
        return f"Read this one with care: it {listed(flags)}."

    def sources(self, *, listed: Sequence[str], more: int) -> str:
        rest = f" · {more} more" if more else ""
        return f"Sources: {' · '.join(listed)}{rest}"

    def too_long(self, *, characters: int, taken: int) -> str:
        return (
            f"This answer has {characters:,} characters, too many to read: Council took the first {taken:,}."
        )

    def part(self, *, title: str, index: int, of: int) -> str:
        return f"{title} ({index}/{of})"

    def continued(self, *, title: str) -> str:
        return f"{title}, continued."

    def pointer(self, *, file: str) -> str:
        return f"This is as much as fits here. The whole text is in the file {file}."

    def whole(self, *, title: str) -> str:
        return f"{title}, the whole text"


GAPS: Mapping[AbstentionReason, str] = {
    "timed_out": "no reply within {time}",
    "late": "not ready within {time}{others}, so the council went on",
    "rate_limited": "the provider had too many requests",
    "unauthorized": "the provider did not accept our key",
    "no_credit": "the account with the provider has run out of credit",
    "unknown_model": "the provider does not know the model",
    "refused": "it declined",
    "empty": "it sent back nothing",
    "bad_request": "the provider did not accept the request",
    "bad_reply": "its reply could not be read",
    "unreachable": "it could not be reached",
    "unavailable": "the provider was out of order",
    "not_asked": "not asked, because its provider had failed {often} in a row",
}

ADVICE: Mapping[AbstentionReason, str] = {
    "timed_out": "Ask again, or allow more time.",
    "late": "Allow more time, or choose a faster model.",
    "rate_limited": "Wait a minute and ask again.",
    "unauthorized": "Check the key for this provider.",
    "no_credit": "Top up the account with this provider.",
    "unknown_model": "Check the name of the model in the settings.",
    "refused": "Put the question differently, or choose another model.",
    "empty": "Ask again; if it happens often, choose another model.",
    "bad_request": "A shorter question may help.",
    "bad_reply": "Ask again; if it happens often, choose another model.",
    "unreachable": "Check the connection and the provider's address.",
    "unavailable": "Ask again in a few minutes.",
    "not_asked": "Ask again in a few minutes, or choose another model.",
}

MISSED = {"answer": "gave no answer", "review": "gave no review", "synthesize": "wrote no verdict"}


@dataclass(frozen=True, slots=True)
class EnglishGaps:
    """Implements `GapWords`."""

    def reason(
        self, *, reason: AbstentionReason, seconds: float, others: float | None, failures: int | None
    ) -> str:
        took = "" if others is None else f", while the others took {PHRASES.lasting(seconds=others)} at most"
        often = "several times" if failures is None else counted(failures, "time")
        return GAPS[reason].format(time=PHRASES.lasting(seconds=seconds), others=took, often=often)

    def in_general(self, *, reason: AbstentionReason) -> str:
        return capital(GAPS[reason].format(time="its time", others="", often="several times")) + "."

    def advice(self, *, reason: AbstentionReason) -> str:
        return ADVICE[reason]

    def several(self, *, count: int, reason: str) -> str:
        return f"{count} × {reason}"

    def no_answer(self, *, missing: int, members: int, reasons: Sequence[str]) -> str:
        who = "The only model" if members == missing == 1 else f"{missing} of {counted(members, 'model')}"
        return f"{who} gave no answer: {'; '.join(reasons)}."

    def missed(self, *, name: str, stage: Literal["answer", "review", "synthesize"]) -> str:
        return f"**{name}** {MISSED[stage]}."


@dataclass(frozen=True, slots=True)
class EnglishVerdict:
    """Implements `VerdictWords`."""

    agree: str = "All agree"
    differ: str = "They differ"
    unique: str = "Only one saw"
    point: str = "The models"
    what: str = "On"
    doubts: str = "What the chairman would still check"
    unranked: str = "The chairman worked from the responses alone: the models did not rank them."
    no_first: str = "The models' ranking has no first place."
    none: str = "No verdict"
    still_stand: str = "The responses above still stand."

    def title(self, *, is_ranked: bool) -> str:
        return "Verdict" if is_ranked else "Verdict, without a ranking behind it"

    def for_asker(self, *, asker: Mention) -> Sequence[Part]:
        return asker, ", here is the verdict."

    def cut_off(self, *, reason: FinishReason) -> str:
        return {
            "length": "The verdict was cut off at the chairman's token limit, so its end is missing.",
            "content_filter": "The provider's content filter stopped the verdict before its end.",
            "error": "The verdict broke off before its end.",
        }.get(reason, "")

    def too_long(self, *, characters: int, taken: int) -> str:
        return f"The chairman wrote {characters:,} characters; Council took the first {taken:,}."

    def foreign_links(self, *, links: Sequence[str]) -> str:
        what = "These links are" if len(links) > 1 else "This link is"
        return f"{what} in none of the responses, so check before you follow: {listed(links)}"

    def ranked_first(self, *, aliases: Sequence[str]) -> str:
        tie = ", tied" if len(aliases) > 1 else ""
        return f"Ranked first by the models: **{PHRASES.responses(aliases=aliases)}**{tie}."

    def stand_in(self, *, passed_over: int, reasons: Sequence[str]) -> str:
        if passed_over == 1:
            return f"The chairman could not write the verdict ({'; '.join(reasons)}), so the next model in line did."
        who = f"The first {PHRASES.number(count=passed_over)} models in line"
        return f"{who} could not write the verdict ({'; '.join(reasons)}), so the next one did."

    def nobody(self, *, asked: int, reasons: Sequence[str]) -> str:
        if not reasons:
            return (
                "Nobody was there to write one."
                if not asked
                else f"{counted(asked, 'model')} could not write one."
            )
        if asked == 1:
            return f"The chairman could not write one ({'; '.join(reasons)}), and nobody else was in line."
        return f"None of {counted(asked, 'model')} could write one ({'; '.join(reasons)})."


@dataclass(frozen=True, slots=True)
class EnglishClaims:
    """Implements `ClaimWords`."""

    title: str = "Checked claims"
    claim: str = "Claim"
    finding: str = "What sources say"
    none: str = "No claim was checked against a source: no reviewer looked anything up."

    def found(self, *, supported: int, contradicted: int) -> str:
        said = [
            *([f"supported by {counted(supported, 'reviewer')}"] if supported else []),
            *([f"contradicted by {counted(contradicted, 'reviewer')}"] if contradicted else []),
        ]
        return ", ".join(said) or "not found"

    def misquoted(self, *, quote: str) -> str:
        return f"This quotation does not stand in the source that it names: “{quote}”"


@dataclass(frozen=True, slots=True)
class EnglishTools:
    """Implements `ToolWords`."""

    panel: str = "Tool calls"
    none: str = "No model called a tool for this question."
    sealed: str = "The calls of tools are shown once names are out."
    file_title: str = "Every call"

    def in_file(self, *, file: str) -> str:
        return f"Not all of this fits here. The file {file} holds every call."

    def notice(self, *, count: int) -> str:
        return f"{capital(counted(count, 'call'))} of tools."


@dataclass(frozen=True, slots=True)
class EnglishReviews:
    """Implements `ReviewWords`."""

    unclear: str = "It gives no clear ranking."
    panel: str = "The reviews"
    none: str = "There are no reviews of this question."
    nothing_written: str = "It wrote nothing."
    file_title: str = "Every review, whole"

    def heading(self, *, count: int) -> str:
        return "The review" if count == 1 else f"The {PHRASES.number(count=count)} reviews"

    def reviewer(self, *, number: int, name: str) -> str:
        return f"Reviewer {number} · {name}" if name else f"Reviewer {number}"

    def order(self, *, order: str) -> str:
        return f"best first: {order}."

    def not_counted(self, *, why: str) -> str:
        return f"not counted. {why}".rstrip()

    def in_file(self, *, file: str) -> str:
        return f"Not all of this fits here. The file {file} holds every review whole."

    def notice(self, *, count: int) -> str:
        return f"{capital(counted(count, 'review'))} of these responses."

    def must_contain(self, *, points: Sequence[str]) -> str:
        numbered = " ".join(f"({at}) {point}" for at, point in enumerate(points, start=1))
        return f"A right answer must contain: {numbered}"

    def points_met(self, *, met: Sequence[str]) -> str:
        return f"Points met: {'; '.join(met)}."

    def own_answer(self, *, answer: str) -> str:
        return f"Its own answer: {answer}"

    def confidence(self, *, level: Confidence) -> str:
        return f"It says its confidence is {level}; that changes no weight."


@dataclass(frozen=True, slots=True)
class EnglishPositions:
    """Implements `PositionWords`."""

    split: str = "The models disagree"
    asked_again: str = "Each is asked once more, with the positions of the others, not their answers, and keeps or changes its own."
    nothing_leads: str = "By plain majority nothing leads"
    minority: str = "Minority report"

    def sides(self, *, positions: Sequence[str], counts: Sequence[int], silent: int) -> str:
        held = [
            f"{PHRASES.number(count=count)} {'says' if count == 1 else 'say'} “{position}”"
            for position, count in zip(positions, counts, strict=False)
        ]
        takes = "takes" if silent == 1 else "take"
        rest = f" {capital(PHRASES.number(count=silent))} {takes} no position." if silent else ""
        return f"{capital(listed(held))}.{rest}"

    def kept(self, *, reason: str) -> str:
        return f"It kept its position when it saw the others{f': {reason}' if reason else ''}"

    def changed(self, *, before: str, reason: str) -> str:
        return (
            f"It held “{before}” before it saw the others, and changed that{f': {reason}' if reason else ''}"
        )

    def all_say(self, *, position: str, aliases: Sequence[str]) -> str:
        return f"All who take a position say “{position}”: {PHRASES.responses(aliases=aliases)}."

    def side(self, *, position: str, aliases: Sequence[str]) -> str:
        return f"{PHRASES.responses(aliases=aliases)} {'says' if len(aliases) == 1 else 'say'} “{position}”"

    def leads(self, *, position: str, count: int, of: int) -> str:
        return f"By plain majority “{position}” leads, {count} of {of}"

    def dissent(
        self, *, alias: str, position: str, before: str, has_changed: bool, reason: str, sources: int
    ) -> str:
        what = f"says “{position}”"
        if has_changed:
            what = f"held “{before}” at first and changed to “{position}”"
        elif before:
            what = f"says “{position}” and kept that when it saw the others"
        why = f": {reason.rstrip('.')}" if reason else ""
        return f"Response {alias} {what}{why}. It names {counted(sources, 'source') if sources else 'no source'}."


@dataclass(frozen=True, slots=True)
class EnglishEndings:
    """Implements `EndingWords`."""

    failed: str = "No result this time"
    not_reviewed: str = "not reviewed"
    unread_free: str = "No model was asked, so it cost nothing. Ask again once that is fixed."
    stopped: str = "Stopped"
    nothing_more: str = "No model is asked anything more, and the names stay sealed."
    no_answer_yet: str = "No answer had come in yet."
    export_which: str = (
        "As which file would you like this question? You alone get it, and can then post it to the thread."
    )
    export_to_thread: str = "Post to thread"
    export: str = "This question as files"
    deleted: str = "Deleted by request"
    deleted_notice: str = "A question stood here with its answers. It was deleted by request."

    def failed_notice(self, *, why: str) -> str:
        return f"No result. {why}"

    def remains(self, *, answers: int, is_reviewed: bool) -> str:
        came = (
            "One answer came in"
            if answers == 1
            else f"{capital(PHRASES.number(count=answers))} answers came in"
        )
        missing = "" if is_reviewed else " Nobody reviewed it." if answers == 1 else " Nobody reviewed them."
        return f"{came}; read {'it' if answers == 1 else 'them'} below.{missing}"

    def answer_by(self, *, name: str) -> str:
        return f"Answer by {name}"

    def answer_notice(self, *, name: str, length: str, is_reviewed: bool) -> str:
        return f"{name} did answer: {length}{'' if is_reviewed else ', not reviewed'}."

    def unread(self, *, why: str) -> str:
        return f"**Your question could not be answered where you asked it.** {why}"

    def unread_kept(self, *, command: str) -> str:
        return f"What came out is kept, and is posted once Council may write there again. `{command}` shows it to you as long as you can read that place."

    def you_asked(self, *, question: str) -> str:
        return f"You asked: {question}"

    def came(self, *, answers: int, members: int) -> str:
        rest = "It stands above, not reviewed." if answers == 1 else "They stand above, not reviewed."
        return f"{answers} of {counted(members, 'model')} had answered. {rest}"

    def export_missing(self, *, scripts: Sequence[Script]) -> str:
        return (
            f"Letters are missing in the file, because no font here has them: {listed(scripts)}. The operator can "
            "install Noto fonts."
        )

    def export_wanted(self, *, by: str, files: Sequence[str]) -> str:
        return f"{by} exported this question: {listed(files)}."

    def export_files(self, *, files: Sequence[str]) -> str:
        return f"This question as files: {listed(files)}."

    def export_file(self, *, format_name: str) -> str:
        return f"This question as {format_name}"

    def deleted_on(self, *, day: Time) -> Sequence[Part]:
        return "A question stood here with its answers. It was deleted by request on ", day, "."


# -------------------------------------------------------------------------------------- what one person reads


@dataclass(frozen=True, slots=True)
class EnglishReplies:
    """Implements `ReplyWords`."""

    say_why: str = "Say why"
    reason_title: str = "Why did it not help?"
    reason_intro: str = "Kept with the run, for everybody who exports it, without your name."
    reason: str = "What was missing or wrong?"
    send_reason: str = "Send"
    withdraw: str = "Withdraw my vote"
    not_voted: str = "You have not voted, so there is nothing to withdraw."
    vote_withdrawn: str = "Your vote is withdrawn. You can vote again until the names are revealed."
    asked_in_private: str = "Asked. I am no member here, so the answer comes in your direct message with me."
    asked_elsewhere: str = "Asked. The answer comes in the thread of the earlier question."
    export_started: str = (
        "The files are posted in this question's thread, or are there already. If nothing arrives, I may not be "
        "allowed to post files there."
    )
    stopped: str = "Stopped. What the models have said so far is kept."
    ask_anyway: str = "Ask it anyway"
    ask_it: str = "Ask it"

    def vague(self, *, command: str) -> str:
        return (
            "Asked. One hint, only this once: the question points to something that it does not name, so models can only "
            "guess. Name it, attach the file or ask in its thread, and say what a good answer needs. "
            f"{command} improve and your question rewrites one before it is asked."
        )

    def voted(self, *, alias: str) -> str:
        return f"Your vote: Response {alias}. You can change it until the names are revealed."

    def ranked(self, *, order: str) -> str:
        return f"Your ranking, best first: {order}. You can change it until the names are revealed."

    def feedback(self, *, good: bool) -> str:
        word = "helpful" if good else "not helpful"
        return f"Thanks, marked as {word}. Press the other button to change it."

    def still_in_message(self, *, secrets: str) -> str:
        return (
            f"Your message still shows what was masked: {secrets}. Delete the message, and change what it showed: "
            "others may have read it."
        )

    def retried(self, *, run_id: str, is_new: bool) -> str:
        if is_new:
            return f"Asked once more, with the same models, in the same thread. Its run is {run_id}."
        return f"This was tried again already, as run {run_id} in the same thread."

    def files(self, *, names: Sequence[str]) -> str:
        return f"This run as files: {listed(names)}."

    def vote_closed(self, *, has_verdict: bool) -> str:
        if has_verdict:
            return "The vote is closed. The names follow in a moment."
        return "The vote closes, and the names follow as soon as the verdict is there."

    def incident(self, *, number: str) -> str:
        return (
            "Something went wrong on our side, and nothing was done. If it happens again, give the operator of "
            f"Council this number: {number}."
        )

    def store_away(self, *, number: str) -> str:
        return (
            "Council cannot reach its database right now, so nothing was done. Try again in a few minutes; running "
            f"questions resume by themselves. If it lasts, give the operator of Council this number: {number}."
        )

    def not_started(self, *, run_id: str) -> str:
        return (
            "Your question is kept, but cannot start right now: the database takes nothing in. It starts "
            f"automatically when the database is back, so there is no need to ask again. Its run is {run_id}."
        )

    def did_you_mean(self, *, command: str) -> str:
        return f"Did you mean **{command}**? Nothing was asked yet."

    def one_word(self, *, text: str) -> str:
        return f"Ask the council “{text}”? Nothing was asked yet."


COMMANDS: Mapping[str, str] = {
    "council": "Put a question to several models, who judge each other blind",
    "Ask the council": "Ask the council",
    "ask": "Ask the council",
    "ask question": "What you want to know; leave it out for a form with more room",
    "ask preset": "A named bundle of settings, such as quick or thorough",
    "ask members": "Which models answer this time, with commas between",
    "ask chairman": "Which model writes the verdict this time",
    "ask rubric": "What reviewers look at this time",
    "ask file": "A file for the council",
    "ask file2": "Another file",
    "ask file3": "Another file",
    "settings": "Settings in this channel, and how to change them",
    "history": "The latest questions of this channel, or your own",
    "history mine": "Your own questions in all channels of this server",
    "history revealed": "Only questions whose names are revealed",
    "search": "Find questions and verdicts of this channel, and your own, by their words",
    "search words": "Words that all have to be there; “quotes” keep some together",
    "stats": "How the models have done in this channel",
    "board": "How strong the models are in this channel",
    "board only": "Such as template:writer, rubric:code, member:Ada, since:2026-01-31; workspace for all channels",
    "every": "Ask a question again and again in this channel",
    "every when": "Days, time and time zone, such as monday 9:00 Europe/Berlin",
    "every question": "What is asked each time",
    "improve": "Have a question rewritten before you ask it; nothing is asked yet",
    "improve question": "What you want to know",
    "schedules": "Questions that are asked again and again in this channel",
    "digest": "Post a digest of this channel every week or every day",
    "digest often": "How often; off for none",
    "digest when": "Time and time zone, such as 9:00 Europe/Berlin",
    "decisions": "What was decided in this channel",
    "decisions words": "Only decisions with all these words",
    "templates": "Templates for questions, with fields to fill in",
    "models": "Models that providers offer now, with prices",
    "models provider": "One provider, such as openai; all that are set up when you leave it out",
    "show": "How far a question is",
    "show run": "The run's id; the latest one when you leave it out",
    "cancel": "Stop a question before its end",
    "cancel run": "The run's id; your own latest one when you leave it out",
    "forget": "Delete a question with all that belongs to it",
    "forget run": "The run's id; your own latest one when you leave it out",
    "export": "A question as a file, for you or its thread",
    "export run": "The run's id; the latest one when you leave it out",
    "help": "What you can do here",
}


@dataclass(frozen=True, slots=True)
class EnglishHelp:
    """Implements `HelpWords`."""

    summary: str = "What Council does, and how to ask it something."
    threads: str = "Mention me in a thread and I read it first; ask in a question's thread to follow it up."
    ask: str = "Ask"
    history: str = "History"
    settings: str = "Settings"
    start: str = "What should the council look into?"
    example: str = "One repository for everything, or one per service, for a team of five?"
    models: str = "Which models are there?"
    how: str = "How does this work?"
    commands: Mapping[str, str] = field(default_factory=lambda: COMMANDS)

    def outdated(self, *, what: Outdated) -> str:
        said: Mapping[Outdated, str] = {
            "button": "This button belongs to another version of Council and does nothing any more.",
            "form": "This form belongs to another version of Council, so nothing was done. Please open it again.",
        }
        return said[what]

    def asking(self, *, command: str) -> str:
        return f"**{command} your question** asks several models. They answer, review each other blind, and conclude."

    def form(self, *, command: str) -> str:
        return f"**{command}** alone opens a form: files, models, a preset."

    def finding(self, *, command: str) -> str:
        return f"**{command} history** lists the latest questions here, **{command} search words** finds one."

    def looking(self, *, command: str) -> str:
        return f"**{command} board** shows how strong the models are; **templates**, **schedules**, **decisions**, **stats** and **settings** behind **{command}** show more."

    def stopping(self, *, command: str) -> str:
        return f"**{command} cancel** stops your latest question, **{command} forget** deletes it."


@dataclass(frozen=True, slots=True)
class EnglishForms:
    """Implements `FormWords`."""

    ask_title: str = "Ask the council"
    ask: str = "Ask"
    question: str = "Question"
    files: str = "Files"
    pick_models: str = "Pick other models"
    more_models: str = "Other models"
    more_models_hint: str = "provider:model, as the command models lists them, with commas between"
    follow_up_title: str = "Ask a follow-up"
    follow_up: str = "Your follow-up"
    again_title: str = "Edit and ask again"
    again_intro: str = (
        "A new run in the same thread. It does not know the earlier answers, so it is a fair second try."
    )
    same_question: str = "Empty: the same question as before."
    same_as_before: str = "Other models than before may be picked. Empty: the same."
    same_members: str = "One provider:model per line. Empty: the same as before."
    same_chairman: str = "Empty: the same as before."
    chairman_here: str = "A model's name or provider:model. Empty: as set here."
    none: str = "None"
    rank_title: str = "Rank the responses"
    rank_intro: str = (
        "Nobody sees how you vote, and you can change it until the names are revealed. Responses without a place count "
        "as tied behind the others."
    )
    vote: str = "Vote"
    best: str = "Best"

    def come_along(self, *, names: str) -> str:
        return f"Attached from the message: {names}"

    def too_long(self, *, characters: int, kept: int) -> str:
        return f"That text had {characters:,} characters; these are the first {kept:,}."

    def follow_up_intro(self, *, question: str) -> str:
        return (
            f"The models know what was asked and answered in this thread. The last question was: {question}"
        )

    def members_here(self, *, names: str) -> str:
        return f"Empty: {names}"

    def as_here(self, *, value: str) -> str:
        return f"As set here: {value}"

    def place(self, *, number: int) -> str:
        return f"Place {number}"


GROUPS: Mapping[Group, str] = {
    "council": "Models and preset",
    "judging": "Judging",
    "stages": "Extra stages",
    "voting": "Voting",
    "deadlines": "Time limits",
    "material": "Files",
    "web": "Web and tools",
    "privacy": "Language and privacy",
    "budget": "Budget",
    "all": "Change settings",
}

MEANINGS: Mapping[str, Mapping[str, str]] = {
    "effort": {"minimal": "Minimal", "low": "Low", "medium": "Medium", "high": "High"},
    "who_reveals": {
        "asker": "The person who asked, at any time",
        "anyone": "Anyone, at any time",
        "nobody": "Nobody: it ends when the time is up or enough have voted",
    },
    "show_ranking": {
        "at_once": "To everybody, at once",
        "after_vote": "To each person once they voted, to all when the vote ends",
    },
    "aggregation": {
        "bradley_terry": "Strength from comparisons (Bradley-Terry)",
        "borda": "Points for places (Borda)",
        "mean_place": "Mean place",
        "copeland": "Pairs won (Copeland)",
        "schulze": "Strongest paths (Schulze)",
    },
    "own_answer": {"excluded": "Not at all", "half": "Half", "full": "In full"},
    "rounds": {"one": "None is asked again", "on_split": "All are asked once more"},
    "read_thread": {"none": "Only the question is read", "thread": "What was said before is read"},
    "material_for_reviewers": {
        "none": "Their names",
        "head": "The first 2,000 characters of each",
        "all": "All of it",
    },
    "language": {"": "That of the person who asks"},
}
"""Explanations of some settings' values; all others speak for themselves."""


@dataclass(frozen=True, slots=True)
class EnglishSettings:
    """Implements `SettingsWords`."""

    heading: str = "Settings in this channel"
    summary: str = "The settings of the council in this channel."
    setting: str = "Setting"
    value: str = "Value"
    source: str = "From"
    none: str = "none"
    nothing_differs: str = "All settings are the defaults."
    first_model: str = "The first model that answers"
    who_may: str = "Those who manage this channel may change its settings."
    reset: str = "Reset to defaults"
    confirm_reset: str = "Remove all settings made here and use the inherited ones?"
    save: str = "Save"
    show: str = "Show settings"

    def label(self, *, name: str, english: str) -> str:
        return english or name

    def hint(self, *, name: str, english: str) -> str:
        del name
        return english

    def means(self, *, name: str, text: str) -> str:
        return meaning(MEANINGS, name, text)

    def group(self, *, group: Group) -> str:
        return GROUPS[group]

    def comes_from(self, *, source: Source) -> str:
        return {
            "channel": "this channel",
            "workspace": "the workspace",
            "preset": "the preset",
            "bot": "default",
        }[source]

    def differs(self, *, names: Sequence[str]) -> str:
        return f"Different from the default here: {listed(names)}."

    def contradict(self, *, trouble: str) -> str:
        return f"**These settings do not work together:** {trouble}"

    def change(self, *, level: Level) -> str:
        return f"Change {'this channel' if level == 'channel' else 'the whole workspace'}:"

    def title(self, *, level: Level) -> str:
        return f"Settings: {level}"

    def intro(self, *, level: Level) -> str:
        where = "this channel" if level == "channel" else "the whole workspace"
        return f"For {where}, from the next question on. Empty fields are inherited."

    def inherited(self, *, value: str) -> str:
        return f"Inherited: {value}"

    def left_empty(self, *, hint: str, value: str) -> str:
        return f"{hint}. Empty: {value}"

    def unheard(self, *, kind: Unheard) -> str:
        if kind == "never":
            return "**Messages without a mention do not reach Council here.**"
        return (
            "**Messages without a mention do not reach Council yet.** The operator must switch on *Message Content "
            "Intent* on the page *Bot* of Discord's developer portal and restart the bot."
        )

    def saved(self, *, level: Level) -> str:
        where = "this channel" if level == "channel" else "the whole workspace"
        return f"Saved for {where}. It holds from the next question on."

    def was_reset(self, *, level: Level) -> str:
        where = "This channel" if level == "channel" else "The workspace"
        return f"{where} inherits all its settings again, from the next question on."


STATES: Mapping[RunStatus, str] = {
    "asked": "just asked",
    "answering": "models are answering",
    "reviewing": "models are reviewing",
    "synthesizing": "the chairman is writing the verdict",
    "voting": "vote open",
    "revealed": "done",
    "failed": "no result",
    "cancelled": "stopped",
}


@dataclass(frozen=True, slots=True)
class EnglishHistory:
    """Implements `HistoryWords`."""

    here: str = "The latest questions"
    own: str = "Your latest questions"
    none_here: str = "Nobody has asked the council anything here yet."
    none_own: str = "You have not asked the council anything yet."
    newer: str = "Newer"
    older: str = "Older"
    only_mine: str = "Only mine"
    everyones: str = "Everybody’s here"
    only_revealed: str = "Only revealed"
    any_state: str = "Unfinished too"
    with_words: str = "With these words …"
    find_title: str = "Find questions"
    words: str = "Words"
    words_hint: str = "All of them must stand in the question or its verdict; “quotes” keep some together."
    find: str = "Find"
    none_fit: str = "No question fits these filters on this page."
    show: str = "Show"
    panel_found: str = "Questions found"
    more: str = "These are the newest. There are older ones; more words find fewer."
    meant_as_question: str = "If that was meant as a question, end it with a question mark."
    no_verdict: str = "no verdict"
    demonstration: str = "demonstration"
    a_channel: str = "a channel"
    open_thread: str = "open the thread"
    run: str = "The run"
    whole_verdict: str = "The whole verdict"
    whole_question: str = "The whole question"
    answers: str = "The answers"

    def count_here(self, *, count: int) -> str:
        return f"The latest {counted(count, 'question')} to the council here."

    def count_own(self, *, count: int) -> str:
        return f"Your latest {counted(count, 'question')} to the council."

    def found(self, *, words: str) -> str:
        return f"Found: {words}"

    def count_found(self, *, words: str, count: int, has_more: bool) -> str:
        return f"{'More than ' if has_more else ''}{count} found for “{words}”."

    def none_found(self, *, words: str, in_chat: bool) -> str:
        among = "here or among your own " if in_chat else ""
        return (
            f"No question {among}has all of “{words}” in it or in its verdict. Fewer words find more; a word also "
            "finds longer ones that begin with it."
        )

    def state(self, *, status: RunStatus) -> str:
        return STATES[status]

    def first(self, *, responses: str) -> str:
        return f"{responses} first"

    def asked_by(self, *, asker: str, asked: Time, run_id: str) -> Sequence[Part]:
        return (f"Asked by {asker} ", asked, f" · run {run_id}")

    def stage_state(self, *, state: StageState) -> str:
        return {"waiting": "not yet", "running": "in progress", "done": "done", "failed": "failed"}[state]

    def answers_file(self, *, file: str) -> str:
        return f"The file {file} holds what the models answered."

    def verdict_file(self, *, file: str) -> str:
        return f"The verdict is shortened here; the file {file} has all of it."


@dataclass(frozen=True, slots=True)
class EnglishDeletion:
    """Implements `DeletionWords`."""

    heading: str = "Delete this question?"
    stops_first: str = "It is running and is stopped first."
    goes: str = (
        "The question, all answers, reviews, the verdict, votes and feedback are deleted for everybody, and my posts "
        "about them are replaced by a note. This cannot be undone."
    )
    stays: str = (
        "I cannot delete what people wrote in the thread, files they attached, notifications and e-mails already sent, "
        "what the providers of the models keep, and backups."
    )
    delete: str = "Delete permanently"

    def asks(self, *, question: str) -> str:
        return f"Delete the question “{question}” with all that belongs to it?"

    def deleted(self, *, run_id: str) -> str:
        return f"Run {run_id} is deleted. Its posts are replaced in a moment, where the platform lets me edit them."


REFUSALS: Mapping[Refusal, str] = {
    "vote_not_open": "The vote is not open yet.",
    "vote_closed": "The vote is closed, so yours was not counted.",
    "vote_over": "The vote is closed already.",
    "no_vote": "There is no vote on this question; the names come with the verdict.",
    "nobody_reveals": "Nobody can end the vote early here; the names come when it ends.",
    "only_asker_reveals": "Only {fact} may reveal the names before the vote ends.",
    "only_asker_cancels": "Only {fact} may cancel this question.",
    "only_asker_deletes": "Only {fact}, or those who manage this channel, may delete this question.",
    "no_verdict_yet": "There is no verdict on this question yet.",
    "twice_in_ranking": "Response {fact} stands twice in this ranking. Give it one place.",
    "empty_vote": "Choose at least one response.",
    "nothing_to_search": "A search needs at least one word. Try one from the question or the verdict.",
    "nothing_asked_here": "You have asked nothing here, so there is nothing to delete.",
    "nothing_under_way": "You have no question under way here, so nothing was stopped.",
    "answered_already": "This question has its verdict, so there is nothing left to stop. **End the vote and reveal** on its card closes the vote; `forget` deletes it.",
    "ended_already": "This run has ended already; there is nothing left to cancel.",
    "not_over": "This run is not over yet. It can be tried again when it is.",
    "nobody_missing": "Everybody took part in this run, so there is nothing to try again.",
    "outside": "You are not in that channel or thread, so nothing was done; somebody who is in it can add you.",
    "cannot_tell": "Council could not make sure that you may read that channel or thread, so nothing was done. {fact}",
    "settings_changed": "Somebody else has changed these settings in the meantime, so nothing was saved. Open them again.",
    "no_workspace": "There is no workspace around this place; only the place itself has settings.",
    "only_channel_managers": "Only those who manage this channel may change its settings.",
    "workspace_board": (
        "Only people who manage the workspace see its board here. The page shows one over the channels that you are in."
    ),
    "only_managers_set_seats": "Only those who manage this channel may set a question's models one by one, so nothing was asked. Ask it as it is, or ask one of them.",
    "preset_seats": "The preset that holds here names its own models, so nothing was saved. Choose another preset first, or none.",
    "only_workspace_managers": "Only those who manage the whole workspace may change its settings.",
    "only_template_managers": "Only those who manage the whole workspace may change its templates.",
    "too_many_templates": "There is room for {fact} templates. Delete one first. Nothing was saved.",
    "needs_words": "A question needs words in it: {fact} and then your question.",
    "question_too_long": "The question is too long: at most {fact} characters. Shorten it, or ask about a part of it.",
    "export_needs": "This file needs the package {fact}, which is not installed here. The operator can add it with `pip install council[exports]`. HTML works without it.",
    "export_no_figures": "There are no figures to draw: nothing was ranked for this question.",
    "export_too_large": "This question is too long or too deeply nested for {fact}. The HTML file holds all of it.",
    "no_pages": "There are no pages in the browser here: the operator of Council has not set an address for them.",
    "schedule_day": "There is no '{fact}' in every calendar. Name weekdays, a day of the month from 1 to 28, or a date: `every monday 9:00 …`, `every 1 9:00 …`, `every 28 february 9:00 …`. Nothing was scheduled.",
    "schedule_time": "A schedule needs a time of day between 0:00 and 23:59: `every {fact} 9:00 your question`. Nothing was scheduled.",
    "schedule_zone": "There is no time zone '{fact}'. Name one such as Europe/Berlin or UTC. Nothing was scheduled.",
    "schedule_no_zone": "Your time zone is not known here. Put it behind the time: `every {fact} 9:00 Europe/Berlin your question`. Nothing was scheduled.",
    "schedule_question": "A schedule needs a question: `every {fact} 9:00 your question`. Nothing was scheduled.",
    "schedule_unknown": "There is no such schedule here any more.",
    "schedule_of_another": "Only {fact} and those who manage this channel can change this schedule.",
    "schedule_too_many": "There are {fact} schedules in this channel, the most there may be. Delete one first.",
    "improve_too_long": "A model rewrites questions of at most {fact} characters. Nothing was asked.",
    "improve_failed": "The question was not rewritten, and nothing was asked. {fact}",
    "improve_unread": "{fact} did not reply with a question, so nothing was rewritten and nothing was asked.",
    "draft_gone": "This question was asked already, or waited for more than a day. Type it once more.",
    "board_limits": "'{fact}' limits no board. Write `board` with any of `workspace`, `template:writer`, `rubric:code`, `member:Ada`, `since:2026-01-31` and `until:2026-06-30`.",
    "search_day": "'{fact}' is no day. Write `since:2026-01-31`.",
    "digest_time": "What stands behind the digest is no time. Write `digest {fact} 9:00`, or `digest {fact} 9:00 Europe/Berlin`. Nothing was changed.",
    "not_revealed": "Record a decision once the names of this question are out.",
    "not_decided": "Nothing was decided on this question yet.",
    "template_empty": "The template's field '{fact}' is empty. Write {fact}=\"…\" before your question, or fill it in in the form. Nothing was asked.",
    "template_long": "'{fact}' is too long: at most 3,000 characters. Nothing was asked.",
    "template_number": "'{fact}' takes a number, such as 200. Nothing was asked.",
}


@dataclass(frozen=True, slots=True)
class EnglishErrors:
    """Implements `ErrorWords`."""

    def refused(self, *, kind: Refusal, fact: str) -> str:
        return REFUSALS[kind].replace("{fact}", fact).strip()

    def models_refused(self, *, models: Sequence[str], choices: Sequence[str]) -> str:
        return (
            f"{', '.join(models)} cannot be chosen here, so nothing was asked or paid; expected {', '.join(choices)}; "
            "the operator of Council can allow more models (COUNCIL_MODELS)."
        )

    def over_budget(self, *, keeper: Keeper, period: Period, cost: str | None, limit: str, left: str) -> str:
        whose = {"channel": "this channel", "workspace": "this workspace", "environment": "this bot"}[keeper]
        variable = f" (COUNCIL_{period.upper()}_BUDGET)"
        is_own = keeper == "environment"
        who = f"the operator can change that{variable}" if is_own else "those who manage it can change that"
        would = f"This question would cost about {cost}, and" if cost else "Nothing was asked, since"
        if period == "run":
            return (
                f"{would} one question may cost {limit} at most in {whose}. Fewer models, the preset `quick` or a shorter "
                f"question cost less; {who}."
            )
        return (
            f"{would} the budget of {whose}, {limit} a {period}, has {left} left. It begins anew with the next {period} "
            f"(UTC); {who}."
        )

    def unpriced(self, *, models: Sequence[str], variables: Sequence[str]) -> str:
        return (
            f"There is a budget here, and nobody knows what {', '.join(models)} costs, so it is not asked: choose other "
            f"models, or the operator of Council can name a price ({', '.join(variables)})."
        )

    def too_many_waiting(self, *, count: int) -> str:
        return (
            f"You have {counted(count, 'question')} in the queue, the most for one person. Wait, or stop one."
        )

    def unknown_run(self, *, run_id: str) -> str:
        return f"There is no run '{run_id}' here; `history` lists the latest ones, and one of another place is open to those who are in it."

    def deleted(self, *, run_id: str, day: str) -> str:
        return f"Run '{run_id}' was deleted on {day}, with all that belonged to it."

    def unknown_choice(self, *, value: str, known: Sequence[str]) -> str:
        choose = f" Choose {listed(known, 'or')}." if known else ""
        return f"There is no '{value}' to choose.{choose}"


PLAYGROUND = PageLabels(
    language="en",
    title="Playground",
    you_are="You are",
    teammates="Three made-up teammates, so that you can vote as each.",
    channels="Channels",
    channel="Channel",
    threads="Threads",
    thread="Thread",
    no_thread="Ask something in the channel. Responses, reviews and the vote appear here as they come.",
    quiet="Nobody has asked anything here yet.",
    show="Show",
    messages="Messages",
    ask="Ask",
    ask_here="Ask the council in this channel",
    with_settings="With settings…",
    follow_up="Follow up",
    follow_up_here="Follow up in this thread",
    add_files="Add files",
    history="History",
    statistics="Statistics",
    board="Board",
    decisions="Decisions",
    schedules="Schedules",
    templates="Templates",
    settings="Settings here",
    help="Help",
    demo="Demo models answer here: made-up texts, no key, no cost. To ask real models, name them and their keys in .env (see .env.example) and start again.",
    only_you="Only you see this",
    close="Close",
    confirm="Yes, do it",
    file="File",
    table="Table",
    silent="Council does not answer. Is it still running?",
    no_page="There is no page here. Open the whole address that council printed.",
    other_host="This page answers only to this machine, as 127.0.0.1 or localhost.",
    other_site="This form was not sent from the playground's own page.",
    too_large="That is more than the playground takes at once: 30 MB, files included.",
    file_gone="This file is not here any more. Export it again.",
)


@dataclass(frozen=True, slots=True)
class EnglishBoards:
    """Implements `BoardsWords`."""

    panel: str = "Board"
    too_close: str = "It is too close to call: another model could just as well have come first."
    legend: str = (
        "Strength: 1500 is average, and 400 points more win ten of eleven comparisons. Range: holds the strength in 95 of "
        "100 draws of these questions. Wins: share of comparisons won."
    )
    model: str = "Model"
    strength: str = "Strength"
    interval: str = "Range"
    wins: str = "Wins"
    per_answer: str = "What an answer takes"
    answers: str = "Answers"
    seconds: str = "Time"
    cost: str = "Cost"

    change_models: str = "Change the models"
    tools: str = "Tools"
    by_month: str = "Wins by month"
    then_and_now: str = "Then, now"

    def changed(self, *, name: str, before: str, now: str) -> str:
        return f"{name} changed most: from {before} of its comparisons won to {now}."

    since: str = "From"
    until: str = "Until"

    def limited(self, *, template: str, rubric: str, member: str, since: str, until: str) -> str:
        parts = (
            f"with the template {template}" if template else "",
            f"with the rubric {rubric}" if rubric else "",
            f"answered by {member}" if member else "",
            f"asked since {since}" if since else "",
            f"asked until {until}" if until else "",
        )
        return f"Only questions {listed([part for part in parts if part])}."

    def none_fit(self) -> str:
        return "No question that fits has come to a reveal yet, so there is no board."

    def title(self, *, everywhere: bool) -> str:
        return f"How strong the models are {'everywhere' if everywhere else 'here'}"

    def none(self, *, everywhere: bool) -> str:
        where = "" if everywhere else " here"
        return (
            f"No question{where} has come to a reveal yet, so there is no board. Demonstrations do not count."
        )

    def counted(self, *, runs: int, everywhere: bool) -> str:
        where = "of all channels" if everywhere else "here"
        return f"From the latest {counted(runs, 'question')} {where} whose names are out."

    def judges(self, *, by_team: bool) -> str:
        return "By the team's blind votes" if by_team else "By the models' ranking, own answers left out"

    def too_few(self, *, runs: int, needed: int, by_team: bool) -> str:
        what = "with blind votes" if by_team else "that the models ranked"
        return f"{capital(counted(runs, 'question'))} {what}; a board needs {needed}."

    def leads(self, *, name: str, is_clear: bool) -> str:
        return f"{name} is {'clearly' if is_clear else 'probably'} the strongest."

    def advice(self, *, name: str, last: int, runs: int, cost: str, kept: str, agreement: str) -> str:
        team = (
            f", and you would keep {agreement} of the agreement with your team's votes" if agreement else ""
        )
        return (
            f"**A suggestion:** {name} was ranked last in {last} of {runs} questions and takes {cost} of the cost. "
            f"Without it, the first place would be the same in {kept} of them{team}. Nothing changes by itself."
        )

    def no_answer(self, *, name: str, count: int) -> str:
        return f"**{name}** gave no answer {'once' if count == 1 else f'{count} times'}."


WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


@dataclass(frozen=True, slots=True)
class EnglishSchedules:
    """Implements `ScheduleWords`."""

    next: str = "Next:"
    how: str = (
        "`/council every monday 9:00 your question` makes one, `/council schedules` lists them. Each question costs what a "
        "question costs, and budgets apply."
    )
    title: str = "Schedules"
    none: str = "Nothing is asked on a schedule here."
    paused: str = "paused"
    place_gone: str = "This channel is gone, or its owner cannot read it any more."
    pause: str = "Pause"
    resume: str = "Resume"
    delete: str = "Delete"
    confirm_delete: str = "Delete this schedule? The questions that it asked stay."
    show_all: str = "Show all"
    change_one: str = "Pause or delete one"

    def when(self, *, recurrence: Recurrence) -> str:
        days = recurrence.weekdays
        if len(days) == 7:
            said = "every day"
        elif days == (0, 1, 2, 3, 4):
            said = "every weekday"
        elif days:
            said = f"every {listed([WEEKDAYS[day] for day in days])}"
        elif recurrence.month is None:
            said = f"every month on day {recurrence.day}"
        else:
            said = f"every year on {recurrence.day} {MONTHS[recurrence.month - 1]}"
        return f"{said} at {recurrence.hour}:{recurrence.minute:02} ({recurrence.zone})"

    def typed(self, *, text: str) -> str:
        return f"You typed: {text}"

    def made(self, *, when: str) -> str:
        return f"The council is asked this {when}."

    def count(self, *, count: int) -> str:
        return f"{capital(counted(count, 'schedule'))} here."

    def changed(self, *, change: ScheduleDone) -> str:
        return {
            "pause": "The schedule is paused; nothing is asked until you resume it.",
            "resume": "The schedule is active again.",
            "delete": "The schedule is deleted. The questions that it asked stay.",
        }[change]

    def closed(self, *, when: str) -> str:
        return (
            f"Your schedule ({when}) is paused: its channel is gone, or you cannot read it any more. Make it anew in "
            "another channel."
        )


@dataclass(frozen=True, slots=True)
class EnglishPage:
    """Implements `PageWords`."""

    skip: str = "Skip to the content"
    colours: str = "Colours"
    auto: str = "Auto"
    light: str = "Light"
    dark: str = "Dark"
    on_this_page: str = "On this page"
    answer: str = "Answer"
    ranking: str = "Ranking"
    responses: str = "Responses"
    reviews: str = "Reviews"
    details: str = "Details"
    material: str = "Material"
    sources: str = "Sources"
    earlier: str = "Earlier in this thread"
    run: str = "Run"
    names_out: str = "Names revealed"
    names_hidden: str = "Names hidden until the reveal"
    need_not_wait: str = "You need not wait: read the responses as they come."
    most_agree: str = "Most agree"
    layout: str = "Layout of the responses"
    side_by_side: str = "Side by side"
    stacked: str = "Stacked"
    tabs: str = "Tabs"
    compare: str = "Compare two"
    left: str = "Left"
    right: str = "Right"
    versus: str = "with"
    only_here: str = "Marked text is said here and not in the other one."
    jump: str = "Jump to a response"
    others_said: str = "What the reviewers said"
    position: str = "In one line"
    reviewer: str = "Reviewer"
    raw: str = "As they wrote it"
    prompts: str = "Prompts and raw texts"
    prompts_about: str = (
        "Only the asker and those who manage this channel see this page. It holds the prompts for answers, reviews and "
        "the verdict; requests to repair a ballot, to reconsider or to criticise are not on it."
    )
    prompt_system: str = "System message"
    prompt_history: str = "Earlier turns"
    prompt_user: str = "User message"
    cost_and_time: str = "Cost and time"
    agreement: str = "How often two reviewers order two responses alike"
    cost_and_place: str = "Cost (to the right) and place (1 on top)"
    answer_took: str = "Answer"
    review_took: str = "Review"
    tokens: str = "Tokens"
    cost: str = "Cost"
    together: str = "Together"
    score_scale: str = "Mean scores"
    link: str = "This link is yours alone: do not pass it on. It opens for ten minutes."
    open_link: str = "Open the page"
    public: str = "Public link"
    public_about: str = "Anyone with this link can read the run: its question, answers, names and costs. The thread around it stays hidden."
    publish: str = "Make a public link"
    unpublish: str = "Withdraw the link"
    vote: str = "Vote"
    vote_ranking: str = "Vote with this ranking"

    def move_up(self, *, alias: str) -> str:
        return f"Response {alias} up"

    def move_down(self, *, alias: str) -> str:
        return f"Response {alias} down"

    def moved(self, *, alias: str, place: str) -> str:
        return f"Response {alias} is now in place {place}."

    def waiting(self, *, for_what: Literal["answers", "reviews", "verdict", "vote"]) -> str:
        return {
            "answers": "The models are answering.",
            "reviews": "The models are reading each other’s responses.",
            "verdict": "The verdict is being written.",
            "vote": "Ranking and answer stand here once you have voted.",
        }[for_what]

    def placed(self, *, place: int, is_own: bool) -> str:
        ending = "th" if 10 < place % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
        return f"{place}{ending}, own" if is_own else f"{place}{ending}"

    def heat_caption(self, *, highest: str, names_out: bool) -> str:
        what = f"score out of {highest} and its place" if highest else "place"
        own = " Dashed: its own response." if names_out else ""
        return f"Each reviewer’s {what} for each response, given without knowing who wrote what.{own}"

    def why(self, *, reviewer: str) -> str:
        return f"What {reviewer} says"

    def prompt_of(self, *, purpose: Literal["answer", "review", "verdict"], name: str) -> str:
        match purpose:
            case "answer":
                return f"Answer by {name}"
            case "review":
                return f"Review by {name}"
            case "verdict":
                return f"Verdict by {name}"

    def verdict_by(self, *, name: str) -> str:
        return f"Verdict, {name}"

    def cited_by(self, *, aliases: Sequence[str], verdict: bool) -> str:
        by = [*aliases, *(("the verdict",) if verdict else ())]
        return f"cited by {PHRASES.listed(things=by)}"

    def tool_calls(self, *, count: int) -> str:
        return f"Tool calls ({count})"

    def seconds(self, *, seconds: float) -> str:
        return f"{seconds:.1f} s"

    def title(self, *, trouble: PageTrouble) -> str:
        return {
            "sign_in": "Open this page from the chat",
            "signed_out": "Sign in to see this page",
            "denied": "You were not signed in",
            "lost_way": "Signing in did not work",
            "not_confirmed": "The chat did not say who you are",
            "nowhere": "Council knows none of your workspaces",
            "expired": "This link has expired",
            "not_yours": "You may not see this page",
            "unknown": "There is no such page",
            "deleted": "This run was deleted",
            "cannot_tell": "Council cannot check who may see this",
            "forged": "This form was not sent from its page",
            "broken": "Something broke",
        }[trouble]

    def advice(self, *, trouble: PageTrouble) -> str:
        return {
            "sign_in": "Council does not know who you are. Press [Open page] on the run’s card in Slack or Discord.",
            "signed_out": "Sign in with your account of the chat, or press [Open page] on a run’s card there.",
            "denied": "The chat sent you back without a permission. Sign in again and agree there, or press [Open page] on a run’s card.",
            "lost_way": "It took more than ten minutes, or it was begun in another browser. Sign in again.",
            "not_confirmed": "Sign in again in a minute. If that does not help, the log has the details.",
            "nowhere": "Nobody has asked Council anything yet in a workspace or server of yours. Ask there first, or sign in with another account.",
            "expired": "Links open for ten minutes. Press [Open page] on the run’s card once more.",
            "not_yours": "It belongs to a channel or thread that you are not in. Somebody who is in it can add you.",
            "unknown": "Check the address, or press [Open page] on the run’s card.",
            "deleted": "Its texts cannot be restored.",
            "cannot_tell": "The chat does not say who is in this channel. Try again in a minute.",
            "forged": "Nothing was done. Open the page again and press the button there.",
            "broken": "The log has the details. Try again in a minute.",
        }[trouble]


@dataclass(frozen=True, slots=True)
class EnglishLists:
    """Implements `ListWords`."""

    history: str = "History"
    search: str = "Search"
    search_hint: str = "Words of a question or an answer"
    none_yet: str = "Nothing was asked yet in the channels that you may read."
    none_such: str = "No run fits that. Take back one of the limits."
    none_decided: str = "Nothing is recorded yet in the channels that you may read. After a reveal, [Record decision] stands in the card’s menu."
    who_asked: str = "Who asked"
    asked_by_anyone: str = "Asked by anyone"
    asked_by_me: str = "Asked by me"
    first_place: str = "Ranked first"
    any_first: str = "Any model first"
    template: str = "Template"
    any_template: str = "Any template"
    when_asked: str = "When it was asked"
    any_time: str = "Any time"
    this_channel: str = "Only this channel"
    one_channel: str = "Only one channel is shown."
    all_channels: str = "Show all channels"
    older: str = "Older runs"
    newest: str = "Newest runs"
    runs: str = "Runs"
    sign_out: str = "Sign out"
    choose_workspace: str = "Where do you want to read?"

    templates_by: str = "Those who manage the workspace make and change templates here, after Open page in the chat, or there with /council templates."

    def seen(self, *, channels: int) -> str:
        return (
            "You see runs of one channel."
            if channels == 1
            else f"You see runs of {channels} channels that you may read now."
        )

    def ranked_first(self, *, name: str) -> str:
        return f"{name} first"

    def counted(self, *, runs: int) -> str:
        what = "one question" if runs == 1 else f"{runs} questions"
        return f"From {what} whose names are out, in the channels that you may read."

    def last_days(self, *, days: int) -> str:
        return f"Last {days} days"

    def sign_in_with(self, *, platform: str) -> str:
        return f"Sign in with {platform}"

    def signed_in(self, *, name: str) -> str:
        return f"Signed in as {name}"


@dataclass(frozen=True, slots=True)
class EnglishDecisions:
    """Implements `DecisionWords`."""

    record: str = "Record decision"
    decision: str = "What did you decide?"
    look_again: str = "Look again on"
    look_again_hint: str = "A day such as 2027-03-01. You are reminded that morning. Empty: never."
    save: str = "Record"
    recorded: str = "The decision is recorded."
    reminds: str = "You will be reminded on"
    needs_words: str = "A decision needs words in it."
    bad_day: str = "Write a day as year, month and day, such as 2027-03-01."
    past_day: str = "That day has passed. Choose a later one."
    title: str = "Decisions"
    none: str = "Nothing was decided here yet. Once the names of a question are out, its menu More has Record decision."
    export_one: str = "Get one as a file"
    look_again_on: str = "look again on"
    due: str = "You wanted to look at this decision again:"
    file: str = "The decision as an architecture decision record."
    change: str = "Change"
    export: str = "Get as a file"
    show_all: str = "All decisions"

    def intro(self, *, question: str) -> str:
        return f"The question was: {question}"

    def none_found(self, *, words: str) -> str:
        return f"No decision here has all of “{words}” in it."

    def count(self, *, count: int) -> str:
        return f"{capital(counted(count, 'decision'))} here."


TEMPLATE_PARTS: Mapping[TemplatePart, tuple[str, str]] = {
    "name": (
        "Name",
        "Small letters, digits and hyphens, such as release-notes; typed as template:release-notes",
    ),
    "about": ("Title: what it is for", "Such as Release notes: what changed, for those who use it"),
    "instructions": (
        "Instructions for all models",
        "{{audience}} stands for what is filled into the field audience",
    ),
    "fields": (
        "Fields, one per line",
        "audience*: Who reads it · tone: Tone [plain, formal] = plain · points: Points [number] = 5",
    ),
    "extras": ("Preset and roles", "Such as preset: quick; roles: sceptic, engineer"),
}

TEMPLATE_MISTAKES: Mapping[MistakeKind, str] = {
    "name": "Write up to 30 small letters, digits and hyphens, such as release-notes.",
    "taken": "There is a template of your own called {fact} already. Choose another name, or change that one.",
    "about": "Write a title of at most 24 characters, a colon, and what it is for, such as Release notes: what changed.",
    "no_instructions": "Write what every model is told.",
    "placeholder": "Line {line}: {{{{{fact}}}}} names no field. Write {fields}, or add a line for {fact} to the fields.",
    "line": "Line {line} cannot be read: {fact}. Write it like tone: Tone [plain, formal] = plain",
    "twice": "Line {line}: there is a field {fact} already. Give this one another name.",
    "default": "Line {line}: {fact} behind = does not fit the field. Write one of its choices, or a number. {known}",
    "too_many_fields": "A template has at most {fact} fields. Take some out.",
    "too_many_choices": "Line {line}: a field has at most {fact} choices. Take some out.",
    "extras": "{fact} cannot be read. Write it like preset: quick; roles: sceptic, engineer",
    "preset": "There is no preset {fact}. There are {known}.",
    "role": "There is no role {fact}. There are {known}.",
}


@dataclass(frozen=True, slots=True)
class EnglishTemplates:
    """Implements `TemplateWords`."""

    title: str = "Templates"
    choose: str = "Ask with a template"
    required: str = "required"
    template: str = "Template"
    fill_in: str = "Fill in"
    empty: str = "Fill this in: the template needs it."
    no_number: str = "Type a number, such as 200."

    new: str = "New template"
    change: str = "Change a template"
    edit: str = "Edit"
    own_version: str = "Make our own version"
    delete: str = "Delete"
    form_title: str = "Template of our own"
    save: str = "Save"

    def sure(self, *, title: str) -> str:
        return f"Delete the template {title} for everybody here? Questions that were asked with it keep it."

    def part(self, *, part: TemplatePart) -> str:
        return TEMPLATE_PARTS[part][0]

    def part_hint(self, *, part: TemplatePart) -> str:
        return TEMPLATE_PARTS[part][1]

    def saved(self, *, title: str, name: str, command: str) -> str:
        return f"**{title}** is saved for everybody here. It is in the form for a question, and typed: {command} template:{name} …"

    def deleted(self, *, name: str, is_gone: bool, back: bool) -> str:
        if not is_gone:
            return f"There is no own template **{name}** here any more."
        again = " The one that comes with Council counts again." if back else ""
        return f"The template **{name}** is deleted.{again}"

    def mistake(self, *, kind: MistakeKind, line: int, fact: str, known: Sequence[str]) -> str:
        return TEMPLATE_MISTAKES[kind].format(
            line=line, fact=fact, known=", ".join(known), fields=placeholders(known) or "no placeholder"
        )

    def how(self, *, command: str, in_chat: bool) -> str:
        first = "Choose one below, or type" if in_chat else "Type"
        return f'{first} {command} template:writer reader="our users" and your question.'

    def has_fields(self, *, title: str, count: int) -> str:
        return f"**{title}** has {counted(count, 'field')} to fill in. Nothing is asked yet."


@dataclass(frozen=True, slots=True)
class EnglishSeats:
    """Implements `SeatWords`."""

    advanced: str = "Advanced"
    advanced_tick: str = "Advanced: set each model"
    advanced_next: str = "Next: role, temperature, length and effort of each; nothing is asked yet"
    title: str = "Models one by one"
    intro_question: str = (
        "What is empty stays as the model does it. You may recognise an answer whose model you set here, "
        "so this run is marked as not blind."
    )
    intro_place: str = "What is empty stays as the model does it. These hold for every question here."
    unset: str = "nothing set"
    no_role: str = "No role"
    as_usual: str = "As the model does"


@dataclass(frozen=True, slots=True)
class EnglishImproving:
    """Implements `ImprovingWords`."""

    improve: str = "Improve the question"
    working: str = "Your question is being rewritten. It comes here, only to you; nothing is asked yet."
    ask_better: str = "Ask this one"
    ask_mine: str = "Ask mine"
    edit: str = "Edit"
    again: str = "Try again"
    asked: str = "Asked on"
    open: str = "Open"
    ask_anyway: str = "Ask anyway"
    how_to_ask: str = "How to ask well"
    hide_tips: str = "Hide the tips"
    tips: str = "Say what to decide, by when, the options, key numbers, and what an answer must contain."

    def tip_list(self) -> Sequence[str]:
        return (
            "Say what you decide, by when, and who it is for.",
            "Name the options and what you know of each.",
            "Give the numbers that count: load, cost, deadlines.",
            "Say what an answer must contain, such as a plan or a table.",
            "Ask one thing; ask the next one as a follow-up.",
        )

    def better(self, *, name: str) -> str:
        return f"**{name} would ask it like this.** Nothing is asked yet."

    def unchanged(self, *, name: str) -> str:
        return f"{name} would change nothing. Nothing is asked yet."

    def why(self, *, reasons: Sequence[str]) -> str:
        return f"Why: {' · '.join(reasons)}"

    def yours(self, *, question: str) -> str:
        return f"Yours: {question}"

    def similar(self, *, count: int) -> str:
        what = "A question like yours was" if count == 1 else "Questions like yours were"
        return f"**{what} asked here before.** Nothing is asked yet."


@dataclass(frozen=True, slots=True)
class EnglishDigests:
    """Implements `DigestWords`."""

    title: str = "Digest"
    not_over: str = "is still under way."
    no_verdict: str = "ended without a verdict."
    stop: str = "Stop"
    stopped: str = "There is no digest of this channel any more."
    none: str = "There is no digest of this channel. `/council digest weekly` posts one every Monday."

    def asked(self, *, count: int) -> str:
        return f"{capital(counted(count, 'question'))} to the council"

    def against(self, *, team: Sequence[str], models: Sequence[str]) -> str:
        return f"The team voted for {listed(team)}, the models for {listed(models)}."

    def more(self, *, count: int) -> str:
        return f"And {counted(count, 'earlier question')}: `/council history`."

    def spent(self, *, cost: str) -> str:
        return f"Spent: {cost}"

    def made(self, *, when: str) -> str:
        return f"A digest of this channel comes {when}. Where nothing was asked, none comes."


@dataclass(frozen=True, slots=True)
class EnglishModels:
    """Implements `ModelsWords`."""

    title: str = "Models"
    model: str = "Model"
    price: str = "A question"
    can: str = "Takes"
    no_provider: str = "No provider is set up here. Its operator adds a key, such as OPENROUTER_API_KEY."

    def abilities(self, *, sees: bool | None, tools: bool | None) -> str:
        return ", ".join(name for name, can in (("pictures", sees), ("tools", tools)) if can) or "–"

    def none_chosen(self, *, count: int) -> str:
        return f"None of its {count} models can be chosen here; the operator of Council can allow some (COUNCIL_MODELS)."

    def more(self, *, count: int) -> str:
        return f"… and {count} more"

    def how(self, *, command: str) -> str:
        where = (
            f"in the form (**{command}** alone) or in the settings"
            if command
            else "with council ask --member ID"
        )
        return f"Choose them {where}. Prices are for one model’s part in a short question."

    def silent(self, *, provider: str, why: Silence) -> str:
        said: dict[Silence, str] = {
            "unknown_provider": "is no provider that is set up here.",
            "no_key": "has no key here, so its list cannot be read. The operator can set one.",
            "refused": "refuses the key of this Council. The operator can renew it.",
            "no_answer": "does not answer right now. Try again in a minute.",
            "unreadable": "answered with something that is no list of models.",
        }
        return f"**{provider}** {said[why]}"


@dataclass(frozen=True, slots=True)
class EnglishDocuments:
    """Implements `DocumentWords`."""

    asked_before: str = "Asked:"
    concluded: str = "Verdict:"
    material: str = "What came with the question"
    name: str = "Name"
    kind: str = "Kind"
    size: str = "Bytes"
    given: str = "Characters given"
    supported_by: str = "Supported by"
    contradicted_by: str = "Contradicted by"
    not_found_by: str = "Not found by"
    scores: str = "Scores by criterion"
    scores_about: str = "Means over the reviews that counted. Reviewers use their scales differently, so the ranking does not rest on them."
    agreement: str = "Agreement between reviewers"
    agreement_about: str = (
        "How often two reviewers order two responses alike; a tie counts half, and chance reaches one half."
    )
    each_model: str = "Each model"
    first_votes: str = "First votes"
    seconds: str = "Seconds"
    tokens_in: str = "Tokens in"
    tokens_out: str = "Tokens out"
    team: str = "The team"
    not_helpful: str = "Not helpful, because:"
    sources_about: str = "Links as the responses and the verdict name them."
    absent: str = "Who could not take part"
    nothing: str = "(nothing)"
    won: str = "Comparisons won among the models"
    won_and_voted: str = "Comparisons won among the models, and first votes of the team"
    decided: str = "Status: accepted"
    context: str = "Context and problem statement"
    options: str = "Considered options"
    outcome: str = "Decision outcome"

    def asked(self, *, name: str, when: str) -> str:
        return f"{name} asked on {when}:"

    def given_of(self, *, given: str, of: str) -> str:
        return f"{given} of {of}"

    def call(self, *, name: str, number: int, tool: str) -> str:
        return f"{name}, call {number}: {tool}"

    def failed(self, *, why: str) -> str:
        return f"Failed: {why}"

    def agrees(self, *, tau: float) -> str:
        return (
            f"Likeness to the models' order: {tau:.2f}; 1 is the same order, 0 is chance, -1 is the reverse."
        )

    def helpful(self, *, good: int, of: int) -> str:
        return f"Found the verdict helpful: {good} of {of}."

    def cost(self, *, cost: Decimal | None, is_estimate: bool) -> str:
        about = "about " if is_estimate else ""
        return "unknown" if cost is None else f"{about}${cost:,.4f}"

    def first_of(self, *, count: int, of: int) -> str:
        return f"{count} of {counted(of, 'vote')}"

    def rubric(self, *, name: str) -> str:
        return f"rubric {name}"

    def aggregation(self, *, name: str) -> str:
        return f"aggregation {name}"

    def decided_on(self, *, day: str) -> str:
        return f"Date: {day}"

    def decided_by(self, *, name: str) -> str:
        return f"Recorded by: {name}"

    def look_again(self, *, day: str) -> str:
        return f"Look again: {day}"

    def from_run(self, *, run_id: str, name: str, day: str) -> str:
        return f"Council run: {run_id}, asked by {name} on {day}"


@dataclass(frozen=True, slots=True)
class English:
    """Every page in English."""

    language: str = "en"
    phrases: PhraseWords = PHRASES
    stages: StageWords = EnglishStages()
    card: CardWords = EnglishCard()
    material: MaterialWords = EnglishMaterial()
    stats: StatsWords = EnglishStats()
    estimates: EstimateWords = EnglishEstimates()
    buttons: ButtonWords = EnglishButtons()
    board: BoardWords = EnglishBoard()
    responses: ResponseWords = EnglishResponses()
    gaps: GapWords = EnglishGaps()
    verdict: VerdictWords = EnglishVerdict()
    reviews: ReviewWords = EnglishReviews()
    claims: ClaimWords = EnglishClaims()
    tools: ToolWords = EnglishTools()
    positions: PositionWords = EnglishPositions()
    endings: EndingWords = EnglishEndings()
    replies: ReplyWords = EnglishReplies()
    help: HelpWords = EnglishHelp()
    forms: FormWords = EnglishForms()
    settings: SettingsWords = EnglishSettings()
    history: HistoryWords = EnglishHistory()
    errors: ErrorWords = EnglishErrors()
    deletion: DeletionWords = EnglishDeletion()
    boards: BoardsWords = EnglishBoards()
    page: PageWords = EnglishPage()
    lists: ListWords = EnglishLists()
    documents: DocumentWords = EnglishDocuments()
    playground: PageLabels = PLAYGROUND
    schedules: ScheduleWords = EnglishSchedules()
    decisions: DecisionWords = EnglishDecisions()
    templates: TemplateWords = EnglishTemplates()
    models: ModelsWords = EnglishModels()
    improving: ImprovingWords = EnglishImproving()
    seats: SeatWords = EnglishSeats()
    digests: DigestWords = EnglishDigests()


ENGLISH = English()
