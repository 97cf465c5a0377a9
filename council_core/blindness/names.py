"""Read names.toml: every known name, its meaning, and how ambiguous it is."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, cast

from council_core.blindness.shadow import fold

NameKind = Literal["maker", "model"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """One known name, as its maker writes it."""

    written: str
    family: str
    kind: NameKind
    ambiguous: bool
    """Whether it is also a word, a person, a place, or a company with many other products."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """All known names."""

    by_key: Mapping[str, Name]
    words: frozenset[str]
    """Keys of names that are words of a script without capital letters."""

    people: frozenset[str]
    """Keys of names that people also bear."""

    behind_kin: re.Pattern[str]
    """Words that end where the name of a person begins: `uncle`."""

    before_kin: re.Pattern[str]
    """Words behind the name of a person: `, my neighbour`."""

    other_things: re.Pattern[str]
    """Phrases in which a name means something else."""

    zodiac: re.Pattern[str]
    """Words near which a name is a star sign's."""

    mottos: re.Pattern[str]
    """Fixed sentences of one family about itself."""

    nobody: frozenset[str]
    by_outline: Mapping[str, Name]
    """Names by outline: the key where digits stand for letters, and `I` for `l`."""

    outline: dict[int, str]
    """Table for `str.translate` from a key to its outline."""

    latin: str
    """Pattern for any name in Latin letters."""

    other: str
    """Pattern for any name in other scripts; matches nothing if there is none."""


_SEPARATORS = re.compile(r"[\s\-_·.・]+")
_SHORTEST_OUTLINE = 4
_CYRILLIC_A = re.compile(r"(?<=[\u0430-\u044f]{3})\u0430$")
"""The ending -а of a Russian name, which other cases replace by another vowel."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def key_of(written: str) -> str:
    """Return the common form of all spellings of a name: `Chat-GPT`, `chat gpt` and `ChatGPT` become `chatgpt`."""
    return _SEPARATORS.sub("", fold(written)).lower()


@cache
def known_names() -> Names:
    """Read names.toml, once."""
    raw = tomllib.loads(resources.files("council_core.blindness").joinpath("names.toml").read_text("utf-8"))
    by_key: dict[str, Name] = {}
    spellings: set[str] = set()
    for family, fields in cast("dict[str, dict[str, list[str]]]", raw["families"]).items():
        for field, written_names in fields.items():
            kind: NameKind = "maker" if field.endswith("makers") else "model"
            for written in written_names:
                ambiguous = field.startswith("also_")
                name = Name(written=written, family=family, kind=kind, ambiguous=ambiguous)
                for form in (written, _CYRILLIC_A.sub("", written)):  # Алиса, Алисы, Алисой
                    by_key.setdefault(key_of(form), name)
                    spellings |= _spellings(fold(form))
    homonyms = cast("dict[str, list[str]]", raw["homonyms"])
    own_words = cast("dict[str, list[str]]", raw["self"])
    outline = str.maketrans(cast("dict[str, str]", raw["evasions"]["digits"]) | {"i": "l", "|": "l"})
    return Names(
        by_key=by_key,
        words=frozenset(map(key_of, homonyms["words"])),
        people=frozenset(map(key_of, homonyms["people"])),
        behind_kin=_behind_kin(homonyms),
        before_kin=_before_kin(homonyms),
        other_things=re.compile(rf"\b(?:{'|'.join(homonyms['other_things'])})\b", re.IGNORECASE),
        zodiac=re.compile("|".join(map(fold, homonyms["zodiac"])), re.IGNORECASE),
        mottos=re.compile("|".join(map(re.escape, own_words["mottos"])), re.IGNORECASE),
        nobody=frozenset(map(key_of, own_words["nobody"])),
        by_outline={
            key.translate(outline): name for key, name in by_key.items() if len(key) >= _SHORTEST_OUTLINE
        },
        outline=outline,
        latin=trie_pattern(spelling for spelling in spellings if spelling.isascii()),
        other=trie_pattern(spelling for spelling in spellings if not spelling.isascii()),
    )


_WHOSE = (
    r"my|our|his|her|their|mein\w{0,2}|unser\w{0,2}|sein\w{0,2}|ihr\w{0,2}|mon|ma|notre|son|sa|leur|mi|nuestr[oa]|su"
    r"|(?:[oa] )?(?:meu|minha|nosso|nossa|seu|sua)|(?:il |la )?(?:mi[oa]|nostr[oa]|su[oa])|mijn|onze?|zijn|haar"
    r"|moj\w?|nasz\w?|jego|jej|мо[йя]|наша?|его|ее|их"
)
_YOUR = "".join(
    f"(?<!{word})"
    for word in (
        "your ",
        "dein ",
        "deine ",
        "votre ",
        "ton ",
        "ta ",
        "ваш ",
        "당신의 ",
        "あなたの",
        "你的",
        "您的",
    )
)


def _behind_kin(homonyms: Mapping[str, list[str]]) -> re.Pattern[str]:
    """Return the pattern before the name of a person; a model may be "your teacher Claude"."""
    kin, owned, unspaced = (fold("|".join(homonyms[each])) for each in ("kin", "owned_kin", "unspaced_kin"))
    return re.compile(
        rf"{fold(_YOUR)}(?:(?<!\w)(?:{kin}|{owned}) |(?:{unspaced})(?:{fold('인')}|である|の)?[ ・]?)$",
        re.IGNORECASE,
    )


def _before_kin(homonyms: Mapping[str, list[str]]) -> re.Pattern[str]:
    """Return the pattern behind the name of a person."""
    kin, owned, unspaced, honorifics = (
        fold("|".join(homonyms[each])) for each in ("kin", "owned_kin", "unspaced_kin", "honorifics")
    )
    ours = fold("我的?|我们的?|他的?|她的?|私の|제|저희|우리|내|나의")
    return re.compile(
        rf", (?:{fold(_WHOSE)}) (?:[\w-]+ )?(?:{kin})(?!\w)|[,،] ?(?:{owned})(?!\w)"
        rf"|[,、，] ?(?:{ours}) ?(?:{unspaced})| ?(?:{honorifics})(?![a-z])",
        re.IGNORECASE,
    )


def _spellings(written: str) -> set[str]:
    """Return the spellings of a name, whose spaces stand for a space, hyphen or underscore."""
    plain = re.sub(r"[-_]", " ", written)
    return {plain.lower(), _CAMEL.sub(" ", plain).lower(), plain.replace(" ", "").lower()}


_Branch = dict[str, "_Branch"]


def trie_pattern(words: Iterable[str]) -> str:
    """Build one pattern for many words that a matcher walks letter by letter, so that its cost hardly grows with
    their number."""
    root: _Branch = {}
    for word in words:
        branch = root
        for letter in word:
            branch = branch.setdefault(letter, {})
        branch[""] = {}
    return _pattern_of(root) if root else r"(?!)"


def _pattern_of(branch: _Branch) -> str:
    options = [
        ("[ ._·-]" if letter == " " else re.escape(letter)) + _pattern_of(rest)
        for letter, rest in sorted(branch.items())
        if letter
    ]
    if not options:
        return ""
    joined = options[0] if len(options) == 1 and "" not in branch else f"(?:{'|'.join(options)})"
    return f"{joined}?" if "" in branch else joined
