"""Help pages of the command line in German."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.presentation.words.commands import Misuse

SUMMARIES: Mapping[str, str] = {
    "ask": "den Rat hier im Terminal fragen",
    "improve": "eine Frage umformulieren lassen, bevor sie gestellt wird",
    "play": "den Rat auf einer Seite dieses Rechners ausprobieren, ohne Token",
    "serve": "Slack und Discord bedienen",
    "mcp": "ein Programm, etwa einen Programmierassistenten, über MCP bedienen",
    "doctor": "Einstellungen, Tokens, Datenbank und Modelle prüfen",
    "show": "einen gespeicherten Lauf ausgeben",
    "export": "einen beendeten Lauf als HTML, PDF, Word, Markdown, JSON oder PNG schreiben",
    "runs": "laufende Läufe auflisten, und welche feststecken",
    "end": "einen Lauf beenden und seinem Thread sagen, warum",
    "history": "die letzten Läufe auflisten",
    "search": "Läufe nach Wörtern durchsuchen",
    "board": "ausgeben, wie stark die Modelle sind",
    "schedules": "Fragen auflisten, die zu festen Zeiten gestellt werden",
    "decisions": "auflisten, was Teams entschieden haben, oder es als Dateien schreiben",
    "templates": "Vorlagen für Fragen mit ihren Feldern auflisten",
    "models": "die Modelle auflisten, die Anbieter jetzt haben, mit Preisen",
    "forget": "gespeicherte Läufe endgültig löschen",
    "secrets": "die Schlüssel, die Tokens versiegeln, erzeugen oder wechseln",
    "backup": "die Datenbank kopieren, auch während sie benutzt wird",
    "schema": "das JSON-Schema eines Laufs ausgeben",
    "rerank": "die Rangfolge eines gespeicherten Laufs neu berechnen",
    "inspect": "Stimmzettel lesen, Texte maskieren, ordnen und versiegeln, ohne einen Lauf",
    "evaluate": "den Rat an bewerteten Beispielen mit seinem besten Modell vergleichen",
    "calibrate": "die Modelle bewertete Paare beurteilen lassen und ihnen entsprechend vertrauen",
    "slack-manifest": "das Manifest ausgeben, das in Slack eingefügt wird",
    "discord-invite": "den Link ausgeben, der den Bot auf einen Discord-Server einlädt",
}

DESCRIPTIONS: Mapping[str, str] = {
    "ask": "Fragt den Rat und zeigt, wie er berät. Exitcodes: 0 ein Fazit; 1 etwas ging schief; 2 falsch gefragt oder Einstellungen falsch; 3 zu wenige Modelle haben geantwortet; 4 kein Fazit; 130 abgebrochen.",
    "improve": "Lässt das vorsitzende Modell oder das hinter --model eine Frage umformulieren. Gibt beide Fassungen, die Unterschiede und die Gründe aus. Der Rat wird nicht gefragt. Exitcodes: 0 ausgegeben; 1 etwas ging schief; 2 der Aufruf ist gescheitert, oder falsch gefragt.",
    "play": "Öffnet auf 127.0.0.1 eine Seite, die wie der Kanal eines Teams aussieht: fragen, dem Thread folgen, als eine von drei erfundenen Personen abstimmen, aufdecken. Demo-Modelle antworten, wenn COUNCIL_MEMBERS keine anderen nennt. Exitcodes: 0 gestoppt; 1 etwas ging schief; 2 Einstellungen sind falsch.",
    "serve": "Bedient die genannten Plattformen, sonst alle mit einem Token, sonst die Spielwiese, bis der Befehl gestoppt wird. Exitcodes: 0 gestoppt; 1 etwas ging schief; 2 Einstellungen sind falsch.",
    "mcp": "Spricht MCP auf Standardein- und -ausgabe, damit ein Programm den Rat fragen und Läufe lesen kann (docs/mcp.md). Exitcodes: 0 das Programm hat die Verbindung beendet; 1 etwas ging schief; 2 Einstellungen sind falsch.",
    "doctor": "Prüft alles, was ein Rat braucht, mit einem billigen Aufruf jedes Modells, und sagt, was bei einem Fehler zu tun ist. Exitcodes: 0 alles in Ordnung; 1 etwas ist nicht in Ordnung.",
    "show": "Gibt einen gespeicherten Lauf aus. Exitcodes: 0 ausgegeben; 1 etwas ging schief; 2 diesen Lauf gibt es nicht.",
    "export": "Schreibt einen beendeten Lauf als Datei, etwa `council export RUN --format html --output run.html`. Exitcodes: 0 geschrieben; 1 etwas ging schief; 2 den Lauf gibt es nicht, er ist nicht beendet, ein Paket fehlt, oder die Datei lässt sich nicht schreiben.",
    "runs": "Listet die Läufe auf, die nicht beendet sind, die ältesten zuerst: Stufe, Alter, Prozess und sein Lease, Versuche, letzter Schritt, Posts, deren Versand nicht bestätigt ist, und warum ein Lauf feststeckt.",
    "end": "Beendet einen Lauf, der nicht weitergeht. Der Prozess, der ihn ausführt, nennt dem Thread den Grund. Exitcodes: 0 beendet; 1 etwas ging schief; 2 den Lauf gibt es nicht, oder er ist schon beendet.",
    "history": "Listet die letzten Läufe aller Plattformen auf, die neuesten zuerst.",
    "search": "Listet die letzten Läufe aller Plattformen auf, deren Frage oder Fazit alle diese Wörter enthält, die neuesten zuerst. Exitcodes: 0 aufgelistet, oder nichts gefunden; 1 etwas ging schief; 2 es gibt kein Wort zu suchen.",
    "board": "Gibt aus, wie stark die Modelle in den letzten Läufen aller Plattformen sind, nach ihren eigenen blinden Gutachten und nach den blinden Stimmen der Leute, mit Kosten und Dauer einer Antwort. Weniger als zehn Läufe ergeben keine Wertung.",
    "schedules": "Listet die Zeitpläne aller Plattformen auf, oder hält einen an, setzt ihn fort oder löscht ihn. Angelegt werden sie im Chat: `/council every monday 9:00 Was ging letzte Woche kaputt?` Exitcodes: 0 erledigt; 1 etwas ging schief; 2 diesen Zeitplan gibt es nicht.",
    "decisions": "Listet die Entscheidungen auf, die zu Läufen aller Plattformen festgehalten wurden, die neuesten zuerst, oder die mit bestimmten Wörtern; mit --adr wird jede als Architecture Decision Record geschrieben. Exitcodes: 0 erledigt; 1 etwas ging schief; 2 diesen Ordner gibt es nicht.",
    "templates": "Listet die Vorlagen auf, die mit Council kommen, und die von COUNCIL_TEMPLATES. So wird mit einer gefragt: `council ask 'template:writer reader=\"unsere Kundschaft\" Kündige die Version an'`. Mit --in kommen die eines Workspace hinzu: --save fügt eine hinzu oder ersetzt sie, --delete entfernt eine. Exitcodes: 0 erledigt; 1 etwas ging schief; 2 diese Vorlage gibt es nicht, oder die Datei ist falsch.",
    "models": "Listet die Modelle eines Anbieters oder aller eingerichteten auf, mit dem Preis einer kurzen Frage und den Eingaben, die jedes annimmt, soweit der Anbieter das sagt. Exitcodes: 0 aufgelistet; 1 kein Anbieter hat geantwortet.",
    "forget": "Löscht einen Lauf, oder alle, die vor genügend langer Zeit endeten, mit Antworten, Gutachten, Stimmen, Rückmeldungen und den Aufzeichnungen der Engine, auch während `council serve` läuft. Exitcodes: 0 gelöscht; 1 etwas ging schief; 2 den Lauf gibt es nicht, oder falsch gefragt.",
    "secrets": "`new` gibt einen Schlüssel für COUNCIL_SECRET_KEYS aus; `rotate` versiegelt jedes Token der Datenbank mit dem ersten dieser Schlüssel. Exitcodes: 0 erledigt; 1 etwas ging schief; 2 Einstellungen sind falsch.",
    "backup": "Schreibt eine stimmige Kopie der SQLite-Datenbank, mit Läufen und den Aufzeichnungen der Engine, während `council serve` weiterläuft. Ein Server, der mit der Kopie startet, setzt die laufenden Läufe fort. Exitcodes: 0 kopiert; 1 etwas ging schief; 2 die Datei lässt sich dort nicht schreiben, oder die Datenbank ist ein Postgres.",
    "schema": "Gibt das JSON-Schema dessen aus, was `council ask --json` und `council show --json` ausgeben.",
    "rerank": "Berechnet die Rangfolge eines gespeicherten Laufs neu, auf Wunsch mit einem anderen Rangverfahren oder einem anderen Gewicht der eigenen Antworten. Gleiche Argumente ergeben das gleiche Ergebnis. Exitcodes: 0 ausgegeben; 1 etwas ging schief; 2 diesen Lauf gibt es nicht.",
    "inspect": "Liest JSON-Zeilen von der Standardeingabe und schreibt zu jeder eine JSON-Zeile, mit demselben Code wie ein Lauf. Felder einer Zeile: ballot nimmt text und shown; mask text und question; rank candidates, ballots, aggregation und own_weight; envelope answers und question.",
    "evaluate": "Spielt gespeicherte Urteile über bewertete Beispiele ab, oder fragt Modelle. Gibt aus, wie oft der Rat, jedes Modell allein, eine einfache Mehrheit und jedes Rangverfahren eine richtige Antwort finden. docs/evaluating.md beschreibt das Format und die Formen öffentlicher Datensätze. Exitcodes: 0 ausgegeben; 1 etwas ging schief; 2 eine Zeile ist unbrauchbar (die davor zählen), oder falsch gefragt; 130 abgebrochen (fertige Beispiele bleiben).",
    "calibrate": "Lässt jedes begutachtende Modell bewertete Paare beurteilen, die von Council oder eigene, und speichert, wie verlässlich es ist, je Modell und Bewertungsraster. Läufe beginnen mit dieser Verlässlichkeit; die Stimmen des Teams verfeinern sie. Exitcodes: 0 gespeichert; 1 etwas ging schief; 2 falsch gefragt; 130 abgebrochen (fertige Paare bleiben).",
    "slack-manifest": "Gibt das Manifest der App aus, das in Slack unter „Create an app from a manifest“ eingefügt wird.",
    "discord-invite": "Gibt die Adresse aus, die den Bot mit allen nötigen Rechten einlädt. Exitcodes: 0 ausgegeben; 1 Discord ist nicht erreichbar; 2 es gibt weder eine Id noch ein Token.",
}

OPTIONS: Mapping[str, str] = {
    "ask question": "die Frage; ist sie `-` oder fehlt sie, kommt sie von der Standardeingabe",
    "ask --json": "den beendeten Lauf, mit --estimate die Schätzung, als JSON ausgeben, und sonst nichts",
    "ask --member": "ein Modell statt derer aus den Einstellungen; einmal für jedes, als provider:model?name=…",
    "ask --file": "eine Datei, die die Modelle mit der Frage lesen, `-` für die Standardeingabe; einmal für jede. Auch Text aus einer Pipe neben einer Frage ist so eine Datei",
    "ask --estimate": "ausgeben, was die Frage kosten würde, und sie nicht stellen",
    "ask --resume": "einen unterbrochenen Lauf dieses Terminals fortsetzen",
    "improve question": "die Frage, die umformuliert wird",
    "improve --model": "das Modell, das umformuliert; sonst das vorsitzende",
    "play --port": "der Port der Seite; sonst ein freier",
    "serve platforms": "slack, discord, api; sonst alle, die ein Token haben",
    "serve --role": "annehmen, was gefragt wird (ingress), es bearbeiten und posten (worker), oder beides; mehrere Prozesse brauchen ein Postgres als DATABASE_URL",
    "doctor --no-calls": "kein Modell fragen",
    "show run": "die Id des Laufs, etwa r8kq2z5m0c7xw3t9n",
    "show --json": "als JSON ausgeben",
    "show --engine": "nicht den Lauf ausgeben, sondern seine Schritte und den Prozess, der ihn ausführt",
    "export run": "die Id des Laufs, etwa r8kq2z5m0c7xw3t9n",
    "export --format": "HTML (eine Datei, die nichts weiter braucht), PDF, Word, Markdown (sonst), JSON, oder die Grafiken als PNG",
    "export --output": "die Datei, in die geschrieben wird; sonst die Standardausgabe",
    "runs --under-way": "alle, die nicht beendet sind; so auch ohne Option",
    "runs --stuck": "nur Läufe, die ohne Hilfe nicht weitergehen",
    "end run": "die Id des Laufs",
    "end --why": "ein Satz für die Leute in seinem Thread",
    "search words": "Wörter, die alle vorkommen müssen, und Grenzen wie by:Ada, model:GPT, since:2026-01-31 oder channel:#team; Anführungszeichen halten eine Wendung zusammen",
    "board --template": "nur Läufe mit dieser Vorlage",
    "board --rubric": "nur Läufe mit diesem Bewertungsraster",
    "board --member": "nur Läufe mit diesem Modell, nach Name oder Id",
    "board --in": "nur ein Workspace, etwa slack:T012345, oder ein Kanal, etwa slack:T012345:C012345",
    "schedules --pause": "nichts fragen, bis der Zeitplan wieder gestartet wird",
    "schedules --resume": "vom nächsten Zeitpunkt an wieder fragen",
    "schedules --delete": "löschen; die gestellten Fragen bleiben",
    "decisions words": "nur Entscheidungen mit allen diesen Wörtern",
    "decisions --adr": "jede als Markdown-Datei in diesen Ordner schreiben",
    "templates --in": "mit denen eines Workspace, etwa slack:T012345",
    "templates --save": "die Vorlage aus dieser TOML-Datei dem Workspace hinzufügen oder dort ersetzen",
    "templates --delete": "die Vorlage des Workspace mit diesem Namen löschen",
    "models provider": "ein Anbieter, etwa openrouter",
    "forget run": "die Id des Laufs, etwa r8kq2z5m0c7xw3t9n",
    "forget --older-than": "alle Läufe, die vor so langer Zeit endeten: 30d, 8w oder 36h; eine bloße Zahl sind Tage",
    "forget --yes": "löschen, ohne vorher zu fragen",
    "secrets task": "einen neuen Schlüssel ausgeben, oder alle Tokens neu versiegeln",
    "backup file": "die Datei, die geschrieben wird; es darf sie noch nicht geben",
    "rerank run": "die Id des Laufs",
    "rerank --own": "wie viel zählt, wie ein Modell seine eigene Antwort einordnet: excluded, half, full",
    "evaluate file": "Beispiele als JSON-Zeilen; mit --layout ein Datensatz in der veröffentlichten Form",
    "evaluate --layout": "die Form von FILE, wenn es nicht die von Council ist",
    "evaluate --strategy": "welche Strategie der Urteile von LLMBar gelesen wird",
    "evaluate --convert": "FILE als JSON-Zeilen von Council ausgeben, und sonst nichts",
    "evaluate --live": "die Modelle der Einstellungen fragen, wo Urteile fehlen",
    "evaluate --budget": "aufhören, bevor die Modelle mehr kosten als das",
    "evaluate --out": "die Datei für beurteilte Beispiele; sonst FILE.judged.jsonl",
    "evaluate --limit": "nur die ersten N Beispiele",
    "evaluate --labels": "Verlässlichkeit aus N Beispielen lernen, zehnmal; 0 für gar nicht",
    "evaluate --own": "wie viel zählt, wie ein Modell seine eigene Antwort einordnet",
    "evaluate --json": "die Zahlen als JSON ausgeben",
    "calibrate file": "eigene bewertete Paare, wie bei `council evaluate`",
    "calibrate --rubric": "das Bewertungsraster der Paare; sonst das der Einstellungen",
    "calibrate --budget": "aufhören, bevor es mehr kostet als das",
    "calibrate --out": "die Datei für beurteilte Paare; der nächste Aufruf macht dort weiter",
    "calibrate --show": "das Gespeicherte ausgeben und kein Modell fragen",
    "slack-manifest --url": "die öffentliche Adresse des Bots, für HTTP; ohne sie ist das Manifest für den Socket Mode",
    "slack-manifest --assistant": "den Assistenten von Slack in Direktnachrichten einschalten; Slack lässt eine App das nicht zurücknehmen",
    "discord-invite --for-me": "den Link ausgeben, mit dem eine Person den Befehl für sich installiert, um ihn überall zu nutzen",
    "discord-invite --application": "die Id der Anwendung; sonst die von DISCORD_TOKEN",
    "board --since": "nur Läufe, die ab diesem Tag gefragt wurden, etwa 2026-01-31",
    "board --until": "nur Läufe, die bis zu diesem Tag gefragt wurden, etwa 2026-01-31",
}

SETTINGS: Mapping[str, str] = {
    "preset": "ein benanntes Bündel von Einstellungen, etwa quick, thorough oder decision",
    "chairman": "das Modell, das das Fazit schreibt",
    "quorum": "so viele Antworten braucht der Lauf mindestens, um weiterzugehen",
    "instructions": "Hausregeln für jedes Modell",
    "rubric": "worauf Gutachten achten",
    "aggregation": "wie aus vielen Reihenfolgen eine Rangfolge wird",
    "own_answer": "wie viel zählt, wie ein Modell seine eigene Antwort einordnet: excluded, half oder full",
    "rounds": "wenn Modelle sich uneins sind: on_split fragt sie noch einmal, one nicht",
    "stage_seconds": "wie lange alle Modelle antworten dürfen, und noch einmal für die Gutachten",
    "call_seconds": "wie lange ein Aufruf eines Modells dauern darf",
    "services": "die Dienste, die gefragt werden, etwa wiki,tickets; all oder none",
    "service_fields": "Werte der Felder von Diensten, etwa 'space: HR; year: 2026'",
    "tools": "die Werkzeuge, die Modelle benutzen dürfen, etwa search,fetch; all oder none",
}

GUIDE = """\
Mehrere Sprachmodelle beantworten eine Frage, beurteilen einander blind und ziehen ein Fazit.

  council ask "Sollen wir den Importer neu schreiben?"   hier fragen; ohne Einstellungen antworten Demo-Modelle
  council play                                           auf einer Seite dieses Rechners ausprobieren, ohne Token
  council doctor                                         Einstellungen, Tokens, Datenbank und Modelle prüfen
  council serve                                          Slack und Discord bedienen
  council history                                        die letzten Fragen auflisten
  council --help                                         alle Befehle auflisten
  council --version                                      die Version ausgeben

