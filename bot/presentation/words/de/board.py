"""Responses, the board and models that gave nothing in German."""

from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from bot.post import Part, Time
from bot.presentation.words.board import Agreement, Sure
from bot.presentation.words.de.phrases import PHRASES, capital, counted, figure, listed, of_models
from council_core.domain.answer import AbstentionReason
from council_core.domain.settings import WhoReveals
from council_core.errors import CallFault

ENDERS: Mapping[WhoReveals, str] = {
    "asker": "{asker} kann die Abstimmung vorzeitig beenden.",
    "anyone": "Alle können die Abstimmung vorzeitig beenden.",
    "nobody": "Niemand kann sie vorzeitig beenden.",
}


CERTAIN: Mapping[Sure, str] = {
    "clear": "Darin sind sie sich sicher.",
    "leaning": "Sie neigen dazu, aber nicht deutlich.",
    "few": "So wenige können auch zufällig übereinstimmen; mehr als eine Neigung ist das nicht.",
    "one": "Ein einzelnes Gutachten kann nicht zeigen, wie sicher das ist.",
    "too_close": "Es ist zu knapp: Eine andere Antwort hätte ebenso gut vorn liegen können.",
    "nothing": "Für eine Aussage zur Sicherheit gab es zu wenige Gutachten.",
    "tie": "Es steht unentschieden; einen einzelnen Favoriten haben die Modelle nicht.",
}


AGREEING: Mapping[Agreement, str] = {
    "full": "Team und Modelle sind sich ganz einig.",
    "most": "Team und Modelle sind sich weitgehend einig.",
    "part": "Team und Modelle sind sich zum Teil einig.",
    "hardly": "Team und Modelle sind sich kaum einig.",
    "opposite": "Team und Modelle sehen es genau umgekehrt.",
}


