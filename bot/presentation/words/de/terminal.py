"""Texts of the command line in German."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.presentation.words.de.phrases import SYSTEM
from council_core.domain.run_state import RunState, Stuck
from council_core.domain.waiting import Limit

STUCK: Mapping[Stuck, str] = {
    "untaken": "Kein Prozess hat ihn übernommen.",
    "engine_ended": "Die Engine hat ihn als {state} beendet, in der Datenbank ist er nicht beendet.",
    "process_gone": "Sein Prozess {owner} ist weg oder eingefroren, und kein anderer hat ihn übernommen.",
    "vote_open": "Seine Abstimmung sollte geschlossen sein.",
    "silent": "Seit 15 Minuten ist kein Schritt fertig geworden.",
    "terminal_left": "Sein Terminal ist seit 15 Minuten still.",
}

ADVICE: Mapping[Stuck, str] = {
    "untaken": "Starte `council serve` mit eingerichtetem {platform}: Es übernimmt die Frage. Läuft schon eines, steht in seinem Log, warum es keine übernimmt.",
    "engine_ended": 'Läuft `council serve`, dann warte eine Minute, sonst starte es: Es setzt den Lauf fort, ohne doppelt zu zahlen. Ist er dann noch aufgeführt, beende ihn: `council end {run_id} --why "…"`.',
    "process_gone": "Starte `council serve`: Es setzt den Lauf binnen Sekunden dort fort, wo er stehen blieb. Ist {owner} eingefroren, beende diesen Prozess; seinen Läufen schadet das nicht.",
    "vote_open": "Drücke in seinem Thread [Abstimmung beenden und aufdecken]. Geschieht nichts, starte {owner} neu: Beim Start schließt er die Abstimmung.",
    "silent": 'Starte {owner} neu: Fertige Schritte bleiben erhalten und kosten nicht noch einmal. Wird er wieder still, beende ihn: `council end {run_id} --why "…"`.',
    "terminal_left": 'Ist sein Terminal geschlossen, setze ihn mit `council ask --resume {run_id}` fort oder beende ihn: `council end {run_id} --why "…"`. `council serve` übernimmt ihn nicht.',
}

SERVE = "`council serve`"
"""The only process that there can be on an SQLite file."""

LINES: Mapping[Limit, str] = {"person": "seiner Person", "channel": "seines Kanals", "process": "aller"}
"""Names for the queue that a run waits in, by the limit that delays it."""


@dataclass(frozen=True, slots=True)
class GermanTerminal:
    """Implements `TerminalWords`."""

    settings_wrong: str = "Bitte korrigiere diese Einstellungen:"
    stopped_early: str = "Abgebrochen, bevor etwas gefragt wurde."
    nothing_asked: str = "Nichts wurde gefragt."
    standard_input: str = "Standardeingabe"
    nothing_piped: str = "Auf der Standardeingabe kam nichts; die Frage wird ohne sie gestellt."
    waits_for_pipe: str = (
        "Warte auf den Text der Standardeingabe, der zur Frage gehört. Strg-C bricht ab; mit `< /dev/null` wird ohne "
        "ihn gefragt."
    )
    yes_or_no: str = "[j/N]"
    ask_something: str = 'Stelle eine Frage: council ask "deine Frage".'
    question_empty: str = 'Die Frage ist leer. Stelle eine Frage: council ask "deine Frage".'
    no_text_piped: str = (
        "Die Standardeingabe ist kein Text, darum wurde nichts gefragt. Gib eine Datei mit --file an."
    )
    no_utf8_piped: str = "Die Standardeingabe ist kein Text in UTF-8, darum wurde nichts gefragt. Wandle ihn um, etwa mit `iconv -f LATIN1 -t UTF-8`, oder gib ihn als Datei mit --file an."
    nothing_deleted: str = "Nichts wurde gelöscht."
    deleting: str = "Läufe werden gelöscht"
    sweeping: str = "Ihre Texte werden aus der Datei entfernt"
    adds_earlier_runs: str = "Zuerst werden die Läufe einer früheren Version ergänzt. Das geschieht einmal und dauert vielleicht einige Minuten."
    waits_for_cleaning: str = "Ein anderer Prozess löscht gerade Läufe. Dieser Befehl beginnt danach."
    none_stuck: str = "Kein Lauf steckt fest."
    none_under_way: str = "Zurzeit ist kein Lauf offen."
    why_needed: str = "Nenne mit --why in einem Satz, was die Leute in seinem Thread lesen."
    improve_needs_words: str = 'Die Frage ist leer. Schreibe eine: council improve "deine Frage".'
    ask_one_of_them: str = 'Stelle eine davon: council ask "…"'
    workspace_needed: str = "Nenne auch den Workspace, etwa --in slack:T012345."
    no_discord_token: str = "DISCORD_TOKEN ist nicht gesetzt. Setze es, oder nenne die Anwendung: council discord-invite --application ID. Die Id steht auf discord.com/developers, Seite General Information."

    def note(self, *, text: str) -> str:
        return f"Hinweis: {text}"

    def unknown_run(self, *, run_id: str) -> str:
        return f"Einen Lauf „{run_id}“ gibt es nicht. `council history` zeigt die letzten."

    def stopped(self, *, run_id: str) -> str:
        return f"Abgebrochen. Die Antworten bis hierher bleiben erhalten: council show {run_id}"

    def broke_off(self, *, run_id: str) -> str:
        return f"Der Lauf wurde unterbrochen. So geht er weiter: council ask --resume {run_id}"

    def kept_in(self, *, file: str) -> str:
        return f"Fragen und Antworten liegen in {file}. DATABASE_URL nennt einen anderen Ort."

    def did_you_mean(self, *, command: str) -> str:
        return f"Meintest du `council {command}`? Es wurde nichts gefragt. Soll es eine Frage sein, beende sie mit einem Fragezeichen."

    def command_of_chat(self, *, command: str) -> str:
        return f"`{command}` ist ein Befehl im Chat; `council --help` listet die des Terminals auf. Es wurde nichts gefragt. Soll es eine Frage sein, beende sie mit einem Fragezeichen."

    def hardly_a_question(self, *, text: str) -> str:
        return f"„{text}“ ist kaum eine Frage. Es wurde nichts gefragt. Soll es eine Frage sein, beende sie mit einem Fragezeichen."

    def really_ask(self, *, text: str) -> str:
        return f"Den Rat „{text}“ fragen?"

    def no_text_typed(self, *, encoding: str) -> str:
        return f"Die Frage ist kein Text in {encoding}, darum wurde nichts gefragt. Schreibe sie in der Kodierung dieses Terminals, oder gib sie als Datei mit --file an."

    def cannot_read(self, *, file: str, why: str) -> str:
        return f"„{file}“ lässt sich nicht lesen: {SYSTEM.get(why, why)}."

    def cannot_write(self, *, file: str, why: str) -> str:
        return f"{file} lässt sich nicht schreiben: {SYSTEM.get(why, why)}."

    def delete_run(self, *, run_id: str) -> str:
        return f"Den Lauf {run_id} mit allem löschen, was dazugehört?"

    def delete_old(self, *, age: str) -> str:
        return f"Alle Läufe löschen, die vor mehr als {age} endeten?"

    def output_lost(self, *, why: str) -> str:
        return f"Die Ausgabe lässt sich nicht schreiben: {why}."

    def nobody_confirms(self, *, question: str) -> str:
        return f"{question} Niemand ist da, der das bestätigt; füge --yes hinzu."

    def run_deleted(self, *, run_id: str) -> str:
        return f"Der Lauf {run_id} ist gelöscht."

    def posts_follow(self, *, platform: str) -> str:
        return (
            f"`council serve` ersetzt die Posts auf {platform} binnen einer Minute, oder beim nächsten Start."
        )

    def deletion_interrupted(self, *, count: int) -> str:
        deleted = "1 Lauf ist" if count == 1 else f"{count or 'Keine'} Läufe sind"
        return f"Abgebrochen: {deleted} gelöscht. Derselbe Befehl macht weiter."

    def runs_deleted(self, *, count: int) -> str:
        deleted = "1 Lauf" if count == 1 else f"{count or 'Keine'} Läufe"
        return f"{deleted} gelöscht. Posts in Chats bleiben."

    def no_age(self, *, text: str) -> str:
        return f"--older-than ist „{text}“; erwartet wird eine Dauer wie 30d, 8w oder 36h."

    def no_file_for_terminal(self, *, kind: str) -> str:
        return f"Eine {kind}-Datei ist kein Text für ein Terminal. Nenne eine Datei: --output run.{kind}"

    def letters_missing(self, *, scripts: str) -> str:
        return f"In der Datei fehlen Buchstaben, weil keine Schrift hier sie hat: {scripts}. Die Noto-Schriften haben sie (Debian: fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji)."

    def stuck(self, *, kind: Stuck, state: str, owner: str) -> str:
        return STUCK[kind].format(state=state, owner=owner or SERVE)

    def stuck_advice(self, *, kind: Stuck, run_id: str, platform: str, owner: str) -> str:
        return ADVICE[kind].format(run_id=run_id, platform=platform.capitalize(), owner=owner or SERVE)

    def run_state(self, *, state: RunState, age: str, step_age: str, stuck: str) -> str:
        lease = {None: "", True: ", Lease gehalten", False: ", Lease verloren"}[state.is_lease_held]
        waits = state.waits
        parts = (
            f"{state.run_id} | {state.stage} | gefragt vor {age}",
            f"{state.owner or 'kein Prozess'}{lease}",
            f"Versuche {state.attempts}",
            f"letzter Schritt {state.last_step} vor {step_age}" if step_age else "noch kein Schritt",
            *((f"Platz {waits.before + 1} in der Schlange ({LINES[waits.limit]})",) if waits else ()),
            f"unbestätigte Posts {state.unsettled}",
            *((f"STECKT FEST: {stuck}",) if stuck else ()),
        )
        return " | ".join(parts)

    def engine_state(self, *, state: str) -> str:
        return f"Die Engine führt ihn als {state}." if state else "Die Engine kennt ihn nicht."

    def ended_already(self, *, run_id: str, stage: str) -> str:
        return f"Der Lauf {run_id} ist schon beendet, als {stage}."

    def ended(self, *, run_id: str, stage: str) -> str:
        return f"Der Lauf {run_id} ist beendet; er war bei „{stage}“. Der Prozess, der ihn ausführt, sagt es seinem Thread; läuft keiner, dann das nächste `council serve`."

    def nothing_to_rank(self, *, run_id: str) -> str:
        return f"Der Lauf {run_id} hat keine Antworten, die sich ordnen ließen."

    def vote_still_open(self, *, run_id: str) -> str:
        return f"Die Abstimmung über den Lauf {run_id} ist noch offen; die Stimmen zählen, wenn sie schließt."

    def no_folder(self, *, folder: str) -> str:
        return f"Einen Ordner {folder} gibt es nicht; --adr schreibt dort für jede Entscheidung eine Datei."

    def nothing_to_search(self, *, text: str) -> str:
        return (
            f"In „{text}“ ist kein Wort, nach dem sich suchen ließe. Nimm eines aus der Frage oder dem Fazit."
        )

    def no_workspace(self, *, text: str) -> str:
        return f"„{text}“ ist kein Workspace. Schreibe seine Plattform und seine Id, etwa slack:T012345."

    def new_key(self, *, variable: str) -> str:
        return f"Stelle ihn in {variable} an den Anfang, frühere Schlüssel dahinter, mit Kommas getrennt; starte Council neu und rufe dann `council secrets rotate` auf. Bewahre eine Kopie getrennt von der Datenbank auf: Ohne ihn lassen sich die Tokens nicht lesen, auch nicht aus einer Sicherung."

    def sealed_anew(self, *, count: int, key: str) -> str:
        tokens = "1 Token wurde" if count == 1 else f"{count} Tokens wurden"
        return (
            f"{tokens} mit dem Schlüssel {key} neu versiegelt. Frühere Schlüssel werden nicht mehr gebraucht."
        )

    def playground_open(self, *, address: str) -> str:
        return f"Die Spielwiese ist offen: {address}\nNur dieser Rechner erreicht sie, und nur mit dieser Adresse. Strg-C stoppt sie."

    def still_under_way(self, *, run_id: str) -> str:
        return f"Eine Frage war noch nicht fertig. So geht sie weiter: council ask --resume {run_id}"

    def copied(self, *, file: str, size: int) -> str:
        bytes_ = f"{size:,}".replace(",", ".")
        return f"{file}: {bytes_} Bytes, vollständig und geprüft. So geht es damit weiter: DATABASE_URL=sqlite:///{file}"

    def no_application(self, *, text: str) -> str:
        return f"Die Id einer Anwendung ist eine Zahl aus 15 bis 20 Ziffern, „{text}“ ist keine."


@dataclass(frozen=True, slots=True)
class GermanDoctor:
    """Implements `DoctorWords`."""

    settings: str = "Einstellungen"
    presets: str = "Presets"
    limits: str = "Grenzen"
    watching: str = "Beobachtung"
    traces: str = "Traces"
    database: str = "Datenbank"
    runs: str = "Läufe"
    price: str = "Preis"
    connectors: str = "Dienste"
    sandbox: str = "Werkzeuge python und calculate"
    search: str = "Werkzeuge search und fetch"
    programs: str = "Programme"
    all_well: str = "Alles ist in Ordnung."
    settings_read: str = "alle Werte sind lesbar"
    traces_sent: str = "gehen an die Adresse von OTEL_EXPORTER_OTLP"
    tools_missing: str = "nicht installiert (pip install 'council[tools]')"
    sandbox_works: str = "die Sandbox funktioniert"
    no_runs_to_check: str = "ohne die Datenbank nicht zu prüfen"
    none_stuck: str = "keiner steckt fest"
    no_price: str = "ohne die Datenbank nicht zu sagen"
    demo_member: str = "ist eine Vorführung ohne Modell"

    def member(self, *, model: str) -> str:
        return f"Modell {model}"

    def connector(self, *, name: str) -> str:
        return f"Dienst {name}"

    def mcp_server(self, *, name: str) -> str:
        return f"MCP-Server {name}"

    def search_engine(self, *, number: int) -> str:
        return f"Suchmaschine {number}"

    def failed(self, *, count: int) -> str:
        checks = "1 Prüfung" if count == 1 else f"{count} Prüfungen"
        return (
            f"{checks} oben ist gescheitert; dort steht, was zu tun ist."
            if count == 1
            else f"{checks} oben sind gescheitert; dort steht jeweils, was zu tun ist."
        )

    def limits_are(self, *, in_all: int | None, of_person: int | None, of_channel: int | None) -> str:
        every, person, channel = (
            "beliebig viele" if each is None else str(each) for each in (in_all, of_person, of_channel)
        )
        return f"{every} Fragen zugleich, {person} je Person, {channel} je Kanal; die anderen warten (COUNCIL_RUNS_…)"

    def watching_at(self, *, figures: bool, port: int | None) -> str:
        if port is None:
            return "der Zustand wird ausgegeben, wenn PORT gesetzt ist oder eine Plattform über HTTP empfängt; Zahlen mit COUNCIL_METRICS=yes"
        more = " und Zahlen unter /metrics" if figures else ""
        return f"`council serve` gibt den Zustand unter /healthz und /readyz aus{more}, auf Port {port}"

    def not_set_up(self, *, variables: Sequence[str]) -> str:
        return f"nicht eingerichtet ({', '.join(variables)})"

    def tokens_there(self, *, trouble: str) -> str:
        return f"{trouble} Ihre Tokens liegen dort."

    def not_asked(self, *, places: Sequence[str]) -> str:
        return f"verwendet in {', '.join(places)}; nicht gefragt"

    def connector_fails(self, *, why: str, name: str) -> str:
        return f"{why} Prüfe {name}.toml; Läufe gehen ohne ihn weiter."

    def connector_works(self, *, places: Sequence[str], count: int) -> str:
        characters = f"{count:,}".replace(",", ".")
        return f"verwendet in {', '.join(places)}; er gab {characters} Zeichen zu „test“"

    def sandbox_fails(self, *, why: str) -> str:
        return f"die Sandbox startet nicht: {why}"

    def sandbox_wrong(self, *, why: str) -> str:
        return f"die Sandbox rechnet falsch: {why}"

    def engine_not_asked(self, *, title: str) -> str:
        return f"{title} ist eingerichtet; nicht gefragt"

    def engine_fails(self, *, title: str, why: str) -> str:
        return f"{title}: {why} Läufe gehen ohne Treffer der Suche weiter."

    def engine_found(self, *, title: str, count: int) -> str:
        return f"{title} hat {count} Seite{'' if count == 1 else 'n'} gefunden"

    def engine_spare(self, *, finding: str, first: str) -> str:
        return f"{finding}; nicht verwendet, da {first} davor steht"

    def mcp_fails(self, *, why: str) -> str:
        return f"{why} Läufe gehen ohne seine Werkzeuge weiter. Prüfe COUNCIL_MCP."

    def mcp_tools(self, *, names: Sequence[str], left_out: Sequence[str]) -> str:
        given = f"{', '.join(names) or 'kein Werkzeug'} für Modelle"
        if not left_out:
            return given
        return f"{given}; nicht {', '.join(left_out)}: nicht als nur lesend markiert (nenne sie in COUNCIL_MCP_ALLOW, um sie zu erlauben)"

    def database_works(self, *, url: str, newest: str) -> str:
        runs = f"der neueste Lauf ist {newest}" if newest else "noch kein Lauf"
        return f"{url} lässt sich lesen und schreiben; {runs}"

    def more_stuck(self, *, count: int) -> str:
        return f"Und {count} {'weiterer' if count == 1 else 'weitere'}: `council runs --stuck` zeigt alle."

    def member_replied(self, *, seconds: float) -> str:
        span = f"{seconds:.1f}".replace(".", ",")
        return f"hat in {span} s geantwortet"

    def programs_ask(self, *, names: Sequence[str], port: int) -> str:
        return f"{', '.join(names)}: dürfen unter /v1 und /mcp fragen, auf Port {port}"
