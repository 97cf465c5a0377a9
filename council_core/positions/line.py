"""Separate an answer's text for people from its last line for machines."""

import re
import unicodedata
from dataclasses import dataclass

LONGEST = 120
"""Most characters of a position. A longer one is a sentence, and code cannot tell whether two sentences say the
same."""

_LABEL = (
    r"(?:(?:final|my|the|short|finale|meine?|endgültige|die|la|el|il|mi|ma|mia|최종|나의|제|最终|最終|我的|私の)\s?)?"
    r"(?:position|standpunkt|kurzposition|posici[oó]n|posi[cç][aã]o|posizione|pozycja|positie|позиці?я|позиция"
    r"|입장|포지션|立场|立場|ポジション|الموقف|موقفي)(?:\s(?:final|finale))?"
)
_BEFORE = r"(?:[^\w\n(\[<\"“|]|_{1,3}(?=\w)|</?[a-z]{1,6}>|\d{1,2}[.)]\s){0,10}"
_MARKS = r"(?:[*_`]{1,3}|</[a-z]{1,6}>){0,2}"
LINE = re.compile(
    rf"{_BEFORE}(?P<label>(?i:{_LABEL}))(?:{_MARKS}\s{{0,3}}[:：]|(?<=POSITION)\s?(?:[—–-]\s|[=→]|(?:is|lautet|ist|est|es|è|é)(?:\s?[:：]|\s)))"
    rf"{_MARKS}[ \t]*(?P<said>.*?)[*_`\s]*(?:--)?"
)
HEADING = re.compile(
    rf"(?P<marks>{_BEFORE})(?P<label>(?i:{_LABEL}))(?P<colon>{_MARKS}\s{{0,3}}[:：]?{_MARKS})\s*"
)
"""A line that only announces the position, which is on the next line."""

CELLS = re.compile(rf"\s*\|[\s*_`]*(?P<label>(?i:{_LABEL}))[\s*_`:：]*\|(?P<said>[^|]+)\|?\s*")
ITEM = re.compile(r"\s*(?:>\s?)?(?:[-*+•]\s|\d{1,2}[.)]\s)?\s*(?P<said>.*?)\s*")
STYLE = re.compile(r"(?:static|relative|absolute|fixed|sticky|inherit|initial|unset|revert)?\s*;?\s*\}?|.*;")
"""Values of the property `position` in style sheets."""

WRAPPED = re.compile(
    r"[\s*_`]{0,6}(?:\((?P<a>(?:[^()]|\([^()]*\))+)\)|\[(?P<b>[^\[\]]+)\]|<(?:!--)?(?P<c>[^<>]+)>|[\"“](?P<d>[^\"”]+)[\"”])[\s*_`]*"
)
"""A line that is wholly in brackets or quotation marks."""

BEHIND_TEXT = re.compile(
    r"(?P<text>.*[^\s*](?:\*+(?=\s))?)\s*(?P<line>(?<!`)\*{0,2}POSITION\*{0,2}[:：](?P<said>.*))"
)
"""A last line with text for people and the position behind it."""

ENDS_TEXT, OPENS_BRACKET, NEEDS_VALUE = '.!?。！？…)]*_`”"', "([{“", ":：=→"
"""Signs before a position: those that end a text, those that open a bracket around it, and those that need a value
behind them."""

JOINED = re.compile(r"\s?[–—;,，；、]\s?$|\s-\s$")
"""A dash or comma that joins a label to the words before it."""

BEHIND_SIGN = re.compile(r"[^\w\s*_]\s{0,2}$")
IN_SENTENCE = re.compile(
    r"(?<![A-Z] )(?<!\w)POSITION"
    r"(?=[*_]{0,2}(?:\s(?:is|was|remains|stays|says|lautet|ist|bleibt|est|reste|es|è|é)\b|[은는이가がは]))"
)
"""The label as the subject of a sentence, where it is an ordinary word."""

IN_GERMAN = re.compile(
    r"\b(?:die|eine|meine|unsere|diese|ihre|seine|keine)\s(?:\w+e\s)?[*_]{0,3}$", re.IGNORECASE
)
AMONG_CAPITALS = re.compile(r"[A-Z]{2,}\W{1,3}$")

RUNNING = re.compile(
    r"(?P<before>(?:^|(?<=[.!?。！？)])\s{0,3}))?(?P<open>[*_(\[\"“]{0,3})"
    r"POSITION(?P<colon>[*_]{0,2}[:：][*_]{0,2})[ \t]*"
)
"""The label as it was asked for, in capitals, anywhere in a line."""

