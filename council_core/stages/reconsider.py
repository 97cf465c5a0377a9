"""Ask members once more if their positions differ, after they have seen the disputed claims, blind.

Members see claims and no texts, so a round costs little. They do not learn how many hold a claim, because a majority is
no reason. If members agree, or take no position, nobody is asked.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from council_core.domain.answer import Answer, Failure, Outcome, Reconsidered, Reply
from council_core.domain.events import SplitFound
from council_core.domain.run import Run
from council_core.domain.slate import alias_at
from council_core.domain.title import cut
from council_core.envelope import nonce, sanitized
from council_core.envelope.draw import shuffled
from council_core.ports import ModelProvider, Prompt, Steps
from council_core.positions import grouped, is_split, part
from council_core.prompts import fill
from council_core.stages.anonymize import answers_among, masked_text
from council_core.stages.answer import house_instructions
from council_core.stages.cite import cited_again
from council_core.stages.revise import ask_once_more

DECISION = re.compile(r"\W{0,4}(?:DECISION\W{1,4})?(KEEP|CHANGE)\b[\W_]{0,6}", re.IGNORECASE)
REASON = re.compile(r"^[ \t>*_#`]{0,6}REASON[*_`]{0,3}\s?[:：][*_`]{0,3}", re.MULTILINE | re.IGNORECASE)
ANSWER = re.compile(r"^[ \t>*_#`]{0,6}ANSWER[*_`]{0,3}\s?[:：][*_`]{0,3}", re.MULTILINE | re.IGNORECASE)
LONGEST_REASON = 2_000
"""Most characters of a reason; people read fewer."""


def split_found(run: Run) -> SplitFound | None:
    """Return the members' positions without their letters; None if no two positions certainly differ. Equally common
    ones are sorted by their words, because the order of the roster would tell whose they are."""
    positions = [answer.position for answer in answers_among(run.outcomes)]
    if not is_split(positions):
        return None
    groups = grouped([(alias_at(at), masked_text(each, run)) for at, each in enumerate(positions) if each])
    held = [(group.position, len(group.holders)) for group in groups]
    return SplitFound(
        run_id=run.id,
        held=tuple(sorted(held, key=lambda each: (-each[1], each[0]))),
        members=len(positions),
    )


def split_told(run: Run) -> SplitFound | None:
    """Return the split that was announced before members reconsidered; None if none was asked to."""
    if all(answer.reconsidered is None for answer in answers_among(run.outcomes)):
        return None
    outcomes = tuple(
        replace(each, position=each.reconsidered.position)
        if each.kind == "answer" and each.reconsidered is not None
        else each
        for each in run.outcomes
    )
    return split_found(replace(run, outcomes=outcomes))


def reconsider_prompt(run: Run, own: Answer, claims: Sequence[str]) -> Prompt:
    """Return one member's prompt: the question, its own answer, and every position once, in an order drawn for the
    member."""
    mark = nonce(run.seed, "reconsider", own.member)
    listed = "\n".join(
        f"- {sanitized(claim)}" for claim in shuffled(claims, run.seed, "reconsider", own.member)
    )
    sections = [
        f"--- {mark} Question\n{run.question.text}",
        f"--- {mark} Your answer\n{own.text}",
        f"--- {mark} Your position\n{own.position or 'You stated none.'}",
        f"--- {mark} The positions that members take\n{listed}",
        f"--- {mark} End\nKeep your position or change it.",
    ]
    return Prompt(
        instructions=fill("reconsider", nonce=mark, instructions=house_instructions(run)),
        text="\n\n".join(sections),
        purpose="reconsider",
        tenant=run.question.place.tenant,
    )


async def reconsider(
    run: Run, models: ModelProvider, steps: Steps, heard: Callable[[int, int], None]
) -> tuple[Outcome, ...]:
    """Ask all members who answered, at the same time, whether they keep their position.

    Returns:
        The outcomes of the run in order. A kept answer has the member's reason in `Answer.reconsidered`; a changed
        answer has the new text, and the old one there. A member that does not reply keeps its answer.
    """
    answers = answers_among(run.outcomes)
    held = grouped([(alias_at(at), masked_text(each.position, run)) for at, each in enumerate(answers)])
    claims = [group.position for group in held]
    return await ask_once_more(
        run, models, steps, heard,
        stage="reconsider",
        prompt=lambda own: reconsider_prompt(run, own, claims),
        after=reconsidered,
    )  # fmt: skip


def reconsidered(own: Answer, result: Reply | Failure) -> Answer:
    """Return an answer after its member was asked. It changes only if the reply clearly says so; otherwise it gets the
    reason."""
    kept = Reconsidered(position=own.position, usage=result.usage)
    if isinstance(result, Failure):
        return replace(own, reconsidered=kept)
    parted = part(result.text)
    decision = DECISION.match(parted.text)
    if decision is None:
        return replace(own, reconsidered=kept)
    reason, _, answer = _cut(ANSWER, parted.text[decision.end() :])
    reason = _reason(reason)
    answer = answer.strip()
    if decision[1].upper() == "KEEP" or not answer or not parted.position:
        return replace(own, reconsidered=replace(kept, reason=reason))
    work, answer = cited_again(answer, own.reply.work)
    return replace(
        own,
        reply=replace(own.reply, text=answer, work=work, finish_reason=result.finish_reason, cut=result.cut),
        position=parted.position,
        reconsidered=replace(kept, reason=reason, text=own.text),
    )


def _cut(mark: re.Pattern[str], text: str) -> tuple[str, str, str]:
    """Return the text before the first mark, the mark, and the text after it."""
    found = mark.search(text)
    return (text, "", "") if found is None else (text[: found.start()], found[0], text[found.end() :])


def _reason(text: str) -> str:
    before, mark, behind = _cut(REASON, text)
    reason = " ".join((behind if mark else before).split())
    return cut(reason, LONGEST_REASON)
