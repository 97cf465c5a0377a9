"""`council doctor`: check everything that a council needs, and say how to repair each failure."""

import argparse
import asyncio
import sys
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime

from bot.app.open_parts import open_connectors, open_models, open_purse
from bot.app.open_tables import open_database, open_states
from bot.app.platforms import PLATFORMS
from bot.cli import installed_version
from bot.cli.errors import BROKE, exit_code_of
from bot.cli.here import settings_here
from bot.cli.language import words_here
from bot.cli.runs import advice_line, stuck_line
from bot.conversation.settings import sample
from bot.ports import Finding
from bot.presentation.abstentions import explained
from bot.presentation.material import failure_of, withheld
from bot.presentation.phrases import estimate_sentence
from bot.presentation.replies import error_sentence
from bot.presentation.words import Words
from bot.settings.environment import Settings
from bot.watching.traces import traces_trouble, traces_wanted
from council_core.domain.answer import Failure
from council_core.domain.member import Member
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.tool import Found, ToolFailed
from council_core.errors import PageRefused, StoreError
from council_core.ports import Errand, ModelProvider, Prompt
from council_core.storage.blobs import check_room
from council_core.storage.runs import SqlRunStore
from council_core.tools import TOOLS, Workshop
from council_core.tools.connectors import Connector, Connectors
from council_core.tools.mcp import McpServers, read_allowed, read_servers
from council_core.tools.search import ENGINES, Engine, Search, engines_of

CALL_SECONDS = 30.0
MOST_NAMED = 5
"""Most stuck runs that are named one by one."""

VARIABLES = tuple(engine.variable for engine in ENGINES.values())

QUESTION = "Reply with the single word: present"

HELLO = Prompt(instructions="You are being checked. Be brief.", text=QUESTION, purpose="check")


def run(parsed: argparse.Namespace) -> int:
    """Run all checks and print the findings. Return 0 when all is well."""
    return exit_code_of(lambda: asyncio.run(_check(parsed)))


async def _check(parsed: argparse.Namespace) -> int:
    settings = settings_here()
    words = words_here(settings)
    said, limits = words.doctor, settings.limits
    print(words.commands.version(version=installed_version(), python=sys.version.split()[0]))
    print(f"✓ {said.settings}: {said.settings_read}")
    print(f"✓ {said.presets}: {', '.join(settings.presets)}")
    for notice in settings.notices:
        print(f"! {said.settings}: {words.errors.problem(problem=notice)}")
    for unknown in settings.unknown:
        print(f"✗ {said.settings}: {words.errors.problem(problem=unknown)}")
    failed = len(settings.unknown)
    allowed = said.limits_are(in_all=limits.in_all, of_person=limits.of_person, of_channel=limits.of_channel)
    print(f"✓ {said.limits}: {allowed}")
    is_served = settings.metrics or "PORT" in settings.environment
    served = said.watching_at(figures=settings.metrics, port=settings.port if is_served else None)
    print(f"✓ {said.watching}: {served}")
    async for finding in _findings(settings, words, calls=not parsed.no_calls):
        print(f"{'✓' if finding.ok else '✗'} {finding.what}: {finding.advice}", flush=True)
        failed += not finding.ok
    print(said.failed(count=failed) if failed else said.all_well)
    return BROKE if failed else 0


async def _findings(settings: Settings, words: Words, *, calls: bool) -> AsyncGenerator[Finding]:
    said = words.doctor
    if traces_wanted(settings.environment):
        trouble = traces_trouble(settings.environment)
        yield Finding(what=said.traces, ok=not trouble, advice=trouble or said.traces_sent)
    yield await _database(settings, words)
    yield await _stuck(settings, words)
    yield await _price(settings, words)
    if calls:
        async with open_models(settings) as models:
            members = tuple(settings.council.roster.everyone())
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(_member(models, member, words)) for member in members]
            for task in tasks:
                yield task.result()
    yield await _sandbox(settings, words)
    async for finding in _searches(settings, words, calls=calls):
        yield finding
    async for finding in _connectors(settings, words, calls=calls):
        yield finding
    async for finding in _mcp_servers(settings, words):
        yield finding
    for name, entry in PLATFORMS.items():
        if not entry.is_wanted(settings):
            advice = said.not_set_up(variables=(entry.variable,))
            yield Finding(what=name.capitalize(), ok=True, advice=advice)
            continue
        for finding in await entry.diagnose(settings, words.language):
            yield finding


async def _connectors(settings: Settings, words: Words, *, calls: bool) -> AsyncGenerator[Finding]:
    if not calls or all(connector.account is None for connector in settings.connectors):
        for connector in settings.connectors:
            yield await _connector(connector, Connectors(settings.connectors), words, calls=calls)
        return
    try:
        async with open_connectors(settings) as opened:
            for connector in settings.connectors:
                yield await _connector(connector, opened or Connectors(()), words, calls=calls)
    except StoreError as error:
        advice = words.doctor.tokens_there(trouble=error_sentence(words, error))
        yield Finding(what=words.doctor.connectors, ok=False, advice=advice)


