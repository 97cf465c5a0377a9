"""Draw an exported run as one post with its files, and the menu of formats for one person."""

from bot.post import Actions, Block, Button, File, Heading, KeyedPost, Post, PrivateReply, line, quoted
from bot.presentation.phrases import demo_notice
from bot.presentation.words import Words
from bot.requests.actions import export_action
from council_core.domain.events import RunExported
from council_core.domain.export import Format, Script
from council_core.domain.question import RunId
from council_core.exports import FORMATS


def export_menu(words: Words, run_id: RunId, *, demo: bool) -> PrivateReply:
    """Return all formats for one person to choose from."""
    said = words.endings.export_which
    buttons = tuple(
        Button(label=writer.label, action=export_action(run_id, name)) for name, writer in FORMATS.items()
    )
    blocks = (line(said), Actions(buttons=buttons), *demo_notice(demo, words))
    return PrivateReply(post=Post(blocks=blocks, summary=said))


def export_posts(event: RunExported, words: Words) -> tuple[KeyedPost, ...]:
    """Return one post with the files; the same contents give the same post."""
    files = _files(event, words)
    names = [file.name for file in files]
    formats = "-".join(name.rpartition(".")[2] for name in names)
    shown = [quoted(name) for name in names]
    said = words.endings.export_files(files=shown)
    if event.by:
        said = words.endings.export_wanted(by=quoted(event.by), files=shown)
    post = Post(
        blocks=(
            Heading(text=words.endings.export),
            line(said),
            *_missing(event, words),
            *demo_notice(event.demo, words),
        ),
        summary=words.endings.export_files(files=names),
        files=files,
        silent=True,
    )
    return (KeyedPost(key=f"export/{formats}/{event.digest}", post=post),)


def private_export(words: Words, event: RunExported, *, thread_takes: Format | None = None) -> PrivateReply:
    """Return the files for the one person who asked for them.

    Args:
        words: The person's language.
        event: The files.
        thread_takes: Format that can be posted into the run's thread from here; None if none can.
    """
    files = _files(event, words)
    said = words.replies.files(names=[file.name for file in files])
    blocks: tuple[Block, ...] = (line(quoted(said)), *_missing(event, words))
    if thread_takes is not None:
        action = export_action(event.run_id, thread_takes, to_thread=True)
        blocks += (Actions(buttons=(Button(label=words.endings.export_to_thread, action=action),)),)
    return PrivateReply(
        post=Post(blocks=(*blocks, *demo_notice(event.demo, words)), summary=said, files=files)
    )


def _missing(event: RunExported, words: Words) -> tuple[Block, ...]:
    """Say for which scripts the machine that made the files has no font."""
    scripts: list[Script] = sorted({script for file in event.files for script in file.missing})
    return (line(words.endings.export_missing(scripts=scripts)),) if scripts else ()


def _files(event: RunExported, words: Words) -> tuple[File, ...]:
    labels: dict[str, str] = {name: writer.label for name, writer in FORMATS.items()}
    return tuple(
        File(
            name=file.name,
            media_type=file.media_type,
            content=file.content,
            title=words.endings.export_file(format_name=labels[file.name.rpartition(".")[2]]),
        )
        for file in event.files
    )
