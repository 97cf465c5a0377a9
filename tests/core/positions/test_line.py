"""The line at the end of an answer: taken off, in the forms in which models write it, and from nowhere else."""

import pytest

from council_core.positions import LONGEST, Parted, part


@pytest.mark.parametrize(
    ("text", "kept", "position"),
    [
        ("It is 42.\n\nPOSITION: 42", "It is 42.", "42"),
        ("It is 42.\n\n---\n**POSITION:** 42 km\n", "It is 42.", "42 km"),
        ("It is 42.\n```\nPOSITION: 42\n```", "It is 42.", "42"),
        ("It is 42.\n> **POSITION: 42**", "It is 42.", "42"),
        ("서울입니다.\nPOSITION： 서울", "서울입니다.", "서울"),
        ("```py\nx = 1\n```\nPOSITION: none", "```py\nx = 1\n```", ""),
        ("It depends.\nPOSITION: N/A.", "It depends.", ""),
        ("It depends.\nPOSITION:", "It depends.", ""),
        (f"Long.\nPOSITION: {'so ' * LONGEST}", "Long.", ""),
        ("POSITION: 42", "42", "42"),
        ("It is 42. POSITION: 42", "It is 42.", "42"),
        ("It is 42.\n(POSITION: 42)", "It is 42.", "42"),
        ("It is 42.\n[POSITION: O(n)]", "It is 42.", "O(n)"),
        ('It is 42.\n"POSITION: 42"', "It is 42.", "42"),
        ("It is 42.\nPOSITION — 42", "It is 42.", "42"),
        ("It is 42.\nFINAL POSITION: 42", "It is 42.", "42"),
        ("It is 42.\n\u200bPOSITION: 42", "It is 42.", "42"),
        (
            "It is 42 [1].\n\nPOSITION: 42\n\nSources:\n[1] https://a.example",
            "It is 42 [1].\n\nSources:\n[1] https://a.example",
            "42",
        ),
    ],
)
def test_the_last_line_is_taken_off(text: str, kept: str, position: str) -> None:
    assert part(text) == Parted(text=kept, position=position)


@pytest.mark.parametrize(
    "text",
    [
        "Nothing of the kind.",
        "POSITION: 42\n\nAnd more words.",
        "The line `POSITION: 42` is wrong.",
        "",
        "\n",
    ],
)
def test_anything_else_stays_as_it_is(text: str) -> None:
    assert part(text) == Parted(text=text, position="")
