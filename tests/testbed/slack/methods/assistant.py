"""assistant.threads.*: the title, the status and the prompts of a thread with the assistant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.testbed.slack.arguments import Arguments
from tests.testbed.slack.faults import SlackError
from tests.testbed.slack.json_values import is_array, is_object
from tests.testbed.slack.methods.access import writable_channel
from tests.testbed.slack.workspace import AssistantThread, Installation

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack

MOST_PROMPTS = 4


def set_title(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Name a thread."""
    _thread(slack, caller, args).title = args.required("title", "invalid_arguments")
    return {}


def set_status(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Set the status of the app; an empty text ends it."""
    thread = _thread(slack, caller, args)
    thread.status = args.string("status") or ""
    if thread.status:
        thread.statuses.append(thread.status)
    return {}


def set_suggested_prompts(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Offer up to four messages for a person to send."""
    thread, prompts = _thread(slack, caller, args), args.get("prompts")
    if not is_array(prompts) or not 1 <= len(prompts) <= MOST_PROMPTS:
        raise SlackError("invalid_arguments", messages=["prompts takes 1 to 4 objects"])
    for prompt in prompts:
        if not is_object(prompt) or not prompt.get("title") or not prompt.get("message"):
            raise SlackError("invalid_arguments", messages=["a prompt needs a title and a message"])
    thread.prompts_title = args.string("title") or ""
    thread.prompts = {prompt["title"]: prompt["message"] for prompt in prompts}
    return {}


def _thread(slack: LocalSlack, caller: Installation, args: Arguments) -> AssistantThread:
    channel = writable_channel(slack.workspace, caller, args.required("channel_id", "channel_not_found"))
    found = slack.workspace.assistant_threads.get(
        (channel.id, args.required("thread_ts", "invalid_thread_ts"))
    )
    if found is None:
        raise SlackError("invalid_thread_ts")
    return found
