"""Models to pick in a form, with the price of a question, and seats that somebody chose for one run."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal

from bot.conversation.desk import Desk
from bot.conversation.placed_settings import PlacedSettings, texts_of
from bot.post import Limits
from bot.presentation.models import LONGEST_PICKED, Menu, seat_label
from bot.presentation.words import Words
from bot.settings.catalogue import typed
from bot.settings.roster import read_roster
from council_core.domain.member import Member, MemberId
from council_core.domain.place import Level, PlaceSettings
from council_core.domain.settings import CouncilSettings
from council_core.errors import SettingsError

SECONDS_FOR_PRICES = 0.7
"""Time limit in seconds for the prices in a form."""

SECONDS_FOR_OFFERS = 1.2
"""Time limit in seconds for a provider's list in a form. A list that comes later appears in the next form."""

NUMBERED = re.compile(r" \(\d+\)$")
"""Number behind the name of a model with several seats."""


async def models_to_pick(
    desk: Desk, words: Words, levels: Sequence[Mapping[str, str]], limits: Limits
) -> Menu:
    """Return the seats that people may pick under these levels, as typed text, each with its name and the price of a
    question. The seats of this place come first, then those of the operator, of the presets, and what providers offer
    for the operator's patterns. Empty if a seat of this place does not fit into a menu."""
    seats: list[str] = []
    with suppress(SettingsError):
        seats += seats_typed(desk.places.settings_for({}, levels))
    if any(len(seat) > LONGEST_PICKED for seat in seats):
        return Menu()
    for options in ({}, *({"preset": name} for name, _ in desk.places.described)):
        with suppress(SettingsError):
            seats += seats_typed(desk.places.settings_for(options))
    roles = desk.templates.roles
    lines = [
        (seat, seat_label(words, read_roster(seat, "", roles).chairman, price))
        for seat, price in (await _priced(desk, seats)).items()
        if len(seat) <= LONGEST_PICKED
    ]
    elsewhere = f"{desk.command} ask members:" if limits.completes else ""
    return Menu(lines=lines, most=limits.choices, elsewhere=elsewhere)


async def members_suggested(
    desk: Desk, words: Words, seats: Sequence[str]
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return these seats and all other models that may be chosen, as people type them. Add pairs of a model and its
    price for one question; a model without a known price has no pair."""
    priced, told = await _priced(desk, seats), words.phrases.money
    prices = (
        (seat, told(cost=price, is_estimate=False)) for seat, price in priced.items() if price is not None
    )
    return tuple(priced), tuple(prices)


async def _priced(desk: Desk, seats: Sequence[str]) -> dict[str, Decimal | None]:
    """Return these seats and all other models that may be chosen, each with the price of a question."""
    own = list(dict.fromkeys((*seats, *desk.allowed.named)))
    prices, offers = await asyncio.gather(_prices(desk, own), desk.allowed.found(SECONDS_FOR_OFFERS))
    known = dict(zip(own, prices, strict=True))
    return known | {offer.model: offer.price for offer in offers if offer.model not in known}


async def _prices(desk: Desk, seats: Sequence[str]) -> Sequence[Decimal | None]:
    # Importing the list of prices takes a moment, and forms and completions must be there within three seconds.
    with suppress(TimeoutError):
        async with asyncio.timeout(SECONDS_FOR_PRICES):
            return await asyncio.gather(*(desk.offers.price(seat.partition("?")[0]) for seat in seats))
    return (None,) * len(seats)


def seats_typed(settings: CouncilSettings) -> list[str]:
    """Return the members of these settings in their typed form."""
    return typed(settings)["members"].split(",\n")


def has_seats_of_its_own(
    settings: CouncilSettings, places: PlacedSettings, levels: Mapping[Level, PlaceSettings]
) -> bool:
    """Tell whether a seat has a name, instructions or limits that neither the operator nor a manager gave it. A person
    who chose them for one run may recognise the seat's answer."""
    managed: set[Member] = set()
    for options in ({}, {"preset": settings.preset}):
        with suppress(SettingsError):
            managed |= set(map(_bare, places.settings_for(options, texts_of(levels)).roster.everyone()))
    seats = {_bare(seat) for seat in settings.roster.everyone()} - managed
    return any(seat != _bare(read_roster(seat.model, "").chairman) for seat in seats)


def _bare(seat: Member) -> Member:
    """Return the seat without its differences from other seats of the same model."""
    return replace(seat, id=MemberId(""), name=NUMBERED.sub("", seat.name), answers=True, reviews=True)
