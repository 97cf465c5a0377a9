"""Gather the material of a question: the thread before it, and each file fetched, read, and stored as text.

Fetching and reading each piece are durable steps. Fetching comes before the run waits in the queue, because addresses
of files expire. Bytes are stored as blobs and dropped once they are read.
"""

import asyncio
from base64 import b64decode
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal, TypeVar

from council_core.domain.connector import filled_in
from council_core.domain.links import is_masked, links_in
from council_core.domain.material import (
    Digest,
    Material,
    Passage,
    Picture,
    Piece,
    Scan,
    Seen,
    Source,
    Unread,
    Unreadable,
    allotted,
    digest_of,
    pictures_of,
    pieces_of,
    was_read,
)
from council_core.domain.question import FileReference
from council_core.domain.run import Run
from council_core.domain.thread import conversation, reads_thread
from council_core.domain.tool import Found, ToolFailed
from council_core.domain.tool import Source as Page
from council_core.envelope import visible
from council_core.errors import (
    FILE_TOO_LARGE,
    OutcomeUnknown,
    PageRefused,
    PlatformError,
    UnknownBlob,
    UnknownRun,
)
from council_core.ports import (
    Blobs,
    ConnectorSource,
    Errand,
    FileReader,
    FileSource,
    PageSource,
    RunStore,
    Sight,
    Steps,
    ThreadSource,
    Toolbox,
)
from council_core.redaction import redact, redacted_page, redacted_words

MEGABYTE = 1_000_000

FETCH_SECONDS = 90.0
"""Time limit in seconds for fetching one file, all tries together."""

PAUSES = (0.5, 3.0)
"""Seconds before a file is fetched or a thread read again after a broken connection."""

THREAD_SECONDS = 30.0
"""Time limit in seconds for a platform to return the messages."""

SEARCH = "search"
"""Name of the tool that searches the web."""

FOUND = "web search"
"""Name of the material that the search gives."""

FURTHER_LINKS = "further links"
"""Name of all links of a question that are too many to be opened."""

THREAD = "thread"
"""Name of the material of earlier messages."""

SOME = 10_000
"""Characters of a text that are looked at together."""

AT_ONCE = 4
"""Most files in memory at a time, over all runs of a process; each may have 20 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    """A document with pages that are pictures without text, and the text of its other pages."""

    kind: Literal["scanned"] = "scanned"
    pages: tuple[Picture, ...]
    text: Piece | None = None


Taken = Piece | Picture | Scanned | Unread

_Given = TypeVar("_Given")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """Fetched bytes, stored until they are read."""

    kind: Literal["fetched"] = "fetched"
    digest: Digest
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """The parts that fetch and read material, shared by all runs of a process."""

    source: FileSource
    reader: FileReader
    pages: PageSource | None = None
    """Opens the links of a question; None for a council without links."""

    threads: ThreadSource | None = None
    """Reads the messages before a question; None for a council without threads."""

    connectors: ConnectorSource | None = None
    """Asks the operator's services; None if there are none."""

    sight: Sight | None = None
    """Knows which models see pictures; None if only the members' own settings tell."""

    room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))


async def prepare(
    run: Run,
    intake: Intake | None,
    blobs: Blobs,
    store: RunStore,
    steps: Steps,
    toolbox: Toolbox,
) -> Material:
    """Fetch and read a question's material, and search the web for it if the settings say so.

    Args:
        run: The run as it was asked.
        intake: Fetches and reads; None for a council that takes no files.
        blobs: Stores bytes and texts.
        store: Holds the run that this one repeats, whose texts are used again.
        steps: The run's steps.
        toolbox: Searches the web.

    Returns:
        The earlier messages if there are any, then one piece for each file and each link, in order, then the results of
        a search; each with the number of characters that models get.
    """
    question, files = run.question, run.question.files
    with_thread = reads_thread(question, run.settings)
    # The words that we add for files alone hold the files' names, which are nothing to search for.
    linked = () if question.is_wordless else links_in(question.text)
    links = linked[: run.settings.links]
    searches = run.settings.web_search and not question.is_wordless
    connectors = (
        intake.connectors.chosen(question.place, run.settings.connectors)
        if intake and intake.connectors and not question.is_wordless
        else ()
    )
    if intake is None or not (files or links or with_thread or searches or connectors):
        return ()
    steps = steps.within("prepare")
    work = _Work(run, intake, blobs, steps)
    if run.question.repeats is not None:
        before = await steps.once("again", lambda: _from_before(run, blobs, store), Material)
        if before:
            return await work.with_thread_read(before)
    async with asyncio.TaskGroup() as group:
        # A thread may take half a minute, and addresses of files expire.
        fetching = [group.create_task(work.fetched(index)) for index in range(len(files))]
        talking = group.create_task(work.thread()) if with_thread else None
    fetched, thread = [task.result() for task in fetching], talking.result() if talking is not None else ()
    async with asyncio.TaskGroup() as group:
        reading = [group.create_task(work.read(index, each)) for index, each in enumerate(fetched)]
        opening = [group.create_task(work.page(index, link)) for index, link in enumerate(links)]
        searching = [group.create_task(work.connected(name)) for name in connectors]
        searching += [group.create_task(work.search(toolbox))] if searches else []
    read, pages = [task.result() for task in reading], [task.result() for task in opening]
    if files:
        await steps.once("tidy", lambda: work.tidy(fetched, read), None)
    found = [task.result() for task in searching]
    beyond = (_beyond(run.settings.links),) if 0 < len(links) < len(linked) else ()
    taken = tuple(part for each in (*thread, *read, *pages, *beyond, *found) for part in _parts(each))
    return allotted(taken, run.settings.material_characters)


