"""Texts in German that chat platforms write by themselves."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GermanSlack:
    """Implements `SlackWords`."""

    ask: str = "Den Rat fragen"
    settings_here: str = "Einstellungen hier"
    how_to_ask_well: str = "So fragst du gut"
    where_it_goes: str = "Das Formular fragt nach einem Kanal; ohne Kanal geht deine Frage in deine Direktnachricht mit Council."
    whose_settings: str = "*Einstellungen hier* sind die deiner Direktnachricht mit Council. Für die eines Kanals wähle ihn aus: Alle sehen sie, und wer den Kanal verwaltet, darf sie ändern."
    settings_of_channel: str = "Einstellungen eines Kanals …"
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
    file_lost: str = "Die Datei ließ sich nicht senden. Bitte verlange sie später noch einmal."
    command_late: str = "Council braucht länger als sonst, und deine Eingabe ist noch nicht gespeichert. Sie erscheint hier gleich; wenn nicht innerhalb einer Minute, frage bitte noch einmal."
    question_late: str = "Council braucht länger als sonst, und deine Frage ist noch nicht gespeichert. Erscheint sie nicht innerhalb einer Minute im Kanal, sende dieses Formular noch einmal; es zählt einmal."
    form_late: str = "Council braucht länger als sonst, und das ist noch nicht getan. Die Antwort folgt als Nachricht; kommt innerhalb einer Minute keine, versuche es bitte noch einmal."
    other_version: str = (
        "Dieses Formular gehört zu einer anderen Version von Council, darum wurde nichts getan."
    )

    def install_again(self, *, how: str) -> str:
        return f"In Direktnachrichten kann Council den Assistenten von Slack nutzen: Threads, die nach ihrer Frage heißen, vorgeschlagene Fragen und ein Status, während die Modelle arbeiten. Dieser Workspace hat Council davor installiert. {how}, um das zu bekommen; bis dahin geht alles wie bisher. Nur Admins sehen diese Zeile."

    def install_at(self, *, path: str) -> str:
        return f"Öffne {path} unter der Adresse von Council"

    def file_comes(self, *, names: str) -> str:
        return f"In deine Direktnachricht mit Council kommt: {names}"

    def goes_along(self, *, names: str) -> str:
        return f"Kommt mit: {names}"

    def other_command(self, *, command: str, name: str) -> str:
        return f"Council hört auf `{command}`, nicht auf `{name}`."

    def nothing_here(self, *, command: str) -> str:
        return f"Das tut hier nichts. Frage mit `{command}` und deiner Frage."
