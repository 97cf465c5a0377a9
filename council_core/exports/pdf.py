"""A run as a PDF, set by Typst in a child process with limits.

Typst has no time limit of its own and holds its thread, so it runs where it can be killed.
"""

import json
import subprocess
import sys
import tempfile
from itertools import combinations

from council_core.domain.export import Script
from council_core.errors import RequestError
from council_core.exports.document import Document
from council_core.exports.scripts import scripts_in
from council_core.exports.tree import document_blocks, is_installed

SECONDS = 180.0
"""Time limit for one document on a machine that is too busy to set it. The child's own limit of processor time ends one
that is too large; 240 pages take about a second of it."""


def pdf_of(document: Document) -> tuple[bytes, tuple[Script, ...]]:
    """Return the PDF, and the scripts in it for which this machine has no font, so that their letters are blank. It
    begins with a sentence about them.

    Raises:
        RequestError: Typst is not installed, or the document took too much time or memory.
    """
    if not is_installed("typst"):
        raise RequestError("export_needs", fact="typst")
    # One by one, because other threads wait while an object is written.
    blocks = ",".join(json.dumps(block, ensure_ascii=False) for block in document_blocks(document))
    used = scripts_in(blocks)
    # Only the child knows the machine's fonts, so it gets a sentence for each case.
    cases = [some for count in range(1, len(used) + 1) for some in combinations(used, count)]
    notes = {", ".join(some): document.lacking(some) for some in cases}
    facts = {"title": document.title, "lang": document.language, "notes": notes}
    wanted = f'{{"blocks": [{blocks}], {json.dumps(facts, ensure_ascii=False)[1:]}'
    with tempfile.TemporaryDirectory() as empty:
        try:
            made = subprocess.run(
                [sys.executable, "-m", "council_core.exports.pdf_child", empty],
                input=wanted.encode("utf-8", errors="replace"),
                capture_output=True,
                timeout=SECONDS,
                check=True,
            )
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            raise RequestError("export_too_large", fact="PDF") from error
    head, _, content = made.stdout.partition(b"\n")
    return content, tuple(json.loads(head))
