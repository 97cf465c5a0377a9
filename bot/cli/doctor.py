"""`council doctor`: check everything that a council needs, and say how to repair each failure."""

import argparse
import asyncio
import sys
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

from bot.app.open_parts import open_connectors, open_models, open_purse, open_states, open_store
from bot.app.platforms import PLATFORMS
from bot.cli.errors import BROKE, exit_code_of
from bot.cli.here import settings_here
from bot.conversation.settings import sample
from bot.ports import Finding
from bot.presentation import estimate_sentence
from bot.presentation.material import failure_of, withheld
from bot.presentation.words import ENGLISH
from bot.settings import Settings
from bot.settings.limits import limits_in_words
from bot.watching.traces import traces_trouble, traces_wanted
from council_core.domain.answer import Failure
from council_core.domain.member import Member
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.tool import Found, ToolFailed
from council_core.errors import PageRefused, StoreError
from council_core.ports import Errand, ModelProvider, Prompt
from council_core.storage.url import read_url
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
    failed = 0
    print(f"Council {_version()} on Python {sys.version.split()[0]}")
    print("✓ Settings: all values can be read")
    print(f"✓ Presets: {', '.join(settings.presets)}")
    for notice in settings.notices:
        print(f"! Settings: {notice}")
    for unknown in settings.unknown:
        print(f"✗ Settings: {unknown}")
    failed += len(settings.unknown)
    print(f"✓ Limits: {limits_in_words(settings.limits)}")
    print(f"✓ Watching: {_watching(settings)}")
    async for finding in _findings(settings, calls=not parsed.no_calls):
        print(f"{'✓' if finding.ok else '✗'} {finding.what}: {finding.advice}", flush=True)
        failed += not finding.ok
    print("All is well." if not failed else f"{failed} of the checks above failed; each says what to do.")
    return BROKE if failed else 0


def _version() -> str:
    try:
        return version("council")
    except PackageNotFoundError:
        return "from a folder, not installed,"


def _watching(settings: Settings) -> str:
    figures = " and figures at /metrics" if settings.metrics else ""
    if not figures and "PORT" not in settings.environment:
        return "health is served where PORT is set, or a platform receives over HTTP; figures with COUNCIL_METRICS=yes"
    return f"`council serve` serves health at /healthz and /readyz{figures}, on port {settings.port}"


async def _findings(settings: Settings, *, calls: bool) -> AsyncGenerator[Finding]:
    if traces_wanted(settings.environment):
        trouble = traces_trouble(settings.environment)
        yield Finding(
            what="Traces", ok=not trouble, advice=trouble or "sent to the OTEL_EXPORTER_OTLP endpoint"
        )
    yield await _database(settings)
    yield await _stuck(settings)
    yield await _price(settings)
    if calls:
        async with open_models(settings) as models:
            members = tuple(settings.council.roster.everyone())
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(_member(models, member)) for member in members]
            for task in tasks:
                yield task.result()
    yield await _sandbox(settings)
    async for finding in _searches(settings, calls=calls):
        yield finding
    async for finding in _connectors(settings, calls=calls):
        yield finding
    async for finding in _mcp_servers(settings):
        yield finding
    for name, entry in PLATFORMS.items():
        if not entry.is_wanted(settings):
            yield Finding(what=name.capitalize(), ok=True, advice=f"not set up ({entry.variable} is not set)")
            continue
        for finding in await entry.diagnose(settings):
            yield finding


async def _connectors(settings: Settings, *, calls: bool) -> AsyncGenerator[Finding]:
    if not calls or all(connector.account is None for connector in settings.connectors):
        for connector in settings.connectors:
            yield await _connector(connector, Connectors(settings.connectors), calls=calls)
        return
    try:
        async with open_connectors(settings) as opened:
            for connector in settings.connectors:
                yield await _connector(connector, opened or Connectors(()), calls=calls)
    except StoreError as error:
        yield Finding(what="Connectors", ok=False, advice=f"{error} They keep their tokens there.")


async def _connector(connector: Connector, connectors: Connectors, *, calls: bool) -> Finding:
    what, used = f"Connector {connector.name}", f"used in {', '.join(connector.where)}"
    if not calls:
        return Finding(what=what, ok=True, advice=f"{used}; not asked")
    try:
        fields = {name: connector.fields.get(name) or "test" for name in connector.asks}
        passage = await connectors.asked(connector, "test", fields)
    except PageRefused as error:
        why = withheld(error.reason, error.facts, "", ENGLISH)
        advice = f"{why} Check {connector.name}.toml; runs go on without it."
        return Finding(what=what, ok=False, advice=advice)
    return Finding(
        what=what, ok=True, advice=f"{used}; it gave {len(passage.text):,} characters about 'test'"
    )


