"""`council doctor` checks the database, the sandbox and the search."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import web

from council_core.storage.secrets import new_key
from tests.bot.cli.conftest import Council, process
from tests.contracts.test_pages import site
from tests.testbed.search import Page, SearchServer


async def said(folder: Path, *arguments: str, **environment: str) -> dict[str, str]:
    """Return each line of the doctor by its subject."""
    async with process(folder, "doctor", *arguments, **environment) as council:  # type: ignore[arg-type]
        ended = await council.ends()
    return {line.partition(":")[0]: line.partition(": ")[2] for line in ended.out.splitlines()}


async def test_the_doctor_uses_the_sandbox_and_asks_the_search_once(tmp_path: Path) -> None:
    async with SearchServer([Page("speed", "Speed", "299 792 458")]) as found:
        lines = await said(tmp_path, **found.environment("brave"), **found.environment("exa"))
        found.key = "another"
        refused = await said(tmp_path, **found.environment("brave"))
        found.has_json = False
        without = await said(tmp_path, **found.environment("searxng"))

    assert lines["✓ Tools python and calculate"] == "the sandbox works"
    assert lines["✓ Tools search and fetch"] == "Brave Search found 1 page"
    assert lines["✓ Search engine 2"] == "Exa found 1 page; not used, since Brave Search comes first"
    assert len(found.queries) == 2
    assert "Check BRAVE_API_KEY." in refused["✗ Tools search and fetch"]
    assert "search.formats: [html, json]" in without["✗ Tools search and fetch"]


async def test_without_a_search_the_doctor_names_what_to_set(tmp_path: Path) -> None:
    lines = await said(tmp_path, "--no-calls")

    assert lines["✓ Tools search and fetch"] == (
        "not set up (TAVILY_API_KEY, BRAVE_API_KEY, EXA_API_KEY, SEARXNG_URL)"
    )


async def test_the_doctor_asks_each_connector_and_names_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    async def answer(request: web.Request) -> web.StreamResponse:
        if request.path == "/token":
            return web.json_response({"error": "invalid_client"}, status=401)
        return web.Response(
            text="Six words about the word test.", status=200 if "q=test" in request.path_qs else 400
        )

    (tmp_path / "own").mkdir()
    own = tmp_path / "own" / "wiki.toml"
    async with site(answer) as url:
        own.write_text(f'url = "{url}/?q={{{{question}}}}"\nwhere = ["slack/T1"]\n', encoding="utf-8")
        asked = await said(tmp_path, COUNCIL_CONNECTORS="own")
        own.write_text(f'url = "{url}/?p={{{{question}}}}"\nwhere = ["slack/T1"]\n', encoding="utf-8")
        (tmp_path / "own" / "tickets.toml").write_text(
            f'url = "{url}/"\nwhere = ["*"]\n[oauth]\ntoken_url = "{url}/token"\nclient_id = "a"\nclient_secret = "b"\n'
        )
        refused = await said(tmp_path, COUNCIL_CONNECTORS="own", COUNCIL_SECRET_KEYS=new_key())

    assert asked["✓ Connector wiki"] == "used in slack/T1; it returned 30 characters about 'test'"
    assert refused["✗ Connector tickets"] == (
        "Its sign-in was refused (invalid_client). Check tickets.toml; runs go on without it."
    )
    assert refused["✗ Connector wiki"] == "It answered 400. Check wiki.toml; runs go on without it."


@pytest.mark.skipif(sys.platform == "win32", reason="its files have no limit")
def test_the_doctor_writes_more_than_a_full_disk_takes(
    council: Council, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{folder / 'council.db'}?timeout=5")
    fine = council("doctor", "--no-calls")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    # Its write-ahead log has room for a small write.
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))
    try:
        full = council("doctor", "--no-calls")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    assert f"✓ Database: sqlite:///{folder / 'council.db'} can be read and written" in fine.out
    assert f"✗ Database: The database sqlite:///{folder / 'council.db'} cannot be used" in full.out
    with closing(sqlite3.connect(folder / "council.db")) as file:
        assert file.execute("SELECT count(*) FROM blobs").fetchone() == (0,)
