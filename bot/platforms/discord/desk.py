"""What people do on Discord -> requests for `handle`, and its replies on the screen of who did it."""

import asyncio
import logging
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from secrets import token_hex

import discord

from bot.platforms.discord import modal, parse, replies
from bot.platforms.discord.buttons import is_ours, standing_on
from bot.platforms.discord.cut import cut
from bot.platforms.discord.drawn import Drawn
from bot.platforms.discord.parse import Interaction
from bot.ports import Handle
from bot.post import Actions, Button, Post, PrivateReply, Reply, line, quoted
from bot.requests import (
    Ask,
    CancelRun,
    Request,
    ShowHelp,
    ShowHistory,
    ShowStatus,
    read_action,
    read_command,
)
from council_core.domain.question import RunId

log = logging.getLogger(__name__)

SECONDS_UNTIL_THINKING = 1.5
"""After so long a click is acknowledged before it is answered; Discord gives three seconds."""

MOST_CONFIRMATIONS = 1_000


@dataclass(slots=True, kw_only=True)
class Desk:
    """Where people's doings become requests."""

    handle: Handle | None = None
    """Set before anything is received."""

    _work: set[asyncio.Task[object]] = field(default_factory=set[asyncio.Task[object]])
    _confirmations: dict[str, str] = field(default_factory=dict[str, str])

    def learn(self, drawn: Drawn) -> None:
        """Remembers what is to be asked before a button does something; forgotten, it is asked in general words."""
        self._confirmations |= drawn.confirmations
        while len(self._confirmations) > MOST_CONFIRMATIONS:
            del self._confirmations[next(iter(self._confirmations))]

    async def ask(self, interaction: Interaction, question: str) -> None:
        """`/council ask`: the "thinking" that it leaves becomes the card."""
        with self._at_work():
            if not await replies.acknowledge(interaction, ephemeral=False):
                return
            request = Ask(
                person=parse.person_of(interaction),
                place=parse.place_of(interaction, with_origin=True),
                text=question.strip(),
                delivery=str(interaction.id),
            )
            reply = await self._handled(request)
            if reply is not None:
                await replies.instead(interaction, reply)

    async def history(self, interaction: Interaction) -> None:
        """`/council history`."""
        person, place = parse.person_of(interaction), parse.place_of(interaction)
        await self._answer(interaction, ShowHistory(person=person, place=place))

    async def status(self, interaction: Interaction, run: str | None) -> None:
        """`/council show`."""
        person, place = parse.person_of(interaction), parse.place_of(interaction)
        run_id = RunId(run.strip()) if run and run.strip() else None
        await self._answer(interaction, ShowStatus(person=person, place=place, run_id=run_id))

    async def cancel(self, interaction: Interaction, run: str) -> None:
        """`/council cancel`."""
        person, place = parse.person_of(interaction), parse.place_of(interaction)
        await self._answer(interaction, CancelRun(person=person, place=place, run_id=RunId(run.strip())))

    async def help(self, interaction: Interaction, trouble: str = "") -> None:
        """`/council help`, and the answer to what nobody understood."""
        person, place = parse.person_of(interaction), parse.place_of(interaction)
        await self._answer(interaction, ShowHelp(person=person, place=place, trouble=trouble))

    async def clicked(self, interaction: Interaction, action: str, *, ask_first: bool) -> None:
        """A button or a menu of ours."""
        if ask_first:
            with self._at_work():
                await replies.show(interaction, self._question_before(interaction, action), late=False)
            return
        request = read_action(action, parse.person_of(interaction), parse.place_of(interaction))
        await self._answer(interaction, request)

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
            await self._submitted(interaction, custom_id)
            return
        stands = standing_on(interaction.message, custom_id)
        is_heard = (
            is_ours(custom_id) and stands is not None and stands.type.value == data.get("component_type")
        )
        if interaction.type is discord.InteractionType.component and not is_heard:
            await self.clicked(interaction, cut(custom_id, 100), ask_first=False)

    async def _submitted(self, interaction: Interaction, custom_id: str) -> None:
        """A form. No request carries its values yet; they are there in `parse.values_of`."""
        request = read_action(
            modal.action_of(custom_id), parse.person_of(interaction), parse.place_of(interaction)
        )
        await self._answer(interaction, request)

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

    async def _answer(self, interaction: Interaction, request: Request) -> None:
        with self._at_work():
            handled = asyncio.create_task(self._handled(request))
            done, _ = await asyncio.wait({handled}, timeout=SECONDS_UNTIL_THINKING)
            late = not done and await replies.acknowledge(interaction, ephemeral=True)
            await replies.show(interaction, await handled, late=late)

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
