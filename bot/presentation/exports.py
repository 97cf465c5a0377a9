"""An exported run -> one post with its files."""

from bot.post import File, Heading, Post, PrivateReply, line, quoted
from bot.presentation.keyed_post import KeyedPost
from bot.presentation.phrases import demo_notice
from bot.presentation.words import Words
from council_core.domain.events import RunExported


def export_posts(event: RunExported, words: Words) -> tuple[KeyedPost, ...]:
    """The files in one post; the same contents again are the same post."""
    files = _files(event, words)
    names = [file.name for file in files]
    said = words.endings.export_wanted(by=quoted(event.by), files=[quoted(name) for name in names])
    post = Post(
        blocks=(Heading(text=words.endings.export), line(said), *demo_notice(event.demo, words)),
        summary=words.endings.export_files(files=names),
        files=files,
        silent=True,
    )
    return (KeyedPost(key=f"export/{event.digest}", post=post),)


def private_export(words: Words, event: RunExported) -> PrivateReply:
    """The files for the one person who asked for them away from the run's own channel."""
    files = _files(event, words)
    said = words.replies.files(names=[file.name for file in files])
    return PrivateReply(
        post=Post(blocks=(line(quoted(said)), *demo_notice(event.demo, words)), summary=said, files=files)
    )


def _files(event: RunExported, words: Words) -> tuple[File, ...]:
    return tuple(
        File(
            name=file.name,
            media_type=file.media_type,
            content=file.content,
            title=words.endings.export_file(format_name=file.media_type.rpartition("/")[2]),
        )
        for file in event.files
    )
