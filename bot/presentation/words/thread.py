"""The pages that stand in a thread, and what each of them has to be able to say.

One method is one message. A method takes facts as keyword parameters; each language decides on its own plural, word
order and punctuation. What comes back is CommonMark inline text, or plain text for headings, buttons and tables. Names
and other words of people come in quoted already.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Literal, Protocol

from bot.post import Mention, Part, Time
from council_core.domain.answer import AbstentionReason, FinishReason, Usage
from council_core.domain.export import Script
from council_core.domain.material import UnreadReason
from council_core.domain.question import Masked
from council_core.domain.review import Confidence
from council_core.domain.settings import WhoReveals
from council_core.domain.waiting import Limit

CardState = Literal[
    "queued", "answering", "reviewing", "concluding", "answered", "unanswered", "failed", "stopped"
]
"""State of a run in its card's heading."""

Agreement = Literal["full", "most", "part", "hardly", "opposite"]
"""Agreement of two rankings."""

Sure = Literal["clear", "leaning", "few", "too_close", "nothing", "tie"]
"""Certainty of the models about their first place; `few`: they agree, and so few may agree by chance."""

Trouble = Literal["our_fault", "outgrown", "nothing_read", "unreadable"]
"""Endings that no member has caused."""

Withheld = Literal[
    "private_network",
    "unknown_host",
    "no_address",
    "members_only",
    "port",
    "redirects",
    "server_answered",
    "no_answer",
    "unreachable",
    "larger",
    "service_answered",
    "service_silent",
    "service_unreachable",
    "no_json",
    "found_nothing",
    "asks_for",
    "not_here",
    "elsewhere",
    "withheld",
    "forbidden",
    "gone",
    "expired",
]
"""Reason for which a page, a service or a platform gave nothing."""


class PhraseWords(Protocol):
    """Numbers, letters, durations and sums of money, as parts of other sentences. Plain text."""

    @property
    def demo_notice(self) -> str:
        """Says that no model was asked."""
        ...

    def number(self, *, count: int) -> str:
        """3 -> three."""
        ...

    def figure(self, *, count: int) -> str:
        """12345 -> 12,345."""
        ...

    def decimal(self, *, value: float) -> str:
        """3.25 -> 3.2: a score."""
        ...

    def models(self, *, count: int) -> str:
        """3 -> 3 models."""
        ...

    def votes(self, *, count: int) -> str: ...

    def reviews(self, *, count: int) -> str: ...

    def questions(self, *, count: int) -> str: ...

    def words(self, *, count: int) -> str:
        """350 -> 350 words: the length of a text."""
        ...

    def characters(self, *, count: int) -> str: ...

    def octets(self, *, count: int) -> str:
        """12345 -> 12,345 bytes."""
        ...

    def listed(self, *, things: Sequence[str]) -> str:
        """(A, B, C) -> A, B and C."""
        ...

    def either(self, *, things: Sequence[str]) -> str:
        """(A, B, C) -> A, B or C."""
        ...

    def responses(self, *, aliases: Sequence[str]) -> str:
        """(B, C) -> Responses B and C."""
        ...

    def order(self, *, groups: Sequence[Sequence[str]]) -> str:
        """((B), (A, C)) -> B, then A and C tied."""
        ...

    def lasting(self, *, seconds: float) -> str:
        """80 -> 1 minute 20 seconds."""
        ...

    def briefly(self, *, seconds: float) -> str:
        """80 -> 1 min 20 s."""
        ...

    def percent(self, *, share: float | None) -> str:
        """0.667 -> 67 %; a dash for None."""
        ...

    def money(self, *, cost: Decimal | None, is_estimate: bool) -> str:
        """US dollars; None -> cost unknown."""
        ...

    def tokens(self, *, usage: Usage) -> str:
        """1,200 tokens in · 340 tokens out; empty where nothing is known."""
        ...

    def secrets(self, *, masked: Sequence[Masked]) -> str:
        """Kinds and counts of what was masked, never a value."""
        ...


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
        """The number of answers that are in, and of those that will never come."""
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
    """The one message of a run that stands in the channel."""

    def heading(self, *, state: CardState) -> str: ...

    def answered_until(self, *, until: Time | None) -> Sequence[Part]:
        """The heading while people vote, its verdict already there."""
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

    def ranked_first(self, *, aliases: Sequence[str], firsts: int, of: int, is_close: bool) -> str:
        """The models' first place, under letters."""
        ...

    def best(self, *, aliases: Sequence[str], names: Sequence[str], firsts: int, of: int) -> str:
        """The models' first place, by name."""
        ...

    def votes(self, *, count: int) -> str:
        """The number of people who put that response first."""
        ...

    @property
    def not_ranked(self) -> str: ...

    @property
    def no_verdict(self) -> str: ...

    def so_many_votes(self, *, count: int) -> str: ...

    def repeats(self, *, run_id: str) -> str: ...

    def earlier(self, *, count: int) -> str:
        """The number of earlier questions in the thread that the models know."""
        ...

    @property
    def not_blind(self) -> str: ...

    def masked(self, *, secrets: str) -> str: ...

    def missing(self, *, why: str, command: str) -> str:
        """Something could not be posted; the command shows it."""
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

    def not_shared(self, *, why: str) -> str: ...

    def searched(self, *, count: int) -> str:
        """The number of pages that a web search before the run found. All models read them."""
        ...

    def without_tools(self, *, why: str) -> str: ...

    @property
    def tools_ended(self) -> str:
        """Said where most of a question's budget was spent while models used tools."""
        ...

    def not_searched(self, *, why: str) -> str:
        """A web search before the run failed; empty why for want of a search engine."""
        ...

    @property
    def nothing_found(self) -> str: ...


