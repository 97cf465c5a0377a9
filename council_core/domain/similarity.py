"""Tell whether two questions ask the same, by their words alone, so that an earlier answer can be offered first.

Missing a paraphrase is better than offering another question. So two questions differ in each of these cases: their
numbers, negations or names differ; one alone asks who, when, where or why; each has a word that the other lacks;
something changed its place ("from A to B", "A pays B"). The thresholds were chosen on the pairs in the tests.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from unicodedata import normalize

from council_core.domain.question import FileReference, FilledTemplate, RunId
from council_core.domain.search import words_of

FEWEST_WORDS = 2
"""Fewest words that carry meaning; below that, only an identical question counts."""

LEAST_LIKENESS = 0.72

SAME_WORD = 0.5
"""Share of common letter pairs from which two words count as forms of one."""

SHORTEST_INFLECTED = 4

_IDLE_WORDS = """
a about again all also an and any anybody anyone are as at be because been best better by can could currently did do
does doing done for from get give had has have help here hi how i if in into is it its just know like look make may me
might most much must my need now of on once one only or our ought out over people please really shall should so some
somebody someone such tell than that the their them then there these they thing things think this those to today up us
use used using very want was way we were what when where which while who whom why will with within would you your

aber alle also am an auch auf aus bei beim bitte brauchen da dabei damit das dass dem den denn der des die diese diesem
diesen dieser dieses doch du ein eine einem einen einer eines er es etwas euch euer eure fur hab habe haben hat hier ich
ihr im in ins ist ja jetzt kann kannst konnen konnte man mein mit muss mussen nehmen nun nur ob oder schon sein sich sie
sind so soll sollen sollte sollten uber um und uns unser unsere unseren von wann warum was welche welchen welcher
welches wenn wer werden wie wieso wir wird wo wollen zu zum zur

그 이 저 것 수 좀 더 및 등 왜 뭐 무엇 어떤 어떻게 언제 어디 누가 우리 우리가 우리는 저희 제가 나는 내가
할까요 하나요 해야 해야할까요 합니까 있나요 있습니까 될까요 좋을까요 일까요 인가요 무엇인가요
무엇일까요 무엇일까 뭘까요 뭔가요
"""
_IDLE = frozenset(_IDLE_WORDS.split())
"""Words that carry no meaning of the question, in English, German (without umlaut dots) and Korean."""

_TURNING_WORDS = """
not no never without dont cant wont isnt after before more less fewer increase decrease raise lower buy sell start stop
enable disable add remove old new up down first last internal external frontend backend read write inbound outbound
nicht kein keine keinen keiner nie ohne nach vor mehr weniger erhohen senken kaufen verkaufen alte alten neue neuen
intern extern
안 못 말고 말아야 말까요 않고 않는 않아야 않을까요 없이 없는 아닌 덜 전 전에 이전 후 후에 이후 먼저 나중에
새 신규 기존 처음 마지막 내부 외부
"""
_TURNING = frozenset(_TURNING_WORDS.split())
"""Words that turn a question into its opposite, or into another one."""

_SOUGHT = {
    word: words[0]
    for words in (
        ("who", "whom", "whose", "wer", "wem", "wen", "wessen", "누가", "누구", "누구를"),
        ("when", "wann", "언제"),
        ("where", "wo", "wohin", "woher", "어디", "어디에", "어디서"),
        ("why", "warum", "wieso", "weshalb", "왜"),
    )
    for word in words
}
"""Words that ask for a person, a time, a place or a reason, each with the first of its kind. "What" and "how" are not
among them, because they ask for the same in many questions."""

_POINTING = frozenset(
    "it this that these those das dies diese dieses es 이거 이것 이게 그거 그것 저거 저것".split()  # noqa: SIM905
)
"""Words that point to something, in English, German and Korean."""

_JOINING_WORDS = """
after as at before behind by for from in into of on onto or over than through to under via with within without and
als am auf aus bei beim durch fur gegen im in ins mit nach oder ohne statt und uber unter von vor zu zum zur zwischen
"""
_JOINTS = frozenset(_JOINING_WORDS.split())
"""Words that say what part another word has in a sentence, in English and German."""

_TOWARDS = frozenset({"to", "into", "onto", "in", "nach", "zu", "zum", "zur", "로"})
_AWAY = frozenset({"from", "von", "aus", "에서"})
"""Parts of things that something moves to, and away from."""

_EITHER = frozenset("or and oder und vs versus 또는 혹은 아니면 및".split())  # noqa: SIM905
"""Words that join things whose order says nothing."""

_HANGUL = re.compile(r"[\uac00-\ud7af]")
_NAME = re.compile(r"(?<=[\w,;:)\-] )[^\W\d_]*[^\W\d_a-z][\w.+#-]*")
_SENTENCE = re.compile(r"[.!?…\n]+\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """Template and files of a question: where they differ, the same words ask something else."""

    template: str = ""
    filled: frozenset[tuple[str, tuple[str, ...]]] = frozenset()
    """Fields of the template, each with the words in it."""

    files: frozenset[tuple[str, int]] = frozenset()
    """Names and sizes of its files. Their bytes are read only once a question is asked."""


def around(template: FilledTemplate | None, files: Iterable[FileReference]) -> Around:
    """Return the template and files of a question for comparing them."""
    fields = template.fields if template is not None else ()
    return Around(
        template=template.name if template is not None else "",
        filled=frozenset((each.name, words_of(each.value)) for each in fields),
        files=frozenset((each.name.casefold(), each.size) for each in files),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierQuestion:
    """A question that was answered before."""

    run_id: RunId
    text: str
    asked_at: datetime
    around: Around


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question split into the parts that are compared."""

    all_words: tuple[str, ...]
    words: frozenset[str]
    numbers: frozenset[str]
    turning: frozenset[str]
    sought: frozenset[str]
    """Kinds of things that it asks for: a person, a time, a place, a reason."""

    names: frozenset[str]
    order: tuple[str, ...]
    """Words in their order, without idle ones that say nothing of the part of others."""

    parts: frozenset[tuple[str, str]]
    """Words with a known part in the sentence, and that part: it follows from a word before, such as `from`, or from a
    Korean particle."""


