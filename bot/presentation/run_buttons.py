"""A run -> the buttons with which people go on from it."""

from bot.post import Actions, Button
from bot.requests import run_action
from council_core.domain.question import RunId
from council_core.domain.run import FINISHED
from council_core.domain.summary import RunSummary

CONFIRM_CANCEL = "Stop this run? What the members have said so far is kept, and nothing more is asked."


def cancel_button(run_id: RunId) -> Button:
    """Stops a run, once it was asked whether that is meant."""
    return Button(label="Cancel", action=run_action("cancel", run_id), style="danger", confirm=CONFIRM_CANCEL)


def again_button(run_id: RunId) -> Button:
    """Opens the form for the same question once more."""
    return Button(label="Run again", action=run_action("again", run_id))


def export_button(run_id: RunId) -> Button:
    """Puts the run into its thread as files."""
    return Button(label="Export", action=run_action("export", run_id))


def retry_button(run_id: RunId) -> Button:
    """Asks the same once more, with the same settings."""
    return Button(label="Retry", action=run_action("retry", run_id), style="primary")


def forget_button(run_id: RunId) -> Button:
    """Says what deleting the run means, and asks."""
    return Button(label="Delete …", action=run_action("forget", run_id))


def run_buttons(summary: RunSummary) -> tuple[Actions, ...]:
    """What can be done with a run as it stands: stop it, or go on from its end."""
    run_id = summary.run_id
    if summary.status not in FINISHED:
        return (Actions(buttons=(cancel_button(run_id),)),)
    failed = (retry_button(run_id),) if summary.status == "failed" or summary.incomplete else ()
    return (Actions(buttons=(*failed, again_button(run_id), export_button(run_id))),)


def verdict_buttons(run_id: RunId) -> Actions:
    """What people do once they have read the verdict."""
    return Actions(
        buttons=(
            Button(label="Ask a follow-up", action=run_action("followup", run_id), style="primary"),
            Button(label="Helpful", action=run_action("good", run_id)),
            Button(label="Not helpful", action=run_action("bad", run_id)),
            again_button(run_id),
            export_button(run_id),
        )
    )


def failure_buttons(run_id: RunId) -> Actions:
    """What people do when there is no result."""
    return Actions(buttons=(retry_button(run_id), again_button(run_id)))
