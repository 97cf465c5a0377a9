"""Settings of a place, and refusals, in German."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from bot.post import Part, Time
from bot.presentation.words.de.phrases import SYSTEM, counted, listed
from bot.presentation.words.de.problems import LIMITED_BY, NOUNS, PROBLEMS, STORE, UNITS
from bot.presentation.words.settings import PlatformTrouble, Source, Unheard, meaning
from bot.settings.catalogue import Group
from council_core.domain.budget import Keeper, Period
from council_core.domain.place import Level
from council_core.errors import ChoiceKind, Problem, Refusal, StoreKind

GROUPS: Mapping[Group, str] = {
    "council": "Modelle und Preset",
    "judging": "Begutachtung",
    "stages": "Zusätzliche Schritte",
    "voting": "Abstimmung",
    "deadlines": "Zeitlimits",
    "material": "Dateien",
    "web": "Web und Werkzeuge",
    "privacy": "Sprache und Datenschutz",
    "budget": "Budget",
    "all": "Einstellungen ändern",
}


LABELS: Mapping[str, str] = {
    "show_ranking": "Rangfolge und Fazit erscheinen",
    "links": "Links, die gelesen werden",
    "role": "Rolle",
    "temperature": "Temperatur",
    "max_tokens": "Längste Antwort (Tokens)",
    "effort": "Aufwand",
    "preset": "Preset",
    "members": "Modelle",
    "chairman": "Vorsitz",
    "quorum": "Nötige Antworten",
    "instructions": "Hausregeln",
    "rubric": "Bewertungsraster",
    "criteria": "Eigene Kriterien",
    "aggregation": "Rangverfahren",
    "own_answer": "Eigene Antwort eines Gutachters zählt",
    "review_characters": "Längste Antwort für Gutachter",
    "revise": "Modelle dürfen ihre Antwort überarbeiten",
    "critique": "Der Vorsitz kritisiert das Fazit",
    "both_orders": "Gutachten in beiden Reihenfolgen",
    "plain_style": "Formatierung für Gutachter verborgen",
    "rounds": "Wenn die Modelle uneins sind",
    "vote_minutes": "Abstimmung offen (Minuten)",
    "who_reveals": "Wer die Abstimmung früher beenden darf",
    "votes_needed": "Stimmen, die die Abstimmung beenden",
    "plain_follow_ups": "Nachrichten ohne Erwähnung als Nachfragen",
    "vote_reminder": "Erinnerung zur Halbzeit der Abstimmung",
    "stage_seconds": "Zeitlimit je Schritt (s)",
    "call_seconds": "Zeitlimit je Aufruf (s)",
    "material_for_reviewers": "Was Gutachter von den Dateien sehen",
    "material_characters": "Längstes Material für Modelle",
    "most_files": "Dateien je Frage",
    "file_megabytes": "Größte Datei (MB)",
    "read_thread": "Gespräch um eine Frage",
    "verify": "Behauptungen werden geprüft",
    "web_search": "Websuche vor einer Frage",
    "services": "Dienste, die gefragt werden",
    "service_fields": "Angaben für Dienste",
    "tools": "Werkzeuge der Modelle",
    "language": "Sprache",
    "redact": "Geheimnisse in Fragen werden verdeckt",
    "keep_days": "Läufe werden gelöscht nach (Tagen)",
    "run_budget": "Budget je Frage ($)",
    "day_budget": "Budget je Tag ($)",
    "month_budget": "Budget je Monat ($)",
}


PRESETS: Mapping[str, str] = {
    "Many different ideas rather than one right answer": "Viele verschiedene Ideen statt einer richtigen Antwort",
    "Code or a design: faults first, each with its mending": "Code oder Entwurf: Fehler zuerst, jeder mit Behebung",
    "A choice to make: options, risks, a side; an hour to vote": "Möglichkeiten, Risiken, eine Seite; eine Stunde Abstimmung",
    "Is it true? Claim by claim, and how sure one can be": "Stimmt das? Behauptung für Behauptung, und wie sicher",
    "A fast answer: short deadlines, no vote, nothing extra": "Schnelle Antwort: kurze Fristen, ohne Abstimmung",
    "Vote before you see the ranking; a day for the team to vote": "Erst abstimmen, dann die Rangfolge; einen Tag Zeit dafür",
    "For what matters: revised answers, both orders, a critique": "Für Wichtiges: überarbeitet, beide Reihenfolgen, Kritik",
}


HINTS: Mapping[str, str] = {
    "show_ranking": "Sofort, oder allen erst nach der eigenen Stimme",
    "links": "So viele Seiten, auf die eine Frage verweist; 0 für keine",
    "temperature": "0 bis 2, etwa 0.2; viele Modelle mit Aufwand beachten sie nicht",
    "max_tokens": "Eine ganze Zahl; 1000 sind etwa 750 Wörter",
    "preset": "Seine Einstellungen gehen den anderen hier vor",
    "members": "Ein Anbieter:Modell je Zeile",
    "chairman": "Name eines Modells oder Anbieter:Modell; - für das erste",
    "quorum": "Mit so vielen Antworten geht ein Lauf weiter",
    "instructions": "Für jedes Modell und den Vorsitz; - für keine",
    "criteria": "Je Zeile eines: correctness x2, oder harm (lower); - für keine",
    "review_characters": "Zeichen; längere Antworten erscheinen ohne ihre Mitte; - für keine Grenze",
    "rounds": "Jedes sieht einmal die Positionen der anderen, ohne Namen, und bleibt dabei oder nicht",
    "vote_minutes": "Dann endet sie und die Namen erscheinen; 0 für keine",
    "votes_needed": "Ab so vielen Stimmen erscheinen die Namen; - für keine Zahl",
    "vote_reminder": "Ein Beitrag im Thread, wenn bis dahin niemand abgestimmt hat",
    "stage_seconds": "So lange wartet ein Lauf auf Antworten und auf Gutachten",
    "call_seconds": "Spätere Antworten gelten als verspätet",
    "material_for_reviewers": "Mehr kostet in jedem Gutachten noch einmal so viel",
    "material_characters": "Zeichen von allem zusammen",
    "most_files": "Weitere werden nicht gelesen",
    "file_megabytes": "Größere werden nicht gelesen",
    "read_thread": "Was vorher im Thread stand, ohne Namen",
    "verify": "Gutachten schlagen entscheidende Behauptungen nach; das Fazit zeigt eine Tabelle",
    "web_search": "Eine Suche je Frage; alle Modelle lesen, was sie findet",
    "services": "Namen von Diensten; all für alle hier erlaubten, none für keinen",
    "tools": "Etwa search, fetch, python; all für alle eingerichteten, none für keine",
    "redact": "Schlüssel, Tokens und Passwörter, bevor etwas gespeichert oder gesendet wird",
    "keep_days": "Die Posts im Chat bleiben",
    "run_budget": "So viel darf eine Frage kosten; - für jede Summe",
    "day_budget": "So viel darf ein Tag kosten; - für jede Summe",
    "month_budget": "So viel darf ein Monat kosten; - für jede Summe",
}


MEANINGS: Mapping[str, Mapping[str, str]] = {
    "effort": {"minimal": "Minimal", "low": "Wenig", "medium": "Mittel", "high": "Viel"},
    "who_reveals": {
        "asker": "Wer gefragt hat oder den Kanal verwaltet, jederzeit",
        "anyone": "Alle, jederzeit",
        "nobody": "Niemand: Sie endet mit der Zeit oder mit genug Stimmen",
    },
    "show_ranking": {
        "at_once": "Allen, sofort",
        "after_vote": "Jeder Person nach ihrer Stimme, allen am Ende der Abstimmung",
    },
    "aggregation": {
        "bradley_terry": "Stärke aus Vergleichen (Bradley-Terry)",
        "borda": "Punkte für Plätze (Borda)",
        "mean_place": "Mittlerer Platz",
        "copeland": "Gewonnene Paare (Copeland)",
        "schulze": "Stärkste Pfade (Schulze)",
    },
    "own_answer": {"excluded": "Gar nicht", "half": "Halb", "full": "Ganz"},
    "rounds": {"one": "Keines wird noch einmal gefragt", "on_split": "Alle werden noch einmal gefragt"},
    "read_thread": {"none": "Nur die Frage wird gelesen", "thread": "Was vorher gesagt wurde, wird gelesen"},
    "material_for_reviewers": {
        "none": "Ihre Namen",
        "head": "Die ersten 2.000 Zeichen jeder Datei",
        "all": "Alles",
    },
    "language": {"": "Die der fragenden Person"},
    "": {"yes": "ja", "no": "nein"},
}
"""Explanations of some settings' values; all others speak for themselves."""


