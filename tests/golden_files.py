"""Compare texts for people with one readable file per message under `tests/golden/`.

A changed file is accepted by running the tests that read it with `GOLDEN=accept`, such as
`GOLDEN=accept pytest tests/bot/presentation`, and then reading the difference like any other change.
"""

import os
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


def assert_golden(name: str, text: str) -> None:
    """Fail unless `text` equals the golden file.

    Args:
        name: The file below `tests/golden/`, such as `posts/ranking.txt`.
        text: The drawn text. Spaces at line ends and the number of newlines at the end do not count.
    """
    path = GOLDEN / name
    drawn = "\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\n"
    if os.environ.get("GOLDEN") == "accept":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawn, encoding="utf-8", newline="\n")
        return
    assert path.exists(), (
        f"There is no golden file {name} yet. Accept this one with GOLDEN=accept:\n\n{drawn}"
    )
    expected = path.read_text(encoding="utf-8")
    assert drawn == expected, f"{name} has changed. Accept with GOLDEN=accept if that is meant:\n\n{drawn}"
