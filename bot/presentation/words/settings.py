"""Messages about settings of a place, and refusals; see `thread.py` for the rules."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from bot.post import Part, Time
from bot.settings.catalogue import Group
from bot.settings.languages import LANGUAGES
from council_core.domain.budget import Keeper, Period
from council_core.domain.place import Level
from council_core.errors import ChoiceKind, Problem, Refusal, StoreKind

Source = Literal["channel", "workspace", "preset", "bot"]
"""Source of a setting."""


Unheard = Literal["no_intent", "never"]
"""Reason why messages without a mention do not reach the bot."""


def meaning(meanings: Mapping[str, Mapping[str, str]], name: str, text: str) -> str:
    """Return the meaning of a setting's value by this table, in which yes and no are under an empty name. A language
    gets its own name, and any other value stays as it is."""
    if name == "language" and text in LANGUAGES:
        return LANGUAGES[text][0]
    return meanings.get(name if name in meanings else "", {}).get(text, text)


class SettingsWords(Protocol):
    """The settings of a place: the panel and its forms."""

    @property
    def heading(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def setting(self) -> str: ...

    @property
    def value(self) -> str: ...

    @property
    def source(self) -> str: ...

    @property
    def none(self) -> str: ...

    def label(self, *, name: str, english: str) -> str:
        """Name of a setting; the English label of its row if there is no translation."""
        ...

    def in_quotes(self, *, label: str) -> str:
        """Label of a setting within a sentence."""
        ...

    def hint(self, *, name: str, english: str) -> str: ...

    def preset_summary(self, *, english: str) -> str:
        """Purpose of a preset; an operator's preset gives its own."""
        ...

    def means(self, *, name: str, text: str) -> str:
        """Meaning of a value; the value itself if it needs no explanation."""
        ...

    def group(self, *, group: Group) -> str: ...

    def comes_from(self, *, source: Source) -> str: ...

    def differs(self, *, names: Sequence[str]) -> str: ...

    @property
    def nothing_differs(self) -> str: ...

    def contradict(self, *, trouble: str) -> str: ...

    def change(self, *, level: Level) -> str: ...

    @property
    def first_model(self) -> str:
        """A choice of chairman: no particular model."""
        ...

    @property
    def who_may(self) -> str: ...

    @property
    def reset(self) -> str: ...

    @property
    def confirm_reset(self) -> str: ...

    def title(self, *, level: Level) -> str: ...

    @property
    def save(self) -> str: ...

    def intro(self, *, level: Level) -> str: ...

    def inherited(self, *, value: str) -> str: ...

    def left_empty(self, *, hint: str, value: str) -> str:
        """The value that applies if a field is left empty, behind its hint."""
        ...

    def unheard(self, *, kind: Unheard) -> str: ...

    def saved(self, *, level: Level) -> str: ...

    def was_reset(self, *, level: Level) -> str: ...

    @property
    def show(self) -> str: ...


PlatformTrouble = Literal[
    "not_invited",
    "forbidden",
    "archived",
    "bad_token",
    "no_scope",
    "uninvited",
    "unscoped",
    "no_file_scope",
    "no_intent",
    "no_rights",
    "too_long",
    "locked",
    "blocked",
    "no_direct_messages",
    "no_files",
    "not_author",
    "edited_too_late",
    "person_absent",
    "unseen_channel",
    "thread_gone",
    "workspace_gone",
    "wrong_channel",
    "busy",
    "stopping",
    "not_served",
    "too_late",
    "closed",
    "place_gone",
    "message_gone",
    "refused",
    "unknown",
]
"""Reason why a chat platform refused something."""


class ErrorWords(Protocol):
    """Reasons for refusing a request. Plain text; the facts are people's and models' own words."""

    def refused(self, *, kind: Refusal, fact: str) -> str: ...

    def platform(self, *, kind: PlatformTrouble, code: str) -> str:
        """Reason why a chat platform refused something; `code` is the platform's own, if it gave one."""
        ...

    def problem(self, *, problem: Problem) -> str:
        """The error in a setting."""
        ...

    def store(self, *, kind: StoreKind, facts: Mapping[str, str]) -> str:
        """Reason why the database cannot be used; `facts` as listed with the kinds."""
        ...

    def over_budget(self, *, keeper: Keeper, period: Period, cost: str | None, limit: str, left: str) -> str:
        """The question would cost more than a budget allows."""
        ...

    def budget_renews(self, *, at: Time) -> Sequence[Part]:
        """The time when a budget of a day or month begins anew; shown below its refusal."""
        ...

    def models_refused(self, *, models: Sequence[str], choices: Sequence[str]) -> str:
        """Refusal of models that may not, or no longer, be chosen here, with those that may be and the people who can
        allow more."""
        ...

    @property
    def of_place(self) -> str:
        """Said behind problems with settings that are stored for a channel or workspace, so that the asker cannot help it."""
        ...

    def unpriced(self, *, models: Sequence[str], variables: Sequence[str]) -> str: ...

    def too_many_waiting(self, *, count: int) -> str: ...

    def unknown_run(self, *, run_id: str) -> str: ...

    def deleted(self, *, run_id: str, day: str) -> str: ...

    def unknown_choice(self, *, thing: ChoiceKind, value: str, known: Sequence[str], field: str) -> str:
        """There is no such thing; `known` are those that exist, and `field` has them as values."""
        ...
