"""files.*: the three steps of an upload, and a later sharing, as on the real Slack."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.testbed.slack import arguments
from tests.testbed.slack.arguments import Arguments
from tests.testbed.slack.faults import SlackError
from tests.testbed.slack.journal import Call
from tests.testbed.slack.methods.access import visible_channel, writable_channel
from tests.testbed.slack.methods.chat import authorship, thread_root
from tests.testbed.slack.workspace import File, Installation

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack

LOGIN_PAGE = "<!DOCTYPE html><html><head><title>Sign in to Slack</title></head><body>Sign in</body></html>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharing:
    """When an uploaded file appears: after this many files.info calls, else after `delay` seconds, or never."""

    after_polls: int | None = None
    delay: float = 0.0
    never: bool = False


def upload_url(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Return an address for the bytes (step 1)."""
    length = args.number("length", 0)
    if length <= 0:
        raise SlackError("invalid_arguments", messages=["[ERROR] must be greater than 0: length"])
    file = File(
        id=f"F{slack.workspace.number('file'):04d}",
        name=args.required("filename"),
        user=caller.bot_user_id,
        team_id=caller.team_id,
        length=length,
        alt_text=args.string("alt_txt") or "",
    )
    slack.workspace.files[file.id] = file
    ticket = secrets.token_urlsafe(8)
    slack.upload_tickets[ticket] = file.id
    return {"upload_url": f"{slack.url}/upload/v1/{ticket}", "file_id": file.id}


async def receive_upload(slack: LocalSlack, request: web.Request) -> web.StreamResponse:
    """Receive the bytes, raw or as a form field (step 2)."""
    file_id = slack.upload_tickets.pop(request.match_info["ticket"], None)
    if file_id is None:
        return web.Response(status=404, text="unknown upload")
    file = slack.workspace.files[file_id]
    if request.content_type.startswith("multipart/"):
        field = next(iter((await request.post()).values()))
        content = field.file.read() if isinstance(field, web.FileField) else str(field).encode()
    else:
        content = await request.read()
    if len(content) != file.length:
        slack.journal.complain(
            f"upload of {file.name}: {len(content)} bytes came, {file.length} were announced"
        )
    file.content, file.uploaded = content, True
    slack.journal.ring()
    return web.Response(text=f"OK - {len(content)}")


def complete_upload(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Name the files and schedule their appearance (step 3)."""
    channel_id = args.string("channel_id") or args.string("channels")
    thread_ts = args.string("thread_ts")
    if channel_id is not None:
        channel_id = writable_channel(slack.workspace, caller, channel_id).id
        thread_ts = thread_root(slack, channel_id, thread_ts)
    done: list[File] = []
    for item in args.objects("files") or []:
        file = slack.workspace.files.get(str(item.get("id")))
        if file is None or not file.uploaded or file.completed:
            raise SlackError("file_not_found")
        file.completed, file.title = True, str(item.get("title") or file.name)
        done.append(file)
    if not done:
        raise SlackError("invalid_arguments")
    if channel_id is not None and not slack.sharing.never:
        share = PendingShare(slack, caller, done, channel_id, thread_ts, args.string("initial_comment") or "")
        slack.pending_shares.append(share)
        if slack.sharing.after_polls is None:
            asyncio.get_running_loop().call_later(slack.sharing.delay, share.appear)
    return {"files": [{"id": file.id, "title": file.title} for file in done]}


@dataclass(slots=True)
class PendingShare:
    """Uploaded files that are not visible yet."""

    slack: LocalSlack
    caller: Installation
    files: list[File]
    channel: str
    thread_ts: str | None
    comment: str

    def appear(self) -> None:
        """Put the message with the files into the channel, once."""
        if self not in self.slack.pending_shares:
            return
        self.slack.pending_shares.remove(self)
        message = self.slack.put_message(
            channel=self.channel,
            text=self.comment,
            thread_ts=self.thread_ts,
            files=self.files,
            **authorship(self.caller),
        )
        where = {"ts": message.ts, "channel_name": self.slack.workspace.channels[self.channel].name}
        for file in self.files:
            file.shares[self.channel] = [where | ({"thread_ts": self.thread_ts} if self.thread_ts else {})]
        self.slack.journal.ring()


def info(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Return one file; frequent calls make it appear where `Sharing.after_polls` says so."""
    file = slack.workspace.files.get(args.required("file", "file_not_found"))
    if file is None or not caller.covers(file.team_id) or not file.completed:
        raise SlackError("file_not_found")
    for channel_id in file.shares:
        visible_channel(slack.workspace, caller, channel_id)
    file.polls += 1
    for share in [share for share in slack.pending_shares if file in share.files]:
        if slack.sharing.after_polls is not None and file.polls > slack.sharing.after_polls:
            share.appear()
    public = frozenset(one.id for one in slack.workspace.channels.values() if one.kind == "channel")
    return {
        "file": file.as_slack(slack.url, public),
        "comments": [],
        "response_metadata": {"next_cursor": ""},
    }


def delete(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Delete one of the bot's own files, wherever it was shared."""
    file = slack.workspace.files.get(args.required("file", "file_not_found"))
    if file is None or file.team_id != caller.team_id:
        raise SlackError("file_not_found")
    if file.user != caller.bot_user_id:
        raise SlackError("cant_delete_file")
    del slack.workspace.files[file.id]
    for message in slack.workspace.posts:
        message.files = [other for other in message.files if other.id != file.id]
    slack.journal.ring()
    return {}


async def download(slack: LocalSlack, request: web.Request) -> web.StreamResponse:
    """Return the bytes for a token that may read files; for any other a login page with status 200."""
    file = slack.workspace.files.get(request.match_info["file"].partition("-")[2])
    caller = slack.installations.get(arguments.bearer(request) or "")
    if caller is None or caller.revoked or "files:read" not in caller.scopes or file is None:
        return web.Response(text=LOGIN_PAGE, content_type="text/html")
    if not caller.covers(file.team_id):
        return web.Response(text=LOGIN_PAGE, content_type="text/html")
    where = {"file": file.id, "channel": next(iter(file.shares), "")}
    call = Call(method="files.download", arguments=where, token=caller.token, at=slack.now())
    if not await slack.gate(call, "before") or not await slack.gate(call, "done"):
        return web.Response(status=503)  # # No recipient: the caller is gone.
    if file.trouble:
        file.trouble -= 1
        return web.Response(status=503)
    # A canvas comes as a fragment of HTML.
    kind = "text/html" if file.mimetype == "application/vnd.slack-docs" else file.mimetype
    return web.Response(body=file.content, content_type=kind)
