"""Let a model rewrite a person's question and give reasons, without asking the council."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from council_core.domain.answer import Failure
from council_core.domain.budget import Allowance
from council_core.domain.draft import DraftId
from council_core.domain.member import Member
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.envelope import nonce, sanitized
from council_core.errors import ImproveFailed, RequestError
from council_core.ports import Drafts, EarlierQuestions, ModelProvider, Prompt
from council_core.prompts import fill
from council_core.stages.budget import Purse
from council_core.stages.estimate import tokens_of

LONGEST_IMPROVED = 12_000
"""Longest question in characters that a model rewrites; it would lose parts of a longer one."""

TOKENS_OF_REASONS = 200
MOST_REASONS = 3
LONGEST_REASON = 300

_FORM = re.compile(
    r"^\W*QUESTION\W*:\W*?\n?(?P<better>.*?)^\W*WHY\W*?:(?P<why>.*)\Z", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Improved:
    """A question as a model rewrote it."""

    text: str
    why: tuple[str, ...]
    model: str


def improve_prompt(text: str, *, seed: str, tenant: str) -> Prompt:
    """Return the prompt that asks a model to rewrite a question."""
    mark = nonce(seed, "improve")
    return Prompt(
        instructions=fill("improve", nonce=mark),
        text=f"--- {mark} Question\n{text}\n\n--- {mark} End\nRewrite the question.",
        purpose="improve",
        tenant=tenant,
    )


def read_improved(text: str) -> tuple[str, tuple[str, ...]]:
    """Read the question and the reasons from a reply; the question is empty if the reply has another form."""
    if (found := _FORM.search(sanitized(text))) is None:
        return "", ()
    reasons = (line.strip().lstrip("-*• ").strip() for line in found["why"].splitlines())
    kept = [reason[:LONGEST_REASON] for reason in reasons if reason]
    return found["better"].strip(), tuple(kept[:MOST_REASONS])


class Improver:
    """Helps with questions before they are asked: has them rewritten, within the budgets of their place.

    Attributes:
        drafts: Stores questions until their person chooses how to ask them.
        earlier: Finds questions that were answered before.
    """

    def __init__(
        self, *, models: ModelProvider, purse: Purse | None, drafts: Drafts, earlier: EarlierQuestions
    ) -> None:
        """
        Args:
            models: Asks members.
            purse: Knows prices and spending; without it no budget applies.
            drafts: Stores questions until their person says how to ask them.
            earlier: Finds questions that were answered before.
        """
        self.drafts, self.earlier = drafts, earlier
        self._models = models
        self._purse = purse

    async def improve(
        self,
        draft_id: DraftId,
        text: str,
        *,
        place: Place,
        member: Member,
        seconds: float,
        allowances: Sequence[Allowance],
        now: datetime,
    ) -> Improved:
        """Ask one member to rewrite a question.

        Args:
            draft_id: Id under which the cost is stored; the cost of one draft counts once.
            text: The question as it was typed.
            place: Its place, whose budgets apply.
            member: Member that rewrites it.
            seconds: Deadline of the call.
            allowances: Budgets of the place.
            now: The time of day.

        Raises:
            RequestError: The question is too long, or the reply has no question.
            ImproveFailed: The call failed.
            OverBudget, UnpricedModels: It would cost more than is left, or its cost is unknown.
        """
        if len(text) > LONGEST_IMPROVED:
            raise RequestError("improve_too_long", fact=LONGEST_IMPROVED)
        prompt = improve_prompt(text, seed=draft_id, tenant=place.tenant)
        if self._purse is not None:
            await self._purse.check_call(
                RunId(draft_id),
                place,
                allowances,
                member=member,
                tokens_in=tokens_of(prompt.instructions) + tokens_of(prompt.text),
                tokens_out=2 * tokens_of(text) + TOKENS_OF_REASONS,
                now=now,
            )
        # A person waits for the result, so a model that rests after failures is asked nevertheless.
        result = await self._models.complete(member, replace(prompt, insists=True), deadline=seconds)
        if isinstance(result, Failure):
            raise ImproveFailed(member.name, result.fault, result.facts)
        better, why = read_improved(result.text)
        if not better:
            raise RequestError("improve_unread", fact=member.name)
        return Improved(text=better, why=why, model=member.name)
