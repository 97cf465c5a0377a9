"""Find names to which a sentence relates its speaker, by the part that each word plays.

languages/*.toml list whole ways of speaking. Here each word becomes the sign of its part (relations.toml), so that
"Those who trained me sit at ①" and "① is, by the way, the company behind me" are a few signs, and a rule is a short
pattern over them. A word without a part ends every relation: "I use ①" relates nothing.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Literal, cast

from council_core.blindness.abstract import ALL_NAMES
from council_core.blindness.frames import Slot
from council_core.blindness.shadow import fold

Relation = Literal["self", "text", "near"]
"""By the speaker itself, by its own text ("this answer was written by ①"), or only in one sentence with the speaker."""

_SIGN_OF = {
    "third": "j",
    "use": "U",
    "i": "i",
    "me": "m",
    "my": "y",
    "be": "b",
    "make": "k",
    "write": "r",
    "by": "f",
    "of": "e",
    "come": "o",
    "behind": "h",
    "maker": "c",
    "people": "w",
    "model": "d",
    "origin": "K",
    "name": "n",
    "as": "a",
    "say": "v",
    "text": "t",
    "this": "s",
    "reading": "g",
    "also": "l",
    "unless": "u",
    "whom": "z",
    "passive": "q",
    "unlike": "V",
    "no": "!",
    "fill": "_",
}
_SPEAKER = re.compile("[ijmystgvzo]")
_SPEAKS = re.compile("[imyj]|s_{0,2}[td]|gt?")
_IN_A_ROLE = re.compile("_?a_{0,4}d|_?N[_bfk]{0,5}d_?a")
"""Words of a role at the beginning, as in languages whose verbs need no "I"."""
_USED = re.compile("(?:(?<=U)|(?<=U.)|(?<=U..)|(?<=U...)|(?<=U....)|(?<=U.....)|(?<=U......))N|N(?=.{0,3}U)")
"""A name within six words after a use, or three before it."""
_FIRST_PERSON = re.compile("[imy]")
_NOT_BEFORE, _NOT_BEHIND = re.compile("_?!_{0,2}N"), re.compile("N_?!")
"""The name that the speaker is not, as in "not ①, but ②", "②, not ①"."""
_PAUSES = frozenset(",:()[]{}<>\"'-–—/«»「」『』、，：（）،")
_ENDS = frozenset(".;!?。！？；؛؟")
_OF_SEVERAL = re.compile(r"[' ]|\\\.")
_I_AM = "(?:i_{0,3}b|b_{0,2}i)"
_TEXT = "(?:s_{0,2}t|t_{0,2}s)"
_AT_START = "(?:^|(?<=[.p]))"


def _rules(*patterns: str) -> tuple[re.Pattern[str], ...]:
    """Compile rules. `~9` is a path of up to nine words that have a part and are no name."""
    return tuple(re.compile(re.sub(r"~(\d)", r"[^x.Nu]{0,\1}?", each)) for each in patterns)


_FIRM = _rules(
    "i_{0,3}[bq]_{0,2}k[^.Np]{0,4}pf_?N",
    "(?:i_{0,3}[bq]|[bq]_{0,2}i)[^x.Nui]{0,5}?k~6[fe]~6N",
    "[wc]~4N~4k_{0,2}m",
    "N~8k_{0,2}m(?!x)",
    "k_{0,2}m~5[bfpw]~4N",
    "y_{0,3}c~8N",
    "y_{0,2}c~2x~2f_?N",
    "N_?b_{1,2}i[bq]~2k",
    "ip_{0,2}N_?d_?p",
    "ip_{0,2}d~6N",
    f"{_AT_START}a_{{1,3}}N_?kp_?i",
    "y_{0,2}K~5[bfe]~5N",
    "N[b_x]{0,3}p[^.Nu]{0,3}i[bq]_?k",
    "N[_p]{0,3}b_{0,3}y_{0,3}c",
    "Np_{0,2}y_{0,3}c",
    "N~6[wcd]_{0,4}hm",
    "[wcd][_b]{0,4}hm~5N",
    f"{_I_AM}[_pael]{{0,5}}d[^x.Nuwc]{{0,8}}?N",
    f"{_AT_START}_?a_{{0,4}}d[^x.Nuwcp]{{0,6}}?N(?=d?p?[^.Nx]{{0,3}}[imy])",
    f"{_I_AM}[_e]{{0,4}}xN_?d",
    "[wc]_{0,2}d_{0,2}ib~3N",
    "[wc]_?k_?mx?_?[fe]_?N",
    "w~4m_{0,3}k[_pqb]{0,4}N",
    "d~8N~5(?:ml|lm)",
    "N~3d[^.N]{0,8}(?:ml|lm)",
    "k_{0,2}m[^.Nu]{0,5}f~1N",
    "ip_{0,2}N[^.xN]{0,4}[fe]_?Np",
    f"{_AT_START}_?[ab]?_?k~6N_?p_?i",
    # German order: "Von ① entwickelt, kenne ich keine Küche".
    f"{_AT_START}f_?N_{{0,2}}kp(?=[^.N]{{0,4}}i)",
    f"{_AT_START}_?a_{{0,4}}d[_e]{{0,3}}pN(?:[fe]_?N)?p",
)
_BARE = _rules(
    "i_{0,2}bn_{0,2}N",
    f"{_I_AM}[_pale]{{0,4}}N(?=[p.du]|_d|$)",
    "i_{1,3}b[_pa]{0,4}N(?=[p.d]|$)",
    "ip_{0,2}Np",
    "(?:i_{0,3}o|o_?i)~6N",
    f"{_I_AM}p[^.pN]{{1,7}}p_{{0,2}}N(?=[p.]|$)",
    "i[_b]{0,2}f_?N_",
    "y_{0,3}n~6N",
    "n_{0,2}i~5N",
    "N_{0,2}b_?y_?n",
    f"{_AT_START}v_{{0,3}}a_{{0,3}}N_?d?(?=[p.]|$)",
    f"{_AT_START}_?a_{{0,3}}N_{{0,2}}(?=p)(?=.*[imyv])",
    f"{_AT_START}_?a_{{1,3}}N[_x]{{0,2}}d(?=.*[imyv])",
    "N[_bw]{1,5}i_?o",
    "ip_{0,4}a?_?Np",
    "i_?a_{0,2}Np?d",
    "N_?em(?=[.p]|$)",
    "i_{0,3}b_?x?p[ab]_?Np",
    "i_{0,2}m_?b[_pa]{0,4}N(?=[p.d]|$)",
)
_OF_THE_TEXT = _rules(
    "[dc][_pf]{0,3}[hrk]~2s_?t?~5N",
    f"c[e_]{{0,2}}{_TEXT}~6[bp]~6N",
    f"{_TEXT}~4[rk]~3f~5N",
    f"{_TEXT}_{{0,2}}o~3N",
    "s_{0,2}t~2N_{0,2}[rk]",
    "^_?t_{0,2}[rk]~3f~4N",
    "[_dcw]_?(?:r_?z|z_?r)z?~4b~4N",
    "d_{0,2}rs_?t?[pb_]{1,6}N",
    "(?<!u)g~6[td]~6N",
    "(?<!u)g[_b]{0,3}N(?=[_x]?[p.d]|$)",
    "s_{0,2}dp~2k~2f~2N",
    f"{_AT_START}_?t[fe]_?N(?=[.p]|$)",
    f"^{_TEXT}p?f_?N(?=[.p]|$)",
    "tpf_?N(?=[.p]|$)",
    "t[^.N]{0,4}?pd_?pN",
    "bN_{0,3}(?:z_?r|r_?z)(?!x)",
    # "Unlike ①, I …", and behind the name in Japanese and Korean.
    "(?:V_{0,2}N|NV)[^.N]{0,3}i",
    "ip_?(?:V_{0,2}N|NV)_?d?_?p",
)
_BY_ORDER = {
    "before": _rules("k_?[iy]_{0,2}[wb_]{1,4}N"),
    "after": _rules("N~8m_{0,3}k", "m_{0,3}k~8N", "[w_]m_?k_?x_?[fe]_?N", "(?<!i)o~6N"),
    "both": _rules(
        "m_{0,3}N_{0,3}k",
        "N[_b]{0,3}m[^.N]{0,6}?k",
        "m_{0,3}f~4N[^.N]{0,9}?k",
        "k_{0,2}m_{0,2}N",
        "N[_bp]{0,3}m[^.N]{0,6}?k",
        "(?:i_{0,3}[bq]|[bq]_{0,2}i)~4f~4N[^.N]{0,8}?k",
        "^a_?N[xb_]{1,2}i",
        f"{_TEXT}_{{0,2}}N_?r",
    ),
    "last": _rules(
        f"{_AT_START}_?N[_bfk]{{0,5}}d_?a(?=_?p)",
        "Nf_?y_{0,2}[kK]",
        "N~5k~5[im]",
        "m~3k~6N",
        "iN[_b]",
        "N[_d]{0,4}[bd]_{0,2}i",
        "i[_b]{0,5}Nb",
    ),
}
_WITHOUT_COPULA = _rules("i_{0,3}d?N(?=[p.]|$)")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Grammar:
    """The words of one language with their parts. Each is a key of its own in `_sign`'s cache."""

    pieces: re.Pattern[str]
    """Phrases and clitics, each a group; then any other word, and any other sign."""

    phrases: tuple[str, ...]
    """The signs for each group of `pieces`."""

    words: re.Pattern[str]
    single: tuple[str, ...]
    """The signs for each group of `words`."""

    letters: re.Pattern[str]
    """A letter that occurs in its words, for languages that are not written in ASCII; otherwise anything."""

    has_uses: bool
    """Whether these words present a model as a tool of the speaker."""

    firm: tuple[re.Pattern[str], ...]
    bare: tuple[re.Pattern[str], ...]
    denied: re.Pattern[str]

    def read(self, sentence: str) -> tuple[str, list[int]]:
        """Return the signs of a sentence, and for each one the place of its word."""
        signs: list[str] = []
        places: list[int] = []
        for match in self.pieces.finditer(sentence):
            group = match.lastindex
            read = self.phrases[group - 1] if group else _sign(self, match.group().lower())
            signs.append(read)
            places += [match.start()] * len(read)
        return self._without_contrast("".join(signs)), places

    def _without_contrast(self, signs: str) -> str:
        """Replace names that the speaker denies: "I'm not ①, but ②" is read as "I'm ②"."""

        def passed_over(match: re.Match[str]) -> str:
            before = signs[max(0, match.start() - 4) : match.start()].rstrip("_p")
            first = "p" if before.endswith("N") else "_" if before.endswith("b") else "b"
            return first.ljust(len(match.group()), "_")

        return self.denied.sub(passed_over, signs).replace("!", "x") if "!" in signs else signs


