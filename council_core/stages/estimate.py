"""A question and how it is held -> the calls that it will take, with their tokens, before anybody is asked.

The prompts are those of the stages themselves, filled with words of the expected length. How much a member writes is
what it wrote in the latest runs of the place, where there are any.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import fmean
from typing import Literal

from council_core.domain.answer import Answer, Reply, Usage
from council_core.domain.member import Member
from council_core.domain.question import Question, RunId
from council_core.domain.run import Run
from council_core.domain.settings import CouncilSettings
from council_core.domain.slate import Response, Slate, alias_at
from council_core.envelope import seal
from council_core.ports import Prompt
from council_core.prompts import fill
from council_core.rubrics import Rubric, rubric_for
from council_core.stages.answer import answer_prompt, house_instructions
from council_core.stages.revise import revise_prompt
from council_core.stages.synthesize import verdict_prompt

CHARACTERS = 4
"""Of English text in one token (platform.openai.com/tokenizer: "one token generally corresponds to ~4 characters")."""

WIDE = 0x2E80
"""From here on one character is a word or a syllable (Unicode: CJK radicals and all that follows), so one token."""

Purpose = Literal["answer", "review", "verdict", "critique"]

USUAL: Mapping[Purpose, int] = {"answer": 500, "verdict": 500, "critique": 250}
"""Tokens that a model writes where nothing is known of it yet: some 350 words for an answer, 200 for a critique, as
the prompts ask for."""

REVIEW, PER_RESPONSE, PER_SCORE = 60, 60, 8
"""The same for a review: what stands around it, the reasons for one response, one score of it."""

Written = Mapping[tuple[Purpose, str], float]
"""How many tokens a model wrote on average."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedCall:
    """One call that the run will make."""

    member: Member
    tokens_in: int
    tokens_out: int


def tokens_of(text: str) -> int:
    """About how many tokens a text has."""
    wide = sum(ord(sign) >= WIDE for sign in text)
    return wide + (len(text) - wide) // CHARACTERS


def written_in(runs: Sequence[Run]) -> Written:
    """How much each model wrote in these runs, by what for."""
    found: dict[tuple[Purpose, str], list[int]] = defaultdict(list)

    def note(purpose: Purpose, run: Run, member: str, usage: Usage) -> None:
        model = next((seat.model for seat in run.settings.roster.everyone() if seat.id == member), "")
        if usage.tokens_out:
            found[purpose, model].append(usage.tokens_out)

    for run in runs:
        for outcome in run.outcomes:
            if isinstance(outcome, Answer):
                note("answer", run, outcome.member, outcome.reply.usage)
        for review in run.reviews:
            note("review", run, review.reviewer, review.usage)
        if run.verdict is not None:
            note("verdict", run, run.verdict.chairman, run.verdict.reply.usage)
            note("critique", run, run.verdict.chairman, run.verdict.critique_usage)
    return {key: fmean(counts) for key, counts in found.items()}


def expected_calls(
    question: Question, settings: CouncilSettings, written: Written
) -> tuple[ExpectedCall, ...]:
    """The calls of a run in which everybody takes part and nothing has to be asked twice."""
    return tuple(_Expected(question, settings, written).calls())


class _Expected:
    def __init__(self, question: Question, settings: CouncilSettings, written: Written) -> None:
        self._settings = settings
        self._written = written
        self._rubric: Rubric = rubric_for(settings.rubric, settings.criteria)
        answering = settings.roster.answering
        texts = [_words(self._length("answer", member)) for member in answering]
        self._answers = tuple(
            Answer(member=member.id, reply=Reply(text=text, latency=0.0))
            for member, text in zip(answering, texts, strict=True)
        )
        self._slate = Slate(
            responses=tuple(Response(alias=alias_at(i), text=text) for i, text in enumerate(texts))
        )
        self._run = Run(
            id=RunId("r000000000000"),
            question=question,
            settings=settings,
            seed="0" * 32,
            asked_at=datetime.fromtimestamp(0, UTC),
            outcomes=self._answers,
        )

    def calls(self) -> Iterator[ExpectedCall]:
        settings, several = self._settings, len(self._answers) > 1
        prompt = answer_prompt(self._run)
        for member in settings.roster.answering:
            yield self._call(member, prompt, "answer")
        if settings.revise and several:
            for own in self._answers:
                others = [other for other in self._answers if other is not own]
                member = settings.roster.named(own.member)
                yield self._call(member, revise_prompt(self._run, own, others), "answer")
        reviewers = settings.roster.reviewing if several else ()
        for member in reviewers:
            for _ in range(2 if settings.both_orders else 1):
                yield self._call(member, self._review_prompt(), "review")
        chairman = settings.roster.chairman
        reviews = sum(self._length("review", member) for member in reviewers)
        yield self._call(chairman, verdict_prompt(self._run, self._slate, ""), "verdict", besides=reviews)
        if settings.critique:
            verdict = self._length("verdict", chairman)
            asked = tokens_of(self._run.question.text)
            instructions = fill("critique", nonce="0" * 16, instructions=house_instructions(self._run))
            prompt = Prompt(instructions=instructions, text="")
            yield self._call(chairman, prompt, "critique", besides=verdict + asked)

    def _review_prompt(self) -> Prompt:
        return seal(
            [(each.alias, each.text) for each in self._slate.responses],
            question=self._run.question.text,
            rubric=self._rubric,
            seed=self._run.seed,
            reviewer="",
            longest=self._settings.review_characters,
        ).prompt

    def _call(self, member: Member, prompt: Prompt, purpose: Purpose, *, besides: int = 0) -> ExpectedCall:
        turns = [text for turn in prompt.history for text in turn]
        read = [member.system_prompt or "", prompt.instructions, *turns, prompt.text]
        return ExpectedCall(
            member=member,
            tokens_in=sum(tokens_of(text) for text in read) + besides,
            tokens_out=self._length(purpose, member),
        )

    def _length(self, purpose: Purpose, member: Member) -> int:
        usual = USUAL.get(purpose)
        if usual is None:
            responses = len(self._settings.roster.answering)
            usual = REVIEW + responses * (PER_RESPONSE + PER_SCORE * len(self._rubric.criteria))
        length = round(self._written.get((purpose, member.model), usual))
        return length if member.max_tokens is None else min(length, member.max_tokens)


def _words(tokens: int) -> str:
    return ("word " * tokens)[: tokens * CHARACTERS]
