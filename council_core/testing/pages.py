"""Pages of runs in memory."""

from collections.abc import Sequence

from council_core.domain.run import Run
from council_core.domain.search import Wanted
from council_core.insights.member_results import member_results


def page_of(runs: Sequence[Run], among: Sequence[Run], wanted: Wanted, limit: int) -> tuple[Run, ...]:
    """Return one page.

    Args:
        runs: All runs, newest first.
        among: The runs of the list, newest first.
        wanted: Limits of the list and position of the page.
        limit: Maximum number.
    """
    ids = [run.id for run in runs]
    older, newer = wanted.older_than, wanted.newer_than
    if older is not None and older in ids:
        ids = ids[ids.index(older) + 1 :]
    if newer is not None and newer in ids:
        ids = ids[: ids.index(newer)]
    within = frozenset(ids)
    page = [run for run in among if run.id in within and _is_wanted(run, wanted)]
    return tuple(page[:limit] if newer is None else page[-limit:])


def _is_wanted(run: Run, wanted: Wanted) -> bool:
    return (
        (not wanted.askers or run.question.asker.id in wanted.askers)
        and (not wanted.template or template_of(run) == wanted.template)
        and (not wanted.is_revealed or run.status == "revealed")
        and (not wanted.firsts or not set(wanted.firsts).isdisjoint(_firsts(run)))
        and (wanted.since is None or run.asked_at >= wanted.since)
        and (wanted.until is None or run.asked_at < wanted.until)
    )


def _firsts(run: Run) -> list[str]:
    return [each.member for each in member_results(run) if each.place is not None and each.place < 2]


def template_of(run: Run) -> str:
    """Return the name of the template that a run was asked with; empty for none."""
    return run.question.template.name if run.question.template is not None else ""
