"""Checks component trees against Discord's rules (docs: components/reference)."""

from __future__ import annotations

from tests.testbed.discord import components as parts
from tests.testbed.discord.errors import FormErrors
from tests.testbed.discord.wire import Json, many, whole

MAX_COMPONENTS = 40
MAX_TEXT = 4000
V2_ONLY = {
    parts.SECTION,
    parts.TEXT,
    parts.THUMBNAIL,
    parts.GALLERY,
    parts.FILE,
    parts.SEPARATOR,
    parts.CONTAINER,
}
TOP_V2 = {parts.ROW, parts.SECTION, parts.TEXT, parts.GALLERY, parts.FILE, parts.SEPARATOR, parts.CONTAINER}
IN_CONTAINER = TOP_V2 - {parts.CONTAINER}
IN_LABEL = {
    parts.TEXT_INPUT,
    *parts.SELECTS,
    parts.FILE_UPLOAD,
    parts.RADIO,
    parts.CHECKBOXES,
    parts.CHECKBOX,
}


def check_components(
    form: FormErrors, tree: list[Json], *, v2: bool, file_names: set[str], at: str = ""
) -> None:
    """Note every mistake in the components of a message. `file_names`: the targets of `attachment://`."""
    root = f"{at}components"
    everything = list(parts.walk(tree))
    if v2 and len(everything) > MAX_COMPONENTS:
        message = f"Maximum number of components exceeded ({len(everything)} > {MAX_COMPONENTS})."
        form.add(root, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
    if (
        v2
        and sum(len(part.get("content") or "") for part in everything if part["type"] == parts.TEXT)
        > MAX_TEXT
    ):
        message = (
            f"The total displayable text size across all components exceeds the maximum size of {MAX_TEXT}"
        )
        form.add(root, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
    if not v2:
        form.length(root, tree, 0, 5)
    allowed = TOP_V2 if v2 else {parts.ROW}
    for index, part in enumerate(tree):
        path = f"{root}.{index}"
        if part["type"] not in allowed:
            form.choice(f"{path}.type", part["type"], sorted(allowed))
        else:
            _check_part(form, path, part, file_names)
    check_custom_ids(form, root, everything)


def check_custom_ids(form: FormErrors, path: str, everything: list[Json]) -> None:
    """Check that custom ids have 1-100 characters and occur once."""
    seen: set[str] = set()
    for part in everything:
        custom_id = part.get("custom_id")
        if custom_id in seen:
            form.add(path, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
        if custom_id is not None:
            seen.add(custom_id)


def _check_part(form: FormErrors, path: str, part: Json, files: set[str]) -> None:
    kind = part["type"]
    if kind == parts.ROW:
        _check_row(form, path, part)
    elif kind == parts.CONTAINER:
        _check_children(form, path, part, IN_CONTAINER, files)
    elif kind == parts.SECTION:
        form.length(f"{path}.components", part.get("components"), 1, 3, required=True)
        _check_children(form, path, part, {parts.TEXT}, files)
        accessory = part.get("accessory")
        if accessory is None:
            form.required(f"{path}.accessory")
        elif accessory["type"] == parts.BUTTON:
            check_button(form, f"{path}.accessory", accessory)
        elif accessory["type"] == parts.THUMBNAIL:
            _check_media(form, f"{path}.accessory.media", accessory.get("media"), files)
        else:
            form.choice(f"{path}.accessory.type", accessory["type"], [parts.BUTTON, parts.THUMBNAIL])
    elif kind == parts.TEXT:
        form.length(f"{path}.content", part.get("content"), 1, MAX_TEXT, required=True)
    elif kind == parts.FILE:
        _check_media(form, f"{path}.file", part.get("file"), files)
    elif kind == parts.GALLERY:
        form.length(f"{path}.items", part.get("items"), 1, 10, required=True)
        for index, item in enumerate(many(part, "items")):
            _check_media(form, f"{path}.items.{index}.media", item.get("media"), files)


def _check_children(form: FormErrors, path: str, part: Json, allowed: set[int], files: set[str]) -> None:
    inside = many(part, "components")
    if not inside:
        form.required(f"{path}.components")
    for index, child in enumerate(inside):
        where = f"{path}.components.{index}"
        if child["type"] not in allowed:
            form.choice(f"{where}.type", child["type"], sorted(allowed))
        else:
            _check_part(form, where, child, files)


def _check_row(form: FormErrors, path: str, row: Json) -> None:
    inside = many(row, "components")
    if not 1 <= len(inside) <= 5:
        form.add(f"{path}.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    for index, child in enumerate(inside):
        where = f"{path}.components.{index}"
        if child["type"] == parts.BUTTON:
            check_button(form, where, child)
        elif child["type"] in parts.SELECTS:
            check_select(form, where, child)
            if len(inside) > 1:
                form.add(
                    f"{path}.components",
                    "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                    "Row is too wide: a select fills it.",
                )
        else:
            form.choice(f"{where}.type", child["type"], [parts.BUTTON, *sorted(parts.SELECTS)])


def check_button(form: FormErrors, path: str, button: Json) -> None:
    """Check a button: label up to 80; a link has a url, any other button a custom id."""
    style = button.get("style")
    if style not in range(1, 7):
        form.choice(f"{path}.style", style, [1, 2, 3, 4, 5, 6])
    form.length(f"{path}.label", button.get("label"), 0, 80)
    if not button.get("label") and not button.get("emoji") and style != parts.PREMIUM_STYLE:
        form.add(path, "BUTTON_COMPONENT_INVALID_LABEL", "A button must have a label or an emoji")
    if style == parts.LINK_STYLE:
        form.length(f"{path}.url", button.get("url"), 1, 512, required=True)
        if button.get("custom_id"):
            form.add(
                path,
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            )
    elif style != parts.PREMIUM_STYLE:
        form.length(f"{path}.custom_id", button.get("custom_id"), 1, 100, required=True)


def check_select(form: FormErrors, path: str, select: Json) -> None:
    """Check a select: placeholder up to 150; a string select has 1-25 options of 100 characters with different
    values."""
    form.length(f"{path}.custom_id", select.get("custom_id"), 1, 100, required=True)
    form.length(f"{path}.placeholder", select.get("placeholder"), 0, 150)
    low, high = whole(select, "min_values", 1), whole(select, "max_values", 1)
    if not 0 <= low <= 25 or not 1 <= high <= 25 or low > high:
        form.add(
            f"{path}.max_values",
            "NUMBER_TYPE_MAX",
            f"min_values {low} and max_values {high} must be in 0-25 and 1-25.",
        )
    if select["type"] == parts.STRING_SELECT:
        check_options(form, path, select.get("options"), 1, 25)
        if high > len(many(select, "options")):
            form.add(
                f"{path}.max_values", "SELECT_MAX_VALUES_EXCEEDS_OPTIONS", "max_values exceeds the options."
            )


def check_options(form: FormErrors, path: str, options: list[Json] | None, low: int, high: int) -> None:
    """Check options: label, value and description of up to 100 characters, and no value twice."""
    form.length(f"{path}.options", options, low, high, required=True)
    for index, option in enumerate(options or []):
        for key, least in (("label", 1), ("value", 1), ("description", 0)):
            form.length(f"{path}.options.{index}.{key}", option.get(key), least, 100, required=least > 0)
    values = [option.get("value") for option in options or []]
    if len(set(values)) != len(values):
        form.add(
            f"{path}.options",
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            "The specified option value is already used",
        )


def _check_media(form: FormErrors, path: str, media: Json | None, files: set[str]) -> None:
    url = (media or {}).get("url") or ""
    form.length(f"{path}.url", url, 1, 2048)
    scheme, _, name = url.partition("://")
    if scheme == "attachment" and name not in files:
        code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
        form.add(f"{path}.url", code, f"The referenced attachment {name!r} was not found in the message.")