@dataclass(frozen=True, slots=True)
class GermanBoard:
    """Implements `BoardWords`."""

    question: str = "Welche Antwort ist die beste?"
    secrecy: str = "Stimm für eine. Niemand sieht deine Stimme, und du kannst sie ändern, bis die Namen aufgedeckt werden."
    hidden: str = (
        "Rangfolge und Fazit siehst du, sobald du abgestimmt hast, und alle sehen sie am Ende der Abstimmung."
    )
    closed_heading: str = "Die Abstimmung"
    nobody_yet: str = "Noch hat niemand abgestimmt, und die Hälfte der Zeit ist um."
    ranking: str = "Die Rangfolge der Modelle"
    names: str = "Rangfolge und Namen"
    little_evidence: str = "Die Grundlage ist schmal: weniger als zwei Urteile zu jedem Paar von Antworten."
    place: str = "Platz"
    response: str = "Antwort"
    wins: str = "Siege"
    points: str = "Punkte"
    mean_place: str = "Mittlerer Platz"
    firsts: str = "Erste Plätze"
    ballots: str = "Stimmzettel"
    model: str = "Modell"
    votes: str = "Stimmen (blind)"
    mean: str = "Mittel"
    mean_score: str = "Mittlere Note"
    legend: str = "Siege: Anteil der Vergleiche zu zweit, die eine Antwort gewann. Erste Plätze: wie viele Modelle sie vorn sahen."
    points_legend: str = (
        "Punkte, von 100: Jedes Modell gibt seinen Anteil je niedriger gesetzter Antwort. "
        "Erste Plätze: wie viele Modelle sie vorn sahen."
    )
    mean_place_legend: str = "Mittlerer Platz: über alle gezählten Gutachten, 1 ist der beste. Stimmzettel: wie viele Modelle sie einordneten."
    own_left_out: str = "Die eigene Antwort bleibt in der Rangfolge jedes Modells außen vor."
    no_ranking: str = "Diesmal keine Rangfolge"
    one_response: str = "Es gibt nur eine Antwort, also nichts zu vergleichen."
    no_reviews: str = "Kein Modell hat die Antworten begutachtet."
    names_out: str = "Die Namen sind aufgedeckt."
    no_verdict: str = "Es gibt kein Fazit."
    not_blind: str = (
        "Nicht blind für die fragende Person: Sie hatte Modellen für diese Frage einen eigenen Namen oder eigene "
        "Anweisungen gegeben und kann ihre Antworten wiedererkannt haben."
    )

    def so_far(self, *, votes: int, blind: int) -> str:
        return f"Bisher {PHRASES.ballots(count=votes, blind=blind)}."

    def open_until(self, *, until: Time, enough: int | None) -> Sequence[Part]:
        return "Offen bis ", until, f"{_or_enough(enough)}."

    def open_for(self, *, seconds: float | None, enough: int | None) -> str:
        if seconds is None:
            return f"Offen bis einige Zeit nach der Rangfolge der Modelle{_or_enough(enough)}."
        if seconds == 0:
            return f"Offen bis zur Rangfolge der Modelle{_or_enough(enough)}."
        return f"Offen, bis die Modelle die Antworten geordnet haben, und dann noch {PHRASES.lasting(seconds=seconds)}{_or_enough(enough)}."

    def who_ends(self, *, who: WhoReveals, asker: str) -> str:
        return ENDERS[who].format(asker=asker)

    def closed(self, *, by: str, is_stopped: bool) -> str:
        if is_stopped:
            return "Abstimmung beendet: Die Frage wurde vor dem Ende abgebrochen."
        return f"Abstimmung beendet: {by} hat die Namen aufgedeckt." if by else "Abstimmung beendet."

    def voted(self, *, count: int) -> str:
        return {0: "Niemand hat abgestimmt.", 1: "Eine Person hat abgestimmt."}.get(
            count, f"{count} Personen haben abgestimmt."
        )

    def told_apart(self, *, blind: int, informed: int) -> str:
        return f"{capital(PHRASES.votes(count=blind))} vor dem Blick auf die Rangfolge, {informed or 'keine'} danach."

    def invitation(self, *, aliases: Sequence[str]) -> str:
        return f"Stimm für die beste: {PHRASES.responses(aliases=aliases)}."

    def first(self, *, aliases: Sequence[str]) -> str:
        if len(aliases) == 1:
            return f"Die Modelle setzen Antwort {aliases[0]} auf Platz 1."
        return f"{PHRASES.responses(aliases=aliases)} teilen sich Platz 1."

    def best_scored(self, *, aliases: Sequence[str], first: str) -> str:
        has = "hat" if len(aliases) == 1 else "haben"
        return f"{PHRASES.responses(aliases=aliases)} {has} die beste mittlere Note. Nach den Rangfolgen allein: {first}"

    def put_first(self, *, alias: str, count: int, of: int, wrote: bool, own_aside: bool) -> str:
        aside = " (eigene Antworten zählen nicht)" if own_aside else ""
        sole = "Das einzige fremde Gutachten" if own_aside else "Das einzige Gutachten"
        if not of:
            return f"Außer dem Modell, das {alias} geschrieben hat, hat niemand {alias} eingeordnet{aside}."
        if not count:
            who = f"{sole} sieht" if of == 1 else f"Keines von {figure(of)} sieht"
            how = f"{alias} nicht vorn" if of == 1 else f"{alias} vorn"
            return f"{who} {how}{aside}, alle zusammengenommen aber schon."
        if count == of:
            every = "Beide" if of == 2 else f"Alle {PHRASES.number(count=of)}"
            who = f"{sole} setzt" if of == 1 else f"{every} {'fremden ' if own_aside else ''}Gutachten setzen"
            author = (
                "vom selben Modell geschrieben"
                if of == 1
                else f"auch das des Modells, das {alias} geschrieben hat"
            )
            wrote_it = f" ({author})" if wrote else ""
            return f"{who} Antwort {alias} auf Platz 1{wrote_it}{aside}."
        who = f"{figure(count)} von {figure(of)} {'sieht' if count == 1 else 'sehen'}"
        it = "und" if count == 1 else "eines davon"
        wrote_it = f" ({it} hat {alias} geschrieben)" if wrote else ""
        return f"{who} {alias} vorn{wrote_it}{aside}."

    def certainty(self, *, kind: Sure) -> str:
        return CERTAIN[kind]

    def pairs_agreed(self, *, of_ten: int) -> str:
        return f"Zwei beliebige Gutachten stimmen bei {of_ten} von 10 Paaren überein; zufällig wären es 5."

    def counts_less(self, *, reviewers: Sequence[int]) -> str:
        who = listed([str(number) for number in reviewers])
        if len(reviewers) == 1:
            return f"Gutachten {who} zählt weniger, weil es im Widerspruch zu den anderen steht."
        return f"Die Gutachten {who} zählen weniger, weil sie im Widerspruch zu den anderen stehen."

    def learned(self, *, reviewers: int) -> str:
        verb = "zählt" if reviewers == 1 else "zählen"
        return f"Wie viel {reviewers} Gutachten {verb}, ergibt sich aus der Kalibrierung oder früheren Stimmen des Teams."

    def shortened(self, *, aliases: Sequence[str]) -> str:
        was = "wurde" if len(aliases) == 1 else "wurden"
        return (
            f"{PHRASES.responses(aliases=aliases)} {was} für die Begutachtung in der Mitte gekürzt. "
            "Alle anderen lesen den ganzen Text."
        )

    def scale(self, *, highest: str, lower_is_better: bool, is_trimmed: bool) -> str:
        trimmed = " Ab drei Gutachten zählen die höchste und die niedrigste Note nicht." if is_trimmed else ""
        better = "niedriger" if lower_is_better else "höher"
        return f"Mittlere Noten aus den Gutachten, bis {highest}; {better} ist besser.{trimmed}"

    def tied(self, *, place: int) -> str:
        return f"{place} (gleichauf)"

    def row(self, *, alias: str, place: str, wins: str) -> str:
        return f"Antwort {alias} auf Platz {place} mit {wins}"

    def counted(self, *, valid: int, of: int) -> str:
        if valid == of:
            return (
                "Das eine Gutachten zählt."
                if of == 1
                else f"Alle {PHRASES.number(count=of)} Gutachten zählen."
            )
        if not valid:
            return "Das einzige Gutachten zählt nicht." if of == 1 else f"Keines von {of} Gutachten zählt."
        return f"{valid} von {of} Gutachten {'zählt' if valid == 1 else 'zählen'}."

    def not_counted(self, *, reviewer: int, why: str) -> str:
        return f"Die Rangfolge von Gutachten {reviewer} zählt nicht. {why}".rstrip()

    def written_by(self, *, alias: str, name: str) -> str:
        return f"Antwort {alias} ist von {name}."

    def team_agrees(self, *, how: Agreement) -> str:
        return AGREEING[how]

    def team_favourite(self, *, aliases: Sequence[str], by_blind_votes: bool) -> str:
        nach = " vor dem Blick auf die Rangfolge" if by_blind_votes else ""
        return f"Favorit des Teams{nach}: {PHRASES.responses(aliases=aliases)}."

    def counted_together(self, *, aliases: Sequence[str]) -> str:
        return f"Modelle und Team zusammen: {PHRASES.responses(aliases=aliases)}."

    def chaired_by(self, *, name: str) -> str:
        return f"{name} hat das Fazit geschrieben."

    def described(self, *, names: Sequence[str], readers: Sequence[str]) -> str:
        verb = "hat" if len(names) == 1 else "haben"
        if readers:
            can = "kann" if len(readers) == 1 else "können"
            return f"{listed(names)} {verb} die Bilder beschrieben, die {listed(readers)} nicht sehen {can}."
        return f"{listed(names)} {verb} die Bilder für Modelle beschrieben, die nicht sehen können."

    def reviewer_was(self, *, number: int, name: str) -> str:
        return f"Gutachten {number}: {name}"

    def tools_used(self, *, name: str, tools: Sequence[str]) -> str:
        return f"{name} ({', '.join(tools)})"

    def used(self, *, each: Sequence[str]) -> str:
        return f"Werkzeuge, mit der Zahl der Aufrufe: {' · '.join(each)}."

    def takes_no_tools(self, *, names: Sequence[str]) -> str:
        verb = "kann" if len(names) == 1 else "können"
        did = "antwortete" if len(names) == 1 else "antworteten"
        return f"{listed(names)} {verb} keine Werkzeuge benutzen und {did} ohne."

    def to_verdict(self, *, seconds: float) -> str:
        return f"{PHRASES.briefly(seconds=seconds)} bis zum Fazit"


