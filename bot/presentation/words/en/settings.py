"""Settings of a place, and refusals, in English."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from bot.post import Part, Time
from bot.presentation.words.en.phrases import counted, listed
from bot.presentation.words.en.problems import LIMITED_BY, NOUNS, PROBLEMS, STORE, UNITS
from bot.presentation.words.settings import PlatformTrouble, Source, Unheard, meaning
from bot.settings.catalogue import Group
from council_core.domain.budget import Keeper, Period
from council_core.domain.place import Level
from council_core.errors import ChoiceKind, Problem, Refusal, StoreKind

GROUPS: Mapping[Group, str] = {
    "council": "Models and preset",
    "judging": "Judging",
    "stages": "Extra stages",
    "voting": "Voting",
    "deadlines": "Time limits",
    "material": "Files",
    "web": "Web and tools",
    "privacy": "Language and privacy",
    "budget": "Budget",
    "all": "Change settings",
}


MEANINGS: Mapping[str, Mapping[str, str]] = {
    "effort": {"minimal": "Minimal", "low": "Low", "medium": "Medium", "high": "High"},
    "who_reveals": {
        "asker": "The person who asked, or who manages the channel, at any time",
        "anyone": "Anyone, at any time",
        "nobody": "Nobody: it ends when the time is up or enough have voted",
    },
    "show_ranking": {
        "at_once": "To everybody, at once",
        "after_vote": "To each person once they have voted, to all when the vote ends",
    },
    "aggregation": {
        "bradley_terry": "Strength from comparisons (Bradley-Terry)",
        "borda": "Points for places (Borda)",
        "mean_place": "Mean place",
        "copeland": "Pairs won (Copeland)",
        "schulze": "Strongest paths (Schulze)",
    },
    "own_answer": {"excluded": "Not at all", "half": "Half", "full": "In full"},
    "rounds": {"one": "None is asked again", "on_split": "All are asked once more"},
    "read_thread": {"none": "Only the question is read", "thread": "Earlier messages are read too"},
    "material_for_reviewers": {
        "none": "Their names",
        "head": "The first 2,000 characters of each",
        "all": "All of it",
    },
    "language": {"": "That of the person who asks"},
}
"""Explanations of some settings' values; all others speak for themselves."""


@dataclass(frozen=True, slots=True)
class EnglishSettings:
    """Implements `SettingsWords`."""

    heading: str = "Settings in this channel"
    summary: str = "The settings of the council in this channel."
    setting: str = "Setting"
    value: str = "Value"
    source: str = "From"
    none: str = "none"
    nothing_differs: str = "All settings are the defaults."
    first_model: str = "The first model that answers"
    who_may: str = "Those who manage this channel may change its settings."
    reset: str = "Reset to defaults"
    confirm_reset: str = "Remove all settings made here and use the inherited ones?"
    save: str = "Save"
    show: str = "Show settings"

    def label(self, *, name: str, english: str) -> str:
        return english or name

    def in_quotes(self, *, label: str) -> str:
        return f"'{label}'"

    def hint(self, *, name: str, english: str) -> str:
        del name
        return english

    def preset_summary(self, *, english: str) -> str:
        return english

    def means(self, *, name: str, text: str) -> str:
        return meaning(MEANINGS, name, text)

    def group(self, *, group: Group) -> str:
        return GROUPS[group]

    def comes_from(self, *, source: Source) -> str:
        return {
            "channel": "this channel",
            "workspace": "the workspace",
            "preset": "the preset",
            "bot": "default",
        }[source]

    def differs(self, *, names: Sequence[str]) -> str:
        return f"Different from the default here: {listed(names)}."

    def contradict(self, *, trouble: str) -> str:
        return f"**These settings do not work together:** {trouble}"

    def change(self, *, level: Level) -> str:
        return f"Change {'this channel' if level == 'channel' else 'the whole workspace'}:"

    def title(self, *, level: Level) -> str:
        return f"Settings: {level}"

    def intro(self, *, level: Level) -> str:
        where = "this channel" if level == "channel" else "the whole workspace"
        return f"For {where}, from the next question on. Empty fields are inherited."

    def inherited(self, *, value: str) -> str:
        return f"Inherited: {value}"

    def left_empty(self, *, hint: str, value: str) -> str:
        return f"{hint}. Empty: {value}"

    def unheard(self, *, kind: Unheard) -> str:
        if kind == "never":
            return "**Messages without a mention do not reach Council here.**"
        return (
            "**Messages without a mention do not reach Council yet.** The operator must switch on *Message Content "
            "Intent* on the page *Bot* of Discord's developer portal and restart the bot."
        )

    def saved(self, *, level: Level) -> str:
        where = "this channel" if level == "channel" else "the whole workspace"
        return f"Saved for {where}. It applies from the next question on."

    def was_reset(self, *, level: Level) -> str:
        where = "This channel" if level == "channel" else "The workspace"
        return f"{where} inherits all its settings again, from the next question on."


