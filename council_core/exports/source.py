"""Rewrite the source of CommonMark, outside of its code."""

import re
from collections.abc import Callable

CODE = re.compile(
    r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?P<fence>`{3,}(?=[^`\n]*$)|~{3,}).*?"
    r"(?:^[ \t>]*(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|(?<![`\\])(?P<run>`+)(?!`)(?:[^\n]|\n(?![ \t]*\n)){1,2000}?(?<!`)(?P=run)(?!`)",
    re.DOTALL | re.MULTILINE,
)
"""Code blocks between fences, and code within a paragraph."""


CODE_SIGN = "\x02"
"""Stands for code while the text around it is rewritten."""


def outside_code(text: str, rewrite: Callable[[str], str]) -> str:
    """Return a text that is rewritten, except for its code. The function gets it with one sign for each piece of
    code."""
    codes: list[str] = []

    def keep(code: re.Match[str]) -> str:
        codes.append(code[0])
        return CODE_SIGN

    rewritten = rewrite(CODE.sub(keep, text.replace(CODE_SIGN, "")))
    kept = iter(codes)
    return re.sub(CODE_SIGN, lambda _: next(kept, ""), rewritten)