def _parts(taken: Taken) -> Material:
    if not isinstance(taken, Scanned):
        return (taken,)
    return taken.pages if taken.text is None else (taken.text, *taken.pages)


def _beyond(most: int) -> Unread:
    return Unread(source="link", name=FURTHER_LINKS, reason="too_many", detail=str(most))


async def _from_before(run: Run, blobs: Blobs, store: RunStore) -> Material:
    """Return the material of the run that this one repeats, if the same would be fetched and some of it was read."""
    assert run.question.repeats is not None
    try:
        before = await store.get(run.question.repeats)
        if before.question.files != run.question.files or not any(map(was_read, before.material)):
            return ()
        was_asked = any(each.source == "connector" for each in before.material)
        if _looked_up(before) != _looked_up(run) or (was_asked and before.question.text != run.question.text):
            return ()
        kept = [piece.text for piece in pieces_of(before.material)]
        for digest in [*kept, *(picture.content for picture in pictures_of(before.material))]:
            await blobs.put(run.id, await blobs.get(digest))
    except (UnknownRun, UnknownBlob):
        return ()
    # Descriptions are not reused, because other members may be unable to see now.
    again = tuple(
        replace(each, described=None, characters=0) if isinstance(each, Picture) else each
        for each in before.material
        if each.source != "tool"
    )
    return allotted(again, run.settings.material_characters)


def _looked_up(run: Run) -> tuple[object, ...]:
    """Return everything but its files that decides which texts a run is given."""
    settings = run.settings
    asked = settings.web_search, settings.connectors, settings.connector_fields
    return settings.redact, settings.read_thread, links_in(run.question.text)[: settings.links], *asked


