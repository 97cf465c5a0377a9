"""Contract with a library over whose private checks `PublicPages` opens and refuses addresses."""

import asyncio
import gzip
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web

from council_core.errors import PageRefused
from council_core.tools.pages import PublicPages
from tests.testbed.documents import pdf

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def site(answer: Answer) -> AsyncGenerator[str]:
    """Serve a site on this machine; yield its address without a slash at the end."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    listening = web.TCPSite(runner, "127.0.0.1", 0)
    await listening.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


PRIVATE_ADDRESSES = (
    "http://127.0.0.1/", "http://127.1/", "http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/",
    "http://localhost/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://0.0.0.0/", "http://10.0.0.1/",
    "http://192.168.1.1/", "http://172.16.0.1/", "http://100.64.0.1/", "http://169.254.169.254/latest/meta-data/",
    "http://[fd00::1]/", "http://[64:ff9b::7f00:1]/", "http://127.0.0.1:8080/",
    "http://LOCALHOST/", "http://localhost./", "http://017700000001/", "http://0x7f.0.0.1/", "http://0/",
    "http://127.000.000.001/", "http://127.255.255.254/", "http://[::]/", "http://[0:0:0:0:0:ffff:7f00:1]/",
    "http://[::127.0.0.1]/", "http://[fe80::1]/", "http://[fec0::1]/", "http://[ff02::1]/", "http://[fdff:ffff::1]/",
    "http://[2002:7f00:1::]/", "http://[2002:a9fe:a9fe::]/", "http://[2001:0:0:0:0:0:80ff:fffe]/", "http://[2001:db8::1]/",
    "http://[::ffff:10.0.0.1]/", "http://[::ffff:a9fe:a9fe]/", "http://[64:ff9b::a00:1]/", "http://[64:ff9b:1::a00:1]/",
    "http://224.0.0.1/", "http://255.255.255.255/", "http://240.0.0.1/", "http://192.0.0.1/", "http://192.0.2.1/",
    "http://198.18.0.1/", "http://203.0.113.1/", "http://172.31.255.255/", "http://169.254.170.2/",
    "http://100.100.100.200/", "http://\uff11\uff12\uff17.\uff10.\uff10.\uff11/", "http://127\u30020\u30020\u30021/",
    "http://user:pass@127.0.0.1/", "http://example.org@127.0.0.1/", "https://127.0.0.1/", "http://127.0.0.1:443/",
)  # fmt: skip


@pytest.mark.parametrize("url", PRIVATE_ADDRESSES)
async def test_no_address_of_a_private_network_is_opened(url: str) -> None:
    with pytest.raises(PageRefused) as refused:
        await PublicPages().fetch(url, most=1_000)

    assert refused.value.reason in {"private_network", "unknown_host"}


@pytest.mark.parametrize("url", ["http://169.254.169.254/", "http://[fd00:ec2::254]/"])
async def test_addresses_of_cloud_metadata_are_refused_even_where_local_ones_are_not(url: str) -> None:
    with pytest.raises(PageRefused, match="private_network"):
        await PublicPages(allow_local=True).fetch(url, most=1_000)


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://example.org/",
        "http://",
        "gopher://example.org/",
        "http://[",
        "http://a:99999/",
    ],
)
async def test_what_is_no_address_of_a_page_is_refused(url: str) -> None:
    with pytest.raises(PageRefused, match="no_address"):
        await PublicPages().fetch(url, most=1_000)


async def test_ports_without_pages_and_pages_for_members_are_refused_unopened() -> None:
    with pytest.raises(PageRefused, match="port"):
        await PublicPages().fetch("http://93.184.216.34:25/", most=1_000)
    for host in ("acme.slack.com", "SLACK.com.", "slack.com"):
        with pytest.raises(PageRefused, match="members_only"):
            await PublicPages(closed=frozenset({"slack.com"})).fetch(
                f"https://{host}/archives/C1", most=1_000
            )


async def test_a_page_that_redirects_to_a_sign_in_is_for_members_only() -> None:
    async def answer(request: web.Request) -> web.StreamResponse:
        raise web.HTTPFound(f"http://localhost:{request.url.port}/sign-in")

    async with site(answer) as url:
        with pytest.raises(PageRefused, match="members_only"):
            await PublicPages(closed=frozenset({"localhost"}), allow_local=True).fetch(url, most=1_000)


async def test_a_page_is_fetched_with_its_redirects() -> None:
    async def answer(request: web.Request) -> web.StreamResponse:
        if request.path == "/old":
            raise web.HTTPFound("/new")
        return web.Response(text=f"{request.host}{request.path}")

    async with site(answer) as url:
        page = await PublicPages(allow_local=True).fetch(f"{url}/old", most=1_000)

    assert page.content.decode() == f"{url.removeprefix('http://')}/new"


@pytest.mark.parametrize(
    "target",
    [
        "http://169.254.169.254/",
        "file:///etc/passwd",
        "http://[fd00:ec2::254]/",
        "http://[",
        "http://a:99999/",
        "http://a\x7fb/",
    ],
)
async def test_a_redirect_is_checked_like_the_first_address(target: str) -> None:
    async def answer(_: web.Request) -> web.StreamResponse:
        return web.Response(status=302, headers={"Location": target})

    async with site(answer) as url:
        with pytest.raises(PageRefused):
            await PublicPages(allow_local=True).fetch(url, most=1_000)


async def test_a_loop_of_redirects_an_error_and_a_large_page_end_with_a_sentence() -> None:
    async def answer(request: web.Request) -> web.StreamResponse:
        match request.path:
            case "/loop":
                raise web.HTTPFound("/loop")
            case "/large":
                return web.Response(body=bytes(2_000_000))
            case _:
                return web.Response(status=404)

    async with site(answer) as url:
        for path, said in (
            ("loop", "redirects"),
            ("large", "larger megabytes=1"),
            ("gone", "answered status=404"),
        ):
            with pytest.raises(PageRefused, match=said):
                await PublicPages(allow_local=True).fetch(f"{url}/{path}", most=1_000_000)


async def test_a_server_that_drips_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("council_core.tools.pages.SECONDS", 0.3)

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b"a")
            await asyncio.sleep(0.02)

    async with site(answer) as url:
        with pytest.raises(PageRefused, match="no_answer seconds="):
            await PublicPages(allow_local=True).fetch(url, most=1_000_000)


async def test_a_page_whose_server_does_not_listen_is_unreachable() -> None:
    async def answer(_: web.Request) -> web.StreamResponse:
        return web.Response()

    async with site(answer) as url:
        pass
    with pytest.raises(PageRefused, match="unreachable"):
        await PublicPages(allow_local=True).fetch(url, most=len(pdf([])))


async def test_a_page_that_unpacks_to_something_huge_is_given_up() -> None:
    packed = gzip.compress(bytes(50_000_000))

    async def answer(_: web.Request) -> web.StreamResponse:
        return web.Response(body=packed, headers={"Content-Encoding": "gzip"})

    async with site(answer) as url:
        with pytest.raises(PageRefused, match="larger megabytes=1"):
            await PublicPages(allow_local=True).fetch(url, most=1_000_000)
    assert len(packed) < 100_000


async def test_a_name_is_looked_up_once_so_that_it_cannot_lead_elsewhere_after_the_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_up: list[str] = []
    real = socket.getaddrinfo

    def flips(host: Any, *arguments: Any, **options: Any) -> Any:
        if host != "rebinds.example":
            return real(host, *arguments, **options)
        looked_up.append(host)
        return real("127.0.0.1" if len(looked_up) == 1 else "169.254.169.254", *arguments, **options)

    async def answer(request: web.Request) -> web.StreamResponse:
        return web.Response(text=request.host)

    monkeypatch.setattr(socket, "getaddrinfo", flips)
    async with site(answer) as url:
        there = url.replace("127.0.0.1", "rebinds.example")
        page = await PublicPages(allow_local=True).fetch(there, most=1_000)

    assert page.content.decode() == there.removeprefix("http://")
    assert looked_up == ["rebinds.example"]