@dataclass(frozen=True, slots=True)
class GermanSettings:
    """Implements `SettingsWords`."""

    heading: str = "Einstellungen in diesem Kanal"
    summary: str = "Die Einstellungen des Rats in diesem Kanal."
    setting: str = "Einstellung"
    value: str = "Wert"
    source: str = "Aus"
    none: str = "keine"
    nothing_differs: str = "Alle Einstellungen sind die Voreinstellungen."
    first_model: str = "Das erste Modell, das antwortet"
    who_may: str = "Wer diesen Kanal verwaltet, darf seine Einstellungen ändern."
    reset: str = "Zurücksetzen"
    confirm_reset: str = "Alle Einstellungen von hier entfernen und die geerbten verwenden?"
    save: str = "Speichern"
    show: str = "Einstellungen zeigen"

    def label(self, *, name: str, english: str) -> str:
        return LABELS.get(name, english)

    def in_quotes(self, *, label: str) -> str:
        return f"„{label}“"

    def hint(self, *, name: str, english: str) -> str:
        return HINTS.get(name, english)

    def preset_summary(self, *, english: str) -> str:
        return PRESETS.get(english, english)

    def means(self, *, name: str, text: str) -> str:
        return meaning(MEANINGS, name, text)

    def group(self, *, group: Group) -> str:
        return GROUPS[group]

    def comes_from(self, *, source: Source) -> str:
        return {
            "channel": "diesem Kanal",
            "workspace": "dem Workspace",
            "preset": "dem Preset",
            "bot": "Voreinstellung",
        }[source]

    def differs(self, *, names: Sequence[str]) -> str:
        return f"Hier anders als voreingestellt: {listed(names)}."

    def contradict(self, *, trouble: str) -> str:
        return f"**Diese Einstellungen passen nicht zusammen:** {trouble}"

    def change(self, *, level: Level) -> str:
        return f"{'Diesen Kanal' if level == 'channel' else 'Den ganzen Workspace'} ändern:"

    def title(self, *, level: Level) -> str:
        return f"Einstellungen: {'Kanal' if level == 'channel' else 'Workspace'}"

    def intro(self, *, level: Level) -> str:
        where = "diesen Kanal" if level == "channel" else "den ganzen Workspace"
        return f"Für {where}, ab der nächsten Frage. Leere Felder werden geerbt."

    def inherited(self, *, value: str) -> str:
        return f"Geerbt: {value}"

    def left_empty(self, *, hint: str, value: str) -> str:
        return f"{hint}. Leer: {value}"

    def unheard(self, *, kind: Unheard) -> str:
        if kind == "never":
            return "**Nachrichten ohne Erwähnung erreichen Council hier nicht.**"
        return (
            "**Nachrichten ohne Erwähnung erreichen Council noch nicht.** Wer Council betreibt, muss auf der Seite *Bot* "
            "in Discords Entwicklerportal *Message Content Intent* einschalten und den Bot neu starten."
        )

    def saved(self, *, level: Level) -> str:
        where = "diesen Kanal" if level == "channel" else "den ganzen Workspace"
        return f"Gespeichert für {where}. Es gilt ab der nächsten Frage."

    def was_reset(self, *, level: Level) -> str:
        where = "Dieser Kanal" if level == "channel" else "Der Workspace"
        return f"{where} erbt wieder alle Einstellungen, ab der nächsten Frage."


