"""Opens forms, turns submitted forms into requests, and offers a form with mistakes again."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.platforms.discord.connection.permissions import refusal_before
from bot.platforms.discord.drawing.buttons import draft_action, draft_of
from bot.platforms.discord.listening.answering import Answers
from bot.platforms.discord.payloads import parse
from bot.platforms.discord.payloads.parse import Interaction
from bot.platforms.discord.windows import modal, replies
from bot.platforms.discord.windows.submitted import (
    Draft,
    Drafts,
    filled,
    is_refusal,
    lost,
    mistakes,
    opening_action,
    with_way_back,
    without_files,
)
from bot.post import FieldErrors, Form, PrivateReply, Reply
from bot.requests import (
    Ask,
    FillDraft,
    Improve,
    Person,
    Request,
    SaveSeats,
    SaveSettings,
    SetSeats,
    ShowSettings,
    WriteQuestion,
    read_action,
)
from bot.requests.forms import FILES, read_form

WITH_WAY_BACK = (Ask, FillDraft, Improve, SaveSettings, SetSeats, SaveSeats)
"""Requests of forms that are offered again with their values if the request failed."""


@dataclass(slots=True, kw_only=True)
class FormListener:
    """Opens forms and handles their submission."""

    answers: Answers
    _drafts: Drafts = field(default_factory=Drafts)

    async def opened(self, request: Request, draft: Draft) -> Reply | None:
        """Return the reply to a request that opens a form, filled in as before. A form with too many fields becomes a
        panel of several forms."""
        if isinstance(request, WriteQuestion) and (draft.files or draft.about):
            request = replace(request, files=draft.files, about=draft.about)
        reply = await self.answers.handled(request)
        if isinstance(reply, Form) and len(reply.fields) > modal.MOST_FIELDS:
            return await self.answers.handled(ShowSettings(person=request.person, place=request.place))
        return self._as_it_was(reply, request.person, draft) if isinstance(reply, Form) else reply

    def _as_it_was(self, form: Form, person: Person, draft: Draft) -> Form:
        """Return the form filled in from the draft, and store a draft of its files and context."""
        if form.files or form.about:
            name = self._drafts.keep(person.id, Draft(values={}, files=form.files, about=form.about))
            form = replace(form, action=draft_action(name, form.action))
        return filled(form, draft.values)

    async def opened_again(self, interaction: Interaction, action: str, name: str) -> Reply | None:
        """Return the form with a person's earlier values, or a note that these are lost."""
        person = parse.person_of(interaction)
        draft = self._drafts.of(person.id, name)
        if draft is None:
            return lost(action, self.answers.words_for(interaction))
        return await self.opened(read_action(action, person, parse.place_of(interaction)), draft)

    async def submitted(self, interaction: Interaction) -> None:
        """Handle a submitted form, opened by any process."""
        read = _read(interaction)
        if not (_is_new(read) and interaction.message is None) or parse.is_brought_along(interaction):
            await self.answers.soon(interaction, self._outcome(interaction, read))
            return
        # The interaction has no answer yet that the card would replace.
        with self.answers.at_work():
            if not await replies.acknowledge(interaction, ephemeral=False):
                return
            reply = await self._reply(interaction, _as_card(read, interaction))
            if reply is not None:
                await replies.instead(interaction, reply, self.answers.words_for(interaction))

    async def _outcome(self, interaction: Interaction, read: Request) -> Reply | None:
        reply = await self._reply(interaction, read)
        # Otherwise the message from which the form was opened would keep its button.
        is_new = isinstance(read, FillDraft) or _is_new(read)
        return (
            replies.sentence(self.answers.words_for(interaction).asked) if reply is None and is_new else reply
        )

    async def _reply(self, interaction: Interaction, read: Request) -> Reply | None:
        """Return the reply, with a button back to the form if the request failed."""
        draft, words = Draft(values=parse.values_of(interaction)), self.answers.words_for(interaction)
        name, _ = _note_and_action(interaction)
        if name:
            noted = self._drafts.of(parse.person_of(interaction).id, name)
            if noted is None:
                return self._with_way_back(interaction, without_files(words), draft)
            draft = replace(draft, files=noted.files, about=noted.about)
            if isinstance(read, Ask | Improve | SetSeats):
                read = replace(read, files=(*noted.files, *read.files), about=noted.about)
        # A follow-up is posted in the thread of its run, which this interaction does not contain.
        is_new = _is_new(read) or (isinstance(read, SetSeats) and not read.repeats)
        refused = refusal_before(interaction, words) if is_new else None
        reply = refused or await self.answers.handled(read)
        if isinstance(reply, FieldErrors):
            told = mistakes(reply, await self._labels(interaction))
            return self._with_way_back(interaction, told, draft)
        if isinstance(read, WITH_WAY_BACK) and isinstance(reply, PrivateReply) and is_refusal(reply):
            return self._with_way_back(interaction, reply, draft)
        return reply

    def _with_way_back(self, interaction: Interaction, reply: PrivateReply, draft: Draft) -> PrivateReply:
        name = self._drafts.keep(parse.person_of(interaction).id, draft)
        words = self.answers.words_for(interaction)
        return with_way_back(reply, words, action=_action(interaction), draft=name)

    async def _labels(self, interaction: Interaction) -> Mapping[str, str]:
        """Return the labels of a form's fields in its present state."""
        person, place = parse.person_of(interaction), parse.place_of(interaction)
        opening = opening_action(_action(interaction))
        form = await self.answers.handled(read_action(opening, person, place))
        return {one.name: one.label for one in form.fields} if isinstance(form, Form) else {}


def _is_new(read: Request) -> bool:
    """Return whether this is a question that belongs to no earlier one."""
    return isinstance(read, Ask) and not (read.follows or read.repeats)


def _note_and_action(interaction: Interaction) -> tuple[str, str]:
    """Split a submitted form's id into the name of its draft, empty for none, and its action."""
    return draft_of(modal.action_of(parse.custom_id_of(interaction)))


def _action(interaction: Interaction) -> str:
    return _note_and_action(interaction)[1]


def _as_card(read: Request, interaction: Interaction) -> Request:
    """Return the question, so that its card replaces the form's answer."""
    return (
        replace(read, place=parse.place_of(interaction, with_origin=True)) if isinstance(read, Ask) else read
    )


def _read(interaction: Interaction) -> Request:
    values = parse.values_of(interaction)
    person, place = parse.person_of(interaction), parse.place_of(interaction)
    read = read_form(_action(interaction), values, person=person, place=place, delivery=str(interaction.id))
    if isinstance(read, Ask | Improve | SetSeats) and FILES in values:
        read = replace(read, files=parse.files_in_form(interaction))
    if isinstance(read, Ask):
        read = replace(read, from_elsewhere=parse.is_brought_along(interaction))
    return read
