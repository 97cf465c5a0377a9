"""The child process that sets one PDF. It reads JSON from standard input, and writes a line of missing scripts and the
PDF."""

import json
import sys
from contextlib import suppress
from importlib.resources import files
from typing import Any

import typst

from council_core.exports.scripts import missing_scripts, scripts_in

CPU_SECONDS = 20
MEMORY = 4 << 30
"""Bytes of address space; mapped fonts take most of it."""

FONTS = (
    "Noto Sans",
    "Noto Sans CJK KR",
    "Noto Sans Arabic",
    "Noto Sans Hebrew",
    "DejaVu Sans",
    "Noto Color Emoji",
)
MONO = ("Noto Sans Mono", "DejaVu Sans Mono", "Noto Sans Mono CJK KR", "Noto Color Emoji")


def main(empty: str) -> None:
    """Set the document. `empty` is a folder without files, because Typst may read everything in its root folder."""
    with suppress(ImportError):
        import resource

        for what, most in ((resource.RLIMIT_CPU, CPU_SECONDS), (resource.RLIMIT_AS, MEMORY)):
            with suppress(ValueError, OSError):
                resource.setrlimit(what, (most, most))
    wanted = json.loads(sys.stdin.buffer.read())
    fonts = typst.Fonts()
    known = frozenset(fonts.families())
    missing = missing_scripts(scripts_in(json.dumps(wanted["blocks"], ensure_ascii=False)), known)
    run = {
        **wanted,
        "note": wanted.pop("notes").get(", ".join(missing), ""),
        "fonts": [font for font in FONTS if font in known] or ["Libertinus Serif"],
        "mono": [font for font in MONO if font in known],
    }
    text = json.dumps(run, ensure_ascii=False)
    # Typst's type hints require the same type for input and root, although it does not accept that.
    compiled: Any = typst.compile
    content = compiled(
        files("council_core.exports").joinpath("run.typ").read_bytes(),
        root=empty,
        sys_inputs={"run": text},
        format="pdf",
    )
    sys.stdout.buffer.write(json.dumps(missing).encode() + b"\n" + bytes(content))


if __name__ == "__main__":
    main(sys.argv[1])
