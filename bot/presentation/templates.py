"""Templates -> a list with their fields, and the form for a question with one."""

from collections.abc import Sequence

from bot.post import Actions, Block, Choice, Field, Form, Heading, Post, PrivateReply, line, quoted
from bot.presentation.phrases import shortened
from bot.presentation.words import Words
from bot.requests import template_action
from bot.requests.forms import OF_TEMPLATE, QUESTION
from council_core.templates import Template, TemplateField

LONGEST_CHOICE = 70
LONGEST_LABEL = 45
LONGEST_TITLE = 24


def templates_reply(
    words: Words, templates: Sequence[Template], command: str, *, in_chat: bool = True
) -> PrivateReply:
    """The templates, each with what it is for, its fields and how to type it.

    Args:
        words: The person's language.
        templates: What to list.
        command: How one calls the bot here, such as `/council`.
        in_chat: Whether one can be chosen from a menu.
    """
    page = words.templates
    blocks: list[Block] = [Heading(text=page.title), line(page.how(command=command))]
    for template in templates:
        blocks.append(line(f"**{quoted(template.title)}** ({template.name}): {quoted(template.summary)}"))
        if template.fields:
            blocks.append(line(", ".join(_described(words, field) for field in template.fields), small=True))
    if in_chat:
        choices = tuple(
            Choice(label=shortened(each.title, LONGEST_CHOICE), action=template_action(each.name))
            for each in templates
        )
        blocks.append(Actions(choices=choices, placeholder=page.choose))
    summary = page.how(command=command)
    return PrivateReply(post=Post(blocks=tuple(blocks), summary=summary), panel=page.title)


def _described(words: Words, field: TemplateField) -> str:
    shown = f"{field.name}: {', '.join(field.choices)}" if field.choices else f"{field.name}: {field.label}"
    return quoted(f"{shown} ({words.templates.required})" if field.required else shown)


def template_form(words: Words, template: Template, *, longest: int) -> Form:
    """A question, and what the template asks for."""
    question = Field(name=QUESTION, label=words.forms.question, kind="text", longest=longest)
    return Form(
        title=shortened(template.title, LONGEST_TITLE),
        action=template_action(template.name),
        fields=(question, *(_field(field, longest) for field in template.fields)),
        submit=words.forms.ask,
        intro=quoted(template.summary),
    )


def _field(field: TemplateField, longest: int) -> Field:
    is_choice = field.kind == "choice"
    return Field(
        name=f"{OF_TEMPLATE}{field.name}",
        label=shortened(field.label, LONGEST_LABEL),
        kind="choice" if is_choice else "line",
        value=field.default,
        options=tuple((each, each) for each in field.choices),
        required=field.required,
        longest=None if is_choice else longest,
    )
