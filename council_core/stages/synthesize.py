"""Ask for the chairman's verdict, or return the failures of everybody in the chairman's line; add the chairman's own
critique if the settings ask for it."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from council_core.domain.answer import Abstention, Failure, Reply
from council_core.domain.ballot import Order
from council_core.domain.links import links_in
from council_core.domain.member import Member, MemberId
from council_core.domain.ranking import Ranking, Scoreboard
from council_core.domain.review import Review
from council_core.domain.run import Run
from council_core.domain.slate import AliasKey, Slate
from council_core.domain.verdict import Verdict
from council_core.envelope import nonce, sanitized
from council_core.ports import ModelProvider, Prompt, Steps
from council_core.positions import grouped
from council_core.prompts import fill
from council_core.reading.conclusion import conclusion
from council_core.stages.anonymize import masked_text
from council_core.stages.answer import INSISTING, house_instructions, is_not_asked
from council_core.stages.cite import cited_in_verdict
from council_core.stages.rank import deciding_board
from council_core.stages.verify import checked_claims, claims_in_words


def order_in_words(order: Order) -> str:
    """Return `B > A = C`: best first, ties with an equals sign."""
    return " > ".join(" = ".join(group) for group in order)


def _standings(ranking: Ranking | None, board: Scoreboard | None, why_not: str) -> str:
    if ranking is None:
        return why_not
    lines = [
        f"{standing.place}. Response {standing.alias}"
        + (f" ({standing.win_rate:.0%} of comparisons won)" if standing.win_rate is not None else "")
        for standing in ranking.standings
    ]
    sure = {"clear": "clear", "leaning": "leaning", "too_close": "too close to call", "nothing": "none"}
    if ranking.best_scored and board is not None:
        better = "lower" if board.lower_is_better else "higher"
        means = [f"Response {row.alias}: {row.mean:.1f}" for row in board.rows if row.mean is not None]
        head = f"By the mean scores, which are the result here ({better} is better), best first:"
        lines = [head, *means, "By the ballots, which count for less here:", *lines]
    return "\n".join([*lines, f"How sure the panel is of the first place: {sure[ranking.certainty]}."])


def _review(review: Review, mark: str) -> str:
    order = review.reading.order
    read = f"order {order_in_words(order)}" if order else "no clear order; not counted"
    reasons = "\n".join(f"Response {alias}: {reason}" for alias, reason in review.reading.reasons)
    words = "\n".join(part for part in (_yardstick(review), reasons, review.reading.comment) if part)
    prose = words or (review.texts[-1] if review.texts else "")
    return f"--- {mark} Reviewer {review.number}: {read}\n{sanitized(prose)}".rstrip()


def _yardstick(review: Review) -> str:
    """Return a reviewer's points of a right answer and its own short answer, in a line each."""
    yardstick = review.reading.yardstick
    if yardstick is None:
        return ""
    points = "; ".join(yardstick.points)
    lines = (f"A right answer contains: {points}" if points else "", f"Own answer: {yardstick.answer}")
    return "\n".join(line for line in lines if line and not line.endswith(": "))


def _shortened(run: Run, mark: str) -> str:
    aliases = run.reviews[0].shortened if run.reviews else ()
    if not aliases:
        return ""
    return (
        f"--- {mark} Shortened for the reviewers\nThe middle of these was not shown to them: {', '.join(aliases)}. "
        "You have them whole; what a review misses there may stand in it."
    )


def what_was_said(run: Run, slate: Slate, mark: str) -> tuple[str, ...]:
    """Return the sections of a prompt with all responses and reviews, each under its letter or number; some may be
    empty."""
    responses = "\n\n".join(
        f"--- {mark} Response {each.alias}\n{sanitized(each.with_sources)}" for each in slate.responses
    )
    reviews = "\n\n".join(_review(review, mark) for review in run.reviews if review.failure is None)
    return responses, _sources(slate, mark), _positions(slate, mark), reviews, _shortened(run, mark)


