"""The chairman's conclusion -> the one post that rings, with what stood behind it."""

from collections.abc import Sequence

from bot.post import Block, Heading, Limits, Post, line, quoted
from bot.presentation.abstentions import each, phrase
from bot.presentation.keyed_post import KeyedPost
from bot.presentation.long_texts import LongText
from bot.presentation.phrases import capital, demo_notice, listed, number, responses, shortened
from bot.presentation.positions import minority_lines
from bot.presentation.run_buttons import failure_buttons, verdict_buttons
from council_core.domain.answer import LONGEST_REPLY, FinishReason
from council_core.domain.events import VerdictReached
from council_core.domain.gap import Gap


def verdict_posts(event: VerdictReached, limits: Limits) -> tuple[KeyedPost, ...]:
    """The verdict in one post or more, `verdict/1` first, then the chairman's critique of it, if any."""
    has_buttons = limits.buttons > 0
    if not event.text.strip():
        return (KeyedPost(key="verdict/1", post=_nobody_concluded(event, has_buttons=has_buttons)),)
    buttons = (verdict_buttons(event.run_id),) if has_buttons else ()
    title = "Verdict" if event.ranked else "Verdict, without a ranking behind it"
    verdict = LongText(
        key="verdict",
        title=title,
        text=event.text,
        summary=f"{title}: {shortened(_opening(event.text), 200)}",
        file_name="verdict.md",
        first=_stand_in(event.gaps),
        last=(*_background(event), *buttons, *demo_notice(event.demo)),
        rings=True,
    )
    return (*verdict.posts(limits), *_critique(event, limits))


def _opening(text: str) -> str:
    """The first paragraph that is not a heading: what somebody reads who sees only a notification."""
    paragraphs = [paragraph for paragraph in text.split("\n\n") if paragraph.strip()]
    spoken = [paragraph for paragraph in paragraphs if not paragraph.lstrip().startswith(("#", "```"))]
    return (spoken or paragraphs)[0]


def _critique(event: VerdictReached, limits: Limits) -> tuple[KeyedPost, ...]:
    if not event.critique.strip():
        return ()
    critique = LongText(
        key="critique",
        title="What the chairman doubts about this verdict",
        text=event.critique,
        summary="The chairman has looked at its own verdict again and says what it doubts.",
        file_name="critique.md",
        last=demo_notice(event.demo),
    )
    return critique.posts(limits)


def _background(event: VerdictReached) -> tuple[Block, ...]:
    """What stood behind the verdict and where to be careful."""
    said: list[Block] = []
    cut = _cut_off(event.finish_reason)
    if cut:
        said.append(line(cut))
    if event.characters is not None:
        said.append(
            line(
                f"The chairman wrote {event.characters:,} characters; Council took the first {LONGEST_REPLY:,}."
            )
        )
    if event.foreign_links:
        links = listed([quoted(link) for link in event.foreign_links])
        what = "These links are" if len(event.foreign_links) > 1 else "This link is"
        said.append(line(f"{what} in none of the responses, so check before you follow: {links}"))
    said.append(line(_top(event)))
    said += minority_lines(event.minority)
    return tuple(said)


def _top(event: VerdictReached) -> str:
    if not event.ranked:
        return "The chairman worked from the responses alone: there is no ranking by the members."
    if not event.top:
        return "The members' ranking has no first place."
    tie = ", tied" if len(event.top) > 1 else ""
    return f"Ranked first by the members: **{responses(event.top)}**{tie}."


def _cut_off(reason: FinishReason) -> str:
    match reason:
        case "length":
            return "The verdict was cut off at the chairman's token limit, so its end is missing."
        case "content_filter":
            return "The provider's content filter stopped the verdict before its end."
        case "error":
            return "The verdict broke off before its end."
        case "stop" | "tool_call" | "unknown":
            return ""


def _stand_in(gaps: Sequence[Gap]) -> tuple[Block, ...]:
    """That the chair passed on, and why."""
    if not gaps:
        return ()
    if len(gaps) == 1:
        why = f"The chairman {phrase(gaps[0])}."
        return (line(f"{why} The next member in line wrote this verdict."),)
    before = f"The first {number(len(gaps))} in line for the chair could not conclude."
    return (line(f"{before} {each(gaps)} The next in line wrote this verdict."),)


def _nobody_concluded(event: VerdictReached, *, has_buttons: bool) -> Post:
    if len(event.gaps) == 1:
        gap = event.gaps[0]
        why = f"The chairman {phrase(gap)}, and nobody else was in line."
    elif event.gaps:
        tried = number(len(event.gaps))
        why = f"{capital(tried)} members were asked for one, and none could write it. {each(event.gaps)}"
    else:
        why = "Nobody was there to write one."
    still = _top(event) if event.ranked and event.top else "The responses above still stand."
    buttons = (failure_buttons(event.run_id),) if has_buttons else ()
    blocks = (
        Heading(text="No verdict"),
        line(why),
        line(still),
        *minority_lines(event.minority),
        *buttons,
        *demo_notice(event.demo),
    )
    return Post(blocks=blocks, summary=f"No verdict. {why}", tone="warning")