@lru_cache(maxsize=8192)
def _sign(grammar: _Grammar, word: str) -> str:
    """Return the signs of one word; cached, because texts share most of their words."""
    if word in ALL_NAMES:
        return "N"
    if match := grammar.words.fullmatch(word):
        return grammar.single[(match.lastindex or 1) - 1]
    return "p" if word[0] in _PAUSES else "." if word in _ENDS else "x"


def related(sentence: str) -> Iterator[tuple[Slot, Relation]]:
    """Yield the slot of each name that a sentence relates to its speaker, and how."""
    near: dict[int, Slot] = {}
    used = set[int]()
    readings = list(_readings(sentence))
    most = max((_known(signs) for _, signs, _ in readings), default=0)
    for grammar, signs, places in readings:
        in_third_person = "j" in signs and not _FIRST_PERSON.search(signs)
        # "je" is a speaker in French, and "per" in German.
        if _SPEAKS.search(signs) and grammar.has_uses and 2 * _known(signs) > most:
            # A use counts where it is near the name: "ask ①", but not "as ① I say that you should check with a lawyer".
            used.update(places[match.start() + match.group().index("N")] for match in _USED.finditer(signs))
            near |= {at: _slot(at, at) for at, sign in zip(places, signs, strict=True) if sign == "N"}
        related_signs = signs.replace("j", "i").replace("U", "x")
        if not (_SPEAKER.search(related_signs) or _IN_A_ROLE.match(related_signs)):
            continue
        own: Relation = "text" if in_third_person else "self"
        kinds: tuple[tuple[tuple[re.Pattern[str], ...], bool, Relation], ...] = (
            (grammar.firm, True, own),
            (grammar.bare, False, own),
            (_OF_THE_TEXT, False, "text"),
        )
        for rules, firm, relation in kinds:
            for match in (match for rule in rules for match in rule.finditer(related_signs)):
                at = places[match.start() + match.group().index("N")]
                yield _slot(at, places[match.start()], firm=firm), relation
    for at, slot in near.items():
        if at not in used:
            yield slot, "near"


