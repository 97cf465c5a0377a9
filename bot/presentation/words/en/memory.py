"""Boards of models, schedules, decisions, digests and seats in English."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.presentation.words.en.phrases import capital, counted, listed
from council_core.domain.offer import Silence
from council_core.domain.schedule import Recurrence

ScheduleDone = Literal["pause", "resume", "delete"]


@dataclass(frozen=True, slots=True)
class BoardsWords:
    """Strength of the models over many runs. Column titles are short: a table fits a phone."""

    panel: str = "Board"
    """A title of at most 24 characters."""
    too_close: str = "It is too close to call: another model could just as well have come first."
    legend: str = (
        "Strength: 1500 is average, and 400 points more win ten of eleven comparisons. Range: holds the strength in 95 of "
        "100 draws of these questions. Wins: share of comparisons won."
    )
    model: str = "Model"
    strength: str = "Strength"
    interval: str = "Range"
    wins: str = "Wins"
    per_answer: str = "What an answer takes"
    answers: str = "Answers"
    seconds: str = "Time"
    cost: str = "Cost"

    change_models: str = "Change the models"
    """A button."""
    as_picture: str = "As a picture"
    """A button that gives out the board as a picture."""
    as_tables: str = "As tables"
    tools: str = "Tools"
    """The column of tool calls for one answer."""
    by_month: str = "Wins by month"
    """The heading of wins by month."""
    then_and_now: str = "Then, now"
    """Column with the first and the last month's share."""

    def changed(self, *, name: str, before: str, now: str) -> str:
        """The model whose share of wins changed most between the first and the last month."""
        return f"{name} changed most: from {before} of its comparisons won to {now}."

    since: str = "From"
    """The label of the first day that counts."""
    until: str = "Until"
    """The label of the last day that counts."""

    def limited(self, *, template: str, rubric: str, member: str, since: str, until: str) -> str:
        """The questions that count. An empty name is no limit; at least one is not empty."""
        parts = (
            f"with the template {template}" if template else "",
            f"with the rubric {rubric}" if rubric else "",
            f"answered by {member}" if member else "",
            f"asked since {since}" if since else "",
            f"asked until {until}" if until else "",
        )
        return f"Only questions {listed([part for part in parts if part])}."

    def none_fit(self) -> str:
        """Notice that no question is within the limits."""
        return "No question that fits has its names revealed yet, so there is no board."

    def title(self, *, everywhere: bool) -> str:
        return f"How strong the models are {'everywhere' if everywhere else 'here'}"

    def none(self, *, everywhere: bool) -> str:
        where = "" if everywhere else " here"
        return f"No question{where} has its names revealed yet, so there is no board. Demonstrations do not count."

    def counted(self, *, runs: int, everywhere: bool) -> str:
        where = "of all channels" if everywhere else "here"
        return f"From the latest {counted(runs, 'question')} {where} whose names are out."

    def judges(self, *, by_team: bool) -> str:
        return "By the team's blind votes" if by_team else "By the models' ranking, own answers left out"

    def too_few(self, *, runs: int, needed: int, by_team: bool) -> str:
        what = "with blind votes" if by_team else "that the models ranked"
        return f"{capital(counted(runs, 'question'))} {what}; a board needs {needed}."

    def leads(self, *, name: str, is_clear: bool) -> str:
        return f"{name} is {'clearly' if is_clear else 'probably'} the strongest."

    def advice(self, *, name: str, last: int, runs: int, cost: str, kept: str, agreement: str) -> str:
        """Suggests a council without a member. `agreement` is the share of agreement with people's votes that would
        remain; empty if unknown."""
        team = (
            f", and you would keep {agreement} of the agreement with your team's votes" if agreement else ""
        )
        return (
            f"**A suggestion:** {name} was ranked last in {last} of {runs} questions and takes {cost} of the cost. "
            f"Without it, the first place would be the same in {kept} of them{team}. Nothing changes by itself."
        )

    def no_answer(self, *, name: str, count: int) -> str:
        return f"**{name}** gave no answer {'once' if count == 1 else f'{count} times'}."


WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


