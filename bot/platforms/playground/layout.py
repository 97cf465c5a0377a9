"""The playground's page around its posts: channels, the open channel and thread, and the choice of the person."""

from dataclasses import replace
from html import escape
from secrets import token_hex

from bot.platforms.playground.drawing import FACE, Drawing, hidden_field
from bot.platforms.playground.team import CHANNELS, TEAM, Seat, Team
from bot.ports.words import PageLabels
from bot.post import Post, Prose
from bot.requests.actions import plain_action

LONGEST_NAME = 60
"""Most characters of a thread's name in the list."""

PAGE = """<!doctype html>
<html lang="{language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – Council</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{base}/play.css">
<script src="{base}/morph.js" defer></script>
<script src="{base}/play.js" defer></script>
</head>
<body data-news="{base}/news" data-silent="{silent}" data-close="{close}">
<a class="skip" href="#mid-talk">{skip}</a>
<header class="top"><b class="brand">{face} Council</b> <span class="muted">{title}</span></header>
{who}
<main class="panes"><h1 class="vh">{title}</h1>
{rooms}
{middle}
{right}
</main>
{private}
</body>
</html>
"""


def page(team: Team, labels: PageLabels, drawing: Drawing, *, base: str, seat: Seat) -> str:
    """Draw the whole page for one person."""
    return PAGE.format(
        language=labels.language,
        title=escape(labels.title),
        skip=escape(labels.skip),
        silent=escape(labels.silent),
        close=escape(labels.close),
        base=base,
        face=FACE,
        who=_who(labels, seat),
        rooms=_rooms(team, labels, drawing, seat),
        middle=_channel(team, labels, drawing, base, seat),
        right=_thread(team, labels, drawing, base, seat),
        private=drawing.private(team.private.get(seat.person.id)),
    )


def trouble_page(labels: PageLabels, why: str, back: str) -> str:
    """Return a page with an error message.

    Args:
        labels: The page's fixed texts.
        why: The message.
        back: Address of the playground for visitors who have its token; empty for others.
    """
    link = f'<p><a href="{back}">{escape(labels.title)}</a></p>' if back else ""
    return (
        f'<!doctype html><html lang="{labels.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>Council</title></head>'
        f"<body><main><h1>Council</h1><p>{escape(why)}</p>{link}</main></body></html>"
    )


def _who(labels: PageLabels, seat: Seat) -> str:
    tabs = "".join(
        f'<a href="?{_query(replace(seat, number=number))}"{_current(number == seat.number, "page")}>'
        f"<bdi>{escape(person.name)}</bdi></a>"
        for number, person in enumerate(TEAM, 1)
    )
    panes = "".join(
        f'<label><input type="radio" name="pane" id="p-{pane}"{" checked" if pane == "mid" else ""}>'
        f"{escape(label)}</label>"
        for pane, label in (("rooms", labels.channels), ("mid", labels.channel), ("right", labels.thread))
    )
    return (
        f'<section class="who" aria-label="{escape(labels.you_are)}"><span>{escape(labels.you_are)}</span>'
        f'<nav class="seg" aria-label="{escape(labels.you_are)}">{tabs}</nav>'
        f'<span class="muted small">{escape(labels.teammates)}</span>'
        f'<fieldset class="seg panes-switch"><legend class="vh">{escape(labels.show)}</legend>{panes}</fieldset>'
        "</section>"
    )


def _rooms(team: Team, labels: PageLabels, drawing: Drawing, seat: Seat) -> str:
    channels = "".join(
        f'<li><a href="?{_query(replace(seat, channel=each, thread=""))}"'
        f"{_current(each == seat.channel, 'page')}># {escape(each)}</a></li>"
        for each in CHANNELS
    )
    threads = "".join(
        f'<li><a dir="auto" href="?{_query(replace(seat, thread=card.message.id))}"'
        f"{_current(card.message.id == seat.thread, 'true')}>{escape(_name_of(card.post))}</a></li>"
        for card in reversed(team.cards(seat.channel))
    )
    actions = (
        (labels.history, plain_action("history")),
        (labels.statistics, plain_action("stats")),
        (labels.board, plain_action("board")),
        (labels.decisions, plain_action("decisions")),
        (labels.schedules, plain_action("schedules")),
        (labels.templates, plain_action("templates")),
        (labels.settings, plain_action("settings")),
        (labels.help, plain_action("help")),
    )
    menu = "".join(f"<li>{drawing.press(label, action, at='channel')}</li>" for label, action in actions)
    note = f'<p class="note">{escape(labels.demo)}</p>' if labels.demo else ""
    return (
        f'<nav class="rooms" id="rooms" data-swap aria-label="{escape(labels.channels)}">'
        f"<h2>{escape(labels.channels)}</h2><ul>{channels}</ul>"
        f'<h2>{escape(labels.threads)}</h2><ul class="th">{threads}</ul>'
        f'<h2>Council</h2><ul class="menu-list">{menu}</ul>{note}</nav>'
    )


