"""Draw templates as a list with their fields, and as forms for a question with one."""

from collections.abc import Mapping, Sequence
from typing import Literal

from bot.post import (
    Actions,
    Block,
    Button,
    Choice,
    Field,
    Form,
    Heading,
    Post,
    PrivateReply,
    Prose,
    line,
    quoted,
)
from bot.presentation.phrases import confirmation
from bot.presentation.replies import refusal
from bot.presentation.words import Words
from bot.requests.actions import draft_action, own_template_action, save_template_action, template_action
from bot.requests.forms import NOTHING, QUESTION, TEMPLATE, own_template_field, template_field
from council_core.domain.draft import Draft
from council_core.domain.title import cut_at_word
from council_core.errors import RequestError
from council_core.templates import MOST_CHOICES, Template, TemplateField
from council_core.templates.written import Mistake, TemplatePart, written

LONGEST_CHOICE = 70
LONGEST_LABEL = 45
LONGEST_TITLE = 24
LONGEST_SUMMARY = 100
LONGEST_NAME, LONGEST_ABOUT, LONGEST_EXTRAS = 30, 130, 200


def templates_reply(
    words: Words,
    templates: Sequence[Template],
    command: str,
    *,
    in_chat: bool = True,
    may_change: bool = False,
) -> PrivateReply:
    """Return the templates, each with its purpose, its fields and its typed form.

    Args:
        words: Words in the person's language.
        templates: Templates to list.
        command: The bot's command here, such as `/council`.
        in_chat: Whether a template can be chosen from a menu.
        may_change: Whether the person may change the workspace's templates.
    """
    page = words.templates
    blocks: list[Block] = [Heading(text=page.title), line(page.how(command=command, in_chat=in_chat))]
    for template in templates:
        blocks.append(line(f"**{quoted(template.title)}** ({template.name}): {quoted(template.summary)}"))
        if template.fields:
            blocks.append(line(", ".join(_described(words, field) for field in template.fields), small=True))
    if in_chat:
        choices = tuple(
            Choice(label=cut_at_word(each.title, LONGEST_CHOICE), action=template_action(each.name))
            for each in templates
        )
        blocks.append(Actions(choices=choices, placeholder=page.choose))
    if may_change:
        new = Button(label=page.new, action=own_template_action("edit", ""))
        change = tuple(
            Choice(
                label=cut_at_word(each.title, LONGEST_CHOICE), action=own_template_action("show", each.name)
            )
            for each in templates
        )
        blocks.append(Actions(buttons=(new,), choices=change, placeholder=page.change))
    summary = page.how(command=command, in_chat=in_chat)
    return PrivateReply(post=Post(blocks=tuple(blocks), summary=summary), panel=page.title)


def _described(words: Words, field: TemplateField) -> str:
    choices = field.shown or field.choices
    shown = f"{field.name}: {', '.join(choices)}" if choices else f"{field.name}: {field.label}"
    return quoted(f"{shown} ({words.templates.required})" if field.required else shown)


def template_reply(words: Words, template: Template, *, is_own: bool) -> PrivateReply:
    """Return one whole template, for a person who may change it."""
    page, texts = words.templates, written(template)
    edit = Button(
        label=page.edit if is_own else page.own_version, action=own_template_action("edit", template.name)
    )
    delete = Button(
        label=page.delete,
        action=own_template_action("delete", template.name),
        style="danger",
        confirm=confirmation(page.sure(title=template.title), words),
    )
    blocks: list[Block] = [
        Heading(text=template.title),
        line(quoted(template.summary)),
        Prose(text=template.instructions),
        *(line(quoted(each), small=True) for each in texts["fields"].splitlines()),
    ]
    if texts["extras"]:
        blocks.append(line(quoted(texts["extras"]), small=True))
    blocks.append(Actions(buttons=(edit, delete) if is_own else (edit,)))
    post = Post(blocks=tuple(blocks), summary=f"{template.title}: {template.summary}")
    return PrivateReply(post=post, panel=page.title)


def own_template_form(words: Words, template: Template | None, *, mark: str, longest: int) -> Form:
    """Return the form for a template of the workspace, filled in with its present or copied texts. `mark`: see
    `SaveTemplate`."""
    page = words.templates
    texts: Mapping[TemplatePart, str] = written(template) if template is not None else {}

    def field(
        part: TemplatePart, kind: Literal["line", "text"], most: int, *, required: bool = True
    ) -> Field:
        return Field(
            name=own_template_field(part),
            label=page.part(part=part),
            kind=kind,
            value=texts.get(part, ""),
            hint=page.part_hint(part=part),
            required=required,
            longest=min(most, longest),
        )

    return Form(
        title=page.form_title,
        action=save_template_action(template.name if template is not None else "", mark),
        fields=(
            field("name", "line", LONGEST_NAME),
            field("about", "line", LONGEST_ABOUT),
            field("instructions", "text", longest),
            field("fields", "text", longest, required=False),
            field("extras", "line", LONGEST_EXTRAS, required=False),
        ),
        submit=page.save,
    )


