"""`council mcp`: serve the council to one program over standard input and output (MCP)."""

import argparse

from bot.app import event_loop
from bot.app.bootstrap import ASK, open_app
from bot.cli.ask import HERE, HERE_PERSON
from bot.cli.errors import exit_code_of, print_error
from bot.cli.here import settings_here
from bot.cli.language import words_here
from bot.programs.counter import Counter
from bot.programs.mcp import mcp_server
from bot.programs.platform import Program, ProgramPlatform


def run(parsed: argparse.Namespace) -> int:
    """Serve until standard input ends."""
    del parsed
    return exit_code_of(lambda: event_loop.run(_serve()))


async def _serve() -> int:
    settings = settings_here()
    said = words_here(settings).terminal
    for notice in (*settings.notices, *settings.unknown):
        print_error(said.note(text=words_here(settings).errors.problem(problem=notice)))
    platform = ProgramPlatform(HERE.platform)
    program = Program(person=HERE_PERSON, place=HERE).speaking(words_here(settings).language)
    async with open_app(settings, lambda _: {platform.name: platform}, family=ASK) as app:
        counter = Counter(
            council=app.council,
            act=app.act,
            changes=app.changes,
            platform=platform,
            presets=settings.presets,
            most=settings.limits.of_person,
        )
        await mcp_server(counter, lambda _: program).run_stdio_async()
        for run_id in await counter.under_way():
            print_error(said.still_under_way(run_id=run_id))
    return 0
