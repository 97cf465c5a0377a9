"""Draw the models that providers offer: prices, abilities, and a sentence about a provider without a list."""

from collections.abc import Collection, Sequence
from decimal import Decimal

from bot.post import Block, Heading, Post, PrivateReply, Table, line, quoted
from bot.presentation.words import Words
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
