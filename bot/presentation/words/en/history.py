"""Lists of questions and their deletion in English."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.post import Part, StageState, Time
from bot.presentation.words.en.phrases import counted
from council_core.domain.run import RunStatus

STATES: Mapping[RunStatus, str] = {
    "asked": "just asked",
    "answering": "models are answering",
    "reviewing": "models are reviewing",
    "synthesizing": "the chairman is writing the verdict",
    "voting": "vote open",
    "revealed": "done",
    "failed": "no result",
    "cancelled": "stopped",
}


@dataclass(frozen=True, slots=True)
class EnglishHistory:
    """Implements `HistoryWords`."""

    here: str = "The latest questions"
    own: str = "Your latest questions"
    none_here: str = "Nobody has asked the council anything here yet."
    none_own: str = "You have not asked the council anything yet."
    newer: str = "Newer"
    older: str = "Older"
    only_mine: str = "Only mine"
    everyones: str = "All from this place"
    only_revealed: str = "Only revealed"
    any_state: str = "Unfinished too"
    with_words: str = "With these words …"
    find_title: str = "Find questions"
    words: str = "Words"
    words_hint: str = "The question or its verdict must have all of them; “quotes” keep words together."
    find: str = "Find"
    none_fit: str = "No question fits these filters on this page."
    show: str = "Show"
    panel_found: str = "Questions found"
    more: str = "These are the newest. There are older ones; add words to narrow the search."
    meant_as_question: str = "If that was meant as a question, end it with a question mark."
    no_verdict: str = "no verdict"
    demonstration: str = "demonstration"
    a_channel: str = "a channel"
    direct_message: str = "your direct message with Council"
    open_thread: str = "open the thread"
    run: str = "The run"
    whole_verdict: str = "The whole verdict"
    whole_question: str = "The whole question"
    answers: str = "The answers"

    def count_here(self, *, count: int) -> str:
        return f"The latest {counted(count, 'question')} to the council here."

    def count_own(self, *, count: int) -> str:
        return f"Your latest {counted(count, 'question')} to the council."

    def found(self, *, words: str) -> str:
        return f"Found: {words}"

    def count_found(self, *, words: str, count: int, has_more: bool) -> str:
        return f"{'More than ' if has_more else ''}{count} found for “{words}”."

    def none_found(self, *, words: str, in_chat: bool) -> str:
        among = "here or among your own " if in_chat else ""
        return (
            f"No question {among}has all of “{words}” in it or in its verdict. Fewer words find more; a word also "
            "finds longer ones that begin with it."
        )

    def state(self, *, status: RunStatus) -> str:
        return STATES[status]

    def first(self, *, responses: str) -> str:
        return f"{responses} first"

    def asked_by(self, *, asker: str, asked: Time, run_id: str) -> Sequence[Part]:
        return (f"Asked by {asker} ", asked, f" · run {run_id}")

    def stage_state(self, *, state: StageState) -> str:
        return {"waiting": "not yet", "running": "in progress", "done": "done", "failed": "failed"}[state]

    def answers_file(self, *, file: str) -> str:
        return f"The file {file} holds what the models answered."

    def verdict_file(self, *, file: str) -> str:
        return f"The verdict is shortened here; the file {file} has all of it."


@dataclass(frozen=True, slots=True)
class EnglishDeletion:
    """Implements `DeletionWords`."""

    heading: str = "Delete this question?"
    stops_first: str = "It is running and is stopped first."
    goes: str = (
        "The question, all answers, reviews, the verdict, votes and feedback are deleted for everybody, and my posts "
        "about them are replaced by a note. This cannot be undone."
    )
    stays: str = (
        "I cannot delete what people wrote in the thread, files they attached, notifications and e-mails already sent, "
        "what the providers of the models keep, and backups."
    )
    delete: str = "Delete permanently"

    def asks(self, *, question: str) -> str:
        return f"Delete the question “{question}” with all that belongs to it?"

    def deleted(self, *, run_id: str) -> str:
        return f"Run {run_id} is deleted. Its posts are replaced in a moment, where the platform lets me edit them."
