"""Ask live members to judge items, several at once, and store each finished item in a file, from which a later call
goes on."""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Self, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.cli.errors import CommandRefused, cause_of, print_error
from bot.presentation.abstentions import explained
from bot.presentation.words import Words
from bot.presentation.words.judging import JudgingWords
from bot.settings.environment import Settings
from council_core.domain.answer import Abstention
from council_core.domain.member import Roster
from council_core.domain.settings import CouncilSettings
from council_core.errors import BadLine
from council_core.evaluation.items import Item, item_json, item_on
from council_core.evaluation.live import KeptSteps, judge
from council_core.ports import ModelProvider

AT_ONCE = 4
"""Items that are asked at the same time."""


def kept_in(out: str | None, default: str, file: str | None, said: JudgingWords) -> Path:
    """Return the file of finished items.

    Args:
        out: File that was named; None for the default one.
        default: Its name if none was named.
        file: File that the items come from; None for the package's own.
        said: Words for the refusal.

    Raises:
        CommandRefused: It is the file that the items come from, which would hold each twice afterwards.
    """
    kept = Path(out or default)
    if file is not None and kept.resolve() == Path(file).resolve():
        raise CommandRefused(said.same_file(file=str(kept)))
    return kept


async def asked(
    items: Sequence[Item],
    settings: Settings,
    models: ModelProvider,
    kept: Path,
    budget: Decimal | None,
    words: Words,
) -> list[Item]:
    """Return the items with judgements, asking live members for missing ones. Each item is stored as soon as it is
    finished.

    A member whose call failed on an item, or that is new on the council, is asked on the next call of this function.

    Args:
        items: All items.
        settings: Settings with the members to ask.
        models: Calls the members.
        kept: File of finished items, one per line; the last line of an id counts.
        budget: US dollars that may be spent; None for any sum.
        words: Words for progress and errors.

    Raises:
        CommandRefused: The file cannot be used, an item has no texts, or nobody replied; all items before it are
            stored.
    """
    said, roster = words.judging, settings.council.roster
    if not roster.reviewing:
        raise CommandRefused(said.no_reviewers)
    try:
        with _Replies(kept, settings.council) as replies, kept.open("a", encoding="utf-8") as file:
            _alone(file, kept, said)
            done = {
                item.id: _with_labels_of(item, found, kept, said)
                for item, found in _paired(items, finished(kept, said))
            }
            reviewers = {str(member.id) for member in roster.reviewing}
            unjudged = [done.get(item.id, item) for item in items if not item.judgements]
            waiting = [item for item in unjudged if not (item.answers and reviewers <= item.heard)]
            _can_be_judged(waiting, roster, said)
            if roster.is_demo:
                print_error(words.phrases.demo_notice)
            replies.read(waiting)
            work = _Work(
                council=settings.council,
                models=models,
                file=file,
                kept=kept,
                budget=budget,
                done=done,
                words=words,
                replies=replies,
            )
            await work.through(waiting)
    except OSError as error:
        raise CommandRefused(said.cannot_write(file=str(kept), why=cause_of(error))) from error
    except asyncio.CancelledError:
        print_error(said.stopped(file=str(kept)))
        raise
    return [done.get(item.id, item) for item in items]


def _alone(file: TextIO, kept: Path, said: JudgingWords) -> None:
    """Lock the file of finished items until it is closed, because two commands would pay for each item twice."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError as error:
        raise CommandRefused(said.in_use(file=str(kept))) from error
    except (ImportError, OSError):
        return  # Windows, and some network drives, have no such locks.


def _can_be_judged(waiting: Iterable[Item], roster: Roster, said: JudgingWords) -> None:
    """Refuse items whose answers nobody could read, or that would never have two answers."""
    for item in waiting:
        if item.answers and not all(dict(item.answers).values()):
            raise CommandRefused(said.no_texts(item=item.id))
        if not item.answers and len(roster.answering) < 2:
            raise CommandRefused(said.too_few_answer(item=item.id))


def lines_of(path: Path) -> Iterator[str]:
    """Yield the lines of a text in UTF-8. Only a line feed ends a line, because a JSON text may hold other
    separators.

    Raises:
        BadLine: A line is no text in UTF-8. Earlier lines were already returned.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield line.removesuffix(b"\n").decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                raise BadLine(str(path), number, "no_utf8") from error


