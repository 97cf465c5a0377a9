"""Tests of rounds with tools on each engine: after a power failure at any point, no finished call is made again."""

import asyncio
from collections import Counter
from collections.abc import Mapping

import pytest

from council_core.domain.answer import Answer, Failure, Outcome, Reply
from council_core.domain.member import Member
from council_core.domain.tool import Found, ToolFailed, ToolSpec
from council_core.ports import Errand, Prompt, Signals, Steps
from council_core.stages.answer import answer
from council_core.stages.consult import Hands, offered
from council_core.stages.deadline import Stragglers
from council_core.testing import ScriptedModels
from tests.contracts.machine import EVERYWHERE, Machine
from tests.core.working import CountedTools, searches, works
from tests.samples import MEMBERS, a_run

ROUNDS = {member.id: number for number, member in enumerate(MEMBERS, start=2)}
"""Two to five rounds of tools."""

RUN = a_run()


class Council:
    """Four members and their tools; one call meets a power failure."""

    def __init__(self, machine: Machine, cut_at: int) -> None:
        self.machine, self.cut_at = machine, cut_at
        self.begun = 0
        self.made: Counter[tuple[str, str, int]] = Counter()
        """Calls that ended, by member, kind and round."""

        self.kept: set[tuple[str, str, int]] = set()
        """The finished calls that were stored for certain, since their member continued."""

        self.again: set[tuple[str, str, int]] = set()
        self.outcomes: tuple[Outcome, ...] = ()

    async def meet(self, member: str, kind: str, n: int) -> None:
        """Reach a call; the power fails at one of them."""
        self.begun += 1
        self.kept |= {key for key in self.made if key[0] == member and key != (member, kind, n)}
        if (member, kind, n) in self.kept:
            self.again.add((member, kind, n))
        if self.begun == self.cut_at:
            await self.machine.blackout()
        await asyncio.sleep(0)
        self.made[member, kind, n] += 1

    async def story(self, steps: Steps, signals: Signals) -> None:
        """Execute the stage of the answers."""
        council = self

        class Tools(CountedTools):
            async def use(
                self, name: str, arguments: Mapping[str, object], errand: Errand
            ) -> Found | ToolFailed:
                member, _, n = str(arguments["query"]).rpartition(" ")
                await council.meet(member, "tools", int(n))
                return await super().use(name, arguments, errand)

        async def script(member: Member, prompt: Prompt) -> Reply | Failure:
            n = len(prompt.exchanges)
            await council.meet(member.id, "say", n)
            rounds = [searches(f"{member.id} {at}") for at in range(ROUNDS[member.id])]
            return await works(rounds, f"After {n} rounds [1].")(member, prompt)

        tools = Tools()
        specs: tuple[ToolSpec, ...] = await offered(RUN, tools, steps)
        stragglers = Stragglers(lambda run_id, outcome: asyncio.sleep(0))
        hands = Hands(run=RUN, toolbox=tools, specs=specs)
        models = ScriptedModels({}, otherwise=script)
        self.outcomes = await answer(RUN, models, steps, stragglers, lambda done, failed: None, hands)
        await stragglers.aclose()


@EVERYWHERE
@pytest.mark.parametrize("cut_at", [1, 4, 7, 12, 18, 25, 31])
async def test_no_call_that_had_ended_is_made_again_after_a_power_cut(machine: Machine, cut_at: int) -> None:
    council = Council(machine, cut_at)

    await machine.execute(council.story)
    assert council.outcomes == ()
    await machine.execute(council.story)

    texts = {each.member: each.text for each in council.outcomes if isinstance(each, Answer)}
    assert texts == {member: f"After {rounds} rounds [1]." for member, rounds in ROUNDS.items()}
    assert council.again == set()
    wanted = {
        (member, kind, n) for member, most in ROUNDS.items() for kind in ("say", "tools") for n in range(most)
    }
    assert set(council.made) == wanted | {(member, "say", most) for member, most in ROUNDS.items()}
