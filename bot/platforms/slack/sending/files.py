"""Uploads files to Slack, waits until they are visible, and downloads files."""

import asyncio
import logging
import re
from collections.abc import Sequence
from http import HTTPStatus
from urllib.parse import urlsplit

import aiohttp
from slack_sdk.errors import SlackApiError

from bot.platforms.slack.connection.errors import UNSCOPED_FILES, code_of, our_errors
from bot.platforms.slack.connection.web_api import TIMEOUT, Clients, Web
from bot.platforms.slack.drawing.markup import neutral
from bot.platforms.slack.payloads.parse import file_at, files_of, inner, text
from bot.post import File
from council_core.domain.question import FileReference
from council_core.errors import FILE_TOO_LARGE, OutcomeUnknown, PlatformError, PostRefused

log = logging.getLogger(__name__)

POLLS, SECONDS_BETWEEN_POLLS = 40, 0.5
SECONDS_FOR_NAME = 1.0
"""Time limit in seconds for Slack to tell of a file; a message has to be acknowledged within three."""

CHUNK = 1 << 18
"""Bytes of a file that are read at a time."""

WITHHELD = frozenset({"file_not_found", "file_deleted", "access_denied", "ekm_access_denied", "not_visible"})
"""Codes of files.info for a file that its owner, here or in another organisation, does not share with us."""


CANVAS = "application/vnd.slack-docs"
"""Media type of a canvas, which Slack hands out as a fragment of HTML."""

HIDDEN = frozenset({"tombstone", "hidden_by_limit"})
"""Modes of a file that was deleted, or that is too old for the workspace's plan."""


def file_name(name: str) -> str:
    """Return the name without folders, control characters and mentions, at most 120 characters."""
    last = re.sub(r"[\x00-\x1f\x7f]", "", name).replace("\\", "/").rpartition("/")[2].strip(". ")
    return neutral(last)[-120:] or "file"


async def upload(clients: Clients, file: File, *, channel: str, thread: str | None) -> bool:
    """Attach a file below a message and wait until it is visible there, for at most POLLS checks. Return False if it is
    not.

    Slack shares an upload some time after it says ok, and sometimes never. Raises PlatformError.
    """
    with our_errors("upload a file"):
        done = await clients.once(
            "files_upload_v2",
            filename=file_name(file.name),
            content=file.content,
            title=neutral(file.title or file.name)[:250],
            # docs.slack.dev, files.getUploadURLExternal: a description for screen readers, at most 1,000 characters.
            alt_txt=neutral(file.title)[:1_000] if file.media_type.startswith("image/") else None,
            channel=channel,
            thread_ts=thread,
        )
        return await _shared(clients.freely, text(inner(done, "file"), "id"), channel)


async def _shared(client: Web, file_id: str, channel: str) -> bool:
    for at in range(POLLS):
        shares = inner(inner(await client("files_info", file=file_id), "file"), "shares")
        if any(channel in inner(shares, kind) for kind in ("public", "private")):
            return True
        if at + 1 < POLLS:
            await asyncio.sleep(SECONDS_BETWEEN_POLLS)
    log.warning("Slack took the file %s and did not show it in time.", file_id)
    return False


async def named(client: Web, files: Sequence[FileReference]) -> tuple[FileReference, ...]:
    """Return the files with the names that Slack has for those from Slack Connect, whose messages hold only ids. A file
    that Slack does not tell of in time stays as it is."""

    async def one(file: FileReference) -> FileReference:
        workspace, file_id = file_at(file.reference)
        if file.name != file_id:
            return file
        try:
            async with asyncio.timeout(SECONDS_FOR_NAME):
                with our_errors("name a file"):
                    answer = await client("files_info", file=file_id)
        except (PlatformError, TimeoutError):
            return file
        return next(iter(files_of({"files": [inner(answer, "file")]}, workspace)), file)

    return tuple(await asyncio.gather(*map(one, files)))


async def download(client: Web, file_id: str, *, most: int) -> bytes:
    """Return the bytes of an attached file, at most so many. Raises PlatformError.

    The address always comes from Slack itself and never from a message, because our token is sent with the request.
    """
    with our_errors("fetch a file"):
        try:
            # A message from Slack Connect holds nothing of a file but its id.
            shown = inner(await client("files_info", file=file_id), "file")
        except SlackApiError as error:
            if code_of(error) in WITHHELD:
                raise PostRefused(
                    "Slack does not hand the file out.", code=code_of(error), withheld="withheld"
                ) from error
            if code_of(error) == "missing_scope":
                raise PostRefused(UNSCOPED_FILES, code="no_file_scope") from error
            raise
        if text(shown, "mode") in HIDDEN:
            raise PostRefused("Slack hides the file.", code="hidden", withheld="withheld")
        url = text(shown, "url_private_download") or text(shown, "url_private")
        if not _is_slacks(url, client.client.base_url):
            raise PostRefused("The file is kept elsewhere.", code="external", withheld="elsewhere")
        headers = {"Authorization": f"Bearer {client.client.token}"}
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=TIMEOUT * 3)) as session,
            session.get(url, headers=headers, allow_redirects=False, proxy=client.client.proxy) as response,
        ):
            # Without the right to read the file, Slack answers with 200 and a login page.
            if response.status == HTTPStatus.TOO_MANY_REQUESTS or response.status >= 500:
                raise OutcomeUnknown(f"Slack answered {response.status}.", code="http")
            media_type = shown.get("mimetype")
            is_login = response.content_type == "text/html" and media_type not in ("text/html", CANVAS)
            if response.status != 200 or is_login:
                raise PostRefused(
                    "Slack does not let Council read the file.",
                    code="file_not_readable",
                    withheld="forbidden",
                )
            content = bytearray(b"<html>" if media_type == CANVAS else b"")
            async for some in response.content.iter_chunked(CHUNK):
                content += some
                if len(content) > most:
                    raise PostRefused(f"The file is larger than {most / 1e6:g} MB.", code=FILE_TOO_LARGE)
    return bytes(content)


def _is_slacks(url: str, api_url: str) -> bool:
    host, ours = urlsplit(url), urlsplit(api_url)
    if (host.scheme, host.netloc) == (ours.scheme, ours.netloc):
        return True
    name = host.hostname or ""
    return host.scheme == "https" and (name.endswith((".slack.com", ".slack-gov.com", ".slack-files.com")))
