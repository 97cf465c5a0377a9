"""Programs that ask, each with a person, a place and a token, as a chat platform that shows nothing: they read their
runs themselves."""

import asyncio
import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from hmac import compare_digest

from bot.announcing.growing_verdicts import Followers
from bot.ports import LARGEST_FILE, Abilities, Handle, Thread
from bot.post import Limits, Post, StageLine, Stages
from bot.presentation.words import Words, words_for
from bot.requests.person import Person
from council_core.domain.place import Message, PersonId, Place
from council_core.domain.question import RunId
from council_core.errors import PlatformError, Problem

PLATFORM = "api"


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program that asks. It can read the runs of its own place and no others."""

    person: Person
    place: Place

    @property
    def words(self) -> Words:
        """Return the language in which it is answered."""
        return words_for(self.person.locale)

    def speaking(self, locale: str) -> "Program":
        """Return the same program with another language."""
        return replace(self, person=replace(self.person, locale=locale))


def named(name: str) -> Program:
    """Return the program with the token of this name, in a place of its own, which has budgets like a channel."""
    return Program(
        person=Person(id=PersonId(name), name=name, is_present=True),
        place=Place(platform=PLATFORM, channel=name),
    )


VARIABLE = "COUNCIL_API_TOKENS"
SHORTEST = 20
"""Fewest characters of a token; a shorter one can be guessed."""

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
EXAMPLE = f"{VARIABLE}=ci=3f9c…, ada=81d0…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The tokens, each with the name of its program."""

    by_name: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)

    @property
    def is_wanted(self) -> bool:
        """Tell whether programs may ask at all."""
        return bool(self.by_name)

    def program(self, authorization: str) -> Program | None:
        """Return the program whose token is in a header `Authorization: Bearer …`; None if the token is unknown.

        Every token is compared whole, so that the time reveals nothing about any of them.
        """
        given = authorization.encode()
        found: str | None = None
        for name, token in self.by_name.items():
            if compare_digest(given, f"Bearer {token}".encode()):
                found = name
        return None if found is None else named(found)


def read_tokens(environment: Mapping[str, str], problems: list[Problem], notices: list[Problem]) -> Tokens:
    """Read `name=token` pairs, separated by commas; `problems` takes each wrong pair."""
    del notices
    by_name: dict[str, str] = {}
    pairs = [pair.strip() for pair in environment.get(VARIABLE, "").split(",") if pair.strip()]
    for number, pair in enumerate(pairs, start=1):
        name, _, token = (part.strip() for part in pair.partition("="))
        if not token or not NAME.fullmatch(name):
            problems.append(Problem("bad_entry", name=VARIABLE, count=str(number), example=EXAMPLE))
        elif len(token) < SHORTEST or not token.isascii() or any(sign.isspace() for sign in token):
            problems.append(Problem("weak_token", name=VARIABLE, value=name, most=str(SHORTEST)))
        elif name in by_name:
            problems.append(Problem("twice", name=VARIABLE, value=name))
        elif token in by_name.values():
            problems.append(Problem("same_token", name=VARIABLE, value=name))
        else:
            by_name[name] = token
    return Tokens(by_name=by_name)


LIMITS = Limits(prose=10_000_000, parts=1, buttons=0, edits=False, drafts=True)
"""No limits: nothing is drawn, so nothing has to be split."""

CARD = "/card"
MOST_KEPT = 500
"""Most runs whose latest stages are held; nobody follows older ones."""


class ProgramPlatform:
    """The place in which programs ask. It holds each card's stages for those who follow a run in this process."""

    limits = LIMITS
    abilities = Abilities()

    def __init__(self, name: str = PLATFORM) -> None:
        """Args:
        name: Platform name of the programs' places."""
        self.name = name
        self._stages: dict[str, tuple[StageLine, ...]] = {}
        self._followers = Followers()

    def stages(self, run_id: RunId) -> tuple[StageLine, ...]:
        """Return the stages on a run's card as last drawn; empty if another process draws the card."""
        return self._stages.get(run_id, ())

    def following(self, run_id: RunId, news: asyncio.Event) -> AbstractContextManager[None]:
        """Set `news` whenever the run's card changes inside the block."""
        return self._followers.following(run_id, news)

    async def serve(self, handle: Handle | None) -> None:
        """Return at once: the HTTP server passes on programs' requests."""
        del handle

    async def open_thread(self, place: Place, post: Post, *, key: str, again: bool) -> Thread:
        """Store the card's stages. The place itself is the thread."""
        del again
        self._keep(key, post)
        return Thread(card=Message(place=place, id=key), place=place)

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        """Show nothing: the run holds everything in the post."""
        del post, again
        return Message(place=place, id=key)

    async def edit(self, message: Message, post: Post, *, final: bool = False) -> None:
        """Store the card's stages."""
        del final
        self._keep(message.id, post)

    async def remove(self, message: Message) -> None:
        """Do nothing: no post was shown."""

    def cancel_pending_edit(self, message: Message) -> None:
        """Do nothing: no edit is ever queued."""

    async def erase(self, place: Place, posts: Mapping[str, Message | None], post: Post) -> None:
        """Do nothing: no post was shown."""

    async def whisper(self, place: Place, person: str, post: Post) -> None:
        """Do nothing: a program reads the reason of a failure in its run."""

    async def address(self, message: Message) -> str:
        """Return an empty text: no post has an address."""
        del message
        return ""

    async def fetch_file(self, reference: str, *, most: int = LARGEST_FILE) -> bytes:
        """Refuse: programs ask without files. Raises PlatformError."""
        raise PlatformError(f"'{reference}' did not come with a question over the API.")

    async def may_read(self, person: PersonId, place: Place) -> bool:
        """Tell whether this is the program's own place."""
        return place.channel == person

    async def aclose(self) -> None:
        """Drop all stages."""
        self._stages.clear()

    def _keep(self, key: str, post: Post) -> None:
        run_id = key.removesuffix(CARD)
        lines = tuple(line for block in post.blocks if isinstance(block, Stages) for line in block.lines)
        if run_id == key or not lines:
            return
        self._stages.pop(run_id, None)
        self._stages[run_id] = lines
        while len(self._stages) > MOST_KEPT:
            del self._stages[next(iter(self._stages))]
        self._followers.tell(run_id)