def _sources(slate: Slate, mark: str) -> str:
    """Return instructions for citing sources; empty if no response has any."""
    if not any(each.sources for each in slate.responses):
        return ""
    return (
        f"--- {mark} Sources\nResponses cite pages that they looked up as [1], [2] and so on, each from its own list. "
        "Where a point rests on one, cite the response with the number: (Response A [1])."
    )


def _positions(slate: Slate, mark: str) -> str:
    """Return the positions as code grouped them, with the responses that kept or changed theirs; empty without
    positions."""
    held = grouped([(each.alias, each.position) for each in slate.responses])
    if not held:
        return ""
    lines = [f"{', '.join(group.holders)}: {sanitized(group.position)}" for group in held]
    for each in slate.responses:
        if each.reason:
            done = (
                f"changed from {sanitized(each.before)}"
                if each.before != each.position
                else "kept its position"
            )
            lines.append(f"{each.alias} was shown the other positions and {done}: {sanitized(each.reason)}")
    return f"--- {mark} Positions, compared by code\n" + "\n".join(lines)


def _claims(run: Run, mark: str) -> str:
    """Return the claims that decide the question, as reviewers checked them; empty if none were checked."""
    claims = checked_claims(run.reviews)
    if not claims:
        return ""
    return (
        f"--- {mark} Claims that reviewers checked against sources\n{claims_in_words(claims)}\n"
        "The table stands below your verdict by itself. Where it contradicts a response, do not follow that response."
    )


def verdict_prompt(run: Run, slate: Slate, why_not: str, key: AliasKey | None = None) -> Prompt:
    """Return the chairman's prompt: everything under letters, every number computed by code.

    The key only serves to leave out reviewers' scores of their own answers; the prompt does not contain it.
    """
    board = deciding_board(run, slate, key)
    mark = nonce(run.seed, "verdict")
    earlier = "\n\n".join(
        f"Asked before: {turn.question}\nVerdict then: {turn.verdict}" for turn in run.question.earlier
    )
    sections = [
        f"--- {mark} Earlier in this thread\n{earlier}" if earlier else "",
        f"--- {mark} Question\n{run.question.text}",
        *what_was_said(run, slate, mark),
        _claims(run, mark),
        f"--- {mark} Ranking\n{_standings(run.ranking, board, why_not)}",
        f"--- {mark} End\nWrite the verdict.",
    ]
    return Prompt(
        instructions=fill("synthesize", nonce=mark, instructions=house_instructions(run)),
        text="\n\n".join(section for section in sections if section),
        purpose="synthesize",
        tenant=run.question.place.tenant,
    )


def line_of_chairs(run: Run, key: AliasKey) -> tuple[Member, ...]:
    """Return the chairman, then its stand-ins: by rank if there is a ranking, else by roster. Those who could not
    answer come last, because they will hardly conclude."""
    roster = run.settings.roster
    ranked = [key.member(standing.alias) for standing in run.ranking.standings] if run.ranking else []
    answered = [seal.member for seal in key.seals]
    ids = [roster.chairman.id, *ranked]
    ids += [member.id for member in roster.members if member.id in answered]
    ids += [member.id for member in roster.members]
    return tuple(roster.named(member_id) for member_id in dict.fromkeys(ids))


