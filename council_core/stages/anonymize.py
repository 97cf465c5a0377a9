"""Put the answers on a slate under letters that say nothing about their authors, and seal the key to it."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from urllib.parse import urlsplit

from council_core.blindness import mask, names_given
from council_core.domain.answer import Answer, Outcome
from council_core.domain.material import Material, Piece, pieces_of
from council_core.domain.member import Roster
from council_core.domain.run import Run
from council_core.domain.slate import AliasKey, Cited, Response, Seal, Slate, alias_at
from council_core.domain.title import cut
from council_core.domain.tool import Source, Work
from council_core.envelope import flags

LONGEST_REASON = 600
"""Most characters that people read of a reason for keeping or changing a position: three sentences, and some room."""


def answers_among(outcomes: Sequence[Outcome]) -> tuple[Answer, ...]:
    """Return the answers among these outcomes, in order."""
    return tuple(outcome for outcome in outcomes if outcome.kind == "answer")


def anonymize(run: Run) -> tuple[Slate, AliasKey]:
    """Draw a letter for each answer from the run's seed, independent of roster and arrival, and mask text that reveals
    its author. The same rule applies to every answer, so the masking itself reveals nothing."""
    answers = sorted(answers_among(run.outcomes), key=lambda answer: answer.member)
    random.Random(f"{run.seed}:letters").shuffle(answers)
    responses: list[Response] = []
    seals: list[Seal] = []
    for index, answer in enumerate(answers):
        masked = mask(
            answer.text, question=run.question.text, roster=run.settings.roster, known=known_texts(run)
        )
        alias = alias_at(index)
        again, work = answer.reconsidered, answer.reply.work or Work()
        responses.append(
            Response(
                alias=alias,
                text=masked.text,
                revised=answer.first is not None,
                flags=flags(answer.text),
                position=masked_text(answer.position, run),
                before=masked_text(again.position, run) if again else "",
                # A cut name would not be masked, so the reason is masked first.
                reason=cut(masked_text(again.reason, run), LONGEST_REASON) if again else "",
                sources=masked_sources(work.sources, run),
                misquoted=tuple(masked_text(quotation, run) for quotation in work.misquoted),
            )
        )
        seals.append(Seal(alias=alias, member=answer.member, masked=masked.spans))
    is_second = any(answer.reconsidered is not None for answer in answers)
    return Slate(responses=tuple(responses), round=2 if is_second else 1), AliasKey(seals=tuple(seals))


def masked_text(text: str, run: Run) -> str:
    """Mask one text of a run by the same rule, for texts without a letter: late answers, verdicts, critiques."""
    return "" if not text else _masked(text, run.question.text, run.settings.roster, known_texts(run))


def known_texts(run: Run) -> str:
    """Return texts with the names that all members were given beside the question, in which they are topics: earlier
    questions and verdicts, and the names in the material of all of them."""
    turns = [part for turn in run.question.earlier for part in (turn.question, turn.verdict, *turn.names)]
    return "\n".join([*turns, *(name for piece in pieces_of(run.material) for name in piece.names)])


def with_names_given(material: Material, texts: Sequence[tuple[Piece, str]], roster: Roster) -> Material:
    """Return the material with the names of models and makers in its texts and their titles."""
    named = {piece: names_given(f"{piece.name}\n{text}", roster) for piece, text in texts}
    return tuple(
        replace(each, names=named.get(each, ())) if isinstance(each, Piece) else each for each in material
    )


@lru_cache(maxsize=256)
def _masked(text: str, question: str, roster: Roster, known: str) -> str:
    """Mask a text; cached, because the card, the verdict's post and each page mask the same ones."""
    return mask(text, question=question, roster=roster, known=known).text


def cited_late(answer: Answer, run: Run) -> Cited:
    """Return the sources of a late answer, as everybody may read them."""
    work = answer.work or Work()
    return Cited(
        sources=masked_sources(work.sources, run),
        misquoted=tuple(masked_text(quotation, run) for quotation in work.misquoted),
    )


def masked_sources(sources: Sequence[Source], run: Run) -> tuple[Source, ...]:
    """Mask the titles of cited pages by the same rule. An address with a masked name is cut to its site."""
    return tuple(
        replace(source, title=masked_text(source.title, run), url=_nameless(source.url, run))
        for source in sources
    )


def _nameless(url: str, run: Run) -> str:
    """Return an address, or as much of it as holds no masked name: its site, or nothing."""
    if masked_text(url, run) == url:
        return url
    parts = urlsplit(url)
    site = f"{parts.scheme}://{parts.netloc}/"
    return site if masked_text(site, run) == site else ""


CITATION = re.compile(r"\b(Response|Answer) ([A-Z]{1,2})\b")


def with_names(text: str, names: Mapping[str, str]) -> str:
    """Add the author's name to citations by letter, for readers who may know names.

    Args:
        text: Verdict or review.
        names: Names by letter.
    """
    return CITATION.sub(lambda m: f"{m[0]} ({names[m[2]]})" if m[2] in names else m[0], text)