class MaterialWords(Protocol):
    """Files, pictures, links and threads that came with a question. CommonMark; names come in quoted already."""

    def unread(self, *, name: str, reason: UnreadReason, detail: str) -> str:
        """A piece that could not be read, and why; the detail is a number, a kind of file or a platform's words."""
        ...

    @property
    def no_text(self) -> str:
        """Detail of a linked page that shows its text only with JavaScript."""
        ...

    def all_read(self, *, pieces: Sequence[str]) -> str: ...

    def looked_at(self, *, pictures: Sequence[str], described: bool) -> str:
        """Pictures that models with sight see, and whether one of them described them for the others."""
        ...

    def picture(self, *, name: str, form: str) -> str: ...

    def messages(self, *, count: int) -> str:
        """The messages of a thread, in a list of pieces."""
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

    def only_first(self, *, characters: int) -> str: ...

    def withheld(self, *, why: Withheld, fact: str) -> str:
        """A whole sentence. The fact is a number, a size or names of fields; mostly empty."""
        ...

    @property
    def thread_skipped(self) -> str:
        """Notice to the asker that the discussion around a question was not read. Plain text."""
        ...

    def thread_unread(self, *, why: str) -> str:
        """The same as a paragraph, with the platform's reason and what to do."""
        ...

    def question(self, *, files: Sequence[str]) -> str:
        """The question of somebody who attached files and wrote nothing. Plain text."""
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

    def unknown(self, *, what: str, models: Sequence[str]) -> str:
        """No price is known of these models."""
        ...

    def free(self, *, what: str) -> str: ...

    def costs(self, *, what: str, cost: str, besides: Sequence[str]) -> str:
        """The cost, besides what these models take, whose price is unknown."""
        ...


class ButtonWords(Protocol):
    """Labels of buttons and what is asked before they do something. Plain text."""

    @property
    def cancel(self) -> str: ...

    @property
    def confirm_cancel(self) -> str: ...

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
    def settings(self) -> str: ...

    @property
    def more(self) -> str: ...

    @property
    def read_verdict(self) -> str: ...

    @property
    def open_page(self) -> str:
        """Opens the run's page in the browser; the pages name it in brackets."""
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
        """Gives the figures of a revealed run as one picture, to whoever presses it."""
        ...

    def tool_calls(self, *, count: int) -> str:
        """Entry of a menu that shows so many calls of tools."""
        ...

    @property
    def rank_all(self) -> str: ...

    @property
    def choose(self) -> str: ...

    @property
    def show_me(self) -> str: ...

    @property
    def reveal(self) -> str: ...

    @property
    def confirm_reveal(self) -> str: ...

    def response(self, *, alias: str) -> str: ...

    def ask(self, *, question: str) -> str:
        """A question that the chairman suggests."""
        ...


