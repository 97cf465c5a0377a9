"""Prepare the first page: runs of the reader's channels, and the filters of that list."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from markupsafe import Markup, escape

from bot.post import quoted
from bot.presentation.card import outcome_of, outcome_of_view, title_of
from bot.presentation.opening import beginning
from bot.presentation.words import Words
from bot.web.page.prose import inline, prose
from bot.web.page.run_page import Tone, tone_of
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.run import FINISHED, Run
from council_core.domain.run_view import Viewer
from council_core.domain.search import EVERYTHING, Phrase, Wanted, phrases_in, spans
from council_core.view import view

LONGEST_QUESTION = 200
LONGEST_ANSWER = 220
LONGEST_SEARCH = 500
LONGEST_ID = 200
LONGEST_READ = 20_000
"""Most characters of an answer that are searched for the sought words."""

BEFORE_HIT = 60
"""Characters that are shown before the first found word of an answer."""

DAYS = (7, 30, 365)
"""Periods in days to which a list can be limited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """A reader's search and filters, as they are in the address."""

    text: str = ""
    by: str = ""
    first: str = ""
    channel: str = ""
    template: str = ""
    """Name of the template that a question was asked with; empty for any."""

    days: int = 0
    older_than: str = ""
    rest: str | None = None
    """The text without the limits in it, such as `by:Ada`; None if these were not looked for."""

    typed: Wanted = EVERYTHING
    """Limits that were typed among the words, such as `by:Ada`."""

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """Return the words that every run must contain."""
        return phrases_in(self.text if self.rest is None else self.rest)

    @property
    def is_empty(self) -> bool:
        """Tell whether there is text, but neither a word nor a limit in it."""
        return bool(self.text) and not self.phrases and self.rest != ""

    @property
    def is_limited(self) -> bool:
        """Tell whether the list is limited in any way."""
        return bool(self.text or self.by or self.first or self.template or self.channel or self.days)

    def wanted(self, now: datetime) -> Wanted:
        """Return the limits for the store."""
        return Wanted(
            askers=(self.by,) if self.by else self.typed.askers,
            firsts=(self.first,) if self.first else self.typed.firsts,
            template=self.template or self.typed.template,
            since=now - timedelta(days=self.days) if self.days else self.typed.since,
            until=self.typed.until,
            older_than=RunId(self.older_than) if self.older_than else None,
        )

    def address(self, path: str = "/", **changes: str) -> str:
        """Return the address of this list with changes; it begins at the newest run unless they say otherwise."""
        days = str(self.days) if self.days else ""
        facts = {"q": self.text, "by": self.by, "first": self.first, "template": self.template}
        facts |= {"channel": self.channel, "days": days}
        query = urlencode({name: value for name, value in (facts | changes).items() if value})
        return f"{path}?{query}" if query else path


def sought_in(query: Mapping[str, str]) -> Sought:
    """Read a reader's search and filters. Unreadable ones limit nothing."""
    days = query.get("days", "")
    return Sought(
        text=query.get("q", "").strip()[:LONGEST_SEARCH],
        by=query.get("by", "")[:LONGEST_ID],
        first=query.get("first", "")[:LONGEST_ID],
        template=query.get("template", "")[:LONGEST_ID].lower(),
        channel=query.get("channel", "")[:LONGEST_ID],
        days=int(days) if days in map(str, DAYS) else 0,
        older_than=query.get("before", "")[:LONGEST_ID],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One run of the list."""

    run_id: str
    question: Markup
    answer: Markup
    outcome: Markup
    state: str
    """State in words; empty for a revealed run."""

    tone: Tone

    asked_by: Markup
    asked_at: datetime
    channel: str


def entries(
    runs: Sequence[Run], person: PersonId, words: Words, phrases: Sequence[Phrase] = ()
) -> tuple[Entry, ...]:
    """Return the list in the order of the runs, as this person may see each of them, with these words marked."""
    return tuple(_entry(run, person, words, phrases) for run in runs)


def _entry(run: Run, person: PersonId, words: Words, phrases: Sequence[Phrase]) -> Entry:
    seen = view(run, Viewer(person=person))
    summary = seen.summary
    short = " ".join(summary.question.split())
    is_over = summary.status in FINISHED or summary.status == "voting"
    outcome = outcome_of(summary, words, outcome_of_view(seen)) if is_over else ""
    return Entry(
        run_id=run.id,
        question=_marked(short, phrases, LONGEST_QUESTION),
        answer=_answer(seen.verdict.text if seen.verdict is not None else "", phrases),
        outcome=inline(outcome),
        state="" if summary.status == "revealed" else title_of(summary, words),
        tone=tone_of(summary),
        asked_by=inline(words.card.asked_by(asker=quoted(summary.asker_name))),
        asked_at=summary.asked_at,
        channel=run.question.place.channel,
    )


def _answer(text: str, phrases: Sequence[Phrase]) -> Markup:
    """Return an answer's beginning; in a search, the part around its first found word."""
    start = prose(beginning(text, LONGEST_ANSWER)) if text else Markup("")
    if not phrases or not text:
        return start
    plain = prose(text[:LONGEST_READ]).striptags()
    found = spans(phrases, plain)
    if not found:
        return start
    begin = max(0, found[0][0] - BEFORE_HIT)
    begin = plain.find(" ", begin) + 1 if begin and " " in plain[begin : found[0][0]] else begin
    before = Markup("… ") if begin else Markup("")
    return Markup("<p>{}{}</p>").format(before, _marked(plain[begin:], phrases, LONGEST_ANSWER))


def _marked(text: str, phrases: Sequence[Phrase], longest: int) -> Markup:
    """Return a text as HTML, cut to so many characters, with the phrases marked."""
    short = text if len(text) <= longest else f"{text[:longest].rstrip()}…"
    html, at = Markup(""), 0
    for begin, end in spans(phrases, short):
        html += escape(short[at:begin]) + Markup("<mark>{}</mark>").format(short[begin:end])
        at = end
    return html + escape(short[at:])


def askers(runs: Iterable[Run], me: PersonId) -> list[tuple[str, str]]:
    """Return the people who asked these runs, id and name, without the reader."""
    found = {run.question.asker.id: run.question.asker.name for run in runs if run.question.asker.id != me}
    return sorted(
        ((str(person), name) for person, name in found.items()), key=lambda each: each[1].casefold()
    )


def templates_of(runs: Iterable[Run]) -> list[tuple[str, str]]:
    """Return the templates with which these questions were asked, name and title."""
    used = (run.question.template for run in runs)
    found = {template.name: template.title for template in used if template is not None}
    return sorted(found.items(), key=lambda each: each[1].casefold())
