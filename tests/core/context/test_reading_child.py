"""Tests of the child process that reads files: no network, no writing, limits of time and output."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from urllib.request import urlopen

import pytest

from council_core.context import kinds
from council_core.context.pictures import MOST_BYTES
from council_core.context.reading import MOST_OUTPUT, ChildReader
from council_core.domain.material import Unreadable
from tests.testbed.documents import OFFICE, READABLE, changed, docx, ods, pdf, pptx, xls, xlsx
from tests.testbed.mails import mail


@dataclass(slots=True)
class Listener:
    """A server that receives every request of a careless parser."""

    url: str = ""
    heard: list[bytes] = field(default_factory=list[bytes])

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heard.append(await reader.read(100))
        writer.write(b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        writer.close()


@pytest.fixture
async def listener() -> AsyncIterator[Listener]:
    """Yield a server that is proved to receive requests."""
    listener = Listener()
    async with await asyncio.start_server(listener.hear, "127.0.0.1", 0) as server:
        listener.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/steal"
        await asyncio.to_thread(urlopen, listener.url)
        assert len(listener.heard) == 1
        listener.heard.clear()
        yield listener


CALLING_HOME = ("docx", "xlsx", "xls", "ods", "pptx", "html", "svg", "eml", "pdf", "md", "csv", "py")


@pytest.mark.parametrize("name", CALLING_HOME)
async def test_no_request_leaves_while_a_file_is_read(name: str, listener: Listener) -> None:
    """The second reader has network access: the request is prevented not only by the namespace."""
    content = calling_home(listener.url)[name]

    in_child = await ChildReader().read(f"a.{name}", content)
    with_network = await asyncio.to_thread(kinds.read, f"a.{name}", content)

    assert listener.heard == []
    assert in_child.kind == with_network["kind"]
    # Entities of a foreign host make some files unreadable; all others are read to the end.
    assert in_child.kind == "passage" or name in {"docx", "xlsx", "ods", "pptx"}, in_child


def test_a_file_of_every_kind_calls_home() -> None:
    assert set(calling_home("http://x.example")) == set(CALLING_HOME)
    assert {name.rpartition(".")[2] for name in READABLE} <= {*CALLING_HOME, "txt"}


def calling_home(url: str) -> Mapping[str, bytes]:
    """Return files that make a careless parser fetch something, by file ending."""
    entity = f'<!DOCTYPE {{}} [<!ENTITY x SYSTEM "{url}"><!ENTITY % y SYSTEM "{url}">%y;]>'
    style = f'<link rel="stylesheet" href="{url}"><base href="{url}"><script src="{url}"></script>'
    page = f'<html><head>{style}</head><body><img src="{url}"><p>Hello there.</p></body></html>'
    outside = (
        f'<Relationship Id="rOut" Type="{OFFICE}/officeDocument/2006/relationships/image" Target="{url}" '
        'TargetMode="External"/></Relationships>'
    )
    linked = f'<draw:image xmlns:draw="d" xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="{url}"/>'
    svg = (
        f'<?xml version="1.0"?>{entity.format("svg")}<?xml-stylesheet href="{url}"?>'
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
        f'<image xlink:href="{url}"/><text>Hello &x;</text></svg>'
    )
    return {
        "docx": changed(
            docx("&x;", head=entity.format("w:document")), "</w:body>", f"<w:p>{linked}</w:p></w:body>"
        ),
        "xlsx": xlsx("&x;", head=entity.format("worksheet")),
        "xls": xls(f'=WEBSERVICE("{url}")'),
        "ods": changed(
            ods(f"&x;{linked}"),
            '<?xml version="1.0"?><office',
            f'<?xml version="1.0"?>{entity.format("x")}<office',
        ),
        "pptx": changed(pptx("Hello there."), "</Relationships>", outside),
        "html": page.encode(),
        "svg": svg.encode(),
        "eml": mail(page),
        "pdf": pdf(
            ["Hello there, this is a page."], more=f"99 0 obj << /S /URI /URI ({url}) >> endobj\n".encode()
        ),
        "md": f"# Hello\n\n![there]({url})\n\n{page}\n".encode(),
        "csv": f'name,value\nHello,"=WEBSERVICE(""{url}"")"\n'.encode(),
        "py": f'import urllib.request\nurllib.request.urlopen("{url}")\n'.encode(),
    }


async def test_a_child_that_writes_too_much_is_ended() -> None:
    text = b"word " * 10_000

    read = [await ChildReader(most_output=most).read("a.txt", text) for most in (60_000, 40_000)]

    assert [each.kind for each in read] == ["passage", "unreadable"]
    assert read[1] == Unreadable(reason="too_slow")


async def test_the_limit_of_output_has_room_for_the_most_that_a_file_may_give() -> None:
    # # Of all signs, an escaped control character takes the most bytes of JSON.
    text = kinds.read("a.log", ("🦘" * 2_000_000).encode())
    packed = len(json.dumps(text, ensure_ascii=False).encode())
    pictures = kinds.MOST_SCANNED * MOST_BYTES * 4 // 3

    assert packed > 4_000_000
    assert 2 * packed + pictures < MOST_OUTPUT


@pytest.mark.skipif(sys.platform != "linux", reason="namespaces as Linux has them")
async def test_the_child_leaves_the_network_where_the_system_allows_it(listener: Listener) -> None:
    program = (
        "import os, sys, council_core.context.child as child\n"
        "from urllib.request import urlopen\n"
        "before = os.readlink('/proc/self/ns/net')\n"
        "left = child.leave_network() if sys.argv[1] == 'alone' else child.set_limits()\n"
        "moved = os.readlink('/proc/self/ns/net') != before\n"
        "try:\n"
        "    urlopen(sys.argv[2], timeout=20)\n"
        "    print(left, moved, 'heard')\n"
        "except OSError:\n"
        "    print(left, moved, 'not heard')\n"
    )
    said: list[str] = []
    for way in ("alone", "with all limits"):
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-I", "-c", program, way, listener.url, stdout=asyncio.subprocess.PIPE
        )
        said.append((await child.communicate())[0].decode().strip())

    allowed = said[0].startswith("True")
    heard = "heard" if not allowed else "not heard"
    assert said == [f"{allowed} {allowed} {heard}", f"None {allowed} {heard}"]
    assert len(listener.heard) == (0 if allowed else 2)


async def test_a_file_that_takes_too_long_is_given_up() -> None:
    read = await ChildReader(seconds=0.0).read("note.txt", b"hello")

    assert read == Unreadable(reason="too_slow")


@pytest.mark.skipif(sys.platform != "linux", reason="limits as Linux has them")
async def test_the_child_knows_nothing_of_the_bot_and_may_not_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-secret")
    program = (
        "import os, resource, council_core.context.child as child; child.set_limits(); "
        "print('SLACK_BOT_TOKEN' in os.environ, resource.getrlimit(resource.RLIMIT_FSIZE)[0], "
        "resource.getrlimit(resource.RLIMIT_AS)[0] == child.MEMORY)"
    )
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-c", program, env={}, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await child.communicate()

    assert said.decode().split() == ["False", "0", "True"]