class BoardWords(Protocol):
    """Vote, ranking and names, in one post that grows."""

    @property
    def question(self) -> str:
        """The heading while people vote."""
        ...

    @property
    def secrecy(self) -> str: ...

    @property
    def hidden(self) -> str:
        """A notice that ranking and verdict appear after one's own vote."""
        ...

    def so_far(self, *, votes: int) -> str: ...

    def open_until(self, *, until: Time, enough: int | None) -> Sequence[Part]: ...

    def open_for(self, *, seconds: float | None, enough: int | None) -> str:
        """The time for which the vote stays open after the ranking; None if unknown."""
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
        """The vote in notifications. Plain text."""
        ...

    @property
    def ranking(self) -> str:
        """The heading above the models' ranking."""
        ...

    @property
    def names(self) -> str:
        """The heading once names are out."""
        ...

    def first(self, *, aliases: Sequence[str]) -> str: ...

    def best_scored(self, *, aliases: Sequence[str], first: str) -> str:
        """The best mean score, and what the rankings alone say."""
        ...

    def put_first(self, *, alias: str, count: int, of: int, wrote: bool) -> str:
        """The number of reviewers who put a response first, and whether its author is one of them."""
        ...

    def certainty(self, *, kind: Sure) -> str: ...

    def pairs_agreed(self, *, of_ten: int) -> str:
        """On how many of ten pairs two reviewers at random agree."""
        ...

    @property
    def little_evidence(self) -> str: ...

    def counts_less(self, *, reviewers: Sequence[int]) -> str: ...

    def learned(self, *, reviewers: int) -> str: ...

    def shortened(self, *, aliases: Sequence[str]) -> str: ...

    def scale(self, *, highest: str, lower_is_better: bool) -> str: ...

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
    def votes(self) -> str: ...

    @property
    def mean(self) -> str: ...

    @property
    def mean_score(self) -> str: ...

    def tied(self, *, place: int) -> str: ...

    def row(self, *, alias: str, place: str, wins: str) -> str:
        """One line of the table, read aloud. Plain text."""
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

    def team_favourite(self, *, aliases: Sequence[str]) -> str: ...

    def counted_together(self, *, aliases: Sequence[str]) -> str: ...

    @property
    def few_blind(self) -> str:
        """Too few voted blind to say how far team and models agree."""
        ...

    def chaired_by(self, *, name: str) -> str: ...

    def described(self, *, names: Sequence[str], readers: Sequence[str]) -> str:
        """The models that described pictures for those that cannot see; the latter may not be known."""
        ...

    @property
    def no_verdict(self) -> str: ...

    def reviewer_was(self, *, number: int, name: str) -> str: ...

    def tools_used(self, *, name: str, tools: Sequence[str]) -> str:
        """A model with its tools, each with the number of its calls."""
        ...

    def used(self, *, each: Sequence[str]) -> str:
        """The models with their tools, as `tools_used` says them."""
        ...

    def takes_no_tools(self, *, names: Sequence[str]) -> str: ...

    def to_verdict(self, *, seconds: float) -> str: ...

    @property
    def not_blind(self) -> str: ...


class ResponseWords(Protocol):
    """The posts with what models answered."""

    def title(self, *, alias: str) -> str: ...

    def title_revealed(self, *, alias: str, name: str, place: int | None, is_tied: bool) -> str: ...

    def notice(self, *, alias: str, length: str) -> str: ...

    @property
    def cut_short(self) -> str: ...

    def care(self, *, flags: Sequence[str]) -> str:
        """A warning of the detector, in the core's words."""
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
    """Words for models that took no part, and why."""

    def reason(
        self, *, reason: AbstentionReason, seconds: float, others: float | None, failures: int | None
    ) -> str:
        """The reason as a clause after a colon, with the time of the others or the number of failures of its
        provider, if known."""
        ...

    def in_general(self, *, reason: AbstentionReason) -> str:
        """The same as a sentence, without figures."""
        ...

    def advice(self, *, reason: AbstentionReason) -> str: ...

    def several(self, *, count: int, reason: str) -> str:
        """The same reason more than once."""
        ...

    def no_answer(self, *, missing: int, members: int, reasons: Sequence[str]) -> str: ...

    def missed(self, *, name: str, stage: Literal["answer", "review", "synthesize"]) -> str: ...


class VerdictWords(Protocol):
    """The chairman's conclusion."""

    def title(self, *, is_ranked: bool) -> str: ...

    def for_asker(self, *, asker: Mention) -> Sequence[Part]:
        """Tells the one person who is mentioned."""
        ...

    @property
    def agree(self) -> str: ...

    @property
    def differ(self) -> str: ...

    @property
    def unique(self) -> str: ...

    @property
    def point(self) -> str:
        """Heads the column that says how far the models agree."""
        ...

    @property
    def what(self) -> str:
        """Heads the column of what they agree or differ on."""
        ...

    @property
    def doubts(self) -> str: ...

    def cut_off(self, *, reason: FinishReason) -> str:
        """Empty for a verdict that ended well."""
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
        """The heading where nobody concluded."""
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
        """Said where claims were to be checked and none was."""
        ...

    def found(self, *, supported: int, contradicted: int) -> str:
        """Counts of reviewers that found a source for the claim and one against it; both 0 where none found any."""
        ...

    def misquoted(self, *, quote: str) -> str: ...


