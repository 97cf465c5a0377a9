"""Turns people's actions and forms on Discord into requests for `handle`, and shows them its replies."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import discord

from bot.platforms.discord.connection.errors import NETWORK
from bot.platforms.discord.connection.permissions import refusal_before, refusal_outside
from bot.platforms.discord.drawing.buttons import draft_action, draft_of, is_ours, standing_on
from bot.platforms.discord.drawing.limits import Drawn
from bot.platforms.discord.drawing.markup import cut
from bot.platforms.discord.listening.answering import Answers
from bot.platforms.discord.listening.threads import reply_of
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
from bot.ports.words import DiscordWords
from bot.post import Actions, Button, FieldErrors, Form, Post, PrivateReply, Reply, Suggestions, line, quoted
from bot.requests.actions import answer_action, read_action
from bot.requests.asking import Ask, Clarify, Overhear, Suggest, WriteQuestion
from bot.requests.forms import FILES, read_form
from bot.requests.improving import FillDraft, Improve
from bot.requests.memory import leave_workspace
from bot.requests.person import Person
from bot.requests.request import Request
from bot.requests.running import (
    CancelRun,
    ForgetRun,
    RetryPosts,
    SearchRuns,
    ShowHelp,
    ShowHistory,
    ShowMistakes,
)
from bot.requests.settings import SaveSeats, SaveSettings, SetSeats, ShowSettings
from bot.requests.typed import read_command
from bot.requests.voting import RevealNames
from council_core.domain.place import PersonId, Place

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
        refused = await refusal_before(interaction, words) if is_new else None
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


log = logging.getLogger(__name__)

BEHIND_BUTTON = (CancelRun, Clarify, ForgetRun, SearchRuns, ShowHelp, ShowHistory, ShowMistakes)
"""Requests with an answer for one person. All of them only show something, except a cancellation."""

MOST_CONFIRMATIONS = 1_000

Make = Callable[[Person, Place], Request]


async def at_home(interaction: Interaction) -> None:
    """Treat the request of a person in a place without the bot as if it were made in their direct message with the bot.

    Such people installed the command for themselves, and Discord does not let the bot post in the place. Requests from
    other places stay unchanged.
    """
    if not parse.is_brought_along(interaction) or parse.DIRECT in interaction.extras:
        return
    try:
        opened = await interaction.client.http.start_private_message(interaction.user.id)
    except (discord.DiscordException, *NETWORK) as error:
        log.warning("A direct message did not open: %s", error)
        return
    interaction.extras[parse.DIRECT] = str(opened["id"])


@dataclass(slots=True)
class DiscordListener:
    """Turns Discord's events into requests."""

    answers: Answers
    descriptions: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    """Descriptions of commands and of their options, by language."""

    _forms: FormListener = field(init=False)
    _confirmations: dict[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        self._forms = FormListener(answers=self.answers)

    def learn(self, drawn: Drawn) -> None:
        """Store the confirmations of a drawn post. A button whose confirmation is not stored gets a general
        question."""
        self._confirmations |= drawn.confirmations
        while len(self._confirmations) > MOST_CONFIRMATIONS:
            del self._confirmations[next(iter(self._confirmations))]

    async def command(self, interaction: Interaction, make: Make) -> None:
        """Handle a command whose reply only its author sees."""
        await at_home(interaction)
        request = make(parse.person_of(interaction), parse.place_of(interaction))
        await self.answers.soon(interaction, self._opened(interaction, request))

    async def _opened(self, interaction: Interaction, request: Request) -> Reply | None:
        refused = await refusal_outside(interaction, self.answers.words_for(interaction))
        return refused or await self._forms.opened(request, Draft(values={}))

    async def suggest(self, interaction: Interaction) -> Suggestions:
        """Complete the command that a person is typing; return nothing when no suggestion is possible."""
        await at_home(interaction)
        person, place = parse.person_of(interaction), parse.place_of(interaction)
        reply = await self.answers.handled(Suggest(person=person, place=place))
        return reply if isinstance(reply, Suggestions) else Suggestions(members=(), rubrics=(), presets=())

    async def ask(self, interaction: Interaction, ask: Ask) -> None:
        """Handle a question: its "thinking" message becomes the card."""
        if parse.is_brought_along(interaction):
            await self._ask_from_elsewhere(interaction, ask)
            return
        with self.answers.at_work():
            if not await replies.acknowledge(interaction, ephemeral=False):
                return
            here = parse.place_of(interaction, with_origin=True)
            words = self.answers.words_for(interaction)
            refused = await refusal_before(interaction, words)
            reply = refused or await self.answers.handled(replace(ask, place=here))
            if reply is not None:
                await replies.instead(interaction, reply, words)

    async def _ask_from_elsewhere(self, interaction: Interaction, ask: Ask) -> None:
        """Handle a question from a place without the bot, by answering its person alone."""
        await at_home(interaction)
        if refusal := await refusal_before(interaction, self.answers.words_for(interaction)):
            await self.answers.now(interaction, refusal)
            return
        person, place = parse.person_of(interaction), parse.place_of(interaction)
        moved = replace(ask, person=person, place=place, from_elsewhere=True)
        await self.answers.soon(interaction, self.answers.handled(moved))

    async def clicked(
        self, interaction: Interaction, action: str, *, ask_first: bool = False, draft: str = ""
    ) -> None:
        """Handle a click on a button or a menu of ours."""
        await at_home(interaction)
        if ask_first:
            await self.answers.soon(interaction, self._question_before(interaction, action))
        elif draft:
            await self.answers.soon(interaction, self._forms.opened_again(interaction, action, draft))
        else:
            request = read_action(action, parse.person_of(interaction), parse.place_of(interaction))
            await self.answers.soon(interaction, self._opened(interaction, request))

    async def _question_before(self, interaction: Interaction, action: str) -> Reply:
        """Ask for confirmation in a message that repeats the button, because Discord has no dialogue for it. A
        person who may not do it is told at once."""
        request = read_action(action, parse.person_of(interaction), parse.place_of(interaction))
        if isinstance(request, CancelRun | RevealNames):
            refused = await self.answers.handled(replace(request, checks_only=True))
            if refused is not None:
                return refused
        button = standing_on(interaction.message, parse.custom_id_of(interaction))
        words = self.answers.words_for(interaction)
        label = (button.label if isinstance(button, discord.ui.Button) else None) or words.yes
        asked = self._confirmations.get(action) or words.sure(label=quoted(label))
        button = Button(label=label, action=action, style="primary")
        return PrivateReply(post=Post(blocks=(line(asked), Actions(buttons=(button,))), summary=asked))

    async def other_interaction(self, interaction: Interaction) -> None:
        """Handle every other interaction with our messages, such as a button that no handler knows."""
        data, custom_id = interaction.data or {}, parse.custom_id_of(interaction)
        if interaction.type is discord.InteractionType.modal_submit:
            await at_home(interaction)
            await self._forms.submitted(interaction)
            return
        stands = standing_on(interaction.message, custom_id)
        is_heard = (
            is_ours(custom_id) and stands is not None and stands.type.value == data.get("component_type")
        )
        if interaction.type is discord.InteractionType.component and not is_heard:
            await self.clicked(interaction, cut(custom_id, 100))

    async def message(self, message: discord.Message, me: discord.ClientUser) -> None:
        """Handle a mention, a direct message, or a message in a thread of ours that mentions nobody."""
        if parse.is_overheard(message, me):
            await self._overheard(message, me)
            return
        if not parse.is_for_us(message, me):
            return
        with self.answers.at_work():
            request = read_command(
                parse.words_of(message, me),
                person=parse.author_of(message),
                place=parse.place_of_message(message),
                delivery=str(message.id),
                opens_forms=False,
                files=bool(parse.files_of(message)),
            )
            if isinstance(request, Ask):
                request = replace(
                    request,
                    files=parse.files_of(message),
                    about=reply_of(message),
                    stands_in_message=True,
                    # A message on a server has no private answer.
                    may_wait=request.may_wait and message.guild is None,
                )
            words = self.answers.words(request.person.locale)
            reply = await self._answer(request, message, answer_action(parse.words_of(message, me)), words)
            if reply is not None:
                await replies.reply_to(message, reply, words)

    async def _answer(
        self, request: Request, message: discord.Message, action: str, words: DiscordWords
    ) -> Reply | None:
        """Return the reply to a message. On a server everybody sees it, so the answer to a slip or a command waits
        behind a button; that a question was cancelled is said at once."""
        if message.guild is None or not action or not isinstance(request, BEHIND_BUTTON):
            return await self.answers.handled(request)
        if isinstance(request, CancelRun):
            reply = await self.answers.handled(request)
            if not (isinstance(reply, PrivateReply) and reply.post.tone == "warning"):
                return reply
        return replies.behind_button(action, words)

    async def opened(self, guild: discord.Guild, channel: str = "") -> None:
        """Post what a channel, or a whole server, refused before, now that Council may post there again."""
        me = str(guild.me.id)
        with self.answers.at_work():
            place = Place(platform=parse.PLATFORM, channel=channel, workspace=str(guild.id))
            person = Person(id=PersonId(me), name=me, is_present=True)
            await self.answers.handled(RetryPosts(person=person, place=place))

    async def left(self, guild: discord.Guild) -> None:
        """Delete everything that a server created, because it removed the bot."""
        with self.answers.at_work():
            await self.answers.handled(leave_workspace(parse.PLATFORM, str(guild.id)))

    async def _overheard(self, message: discord.Message, me: discord.ClientUser) -> None:
        with self.answers.at_work():
            overheard = Overhear(
                person=parse.author_of(message),
                place=parse.place_of_message(message),
                text=parse.words_of(message, me),
                delivery=str(message.id),
                files=parse.files_about(message),
            )
            reply = await self.answers.handled(overheard)
            if reply is not None:
                await replies.reply_to(message, reply, self.answers.words(overheard.person.locale))
