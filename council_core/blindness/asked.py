"""Read from a question how names in its answers are to be understood."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import cast

from council_core.blindness.abstract import abstract_of
from council_core.blindness.shadow import shadow_of
from council_core.blindness.templates import Style, filled_in, words_of

_LONGEST = 20_000
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The parts of a question that matter for names."""

    folded: str
    """Folded, in small letters, with single blanks: for finding the question's own words in an answer."""

    names: frozenset[str]
    """Keys of the models and makers that it mentions."""

    claims: frozenset[str]
    """Keys of names with which the asker says "I am …". An answer that repeats or translates this sentence does not
    speak of itself."""

    known: frozenset[str]
    """Keys of names in other texts that all members were given. As topics they stay where only the words around a name
    make it the author's."""

    for_fiction: bool
    """It asks for a role, a story, a letter …, in which "I" need not be the model."""

    for_cast: bool
    """It asks for a play in which models speak, so that all who say "I am …" are characters."""

    for_writing: bool
    """It asks for words in which "I" is hardly the model: a letter, a post, a profile, fiction …"""

    for_asker: bool
    """It asks for words in the asker's own name: "Write my landlord a letter"."""

    for_identity: bool
    """It asks the model who it is, so that a name alone is a claim."""

    for_self: bool
    """It asks the model about itself, and names none: its limits, its habits, the conversation with it."""

    is_about_models: bool
    """It names a model or asks about models, and not about the one that answers."""

    is_elsewhere: bool
    """It is about neither models nor companies nor software, so that a model is hardly the topic of an answer."""

    is_beside_models: bool
    """It is about no model, though perhaps about a company, software or a text: a name that only a model has is
    hardly the topic of an answer."""

    @property
    def for_author(self) -> bool:
        """Tell whether it asks who the model is, and names none that it might be."""
        return self.for_identity and not self.names

    def says(self, words: str) -> bool:
        """Tell whether the words are in the question, so that repeating them reveals nothing."""
        said = even(words)
        return bool(said) and re.search(rf"(?<!\w){re.escape(said)}(?!\w)", self.folded) is not None


NOTHING_ASKED = Asked(
    folded="",
    names=frozenset(),
    claims=frozenset(),
    known=frozenset(),
    for_fiction=False,
    for_cast=False,
    for_writing=False,
    for_asker=False,
    for_identity=False,
    for_self=False,
    is_about_models=False,
    is_elsewhere=False,
    is_beside_models=False,
)


def asked(question: str) -> Asked:
    """Read a question; of one longer than 20,000 characters only the beginning."""
    if not question.strip():
        return NOTHING_ASKED
    abstract = abstract_of(question[:_LONGEST], regions=(), dropped=[])
    wishes = {name: pattern.search(abstract.text) is not None for name, pattern in _patterns().items()}
    for_asker, for_self = wishes.pop("for_asker"), wishes.pop("for_self")
    names = frozenset(mention.key for mention in abstract.mentions.values())
    return Asked(
        folded=even(abstract.source),
        names=names,
        claims=frozenset(),
        known=frozenset(),
        for_fiction=wishes["for_fiction"],
        for_cast=wishes["for_cast"],
        for_writing=wishes["for_fiction"] or wishes["for_writing"],
        for_asker=for_asker,
        for_identity=wishes["for_identity"],
        for_self=for_self and not names and not wishes["for_fiction"],
        is_about_models=(bool(names) or wishes["for_models"]) and not (for_self or wishes["for_identity"]),
        is_elsewhere=not names and not any(wishes.values()),
        is_beside_models=not names and not any(wishes[kind] for kind in ("for_models", "for_identity")),
    )


@lru_cache(maxsize=4096)
def even(words: str) -> str:
    """Fold words for comparison: small letters, single blanks, no emphasis."""
    return _SPACE.sub(" ", shadow_of(words).text).strip().lower()


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """Read questions.toml once, as a pattern for each kind of request."""
    text = resources.files("council_core.blindness").joinpath("questions.toml").read_text("utf-8")
    raw = cast("dict[str, dict[str, object]]", tomllib.loads(text))
    words, style = words_of(raw["words"]), Style(unsure_names=True, spaced=False)
    templates = cast("dict[str, str]", raw["asks"])
    return {name: filled_in(template, words, style).pattern for name, template in templates.items()}
