"""Measure the time and memory of reading a file of each kind, and whether fifty at once block the loop.

python -m tests.bench.files             a table of every kind, hostile ones included, then fifty PDFs of 100 pages
python -m tests.bench.files --questions  fifty whole questions at once, each with a PDF of 100 pages of its own
python -m tests.bench.files --corpus    the sentence that a person reads for each file
"""

import argparse
import asyncio
import os
import resource
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from aiohttp import web

from bot.app import event_loop
from bot.presentation.material import unread_sentence
from council_core.context.reading import ChildReader
from council_core.domain.material import Passage, Scan, Seen, Unread, pieces_of
from council_core.domain.question import FileReference
from council_core.errors import PageRefused
from council_core.stages.prepare import MEGABYTE
from council_core.tools.pages import PublicPages
from tests.contracts.test_pages import site
from tests.core.stages.shelf import asked_with
from tests.testbed.documents import FACTS, READABLE, UNREADABLE, pdf, scan, xlsx
from tests.testbed.images import gif, photo
from tests.testbed.open_documents import odp, odt

if TYPE_CHECKING:
    from bot.app.bootstrap import App

AT_ONCE, PAGES = 50, 100
HUGE = 200_000_000
LOOK_SECONDS = 0.005


READABLE_BY_NAME = {**READABLE, "text.odt": odt, "slides.odp": odp}


def corpus() -> dict[str, bytes]:
    """Every file of the tests, by name; readable ones in each language."""
    files = {
        f"{lang} {name}": make(fact)
        for lang, fact in FACTS.items()
        for name, make in READABLE_BY_NAME.items()
    }
    files |= {name: make() for name, (_, make) in UNREADABLE.items()}
    return files | {
        "far away cell.xlsx": xlsx("x", far=True),
        "scan.pdf": scan(6),
        "photo.jpg": photo("JPEG"),
        "photo.webp": photo("WEBP"),
        "chart.gif": gif(40, 30),
    }


async def a_huge_one() -> list[str]:
    """Return the sentences about a PDF of 200 MB: attached, refused by its size before it is fetched; behind a link,
    refused while it still comes."""
    sent = 0

    async def hand_out(request: web.Request) -> web.StreamResponse:
        nonlocal sent
        response = web.StreamResponse()
        await response.prepare(request)
        with suppress(ConnectionError), await asyncio.to_thread(Path(folder, "huge.pdf").open, "rb") as file:
            while some := await asyncio.to_thread(file.read, 500_000):
                await response.write(some)
                sent += len(some)
        return response

    with TemporaryDirectory() as folder:
        huge = await asyncio.to_thread(huge_pdf, Path(folder, "huge.pdf"))
        sitting, shelf = asked_with({"huge.pdf": b""})
        (file,) = sitting.run.question.files
        question = replace(sitting.run.question, files=(replace(file, size=huge),))
        sitting.run = replace(sitting.run, question=question)
        (attached,) = (await sitting.hold()).material
        async with site(hand_out) as url:
            try:
                await PublicPages(allow_local=True).fetch(f"{url}/huge.pdf", most=20 * MEGABYTE)
                linked = "The link was opened."
            except PageRefused as error:
                linked = unread_sentence(
                    Unread(
                        source="link",
                        name="huge.pdf",
                        reason="not_given",
                        withheld=error.reason,
                        facts=error.facts,
                    )
                )
    whole = shelf.fetched or sent >= huge
    assert isinstance(attached, Unread)
    return [unread_sentence(attached), f"{linked}{' All of it came.' if whole else ''}"]


def huge_pdf(path: Path) -> int:
    """Write a PDF of one page and 200 MB, most of them a hole in the file; return its bytes."""
    head = (
        b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n"
    )
    with path.open("wb") as file:
        file.write(head + b"4 0 obj<</Length %d>>stream\n" % HUGE)
        file.seek(HUGE, os.SEEK_CUR)
        return file.tell() + file.write(b"\nendstream endobj\ntrailer<</Root 1 0 R/Size 5>>\n%%EOF")


def said_of(name: str, read: object) -> str:
    """Return the sentence that people read about a file."""
    if isinstance(read, Passage):
        fact = FACTS.get(name.partition(" ")[0], "")
        # A PDF may hold its letters as they are drawn.
        order = (
            "" if fact in read.text else ", from right to left" if "47" in read.text else ", without its fact"
        )
        return f"{name} was read ({read.form}, {len(read.text):,} characters{order})."
    if isinstance(read, Scan):
        return f"{name} is shown ({len(read.pages)} of {read.of} pages)."
    if isinstance(read, Seen):
        return f"{name} is shown ({read.form}, {read.width} x {read.height})."
    return unread_sentence(Unread(name=name, reason=read.reason, detail=read.detail))  # type: ignore[attr-defined]


