"""Cut replies that are too long to read, and store the whole of an answer as bytes.

A run goes on with the beginning, because reviews, masking, posts and the store take no more. The whole answer is
attached to the answer's post.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace

from council_core.domain.answer import LONGEST_REPLY, Cut, Failure, Outcome, Reply
from council_core.domain.events import LateAnswerArrived, LongAnswer
from council_core.domain.material import Digest
from council_core.domain.member import Member
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.slate import Alias
from council_core.errors import StoreError, UnknownBlob, UnknownRun
from council_core.ports import Blobs, ModelProvider, Prompt, Queueing
from council_core.positions import part
from council_core.stages.anonymize import answers_among, cited_late, masked_text

logger = logging.getLogger(__name__)

KEPT_WHOLE = ("answer", "revise")
"""Purposes whose replies people want to read to the end. A longer review or verdict is an endless loop."""


class LongReplies:
    """A `ModelProvider` for one run, whose replies have at most `LONGEST_REPLY` characters."""

    def __init__(self, models: ModelProvider, run_id: RunId, blobs: Blobs) -> None:
        self._models = models
        self._run_id = run_id
        self._blobs = blobs

    async def complete(
        self, member: Member, prompt: Prompt, *, deadline: float, queueing: Queueing = nullcontext
    ) -> Reply | Failure:
        result = await self._models.complete(member, prompt, deadline=deadline, queueing=queueing)
        if isinstance(result, Failure) or len(result.text) <= LONGEST_REPLY:
            return result
        whole = await self._kept(result.text) if prompt.purpose in KEPT_WHOLE else None
        cut = Cut(characters=len(result.text), whole=whole)
        return replace(result, text=result.text[:LONGEST_REPLY].rstrip(), cut=cut)

    def check(self, member: Member) -> None:
        self._models.check(member)

    async def _kept(self, text: str) -> Digest | None:
        """Store the text. Return None if it cannot be stored: the call is paid for, so it must not fail and be
        repeated."""
        try:
            return await self._blobs.put(self._run_id, text.encode("utf-8", errors="replace"))
        except (StoreError, UnknownRun) as error:
            logger.warning("an answer of %d characters could not be kept whole: %s", len(text), error)
            return None


async def whole_texts(run: Run, blobs: Blobs) -> Mapping[Alias, str]:
    """Return the whole texts, masked, of the answers on the slate that were cut."""
    if run.key is None:
        return {}
    texts = {
        run.key.alias(answer.member): await whole_text(answer, run, blobs)
        for answer in answers_among(run.outcomes)
    }
    return {alias: text for alias, text in texts.items() if alias is not None and text}


async def whole_text(outcome: Outcome, run: Run, blobs: Blobs) -> str:
    """Return the whole text of an answer, masked; empty if the run has all of it, or the rest was not stored."""
    cut = outcome.reply.cut if outcome.kind == "answer" else None
    if cut is None or cut.whole is None:
        return ""
    try:
        text = part((await blobs.get(cut.whole)).decode("utf-8")).text
    except UnknownBlob:
        return ""
    return await asyncio.to_thread(masked_text, text, run)


async def late_answer(
    run: Run, late: Sequence[Outcome], member: str, blobs: Blobs
) -> LateAnswerArrived | None:
    """Return the event for a member's late answer; None where it gave none."""
    answer = next((answer for answer in answers_among(late) if answer.member == member), None)
    if answer is None:
        return None
    cut = answer.reply.cut
    whole = await whole_text(answer, run, blobs)
    return LateAnswerArrived(
        run_id=run.id,
        text=masked_text(answer.text, run),
        too_long=None if cut is None else LongAnswer(characters=cut.characters, whole=whole),
        cited=cited_late(answer, run),
    )
