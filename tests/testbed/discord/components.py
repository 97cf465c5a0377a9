"""Walks component trees, reads their text, and finds the component that a person means by a label."""

from __future__ import annotations

from collections.abc import Iterator

from tests.testbed.discord.wire import Json, many

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
ENTITY_SELECTS = {5: "user", 6: "role", 7: "mentionable", 8: "channel"}
SELECTS = {STRING_SELECT, *ENTITY_SELECTS}
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 18, 19, 21, 22, 23
LINK_STYLE, PREMIUM_STYLE = 5, 6

Component = Json


def children(component: Component) -> list[Component]:
    """Return the components directly inside, in the order of reading."""
    inside = list(many(component, "components"))
    return inside + [component[key] for key in ("accessory", "component") if component.get(key)]


def walk(components: list[Component]) -> Iterator[Component]:
    """Yield all components, each before those inside it."""
    for component in components:
        yield component
        yield from walk(children(component))


def text_of(components: list[Component]) -> str:
    """Return the text displays, one after another."""
    return "\n".join(part.get("content", "") for part in walk(components) if part["type"] == TEXT)


def find(components: list[Component], wanted: str) -> Component | None:
    """Return the button, select or input with this custom id, or else with this label or placeholder."""
    parts = list(walk(components))
    for key in ("custom_id", "label", "placeholder"):
        for part in parts:
            if part.get(key) == wanted and part["type"] != LABEL:
                return part
    return next(
        (part["component"] for part in parts if part["type"] == LABEL and part["label"] == wanted), None
    )


def numbered(components: list[Component]) -> list[Component]:
    """Return a copy in which each component has an id, as Discord fills them in."""
    taken = {part["id"] for part in walk(components) if part.get("id")}
    free = iter(number for number in range(1, 1000) if number not in taken)

    def copy(component: Component) -> Component:
        result = {**component}
        result["id"] = component.get("id") or next(free)
        if component.get("components") is not None:
            result["components"] = [copy(part) for part in component["components"]]
        for key in ("accessory", "component"):
            if component.get(key):
                result[key] = copy(component[key])
        return result

    return [copy(component) for component in components]
