"""Write a decision and its run as an architecture decision record in Markdown (https://adr.github.io/madr)."""

from bot.presentation.documents.tables import NONE, plain, quote
from bot.presentation.words import Words, words_for
from council_core.domain.decision import Decision
from council_core.domain.export import Export, exported
from council_core.domain.run import Run
from council_core.domain.run_view import EVERYBODY, OpenRun, RunView
from council_core.domain.title import short_title
from council_core.view import view

DAY = "%Y-%m-%d"


def adr(run: Run, decision: Decision) -> Export:
    """Return the record of a decision on a revealed run as a file, in the language of the run's thread."""
    words = words_for(run.settings.language)
    said, seen = words.documents, view(run.alone(), EVERYBODY)
    look_again = f"{decision.look_again:{DAY}}" if decision.look_again else ""
    lines = [
        f"# {plain(short_title(run.question.text))}",
        "\n".join(
            (
                f"- {said.decided}",
                f"- {said.decided_on(day=f'{decision.at:{DAY}}')}",
                f"- {said.decided_by(name=plain(decision.name))}",
                *((f"- {said.look_again(day=look_again)}",) if look_again else ()),
                f"- {said.from_run(run_id=run.id, name=plain(run.question.asker.name), day=f'{run.asked_at:{DAY}}')}",
            )
        ),
        f"## {said.context}",
        quote(run.question.text),
        f"## {said.options}",
        *_options(seen, words),
        f"## {said.outcome}",
        quote(decision.text),
    ]
    if run.verdict is not None:
        lines += [f"## {words.verdict.title(is_ranked=run.ranking is not None)}", quote(run.verdict.text)]
    name = f"adr-{decision.at:{DAY}}-{run.id}.md"
    return exported(name, "text/markdown", "\n\n".join(lines) + "\n")


def _options(seen: RunView, words: Words) -> list[str]:
    places = {one.alias: one.place for one in seen.ranking.standings} if seen.ranking else {}
    options: list[str] = []
    for response in seen.responses:
        name = plain(seen.author(response.alias)) if isinstance(seen, OpenRun) else NONE
        title = words.responses.title_revealed(
            alias=response.alias, name=name, place=places.get(response.alias), is_tied=False
        )
        options += [f"### {title}", quote(response.text)]
    return options
