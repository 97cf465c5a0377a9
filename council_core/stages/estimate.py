"""Estimate a question's calls and their tokens from its settings, before anybody is asked.

The prompts are those of the stages themselves, filled with words of the expected length. A member is expected to write
as much as in the latest runs of the place, if there are any.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import ceil
from statistics import fmean
from types import MappingProxyType
from typing import Literal

from council_core.domain.answer import Answer, Reply, Usage
from council_core.domain.links import links_in
from council_core.domain.material import Digest, Picture, Piece, allotted, pieces_of
from council_core.domain.member import Member, MemberId
from council_core.domain.question import Question, RunId
from council_core.domain.run import Run
from council_core.domain.settings import CouncilSettings
from council_core.domain.slate import Response, Slate, alias_at
from council_core.domain.thread import reads_thread
from council_core.domain.tool import Found, ToolUse
from council_core.envelope import seal
from council_core.ports import Prompt, Shown
from council_core.prompts import failure_for_models
from council_core.rubrics import Rubric, rubric_for
from council_core.stages.answer import answer_prompt
from council_core.stages.consult import MOST_SHOWN, NONE, chosen, uses_tools
from council_core.stages.describe import description_prompt
from council_core.stages.given import Given
from council_core.stages.remember import NOTHING_REMEMBERED, Remembered
from council_core.stages.revise import revise_prompt
from council_core.stages.synthesize import critique_prompt, verdict_prompt
from council_core.stages.verify import verify_prompt

CHARACTERS = 4
"""Characters of English text per token (platform.openai.com/tokenizer: "one token generally corresponds to ~4
characters")."""

WIDE = 0x2E80
"""First code point of the scripts in which one character is a word or a syllable, so one token (Unicode: CJK radicals
and everything after them)."""

Purpose = Literal["answer", "review", "verdict", "critique", "description"]

USUAL: Mapping[Purpose, int] = {"answer": 500, "verdict": 500, "critique": 250, "description": 300}
"""Tokens that a model writes while nothing is known of it: some 350 words for an answer, 200 for a critique, as the
prompts ask for."""

REVIEW, PER_RESPONSE, PER_SCORE = 130, 70, 8
"""Tokens of a review: the yardstick and what surrounds it, the reasons for one response, and one score."""

PACKED = (".docx", ".xlsx", ".pptx", ".ods")
"""Endings of packed files, whose text may be many times longer than the file."""

UNPACKED = 10
"""Most characters that a byte of these files usually becomes."""

OF_A_PAGE = 10_000
"""Characters of the main text of a page, an estimate for pages that are not opened yet."""

OF_A_SEARCH = 6_000
"""Characters of five results, each with title, address and an extract of at most 1,000."""

OF_A_THREAD = 5_000
"""Characters of the messages before a question, which nobody knows before they are read: some twenty short ones."""

PIXELS, MOST_OF_A_PICTURE = 750, 1_600
"""Pixels of a picture in one token, and the most tokens of a picture (docs.anthropic.com, vision)."""

SEED = "0" * 32

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic")
OF_A_PICTURE = 6_000
"""Characters that make as many tokens as a picture of 1,568 pixels (docs.anthropic.com, vision: some 1,600)."""

Written = Mapping[tuple[Purpose, str], float]
"""Mean number of tokens that a model wrote, by purpose and model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookups:
    """A model's use of tools in the latest runs, as means over its answers."""

    calls: float
    characters: float
    """Characters of one result; for a result that is stored shortened, the most that the settings let a model read."""


LookupsOf = Mapping[str, Lookups]
"""Lookups by model."""

NO_LOOKUPS: LookupsOf = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedCall:
    """One call that the run will make."""

    member: Member
    tokens_in: int
    tokens_out: int


def tokens_of(text: str) -> int:
    """Estimate the number of tokens in a text."""
    wide = sum(ord(sign) >= WIDE for sign in text)
    return wide + (len(text) - wide) // CHARACTERS


def written_in(runs: Sequence[Run]) -> Written:
    """Return the mean number of tokens that each model wrote in these runs, by purpose."""
    found: dict[tuple[Purpose, str], list[int]] = defaultdict(list)

    for run in runs:
        models = {str(seat.id): seat.model for seat in run.settings.roster.everyone()}

        def note(purpose: Purpose, member: str, usage: Usage, models: Mapping[str, str] = models) -> None:
            if usage.tokens_out:
                found[purpose, models.get(member, "")].append(usage.tokens_out)

        for outcome in run.outcomes:
            if isinstance(outcome, Answer):
                note("answer", outcome.member, outcome.reply.usage)
        for review in run.reviews:
            note("review", review.reviewer, review.usage)
        if run.verdict is not None:
            note("verdict", run.verdict.chairman, run.verdict.reply.usage)
            note("critique", run.verdict.chairman, run.verdict.critique_usage)
    return {key: fmean(counts) for key, counts in found.items()}


def looked_up_in(runs: Sequence[Run]) -> LookupsOf:
    """Return each model's use of tools in these runs."""
    found: dict[str, list[tuple[ToolUse, ...]]] = defaultdict(list)
    lengths: dict[str, list[int]] = defaultdict(list)
    for run in runs:
        models = {str(seat.id): seat.model for seat in run.settings.roster.everyone()}
        for outcome in run.outcomes:
            if isinstance(outcome, Answer):
                model, work = models.get(outcome.member, ""), outcome.reply.work
                uses = work.uses if work is not None else ()
                found[model].append(uses)
                lengths[model] += [_length_of(use, run.settings.tool_characters) for use in uses]
    return {
        model: Lookups(calls=fmean(map(len, answers)), characters=fmean(lengths[model]))
        for model, answers in found.items()
        if lengths[model]
    }


def _length_of(use: ToolUse, longest: int) -> int:
    if not isinstance(use.result, Found):
        return len(failure_for_models(use.result))
    pages = OF_A_SEARCH if use.result.sources else 0
    text = len(use.result.text)
    return min(longest, pages + (longest if text >= MOST_SHOWN else text))


def expected_calls(
    question: Question,
    settings: CouncilSettings,
    written: Written,
    lookups: LookupsOf = NO_LOOKUPS,
    describer: MemberId | None = None,
    connectors: Sequence[str] = (),
    earlier: Remembered = NOTHING_REMEMBERED,
    given: Given | None = None,
) -> tuple[ExpectedCall, ...]:
    """Return the calls of a run in which every member takes part and nothing is asked twice.

    A member is expected to call tools as often as its model did in the latest runs, within the settings and once in
    each round. In each round it reads the question and all results so far. A model that has not used tools here yet is
    expected to use none; `tool_budget_percent` limits its real cost. `describer` describes each picture for members
    that cannot see; None if all can, or none can. `connectors` are the operator's services that are asked. `earlier` is
    the material of the conversation's earlier questions. `given` is all of the material once it is there; before that,
    its length is expected from the question.
    """
    if given is None:
        given = _expected_material(question, settings, connectors, earlier)
        pictures = pictures_among(question, settings)
    else:
        pictures = len({picture.content for picture, _ in given.pictures})
    described = pictures if describer is not None else 0
    if described:
        given = replace(given, texts=(*given.texts, *[_expected_description()] * described))
    expected = _Expected(question, settings, written, lookups, given)
    return (*(expected.description(describer) for _ in range(described) if describer), *expected.calls())


def pictures_among(question: Question, settings: CouncilSettings) -> int:
    """Return the number of pictures among a question's files, by their names."""
    names = [file.name.lower() for file in question.files[: settings.most_files]]
    return sum(name.endswith(PICTURES) for name in names)


class _Expected:
    """Computes the calls of a run. Each kind of prompt is built once, because all members' prompts have the same
    length, so the work grows with the number of members and not with its square."""

    def __init__(
        self,
        question: Question,
        settings: CouncilSettings,
        written: Written,
        lookups: LookupsOf,
        given: Given,
    ) -> None:
        self._settings = settings
        self._written = written
        self._lookups = lookups
        self._rubric: Rubric = rubric_for(settings.rubric, settings.criteria)
        self._answering = settings.roster.answering
        texts = [_words(self._length("answer", member)) for member in self._answering]
        self._answers = tuple(
            Answer(member=member.id, reply=Reply(text=text, latency=0.0))
            for member, text in zip(self._answering, texts, strict=True)
        )
        self._slate = Slate(
            responses=tuple(Response(alias=alias_at(i), text=text) for i, text in enumerate(texts))
        )
        self._run = Run(
            id=RunId("r000000000000"),
            question=question,
            settings=settings,
            seed=SEED,
            asked_at=datetime.fromtimestamp(0, UTC),
            outcomes=self._answers,
        )
        self._given = given

    def calls(self) -> Iterator[ExpectedCall]:
        settings, several = self._settings, len(self._answers) > 1
        read = self._read(answer_prompt(self._run))
        for member in self._answering:
            yield self._call(member, self._with_rounds(member, read), "answer")
        if settings.revise and several:
            own, *others = self._answers
            read = self._read(revise_prompt(self._run, own, others))
            for member in self._answering:
                yield self._call(member, read, "answer")
        reviewers = settings.roster.reviewing if several else ()
        read = self._read(verify_prompt(self._run, self._slate)) if settings.verify else 0
        for member in reviewers if settings.verify and NONE not in chosen(settings.tools) else ():
            if uses_tools(member):
                yield self._call(member, self._with_rounds(member, read), "review")
        read = self._read(self._review_prompt()) if reviewers else 0
        for member in reviewers:
            for _ in range(2 if settings.both_orders else 1):
                yield self._call(member, read, "review")
        chairman = settings.roster.chairman
        reviews = sum(self._length("review", member) for member in reviewers)
        read = self._read(verdict_prompt(self._run, self._slate, "")) + reviews
        yield self._call(chairman, read, "verdict")
        if settings.critique:
            verdict = _words(self._length("verdict", chairman))
            read = self._read(critique_prompt(self._run, self._slate, verdict)) + reviews
            yield self._call(chairman, read, "critique")

    def description(self, describer: MemberId) -> ExpectedCall:
        """Return the call in which a member describes a picture."""
        member = self._settings.roster.named(describer)
        prompt = description_prompt(Shown(media_type="image/jpeg", content=b""), "")
        read = _tokens_in(prompt) + OF_A_PICTURE // CHARACTERS
        return self._call(member, read, "description")

    def _with_rounds(self, member: Member, read: int) -> int:
        """Return the tokens that a member reads in all its rounds with tools, if it reads so many without tools."""
        settings, known = self._settings, self._lookups.get(member.model)
        if known is None or not uses_tools(member) or NONE in chosen(settings.tools):
            return read
        rounds = min(ceil(known.calls), settings.tool_rounds, settings.tool_calls)
        result = round(min(known.characters, settings.tool_characters)) // CHARACTERS
        return read * (rounds + 1) + result * rounds * (rounds + 1) // 2

    def _review_prompt(self) -> Prompt:
        return seal(
            [(each.alias, each.text) for each in self._slate.responses],
            question=self._run.question.text,
            rubric=self._rubric,
            seed=self._run.seed,
            reviewer="",
            longest=self._settings.review_characters,
        ).prompt

    def _read(self, prompt: Prompt) -> int:
        """Return the tokens of a prompt with the material that it will hold."""
        asked = self._given.to(prompt)
        shown = (*self._given.pictures, *self._given.earlier.pictures) if asked.pictures else ()
        return _tokens_in(asked) + sum(_tokens_of_picture(picture) for picture, _ in shown)

    def _call(self, member: Member, tokens_in: int, purpose: Purpose) -> ExpectedCall:
        return ExpectedCall(
            member=member,
            tokens_in=tokens_of(member.system_prompt or "") + _of_role(member, purpose) + tokens_in,
            tokens_out=self._length(purpose, member),
        )

    def _length(self, purpose: Purpose, member: Member) -> int:
        usual = USUAL.get(purpose)
        if usual is None:
            usual = REVIEW + len(self._answering) * (PER_RESPONSE + PER_SCORE * len(self._rubric.criteria))
        length = round(self._written.get((purpose, member.model), usual))
        return length if member.max_tokens is None else min(length, member.max_tokens)


def _expected_material(
    question: Question, settings: CouncilSettings, connectors: Sequence[str], earlier: Remembered
) -> Given:
    """Fill the material's place with as many words as it may hold; the real number is known after reading it."""
    expected = [(file.name, file.size) for file in question.files[: settings.most_files]]
    if reads_thread(question, settings):
        expected.append(("thread", OF_A_THREAD))
    if not question.is_wordless:
        expected += [(link, OF_A_PAGE) for link in links_in(question.text)[: settings.links]]
        expected += [(name, OF_A_PAGE) for name in connectors]
        expected += [("web search", OF_A_SEARCH)] if settings.web_search else []
    pieces = [_expected_piece(name, size, settings.material_characters) for name, size in expected]
    allotted_pieces = pieces_of(allotted(tuple(pieces), settings.material_characters))
    return Given(
        seed=SEED,
        texts=tuple((piece, _words(piece.given // CHARACTERS)) for piece in allotted_pieces),
        for_reviewers=settings.material_for_reviewers,
        earlier=earlier,
    )


def _expected_description() -> tuple[Piece, str]:
    """Return a description of a picture of the usual length, which all members read."""
    text = _words(USUAL["description"])
    return _expected_piece("picture", len(text), len(text)), text


def _tokens_of_picture(picture: Picture) -> int:
    """Return about how many tokens a picture has."""
    return min(ceil(picture.width * picture.height / PIXELS), MOST_OF_A_PICTURE)


def _expected_piece(name: str, size: int, room: int) -> Piece:
    size = min(size, OF_A_PICTURE) if name.lower().endswith(PICTURES) else size
    length = size * (UNPACKED if name.lower().endswith(PACKED) else 1)
    return Piece(
        name=name,
        form="file",
        size=size,
        digest=Digest(""),
        text=Digest(""),
        characters=min(length, room),
        given=min(length, room),
    )


def _of_role(member: Member, purpose: Purpose) -> int:
    """Return the tokens of a member's role, which is only in its prompt for an answer."""
    return tokens_of(member.role.instructions) if member.role is not None and purpose == "answer" else 0


def tokens_of_call(member: Member, prompt: Prompt) -> tuple[int, int]:
    """Estimate the tokens that a member reads and writes in a call that was broken off. Its reply is taken to be as
    long as an answer usually is, and rounds with tools before it are left out."""
    pictures = len(prompt.pictures) * OF_A_PICTURE // CHARACTERS
    written = min(USUAL["answer"], member.max_tokens or USUAL["answer"])
    return tokens_of(member.system_prompt or "") + _tokens_in(prompt) + pictures, written


def _tokens_in(prompt: Prompt) -> int:
    turns = [text for turn in prompt.history for text in turn]
    return sum(tokens_of(text) for text in (prompt.instructions, *turns, prompt.text))


def _words(tokens: int) -> str:
    return ("word " * tokens)[: tokens * CHARACTERS]
