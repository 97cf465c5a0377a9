"""The anonymous answers -> one response after the other, then who gave none, without names."""

from hashlib import sha256

from bot.post import Block, Limits, Post, line, quoted
from bot.presentation.abstentions import answer_gaps
from bot.presentation.keyed_post import KeyedPost, in_round
from bot.presentation.long_texts import LongText
from bot.presentation.phrases import demo_notice, listed, words_in
from bot.presentation.positions import reconsidered_line
from council_core.domain.answer import LONGEST_REPLY
from council_core.domain.events import LateAnswerArrived, LongAnswer, SlateOpened
from council_core.domain.slate import Response


def slate_posts(event: SlateOpened, limits: Limits) -> tuple[KeyedPost, ...]:
    """Each response in its own post or posts, `slate/A/1` and so on, then one line about gaps."""
    posts: list[KeyedPost] = []
    for response in event.responses:
        posts += _response(response, event).posts(limits)
    return (*posts, *_gaps(event))


def late_posts(event: LateAnswerArrived, limits: Limits) -> tuple[KeyedPost, ...]:
    """An answer that came too late to be judged, without a letter."""
    explained = line("It came after the others had gone to review, so nobody ranked it.", small=True)
    late = LongText(
        key=f"late/{_fingerprint(event.text)}",
        title="A late answer",
        text=event.text,
        summary="One more answer came in, too late to be ranked.",
        file_name="late-answer.md",
        whole=event.too_long.whole if event.too_long else "",
        first=(explained,),
        last=(
            *_too_long(event.too_long, "show"),
            line(words_in(event.text), small=True),
            *demo_notice(event.demo),
        ),
    )
    return late.posts(limits)


def _response(response: Response, event: SlateOpened) -> LongText:
    title = f"Response {response.alias}"
    is_cut = response.alias in event.cut_short
    long = dict(event.too_long).get(response.alias)
    cut_short = " It ends early: its author reached its token limit." if is_cut else ""
    length = words_in(response.text) if long is None else f"{long.characters:,} characters"
    return LongText(
        key=in_round(f"slate/{response.alias}", event.round),
        title=title,
        text=response.text,
        summary=f"{title} is here: {length}.{cut_short}",
        file_name=f"response-{response.alias.lower()}.md",
        whole=long.whole if long else "",
        last=(
            *_too_long(long, "review"),
            *_remarks(response, length, is_cut=is_cut),
            *demo_notice(event.demo),
        ),
    )


def _too_long(long: LongAnswer | None, purpose: str) -> tuple[Block, ...]:
    """How long the whole answer is, how much of it Council took and why, and that the rest is lost where it is."""
    if long is None:
        return ()
    said = (
        f"This answer has {long.characters:,} characters, too many to {purpose}: "
        f"Council took the first {LONGEST_REPLY:,}."
    )
    return (line(said if long.whole else f"{said} The rest could not be kept."),)


def _remarks(response: Response, length: str, *, is_cut: bool) -> tuple[Block, ...]:
    said: list[Block] = []
    if is_cut:
        said.append(line("This response was cut off at its token limit, so its end is missing."))
    if response.flags:
        flags = listed([quoted(flag) for flag in response.flags])
        said.append(line(f"Read this one with care: it {flags}."))
    return (*said, *reconsidered_line(response), line(length, small=True))


def _gaps(event: SlateOpened) -> tuple[KeyedPost, ...]:
    said = answer_gaps(event.gaps, members=len(event.responses) + len(event.gaps))
    if not said:
        return ()
    post = Post(blocks=(line(said), *demo_notice(event.demo)), summary=said, tone="warning", silent=True)
    return (KeyedPost(key=in_round("slate/gaps", event.round), post=post),)


def _fingerprint(text: str) -> str:
    """What tells late answers of one run apart, the same however often one is told."""
    return sha256(text.encode("utf-8", errors="replace")).hexdigest()[:8]
