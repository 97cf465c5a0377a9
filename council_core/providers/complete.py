"""Ask members: the port `ModelProvider`. Each call returns a reply or a failure within its deadline.

pydantic-ai and the vendors' SDKs take seconds to import. Each provider is imported once, in a thread, when its first
member is asked: a blocked event loop would miss Slack's three seconds.
"""

import asyncio
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace

from council_core.domain.answer import Failure, Reply
from council_core.domain.member import Member
from council_core.domain.settings import CALL_SECONDS
from council_core.errors import CallFault, MissingKey, UnknownChoice
from council_core.ports import Observer, Prompt, Queueing, nobody
from council_core.providers import PROVIDERS
from council_core.providers.circuits import Circuits
from council_core.providers.client import Clients
from council_core.providers.endpoint import Caller, Endpoint
from council_core.providers.settings import CALLS_AT_ONCE, ProviderSettings
from council_core.providers.sight import Sights

LONGEST_QUEUEING = 900.0
"""Most seconds that a call waits for a free slot at its provider. A longer wait means far more questions than
slots."""


class Models:
    """All models that the settings give access to. Belongs to the event loop that asks first."""

    def __init__(
        self,
        settings: ProviderSettings,
        observe: Observer = nobody,
        circuits: Circuits | None = None,
        longest_queueing: float = LONGEST_QUEUEING,
        call_seconds: float = CALL_SECONDS,
    ) -> None:
        """
        Args:
            settings: Keys, addresses and limits.
            observe: Told about each retry.
            circuits: Knows which models rest; empty at first.
            longest_queueing: Seconds that a call may wait for a slot at its provider.
            call_seconds: Seconds that the operator gives a call. When a shorter deadline passes, that says nothing
                about the provider, so it does not count as a failure.
        """
        self._settings = settings
        self._clients = Clients(settings, observe)
        self._sights = Sights(self._clients)
        self._callers: dict[str, Caller] = {}
        self._opening = asyncio.Lock()
        self._places: dict[str, asyncio.Semaphore] = {}
        self._circuits = Circuits() if circuits is None else circuits
        self._longest_queueing = longest_queueing
        self._call_seconds = call_seconds

    def check(self, member: Member) -> None:
        """Check that this member can be asked, without asking it.

        Raises:
            UnknownChoice: The provider does not exist, or cannot have such a model.
            MissingKey: Its key is not set.
        """
        endpoint = self._endpoint(member)
        provider = PROVIDERS[endpoint.provider]
        if not provider.has(member.model.partition(":")[2]):
            raise UnknownChoice("model", member.model, provider.examples)
        if provider.needs_key and endpoint.key is None:
            raise MissingKey(endpoint.name, endpoint.key_variable)

    async def sees(self, member: Member) -> bool | None:
        """Tell whether a member's model sees pictures, by its earlier replies or else by its provider's word; None if
        unknown."""
        endpoint = self._settings.endpoints.get(member.provider)
        if endpoint is None or member.is_demo:
            return None
        model = member.model.partition(":")[2]
        caller = self._callers.get(endpoint.name)
        if caller is not None and caller.is_blind(model):
            return False
        return await self._sights.sees(endpoint, model)

    async def complete(
        self, member: Member, prompt: Prompt, *, deadline: float, queueing: Queueing = nullcontext
    ) -> Reply | Failure:
        """Ask one member for one reply.

        Args:
            member: The member, with its own settings.
            prompt: The prompt.
            deadline: Seconds until the call is given up, all tries included.
            queueing: Entered while the call waits because all slots at its provider are taken. Waiting calls go in
                the order of arrival.
        """
        try:
            self.check(member)
        except UnknownChoice as error:
            known = ", ".join(error.known)
            if error.thing == "provider":
                fault, facts = "unknown_provider", {"provider": error.value, "known": known}
            else:
                fault, facts = "impossible_model", {"model": error.value, "known": known}
            return Failure(reason="unknown_model", fault=fault, facts=facts, latency=0.0)
        except MissingKey as error:
            facts = {"provider": error.provider, "variable": error.variable}
            return Failure(reason="unauthorized", fault="no_key", facts=facts, latency=0.0)
        endpoint = self._endpoint(member)
        loop = asyncio.get_running_loop()
        started = loop.time()
        if refused := self._rested(endpoint, member, prompt):
            return refused
        places = self._places_at(endpoint)
        if not await _room(places, queueing, self._longest_queueing):
            return _timed_out("queued_too_long", loop.time() - started, provider=endpoint.title)
        try:
            # The model may have failed while this call waited.
            return self._rested(endpoint, member, prompt) or await self._ask(
                endpoint, member, prompt, deadline
            )
        finally:
            places.release()

    def _rested(self, endpoint: Endpoint, member: Member, prompt: Prompt) -> Failure | None:
        rest = self._circuits.rest_of(prompt.tenant, member.model)
        if rest is None or prompt.insists or prompt.purpose == "check":
            return None
        facts = {"provider": endpoint.title, "times": str(rest.failures)}
        return Failure(reason="not_asked", fault="rested", facts=facts, latency=0.0, rest=rest)

    async def _ask(
        self, endpoint: Endpoint, member: Member, prompt: Prompt, deadline: float
    ) -> Reply | Failure:
        with self._circuits.asking(prompt.tenant, member.model) as heard:
            loop = asyncio.get_running_loop()
            started = loop.time()
            try:
                async with asyncio.timeout(deadline):
                    caller = await self._caller(endpoint)
                    await self._clients.turns.next()
                    if prompt.pictures and member.sees is None:
                        seen = self._sights.known(endpoint, member.model.partition(":")[2])
                        member = replace(member, sees=seen)
                    result = await caller.ask(member, prompt, until=started + deadline)
            except TimeoutError:
                result = _timed_out("no_answer_in_time", loop.time() - started)
                if deadline < self._call_seconds:
                    return result
            heard(result)
            return result

    async def prepare(self, members: Iterable[Member]) -> None:
        """Import the SDKs of these members beforehand, so that the first question need not wait.

        Raises:
            UnknownChoice, MissingKey: As for `check`, for the first member that cannot be asked.
        """
        for member in members:
            self.check(member)
            caller = await self._caller(self._endpoint(member))
            await caller.prepare(member.model.partition(":")[2])

    async def close(self) -> None:
        """Close all connections. Calls under way end as failures."""
        await self._clients.close()

    def _endpoint(self, member: Member) -> Endpoint:
        endpoint = self._settings.endpoints.get(member.provider)
        if endpoint is None:
            hints = [f"{name} ({PROVIDERS[name].base_url_variable})" for name in self._closed()]
            raise UnknownChoice("provider", member.provider, [*self._settings.endpoints, *hints])
        return endpoint

    def _closed(self) -> list[str]:
        return [name for name in PROVIDERS if name not in self._settings.endpoints]

    def _places_at(self, endpoint: Endpoint) -> asyncio.Semaphore:
        if endpoint.name not in self._places:
            places = self._settings.calls_at_once.get(endpoint.name, CALLS_AT_ONCE)
            self._places[endpoint.name] = asyncio.Semaphore(places)
        return self._places[endpoint.name]

    async def _caller(self, endpoint: Endpoint) -> Caller:
        if endpoint.name not in self._callers:
            async with self._opening:
                if endpoint.name not in self._callers:
                    open_caller = PROVIDERS[endpoint.provider].open
                    self._callers[endpoint.name] = await asyncio.to_thread(
                        open_caller, endpoint, self._clients
                    )
        return self._callers[endpoint.name]


async def _room(places: asyncio.Semaphore, queueing: Queueing, longest: float) -> bool:
    """Take a slot, at once where one is free; return False when none became free in time."""
    if not places.locked():
        return await places.acquire()
    with queueing():
        try:
            async with asyncio.timeout(longest):
                return await places.acquire()
        except TimeoutError:
            return False


def _timed_out(fault: CallFault, seconds: float, **facts: str) -> Failure:
    """Return the failure of a call whose deadline passed."""
    return Failure(reason="timed_out", fault=fault, facts=facts | {"seconds": str(seconds)}, latency=seconds)