@dataclass(frozen=True, slots=True)
class ScheduleWords:
    """Questions that are asked again and again."""

    next: str = "Next:"
    """Words before the time of the next tick."""
    how: str = (
        "`/council every monday 9:00 your question` makes one, `/council schedules` lists them. Each question costs as "
        "much as one that you ask yourself, and budgets apply."
    )
    """Instructions for creating, listing and stopping a schedule."""
    title: str = "Schedules"
    """A title of at most 24 characters."""
    none: str = "Nothing is asked on a schedule here."
    paused: str = "paused"
    place_gone: str = "This channel is gone, or its owner cannot read it any more."
    pause: str = "Pause"
    """A button."""
    resume: str = "Resume"
    """A button."""
    delete: str = "Delete"
    """A button."""
    confirm_delete: str = "Delete this schedule? The questions that it asked stay."
    show_all: str = "Show all"
    """A button."""
    change_one: str = "Pause or delete one"
    """Text of a menu of schedules."""

    def when(self, *, recurrence: Recurrence) -> str:
        """Days, time and time zone, for the middle of a sentence."""
        days = recurrence.weekdays
        if len(days) == 7:
            said = "every day"
        elif days == (0, 1, 2, 3, 4):
            said = "every weekday"
        elif days:
            said = f"every {listed([WEEKDAYS[day] for day in days])}"
        elif recurrence.month is None:
            said = f"every month on day {recurrence.day}"
        else:
            said = f"every year on {recurrence.day} {MONTHS[recurrence.month - 1]}"
        return f"{said} at {recurrence.hour}:{recurrence.minute:02} ({recurrence.zone})"

    def made(self, *, when: str) -> str:
        return f"The council is asked this {when}."

    def count(self, *, count: int) -> str:
        return f"{capital(counted(count, 'schedule'))} here."

    def changed(self, *, change: ScheduleDone) -> str:
        return {
            "pause": "The schedule is paused; nothing is asked until you resume it.",
            "resume": "The schedule is active again.",
            "delete": "The schedule is deleted. The questions that it asked stay.",
        }[change]

    def closed(self, *, when: str) -> str:
        """Notice for the owner that the place no longer exists, or is closed to them."""
        return (
            f"Your schedule ({when}) is paused: its channel is gone, or you cannot read it any more. Make a new one in "
            "another channel."
        )


@dataclass(frozen=True, slots=True)
class DecisionWords:
    """Words for the team's decisions."""

    record: str = "Record decision"
    """A choice and the title of a form, of at most 24 characters."""
    decision: str = "What did you decide?"
    """The label of a field."""
    look_again: str = "Look again on"
    """The label of a field."""
    look_again_hint: str = "A day such as 2027-03-01. You are reminded that morning. Empty: never."
    save: str = "Record"
    """A button."""
    recorded: str = "The decision is recorded."
    reminds: str = "You will be reminded on"
    """Words before the day of the reminder."""
    needs_words: str = "Type what you decided."
    bad_day: str = "Write a day as year, month and day, such as 2027-03-01."
    past_day: str = "That day has passed. Choose a later one."
    title: str = "Decisions"
    """A title of at most 24 characters."""
    none: str = "Nothing was decided here yet. Once the names of a question are out, its menu [More] has [Record decision]."
    export_one: str = "Get one as a file"
    """Text of a menu of decisions."""
    look_again_on: str = "look again on"
    """Words before a day."""
    due: str = "You wanted to look at this decision again:"
    """Notice that the day to look again has come."""
    file: str = "The decision as an architecture decision record."
    change: str = "Change"
    """A button."""
    export: str = "Get as a file"
    """A button."""
    show_all: str = "All decisions"
    """A button."""

    def replaced(self, *, name: str) -> str:
        """Words before the earlier decision of this person, which the new one replaces."""
        return f"It replaces what {name} had recorded:"

    def intro(self, *, question: str) -> str:
        return f"The question was: {question}"

    def none_found(self, *, words: str) -> str:
        return f"No decision here has all of “{words}” in it."

    def count(self, *, count: int) -> str:
        return f"{capital(counted(count, 'decision'))} here."


@dataclass(frozen=True, slots=True)
class SeatWords:
    """Models that are set one by one: role, temperature, longest answer and effort."""

    advanced: str = "Advanced"
    """A button in the form for a question."""
    advanced_tick: str = "Advanced: set each model"
    """The label of a tick, at most 45 characters."""
    advanced_next: str = "Next: role, temperature, length and effort of each; nothing is asked yet"
    """The next step, below the tick."""
    title: str = "Models one by one"
    """A title and a button of at most 24 characters."""
    intro_question: str = (
        "An empty field leaves the choice to the model. You may recognise an answer whose model you set here, "
        "so this run is marked as not blind."
    )
    """Notice that empty fields change nothing, and that the run will not count as blind."""
    intro_place: str = (
        "An empty field leaves the choice to the model. These settings apply to every question here."
    )
    unset: str = "nothing set"
    """Words behind a model without settings."""
    no_role: str = "No role"
    as_usual: str = "The model's default"
    """A choice: the provider's default."""


