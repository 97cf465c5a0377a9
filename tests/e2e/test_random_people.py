"""Tests what may never happen while three people type, press and send anything in any order: an error, a name before
the reveal, a post twice, a run without an end, a word that stays after a deletion."""

import asyncio
import logging
import random
from collections import deque
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from dbos import error as dbos_errors

from bot.app.bootstrap import SERVE, App, open_app
from bot.app.load_settings import load_settings
from bot.ports import Thread
from bot.post import Actions, Button, Choice, Field, Form, Line, Post, PrivateReply, Reply
from bot.requests.actions import read_action
from bot.requests.forms import read_form
from bot.requests.person import Person
from bot.requests.request import Request
from bot.requests.running import ForgetNow
from bot.requests.typed import read_command
from bot.requests.voting import RevealNames
from bot.testing import MemoryPlatform
from council_core.domain.place import Message, PersonId, Place
from council_core.domain.question import RunId
from council_core.errors import OutcomeUnknown
from tests.e2e.council_app import environment
from tests.testbed.migrated import begin_migrated
from tests.testbed.models import ModelServer
from tests.testbed.models.scripts import Fails, Resets, Says, Sends
from tests.testbed.patience import PATIENCE

NAMES = ("Onyx", "Beryl", "Topaz", "Quartz")
PEOPLE = (
    Person(id=PersonId("1"), name="Alice", locale="en", may_configure=True, may_configure_workspace=True),
    Person(id=PersonId("2"), name="민준", locale="ko", zone="Asia/Seoul", is_present=True),
    Person(id=PersonId("3"), name="Lena", locale="de", zone="Europe/Berlin", may_configure=True),
)
CHANNELS = tuple(Place(platform="memory", workspace="W", channel=name) for name in ("C1", "C2"))
TYPED = (
    "Should a team write its own tangerine queue?", "Is the tangerine ripe?", "탠저린은 과일인가요? tangerine",
    "tangerine " * 600, "**tangerine** <@1> `code`?\n```\nblock\n```", "--quorum 2 Which tangerine?",
    "--preset quick One tangerine?", "--rounds 2 Two tangerines?", "improve Should we buy a tangerine?",
    "help", "settings", "history", "history mine", "stats", "board", "templates", "schedules", "decisions",
    "search tangerine", "show", "cancel", "forget", "export", "every monday 9:00 Is there a tangerine?",
    "digest weekly", "digest off", "histroy", "", "ask", "show r0000000000000000", "cancel nonsense",
)  # fmt: skip
FILLED = (
    "",
    "0",
    "-5",
    "1",
    "yes",
    "none",
    "x" * 4000,
    "🦓" * 40,
    "de",
    "openai:nope",
    "<b>",
    "\u202e\u0000",
)
BEHAVIOURS = (
    Says(text=""), Says(text="No.\nPOSITION: no"), Says(text="Yes.\nPOSITION: yes"), Says(is_null=True),
    Says(text="| a | b |\n|---|---|\n| `x|y` | 2 |\n\n" + "word " * 2500), Says(refusal="I cannot."),
    Says(finish="length", text="cut"), Fails(status=429, headers={"Retry-After": "1"}), Fails(status=500),
    Fails(status=400), Fails(status=401), Resets(), Resets(within_body=True), Sends(body=b"<html>"),
)  # fmt: skip


class WatchedPlatform(MemoryPlatform):
    """Notes names that are sent before the reveal. In rough weather it loses requests, or replies to them."""

    def __init__(self, chance: random.Random, *, rough: bool) -> None:
        super().__init__()
        self.named_early: list[str] = []
        self.named_late = 0
        self.app: App | None = None
        self._chance, self._rough = chance, rough

    async def open_thread(self, place: Place, post: Post, *, key: str, again: bool) -> Thread:
        await self._watch(key, post)
        self._storm()
        thread = await super().open_thread(place, post, key=key, again=again)
        self._storm()
        return thread

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        await self._watch(key, post)
        self._storm()
        message = await super().post(place, post, key=key, again=again)
        self._storm()
        return message

    async def edit(self, message: Message, post: Post, *, final: bool = False) -> None:
        key = next((each.key for each in self.standing if each.message == message), "")
        await self._watch(key, post)
        self._storm()
        await super().edit(message, post, final=final)

    def _storm(self) -> None:
        if self._rough and self._chance.random() < 0.06:
            raise OutcomeUnknown("A storm.")

    async def _watch(self, key: str, post: Post) -> None:
        assert self.app is not None
        run_id = RunId(key.partition("/")[0])
        if any(name in repr(post) for name in NAMES):
            run = await self.app.store.get(run_id)
            if run.status in ("revealed", "failed", "cancelled"):
                self.named_late += 1
            else:
                self.named_early.append(f"{key}, {run.status}")