REFUSALS: Mapping[Refusal, str] = {
    "vote_not_open": "Die Abstimmung ist noch nicht offen.",
    "vote_closed": "Die Abstimmung ist beendet; damit hat sich nichts geändert.",
    "vote_over": "Die Abstimmung ist schon beendet.",
    "no_vote": "Zu dieser Frage gibt es keine Abstimmung; die Namen kommen mit dem Fazit.",
    "nobody_reveals": "Hier kann niemand die Abstimmung früher beenden; die Namen kommen, wenn sie endet.",
    "only_asker_reveals": "Nur {fact} oder wer diesen Kanal verwaltet, kann die Abstimmung früher beenden.",
    "only_asker_cancels": "Nur {fact} oder wer diesen Kanal verwaltet, kann diese Frage abbrechen.",
    "only_asker_deletes": "Nur {fact} oder wer diesen Kanal verwaltet, kann diese Frage löschen.",
    "no_verdict_yet": "Zu dieser Frage gibt es noch kein Fazit.",
    "twice_in_ranking": "Antwort {fact} steht zweimal in dieser Rangfolge. Gib ihr einen Platz.",
    "empty_vote": "Wähle mindestens eine Antwort.",
    "nothing_to_search": "Darin ist kein Wort, nach dem man suchen kann. Nimm eines aus der Frage oder dem Fazit.",
    "nothing_asked_here": "Du hast hier nichts gefragt, also gibt es nichts zu löschen.",
    "nothing_under_way": "Hier läuft keine Frage von dir, also wurde nichts abgebrochen.",
    "answered_already": "Diese Frage hat ihr Fazit, also gibt es nichts mehr abzubrechen. Die Abstimmung endet von selbst oder mit [Abstimmung beenden und aufdecken], wenn ihre Karte diesen Knopf hat; `forget` löscht die Frage.",
    "ended_already": "Diese Frage ist schon beendet, also gibt es nichts abzubrechen.",
    "not_over": "Diese Frage läuft noch. Versuche es, wenn sie beendet ist.",
    "nobody_missing": "Alle Modelle haben teilgenommen, deshalb gibt es nichts noch einmal zu versuchen.",
    "outside": "Du bist in dem Kanal oder Thread nicht dabei, deshalb ist nichts passiert. Wer dort ist, kann dich hinzufügen.",
    "cannot_tell": "Ich konnte nicht prüfen, ob du dort lesen darfst, deshalb ist nichts passiert. {fact}",
    "settings_changed": "Jemand anders hat diese Einstellungen inzwischen geändert, deshalb wurde nichts gespeichert. Öffne sie neu.",
    "no_workspace": "Dieser Ort gehört zu keinem Workspace; nur er selbst hat Einstellungen.",
    "only_channel_managers": "Nur wer diesen Kanal verwaltet, kann seine Einstellungen ändern.",
    "workspace_board": (
        "Die Rangliste des ganzen Workspace sehen hier nur Leute, die ihn verwalten. Die Seite zeigt eine über die Kanäle, "
        "in denen du bist."
    ),
    "only_managers_set_seats": "Nur wer diesen Kanal verwaltet, kann die Modelle einer Frage einzeln einstellen, darum wurde nichts gefragt. Frag ohne diese Einstellungen, oder bitte jemanden darum.",
    "preset_seats": "Das Preset, das hier gilt, nennt eigene Modelle, darum wurde nichts gespeichert. Wähle erst ein anderes Preset oder keines.",
    "only_workspace_managers": "Nur wer den ganzen Workspace verwaltet, kann seine Einstellungen ändern.",
    "only_template_managers": "Nur wer den ganzen Workspace verwaltet, kann seine Vorlagen ändern.",
    "too_many_templates": "Es ist Platz für {fact} Vorlagen. Lösche zuerst eine. Nichts wurde gespeichert.",
    "needs_words": "Die Frage fehlt: {fact} und dann deine Frage.",
    "question_too_long": "Die Frage ist zu lang: höchstens {fact} Zeichen. Kürze sie oder frag nach einem Teil.",
    "export_needs": "Diese Datei braucht das Paket {fact}, das hier nicht installiert ist: Wer Council betreibt, kann es mit `pip install council[exports]` ergänzen. HTML geht auch so.",
    "export_no_figures": "Es gibt nichts zu zeichnen, denn zu dieser Frage gibt es keine Rangfolge.",
    "export_too_large": "Diese Frage ist für diese Datei ({fact}) zu lang oder zu tief verschachtelt. In der HTML-Datei steht alles.",
    "no_pages": "Hier gibt es keine Seiten im Browser: Wer Council betreibt, hat keine Adresse dafür gesetzt.",
    "schedule_day": "„{fact}“ lässt sich nicht planen. Nenne Wochentage, einen Tag des Monats von 1 bis 28 oder ein Datum: `jeden montag 9:00 …`, `jeden 1. 9:00 …`, `jeden 28. februar 9:00 …`. Nichts wurde angelegt.",
    "schedule_time": "Ein Zeitplan braucht eine Uhrzeit zwischen 0:00 und 23:59: `jeden {fact} 9:00 deine Frage`. Nichts wurde angelegt.",
    "schedule_zone": "Die Zeitzone „{fact}“ gibt es nicht. Nenne eine wie Europe/Berlin. Nichts wurde angelegt.",
    "schedule_no_zone": "Deine Zeitzone ist hier nicht bekannt. Schreibe sie hinter die Uhrzeit: `jeden {fact} 9:00 Europe/Berlin deine Frage`. Nichts wurde angelegt.",
    "schedule_question": "Ein Zeitplan braucht eine Frage: `jeden {fact} 9:00 deine Frage`. Nichts wurde angelegt.",
    "schedule_digest": "Ein Zeitplan stellt eine Frage. Einen Rückblick legst du mit `digest daily 9:00` oder `digest weekly monday 9:00` an. Nichts wurde angelegt.",
    "schedule_command": "Ein Zeitplan stellt eine Frage, und „{fact}“ ist ein Befehl. Schreibe eine Frage hinter die Uhrzeit. Nichts wurde angelegt.",
    "schedule_or_question": "„{fact}“ hat keine Uhrzeit. Ein Zeitplan sieht so aus: `jeden montag 9:00 deine Frage`. Um es jetzt als Frage zu stellen, schreibe `ask` davor. Nichts wurde angelegt oder gefragt.",
    "schedule_missed": "Der letzte Termin fiel aus: Zwölf Stunden lang lief Council nicht, oder der Chat antwortete nicht.",
    "schedule_unknown": "Diesen Zeitplan gibt es hier nicht mehr.",
    "schedule_of_another": "Nur {fact} und wer diesen Kanal verwaltet, kann diesen Zeitplan ändern.",
    "schedule_too_many": "In diesem Kanal gibt es {fact} Zeitpläne, mehr gehen nicht. Lösche zuerst einen.",
    "improve_too_long": "Ein Modell formuliert Fragen mit höchstens {fact} Zeichen neu. Nichts wurde gefragt.",
    "improve_failed": "Die Frage wurde nicht neu formuliert, und nichts wurde gefragt. {fact}",
    "improve_unread": "{fact} hat nicht mit einer Frage geantwortet; nichts wurde neu formuliert und nichts gefragt.",
    "draft_gone": "Diese Frage ist schon gestellt oder hat länger als einen Tag gewartet. Schreibe sie noch einmal.",
    "board_limits": "„{fact}“ schränkt keine Rangliste ein. Schreibe `board` mit `workspace`, `template:writer`, `rubric:code`, `member:Ada`, `since:2026-01-31` oder `until:2026-06-30`.",
    "search_day": "„{fact}“ ist kein Datum. Schreibe `since:2026-01-31` oder `until:2026-06-30`.",
    "digest_time": "Das ist keine Uhrzeit für einen Rückblick. Schreibe `digest {fact} 9:00` oder `digest {fact} 9:00 Europe/Berlin`. Nichts wurde geändert.",
    "not_revealed": "Eine Entscheidung lässt sich festhalten, sobald die Namen dieser Frage aufgedeckt sind.",
    "not_decided": "Zu dieser Frage ist noch nichts festgehalten.",
    "template_empty": 'Das Feld „{fact}“ der Vorlage ist leer. Schreibe {fact}="…" vor deine Frage, oder fülle es im Formular aus. Nichts wurde gefragt.',
    "template_long": "Der Text in „{fact}“ ist zu lang: höchstens 3.000 Zeichen. Nichts wurde gefragt.",
    "template_number": "„{fact}“ nimmt eine Zahl, etwa 200. Nichts wurde gefragt.",
    "template_quote": 'Die Anführungszeichen bei „{fact}“ sind nicht geschlossen, oder dazwischen stehen weitere. Schreibe {fact}="…" und dahinter deine Frage. Nichts wurde gefragt.',
    "template_twice": "„{fact}“ steht zweimal da. Schreibe es einmal. Nichts wurde gefragt.",
    "criterion_unread": "Das Kriterium „{fact}“ ist nicht lesbar. Schreibe einen Namen, etwa `Kürze`, `Richtigkeit x2` oder `Schaden (lower): Beleidigungen und Drohungen`.",
    "criterion_name": "Der Name eines Kriteriums hat 1 bis {fact} Zeichen.",
    "criterion_weight": "Das Gewicht von „{fact}“ muss größer als 0 sein.",
    "criteria_too_many": "Das sind zu viele Kriterien; höchstens {fact} sind möglich.",
    "criteria_twice": "Zwei Kriterien heißen „{fact}“. Gib jedem einen eigenen Namen.",
    "criteria_none": "Eigene Kriterien brauchen mindestens eines.",
    "criterion_direction": "Das Kriterium „{fact}“ hat keine solche Richtung; möglich ist `higher` oder `lower`.",
    "criterion_scale": "Die Skala von „{fact}“ muss steigen: Die kleinere Zahl steht vorn.",
    "backup_of_postgres": "Diese Läufe liegen in Postgres, das sich im Betrieb selbst vollständig kopiert: {fact} (alle Schemas, denn die Einträge der Ablaufsteuerung liegen in `dbos`). pg_restore stellt sie wieder her.",
    "no_database_yet": "Unter {fact} gibt es noch keine Datenbank, also nichts zu kopieren.",
    "file_there_already": "{fact} gibt es schon. Nenne eine andere Datei, oder entferne diese zuerst.",
    "no_such_folder": "Den Ordner {fact} gibt es nicht. Lege ihn zuerst an.",
    "not_exported_yet": "Eine Frage lässt sich exportieren, sobald die Namen bekannt sind; vorher würde die Datei sie verraten.",
    "file_deleted": "Die Datei {fact} gibt es nicht mehr; ihre Frage wurde gelöscht.",
}