@dataclass(frozen=True, slots=True)
class ImprovingWords:
    """A better question, and earlier ones that asked the same. Nothing is asked until the person chooses."""

    improve_first: str = "First show me a better question"
    """A choice in a form without buttons, of at most 45 characters."""
    improve: str = "Improve the question"
    """A button."""
    working: str = "Your question is being rewritten. It comes here, only to you; nothing is asked yet."
    ask_better: str = "Ask this one"
    """A button."""
    ask_mine: str = "Ask mine"
    """A button."""
    edit: str = "Edit"
    """A button."""
    again: str = "Try again"
    """A button."""
    open: str = "Open"
    """A button."""
    ask_anyway: str = "Ask anyway"
    """A button."""
    how_to_ask: str = "How to ask well"
    """A button and a title of at most 24 characters."""
    hide_tips: str = "Hide the tips"
    """A button."""
    tips: str = "Say what to decide, by when, the options, key numbers, and what an answer must contain."
    """Short advice for asking well, beneath the field of a question; at most 100 characters."""

    def tip_list(self) -> Sequence[str]:
        """A few short tips for asking well."""
        return (
            "Say what you decide, by when, and who it is for.",
            "Name the options and what you know of each.",
            "Give the numbers that count: load, cost, deadlines.",
            "Say what an answer must contain, such as a plan or a table.",
            "Ask one thing; ask the next one as a follow-up.",
        )

    def better(self, *, name: str) -> str:
        """Heading above a model's version of the question, with a note that nothing is asked yet."""
        return f"**{name} would ask it like this.** Nothing is asked yet."

    def unchanged(self, *, name: str) -> str:
        return f"{name} would change nothing. Nothing is asked yet."

    def why(self, *, reasons: Sequence[str]) -> str:
        return f"Why: {' · '.join(reasons)}"

    def yours(self, *, question: str) -> str:
        return f"Yours: {question}"

    def asked(self, *, ago: str) -> str:
        """Stands before a question that was asked so long ago."""
        return f"Asked {ago}:"

    def similar(self, *, count: int) -> str:
        """Heading above similar earlier questions, with a note that nothing is asked yet."""
        what = "A question like yours was" if count == 1 else "Questions like yours were"
        return f"**{what} asked here before.** Nothing is asked yet."


@dataclass(frozen=True, slots=True)
class DigestWords:
    """The digest of a channel: questions of a week or a day."""

    title: str = "Digest"
    """A title of at most 24 characters."""
    not_over: str = "is still under way."
    no_verdict: str = "ended without a verdict."
    stop: str = "Stop"
    """A button."""
    stopped: str = "There is no digest of this channel any more."
    none: str = "There is no digest of this channel. `/council digest weekly` posts one every Monday."

    def asked(self, *, count: int) -> str:
        return f"{capital(counted(count, 'question'))} to the council"

    def against(self, *, team: Sequence[str], models: Sequence[str]) -> str:
        """The team's first response by blind votes, and the models' first one."""
        return f"The team voted for {listed(team)}, the models for {listed(models)}."

    def more(self, *, count: int) -> str:
        return f"And {counted(count, 'earlier question')}: `/council history`."

    def spent(self, *, cost: str) -> str:
        return f"Spent: {cost}"

    def made(self, *, when: str) -> str:
        return f"This channel gets a digest {when}, unless nothing was asked."


@dataclass(frozen=True, slots=True)
class ModelsWords:
    """Models that providers offer."""

    title: str = "Models"
    """A title of at most 24 characters."""
    model: str = "Model"
    price: str = "A question"
    """Heading of the column with the price of one question."""
    can: str = "Can read"
    """Heading of the column with the models' abilities."""
    no_provider: str = "No provider is set up here. The operator can add a key, such as OPENROUTER_API_KEY."
    """Notice that no provider is set up."""

    def abilities(self, *, sees: bool | None, tools: bool | None) -> str:
        """The abilities "pictures" and "tools"; a dash if neither is known."""
        return ", ".join(name for name, can in (("pictures", sees), ("tools", tools)) if can) or "–"

    def none_chosen(self, *, count: int) -> str:
        """Notice that none of these models may be chosen here, and who can change that."""
        return f"None of its {count} models can be chosen here; the operator of Council can allow some (COUNCIL_MODELS)."

    def more(self, *, count: int) -> str:
        """Number of models that are left out of a list."""
        return f"… and {count} more"

    def how(self, *, command: str) -> str:
        """Instructions for choosing models; `command` is empty in the terminal."""
        where = (
            f"in the form (**{command}** alone) or in the settings"
            if command
            else "with council ask --member ID"
        )
        return f"Choose them {where}. Prices are for one model’s part in a short question."

    def silent(self, *, provider: str, why: Silence) -> str:
        """Reason why a provider's list is missing, with the remedy."""
        said: dict[Silence, str] = {
            "unknown_provider": "is not a provider that is set up here.",
            "no_key": "has no key here, so its list cannot be read. The operator can set one.",
            "refused": "refuses the key of this Council. The operator can renew it.",
            "no_answer": "does not answer right now. Try again in a minute.",
            "unreadable": "did not answer with a list of models.",
        }
        return f"**{provider}** {said[why]}"
