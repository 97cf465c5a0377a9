"""Paid calls that are made only while somebody can read what comes of them."""

from contextlib import nullcontext

from council_core.domain.answer import Failure, Reply
from council_core.domain.member import Member
from council_core.domain.question import RunId
from council_core.errors import RunUnreadable
from council_core.ports import Announcer, ModelProvider, Prompt, Queueing

UNREADABLE = "Council cannot post where this was asked, so it asked the members nothing more."
"""How the reason of a run begins that ended since its place took no posts."""


class ForReaders:
    """Implements `ModelProvider` for one run: asks a member only while the run can be shown in its place.

    The check stands inside the step of each paid call, so it keeps no step of its own: a call that is replayed was
    paid before, and one that is refused leaves nothing behind.
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
        """One reply, or why there is none.

        Raises:
            RunUnreadable: The platform refuses the run's posts for good; nothing was asked.
        """
        if why := await self._announcer.unreadable(self._run_id):
            raise RunUnreadable(why)
        return await self._models.complete(member, prompt, deadline=deadline, queueing=queueing)