CHOICES: Mapping[ChoiceKind, str] = {
    "aggregation": "Das Rangverfahren „{value}“ gibt es nicht.",
    "channel": "Den Kanal „{value}“ gibt es hier nicht.",
    "field": "Die Vorlage hat kein Feld „{value}“.",
    "field_value": "„{value}“ passt nicht in das Feld „{field}“.",
    "model": "Das Modell „{value}“ gibt es hier nicht.",
    "own_weight": "Die eigene Antwort eines Gutachters kann nicht mit „{value}“ zählen.",
    "person": "Niemand namens „{value}“ hat hier etwas gefragt.",
    "place": "An einem Ort namens „{value}“ wurde nichts gefragt.",
    "provider": "Den Anbieter „{value}“ gibt es nicht.",
    "response": "Eine Antwort „{value}“ gibt es nicht.",
    "rubric": "Das Bewertungsraster „{value}“ gibt es nicht.",
    "schedule": "Den Zeitplan „{value}“ gibt es nicht.",
    "template": "Die Vorlage „{value}“ gibt es nicht.",
    "terminal_run": "In diesem Terminal wurde kein Lauf „{value}“ gestartet.",
}


PLATFORM_TROUBLES: Mapping[PlatformTrouble, str] = {
    "not_invited": "Council darf hier nicht schreiben. Lade es im Kanal mit `/invite @Council` ein und frag noch einmal; anderswo schreibe Council direkt.",
    "forbidden": "Dieser Workspace erlaubt Council nicht, hier zu schreiben. Frag einen Admin des Workspace.",
    "archived": "Der Kanal ist archiviert. Frag in einem anderen, oder lass ihn wieder öffnen.",
    "bad_token": "Die Plattform nimmt das Token des Bots nicht mehr an. Wer Council betreibt, muss die App neu installieren oder ein neues Token setzen.",
    "no_scope": "Councils Slack-App fehlt ein Scope{code}. Ein Admin muss ihn der App unter OAuth & Permissions geben und die App neu installieren.",
    "uninvited": "Council ist nicht in diesem Kanal und darf deshalb nicht lesen, was dort gesagt wurde. Lade es mit `/invite @Council` ein und frag noch einmal.",
    "unscoped": "Council darf diese Unterhaltung nicht lesen, weil seiner Slack-App ein Scope fehlt{code}. Ein Admin muss ihn der App unter OAuth & Permissions geben und die App neu installieren.",
    "no_file_scope": "Council darf keine Dateien lesen, weil seiner Slack-App der Scope files:read fehlt. Ein Admin muss ihn der App unter OAuth & Permissions geben und die App neu installieren.",
    "no_intent": "Discord verbirgt vor Council, was geschrieben wird. Wer Council betreibt, muss in Discords Entwicklerportal auf der Seite Bot den Message Content Intent einschalten und den Bot neu starten.",
    "no_rights": "Council darf das hier nicht. Gib ihm View Channel, Send Messages, Send Messages in Threads, Create Public Threads, Read Message History, Embed Links und Attach Files.",
    "too_long": "Die Nachricht ist zu lang für die Plattform.",
    "locked": "Der Thread ist gesperrt.",
    "blocked": "AutoMod hat auf diesem Server die Nachricht blockiert.",
    "no_direct_messages": "Diese Person nimmt keine Direktnachrichten von Council an.",
    "no_files": "Dieser Workspace nimmt keine Dateien an, oder er hat keinen Platz dafür.",
    "not_author": "Eine Nachricht kann nur ändern, wer sie geschrieben hat.",
    "edited_too_late": "Diese Nachricht lässt sich nicht mehr ändern.",
    "person_absent": "Diese Person ist nicht im Kanal.",
    "unseen_channel": "Den Kanal gibt es nicht mehr, oder Council sieht ihn nicht. Gibt es ihn noch, lade Council dort mit `/invite @Council` ein.",
    "thread_gone": "Den Thread gibt es nicht mehr.",
    "workspace_gone": "Den Workspace oder Server gibt es nicht mehr, oder Council ist dort nicht installiert.",
    "wrong_channel": "In einem Kanal dieser Art kann Council nichts posten.",
    "busy": "Die Plattform nimmt im Moment nichts mehr an. Versuche es in einer Minute noch einmal.",
    "stopping": "Council startet gerade neu. Versuche es gleich noch einmal.",
    "not_served": "Council ist gerade nicht mit dieser Plattform verbunden.",
    "too_late": "Das Fenster ließ sich nicht mehr rechtzeitig öffnen. Drücke den Knopf noch einmal.",
    "closed": "Council darf hier nicht schreiben{code}.",
    "place_gone": "Den Kanal gibt es nicht mehr, oder Council sieht ihn nicht{code}.",
    "message_gone": "Die Nachricht gibt es nicht mehr{code}.",
    "refused": "Die Plattform hat das abgelehnt{code}.",
    "unknown": "Die Plattform hat nicht geantwortet oder ist gestört{code}. Versuche es gleich noch einmal.",
}


