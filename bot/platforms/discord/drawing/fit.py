"""Fits a post into one message: cuts long texts and moves the rest into a file or a note."""

import re
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from bot.platforms.discord.drawing import markup
from bot.platforms.discord.drawing.limits import (
    LARGEST_REQUEST,
    MOST_CONTENT,
    MOST_FILES,
    MOST_TEXT,
    Attached,
    Drawn,
    Piece,
    Text,
)
from bot.platforms.discord.drawing.markup import cut, weight
from bot.ports.words import DiscordWords
from bot.post import File, Line, Post


def shortened(pieces: Sequence[Piece]) -> list[Piece]:
    """Cut the longest texts until all pieces fit together."""
    weights = [weight(piece.text) for piece in pieces if isinstance(piece, Text)]
    share = MOST_TEXT
    while sum(min(one, share) for one in weights) > MOST_TEXT:
        share -= max(1, share // 50)
    return [
        replace(piece, text=cut(piece.text, share)) if isinstance(piece, Text) else piece for piece in pieces
    ]


def with_file(post: Post, text: str, words: DiscordWords) -> Post:
    if post.files:
        return post
    file = File(
        name="whole-text.md",
        media_type="text/markdown",
        content=text.encode("utf-8", errors="replace"),
        title=words.whole_text,
    )
    return _changed(post, files=(file,), note="")


def with_fitting_files(post: Post, largest: int, words: DiscordWords) -> Post:
    """Attach as many files as Discord accepts, under names that it keeps. Too large ones are packed; a note names those
    that are still too large."""
    kept: list[File] = []
    dropped: list[str] = []
    room = max(LARGEST_REQUEST, largest)
    for file in (_packed(one, largest) for one in post.files):
        size = len(file.content)
        if len(kept) == MOST_FILES or size > largest or size > room:
            dropped.append(markup.plain(file.name))
            continue
        room -= size
        name = _free(
            re.sub(r"[^\w.-]", "_", file.name)[-80:].lstrip(".") or "file", [one.name for one in kept]
        )
        kept.append(File(name=name, media_type=file.media_type, content=file.content, title=file.title))
    note = words.too_large(names=", ".join(dropped)) if dropped else ""
    return _changed(post, files=tuple(kept), note=note)


def without_files(drawn: Drawn, words: DiscordWords) -> Drawn:
    """Replace the files by a note, for places in which Council may not attach files."""
    names = ", ".join(markup.plain(file.name) for file in drawn.files)
    note = f"-# {words.no_files_here(names=names)}"
    if not drawn.pieces:
        content = f"{cut(drawn.content, MOST_CONTENT - weight(note) - 1)}\n{note}"
        return replace(drawn, content=content, files=())
    pieces = [piece for piece in drawn.pieces if not isinstance(piece, Attached)]
    return replace(drawn, pieces=tuple(shortened([*pieces, Text(text=note)])), files=())


def _packed(file: File, largest: int) -> File:
    """Return the file if Discord accepts its size, else an archive of it, always with the same bytes."""
    if len(file.content) <= largest:
        return file
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr(ZipInfo(file.name), file.content, compress_type=ZIP_DEFLATED)
    if packed.tell() > largest:
        return file
    name = f"{file.name}.zip"
    return File(name=name, media_type="application/zip", content=packed.getvalue(), title=file.title)


def _free(name: str, taken: Sequence[str]) -> str:
    return name if name not in taken else _free(f"{len(taken)}-{name}", taken)


def _changed(post: Post, *, files: tuple[File, ...], note: str) -> Post:
    blocks = (*post.blocks, Line(parts=(note,), small=True)) if note else post.blocks
    return replace(post, blocks=blocks, files=files)
