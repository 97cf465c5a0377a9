"""Boards of models, schedules, decisions, digests and seats in English."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.presentation.words.en.phrases import capital, counted, listed
from bot.presentation.words.memory import ScheduleDone
from council_core.domain.offer import Silence
from council_core.domain.schedule import Recurrence


@dataclass(frozen=True, slots=True)
class EnglishBoards:
    """Implements `BoardsWords`."""

    panel: str = "Board"
    too_close: str = "It is too close to call: another model could just as well have come first."
    legend: str = (
        "Strength: 1500 is average, and 400 points more win ten of eleven comparisons. Range: in 95 of 100 random "
        "draws of these questions the strength lies in it. Wins: share of comparisons won."
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
    as_picture: str = "As a picture"
    as_tables: str = "As tables"
    tools: str = "Tools"
    by_month: str = "Wins by month"
    then_and_now: str = "Then, now"

    def changed(self, *, name: str, before: str, now: str) -> str:
        return f"{name} changed most: from {before} of its comparisons won to {now}."

    since: str = "From"
    until: str = "Until"

    def limited(self, *, template: str, rubric: str, member: str, since: str, until: str) -> str:
        parts = (
            f"with the template {template}" if template else "",
            f"with the rubric {rubric}" if rubric else "",
            f"answered by {member}" if member else "",
            f"asked since {since}" if since else "",
            f"asked until {until}" if until else "",
        )
        return f"Only questions {listed([part for part in parts if part])}."

    def none_fit(self) -> str:
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
class EnglishSchedules:
    """Implements `ScheduleWords`."""

    next: str = "Next:"
    how: str = (
        "`/council every monday 9:00 your question` makes one, `/council schedules` lists them. Each question costs as "
        "much as one that you ask yourself, and budgets apply."
    )
    title: str = "Schedules"
    none: str = "Nothing is asked on a schedule here."
    paused: str = "paused"
    place_gone: str = (
        "This channel is gone or takes no posts, or the schedule's owner cannot read it any more."
    )
    pause: str = "Pause"
    resume: str = "Resume"
    delete: str = "Delete"
    confirm_delete: str = "Delete this schedule? The questions that it asked stay."
    show_all: str = "Show all"
    change_one: str = "Pause or delete one"

    def when(self, *, recurrence: Recurrence) -> str:
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

    def refused(self, *, when: str, why: str) -> str:
        return f"Your schedule ({when}) asked nothing this time: {why} It tries again at its next time."

    def closed(self, *, when: str) -> str:
        return (
            f"Your schedule ({when}) is paused: its channel is gone or takes no posts, or you cannot read it any more. Make a "
            "new one in another channel."
        )


@dataclass(frozen=True, slots=True)
class EnglishDecisions:
    """Implements `DecisionWords`."""

    record: str = "Record decision"
    decision: str = "What did you decide?"
    look_again: str = "Look again on"
    look_again_hint: str = "A day such as 2027-03-01. You are reminded that morning. Empty: never."
    save: str = "Record"
    recorded: str = "The decision is recorded."
    reminds: str = "You will be reminded on"
    needs_words: str = "Type what you decided."
    bad_day: str = "Write a day as year, month and day, such as 2027-03-01."
    past_day: str = "That day has passed. Choose a later one."
    title: str = "Decisions"
    none: str = "Nothing was decided here yet. Once the names of a question are out, its menu [More] has [Record decision]."
    export_one: str = "Get one as a file"
    look_again_on: str = "look again on"
    due: str = "You wanted to look at this decision again:"
    file: str = "The decision as an architecture decision record."
    change: str = "Change"
    export: str = "Get as a file"
    show_all: str = "All decisions"

    def replaced(self, *, name: str) -> str:
        return f"It replaces what {name} had recorded:"

    def intro(self, *, question: str) -> str:
        return f"The question was: {question}"

    def newest_only(self, *, count: int) -> str:
        return f"These are the newest {count}. Search for words to find older ones."

    def none_found(self, *, words: str) -> str:
        return f"No decision here has all of “{words}” in it."

    def count(self, *, count: int) -> str:
        return f"{capital(counted(count, 'decision'))} here."


@dataclass(frozen=True, slots=True)
class EnglishSeats:
    """Implements `SeatWords`."""

    advanced: str = "Advanced"
    advanced_tick: str = "Advanced: set each model"
    advanced_next: str = "Next: role, temperature, length and effort of each; nothing is asked yet"
    title: str = "Models one by one"
    intro_question: str = (
        "An empty field leaves the choice to the model. You may recognise an answer whose model you set here, "
        "so this run is marked as not blind."
    )
    intro_place: str = (
        "An empty field leaves the choice to the model. These settings apply to every question here."
    )
    unset: str = "nothing set"
    no_role: str = "No role"
    as_usual: str = "The model's default"


@dataclass(frozen=True, slots=True)
class EnglishImproving:
    """Implements `ImprovingWords`."""

    improve_first: str = "First show me a better question"
    improve: str = "Improve the question"
    working: str = "Your question is being rewritten. It comes here, only to you; nothing is asked yet."
    ask_better: str = "Ask this one"
    ask_mine: str = "Ask mine"
    edit: str = "Edit"
    again: str = "Try again"
    open: str = "Open"
    ask_anyway: str = "Ask anyway"
    how_to_ask: str = "How to ask well"
    hide_tips: str = "Hide the tips"
    tips: str = "Say what to decide, by when, the options, key numbers, and what an answer must contain."

    def tip_list(self) -> Sequence[str]:
        return (
            "Say what you decide, by when, and who it is for.",
            "Name the options and what you know of each.",
            "Give the numbers that count: load, cost, deadlines.",
            "Say what an answer must contain, such as a plan or a table.",
            "Ask one thing; ask the next one as a follow-up.",
        )

    def better(self, *, name: str) -> str:
        return f"**{name} would ask it like this.** Nothing is asked yet."

    def unchanged(self, *, name: str) -> str:
        return f"{name} would change nothing. Nothing is asked yet."

    def why(self, *, reasons: Sequence[str]) -> str:
        return f"Why: {' · '.join(reasons)}"

    def yours(self, *, question: str) -> str:
        return f"Yours: {question}"

    def asked(self, *, ago: str) -> str:
        return f"Asked {ago}:"

    def similar(self, *, count: int) -> str:
        what = "A question like yours was" if count == 1 else "Questions like yours were"
        return f"**{what} asked here before.** Nothing is asked yet."


@dataclass(frozen=True, slots=True)
class EnglishDigests:
    """Implements `DigestWords`."""

    title: str = "Digest"
    not_over: str = "is still under way."
    no_verdict: str = "ended without a verdict."
    stop: str = "Stop"
    stopped: str = "There is no digest of this channel any more."
    none: str = "There is no digest of this channel. `/council digest weekly` posts one every Monday."

    def asked(self, *, count: int) -> str:
        return f"{capital(counted(count, 'question'))} to the council"

    def against(self, *, team: Sequence[str], models: Sequence[str]) -> str:
        return f"The team voted for {listed(team)}, the models for {listed(models)}."

    def more(self, *, count: int) -> str:
        return f"And {counted(count, 'earlier question')}: `/council history`."

    def spent(self, *, cost: str) -> str:
        return f"Spent: {cost}"

    def made(self, *, when: str) -> str:
        return f"This channel gets a digest {when}, unless nothing was asked."


@dataclass(frozen=True, slots=True)
class EnglishModels:
    """Implements `ModelsWords`."""

    title: str = "Models"
    model: str = "Model"
    price: str = "A question"
    can: str = "Can read"
    no_provider: str = "No provider is set up here. The operator can add a key, such as OPENROUTER_API_KEY."

    def abilities(self, *, sees: bool | None, tools: bool | None) -> str:
        return ", ".join(name for name, can in (("pictures", sees), ("tools", tools)) if can) or "–"

    def none_chosen(self, *, count: int) -> str:
        return f"None of its {count} models can be chosen here; the operator of Council can allow some (COUNCIL_MODELS)."

    def more(self, *, count: int) -> str:
        return f"… and {count} more"

    def how(self, *, command: str) -> str:
        where = (
            f"in the form (**{command}** alone) or in the settings"
            if command
            else "with council ask --member ID"
        )
        return f"Choose them {where}. A price is what one model costs in a short question."

    def silent(self, *, provider: str, why: Silence) -> str:
        said: dict[Silence, str] = {
            "unknown_provider": "is not a provider that is set up here.",
            "no_key": "has no key here, so its list cannot be read. The operator can set one.",
            "refused": "refuses the key of this Council. The operator can renew it.",
            "no_answer": "does not answer right now. Try again in a minute.",
            "unreadable": "did not answer with a list of models.",
        }
        return f"**{provider}** {said[why]}"
