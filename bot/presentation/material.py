"""Lines about a question's material: the pieces read, the unread ones with the reasons, and each model's share."""

import re
from collections.abc import Callable, Sequence
from typing import get_args

from bot.post import Line, Post, line, quoted
from bot.presentation.phrases import sentence, small
from bot.presentation.words import ENGLISH, Words
from bot.presentation.words.thread import Withheld
from council_core.domain.material import (
    Material,
    Picture,
    Piece,
    Unread,
    UnreadReason,
    pictures_of,
    pieces_of,
)
from council_core.domain.settings import ForReviewers
from council_core.stages.prepare import FOUND

FACT = "\0"
SENTENCES: dict[Withheld, re.Pattern[str]] = {
    why: re.compile(re.escape(ENGLISH.material.withheld(why=why, fact=FACT)).replace(FACT, "(.+)"))
    for why in get_args(Withheld)
}
"""Patterns for English sentences of the core, its tools and the platforms, which models read and runs store."""


def withheld(detail: str, words: Words, shown: Callable[[str], str] = str) -> str:
    """Translate an English reason that a page, a service, a platform or a tool gave for refusing; return it as it is if
    no translation exists.

    Args:
        detail: The sentence in English.
        words: Words of the target language.
        shown: Escapes foreign text for the text around the sentence.
    """
    for why, pattern in SENTENCES.items():
        if found := pattern.fullmatch(detail.strip()):
            fact = "".join(found.groups())
            inner = withheld(fact, words, shown) if why == "page_unopened" else shown(fact)
            return words.material.withheld(why=why, fact=inner)
    return shown(detail)


def thread_unread(why: str, words: Words) -> Post:
    """Return a post that tells the asker, once in each channel, that the messages around the question were not read,
    with the remedy."""
    said = words.material.thread_unread(why=sentence(quoted(why)))
    return Post(blocks=(line(said),), summary=words.material.thread_skipped)


def material_lines(material: Material, words: Words) -> tuple[Line, ...]:
    """Return one small line about all pieces read, and one for each unread piece."""
    pieces = pieces_of(material)
    searched = [piece for piece in pieces if _is_search(piece)]
    read = [_read(piece, words) for piece in pieces if piece not in searched]
    found = [words.card.searched(count=piece.pages or 0) for piece in searched]
    pictures = pictures_of(material)
    seen = [words.material.picture(name=quoted(each.name), form=each.form) for each in pictures]
    described = any(each.described is not None for each in pictures)
    unread = [line(unread_sentence(each, words)) for each in material if isinstance(each, Unread)]
    return (
        *unread,
        *small(
            words.material.all_read(pieces=read) if read else "",
            *found,
            words.material.looked_at(pictures=seen, described=described) if seen else "",
        ),
    )


def unread_sentence(unread: Unread, words: Words = ENGLISH) -> str:
    """Return the reason why a piece was not read, as CommonMark."""
    if unread.reason == "no_budget":
        return words.card.tools_ended
    if unread.source == "tool":
        return words.card.without_tools(why=sentence(withheld(unread.detail, words, quoted)))
    if unread.source == "connector" and unread.name == FOUND:
        why = sentence(withheld(unread.detail, words, quoted))
        return words.card.nothing_found if unread.reason == "empty" else words.card.not_searched(why=why)
    if _is_beyond(unread):
        return words.material.links_beyond(most=int(unread.detail))
    detail = quoted(unread.detail)
    reason: UnreadReason = unread.reason
    if reason == "not_given":
        detail = sentence(withheld(unread.detail, words, quoted))
    elif reason == "empty" and unread.source == "link":
        reason, detail = "not_given", words.material.no_text
    return words.material.unread(name=quoted(name_of(unread, words)), reason=reason, detail=detail)


def unread_beside_name(unread: Unread, words: Words) -> str:
    """Return the same without the piece's name at its beginning, for a list that shows the name by itself."""
    said = unread_sentence(unread, words)
    return said.replace(f"**{quoted(name_of(unread, words))}**", "", 1).lstrip(": ")


def given_lines(
    material: Material, for_reviewers: ForReviewers, words: Words, *, is_earlier: bool = False
) -> tuple[Line, ...]:
    """Return each model's share of each piece, with the piece's digest.

    Args:
        material: The pieces.
        for_reviewers: Part of each that reviewers were given.
        words: Words in the reader's language.
        is_earlier: Whether the pieces belong to an earlier question of the conversation.
    """
    whose = words.material.from_earlier if is_earlier else ""
    texts = [
        words.material.given(
            name=quoted(name_of(each, words)) + whose,
            given=each.given,
            of=each.characters,
            reviewers=for_reviewers,
            size=each.size,
            digest=each.digest[:16],
        )
        for each in pieces_of(material)
    ]
    pictures = [
        words.material.shown(
            name=quoted(each.name) + whose,
            width=each.width,
            height=each.height,
            described=None if each.described is None else each.characters,
            size=each.size,
            digest=each.digest[:16],
        )
        for each in pictures_of(material)
    ]
    return tuple(line(said, small=True) for said in (*texts, *pictures))


def readers_line(readers: Sequence[str], words: Words) -> tuple[Line, ...]:
    """Return a line about the members that answered from descriptions of pictures; empty if all saw the pictures.

    Args:
        readers: Names of these members, known after the reveal.
        words: Words in the reader's language.
    """
    names = [quoted(name) for name in readers]
    return small(words.material.read_description(names=names) if names else "")


def _read(piece: Piece, words: Words) -> str:
    said = words.material
    if piece.source == "thread":
        return said.messages(count=piece.pages or 0, left_out=piece.left_out)
    facts = [piece.form if piece.pages is None else said.pages(form=piece.form, count=piece.pages)]
    if piece.given < piece.characters and piece.is_cut:
        facts.append(said.some_of_first(given=piece.given, of=piece.characters))
    elif piece.given < piece.characters:
        facts.append(said.some_of(given=piece.given, of=piece.characters))
    elif piece.is_cut:
        facts.append(said.only_first(characters=piece.characters))
    if piece.unseen:
        facts.append(said.unseen(pictures=piece.unseen))
    return f"{quoted(piece.name)} ({', '.join(facts)})"


def name_of(each: Piece | Picture | Unread, words: Words) -> str:
    """Return the name of a piece; in the reader's words where we have named it ourselves."""
    if each.source == "thread":
        return words.material.this_thread
    if each.source == "connector" and each.name == FOUND:
        return words.material.web_search
    return words.material.further_links if _is_beyond(each) else each.name


def _is_beyond(each: Piece | Picture | Unread) -> bool:
    return isinstance(each, Unread) and each.source == "link" and each.reason == "too_many"


def _is_search(piece: Piece) -> bool:
    return piece.source == "connector" and piece.form != "connector"
