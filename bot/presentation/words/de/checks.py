"""Platforms' parts of `council doctor` in German."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.ports.words import DiscordChecks, Permission, SlackChecks

LOST: Mapping[Permission, str] = {
    "view_channel": "lässt sich nichts posten",
    "send_messages": "lassen sich Karten von Erwähnungen nicht posten, und Antworten nicht, wo es keinen Thread gibt",
    "send_messages_in_threads": "lassen sich Antworten, Rangliste und Fazit nicht posten",
    "create_public_threads": "folgt alles im Kanal statt in einem Thread",
    "attach_files": "werden lange Texte gekürzt, und Exporte lassen sich nicht senden",
    "read_message_history": "kommt ein Post nach einem Absturz vielleicht zweimal, und Dateien von Erwähnungen sind nicht lesbar",
    "embed_links": "zeigt Discord Links vielleicht schlichter",
    "manage_threads": "bleiben Threads, die ein Moderator sperrt, Council verschlossen",
}
"""Losses without each permission of Discord."""


@dataclass(frozen=True, slots=True)
class GermanSlackChecks:
    """Implements `SlackChecks`."""

    bot_token: str = "Slack: Token des Bots"
    scopes: str = "Slack: Scopes"
    several_workspaces: str = "Slack: App für mehrere Workspaces"
    assistant: str = "Slack: Assistent"
    signing_secret: str = "Slack: Signing Secret"
    app_token: str = "Slack: Token der App (Socket Mode)"
    is_accepted: str = "wird angenommen"
    all_granted: str = "alle sind erteilt"
    assistant_asked: str = "neue Installationen fragen danach; ein Workspace, der die App vorher installiert hat, geht ohne ihn weiter, und seine Admins lesen auf der Startseite der App, wie sie ihn bekommen"
    secret_set: str = "ist gesetzt; nur Slack kann es prüfen"
    secret_missing: str = (
        "Setze SLACK_SIGNING_SECRET (Basic Information) für HTTP, oder SLACK_APP_TOKEN für den Socket Mode."
    )
    socket_opens: str = "eine Verbindung lässt sich öffnen"

    def bot_token_of(self, *, user: str, team: str) -> str:
        return f"Slack: Token des Bots ({user} in {team})"

    def installed_at(self, *, path: str) -> str:
        return (
            f"installiert wird sie unter {path} deiner Adresse; jeder Workspace bringt sein eigenes Token mit"
        )

    def token_refused(self, *, why: str) -> str:
        return f"Slack nimmt es nicht an: {why}. Kopiere das Bot User OAuth Token von der Seite der App, OAuth & Permissions."

    def scopes_missing(self, *, names: str, command: str) -> str:
        return f"Es fehlen: {names}. Füge ein, was `{command}` ausgibt, in das Manifest der App und installiere sie noch einmal."

    def no_socket(self, *, why: str) -> str:
        return f"Slack sagt {why}. Erzeuge ein App-Level Token mit connections:write (Basic Information) und schalte den Socket Mode ein."


@dataclass(frozen=True, slots=True)
class GermanDiscordChecks:
    """Implements `DiscordChecks`."""

    token: str = "Discord: Token des Bots"
    rest: str = "Discord: Schnittstelle"
    messages: str = "Discord: Nachrichten"
    commands: str = "Discord: Befehle"
    invitation: str = "Discord: Einladung"
    servers: str = "Discord: Server"
    token_refused: str = (
        "Discord nimmt es nicht an. Kopiere das Token des Bots neu: discord.com/developers, Seite Bot."
    )
    may_read: str = "Er darf lesen, was geschrieben wird: die Diskussion um eine Frage und einfache Nachrichten, die nachfragen."
    may_not_read: str = "Discord verbirgt, was geschrieben wird: Die Modelle bekommen keine Diskussion um eine Frage, und einfache Nachrichten fragen nicht nach. Um das zu ändern, schalte auf discord.com/developers, Seite Bot, Message Content Intent ein und starte den Bot neu."
    no_server: str = "Der Bot ist noch auf keinem Server."
    permissions_suffice: str = "Council darf alles, was es braucht."
    how_to_grant: str = "Gib es der Rolle von Council unter Servereinstellungen, Rollen, oder in den Berechtigungen eines Kanals."

    def permissions_on(self, *, server: str) -> str:
        return f"Discord: Rechte auf {server}"

    def permissions_everywhere(self, *, count: int) -> str:
        return f"Discord: Rechte auf {count} Server{'n' if count > 1 else ''}"

    def unreachable(self, *, why: str) -> str:
        return f"{why} Prüfe das Netz und DISCORD_API_URL."

    def belongs_to(self, *, user: str) -> str:
        return f"Es gehört zu {user}."

    def command_known(self, *, name: str) -> str:
        return f"Discord kennt /{name}."

    def command_unknown(self, *, name: str) -> str:
        return f"Discord kennt /{name} noch nicht; `council serve discord` meldet es an."

    def invite_at(self, *, url: str) -> str:
        return f"Lade den Bot mit allen nötigen Rechten ein: {url}"

    def lost_without(self, *, channel: str, rights: Mapping[str, Permission]) -> str:
        where = f"In #{channel}" if channel else "Überall"
        return f"{where}: {'; '.join(f'ohne {name} {LOST[right]}' for name, right in rights.items())}."

    def more_channels(self, *, count: int) -> str:
        return f"Und etwas in {count} weiteren {'Kanal' if count == 1 else 'Kanälen'}."


SLACK_CHECKS: SlackChecks = GermanSlackChecks()
DISCORD_CHECKS: DiscordChecks = GermanDiscordChecks()
