"""Place the material in each prompt, behind fences, with the same words for all members."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace

from council_core.domain.answer import Failure, Reply, Unseen
from council_core.domain.links import links_in
from council_core.domain.material import Digest, Picture, Piece
from council_core.domain.member import Member
from council_core.domain.names import without_names
from council_core.domain.run import Run
from council_core.domain.settings import ForReviewers
from council_core.envelope import nonce, visible
from council_core.envelope.sanitize import disarmed
from council_core.envelope.shorten import beginning, shortened
from council_core.ports import ModelProvider, Prompt, Queueing, Shown
from council_core.prompts import fill
from council_core.stages.describe import Describing, Written
from council_core.stages.remember import NOTHING_REMEMBERED, Remembered

HEAD = 2_000
"""Characters of each piece that reviewers get by default, because they judge answers, not files."""

LONG = 100_000
"""Characters of material that take some ten milliseconds to be put into a prompt."""

LEAST = 1_000
"""Fewest characters in which a beginning and an end can be shown."""

NUMBER = re.compile(r"^\[\d{1,2}\] ", re.MULTILINE)
"""Number of a page among the results of a search."""

CITES = (
    " Pages that a search found have numbers. Put the number behind each statement that rests on one, as [1] or [2]: "
    "cite only what stands there, and do not list the pages at the end."
)

LEFT_OUT = " A line with the code {mark} says how much the council left out there."
NOT_READ = " A line with the code {mark} says that the council left something out there or read no further."


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The material of a run with its texts, as prompts hold it."""

    seed: str
    texts: tuple[tuple[Piece, str], ...]
    for_reviewers: ForReviewers
    question: str = ""
    """The question, in which people have the same names as in the thread."""

    pictures: tuple[tuple[Picture, bytes], ...] = ()
    earlier: Remembered = NOTHING_REMEMBERED
    """Material of earlier questions of the conversation."""

    words: Mapping[Digest, str] = field(default_factory=dict[Digest, str])
    """Descriptions of pictures, by their blobs."""

    @property
    def links(self) -> tuple[str, ...]:
        """Return every link in the material."""
        return tuple(
            dict.fromkeys(link for _, text in (*self.texts, *self.earlier.texts) for link in links_in(text))
        )

    @property
    def words_given(self) -> tuple[str, ...]:
        """Return every text of the material."""
        return (*(text for _, text in (*self.texts, *self.earlier.texts)), *self.words.values())

    def to(self, prompt: Prompt) -> Prompt:
        """Return the prompt with its reader's share of the material. A request to repair a reply stays as it is,
        because the material is in its history."""
        is_review = prompt.purpose == "review"
        is_given = bool(self.texts or self._all_pictures or self.earlier.texts)
        if not is_given or prompt.purpose == "check" or (is_review and prompt.history):
            return prompt
        prompt = self._without_names(prompt)
        if is_review and self.for_reviewers == "none":
            return self._only_named(prompt)
        # Other readers cite pages by response and number, and would confuse those numbers with these.
        is_cited = prompt.purpose == "answer" and any(piece.sources for piece, _ in self.texts)
        shows = not is_review or self.for_reviewers == "all"
        code, mark = nonce(self.seed, "material", prompt.purpose), nonce(self.seed, "material left out")
        shown = self._pieces(prompt, mark, is_cited=is_cited, shows=shows)
        unread = any(_is_unread(piece) for piece, _ in (*self.texts, *self.earlier.texts))
        left_out = any(mark in text for _, text in shown)
        about = fill(
            "material",
            count="one piece" if len(shown) == 1 else f"{len(shown)} pieces",
            nonce=code,
            task="judge what the responses say about it"
            if is_review or prompt.purpose == "verify"
            else "answer",
            left_out=(NOT_READ if unread else LEFT_OUT).format(mark=mark) if left_out else "",
            cites=CITES if is_cited else "",
        )
        fenced = "\n\n".join(
            _fenced(number, head, text, code) for number, (head, text) in enumerate(shown, 1)
        )
        return replace(
            prompt,
            instructions=f"{prompt.instructions}\n\n{about}",
            text=f"{fenced}\n\n{prompt.text}",
            pictures=tuple(
                Shown(media_type=picture.media_type, content=content)
                for picture, content in self._all_pictures
            )
            if shows
            else (),
        )

    @property
    def _all_pictures(self) -> tuple[tuple[Picture, bytes], ...]:
        return (*self.pictures, *self.earlier.pictures)

    def _picture_heads(self) -> list[str]:
        """Return the head of each picture, those of earlier questions last."""
        return [
            *(_picture_head(picture) for picture, _ in self.pictures),
            *(f"{_picture_head(picture)}, from an earlier question" for picture, _ in self.earlier.pictures),
        ]

    def _only_named(self, prompt: Prompt) -> Prompt:
        """Return the prompt of a reviewer who is told what came with the question and sees nothing of it."""
        named = (_head_of(piece) for piece, _ in (*self.texts, *self.earlier.texts))
        what = ", ".join([*named, *self._picture_heads()])
        return replace(
            prompt, text=f"Material came with the question, not shown here: {what}.\n\n{prompt.text}"
        )

    def _pieces(self, prompt: Prompt, mark: str, *, is_cited: bool, shows: bool) -> list[tuple[str, str]]:
        """Return the head and the text of each piece that the reader of a prompt gets.

        Args:
            prompt: The prompt.
            mark: The code of lines that say how much is left out.
            is_cited: Whether the reader cites pages by their numbers.
            shows: Whether the reader sees pictures.
        """
        is_head = prompt.purpose == "review" and self.for_reviewers == "head"
        longest = HEAD if is_head else None
        texts = self.texts if is_cited else _without_numbers(self.texts)
        pictures = enumerate(zip(self._picture_heads(), self._all_pictures, strict=True), 1)
        return [
            *((_head_of(piece), self._shown(piece, text, longest, mark)) for piece, text in texts),
            *(
                (_head_of_earlier(piece), self._recalled(piece, text, longest, mark))
                for piece, text in self.earlier.texts
            ),
            *(
                (head, self._seen(number, picture, longest, mark, shows=shows))
                for number, (head, (picture, _)) in pictures
            ),
        ]

    def _without_names(self, prompt: Prompt) -> Prompt:
        """Return the prompt with the names in the question replaced by Person 1, Person 2 and so on, as in the
        thread."""
        people = next((piece.people for piece, _ in self.texts if piece.source == "thread"), ())
        if prompt.purpose == "answer":  # The history holds the earlier questions of the thread.
            history = tuple((without_names(asked, people), reply) for asked, reply in prompt.history)
            prompt = replace(prompt, history=history)
        asked = without_names(self.question, people)
        return (
            prompt
            if asked == self.question
            else replace(prompt, text=prompt.text.replace(self.question, asked))
        )

    def in_words(self, written: Sequence[tuple[Written, str]]) -> "Given":
        """Return the same material with these descriptions of its pictures."""
        texts = {each.picture: each.text for each, _ in written}
        return replace(
            self,
            pictures=tuple(
                (replace(picture, described=texts.get(picture.content, picture.described)), content)
                for picture, content in self.pictures
            ),
            words={**self.words, **{each.text: text for each, text in written if each.text is not None}},
        )

    def _seen(self, number: int, picture: Picture, longest: int | None, mark: str, *, shows: bool) -> str:
        beside = f"Picture {number} beside this text." if shows else "It is not shown here."
        words = self.words.get(picture.described, "") if picture.described is not None else ""
        if not words:
            return beside
        text = disarmed(visible(words))
        cut = text if longest is None else beginning(text, longest, mark)
        return f"{beside} A model that sees it describes it, for readers that do not:\n{cut}"

    def _recalled(self, piece: Piece, text: str, longest: int | None, mark: str) -> str:
        """Return the shown part of a piece of an earlier question: passages of it, or as much as of a new piece."""
        ranges = self.earlier.passages.get(piece.text)
        if ranges is None or longest is not None:
            return self._shown(piece, _without_number(piece, text), longest, mark)
        parts, at = list[str](), 0
        for begin, end in (*ranges, (len(text), len(text))):
            if begin > at:
                count = f"{begin - at:,} of {piece.characters:,} characters"
                parts.append(f"<<<LEFT OUT {count} {mark}>>>")
            parts.append(_without_number(piece, disarmed(visible(text[begin:end]))).strip())
            at = end
        parts += [_end_of_reading(piece, mark)] if _is_unread(piece) else []
        return "\n\n".join(filter(None, parts))

    def _shown(self, piece: Piece, text: str, longest: int | None, mark: str) -> str:
        # Of a very long file the middle is lost already.
        lost = max(0, piece.characters - len(text))
        text = disarmed(visible(text))
        if longest is not None and longest <= piece.given:
            part = beginning(text, longest, mark, lost=lost)
        elif len(text) <= piece.given:
            part = text
        else:
            part = shortened(text, max(piece.given, LEAST), mark, lost=lost)
        return f"{part.rstrip()}\n\n{_end_of_reading(piece, mark)}" if _is_unread(piece) else part


