"""Forms as Discord shows them; the golden files are in tests/golden/discord."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.platforms.discord.drawing.post import draw
from bot.platforms.discord.windows.modal import MOST_FIELDS, action_of, modal_of
from bot.platforms.discord.windows.submitted import mistakes, opening_action, with_way_back
from bot.post import Field, FieldErrors, Form
from bot.presentation.forms import again_form, follow_up_form, question_form, ranking_form
from bot.presentation.words import ENGLISH
from bot.requests.actions import run_action, save_action
from council_core.domain.question import RunId
from council_core.domain.slate import Alias
from tests.bot.platforms.discord.drawing import check, shown
from tests.golden_files import assert_golden

RUN = RunId("r4k7m2p9x1qz")
TEXTS = {"preset": "", "members": "demo:ada,\ndemo:carl", "chairman": "demo:ada", "rubric": "ranking"}
RUBRICS = ("ranking", "code")
PRESETS = (("quick", "Little time"), ("thorough", "For what matters"))
LETTERS = (Alias("A"), Alias("B"), Alias("C"), Alias("D"))

FORMS = {
    "question": question_form(
        ENGLISH, "Tabs or spaces?", inherited=TEXTS, rubrics=RUBRICS, presets=PRESETS, room=5
    ),
    "follow-up": follow_up_form(ENGLISH, RUN, "Tabs or *spaces*?"),
    "again": again_form(ENGLISH, RUN, "Tabs or spaces?", TEXTS, rubrics=RUBRICS, presets=PRESETS),
    "ranking": ranking_form(ENGLISH, RUN, LETTERS, ((Alias("C"),), (Alias("A"),)), places=MOST_FIELDS),
}
KINDS = {3: "menu", 4: "text", 19: "files", 21: "radio", 22: "boxes", 23: "box"}


def modal_shown(modal: dict[str, Any]) -> str:
    """Return the visible texts of a form, part by part."""
    return "\n".join([f"[{modal['title']}]", *(line for part in modal["components"] for line in _part(part))])


def _part(part: dict[str, Any]) -> Iterator[str]:
    if "content" in part:
        yield part["content"]
        return
    inner = part["component"]
    needed = "" if inner.get("required", True) else " (may stay empty)"
    yield f"{part['label']}: {KINDS[inner['type']]}{needed}"
    if part.get("description"):
        yield f"    -# {part['description']}"
    if inner.get("value"):
        yield from (f"    | {line}" for line in str(inner["value"]).split("\n"))
    for option in inner.get("options", ()):
        yield f"    ({'x' if option.get('default') else ' '}) {option['label']}"


@pytest.mark.parametrize("name", FORMS)
async def test_an_action_comes_back_from_a_custom_id_that_is_never_the_same(name: str) -> None:
    ids = {modal_of(FORMS[name]).custom_id for _ in range(50)}

    assert len(ids) == 50
    assert {action_of(one) for one in ids} == {FORMS[name].action}
    assert max(map(len, ids)) <= 100


async def test_more_fields_than_discord_shows_are_refused() -> None:
    fields = tuple(Field(name=str(n), label=str(n), kind="line") for n in range(MOST_FIELDS + 1))

    with pytest.raises(ValueError, match="Discord shows 5"):
        modal_of(Form(title="Long", action="c1:write", fields=fields, submit="Send"))


async def test_mistakes_read_like_their_golden_file() -> None:
    errors = FieldErrors(
        errors=(
            ("quorum", "'Quorum' is 'many'; expected a whole number from 1 on."),
            ("look_again", "Write the day as 2026-12-31."),
        )
    )
    told = mistakes(errors, {"quorum": "Quorum", "look_again": "Look at it again on"})

    drawn = draw(
        with_way_back(told, ENGLISH.discord, action=save_action("channel", "council", 3), draft="d").post,
        ENGLISH.discord,
        as_card=True,
    )

    check(drawn)
    assert_golden("discord/form-mistakes.txt", shown(drawn))


OPENS = [
    ("settings", save_action("channel", "voting", 12), "c1:edit:channel:voting"),
    ("a follow-up", run_action("followup", RUN), f"c1:followup:{RUN}"),
    ("nonsense", "c1:save:nowhere:voting:1", "c1:save:nowhere:voting:1"),
]


@pytest.mark.parametrize(("action", "opens"), [row[1:] for row in OPENS], ids=[row[0] for row in OPENS])
def test_each_form_is_opened_by_something(action: str, opens: str) -> None:
    assert opening_action(action) == opens
