"""Lines about positions: who agrees, where models disagree, and the minority report."""

from collections.abc import Callable, Sequence

from bot.post import Block, Heading, KeyedPost, Line, Post, line, quoted
from bot.presentation.phrases import sentence
from bot.presentation.words import Words
from council_core.domain.events import SplitFound
from council_core.domain.run import FINISHED
from council_core.domain.run_view import RunView
from council_core.domain.slate import Response
from council_core.domain.verdict import Dissent, Held, Minority
from council_core.positions import minority_among


def split_posts(event: SplitFound, words: Words) -> tuple[KeyedPost, ...]:
    """Return a post about the disagreement and the round that follows, for platforms that cannot edit posts."""
    sides = _sides(event, words)
    blocks = (
        Heading(text=words.positions.split),
        line(sides),
        line(words.positions.asked_again, small=True),
    )
    told = f"{words.positions.split}. {sides}"
    return (KeyedPost(key="split", post=Post(blocks=blocks, summary=told, silent=True)),)


def split_line(event: SplitFound | None, words: Words) -> tuple[Line, ...]:
    """Return the disagreement for the card, while each model is asked once more."""
    if event is None:
        return ()
    return (line(f"{words.positions.split}. {_sides(event, words)} {words.positions.asked_again}"),)


def split_before(event: SplitFound | None, words: Words) -> tuple[Line, ...]:
    """Return the positions before models were asked once more, for the board; empty if none was asked."""
    if event is None:
        return ()
    return (line(words.positions.at_first(sides=_sides(event, words)), small=True),)


def _sides(event: SplitFound, words: Words) -> str:
    counts = [count for _, count in event.held]
    positions = [quoted(position) for position, _ in event.held]
    return words.positions.sides(positions=positions, counts=counts, silent=event.members - sum(counts))


def reconsidered_line(response: Response, words: Words) -> tuple[Block, ...]:
    """Return how a model changed or kept its position; empty if it saw no other positions or gave no reason."""
    if not response.before and not response.reason:
        return ()
    reason = quoted(response.reason)
    if response.before and response.before != response.position:
        return (line(sentence(words.positions.changed(before=quoted(response.before), reason=reason))),)
    return (line(sentence(words.positions.kept(reason=reason))),)


def majority_line(held: Sequence[Held], words: Words) -> tuple[Line, ...]:
    """Return the plain majority of positions, without weights; empty if fewer than two responses take one."""
    said = majority_sentence(held, words, quoted)
    return (line(said),) if said else ()


def majority_sentence(held: Sequence[Held], words: Words, put: Callable[[str], str]) -> str:
    """Return the plain majority of positions in a sentence; empty if fewer than two responses take one. `put` escapes
    a model's text for the place of the sentence."""
    stated = sum(len(group.holders) for group in held)
    if stated < 2:
        return ""
    first, *others = held
    if not others:
        return words.positions.all_say(position=put(first.position), aliases=first.holders)
    lead = words.positions.leads(position=put(first.position), count=len(first.holders), of=stated)
    if len(first.holders) == len(others[0].holders):
        lead = words.positions.nothing_leads
    sides = [words.positions.side(position=put(each.position), aliases=each.holders) for each in held]
    return f"{lead}: {words.phrases.listed(things=sides)}."


def minority_lines(minority: Minority | None, words: Words) -> tuple[Line, ...]:
    """Return the minority report, made by code: positions and their holders, their reasons, and whether they named a
    source."""
    if minority is None:
        return ()
    return (line(f"**{words.positions.minority}:** {minority_sentences(minority, words, quoted)}"),)


def minority_sentences(minority: Minority, words: Words, put: Callable[[str], str]) -> str:
    """Return the main position and each other one in sentences. `put` escapes a model's text for the place of the
    sentences."""
    main = words.positions.side(position=put(minority.main.position), aliases=minority.main.holders)
    report = " ".join(dissent_sentence(each, words, put) for each in minority.dissents)
    return f"{main}. {report}"


def minority_in(view: RunView) -> Minority | None:
    """Return the minority positions of a run with a verdict, or of one that ended without; None while it goes on."""
    if view.verdict is None and view.summary.status not in FINISHED:
        return None
    top = view.verdict.top if view.verdict is not None else view.ranking.winners if view.ranking else ()
    return minority_among(view.responses, top)


def dissent_sentence(dissent: Dissent, words: Words, put: Callable[[str], str]) -> str:
    """Return one minority response's position and reason. `put` escapes a model's text for the place of the
    sentence."""
    return words.positions.dissent(
        alias=dissent.alias,
        position=put(dissent.position),
        before=put(dissent.before),
        has_changed=dissent.has_changed,
        reason=put(dissent.reason),
        sources=dissent.sources,
    )
