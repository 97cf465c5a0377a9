"""What we can say: a Post is made of blocks, without the words of any platform.

Text in blocks is CommonMark. `Prose` comes from models and people and is never trusted; everything else is our own
words, into which untrusted text goes only through `quoted`.
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
    """A person, named so that their platform can link."""

    person: PersonId
    name: str
    rings: bool = False
    """Whether they are notified of the post; without it they are only named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A channel, or a thread in it, so that its platform can lead there."""

    place: Place
    name: str
    """What stands there where the platform has no better name for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Time:
    """A moment, which each reader's own clock shows."""

    at: datetime
    shows: Literal["time", "date", "both"] = "time"
    """Hours and minutes, the day, or both."""

    @property
    def name(self) -> str:
        """The same for readers whose clock nobody knows, such as those of a file."""
        spelled = {"time": "%H:%M UTC", "date": "%Y-%m-%d", "both": "%Y-%m-%d %H:%M UTC"}
        return f"{self.at.astimezone(UTC):{spelled[self.shows]}}"


Part = str | Mention | Spot | Time
"""What our own words are made of: CommonMark inline text, people, places and moments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The first line of a post: plain text."""

    kind: Literal["heading"] = "heading"
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """Words of a model or a person: CommonMark, untrusted, cut to size before it gets here."""

    kind: Literal["prose"] = "prose"
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Our own words: one paragraph of CommonMark inline text, people and places."""

    kind: Literal["line"] = "line"
    parts: tuple[Part, ...]
    small: bool = False
    """Facts on the side: drawn smaller where the platform can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of short plain texts under headings; every row as long as `columns`."""

    kind: Literal["table"] = "table"
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    """Says the same in words, for those who hear it read aloud."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Bars beside each other, one group for each label; drawn as text where there are no charts."""

    kind: Literal["chart"] = "chart"
    title: str
    labels: tuple[str, ...]
    series: tuple[tuple[str, tuple[float, ...]], ...]
    """(name, one value for each label)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageLine:
    """One stage on the card."""

    label: str
    state: StageState
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """How far a run is."""

    kind: Literal["stages"] = "stages"
    title: str
    lines: tuple[StageLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """Something to press. `action` is an encoded request (`bot.requests`), at most 100 characters."""

    label: str
    action: str
    style: Literal["plain", "primary", "danger"] = "plain"
    confirm: str = ""
    """A question to answer first; empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkButton:
    """A button that opens an address of our own."""

    label: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One line of a select: `action` is what choosing it asks for."""

    label: str
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Actions:
    """Buttons in a row, or one select where there are too many for buttons."""

    kind: Literal["actions"] = "actions"
    buttons: tuple[Button | LinkButton, ...] = ()
    choices: tuple[Choice, ...] = ()
    placeholder: str = ""
    """What the select says before anything is chosen."""


Block = Heading | Prose | Line | Table | Chart | Stages | Actions


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file that hangs on a post."""

    name: str
    media_type: str
    content: bytes
    title: str = ""
    """What people see beside it, and hear where it is read aloud."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One message."""

    blocks: tuple[Block, ...]
    summary: str
    """The whole post in one or two sentences that stand alone: notifications, screen readers, search."""

    files: tuple[File, ...] = ()
    tone: Tone = "plain"
    silent: bool = False
    """Rings for nobody: every stage post but the verdict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing to fill in on a form."""

    name: str
    label: str
    kind: Literal["line", "text", "number", "choice", "choices", "flag", "files"]
    value: str | tuple[str, ...] = ""
    """What stands there at first: one text, or the chosen ones of `choices`."""

    options: tuple[tuple[str, str], ...] = ()
    """(value, label) pairs of a choice."""

    hint: str = ""
    required: bool = True
    longest: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form for one person; sending it asks for `action` with the fields' values."""

    title: str
    action: str
    fields: tuple[Field, ...]
    submit: str
    intro: str = ""
    files: tuple[FileReference, ...] = ()
    """Files that stand elsewhere and come along when the form is sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldErrors:
    """A form came back with mistakes: what is wrong with which field."""

    errors: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateReply:
    """Said to the person who asked and to nobody else."""

    post: Post
    panel: str = ""
    """A title, where the reply is long reading matter that deserves a window of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestions:
    """What a question could be asked with, for platforms that complete what somebody is typing."""

    members: tuple[str, ...]
    """As one types them, those who sit in here first."""

    rubrics: tuple[str, ...]
    presets: tuple[tuple[str, str], ...]
    """(name, what it is for)."""


Reply = PrivateReply | Form | FieldErrors | Suggestions


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much one post of a platform holds; travels down to presentation."""

    prose: int
    """The most that the prose of one post may weigh, by `weigh`."""

    parts: int
    """Into how many posts one long text may be split before the whole goes along as a file."""

    buttons: int = 10
    """How many vote buttons a post has room for; above that a select is drawn."""

    fields: int = 5
    """How many fields a form has room for; longer forms come in several."""

    field_text: int = 3_000
    """How many characters one field of a form takes."""

    plain_messages: PlainMessages = "never"
    """Whether messages that do not name the bot reach it."""

    escape_cost: int = 1
    """How many characters `&`, `<` and `>` take."""

    heading_cost: int = 0
    """How many characters a CommonMark heading takes beyond its own."""

    blocks: int | None = None
    """How many CommonMark blocks the prose of one post may have; None for any number."""

    def weigh(self, text: str) -> int:
        """How much of `prose` this text takes."""
        escapes = sum(text.count(sign) for sign in "&<>") * (self.escape_cost - 1)
        headings = len(re.findall(r"^#{1,6} ", text, re.MULTILINE)) * self.heading_cost
        return len(text) + escapes + headings


def quoted(text: str) -> str:
    """Untrusted text made safe to stand inside our own CommonMark: its marks lose their meaning, lines become one."""
    return re.sub(r"([\\`*_{}\[\]<>()#+!|~@&-])", r"\\\1", " ".join(text.split()))


def line(*parts: Part, small: bool = False) -> Line:
    """A `Line` from its parts."""
    return Line(parts=parts, small=small)
