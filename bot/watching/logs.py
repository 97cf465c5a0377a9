"""Formats all log records, ours and libraries', each with the run that it is about: text, or JSON for machines. Removes
keys, tokens and texts of people or models from them.

A foreign error's message may hold any of them: a refused key, a request, a reply. So only our own errors and those of
the operating system keep their message; others are logged by type and place.
"""

import json
import logging
import re
import sys
import traceback
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType, TracebackType
from typing import Literal, TextIO, cast

from council_core.errors import CouncilError, StoreError
from council_core.redaction.shapes import TOKEN

_about: ContextVar[Mapping[str, str]] = ContextVar("about", default=MappingProxyType({}))


@contextmanager
def about(**what: str) -> Generator[None]:
    """Add words such as `run="r8kq2z5m0c7xw3t9n"` to every log record inside, and in tasks started there.

    Pass only ids and kinds, never people's texts.
    """
    token = _about.set({**_about.get(), **what})
    try:
        yield
    finally:
        _about.reset(token)


def what_about() -> Mapping[str, str]:
    """Return the current words, the outermost first."""
    return _about.get()


LogFormat = Literal["text", "json"]

OURS = ("bot", "council_core")

HARMFUL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that could start a line, move a terminal's cursor or turn the reading direction. With them, text in an
error could forge log lines."""

COLOURS = {logging.WARNING: "\x1b[33m", logging.ERROR: "\x1b[31m", logging.CRITICAL: "\x1b[31m"}
PLAIN = "\x1b[0m"

Error = tuple[type[BaseException], BaseException, TracebackType | None]


def set_up_logs(
    level: str,
    form: LogFormat | None = None,
    *,
    secrets: Iterable[str] = (),
    say: Callable[[StoreError], str] = str,
) -> None:
    """Set up logging for the process: Council's own loggers at their level, libraries' only for warnings and errors.

    Args:
        level: `DEBUG`, `INFO`, `WARNING` or `ERROR`.
        form: The format; None for text on a terminal, and JSON where standard error goes elsewhere.
        secrets: Values to mask in every line of any logger.
        say: Makes the sentence that a message shows in place of a database error.
    """
    on_terminal = sys.stderr.isatty()
    handler = _ToStandardError(mask_for(secrets))
    if (form or ("text" if on_terminal else "json")) == "json":
        handler.setFormatter(JsonLines(say))
    else:
        handler.setFormatter(TextLines(say, colours=on_terminal))
    root = logging.getLogger()
    for earlier in [each for each in root.handlers if isinstance(each, _ToStandardError)]:
        root.removeHandler(earlier)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    logging.captureWarnings(capture=True)


class TextLines(logging.Formatter):
    """Formats a record as one line such as `2026-11-21T00:16:29.123Z WARNING message  run=r8kq2z5m0c7xw3t9n
    stage=answer`, with a traceback indented below."""

    def __init__(self, say: Callable[[StoreError], str] = str, *, colours: bool = False) -> None:
        super().__init__()
        self._say = say
        self._colours = colours

    def format(self, record: logging.LogRecord) -> str:
        level = f"{record.levelname:<7}"
        if self._colours and record.levelno in COLOURS:
            level = f"{COLOURS[record.levelno]}{level}{PLAIN}"
        words = [_time(record), level, escaped(_message(record, self._say))]
        if not record.name.startswith(OURS):
            words.insert(2, f"{record.name}:")
        line = " ".join(words)
        if about := what_about():
            line += "  " + " ".join(f"{name}={escaped(value)}" for name, value in about.items())
        if error := _error(record):
            # Each line of a traceback is indented and escaped, so that no text of an error can look like a record.
            line += "".join(f"\n    | {escaped(each)}" for each in trace_of(error[1], error[2]).splitlines())
        return line


class JsonLines(logging.Formatter):
    """One JSON object per line: time, level, logger, message; run, stage, platform and member where known; the
    figures of the message by name; `error` with type, message and trace."""

    def __init__(self, say: Callable[[StoreError], str] = str) -> None:
        super().__init__()
        self._say = say

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record, self._say),
            **what_about(),
            **figures_of(record),
        }
        if error := _error(record):
            entry["error"] = {
                "type": error[0].__name__,
                "message": words_of(error[1]),
                "trace": trace_of(error[1], error[2]),
            }
        line = json.dumps(entry, ensure_ascii=False, default=str)
        # JSON escapes some of them itself, and remains valid if the others are escaped in its own way.
        return HARMFUL.sub(lambda found: f"\\u{ord(found[0]):04x}", line)


def escaped(text: str) -> str:
    """Escape line breaks and other characters that have an effect on a terminal."""
    return HARMFUL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def figures(**values: object) -> dict[str, object]:
    """Return the numbers in a message by name, for `extra=`, so that machines need not parse sentences."""
    return {"figures": values}


def figures_of(record: logging.LogRecord) -> Mapping[str, object]:
    """Return the figures of a record."""
    return getattr(record, "figures", {})


def _message(record: logging.LogRecord, say: Callable[[StoreError], str]) -> str:
    """Return the message of a record, with a sentence for each error of the database in it."""
    if not isinstance(record.args, tuple):
        return record.getMessage()
    # What a database says may have several lines.
    told = tuple(
        " ".join(say(each).split()) if isinstance(each, StoreError) else each for each in record.args
    )
    return str(record.msg) % told if told else record.getMessage()


def _time(record: logging.LogRecord) -> str:
    moment = datetime.fromtimestamp(record.created, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _error(record: logging.LogRecord) -> Error | None:
    if not record.exc_info or record.exc_info[0] is None:
        return None
    return record.exc_info


class _ToStandardError(logging.StreamHandler[TextIO]):
    """Writes to the current standard error, which tests and services replace."""

    def __init__(self, mask: Callable[[str], str]) -> None:
        logging.Handler.__init__(self)
        self._mask = mask

    def format(self, record: logging.LogRecord) -> str:
        return self._mask(super().format(record))

    @property
    def stream(self) -> TextIO:  # pyright: ignore[reportIncompatibleVariableOverride]
        return sys.stderr


MASKED = "[masked]"
SECRET_NAMES = ("KEY", "TOKEN", "SECRET", "PASSWORD")
SECRET_LISTS = ("KEYS", "TOKENS")
"""Variables with several secrets, separated by commas, each perhaps behind `name=`."""

SHORTEST = 8
"""Values shorter than this many characters are not masked, because ordinary words would contain them."""

PASSWORD = re.compile(r"://[^:/@\s]*:([^@/\s]+)@")
FORMS = rf"{TOKEN.pattern}|\bBearer\s+[\w.~+/=-]{{12,}}"
"""In logs any text after `Bearer` is masked. In a question, which may be about bearer tokens, it must also look like
a secret."""


def secrets_among(variables: Mapping[str, str]) -> frozenset[str]:
    """Return the values of environment variables that must not appear in a log."""
    named = {value for name, value in variables.items() if name.upper().endswith(SECRET_NAMES)}
    for name, value in variables.items():
        if name.upper().endswith(SECRET_LISTS):
            pieces = {piece.strip() for piece in value.split(",")}
            named |= pieces | {piece.partition("=")[2].strip() for piece in pieces}
    passwords = {found for value in variables.values() for found in PASSWORD.findall(value)}
    return frozenset(value for value in named | passwords if len(value) >= SHORTEST)


def mask_for(secrets: Iterable[str]) -> Callable[[str], str]:
    """Return a function that masks these values, and any text that looks like a key or token."""
    # The longest first, because one value may be the beginning of another.
    known = "|".join(re.escape(value) for value in sorted(secrets, key=len, reverse=True))
    pattern = re.compile(f"{known}|{FORMS}" if known else FORMS)
    return lambda line: pattern.sub(MASKED, line)


def words_of(error: BaseException) -> str:
    """Return the part of an error's message that may be logged."""
    return str(error) if isinstance(error, CouncilError | OSError) else ""


def trace_of(error: BaseException, trace: TracebackType | None) -> str:
    """Return the places in the code, and the types, of an error and its causes."""
    parts: list[str] = []
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        frames = "".join(traceback.format_tb(trace if cause is error else cause.__traceback__))
        said = words_of(cause)
        parts.append(f"{frames}{type(cause).__qualname__}{f': {said}' if said else ''}")
        if isinstance(cause, BaseExceptionGroup):
            group = cast("BaseExceptionGroup[BaseException]", cause)
            inner = [trace_of(one, one.__traceback__) for one in group.exceptions]
            parts[-1] += "".join(f"\n+ {each}" for each in inner)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\ncaused the above:\n".join(parts).rstrip()
