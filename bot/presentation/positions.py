"""What the responses come down to -> who says the same, that members disagree, and the report of the minority."""

from collections.abc import Sequence

from bot.post import Block, Heading, Post, line, quoted
from bot.presentation.keyed_post import KeyedPost
from bot.presentation.phrases import capital, demo_notice, listed, number, responses, sentence
from council_core.domain.events import SplitFound
from council_core.domain.position import Dissent, Held, Minority
from council_core.domain.slate import Response


def split_posts(event: SplitFound) -> tuple[KeyedPost, ...]:
    """That members disagree about what, and what happens now."""
    held = listed([f"{number(count)} {_say(count)} “{quoted(position)}”" for position, count in event.held])
    silent = event.members - sum(count for _, count in event.held)
    rest = f" {capital(number(silent))} {'takes' if silent == 1 else 'take'} no position." if silent else ""
    said = f"The models disagree: {held}.{rest}"
    then = "Each is asked once more, with the positions of the others, not their answers, and keeps or changes its own."
    blocks = (Heading(text="The models disagree"), line(f"{capital(held)}.{rest}"), line(then, small=True))
    post = Post(blocks=(*blocks, *demo_notice(event.demo)), summary=said, silent=True)
    return (KeyedPost(key="split", post=post),)


def reconsidered_line(response: Response) -> tuple[Block, ...]:
    """What a response's member made of the other positions; nothing where it was not shown them, or said nothing."""
    if not response.before and not response.reason:
        return ()
    done = "It kept its position when it saw the others"
    if response.before and response.before != response.position:
        done = f"It held “{quoted(response.before)}” before it saw the other positions, and changed that"
    return (line(sentence(f"{done}: {quoted(response.reason)}" if response.reason else done)),)


def majority_line(held: Sequence[Held]) -> tuple[Block, ...]:
    """The plain majority of positions, without anybody's weight; nothing where fewer than two take one."""
    stated = sum(len(group.holders) for group in held)
    if stated < 2:
        return ()
    first, *others = held
    if not others:
        return (line(f"All who take a position say “{quoted(first.position)}”: {responses(first.holders)}."),)
    groups = listed(
        [
            f"{responses(group.holders)} {_say(len(group.holders))} “{quoted(group.position)}”"
            for group in held
        ]
    )
    lead = f"By plain majority “{quoted(first.position)}” leads, {len(first.holders)} of {stated}"
    if len(first.holders) == len(others[0].holders):
        lead = "By plain majority nothing leads"
    return (line(f"{lead}: {groups}."),)


def minority_lines(minority: Minority | None) -> tuple[Block, ...]:
    """The report of the minority: who held what, why, and whether it named a source."""
    if minority is None:
        return ()
    main = f"{responses(minority.main.holders)} {_say(len(minority.main.holders))} “{quoted(minority.main.position)}”"
    report = " ".join(_dissent(each) for each in minority.dissents)
    return (line(f"**Minority report** (by code, not by the chairman). {main}. {report}"),)


def _dissent(dissent: Dissent) -> str:
    if dissent.has_changed:
        what = f"held “{quoted(dissent.before)}” at first and changed to “{quoted(dissent.position)}”"
    elif dissent.before:
        what = f"says “{quoted(dissent.position)}” and kept that when it saw the others"
    else:
        what = f"says “{quoted(dissent.position)}”"
    why = f": {quoted(dissent.reason)}" if dissent.reason else ""
    links = (
        f"{number(dissent.sources)} source{'' if dissent.sources == 1 else 's'}"
        if dissent.sources
        else "no source"
    )
    return f"{sentence(f'Response {dissent.alias} {what}{why}')} It names {links}."


def _say(count: int) -> str:
    return "says" if count == 1 else "say"
