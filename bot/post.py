"""Posts without any platform's markup: a Post is made of blocks, and has a key where it must be sent only once.

Text in blocks is CommonMark. `Prose` comes from models and people and is never trusted. All other text is our own;
untrusted text goes into it only through `quoted`.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from council_core.domain.place import PersonId, Place
from council_core.domain.question import FileReference

Tone = Literal["plain", "good", "warning", "bad"]
PlainMessages = Literal["heard", "no_intent", "never"]
StageState = Literal["waiting", "running", "done", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A person, named so that their platform can link to them."""

    person: PersonId
    name: str
    rings: bool = False
    """Whether the post notifies them; otherwise it only names them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A channel, or a thread in it, so that its platform can link to it."""

    place: Place
    name: str
    """Text shown if the platform has no better name for it."""

    direct: str = ""
    """Text shown for a direct message with the bot; `name` if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Time:
    """A time, shown in each reader's own time zone."""

    at: datetime
    shows: Literal["time", "date", "both"] = "time"
    """Shown part: hours and minutes, the day, or both."""

    @property
    def name(self) -> str:
        """Return the time in UTC, for readers whose time zone is unknown, such as those of a file."""
        spelled = {"time": "%H:%M UTC", "date": "%Y-%m-%d", "both": "%Y-%m-%d %H:%M UTC"}
        return f"{self.at.astimezone(UTC):{spelled[self.shows]}}"


