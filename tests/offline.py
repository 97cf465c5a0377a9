"""Keep tests on this machine: refuse connections to other hosts, and names of other hosts.

Python tells of each socket in audit events (docs.python.org, audit events table), so no library can go past this one,
other than an event loop in C: processes that tests start may use uvloop, and are served by local servers alone.
"""

import ipaddress
import socket
import sys
from contextlib import suppress
from typing import cast

LOCAL_NAMES = frozenset({"", "localhost", "localhost.", "ip6-localhost", socket.gethostname()})

refused: list[str] = []
"""Hosts to which the current test tried to connect."""


class ForeignHost(OSError):
    """A test tried to connect to another machine."""


def is_local(host: object) -> bool:
    """Tell whether a host is this machine. Paths of Unix sockets and missing hosts are."""
    if host is None:
        return True
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    with suppress(ValueError):
        address = ipaddress.ip_address(name.partition("%")[0])
        address = getattr(address, "ipv4_mapped", None) or address
        return address.is_loopback or address.is_unspecified
    return name.lower() in LOCAL_NAMES


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Refuse what an audit event is about to do with another host.

    Raises:
        ForeignHost: It is a connection or a datagram.
        socket.gaierror: It looks up a name, which nobody knows then.
    """
    if event in ("socket.connect", "socket.sendto") and isinstance(arguments[-1], tuple):
        host = str(cast("tuple[object, ...]", arguments[-1])[0])
        if not is_local(host):
            refused.append(host)
            raise ForeignHost(f"A test tried to connect to {host}; tests talk to this machine alone.")
    elif event == "socket.getaddrinfo" and not is_local(arguments[0]) and not _is_number(arguments[0]):
        raise socket.gaierror(socket.EAI_NONAME, f"Tests know no other host than this one: {arguments[0]}")


def _is_number(host: object) -> bool:
    """Tell whether a host is an address already, for which no server of names is asked."""
    for family in (socket.AF_INET, socket.AF_INET6):
        with suppress(OSError, ValueError, TypeError):
            socket.inet_pton(family, str(host))
            return True
    with suppress(OSError):
        socket.inet_aton(str(host))
        return True
    return False


def stay_here() -> None:
    """Refuse other hosts until this process ends."""
    sys.addaudithook(watch)