def _channel(team: Team, labels: PageLabels, drawing: Drawing, base: str, seat: Seat) -> str:
    channel = replace(seat, thread="")
    cards = team.in_channel(seat.channel)
    messages = "".join(drawing.message(card, is_card=True) for card in cards)
    empty = "" if cards else _beginning(labels, base, channel)
    settings = (
        f'<button formaction="{base}/press" name=":action" value="{plain_action("write")}">'
        f"{escape(labels.with_settings)}</button>"
    )
    ask = _composer(labels, base, channel, labels.ask_here, labels.ask, "ask", settings)
    return (
        f'<section class="mid" aria-label="# {escape(seat.channel)}">'
        f'<div class="pane-head"><h2># {escape(seat.channel)}</h2></div>'
        f'<div class="talk scroll" id="mid-talk" data-list tabindex="0" role="log" '
        f'aria-label="{escape(labels.messages)}">{empty}{messages}</div>'
        f'<div class="composer" id="composer">{ask}</div></section>'
    )


def _beginning(labels: PageLabels, base: str, seat: Seat) -> str:
    """Return the text of a channel without questions, with some to begin with."""
    tries = "".join(
        f'<li><form id="try-{at}" method="post" action="{base}/ask">{_asking_fields(seat)}'
        f'<button name="question" value="{escape(each)}" dir="auto">{escape(each)}</button></form></li>'
        for at, each in enumerate(labels.tries.split("\n"), 1)
    )
    return f'<div id="quiet"><p class="muted">{escape(labels.quiet)}</p><ul class="tries">{tries}</ul></div>'


def _thread(team: Team, labels: PageLabels, drawing: Drawing, base: str, seat: Seat) -> str:
    posts = team.in_thread(seat.channel, seat.thread) if seat.thread else []
    messages = "".join(drawing.message(each, is_card=False) for each in posts)
    empty = f'<p class="muted" id="none">{escape(labels.no_thread)}</p>' if not posts else ""
    inner = (
        _composer(labels, base, seat, labels.follow_up_here, labels.follow_up, "follow")
        if seat.thread
        else ""
    )
    return (
        f'<section class="right" aria-label="{escape(labels.thread)}"><div class="pane-head">'
        f"<h2>{escape(labels.thread)}</h2></div>"
        f'<div class="talk scroll" id="right-talk" data-list data-thread="{escape(seat.thread)}" '
        f'tabindex="0" role="region" aria-label="{escape(labels.thread)}, {escape(labels.messages)}">'
        f"{empty}{messages}</div>"
        f'<div class="composer" id="follow" data-swap>{inner}</div></section>'
    )


def _composer(
    labels: PageLabels, base: str, seat: Seat, hint: str, button: str, name: str, extra: str = ""
) -> str:
    return (
        f'<form id="form-{name}" method="post" action="{base}/ask" enctype="multipart/form-data">{_asking_fields(seat)}'
        f'<label class="vh" for="q-{name}">{escape(hint)}</label>'
        f'<textarea id="q-{name}" name="question" rows="2" dir="auto" placeholder="{escape(hint)}"></textarea>'
        f'<div class="row"><label class="btn">{escape(labels.add_files)}<input class="vh" type="file" name="files" '
        f'multiple></label>{extra}<span class="small muted" data-chosen></span>'
        f'<button class="main">{escape(button)}</button></div></form>'
    )


def seat_fields(seat: Seat) -> str:
    """Return the hidden fields that hold a form's sender, channel and thread."""
    values = {":as": str(seat.number), ":channel": seat.channel, ":thread": seat.thread}
    return "".join(hidden_field(name, value) for name, value in values.items())


def _asking_fields(seat: Seat) -> str:
    """Return the hidden fields of a form that asks; a form that is sent twice asks once."""
    return seat_fields(seat) + hidden_field(":delivery", token_hex(12))


def _name_of(post: Post) -> str:
    """Return the first words of a card: its question."""
    texts = [block.text for block in post.blocks if isinstance(block, Prose)]
    text = " ".join((texts[0] if texts else post.summary).split())
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"


def _query(seat: Seat) -> str:
    return escape(seat.query)


def _current(is_it: bool, what: str) -> str:
    return f' aria-current="{what}"' if is_it else ""