def most_given(piece: Piece) -> int:
    """Return the most characters of a piece that models and chairman are given."""
    return min(piece.characters, max(piece.given, LEAST))


def part_for_reviewers(piece: Piece, setting: ForReviewers) -> ForReviewers:
    """Return the part of a piece that reviewers are given. Of a short piece they get as much as the other readers."""
    return "all" if setting == "head" and min(piece.given, piece.characters - 1) < HEAD else setting


def given_to(
    run: Run,
    texts: Sequence[tuple[Piece, str]],
    pictures: Sequence[tuple[Picture, bytes]] = (),
    earlier: Remembered = NOTHING_REMEMBERED,
) -> Given:
    """Return the material that the readers of a run get."""
    return Given(
        seed=run.seed,
        texts=tuple(texts),
        question=run.question.text,
        for_reviewers=run.settings.material_for_reviewers,
        pictures=tuple(pictures),
        earlier=earlier,
    )


def _without_numbers(texts: Sequence[tuple[Piece, str]]) -> tuple[tuple[Piece, str], ...]:
    return tuple((piece, _without_number(piece, text)) for piece, text in texts)


def _without_number(piece: Piece, text: str) -> str:
    return NUMBER.sub("", text) if piece.sources else text


class WithMaterial:
    """A `ModelProvider` for one run, whose prompts hold the material that came with the question."""

    def __init__(self, models: ModelProvider, given: Given, describing: Describing | None = None) -> None:
        """Args:
        models: Asks the members.
        given: The material.
        describing: Describes pictures for a member whose model refuses them; None if nobody does."""
        self._models, self.given, self._describing = models, given, describing

    async def complete(
        self, member: Member, prompt: Prompt, *, deadline: float, queueing: Queueing = nullcontext
    ) -> Reply | Failure:
        """Ask one member for one reply. Pictures that its model refuses are described, and then it is asked again."""
        asked, describing = await self._asked(self.given, prompt), self._describing
        if describing is not None and describing.serves(asked):
            first = replace(asked, must_see=True)
            result = await self._models.complete(member, first, deadline=deadline, queueing=queueing)
            if not isinstance(result, Unseen):
                return result
            words = await describing.told(member.id, queueing)
            if not words and describing.is_all_there_is and prompt.purpose == "answer":
                return result  # An answer to an empty question is not worth its price.
            asked = await self._asked(self.given.in_words(words), prompt)
        return await self._models.complete(member, asked, deadline=deadline, queueing=queueing)

    async def _asked(self, given: Given, prompt: Prompt) -> Prompt:
        """Return the prompt with the material. Long texts take up to a second, so a thread puts them in."""
        texts = (*given.texts, *given.earlier.texts)
        is_long = sum(len(text) for _, text in texts) > LONG
        return await asyncio.to_thread(given.to, prompt) if is_long else given.to(prompt)

    async def since(self, run: Run) -> Run:
        """Return the run with the descriptions that were written since its beginning. All later prompts hold them."""
        if self._describing is None:
            return run
        run = await self._describing.since(run)
        self.given = self.given.in_words(await self._describing.texts())
        return run

    def check(self, member: Member) -> None:
        self._models.check(member)