REFUSALS: Mapping[Refusal, str] = {
    "vote_not_open": "The vote is not open yet.",
    "vote_closed": "The vote is closed, so this changed nothing.",
    "vote_over": "The vote is closed already.",
    "no_vote": "There is no vote on this question; the names come with the verdict.",
    "nobody_reveals": "Nobody can end the vote early here; the names come when it ends.",
    "only_asker_reveals": "Only {fact}, or those who manage this channel, can end the vote early.",
    "only_asker_cancels": "Only {fact}, or those who manage this channel, may cancel this question.",
    "only_asker_deletes": "Only {fact}, or those who manage this channel, may delete this question.",
    "no_verdict_yet": "There is no verdict on this question yet.",
    "twice_in_ranking": "Response {fact} is in this ranking twice. Give it one place.",
    "empty_vote": "Choose at least one response.",
    "nothing_to_search": "A search needs at least one word. Try one from the question or the verdict.",
    "nothing_asked_here": "You have asked nothing here, so there is nothing to delete.",
    "nothing_under_way": "You have no question under way here, so nothing was stopped.",
    "answered_already": "This question has its verdict, so there is nothing left to stop. The vote ends by itself, or with [End the vote and reveal] if its card has that button; `forget` deletes the question.",
    "ended_already": "This question has ended already, so there is nothing left to stop.",
    "not_over": "This question is still running. Try it again when it has ended.",
    "nobody_missing": "Every model took part, so there is nothing to try again.",
    "outside": "You are not in that channel or thread, so nothing was done; somebody who is in it can add you.",
    "cannot_tell": "Council could not check whether you may read that channel or thread, so nothing was done. {fact}",
    "settings_changed": "Somebody else has changed these settings in the meantime, so nothing was saved. Open them again.",
    "no_workspace": "There is no workspace around this place; only the place itself has settings.",
    "only_channel_managers": "Only those who manage this channel may change its settings.",
    "workspace_board": (
        "Only people who manage the workspace see its board here. The page shows one over the channels that you are in."
    ),
    "only_managers_set_seats": "Only those who manage this channel may set a question's models one by one, so nothing was asked. Ask it as it is, or ask one of them.",
    "preset_seats": "The preset that applies here names its own models, so nothing was saved. Choose another preset first, or none.",
    "only_workspace_managers": "Only those who manage the whole workspace may change its settings.",
    "only_template_managers": "Only those who manage the whole workspace may change its templates.",
    "too_many_templates": "There is room for {fact} templates. Delete one first. Nothing was saved.",
    "needs_words": "The question is missing: type {fact} and then your question.",
    "question_too_long": "The question is too long: at most {fact} characters. Shorten it, or ask about a part of it.",
    "export_needs": "This file needs the package {fact}, which is not installed here. The operator can add it with `pip install council[exports]`. HTML works without it.",
    "export_no_figures": "There are no figures to draw: nothing was ranked for this question.",
    "export_too_large": "This question is too long or too deeply nested for {fact}. The HTML file holds all of it.",
    "no_pages": "There are no pages in the browser here: the operator of Council has not set an address for them.",
    "schedule_day": "Council cannot schedule '{fact}'. Name weekdays, a day of the month from 1 to 28, or a date: `every monday 9:00 …`, `every 1 9:00 …`, `every 28 february 9:00 …`. Nothing was scheduled.",
    "schedule_time": "A schedule needs a time of day between 0:00 and 23:59: `every {fact} 9:00 your question`. Nothing was scheduled.",
    "schedule_zone": "There is no time zone '{fact}'. Name one such as Europe/Berlin. Nothing was scheduled.",
    "schedule_no_zone": "Your time zone is not known here. Put it after the time: `every {fact} 9:00 Europe/Berlin your question`. Nothing was scheduled.",
    "schedule_question": "A schedule needs a question: `every {fact} 9:00 your question`. Nothing was scheduled.",
    "schedule_digest": "A schedule asks a question. For a digest, write `digest daily 9:00` or `digest weekly monday 9:00`. Nothing was scheduled.",
    "schedule_command": "A schedule asks a question, and '{fact}' is a command. Put a question behind the time. Nothing was scheduled.",
    "schedule_or_question": "'{fact}' has no time of day. A schedule looks like this: `every monday 9:00 your question`. To ask it now, as a question, write `ask` before it. Nothing was scheduled or asked.",
    "schedule_missed": "The latest time was missed: for twelve hours Council was not running, or the chat did not answer.",
    "schedule_unknown": "There is no such schedule here any more.",
    "schedule_of_another": "Only {fact} and those who manage this channel can change this schedule.",
    "schedule_too_many": "There are {fact} schedules in this channel, which is the limit. Delete one first.",
    "improve_too_long": "A model rewrites questions of at most {fact} characters. Nothing was asked.",
    "improve_failed": "The question was not rewritten, and nothing was asked. {fact}",
    "improve_unread": "{fact} did not reply with a question, so nothing was rewritten and nothing was asked.",
    "draft_gone": "This question was asked already, or waited for more than a day. Type it once more.",
    "board_limits": "A board cannot be limited by '{fact}'. Write `board` with any of `workspace`, `template:writer`, `rubric:code`, `member:Ada`, `since:2026-01-31` and `until:2026-06-30`.",
    "search_day": "'{fact}' is not a date. Write `since:2026-01-31` or `until:2026-06-30`.",
    "digest_time": "That is not a time for a digest. Write `digest {fact} 9:00`, or `digest {fact} 9:00 Europe/Berlin`. Nothing was changed.",
    "not_revealed": "Record a decision once the names of this question are out.",
    "not_decided": "Nothing was decided on this question yet.",
    "template_empty": "The template's field '{fact}' is empty. Write {fact}=\"…\" before your question, or fill it in on the form. Nothing was asked.",
    "template_long": "'{fact}' is too long: at most 3,000 characters. Nothing was asked.",
    "template_number": "'{fact}' takes a number, such as 200. Nothing was asked.",
    "template_quote": "The quotation marks of '{fact}' are not closed, or there are others inside. Write {fact}=\"…\" and then your question. Nothing was asked.",
    "template_twice": "'{fact}' is there twice. Write it once. Nothing was asked.",
    "criterion_unread": "The criterion '{fact}' cannot be read. Write a name, such as `brevity`, `correctness x2` or `harm (lower): insults and threats`.",
    "criterion_name": "A criterion's name has 1 to {fact} characters.",
    "criterion_weight": "The weight of '{fact}' must be more than 0.",
    "criteria_too_many": "There are too many criteria; at most {fact} are allowed.",
    "criteria_twice": "There are two criteria called '{fact}'. Give each its own name.",
    "criteria_none": "A rubric of your own needs at least one criterion.",
    "criterion_direction": "The criterion '{fact}' has no such direction; use `higher` or `lower`.",
    "criterion_scale": "The scale of '{fact}' must rise: its first number is the lower one.",
    "backup_of_postgres": "These runs are kept in Postgres, which makes consistent copies while it runs: {fact} (all schemas, because the engine's records are in `dbos`). pg_restore brings them back.",
    "no_database_yet": "There is no database at {fact} yet, so there is nothing to copy.",
    "file_there_already": "{fact} is there already. Name another file, or remove it first.",
    "no_such_folder": "There is no folder {fact}. Create it first.",
    "not_exported_yet": "A question can be exported once the names are revealed; before, the file would give them away.",
    "file_deleted": "There is no file {fact} any more; its question was deleted.",
}


