"""A long private reply or a form -> the view of a modal."""

from collections.abc import Sequence

from bot.platforms.slack import blocks
from bot.platforms.slack.blocks import Kit
from bot.platforms.slack.limits import MOST_BLOCKS
from bot.platforms.slack.markup import neutral, rich_elements, spans
from bot.platforms.slack.parse import private_metadata
from bot.platforms.slack.render import NOT_IN_MODALS, draw
from bot.post import Field, Form, Post
from council_core.domain.place import Place

CALLBACK = "council"
FIELD = "value"
"""The action id of every field; its block id is the field's name."""

LONGEST_INPUT = 3_000
FEW = 10
"""docs.slack.dev: checkboxes take ten options; more become a menu."""

MOST_OPTIONS = 100


def panel_view(title: str, post: Post, place: Place) -> Kit:
    """The post in a window of its own; what does not fit is said to be missing, and where it stands."""
    made = draw(post, NOT_IN_MODALS).blocks
    most = MOST_BLOCKS["modal"]
    if len(made) > most:
        note = "The rest does not fit into this window. `council show` prints the whole of a run."
        made = [*made[: most - 1], blocks.context(note)]
    return _view(title, made, place) | {"close": blocks.plain("Close", 24)}


def form_view(form: Form, place: Place) -> Kit:
    """The form; sending it gives back `form.action` and a value for each field."""
    made: list[Kit] = []
    if form.intro and (intro := rich_elements(spans([form.intro]))):
        made.append(blocks.rich_text(blocks.rich_section(intro)))
    made += [
        blocks.field(
            one.name,
            neutral(one.label),
            _element(one),
            hint=neutral(one.hint),
            required=one.required and one.kind != "flag",
        )
        for one in form.fields
    ]
    view = _view(form.title, made, place, form.action)
    return view | {"submit": blocks.plain(form.submit, 24), "close": blocks.plain("Cancel", 24)}


def _view(title: str, made: Sequence[Kit], place: Place, action: str = "") -> Kit:
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "title": blocks.plain(neutral(title), 24),
        "blocks": list(made),
        "private_metadata": private_metadata(place, action),
    }


def _element(one: Field) -> Kit:
    made: Kit = {"action_id": FIELD}
    chosen = {one.value} if isinstance(one.value, str) else set(one.value)
    options = [blocks.option(neutral(label), value) for value, label in one.options][:MOST_OPTIONS]
    initial = [option for option in options if option["value"] in chosen]
    match one.kind:
        case "line" | "text":
            longest = min(one.longest or LONGEST_INPUT, LONGEST_INPUT)
            made |= {"type": "plain_text_input", "multiline": one.kind == "text", "max_length": longest}
            return made | ({"initial_value": str(one.value)[:longest]} if one.value else {})
        case "number":
            made |= {"type": "number_input", "is_decimal_allowed": False}
            return made | ({"initial_value": str(one.value)} if one.value else {})
        case "choice":
            made |= {"type": "static_select", "options": options}
            return made | ({"initial_option": initial[0]} if initial else {})
        case "choices":
            few = len(options) <= FEW
            made |= {"type": "checkboxes" if few else "multi_static_select", "options": options}
            return made | ({"initial_options": initial} if initial else {})
        case "flag":
            yes = blocks.option(neutral(one.label), "yes")
            made |= {"type": "checkboxes", "options": [yes]}
            return made | ({"initial_options": [yes]} if one.value else {})
        case "files":
            return made | {"type": "file_input", "max_files": 10}


def field_errors(errors: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Mistakes by block id, as Slack shows them at the fields."""
    return {name: blocks.cut(text, 500) for name, text in errors}