def _or_enough(enough: int | None) -> str:
    return "" if enough is None else f", oder bis {counted(enough, 'Stimme da ist', 'Stimmen da sind')}"


FLAGS = {
    "instruction_to_judge": "wendet sich an die Gutachter",
    "judge_influence": "will die Gutachter beeinflussen",
    "fake_verdict": "enthält eine eigene Rangfolge oder ein eigenes Fazit",
    "delimiter": "ahmt die Zeilen um die Antworten nach",
    "template": "enthält Platzhalter oder Zeichen einer Vorlage",
    "control_chars": "enthielt unsichtbare Zeichen oder Steuerzeichen",
}
"""The detector's warnings in German."""


@dataclass(frozen=True, slots=True)
class GermanResponses:
    """Implements `ResponseWords`."""

    cut_short: str = "Diese Antwort brach an ihrer Tokengrenze ab; das Ende fehlt."
    rest_lost: str = "Der Rest konnte nicht aufbewahrt werden."
    late: str = "Eine späte Antwort"
    late_explained: str = (
        "Sie kam, als die anderen schon begutachtet wurden, und wurde deshalb nicht verglichen."
    )
    late_notice: str = "Eine weitere Antwort kam, zu spät für den Vergleich."

    def title(self, *, alias: str) -> str:
        return f"Antwort {alias}"

    def title_revealed(self, *, alias: str, name: str, place: int | None, is_tied: bool) -> str:
        where = "" if place is None else f" · Platz {place}"
        return f"Antwort {alias} · {name}{where}{' · gleichauf' if is_tied else ''}"

    def notice(self, *, alias: str, length: str) -> str:
        return f"Antwort {alias} ist da: {length}."

    def care(self, *, flags: Sequence[str]) -> str:
        return f"Mit Vorsicht zu lesen: Diese Antwort {listed([FLAGS.get(flag, flag) for flag in flags])}."

    def sources(self, *, listed: Sequence[str], more: int) -> str:
        rest = f" · {more} weitere" if more else ""
        return f"Quellen: {' · '.join(listed)}{rest}"

    def too_long(self, *, characters: int, taken: int) -> str:
        return (
            f"Diese Antwort hat {figure(characters)} Zeichen und ist damit zu lang: Council hat die ersten "
            f"{figure(taken)} übernommen."
        )

    def part(self, *, title: str, index: int, of: int) -> str:
        return f"{title} ({index}/{of})"

    def continued(self, *, title: str) -> str:
        return f"{title}, Fortsetzung."

    def pointer(self, *, file: str) -> str:
        return f"Mehr passt hier nicht hin. Der ganze Text steht in der Datei {file}."

    def whole(self, *, title: str) -> str:
        return f"{title}, der ganze Text"


