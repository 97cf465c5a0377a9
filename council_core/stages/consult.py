"""Let a member use tools before it replies, in rounds of tool calls and their results.

Each turn of the model and each round of tools is a durable step, so a resumed run repeats only unfinished ones. The
next round depends on the results of earlier steps and on the settings, never on the clock.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TypeVar, cast

from council_core.domain.answer import Failure, Reply, Usage
from council_core.domain.material import Unread
from council_core.domain.member import Member
from council_core.domain.run import Run
from council_core.domain.tool import (
    LONGEST_NAME,
    AbsentTool,
    Exchange,
    Found,
    Source,
    ToolCall,
    ToolFailed,
    ToolSpec,
    ToolUse,
    Work,
)
from council_core.envelope import nonce
from council_core.ports import Errand, ModelProvider, Prompt, Steps, Toolbox
from council_core.prompts import fill
from council_core.redaction import redacted_result, redacted_words
from council_core.stages.cite import NOTHING_CITABLE, Citable, cited, misquotations, numbered, shown_to_model

T = TypeVar("T")

ALL, NONE = "all", "none"
"""Settings `tools` for every tool that is set up, and for none."""

BUDGET_SPENT = Unread(source="tool", name="further calls of tools", reason="no_budget")

ANSWER_NOW = "\n\n(You can call nothing more. Write your answer now.)"
SO_FAR = "What your tools have given so far:"

MOST_SHOWN = 2_000
"""Most characters of a result that the run stores for people."""


def chosen(setting: str) -> frozenset[str]:
    """Return the names in the setting `tools`; empty for `all`."""
    names = frozenset(name.strip() for name in setting.split(",") if name.strip())
    return frozenset() if ALL in names else names


async def offered(
    run: Run, toolbox: Toolbox, steps: Steps, *, has_material: bool = False
) -> tuple[ToolSpec, ...]:
    """Return the tools that members of the run may use; the same ones until its end."""
    names = chosen(run.settings.tools)
    roster = run.settings.roster
    checkers = roster.reviewing if run.settings.verify else ()
    if NONE in names or not any(uses_tools(member) for member in (*roster.answering, *checkers)):
        return ()
    specs = await steps.once("tools", lambda: toolbox.offered(names), tuple[ToolSpec, ...])
    return tuple(spec for spec in specs if has_material or not spec.needs_material)


async def absent(run: Run, toolbox: Toolbox, steps: Steps) -> tuple[Unread, ...]:
    """Return the chosen tools that the run has to do without, as its card shows them. Call this after `offered`."""
    names = chosen(run.settings.tools)
    if NONE in names or not any(uses_tools(member) for member in run.settings.roster.answering):
        return ()

    async def look() -> tuple[AbsentTool, ...]:
        return toolbox.absent(names)

    found = await steps.once("tools:absent", look, tuple[AbsentTool, ...])
    return tuple(
        Unread(
            source="tool", name=each.name, reason="not_given",
            detail=redacted_words(each.why), withheld=each.reason, facts=each.facts,
        )
        for each in found
    )  # fmt: skip


def with_budget_noted(run: Run) -> Run:
    """Return the run, with a note for its card if a member stopped using tools because the budget was spent."""
    works = [outcome.work for outcome in run.outcomes if outcome.kind == "answer"]
    works += [review.work for review in run.reviews]
    is_noted = BUDGET_SPENT in run.material
    if is_noted or not any(work is not None and work.out_of_budget for work in works):
        return run
    return replace(run, material=(*run.material, BUDGET_SPENT))


def uses_tools(member: Member) -> bool:
    """Tell whether a member is offered tools."""
    return member.tools and not member.is_demo


@dataclass(slots=True)
class Hands:
    """Tools of one run, shared by its members: a result of one serves all."""

    run: Run
    toolbox: Toolbox
    specs: tuple[ToolSpec, ...]
    material: tuple[tuple[str, str], ...] = ()
    """Name and text of each piece that came with the question."""

    addresses: set[str] = field(default_factory=set[str])
    """Addresses that a person, a search or a page has given."""

    citable: Citable = NOTHING_CITABLE
    """Sources and texts that every member was given before."""

    spent: Decimal = Decimal(0)
    """US dollars paid for members so far."""

    _made: dict[str, "asyncio.Task[Found | ToolFailed]"] = field(
        default_factory=dict[str, "asyncio.Task[Found | ToolFailed]"]
    )
    """Calls that are made once for all members, by tool and arguments."""

    def paid(self, usage: Usage) -> None:
        """Count the cost of a call to a model."""
        self.spent += usage.cost or 0

    def is_spent(self) -> bool:
        """Tell whether too little of the budget is left for further rounds."""
        budget = self.run.settings.run_budget
        return budget is not None and self.spent * 100 >= budget * self.run.settings.tool_budget_percent

    def recall_search(self) -> None:
        """Take over the results of the search before the run, so that nobody pays for the same search again."""
        if self.citable.sources:
            query = json.dumps({"query": self.run.question.text})
            call = ToolCall(id="", name="search", arguments=query)
            self.learn([ToolUse(call=call, result=Found(sources=self.citable.sources))])

    def recall(self, branch: Steps) -> None:
        """Take over the rounds that a member had finished before its run was resumed, so that nobody pays for them
        again."""
        number = 1
        while (uses := branch.completed(f"tools:{number}", tuple[ToolUse, ...])) is not None:
            self.learn(cast("tuple[ToolUse, ...]", uses))
            number += 1

    def learn(self, uses: Sequence[ToolUse]) -> None:
        """Store the results of this try or an earlier one, so that later members can use them too."""
        for use in uses:
            if isinstance(use.result, Found):
                self.addresses |= {source.url for source in use.result.sources} | set(use.result.addresses)
                if (key := self._key(use.call)) and key not in self._made:
                    self._made[key] = _done(use.result)

    async def use(self, call: ToolCall, seconds: float) -> ToolUse:
        """Make one call within so many seconds."""
        loop = asyncio.get_running_loop()
        started = loop.time()
        result = await self._result(call, seconds)
        return ToolUse(call=call, result=result, seconds=round(loop.time() - started, 1))

    async def _result(self, call: ToolCall, seconds: float) -> Found | ToolFailed:
        if all(spec.name != call.name for spec in self.specs):
            known = ", ".join(spec.name for spec in self.specs)
            return ToolFailed(
                reason="no_such_tool_among", facts={"name": call.name[:LONGEST_NAME], "known": known}
            )
        arguments = _arguments(call.arguments)
        if arguments is None:
            return ToolFailed(reason="no_arguments")
        key = self._key(call)
        if key is None:
            return await self._within(call.name, arguments, seconds)
        if key not in self._made:
            self._made[key] = asyncio.create_task(self._within(call.name, arguments, seconds))
        task = self._made[key]
        # The other members wait for the same task, so it outlives a member that gives up.
        result = await asyncio.shield(task)
        if isinstance(result, ToolFailed) and self._made.get(key) is task:
            del self._made[key]
        return result

    async def _within(self, name: str, arguments: Mapping[str, object], seconds: float) -> Found | ToolFailed:
        settings = self.run.settings
        errand = Errand(
            run_id=self.run.id,
            addresses=frozenset(self.addresses),
            material=self.material,
            characters=settings.tool_characters,
        )
        try:
            async with asyncio.timeout(seconds):
                result = await self.toolbox.use(name, arguments, errand)
        except TimeoutError:
            return ToolFailed(reason="too_slow", facts={"seconds": f"{seconds:.0f}"})
        if settings.redact:
            result = await asyncio.to_thread(redacted_result, result)
        if isinstance(result, Found) and len(result.text) > settings.tool_characters:
            left_out = len(result.text) - settings.tool_characters
            text = f"{result.text[: settings.tool_characters]}\n[{left_out} characters left out]"
            return replace(result, text=text)
        return result

    def _key(self, call: ToolCall) -> str | None:
        """Return a key that equal calls share; None for a tool that each member uses alone."""
        arguments = _arguments(call.arguments)
        if arguments is None or not any(spec.name == call.name and spec.shares for spec in self.specs):
            return None
        plain = {name: _plain(value) for name, value in arguments.items()}
        return f"{call.name} {json.dumps(plain, sort_keys=True)}"


def _plain(value: object) -> object:
    return " ".join(value.split()).casefold() if isinstance(value, str) and "://" not in value else value


def _done(result: Found | ToolFailed) -> "asyncio.Task[Found | ToolFailed]":
    async def known() -> Found | ToolFailed:
        return result

    return asyncio.create_task(known())


def _arguments(text: str) -> Mapping[str, object] | None:
    try:
        read: object = json.loads(text or "{}")
        # Half of a surrogate pair cannot be sent, and would break the connection to a server.
        json.dumps(read, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return cast("Mapping[str, object]", read) if isinstance(read, dict) else None


def _code(run: Run, member: Member, prompt: Prompt) -> str:
    kind = () if prompt.purpose == "answer" else (prompt.purpose,)
    return nonce(run.seed, "tools", member.id, *kind)


def told_of_tools(prompt: Prompt, run: Run, member: Member) -> Prompt:
    """Return a prompt with an explanation of the tools for this member."""
    about = fill(
        "tools",
        nonce=_code(run, member, prompt),
        calls=str(run.settings.tool_calls),
        today=f"{run.asked_at:%Y-%m-%d}",
    )
    return replace(prompt, instructions=f"{prompt.instructions}\n\n{about}")


class Consultation:
    """Asks one member for a reply, with rounds of tools."""

    def __init__(
        self,
        member: Member,
        prompt: Prompt,
        hands: Hands,
        models: ModelProvider,
        steps: Steps,
        queueing: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        """Args:
        member: The member.
        prompt: The prompt that all members get, without tools.
        hands: The run's tools.
        models: Asks the member.
        steps: Steps of this member alone.
        queueing: Entered while a request waits for a slot at its provider."""
        self._member, self._hands, self._models, self._steps = member, hands, models, steps
        self._queueing = queueing
        self._settings = hands.run.settings
        self._code = _code(hands.run, member, prompt)
        self._prompt = replace(told_of_tools(prompt, hands.run, member), tools=hands.specs)
        # Only prompts for answers hold the numbers of the search before the run.
        self._before = hands.citable.sources if prompt.purpose == "answer" else ()
        self._uses: list[ToolUse] = []
        self._said: list[Reply | Failure] = []
        self._took = 0.0
        self._is_late = False
        self._ends = asyncio.get_running_loop().time() + 2 * self._settings.call_seconds

    def goes_on_late(self) -> None:
        """Use no steps from now on: the run has gone on, so nobody would resume this member."""
        self._is_late = True

    @property
    def usage(self) -> Usage:
        """Return the usage of all finished turns, also of a member that did not finish."""
        return Usage.total(each.usage for each in self._said)

    @property
    def uses(self) -> Sequence[ToolUse]:
        """Return the calls so far, with their whole results."""
        return self._uses

    @property
    def numbers(self) -> Mapping[str, int]:
        """Return the number of each address that the member has seen."""
        return numbered(self._uses, self._before)

    async def reply(self, *, cites: bool = True) -> Reply | Failure:
        """Return the member's reply with its work, or the failure.

        Args:
            cites: Whether numbers in brackets are citations, which are checked and renumbered.
        """
        exchanges: tuple[Exchange, ...] = ()
        n = 0
        while True:
            n += 1
            said = await self._say(n, exchanges)
            self._said.append(said)
            self._hands.paid(said.usage)
            if isinstance(said, Failure):
                if said.reason in ("empty", "bad_request") and exchanges:
                    # The model called a tool although it had to answer, as on a server without `tool_choice`; or
                    # another host of the model refuses the rounds that the first host had begun.
                    self._prompt, exchanges = in_words(self._prompt, exchanges), ()
                    continue
                return replace(said, usage=self.usage)
            if said.wants is None:
                return self._answer(said, cites=cites)
            calls = said.wants.calls
            uses = await self._once(
                f"tools:{n}", lambda n=n, calls=calls: self._round(n, calls), tuple[ToolUse, ...]
            )
            self._hands.learn(uses)
            self._uses += uses
            self._took += max((use.seconds for use in uses), default=0.0)
            texts = tuple(shown_to_model(use, self.numbers, self._code) for use in uses)
            exchanges = (*exchanges, Exchange(wants=said.wants, results=texts))

    async def _say(self, n: int, exchanges: tuple[Exchange, ...]) -> Reply | Failure:
        async def say() -> Reply | Failure:
            is_spent = self._hands.is_spent()
            is_over = is_spent or self._is_over(n)
            prompt = replace(self._prompt, exchanges=exchanges, tools_are_over=is_over)
            if is_over and exchanges:
                *before, last = exchanges
                told = (*last.results[:-1], last.results[-1] + ANSWER_NOW)
                prompt = replace(prompt, exchanges=(*before, replace(last, results=told)))
            left = self._ends - asyncio.get_running_loop().time()
            seconds = max(1.0, min(self._settings.call_seconds, left))
            said = await self._models.complete(
                self._member, prompt, deadline=seconds, queueing=self._queueing
            )
            if isinstance(said, Failure) or not is_spent:
                return said
            return replace(said, work=replace(said.work or Work(), out_of_budget=True))

        return await self._once(f"say:{n}", say, Reply | Failure)

    def _is_over(self, n: int) -> bool:
        """Tell whether the member must answer in this turn."""
        settings = self._settings
        return (
            n > settings.tool_rounds
            or len(self._uses) >= settings.tool_calls
            or self._took >= settings.tool_seconds
        )

    async def _round(self, n: int, calls: Sequence[ToolCall]) -> tuple[ToolUse, ...]:
        """Make all calls of a round at the same time; calls beyond the limit get a result that says so."""
        room = max(0, self._settings.tool_calls - len(self._uses))
        seconds = min(self._settings.tool_call_seconds, max(1.0, self._settings.tool_seconds - self._took))
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(self._use(f"call:{n}.{at}", call, seconds))
                for at, call in enumerate(calls[:room])
            ]
        over = [ToolUse(call=call, result=ToolFailed(reason="no_calls_left")) for call in calls[room:]]
        return (*(task.result() for task in tasks), *over)

    async def _use(self, name: str, call: ToolCall, seconds: float) -> ToolUse:
        """Make one call. A step of this name is stored before a call that may change something, so that no other try
        makes the call again."""
        if not any(spec.name == call.name and spec.writes for spec in self._hands.specs):
            return await self._hands.use(call, seconds)
        lost = ToolUse(call=call, result=ToolFailed(reason="maybe_done", facts={"name": call.name}))
        if self._steps.completed(name, bool):
            return lost

        async def begins() -> bool:
            return True

        await self._once(name, begins, bool)
        use = await self._hands.use(call, seconds)
        is_late = isinstance(use.result, ToolFailed) and use.result.reason == "too_slow"
        return replace(lost, seconds=use.seconds) if is_late else use

    def _answer(self, last: Reply, *, cites: bool) -> Reply:
        replies = [each for each in self._said if isinstance(each, Reply)]
        known = self._known_sources() if cites else ()
        flagged = misquotations(last.text, known, self._uses, self._hands.citable)
        text, sources = cited(last.text, known)
        at_last = last.work or Work()
        return replace(
            last,
            text=text,
            latency=sum(each.latency for each in self._said) + self._took,
            usage=self.usage,
            reasoning="\n\n".join(each.reasoning for each in replies if each.reasoning),
            work=replace(
                at_last,
                uses=tuple(_shortened(use) for use in self._uses),
                sources=sources,
                misquoted=flagged,
            ),
        )

    def _known_sources(self) -> tuple[Source, ...]:
        """Return every source by its number."""
        found = {source.url: source for source in self._before}
        for use in self._uses:
            for source in use.result.sources if isinstance(use.result, Found) else ():
                found.setdefault(source.url, source)
        return tuple(found.values())

    async def _once(self, name: str, action: Callable[[], Awaitable[T]], returns: object) -> T:
        if self._is_late:
            return await action()
        results: list[T] = []

        async def kept() -> T:
            results.append(await action())
            return results[0]

        try:
            return await self._steps.once(name, kept, returns)
        except Exception:
            if self._is_late and results:
                return results[0]  # The run has ended meanwhile, and its steps are gone.
            raise


def in_words(prompt: Prompt, exchanges: Sequence[Exchange]) -> Prompt:
    """Return a prompt without tools that holds the results of earlier rounds as text."""
    results = [result for exchange in exchanges for result in exchange.results]
    text = "\n\n".join((prompt.text, SO_FAR, *results)) + ANSWER_NOW
    return replace(prompt, text=text, tools=())


def _shortened(use: ToolUse) -> ToolUse:
    call = replace(use.call, name=use.call.name[:LONGEST_NAME], arguments=use.call.arguments[:MOST_SHOWN])
    if isinstance(use.result, ToolFailed):
        return replace(use, call=call, result=replace(use.result, why=use.result.why[:MOST_SHOWN]))
    found = use.result
    sources = tuple(replace(source, snippet="") for source in found.sources)
    text = found.text if len(found.text) <= MOST_SHOWN else f"{found.text[: MOST_SHOWN - 1]}…"
    return replace(use, call=call, result=replace(found, text=text, sources=sources, addresses=()))
