"""Texts in English that chat platforms write by themselves, and their parts of `council doctor`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.ports.words import DiscordChecks, InstallTrouble, Permission, Right, SlackChecks

LOST: Mapping[Permission, str] = {
    "view_channel": "nothing can be posted",
    "send_messages": "cards of mentions cannot be posted, nor answers where there is no thread",
    "send_messages_in_threads": "responses, ranking and verdict cannot be posted",
    "create_public_threads": "everything follows in the channel instead of in a thread",
    "attach_files": "long texts are cut and exports cannot be sent",
    "read_message_history": "after a crash a post may come twice, and files of mentions cannot be read",
    "embed_links": "Discord may show links more plainly",
    "manage_threads": "threads that a moderator locks stay closed to Council",
}
"""Losses without each permission of Discord."""


@dataclass(frozen=True, slots=True)
class EnglishSlackChecks:
    """Implements `SlackChecks`."""

    bot_token: str = "Slack bot token"
    scopes: str = "Slack scopes"
    several_workspaces: str = "Slack app for several workspaces"
    assistant: str = "Slack's assistant surface"
    signing_secret: str = "Slack signing secret"
    app_token: str = "Slack app token (Socket Mode)"
    is_accepted: str = "is accepted"
    all_granted: str = "all are granted"
    assistant_asked: str = "new installations ask for it; a workspace that installed the app before goes on without it, and its admins read on the app's Home how to get it"
    secret_set: str = "is set; only Slack can check it"
    secret_missing: str = (
        "Set SLACK_SIGNING_SECRET (Basic Information) for HTTP, or SLACK_APP_TOKEN for Socket Mode."
    )
    socket_opens: str = "a connection can be opened"

    def bot_token_of(self, *, user: str, team: str) -> str:
        return f"Slack bot token ({user} in {team})"

    def installed_at(self, *, path: str) -> str:
        return f"people install it at {path} under your address; each workspace brings its own token"

    def token_refused(self, *, why: str) -> str:
        return f"Slack does not accept it: {why}. Copy the Bot User OAuth Token from the app's page, OAuth & Permissions."

    def scopes_missing(self, *, names: str, command: str) -> str:
        return f"Missing: {names}. Paste what `{command}` prints into the app's manifest and install the app again."

    def no_socket(self, *, why: str) -> str:
        return f"Slack says {why}. Make an app-level token with connections:write (Basic Information) and turn Socket Mode on."


@dataclass(frozen=True, slots=True)
class EnglishDiscordChecks:
    """Implements `DiscordChecks`."""

    token: str = "Discord: the bot's token"
    rest: str = "Discord: REST"
    messages: str = "Discord: messages"
    commands: str = "Discord: commands"
    invitation: str = "Discord: invitation"
    servers: str = "Discord: servers"
    token_refused: str = (
        "Discord does not accept it. Copy the bot's token again: discord.com/developers, page Bot."
    )
    may_read: str = (
        "It may read what people write: the discussion around a question, and plain messages that follow up."
    )
    may_not_read: str = "Discord hides what people write, so the models get no discussion around a question and plain messages do not follow up. To change that, switch on Message Content Intent at discord.com/developers, page Bot, and restart the bot."
    no_server: str = "The bot is on no server yet."
    permissions_suffice: str = "Council has all the permissions it needs."
    how_to_grant: str = (
        "Grant it to Council's role under Server Settings, Roles, or in a channel's own Permissions."
    )

    def permissions_on(self, *, server: str) -> str:
        return f"Discord: permissions on {server}"

    def permissions_everywhere(self, *, count: int) -> str:
        return f"Discord: permissions on {count} server{'s' if count > 1 else ''}"

    def unreachable(self, *, why: str) -> str:
        return f"{why} Check the network and DISCORD_API_URL."

    def belongs_to(self, *, user: str) -> str:
        return f"It belongs to {user}."

    def command_known(self, *, name: str) -> str:
        return f"Discord knows /{name}."

    def command_unknown(self, *, name: str) -> str:
        return f"Discord does not know /{name} yet; `council serve discord` registers it."

    def invite_at(self, *, url: str) -> str:
        return f"Invite the bot with all it needs: {url}"

    def lost_without(self, *, channel: str, rights: Mapping[str, Permission]) -> str:
        where = f"In #{channel}" if channel else "Everywhere"
        return f"{where}: {'; '.join(f'without {name} {LOST[right]}' for name, right in rights.items())}."

    def more_channels(self, *, count: int) -> str:
        return f"And something in {count} more channel{'' if count == 1 else 's'}."


SLACK_CHECKS: SlackChecks = EnglishSlackChecks()
DISCORD_CHECKS: DiscordChecks = EnglishDiscordChecks()


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
    whose_settings: str = "*Settings here* are those of your direct message with Council. For those of a channel, choose it: everybody sees them, and those who manage the channel may change them."
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
    text_in_file: str = "The text is too long for a message here. All of it is in the attached file."
    text_not_changed: str = "The new text is too long for this message. It is in the thread."
    file_missing: str = "A file is missing here."
    too_many_visits: str = "Too many visits at once. Try again in a moment."
    cannot_answer: str = "Council cannot answer in this workspace: it is not installed here, or its operator has to fix something. Nothing was asked. Ask the operator to look at the log, or install Council again."
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

    def file_refused(self, *, name: str) -> str:
        return f"The file {name} could not be attached: this workspace does not let Council attach files, or has no room for them. An admin can change that; Council's Slack app needs the scope files:write."

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
    not_in_thread: str = "Council is not in this private thread, so nothing was done. Mention Council in a message here, which adds it. Then try again."

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
