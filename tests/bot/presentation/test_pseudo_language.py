"""Every text for people comes from the words: in a language that marks its words, nothing stands outside of marks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

import pytest

from bot.presentation import Board, board_post, card_for, edits_for, outcome_of_view, posts_for
from bot.presentation.whole_run import whole_run
from bot.presentation.words import ENGLISH, Words
from bot.requests.text import PREFIX
from council_core.domain.run import RunStatus
from council_core.domain.summary import summarize
from council_core.view import view
from tests.bot.conversation.test_words import BOARDS, PRESETS, TEXTS, forms, replies
from tests.bot.presentation.examples import LIMITS, RANKED, SLATE_OPENED, summary, whole
from tests.bot.presentation.test_whole_threads import NAMED, TOLD

BEGIN, END = "⟦", "⟧"


class Marked:
    """Words of a page, or of all pages, with a mark before and after each text."""

    def __init__(self, words: object) -> None:
        self._words = words

    def __getattr__(self, name: str) -> Any:
        found: Any = getattr(self._words, name)
        if name == "language":
            return "xx"
        if not callable(found):
            return marked(found)

        def said(**facts: object) -> Any:
            return marked(found(**facts))

        return said


def marked(said: Any) -> Any:
    """Mark the texts of what a message returned."""
    if isinstance(said, str):
        return f"{BEGIN}{said}{END}" if said else said
    if isinstance(said, Mapping):
        return {key: marked(value) for key, value in cast("Mapping[object, object]", said).items()}
    if isinstance(said, tuple | list):
        return tuple(marked(part) for part in cast("Sequence[object]", said))
    if is_dataclass(said) and type(said).__module__.startswith("bot.presentation.words"):
        return Marked(said)
    if is_dataclass(said) and not isinstance(said, type):
        texts = {
            each.name: marked(getattr(said, each.name)) for each in fields(said) if each.type in {str, "str"}
        }
        return replace(said, **texts)
    return said


PSEUDO = cast("Words", Marked(ENGLISH))


NOT_READ = {
    *("action", "name", "value", "content", "kind", "media_type"),
    *("tone", "style", "rates", "person", "shows", "state"),
}
"""Fields that nobody reads: actions of buttons, names of fields, what is sent back, and how a part looks."""

GIVEN = """A question costs about. The quorum is. How long is the notice period? code decision. Wiki: Space of the
wiki, space, HR, wiki. Open tickets: Project, project, such as WEB."""
"""Words that the forms and replies of `test_words` are given."""

EXAMPLES = (whole("revealed"), SLATE_OPENED, RANKED, TOLD, NAMED, TEXTS, PRESETS, BOARDS, GIVEN)
DATA = frozenset(re.findall(r"\w+", repr(EXAMPLES)))
"""Words of people, models and settings in the examples."""

RUNS: tuple[RunStatus, ...] = ("voting", "revealed", "cancelled", "failed")


def read(shown: Any) -> Iterator[str]:
    """All texts of a post or a form that people read."""
    if isinstance(shown, str):
        yield "" if shown.startswith(f"{PREFIX}:") else shown
    elif isinstance(shown, tuple):
        for part in cast("tuple[object, ...]", shown):
            yield from read(part)
    elif is_dataclass(shown):
        for each in fields(shown):
            if each.name == "options":
                yield from (label for _, label in getattr(shown, each.name))
            elif each.name not in NOT_READ:
                yield from read(getattr(shown, each.name))


def unmarked(text: str) -> set[str]:
    """Words outside of all marks that come from no example."""
    before = ""
    while text != before:
        before, text = text, re.sub(f"{BEGIN}[^{BEGIN}{END}]*({END}|…|$)", "", text)
    return {word for word in re.findall(r"\w+", text) if re.search(r"[^\W\d_]{2}", word) and word not in DATA}


def a_run_and_its_thread() -> Iterator[tuple[str, object]]:
    for status in RUNS:
        run = whole(status)
        outcome = outcome_of_view(view(run))
        yield f"run, {status}", whole_run(view(run), words=PSEUDO)
        yield f"card, {status}", card_for(summarize(run), PSEUDO, outcome=outcome)
    for event in (SLATE_OPENED, TOLD):
        yield "thread", tuple(each.post for each in posts_for(event, LIMITS, PSEUDO))
    yield "names", tuple(each.post for each in edits_for(NAMED, LIMITS, PSEUDO))
    open_board = Board(summary=summary("voting"), ranked=RANKED)
    yield "board, open", board_post(open_board, LIMITS, PSEUDO)
    yield "board, revealed", board_post(replace(open_board, revealed=NAMED), LIMITS, PSEUDO)
    yield from replies(PSEUDO)
    yield from forms(PSEUDO)


SHOWN = list(a_run_and_its_thread())


@pytest.mark.parametrize(("name", "shown"), SHOWN, ids=[name for name, _ in SHOWN])
def test_nothing_that_people_read_is_written_outside_of_the_words(name: str, shown: object) -> None:
    found = {word for text in read(shown) for word in unmarked(text)}

    assert found == set(), name