@lru_cache(maxsize=2_048)
def taken_apart(text: str) -> Asked:
    """Split a question into the parts that decide what it asks."""
    every = words_of(text)
    said = [word for word in every if word not in _IDLE]
    order = tuple(word for word in every if word not in _IDLE or word in _JOINTS or word in _EITHER)
    return Asked(
        all_words=every,
        words=frozenset(word for word in said if not _has_digit(word)),
        numbers=frozenset(filter(_has_digit, every)),
        turning=frozenset(every) & _TURNING,
        sought=frozenset(_SOUGHT[word] for word in every if word in _SOUGHT),
        names=frozenset(word for name in _names(text) for word in words_of(name)) - _IDLE,
        order=order,
        parts=frozenset(_parts(order)),
    )


def sought_words(text: str, *, most: int) -> tuple[str, ...]:
    """Return the words by which questions like this one are looked up, the longest first."""
    return tuple(sorted(taken_apart(text).words, key=lambda word: (-len(word), word))[:most])


def carries_meaning(word: str) -> bool:
    """Tell whether a word is more than a part of a sentence's frame, such as `will` and `der`."""
    return not _IDLE.union(_TURNING).issuperset(words_of(word))


def is_vague(text: str) -> bool:
    """Tell whether a question refers to a thing that it does not name: "Is this any good?"."""
    words = words_of(text)
    return any(word in _POINTING for word in words) and len(taken_apart(text).words) < FEWEST_WORDS


def likeness(one: str, other: str) -> float:
    """Return how alike two questions are, from 0 for different ones to 1 for the same words."""
    a, b = taken_apart(one), taken_apart(other)
    if a.all_words == b.all_words:
        return 1.0
    asks_otherwise = (a.numbers, a.turning, a.sought) != (b.numbers, b.turning, b.sought)
    if min(len(a.words), len(b.words)) < FEWEST_WORDS or asks_otherwise:
        return 0.0
    names = a.names | b.names
    shared_a = {word for word in a.words if any(_is_same_thing(word, each, names) for each in b.words)}
    shared_b = {word for word in b.words if any(_is_same_thing(word, each, names) for each in a.words)}
    alone_a, alone_b = a.words - shared_a, b.words - shared_b
    if (alone_a and alone_b) or (alone_a & a.names) or (alone_b & b.names) or _changed_places(a, b):
        return 0.0
    alike = (_weight(shared_a) + _weight(shared_b)) / (_weight(a.words) + _weight(b.words))
    return alike if alike >= LEAST_LIKENESS else 0.0


def _changed_places(one: Asked, other: Asked) -> bool:
    """Tell whether two things changed places, so that the questions ask about the opposite."""
    return _exchanged_parts(one, other) or _exchanged_words(one.order, other.order, one.names | other.names)


def _exchanged_parts(one: Asked, other: Asked) -> bool:
    """Tell whether two words took over each other's part, such as the names in "from A to B", or whether one word names
    the goal in one question and the start in the other."""
    changed = {
        (part, now)
        for word, part in one.parts
        for same, now in other.parts
        if part != now and is_same_word(word, same)
    }
    return any(
        (now, part) in changed or (part in _TOWARDS and now in _AWAY) or (part in _AWAY and now in _TOWARDS)
        for part, now in changed
    )