def finished(kept: Path, said: JudgingWords) -> dict[str, Item]:
    """Return the items that were finished before, by id. A last line that a crash cut off is removed from the
    file."""
    if not kept.exists():
        return {}
    try:
        data = kept.read_bytes()
        if data and not data.endswith(b"\n"):
            data = data[: data.rfind(b"\n") + 1]
            os.truncate(kept, len(data))
        lines = data.decode("utf-8").split("\n")
    except OSError as error:
        trouble = said.cannot_read(file=str(kept), why=cause_of(error))
        raise CommandRefused(said.another_file(trouble=trouble)) from error
    except UnicodeDecodeError as error:
        raise CommandRefused(said.another_file(trouble=said.no_utf8(file=str(kept)))) from error
    read = (item_on(line, str(kept), number) for number, line in enumerate(lines, start=1) if line.strip())
    return {item.id: item for item in read}


def _paired(items: Iterable[Item], found: Mapping[str, Item]) -> Iterable[tuple[Item, Item]]:
    return ((item, found[item.id]) for item in items if item.id in found and not item.judgements)


def _with_labels_of(item: Item, found: Item, kept: Path, said: JudgingWords) -> Item:
    """Return a finished item with the labels that the file of items has now."""
    if item.question != found.question or (item.answers and item.answers != found.answers):
        raise CommandRefused(said.another_item(file=str(kept), item=item.id))
    return replace(found, gold=item.gold, accepted=item.accepted)


def dollars(cost: Decimal, words: Words) -> str:
    """Return a sum of money as the reader writes it."""
    return words.phrases.money(cost=cost, is_estimate=False)


def _why(abstention: Abstention, words: Words) -> str:
    return explained(abstention.failure, words, str)