async def _sandbox(settings: Settings) -> Finding:
    what = "Tools python and calculate"
    shop = Workshop(environment=settings.environment)
    try:
        calculate = TOOLS["calculate"](shop)
        if calculate is None:
            return Finding(what=what, ok=True, advice="not installed (pip install 'council[tools]')")
        result = await calculate.run({"expression": "6 * 7"}, Errand(run_id=RunId("doctor")))
    except (OSError, RuntimeError) as error:
        return Finding(what=what, ok=False, advice=f"the sandbox does not start: {error}")
    finally:
        await shop.aclose()
    if result != Found(text="42"):
        why = failure_of(result, ENGLISH) if isinstance(result, ToolFailed) else result.text
        return Finding(what=what, ok=False, advice=f"the sandbox calculates wrong: {why}")
    return Finding(what=what, ok=True, advice="the sandbox works")


async def _searches(settings: Settings, *, calls: bool) -> AsyncGenerator[Finding]:
    """Check every search engine that is set up; members use the first."""
    what, engines = "Tools search and fetch", engines_of(settings.environment)
    if not engines:
        yield Finding(what=what, ok=True, advice=f"not set up ({', '.join(VARIABLES)})")
    for number, engine in enumerate(engines):
        finding = await _search(what if number == 0 else f"Search engine {number + 1}", engine, calls=calls)
        spare = f"; not used, since {engines[0].title} comes first" if number else ""
        yield replace(finding, advice=f"{finding.advice.rstrip('.')}{spare}") if spare else finding


async def _search(what: str, engine: Engine, *, calls: bool) -> Finding:
    if not calls:
        return Finding(what=what, ok=True, advice=f"{engine.title} is set up; not asked")
    result = await Search(engine).run({"query": "current time"}, Errand(run_id=RunId("doctor")))
    if isinstance(result, ToolFailed):
        return Finding(
            what=what,
            ok=False,
            advice=f"{engine.title}: {failure_of(result, ENGLISH)} Runs go on without what it finds.",
        )
    return Finding(what=what, ok=True, advice=f"{engine.title} found {len(result.sources)} pages")


async def _mcp_servers(settings: Settings) -> AsyncGenerator[Finding]:
    servers = McpServers(read_servers(settings.environment, []), read_allowed(settings.environment))
    try:
        for listing in await servers.listings():
            what = f"MCP server {listing.server}"
            if listing.trouble:
                advice = (
                    f"{failure_of(listing.trouble, ENGLISH)} Runs go on without its tools. Check COUNCIL_MCP."
                )
                yield Finding(what=what, ok=False, advice=advice)
                continue
            advice = f"{', '.join(tool.spec.name for tool in listing.tools) or 'no tool'} for models"
            if listing.left_out:
                left_out = ", ".join(listing.left_out)
                advice += f"; not {left_out}, not marked as read-only (name them in COUNCIL_MCP_ALLOW to allow them)"
            yield Finding(what=what, ok=True, advice=advice)
    finally:
        await servers.aclose()


async def _database(settings: Settings) -> Finding:
    what = "Database"
    try:
        async with open_store(settings) as store:
            latest = await store.latest(limit=1)
    except StoreError as error:
        return Finding(what=what, ok=False, advice=str(error))
    newest = f"the newest run is {latest[0].id}" if latest else "no run yet"
    kept = read_url(settings.database_url).render_as_string(hide_password=True)
    return Finding(what=what, ok=True, advice=f"{kept} can be read and written; {newest}")


async def _stuck(settings: Settings) -> Finding:
    what, now = "Runs", datetime.now(UTC)
    try:
        async with open_states(settings) as states:
            stuck = [(each.run_id, why) for each in await states.under_way() if (why := each.stuck(now))]
    except StoreError:
        return Finding(what=what, ok=True, advice="cannot be looked at without the database")
    if not stuck:
        return Finding(what=what, ok=True, advice="none is stuck")
    named = " ".join(f"{run_id}: {why}" for run_id, why in stuck[:MOST_NAMED])
    more = f" And {len(stuck) - MOST_NAMED} more." if len(stuck) > MOST_NAMED else ""
    advice = f"{named}{more} Look with `council runs --stuck`; stop one with `council end RUN --why …`."
    return Finding(what=what, ok=False, advice=advice)


async def _price(settings: Settings) -> Finding:
    what = "Price"
    here = Place(platform="terminal", channel="terminal")
    try:
        async with open_purse(settings) as purse:
            estimate = await purse.estimate(sample(here), settings.council)
    except StoreError:
        return Finding(what=what, ok=True, advice="cannot be told without the database")
    return Finding(what=what, ok=True, advice=estimate_sentence(estimate, ENGLISH))


async def _member(models: ModelProvider, member: Member) -> Finding:
    what = f"Member {member.id}"
    result = await models.complete(member, HELLO, deadline=CALL_SECONDS)
    if isinstance(result, Failure):
        return Finding(what=what, ok=False, advice=result.detail)
    if member.is_demo:
        return Finding(what=what, ok=True, advice="sits in without a model")
    return Finding(what=what, ok=True, advice=f"replied in {result.latency:.1f} s")
