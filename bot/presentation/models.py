"""Draw the models that providers offer with prices and abilities, and the form's fields for members and chairman: a
list to pick from if it holds them all, else text fields."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

from bot.post import Block, Field, Heading, Post, PrivateReply, Table, line, quoted
from bot.presentation.words import Words
from bot.requests.forms import MORE_MODELS
from bot.settings.catalogue import SETTINGS
from council_core.domain.member import Member
from council_core.domain.offer import Offer, Offered
from council_core.templates.spoken import role_title

MOST_SHOWN = 25
"""Most models of one provider in a table; more would fill more than a screen, and OpenRouter lists hundreds."""


def models_reply(
    words: Words,
    offered: Sequence[Offered],
    command: str,
    *,
    allowed: Collection[str] | None = None,
    most: int = MOST_SHOWN,
) -> PrivateReply:
    """Return the list of models, a table for each provider.

    Args:
        words: Words in the person's language.
        offered: Each provider's models.
        command: The bot's command here, such as `/council`; empty in the terminal.
        allowed: Ids of the models that may be chosen here; None if every model may be.
        most: Most rows for each provider.
    """
    page = words.models
    blocks: list[Block] = [Heading(text=page.title), line(page.how(command=command))]
    for one in offered:
        blocks += _of_provider(words, one, allowed, most)
    if not offered:
        blocks.append(line(page.no_provider))
    summary = page.how(command=command)
    return PrivateReply(post=Post(blocks=tuple(blocks), summary=summary), panel=page.title)


def seat_label(words: Words, member: Member, price: Decimal | None) -> str:
    """Return a seat for a menu: its name, its model if that differs, and the price of a question."""
    model = member.model.partition(":")[2]
    name = member.name if model.casefold().endswith(member.name.casefold()) else f"{member.name} ({model})"
    if (role := member.role) is not None:
        name = f"{name}, {role_title(role.title, words.language)}"
    return name if price is None else f"{name} · {words.phrases.money(cost=price, is_estimate=False)}"


def _of_provider(words: Words, one: Offered, allowed: Collection[str] | None, most: int) -> list[Block]:
    page = words.models
    if one.silence is not None:
        return [line(page.silent(provider=quoted(one.title), why=one.silence))]
    chosen = [offer for offer in one.models if allowed is None or offer.model in allowed]
    title = line(f"**{quoted(one.title)}**")
    if not chosen:
        return [title, line(page.none_chosen(count=len(one.models)))]
    shown = chosen[:most]
    table = Table(
        columns=(page.model, page.price, page.can),
        rows=tuple(_row(words, offer) for offer in shown),
        caption=", ".join(offer.model for offer in shown),
    )
    left_out = len(chosen) - len(shown)
    return [title, table, *((line(page.more(count=left_out), small=True),) if left_out else ())]


def _row(words: Words, offer: Offer) -> tuple[str, str, str]:
    price = "–" if offer.price is None else words.phrases.money(cost=offer.price, is_estimate=False)
    return (offer.model, price, words.models.abilities(sees=offer.sees, tools=offer.tools))


LONGEST_TEXT = 3_000
"""Most characters of a field on every platform; Slack allows no more (docs.slack.dev, plain-text input)."""

LONGEST_PICKED = 100
"""Most characters of a seat in a menu on Discord; Slack takes 150."""

Described = Sequence[tuple[str, str]]
"""Names to choose from, each with its purpose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """Models to pick from."""

    lines: Described = ()
    """Models in their typed form, each with its label; empty if they must be typed."""

    most: int = 25
    """Most lines of a menu on the platform."""

    elsewhere: str = ""
    """A command that completes every model, where a menu is too short for all."""


TYPED = Menu()
"""No menu: models are typed."""


def seat_fields(
    words: Words,
    members: str,
    chairman: str,
    models: Menu,
    *,
    unchosen: Described = (),
    hint: str,
    chair_hint: str = "",
) -> tuple[Field, ...]:
    """Build the fields for members and chairman. With lists to pick from there is one more field for unlisted models.

    Args:
        words: Words in the person's language.
        members: The chosen members in their typed form.
        chairman: The chosen chairman.
        models: Models to pick from.
        unchosen: Lines of the chairman's menu that name nobody; the first one is preselected.
        hint: Hint below the members.
        chair_hint: Hint below the chairman.
    """
    picked = tuple(part for each in members.split(",") if (part := each.strip()))
    if not can_be_picked(models, (*picked, chairman)):
        return _members(words, members, hint=hint), _chairman(words, chairman, hint=chair_hint)
    labels = {value: value for value in (*picked, chairman) if value} | dict(models.lines)
    for value, _ in unchosen:
        labels.pop(value, None)
    # Chosen ones come first, because a menu that is too long is cut at its end.
    first = sorted(labels.items(), key=lambda line: line[0] not in (*picked, chairman))
    options = tuple(first[: models.most - len(unchosen)])
    if len(options) < len(first) and models.elsewhere:
        hint = words.forms.some_models(shown=len(options), of=len(first), command=models.elsewhere)
    return (
        Field(
            name="members",
            label=setting_label(words, "members"),
            kind="choices",
            value=picked,
            options=options,
            hint=hint,
            required=False,
        ),
        Field(
            name="chairman",
            label=setting_label(words, "chairman"),
            kind="choice",
            value=chairman or (unchosen[0][0] if unchosen else ""),
            options=(*unchosen, *options),
            hint=chair_hint,
            required=False,
        ),
        Field(
            name=MORE_MODELS,
            label=words.forms.more_models,
            kind="line",
            hint=words.forms.more_models_hint,
            required=False,
        ),
    )


def can_be_picked(models: Menu, chosen: Sequence[str]) -> bool:
    """Tell whether a menu can hold these seats. The same seat twice, or one with a long text, must be typed."""
    members = chosen[:-1]
    return (
        bool(models.lines)
        and len(set(members)) == len(members)
        and all(len(seat) <= LONGEST_PICKED for seat in chosen)
    )


def setting_label(words: Words, name: str) -> str:
    """Return a setting's name for people."""
    return words.settings.label(name=name, english=SETTINGS[name].label)


def _members(words: Words, text: str, *, hint: str) -> Field:
    return Field(
        name="members",
        label=setting_label(words, "members"),
        kind="text",
        value=text,
        hint=hint,
        required=False,
        longest=LONGEST_TEXT,
    )


def _chairman(words: Words, text: str, *, hint: str) -> Field:
    label = setting_label(words, "chairman")
    return Field(name="chairman", label=label, kind="line", value=text, hint=hint, required=False)