def template_mistakes(words: Words, found: Sequence[Mistake]) -> tuple[tuple[str, str], ...]:
    """Return the mistakes in a template of the workspace, by the fields of its form."""
    said = words.templates.mistake
    return tuple(
        (
            own_template_field(each.part),
            said(kind=each.kind, line=each.line, fact=each.fact, known=each.known),
        )
        for each in found
    )


def template_saved(words: Words, template: Template, command: str) -> PrivateReply:
    """Say that everybody in the workspace can use the template."""
    page, name = words.templates, template.name
    said = page.saved(title=quoted(template.title), name=name, command=command)
    summary = page.saved(title=template.title, name=name, command=command).replace("**", "")
    post = Post(blocks=(line(said),), summary=summary, tone="good")
    return PrivateReply(post=post)


def template_deleted(words: Words, name: str, *, is_gone: bool, back: bool) -> PrivateReply:
    """Say that the template is deleted, and that the operator's template of that name applies again if there is one."""
    page = words.templates
    said = page.deleted(name=quoted(name), is_gone=is_gone, back=back)
    summary = page.deleted(name=name, is_gone=is_gone, back=back).replace("**", "")
    return PrivateReply(post=Post(blocks=(line(said),), summary=summary))


def template_form(words: Words, template: Template, *, longest: int) -> Form:
    """Return the form for a question with a template's fields."""
    question = Field(name=QUESTION, label=words.forms.question, kind="text", longest=longest)
    return Form(
        title=cut_at_word(template.title, LONGEST_TITLE),
        action=template_action(template.name),
        fields=(question, *template_fields(template, {}, longest)),
        submit=words.forms.ask,
        intro=quoted(template.summary),
    )


def fields_form(words: Words, template: Template, draft: Draft, *, longest: int) -> Form:
    """Return the form with the fields of a draft's template; the draft has its question already."""
    return Form(
        title=cut_at_word(template.title, LONGEST_TITLE),
        action=draft_action("fill", draft.id),
        fields=template_fields(template, draft.fields, longest),
        submit=words.forms.ask,
        intro=quoted(template.summary),
    )


def template_fields_reply(words: Words, template: Template, draft: Draft) -> PrivateReply:
    """Say that the template has fields, with a button for the form that shows them."""
    page = words.templates
    said, count = (
        page.has_fields(title=quoted(template.title), count=len(template.fields)),
        len(template.fields),
    )
    summary = page.has_fields(title=template.title, count=count).replace("**", "")
    fill = Button(label=page.fill_in, action=draft_action("fill", draft.id), style="primary")
    return PrivateReply(post=Post(blocks=(line(said), Actions(buttons=(fill,))), summary=summary))


def template_mistake(words: Words, error: RequestError) -> str:
    """Return the mistake in a field as the text to show beside it."""
    page = words.templates
    match error.kind:
        case "template_empty":
            return page.empty
        case "template_number":
            return page.no_number
        case _:
            return refusal(words, error)


def template_choice(
    words: Words,
    templates: Sequence[Template],
    chosen: Template | None,
    first: Sequence[tuple[str, str]] = (),
) -> Field:
    """Return the field for a template in the form for a question.

    Args:
        words: Words in the person's language.
        templates: The templates.
        chosen: The chosen one; None for none.
        first: Values and labels of what can come before the question is asked instead. The last templates make room
            for them in a full menu; a command names these.
    """
    shown = list(templates)
    if first:
        # The chosen one stays in the menu, so that sending the form does not take it away.
        shown = sorted(templates, key=lambda each: each != chosen)[: MOST_CHOICES - 1 - len(first)]
        shown.sort(key=templates.index)
    options = tuple((each.name, cut_at_word(each.title, LONGEST_CHOICE)) for each in shown)
    return Field(
        name=TEMPLATE,
        label=words.templates.template_or_first if first else words.templates.template,
        kind="choice",
        value=chosen.name if chosen is not None else NOTHING,
        options=((NOTHING, words.forms.none), *first, *options),
        hint=cut_at_word(chosen.summary, LONGEST_SUMMARY) if chosen is not None else "",
        required=False,
        reloads=True,
    )


def template_fields(template: Template, filled: Mapping[str, str], longest: int) -> tuple[Field, ...]:
    """Return the fields of a template, with their values so far."""
    return tuple(
        Field(
            name=template_field(template.name, field.name),
            label=cut_at_word(field.label, LONGEST_LABEL),
            kind="choice" if field.kind == "choice" else "line",
            value=_value(field, filled),
            options=tuple((each, field.choice_shown(each)) for each in field.choices),
            required=field.required,
            longest=None if field.kind == "choice" else longest,
        )
        for field in template.fields
    )


def _value(field: TemplateField, filled: Mapping[str, str]) -> str:
    """Return the initial value of a field; a menu accepts only one of its choices."""
    value = field.chosen(filled.get(field.name, field.default))
    return value if field.kind != "choice" or value in field.choices else field.default