GAPS: Mapping[AbstentionReason, str] = {
    "timed_out": "keine Antwort innerhalb von {time}",
    "late": "nach {time} nicht fertig{others}, daher ging es ohne weiter",
    "rate_limited": "der Anbieter hatte zu viele Anfragen",
    "unauthorized": "der Anbieter hat unseren Schlüssel nicht angenommen",
    "no_credit": "das Guthaben beim Anbieter ist aufgebraucht",
    "unknown_model": "der Anbieter kennt das Modell nicht",
    "refused": "es hat abgelehnt",
    "empty": "es hat nichts zurückgeschickt",
    "bad_request": "der Anbieter hat die Anfrage nicht angenommen",
    "bad_reply": "die Antwort war nicht lesbar",
    "unreachable": "es war nicht erreichbar",
    "unavailable": "der Anbieter war gestört",
    "not_asked": "nicht gefragt, weil sein Anbieter {often} nacheinander ausgefallen war",
}


ADVICE: Mapping[AbstentionReason, str] = {
    "timed_out": "Frag noch einmal, oder gib mehr Zeit.",
    "late": "Gib mehr Zeit, oder nimm ein schnelleres Modell.",
    "rate_limited": "Warte eine Minute und frag noch einmal.",
    "unauthorized": "Prüfe den Schlüssel für diesen Anbieter.",
    "no_credit": "Lade das Guthaben bei diesem Anbieter auf.",
    "unknown_model": "Prüfe den Namen des Modells in den Einstellungen.",
    "refused": "Formuliere die Frage anders, oder nimm ein anderes Modell.",
    "empty": "Frag noch einmal; kommt es öfter vor, nimm ein anderes Modell.",
    "bad_request": "Eine kürzere Frage hilft vielleicht.",
    "bad_reply": "Frag noch einmal; kommt es öfter vor, nimm ein anderes Modell.",
    "unreachable": "Prüfe die Verbindung und die Adresse des Anbieters.",
    "unavailable": "Frag in ein paar Minuten noch einmal.",
    "not_asked": "Frag in ein paar Minuten noch einmal, oder nimm ein anderes Modell.",
}