async def _connector(connector: Connector, connectors: Connectors, words: Words, *, calls: bool) -> Finding:
    said, places = words.doctor, connector.where
    what = said.connector(name=connector.name)
    if not calls:
        return Finding(what=what, ok=True, advice=said.not_asked(places=places))
    try:
        fields = {name: connector.fields.get(name) or "test" for name in connector.asks}
        passage = await connectors.asked(connector, "test", fields)
    except PageRefused as error:
        why = withheld(error.reason, error.facts, "", words)
        return Finding(what=what, ok=False, advice=said.connector_fails(why=why, name=connector.name))
    works = said.connector_works(places=places, count=len(passage.text))
    return Finding(what=what, ok=True, advice=works)


async def _sandbox(settings: Settings, words: Words) -> Finding:
    said, shop = words.doctor, Workshop(environment=settings.environment)
    try:
        calculate = TOOLS["calculate"](shop)
        if calculate is None:
            return Finding(what=said.sandbox, ok=True, advice=said.tools_missing)
        result = await calculate.run({"expression": "6 * 7"}, Errand(run_id=RunId("doctor")))
    except (OSError, RuntimeError) as error:
        return Finding(what=said.sandbox, ok=False, advice=said.sandbox_fails(why=str(error)))
    finally:
        await shop.aclose()
    if result != Found(text="42"):
        why = failure_of(result, words) if isinstance(result, ToolFailed) else result.text
        return Finding(what=said.sandbox, ok=False, advice=said.sandbox_wrong(why=why))
    return Finding(what=said.sandbox, ok=True, advice=said.sandbox_works)


async def _searches(settings: Settings, words: Words, *, calls: bool) -> AsyncGenerator[Finding]:
    """Check every search engine that is set up; members use the first."""
    said, engines = words.doctor, engines_of(settings.environment)
    if not engines:
        yield Finding(what=said.search, ok=True, advice=said.not_set_up(variables=VARIABLES))
    for number, engine in enumerate(engines):
        what = said.search_engine(number=number + 1) if number else said.search
        finding = await _search(what, engine, words, calls=calls)
        if number:
            spare = said.engine_spare(finding=finding.advice.rstrip("."), first=engines[0].title)
            finding = replace(finding, advice=spare)
        yield finding


async def _search(what: str, engine: Engine, words: Words, *, calls: bool) -> Finding:
    said, title = words.doctor, engine.title
    if not calls:
        return Finding(what=what, ok=True, advice=said.engine_not_asked(title=title))
    result = await Search(engine).run({"query": "current time"}, Errand(run_id=RunId("doctor")))
    if isinstance(result, ToolFailed):
        fails = said.engine_fails(title=title, why=failure_of(result, words))
        return Finding(what=what, ok=False, advice=fails)
    found = said.engine_found(title=title, count=len(result.sources))
    return Finding(what=what, ok=True, advice=found)


async def _mcp_servers(settings: Settings, words: Words) -> AsyncGenerator[Finding]:
    said = words.doctor
    servers = McpServers(read_servers(settings.environment, []), read_allowed(settings.environment))
    try:
        for listing in await servers.listings():
            what = said.mcp_server(name=listing.server)
            if listing.trouble:
                fails = said.mcp_fails(why=failure_of(listing.trouble, words))
                yield Finding(what=what, ok=False, advice=fails)
                continue
            names = [tool.spec.name for tool in listing.tools]
            tools = said.mcp_tools(names=names, left_out=listing.left_out)
            yield Finding(what=what, ok=True, advice=tools)
    finally:
        await servers.aclose()


async def _database(settings: Settings, words: Words) -> Finding:
    said = words.doctor
    try:
        async with open_database(settings) as database:
            latest = await SqlRunStore(database).latest(limit=1)
            await check_room(database)
    except StoreError as error:
        return Finding(what=said.database, ok=False, advice=error_sentence(words, error))
    works = said.database_works(url=database.name, newest=latest[0].id if latest else "")
    return Finding(what=said.database, ok=True, advice=works)


async def _stuck(settings: Settings, words: Words) -> Finding:
    said, now = words.doctor, datetime.now(UTC)
    try:
        async with open_states(settings) as states:
            under_way = await states.under_way()
    except StoreError:
        return Finding(what=said.runs, ok=True, advice=said.no_runs_to_check)
    stuck = [
        f"{each.run_id}: {why} {advice_line(each, now, words)}"
        for each in under_way
        if (why := stuck_line(each, now, words))
    ]
    if not stuck:
        return Finding(what=said.runs, ok=True, advice=said.none_stuck)
    more = len(stuck) - MOST_NAMED
    parts = (*stuck[:MOST_NAMED], *((said.more_stuck(count=more),) if more > 0 else ()))
    return Finding(what=said.runs, ok=False, advice=" ".join(parts))


async def _price(settings: Settings, words: Words) -> Finding:
    what = words.doctor.price
    here = Place(platform="terminal", channel="terminal")
    try:
        async with open_purse(settings) as purse:
            estimate = await purse.estimate(sample(here), settings.council)
    except StoreError:
        return Finding(what=what, ok=True, advice=words.doctor.no_price)
    return Finding(what=what, ok=True, advice=estimate_sentence(estimate, words))


async def _member(models: ModelProvider, member: Member, words: Words) -> Finding:
    said = words.doctor
    what = said.member(model=member.id)
    result = await models.complete(member, HELLO, deadline=CALL_SECONDS)
    if isinstance(result, Failure):
        return Finding(what=what, ok=False, advice=explained(result, words, str))
    replied = said.demo_member if member.is_demo else said.member_replied(seconds=result.latency)
    return Finding(what=what, ok=True, advice=replied)