CONCLUDES = re.compile(
    r"(?:(?:^|[\s(])(?:so|thus|hence|therefore|consequently|(?:i|we) conclude|in conclusion|to conclude|in short"
    r"|finally|also|somit|daher|folglich|kurzum|donc|ainsi|en conclusion|así|entonces|por(?: lo)? tanto"
    r"|en conclusión|portanto|assim|quindi|dunque),?\s+"
    r"|(?:결론적으로|따라서|그래서|그러므로|よって|したがって|だから|因此|所以|总之)[,、，]?\s*)$",
    re.IGNORECASE,
)
"""Words that draw a conclusion, right before the label."""

LONGEST_BEFORE = 40
"""Characters before a label in which those words may stand."""

OTHER_LABEL = re.compile(r"(?<![A-Z`])(?!POSITION)[A-Z]{3,}(?: [A-Z]{2,})?[*_]{0,2}[:：]")
PAIR = re.compile(r"\W*[\w ]{1,30}[*_]{0,2}[:：]\s*\S")
"""A line such as `Location: Seoul`."""

GOES_ON = re.compile(r"[^\s*_]\*\*\s+\S")
"""The end of words in bold, and more text behind it."""

SOURCE = re.compile(
    r"\s*(?:[#*_\s]*(?:sources?|references?|quellen|출처|참고)[*_:\s]*|(?:[-*]\s)?\[\d{1,3}\].*|(?:[-*]\s)?https?://\S+\s*)?",
    re.IGNORECASE,
)
"""A line of a list of sources, which members add although code does so too."""

RULE = re.compile(r"[ \t]*(?:(?:[-*_][ \t]*){3,}|`{3,}\w*|~{3,}\w*)[ \t]*")
"""A line that only divides, or that opens or closes a code block."""

UNSEEN = frozenset({"Cf", "Cc", "Co", "Cs"})
"""Unicode categories of characters that nobody sees."""

JOINERS = "\u200c\u200d"

