"""views.*: modals on a person's screen and the App Home."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

from tests.testbed.slack import message_rules
from tests.testbed.slack.arguments import Arguments
from tests.testbed.slack.block_report import Report
from tests.testbed.slack.faults import SlackError
from tests.testbed.slack.json_values import is_array, is_object
from tests.testbed.slack.shapes import with_ids
from tests.testbed.slack.workspace import Installation, View

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack

DEEPEST_STACK = 3
MOST_BYTES = 250_000


def check_view(slack: LocalSlack, view: dict[str, Any] | None, *, home: bool = False) -> dict[str, Any]:
    """Return the view if Slack would accept it; otherwise raise `invalid_arguments` with its findings."""
    if view is None:
        raise SlackError("invalid_arguments", messages=["[ERROR] missing required field: view"])
    if len(json.dumps(view)) > MOST_BYTES:
        raise SlackError("view_too_large")
    kind = "home" if home else "modal"
    report = Report(kind)
    if view.get("type") != kind:
        report.add("/view/type", f"must be {kind}")
    if not home:
        report.text(view.get("title"), "/view/title", 24, plain=True)
        for part in ("submit", "close"):
            if part in view:
                report.text(view[part], f"/view/{part}", 24, plain=True)
    if len(view.get("private_metadata", "")) > 3000:
        report.add("/view/private_metadata", "must be less than 3001 characters")
    if len(view.get("callback_id", "")) > 255:
        report.add("/view/callback_id", "must be less than 256 characters")
    blocks = view.get("blocks")
    if not is_array(blocks) or not all(is_object(block) for block in blocks):
        report.add("/view/blocks", "must be an array")
        blocks = []
    if any(block.get("type") == "input" for block in blocks) and not home and "submit" not in view:
        report.add("/view/submit", "is required when the view has an input block")
    if report.lines:
        raise SlackError("invalid_arguments", messages=report.lines)
    message_rules.check_blocks(blocks, report.surface, slack.refuse_block_types)
    for mention in message_rules.living_mentions("", blocks, linked_names=False):
        slack.journal.complain(f"view {view.get('callback_id', kind)}: {mention}")
    made = copy.deepcopy(view)
    with_ids(made["blocks"])
    return made


def _stack(slack: LocalSlack, user: str) -> list[View]:
    return slack.workspace.stacks.setdefault(user, [])


def new_view(
    slack: LocalSlack, user: str, team_id: str, payload: dict[str, Any], below: View | None = None
) -> View:
    """Create a view with its first id and hash, not on any screen yet."""
    view_id = f"V{slack.workspace.number('view'):04d}"
    view = View(
        id=view_id,
        user=user,
        team_id=team_id,
        payload=payload,
        hash=slack.next_hash(),
        root_view_id=below.root_view_id if below else view_id,
        previous_view_id=below.id if below else None,
    )
    slack.workspace.views[view_id] = view
    return view


def open_view(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Open a modal, in exchange for a fresh trigger."""
    payload = check_view(slack, args.mapping("view"))
    _external_id(slack, payload)
    trigger = slack.exchange_trigger(args.required("trigger_id"))
    for old in _stack(slack, trigger.user):
        old.open = False
    view = new_view(slack, trigger.user, caller.team_id, payload)
    slack.workspace.stacks[trigger.user] = [view]
    return {"view": view.as_slack(caller)}


def push(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Open a modal above the one in which the trigger arose."""
    payload = check_view(slack, args.mapping("view"))
    _external_id(slack, payload)
    trigger = slack.exchange_trigger(args.required("trigger_id"))
    return {"view": push_on_screen(slack, trigger.user, caller.team_id, payload).as_slack(caller)}


def push_on_screen(slack: LocalSlack, user: str, team_id: str, payload: dict[str, Any]) -> View:
    """Put a view on top of the person's modals; raise `push_limit_reached` above three."""
    stack = _stack(slack, user)
    if not stack:
        raise SlackError("not_found")
    if len(stack) >= DEEPEST_STACK:
        raise SlackError("push_limit_reached")
    view = new_view(slack, user, team_id, payload, stack[-1])
    stack.append(view)
    return view


def update(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Replace a view's content; with `hash`, only if it was not replaced meanwhile."""
    given = args.mapping("view")
    payload = check_view(slack, given, home=given is not None and given.get("type") == "home")
    view = _find(slack, args)
    if view is None or not view.open:
        raise SlackError("not_found")
    replace_view(slack, view, payload, args.string("hash"))
    return {"view": view.as_slack(caller)}


def replace_view(
    slack: LocalSlack, view: View, payload: dict[str, Any], expected_hash: str | None = None
) -> None:
    """Set the view's new content and hash, or raise `hash_conflict`."""
    if expected_hash and expected_hash != view.hash:
        raise SlackError("hash_conflict")
    view.payload, view.hash, view.errors = payload, slack.next_hash(), {}


def publish(slack: LocalSlack, caller: Installation, args: Arguments) -> dict[str, Any]:
    """Publish the App Home of one person."""
    user = args.required("user_id")
    if user not in slack.workspace.users:
        raise SlackError("user_not_found")
    payload = check_view(slack, args.mapping("view"), home=True)
    home = slack.workspace.homes.get(user)
    if home is None:
        home = slack.workspace.homes[user] = new_view(slack, user, caller.team_id, payload)
    else:
        replace_view(slack, home, payload, args.string("hash"))
    return {"view": home.as_slack(caller)}


def _find(slack: LocalSlack, args: Arguments) -> View | None:
    if args.get("view_id"):
        return slack.workspace.views.get(args.required("view_id"))
    wanted = args.required("external_id", "not_found")
    return next(
        (view for view in slack.workspace.views.values() if view.payload.get("external_id") == wanted), None
    )


def _external_id(slack: LocalSlack, payload: dict[str, Any]) -> None:
    wanted = payload.get("external_id")
    if wanted and any(view.payload.get("external_id") == wanted for view in slack.workspace.views.values()):
        raise SlackError("duplicate_external_id")
