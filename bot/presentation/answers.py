"""Draw the answers one after the other: without names before the reveal, with names after it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from bot.post import Block, KeyedPost, Limits, Post, in_round, line, quoted
from bot.presentation.abstentions import answer_gaps
from bot.presentation.long_texts import LongText
from bot.presentation.phrases import words_in
from bot.presentation.positions import reconsidered_line
from bot.presentation.sources import misquoted_lines, source_line
from bot.presentation.words import Words
from council_core.domain.answer import LONGEST_REPLY
from council_core.domain.events import (
    LateAnswerArrived,
    LongAnswer,
    NamedAnswer,
    NamesRevealed,
    RunFailed,
    SlateOpened,
)
from council_core.domain.slate import Alias, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """Author of a response, and its place in the ranking."""

    name: str
    place: int | None
    is_tied: bool


def slate_posts(
    event: SlateOpened, limits: Limits, words: Words, authors: Mapping[Alias, Author] | None = None
) -> tuple[KeyedPost, ...]:
    """Return each response in one or more posts of its own, `slate/A/1` and so on.

    Args:
        event: The responses.
        limits: Limits of one post.
        words: Words in the thread's language.
        authors: Authors by letter, once names are public.
    """
    posts: list[KeyedPost] = []
    for response in event.responses:
        author = (authors or {}).get(response.alias)
        posts += _response(response, event, words, author).posts(limits)
    return tuple(posts)


def retitled_posts(event: NamesRevealed, limits: Limits, words: Words) -> tuple[KeyedPost, ...]:
    """Return the posts of the responses once more, with authors in the headings."""
    if event.slate is None:
        return ()
    places = [one.place for one in event.unveiled]
    authors = {
        one.alias: Author(
            name=one.name, place=one.place, is_tied=one.place is not None and places.count(one.place) > 1
        )
        for one in event.unveiled
    }
    return slate_posts(event.slate, limits, words, authors)


def named_posts(event: RunFailed, limits: Limits, words: Words) -> tuple[KeyedPost, ...]:
    """Return the posts of a failed run's responses once more, with authors in the headings. Responses with a file keep
    their post, because the whole text is not at hand."""
    if event.slate is None:
        return ()
    authors = {
        answer.alias: Author(name=answer.name, place=None, is_tied=False)
        for answer in event.answers
        if answer.alias is not None
    }
    whole = tuple(each for each in event.slate.responses if each.alias not in dict(event.slate.too_long))
    return slate_posts(replace(event.slate, responses=whole), limits, words, authors)


def response_key(event: RunFailed, answer: NamedAnswer) -> str:
    """Return the key of the post in which the thread shows a failed run's answer as a response; empty without one."""
    if event.slate is None or answer.alias is None:
        return ""
    return f"{in_round(f'slate/{answer.alias}', event.slate.round)}/1"


def late_posts(event: LateAnswerArrived, limits: Limits, words: Words) -> tuple[KeyedPost, ...]:
    """Return a post about an answer that came too late to be judged, without a letter."""
    late = LongText(
        key=f"late/{_fingerprint(event.text)}",
        title=words.responses.late,
        text=event.text,
        summary=words.responses.late_notice,
        file_name="late-answer.md",
        words=words,
        whole=event.too_long.whole if event.too_long else "",
        first=(line(words.responses.late_explained, small=True),),
        last=(
            *_too_long(event.too_long, words),
            *source_line(event.cited, words),
            *misquoted_lines(event.cited.misquoted, words),
            line(words_in(event.text, words), small=True),
        ),
    )
    return late.posts(limits)


def _response(response: Response, event: SlateOpened, words: Words, author: Author | None) -> LongText:
    said, alias = words.responses, response.alias
    is_cut = alias in event.cut_short
    long = dict(event.too_long).get(alias)
    length = (
        words_in(response.text, words) if long is None else words.phrases.characters(count=long.characters)
    )
    title = (
        said.title(alias=alias)
        if author is None
        else said.title_revealed(alias=alias, name=author.name, place=author.place, is_tied=author.is_tied)
    )
    notice = said.notice(alias=alias, length=length)
    return LongText(
        key=in_round(f"slate/{alias}", event.round),
        title=title,
        text=response.text,
        summary=f"{notice} {said.cut_short}" if is_cut else notice,
        file_name=f"response-{alias.lower()}.md",
        words=words,
        whole=long.whole if long else "",
        last=(
            *_too_long(long, words),
            *_remarks(response, length, words, is_cut=is_cut),
        ),
    )


def _too_long(long: LongAnswer | None, words: Words) -> tuple[Block, ...]:
    """Return a notice about an answer that Council cut: its whole length, the part that was kept, and the reason."""
    if long is None:
        return ()
    said = words.responses.too_long(characters=long.characters, taken=LONGEST_REPLY)
    return (line(said if long.whole else f"{said} {words.responses.rest_lost}"),)


def _remarks(response: Response, length: str, words: Words, *, is_cut: bool) -> tuple[Block, ...]:
    said: list[Block] = []
    if is_cut:
        said.append(line(words.responses.cut_short))
    if response.flags:
        said.append(line(quoted(words.responses.care(flags=response.flags))))
    return (
        *said,
        *reconsidered_line(response, words),
        *source_line(response, words),
        *misquoted_lines(response.misquoted, words),
        line(length, small=True),
    )


def gap_posts(event: SlateOpened, words: Words) -> tuple[KeyedPost, ...]:
    """Return a post about the missing answers, without names; empty if all answered."""
    said = answer_gaps(event.gaps, len(event.responses) + len(event.gaps), words)
    if not said:
        return ()
    post = Post(blocks=(line(said),), summary=said, tone="warning", silent=True)
    return (KeyedPost(key=in_round("slate/gaps", event.round), post=post),)


def _fingerprint(text: str) -> str:
    """Return a digest of late answers, so that a repeated event gives the same post."""
    return sha256(text.encode("utf-8", errors="replace")).hexdigest()[:8]