def _exchanged_words(one: Sequence[str], other: Sequence[str], names: frozenset[str]) -> bool:
    """Tell whether two groups of words, or two neighbouring names, changed places and all other words are the same and
    in the same order. Things that `or` joins may stand in any order, and a part that only moved may stand anywhere."""
    changed = [at for at, pair in enumerate(zip(one, other, strict=False)) if not is_same_word(*pair)]
    if len(one) != len(other) or not changed:
        return False
    a, b = one[changed[0] : changed[-1] + 1], other[changed[0] : changed[-1] + 1]
    if len(a) == 2:
        return names.issuperset(a) and _is_same(a[::-1], b)
    for left in range(1, len(a)):
        for right in range(left + 1, len(a)):
            between = a[left:right]
            if not _EITHER.issuperset(between) and _is_same((*a[right:], *between, *a[:left]), b):
                return True
    return False


def _is_same(one: Sequence[str], other: Sequence[str]) -> bool:
    return all(map(is_same_word, one, other))


def most_alike(
    text: str, earlier: Iterable[EarlierQuestion], *, most: int, around: Around
) -> tuple[EarlierQuestion, ...]:
    """Return the earlier questions that ask the same, the most similar first, the newer first among equals, and each
    text once.

    Args:
        text: The question.
        earlier: Questions that were answered before.
        most: Maximum number.
        around: Template and files of the question; an earlier one must have the same.
    """
    scored = [(likeness(text, each.text), each.asked_at, each) for each in earlier if each.around == around]
    found = sorted((each for each in scored if each[0]), key=lambda each: each[:2], reverse=True)
    once: dict[tuple[str, ...], EarlierQuestion] = {}
    for _, _, each in found:
        once.setdefault(words_of(each.text), each)
    return tuple(once.values())[:most]


def _is_same_thing(one: str, other: str, names: frozenset[str]) -> bool:
    """Tell whether two words mean the same thing; of a name only the end may differ, for Austria is not Australia."""
    short, long = sorted((one, other), key=len)
    is_name = one in names or other in names
    return is_same_word(one, other) and (not is_name or long.startswith(short) or bool(_HANGUL.match(one)))


def is_same_word(one: str, other: str) -> bool:
    """Tell whether two words are the same or forms of one, such as `migrate` and `migrating`."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if _HANGUL.match(one) and _HANGUL.match(other):
        is_form = long.startswith(short) or _stem(one) == _stem(other)
        return (len(short) > 1 and is_form) or _is_same_verb(one, other)
    if len(short) < SHORTEST_INFLECTED or one[:3] != other[:3]:
        return False
    pairs_one, pairs_other = set(_pairs(one)), set(_pairs(other))
    return 2 * len(pairs_one & pairs_other) / (len(pairs_one) + len(pairs_other)) > SAME_WORD


_PARTICLE = re.compile(
    r"(?:으로|에서|에게|까지|부터|에는|하는|해야|할|은|는|이|가|을|를|의|에|로|와|과|도|만)$"
)


_PARTS = {
    particle: stem
    for stem, forms in {
        "이": "이 가",
        "을": "을 를",
        "로": "로 으로",
        "에서": "에서 부터",
        "에게": "에게",
        "의": "의",
    }.items()
    for particle in forms.split()
}
"""Particles that tell a word's part, each with the one that stands for all of its meaning."""


def _parts(order: Sequence[str]) -> Iterable[tuple[str, str]]:
    for before, word in pairwise(("", *order)):
        if before in _JOINTS and word not in _JOINTS:
            yield word, before
        elif _HANGUL.match(word) and (particle := _PARTICLE.search(word)) and particle.group() in _PARTS:
            yield word, _PARTS[particle.group()]


def _stem(word: str) -> str:
    """Return a Korean word without one particle at its end."""
    stem = _PARTICLE.sub("", word)
    return stem if len(stem) > 1 else word


_VERB = re.compile(r"(?:까요|가요|나요|어야|아야|해야|겨야|려야|여야|와야|워야|하면|니까)$")
"""Endings of Korean verbs in questions."""

SAME_SOUNDS = 4
"""Number of common sounds at the beginning of a Korean verb by which its forms count as one."""


def _is_same_verb(one: str, other: str) -> bool:
    """Tell whether two Korean words are forms of one verb, such as 옮길까요 and 옮겨야."""
    if not (_VERB.search(one) and _VERB.search(other)):
        return False
    sounds = normalize("NFD", one)[:SAME_SOUNDS], normalize("NFD", other)[:SAME_SOUNDS]
    return sounds[0] == sounds[1]


def _pairs(word: str) -> Iterable[str]:
    return (word[at : at + 2] for at in range(len(word) - 1))


def _weight(words: Iterable[str]) -> float:
    """Weigh long words more, because they say more."""
    return sum(1.0 + min(len(word), 10) / 10 for word in words)


def _has_digit(word: str) -> bool:
    return any(sign.isdigit() for sign in word)


def _names(text: str) -> Sequence[str]:
    """Return words with a capital letter within a sentence, such as names of products."""
    return [name for part in _SENTENCE.split(text) for name in _NAME.findall(part)]