class Crowd:
    """People who do anything."""

    def __init__(self, platform: WatchedPlatform, models: ModelServer, chance: random.Random) -> None:
        self._platform, self._models, self._chance = platform, models, chance
        self._buttons: deque[str] = deque(maxlen=300)
        self._forms: deque[Form] = deque(maxlen=40)
        self._number = 0

    async def acts(self, times: int) -> None:
        """Do this many things, some of them at once."""
        async with asyncio.TaskGroup() as group:
            for _ in range(times):
                group.create_task(self._does_something())
                await asyncio.sleep(self._chance.choice((0, 0, 0.02, 0.05)))

    async def _does_something(self) -> None:
        self._number += 1
        if self._chance.random() < 0.3:
            model = self._chance.choice(
                ("gpt-6.1-sol", "claude-sonnet-5-5", "gemini-4-argon", "vendor/quartz")
            )
            self._models.script(model, self._chance.choice(BEHAVIOURS))
        person, number = self._chance.choice(PEOPLE), self._number
        kind = self._chance.random()
        if kind < 0.35:
            request = read_command(
                self._words(), person=person, place=self._place(), delivery=str(number), opens_forms=True
            )
        elif kind < 0.75 or not self._forms:
            request = read_action(self._button(), person, self._place())
        else:
            form = self._chance.choice(self._forms)
            action = self._chance.choice((form.action, *(button.action for button in form.aside)))
            values = {field.name: self._value(field) for field in form.fields}
            request = read_form(action, values, person=person, place=self._place(), delivery=str(number))
        clicks = self._chance.choice((1, 1, 1, 2))
        await asyncio.gather(*(self._says(request) for _ in range(clicks)))

    async def _says(self, request: Request) -> None:
        assert self._platform.app is not None
        self._read(await self._platform.app.handle(request))

    def _read(self, reply: Reply | None) -> None:
        if isinstance(reply, PrivateReply):
            self._buttons.extend(actions_on(reply.post))
        elif isinstance(reply, Form):
            self._forms.append(reply)

    def _words(self) -> str:
        if not self._platform.standing or self._chance.random() < 0.8:
            return self._chance.choice(TYPED)
        run = self._chance.choice(self._platform.standing).key.partition("/")[0]
        return f"{self._chance.choice(('show', 'cancel', 'forget', 'export'))} {run}"

    def _button(self) -> str:
        """Return a button that somebody sees, or saw before it went away."""
        recent = self._platform.standing[-30:]
        posts = [each for standing in recent for each in (standing.post, *standing.earlier)]
        shown = list(actions_on(self._chance.choice(posts))) if posts else []
        if not shown or self._chance.random() < 0.3:
            shown = list(self._buttons)
        return self._chance.choice(shown) if shown else "c1:settings"

    def _place(self) -> Place:
        threads = [standing.message.place for standing in self._platform.standing]
        return self._chance.choice(threads if threads and self._chance.random() < 0.5 else CHANNELS)

    def _value(self, field: Field) -> str | tuple[str, ...]:
        options = [value for value, _ in field.options]
        if field.kind == "files":
            return ()
        if field.kind == "choices":
            return tuple(self._chance.sample(options, self._chance.randint(0, min(3, len(options)))))
        if options and self._chance.random() < 0.85:
            return self._chance.choice(options)
        own = "".join(field.value[:1]) if isinstance(field.value, tuple) else field.value
        return self._chance.choice((own, self._chance.choice(FILLED)))


def actions_on(post: Post) -> Iterable[str]:
    """Yield the requests behind a post's buttons."""
    for block in post.blocks:
        if isinstance(block, Actions):
            yield from (
                one.action for one in (*block.buttons, *block.choices) if isinstance(one, Button | Choice)
            )
        if isinstance(block, Line) and block.beside is not None:
            yield block.beside.action


async def all_ended(app: App) -> None:
    """Wait until each run has ended; the askers end their votes."""
    async with asyncio.timeout(PATIENCE):
        while unfinished := await app.store.unfinished(platforms=("memory",)):
            for run_id in unfinished:
                question = (await app.store.get(run_id)).question
                asker = Person(id=question.asker.id, name=question.asker.name)
                await app.handle(RevealNames(person=asker, place=question.place, run_id=run_id))
            await asyncio.sleep(0.1)


async def all_deleted(app: App, platform: MemoryPlatform) -> None:
    """Let each asker delete their questions, and wait until no post has a word of them."""
    for run in await app.store.latest(limit=1_000):
        asker = Person(id=run.question.asker.id, name=run.question.asker.name, is_present=True)
        await app.handle(ForgetNow(person=asker, place=run.question.place, run_id=run.id))
    async with asyncio.timeout(PATIENCE):
        while any("tangerine" in repr(each.post) for each in platform.standing):  # noqa: ASYNC110 - another task's doing
            await asyncio.sleep(0.1)


def is_expected(record: logging.LogRecord) -> bool:
    """Tell whether the server of the models wrote this, or DBOS about the execution of a run that was deleted."""
    error = record.exc_info[1] if record.exc_info else None
    return record.name.startswith("aiohttp") or isinstance(error, dbos_errors.DBOSNonExistentWorkflowError)


def variables(models: ModelServer, folder: Path) -> Mapping[str, str]:
    return environment(models, folder, COUNCIL_LOG="INFO", COUNCIL_RUNS_AT_ONCE="4")


@pytest.mark.parametrize("rough", [False, True], ids=["fair", "rough"])
async def test_whatever_people_do_nothing_breaks_and_nothing_is_said_early_or_twice(
    rough: bool, models: ModelServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    chance = random.Random(27)
    platform = WatchedPlatform(chance, rough=rough)
    crowd = Crowd(platform, models, chance)
    settings = load_settings(variables(models, tmp_path), folder=tmp_path)
    await begin_migrated(settings.database_url)
    with caplog.at_level(logging.ERROR):
        for _ in range(2):  # The second time begins in the middle of what was under way.
            async with open_app(settings, lambda _: {"memory": platform}, family=SERVE) as app:
                platform.app = app
                await crowd.acts(80)
        async with open_app(settings, lambda _: {"memory": platform}, family=SERVE) as app:
            platform.app = app
            await all_ended(app)
            runs = await app.store.latest(limit=1_000)
            keys = [standing.key for standing in platform.standing]
            if not rough:  # In a storm, deletion goes on minutes later.
                await all_deleted(app, platform)

    ours = [record for record in caplog.records if not is_expected(record)]
    assert [record.getMessage() for record in ours] == []
    assert platform.named_late > 0
    assert platform.named_early == []
    assert sorted(keys) == sorted(set(keys))
    assert "revealed" in {run.status for run in runs}
