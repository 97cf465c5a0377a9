"""Models to pick in a form, with the price of a question, and seats that somebody chose for one run."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal

from bot.conversation.desk import Desk
from bot.conversation.placed_settings import PlacedSettings, texts_of
from bot.presentation import LONGEST_PICKED, MOST_PICKED, seat_label
from bot.presentation.words import Words
from bot.settings.catalogue import typed
from bot.settings.roster import read_roster
from council_core.domain.member import Member, MemberId
from council_core.domain.place_settings import Level, PlaceSettings
from council_core.domain.settings import CouncilSettings
from council_core.errors import SettingsError

SECONDS_FOR_PRICES = 0.7
"""Time limit in seconds for the prices in a form."""

NUMBERED = re.compile(r" \(\d+\)$")
"""Number behind the name of a model with several seats."""


async def models_to_pick(
    desk: Desk, words: Words, levels: Sequence[Mapping[str, str]]
) -> tuple[tuple[str, str], ...]:
    """Return the seats that people may pick under these levels, as typed text, each with its name and the price of a
    question. The seats of this place come first, then those of the operator and of the presets. Empty if a seat of this
    place does not fit into a menu."""
    seats: list[str] = []
    with suppress(SettingsError):
        seats += seats_typed(desk.places.settings_for({}, levels))
    if any(len(seat) > LONGEST_PICKED for seat in seats):
        return ()
    for options in ({}, *({"preset": name} for name, _ in desk.places.described)):
        with suppress(SettingsError):
            seats += seats_typed(desk.places.settings_for(options))
    seats += desk.places.allowed
    picked = [seat for seat in dict.fromkeys(seats) if len(seat) <= LONGEST_PICKED][: MOST_PICKED - 1]
    priced = zip(picked, await _prices(desk, picked), strict=True)
    roles = desk.templates.roles
    return tuple(
        (seat, seat_label(words, read_roster(seat, "", roles).chairman, price)) for seat, price in priced
    )


async def prices_told(desk: Desk, words: Words, seats: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return each of these seats, as they are typed, with the price of a question; without those whose price is
    unknown."""
    priced = zip(seats, await _prices(desk, seats), strict=True)
    told = words.phrases.money
    return tuple((seat, told(cost=price, is_estimate=False)) for seat, price in priced if price is not None)


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
