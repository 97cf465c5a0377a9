"""`council rerank RUN`: compute the ranking of a stored run again, with other settings if wanted."""

import argparse
import asyncio
import json
from dataclasses import replace
from typing import get_args

from bot.app.open_tables import open_store
from bot.cli.errors import CommandRefused, exit_code_of
from bot.cli.here import settings_here
from bot.cli.language import words_here
from bot.presentation.words.terminal import TerminalWords
from council_core.codec import to_json
from council_core.domain.question import RunId
from council_core.domain.ranking import OwnAnswer, Ranking
from council_core.domain.run import Run, Tally
from council_core.errors import UnknownChoice
from council_core.stages.rank import rank
from council_core.stages.vote import tally


def run(parsed: argparse.Namespace) -> int:
    """Print the members', the team's and the joint ranking as JSON; equal runs and arguments give equal bits."""
    return exit_code_of(lambda: asyncio.run(_rerank(parsed)))


async def _rerank(parsed: argparse.Namespace) -> int:
    settings = settings_here()
    async with open_store(settings) as store:
        stored = await store.get(RunId(parsed.run))
    said = words_here(settings).terminal
    rankings = reranked(stored, said, aggregation=parsed.aggregation, own_answer=parsed.own)
    print(json.dumps(rankings, indent=2))
    return 0


def reranked(
    run: Run, said: TerminalWords, *, aggregation: str | None, own_answer: str | None
) -> dict[str, object]:
    """Return the rankings of a stored run, under other settings where these are given.

    Raises:
        CommandRefused: The run has nothing to rank, or its voting is still open.
        UnknownChoice: There is no such aggregation or own-answer weight.
    """
    slate, key = run.slate, run.key
    if slate is None or key is None:
        raise CommandRefused(said.nothing_to_rank(run_id=run.id))
    if run.is_voting_open:
        raise CommandRefused(said.vote_still_open(run_id=run.id))
    if own_answer is not None and own_answer not in get_args(OwnAnswer):
        raise UnknownChoice("own_weight", own_answer, get_args(OwnAnswer))
    changed = replace(
        run.settings,
        aggregation=aggregation or run.settings.aggregation,
        own_answer=own_answer or run.settings.own_answer,
    )
    run = replace(run, settings=changed)
    ranking, why_not = rank(run, slate, key)
    counted = tally(replace(run, ranking=ranking), slate, key, run.ballots)
    return {
        "run": run.id,
        "aggregation": changed.aggregation,
        "own_answer": changed.own_answer,
        "ranking": to_json(ranking, Ranking) if ranking else None,
        "why_not": why_not,
        "team": to_json(counted, Tally),
    }
