"""Files attached in the playground: stored with their run before it starts, bounded until then, and deleted with it."""

import re
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from bot.platforms.playground import team
from bot.requests.asking import Ask
from council_core.domain.material import Digest, digest_of
from council_core.domain.question import FileReference, RunId
from council_core.domain.run import Run
from council_core.errors import UnknownBlob
from tests.bot.platforms.playground.test_after_a_restart import ALICE, HERE, Playing, playing
from tests.e2e.bot_process import bot_process

NOTES = b"Queues are hard. The secret is AKIAIOSFODNN7EXAMPLE."


def reference_to(content: bytes, name: str = "notes.txt") -> FileReference:
    return FileReference(name=name, media_type="text/plain", size=len(content), reference=digest_of(content))


async def asked(now: Playing, file: FileReference, *, repeats: RunId | None = None, **options: str) -> Run:
    """Ask with this file, or repeat a question that came with it; return the finished run."""
    files = () if repeats else (file,)
    thread = None
    if repeats is not None:
        await now.comes(f"{repeats}/card")  # A start draws earlier posts again beside the runs.
        (thread,) = (each.message.id for each in now.posts if each.key == f"{repeats}/card")
    await now.app.handle(
        Ask(
            person=ALICE,
            place=replace(HERE, thread=thread),
            text="Tabs?",
            delivery=f"{repeats}",
            files=files,
            repeats=repeats,
            options=options,
        )
    )
    (run,) = await now.app.store.latest(limit=1)
    await now.comes_to(run.id, "revealed")
    return await now.app.store.get(run.id)


def names(run: Run) -> list[tuple[str, str]]:
    """Return the parts of a run's material, each with its name."""
    return [(type(part).__name__, part.name) for part in run.material]


async def test_a_file_of_a_question_that_waits_outlives_a_kill_and_goes_with_its_run(tmp_path: Path) -> None:
    variables = {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'council.db'}",
        "COUNCIL_RUNS_AT_ONCE": "1",
        "COUNCIL_DEMO_SECONDS": "600",
        "COUNCIL_VOTE_MINUTES": "0",
    }
    async with (
        bot_process(variables, tmp_path, command=("bot", "play")) as bot,
        aiohttp.ClientSession() as http,
    ):
        address = re.findall(r"http://127\.0\.0\.1:\S+", await bot.says("http://127.0.0.1:"))[0]
        origin = {"Origin": "/".join(address.split("/")[:3])}
        for text, content in (("Which queue?", b""), ("What do my notes say?", NOTES)):
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("question", text)
            form.add_field(
                "files", content, filename="notes.txt" if content else "", content_type="text/plain"
            )
            async with http.post(f"{address}ask", data=form, headers=origin) as reply:
                assert reply.status == 200
        await bot.kill()

    async with playing(tmp_path) as now:
        (run,) = [each for each in await now.app.store.latest(limit=5) if each.question.files]
        await now.comes_to(run.id, "revealed")
        read = names(await now.app.store.get(run.id))
        again = await asked(now, run.question.files[0], repeats=run.id)
        for each in (run.id, again.id):
            await now.app.retention.delete(each, from_chat=False)
        with pytest.raises(UnknownBlob):
            await now.app.blobs.get(digest_of(NOTES))

    assert read == names(again) == [("Piece", "notes.txt")]


async def test_memory_lets_go_of_a_file_as_soon_as_its_question_is_stored(tmp_path: Path) -> None:
    async with playing(tmp_path) as now:
        held = now.platform._team  # pyright: ignore[reportPrivateUsage]
        held.hold(NOTES)
        run = await asked(now, reference_to(NOTES))
        stored = await now.app.blobs.get(Digest(run.question.files[0].reference))

    assert (held.files, stored, names(run)) == ({}, NOTES, [("Piece", "notes.txt")])


async def test_a_file_in_which_a_secret_was_masked_is_not_kept(tmp_path: Path) -> None:
    async with playing(tmp_path) as now:
        now.platform._team.hold(NOTES)  # pyright: ignore[reportPrivateUsage]
        run = await asked(now, reference_to(NOTES), redact="yes")
        with pytest.raises(UnknownBlob):
            await now.app.blobs.get(digest_of(NOTES))

    assert names(run) == [("Piece", "notes.txt")]


async def test_attachments_of_open_forms_are_bounded_and_the_oldest_goes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(team, "MOST_HELD", 10)
    held = team.Team()

    first, second, third = (held.hold(content) for content in (b"1234", b"56789", b"abcde"))
    assert list(held.files) == [second, third]
    assert first not in held.files
    held.hold(b"longer than all of it")
    assert list(held.files.values()) == [b"longer than all of it"], "a single file is always held"
