"""Prompts as files: `name.md` beside this module, with `{{placeholders}}` to fill in."""

import re
from functools import cache
from importlib.resources import files

PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


def fill(name: str, **values: str) -> str:
    """Fill in the prompt `name.md`: each placeholder gets the value of its name, in one pass, so braces inside a
    value stay as they are.

    Raises:
        KeyError: A placeholder has no value, or a value has no placeholder.
    """
    template = _template(name)
    if unused := set(values) - set(PLACEHOLDER.findall(template)):
        raise KeyError(f"{name}.md has no placeholder {', '.join(sorted(unused))}")
    return PLACEHOLDER.sub(lambda match: values[match[1]], template).strip()


@cache
def _template(name: str) -> str:
    return (files("council_core.prompts") / f"{name}.md").read_text(encoding="utf-8")