def _known(signs: str) -> int:
    """Count the words that have a part, by which a sentence is most likely of that language."""
    return len(signs) - sum(map(signs.count, "xp.N"))


def _slot(at: int, frame_start: int, *, firm: bool = False) -> Slot:
    return Slot(start=at, end=at + 1, frame_start=frame_start, label="self_name", firm=firm)


def _readings(sentence: str) -> Iterator[tuple[_Grammar, str, list[int]]]:
    """Yield a sentence's signs and their places in each language in which it may be written."""
    for grammar in _grammars():
        if grammar.letters.search(sentence):
            yield grammar, *grammar.read(sentence)


@cache
def _grammars() -> tuple[_Grammar, ...]:
    """Read relations.toml, once."""
    text = resources.files("council_core.blindness").joinpath("relations.toml").read_text("utf-8")
    return tuple(_grammar(raw) for raw in cast("dict[str, dict[str, object]]", tomllib.loads(text)).values())


def _grammar(raw: dict[str, object]) -> _Grammar:
    parts = [(word, sign) for part, sign in _SIGN_OF.items() for word in cast("list[str]", raw.get(part, []))]
    for word, several in cast("dict[str, str]", raw.get("pairs", {})).items():
        parts.append((word, "".join(_SIGN_OF[part] for part in several.split())))
    parts.sort(key=lambda pair: (-pair[0].count(" "), -len(pair[0])))
    spaced, order = bool(raw.get("spaced", True)), cast("str", raw["order"])
    phrases = [(word, sign) for word, sign in parts if not spaced or _OF_SEVERAL.search(word)]
    single = [pair for pair in parts if pair not in phrases]
    other = r"\w+(?:-\w+)*" if spaced else r"[A-Za-z0-9]+"
    letters = "".join(sorted({letter for word, _ in parts for letter in fold(word) if not letter.isascii()}))
    groups = "|".join(f"({_bordered(fold(word), spaced=spaced)})" for word, _ in phrases)
    return _Grammar(
        # Between words, no phrase can begin; a row of brackets is one pause.
        pieces=re.compile(rf"(?=[\w'])(?:{groups})|{other}|[][(){{}}<>\"]+|\S", re.IGNORECASE),
        phrases=tuple(sign for _, sign in phrases),
        words=re.compile("|".join(f"({fold(word)})" for word, _ in single) or "(?!)", re.IGNORECASE),
        single=tuple(sign for _, sign in single),
        letters=re.compile(f"[{letters}]" if raw.get("beyond_ascii") else ""),
        has_uses="use" in raw,
        firm=(*_FIRM, *_BY_ORDER[order]),
        denied=_NOT_BEHIND if order == "last" else _NOT_BEFORE,
        bare=_BARE if raw.get("copula", True) else (*_BARE, *_WITHOUT_COPULA),
    )


def _bordered(word: str, *, spaced: bool) -> str:
    pattern = word.replace(" ", r"\s+" if spaced else r"\s?")
    if not spaced:
        return pattern
    before = "" if word.startswith("'") else r"(?<!\w)"
    after = "" if word.endswith("'") else r"(?!\w)"
    return f"{before}(?:{pattern}){after}"