FAULTS: Mapping[CallFault, str] = {
    "no_answer_in_time": "Innerhalb von {seconds} kam nichts; gib mehr Zeit je Aufruf, oder nimm ein schnelleres Modell.",
    "queued_too_long": "Alle Aufrufe, die {provider} zugleich bekommen darf, liefen schon seit {seconds}; stelle weniger Fragen zugleich, oder erlaube mehr Aufrufe.",
    "late": "Der Rat hat nach {seconds} ohne dieses Modell weitergemacht.",
    "far_beyond": "Der Rat hat nach {seconds} ohne dieses Modell weitergemacht; die anderen brauchten höchstens {others}.",
    "rested": "Nicht gefragt: {provider} ist {times} nacheinander ausgefallen. Nach einer Pause von einigen Minuten wird es wieder versucht.",
    "unknown_provider": "„{provider}“ ist kein eingerichteter Anbieter. Bekannt: {known}.",
    "unknown_model": "{provider} bietet kein Modell „{model}“ an{said}. Prüfe seinen Namen in den Einstellungen.",
    "impossible_model": "„{model}“ kann dort kein Modell heißen. Beispiele: {known}.",
    "no_key": "Für {provider} fehlt ein Schlüssel. Setze {variable}.",
    "bad_key": "{provider} hat den Schlüssel nicht angenommen{said}. Prüfe {variable}.",
    "no_right": "{provider} erlaubt diesem Schlüssel das Modell „{model}“ nicht{said}. Prüfe die Rechte des Kontos.",
    "rate_limit": "Die Obergrenze für Anfragen bei {provider} war{often} erreicht{said}. {next}",
    "no_credit": "Guthaben oder Kontingent bei {provider} ist aufgebraucht{said}. Lade es auf.",
    "server_error": "{provider} hatte{often} selbst einen Fehler ({status}){said}. {next}",
    "bad_status": "{provider} hat mit dem Status {status} geantwortet{said}. Prüfe {variable}.",
    "too_long": "Die Frage ist länger, als „{model}“ lesen kann; kürze sie, oder nimm ein anderes Modell.",
    "rejected": "{provider} hat die Anfrage abgelehnt{said}. Prüfe die Einstellungen des Modells.",
    "cannot_ask": "„{model}“ lässt sich so nicht fragen{said}.",
    "no_pictures": "„{model}“ nimmt keine Bilder an.",
    "blocked": "{provider} hat die Frage gesperrt{said}.",
    "filtered": "Der Inhaltsfilter von {provider} hat die Antwort angehalten.",
    "declined": "Das Modell hat die Antwort abgelehnt{said}.",
    "filtered_or_declined": "Der Inhaltsfilter von {provider} hat die Antwort angehalten, oder das Modell wollte keine geben.",
    "redirects": "Die Adresse von {provider}, {asked}, leitet auf {host} um (Status {status}). Setze {variable} auf die Adresse, unter der der Anbieter antwortet.",
    "redirects_within": "Die Adresse von {provider}, {asked}, leitet auf einen anderen Pfad um (Status {status}). Setze {variable} auf die Adresse, unter der der Anbieter antwortet.",
    "no_connection": "Keine Verbindung zu {provider} unter {host}. Prüfe das Netz oder {variable}.",
    "broke_off": "Die Verbindung zu {provider} ist{often} abgebrochen, bevor die Antwort vollständig war. Frag noch einmal.",
    "broke_off_writing": "{provider} hat abgebrochen, während das Modell schrieb; frag noch einmal.",
    "connection_failed": "Die Verbindung zu {provider} ist gescheitert. Frag noch einmal.",
    "reply_too_large": "{provider} hat mehr als {megabytes} MB geschickt; das ist keine Antwort.",
    "bad_encoding": "Die Antwort von {provider} war nicht lesbar: Sie hat nicht die Kodierung, die sie angibt.",
    "bad_json": "Die Antwort von {provider} war nicht lesbar: Sie ist nicht das erwartete JSON.",
    "bad_shape": "Die Antwort von {provider} war nicht lesbar: Sie hat eine andere Form, als die Dokumentation sagt.",
    "empty": "Das Modell hat eine leere Antwort gegeben.",
    "only_thoughts": "Das Modell hat nachgedacht und dann nichts gesagt; frag noch einmal, oder senke seinen Aufwand beim Nachdenken.",
    "token_limit": "Das Modell hat vor dem ersten Wort sein Token-Limit erreicht; erhöhe sein max_tokens.",
    "token_limit_of_thoughts": "Das Modell hat sein Token-Limit beim Nachdenken erreicht; erhöhe sein max_tokens.",
}


