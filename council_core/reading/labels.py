"""Find, in a reviewer's text, the labels and the code that it was shown, and invented labels of the same shape."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from council_core.envelope.characters import visible
from council_core.envelope.draw import is_one_slip_away

NOUN = (
    r"(?:response|answer|option|candidate|assistant|model|submission|reply|proposal|entry"
    r"|réponse|reponse|respuesta|resposta|risposta|antwort|ответ|відповідь|odpowiedź|yanıt|antwoord|svar"
    r"|回答|回复|回覆|回應|回应|响应|答案|答复|應答|応答|レスポンス|응답|답변|उत्तर|الإجابة|إجابة)"
)
JOINED = r"[\s_:#№.-]{0,3}"
"""Separators between noun and letter, as in `Response_A` or `Response: A`."""

WORD = r"[A-Za-z0-9À-ɏ]"
"""A letter of a word. Only Latin ones: in a Chinese text the next word follows a label without a space."""

OPENING = r"[*_`\"'“‘「『【\[({]{0,4}"
CLOSING = r"[*_`\"'”’」』】\])}]{0,4}"
LONGEST_LABEL = 60


KEYCAP = re.compile("(?<=[0-9])\ufe0f?\u20e3[ ]?")
"""The sign that makes a digit a key, as in `4️⃣`; models number lists by keys."""


BOXED = re.compile(r"\$?\\boxed\{(?:\\text\{)?([^{}\n]*)\}{1,2}\$?")
"""The frame that models tuned to mathematics draw around a result."""


def flat(text: str) -> str:
    """Return a text for the search of labels and markers: compatible forms made equal, unseen characters removed, and
    keys such as `4️⃣` as numbers of a list, and no frame around a result."""
    return BOXED.sub(r"\1", KEYCAP.sub(". ", visible(unicodedata.normalize("NFKC", visible(text)))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """The labels that a reviewer was shown, as written, and the patterns that find them."""

    shown: tuple[str, ...]
    pattern: str
    """Pattern of a label, or an invented one of the same shape, in emphasis, quotes or brackets: groups `label`,
    `stranger`."""

    are_letters: bool
    """Whether labels are letters; without their noun these may be words too, such as the article `A`."""

    by_key: dict[str, str]

    @property
    def token(self) -> re.Pattern[str]:
        """Return `pattern`, compiled at its first use: structured replies are read without it."""
        return re.compile(self.pattern)

    def may_stand_in(self, text: str) -> bool:
        """Tell whether a text holds the letters of any label; much faster than the first search for `token`."""
        joined = "".join(text.casefold().split())
        return any(key.replace(" ", "") in joined for key in self.by_key)

    def find(self, text: str) -> str | None:
        """Return the label that this text consists of: `k2`, `K2 `, `Response K2`, `**k2**`; None for any other
        text."""
        if len(text) > LONGEST_LABEL:
            return None
        if text in self.shown:
            return text
        match = self.token.fullmatch(flat(text).strip().strip("*_`\"'()<>.:,; "))
        return self.of(match) if match else None

    def of(self, match: re.Match[str]) -> str | None:
        """Return the label of a match of `token`, in its shown spelling; None for an invented one."""
        found = match["noun_label"] or match["label"]
        return None if found is None else self.by_key.get(_key(found)) or self.by_key.get(_key(found.upper()))

    def is_permutation(self, order: Sequence[Sequence[str]]) -> bool:
        """Tell whether the groups name every label exactly once."""
        return sorted(label for group in order for label in group) == sorted(self.shown)


def labels_of(shown: Sequence[str]) -> Labels:
    """Return the labels as shown, such as `("Response A", "Response B")` or `("k7f4", "m3x9")`.

    Raises:
        ValueError: Two are the same, or one is empty.
    """
    flats = [" ".join(flat(label).split()) for label in shown]
    cores = [_core(label, flats) for label in flats]
    if len({core.casefold() for core in cores}) != len(cores) or not all(cores):
        raise ValueError(f"A reviewer is shown labels that differ from each other; these are {list(shown)}.")
    letters = any(len(core) <= 2 and core.isalpha() for core in cores)
    own_noun = _noun(flats)
    noun = rf"(?:{NOUN}|{own_noun})" if own_noun else NOUN
    known = "|".join(_pattern(core) for core in sorted(cores, key=len, reverse=True))
    shapes = "|".join(sorted({_shape(core) for core in cores}))
    case = "-i" if letters else "i"
    pattern = (
        rf"(?<!{WORD})(?P<angle><(?=[^<>\n]{{1,{LONGEST_LABEL}}}>))?{OPENING}"
        rf"(?:(?i:{noun})(?i:s|n|en|es)?{JOINED}{OPENING}"
        rf"(?:(?i:(?P<noun_label>{known}))|(?P<noun_stranger>{shapes}|(?!I['’ ])[A-Z]))"
        rf"|(?{case}:(?P<label>{known})|(?P<stranger>{shapes})))"
        rf"(?!{WORD}){CLOSING}(?(angle)>)"
    )
    return Labels(
        shown=tuple(shown),
        pattern=pattern,
        are_letters=letters,
        by_key={_key(core): label for core, label in zip(cores, shown, strict=True)},
    )


def _core(label: str, all_labels: Sequence[str]) -> str:
    """Return the part in which labels differ: `A` of `Response A`."""
    noun = _common_words(all_labels)
    return label[len(noun) :].strip() if noun else label


def _noun(labels: Sequence[str]) -> str:
    noun = _common_words(labels)
    return re.escape(noun).replace(r"\ ", r"\s+") if noun else ""


def _common_words(labels: Sequence[str]) -> str:
    """Return the words that all labels begin with, without the last word of any; for a single label, all but
    the last."""
    rows = [label.split(" ")[:-1] for label in labels]
    common: list[str] = []
    for words in zip(*rows, strict=False):
        if len({word.casefold() for word in words}) != 1:
            break
        common.append(words[0])
    return " ".join(common)


def _pattern(core: str) -> str:
    return re.escape(core).replace(r"\ ", r"\s+")


def _shape(core: str) -> str:
    """Return the pattern of labels of this kind, which also matches invented ones."""
    kinds = (("[A-Z]", str.isupper), ("[a-z]", str.islower), (r"\d", str.isdigit))
    return "".join(next((kind for kind, test in kinds if test(char)), re.escape(char)) for char in core)


def _key(core: str) -> str:
    return " ".join(core.split()).casefold()


SHORTEST_WITH_A_SLIP = 8
"""Digits from which a code with one wrong digit still differs from all others: one of 17 million hits it by chance."""

EARLIER_DIGITS = 32
"""Length of earlier versions' codes, which begin with today's digits; runs of those versions may hold such replies."""

POSSIBLE_CODE = re.compile(r"[0-9a-z]+", re.IGNORECASE)


def is_code(given: str, code: str) -> bool:
    """Tell whether a text is the code of a call, in any case, with at most one digit wrong, missing or too many."""
    given, code = given.strip().casefold(), code.strip().casefold()
    if given == code:
        return True
    if len(code) < SHORTEST_WITH_A_SLIP:
        return False
    return (len(given) == EARLIER_DIGITS and given.startswith(code)) or is_one_slip_away(given, code)


def code_within(text: str, code: str) -> str | None:
    """Return the word of a line that is the code, in its own spelling; None if there is none."""
    found = next((match[0] for match in POSSIBLE_CODE.finditer(text) if is_code(match[0], code)), None)
    return code if found is None and code.casefold() in text.casefold() else found
