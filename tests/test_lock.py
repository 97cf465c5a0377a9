"""The locks name extras: where a lock pins `name` alone, pip takes the newest `name[extra]` and refuses its hash."""

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
SHIPPED = ("files", "tools", "exports")


@pytest.mark.parametrize(
    ("lock", "extras"),
    [("requirements.lock", SHIPPED), ("tests/requirements.lock", (*SHIPPED, "otel", "test"))],
)
def test_a_lock_pins_each_package_with_the_extras_that_others_ask_of_it(
    lock: str, extras: tuple[str, ...]
) -> None:
    pinned = {
        canonicalize_name(each.name): each
        for line in (ROOT / lock).read_text(encoding="utf-8").splitlines()
        if "==" in line and not line.startswith((" ", "#"))
        for each in [Requirement(line.rstrip("\\ "))]
    }

    wanted = list(_required("council", frozenset(extras), set()))

    assert len(wanted) > 100
    assert {each.name for each in wanted if canonicalize_name(each.name) not in pinned} == set()
    # As spelled by the package that asks: pip 23 takes html_clean and html-clean for two extras.
    assert {
        str(each) for each in wanted if not each.extras <= pinned[canonicalize_name(each.name)].extras
    } == set()


def _required(name: str, extras: frozenset[str], seen: set[tuple[str, str]]) -> Iterator[Requirement]:
    """Yield all requirements of an installed package, and of those it requires."""
    for extra in {"", *extras}:
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        for text in metadata.requires(name) or ():
            required = Requirement(text)
            if required.marker is None or required.marker.evaluate({"extra": extra}):
                if canonicalize_name(required.name) != "council":
                    yield required
                yield from _required(canonicalize_name(required.name), frozenset(required.extras), seen)
