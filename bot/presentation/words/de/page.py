"""The page of a run, lists in a browser and the playground in German."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.ports.words import PageLabels
from bot.presentation.words.de.phrases import listed
from bot.presentation.words.page import PageTrouble

PLAYGROUND = PageLabels(
    language="de",
    skip="Zu den Nachrichten springen",
    title="Spielwiese",
    you_are="Du bist",
    teammates="Drei erfundene Leute im Team; du kannst als jede dieser Personen abstimmen.",
    channels="Kanäle",
    channel="Kanal",
    threads="Threads",
    thread="Thread",
    no_thread="Stelle im Kanal eine Frage. Antworten, Gutachten und Abstimmung erscheinen hier, sobald sie da sind.",
    quiet="Hier hat noch niemand etwas gefragt. Frag unten, oder beginne mit einer dieser Fragen:",
    tries="Sollte ein kleines Team seine Job-Queue selbst schreiben?\nDeploy am Freitag: ja oder nein?\nTabs oder Spaces?",
    show="Zeigen",
    messages="Nachrichten",
    ask="Fragen",
    ask_here="Frag den Rat in diesem Kanal",
    with_settings="Mit Einstellungen…",
    follow_up="Nachfragen",
    follow_up_here="In diesem Thread nachfragen",
    add_files="Dateien anhängen",
    history="Verlauf",
    statistics="Statistik",
    board="Rangliste",
    decisions="Entscheidungen",
    schedules="Zeitpläne",
    templates="Vorlagen",
    settings="Einstellungen hier",
    help="Hilfe",
    demo="Hier antworten Demo-Modelle: erfundene Texte, kein Schlüssel, keine Kosten. Für echte Modelle nenne sie und ihre Schlüssel in .env (siehe .env.example) und starte neu.",
    only_you="Das siehst nur du",
    close="Schließen",
    confirm="Ja, ausführen",
    file="Datei",
    table="Tabelle",
    silent="Council antwortet nicht. Läuft es noch?",
    no_page="Hier gibt es keine Seite. Öffne die ganze Adresse, die council ausgegeben hat.",
    wrong_method="Es ist nichts passiert: So lässt sich diese Adresse nicht benutzen. Öffne die Seite und nutze ihre Knöpfe.",
    other_host="Diese Seite antwortet nur diesem Rechner, als 127.0.0.1 oder localhost.",
    other_site="Dieses Formular kam nicht von der Seite der Spielwiese.",
    too_large="Das ist mehr, als die Spielwiese auf einmal annimmt: 30 MB mit allen Dateien.",
    file_gone="Diese Datei ist nicht mehr da. Exportiere sie noch einmal.",
)


@dataclass(frozen=True, slots=True)
class GermanPage:
    """Implements `PageWords`."""

    skip: str = "Zum Inhalt springen"
    colours: str = "Farben"
    auto: str = "Auto"
    light: str = "Hell"
    dark: str = "Dunkel"
    on_this_page: str = "Auf dieser Seite"
    answer: str = "Fazit"
    ranking: str = "Rangfolge"
    responses: str = "Antworten der Modelle"
    reviews: str = "Gutachten"
    details: str = "Einzelheiten"
    material: str = "Material"
    sources: str = "Quellen"
    earlier: str = "Früher in diesem Thread"
    run: str = "Lauf"
    names_out: str = "Namen aufgedeckt"
    open_thread: str = "Thread öffnen"
    names_hidden: str = "Namen bleiben bis zum Aufdecken verborgen"
    most_agree: str = "Die meisten sind einig"
    layout: str = "Anordnung der Antworten"
    side_by_side: str = "Nebeneinander"
    stacked: str = "Untereinander"
    tabs: str = "Einzeln"
    compare: str = "Zwei vergleichen"
    left: str = "Links"
    right: str = "Rechts"
    versus: str = "mit"
    only_here: str = "Markiert: steht nur hier und nicht in der anderen Antwort."
    jump: str = "Zu einer Antwort springen"
    others_said: str = "Was die Gutachten sagen"
    position: str = "In einer Zeile"
    reviewer: str = "Gutachten"
    raw: str = "Im Wortlaut"
    prompts: str = "Prompts und Rohtexte"
    prompts_about: str = (
        "Diese Seite sehen nur die fragende Person und alle, die diesen Kanal verwalten. Sie zeigt die Prompts für "
        "Antworten, Gutachten und Fazit; Bitten um Korrektur, Überdenken oder Kritik stehen nicht darauf."
    )
    prompt_system: str = "Systemnachricht"
    prompt_history: str = "Frühere Runden"
    prompt_user: str = "Nutzernachricht"
    cost_and_time: str = "Kosten und Zeit"
    agreement: str = "Wie oft zwei Gutachten zwei Antworten gleich ordnen"
    cost_and_place: str = "Kosten (nach rechts) und Platz (1 ist oben)"
    answer_took: str = "Antwort"
    review_took: str = "Gutachten"
    tokens: str = "Tokens"
    cost: str = "Kosten"
    together: str = "Zusammen"
    score_scale: str = "Mittlere Noten"
    link: str = "Dieser Link gehört nur dir: Gib ihn nicht weiter. Er lässt sich zehn Minuten lang öffnen."
    open_link: str = "Seite öffnen"
    public: str = "Öffentlicher Link"
    public_about: str = "Wer diesen Link hat, kann den Lauf lesen: Frage, Antworten, Namen und Kosten. Der Thread darum bleibt verborgen."
    publish: str = "Öffentlichen Link anlegen"
    unpublish: str = "Link zurückziehen"
    vote: str = "Abstimmen"
    vote_ranking: str = "Mit dieser Reihenfolge abstimmen"

    def move_up(self, *, alias: str) -> str:
        return f"Antwort {alias} nach oben"

    def move_down(self, *, alias: str) -> str:
        return f"Antwort {alias} nach unten"

    def moved(self, *, alias: str, place: str) -> str:
        return f"Antwort {alias} steht jetzt auf Platz {place}."

    def stale(self, *, has_script: bool) -> str:
        if has_script:
            return "Diese Seite aktualisiert sich nicht mehr selbst. Lade sie neu, um den Stand zu sehen."
        return (
            "Ohne JavaScript aktualisiert sich diese Seite nicht selbst. Lade sie neu, um den Stand zu sehen."
        )

    def waiting(self, *, for_what: Literal["answers", "reviews", "verdict", "vote"]) -> str:
        return {
            "answers": "Die Modelle antworten gerade.",
            "reviews": "Die Modelle lesen gerade die Antworten der anderen.",
            "verdict": "Das Fazit wird gerade geschrieben.",
            "vote": "Rangfolge und Fazit stehen hier, sobald du abgestimmt hast.",
        }[for_what]

    def meanwhile(self, *, has_responses: bool) -> str:
        if has_responses:
            return "Du musst nicht warten: Die Antworten stehen unten."
        return "Alle Antworten erscheinen hier gleichzeitig, damit niemand sieht, wer schnell war."

    def placed(self, *, place: int, is_own: bool) -> str:
        return f"Platz {place}, eigene" if is_own else f"Platz {place}"

    def heat_caption(self, *, highest: str, names_out: bool) -> str:
        what = f"Note (höchstens {highest}) und Platz" if highest else "Platz"
        own = " Gestrichelt: die eigene Antwort." if names_out else ""
        return f"{what} jeder Antwort in jedem Gutachten, vergeben, ohne die Namen zu kennen.{own}"

    def why(self, *, reviewer: str) -> str:
        return f"Was {reviewer} sagt"

    def prompt_of(self, *, purpose: Literal["answer", "review", "verdict"], name: str) -> str:
        match purpose:
            case "answer":
                return f"Antwort von {name}"
            case "review":
                return f"Gutachten von {name}"
            case "verdict":
                return f"Fazit von {name}"

    def verdict_by(self, *, name: str) -> str:
        return f"Fazit, {name}"

    def cited_by(self, *, aliases: Sequence[str], verdict: bool) -> str:
        by = [*aliases, *(("dem Fazit",) if verdict else ())]
        return f"genannt von {listed(by)}"

    def tool_calls(self, *, count: int) -> str:
        return f"Werkzeugaufrufe ({count})"

    def seconds(self, *, seconds: float) -> str:
        return f"{seconds:.1f} s".replace(".", ",")

    def title(self, *, trouble: PageTrouble) -> str:
        return {
            "sign_in": "Öffne diese Seite aus dem Chat",
            "signed_out": "Melde dich an, um diese Seite zu sehen",
            "denied": "Du wurdest nicht angemeldet",
            "lost_way": "Die Anmeldung hat nicht geklappt",
            "used_up": "Diese Anmeldung gilt nicht mehr",
            "not_confirmed": "Der Chat hat nicht gesagt, wer du bist",
            "nowhere": "Council kennt keinen deiner Workspaces",
            "expired": "Dieser Link ist abgelaufen",
            "not_yours": "Du darfst diese Seite nicht sehen",
            "elsewhere": "Dieser Lauf gehört zu einem anderen Workspace",
            "for_managers": "Das darf nur, wer hier verwaltet",
            "unknown": "Diese Seite gibt es nicht",
            "wrong_method": "So lässt sich diese Adresse nicht benutzen",
            "deleted": "Dieser Lauf wurde gelöscht",
            "cannot_tell": "Council kann nicht prüfen, wer das sehen darf",
            "forged": "Dieses Formular kam nicht von seiner Seite",
            "too_large": "Das ist zu lang",
            "broken": "Etwas ging schief",
        }[trouble]

    def advice(self, *, trouble: PageTrouble) -> str:
        return {
            "sign_in": "Council weiß nicht, wer du bist. Drücke [Seite öffnen] auf der Karte in Slack oder Discord. Dein Browser muss Cookies dieser Seite erlauben.",
            "signed_out": "Melde dich mit deinem Konto des Chats an, oder drücke dort [Seite öffnen] auf der Karte eines Laufs. Dein Browser muss Cookies dieser Seite erlauben.",
            "denied": "Du hast im Chat nicht zugestimmt und bist deshalb nicht angemeldet. Melde dich noch einmal an und stimme dort zu, oder drücke [Seite öffnen] auf der Karte eines Laufs.",
            "lost_way": "Sie hat länger als zehn Minuten gedauert, sie begann in einem anderen Browser, oder dieser Browser speichert keine Cookies. Erlaube Cookies dieser Seite und melde dich noch einmal an.",
            "used_up": "Der Chat bestätigt eine Anmeldung einmal und nur für ein paar Minuten. Diese Seite wurde neu geladen oder noch einmal geöffnet, oder sie kam zu spät. Melde dich noch einmal an.",
            "not_confirmed": "Melde dich in einer Minute noch einmal an. Hilft das nicht, steht im Log mehr.",
            "nowhere": "In deinen Workspaces oder Servern hat Council noch niemand etwas gefragt. Frag zuerst dort, oder melde dich mit einem anderen Konto an.",
            "expired": "Links lassen sich zehn Minuten lang öffnen. Drücke noch einmal [Seite öffnen] auf der Karte.",
            "not_yours": "Sie gehört zu einem Kanal oder Thread, in dem du nicht bist. Wer dort ist, kann dich hinzufügen.",
            "elsewhere": "Du bist in einem anderen Workspace oder Server angemeldet. Melde dich dort an, wo gefragt wurde, oder drücke dort [Seite öffnen] auf der Karte.",
            "for_managers": "Wer den Kanal oder den Workspace verwaltet, darf es eine Stunde lang nach [Seite öffnen] im Chat. Wenn du ihn verwaltest, drücke den Knopf noch einmal.",
            "unknown": "Prüfe die Adresse oder drücke [Seite öffnen] auf der Karte.",
            "wrong_method": "Es ist nichts passiert. Öffne die Seite im Browser und nutze ihre Knöpfe und Formulare.",
            "deleted": "Seine Texte lassen sich nicht wiederherstellen.",
            "cannot_tell": "Der Chat sagt gerade nicht, wer in diesem Kanal ist. Versuche es in einer Minute noch einmal.",
            "forged": "Es ist nichts passiert. Öffne die Seite neu und drücke den Knopf dort.",
            "too_large": "Es ist nichts passiert. Geh zurück, kürze den Text und sende ihn noch einmal. Einen längeren Text kannst du im Chat als Datei an eine Frage hängen.",
            "broken": "Im Log steht mehr. Versuche es in einer Minute noch einmal.",
        }[trouble]


@dataclass(frozen=True, slots=True)
class GermanLists:
    """Implements `ListWords`."""

    history: str = "Verlauf"
    search: str = "Suchen"
    search_hint: str = "Gesuchte Wörter"
    none_yet: str = "In den Kanälen, die du lesen darfst, wurde noch nichts gefragt."
    none_such: str = "Dazu passt kein Lauf. Entferne einen der Filter."
    none_decided: str = "In den Kanälen, die du lesen darfst, ist noch nichts festgehalten. Nach dem Aufdecken steht [Entscheidung festhalten] im Menü der Karte."
    who_asked: str = "Wer gefragt hat"
    asked_by_anyone: str = "Von allen gefragt"
    asked_by_me: str = "Von mir gefragt"
    first_place: str = "Auf dem ersten Platz"
    any_first: str = "Beliebiges Modell vorn"
    template: str = "Vorlage"
    any_template: str = "Jede Vorlage"
    rubric: str = "Bewertungsraster"
    any_rubric: str = "Jedes Bewertungsraster"
    any_member: str = "Jedes Modell"
    when_asked: str = "Wann gefragt wurde"
    any_time: str = "Beliebiger Zeitraum"
    this_channel: str = "Nur dieser Kanal"
    one_channel: str = "Du siehst nur einen Kanal."
    all_channels: str = "Alle Kanäle zeigen"
    no_limits: str = "Alle Einschränkungen aufheben"
    older: str = "Ältere Läufe"
    newest: str = "Neueste Läufe"
    runs: str = "Läufe"
    sign_out: str = "Abmelden"
    choose_workspace: str = "Wo möchtest du lesen?"

    templates_by: str = "Wer den Workspace verwaltet, legt hier nach [Seite öffnen] im Chat Vorlagen an und ändert sie, oder im Chat mit /council templates."

    def seen(self, *, channels: int) -> str:
        return (
            "Du siehst Läufe eines Kanals."
            if channels == 1
            else f"Du siehst Läufe aus {channels} Kanälen, die du jetzt lesen darfst."
        )

    def ranked_first(self, *, name: str) -> str:
        return f"{name} vorn"

    def counted(self, *, runs: int) -> str:
        what = "einer Frage" if runs == 1 else f"{runs} Fragen"
        return f"Aus {what} mit aufgedeckten Namen, in den Kanälen, die du lesen darfst."

    def last_days(self, *, days: int) -> str:
        return f"Letzte {days} Tage"

    def sign_in_with(self, *, platform: str) -> str:
        return f"Mit {platform} anmelden"

    def signed_in(self, *, name: str) -> str:
        return f"Angemeldet als {name}"
