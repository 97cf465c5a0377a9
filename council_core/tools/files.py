"""Read more of a question's material. Prompts contain only its beginning and its end."""

from collections.abc import Mapping

from council_core.domain.tool import Found, ToolFailed, ToolSpec
from council_core.ports import Errand

AROUND = 400
"""Characters on each side of a place that was found."""

MOST_FOUND = 10


class Files:
    """Implements `council_core.ports.Tool`: returns a part of a piece of material, or the places that hold some
    words."""

    spec = ToolSpec(
        name="files",
        about="Reads the files, pages and messages that came with the question, of which you were given a part: from a "
        "character on, or around each place that holds some words.",
        schema={
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "Name of the piece, as it was given."},
                "from": {"type": "integer", "description": "Character to begin at."},
                "find": {"type": "string", "description": "Words to look for in place of that."},
            },
            "required": ["name"],
            "additionalProperties": False,
        },
        needs_material=True,
    )

    async def run(self, arguments: Mapping[str, object], errand: Errand) -> Found | ToolFailed:
        name, begin, words = (arguments.get(each) for each in ("name", "from", "find"))
        texts = dict(errand.material)
        if not isinstance(name, str) or name not in texts:
            known = ", ".join(texts) or "nothing"
            return ToolFailed(reason="no_such_piece", facts={"known": known})
        text = texts[name]
        if isinstance(words, str) and words.strip():
            return _found(text, words.strip(), errand.characters)
        start = begin if isinstance(begin, int) and 0 < begin < len(text) else 0
        end = start + errand.characters
        rest = f"\n[{len(text) - end} more characters; call again with from={end}]" if end < len(text) else ""
        return Found(text=text[start:end] + rest)


def _found(text: str, words: str, most: int) -> Found:
    folded, wanted = text.casefold(), words.casefold()
    places: list[str] = []
    at = folded.find(wanted)
    while at >= 0 and len(places) < MOST_FOUND:
        start, end = max(0, at - AROUND), at + len(wanted) + AROUND
        places.append(f"[characters {start} to {min(end, len(text))} of {len(text)}]\n{text[start:end]}")
        at = folded.find(wanted, end)
    return Found(text="\n\n".join(places)[:most] or "These words do not stand in it.")