class _Work:
    """Fetches and reads the material of one run."""

    def __init__(self, run: Run, intake: Intake, blobs: Blobs, steps: Steps) -> None:
        self._run, self._intake, self._blobs, self._steps = run, intake, blobs, steps

    async def fetched(self, index: int) -> Fetched | Unread:
        """Return the stored bytes of a file, or the reason why there are none."""
        file = self._run.question.files[index]
        return await self._steps.once(f"fetch:{index}", lambda: self._fetch(index, file), Fetched | Unread)

    async def _fetch(self, index: int, file: FileReference) -> Fetched | Unread:
        question, settings = self._run.question, self._run.settings
        fetching = partial(self._intake.source.fetch, question, file.reference, language=settings.language)
        if index >= settings.most_files:
            return Unread(name=file.name, reason="too_many", detail=str(settings.most_files))
        largest = settings.file_megabytes * MEGABYTE
        too_large = Unread(name=file.name, reason="too_large", detail=str(settings.file_megabytes))
        if file.size > largest:
            return too_large
        async with self._intake.room:
            try:
                async with asyncio.timeout(FETCH_SECONDS):
                    content = await _persistently(lambda: fetching(most=largest))
            except TimeoutError:
                return Unread(name=file.name, reason="not_given")
            except PlatformError as error:
                if error.code == FILE_TOO_LARGE:
                    return too_large
                return _not_handed_out("file", file.name, error)
            if len(content) > largest:
                return too_large
            return Fetched(digest=await self._blobs.put(self._run.id, content), size=len(content))

    async def read(self, index: int, fetched: Fetched | Unread) -> Taken:
        """Return the stored text of a file, or the reason why there is none."""
        if isinstance(fetched, Unread):
            return fetched
        file = self._run.question.files[index]
        return await self._steps.once(f"read:{index}", lambda: self._read(file, fetched), Taken)

    async def _read(self, file: FileReference, fetched: Fetched) -> Taken:
        async with self._intake.room:
            content = await self._blobs.get(fetched.digest)
            found = await self._intake.reader.read(file.name, content)
        return await self._taken(file.name, found, fetched)

    async def _taken(
        self, name: str, found: Passage | Seen | Scan | Unreadable, fetched: Fetched, source: Source = "file"
    ) -> Taken:
        """Store the content that was read, or the reason why there is none."""
        if isinstance(found, Unreadable):
            return Unread(source=source, name=name, reason=found.reason, detail=redacted_words(found.detail))
        if isinstance(found, Passage):
            if not await asyncio.to_thread(_shows, found.text):
                return Unread(source=source, name=name, reason="empty")
            return replace(await self._kept(name, found, fetched), source=source)
        if isinstance(found, Seen):
            return await self._picture(name, found, fetched, source)
        pages = [
            replace(
                await self._picture(name, each, fetched, source), part=found.part, page=each.page, of=found.of
            )
            for each in found.pages
        ]
        text = None if found.text is None else await self._kept(name, found.text, fetched)
        return Scanned(pages=tuple(pages), text=None if text is None else replace(text, source=source))

    async def _picture(self, name: str, seen: Seen, fetched: Fetched, source: Source) -> Picture:
        content = await asyncio.to_thread(b64decode, seen.content)
        return Picture(
            source=source,
            name=name,
            form=seen.form,
            size=fetched.size,
            digest=fetched.digest,
            content=await self._blobs.put(self._run.id, content),
            media_type=seen.media_type,
            width=seen.width,
            height=seen.height,
        )

    async def page(self, index: int, link: str) -> Taken:
        """Return the stored main text of a page, or the reason why there is none."""
        return await self._steps.once(f"link:{index}", lambda: self._page(link), Taken)

    async def _page(self, link: str) -> Taken:
        if is_masked(link):
            return Unread(source="link", name=link, reason="masked")
        pages, most = self._intake.pages, self._run.settings.file_megabytes * MEGABYTE
        if pages is None:
            return Unread(source="link", name=link, reason="not_given")
        async with self._intake.room:
            try:
                page = await pages.fetch(link, most=most)
            except PageRefused as error:
                return _not_given("link", link, error)
            found = await self._intake.reader.read(link, page.content, page.charset)
        fetched = Fetched(digest=digest_of(page.content), size=len(page.content))
        return await self._taken(link, found, fetched, "link")

    async def connected(self, name: str) -> Taken:
        """Return the stored answer of a connector to the question, or the reason why there is none."""
        return await self._steps.once(f"connector:{name}", lambda: self._connected(name), Taken)

    async def _connected(self, name: str) -> Taken:
        connectors = self._intake.connectors
        assert connectors is not None
        try:
            run, fields = self._run, filled_in(self._run.settings.connector_fields)
            passage = await connectors.ask(name, run.question.text, run.question.place, fields)
        except PageRefused as error:
            return _not_given("connector", name, error)
        return replace(await self._kept(name, passage, _fetched_as(passage.text)), source="connector")

    async def search(self, toolbox: Toolbox) -> Taken:
        """Return the stored results of one search for the question, or the reason why there are none."""
        return await self._steps.once(SEARCH, lambda: self._search(toolbox), Taken)

    async def _search(self, toolbox: Toolbox) -> Taken:
        run, seconds = self._run, self._run.settings.tool_call_seconds
        if not await toolbox.offered({SEARCH}):
            return Unread(source="connector", name=FOUND, reason="no_engine")
        errand = Errand(run_id=run.id, characters=run.settings.tool_characters)
        try:
            async with asyncio.timeout(seconds):
                found = await toolbox.use(SEARCH, {"query": run.question.text}, errand)
        except TimeoutError:
            found = ToolFailed(reason="too_slow", facts={"seconds": f"{seconds:.0f}"})
        if isinstance(found, ToolFailed):
            return replace(_not_given("connector", FOUND, found), detail=redacted_words(found.why))
        return await self._listed(found)

    async def _listed(self, found: Found) -> Taken:
        """Return the pages of a search as one stored text."""
        if not found.sources:
            return Unread(source="connector", name=FOUND, reason="empty")
        pages = tuple(self._plain_page(page) for page in found.sources)
        text = "\n\n".join(f"[{number}] {_page_found(page)}" for number, page in enumerate(pages, 1))
        passage = Passage(form="search results", text=text, pages=len(found.sources))
        return replace(await self._kept(FOUND, passage, _fetched_as(text)), source="connector", sources=pages)

    def _plain_page(self, page: Page) -> Page:
        """Return a page as people and models may read it: without unseen signs, and masked where the run masks."""
        page = replace(page, title=visible(page.title), snippet=visible(page.snippet))
        page = redacted_page(page) if self._run.settings.redact else page
        return replace(page, title=" ".join(page.title.split()))

    async def thread(self) -> Material:
        """Return the kept messages before the question, or why they were not read; nothing if there were none."""
        return await self._steps.once("thread", self._thread, Material)

    async def with_thread_read(self, before: Material) -> Material:
        """Return the material of an earlier run, with its thread if that run could not read it."""
        rest = tuple(each for each in before if not (each.source == "thread" and isinstance(each, Unread)))
        if rest == before:
            return before
        return allotted((*await self.thread(), *rest), self._run.settings.material_characters)

    async def _thread(self) -> Material:
        question, threads = self._run.question, self._intake.threads
        if threads is None:
            return ()
        try:
            async with asyncio.timeout(THREAD_SECONDS):
                said = await _persistently(lambda: threads.thread(question, self._run.settings.language))
        except TimeoutError:
            late = ToolFailed(reason="too_slow", facts={"seconds": f"{THREAD_SECONDS:.0f}"})
            return (_not_given("thread", THREAD, late),)
        except PlatformError as error:
            return (_not_handed_out("thread", THREAD, error),)
        files = [file.name for file in question.files]
        told = conversation(said, question.asker.id, question.text, files)
        if told is None:
            return ()
        passage = Passage(
            form="thread",
            text=told.text,
            pages=told.messages,
            is_cut=told.left_out != 0,
            unseen=told.files,
        )
        kept = await self._kept(THREAD, passage, _fetched_as(told.text))
        return (replace(kept, source="thread", left_out=told.left_out or 0, people=told.people),)

    async def _kept(self, name: str, passage: Passage, fetched: Fetched) -> Piece:
        text = await asyncio.to_thread(visible, passage.text)
        redacted = await asyncio.to_thread(redact, text) if self._run.settings.redact else None
        text = text if redacted is None else redacted.text
        return Piece(
            name=name,
            form=passage.form,
            size=fetched.size,
            digest=fetched.digest,
            text=await self._blobs.put(self._run.id, text.encode("utf-8", "replace")),
            characters=len(text) + max(0, passage.characters - len(passage.text)),
            pages=passage.pages,
            is_cut=passage.is_cut,
            unseen=passage.unseen,
            pages_read=passage.pages_read,
            end_from=passage.end_from,
            has_end=passage.has_end,
            masked=() if redacted is None else redacted.masked,
        )

    async def tidy(self, fetched: list[Fetched | Unread], read: list[Taken]) -> None:
        """Drop the fetched bytes of everything that was read, unless a plain text is the same bytes, or the question
        refers to them by their digest and nothing in them was to be masked."""
        material = tuple(part for each in read for part in _parts(each))
        texts = {piece.text for piece in pieces_of(material)}
        texts |= {picture.content for picture in pictures_of(material)}
        if not self._run.settings.redact:
            texts |= {Digest(file.reference) for file in self._run.question.files}
        for each in fetched:
            if isinstance(each, Fetched) and each.digest not in texts:
                await self._blobs.drop(self._run.id, each.digest)


