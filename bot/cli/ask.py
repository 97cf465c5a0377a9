"""`council ask`: ask one question with its files, and show its run in the terminal or print it as JSON."""

import argparse
import asyncio
import getpass
import json
import mimetypes
import os
import re
import select
import stat
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from bot.app import event_loop
from bot.app.bootstrap import ASK, App, open_app
from bot.app.load_settings import settings_for_run
from bot.app.open_parts import open_purse
from bot.app.platform_files import PlatformFiles
from bot.app.stopping import Stopping
from bot.cli import COMMANDS
from bot.cli.errors import (
    ASKED_WRONGLY,
    BROKE,
    INTERRUPTED,
    CommandRefused,
    cause_of,
    exit_code_of,
    print_error,
)
from bot.cli.here import new_file, settings_here
from bot.cli.language import is_yes, words_for_errors, words_here
from bot.cli.options import OVERRIDES
from bot.platforms.terminal import PIPED, TerminalPlatform, print_posts
from bot.ports import ChatPlatform
from bot.post import PrivateReply
from bot.presentation.phrases import estimate_sentence
from bot.presentation.whole_run import whole_run
from bot.presentation.words import Words
from bot.presentation.words.terminal import TerminalWords
from bot.requests.asking import Ask
from bot.requests.person import Person
from bot.requests.slips import command_meant, is_asked, is_hardly_a_question
from bot.requests.typed import read_template
from bot.settings.allowed import ANY_MODEL
from bot.settings.environment import Settings
from bot.watching.journal import journal
from council_core.admission import run_id_for
from council_core.codec import to_json
from council_core.council import LONGEST_QUESTION
from council_core.domain.budget import Estimate
from council_core.domain.place import PersonId, Place
from council_core.domain.question import Asker, FileReference, Question, RunId
from council_core.domain.run import Run
from council_core.domain.run_view import OPERATOR
from council_core.errors import UnknownChoice, UnknownRun
from council_core.exports.json import run_json
from council_core.view import view

SILENT_SECONDS = 2.0
"""Seconds after which a sentence says that Council waits for a silent pipe. The program that writes may take long, and
a program that starts Council may leave a pipe open and write nothing."""

LONGEST_SILENCE = 15.0
"""Seconds after which the question is asked without the text of a pipe that stayed silent. Remote shells and job
runners leave a pipe open for as long as the command runs."""


def attached(
    paths: Sequence[str], piped: bytes, said: TerminalWords
) -> tuple[tuple[FileReference, ...], Mapping[str, bytes]]:
    """Collect the files of a question.

    Args:
        paths: Paths from the command line; `-` for the piped text.
        piped: The piped text; it comes last if no path names it.
        said: Words for errors.

    Returns:
        The files, and the bytes of those that can be read only once, such as pipes, by their references.

    Raises:
        CommandRefused: A file cannot be read.
    """
    named = [*paths, *([PIPED] if piped and PIPED not in paths else [])]
    contents = {PIPED: piped} if PIPED in named else dict[str, bytes]()
    files = [
        _piped(piped, said) if path == PIPED else _file(path, contents, said) for path in dict.fromkeys(named)
    ]
    return tuple(files), contents


def _piped(content: bytes, said: TerminalWords) -> FileReference:
    return FileReference(
        name=said.standard_input, media_type="text/plain", size=len(content), reference=PIPED
    )


def _file(path: str, contents: dict[str, bytes], said: TerminalWords) -> FileReference:
    reference = str(Path(path).resolve())
    try:
        with Path(path).open("rb") as file:
            about = os.fstat(file.fileno())
            size = about.st_size
            if stat.S_ISFIFO(about.st_mode):  # As from a shell's `--file <(command)`.
                reference = path
                contents[reference] = file.read()
                size = len(contents[reference])
    except OSError as error:
        raise CommandRefused(said.cannot_read(file=path, why=cause_of(error))) from error
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return FileReference(name=Path(path).name, media_type=kind, size=size, reference=reference)


