"""Texts of Council's templates and roles in other languages: one file for each language beside this module. A template
of the operator or of a workspace stays in its writer's language."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

from council_core.domain.template import Template, TemplateField, Templates
from council_core.templates import load


@dataclass(frozen=True, slots=True, kw_only=True)
class _TemplateTexts:
    """One template in one language; missing texts stay as they are."""

    title: str
    summary: str
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    defaults: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Texts:
    """All texts of one language."""

    roles: Mapping[str, str] = field(default_factory=dict[str, str])
    """Titles by the English ones."""

    templates: Mapping[str, _TemplateTexts] = field(default_factory=dict[str, _TemplateTexts])


def spoken(templates: Templates, language: str) -> Templates:
    """Return the templates as people of this language read them. Texts for models stay unchanged.

    Args:
        templates: The templates by name.
        language: Code of a language, such as `de`; one without texts changes nothing.
    """
    texts, shipped = _texts(language).templates, _shipped()
    return {
        name: _spoken(each, texts[name]) if name in texts and each == shipped.get(name) else each
        for name, each in templates.items()
    }


def role_title(title: str, language: str) -> str:
    """Return the title of a role in this language; the title of the operator's own role stays as it is."""
    return _texts(language).roles.get(title, title)


def _spoken(template: Template, texts: _TemplateTexts) -> Template:
    fields = tuple(_field(field, texts) for field in template.fields)
    return replace(template, title=texts.title, summary=texts.summary, fields=fields)


def _field(shipped: TemplateField, texts: _TemplateTexts) -> TemplateField:
    return replace(
        shipped,
        label=texts.labels.get(shipped.name, shipped.label),
        shown=texts.choices.get(shipped.name, ()),
        default=texts.defaults.get(shipped.name, shipped.default),
    )


@cache
def _texts(language: str) -> _Texts:
    # Words import this module, and the help pages of the command line wait for no pydantic.
    from pydantic import TypeAdapter

    file = files("council_core.templates") / "languages" / f"{language}.toml"
    if not (language.isalpha() and file.is_file()):
        return _Texts()
    return TypeAdapter(_Texts).validate_python(tomllib.loads(file.read_text(encoding="utf-8")))


@cache
def _shipped() -> Templates:
    return load(None, [])
