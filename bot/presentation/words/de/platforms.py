"""Texts in German that chat platforms write by themselves, and their parts of `council doctor`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.ports.words import DiscordChecks, InstallTrouble, Permission, Right, SlackChecks

LOST: Mapping[Permission, str] = {
    "view_channel": "lässt sich nichts posten",
    "send_messages": "lassen sich Karten von Erwähnungen nicht posten, und Antworten nicht, wo es keinen Thread gibt",
    "send_messages_in_threads": "lassen sich Antworten, Rangfolge und Fazit nicht posten",
    "create_public_threads": "folgt alles im Kanal statt in einem Thread",
    "attach_files": "werden lange Texte gekürzt, und Exporte lassen sich nicht senden",
    "read_message_history": "kommt ein Post nach einem Absturz vielleicht zweimal, und Dateien von Erwähnungen sind nicht lesbar",
    "embed_links": "zeigt Discord Links vielleicht schlichter",
    "manage_threads": "bleiben Threads, die die Moderation sperrt, für Council verschlossen",
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
        return f"installiert wird sie unter {path} an deiner Adresse; jeder Workspace bringt sein eigenes Token mit"

    def token_refused(self, *, why: str) -> str:
        return f"Slack nimmt es nicht an: {why}. Kopiere das Bot User OAuth Token von der Seite OAuth & Permissions der App."

    def scopes_missing(self, *, names: str, command: str) -> str:
        return f"Es fehlen: {names}. Füge die Ausgabe von `{command}` in das Manifest der App ein und installiere sie noch einmal."

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


RIGHTS: Mapping[Right, str] = {
    "view_channel": "„Kanäle ansehen“",
    "send_messages": "„Nachrichten senden“",
    "send_messages_in_threads": "„Nachrichten in Threads senden“",
}
"""Discord's names of its permissions."""


@dataclass(frozen=True, slots=True)
class GermanSlack:
    """Implements `SlackWords`."""

    checks: SlackChecks = SLACK_CHECKS
    ask: str = "Den Rat fragen"
    settings_here: str = "Einstellungen hier"
    how_to_ask_well: str = "So fragst du gut"
    where_it_goes: str = "Das Formular fragt nach einem Kanal; ohne Kanal geht deine Frage in deine Direktnachricht mit Council."
    whose_settings: str = "*Einstellungen hier* sind die deiner Direktnachricht mit Council. Für die eines Kanals wähle ihn aus: Alle sehen sie, und wer den Kanal verwaltet, darf sie ändern."
    settings_of_channel: str = "Einstellungen eines Kanals …"
    code: str = "de"
    install_heading: str = "Council in Slack installieren"
    install_about: str = "Slack zeigt, was Council in deinem Workspace darf, und fragt, ob du einverstanden bist. Danach kannst du in jedem Kanal mehrere Modelle auf einmal fragen."
    install_button: str = "Weiter zu Slack"
    installed_heading: str = "Council ist installiert"
    open_slack: str = "Slack öffnen"
    not_installed_heading: str = "Council wurde nicht installiert"
    install_link: str = "Installiere Council noch einmal"
    close: str = "Schließen"
    cancel: str = "Abbrechen"
    one_moment: str = "⏳ Einen Moment …"
    rest_elsewhere: str = "Der Rest passt nicht in dieses Fenster."
    channel: str = "Kanal"
    channel_hint: str = "Leer: in deiner Direktnachricht mit Council."
    form_too_late: str = (
        "Slack hat das Formular nicht rechtzeitig geöffnet. Bitte versuche es noch einmal, mit dem Knopf."
    )
    file_lost: str = "Die Datei ließ sich nicht senden. Bitte fordere sie später noch einmal an."
    text_in_file: str = (
        "Der Text ist zu lang für eine Nachricht. Du findest ihn vollständig in der angehängten Datei."
    )
    text_not_changed: str = "Der neue Text ist zu lang für diese Nachricht. Er steht im Thread."
    file_missing: str = "Hier fehlt eine Datei."
    too_many_visits: str = "Zu viele Aufrufe auf einmal. Versuche es gleich noch einmal."
    cannot_answer: str = "Council kann in diesem Workspace nicht antworten: Es ist hier nicht installiert oder falsch eingerichtet. Es wurde nichts gefragt. Bitte die Leute, die Council betreiben, ins Log zu sehen, oder installiere Council noch einmal."
    command_late: str = "Council braucht länger als sonst, und deine Eingabe ist noch nicht gespeichert. Sie erscheint hier gleich. Wenn nicht, frag bitte in einer Minute noch einmal."
    question_late: str = "Council braucht länger als sonst, und deine Frage ist noch nicht gespeichert. Erscheint sie nicht innerhalb einer Minute im Kanal, sende dieses Formular noch einmal; es zählt einmal."
    form_late: str = "Council braucht länger als sonst und ist noch nicht fertig. Die Antwort folgt als Nachricht; kommt innerhalb einer Minute keine, versuche es bitte noch einmal."
    other_version: str = (
        "Dieses Formular gehört zu einer anderen Version von Council, deshalb ist nichts passiert."
    )

    def installed_in(self, *, workspace: str) -> str:
        where = f" in {workspace}" if workspace else ""
        return f"Council ist{where} bereit. Lade es mit /invite @Council in einen Kanal ein und frag dort mit /council und deiner Frage."

    def not_installed(self, *, kind: InstallTrouble, code: str) -> str:
        return {
            "declined": "Du hast auf Slacks Seite nicht zugestimmt; es wurde nichts installiert und nichts gespeichert.",
            "stale": "Diese Seite wurde in einem anderen Browser geöffnet, oder es sind mehr als zehn Minuten vergangen. Bitte fange noch einmal an.",
            "refused": f"Slack hat die Installation nicht abgeschlossen{f' ({code})' if code else ''}; es wurde nichts gespeichert. Bitte fange noch einmal an.",
        }[kind]

    def not_listed(self, *, workspace: str) -> str:
        where = f"in {workspace}" if workspace else "hier"
        return f"Council kann {where} nicht installiert werden. Wer Council betreibt, nennt die erlaubten Workspaces in COUNCIL_SLACK_WORKSPACES. Es wurde nichts gespeichert."

    def file_refused(self, *, name: str) -> str:
        return f"Die Datei {name} ließ sich nicht anhängen: Dieser Workspace lässt Council keine Dateien anhängen oder hat keinen Platz dafür. Ein Admin kann das ändern; Councils Slack-App braucht den Scope files:write."

    def file_not_shown(self, *, name: str) -> str:
        return (
            f"Slack hat die Datei {name} angenommen, zeigt sie aber nicht. Fordere sie später noch einmal an."
        )

    def install_again(self, *, how: str) -> str:
        return f"In Direktnachrichten kann Council den Assistenten von Slack nutzen: Threads, die nach ihrer Frage heißen, vorgeschlagene Fragen und ein Status, während die Modelle arbeiten. Dieser Workspace hat Council davor installiert. {how}, um das zu bekommen; bis dahin geht alles wie bisher. Nur Admins sehen diese Zeile."

    def install_at(self, *, path: str) -> str:
        return f"Öffne {path} unter der Adresse von Council"

    def file_comes(self, *, names: str) -> str:
        return f"Du bekommst in deiner Direktnachricht mit Council: {names}"

    def goes_along(self, *, names: str) -> str:
        return f"Angehängt: {names}"

    def other_command(self, *, command: str, name: str) -> str:
        return f"Council hört auf `{command}`, nicht auf `{name}`."

    def nothing_here(self, *, command: str) -> str:
        return f"Das tut hier nichts. Frag mit `{command}` und deiner Frage."


