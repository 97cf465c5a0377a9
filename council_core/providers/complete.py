"""The port `ModelProvider`: a member and a prompt -> a reply or a failure, within the deadline, whatever
happens.

pydantic-ai and the vendors' SDKs take seconds to import. That happens once per provider, in a thread, when
the first member of it is asked: an event loop that stood still meanwhile would miss Slack's three seconds.
"""

import asyncio
import gc
from collections.abc import Iterable

from council_core.domain.answer import Failure, Reply
from council_core.domain.member import Member
from council_core.errors import MissingKey, UnknownChoice
from council_core.ports import Observer, Prompt, nobody
from council_core.providers import PROVIDERS
from council_core.providers.circuits import Circuits
from council_core.providers.client import Clients
from council_core.providers.endpoint import Endpoint, Line
from council_core.providers.settings import CALLS_AT_ONCE, ProviderSettings
from council_core.providers.wording import not_asked, timed_out


class Models:
    """All models that the settings give access to. Belongs to the event loop that first asks one."""

    def __init__(
        self, settings: ProviderSettings, observe: Observer = nobody, circuits: Circuits | None = None
    ) -> None:
        """
        Args:
            settings: Keys, addresses and limits.
            observe: Told when a provider is asked once more.
            circuits: Which models are left alone for a while; none at first.
        """
        self._settings = settings
        self._clients = Clients(settings, observe)
        self._lines: dict[str, Line] = {}
        self._opening = asyncio.Lock()
        self._places: dict[str, asyncio.Semaphore] = {}
        self._circuits = circuits or Circuits()

    def check(self, member: Member) -> None:
        """Whether this member can be asked at all, without asking it.

        Raises:
            UnknownChoice: There is no such provider, or it cannot have such a model.
            MissingKey: Its key is not set.
        """
        endpoint = self._endpoint(member)
        provider = PROVIDERS[endpoint.provider]
        if not provider.has(member.model.partition(":")[2]):
            raise UnknownChoice("model", member.model, provider.examples)
        if provider.needs_key and endpoint.key is None:
            raise MissingKey(endpoint.name, endpoint.key_variable)

    async def complete(self, member: Member, prompt: Prompt, *, deadline: float) -> Reply | Failure:
        """One reply from one member, or why there is none.

        Args:
            member: Whom to ask, with its own settings.
            prompt: What to ask.
            deadline: Seconds until the call is given up: waiting for a place and all tries included.
        """
        try:
            self.check(member)
        except UnknownChoice as error:
            return Failure(reason="unknown_model", detail=str(error), latency=0.0)
        except MissingKey as error:
            return Failure(reason="unauthorized", detail=str(error), latency=0.0)
        endpoint = self._endpoint(member)
        rest = self._circuits.rest_of(member.model)
        if rest is not None and not prompt.insists and prompt.purpose != "check":
            return not_asked(endpoint, rest)
        with self._circuits.asking(member.model) as heard:
            loop = asyncio.get_running_loop()
            started = loop.time()
            is_queueing = False
            try:
                async with asyncio.timeout(deadline):
                    line = await self._line(endpoint)
                    is_queueing = True
                    async with self._place(endpoint):
                        is_queueing = False
                        await self._clients.turns.next()
                        result = await line.ask(member, prompt, until=started + deadline)
            except TimeoutError:
                result = timed_out(endpoint, latency=loop.time() - started, was_queueing=is_queueing)
            if not is_queueing:  # Else it was never asked.
                heard(result)
            return result

    async def prepare(self, members: Iterable[Member]) -> None:
        """Opens the lines to these members beforehand, so that the first question need not wait for imports.

        Raises:
            UnknownChoice, MissingKey: As `check` does, for the first member that cannot be asked.
        """
        for member in members:
            self.check(member)
            line = await self._line(self._endpoint(member))
            await line.prepare(member.model.partition(":")[2])

    async def close(self) -> None:
        """Closes all connections. Calls under way end as failures."""
        await self._clients.close()

    def _endpoint(self, member: Member) -> Endpoint:
        endpoint = self._settings.endpoints.get(member.provider)
        if endpoint is None:
            hints = [f"{name} (once {PROVIDERS[name].base_url_variable} is set)" for name in self._closed()]
            raise UnknownChoice("provider", member.provider, [*self._settings.endpoints, *hints])
        return endpoint

    def _closed(self) -> list[str]:
        return [name for name in PROVIDERS if name not in self._settings.endpoints]

    def _place(self, endpoint: Endpoint) -> asyncio.Semaphore:
        if endpoint.name not in self._places:
            places = self._settings.calls_at_once.get(endpoint.name, CALLS_AT_ONCE)
            self._places[endpoint.name] = asyncio.Semaphore(places)
        return self._places[endpoint.name]

    async def _line(self, endpoint: Endpoint) -> Line:
        if endpoint.name not in self._lines:
            async with self._opening:
                if endpoint.name not in self._lines:
                    self._lines[endpoint.name] = await asyncio.to_thread(self._open, endpoint)
        return self._lines[endpoint.name]

    def _open(self, endpoint: Endpoint) -> Line:
        line = PROVIDERS[endpoint.provider].open(endpoint, self._clients)
        # An SDK is hundreds of thousands of objects that live until the end. Without this, every full garbage
        # collection visits them all, and the event loop stands still for a quarter of a second.
        gc.freeze()
        return line
