"""Tests that no test reaches another machine, and that no parser of files tries to."""

import asyncio
import socket
import sys
from collections.abc import Iterator

import pytest

from tests import offline
from tests.bench.files import corpus
from tests.core.context.test_reading_child import calling_home

FOREIGN = "93.184.216.34"


@pytest.fixture
def forgiven() -> Iterator[None]:
    """Let a test that tries it on purpose pass."""
    yield
    offline.refused.clear()


@pytest.mark.parametrize(
    "host", [FOREIGN, "10.0.0.1", "169.254.169.254", "::ffff:93.184.216.34", "2001:db8::1"]
)
def test_a_connection_to_another_host_is_refused_and_noted(host: str, forgiven: None) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as tried, pytest.raises(offline.ForeignHost):
        tried.connect((host, 443))

    assert offline.refused == [host]


async def test_a_library_that_hides_the_error_does_not_hide_the_attempt(forgiven: None) -> None:
    with pytest.raises(OSError, match="this machine alone"):
        await asyncio.open_connection(FOREIGN, 443)

    assert offline.refused == [FOREIGN]


def test_no_server_is_asked_for_the_name_of_another_host() -> None:
    with pytest.raises(socket.gaierror, match=r"Tests know no other host than this one: docs\.example"):
        socket.getaddrinfo("docs.example", 443)

    assert socket.getaddrinfo("localhost", 443)
    assert socket.getaddrinfo(FOREIGN, 443)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "0.0.0.0", None, "", "localhost"]
)
def test_this_machine_is_reached(host: str | None) -> None:
    assert offline.is_local(host)


PROGRAM = """
import sys
def watch(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        sys.stderr.write(f"{event} {arguments[1:]}\\n")
sys.addaudithook(watch)
import council_core.context.child as child
child.leave_network = lambda: False
child.main()
"""
"""The child with a network, which tells of each connection and of each name that it asks for."""


@pytest.mark.skipif(sys.platform != "linux", reason="limits as Linux has them")
async def test_no_file_of_the_corpus_makes_a_parser_reach_for_another_host() -> None:
    room, heard = asyncio.Semaphore(3), dict[str, str]()

    async def read(name: str, content: bytes) -> None:
        async with room:
            child = await asyncio.create_subprocess_exec(
                sys.executable, "-I", "-c", PROGRAM,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
            )  # fmt: skip
            _, said = await child.communicate(f'"{name}"\n'.encode() + content)
        if b"socket." in said:
            heard[name] = said.decode()

    others = ("korean ", "arabic ")
    files = {name: content for name, content in corpus().items() if not name.startswith(others)}
    files |= {
        f"calling home.{ending}": content for ending, content in calling_home(f"http://{FOREIGN}/x").items()
    }
    async with asyncio.TaskGroup() as group:
        for name, content in files.items():
            group.create_task(read(name, content))

    assert len(files) > 40
    assert heard == {}


async def test_the_program_that_watches_parsers_hears_a_connection() -> None:
    program = PROGRAM.replace("child.main()", "import socket; socket.socket().connect_ex(('127.0.0.1', 9))")
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-c", program, stderr=asyncio.subprocess.PIPE
    )
    _, said = await child.communicate()

    assert b"socket.connect" in said