CHOICES: Mapping[ChoiceKind, str] = {
    "aggregation": "There is no aggregation '{value}'.",
    "channel": "There is no channel '{value}' here.",
    "field": "The template has no field '{value}'.",
    "field_value": "'{value}' does not fit the field '{field}'.",
    "model": "There is no model '{value}' here.",
    "own_weight": "A reviewer's own answer cannot count '{value}'.",
    "person": "Nobody called '{value}' has asked here.",
    "place": "Nothing was asked in a place called '{value}'.",
    "provider": "There is no provider '{value}'.",
    "response": "There is no response '{value}'.",
    "rubric": "There is no rubric '{value}'.",
    "schedule": "There is no schedule '{value}'.",
    "template": "There is no template '{value}'.",
    "terminal_run": "No run '{value}' was started in this terminal.",
}


PLATFORM_TROUBLES: Mapping[PlatformTrouble, str] = {
    "not_invited": "Council may not write here. In a channel, invite it with `/invite @Council` and ask again; elsewhere, write to Council itself.",
    "forbidden": "This workspace does not allow Council to write here. Ask an admin of the workspace.",
    "archived": "The channel is archived. Ask in another one, or have it unarchived.",
    "bad_token": "The platform does not accept the bot's token any more. The operator of Council has to install the app again or set a new token.",
    "no_scope": "Council's Slack app lacks a scope{code}. An admin must add it to the app under OAuth & Permissions and reinstall the app.",
    "uninvited": "Council is not in this channel, so it may not read what was said there. Invite it with `/invite @Council` and ask again.",
    "unscoped": "Council may not read this conversation, because its Slack app lacks a scope{code}. An admin must add it to the app under OAuth & Permissions and reinstall the app.",
    "no_file_scope": "Council may not read files, because its Slack app lacks the scope files:read. An admin must add it to the app under OAuth & Permissions and reinstall the app.",
    "no_intent": "Discord hides from Council what people write. Council's operator must switch on Message Content Intent on the page Bot of Discord's developer portal and restart the bot.",
    "no_rights": "Council may not do that here. Give it View Channel, Send Messages, Send Messages in Threads, Create Public Threads, Read Message History, Embed Links and Attach Files.",
    "too_long": "The message is too long for the platform.",
    "locked": "The thread is locked.",
    "blocked": "The server's AutoMod blocked the message.",
    "no_direct_messages": "This person does not accept direct messages from Council.",
    "no_files": "This workspace does not accept files, or has no room for them.",
    "not_author": "Only the author of a message may change it.",
    "edited_too_late": "This message cannot be changed any more.",
    "person_absent": "This person is not in the channel.",
    "unseen_channel": "The channel is not there any more, or Council may not see it. If it is, invite Council there with `/invite @Council`.",
    "thread_gone": "The thread is not there any more.",
    "workspace_gone": "The workspace or server is not there any more, or Council is not installed in it.",
    "wrong_channel": "Council cannot post in a channel of this kind.",
    "busy": "The platform takes nothing more at the moment. Please try again in a minute.",
    "stopping": "Council is restarting. Please try again in a moment.",
    "not_served": "Council is not connected to this platform now.",
    "too_late": "That took too long for a window to open. Please press the button again.",
    "closed": "Council may not write here{code}.",
    "place_gone": "The channel is not there any more, or Council may not see it{code}.",
    "message_gone": "The message is not there any more{code}.",
    "refused": "The platform refused that{code}.",
    "unknown": "The platform did not answer, or has trouble{code}. Please try again in a moment.",
}


