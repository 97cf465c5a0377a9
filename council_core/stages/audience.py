"""Make paid calls only while somebody can read their results."""

from contextlib import nullcontext

from council_core.domain.answer import Failure, Reply
from council_core.domain.member import Member
from council_core.domain.question import RunId
from council_core.errors import RunUnreadable
from council_core.ports import Announcer, ModelProvider, Prompt, Queueing


class ForReaders:
    """Implements `ModelProvider` for one run: it asks a member only while the run can be shown in its place.

    The check happens inside the step of each paid call, so it needs no step of its own: a replayed call was paid
    before, and a refused one leaves nothing behind.
    """

    def __init__(self, models: ModelProvider, announcer: Announcer, run_id: RunId) -> None:
        """
        Args:
            models: Asks the members.
            announcer: Knows whether the run can be shown.
            run_id: The run.
        """
        self._models, self._announcer, self._run_id = models, announcer, run_id

    def check(self, member: Member) -> None:
        self._models.check(member)

    async def complete(
        self, member: Member, prompt: Prompt, *, deadline: float, queueing: Queueing = nullcontext
    ) -> Reply | Failure:
        """Ask one member for one reply.

        Raises:
            RunUnreadable: The platform refuses the run's posts for good; no model was asked.
        """
        if why := await self._announcer.unreadable(self._run_id):
            raise RunUnreadable(why)
        return await self._models.complete(member, prompt, deadline=deadline, queueing=queueing)
