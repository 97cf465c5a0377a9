"""Draw posts, replies and forms as HTML. Every text is escaped, and no attribute can run a script."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b
from html import escape
from typing import assert_never

from bot.platforms.playground.sent import SEVERAL
from bot.platforms.playground.team import Private, Standing
from bot.ports.words import PageLabels
from bot.post import (
    Actions,
    Block,
    Button,
    Chart,
    Choice,
    Field,
    Form,
    Heading,
    Line,
    LinkButton,
    Mention,
    Part,
    Post,
    PrivateReply,
    Prose,
    Spot,
    Stages,
    StageState,
    Table,
    Time,
)
from bot.requests.forms import REFILL_FORM, TIPS_FORM
from council_core.exports.html import html_of, html_of_inline
from council_core.exports.tree import inline, tree

MARKS: dict[StageState, str] = {"waiting": "○", "running": "◐", "done": "●", "failed": "×"}

FIRST_SIGN = 0xE000
PRIVATE = re.compile("[\ue000-\uf8ff]")
"""Characters without an assigned meaning, which stand for parts of a line while it is parsed."""

FACE = (
    '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><rect x="7.5" y="7.5" width="9" height="9" rx="2.5" '
    'fill="none" stroke="currentColor" stroke-width="2"/><circle cx="12" cy="2.8" r="2" fill="currentColor"/>'
    '<circle cx="12" cy="21.2" r="2" fill="currentColor"/><circle cx="2.8" cy="12" r="2" fill="currentColor"/>'
    '<circle cx="21.2" cy="12" r="2" fill="currentColor"/></svg>'
)


class Drawing:
    """Draws for one person, in their language."""

    def __init__(self, labels: PageLabels, *, base: str, hidden: str, query: str) -> None:
        """Args:
        labels: The fixed texts in their language.
        base: Beginning of every address, with the token.
        hidden: Hidden fields of every form: the person, and what is open.
        query: The same for links, without the channel and the thread."""
        self._labels, self._base, self._hidden, self._query = labels, base, hidden, query

    def message(self, standing: Standing, *, is_card: bool) -> str:
        """Draw a post with its sender; the digest tells the script whether it has changed."""
        inner = self.post(standing.post, at=f"post:{standing.message.id}", files=standing.message.id)
        time = f'<time datetime="{standing.at.isoformat()}">{standing.at.astimezone():%H:%M}</time>'
        by = f'<p class="by"><b>Council</b> <span class="muted">{time}</span></p>'
        kind = "said post card" if is_card else "said post"
        body = f'<span class="face">{FACE}</span>{by}<div class="{kind}">{inner}</div>'
        return f'<article class="msg" id="{standing.message.id}" data-v="{_digest(body)}">{body}</article>'

    def private(self, private: Private | None) -> str:
        """Draw the window of one person; an empty place if there is none."""
        if private is None:
            return '<aside id="private" data-v="" hidden></aside>'
        labels, shown = self._labels, private.shown
        match shown:
            case PrivateReply(post=post, panel=title):
                is_named = bool(post.blocks) and post.blocks[0] == Heading(text=title)
                blocks = post.blocks[1:] if is_named else post.blocks  # The window has that heading.
                inner = self.post(replace(post, blocks=blocks), at="private", files="")
            case Form(title=title):
                inner = self.form(shown, private.errors, private.delivery)
        close = self._form("close", f"<button>{escape(labels.close)}</button>")
        head = f"<header><p><b>{escape(title or labels.only_you)}</b></p>{close}</header>"
        note = f'<p class="small muted">{escape(labels.only_you)}</p>' if title else ""
        body = f'{head}{note}<div class="post">{inner}</div>'
        name = escape(title or labels.only_you)
        return (
            f'<aside id="private" tabindex="-1" role="region" aria-live="polite" aria-label="{name}" '
            f'data-v="{private.number}-{_digest(body)}">{body}</aside>'
        )

    def post(self, post: Post, *, at: str, files: str) -> str:
        """Draw a post's blocks.

        Args:
            post: The post.
            at: Where its buttons are: in a message, or in a person's window.
            files: The message that holds its files; empty for a private reply.
        """
        drawn = [self._block(block, at) for block in post.blocks]
        for index, file in enumerate(post.files):
            where = f"{self._base}/file/{files or 'private'}/{index}?{self._query}"
            link = f'<a href="{escape(where)}" download="{escape(file.name)}">{escape(file.name)}</a>'
            drawn.append(
                f'<p class="file">{escape(self._labels.file)}: {link} <span class="muted">'
                f"{escape(file.title)}</span></p>"
            )
        return f'<div class="tone-{post.tone}">{"".join(drawn)}</div>'

    def form(self, form: Form, errors: Sequence[tuple[str, str]], delivery: str) -> str:
        """Draw a form with its mistakes beside the fields."""
        wrong = dict(errors)
        intro = f"<p>{html_of_inline(inline(form.intro))}</p>" if form.intro else ""
        files = "".join(f'<p class="file">{escape(file.name)}</p>' for file in form.files)
        fields = "".join(_field(field, wrong.get(field.name, "")) for field in form.fields)
        # These come after the main button, because Enter presses the first button of a form. Tips unfold without a
        # button of ours.
        shown = [each for each in form.aside if each.action not in (TIPS_FORM, REFILL_FORM)]
        aside = "".join(self._aside(each.label, each.action) for each in shown)
        if any(field.reloads for field in form.fields):
            aside += self._aside("", REFILL_FORM)
        action = hidden_field(":action", form.action) + hidden_field(":delivery", delivery)
        main = f'<button class="main">{escape(form.submit)}</button>'
        tips = "".join(f"<li>{html_of_inline(inline(tip))}</li>" for tip in form.tips)
        if tips:
            intro += f"<details><summary>{escape(form.tips_title)}</summary><ul>{tips}</ul></details>"
        inner = f'{intro}{files}{action}{fields}<div class="row">{main}{aside}</div>'
        return self._form("submit", inner, has_files=any(each.kind == "files" for each in form.fields))

    def _aside(self, label: str, action: str) -> str:
        """Draw a button that sends an unfinished form to have it drawn again. Without a label, only the script presses
        it."""
        named = f'name=":again" value="{escape(action)}"'
        where = f'formaction="{self._base}/again" formnovalidate'
        if label:
            return f"<button {where} {named}>{escape(label)}</button>"
        return f"<span hidden><button {where} {named} data-reload></button></span>"

    def press(self, label: str, action: str, *, at: str, style: str = "plain", confirm: str = "") -> str:
        """Draw a button. One that needs confirmation unfolds its question first."""
        hidden = hidden_field(":at", at)
        chosen = {"primary": ' class="main"', "danger": ' class="danger"'}.get(style, "")
        named = f'name=":action" value="{escape(action)}"'
        if not confirm:
            return self._form("press", f"{hidden}<button{chosen} {named}>{escape(label)}</button>")
        yes = self._form("press", f"{hidden}<button {named}>{escape(self._labels.confirm)}</button>")
        sure = f'<div class="menu"><p>{escape(confirm)}</p>{yes}</div>'
        return f'<details class="drop"><summary class="btn">{escape(label)}</summary>{sure}</details>'

    def _form(self, name: str, inner: str, *, has_files: bool = False) -> str:
        kind = ' enctype="multipart/form-data"' if has_files else ""
        return f'<form method="post" action="{self._base}/{name}"{kind}>{self._hidden}{inner}</form>'

    def _block(self, block: Block, at: str) -> str:
        match block:
            case Heading():
                return f'<h3 dir="auto">{escape(block.text)}</h3>'
            case Prose():
                return f'<div class="prose">{html_of(tree(block.text))}</div>'
            case Line():
                small = ' class="small muted"' if block.small else ""
                text = f'<p dir="auto"{small}>{self._words(block.parts)}</p>'
                beside = block.beside
                return text if beside is None else f'<div class="row">{text}{self._button(beside, at)}</div>'
            case Table():
                return self._table(block.columns, block.rows, block.caption)
            case Chart():
                columns = ("", *(name for name, _ in block.series))
                rows = [
                    (label, *(f"{values[index]:g}" for _, values in block.series))
                    for index, label in enumerate(block.labels)
                ]
                return self._table(columns, rows, block.title)
            case Stages():
                lines = "".join(
                    f'<li class="{line.state}"><span aria-hidden="true">{MARKS[line.state]}</span> '
                    f"{escape(line.label)} <span class=muted>{escape(line.detail)}</span></li>"
                    for line in block.lines
                )
                return f'<ul class="stages">{lines}</ul>'
            case Actions():
                return self._actions(block, at)
            case _:
                assert_never(block)

    def _actions(self, actions: Actions, at: str) -> str:
        drawn = [self._button(each, at) for each in actions.buttons]
        if actions.choices:
            menu = "".join(self._choice(each, at) for each in actions.choices)
            name = escape(actions.placeholder or "…")
            drawn.append(
                f'<details class="drop"><summary class="btn">{name}</summary><div class="menu">{menu}</div></details>'
            )
        return f'<div class="row">{"".join(drawn)}</div>'

    def _button(self, button: Button | LinkButton, at: str) -> str:
        if isinstance(button, LinkButton):
            return f'<a class="btn" href="{escape(self._address(button.url))}">{escape(button.label)}</a>'
        confirm = button.confirm.question if button.confirm else ""
        return self.press(button.label, button.action, at=at, style=button.style, confirm=confirm)

    def _choice(self, choice: Choice, at: str) -> str:
        return self.press(choice.label, choice.action, at=at)

    def _address(self, url: str) -> str:
        """Return an address that this person can follow within the playground, as themselves."""
        path, at, rest = url.partition("?channel=")
        return f"?{self._query}&channel={rest}" if at and path.endswith(f"{self._base}/") else url

    def _table(self, columns: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
        head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
        body = "".join(
            f"<tr>{''.join(f'<td dir=auto>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
        )
        said = f'<caption class="vh">{escape(caption)}</caption>' if caption else ""
        inner = f"<table>{said}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        name = escape(caption or self._labels.table)
        return f'<div class="table" tabindex="0" role="region" aria-label="{name}">{inner}</div>'

    def _words(self, parts: Sequence[Part]) -> str:
        """Draw our own text. A mark may open in one part and close in another, so all parts are parsed at once, with a
        private character for each person, place and time."""
        others = [part for part in parts if not isinstance(part, str)]
        signs = iter(range(FIRST_SIGN, FIRST_SIGN + len(others)))
        text = "".join(PRIVATE.sub("", part) if isinstance(part, str) else chr(next(signs)) for part in parts)
        drawn = html_of_inline(inline(text))
        return PRIVATE.sub(lambda found: self._part(others[ord(found[0]) - FIRST_SIGN]), drawn)

    def _part(self, part: Mention | Spot | Time) -> str:
        match part:
            case Mention():
                return f'<b class="mention"><bdi>@{escape(part.name)}</bdi></b>'
            case Spot():
                place = part.place
                thread = f"&thread={place.thread}" if place.thread else ""
                href = f"?{self._query}&channel={place.channel}{thread}"
                return f'<a href="{escape(href)}">{escape(part.name)}</a>'
            case Time():
                local = part.at.astimezone()
                spelled = {"time": "%H:%M", "date": "%Y-%m-%d", "both": "%Y-%m-%d %H:%M"}[part.shows]
                return f'<time datetime="{part.at.isoformat()}">{local:{spelled}}</time>'
            case _:
                assert_never(part)


def hidden_field(name: str, value: str) -> str:
    """Return a hidden field."""
    return f'<input type="hidden" name="{name}" value="{escape(value)}">'


def _field(field: Field, wrong: str) -> str:
    name, value = escape(field.name), "".join(field.value) if isinstance(field.value, tuple) else field.value
    hint = f'<span class="small muted" id="h-{name}">{escape(field.hint)}</span>' if field.hint else ""
    error = f'<span class="error" role="alert" id="e-{name}">{escape(wrong)}</span>' if wrong else ""
    must = " required" if field.required and field.kind in {"line", "text", "number", "choice"} else ""
    below = " ".join([*([f"e-{name}"] if wrong else []), *([f"h-{name}"] if field.hint else [])])
    about = f'id="f-{name}" name="{name}"{must} aria-invalid="{str(bool(wrong)).lower()}"'
    about += f' aria-describedby="{below}"' if below else ""
    longest = f' maxlength="{field.longest}"' if field.longest else ""
    match field.kind:
        case "line":
            control = f'<input {about}{longest} value="{escape(value)}">'
        case "number":
            control = f'<input {about} inputmode="decimal" value="{escape(value)}">'
        case "text":
            control = f'<textarea {about}{longest} rows="4">{escape(value)}</textarea>'
        case "choice":
            control = _select(field, about)
        case "choices":
            return _ticks(field, f"{hint}{error}")
        case "flag":
            control = f'<input type="checkbox" {about} value="yes"{" checked" if field.value else ""}>'
        case "files":
            control = f'<input type="file" {about} multiple>'
        case _:
            assert_never(field.kind)
    return (
        f'<div class="field"><label for="f-{name}">{escape(field.label)}</label>{control}{hint}{error}</div>'
    )


def _select(field: Field, about: str) -> str:
    chosen = field.value if isinstance(field.value, tuple) else (field.value,)
    options = [
        f'<option value="{escape(value)}"{" selected" if value in chosen else ""}>{escape(label)}</option>'
        for value, label in field.options
    ]
    if not field.required and not field.reloads:
        options.insert(0, '<option value=""></option>')
    reloads = " data-reloads" if field.reloads else ""
    return f"<select {about}{reloads}>{''.join(options)}</select>"


def _ticks(field: Field, below: str) -> str:
    """Draw a box to tick for each choice, because in a browser's list it is hard to choose nothing."""
    name, chosen = escape(field.name), field.value if isinstance(field.value, tuple) else (field.value,)
    boxes = "".join(
        f'<label class="tick"><input type="checkbox" name="{name}" value="{escape(value)}"'
        f"{' checked' if value in chosen else ''}> {escape(label)}</label>"
        for value, label in field.options
    )
    return (
        f'<fieldset class="field"><legend>{escape(field.label)}</legend>{hidden_field(SEVERAL, field.name)}'
        f'<div class="ticks">{boxes}</div>{below}</fieldset>'
    )


def _digest(text: str) -> str:
    return blake2b(text.encode(errors="replace"), digest_size=6).hexdigest()
