"""Replies, help and forms in English."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.presentation.words.en.phrases import listed
from bot.presentation.words.private import FieldFault
from bot.requests.commands import DESCRIPTIONS
from bot.requests.running import MistakeKind, Outdated


@dataclass(frozen=True, slots=True)
class EnglishReplies:
    """Implements `ReplyWords`."""

    say_why: str = "Say why"
    reason_title: str = "Why did it not help?"
    reason_intro: str = "Saved with the run, without your name. Everybody who exports the run can read it."
    reason: str = "What was missing or wrong?"
    send_reason: str = "Send"
    withdraw: str = "Withdraw my vote"
    not_voted: str = "You have not voted, so there is nothing to withdraw."
    vote_withdrawn: str = "Your vote is withdrawn. You can vote again until the names are revealed."
    asked_in_private: str = (
        "Asked. I am not in this channel, so the answer comes in your direct message with me."
    )
    asked_elsewhere: str = "Asked. The answer comes in the thread of the earlier question."
    export_started: str = (
        "The files are posted in this question's thread, or are there already. If nothing arrives, I may not be "
        "allowed to post files there."
    )
    stopped: str = "Stopped. What the models have said so far is kept."
    your_question: str = "Your question:"
    you_typed: str = "You typed:"
    ask_anyway: str = "Ask it anyway"
    ask_it: str = "Ask it"

    def vague(self, *, command: str) -> str:
        return (
            "Asked. One hint, only this once: the question points to something that it does not name, so models can only "
            "guess. Name it, attach the file or ask in its thread, and say what a good answer needs. "
            f"{command} improve and your question rewrites one before it is asked."
        )

    def voted(self, *, alias: str) -> str:
        return f"Your vote: Response {alias}. You can change it until the names are revealed."

    def ranked(self, *, order: str) -> str:
        return f"Your ranking, best first: {order}. You can change it until the names are revealed."

    def feedback(self, *, good: bool) -> str:
        word = "helpful" if good else "not helpful"
        return f"Thanks, marked as {word}. Press the other button to change it."

    def still_in_message(self, *, secrets: str) -> str:
        return (
            f"Your message still shows what was masked: {secrets}. Delete the message and replace those secrets: "
            "others may have read it."
        )

    def retried(self, *, run_id: str, is_new: bool) -> str:
        if is_new:
            return f"Asked once more, with the same models, in the same thread. Its run is {run_id}."
        return f"This was tried again already, as run {run_id} in the same thread."

    def files(self, *, names: Sequence[str]) -> str:
        return f"This run as files: {listed(names)}."

    def vote_closed(self, *, has_verdict: bool) -> str:
        if has_verdict:
            return "The vote is closed. The names follow in a moment."
        return "The vote closes, and the names follow as soon as the verdict is there."

    def incident(self, *, number: str) -> str:
        return (
            "Something went wrong on our side, and nothing was done. If it happens again, give the operator of "
            f"Council this number: {number}."
        )

    def store_away(self, *, number: str) -> str:
        return (
            "Council cannot reach its database right now, so nothing was done. Try again in a few minutes; running "
            f"questions resume by themselves. If it lasts, give the operator of Council this number: {number}."
        )

    def not_started(self, *, run_id: str) -> str:
        return (
            "Your question is kept, but cannot start right now: the database cannot be written to. It starts "
            f"automatically when the database is back, so there is no need to ask again. Its run is {run_id}."
        )

    def did_you_mean(self, *, command: str) -> str:
        return f"Did you mean **{command}**? Nothing was asked yet."

    def one_word(self, *, text: str) -> str:
        return f"Ask the council “{text}”? Nothing was asked yet."


COMMANDS: Mapping[str, str] = {
    "council": "Put a question to several models, who judge each other blind",
    "Ask the council": "Ask the council",
    "ask": "Ask the council",
    "ask question": "What you want to know; leave it out for a form with more room",
    "ask preset": "A named bundle of settings, such as quick or thorough",
    "ask members": "Which models answer this time, separated by commas",
    "ask chairman": "Which model writes the verdict this time",
    "ask rubric": "What reviewers look at this time",
    "ask file": "A file for the council",
    "ask file2": "Another file",
    "ask file3": "Another file",
    "history": "The latest questions of this channel, or your own",
    "history mine": "Your own questions in all channels of this server",
    "history revealed": "Only questions whose names are revealed",
    "search": "Find questions and verdicts of this channel, and your own, by their words",
    "search words": "Words that all have to be there; “quotes” keep some together",
    "board": "How strong the models are in this channel",
    "board only": "Such as template:writer, rubric:code, member:Ada, since:2026-01-31; workspace for all channels",
    "every": "Ask a question again and again in this channel",
    "every when": "Days, time and time zone, such as monday 9:00 Europe/Berlin",
    "every question": "What is asked each time",
    "improve": "Have a question rewritten before you ask it; nothing is asked yet",
    "improve question": "What you want to know",
    "digest": "Post a digest of this channel every week or every day",
    "digest often": "How often; off for none",
    "digest when": "Time and time zone, such as 9:00 Europe/Berlin",
    "decisions": "What was decided in this channel",
    "decisions words": "Only decisions with all these words",
    "models": "Models that providers offer now, with prices",
    "models provider": "One provider, such as openai; all that are set up when you leave it out",
    **DESCRIPTIONS,
}


@dataclass(frozen=True, slots=True)
class EnglishHelp:
    """Implements `HelpWords`."""

    summary: str = "What Council does, and how to ask it something."
    threads: str = "Mention me in a thread and I read it first; ask in a question's thread to follow up."
    ask: str = "Ask"
    history: str = "History"
    settings: str = "Settings"
    start: str = "What should the council look into?"
    example: str = "One repository for everything, or one per service, for a team of five?"
    models: str = "Which models are there?"
    how: str = "How does this work?"
    commands: Mapping[str, str] = field(default_factory=lambda: COMMANDS)

    def outdated(self, *, what: Outdated) -> str:
        said: Mapping[Outdated, str] = {
            "button": "This button belongs to another version of Council and does nothing any more.",
            "form": "This form belongs to another version of Council, so nothing was done. Please open it again.",
        }
        return said[what]

    def asking(self, *, command: str) -> str:
        return f"**{command} your question** asks several models. They answer, review each other blind, and conclude."

    def form(self, *, command: str) -> str:
        return f"**{command}** alone opens a form: files, models, a preset."

    def finding(self, *, command: str) -> str:
        return f"**{command} history** lists the latest questions here, **{command} search words** finds one."

    def looking(self, *, command: str) -> str:
        return f"**{command} board** shows how strong the models are; **templates**, **schedules**, **decisions**, **stats** and **settings** after **{command}** show more."

    def stopping(self, *, command: str) -> str:
        return f"**{command} cancel** stops your latest question, **{command} forget** deletes it."


MISTAKES: Mapping[MistakeKind, str] = {
    "needs_words": "Type a question first.",
    "needs_best": "Choose at least the best one.",
    "ranked_twice": "Response {fact} has a better place already.",
}


@dataclass(frozen=True, slots=True)
class EnglishForms:
    """Implements `FormWords`."""

    ask_title: str = "Ask the council"
    ask: str = "Ask"
    question: str = "Question"
    files: str = "Files"
    pick_models: str = "Pick other models"
    more_models: str = "Other models"
    more_models_hint: str = "provider:model, as the command models lists them, separated by commas"
    follow_up_title: str = "Ask a follow-up"
    follow_up: str = "Your follow-up"
    again_title: str = "Edit and ask again"
    again_intro: str = (
        "A new run in the same thread. It does not know the earlier answers, so it is a fair second try."
    )
    same_question: str = "Empty: the same question as before."
    same_as_before: str = "Other models than before may be picked. Empty: the same."
    same_members: str = "One provider:model per line. Empty: the same as before."
    same_chairman: str = "Empty: the same as before."
    chairman_here: str = "A model's name or provider:model. Empty: as set here."
    none: str = "None"
    rank_title: str = "Rank the responses"
    rank_intro: str = (
        "Nobody sees how you vote, and you can change it until the names are revealed. Responses without a place count "
        "as tied behind the others."
    )
    vote: str = "Vote"
    best: str = "Best"

    def some_models(self, *, shown: int, of: int, command: str) -> str:
        return f"{shown} of {of} models. For any other, type {command} and pick from what comes up."

    def come_along(self, *, names: str) -> str:
        return f"Attached from the message: {names}"

    def too_long(self, *, characters: int, kept: int) -> str:
        return f"That text had {characters:,} characters; these are the first {kept:,}."

    def follow_up_intro(self, *, question: str) -> str:
        return (
            f"The models know what was asked and answered in this thread. The last question was: {question}"
        )

    def members_here(self, *, names: str) -> str:
        return f"Empty: {names}"

    def as_here(self, *, value: str) -> str:
        return f"As set here: {value}"

    def place(self, *, number: int) -> str:
        return f"Place {number}"

    def mistake(self, *, kind: MistakeKind, fact: str) -> str:
        return MISTAKES[kind].replace("{fact}", fact)


FIELD_FAULTS: Mapping[FieldFault, str] = {
    "missing": "{name} is missing",
    "unknown": "there is no field {name}",
    "too_low": "{name} must be at least {limit}",
    "too_high": "{name} must be at most {limit}",
    "no_text": "{name} must be text",
    "no_number": "{name} must be a whole number",
    "yes_no": "{name} must be true or false",
    "no_json": "the body is not a JSON object",
    "other": "{name} has a wrong value",
}


@dataclass(frozen=True, slots=True)
class EnglishPrograms:
    """Implements `ProgramWords`."""

    needs_words: str = "The question is empty."
    ended: str = "It has ended and the names are revealed."
    voting: str = "The verdict is in; people are still voting, so the names stay sealed."
    going_on: str = "It is still running. Ask for this run again in a while."
    demo: str = "These are demo models: no real model was asked."

    def no_token(self, *, variable: str) -> str:
        return f"Send one of the tokens of {variable} as `Authorization: Bearer …`."

    def key_too_long(self, *, most: str) -> str:
        return f"An Idempotency-Key may have at most {most} characters."

    def key_used(self, *, run_id: str) -> str:
        return f"This Idempotency-Key stands for another question, that of run {run_id}. Send a new key with a new question."

    def body_too_large(self, *, most: str) -> str:
        return f"A request body may have at most {most} bytes."

    def no_path(self, *, path: str) -> str:
        return f"There is no {path} here. /v1/openapi.json describes all there is."

    def wrong_method(self, *, path: str, method: str, allowed: str) -> str:
        return f"{path} does not take {method}, only {allowed}."

    def bad_fields(self, *, faults: Sequence[str], known: Sequence[str]) -> str:
        said = "; ".join(faults)
        return f"{said[:1].upper()}{said[1:]}. Known fields: {', '.join(known)}."

    def field_fault(self, *, name: str, kind: FieldFault, limit: str) -> str:
        return FIELD_FAULTS[kind].format(name=f"`{name}`", limit=limit)

    def incident(self, *, number: str) -> str:
        return f"Something went wrong here; the log has it under {number}."

    def unknown_run(self, *, run_id: str) -> str:
        return f"There is no run '{run_id}' of this program. A program reads only the runs that it asked."
