"""Draw a model's long text as numbered posts under one heading, and as a file if posts have too little room."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.post import Block, File, Heading, KeyedPost, Limits, Line, Post, Prose, line
from bot.presentation.fit import fit
from bot.presentation.words import Words
from council_core.exports.source import links_in_place


@dataclass(frozen=True, slots=True, kw_only=True)
class LongText:
    """A text that becomes one or more posts."""

    key: str
    """First part of the posts' keys: `key/1`, `key/2` …"""

    title: str
    text: str
    summary: str
    """Text of the whole for notifications and screen readers."""

    file_name: str
    """Name of the file, if one is needed."""

    words: Words

    first: Sequence[Block] = ()
    """Blocks above the text."""

    last: Sequence[Block] = ()
    """Blocks below the end of the text."""

    whole: str = ""
    """Content of the file if `text` is only its beginning; the file is then always attached."""

    rings: bool = False
    """Whether the first post notifies people; the others never do."""

    def posts(self, limits: Limits) -> tuple[KeyedPost, ...]:
        """Return at most `limits.parts` posts. If the text does not fit, the last one has the whole text as a file and
        says so."""
        parts = fit(links_in_place(self.text), limits)
        shown = parts[: max(limits.parts, 1)]
        return tuple(self._part(index, shown, len(parts)) for index in range(len(shown)))

    def _part(self, index: int, shown: Sequence[str], parts: int) -> KeyedPost:
        is_first, is_last = index == 0, index == len(shown) - 1
        is_cut = is_last and (parts > len(shown) or bool(self.whole))
        title = self.title
        if len(shown) > 1:
            title = self.words.responses.part(title=title, index=index + 1, of=len(shown))
        blocks = (
            Heading(text=title),
            *(self.first if is_first else ()),
            Prose(text=shown[index]),
            *((self._pointer(),) if is_cut else ()),
            *(self.last if is_last else ()),
        )
        summary = self.summary if is_first else self.words.responses.continued(title=title)
        files = (self._file(),) if is_cut else ()
        post = Post(blocks=blocks, summary=summary, files=files, silent=not (self.rings and is_first))
        return KeyedPost(key=f"{self.key}/{index + 1}", post=post)

    def _pointer(self) -> Line:
        return line(self.words.responses.pointer(file=self.file_name))

    def _file(self) -> File:
        return File(
            name=self.file_name,
            media_type="text/markdown",
            content=(self.whole or self.text).encode("utf-8", errors="replace"),
            title=self.words.responses.whole(title=self.title),
        )
