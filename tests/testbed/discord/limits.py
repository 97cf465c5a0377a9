"""Checks message bodies against Discord's rules, and finds active mass mentions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tests.testbed.discord import components as parts
from tests.testbed.discord.component_limits import check_components
from tests.testbed.discord.errors import FormErrors, RefusedError
from tests.testbed.discord.message import COMPONENTS_V2, Message, Upload
from tests.testbed.discord.wire import Json, inner, many

MAX_CONTENT = 2000
MAX_FILES = 10
MAX_REQUEST_BYTES = 25 * 1024 * 1024
EMBED_LIMITS = {"title": 256, "description": 4096}
EMBED_TOTAL = 6000
ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


def check_message(
    body: Json,
    uploads: Sequence[Upload],
    *,
    before: Message | None = None,
    at: str = "",
    limit: int,
) -> None:
    """Raise `RefusedError` if the body may not be sent, or not as the edit of `before`.

    `limit` is the largest size of one file in bytes; `at` is a prefix for field paths ("data." in callbacks).
    """
    if sum(upload.size for upload in uploads) > MAX_REQUEST_BYTES or any(u.size > limit for u in uploads):
        raise RefusedError(40005)
    form = FormErrors()
    v2 = bool((body.get("flags") or 0) & COMPONENTS_V2) or bool(before and before.flags & COMPONENTS_V2)
    content = body.get("content", before.content if before else None)
    whole: Json = ({"embeds": before.embeds, "components": before.components} if before else {}) | body
    embeds, tree = many(whole, "embeds"), many(whole, "components")
    form.length(f"{at}content", body.get("content"), 0, MAX_CONTENT)
    form.length(f"{at}nonce", str(body["nonce"]) if body.get("nonce") is not None else None, 0, 25)
    _check_embeds(form, at, embeds)
    kept = _check_files(form, at, body, uploads, before)
    if v2:
        _check_no_legacy_fields(form, at, content, embeds, body)
    names = kept | {upload.name for upload in uploads}
    if "components" in body:
        check_components(form, tree, v2=v2, file_names=names, at=at)
    form.refuse_if_any()
    if not (content or embeds or tree or names or body.get("sticker_ids") or body.get("poll")):
        raise RefusedError(50006)


def _check_no_legacy_fields(form: FormErrors, at: str, content: Any, embeds: Any, body: Json) -> None:
    used = {
        "content": content,
        "embeds": embeds,
        "poll": body.get("poll"),
        "sticker_ids": body.get("sticker_ids"),
    }
    for name, value in used.items():
        if value:
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            message = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.add(f"{at}{name}", code, message)


def _check_embeds(form: FormErrors, at: str, embeds: list[Json]) -> None:
    form.length(f"{at}embeds", embeds, 0, 10)
    total = 0
    for index, embed in enumerate(embeds):
        path = f"{at}embeds.{index}"
        fields = many(embed, "fields")
        form.length(f"{path}.fields", fields, 0, 25)
        texts = [(f"{path}.{key}", embed.get(key), high) for key, high in EMBED_LIMITS.items()]
        texts.append((f"{path}.footer.text", inner(embed, "footer").get("text"), 2048))
        texts.append((f"{path}.author.name", inner(embed, "author").get("name"), 256))
        for number, entry in enumerate(fields):
            texts.append((f"{path}.fields.{number}.name", entry.get("name"), 256))
            texts.append((f"{path}.fields.{number}.value", entry.get("value"), 1024))
        for where, text, high in texts:
            form.length(where, text, 0, high)
            total += len(text or "")
    if total > EMBED_TOTAL:
        form.add(
            f"{at}embeds", "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TOTAL}"
        )


def _check_files(
    form: FormErrors, at: str, body: Json, uploads: Sequence[Upload], before: Message | None
) -> set[str]:
    """Check that every described attachment is sent along or already there. Return the names of those that stay."""
    old = {str(item.id): item.upload.name for item in before.attachments} if before else {}
    listed = body.get("attachments")
    kept = set(old.values()) if listed is None else {old[str(a["id"])] for a in listed if str(a["id"]) in old}
    if len(kept) + len(uploads) > MAX_FILES:
        form.add(f"{at}attachments", "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_FILES} or fewer in length.")
    sent = {upload.field for upload in uploads}
    for index, item in enumerate(listed or []):
        if str(item["id"]) not in old and f"files[{item['id']}]" not in sent:
            message = f"Attachment data {item['id']} not found"
            form.add(f"{at}attachments.{index}.id", "ATTACHMENT_NOT_FOUND", message)
    return kept


def check_thread(body: Json) -> None:
    """Raise `RefusedError` unless the name has 1-100 characters and the duration is one of four."""
    form = FormErrors()
    form.length("name", body.get("name"), 1, 100, required=True)
    if body.get("auto_archive_duration") not in (None, *ARCHIVE_MINUTES):
        form.choice("auto_archive_duration", body["auto_archive_duration"], list(ARCHIVE_MINUTES))
    form.refuse_if_any()


def living_mass_mentions(body: Json) -> list[str]:
    """Return the mass mentions that the `allowed_mentions` of a body permit (absent: all of them)."""
    text = "\n".join((body.get("content") or "", parts.text_of(many(body, "components"))))
    allowed: Json = body.get("allowed_mentions") or {"parse": ["everyone", "roles"]}
    parse: list[str] = allowed.get("parse") or []
    named: list[str] = allowed.get("roles") or []
    living = re.findall(r"@everyone|@here", text) if "everyone" in parse else []
    living += [f"<@&{role}>" for role in re.findall(r"<@&(\d+)>", text) if "roles" in parse or role in named]
    return living
