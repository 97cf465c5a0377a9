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


MARGIN = r"(?P<margin>[ \t>]*)"
DISPLAYED = re.compile(
    rf"^{MARGIN}(?:\\\[(?P<square>(?:(?!\\[\[\]]|^[ \t>]*$).)+)\\\]|\$\$(?P<double>(?:(?!\$\$|^[ \t>]*$).)+)\$\$)"
    r"(?P<point>[.,;]?)[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
"""Formulas on lines of their own."""

INLINE = re.compile(
    r"(?<!\\)\\\((?P<round>(?:(?!\n[ \t]*\n|\\\()[^`]){1,400}?)\\\)"
    r"|(?<!\\)\\\[(?P<square>(?:(?!\n[ \t]*\n|\\\[)[^`]){1,400}?)\\\]"
    r"|\$\$(?P<double>[^$`\n]{1,400})\$\$"
    r"|(?<![\w$\\])\$(?P<single>[^\s$`](?:[^$`\n]{0,200}[^\s$`\\])?)\$(?![\w${])"
)
COMMAND = re.compile(r"(?<!\\)\\[A-Za-z]{2}")
SIGN = re.compile(r"[\\^_=]")
LONG_WORD = re.compile(r"[^\W\d_]{4}")

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


def formulas_as_code(text: str) -> str:
    r"""Return a text with its formulas in LaTeX as code. CommonMark has no formulas: it drops the backslash of `\{`,
    `\\` and `\(`, and takes `_` and `*` in them for emphasis.

    Amounts such as `$5 and $10`, and brackets of prose behind a backslash, stay as they are.
    """
    if "$" not in text and "\\(" not in text and "\\[" not in text:
        return text
    return outside_code(text, lambda words: INLINE.sub(_in_code, DISPLAYED.sub(_in_block, words)))


def _in_block(found: re.Match[str]) -> str:
    formula, margin = found["square"] or found["double"], found["margin"]
    if not SIGN.search(formula):
        return found[0]
    bare = "\n".join(line.removeprefix(margin) for line in formula.split("\n")).strip()
    lines = [line.rstrip() for line in f"{bare}{found['point']}".split("\n")]
    return "\n".join(f"{margin}{line}" for line in ("```latex", *lines, "```"))


def _in_code(found: re.Match[str]) -> str:
    kind = found.lastgroup or ""
    formula = " ".join(found[kind].split())
    if kind == "square":
        is_formula = COMMAND.search(formula) is not None
    elif kind == "round":
        is_formula = SIGN.search(formula) is not None or LONG_WORD.search(formula) is None
    else:
        is_formula = SIGN.search(formula) is not None
    return f"`{formula}`" if formula and is_formula else found[0]
