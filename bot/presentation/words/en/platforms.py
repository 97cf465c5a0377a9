"""Texts in English that chat platforms write by themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.ports.words import DiscordChecks, InstallTrouble, Right, SlackChecks
from bot.presentation.words.en.checks import DISCORD_CHECKS, SLACK_CHECKS

RIGHTS: Mapping[Right, str] = {
    "view_channel": "View Channels",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
}
"""Discord's names of its permissions."""


@dataclass(frozen=True, slots=True)
class EnglishSlack:
    """Implements `SlackWords`."""

    checks: SlackChecks = SLACK_CHECKS
    ask: str = "Ask the council"
    settings_here: str = "Settings here"
    how_to_ask_well: str = "How to ask well"
    where_it_goes: str = (
        "The form asks for a channel; without one, your question goes into your direct message with Council."
    )
    whose_settings: str = "*Settings here* are those of your direct message with Council. For those of a channel, choose it: everybody sees them, and who manages the channel may change them."
    settings_of_channel: str = "Settings of a channel …"
    code: str = "en"
    install_heading: str = "Install Council in Slack"
    install_about: str = "Slack shows what Council may do in your workspace and asks whether you agree. Afterwards you can ask several models at once in any channel."
    install_button: str = "Continue to Slack"
    installed_heading: str = "Council is installed"
    open_slack: str = "Open Slack"
    not_installed_heading: str = "Council was not installed"
    install_link: str = "Install Council again"
    close: str = "Close"
    cancel: str = "Cancel"
    one_moment: str = "⏳ One moment …"
    rest_elsewhere: str = "The rest does not fit into this window."
    channel: str = "Channel"
    channel_hint: str = "Empty: in your direct message with Council."
    form_too_late: str = "Slack did not open the form in time. Please try once more, with the button."
    file_lost: str = "The file could not be sent. Please ask for it again later."
    files_refused: str = (
        "The file could not be sent. This workspace does not accept files, or has no room for them."
    )
    text_in_file: str = "The text is too long for a message here. All of it is in the attached file."
    text_not_changed: str = "The new text is too long for this message. It is in the thread."
    file_missing: str = "A file is missing here."
    too_many_visits: str = "Too many visits at once. Try again in a moment."
    cannot_answer: str = "Council cannot answer in this workspace: it is not installed here, or its operator has to mend it. Nothing was asked. Ask the operator to look at the log, or install Council again."
    command_late: str = "Council is slower than usual and has not saved what you typed yet. It appears here in a moment. If it does not, please ask again in a minute."
    question_late: str = "Council is slower than usual and has not saved your question yet. If it does not appear in the channel within a minute, send this form again. It counts only once."
    form_late: str = "Council is slower than usual and is not done yet. The answer follows as a message. If none comes within a minute, please do it again."
    other_version: str = "This form belongs to another version of Council, so nothing was done."

    def installed_in(self, *, workspace: str) -> str:
        where = f" in {workspace}" if workspace else ""
        return f"Council is ready{where}. Invite it to a channel with /invite @Council, then ask with /council and your question."

    def not_installed(self, *, kind: InstallTrouble, code: str) -> str:
        return {
            "declined": "You did not agree on Slack's page, so nothing was installed and nothing was saved.",
            "stale": "This page was opened in another browser, or more than ten minutes have passed. Please begin again.",
            "refused": f"Slack did not complete the installation{f' ({code})' if code else ''}, and nothing was saved. Please begin again.",
        }[kind]

    def not_listed(self, *, workspace: str) -> str:
        where = f" in {workspace}" if workspace else " here"
        return f"Council cannot be installed{where}. Its operator lists the workspaces that may install it in COUNCIL_SLACK_WORKSPACES. Nothing was saved."

    def file_not_shown(self, *, name: str) -> str:
        return f"Slack took the file {name} but does not show it. Ask for it again later."

    def install_again(self, *, how: str) -> str:
        return f"In direct messages Council can use Slack's assistant: threads named after their question, suggested prompts, and a status while models work. This workspace installed Council before that. {how} to get it; until then everything works as before. Only admins see this line."

    def install_at(self, *, path: str) -> str:
        return f"Open {path} at Council's address"

    def file_comes(self, *, names: str) -> str:
        return f"You get it in your direct message with Council: {names}"

    def goes_along(self, *, names: str) -> str:
        return f"Attached: {names}"

    def other_command(self, *, command: str, name: str) -> str:
        return f"Council answers to `{command}`, not to `{name}`."

    def nothing_here(self, *, command: str) -> str:
        return f"This does nothing here. Ask with `{command}` and your question."


@dataclass(frozen=True, slots=True)
class EnglishDiscord:
    """Implements `DiscordWords`."""

    checks: DiscordChecks = DISCORD_CHECKS
    asked: str = "Your question is with the council."
    open_again: str = "Open the form again"
    open_empty: str = "Open an empty form"
    draft_lost: str = "Council was restarted, so what you had filled in is gone. Sorry for that."
    files_lost: str = "Council was restarted and no longer has that message's files and thread. Nothing was asked yet. Choose *Ask the council* on the message again, or open the form again and ask without them."
    failed: str = "Something went wrong on our side. It is in the log."
    command_changed: str = "This command has changed since. Reload Discord (Ctrl+R) and try again."
    form_too_late: str = "The form did not open in time. Please press the button again."
    answer_for_you: str = "Only you need to see the answer to this."
    read_answer: str = "Show me the answer"
    only_commands: str = "Use `/council` here; forms open from commands and buttons only."
    yes: str = "Yes"
    whole_text: str = "The whole text"
    no_direct_message: str = (
        "Discord does not open your direct message with Council, so nothing was asked. Please try once more."
    )

    def too_large(self, *, names: str) -> str:
        return f"Too large for Discord and left out: {names}."

    def no_files_here(self, *, names: str) -> str:
        return f"Without {names}: Council may not attach files here."

    def incident(self, *, number: str) -> str:
        return f"Something went wrong on our side. It is noted as incident {number}."

    def sure(self, *, label: str) -> str:
        return f"{label}: are you sure?"

    def may_not_write(self, *, rights: Sequence[Right]) -> str:
        lacks = " and ".join(RIGHTS[right] for right in rights)
        return f"Council may not write here: it lacks {lacks}. Grant it to Council's role under Server Settings, Roles, or in a channel's own Permissions. Then ask again; no model was asked."
