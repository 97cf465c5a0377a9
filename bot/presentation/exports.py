"""An exported run -> one post with its files."""

from bot.post import File, Heading, Post, PrivateReply, line, quoted
from bot.presentation.keyed_post import KeyedPost
from bot.presentation.phrases import demo_notice, listed
from bot.presentation.words import Words
from council_core.domain.events import RunExported


def export_posts(event: RunExported) -> tuple[KeyedPost, ...]:
    """The files in one post; the same contents again are the same post."""
    files = _files(event)
    said = f"{quoted(event.by)} asked for this run as files: {listed([quoted(file.name) for file in files])}."
    post = Post(
        blocks=(Heading(text="This run as files"), line(said), *demo_notice(event.demo)),
        summary=f"This run as files: {listed([file.name for file in files])}.",
        files=files,
        silent=True,
    )
    return (KeyedPost(key=f"export/{event.digest}", post=post),)


def private_export(words: Words, event: RunExported) -> PrivateReply:
    """The files for the one person who asked for them away from the run's own channel."""
    files = _files(event)
    said = words.replies.files(names=[file.name for file in files])
    notice = (line(words.phrases.demo_notice, small=True),) if event.demo else ()
    return PrivateReply(post=Post(blocks=(line(quoted(said)), *notice), summary=said, files=files))


def _files(event: RunExported) -> tuple[File, ...]:
    return tuple(
        File(
            name=file.name,
            media_type=file.media_type,
            content=file.text.encode("utf-8", errors="replace"),
            title=f"This run as {file.media_type.rpartition('/')[2]}",
        )
        for file in event.files
    )
