"""`council templates`: list the templates for questions with their fields, and change those of a workspace."""

import argparse
import asyncio
from pathlib import Path

from rich.console import Console

from bot.app.open_parts import open_templates
from bot.cli.errors import CommandRefused, exit_code_of
from bot.cli.here import settings_here
from bot.cli.language import words_here
from bot.conversation.desk import KnownTemplates
from bot.platforms.terminal import print_posts
from bot.presentation.templates import template_deleted, template_saved, templates_reply
from bot.presentation.words import Words
from bot.presentation.words.terminal import TerminalWords
from bot.settings.environment import Settings, template_problems
from council_core.domain.place import PersonId, Place
from council_core.errors import Problem, SettingsError, UnknownChoice
from council_core.templates import MOST, TEMPLATE_FILES, Template
from council_core.templates.spoken import spoken

COMMAND = "council ask"
OPERATOR = PersonId("terminal")


def run(parsed: argparse.Namespace) -> int:
    """Change a template of a workspace if one is named, and print all."""
    return exit_code_of(lambda: asyncio.run(_templates(parsed)))


async def _templates(parsed: argparse.Namespace) -> int:
    settings = settings_here()
    words, console = words_here(settings), Console()
    if not parsed.where:
        if parsed.save or parsed.delete:
            raise CommandRefused(words.terminal.workspace_needed)
        known = spoken(settings.templates, words.language)
    else:
        place = _workspace(parsed.where, words.terminal)
        async with open_templates(settings) as templates:
            if parsed.save:
                saved = await _save(settings, templates, place, Path(parsed.save), words)
                print_posts(console, [template_saved(words, saved, COMMAND).post])
            elif parsed.delete:
                await _delete(templates, place, parsed.delete)
                back = parsed.delete in templates.shipped
                print_posts(console, [template_deleted(words, parsed.delete, is_gone=True, back=back).post])
            known = await templates.at(place, words.language)
    print_posts(console, [templates_reply(words, tuple(known.values()), COMMAND, in_chat=False).post])
    return 0


def _workspace(typed: str, said: TerminalWords) -> Place:
    """Read `slack:T012345`. Raises CommandRefused."""
    platform, _, workspace = typed.partition(":")
    if not (platform and workspace) or ":" in workspace:
        raise CommandRefused(said.no_workspace(text=typed))
    return Place(platform=platform, workspace=workspace, channel="")


async def _save(
    settings: Settings, templates: KnownTemplates, place: Place, file: Path, words: Words
) -> Template:
    """Store the template in a file. Raises SettingsError with its mistakes, and CommandRefused."""
    problems: list[Problem] = []
    read = dict(TEMPLATE_FILES.one(file, f"{file.parent}/", problems))
    problems += template_problems(read.values(), settings.presets, settings.roles)
    if problems:
        raise SettingsError(problems)
    (template,) = read.values()
    if len({*templates.shipped, *await templates.own_at(place), template.name}) > MOST:
        raise CommandRefused(words.errors.refused(kind="too_many_templates", fact=str(MOST)))
    await templates.own.save(place, template, before=template.name, by=OPERATOR)
    return template


async def _delete(templates: KnownTemplates, place: Place, name: str) -> None:
    if not await templates.own.delete(place, name):
        raise UnknownChoice("template", name, tuple(await templates.own_at(place)))
