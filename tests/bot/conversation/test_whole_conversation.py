"""Tests of a conversation with the real engine and a real database: asked, followed up, asked again, exported."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.bootstrap import SERVE, App, open_app
from bot.post import Actions, Button, Choice, Form, PrivateReply, Reply
from bot.requests.actions import read_action
from bot.requests.asking import Ask
from bot.requests.forms import read_form
from bot.requests.person import Person
from bot.requests.request import Request
from bot.settings.environment import read_settings
from bot.testing import MemoryPlatform, Standing
from council_core.domain.place import PersonId, Place
from council_core.domain.run import Run
from tests.bot.conversation.talk import actions

HERE = Place(platform="memory", workspace="W", channel="C")
ALICE = Person(id=PersonId("alice"), name="Alice", may_configure=True)


class Channel:
    """A channel in memory with a council of demo members."""

    def __init__(self, app: App, platform: MemoryPlatform) -> None:
        self.app = app
        self.platform = platform

    async def asks(self, request: Request) -> Run:
        """Ask a question and return its run when it is over."""
        before = {run.id for run in await self.app.store.latest(limit=9)}
        reply = await self.app.handle(request)
        (new,) = [run for run in await self.app.store.latest(limit=9) if run.id not in before]
        await self.app.engine.finished(new.id)
        del reply
        return await self.app.store.get(new.id)

    def post(self, run: Run, part: str) -> Standing:
        """Return one post of a run."""
        return next(each for each in self.platform.standing if each.key == f"{run.id}/{part}")

    def button(self, run: Run, part: str, label: str) -> str:
        """Return the request behind a post's button."""
        rows = [block for block in self.post(run, part).post.blocks if isinstance(block, Actions)]
        buttons = [
            one for row in rows for one in (*row.buttons, *row.choices) if isinstance(one, Button | Choice)
        ]
        return next(one.action for one in buttons if one.label == label)

    async def press(self, action: str, place: Place = HERE) -> Reply | None:
        """Press a button as Alice."""
        return await self.app.handle(read_action(action, ALICE, place))

    def filled_in(self, form: object, delivery: str, **values: str) -> Request:
        """Return a form that Alice sends."""
        assert isinstance(form, Form)
        drawn = {field.name: field.value for field in form.fields}
        request = read_form(form.action, {**drawn, **values}, person=ALICE, place=HERE, delivery=delivery)
        assert isinstance(request, Ask)
        return request


@pytest.fixture
async def channel(tmp_path: Path) -> AsyncIterator[Channel]:
    """Yield a served channel without votes, so that runs end by themselves."""
    variables = {"DATABASE_URL": f"sqlite:///{tmp_path / 'council.db'}", "COUNCIL_VOTE_MINUTES": "0"}
    settings = read_settings(variables, demo_roster=("demo:ada", "demo:blaise", "demo:carl"))
    platform = MemoryPlatform()
    async with open_app(settings, lambda _: {"memory": platform}, family=SERVE) as app:
        yield Channel(app, platform)


async def test_a_conversation_goes_on_in_its_thread_and_comes_out_as_files(channel: Channel) -> None:
    first = await channel.asks(Ask(person=ALICE, place=HERE, text="Tabs or spaces?", delivery="1"))
    opened = await channel.press(channel.button(first, "verdict/1", "Ask a follow-up"))
    second = await channel.asks(channel.filled_in(opened, "2", question="How many?"))
    opened = await channel.press(channel.button(first, "card", "Edit and ask again"))
    third = await channel.asks(channel.filled_in(opened, "3", members="demo:ada, demo:carl"))
    offered = await channel.press(channel.button(first, "card", "Export"))
    mine = await channel.press(actions(offered)["PDF"])
    await channel.press(actions(mine)["Post to thread"])

    thread = first.thread
    assert thread is not None
    assert [run.question.place.thread for run in (second, third)] == [thread, thread]
    assert [turn.question for turn in second.question.earlier] == ["Tabs or spaces?"]
    assert first.verdict is not None
    assert second.question.earlier[0].verdict == first.verdict.text
    assert (third.question.earlier, third.question.repeats) == ((), first.id)
    assert len(third.settings.roster.members) == 2
    assert isinstance(mine, PrivateReply)
    exports = [each for each in channel.platform.standing if each.key.startswith(f"{first.id}/export/")]
    for files in (mine.post.files, [file for each in exports for file in each.post.files]):
        assert [(file.name, file.content[:5]) for file in files] == [(f"council-{first.id}.pdf", b"%PDF-")]
    assert exports[0].message.place.thread == thread


async def test_what_a_channel_sets_holds_for_the_next_question(channel: Channel) -> None:
    opened = await channel.press("c1:edit:channel:council")
    assert isinstance(opened, Form)
    save = read_form(
        opened.action, {"members": "demo:carl\ndemo:ada"}, person=ALICE, place=HERE, delivery="1"
    )
    assert not isinstance(save, Ask)
    await channel.app.handle(save)  # type: ignore[arg-type]

    run = await channel.asks(Ask(person=ALICE, place=HERE, text="Tabs or spaces?", delivery="2"))

    assert [member.model for member in run.settings.roster.members] == ["demo:carl", "demo:ada"]
