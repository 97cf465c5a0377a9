"""Describe pictures, once and durably, for members that cannot see; a member that can see writes the description.

If a member certainly cannot see, the pictures are described before any member is asked. If its sight is unknown, the
member gets the pictures; when its model refuses them, they are described then.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from typing import Literal

from council_core.blindness import scrub
from council_core.domain.answer import NO_USAGE, Failure, Unseen, Usage
from council_core.domain.material import Digest, Material, Picture, Piece, Unread, pictures_of
from council_core.domain.member import Member, MemberId, Roster
from council_core.domain.run import Describer, Run
from council_core.envelope import visible
from council_core.errors import UnknownBlob
from council_core.ports import Blobs, ModelProvider, Prompt, Queueing, Shown, Sight, Steps
from council_core.prompts import fill
from council_core.redaction import redact
from council_core.stages.contents import pictures_in

MOST_TRIES = 2
"""Most members that are asked for one description, one after another."""

LONGEST = 4_000
"""Most characters of a description; the prompt asks for half of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes:
    """The members of a run that see pictures, the surest first, and the members that certainly do not."""

    seeing: tuple[MemberId, ...]
    blind: tuple[MemberId, ...]

    @property
    def need_words(self) -> bool:
        """Tell whether a member needs descriptions and another can write them."""
        return bool(self.seeing and self.blind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A description, stored as a blob."""

    kind: Literal["described"] = "described"
    text: Digest
    characters: int
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class NotDescribed:
    """A call for a description that failed."""

    kind: Literal["not_described"] = "not_described"
    usage: Usage
    is_blind: bool = False
    """Whether the model takes no pictures, so that another model may succeed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The description of a picture; or a note that nobody could write one."""

    picture: Digest
    text: Digest | None = None
    characters: int = 0
    asked: tuple[Describer, ...] = ()


async def eyes_of(roster: Roster, sight: Sight | None) -> Eyes:
    """Return which members see, by their own settings or else by their providers' word. A member of unknown sight
    counts as seeing until its model refuses a picture."""
    real = [member for member in roster.everyone() if not member.is_demo]
    known = {member.id: await _sees(member, sight) for member in real}
    surest_first = sorted(real, key=lambda member: known[member.id] is not True)
    return Eyes(
        seeing=tuple(member.id for member in surest_first if known[member.id] is not False),
        blind=tuple(member.id for member in real if known[member.id] is False),
    )


async def _sees(member: Member, sight: Sight | None) -> bool | None:
    if member.sees is not None or sight is None:
        return member.sees
    return await sight.sees(member)


def description_prompt(shown: Shown, tenant: str) -> Prompt:
    """Return the prompt for the description of a picture."""
    return Prompt(
        instructions=fill("describe"),
        text="Describe this picture.",
        pictures=(shown,),
        must_see=True,
        purpose="describe",
        tenant=tenant,
    )


async def described(
    run: Run, models: ModelProvider, sight: Sight | None, blobs: Blobs, steps: Steps
) -> "tuple[Run, Describing | None]":
    """Describe each picture if a member certainly needs that and another one can.

    Each description is one paid step. The run stores its writers, who stay secret until the reveal.

    Returns:
        The run with the descriptions, and the object that describes pictures which members refuse later; None if there
        is nothing to describe, or nobody to do it. Pictures that are the whole question and that nobody sees are
        unread.
    """
    if not pictures_of(run.material):
        return run, None
    steps = steps.within("describe")
    eyes = await steps.once("sight", lambda: eyes_of(run.settings.roster, sight), Eyes)
    if not eyes.seeing:
        is_unread = bool(eyes.blind) and is_all_pictures(run)
        return (replace(run, material=_unseen(run.material)) if is_unread else run), None
    describing = Describing(run, models, blobs, steps, eyes, await pictures_in(run.material, blobs))
    if eyes.need_words:
        await describing.all_of_them()
    return describing.applied(run), describing


def is_all_pictures(run: Run) -> bool:
    """Tell whether a run was asked with pictures alone: without words, and without a file that has any."""
    files = [each for each in run.material if each.source == "file"]
    return run.question.is_wordless and not any(isinstance(each, Piece) for each in files)


def _unseen(material: Material) -> Material:
    """Return the material with each picture as unread; the pages of one document count once."""
    rest: list[Piece | Picture | Unread] = []
    for each in material:
        is_picture = isinstance(each, Picture)
        kept = Unread(source=each.source, name=each.name, reason="no_sight") if is_picture else each
        if kept not in rest:
            rest.append(kept)
    return tuple(rest)


def paid_describers(run: Run, steps: Steps) -> tuple[Describer, ...]:
    """Return the members that had described the pictures of a stopped run, from its steps."""
    pictures = pictures_of(run.material)
    if not pictures:
        return ()
    calls = [
        (
            member.id,
            steps.completed(f"{number}:{member.id}", Described | NotDescribed, scope="describe"),
        )
        for number in range(len(pictures))
        for member in run.settings.roster.everyone()
    ]
    return tuple(
        Describer(member=member, gave=isinstance(call, Described), usage=call.usage)
        for member, call in calls
        if isinstance(call, Described | NotDescribed)
    )


class Describing:
    """Describes the pictures of one run for members that cannot see them."""

    def __init__(
        self,
        run: Run,
        models: ModelProvider,
        blobs: Blobs,
        steps: Steps,
        eyes: Eyes,
        shown: Sequence[tuple[Picture, bytes]],
    ) -> None:
        self._run, self._models, self._blobs, self._steps = run, models, blobs, steps
        self._eyes, self._shown = eyes, shown
        # Equal pages share one description.
        self._numbers = {picture.content: n for n, (picture, _) in reversed(tuple(enumerate(shown)))}
        self._written: dict[Digest, Written] = {}
        self._refused: set[MemberId] = set()
        """Members whose models refused a picture in this run."""

        self._told: set[MemberId] = set()
        """Those of them that were given a description."""

        self._one_by_one = asyncio.Lock()
        self._are_answers_in = False

    @property
    def is_all_there_is(self) -> bool:
        """Tell whether the question consists of the pictures alone."""
        return is_all_pictures(self._run)

    def serves(self, prompt: Prompt) -> bool:
        """Tell whether a member that refuses the pictures of this prompt gets descriptions of them."""
        if not prompt.pictures or self._eyes.need_words:
            return False
        # A call that outlives its stage may outlive the run, and then the run's steps are gone.
        return prompt.purpose != "answer" or not self._are_answers_in

    async def all_of_them(self, queueing: Queueing = nullcontext) -> None:
        """Describe all pictures that have no description yet."""
        async with asyncio.TaskGroup() as group:
            for digest in self._numbers:
                if digest not in self._written:
                    group.create_task(self._write(digest, queueing))

    async def told(self, member: MemberId, queueing: Queueing) -> tuple[tuple[Written, str], ...]:
        """Return the descriptions with their texts, for a member whose model refused the pictures.

        Args:
            member: The member.
            queueing: Entered while a request waits for a slot at its provider.
        """
        self._refused.add(member)
        async with self._one_by_one:
            await self.all_of_them(queueing)
            texts = await self.texts()
            if texts and member not in self._told:
                await self._steps.once(f"told:{member}", _yes, bool)
                self._told.add(member)
        return texts

    async def texts(self) -> tuple[tuple[Written, str], ...]:
        """Return the descriptions so far, with their texts; without those of a run that was deleted meanwhile."""
        texts: list[tuple[Written, str]] = []
        for each in self._written.values():
            if each.text is not None:
                with suppress(UnknownBlob):
                    texts.append((each, (await self._blobs.get(each.text)).decode("utf-8")))
        return tuple(texts)

    async def since(self, run: Run) -> Run:
        """Return the run with the descriptions that were written since its beginning; the same result after a crash."""
        if not self._eyes.need_words:
            found = await self._steps.once("since", self._so_far, tuple[Written, ...])
            self._written |= {each.picture: each for each in found}
        self._are_answers_in = True
        return self.applied(run)

    def applied(self, run: Run) -> Run:
        """Return the run with all descriptions so far."""
        in_order = sorted(self._written.values(), key=lambda each: self._numbers[each.picture])
        return replace(
            run,
            material=tuple(
                replace(each, described=words.text, characters=words.characters)
                if isinstance(each, Picture) and (words := self._written.get(each.content)) is not None
                else each
                for each in run.material
            ),
            describers=tuple(each for words in in_order for each in words.asked),
        )

    async def _so_far(self) -> tuple[Written, ...]:
        written = [
            self._written.get(digest) or self._summed_up(digest, self._calls_before(number))
            for digest, number in self._numbers.items()
        ]
        if not self._are_answers_in:
            readers = tuple(
                member.id
                for member in self._run.settings.roster.answering
                if member.id in self._told or self._steps.completed(f"told:{member.id}", bool)
            )
            written = [
                replace(each, asked=tuple(replace(one, readers=readers) for one in each.asked))
                for each in written
            ]
        return tuple(each for each in written if each.asked)

    async def _write(self, digest: Digest, queueing: Queueing) -> None:
        number = self._numbers[digest]
        picture, content = self._shown[number]
        shown = Shown(media_type=picture.media_type, content=content)
        calls = self._calls_before(number)
        # A member that was asked before a crash comes first, so that nobody is paid again.
        for member_id in (*calls, *self._eyes.seeing):
            failed = sum(isinstance(each, NotDescribed) and not each.is_blind for each in calls.values())
            is_done = any(isinstance(each, Described) for each in calls.values()) or failed >= MOST_TRIES
            if is_done:
                break
            if member_id in calls or member_id in self._refused:
                continue
            member = self._run.settings.roster.named(member_id)
            calls[member_id] = await self._steps.once(
                f"{number}:{member_id}",
                lambda member=member: self._ask(member, shown, queueing),
                Described | NotDescribed,
            )
        self._written[digest] = self._summed_up(digest, calls)

    def _calls_before(self, number: int) -> dict[MemberId, Described | NotDescribed]:
        """Return the finished calls for a picture."""
        calls: dict[MemberId, Described | NotDescribed] = {}
        for member_id in self._eyes.seeing:
            found = self._steps.completed(f"{number}:{member_id}", Described | NotDescribed)
            if isinstance(found, Described | NotDescribed):
                calls[member_id] = found
        return calls

    def _summed_up(self, digest: Digest, calls: Mapping[MemberId, Described | NotDescribed]) -> Written:
        answering = {member.id for member in self._run.settings.roster.answering}
        asked = tuple(
            Describer(
                member=member_id,
                gave=isinstance(found, Described),
                usage=found.usage,
                readers=tuple(each for each in self._eyes.blind if each in answering),
                is_early=self._eyes.need_words,
            )
            for member_id, found in calls.items()
            if isinstance(found, Described) or found.usage != NO_USAGE
        )
        given = next((found for found in calls.values() if isinstance(found, Described)), None)
        if given is None:
            return Written(picture=digest, asked=asked)
        return Written(picture=digest, text=given.text, characters=given.characters, asked=asked)

    async def _ask(self, member: Member, shown: Shown, queueing: Queueing) -> Described | NotDescribed:
        run = self._run
        prompt = description_prompt(shown, run.question.place.tenant)
        reply = await self._models.complete(
            member, prompt, deadline=run.settings.call_seconds, queueing=queueing
        )
        if isinstance(reply, Failure):
            return NotDescribed(usage=reply.usage, is_blind=isinstance(reply, Unseen))
        seen = visible(reply.text)
        # A name in a picture is its content, so a seat is masked only where the text claims to be one.
        text = scrub(seen, roster=run.settings.roster, known=seen).text.strip()[:LONGEST]
        text = redact(text).text if run.settings.redact else text
        kept = await self._blobs.put(run.id, text.encode("utf-8", "replace"))
        return Described(text=kept, characters=len(text), usage=reply.usage)


async def _yes() -> bool:
    return True
