"""What people do on Discord -> requests for `handle`, and its replies on the screen of who did it."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from secrets import token_hex

import discord

from bot.forms import FILES, Values, read_form
from bot.platforms.discord import modal, parse, replies
from bot.platforms.discord.buttons import is_ours, standing_on
from bot.platforms.discord.cut import cut
from bot.platforms.discord.drafts import Drafts
from bot.platforms.discord.drawn import Drawn
from bot.platforms.discord.parse import Interaction
from bot.platforms.discord.submitted import filled, is_refusal, mistakes, opening_action, with_way_back
from bot.ports import Handle
from bot.post import (
    Actions,
    Button,
    FieldErrors,
    Form,
    Post,
    PrivateReply,
    Reply,
    Suggestions,
    line,
    quoted,
)
from bot.requests import (
    Ask,
    Person,
    Request,
    SaveSettings,
    ShowSettings,
    Suggest,
    read_action,
    read_command,
)
from council_core.domain.place import Place

log = logging.getLogger(__name__)

SECONDS_UNTIL_THINKING = 1.5
"""After so long a click is acknowledged before it is answered; Discord gives three seconds."""

MOST_CONFIRMATIONS = 1_000
ASKED = "Your question is with the council."

Make = Callable[[Person, Place], Request]


@dataclass(slots=True, kw_only=True)
class Desk:
    """Where people's doings become requests."""

    handle: Handle | None = None
    """Set before anything is received."""

    _work: set[asyncio.Task[object]] = field(default_factory=set[asyncio.Task[object]])
    _confirmations: dict[str, str] = field(default_factory=dict[str, str])
    _drafts: Drafts = field(default_factory=Drafts)

    def learn(self, drawn: Drawn) -> None:
        """Remembers what is to be asked before a button does something; forgotten, it is asked in general words."""
        self._confirmations |= drawn.confirmations
        while len(self._confirmations) > MOST_CONFIRMATIONS:
            del self._confirmations[next(iter(self._confirmations))]

    async def command(self, interaction: Interaction, make: Make, *, values: Values | None = None) -> None:
        """A command that is answered to whoever gave it; `values` are filled in on the form that it may open."""
        request = make(parse.person_of(interaction), parse.place_of(interaction))
        await self._answer(interaction, request, values=values)

    async def suggest(self, interaction: Interaction) -> Suggestions:
        """What the command that somebody is typing could be completed with; nothing when that cannot be told."""
        person, place = parse.person_of(interaction), parse.place_of(interaction)
        reply = await self._handled(Suggest(person=person, place=place))
        return reply if isinstance(reply, Suggestions) else Suggestions(members=(), rubrics=())

    async def ask(self, interaction: Interaction, ask: Ask, *, draft: Values | None = None) -> None:
        """A question: the "thinking" that it leaves becomes the card. With a `draft`, it can be corrected."""
        with self._at_work():
            if not await replies.acknowledge(interaction, ephemeral=False):
                return
            reply = await self._handled(replace(ask, place=parse.place_of(interaction, with_origin=True)))
            if draft is not None and isinstance(reply, PrivateReply):
                reply = self._with_way_back(interaction, reply, draft)
            if reply is not None:
                await replies.instead(interaction, reply)

    async def clicked(
        self, interaction: Interaction, action: str, *, ask_first: bool = False, draft: str = ""
    ) -> None:
        """A button or a menu of ours."""
        if ask_first:
            with self._at_work():
                await replies.show(interaction, self._question_before(interaction, action), late=False)
            return
        person = parse.person_of(interaction)
        request = read_action(action, person, parse.place_of(interaction))
        await self._answer(interaction, request, values=self._drafts.of(person.id, draft))

    def _question_before(self, interaction: Interaction, action: str) -> PrivateReply:
        """Discord has no dialogue, so the question comes as a message with the button once more."""
        data: object = (interaction.data or {}).get("custom_id")
        button = standing_on(interaction.message, str(data))
        label = (button.label if isinstance(button, discord.ui.Button) else None) or "Yes"
        asked = self._confirmations.get(action) or f"{quoted(label)}: are you sure?"
        button = Button(label=label, action=action, style="primary")
        return PrivateReply(post=Post(blocks=(line(asked), Actions(buttons=(button,))), summary=asked))

    async def stray(self, interaction: Interaction) -> None:
        """Everything that happens to our messages; what no button of ours hears of is answered here."""
        data = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await self._submitted(interaction, modal.action_of(custom_id))
            return
        stands = standing_on(interaction.message, custom_id)
        is_heard = (
            is_ours(custom_id) and stands is not None and stands.type.value == data.get("component_type")
        )
        if interaction.type is discord.InteractionType.component and not is_heard:
            await self.clicked(interaction, cut(custom_id, 100))

    async def _submitted(self, interaction: Interaction, action: str) -> None:
        """A form, opened by whatever process."""
        values = parse.values_of(interaction)
        person, place = parse.person_of(interaction), parse.place_of(interaction)
        read = read_form(action, values, person=person, place=place, delivery=str(interaction.id))
        if isinstance(read, Ask):
            read = replace(read, files=parse.files_in_form(interaction) if FILES in values else ())
            if not (read.follows or read.repeats or interaction.message):
                # Nothing stands there yet that the card would have to share its place with.
                await self.ask(interaction, read, draft=values)
                return
        with self._at_work():
            await self._answer_soon(interaction, self._outcome(interaction, read, action, values))

    async def _outcome(
        self, interaction: Interaction, read: Request | FieldErrors, action: str, values: Values
    ) -> Reply | None:
        reply = read if isinstance(read, FieldErrors) else await self._handled(read)
        if isinstance(reply, FieldErrors):
            wrong = mistakes(reply, await self._labels(interaction, action))
            return self._with_way_back(interaction, wrong, values)
        if isinstance(read, Ask | SaveSettings) and isinstance(reply, PrivateReply) and is_refusal(reply):
            return self._with_way_back(interaction, reply, values)
        # The message that the form was opened from would keep its button otherwise.
        is_new = isinstance(read, Ask) and not (read.follows or read.repeats)
        return replies.sentence(ASKED) if reply is None and is_new else reply

    def _with_way_back(self, interaction: Interaction, reply: PrivateReply, values: Values) -> PrivateReply:
        action = modal.action_of(str((interaction.data or {}).get("custom_id", "")))
        draft = self._drafts.keep(parse.person_of(interaction).id, values)
        return with_way_back(reply, action=action, draft=draft)

    async def _labels(self, interaction: Interaction, action: str) -> Mapping[str, str]:
        """What the fields of a form are called, as it would be drawn now."""
        person, place = parse.person_of(interaction), parse.place_of(interaction)
        form = await self._handled(read_action(opening_action(action), person, place))
        return {one.name: one.label for one in form.fields} if isinstance(form, Form) else {}

    async def message(self, message: discord.Message, me: discord.ClientUser) -> None:
        """A mention or a direct message."""
        if not parse.is_for_us(message, me):
            return
        with self._at_work():
            request = read_command(
                parse.words_of(message, me),
                person=parse.author_of(message),
                place=parse.place_of_message(message),
                delivery=str(message.id),
            )
            if isinstance(request, Ask):
                request = replace(request, files=parse.files_of(message))
            reply = await self._handled(request)
            if reply is not None:
                await replies.reply_to(message, reply)

    async def _answer(self, interaction: Interaction, request: Request, *, values: Values | None) -> None:
        with self._at_work():
            await self._answer_soon(interaction, self._opened(request, values or {}))

    async def _opened(self, request: Request, values: Values) -> Reply | None:
        """The reply; a form with what was filled in before, and what is too much for one form as a panel of several."""
        reply = await self._handled(request)
        if isinstance(reply, Form) and len(reply.fields) > modal.MOST_FIELDS:
            return await self._handled(ShowSettings(person=request.person, place=request.place))
        return filled(reply, values) if isinstance(reply, Form) else reply

    async def _answer_soon(
        self, interaction: Interaction, reply: Coroutine[None, None, Reply | None]
    ) -> None:
        coming = asyncio.create_task(reply)
        done, _ = await asyncio.wait({coming}, timeout=SECONDS_UNTIL_THINKING)
        late = not done and await replies.acknowledge(interaction, ephemeral=True)
        await replies.show(interaction, await coming, late=late)

    async def _handled(self, request: Request) -> Reply | None:
        try:
            if self.handle is None:
                raise RuntimeError("Discord delivered before `serve` was called.")
            return await self.handle(request)
        except Exception:  # the last resort: people get a number, the log gets the rest
            incident = token_hex(4)
            log.exception("incident %s: %s failed", incident, request.kind)
            return replies.sentence(f"Something went wrong on our side. It is noted as incident {incident}.")

    @contextmanager
    def _at_work(self) -> Generator[None]:
        """Keeps the library's task in sight, so that a shutdown can wait for it."""
        task = asyncio.current_task()
        if task is None:
            yield
            return
        self._work.add(task)
        try:
            yield
        finally:
            self._work.discard(task)

    async def finish(self, seconds: float) -> None:
        """Waits for what was begun already; gives up after `seconds`."""
        if self._work:
            _, late = await asyncio.wait(set(self._work), timeout=seconds)
            for task in late:
                task.cancel()
