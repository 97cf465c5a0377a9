"""The commands below `/council` with the suggestions for their options, and *Ask the council* on any message."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import discord
from discord import app_commands

from bot.platforms.discord.drawing.limits import LIMITS
from bot.platforms.discord.drawing.markup import cut
from bot.platforms.discord.listening.answering import Answers
from bot.platforms.discord.listening.listener import DiscordListener
from bot.platforms.discord.listening.threads import IN_FORM
from bot.platforms.discord.payloads import parse
from bot.platforms.discord.payloads.parse import Interaction
from bot.platforms.discord.windows import replies
from bot.requests.asking import Ask, WriteQuestion
from bot.requests.commands import PLAIN_COMMANDS, RUN_COMMANDS, PlainCommand, RunCommand
from bot.requests.memory import AddSchedule, DigestOften, SetDigest, ShowDecisions, ShowModels
from bot.requests.running import Listing, SearchRuns, ShowHistory
from bot.requests.typed import read_board, read_improve, read_question
from council_core.domain.question import RunId

MOST, LONGEST = 25, 100
"""Most choices of an option, and most characters of their names and values (docs:
interactions/application-commands)."""

Choices = list[app_commands.Choice[str]]

Prices = Sequence[tuple[str, str]]
"""Texts with their prices."""

NO_PRICES: Mapping[str, str] = MappingProxyType({})


def one_of(typed: str, known: Sequence[str], prices: Prices = ()) -> Choices:
    """Return the known texts that contain the typed one, each with its price."""
    return _choices(_like(typed.strip(), known), dict(prices))


def one_described(typed: str, known: Sequence[tuple[str, str]]) -> Choices:
    """Return the entries whose name or description contains the typed text."""
    lines = {f"{name}: {description}": name for name, description in known}
    found = _like(typed.strip(), tuple(lines))
    return [app_commands.Choice(name=cut(line, LONGEST), value=lines[line]) for line in found[:MOST]]


def several_of(typed: str, known: Sequence[str], roles: Sequence[str] = (), prices: Prices = ()) -> Choices:
    """Return lists with one more entry after the typed ones, separated by commas, and the price of that entry; first
    the list as it is. An entry that is typed whole may take a role."""
    *before, begun = [part.strip() for part in typed.split(",")]
    before = [part for part in before if part]
    fresh = [one for one in (*_like(begun, known), *_in_roles(begun, known, roles)) if one not in before]
    costs, lists = dict(prices), {", ".join((*before, one)): one.partition("?")[0] for one in fresh}
    added = {text: costs[seat] for text, seat in lists.items() if seat in costs}
    as_it_is = [", ".join(before)] if before and not begun else []
    return _choices([*as_it_is, *lists], added)


def _in_roles(begun: str, known: Sequence[str], roles: Sequence[str]) -> list[str]:
    """Complete the role of an entry: `demo:ada` or `demo:ada?ro` -> `demo:ada?role=sceptic` and so on."""
    if begun in known and "role=" not in begun:
        begun += "&" if "?" in begun else "?"
    at = max(begun.rfind("?"), begun.rfind("&")) + 1
    seat, last = begun[:at], begun[at:].casefold()
    return [f"{seat}role={role}" for role in roles if seat and f"role={role}".startswith(last)]


def _like(begun: str, known: Sequence[str]) -> list[str]:
    return [one for one in known if begun.casefold() in one.casefold()]


def _choices(texts: Sequence[str], prices: Mapping[str, str] = NO_PRICES) -> Choices:
    """Return choices, a price at the end of each name. A text longer than Discord takes must be typed."""
    fitting = [text for text in texts if 0 < len(text) <= LONGEST]
    return [
        app_commands.Choice(name=_with_price(text, prices.get(text)), value=text) for text in fitting[:MOST]
    ]


def _with_price(text: str, price: str | None) -> str:
    end = "" if price is None else f" · {price}"
    return f"{cut(text, LONGEST - len(end))}{end}"


log = logging.getLogger(__name__)

LONGEST_QUESTION = 6_000
"""Most characters of a text option (docs: interactions/application-commands); a modal, the other way to ask, takes
4,000."""

LONGEST_PROVIDER = 60
LONGEST_SEARCH = 500
LONGEST_WHEN = 100

NAME = "council"
MENU = "Ask the council"
CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)
FOR_PEOPLE = (
    app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
    app_commands.AppInstallationType(guild=True, user=True),
)
"""Contexts and installations of commands that people may install for themselves, if the portal allows it."""

RunOption = app_commands.Range[str, 1, 100]


class CouncilCommands(app_commands.Group):
    """The commands `/council ask`, `/council history` and so on."""

    def __init__(self, listener: DiscordListener) -> None:
        super().__init__(
            name=NAME,
            description="Put a question to several models, who judge each other blind",
            allowed_contexts=CONTEXTS,
            allowed_installs=INSTALLS,
        )
        self._listener = listener
        for name, plain in PLAIN_COMMANDS.items():
            self._add_plain(name, plain)
        for name, about_run in RUN_COMMANDS.items():
            self._add_about_run(name, about_run)

    @app_commands.command(description="Ask the council")
    @app_commands.describe(
        question="What you want to know; leave it out for a form with more room",
        preset="A named bundle of settings, such as quick or thorough",
        members="Which models answer this time, separated by commas",
        chairman="Which model writes the verdict this time",
        rubric="What reviewers look at this time",
        file="A file for the council",
        file2="Another file",
        file3="Another file",
    )
    async def ask(
        self,
        interaction: Interaction,
        question: app_commands.Range[str, 1, LONGEST_QUESTION] | None = None,
        preset: str | None = None,
        members: str | None = None,
        chairman: str | None = None,
        rubric: str | None = None,
        file: discord.Attachment | None = None,
        file2: discord.Attachment | None = None,
        file3: discord.Attachment | None = None,
    ) -> None:
        given = {"preset": preset, "members": members, "chairman": chairman, "rubric": rubric}
        options = {name: text.strip() for name, text in given.items() if text and text.strip()}
        files = parse.files_given([one for one in (file, file2, file3) if one is not None])
        if question is not None and question.strip():
            request = read_question(
                question,
                person=parse.person_of(interaction),
                place=parse.place_of(interaction),
                delivery=str(interaction.id),
                files=bool(files or options),
            )
            if isinstance(request, Ask):
                await self._listener.ask(interaction, replace(request, files=files, options=options))
            else:
                await self._listener.command(
                    interaction, lambda person, place: replace(request, person=person, place=place)
                )
        elif files:
            alone = Ask(
                person=parse.person_of(interaction),
                place=parse.place_of(interaction),
                text="",
                delivery=str(interaction.id),
            )
            await self._listener.ask(interaction, replace(alone, files=files, options=options))
        else:
            await self._listener.command(
                interaction, lambda person, place: WriteQuestion(person=person, place=place, options=options)
            )

    @ask.autocomplete("preset")
    async def _preset(self, interaction: Interaction, typed: str) -> Choices:
        return one_described(typed, (await self._listener.suggest(interaction)).presets)

    @ask.autocomplete("members")
    async def _members(self, interaction: Interaction, typed: str) -> Choices:
        known = await self._listener.suggest(interaction)
        return several_of(typed, known.members, known.roles, known.prices)

    @ask.autocomplete("chairman")
    async def _chairman(self, interaction: Interaction, typed: str) -> Choices:
        known = await self._listener.suggest(interaction)
        return one_of(typed, known.members, known.prices)

    @ask.autocomplete("rubric")
    async def _rubric(self, interaction: Interaction, typed: str) -> Choices:
        return one_of(typed, (await self._listener.suggest(interaction)).rubrics)

    @app_commands.command(description="The latest questions of this channel, or your own")
    @app_commands.describe(
        mine="Your own questions in all channels of this server",
        revealed="Only questions whose names are revealed",
    )
    async def history(self, interaction: Interaction, mine: bool = False, revealed: bool = False) -> None:
        listing = Listing(mine=mine, is_revealed=revealed)
        await self._listener.command(
            interaction, lambda person, place: ShowHistory(person=person, place=place, listing=listing)
        )

    @app_commands.command(
        description="Find questions and verdicts of this channel, and your own, by their words"
    )
    @app_commands.describe(words="Words that all have to be there; “quotes” keep some together")
    async def search(
        self, interaction: Interaction, words: app_commands.Range[str, 1, LONGEST_SEARCH]
    ) -> None:
        await self._listener.command(
            interaction, lambda person, place: SearchRuns(person=person, place=place, words=words)
        )

    @app_commands.command(description="How strong the models are in this channel")
    @app_commands.describe(
        only="Such as template:writer, rubric:code, member:Ada, since:2026-01-31; workspace for all channels"
    )
    async def board(self, interaction: Interaction, only: str = "") -> None:
        await self._listener.command(
            interaction,
            lambda person, place: read_board(only, person, place),
        )

    @app_commands.command(description="Ask a question again and again in this channel")
    @app_commands.describe(
        when="Days, time and time zone, such as monday 9:00 Europe/Berlin", question="What is asked each time"
    )
    async def every(
        self,
        interaction: Interaction,
        when: app_commands.Range[str, 1, LONGEST_WHEN],
        question: app_commands.Range[str, 1, LONGEST_QUESTION],
    ) -> None:
        delivery = str(interaction.id)
        await self._listener.command(
            interaction,
            lambda person, place: AddSchedule(
                person=person, place=place, when=when, text=question, delivery=delivery
            ),
        )

    @app_commands.command(description="Have a question rewritten before you ask it; nothing is asked yet")
    @app_commands.describe(question="What you want to know")
    async def improve(
        self, interaction: Interaction, question: app_commands.Range[str, 1, LONGEST_QUESTION]
    ) -> None:
        delivery = str(interaction.id)
        await self._listener.command(
            interaction,
            lambda person, place: read_improve(question, person=person, place=place, delivery=delivery),
        )

    @app_commands.command(description="Post a digest of this channel every week or every day")
    @app_commands.describe(
        often="How often; off for none", when="Time and time zone, such as 9:00 Europe/Berlin"
    )
    async def digest(
        self,
        interaction: Interaction,
        often: DigestOften,
        when: app_commands.Range[str, 1, LONGEST_WHEN] | None = None,
    ) -> None:
        await self._listener.command(
            interaction,
            lambda person, place: SetDigest(person=person, place=place, often=often, when=when or ""),
        )

    @app_commands.command(description="What was decided in this channel")
    @app_commands.describe(words="Only decisions with all these words")
    async def decisions(
        self, interaction: Interaction, words: app_commands.Range[str, 1, LONGEST_SEARCH] | None = None
    ) -> None:
        await self._listener.command(
            interaction, lambda person, place: ShowDecisions(person=person, place=place, words=words or "")
        )

    @app_commands.command(description="Models that providers offer now, with prices")
    @app_commands.describe(provider="One provider, such as openai; all that are set up when you leave it out")
    async def models(
        self, interaction: Interaction, provider: app_commands.Range[str, 1, LONGEST_PROVIDER] | None = None
    ) -> None:
        name = (provider or "").strip().casefold()
        await self._listener.command(
            interaction, lambda person, place: ShowModels(person=person, place=place, provider=name)
        )

    @models.autocomplete("provider")
    async def _provider(self, interaction: Interaction, typed: str) -> Choices:
        return one_of(typed, (await self._listener.suggest(interaction)).providers)

    def _add_plain(self, name: str, command: PlainCommand) -> None:
        async def plain(interaction: Interaction) -> None:
            await self._listener.command(
                interaction, lambda person, place: command.request(person=person, place=place)
            )

        self.add_command(app_commands.Command(name=name, description=command.description, callback=plain))

    def _add_about_run(self, name: str, command: RunCommand) -> None:
        @app_commands.describe(run=command.run)
        async def about_run(interaction: Interaction, run: RunOption | None = None) -> None:
            await self._listener.command(
                interaction,
                lambda person, place: command.request(person=person, place=place, run_id=_run(run)),
            )

        self.add_command(app_commands.Command(name=name, description=command.description, callback=about_run))


def _run(text: str | None) -> RunId | None:
    return RunId(text.strip()) if text and text.strip() else None


def message_menu(listener: DiscordListener) -> app_commands.ContextMenu:
    """Build *Ask the council* for a message: it opens the form with the message's text, attaches its files, and reads
    its thread. A message that is too long for the form is asked at once."""

    async def ask_about(interaction: Interaction, message: discord.Message) -> None:
        text, files = parse.text_of(message), parse.files_about(message)
        # In a place without the bot, the messages around this one cannot be read.
        about = "" if parse.is_brought_along(interaction) else f"{message.channel.id}/{message.id}/{IN_FORM}"
        if len(text) > LIMITS.field_text:
            # No field can hold the whole message, and half of it would be another question.
            ask = Ask(
                person=parse.person_of(interaction),
                place=parse.place_of(interaction),
                text=text,
                delivery=str(interaction.id),
                files=files,
                about=about,
                stands_in_message=True,
            )
            await listener.ask(interaction, ask)
            return
        await listener.command(
            interaction,
            lambda person, place: WriteQuestion(
                person=person, place=place, text=text, files=files, about=about
            ),
        )

    return app_commands.ContextMenu(
        name=MENU, callback=ask_about, allowed_contexts=CONTEXTS, allowed_installs=INSTALLS
    )


class CouncilTree(app_commands.CommandTree[discord.Client]):
    """The commands, and the answer to people when one of them fails."""

    def __init__(self, client: discord.Client, answers: Answers) -> None:
        super().__init__(client)
        self._answers = answers

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer a command that no longer exists, or an error of ours."""
        words = self._answers.words_for(interaction)
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            text = words.command_changed
        else:
            log.error("A command failed.", exc_info=error)
            text = words.failed
        late = interaction.response.is_done()
        if late:
            await replies.instead(interaction, replies.sentence(text), words)
        else:
            await replies.show(interaction, replies.sentence(text), words, late=False)