def read_pipe(*, waits: bool, told: Callable[[], None], dropped: Callable[[], None]) -> bytes:
    """Return all of standard input, if it is a pipe or a file. Waits until the other end of a pipe is closed, because
    a question without its text would cost as much and be answered wrongly. A pipe that stays silent is dropped after
    `LONGEST_SILENCE`.

    Args:
        waits: Whether to read standard input of any other kind too, and to wait for a silent pipe without limit.
        told: Tells a person that a silent pipe is waited for.
        dropped: Tells a person that nothing came.
    """
    try:
        number = sys.stdin.fileno()
        mode = os.fstat(number).st_mode
    except (OSError, ValueError, AttributeError):
        return b""
    if stat.S_ISFIFO(mode) and not select.select([number], [], [], SILENT_SECONDS)[0]:
        told()
        if not waits and not select.select([number], [], [], LONGEST_SILENCE - SILENT_SECONDS)[0]:
            dropped()
            return b""
    if waits or stat.S_ISFIFO(mode) or stat.S_ISREG(mode):
        return sys.stdin.buffer.read()
    return b""


TOO_FEW_ANSWERS = 3
NO_VERDICT = 4
SECONDS_TO_END = 5.0

HERE = Place(platform="terminal", channel="terminal")

NO_TEXT = re.compile(b"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
"""Control characters that no text holds. Escape is not among them, because logs use it for colours."""


def run(parsed: argparse.Namespace) -> int:
    """Ask, wait for the end and return the exit code (see `council ask --help`)."""
    return exit_code_of(lambda: _run(parsed))


def _run(parsed: argparse.Namespace) -> int:
    try:
        # A read of standard input inside the event loop would not end with the first Ctrl-C.
        settings = _settings()
        if parsed.resume and parsed.question:
            facts = {"name": "--resume", "value": "question"}
            raise CommandRefused(words_here(settings).commands.misuse(kind="together", facts=facts))
        ask, piped = (None, dict[str, bytes]()) if parsed.resume else _request(parsed, settings)
    except KeyboardInterrupt:
        print_error(words_for_errors().terminal.stopped_early)
        return INTERRUPTED
    return event_loop.run(_ask(parsed, settings, ask, piped))


def _settings() -> Settings:
    # A person at a terminal runs Council and holds its keys, so they may choose any model.
    settings = replace(settings_here(), models=ANY_MODEL)
    for notice in (*settings.notices, *settings.unknown):
        words = words_here(settings)
        print_error(words.terminal.note(text=words.errors.problem(problem=notice)))
    return settings


async def _ask(
    parsed: argparse.Namespace, settings: Settings, ask: Ask | None, piped: Mapping[str, bytes]
) -> int:
    if parsed.estimate and ask is not None:
        return await _estimate(ask, settings, as_json=parsed.json)
    made = new_file(settings) if ask is not None and not parsed.json else None
    terminal = TerminalPlatform(Console(), ask, piped=piped)
    files = PlatformFiles({terminal.name: terminal})
    shown: dict[str, ChatPlatform] = {} if parsed.json else {"terminal": terminal}
    is_open = False
    try:
        observers = [journal] if settings.log_level == "DEBUG" else []
        async with open_app(settings, lambda _: shown, family=ASK, observers=observers, files=files) as app:
            is_open = True
            code = await _follow(app, terminal, ask, parsed)
    except asyncio.CancelledError:
        if not is_open:
            print_error(words_for_errors().terminal.stopped_early)
            # A thread may wait half a minute for a locked database, and Python would wait for the thread.
            Stopping().leave(INTERRUPTED)
        raise
    finally:
        terminal.close()
    if made is not None and code == 0:
        print_error(words_here(settings).terminal.kept_in(file=str(made)))
    return code


async def _estimate(ask: Ask, settings: Settings, *, as_json: bool) -> int:
    words = words_here(settings)
    question = Question(
        text=ask.text or words.material.question(files=[file.name for file in ask.files]),
        asker=Asker(id=ask.person.id, name=ask.person.name),
        place=ask.place,
        files=ask.files,
    )
    async with open_purse(settings) as purse:
        estimate = await purse.estimate(question, settings_for_run(settings, ask.options))
    if as_json:
        print(json.dumps(to_json(estimate, Estimate), indent=2))
    else:
        print(estimate_sentence(estimate, words, of_this=True))
    return 0


async def _follow(app: App, terminal: TerminalPlatform, ask: Ask | None, parsed: argparse.Namespace) -> int:
    run_id = RunId(parsed.resume) if ask is None else run_id_for(ask.place, ask.delivery)
    try:
        if ask is None:
            await _resume(app, run_id, is_shown=not parsed.json)
        elif parsed.json:
            await _put(app, ask)
        else:
            await _ask_before_paying_again(app, ask)
            await terminal.serve(app.handle)
            if (reply := terminal.reply) is not None:
                return BROKE if isinstance(reply, PrivateReply) and reply.broke else ASKED_WRONGLY
        await app.engine.finished(run_id)
    except asyncio.CancelledError:
        return await _interrupted(app, run_id)
    ended = await app.council.run(run_id)
    if parsed.json:
        print(json.dumps(run_json(view(ended, OPERATOR)), ensure_ascii=False, indent=2))
    return _exit_code(ended, words_here(app.settings))


async def _ask_before_paying_again(app: App, ask: Ask) -> None:
    """Show a person at a terminal the earlier answer to the same question. Raises CommandRefused if that is enough
    for them."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    if (earlier := await app.handlers.answered_before(ask)) is None:
        return
    print_posts(Console(), [earlier])
    words = words_here(app.settings)
    if not await _agreed(f"{words.improving.ask_anyway}? {words.terminal.yes_or_no}"):
        raise CommandRefused(words.terminal.nothing_asked)


async def _agreed(asked: str) -> bool:
    """Return whether the person at the terminal says yes. It waits without a thread, so that Ctrl-C ends it."""
    print(f"{asked} ", end="", file=sys.stderr, flush=True)
    loop, typed = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(sys.stdin, typed.set)
    try:
        await typed.wait()
    finally:
        loop.remove_reader(sys.stdin)
    return is_yes(sys.stdin.readline())


async def _resume(app: App, run_id: RunId, *, is_shown: bool) -> None:
    """Go on with a run, or show it if it has ended."""
    stored = await app.council.run(run_id)
    if stored.question.place.platform != HERE.platform:
        raise UnknownChoice("terminal_run", run_id, ())
    if not stored.is_finished:
        await app.engine.resume(run_id)
    elif is_shown:
        print_posts(Console(), whole_run(view(stored, OPERATOR), words=words_here(app.settings)))


async def _interrupted(app: App, run_id: RunId) -> int:
    try:
        person = HERE_PERSON
        await app.council.cancel(run_id, person.id, person.name, may_configure=person.may_configure)
        # The run's end is posted, and the answers so far are stored with it.
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_END):
                await app.engine.finished(run_id)
    except UnknownRun:
        print_error(words_here(app.settings).terminal.stopped_early)
    else:
        print_error(words_here(app.settings).terminal.stopped(run_id=run_id))
    return INTERRUPTED


async def _put(app: App, ask: Ask) -> None:
    """Ask as the platform would, but raise errors and show no reply."""
    reply = await app.handle(ask)
    if reply is not None:
        raise CommandRefused(reply.post.summary if isinstance(reply, PrivateReply) else str(reply))


def _exit_code(run: Run, words: Words) -> int:
    if not run.is_finished:
        print_error(words.terminal.broke_off(run_id=run.id))
        return BROKE
    if run.status == "failed":
        answered = sum(outcome.kind == "answer" for outcome in run.outcomes)
        return TOO_FEW_ANSWERS if answered < run.settings.quorum else BROKE
    if run.status == "cancelled":
        return INTERRUPTED
    return 0 if run.verdict is not None else NO_VERDICT


def _person() -> Person:
    try:
        name = getpass.getuser()
    except (OSError, KeyError):
        name = "you"
    return Person(id=PersonId(name), name=name, may_configure=True, is_present=True)


HERE_PERSON = _person()


def _request(parsed: argparse.Namespace, settings: Settings) -> tuple[Ask, Mapping[str, bytes]]:
    """Return the question, with the bytes of files that came through pipes."""
    said = words_here(settings).terminal
    text, piped = _typed(parsed.question, said), b""

    def tell_of_wait() -> None:
        print_error(said.waits_for_pipe)

    def tell_of_silence() -> None:
        print_error(said.nothing_piped)

    if text not in {"", "-"} or PIPED in parsed.file:
        piped = read_pipe(waits=PIPED in parsed.file, told=tell_of_wait, dropped=tell_of_silence)
    elif text == "-" or not parsed.file:
        if sys.stdin.isatty() and text == "":
            raise CommandRefused(said.ask_something)
        data = sys.stdin.buffer.read()
        # A person who pipes a whole log without words asks about the log.
        is_file = text == "" and len(data) > LONGEST_QUESTION
        text, piped = ("", data) if is_file else (_text_of(data, said), b"")
    else:
        text = _text_of(read_pipe(waits=False, told=tell_of_wait, dropped=tell_of_silence), said).strip()
    files, contents = attached(parsed.file, piped, said)
    if not text.strip() and not files:
        raise CommandRefused(said.question_empty)
    if meant := command_meant(text):
        is_ours = meant in COMMANDS
        raise CommandRefused(
            said.did_you_mean(command=meant) if is_ours else said.command_of_chat(command=meant)
        )
    if not files and is_hardly_a_question(text):
        _check_wanted(text, said)
    options = _overrides(parsed)
    settings_for_run(settings, options)  # Report wrong options before anything is opened.
    template, fields, question, slips = read_template(text.strip())
    if not question.strip() and not files:
        raise CommandRefused(said.question_empty)
    ask = Ask(
        person=replace(HERE_PERSON, locale=words_here(settings).language),
        place=HERE,
        text=question,
        template=template,
        fields=fields,
        slips=slips,
        delivery=os.urandom(16).hex(),
        files=files,
        options=options,
    )
    return ask, contents


def _text_of(data: bytes, said: TerminalWords) -> str:
    """Return piped bytes as text. Raises CommandRefused for bytes that are no text, such as a picture, or whose
    encoding is uncertain."""
    if b"\0" in data or len(NO_TEXT.findall(data)) > 1 + len(data) // 1000:
        raise CommandRefused(said.no_text_piped)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandRefused(said.no_utf8_piped) from error


def _typed(words: Sequence[str], said: TerminalWords) -> str:
    """Return the words of the command line. Raises CommandRefused if they are not in the terminal's encoding."""
    text = " ".join(words).strip()
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        raise CommandRefused(said.no_text_typed(encoding=sys.getfilesystemencoding().upper()))
    return text


def _check_wanted(text: str, said: TerminalWords) -> None:
    """Ask the person at the terminal whether a single word is their question; without one, a question mark says so.
    Raises CommandRefused where it is not."""
    if not sys.stdin.isatty():
        if is_asked(text):
            return
        raise CommandRefused(said.hardly_a_question(text=text.strip()))
    print(f"{said.really_ask(text=text)} {said.yes_or_no} ", end="", file=sys.stderr, flush=True)
    if not is_yes(sys.stdin.readline()):
        raise CommandRefused(said.nothing_asked)


def _overrides(parsed: argparse.Namespace) -> Mapping[str, str]:
    """Return the options of this run. By default it has no vote, because nobody else sees a terminal."""
    given = {name: getattr(parsed, name) for name in OVERRIDES if name != "members"}
    if parsed.member:
        given["members"] = ",".join(parsed.member)
        if given["chairman"] is None:
            given["chairman"] = ""
    return {"vote_minutes": "0", **{name: value for name, value in given.items() if value is not None}}