MISSED = {
    "answer": "hat nicht geantwortet",
    "review": "hat kein Gutachten abgegeben",
    "synthesize": "hat kein Fazit geschrieben",
}


@dataclass(frozen=True, slots=True)
class GermanGaps:
    """Implements `GapWords`."""

    def reason(
        self, *, reason: AbstentionReason, seconds: float, others: float | None, failures: int | None
    ) -> str:
        took = (
            ""
            if others is None
            else f", während die anderen höchstens {PHRASES.lasting(seconds=others)} brauchten"
        )
        often = "mehrmals" if failures is None else f"{failures}-mal"
        return GAPS[reason].format(time=PHRASES.lasting(seconds=seconds), others=took, often=often)

    def explained(self, *, fault: CallFault, facts: Mapping[str, str]) -> str:
        times, wait = int(facts.get("times", "1")), facts.get("wait")
        parts = {
            "times": f"{times}-mal",
            "often": "" if times == 1 else f" {times}-mal",
            "said": f": „{facts['said']}“" if facts.get("said") else "",
            "next": "Frag später noch einmal, oder nimm ein anderes Modell."
            if wait is None
            else f"Der Anbieter bittet um eine Pause von {wait}, länger als diesem Aufruf blieb. Frag danach noch einmal.",
        }
        return FAULTS[fault].format_map(ChainMap(parts, cast("dict[str, str]", facts)))

    def in_general(self, *, reason: AbstentionReason) -> str:
        return capital(GAPS[reason].format(time="der Frist", others="", often="mehrmals")) + "."

    def advice(self, *, reason: AbstentionReason) -> str:
        return ADVICE[reason]

    def several(self, *, count: int, reason: str) -> str:
        return f"{count} × {reason}"

    def no_answer(self, *, missing: int, members: int, reasons: Sequence[str]) -> str:
        why = "; ".join(reasons)
        if members == missing == 1:
            return f"Das einzige Modell hat nicht geantwortet: {why}."
        verb = "hat" if missing == 1 else "haben"
        return f"{missing} von {of_models(members)} {verb} nicht geantwortet: {why}."

    def missed(self, *, name: str, stage: Literal["answer", "review", "synthesize"]) -> str:
        return f"**{name}** {MISSED[stage]}."
