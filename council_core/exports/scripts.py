"""Find the scripts that a text uses and those for which a machine has a font."""

import re
from collections.abc import Collection, Iterable

from council_core.domain.export import Script

LETTERS: dict[Script, re.Pattern[str]] = {
    "Korean": re.compile("[\uac00-\ud7a3\u1100-\u11ff]"),
    "Chinese or Japanese": re.compile("[\u3040-\u30ff\u4e00-\u9fff]"),
    "Arabic": re.compile("[\u0600-\u06ff]"),
    "Hebrew": re.compile("[\u0590-\u05ff]"),
    "Devanagari": re.compile("[\u0900-\u097f]"),
    "Thai": re.compile("[\u0e00-\u0e7f]"),
    "emoji": re.compile("[\U0001f300-\U0001faff]"),
}

FAMILIES: dict[Script, tuple[str, ...]] = {
    "Korean": ("CJK", "Nanum", "Malgun", "Gothic Neo", "Sans KR"),
    "Chinese or Japanese": ("CJK", "Sans JP", "Sans SC", "Hiragino", "PingFang", "YaHei", "WenQuanYi", "IPA"),
    "Arabic": ("Arabic", "DejaVu Sans", "Arial", "Amiri"),
    "Hebrew": ("Hebrew", "DejaVu Sans", "Arial"),
    "Devanagari": ("Devanagari", "Lohit", "Mangal"),
    "Thai": ("Thai", "Loma", "Garuda", "Tahoma"),
    "emoji": ("Emoji",),
}
"""Parts of the names of font families that hold the script."""


def scripts_in(text: str) -> tuple[Script, ...]:
    """Return the scripts beyond Latin, Greek and Cyrillic that a text uses."""
    return tuple(script for script, letters in LETTERS.items() if letters.search(text))


def missing_scripts(used: Iterable[Script], families: Collection[str]) -> list[Script]:
    """Return the scripts for which none of these font families has letters."""
    return [
        script
        for script in used
        if not any(part in family for family in families for part in FAMILIES[script])
    ]
