"""The playground's threads after its process ended: they come back from the stored runs, with exports,
reminders and digests."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.app.bootstrap import SERVE, App, open_app
from bot.app.load_settings import load_settings
from bot.app.open_tables import open_schedules
from bot.platforms.playground.platform import PlaygroundPlatform
from bot.platforms.playground.team import TEAM, Standing, channel_place
from bot.post import Post
from bot.presentation.words import words_for
from bot.requests.asking import Ask
from bot.requests.memory import SetDigest
from bot.requests.running import ExportRun, ShareRun
from bot.requests.voting import CastVote
from council_core.domain.decision import Decision
from council_core.domain.question import FileReference, RunId
from council_core.domain.run import RunStatus
from council_core.domain.slate import Alias
from tests.testbed.patience import PATIENCE

HERE = channel_place("architecture")
ALICE = TEAM[0]


@dataclass
class Playing:
    """One process with the playground."""

    app: App
    platform: PlaygroundPlatform

    @property
    def posts(self) -> list[Standing]:
        """Return all posts in their latest form."""
        return list(self.platform._team.posts.values())  # pyright: ignore[reportPrivateUsage]

    def said(self) -> dict[str, tuple[str, Post]]:
        """Return the message and the content of each post, by its key."""
        return {each.key: (each.message.id, each.post) for each in self.posts}

    async def asks(self, text: str, thread: str | None = None) -> RunId:
        """Ask, and return the new run."""
        await self.app.handle(
            Ask(person=ALICE, place=replace(HERE, thread=thread), text=text, delivery=f"{thread}{text}")
        )
        (run,) = await self.app.store.latest(limit=1)
        return run.id

    async def wants(
        self, run_id: RunId, wanted: type[ExportRun] | type[ShareRun], part: str, **more: Any
    ) -> None:
        """Press a button of a run, and wait for the resulting post."""
        await self.app.handle(wanted(person=ALICE, place=replace(HERE, thread="m1"), run_id=run_id, **more))
        await self.comes(f"{run_id}/{part}")

    async def comes(self, key: str) -> None:
        """Wait for a post whose key begins like this."""
        async with asyncio.timeout(PATIENCE):
            while not any(each.key.startswith(key) for each in self.posts):  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def reminds(self, run_id: RunId) -> None:
        """Record a decision on a run, and get the reminder of it at once."""
        now = datetime.now(UTC)
        decision = Decision(
            run_id=run_id,
            place=HERE,
            person=ALICE.id,
            name=ALICE.name,
            locale="en",
            text="Tabs.",
            at=now,
            look_again=now,
        )
        await self.app.decisions.record(decision)
        await self.app.handlers.ask_due(("playground",))
        await self.comes(f"{run_id}/decision")

    async def digests(self, run_id: RunId, folder: Path) -> None:
        """Set a daily digest of the channel whose tick has come, and wait for its post."""
        await self.app.handle(SetDigest(person=ALICE, place=HERE, often="daily"))
        settings = load_settings({"DATABASE_URL": f"sqlite:///{folder / 'council.db'}"}, folder=folder)
        async with open_schedules(settings) as schedules:
            (schedule,) = await schedules.kept(HERE)
            await schedules.change(
                schedule.id, "active", datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=1)
            )
        async with asyncio.timeout(PATIENCE):
            while not any(each.key.startswith(f"{run_id}/digest") for each in self.posts):
                await self.app.handlers.ask_due(("playground",))
                await asyncio.sleep(0.1)

    def thread_of(self, card: Standing) -> list[str]:
        """Return the keys of the posts in a card's thread, in their order on the page."""
        here = self.platform._team.in_thread(HERE.channel, card.message.id)  # pyright: ignore[reportPrivateUsage]
        return [each.key for each in here]

    def cards(self) -> list[str]:
        """Return the keys of the posts in the channel that begin a thread."""
        return [each.key for each in self.platform._team.cards(HERE.channel)]  # pyright: ignore[reportPrivateUsage]

    async def comes_to(self, run_id: RunId, status: RunStatus) -> None:
        """Wait until the run has this status and its card says so."""
        async with asyncio.timeout(PATIENCE):
            while (await self.app.store.get(run_id)).status != status:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
            if status == "revealed":
                await self.app.engine.finished(run_id)


