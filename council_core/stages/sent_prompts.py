"""Rebuild the prompts that the models of a stored run were sent, with their raw replies.

The stages that sent the prompts build them again. Prompts are not stored, because they repeat question, material and
all answers for each model. Their parts are stored, and the seed draws the same letters, orders and codes again.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from council_core.domain.claim import Check
from council_core.domain.material import pictures_of
from council_core.domain.member import Member
from council_core.domain.run import Run
from council_core.ports import Blobs, Prompt, RunStore
from council_core.stages.anonymize import answers_among
from council_core.stages.answer import answer_prompt, is_not_asked
from council_core.stages.consult import told_of_tools
from council_core.stages.contents import texts_of, words_of
from council_core.stages.given import Given, given_to
from council_core.stages.rank import rank
from council_core.stages.remember import remembered
from council_core.stages.review import review_prompts
from council_core.stages.synthesize import verdict_prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class SentPrompt:
    """One model's prompt of one stage, without pictures and further rounds with tools."""

    purpose: Literal["answer", "review", "verdict"]
    name: str
    """The model's name."""

    instructions: str
    """The system message."""

    history: tuple[tuple[str, str], ...]
    """Earlier questions of the thread with their verdicts."""

    text: str
    """The user message."""

    reply: str
    """The model's own words; empty if none arrived in time."""


async def sent_prompts(run: Run, blobs: Blobs, store: RunStore) -> tuple[SentPrompt, ...]:
    """Return the prompts for answers, reviews and verdict, in this order.

    Only for readers who may see all of a revealed run: prompts hold the house's instructions and each model's own.
    Requests to repair a ballot, to reconsider or to criticise are not included, nor is material that was deleted
    meanwhile.

    Args:
        run: The run as it is stored.
        blobs: Texts of its material.
        store: Earlier runs of its thread.
    """
    given = replace(
        given_to(
            run,
            await texts_of(run.material, blobs),
            [(picture, b"") for picture in pictures_of(run.material)],
            await remembered(run, blobs, store),
        ),
        words=await words_of(run.material, blobs),
    )
    # Only the members that needed them read descriptions that were written during the answers.
    is_late = any(not each.is_early for each in run.describers)
    readers = {reader for each in run.describers for reader in each.readers}

    def given_to_member(purpose: str, member: Member) -> Given:
        is_unread = is_late and purpose == "answer" and member.id not in readers
        return replace(given, words={}) if is_unread else given

    def sent() -> tuple[SentPrompt, ...]:
        return tuple(
            _sent(purpose, member, given_to_member(purpose, member).to(prompt), reply)
            for purpose, member, prompt, reply in _prompts(run)
        )

    # Each prompt with long material takes up to a second.
    return await asyncio.to_thread(sent)


def _sent(
    purpose: Literal["answer", "review", "verdict"], member: Member, prompt: Prompt, reply: str
) -> SentPrompt:
    own = (member.system_prompt, prompt.instructions)
    return SentPrompt(
        purpose=purpose,
        name=member.name,
        instructions="\n\n".join(part for part in own if part),
        history=prompt.history,
        text=prompt.text,
        reply=reply,
    )


def _prompts(run: Run) -> Iterable[tuple[Literal["answer", "review", "verdict"], Member, Prompt, str]]:
    roster = run.settings.roster
    used = {answer.member for answer in answers_among(run.outcomes) if answer.reply.work is not None}
    asked = answer_prompt(run)
    for outcome in run.outcomes:
        if is_not_asked(outcome):
            continue
        member = roster.named(outcome.member)
        prompt = told_of_tools(asked, run, member) if outcome.member in used else asked
        yield "answer", member, prompt, outcome.text if outcome.kind == "answer" else ""
    if run.slate is None or run.key is None:
        return
    if run.reviews:
        left = list(run.reviews)
        checks = {
            review.reviewer: Check(claims=review.claims) for review in reversed(run.reviews) if review.claims
        }
        for member, prompt in review_prompts(run, run.slate, roster.reviewing, checks):
            own = next((review for review in left if review.reviewer == member.id), None)
            if own is not None:
                left.remove(own)
                yield "review", member, prompt, "\n\n".join(own.texts)
    if run.verdict is not None:
        why_not = rank(run, run.slate, run.key)[1]
        yield (
            "verdict",
            roster.named(run.verdict.chairman),
            verdict_prompt(run, run.slate, why_not, run.key),
            run.verdict.text,
        )
