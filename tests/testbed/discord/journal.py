"""A record of every REST call of the bot."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from aiohttp.web_request import FileField

from tests.testbed.discord.errors import RefusedError
from tests.testbed.discord.message import Upload
from tests.testbed.discord.wire import Json, as_list, as_object


@dataclass(slots=True, eq=False)
class Call:
    """One REST call. `route` is the template (`/channels/{channel_id}`); `status` is None until answered.

    `committed` tells whether the call took effect, which the bot may not have learned (a lost reply).
    """

    method: str
    path: str
    route: str
    params: dict[str, str]
    query: dict[str, str]
    authorization: str | None
    at: float
    body: Any = None
    uploads: tuple[Upload, ...] = ()
    status: int | None = None
    answer: Any = None
    committed: bool = False
    notes: list[str] = field(default_factory=list[str])

    @property
    def files(self) -> dict[str, Upload]:
        """Return the call's files, by name."""
        return {upload.name: upload for upload in self.uploads}

    def id(self, name: str) -> int:
        """Return a snowflake from the path; raises `RefusedError` when it is none."""
        value = self.params[name]
        if not value.isdecimal():
            errors = {
                name: {
                    "_errors": [
                        {"code": "NUMBER_TYPE_COERCE", "message": f"Value '{value}' is not snowflake."}
                    ]
                }
            }
            raise RefusedError(50035, errors)
        return int(value)

    def form(self) -> Json:
        """Return the JSON object in the body; raises `RefusedError` when there is none."""
        body = as_object(self.body)
        if body is None:
            raise RefusedError(50109)
        return body

    def rows(self) -> list[Json]:
        """Return the JSON list in the body; raises `RefusedError` when there is none."""
        body = as_list(self.body)
        if body is None:
            raise RefusedError(50109)
        return body

    def __str__(self) -> str:
        return f"{self.method} {self.path} -> {self.status}{' ' if self.notes else ''}{', '.join(self.notes)}"


async def read_body(request: web.Request, call: Call) -> None:
    """Fill in the JSON body and the files; raises `RefusedError(50109)` if the JSON is broken."""
    try:
        if request.content_type == "multipart/form-data":
            form = await request.post()
            files = {name: part for name, part in form.items() if isinstance(part, FileField)}
            call.uploads = tuple(
                Upload(name=part.filename, content=part.file.read(), field=name)
                for name, part in files.items()
            )
            call.body = json.loads(str(form["payload_json"])) if "payload_json" in form else None
        elif request.can_read_body:
            text = await request.text()
            call.body = json.loads(text) if text else None
    except json.JSONDecodeError as error:
        raise RefusedError(50109) from error
