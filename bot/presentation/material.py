"""Lines about a question's material: the pieces read, the unread ones with the reasons, and each model's share."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import get_args

from bot.post import Line, Post, line, quoted
from bot.presentation.phrases import sentence, small
from bot.presentation.words import ENGLISH, Words
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
from council_core.domain.tool import ToolFailed
from council_core.errors import PageReason, Withheld
from council_core.stages.given import most_given, part_for_reviewers
from council_core.stages.prepare import FOUND


class _Groups(dict[str, str]):
    """Facts of a sentence that make a regular expression of it: each is a group of its name."""

    def __missing__(self, name: str) -> str:
        return f"\0{name}\0"


GROUP = re.compile("\0(\\w+)\0")
SENTENCES: dict[Withheld, re.Pattern[str]] = {
    why: re.compile(GROUP.sub(r"(?P<\1>.+)", re.escape(ENGLISH.material.withheld(why=why, facts=_Groups()))))
    for why in get_args(Withheld)
}
"""English sentences that runs of earlier versions keep in place of reasons."""

LONGEST_NAME = 100
"""Most characters of a file's name in posts and questions."""

UNOPENED = ENGLISH.material.page_unopened(why="")


def withheld(
    why: Withheld | None,
    facts: Mapping[str, str],
    said: str,
    words: Words,
    shown: Callable[[str], str] = str,
) -> str:
    """Return the sentence that says why a page, a service, a platform or a tool gave nothing.

    Args:
        why: Its reason; None where nothing is known beyond `said`.
        facts: Facts of that reason.
        said: The words of a server or a tool itself, or the English sentence of an earlier version of Council.
        words: The language.
        shown: Writes what is not ours for the text that the sentence goes into.
    """
    if why is None:
        return _of_earlier(said, words, shown)
    return words.material.withheld(why=why, facts={name: shown(fact) for name, fact in facts.items()})


def failure_of(failed: ToolFailed, words: Words) -> str:
    """Return the sentence for people about a call of a tool that gave nothing."""
    told = withheld(failed.reason, failed.facts, failed.why, words)
    return words.material.page_unopened(why=told) if failed.reason in get_args(PageReason) else told


def _of_earlier(said: str, words: Words, shown: Callable[[str], str]) -> str:
    """Translate a sentence that an earlier version stored in English; return any other text unchanged."""
    said = said.strip()
    if said.startswith(UNOPENED):
        return words.material.page_unopened(why=_of_earlier(said.removeprefix(UNOPENED), words, shown))
    for why, pattern in SENTENCES.items():
        if found := pattern.fullmatch(said):
            return withheld(why, found.groupdict(), "", words, shown)
    return shown(said)


def thread_unread(why: str, words: Words) -> Post:
    """Return a post that tells the asker, once in each channel, that the messages around the question were not read,
    with the remedy."""
    said = words.material.thread_unread(why=sentence(quoted(why)))
    return Post(blocks=(line(said),), summary=words.material.thread_skipped)


def files_unread(why: str, words: Words) -> Post:
    """Return a post that tells the asker once that Council may not fetch files, with the remedy."""
    said = words.material.files_unread(why=sentence(quoted(why)))
    return Post(blocks=(line(said),), summary=words.material.files_skipped)


def material_lines(material: Material, words: Words) -> tuple[Line, ...]:
    """Return one small line about all pieces read, and one for each unread piece."""
    pieces = pieces_of(material)
    searched = [piece for piece in pieces if _is_search(piece)]
    read = [_read(piece, words) for piece in pieces if piece not in searched]
    found = [words.card.searched(count=piece.pages or 0) for piece in searched]
    pictures = pictures_of(material)
    seen = [words.material.picture(name=quoted(name_of(each, words)), form=each.form) for each in pictures]
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
    why = withheld(unread.withheld, unread.facts, unread.detail, words, quoted)
    if unread.source == "tool":
        return words.card.without_tools(why=sentence(why))
    if unread.source == "connector" and unread.name == FOUND:
        return (
            words.card.nothing_found
            if unread.reason == "empty"
            else words.card.not_searched(why=sentence(why))
        )
    if _is_beyond(unread):
        return words.material.links_beyond(most=int(unread.detail))
    detail = quoted(unread.detail)
    reason: UnreadReason = unread.reason
    if reason == "not_given":
        detail = sentence(why)
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
            name=quoted(name_of(each, words)) + (f" ({gap})" if (gap := _gap(each, words)) else "") + whose,
            given=most_given(each),
            of=each.characters,
            is_cut=each.is_cut and each.source != "thread" and not gap,
            reviewers=part_for_reviewers(each, for_reviewers),
            size=each.size,
            digest=each.digest[:16],
        )
        for each in pieces_of(material)
    ]
    pictures = [
        words.material.shown(
            name=quoted(name_of(each, words)) + whose,
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
        left_out = None if piece.is_cut and not piece.left_out else piece.left_out
        return said.messages(count=piece.pages or 0, left_out=left_out, files=piece.unseen)
    facts = [
        said.form(form=piece.form) if piece.pages is None else said.pages(form=piece.form, count=piece.pages)
    ]
    given = most_given(piece)
    if gap := _gap(piece, words):
        facts.append(gap)
    if given < piece.characters and piece.is_cut and not gap:
        facts.append(said.some_of_first(given=given, of=piece.characters))
    elif given < piece.characters:
        facts.append(said.some_of(given=given, of=piece.characters))
    elif piece.is_cut and not gap:
        facts.append(said.only_first(characters=piece.characters))
    if piece.unseen:
        facts.append(said.unseen(pictures=piece.unseen))
    return f"{quoted(name_of(piece, words))} ({', '.join(facts)})"


def _gap(piece: Piece, words: Words) -> str:
    """Return which pages or what part in the middle of a piece was not read; empty for none."""
    if piece.end_from is None or piece.pages_read is None:
        return words.material.middle_missing if piece.has_end else ""
    return words.material.pages_missing(first=piece.pages_read + 1, last=piece.end_from - 1)


def name_of(each: Piece | Picture | Unread, words: Words) -> str:
    """Return the name of a piece, in the reader's language if Council named it."""
    if each.source == "thread":
        return words.material.this_thread
    if each.source == "connector" and each.name == FOUND:
        return words.material.web_search
    if isinstance(each, Picture) and each.page:
        name = name_of(replace(each, page=0), words)
        return words.material.part(name=name, part=each.part, number=each.page, of=each.of)
    if _is_beyond(each):
        return words.material.further_links
    return short_name(each.name) if each.source == "file" else each.name


def short_name(name: str) -> str:
    """Return the name of a file; of a long one the beginning and the end."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 30]}…{name[-29:]}"


def _is_beyond(each: Piece | Picture | Unread) -> bool:
    return isinstance(each, Unread) and each.source == "link" and each.reason == "too_many"


def _is_search(piece: Piece) -> bool:
    return piece.source == "connector" and piece.form != "connector"