async def _persistently(call: Callable[[], Awaitable[_Given]]) -> _Given:
    """Return the result of a call to a platform, trying again after a broken connection. Raises PlatformError."""
    for pause in PAUSES:
        try:
            return await call()
        except OutcomeUnknown:
            await asyncio.sleep(pause)
    return await call()


def _shows(text: str) -> bool:
    """Tell whether people see anything of a text."""
    return any(visible(text[at : at + SOME]).strip() for at in range(0, len(text), SOME))


def _fetched_as(text: str) -> Fetched:
    content = text.encode("utf-8", "replace")
    return Fetched(digest=digest_of(content), size=len(content))


def _not_given(source: Source, name: str, why: ToolFailed | PageRefused) -> Unread:
    facts = {name: redacted_words(fact) for name, fact in why.facts.items()}
    return Unread(source=source, name=name, reason="not_given", withheld=why.reason, facts=facts)


def _not_handed_out(source: Source, name: str, error: PlatformError) -> Unread:
    words = "" if error.withheld else redacted_words(str(error))
    return Unread(source=source, name=name, reason="not_given", detail=words, withheld=error.withheld)


def _page_found(page: Page) -> str:
    """Return a page as a search describes it: title, address, extract."""
    published = f" ({page.published})" if page.published else ""
    return "\n".join(line for line in (f"{page.title}{published}", page.url, page.snippet) if line)
