"""Checks the text and blocks that a bot sends: Slack's refusals are raised, complaints go to the journal."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.testbed.slack import message_rules
from tests.testbed.slack.arguments import Arguments
from tests.testbed.slack.faults import SlackError

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack


@dataclass(slots=True, kw_only=True)
class Draft:
    """A message's content after Slack's checks. `blocks` is None if the caller sent none."""

    text: str
    blocks: list[dict[str, Any]] | None
    attachments: list[dict[str, Any]]
    metadata: dict[str, Any] | None
    warnings: list[str] = field(default_factory=list[str])


def checked(slack: LocalSlack, args: Arguments, where: str, *, edit: bool = False) -> Draft:
    """Raise Slack's refusal; `where` names the call in complaints."""
    text = args.string("text") or ""
    blocks = args.objects("blocks", "invalid_blocks_format")
    attachments = args.objects("attachments", "invalid_attachments") or []
    metadata = args.mapping("metadata", "invalid_metadata_format")
    if args.string("markdown_text"):
        if text or blocks:
            raise SlackError("markdown_text_conflict")
        text, blocks = args["markdown_text"][:150], [{"type": "markdown", "text": args["markdown_text"]}]
    if not text.strip() and not blocks and not attachments and not (edit and metadata is not None):
        raise SlackError("no_text")
    if blocks and not text.strip():
        slack.journal.complain(f"{where}: blocks without a `text` for notifications and screen readers")
    warnings: list[str] = []
    if edit and len(text) > message_rules.MOST_TEXT_ON_EDIT:
        raise SlackError("msg_too_long")
    if len(text) > message_rules.MOST_TEXT:
        text = text[: message_rules.MOST_TEXT]
        warnings.append("message_truncated")
    message_rules.check_blocks(blocks or [], "message", slack.refuse_block_types)
    message_rules.check_metadata(metadata)
    if metadata and len(json.dumps(metadata)) > message_rules.MOST_METADATA_BYTES:
        slack.journal.complain(f"{where}: metadata over {message_rules.MOST_METADATA_BYTES} bytes")
    linked_names = args.flag("link_names") or args.get("parse") == "full"
    if linked_names:
        slack.journal.complain(f"{where}: link_names or parse=full turns spoken names into notifications")
    for mention in message_rules.living_mentions(text, blocks or [], linked_names=linked_names):
        slack.journal.complain(f"{where}: {mention} would notify everybody")
    return Draft(
        text=text,
        blocks=copy.deepcopy(blocks),
        attachments=copy.deepcopy(attachments),
        metadata=copy.deepcopy(metadata),
        warnings=warnings,
    )