def _head_of(piece: Piece) -> str:
    """Return one line about a piece for its fence: its name, or its source, and its size."""
    if piece.source == "thread":
        return f"what people said in this thread before the question ({piece.pages} messages)"
    if piece.source == "connector" and piece.form == "connector":
        return f"what {_quoted(piece.name)}, a service of this team, says of the question"
    if piece.source == "connector":
        return f"what a web search for the question found (results: {piece.pages})"
    pages = f", {piece.pages} pages" if piece.pages and piece.pages > 1 else ""
    return f"{_quoted(piece.name)} ({piece.form}{pages})"


def _head_of_earlier(piece: Piece) -> str:
    return f"{_head_of(piece)}, SHA-256 {piece.digest[:16]}, from an earlier question"


def _is_unread(piece: Piece) -> bool:
    """Tell whether the reader stopped before the end. A thread's text says by itself how many messages it lacks."""
    return piece.is_cut and piece.source != "thread"


def _end_of_reading(piece: Piece, mark: str) -> str:
    """Return the line that tells readers which part of a piece was not read."""
    read, of = piece.pages_read, piece.pages
    if piece.end_from is not None:
        gap = f"{(read or 0) + 1:,} to {piece.end_from - 1:,} of {of:,}"
        return f"<<<NOT READ AS A WHOLE: this is too long, and its pages {gap} are missing in the middle. {mark}>>>"
    if piece.has_end:
        return f"<<<NOT READ AS A WHOLE: this is too long, and a part in its middle is missing. {mark}>>>"
    far = "" if read is None or of is None else f" It was read up to page, slide or sheet {read:,} of {of:,}."
    return f"<<<NOT READ TO ITS END: this is too long, and the rest of it is missing.{far} {mark}>>>"


def _picture_head(picture: Picture) -> str:
    return f"{_quoted(picture.title)} (picture, {picture.width} x {picture.height})"


def _quoted(name: str) -> str:
    """Return a name on one line, without the fence's own characters."""
    plain = " ".join(visible(name).split()).translate(str.maketrans('<>"', "‹›'"))[:120]
    return f'"{disarmed(plain)}"'


def _fenced(number: int, head: str, text: str, code: str) -> str:
    return f"<<<MATERIAL {number} {head} {code}>>>\n{text.strip()}\n<<<END MATERIAL {number} {code}>>>"
