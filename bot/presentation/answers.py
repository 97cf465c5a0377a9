"""The anonymous answers -> one response after the other, then who gave none, without names."""

from hashlib import sha256

from bot.post import Block, Limits, Post, line, quoted
from bot.presentation.abstentions import answer_gaps
from bot.presentation.keyed_post import KeyedPost
from bot.presentation.long_texts import LongText
from bot.presentation.phrases import demo_notice, listed, words_in
from council_core.domain.events import LateAnswerArrived, SlateOpened
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
        first=(explained,),
        last=(line(words_in(event.text), small=True), *demo_notice(event.demo)),
    )
    return late.posts(limits)


def _response(response: Response, event: SlateOpened) -> LongText:
    title = f"Response {response.alias}"
    is_cut = response.alias in event.cut_short
    cut_short = " It ends early: its author reached its token limit." if is_cut else ""
    return LongText(
        key=f"slate/{response.alias}",
        title=title,
        text=response.text,
        summary=f"{title} is here: {words_in(response.text)}.{cut_short}",
        file_name=f"response-{response.alias.lower()}.md",
        last=(*_remarks(response, is_cut=is_cut), *demo_notice(event.demo)),
    )


def _remarks(response: Response, *, is_cut: bool) -> tuple[Block, ...]:
    said: list[Block] = []
    if is_cut:
        said.append(line("This response was cut off at its token limit, so its end is missing."))
    if response.flags:
        flags = listed([quoted(flag) for flag in response.flags])
        said.append(line(f"Read this one with care: it {flags}."))
    return (*said, line(words_in(response.text), small=True))


def _gaps(event: SlateOpened) -> tuple[KeyedPost, ...]:
    said = answer_gaps(event.gaps, members=len(event.responses) + len(event.gaps))
    if not said:
        return ()
    post = Post(blocks=(line(said), *demo_notice(event.demo)), summary=said, tone="warning", silent=True)
    return (KeyedPost(key="slate/gaps", post=post),)


def _fingerprint(text: str) -> str:
    """What tells late answers of one run apart, the same however often one is told."""
    return sha256(text.encode("utf-8", errors="replace")).hexdigest()[:8]
