"""The menu of templates in a form without buttons, which also holds what such buttons would do."""

from bot.presentation.templates import template_choice
from bot.presentation.words import ENGLISH
from council_core.domain.template import Template
from council_core.templates import MOST, MOST_CHOICES

FIRST = (("+improve", "First show me a better question"), ("+advanced", "Advanced"))

MANY = tuple(
    Template(name=f"t{number}", title=f"Template {number}", summary="", instructions="Be brief.")
    for number in range(MOST)
)


def test_a_full_menu_of_templates_keeps_what_can_come_first_and_the_chosen_template() -> None:
    menu = template_choice(ENGLISH, MANY, MANY[-1], FIRST)

    values = [value for value, _ in menu.options]
    assert values[1:3] == ["+improve", "+advanced"]
    assert values[3:] == [f"t{number}" for number in range(MOST_CHOICES - 4)] + [MANY[-1].name]
    assert len(values) == MOST_CHOICES
    assert menu.value == MANY[-1].name


def test_a_menu_beside_buttons_holds_all_templates() -> None:
    menu = template_choice(ENGLISH, MANY, None)

    assert [value for value, _ in menu.options][1:] == [each.name for each in MANY]
