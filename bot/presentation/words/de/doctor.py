"""Findings of `council doctor` in German."""

from collections.abc import Sequence
from dataclasses import dataclass


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