Einstellungen kommen aus der Umgebung und aus .env; .env.example erklärt jede."""


MISUSES: Mapping[Misuse, str] = {
    "missing": "Es fehlt: {name}.",
    "missing_one": "Eines davon ist nötig: {name}.",
    "no_value": "Hinter {name} fehlt ein Wert.",
    "choice": "{name} ist „{value}“; möglich sind: {known}.",
    "number": "{name} ist „{value}“; möglich ist eine ganze Zahl.",
    "together": "{name} und {value} gehen nicht zusammen.",
    "takes_none": "{name} nimmt keinen Wert, gegeben ist „{value}“.",
    "ambiguous": "{name} kann {known} heißen. Schreibe es aus.",
    "own": "{name}: {value}.",
    "extra": "„{value}“ ist ein Wort zu viel. Setze einen Text aus mehreren Wörtern in Anführungszeichen.",
    "option": "Die Option {name} gibt es hier nicht.",
    "option_near": "Die Option {name} gibt es hier nicht. Meintest du {near}?",
}


@dataclass(frozen=True, slots=True)
class GermanCommands:
    """Implements `CommandWords`."""

    about: str = (
        "Mehrere Sprachmodelle beantworten eine Frage, beurteilen einander blind und ziehen ein Fazit."
    )
    guide: str = GUIDE
    epilog: str = "`council help COMMAND` zeigt, was ein Befehl annimmt. Einstellungen: siehe .env.example."
    title: str = "Befehle"
    usage: str = "Aufruf:"
    arguments_title: str = "Argumente"
    options_title: str = "Optionen"
    help_option: str = "diese Seite zeigen"
    version_option: str = "die Version von Council und von Python ausgeben"
    summaries: Mapping[str, str] = field(default_factory=lambda: SUMMARIES)
    descriptions: Mapping[str, str] = field(default_factory=lambda: DESCRIPTIONS)
    options: Mapping[str, str] = field(default_factory=lambda: OPTIONS)

    def setting(self, *, name: str, english: str) -> str:
        return SETTINGS.get(name, english)

    def version(self, *, version: str, python: str) -> str:
        installed = version or "aus einem Ordner, nicht installiert,"
        return f"Council {installed} mit Python {python}"

    def misuse(self, *, kind: Misuse, facts: Mapping[str, str]) -> str:
        return MISUSES[kind].format_map(facts)

    def ask_this(self, *, question: str) -> str:
        return f"So fragst du den Rat: council ask {question}"

    def unknown_command(self, *, name: str, near: str) -> str:
        meant = f" Meintest du `council {near}`?" if near else ""
        return f"Einen Befehl „{name}“ gibt es nicht.{meant} `council --help` listet alle Befehle auf."

    def no_positive_number(self, *, value: str) -> str:
        return f"„{value}“ ist keine ganze Zahl über 0"

    def no_whole_number(self, *, value: str) -> str:
        return f"„{value}“ ist keine ganze Zahl wie 20 oder 0"

    def no_day(self, *, value: str) -> str:
        return f"„{value}“ ist kein Tag wie 2026-01-31"

    def no_dollars(self, *, value: str) -> str:
        return f"„{value}“ ist kein Betrag in US-Dollar wie 2.50"