NO_POSITION = re.compile(
    r"[\s.?…/–—-]*|(?:none|null|n\W?a|not applicable"
    r"|(?:no|without an?) (?:\w+ )?(?:position|answer|stance|opinion|view)"
    r"|undecided|(?:i )?abstain(?:ed|ing)?|abstention|(?:i )?(?:do not|don't|don’t) know"
    r"|keine?(?: (?:position|antwort|angabe|meinung|kurze antwort))?|ohne position|entfällt|unentschieden|enthaltung"
    r"|(?:ich )?enthalte mich|(?:ich )?weiß (?:ich |es )?nicht"
    r"|aucune?(?: (?:position|réponse))?|sans (?:objet|position)|je ne sais pas|indécise?"
    r"|ningun[oa]?(?: (?:posición|respuesta))?|sin posición|no aplica|abstención|no (?:lo )?sé"
    r"|nessun[oa]?(?: (?:posizione|risposta))?|astensione|non (?:lo )?so"
    r"|nenhuma?(?: (?:posição|resposta))?|sem posição|não se aplica|abstenção|não sei"
    r"|нет (?:позиции|ответа)|воздерживаюсь|не знаю|brak(?: stanowiska)?|geen(?: (?:standpunt|positie))?"
    r"|(?:입장 ?|해당 ?)?없음|기권|모름|모르겠(?:음|습니다|다)|(?:立場|特に)?(?:なし|無し)|棄権|わからない"
    r"|[无無](?:立[场場])?|不适用|不適用|弃权|棄權|不知道)\W*(?:[(（,;:–—-].*)?",
    re.IGNORECASE,
)
"""Words that take no position, perhaps with a remark behind them: `none (an open question)`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """An answer in two parts."""

    text: str
    position: str
    """Empty where the answer takes none."""


def part(text: str) -> Parted:
    """Take the position off the end of an answer. An answer that is only a position stays as it is.

    The last line counts, apart from dividing lines and a list of sources. The word POSITION may be alone on the line
    before. An earlier position is taken off too, if it is alone on its line and in the form that was asked for, or
    repeats the last one. Inside of a sentence only the label is removed, so that no words are lost; behind words such
    as "my" and before "is" it becomes an ordinary word."""
    found = _at_end(text)
    kept, inside = _without_lines(found.text if found else text, found.position if found else "")
    position = found.position if found else inside
    kept = _without_labels(kept, position)
    return Parted(text=kept if kept.strip() else position or text, position=position)


def _without_lines(text: str, position: str) -> tuple[str, str]:
    """Take off lines that are a position alone; return the rest and the last position taken off.

    A line beside others of its form ("POSITION: Senior Engineer", "LOCATION: Seoul") is content.
    """
    if "position" not in text.casefold():
        return text, ""
    lines = text.split("\n")
    taken, alone = set[int](), set[int]()
    inside, in_code = "", False
    for at, line in enumerate(lines):
        in_code ^= line.strip().startswith(("```", "~~~"))
        beside = [near for near in lines[max(0, at - 1) : at] + lines[at + 1 : at + 2] if near.strip()]
        found = LINE.fullmatch(_seen(line)) if not in_code else None
        if found is None or (beside and (found["label"] != "POSITION" or any(map(_is_beside, beside)))):
            continue
        said = " ".join(found["said"].strip(" *_`").split())
        if beside and not 0 < len(said) <= LONGEST:
            continue
        if found["label"] == "POSITION" or (position and said == position):
            taken.add(at)
            if not beside:
                alone.add(at)
            inside = said if not _is_none(said) and len(said) <= LONGEST else ""
    kept = [line for at, line in enumerate(lines) if at not in taken and at - 1 not in alone]
    return ("\n".join(kept).strip("\n") if taken else text), inside


def _is_none(said: str) -> bool:
    return NO_POSITION.fullmatch(said.lstrip(' .(["“„')) is not None


def _is_beside(line: str) -> bool:
    """Tell whether a line beside a position shows that both are fields, cells or code."""
    return PAIR.match(line) is not None or line.lstrip().startswith(("|", "```", "~~~"))


def _without_labels(text: str, position: str) -> str:
    """Take the label off running text; a sentence that only repeats the position goes as a whole."""
    if "POSITION" not in text:
        return text
    value = rf"{re.escape(position)}(?!\w)" if position else "(?!)"
    again = re.compile(rf"{value}[*_)\]\"”]{{0,3}}[.!?。！？]?(?=\s|$)\s?")
    lines: list[str] = []
    in_code = False
    for line in text.split("\n"):
        in_code ^= line.strip().startswith(("```", "~~~"))
        if (
            in_code
            or "POSITION" not in line
            or "`" in line
            or OTHER_LABEL.search(line)
            or line.count("|") > 1
        ):
            lines.append(line)
            continue
        kept, at = "", 0
        for found in RUNNING.finditer(line):
            ahead = line[at : found.start()]
            at_start = found["before"] is not None
            joined = JOINED.search(ahead)
            if at_start and (repeated := again.match(line, found.end())):
                kept, at = kept + ahead + found["before"], repeated.end()
            elif joined and (value_again := re.match(value, line[found.end() :])):
                kept, at = kept + ahead[: joined.start()], found.end() + value_again.end()
            elif joined and (end := _end_of_echo(ahead[: joined.start()], line, found.end())):
                kept, at = kept + ahead[: joined.start()], end
            elif (at_start and line[: found.start()].strip()) or re.match(value, line[found.end() :]):
                kept, at = kept + ahead + (found["before"] or "") + found["open"], found.end()
            elif BEHIND_SIGN.search(ahead) or CONCLUDES.search(
                line[max(0, found.start() - LONGEST_BEFORE) : found.start()]
            ):
                kept, at = kept + ahead + found["open"], found.end()
            elif line[: found.start()].strip() and AMONG_CAPITALS.search(ahead) is None:
                kept, at = kept + ahead + _as_word(line[: found.start()], found[0]), found.end()
        whole = (kept + line[at:]).rstrip() if at else line
        lines.append(IN_SENTENCE.sub(lambda found: _as_word(found.string[: found.start()], found[0]), whole))
    return "\n".join(lines)


def _end_of_echo(before: str, line: str, start: int) -> int:
    """Return the end of a value that only repeats the words before it, as in `It is 42 – POSITION: 42`; 0 for any other
    value."""
    end = 0
    for behind in re.finditer(
        r"(?<=[\w%)])[*_]{0,2}(?=[.!?。！？;,，、]|\s*$|\s[–—-]\s)", line[start : start + LONGEST]
    ):
        said = line[start : start + behind.start()].strip(" *_")
        words = before.rstrip(" *_")
        if said and words.endswith(said) and not words.removesuffix(said)[-1:].isalnum():
            end = start + behind.end()
    return end


def _as_word(before: str, label: str) -> str:
    """Return the label as an ordinary word, which has a capital in German."""
    return label.replace("POSITION", "Position") if IN_GERMAN.search(before) else label.lower()


def _at_end(text: str) -> Parted | None:
    """Return the answer in two parts if it ends in a position."""
    lines = text.rstrip().split("\n")
    at = _last(lines, RULE)
    found = _read(lines, at)
    if found is None and at > 0:
        at = _last(lines, SOURCE)
        found = _read(lines, at)
    if found is None:
        return None
    first, ahead, said = found
    before, behind = [*lines[:first], ahead] if ahead else lines[:first], lines[at + 1 :]
    while before and (
        not before[-1].strip() or (RULE.fullmatch(before[-1]) and _may_go(before, lines[first + 1 :]))
    ):
        before.pop()
    position = "" if _is_none(said) or len(said) > LONGEST else said
    listed = [line for line in behind if line.strip() and not RULE.fullmatch(line)]
    kept = "\n".join([*before, "", *listed] if listed else before).rstrip()
    return Parted(text=kept or said or text, position=position)


def _last(lines: list[str], passed_over: re.Pattern[str]) -> int:
    """Return the last line that does not match; the first line if all do."""
    at = len(lines) - 1
    while at > 0 and passed_over.fullmatch(lines[at]):
        at -= 1
    return at


def _read(lines: list[str], at: int) -> tuple[int, str, str] | None:
    """Return the first line of a position that ends on this line, the text before the position there (mostly none), and
    the position; None without one."""
    line, ahead = _seen(lines[at]), ""
    found = CELLS.fullmatch(line) or LINE.fullmatch(line)
    if found is None and (wrapped := WRAPPED.fullmatch(line)):
        found = LINE.fullmatch(next(filter(None, wrapped.groups())))
    elif found is None and (behind := BEHIND_TEXT.fullmatch(line)) and not _is_inside(line, behind["line"]):
        ahead, found = _clause(behind)
    if found is not None:
        said = " ".join(found["said"].strip(" *_`").split())
        return None if _is_of_code(found["label"], said, lines[:at]) else (at, ahead, said)
    return _announced(lines, at)


def _clause(behind: re.Match[str]) -> tuple[str, re.Match[str] | None]:
    """Return the text before a position on its line, and the position; none if it belongs to a sentence."""
    text, line = behind["text"], behind["line"]
    sign = text[-1]
    if sign.isalnum() or line.count("|") + text.count("|") > 1:
        return "", None
    if sign in OPENS_BRACKET:
        closed = re.fullmatch(r"(?P<line>[^()\[\]{}”]*)[)\]}”](?P<end>[.!?。]?)", line)
        if closed is None:
            return "", None
        return f"{text[:-1].rstrip()}{closed['end']}", LINE.fullmatch(closed["line"])
    if sign in NEEDS_VALUE:
        return f"{text} {behind['said'].strip(' *_')}", LINE.fullmatch(line)
    return text if sign in ENDS_TEXT else text[:-1].rstrip(), LINE.fullmatch(line)


def _is_inside(line: str, position: str) -> bool:
    """Tell whether a position at the end of a line has more text behind it, or is a field among others."""
    return GOES_ON.search(position, 12) is not None or OTHER_LABEL.search(line) is not None


def _seen(line: str) -> str:
    """Return a line without characters that nobody sees, apart from joiners in scripts that spell with them."""
    if line.isascii():
        return line
    kept = "".join(
        sign for sign in line if sign in JOINERS or sign.isspace() or unicodedata.category(sign) not in UNSEEN
    )
    without = kept.translate(dict.fromkeys(map(ord, JOINERS)))
    return without if without.isascii() else kept


def _announced(lines: list[str], at: int) -> tuple[int, str, str] | None:
    """Return the same for a position of one line below a line with its label alone."""
    first = at - 1
    while first > 0 and (not lines[first].strip() or RULE.fullmatch(lines[first])):
        first -= 1
    heading = HEADING.fullmatch(lines[first]) if first >= 0 else None
    if heading is None:
        return None
    if not ("#" in heading["marks"] or heading["colon"].strip() or heading["label"].isupper()):
        return None
    item = ITEM.fullmatch(_seen(lines[at]))
    said = " ".join(item["said"].strip("*_`").split()) if item else ""
    return (first, "", said) if 0 < len(said) <= LONGEST else None


def _is_of_code(label: str, said: str, before: list[str]) -> bool:
    """Tell whether `position: …` is a line of code, in a style sheet or in a block with other lines."""
    if not label[:1].islower():
        return False
    fences = [line for line in before if line.strip().startswith(("```", "~~~"))]
    in_block = len(fences) % 2 == 1 and before[-1] is not fences[-1]
    return in_block or STYLE.fullmatch(said) is not None


def _may_go(before: list[str], after: list[str]) -> bool:
    """Tell whether the last of these lines only divides the text from its position. A rule does. A code fence does if
    it opens the block that closes behind the position, and does not if it closes a block of the text."""
    fence = before[-1].strip()[:3]
    if fence not in ("```", "~~~"):
        return True
    return any(line.strip().startswith(fence) for line in after)
