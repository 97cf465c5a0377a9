"""The child process that reads one file: limits first, then bytes from standard input, then lines of JSON out. The
last line is the result; those before it are pages that it has read so far.

It runs alone, without the bot's environment and, where the system allows it, without a network. Whatever a file does to
a parser ends here.
"""

import ctypes
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module

MEMORY = 288 << 20
"""Limit of the address space in bytes. Python and the largest parser take some 150 MiB of it before they read
anything."""

CPU_SECONDS = 15

NEW_USER_AND_NETWORK = 0x10000000 | 0x40000000
"""CLONE_NEWUSER | CLONE_NEWNET (linux/sched.h)."""


def set_limits() -> None:
    """Limit memory, time and files, and cut off the network. A limit that the system does not offer is left out."""
    with suppress(ImportError):
        import resource

        for what, most in (
            (resource.RLIMIT_AS, MEMORY),
            (resource.RLIMIT_CPU, CPU_SECONDS),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_NPROC, 0),
            (resource.RLIMIT_CORE, 0),
        ):
            with suppress(ValueError, OSError):
                resource.setrlimit(what, (most, most))
    leave_network()


def leave_network() -> bool:
    """Move this process into a namespace without a network. Return False where the system does not allow that, as in
    many containers."""
    if sys.platform != "linux":
        return False
    with suppress(AttributeError, OSError):
        return ctypes.CDLL(None).unshare(NEW_USER_AND_NETWORK) == 0
    return False


def main() -> None:
    """Read a file's name, charset and bytes from standard input, and write the result to standard output as JSON."""
    set_limits()
    name, charset = json.loads(sys.stdin.buffer.readline())
    content = sys.stdin.buffer.read()
    read: Callable[..., dict[str, object]] = import_module("council_core.context.kinds").read
    write(read(name, content, charset, write))


def write(each: dict[str, object]) -> None:
    """Write an object as a line of its own."""
    sys.stdout.buffer.write(json.dumps(each, ensure_ascii=False).encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