class _Replies:
    """A file beside that of the finished items, with the replies about items under way, so that a command which goes
    on after a stop pays for none of them again."""

    def __init__(self, kept: Path, council: CouncilSettings) -> None:
        """Args:
        kept: File of finished items. If it is not there, there was no earlier command.
        council: Settings under which the members are asked."""
        self._path, self._council = kept.with_name(f"{kept.name}.replies"), council
        self._is_first, self._is_file = not kept.exists(), kept.is_file() or not kept.exists()
        self._known: dict[str, dict[str, str]] = {}
        self._file: TextIO | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._file is not None:
            self._file.close()

    def read(self, waiting: Iterable[Item]) -> None:
        """Read the replies of an earlier command about these items."""
        if self._is_first:
            self.forget()
        if not self._path.exists():
            return
        self._known = {self._key(item): {} for item in waiting}
        with self._path.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                with suppress(ValueError, KeyError):  # A crash may have cut a line off.
                    about, step, reply = json.loads(line)
                    self._known[about][step] = reply

    def about(self, item: Item) -> KeptSteps:
        """Return the steps of an item."""
        about = self._key(item)
        return KeptSteps(self._known.get(about, {}), partial(self._keep, about))

    def _key(self, item: Item) -> str:
        """Return a key of the item's question under these settings; replies under other settings do not count."""
        asked = repr((self._council, item.id, item.question, item.answers))
        return blake2b(asked.encode(), digest_size=16).hexdigest()

    def _keep(self, about: str, step: str, reply: str) -> None:
        if not self._is_file:
            return
        if self._file is None:
            self._file = self._path.open("a", encoding="utf-8")
            self._file.write("\n")  # A line that a crash cut off ends here.
        self._file.write(json.dumps([about, step, reply]) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def forget(self) -> None:
        """Remove the file, because each item is finished."""
        if self._is_file:
            self._path.unlink(missing_ok=True)


@dataclass(slots=True, kw_only=True)
class _Work:
    """Items that are being asked, and their cost."""

    council: CouncilSettings
    models: ModelProvider
    file: TextIO
    kept: Path
    budget: Decimal | None
    done: dict[str, Item]
    words: Words
    replies: "_Replies"
    spent: Decimal = Decimal(0)
    dearest: Decimal | None = None
    """Cost of the dearest item; None as long as no cost is known."""

    lacking: dict[str, Abstention] = field(default_factory=dict[str, Abstention])
    """Members whose call failed, with the latest reason."""

    async def through(self, waiting: Sequence[Item]) -> None:
        costs = [Decimal(str(item.cost)) for item in self.done.values() if item.cost is not None]
        self.spent, self.dearest = sum(costs, Decimal(0)), max(costs, default=None)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(file=sys.stderr)) as progress:
            task = progress.add_task(self.words.judging.asking(spent=""), total=len(waiting))

            def told() -> None:
                progress.update(
                    task,
                    advance=1,
                    description=self.words.judging.asking(spent=dollars(self.spent, self.words)),
                )

            await self._ask_all(list(reversed(waiting)), told)
        if all(self.done.get(item.id, item).answers for item in waiting):
            self.replies.forget()
        for member, abstention in self.lacking.items():
            print_error(self.words.judging.lacks(model=member, why=_why(abstention, self.words)))

    async def _ask_all(self, left: list[Item], told: Callable[[], None]) -> None:
        """Ask about all remaining items. After an error, items under way are finished, because they are paid for."""
        running: set[asyncio.Task[None]] = set()
        errors: list[BaseException] = []
        try:
            while left or running:
                while left and len(running) < AT_ONCE and self._affords(len(running)):
                    running.add(asyncio.create_task(self._ask(left.pop())))
                if not running:
                    self._tell_of_the_budget()
                    return
                ended, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for each in ended:
                    if (error := each.exception()) is not None:
                        errors.append(error)
                        left.clear()
                    else:
                        told()
        finally:
            for each in running:
                each.cancel()
            await asyncio.gather(*running, return_exceptions=True)
        if errors:
            raise errors[0]

    def _affords(self, running: int) -> bool:
        """Tell whether the budget allows one more item, if each running one costs as much as the dearest so far. The
        first item runs alone, because its cost is unknown."""
        if self.budget is None:
            return True
        if self.dearest is None:
            return not running
        return self.spent + self.dearest * (running + 1) <= self.budget

    def _tell_of_the_budget(self) -> None:
        left = max((self.budget or Decimal(0)) - self.spent, Decimal(0))
        used = self.words.judging.budget_used(
            budget=dollars(self.budget or Decimal(0), self.words),
            left=dollars(left, self.words),
            dearest=dollars(self.dearest or Decimal(0), self.words),
            file=str(self.kept),
        )
        print_error(used)

    async def _ask(self, item: Item) -> None:
        judged = await judge(item, self.council, self.models, self.replies.about(item))
        self.lacking |= {str(each.member): each for each in judged.failures}
        if judged.cost is not None:
            self.spent += judged.cost
            self.dearest = max(self.dearest or Decimal(0), judged.cost)
        if judged.item.heard or judged.cost or judged.item.answers != item.answers:
            self._keep(judged.item)
        if not judged.replied:
            reasons = " ".join(f"{each.member}: {_why(each, self.words)}" for each in judged.failures)
            raise CommandRefused(
                self.words.judging.nobody_replied(item=item.id, reasons=reasons, file=str(self.kept))
            )
        if not judged.is_priced and self.budget is not None:
            raise CommandRefused(self.words.judging.no_price)

    def _keep(self, item: Item) -> None:
        """Store an item with all that was paid for, also answers that nobody judged."""
        self.file.write(json.dumps(item_json(item), ensure_ascii=False) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())
        self.done[item.id] = item