@dataclass(frozen=True, slots=True)
class EnglishErrors:
    """Implements `ErrorWords`."""

    def refused(self, *, kind: Refusal, fact: str) -> str:
        return REFUSALS[kind].replace("{fact}", fact).strip()

    def models_refused(self, *, models: Sequence[str], choices: Sequence[str]) -> str:
        return (
            f"{', '.join(models)} cannot be chosen here, so nothing was asked or paid; expected {', '.join(choices)}; "
            "the operator of Council can allow more models (COUNCIL_MODELS)."
        )

    def over_budget(self, *, keeper: Keeper, period: Period, cost: str | None, limit: str, left: str) -> str:
        whose = {"channel": "this channel", "workspace": "this workspace", "environment": "this bot"}[keeper]
        variable = f" (COUNCIL_{period.upper()}_BUDGET)"
        is_own = keeper == "environment"
        who = f"the operator can change that{variable}" if is_own else "those who manage it can change that"
        would = f"This question would cost about {cost}, and" if cost else "Nothing was asked, since"
        if period == "run":
            return (
                f"{would} one question may cost {limit} at most under the budget of {whose}. Fewer models, the preset `quick` or a shorter "
                f"question cost less; {who}."
            )
        return (
            f"{would} the budget of {whose}, {limit} a {period}, has {left} left. It starts again with the next {period}; "
            f"{who}."
        )

    def budget_renews(self, *, at: Time) -> Sequence[Part]:
        return ("The budget starts again: ", at)

    of_place: str = (
        "This setting is stored for this channel or its workspace. People who manage them can change it in the "
        "settings here."
    )

    def unpriced(self, *, models: Sequence[str], variables: Sequence[str]) -> str:
        return (
            f"A budget applies here, and no price is known for {listed(models)}, so nothing was asked. Choose other "
            f"models, or the operator of Council can name a price ({', '.join(variables)})."
        )

    def too_many_waiting(self, *, count: int) -> str:
        return (
            f"You have {counted(count, 'question')} in the queue, the most for one person. Wait, or stop one."
        )

    def unknown_run(self, *, run_id: str) -> str:
        return f"There is no run '{run_id}' here; `history` lists the latest ones, and a run of another channel opens only for people in that channel."

    def deleted(self, *, run_id: str, day: str) -> str:
        return f"Run '{run_id}' was deleted on {day}, with all that belonged to it."

    def unknown_choice(self, *, thing: ChoiceKind, value: str, known: Sequence[str], field: str) -> str:
        choose = f" Choose {listed(known, 'or')}." if known else ""
        return f"{CHOICES[thing].format(value=value, field=field)}{choose}"

    def platform(self, *, kind: PlatformTrouble, code: str) -> str:
        return PLATFORM_TROUBLES[kind].replace("{code}", f" ({code})" if code else "")

    def problem(self, *, problem: Problem) -> str:
        facts = problem.facts
        unit, example = UNITS.get(facts.get("unit", ""), ""), facts.get("example")
        said = PROBLEMS[problem.kind].format_map(
            {
                **facts,
                "unit": f" {unit}" if unit else "",
                "of_unit": f" of {unit}" if unit else "",
                "such_as": f", such as {example}" if example else "",
                "limiter": LIMITED_BY.get(facts.get("limiter", ""), ""),
                "version": LIMITED_BY["version"],
                "given": f" '{facts['value']}'" if facts.get("value") else "",
                "nouns": NOUNS.get(facts.get("noun", ""), ("", ""))[1],
                "key": facts.get("name", "").rpartition(".")[2],
                "refused": REFUSALS.get(cast("Refusal", facts.get("refusal", "")), "").replace(
                    "{fact}", facts.get("fact", "")
                ),
            }
        )
        said = f"Model '{facts['seat']}': {said}" if "seat" in facts else said
        return f"{NOUNS[facts['noun']][0]} file {facts['file']}: {said}" if "file" in facts else said

    def store(self, *, kind: StoreKind, facts: Mapping[str, str]) -> str:
        return STORE[kind].format_map(facts)
