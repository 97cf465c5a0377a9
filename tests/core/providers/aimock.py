"""A mock server by other authors (npm `@copilotkit/aimock`, MIT), started if node and its package are available.

Our own server and our own client could share a misunderstanding; the authors of this one have read the documentation
independently.
"""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PACKAGE, VERSION = "@copilotkit/aimock", "1.43.0"
INSTALL_SECONDS = 120


class UnavailableError(Exception):
    """The server is unavailable on this machine; the text gives the reason."""


def installed() -> Path:
    """Return the server's script; install it into the user's cache if it is missing.

    Raises:
        UnavailableError: There is no node or npm, or the package cannot be fetched.
    """
    if shutil.which("node") is None or (npm := shutil.which("npm")) is None:
        raise UnavailableError("node and npm are not installed")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "council-tests"
    home = cache / f"aimock-{VERSION}"
    script = home / "node_modules" / PACKAGE / "dist" / "cli.js"
    if script.exists():
        return script
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            fetched = Path(folder) / "fetched"
            command = [
                npm,
                "install",
                "--prefix",
                str(fetched),
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
            ]
            command += ["--fetch-retries=0", "--fetch-timeout=20000", f"{PACKAGE}@{VERSION}"]
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False
            )
            if done.returncode != 0:
                said = [line for line in done.stderr.splitlines() if line.startswith("npm error code")]
                raise UnavailableError(
                    f"npm could not fetch {PACKAGE}: {' '.join(said) or 'it did not say why'}"
                )
            fetched.rename(home)
    except (OSError, subprocess.TimeoutExpired) as error:
        # # Another process may have installed it meanwhile.
        if not script.exists():
            raise UnavailableError(f"{PACKAGE} could not be installed: {type(error).__name__}") from error
    return script


@contextmanager
def running(fixtures: list[dict[str, Any]]) -> Generator[str]:
    """Yield the address of a server with these fixtures.

    Raises:
        UnavailableError: The server is unavailable on this machine.
    """
    script = installed()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fixtures.json"
        path.write_text(json.dumps({"fixtures": fixtures}), encoding="utf-8")
        command = ["node", str(script), "-p", str(port), "-f", str(path), "--log-level", "silent"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            try:
                _await_health(port, process)
                yield f"http://127.0.0.1:{port}"
            finally:
                process.terminate()


def _await_health(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + 20
    while process.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise UnavailableError(f"aimock did not start; its status is {process.poll()}")
