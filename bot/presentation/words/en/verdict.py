"""The verdict, reviews, positions and endings in English."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.post import Mention, Part, Time
from bot.presentation.words.en.phrases import PHRASES, capital, counted, listed
from council_core.domain.answer import FinishReason
from council_core.domain.export import Script
from council_core.domain.review import Confidence
from council_core.errors import BallotFault


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
        return f"The source that it names does not contain this quotation: “{quote}”"


@dataclass(frozen=True, slots=True)
class EnglishTools:
    """Implements `ToolWords`."""

    panel: str = "Tool calls"
    none: str = "No model called a tool for this question."
    sealed: str = "Tool calls are shown once the names are out."
    file_title: str = "Every call"

    def in_file(self, *, file: str) -> str:
        return f"Not all of this fits here. The file {file} holds every call."

    def notice(self, *, count: int) -> str:
        return f"{capital(counted(count, 'tool call'))}."


VOID: Mapping[BallotFault, str] = {
    "too_long": "It is too long to be read.",
    "no_ranking": "It gives no ranking.",
    "other_code": "It carries the code of another call.",
    "bad_json": "Its JSON cannot be read.",
    "turning_comment": "A comment in its JSON says that its ranking begins with the worst.",
    "taken_back": "It takes its ranking back afterwards.",
    "worst_first": "It says that its ranking begins with the worst.",
    "remark_worst_first": "A remark in its list says that it begins with the worst.",
    "unread_remark": "Nobody can tell whether “{about}” turns its list round.",
    "sentence_disagrees": "“{about}” contradicts its list.",
    "critique_disagrees": "Its critique puts the last response of its list above the first.",
    "words_beside": "Words beside its list may turn it round or take it back.",
    "another_winner": "The words beside its list name another winner or another loser.",
    "comment_disagrees": "Its comment gives a response another place than its ranking.",
    "two_rankings": "It gives two different rankings.",
    "ranking_twice": "It names its ranking twice.",
    "stranger": "It names a response that was not shown.",
    "named_twice": "It names {about} twice.",
    "left_out": "It leaves out {about}.",
    "endless": "Its list does not end.",
    "as_shown": "Its list is in the order in which the responses were shown and may not be a ranking.",
    "two_last": "It names two of its responses last.",
    "places_or_points": "The numbers after the labels may be places or points.",
    "no_places": "The numbers in the list do not give an order.",
    "points_disagree": "The points after the labels give another order.",
    "columns_disagree": "The columns of its table give another order than its rows.",
    "words_disagree": "The words of its list call a lower response the better one.",
    "text_no_order": "Its ranking is text without a clear order.",
    "no_list": "Its ranking is not a list.",
    "empty_list": "Its ranking is empty.",
    "too_many": "Its ranking has too many entries.",
    "mixed": "Its ranking mixes labels and objects.",
    "no_label": "Its ranking holds something that is not a label.",
    "scores_disagree": "The scores in its ranking give another order.",
    "no_whole_place": "Its ranking holds a place that is not a whole number.",
    "numbers_no_places": "The numbers in its ranking are not places.",
}


@dataclass(frozen=True, slots=True)
class EnglishReviews:
    """Implements `ReviewWords`."""

    unclear: str = "It gives no clear ranking."
    panel: str = "The reviews"
    none: str = "There are no reviews of this question."
    nothing_written: str = "It wrote nothing."
    file_title: str = "Every review, whole"

    def void(self, *, fault: BallotFault, about: str) -> str:
        return VOID[fault].format(about=about)

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

    def at_first(self, *, sides: str) -> str:
        return f"Before the models were asked once more: {sides}"

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
        "Which kind of file would you like? Only you get it, and you can then post it to the thread."
    )
    export_to_thread: str = "Post to thread"
    export: str = "This question as files"
    deleted: str = "Deleted by request"
    deleted_notice: str = "A question and its answers were here. They were deleted by request."

    def failed_notice(self, *, why: str) -> str:
        return f"No result. {why}"

    def for_asker(self, *, asker: Mention, why: str) -> Sequence[Part]:
        return asker, f": {why}"

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

    def unread(self, *, why: str, is_answered: bool) -> str:
        if is_answered:
            return f"**The vote on your question has ended, and the names could not be shown where you asked it.** {why}"
        return f"**Your question could not be answered where you asked it.** {why}"

    def unread_kept(self, *, command: str) -> str:
        return f"The result is kept, and is posted once Council may write there again. `{command}` shows it to you as long as you can read that place."

    def you_asked(self, *, question: str) -> str:
        return f"You asked: {question}"

    def came(self, *, answers: int, members: int) -> str:
        rest = "It stands above, without reviews." if answers == 1 else "They stand above, without reviews."
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
        return "A question and its answers were here. They were deleted by request on ", day, "."