async def each_by_itself(*, with_times: bool) -> None:
    """Read one file after another and print a row for each."""
    for name, content in corpus().items():
        began = time.perf_counter()
        said = said_of(name, await ChildReader().read(name, content))
        seconds = time.perf_counter() - began
        print(f"{seconds:6.2f} s  {len(content):>10,} bytes  {said}" if with_times else said)
    for said in await a_huge_one():
        print(f"{'':9}{'200 MB':>16}  {said}" if with_times else said)
    print(f"largest child: {peak_of_children():.0f} MB; this process: {own_peak():.0f} MB")


async def fifty_at_once() -> None:
    """Read fifty PDFs of a hundred pages at once, and measure the delays of the event loop meanwhile."""
    content = contract("contract")
    reader, latest, began = ChildReader(), 0.0, time.perf_counter()

    async def watch() -> None:
        nonlocal latest
        while True:
            before = time.perf_counter()
            await asyncio.sleep(LOOK_SECONDS)
            latest = max(latest, time.perf_counter() - before - LOOK_SECONDS)

    watching = asyncio.create_task(watch())
    read = await asyncio.gather(*(reader.read(f"{n}.pdf", content) for n in range(AT_ONCE)))
    watching.cancel()
    whole = sum(isinstance(each, Passage) and each.pages == PAGES for each in read)
    print(
        f"{whole} of {AT_ONCE} PDFs of {PAGES} pages ({len(content):,} bytes each) in "
        f"{time.perf_counter() - began:.1f} s; the loop was at most {latest * 1000:.0f} ms late"
    )


def contract(name: str) -> bytes:
    """Return a PDF of a hundred pages."""
    clause = "Each party may end this contract at the end of a month, with a notice of 47 days. " * 20
    return pdf([f"{name}, {number}. {clause}" for number in range(PAGES)])


async def fifty_questions() -> None:
    """Ask fifty whole questions at once, each with a PDF of a hundred pages, and wait for their verdicts."""
    # The memory that reading takes is measured without the rest of the product.
    from bot.testing import MemoryPlatform
    from tests.bench.councils import council, one, over
    from tests.bench.load import HEADINGS, measured, model_server

    platform = MemoryPlatform()

    async def question(app: "App", name: str) -> float:
        size = len(platform.files[name])
        file = FileReference(name=f"{name}.pdf", media_type="application/pdf", size=size, reference=name)
        return await one(app, platform, name, files=(file,))

    async with model_server() as environment, council(environment, {"memory": platform}) as app:
        await app.models.prepare(app.settings.council.roster.everyone())
        platform.files = {name: contract(name) for name in ("warm-up", *(f"q-{n}" for n in range(AT_ONCE)))}
        await question(app, "warm-up")

        async def questions(name: str) -> list[float]:
            return await asyncio.gather(*(question(app, f"{name}-{n}") for n in range(AT_ONCE)))

        print(HEADINGS)
        computing = asyncio.create_task(_longest_computing())
        print(await measured("with a PDF", AT_ONCE, "q", questions, lambda: over(app)))
        computing.cancel()
        longest = await computing
        runs = await app.store.latest(limit=AT_ONCE)
    read = sum(each.pages == PAGES for run in runs for each in pieces_of(run.material))
    revealed = sum(run.status == "revealed" for run in runs)
    print(f"{read} of {AT_ONCE} PDFs were read, {revealed} runs revealed")
    print(f"in one stall the loop's thread computed for at most {longest * 1000:.0f} ms")


async def _longest_computing() -> float:
    """Wait until cancelled, then return the longest time in seconds that this thread computed while others on the loop
    waited. This time, unlike the length of the stall, does not grow with the load of the machine."""
    longest = 0.0
    with suppress(asyncio.CancelledError):
        while True:
            before = time.thread_time()
            await asyncio.sleep(LOOK_SECONDS)
            longest = max(longest, time.thread_time() - before)
    return longest


def peak_of_children() -> float:
    """Return the most memory that one child has had, in MB."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def own_peak() -> float:
    """Return the most memory that this process has had, in MB. `getrusage` would count the peak of the process that
    started it, since Linux keeps that over an `exec`."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


async def main() -> None:
    """Run the measurements, or print the sentences that people read."""
    parser = argparse.ArgumentParser(description=Path(__file__).stem)
    parser.add_argument("--corpus", action="store_true")
    parser.add_argument("--questions", action="store_true")
    options = parser.parse_args()
    if options.questions:
        await fifty_questions()
        return
    only_corpus = options.corpus
    await each_by_itself(with_times=not only_corpus)
    if not only_corpus:
        await fifty_at_once()


if __name__ == "__main__":
    event_loop.run(main())
