"""Tests that a library is imported only for a file of its kind, and that a missing one is a sentence about that kind
alone."""

import json
import subprocess
import sys
from functools import cache

import pytest

from bot.presentation.material import unread_sentence
from bot.presentation.words import LANGUAGES
from council_core.domain.material import Unread
from tests.core.context.test_reading import FILES_OF_EXTRAS
from tests.testbed.documents import pptx

FILES = {name: content.hex() for name, content in {**FILES_OF_EXTRAS, "talk.pptx": pptx("Notice")}.items()}
FILES["old.txt"] = ("해지 통지 기간은 마흔일곱 날입니다. " * 5).encode("cp949").hex()

NEEDED = {
    "pypdfium2": {"contract.pdf"},
    "docx": {"contract.docx"},
    "pptx": {"talk.pptx"},
    "python_calamine": {"terms.xlsx", "terms.xls", "terms.ods"},
    "trafilatura": {"page.html"},
    "lxml": {"page.html", "contract.docx", "talk.pptx"},
    "PIL": {"photo.png", "talk.pptx"},
    "charset_normalizer": {"old.txt", "page.html"},
    "filetype": set[str](),
}
"""Libraries of the extra, and the files that need them."""

READ = """
import json, sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == sys.argv[1]:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
from council_core.context import kinds
read = {}
for name, content in json.load(sys.stdin).items():
    found = kinds.read(name, bytes.fromhex(content))
    read[name] = found.get("reason", found["kind"])
print(json.dumps(read))
"""

IMPORTED = """
import importlib, pkgutil, sys
import bot, council_core

for package in (bot, council_core):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__") and not module.name.startswith(LATE):
            importlib.import_module(module.name)
print(*sorted({name.partition(".")[0] for name in sys.modules} & set(sys.argv[1:])))
"""


@cache
def read_without(library: str) -> dict[str, str]:
    """Return the kind of each file, or the reason why it is not read, where a library is missing."""
    made = subprocess.run(
        [sys.executable, "-c", READ, library],
        input=json.dumps(FILES),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(made.stdout)


@pytest.mark.parametrize("library", NEEDED)
def test_without_one_library_only_the_files_that_need_it_are_not_read(library: str) -> None:
    whole, read = read_without("no_such_library"), read_without(library)

    assert set(whole.values()) == {"passage", "seen"}
    assert {name for name, found in read.items() if found == "no_library"} == NEEDED[library]
    assert {name: found for name, found in read.items() if name not in NEEDED[library]} == {
        name: found for name, found in whole.items() if name not in NEEDED[library]
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_library_is_a_sentence_with_what_to_install(language: str) -> None:
    said = unread_sentence(Unread(name="contract.pdf", reason="no_library"), LANGUAGES[language])

    assert "council[files]" in said
    assert "contract.pdf" in said


def test_no_module_imports_a_library_for_files_until_a_file_comes() -> None:
    late = tuple(f"council_core.context.{name}" for name in ("pdf",))
    program = f"LATE = {late!r}\n{IMPORTED}"

    made = subprocess.run(
        [sys.executable, "-c", program, *NEEDED], capture_output=True, text=True, check=True
    )

    assert made.stdout.split() == []