class ToolWords(Protocol):
    """Each call of a tool, for one person to read."""

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
        """With a name once names are out; empty before."""
        ...

    def order(self, *, order: str) -> str: ...

    def not_counted(self, *, why: str) -> str: ...

    @property
    def unclear(self) -> str:
        """A reviewer replied, and gave no clear ranking."""
        ...

    @property
    def nothing_written(self) -> str: ...

    def in_file(self, *, file: str) -> str: ...

    @property
    def file_title(self) -> str: ...

    def notice(self, *, count: int) -> str: ...

    def must_contain(self, *, points: Sequence[str]) -> str:
        """The points that a right answer contains, as the reviewer sees it."""
        ...

    def points_met(self, *, met: Sequence[str]) -> str: ...

    def own_answer(self, *, answer: str) -> str: ...

    def confidence(self, *, level: Confidence) -> str: ...


class PositionWords(Protocol):
    """Words for the positions of the responses and for disagreement."""

    @property
    def split(self) -> str:
        """The heading where models disagree."""
        ...

    @property
    def asked_again(self) -> str: ...

    def sides(self, *, positions: Sequence[str], counts: Sequence[int], silent: int) -> str:
        """The number of models that hold each position, and of those without one."""
        ...

    def kept(self, *, reason: str) -> str:
        """A model kept its position; the reason may be empty."""
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
    """Runs that ended without a result, and what stands in a thread beside a run's stages."""

    @property
    def failed(self) -> str: ...

    def failed_notice(self, *, why: str) -> str: ...

    def remains(self, *, answers: int, is_reviewed: bool) -> str: ...

    def answer_by(self, *, name: str) -> str: ...

    def answer_notice(self, *, name: str, length: str, is_reviewed: bool) -> str: ...

    @property
    def not_reviewed(self) -> str: ...

    def unread(self, *, why: str) -> str:
        """The place took no posts."""
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


class DocumentWords(Protocol):
    """Exported files: a whole run as a document, its pictures, and decisions as records. CommonMark, names are escaped."""

    @property
    def asked_before(self) -> str:
        """Stands above an earlier question of the thread."""
        ...

    @property
    def concluded(self) -> str:
        """Stands above the verdict on it."""
        ...

    @property
    def material(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def size(self) -> str: ...

    @property
    def given(self) -> str:
        """Column with how much of a piece of material the models were given."""
        ...

    @property
    def supported_by(self) -> str: ...

    @property
    def contradicted_by(self) -> str: ...

    @property
    def not_found_by(self) -> str: ...

    @property
    def scores(self) -> str: ...

    @property
    def scores_about(self) -> str: ...

    @property
    def agreement(self) -> str: ...

    @property
    def agreement_about(self) -> str: ...

    @property
    def each_model(self) -> str: ...

    @property
    def first_votes(self) -> str: ...

    @property
    def seconds(self) -> str: ...

    @property
    def tokens_in(self) -> str: ...

    @property
    def tokens_out(self) -> str: ...

    @property
    def team(self) -> str: ...

    @property
    def not_helpful(self) -> str: ...

    @property
    def sources_about(self) -> str: ...

    @property
    def absent(self) -> str: ...

    @property
    def nothing(self) -> str:
        """Stands for the result of a tool that gave none."""
        ...

    @property
    def won(self) -> str:
        """Title of a picture: comparisons won."""
        ...

    @property
    def won_and_voted(self) -> str:
        """The same with the first votes of the team."""
        ...

    @property
    def decided(self) -> str:
        """Status of a decision in an architecture decision record."""
        ...

    @property
    def context(self) -> str: ...

    @property
    def options(self) -> str: ...

    @property
    def outcome(self) -> str: ...

    def asked(self, *, name: str, when: str) -> str:
        """The asker and the time, above the question."""
        ...

    def given_of(self, *, given: str, of: str) -> str:
        """1,200 of 5,000 characters."""
        ...

    def call(self, *, name: str, number: int, tool: str) -> str:
        """Heading of a model's call of a tool."""
        ...

    def failed(self, *, why: str) -> str:
        """The result of a tool that failed; plain text."""
        ...

    def agrees(self, *, tau: float) -> str:
        """Kendall's tau-b between the team's votes and the models' ranking."""
        ...

    def helpful(self, *, good: int, of: int) -> str: ...

    def cost(self, *, cost: Decimal | None, is_estimate: bool) -> str:
        """US dollars with four places, for tables of small sums; plain text."""
        ...

    def first_of(self, *, count: int, of: int) -> str:
        """First votes of all votes, beside a bar; plain text."""
        ...

    def rubric(self, *, name: str) -> str: ...

    def aggregation(self, *, name: str) -> str: ...

    def decided_on(self, *, day: str) -> str: ...

    def decided_by(self, *, name: str) -> str: ...

    def look_again(self, *, day: str) -> str: ...

    def from_run(self, *, run_id: str, name: str, day: str) -> str: ...
