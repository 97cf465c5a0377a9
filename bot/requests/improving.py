"""Requests about a question before it is asked: rewrite it, and use or edit the result."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bot.requests.asking import FieldSlip
from bot.requests.person import FromPerson
from council_core.domain.draft import DraftId
from council_core.domain.question import FileReference

DraftChoice = Literal["better", "mine"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Improve(FromPerson):
    """Have a question rewritten; nothing is asked."""

    kind: Literal["improve"] = "improve"
    text: str
    delivery: str
    """The platform's id of this delivery; the same id gives the same draft."""

    options: Mapping[str, str] = field(default_factory=dict[str, str])
    """Settings chosen for the run, as in `Ask`; the chairman rewrites."""

    template: str = ""
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    """Name of the template and values of its fields, as in `Ask`."""

    slips: tuple[tuple[FieldSlip, str], ...] = ()
    """Fields of a typed template that cannot be read, as in `Ask`."""

    files: tuple[FileReference, ...] = ()
    about: str = ""
    """The message on which its form was opened, as in `Ask`."""

    in_form: bool = False
    """Whether the reply is the form with the better question in it, however long that takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImproveAgain(FromPerson):
    """Have a draft rewritten once more, because the first call failed."""

    kind: Literal["improve_again"] = "improve_again"
    draft_id: DraftId


@dataclass(frozen=True, slots=True, kw_only=True)
class AskDraft(FromPerson):
    """Ask a draft in its typed or its rewritten version."""

    kind: Literal["ask_draft"] = "ask_draft"
    draft_id: DraftId
    choice: DraftChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteFields(FromPerson):
    """Open the form with the fields of a draft's template."""

    kind: Literal["write_fields"] = "write_fields"
    draft_id: DraftId


@dataclass(frozen=True, slots=True, kw_only=True)
class FillDraft(FromPerson):
    """Ask a draft with the values of its template's fields."""

    kind: Literal["fill_draft"] = "fill_draft"
    draft_id: DraftId
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EditDraft(FromPerson):
    """Open the form for a question, filled in with a draft."""

    kind: Literal["edit_draft"] = "edit_draft"
    draft_id: DraftId


ImprovingRequest = Improve | ImproveAgain | AskDraft | EditDraft | WriteFields | FillDraft
