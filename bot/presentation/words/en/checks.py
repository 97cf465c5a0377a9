"""Platforms' parts of `council doctor` in English."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.ports.words import DiscordChecks, Permission, SlackChecks

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
        return f"people install it at {path} of your address; each workspace brings its own token"

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
        "Discord does not accept it. Copy the bot's token anew: discord.com/developers, page Bot."
    )
    may_read: str = (
        "It may read what people write: the discussion around a question, and plain messages that follow up."
    )
    may_not_read: str = "Discord hides what people write, so the models get no discussion around a question and plain messages do not follow up. To change that, switch on Message Content Intent at discord.com/developers, page Bot, and restart the bot."
    no_server: str = "The bot is on no server yet."
    permissions_suffice: str = "Council may do all it needs."
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
