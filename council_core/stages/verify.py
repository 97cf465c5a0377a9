"""Let reviewers check the claims that decide a question against sources, before they review."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from council_core.domain.answer import Failure, Reply
from council_core.domain.claim import Check, CheckedClaim, ClaimCheck
from council_core.domain.member import Member, MemberId
from council_core.domain.review import Review
from council_core.domain.run import Run
from council_core.domain.slate import Slate
from council_core.domain.tool import Source, Work
from council_core.envelope import nonce, sanitized
from council_core.ports import ModelProvider, Prompt, Steps
from council_core.positions.words import NEGATIONS
from council_core.prompts import fill
from council_core.reading.checks import LONGEST_CLAIM, LONGEST_QUOTE, MOST_CLAIMS, read_checks
from council_core.stages.anonymize import masked_sources
from council_core.stages.answer import house_instructions
from council_core.stages.clean import Cleaner
from council_core.stages.consult import Consultation, Hands, uses_tools
from council_core.stages.deadline import REVIEWS, StageDeadline

MOST_SHOWN = 8
"""Most claims in the table; those with a source come first."""

ALIKE = 0.6
"""Share of common words from which two claims with the same numbers count as one."""

WORD = re.compile(r"[^\W\d_]+")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def verify_prompt(run: Run, slate: Slate) -> Prompt:
    """Return the prompt for every reviewer that checks claims: the same words for all of them."""
    mark = nonce(run.seed, "verify")
    sections = [
        f"--- {mark} Question\n{run.question.text}",
        *(f"--- {mark} Answer {each.alias}\n{sanitized(each.with_sources)}" for each in slate.responses),
        f"--- {mark} End\nCheck the claims that decide the question, and reply with the JSON object.",
    ]
    instructions = fill("verify", nonce=mark, claims=str(MOST_CLAIMS), instructions=house_instructions(run))
    return Prompt(
        instructions=instructions,
        text="\n\n".join(sections),
        purpose="verify",
        tenant=run.question.place.tenant,
    )


async def verify(
    run: Run,
    slate: Slate,
    reviewers: Sequence[Member],
    models: ModelProvider,
    steps: Steps,
    hands: Hands | None,
) -> Mapping[MemberId, Check]:
    """Let every reviewer that uses tools check claims, all at the same time.

    Args:
        run: The run with its answers.
        slate: The answers under letters.
        reviewers: Members that review.
        models: Asks members.
        steps: The run's steps.
        hands: The run's tools; None for none.

    Returns:
        One check for each of them, without claims if the model called no tool, did not finish in time, or was not asked
        because most of the budget was spent before.
    """
    checkers = [member for member in reviewers if uses_tools(member)] if run.settings.verify else []
    if hands is None or not checkers:
        return {}
    hands.addresses |= {source.url for response in slate.responses for source in response.sources}
    hands.spent = run.usage.cost or hands.spent
    if hands.is_spent() and not hands.citable.sources:
        # Without tools and without a search before the run there is nothing to check claims against.
        return {member.id: Check(work=Work(out_of_budget=True)) for member in checkers}
    prompt, cleaner = verify_prompt(run, slate), Cleaner(run)
    quorum = min(len(checkers), run.settings.quorum)
    deadline = StageDeadline(run.settings, quorum=quorum, calls=len(checkers), allowance=REVIEWS)

    branches = {member.id: steps.within(f"verify:{member.id}") for member in checkers}
    for branch in branches.values():
        hands.recall(branch)

    async def check(member: Member) -> Check:

        async def consult() -> Check:
            consultation = Consultation(member, prompt, hands, models, branches[member.id], deadline.paused)
            said = await deadline.bound(consultation.reply(cites=False))
            if isinstance(said, Failure):
                deadline.missed()
                return Check(usage=consultation.usage)
            deadline.heard(said.latency)
            return _read(said, consultation, run, cleaner, hands.citable.sources)

        return await steps.once(f"verify:{member.id}", consult, Check, made_of_steps=True)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(check(member)) for member in checkers]
    return {member.id: task.result() for member, task in zip(checkers, tasks, strict=True)}


def _read(
    said: Reply, consultation: Consultation, run: Run, cleaner: Cleaner, given: Sequence[Source]
) -> Check:
    claims = read_checks(said.text, consultation.uses, consultation.numbers, given)
    clean = tuple(
        replace(
            each,
            # Cut after masking, which would miss the beginning of a name.
            claim=cleaner.text(each.claim)[:LONGEST_CLAIM],
            quote=cleaner.text(each.quote)[:LONGEST_QUOTE],
            source=None if each.source is None else masked_sources((each.source,), run)[0],
        )
        for each in claims
    )
    return Check(claims=clean, work=said.work, usage=said.usage)


def with_checks(prompt: Prompt, check: Check | None, seed: str, reviewer: MemberId) -> Prompt:
    """Return a reviewer's prompt with the results of that reviewer's own check."""
    if check is None or not check.claims:
        return prompt
    lines = "\n".join(f"- {_in_a_line(each)}" for each in check.claims)
    about = fill("checked", nonce=nonce(seed, "checked", reviewer), claims=sanitized(lines))
    return replace(prompt, text=f"{about}\n\n{prompt.text}")


def _in_a_line(check: ClaimCheck) -> str:
    source = f" ({check.source.url or check.source.title})" if check.source else ""
    flagged = "" if check.is_quoted else " The quotation for it does not stand in that source."
    return f"{check.claim}: {check.mark.replace('_', ' ')}{source}.{flagged}"


def checked_claims(reviews: Sequence[Review]) -> tuple[CheckedClaim, ...]:
    """Return the claims of all reviewers, similar ones merged. Claims with more checks come first, and among equals
    those with a source."""
    groups: list[list[ClaimCheck]] = []
    for review in sorted(reviews, key=lambda review: review.number):
        earlier = list(groups)  # Claims of the same reviewer are never merged.
        for check in review.claims:
            alike = (group for group in earlier if _is_alike(group[0].claim, check.claim))
            group = next(alike, None)
            if group is None:
                groups.append([check])
            else:
                group.append(check)
                earlier.remove(group)
    claims = [_together(group) for group in groups]
    ordered = sorted(claims, key=lambda each: (each.mark == "not_found", -_checkers(each)))
    return tuple(ordered[:MOST_SHOWN])


def _checkers(claim: CheckedClaim) -> int:
    return claim.supported + claim.contradicted + claim.not_found


def _together(group: Sequence[ClaimCheck]) -> CheckedClaim:
    marks = [check.mark for check in group]
    sources: dict[str, Source] = {}
    for check in group:
        if check.source is not None:
            sources.setdefault(check.source.url or check.source.title, check.source)
    return CheckedClaim(
        claim=group[0].claim,
        supported=marks.count("supported"),
        contradicted=marks.count("contradicted"),
        not_found=marks.count("not_found"),
        sources=tuple(sources.values()),
        misquoted=tuple(dict.fromkeys(check.quote for check in group if not check.is_quoted)),
    )


def _is_alike(one: str, other: str) -> bool:
    """Tell whether two claims say the same: the same numbers, both or neither negated, and mostly the same words."""
    if set(NUMBER.findall(one)) != set(NUMBER.findall(other)):
        return False
    words = [frozenset(WORD.findall(text.casefold())) for text in (one, other)]
    if bool(words[0] & NEGATIONS) != bool(words[1] & NEGATIONS):
        return False
    union = words[0] | words[1]
    return not union or len(words[0] & words[1]) / len(union) >= ALIKE


def claims_in_words(claims: Sequence[CheckedClaim]) -> str:
    """Return the table as the chairman reads it, a line for each claim."""
    lines = [
        f"- {each.claim}: {each.mark.replace('_', ' ')}"
        f" (supported by {each.supported}, contradicted by {each.contradicted}, not found by {each.not_found})"
        + "".join(f" {source.url or source.title}" for source in each.sources)
        + (" A quotation for it does not stand in its source." if each.misquoted else "")
        for each in claims
    ]
    return sanitized("\n".join(lines))