@asynccontextmanager
async def playing(folder: Path, minutes: str = "0", seconds: str = "0") -> AsyncGenerator[Playing]:
    """Start a process that serves the playground from this folder."""
    variables = {
        "DATABASE_URL": f"sqlite:///{folder / 'council.db'}",
        "COUNCIL_VOTE_MINUTES": minutes,
        "COUNCIL_DEMO_SECONDS": seconds,
    }
    settings = load_settings(variables, folder=folder)
    platform = PlaygroundPlatform(lambda code: words_for(code).playground, opened=lambda _: None)
    async with open_app(settings, lambda _: {"playground": platform}, family=SERVE) as app:
        yield Playing(app, platform)


async def test_threads_come_back_with_their_follow_ups_and_new_posts_take_no_old_place(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path) as first:
        run_id = await first.asks("Tabs or spaces?")
        await first.comes_to(run_id, "revealed")
        card = next(each for each in first.posts if each.key == f"{run_id}/card")
        follow_up = await first.asks("And in Makefiles?", thread=card.message.id)
        await first.comes_to(follow_up, "revealed")
        await first.wants(run_id, ExportRun, "export/md/", format="md", to_thread=True)
        await first.wants(run_id, ShareRun, "share")
        await first.reminds(run_id)
        await first.digests(run_id, tmp_path)
        before, in_thread, cards = first.said(), first.thread_of(card), first.cards()

    async with playing(tmp_path) as second:
        await second.comes(f"{run_id}/export/md/")
        after = second.said()
        assert (second.thread_of(card), second.cards()) == (in_thread, cards), "as many posts, in their order"
        third = await second.asks("Vim or Emacs?")
        await second.comes_to(third, "revealed")
        new = [each.message.id for each in second.posts if each.key.startswith(third)]

    assert after.keys() == before.keys()
    assert {key: place for key, (place, _) in after.items()} == {
        key: place for key, (place, _) in before.items()
    }
    wanted = [key for key in before if key.split("/")[1] in ("export", "share", "decision")]
    assert len(wanted) == 3
    assert sum("/digest/" in key for key in before) == 1, "its content is compared below"
    assert [file.name for key in wanted for file in after[key][1].files] == [f"council-{run_id}.md"]
    assert [
        key for key in before if key not in wanted and after[key][1].blocks != before[key][1].blocks
    ] == []
    assert not set(new) & {place for place, _ in before.values()}


async def test_a_card_says_how_long_runs_usually_take_right_after_a_restart(tmp_path: Path) -> None:
    async with playing(tmp_path) as first:
        for question in ("Tabs?", "Spaces?", "Vim?"):
            await first.comes_to(await first.asks(question), "revealed")

    async with playing(tmp_path, seconds="1") as second:
        run_id = await second.asks("Emacs?")
        await second.comes(f"{run_id}/card")
        (card,) = [each for each in second.posts if each.key == f"{run_id}/card"]
        assert "usually about" in repr(card.post)
        await second.comes_to(run_id, "revealed")
        assert "usually about" not in repr(card.post)


async def test_a_file_that_was_not_read_before_a_restart_is_asked_for_again_in_the_language_of_its_person(
    tmp_path: Path,
) -> None:
    lost = FileReference(
        name="notizen.txt", media_type="text/plain", size=3, reference="of-an-earlier-process"
    )
    async with playing(tmp_path) as second:
        await second.app.handle(
            Ask(
                person=TEAM[2],
                place=HERE,
                text="Tabs?",
                delivery="1",
                files=(lost,),
                options={"language": "de"},
            )
        )
        (run,) = await second.app.store.latest(limit=1)
        await second.comes_to(run.id, "revealed")
        (card,) = [each for each in second.posts if each.key == f"{run.id}/card"]

    assert "Council hat diese Datei nicht mehr" in repr(card.post)


async def test_an_open_vote_goes_on_in_its_thread_and_a_deleted_run_stays_away(tmp_path: Path) -> None:
    async with playing(tmp_path, minutes="60") as first:
        gone, run_id = await first.asks("Old?"), await first.asks("Tabs or spaces?")
        for each in (gone, run_id):
            await first.comes_to(each, "voting")
        await first.app.retention.delete(gone, from_chat=False)

    async with playing(tmp_path, minutes="60") as second:
        keys = {each.key for each in second.posts}
        (board,) = [each for each in second.posts if each.key == f"{run_id}/voting"]
        await second.app.handle(
            CastVote(person=ALICE, place=replace(HERE, thread="m1"), run_id=run_id, alias=Alias("A"))
        )
        async with asyncio.timeout(PATIENCE):
            while "1 vote" not in repr(board.post).lower() and "One vote" not in repr(board.post):  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    assert {f"{run_id}/card", f"{run_id}/slate/A/1", f"{run_id}/voting"} <= keys
    assert not any(key.startswith(gone) for key in keys)