def foreign_links(text: str, run: Run, slate: Slate, given: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the links in the verdict that are neither in a response, in the material, nor in people's own words."""
    earlier = (turn.question + turn.verdict for turn in run.question.earlier)
    known = {
        link.rstrip("/")
        for source in (run.question.text, *earlier, *(r.with_sources for r in slate.responses))
        for link in links_in(source)
    }
    known |= {link.rstrip("/") for link in given}
    return tuple(link for link in links_in(text) if link.rstrip("/") not in known)


def _masked(run: Run, slate: Slate, written: Callable[[str], None]) -> Callable[[str], None]:
    """Return a function that passes on the growing verdict up to its last whole line, masked like the verdict. Part of
    a line may end in part of a name, which masking would miss."""
    told = ""

    def tell(text: str) -> None:
        nonlocal told
        whole = text[: text.rfind("\n") + 1].rstrip()
        if whole != told:
            told = whole
            body, _ = conclusion(sanitized(whole))
            written(masked_text(cited_in_verdict(body, slate), run))

    return tell


def _verdict(run: Run, slate: Slate, chairman: MemberId, reply: Reply, given: Iterable[str]) -> Verdict:
    body, points = conclusion(reply.text)
    return Verdict(
        chairman=chairman,
        reply=replace(reply, text=cited_in_verdict(body, slate)),
        points=points,
        top=run.ranking.winners if run.ranking else (),
        foreign_links=foreign_links(reply.text, run, slate, given),
    )


async def synthesize(
    run: Run,
    slate: Slate,
    key: AliasKey,
    models: ModelProvider,
    steps: Steps,
    why_not: str,
    heard: Callable[[int, int], None],
    given: Iterable[str] = (),
    written: Callable[[str], None] | None = None,
) -> Verdict | tuple[Abstention, ...]:
    """Ask the chairman, then the next in line after each failure, and at the end also those whose models rest after
    failures.

    Args:
        run: The run with its ranking.
        slate: The answers under letters.
        key: The members behind the letters.
        models: Asks members.
        steps: The run's steps.
        why_not: Reason why there is no ranking; empty with one.
        heard: Called each time that a member finishes.
        given: Links in the material.
        written: Called with the masked verdict while the chairman writes it.

    Returns:
        The verdict, or the failures of all members who were asked.
    """
    prompt = replace(
        verdict_prompt(run, slate, why_not, key), written=written and _masked(run, slate, written)
    )
    passed_over: dict[MemberId, Abstention] = {}

    async def conclude(line: Iterable[Member], prompt: Prompt, ending: str = "") -> Verdict | None:
        for member in line:

            async def ask(member: Member = member) -> Reply | Failure:
                return await models.complete(member, prompt, deadline=run.settings.call_seconds)

            result = await steps.once(f"synthesize:{member.id}{ending}", ask, Reply | Failure)
            if isinstance(result, Reply):
                passed_over.pop(member.id, None)
                heard(1, len(passed_over))
                verdict = _verdict(run, slate, member.id, result, given)
                return replace(verdict, passed_over=tuple(passed_over.values()))
            passed_over[member.id] = Abstention(member=member.id, failure=result)
            heard(0, len(passed_over))
        return None

    chairs = line_of_chairs(run, key)
    verdict = await conclude(chairs, prompt)
    if verdict is None:
        skipped = [chair for chair in chairs if is_not_asked(passed_over[chair.id])]
        verdict = await conclude(skipped, replace(prompt, insists=True), INSISTING)
    return verdict or tuple(passed_over.values())


def critique_prompt(run: Run, slate: Slate, verdict: str) -> Prompt:
    """Return the prompt in which the chairman doubts its verdict, with the responses and reviews that it had."""
    mark = nonce(run.seed, "critique")
    sections = [
        f"--- {mark} Question\n{run.question.text}",
        *what_was_said(run, slate, mark),
        f"--- {mark} Verdict\n{sanitized(masked_text(verdict, run))}",
        f"--- {mark} End\nWrite the critique.",
    ]
    return Prompt(
        instructions=fill("critique", nonce=mark, instructions=house_instructions(run)),
        text="\n\n".join(section for section in sections if section),
        purpose="critique",
        tenant=run.question.place.tenant,
    )


async def critique(run: Run, slate: Slate, verdict: Verdict, models: ModelProvider, steps: Steps) -> Verdict:
    """Ask the chairman for the weak points of its verdict; without a reply the verdict stays as it is."""
    prompt = critique_prompt(run, slate, verdict.text)
    member = run.settings.roster.named(verdict.chairman)

    async def ask() -> Reply | Failure:
        return await models.complete(member, prompt, deadline=run.settings.call_seconds)

    result = await steps.once("critique", ask, Reply | Failure)
    usage = result.usage
    return replace(verdict, critique=result.text if isinstance(result, Reply) else "", critique_usage=usage)
