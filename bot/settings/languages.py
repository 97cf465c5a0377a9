"""Languages that people may choose, by code; `bot/presentation/words` has a folder of that name for each. A folder
without a row is a language under way."""

from collections.abc import Mapping

from bot.settings.bounds import shown
from bot.settings.names import nearest
from council_core.errors import Problem

LANGUAGES: Mapping[str, tuple[str, str]] = {
    "en": ("English", "English"),
    "de": ("Deutsch", "German"),
    "ko": ("한국어", "Korean"),
}
"""Each language's own name and its English one."""

CODES: Mapping[str, str] = {
    word.lower(): code for code, names in LANGUAGES.items() for word in (code, *names)
}
"""Code of each language by its code and by both of its names, in small letters."""


def language_of(locale: str) -> str:
    """Return the language of a locale, such as `ko` for `ko-KR`; empty if there are no words for it."""
    code = locale.strip().lower().replace("_", "-").partition("-")[0]
    return code if code in LANGUAGES else ""


def language_problem(name: str, text: str) -> Problem:
    """Return the problem of an unknown language, with the nearest known one."""
    known = ", ".join(f"{code} ({own})" for code, (own, _) in LANGUAGES.items())
    near = nearest(text.strip().lower(), CODES)
    if not near:
        return Problem("language", name=name, value=shown(text), known=known)
    return Problem("language_near", name=name, value=shown(text), known=known, near=CODES[near])
