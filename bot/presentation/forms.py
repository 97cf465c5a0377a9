"""What somebody wants to fill in -> a form; `bot.requests.forms` reads what comes back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from bot.post import Field, Form, quoted
from bot.presentation.phrases import shortened
from bot.requests import plain_action, run_action
from bot.requests.forms import FILES, INHERIT, NOTHING, QUESTION, place_field
from council_core.domain.ballot import Order
from council_core.domain.question import FileReference, RunId
from council_core.domain.slate import Alias

LONGEST_TEXT = 3_000
"""Characters of a field that every platform takes; Slack takes no more (docs.slack.dev, plain-text input)."""

MEMBERS_HINT = "One provider:model per line, or with commas between. Empty: as it is set here."


MOST_WANTED = (QUESTION, "preset", FILES, "members", "rubric", "chairman")
"""The fields of a question, those first that stay where a form has little room."""

Described = Sequence[tuple[str, str]]
"""Names to choose from, each with what it is for."""

NOTHING_GIVEN: Mapping[str, str] = MappingProxyType({})


def question_form(
    text: str,
    *,
    inherited: Mapping[str, str],
    rubrics: Sequence[str],
    presets: Described,
    files: Sequence[FileReference] = (),
    given: Mapping[str, str] = NOTHING_GIVEN,
    longest: int = LONGEST_TEXT,
    room: int,
) -> Form:
    """A question, perhaps held otherwise than usual.

    Args:
        text: What stands there at first.
        inherited: The settings that hold here, by their names.
        rubrics: What there is to choose from.
        presets: The same.
        files: What comes along anyway.
        given: What was chosen already, by the settings' names; these always have a field.
        longest: How many characters a question may have.
        room: How many fields the form has room for.
    """
    names = ", ".join(inherited["members"].replace("\n", " ").split(","))
    fields = (
        _question(text, longest),
        _preset(given.get("preset"), presets, inherited["preset"]),
        _members(given.get("members", ""), hint=f"Empty: {shortened(names, 70)}"),
        _chairman(given.get("chairman", "")),
        _rubric(given.get("rubric", ""), rubrics, inherited["rubric"]),
        Field(name=FILES, label="Files", kind="files", hint=_that_come_along(files), required=False),
    )
    wanted = (QUESTION, *given, *MOST_WANTED)
    kept = tuple(dict.fromkeys(wanted))[:room]
    return Form(
        title="Ask the council",
        action=plain_action("write"),
        fields=tuple(field for field in fields if field.name in kept),
        submit="Ask",
        files=tuple(files),
    )


def _that_come_along(files: Sequence[FileReference]) -> str:
    names = ", ".join(file.name for file in files)
    return f"From the message comes along: {shortened(names, 60)}" if names else ""


def follow_up_form(run_id: RunId, question: str, *, longest: int = LONGEST_TEXT) -> Form:
    """A question that builds on what was concluded."""
    return Form(
        title="Ask a follow-up",
        action=run_action("followup", run_id),
        fields=(_question("", longest, label="Your follow-up"),),
        submit="Ask",
        intro=f"The members know what was asked and concluded in this thread, last: {quoted(shortened(question, 150))}",
    )


def again_form(
    run_id: RunId,
    question: str,
    texts: Mapping[str, str],
    *,
    rubrics: Sequence[str],
    presets: Described,
    longest: int = LONGEST_TEXT,
) -> Form:
    """The same once more, filled in with how it was.

    Args:
        run_id: The run that was asked before.
        question: What it was asked.
        texts: Its settings as one types them, by their names.
        rubrics: What there is to choose from.
        presets: The same.
        longest: How many characters a question may have.
    """
    members = texts["members"] if len(texts["members"]) <= LONGEST_TEXT else ""
    return Form(
        title="Run again",
        action=run_action("again", run_id),
        fields=(
            _same_question(question, longest),
            _preset_again(texts["preset"], presets),
            _members(members, hint="One provider:model per line. Empty: the same as before."),
            _chairman(texts["chairman"], hint="Empty: the same as before."),
            _rubric(texts["rubric"], rubrics, ""),
        ),
        submit="Run again",
        intro="A new run in the same thread. It knows nothing of the earlier answers, so that it is a fair second try.",
    )


def ranking_form(run_id: RunId, aliases: Sequence[Alias], own: Order, *, places: int) -> Form:
    """One choice for each place.

    Args:
        run_id: The run.
        aliases: What can be ranked.
        own: The person's vote so far.
        places: For how many places there is room; what is not placed counts as tied behind them.
    """
    options = tuple((str(alias), f"Response {alias}") for alias in aliases)
    chosen = [alias for group in own for alias in group]
    shown = min(len(aliases), places)
    fields = tuple(
        Field(
            name=place_field(number),
            label="Best" if number == 1 else f"Place {number}",
            kind="choice",
            value=str(chosen[number - 1]) if number <= len(chosen) else "",
            options=options,
            required=number == 1,
        )
        for number in range(1, shown + 1)
    )
    rest = "Those that you do not place count as tied behind the others."
    return Form(
        title="Rank the responses",
        action=run_action("rank", run_id),
        fields=fields,
        submit="Vote",
        intro=f"Nobody sees how you vote, and you can change it until the names are revealed. {rest}",
    )


def _question(text: str, longest: int, *, label: str = "Question") -> Field:
    is_cut = len(text) > longest
    hint = f"That text had {len(text):,} characters; these are the first {longest:,}." if is_cut else ""
    return Field(name=QUESTION, label=label, kind="text", value=text[:longest], hint=hint, longest=longest)


def _same_question(text: str, longest: int) -> Field:
    """A question that is too long for a field is not shown: cut short, it would be another one."""
    shown = text if len(text) <= longest else ""
    return replace(_question(shown, longest), hint="Empty: the same question as before.", required=False)


def _members(text: str, *, hint: str = MEMBERS_HINT) -> Field:
    return Field(
        name="members",
        label="Members",
        kind="text",
        value=text,
        hint=hint,
        required=False,
        longest=LONGEST_TEXT,
    )


def _chairman(
    text: str, *, hint: str = "A member's name or provider:model. Empty: as it is set here."
) -> Field:
    return Field(name="chairman", label="Chairman", kind="line", value=text, hint=hint, required=False)


def _preset(chosen: str | None, presets: Described, inherited: str) -> Field:
    """With a line for what holds here anyway, and one for none where that would be another thing."""
    as_here = (INHERIT, f"As it is set here: {inherited or 'none'}")
    none = ((NOTHING, "None"),) if inherited else ()
    value = INHERIT if chosen is None else chosen or NOTHING
    return _preset_field(value, (as_here, *none, *_lines(presets)))


def _preset_again(before: str, presets: Described) -> Field:
    return _preset_field(before or NOTHING, ((NOTHING, "None"), *_lines(presets)))


def _preset_field(value: str, options: Described) -> Field:
    return Field(
        name="preset", label="Preset", kind="choice", value=value, options=tuple(options), required=False
    )


def _lines(presets: Described) -> Described:
    return tuple((name, f"{name}: {summary}") for name, summary in presets)


def _rubric(chosen: str, rubrics: Sequence[str], inherited: str) -> Field:
    """With a line for what holds here anyway, where there is such a thing."""
    as_here = ((INHERIT, f"As it is set here: {inherited}"),) if inherited else ()
    options = (*as_here, *((rubric, rubric) for rubric in rubrics))
    value = chosen or (INHERIT if inherited else "")
    return Field(name="rubric", label="Rubric", kind="choice", value=value, options=options, required=False)
