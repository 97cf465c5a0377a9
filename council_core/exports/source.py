"""Rewrite the source of CommonMark outside of its code, so that every reader understands it."""

import re
from collections.abc import Callable, Mapping

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.utils import EnvType

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

TAGGED = re.compile(
    r"<(?P<tag>b|strong|i|em|s|del|u|ins|mark|small|kbd|code|sub|sup|summary)>(?P<words>[^<>\n]{1,400})</(?P=tag)>",
    re.IGNORECASE,
)
FOLD = re.compile(
    r"^[ \t>]*</?details(?: open)?>[ \t]*(?:\n|\Z)|</?details(?: open)?>", re.IGNORECASE | re.MULTILINE
)
FOLD_END = re.compile("</details>", re.IGNORECASE)
DEEPEST_TAGS = 4
SUPERSCRIPT = dict(zip("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ", strict=True))
SUBSCRIPT = dict(zip("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", strict=True))

SCHEMES = ("https://", "http://", "mailto:")
DEFINITIONS = MarkdownIt("commonmark")
DEFINITIONS.core.ruler.enableOnly(["normalize", "block"])
DEFINITION = re.compile(
    r"^ {0,3}\[(?P<label>(?:[^\[\]\\]|\\.){1,200})\]:[ \t]*\n?[ \t]*(?:<(?P<angled>[^<>\n]*)>|(?P<bare>\S+))"
    r"(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*(?:\n|\Z)",
    re.MULTILINE,
)
NUMBER = re.compile(r"\[\^?(?P<number>\d{1,3})\]")
USED = re.compile(
    r"(?<![\]\\!])(?P<numbers>(?:\[\^?\d{1,3}\])+)(?![(\[])"
    r"|(?<!\\)(?P<picture>!?)\[(?P<words>(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.){0,200}\]){1,400})\]"
    r"(?:\[(?P<label>(?:[^\[\]\\]|\\.){0,200})\]|(?![(\[]))"
)
"""Numbers of sources, and names of links."""

DEFINITION_SIGN = "\x03"
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


def simplified(text: str) -> str:
    """Return a text with its formulas and its tags of HTML as CommonMark, for readers that know neither."""
    return tags_as_marks(formulas_as_code(text))


def tags_as_marks(text: str) -> str:
    """Return a text with the tags that models write in prose as marks: `**bold**` for `<b>bold</b>`, `x²` for
    `x<sup>2</sup>`. All other tags, and those without an end, are text."""
    if "</" not in text:
        return text
    return outside_code(text, _with_marks)


def _with_marks(text: str) -> str:
    if FOLD_END.search(text):
        text = FOLD.sub("", text)
    for _ in range(DEEPEST_TAGS):
        changed = TAGGED.sub(_marked, text)
        if changed == text:
            break
        text = changed
    return text


def _marked(found: re.Match[str]) -> str:
    tag, words = found["tag"].lower(), found["words"]
    match tag:
        case "b" | "strong" | "summary":
            return f"**{words.replace('**', '').strip()}**"
        case "i" | "em":
            return f"*{words.strip()}*"
        case "s" | "del":
            return f"~~{words.strip()}~~"
        case "kbd" | "code":
            return found[0] if "`" in words or CODE_SIGN in words else f"`{words}`"
        case "sup":
            is_ending = words.isalpha() and not set(words) <= SUPERSCRIPT.keys()
            return words if is_ending else _small(words, SUPERSCRIPT, "^")
        case "sub":
            return _small(words, SUBSCRIPT, "_")
        case _:
            return words


def _small(words: str, letters: Mapping[str, str], mark: str) -> str:
    is_known = set(words) <= letters.keys()
    return "".join(letters[sign] for sign in words) if is_known else f"{mark}{words}"


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


def links_in_place(text: str) -> str:
    """Return a text whose links stand where they are used: `[docs](https://a.example)` for `[docs][1]` and `[1]: …`.

    Chats read no definitions, a post of several has them elsewhere, and a document of several texts would mix them up.
    Numbers of sources become one link each, with their brackets; CommonMark reads `[1][2]` as one link to the second.
    """
    if "]:" not in text:
        return text
    env: EnvType = {}
    DEFINITIONS.parse(text, env)
    links = {label: str(each["href"]) for label, each in env.get("references", {}).items()}
    leading = {label: href for label, href in links.items() if href.lower().startswith(SCHEMES)}
    return outside_code(text, lambda words: _in_place(words, leading)).rstrip() if leading else text


def _in_place(text: str, links: Mapping[str, str]) -> str:
    definitions: list[tuple[str, str]] = []
    used: set[str] = set()

    def take_out(found: re.Match[str]) -> str:
        label = normalizeReference(found["label"])
        if links.get(label) != DEFINITIONS.normalizeLink(found["angled"] or found["bare"] or ""):
            return found[0]
        definitions.append((label, found[0]))
        return DEFINITION_SIGN

    def link(words: str, label: str, otherwise: str) -> str:
        name = normalizeReference(label)
        if name not in links:
            return otherwise
        used.add(name)
        to = links[name]
        return f"[{words}](<{to}>)" if "(" in to or ")" in to else f"[{words}]({to})"

    def put(found: re.Match[str]) -> str:
        if found["numbers"]:
            return NUMBER.sub(lambda each: link(f"[{each['number']}]", each[0][1:-1], each[0]), found[0])
        return found["picture"] + link(
            found["words"], found["label"] or found["words"], found[0].removeprefix("!")
        )

    text = DEFINITION.sub(take_out, text.replace(DEFINITION_SIGN, ""))
    text = USED.sub(put, text)
    unused = iter("" if label in used else whole for label, whole in definitions)
    return re.sub(DEFINITION_SIGN, lambda _: next(unused), text)