Part = str | Mention | Spot | Time
"""A part of our own text: inline CommonMark, a person, a place or a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The first line of a post, as plain text."""

    kind: Literal["heading"] = "heading"
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """Text of a model or a person: untrusted CommonMark, already cut to size."""

    kind: Literal["prose"] = "prose"
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One paragraph of our own text: CommonMark inline text, people and places."""

    kind: Literal["line"] = "line"
    parts: tuple[Part, ...]
    small: bool = False
    """Whether this is a side fact, drawn smaller on platforms that can do that."""

    beside: "Button | None" = None
    """A button at the end of the line. The small lines that follow belong to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of short plain texts under headings; every row is as long as `columns`."""

    kind: Literal["table"] = "table"
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    """The same content in words, for screen readers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Bars side by side, one group for each label; drawn as text on platforms without charts."""

    kind: Literal["chart"] = "chart"
    title: str
    labels: tuple[str, ...]
    series: tuple[tuple[str, tuple[float, ...]], ...]
    """Pairs of a name and its values, one value for each label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageLine:
    """One stage on the card."""

    label: str
    state: StageState
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """The progress of a run."""

    kind: Literal["stages"] = "stages"
    lines: tuple[StageLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """A question before a button acts, and the words of the dialogue that asks it."""

    question: str
    title: str
    yes: str
    no: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """A button. `action` is an encoded request (`bot.requests`) of at most 100 characters."""

    label: str
    action: str
    style: Literal["plain", "primary", "danger"] = "plain"
    confirm: Confirmation | None = None

    rates: Literal["good", "bad", ""] = ""
    """The half of a pair that rates the post; a platform may have buttons of its own for such a pair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkButton:
    """A button that opens an address of our own."""

    label: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One entry of a select: choosing it asks for `action`."""

    label: str
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Actions:
    """Buttons in a row, or one select if there are too many for buttons."""

    kind: Literal["actions"] = "actions"
    buttons: tuple[Button | LinkButton, ...] = ()
    choices: tuple[Choice, ...] = ()
    placeholder: str = ""
    """The text of the select before anything is chosen."""


Block = Heading | Prose | Line | Table | Chart | Stages | Actions


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file attached to a post."""

    name: str
    media_type: str
    content: bytes
    title: str = ""
    """Its caption, which screen readers also read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One message."""

    blocks: tuple[Block, ...]
    summary: str
    """The whole post in one or two sentences that need nothing else: for notifications, screen readers and search."""

    files: tuple[File, ...] = ()
    tone: Tone = "plain"
    silent: bool = False
    """Whether the post notifies nobody: true for every stage post but the verdict."""

    language: str = ""
    """Its language, such as `de`, for what a platform adds to it; empty for English."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of a form."""

    name: str
    label: str
    kind: Literal["line", "text", "number", "choice", "choices", "flag", "files"]
    value: str | tuple[str, ...] = ""
    """Initial value: one text, or the chosen ones of `choices`."""

    options: tuple[tuple[str, str], ...] = ()
    """Pairs of a choice's value and label."""

    hint: str = ""
    required: bool = True
    longest: int | None = None
    is_revised: bool = False
    """Whether the value replaces what a person has typed into the same field of an open form."""

    reloads: bool = False
    """Whether another choice draws the open form anew, with its own fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form for one person; submitting it asks for `action` with the fields' values."""

    title: str
    action: str
    fields: tuple[Field, ...]
    submit: str
    intro: str = ""
    files: tuple[FileReference, ...] = ()
    """Files from elsewhere that are attached when the form is submitted."""

    about: str = ""
    """The message that the form was opened on, as the platform knows it; its thread is read with the question."""

    tips: tuple[str, ...] = ()
    """Advice about the first field (inline CommonMark), folded if the platform's forms can fold."""

    tips_title: str = ""
    shows_tips: bool = False
    """Whether a form that is drawn anew shows them unfolded."""

    aside: tuple[Button, ...] = ()
    """Buttons under the first field that send the fields as they are, on platforms whose forms can hold them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldErrors:
    """Mistakes in a submitted form, by field."""

    errors: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateReply:
    """A reply that only the person who asked can see."""

    post: Post
    panel: str = ""
    """A title for a long reply that deserves a window of its own."""

    broke: bool = False
    """Whether Council failed. The same request may succeed later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestions:
    """Suggested settings for a question, on platforms that complete a person's typing."""

    members: tuple[str, ...]
    """The members configured here, in the form in which a person types them."""

    rubrics: tuple[str, ...]
    presets: tuple[tuple[str, str], ...]
    """Pairs of a preset's name and its purpose."""

    roles: tuple[str, ...] = ()
    """Names of the roles that a member may take."""

    providers: tuple[str, ...] = ()
    """Names of the providers that are set up."""

    prices: tuple[tuple[str, str], ...] = ()
    """Pairs of a member and the price of a question to it, in the person's language, as far as it is known."""


Reply = PrivateReply | Form | FieldErrors | Suggestions


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one post on a platform. They travel down to `presentation`."""

    prose: int
    """The largest weight of one post's prose, as measured by `weigh`."""

    parts: int
    """Most posts into which one long text is split; a longer text is attached as a file."""

    edits: bool = True
    """Whether a sent post can be changed. Where none can, ranking and names are posts of their own and no post has
    buttons to vote, so its runs need no voting window."""

    drafts: bool = False
    """Whether the card shows the verdict while it is being written."""

    draft_seconds: float = 0.0
    """Seconds between two edits with a growing verdict, and before the first, so that a card in chat moves calmly."""

    buttons: int = 10
    """The most vote buttons in a post; more choices become a select."""

    choices: int = 25
    """The most lines in a menu of a form."""

    completes: bool = False
    """Whether a command suggests models while a person types. It reaches models for which a menu has no room."""

    fields: int = 5
    """The most fields in a form; longer forms are split."""

    form_after_form: bool = False
    """Whether a form, or a button in one, can open another form."""

    field_text: int = 3_000
    """The most characters in one field of a form."""

    plain_messages: PlainMessages = "never"
    """Whether messages that do not mention the bot reach it."""

    escape_cost: int = 1
    """The weight of `&`, `<` and `>` in characters."""

    heading_cost: int = 0
    """The weight of a CommonMark heading in characters, beyond its text."""

    blocks: int | None = None
    """The most CommonMark blocks in one post's prose; None for any number."""

    def weigh(self, text: str) -> int:
        """Return the weight of a text, to compare with `prose`."""
        escapes = sum(text.count(sign) for sign in "&<>") * (self.escape_cost - 1)
        headings = len(re.findall(r"^#{1,6} ", text, re.MULTILINE)) * self.heading_cost
        return len(text) + escapes + headings


def quoted(text: str) -> str:
    """Escape untrusted text for our own CommonMark: marks lose their meaning, and lines become one."""
    return re.sub(r"([\\`*_{}\[\]<>()#+!|~@&-])", r"\\\1", " ".join(text.split()))


def line(*parts: Part, small: bool = False, beside: Button | None = None) -> Line:
    """Build a `Line` from its parts."""
    return Line(parts=parts, small=small, beside=beside)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedPost:
    """A post with its key: the same event of the same run always gives the same key."""

    key: str
    """Key, such as `slate/A/1`; unique within its run."""

    post: Post


def in_round(key: str, round_number: int) -> str:
    """Return the key of a post that each round has; keys of the first round contain no round."""
    what, *rest = key.split("/")
    return key if round_number == 1 else "/".join([what, f"round-{round_number}", *rest])
