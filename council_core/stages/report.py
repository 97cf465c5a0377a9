"""Build the events that announce a run's stages before the reveal, each with all that its post needs."""

from collections.abc import Mapping
from types import MappingProxyType

from council_core.domain.events import LongAnswer, SlateOpened, SlateRanked, VerdictReached
from council_core.domain.run import Run
from council_core.domain.slate import Alias, AliasKey, Slate
from council_core.domain.summary import anonymous_reviews, gap_of
from council_core.domain.verdict import NO_POINTS, Minority, Points
from council_core.positions import grouped, minority_among
from council_core.stages.anonymize import answers_among, masked_text, with_names
from council_core.stages.score import scoreboard_of
from council_core.stages.verify import checked_claims

NOTHING_LONG: Mapping[Alias, str] = MappingProxyType({})
NO_NAMES: Mapping[str, str] = MappingProxyType({})


def opened(run: Run, slate: Slate, key: AliasKey, wholes: Mapping[Alias, str] = NOTHING_LONG) -> SlateOpened:
    """Return the event that announces the answers under letters.

    Args:
        run: The run, with its answers.
        slate: The answers under letters.
        key: The members behind the letters.
        wholes: The whole texts, masked, of answers that the run stores only in part.
    """
    cuts = {answer.member: answer.reply.cut for answer in answers_among(run.outcomes)}
    long = [(alias, cuts.get(key.member(alias))) for alias in slate.aliases]
    cut = {answer.member for answer in answers_among(run.outcomes) if answer.reply.finish_reason == "length"}
    return SlateOpened(
        run_id=run.id,
        responses=slate.responses,
        cut_short=tuple(alias for alias in slate.aliases if key.member(alias) in cut),
        too_long=tuple(
            (alias, LongAnswer(characters=cut.characters, whole=wholes.get(alias, "")))
            for alias, cut in long
            if cut is not None
        ),
        gaps=tuple(gap_of(outcome) for outcome in run.outcomes if outcome.kind == "abstention"),
        round=slate.round,
    )


def ranked(run: Run) -> SlateRanked:
    """Return the event that announces the ranking, or that there is none."""
    return SlateRanked(
        run_id=run.id,
        ranking=run.ranking,
        reviews=anonymous_reviews(run),
        scoreboard=scoreboard_of(run),
        held=grouped([(each.alias, each.position) for each in run.slate.responses]) if run.slate else (),
        learned=run.learned,
        round=run.slate.round if run.slate else 1,
        responses=len(run.slate.responses) if run.slate else 0,
    )


def concluded(run: Run, names: Mapping[str, str] = NO_NAMES) -> VerdictReached:
    """Return the event that announces the verdict, or its failure. Text that reveals its author is
    masked.

    Args:
        run: The run, with everything up to the verdict.
        names: Names by letter once they are public, for the verdict's citations.
    """
    verdict = run.verdict
    passed_over = verdict.passed_over if verdict else run.no_verdict
    return VerdictReached(
        run_id=run.id,
        text=with_names(masked_text(verdict.text, run), names) if verdict else "",
        top=run.ranking.winners if run.ranking else (),
        finish_reason=verdict.reply.finish_reason if verdict else "unknown",
        gaps=tuple(gap_of(each) for each in passed_over),
        ranked=run.ranking is not None,
        foreign_links=tuple(masked_text(link, run) for link in verdict.foreign_links) if verdict else (),
        critique=masked_text(verdict.critique, run) if verdict else "",
        minority=_minority(run),
        characters=verdict.reply.cut.characters if verdict and verdict.reply.cut else None,
        demo=run.settings.roster.is_demo,
        points=_shown(verdict.points, run, names) if verdict else NO_POINTS,
        claims=checked_claims(run.reviews) if run.settings.verify else None,
        misquoted=tuple(masked_text(each, run) for each in verdict.misquoted) if verdict else (),
        asker=run.question.asker.id,
        asker_name=run.question.asker.name,
    )


def minority_left(run: Run) -> Minority | None:
    """Return the minority positions of a run that ends before anybody told of them; None if a verdict did."""
    return None if run.verdict is not None or run.no_verdict else _minority(run)


def _minority(run: Run) -> Minority | None:
    if run.slate is None:
        return None
    return minority_among(run.slate.responses, run.ranking.winners if run.ranking else ())


def _shown(points: Points, run: Run, names: Mapping[str, str]) -> Points:
    """Return the chairman's points as they may be shown, with names beside the letters once they are known."""

    def named(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(with_names(text, names) for text in texts)

    shown = points.shown(lambda text: masked_text(text, run))
    agree, differ, unique = named(shown.agree), named(shown.differ), named(shown.unique)
    return Points(agree=agree, differ=differ, unique=unique, ask=shown.ask)