@dataclass(frozen=True, slots=True)
class GermanDiscord:
    """Implements `DiscordWords`."""

    checks: DiscordChecks = DISCORD_CHECKS
    asked: str = "Deine Frage ist beim Rat."
    open_again: str = "Formular wieder öffnen"
    open_empty: str = "Leeres Formular öffnen"
    draft_lost: str = (
        "Was du ausgefüllt hattest, ist nicht mehr da, weil Council neu gestartet wurde. Das tut uns leid."
    )
    files_lost: str = "Council wurde neu gestartet und hat die Dateien und den Thread dieser Nachricht nicht mehr. Noch wurde nichts gefragt. Wähle bei der Nachricht noch einmal *Den Rat fragen*, oder öffne das Formular wieder und frag ohne sie."
    failed: str = "Bei uns ging etwas schief. Im Log steht mehr."
    command_changed: str = (
        "Dieser Befehl hat sich inzwischen geändert. Lade Discord neu (Strg+R) und versuche es noch einmal."
    )
    form_too_late: str = "Das Formular öffnete sich nicht rechtzeitig. Bitte drücke den Knopf noch einmal."
    answer_for_you: str = "Die Antwort darauf ist nur für dich."
    read_answer: str = "Antwort zeigen"
    only_commands: str = "Nimm hier `/council`; Formulare öffnen sich nur aus Befehlen und Knöpfen."
    yes: str = "Ja"
    whole_text: str = "Der ganze Text"
    no_direct_message: str = "Discord öffnet deine Direktnachricht mit Council nicht, darum wurde nichts gefragt. Bitte versuche es noch einmal."
    not_in_thread: str = "Council ist nicht in diesem privaten Thread, darum geschah nichts. Erwähne Council hier in einer Nachricht, das fügt es hinzu. Versuche es dann noch einmal."

    def too_large(self, *, names: str) -> str:
        return f"Zu groß für Discord und deshalb weggelassen: {names}."

    def no_files_here(self, *, names: str) -> str:
        return f"Ohne {names}: Council darf hier keine Dateien anhängen."

    def incident(self, *, number: str) -> str:
        return f"Bei uns ging etwas schief. Es ist als Vorfall {number} vermerkt."

    def sure(self, *, label: str) -> str:
        return f"{label}: Bist du sicher?"

    def may_not_write(self, *, rights: Sequence[Right]) -> str:
        lacks = " und ".join(RIGHTS[right] for right in rights)
        return f"Council darf hier nicht schreiben: Es fehlt {lacks}. Gib es der Rolle von Council unter Servereinstellungen, Rollen, oder in den Berechtigungen eines Kanals. Frag dann noch einmal; kein Modell wurde gefragt."
