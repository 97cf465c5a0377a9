"""Ways to ask with fields in German."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.presentation.words.de.phrases import counted
from bot.presentation.words.templates import placeholders
from council_core.templates.written import MistakeKind, TemplatePart

TEMPLATE_PARTS: Mapping[TemplatePart, tuple[str, str]] = {
    "name": (
        "Name",
        "Kleinbuchstaben, Ziffern und Bindestriche, etwa release-notes; getippt template:release-notes",
    ),
    "about": ("Titel: wofür sie da ist", "Etwa Neuigkeiten: was sich geändert hat, für alle, die es nutzen"),
    "instructions": (
        "Anweisungen für alle Modelle",
        "{{leser}} steht für das, was im Feld leser ausgefüllt wird",
    ),
    "fields": (
        "Felder, eins je Zeile",
        "leser*: Wer es liest · ton: Ton [schlicht, förmlich] = schlicht · punkte: Punkte [number] = 5",
    ),
    "extras": ("Preset und Rollen", "Etwa preset: quick; roles: sceptic, engineer"),
}


TEMPLATE_MISTAKES: Mapping[MistakeKind, str] = {
    "name": "Schreibe bis zu 30 Kleinbuchstaben, Ziffern und Bindestriche, etwa release-notes.",
    "taken": "Eine eigene Vorlage {fact} gibt es schon. Wähle einen anderen Namen, oder ändere diese.",
    "changed": "Jemand anders hat diese Vorlage inzwischen geändert oder gelöscht, deshalb wurde nichts gespeichert. Öffne sie neu.",
    "about": "Schreibe einen Titel von höchstens 24 Zeichen, einen Doppelpunkt und den Zweck der Vorlage, etwa Neuigkeiten: was neu ist.",
    "no_instructions": "Schreibe, was jedes Modell gesagt bekommt.",
    "placeholder": "Zeile {line}: {{{{{fact}}}}} nennt kein Feld. Schreibe {fields}, oder füge bei den Feldern eine Zeile für {fact} hinzu.",
    "line": "Zeile {line} ist nicht lesbar: {fact}. Schreibe sie so: ton: Ton [schlicht, förmlich] = schlicht",
    "twice": "Zeile {line}: Ein Feld {fact} gibt es schon. Gib diesem einen anderen Namen.",
    "default": "Zeile {line}: {fact} hinter = passt nicht zum Feld. Schreibe eine seiner Möglichkeiten oder eine Zahl. {known}",
    "too_many_fields": "Eine Vorlage hat höchstens {fact} Felder. Nimm welche heraus.",
    "too_many_choices": "Zeile {line}: Ein Feld hat höchstens {fact} Möglichkeiten. Nimm welche heraus.",
    "long_choice": "Zeile {line}: Eine Möglichkeit hat höchstens {fact} Zeichen. Kürze sie.",
    "extras": "{fact} ist nicht lesbar. Schreibe es so: preset: quick; roles: sceptic, engineer",
    "preset": "Ein Preset {fact} gibt es nicht. Es gibt {known}.",
    "role": "Eine Rolle {fact} gibt es nicht. Es gibt {known}.",
}


@dataclass(frozen=True, slots=True)
class GermanTemplates:
    """Implements `TemplateWords`."""

    title: str = "Vorlagen für Fragen"
    choose: str = "Mit einer Vorlage fragen"
    required: str = "nötig"
    template_or_first: str = "Vorlage, oder ein Schritt vor der Frage"
    template: str = "Vorlage"
    fill_in: str = "Ausfüllen"
    empty: str = "Fülle das aus: Die Vorlage braucht es."
    no_number: str = "Schreibe eine Zahl, etwa 200."

    new: str = "Neue Vorlage"
    change: str = "Vorlage ändern"
    edit: str = "Bearbeiten"
    own_version: str = "Eigene Fassung machen"
    delete: str = "Löschen"
    form_title: str = "Eigene Vorlage"
    save: str = "Speichern"

    def sure(self, *, title: str) -> str:
        return (
            f"Die Vorlage {title} für alle hier löschen? Fragen, die mit ihr gestellt wurden, behalten sie."
        )

    def part(self, *, part: TemplatePart) -> str:
        return TEMPLATE_PARTS[part][0]

    def part_hint(self, *, part: TemplatePart) -> str:
        return TEMPLATE_PARTS[part][1]

    def saved(self, *, title: str, name: str, command: str) -> str:
        return f"**{title}** ist für alle hier gespeichert. Die Vorlage steht im Formular für Fragen; getippt: {command} template:{name} …"

    def deleted(self, *, name: str, is_gone: bool, back: bool) -> str:
        if not is_gone:
            return f"Eine eigene Vorlage **{name}** gibt es hier nicht mehr."
        again = " Die gleichnamige von Council gilt wieder." if back else ""
        return f"Die Vorlage **{name}** ist gelöscht.{again}"

    def mistake(self, *, kind: MistakeKind, line: int, fact: str, known: Sequence[str]) -> str:
        return TEMPLATE_MISTAKES[kind].format(
            line=line, fact=fact, known=", ".join(known), fields=placeholders(known) or "keinen Platzhalter"
        )

    def how(self, *, command: str, in_chat: bool) -> str:
        first = "Wähle unten eine, oder schreibe" if in_chat else "Schreibe"
        return f'{first} {command} template:writer reader="unsere Kundschaft" und deine Frage.'

    def has_fields(self, *, title: str, count: int) -> str:
        return (
            f"**{title}** hat noch {counted(count, 'Feld', 'Felder')} zum Ausfüllen. Noch ist nichts gefragt."
        )
