"""Responses, the board and models that gave nothing in English."""

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from bot.post import Part, Time
from bot.presentation.words.board import Agreement, Sure
from bot.presentation.words.en.phrases import PHRASES, apart, capital, counted, listed
from council_core.domain.answer import AbstentionReason
from council_core.domain.settings import WhoReveals
from council_core.errors import CallFault

ENDERS: Mapping[WhoReveals, str] = {
    "asker": "{asker} can end the vote early.",
    "anyone": "Anyone can end the vote early.",
    "nobody": "Nobody can end it early.",
}


CERTAIN: Mapping[Sure, str] = {
    "clear": "They are clear about it.",
    "leaning": "They lean that way, but not by much.",
    "few": "So few reviewers may agree by chance; this is no more than a lean.",
    "one": "One review alone cannot show how sure that is.",
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
    votes: str = "Votes (blind)"
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
    own_left_out: str = "Each model's own answer is left out of its order."
    no_ranking: str = "No ranking this time"
    one_response: str = "There is only one response, so there is nothing to rank."
    no_reviews: str = "No model reviewed the responses."
    names_out: str = "The names are out."
    no_verdict: str = "There is no verdict."
    not_blind: str = (
        "Not blind for the asker: they gave models a name or instructions of their own for this question, "
        "and may have recognised their answers."
    )

    def so_far(self, *, votes: int, blind: int) -> str:
        return f"{capital(counted(votes, 'vote'))} so far{apart(votes, blind)}."

    def open_until(self, *, until: Time, enough: int | None) -> Sequence[Part]:
        return "Open until ", until, f"{_or_enough(enough)}."

    def open_for(self, *, seconds: float | None, enough: int | None) -> str:
        if seconds is None:
            return f"Open for a while after the models have ranked the answers{_or_enough(enough)}."
        if seconds == 0:
            return f"Open until the models have ranked the answers{_or_enough(enough)}."
        return f"Open for {PHRASES.lasting(seconds=seconds)} after the models have ranked the answers{_or_enough(enough)}."

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

    def put_first(self, *, alias: str, count: int, of: int, wrote: bool, own_aside: bool) -> str:
        aside = " (own answers do not count)" if own_aside else ""
        other = "other " if own_aside else ""
        sole = f"The one {other}reviewer"
        if not of:
            return f"Nobody but its author ranked {alias}{aside}."
        if not count:
            who = f"{sole} did not" if of == 1 else f"None of {PHRASES.number(count=of)}"
            return f"{who} put {alias} first{aside}, but all reviews taken together do."
        wrote_it = "" if not wrote else " (and wrote it)" if count == 1 else " (one of them wrote it)"
        if count == of:
            every = "Both" if of == 2 else f"All {PHRASES.number(count=of)}"
            who = sole if of == 1 else f"{every} {other}reviewers"
            return f"{who} put Response {alias} first{wrote_it}{aside}."
        who = f"{PHRASES.number(count=count)} of {PHRASES.number(count=of)}"
        return f"{capital(who)} put {alias} first{wrote_it}{aside}."

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
        who = counted(reviewers, "reviewer")
        return f"The weight of {who} follows from calibration or the team's earlier votes."

    def shortened(self, *, aliases: Sequence[str]) -> str:
        were, them = ("was", "it") if len(aliases) == 1 else ("were", "them")
        unseen = f"the reviewers did not see the middle of {them}. Everybody else reads {them} whole."
        return f"{PHRASES.responses(aliases=aliases)} {were} shortened for review: {unseen}"

    def scale(self, *, highest: str, lower_is_better: bool, is_trimmed: bool) -> str:
        trimmed = (
            " With three or more reviewers, the highest and the lowest score do not count."
            if is_trimmed
            else ""
        )
        better = "lower" if lower_is_better else "higher"
        return f"Mean scores of the reviewers, up to {highest}; {better} is better.{trimmed}"

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

    def team_favourite(self, *, aliases: Sequence[str], by_blind_votes: bool) -> str:
        by = " before the ranking was seen" if by_blind_votes else ""
        return f"The team's favourite{by}: {PHRASES.responses(aliases=aliases)}."

    def counted_together(self, *, aliases: Sequence[str]) -> str:
        return f"Models and team together: {PHRASES.responses(aliases=aliases)}."

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
        return f"{listed(names)} cannot use tools and answered without them."

    def to_verdict(self, *, seconds: float) -> str:
        return f"{PHRASES.briefly(seconds=seconds)} to the verdict"


def _or_enough(enough: int | None) -> str:
    return (
        ""
        if enough is None
        else f", or until there {'is' if enough == 1 else 'are'} {counted(enough, 'vote')}"
    )


FLAGS = {
    "instruction_to_judge": "addresses the reviewers",
    "judge_influence": "tries to sway the reviewers",
    "fake_verdict": "holds a ranking or verdict of its own",
    "delimiter": "imitates the lines around responses",
    "template": "holds template tokens or placeholders",
    "control_chars": "held invisible or control characters",
}
"""The detector's warnings in English."""


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
        return f"Read this one with care: it {listed([FLAGS.get(flag, flag) for flag in flags])}."

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


FAULTS: Mapping[CallFault, str] = {
    "no_answer_in_time": "Nothing came within {seconds}; allow more time per call, or choose a faster model.",
    "queued_too_long": "All calls that {provider} may get at once were under way for {seconds}; ask fewer questions at once, or allow more calls.",
    "late": "The council went on without it after {seconds}.",
    "far_beyond": "The council went on without it after {seconds}; the others took {others} at most.",
    "rested": "Not asked: {provider} failed {times} in a row. It gets a rest of a few minutes and is then tried again.",
    "unknown_provider": "'{provider}' is not a provider that is set up. Known: {known}.",
    "unknown_model": "{provider} does not serve a model '{model}'{said}. Check its name in the settings.",
    "impossible_model": "'{model}' cannot be the name of a model there. Examples: {known}.",
    "no_key": "{provider} has no key. Set {variable}.",
    "bad_key": "{provider} did not accept the key{said}. Check {variable}.",
    "no_right": "{provider} does not let this key use '{model}'{said}. Check the account's rights.",
    "rate_limit": "{provider}'s rate limit was reached{often}{said}. {next}",
    "no_credit": "The account at {provider} has no credit or quota left{said}. Top it up.",
    "server_error": "{provider} had an error of its own ({status}){often}{said}. {next}",
    "bad_status": "{provider} answered with status {status}{said}. Check {variable}.",
    "too_long": "The question is longer than '{model}' can read; shorten it, or choose another model.",
    "rejected": "{provider} rejected the request{said}. Check the model's settings.",
    "cannot_ask": "'{model}' cannot be asked in this way{said}.",
    "no_pictures": "'{model}' takes no pictures.",
    "blocked": "{provider} blocked the question{said}.",
    "filtered": "{provider}'s content filter stopped the answer.",
    "declined": "The model declined to answer{said}.",
    "filtered_or_declined": "{provider}'s content filter stopped the answer, or the model declined to give one.",
    "redirects": "The address of {provider}, {asked}, redirects to {host} (status {status}). Set {variable} to the address where the provider answers.",
    "redirects_within": "The address of {provider}, {asked}, redirects to another path (status {status}). Set {variable} to the address where the provider answers.",
    "no_connection": "No connection to {provider} at {host}. Check the network, or {variable}.",
    "broke_off": "The connection to {provider} broke off{often} before the answer was complete. Ask again.",
    "broke_off_writing": "{provider} broke off while the model was writing; ask again.",
    "connection_failed": "The connection to {provider} failed. Ask again.",
    "reply_too_large": "{provider} sent more than {megabytes} MB; that is not an answer.",
    "bad_encoding": "{provider}'s reply could not be read: it is not in the encoding that it claims.",
    "bad_json": "{provider}'s reply could not be read: it is not the JSON that was expected.",
    "bad_shape": "{provider}'s reply could not be read: it is not shaped as its documentation says.",
    "empty": "The model returned an empty answer.",
    "only_thoughts": "The model thought and then said nothing; ask again, or lower its reasoning effort.",
    "token_limit": "The model reached its token limit before the first word; raise its max_tokens.",
    "token_limit_of_thoughts": "The model reached its token limit on thinking; raise its max_tokens.",
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

    def explained(self, *, fault: CallFault, facts: Mapping[str, str]) -> str:
        times, wait = int(facts.get("times", "1")), facts.get("wait")
        parts = {
            "times": "twice" if times == 2 else counted(times, "time"),
            "often": "" if times == 1 else " twice" if times == 2 else f" {counted(times, 'time')}",
            "said": f': "{facts["said"]}"' if facts.get("said") else "",
            "next": "Ask again later, or choose another model."
            if wait is None
            else f"The provider asks to wait {wait}, longer than this call had left. Ask again after that.",
        }
        return FAULTS[fault].format_map(ChainMap(parts, cast("dict[str, str]", facts)))

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
