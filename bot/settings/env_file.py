"""Read variables from a `.env` file, as dotenv understands it."""

import logging
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path

from dotenv import dotenv_values

from council_core.errors import Problem
from council_core.toml_files import unopened

# Its warnings name neither the file nor the reason; ours do.
logging.getLogger("dotenv").setLevel(logging.ERROR)


def variables_in(file: Path, problems: list[Problem], notices: list[Problem]) -> dict[str, str]:
    """Return the variables of a file by name; none if there is no such file.

    Args:
        file: The file. A folder of this name, such as a virtual environment, counts as no file.
        problems: Takes the reason if the file cannot be read.
        notices: Takes each line that says nothing.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, IsADirectoryError):
        return {}
    except UnicodeDecodeError:
        problems.append(Problem("file_encoding").in_file("settings", str(file)))
        return {}
    except OSError as error:
        problems.append(unopened(error).in_file("settings", str(file)))
        return {}
    found = {name: value for name, value in dotenv_values(stream=StringIO(text)).items() if value is not None}
    notices += (each.in_file("settings", str(file)) for each in _silent_lines(text, found))
    return found


def _silent_lines(text: str, found: Mapping[str, str]) -> Iterator[Problem]:
    """Yield each line that is neither a variable nor a comment nor part of a value of several lines. The line itself
    may hold a key, so only its number is told."""
    long = [value for value in found.values() if "\n" in value]
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if (
            line
            and "=" not in line
            and not line.startswith("#")
            and not any(line.rstrip("\"'") in value for value in long)
        ):
            yield Problem("file_line", line=str(number))
