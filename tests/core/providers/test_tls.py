"""Tests that certificates are checked, directly and through a proxy."""

import asyncio
import ipaddress
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from council_core.providers.complete import Models
from council_core.providers.settings import ProviderSettings
from tests.core.providers.asking import failure_from, reply_from
from tests.testbed.models import ModelServer

HOST = "127.0.0.1"
OUTSIDE = "models.example"


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """Return a file with a key and a self-signed certificate for this machine and for an outside host."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, OUTSIDE)])
    hosts = [x509.IPAddress(ipaddress.ip_address(HOST)), x509.DNSName(OUTSIDE)]
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(hosts), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path / "certificate.pem"
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file.write_bytes(private + signed.public_bytes(pem))
    return file


@asynccontextmanager
async def relay(
    port: int, *, tls: ssl.SSLContext | None = None, is_proxy: bool = False
) -> AsyncGenerator[int]:
    """Yield a port that leads to this one: out of TLS, or as a proxy that accepts `CONNECT` for any host."""

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, ssl.SSLError):
            while piece := await reader.read(65536):
                writer.write(piece)
                await writer.drain()
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if is_proxy:
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(f"CONNECT {OUTSIDE}:443 ".encode())
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        there_reader, there_writer = await asyncio.open_connection(HOST, port)
        async with asyncio.TaskGroup() as group:
            group.create_task(pipe(reader, there_writer))
            group.create_task(pipe(there_reader, writer))

    server = await asyncio.start_server(serve, HOST, 0, ssl=tls)
    yield server.sockets[0].getsockname()[1]
    server.close()


@asynccontextmanager
async def behind_tls(server: ModelServer, certificate: Path) -> AsyncGenerator[int]:
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate)
    async with relay(int(server.url.rpartition(":")[2]), tls=tls) as port:
        yield port


async def test_a_certificate_that_nobody_vouches_for_is_refused_before_anything_is_said(
    server: ModelServer, certificate: Path
) -> None:
    async with behind_tls(server, certificate) as port:
        models = Models(
            ProviderSettings.from_mapping({"COMPATIBLE_BASE_URL": f"https://{HOST}:{port}/compatible/v1"})
        )

        failure = await failure_from(models, "compatible:some-model")
        await models.close()

    assert failure.reason == "unreachable"
    assert server.journal.calls == []


async def test_a_certificate_of_ones_own_is_trusted_where_the_environment_names_it(
    server: ModelServer, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    async with behind_tls(server, certificate) as port:
        models = Models(
            ProviderSettings.from_mapping({"COMPATIBLE_BASE_URL": f"https://{HOST}:{port}/compatible/v1"})
        )

        reply = await reply_from(models, "compatible:some-model")
        await models.close()

    assert reply.text


async def test_a_host_outside_is_spoken_to_in_tls_through_the_proxy(
    server: ModelServer, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    async with behind_tls(server, certificate) as port, relay(port, is_proxy=True) as proxy:
        models = Models(
            ProviderSettings.from_mapping(
                {
                    "COMPATIBLE_BASE_URL": f"https://{OUTSIDE}/compatible/v1",
                    "HTTPS_PROXY": f"http://{HOST}:{proxy}",
                }
            )
        )

        reply = await reply_from(models, "compatible:some-model")
        await models.close()

    assert reply.text