@dataclass(frozen=True, slots=True)
class GermanErrors:
    """Implements `ErrorWords`."""

    def refused(self, *, kind: Refusal, fact: str) -> str:
        return REFUSALS[kind].replace("{fact}", fact).strip()

    def models_refused(self, *, models: Sequence[str], choices: Sequence[str]) -> str:
        return (
            f"{', '.join(models)} lässt sich hier nicht wählen, also wurde nichts gefragt und nichts bezahlt; wählbar: "
            f"{', '.join(choices)}; wer Council betreibt, kann weitere Modelle erlauben (COUNCIL_MODELS)."
        )

    def over_budget(self, *, keeper: Keeper, period: Period, cost: str | None, limit: str, left: str) -> str:
        whose = {"channel": "dieses Kanals", "workspace": "dieses Workspace"}.get(keeper, "dieses Bots")
        is_own = keeper == "environment"
        who = "Wer Council betreibt" if is_own else "Wer ihn verwaltet"
        raise_it = f"{who}, kann es erhöhen{f' (COUNCIL_{period.upper()}_BUDGET)' if is_own else ''}."
        would = f"Diese Frage würde etwa {cost} kosten." if cost else "Nichts wurde gefragt."
        if period == "run":
            return (
                f"{would} Das Budget {whose} für eine Frage ist {limit}. Weniger Modelle, das Preset `quick` oder eine "
                f"kürzere Frage kosten weniger. {raise_it}"
            )
        span, each = ("Tag", "jeden Tag") if period == "day" else ("Monat", "jeden Monat")
        return f"{would} Das Budget {whose} ist {limit} je {span}; {left} sind übrig. Es beginnt {each} neu. {raise_it}"

    def budget_renews(self, *, at: Time) -> Sequence[Part]:
        return ("Das Budget beginnt neu: ", at)

    of_place: str = (
        "Diese Einstellung ist für diesen Kanal oder seinen Workspace gespeichert. Wer sie verwaltet, kann sie hier in "
        "den Einstellungen ändern."
    )

    def unpriced(self, *, models: Sequence[str], variables: Sequence[str]) -> str:
        return (
            f"Hier gilt ein Budget, und für {listed(models)} ist kein Preis bekannt, darum wurde nichts gefragt. Wähle "
            f"andere Modelle; wer Council betreibt, kann einen Preis nennen ({listed(variables)})."
        )

    def too_many_waiting(self, *, count: int) -> str:
        waiting = counted(count, "Frage", "Fragen")
        return f"Du hast {waiting} in der Warteschlange; mehr sind für eine Person nicht erlaubt. Warte oder brich eine ab."

    def unknown_run(self, *, run_id: str) -> str:
        return f"Hier gibt es keinen Lauf „{run_id}“. `history` zeigt die letzten; Läufe aus anderen Kanälen sieht nur, wer dort ist."

    def deleted(self, *, run_id: str, day: str) -> str:
        return f"Lauf „{run_id}“ wurde am {day} gelöscht, mit allem, was dazugehörte."

    def unknown_choice(self, *, thing: ChoiceKind, value: str, known: Sequence[str], field: str) -> str:
        choose = f" Wähle {listed(known, 'oder')}." if known else ""
        return f"{CHOICES[thing].format(value=value, field=field)}{choose}"

    def platform(self, *, kind: PlatformTrouble, code: str) -> str:
        return PLATFORM_TROUBLES[kind].replace("{code}", f" ({code})" if code else "")

    def problem(self, *, problem: Problem) -> str:
        facts = {name: _in_german(name, fact) for name, fact in problem.facts.items()}
        unit, example = UNITS.get(facts.get("unit", ""), ""), facts.get("example")
        said = PROBLEMS[problem.kind].format_map(
            {
                **facts,
                "unit": f" {unit}" if unit else "",
                "of_unit": f" {unit}" if unit else "",
                "such_as": f", etwa {example}" if example else "",
                "limiter": LIMITED_BY.get(facts.get("limiter", ""), ""),
                "version": LIMITED_BY["version"],
                "given": f" „{facts['value']}“" if facts.get("value") else "",
                "nouns": NOUNS.get(facts.get("noun", ""), ("", ""))[1],
                "key": facts.get("name", "").rpartition(".")[2],
                "refused": REFUSALS.get(cast("Refusal", facts.get("refusal", "")), "").replace(
                    "{fact}", facts.get("fact", "")
                ),
            }
        )
        said = f"Modell „{facts['seat']}“: {said}" if "seat" in facts else said
        return f"{NOUNS[facts['noun']][0]}, Datei {facts['file']}: {said}" if "file" in facts else said

    def store(self, *, kind: StoreKind, facts: Mapping[str, str]) -> str:
        return STORE[kind].format_map(facts)


TYPED = ("lowest", "highest", "limit")
"""Figures that a person may type as they stand, so nothing groups their digits."""


def _in_german(name: str, fact: str) -> str:
    """Return a fact of a problem in German: a reason of the operating system in words, and the digits of a figure grouped
    as in 20.000, or as 20000 where people may type it."""
    if name in TYPED:
        return fact.replace(",", "")
    if name == "why":
        return SYSTEM.get(fact, fact)
    return fact.replace(",", ".") if name in ("count", "most") else fact
