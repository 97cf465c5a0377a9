"""Describe pictures, once and durably, for members that cannot see; a member that can see writes the description."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from council_core.blindness import scrub
from council_core.domain.answer import NO_USAGE, Failure, Reply, Usage
from council_core.domain.blob import Digest
from council_core.domain.material import Picture, pictures_of
from council_core.domain.member import Member, MemberId, Roster
from council_core.domain.run import Describer, Run
from council_core.envelope import visible
from council_core.ports import Blobs, ModelProvider, Prompt, Shown, Sight, Steps
from council_core.prompts import fill
from council_core.redaction import redact
from council_core.stages.prepare import pictures_in

MOST_TRIES = 2
"""Members that are asked for one description, one after another, before there is none."""

LONGEST = 4_000
"""Characters of a description; the prompt asks for half of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes:
    """The members of a run that see pictures, the surest first, and those that certainly do not."""

    seeing: tuple[MemberId, ...]
    blind: tuple[MemberId, ...]

    @property
    def need_words(self) -> bool:
        """Whether somebody needs a description and somebody can write it."""
        return bool(self.seeing and self.blind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A description, kept."""

    kind: Literal["described"] = "described"
    text: Digest
    characters: int
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class NotDescribed:
    """A call for a description that gave none."""

    kind: Literal["not_described"] = "not_described"
    usage: Usage


async def eyes_of(roster: Roster, sight: Sight | None) -> Eyes:
    """Return who sees: by the member's own setting, else as its provider says. A member of which nobody knows is
    taken to see until its model refuses a picture."""
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
        purpose="describe",
        tenant=tenant,
    )


async def described(run: Run, models: ModelProvider, sight: Sight | None, blobs: Blobs, steps: Steps) -> Run:
    """Return the run with a description of each picture, where a member needs one and another can write it.

    Each description is one paid step. The run keeps who wrote them, which nobody is told before the reveal.
    """
    if not pictures_of(run.material):
        return run
    steps = steps.within("describe")
    eyes = await steps.once("sight", lambda: eyes_of(run.settings.roster, sight), Eyes)
    if not eyes.need_words:
        return run
    shown = await pictures_in(run.material, blobs)
    work = _Describing(run, models, blobs, steps, eyes.seeing[:MOST_TRIES])
    # Pages may look the same, and one description serves them all.
    firsts = {picture.content: number for number, (picture, _) in reversed(tuple(enumerate(shown)))}
    async with asyncio.TaskGroup() as group:
        writing = {
            digest: group.create_task(work.described(number, *shown[number]))
            for digest, number in sorted(firsts.items(), key=lambda each: each[1])
        }
    written = {digest: task.result()[0] for digest, task in writing.items()}
    return replace(
        run,
        material=tuple(
            replace(each, described=words.described, characters=words.characters)
            if isinstance(each, Picture) and (words := written.get(each.content)) is not None
            else each
            for each in run.material
        ),
        describers=tuple(each for task in writing.values() for each in task.result()[1]),
    )


class _Describing:
    """The pictures of one run on their way into words."""

    def __init__(
        self, run: Run, models: ModelProvider, blobs: Blobs, steps: Steps, writers: Sequence[MemberId]
    ) -> None:
        self._run, self._models, self._blobs, self._steps = run, models, blobs, steps
        self._writers = writers

    async def described(
        self, number: int, picture: Picture, content: bytes
    ) -> tuple[Picture, tuple[Describer, ...]]:
        """Return the picture with its description, and everybody who was asked for it."""
        shown, asked = Shown(media_type=picture.media_type, content=content), list[Describer]()
        for member_id in self._writers:
            member = self._run.settings.roster.named(member_id)
            found = await self._steps.once(
                f"{number}:{member_id}",
                lambda member=member: self._ask(member, shown),
                Described | NotDescribed,
            )
            gave = isinstance(found, Described)
            if gave or found.usage != NO_USAGE:
                asked.append(Describer(member=member_id, gave=gave, usage=found.usage))
            if isinstance(found, Described):
                return replace(picture, described=found.text, characters=found.characters), tuple(asked)
        return picture, tuple(asked)

    async def _ask(self, member: Member, shown: Shown) -> Described | NotDescribed:
        run = self._run
        prompt = description_prompt(shown, run.question.place.tenant)
        reply: Reply | Failure = await self._models.complete(
            member, prompt, deadline=run.settings.call_seconds
        )
        if isinstance(reply, Failure):
            return NotDescribed(usage=reply.usage)
        text = scrub(visible(reply.text), roster=run.settings.roster).text.strip()[:LONGEST]
        text = redact(text).text if run.settings.redact else text
        kept = await self._blobs.put(run.id, text.encode("utf-8", "replace"))
        return Described(text=kept, characters=len(text), usage=reply.usage)
