"""Read members with their settings: `openai:gpt-6.1-sol, anthropic:claude-sonnet-5-5?temperature=0.2&name=Ada`.

One entry is a model's id and, behind a question mark, settings in the form of a URL's query: `name`, `temperature`,
`max_tokens`, `effort` (minimal, low, medium, high), `role` (the name of one), `system` (percent-encoded), `tools`,
`answers` and `reviews` (yes or no). The same model twice is two seats.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args
from urllib.parse import parse_qsl, quote

from bot.settings.bounds import Bounds, N, one_of, too_long
from council_core.domain.member import Member, MemberId, ReasoningEffort, Role, Roster, too_many
from council_core.errors import Problem, SettingsError
from council_core.roles import Roles

MOST_TOKENS = 1_000_000
"""Most of `max_tokens`: no model writes more."""

TEMPERATURE = Bounds(kind=float, highest=2, who_raises="provider")
TOKENS = Bounds(kind=int, lowest=1, highest=MOST_TOKENS)
EFFORTS: tuple[str, ...] = get_args(ReasoningEffort)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSetting:
    """One setting of a seat. Its roles depend on the operator, so `role` has no choices here."""

    name: str
    """Its name in a member's text."""

    label: str
    """Its English name for people; a language's words may translate it."""

    hint: str = ""
    choices: tuple[str, ...] = ()
    is_typed: bool = False


SEAT_SETTINGS: tuple[SeatSetting, ...] = (
    SeatSetting(name="role", label="Role"),
    SeatSetting(
        name="temperature",
        label="Temperature",
        hint="0 to 2, such as 0.2; many models with an effort set ignore it",
        is_typed=True,
    ),
    SeatSetting(
        name="max_tokens",
        label="Longest answer (tokens)",
        hint="A whole number; 1000 are some 750 words",
        is_typed=True,
    ),
    SeatSetting(name="effort", label="Effort", choices=EFFORTS),
)


LONGEST_TEXT = 40_000
"""Most characters of all members together, percent-encoded system prompts included."""

LONGEST_ID = 200
"""Most characters of a model's id; the longest on OpenRouter has some 80."""

LONGEST_NAME = 60
LONGEST_SYSTEM_PROMPT = 8_000

KNOWN = (
    "name",
    "temperature",
    "max_tokens",
    "effort",
    "role",
    "system",
    "sees",
    "tools",
    "answers",
    "reviews",
)


def read_roster(members: str, chairman: str, roles: Roles | None = None) -> Roster:
    """Return the roster in these texts; without a chairman the first member who answers takes the chair.

    Args:
        members: Entries separated by commas.
        chairman: An entry, or the id or name of a member.
        roles: Roles to choose from; None if their content does not matter.

    Raises:
        SettingsError: One or several entries are wrong; it lists all problems.
    """
    if trouble := _too_much(members, chairman):
        raise SettingsError([trouble])
    problems: list[Problem] = []
    seats = _seats([entry.strip() for entry in members.split(",") if entry.strip()], problems, roles)
    if not problems and not any(seat.answers for seat in seats):
        problems.append(Problem("nobody_answers"))
    chair: Member | None = None
    if chairman.strip():
        chair = _chair(chairman.strip(), seats, problems, roles)
    if problems:
        raise SettingsError(problems)
    return Roster(members=tuple(seats), chairman=chair or next(seat for seat in seats if seat.answers))


def _too_much(members: str, chairman: str) -> Problem | None:
    """Return the problem of a list that is too long to be read; None if it is not."""
    size = len(members) + len(chairman)
    if size > LONGEST_TEXT:
        return Problem("members_too_long", count=f"{size:,}", most=f"{LONGEST_TEXT:,}")
    count = sum(1 for entry in members.split(",") if entry.strip())
    return too_many(count)


def write_roster(roster: Roster) -> tuple[str, str]:
    """Return the texts from which `read_roster` would read this roster: members one on each line, and the chairman."""
    members = ",\n".join(write_seat(member) for member in roster.members)
    sits = roster.chairman in roster.members
    return members, roster.chairman.id if sits else write_seat(roster.chairman)


def write_seat(member: Member) -> str:
    """Return the typed form of one seat."""
    settings = {
        "name": member.name if member.name != _short(member.model) else None,
        "temperature": member.temperature,
        "max_tokens": member.max_tokens,
        "effort": member.reasoning_effort,
        "role": member.role.name if member.role is not None else None,
        "system": member.system_prompt,
        "sees": None if member.sees is None else "yes" if member.sees else "no",
        "tools": None if member.tools else "no",
        "answers": None if member.answers else "no",
        "reviews": None if member.reviews else "no",
    }
    given = [f"{name}={quote(str(value), safe='')}" for name, value in settings.items() if value is not None]
    return f"{member.model}?{'&'.join(given)}" if given else member.model


def seat_texts(seat: Member) -> dict[str, str]:
    """Return the settings of a seat that people choose in forms, by name; empty for the model's default."""
    values = dict(parse_qsl(write_seat(seat).partition("?")[2]))
    return {setting.name: values.get(setting.name, "") for setting in SEAT_SETTINGS}


def changed_seat(seat: Member, texts: Mapping[str, str], roles: Roles) -> tuple[Member, dict[str, Problem]]:
    """Return the seat with these settings in place of its own, and the problems by setting.

    Args:
        seat: The present seat.
        texts: Settings by name; an empty text means the model's default.
        roles: Roles to choose from.
    """
    kept = {name: text for name, text in {**seat_texts(seat), **texts}.items() if text}
    values = _Values(kept)
    read = _member(seat.model, values, roles)
    if wrong := {name: problem for name, problem in values.wrong.items() if texts.get(name)}:
        return seat, wrong
    changed = replace(
        seat,
        role=read.role,
        temperature=read.temperature,
        max_tokens=read.max_tokens,
        reasoning_effort=read.reasoning_effort,
    )
    return changed, {}


def _chair(text: str, seats: Sequence[Member], problems: list[Problem], roles: Roles | None) -> Member | None:
    for seat in seats:
        if text in {seat.id, seat.name}:
            return seat
    outside = next(iter(_seats([text], problems, roles)), None)
    for seat in seats:
        if outside is not None and replace(outside, id=seat.id) == seat:
            return seat
    if outside is not None and any(outside.id == seat.id for seat in seats):
        # The same model with settings of its own is not the member with that seat.
        return replace(outside, id=MemberId(f"{outside.model}#chairman"))
    return outside


def _seats(entries: Sequence[str], problems: list[Problem], roles: Roles | None) -> list[Member]:
    seats: list[Member] = []
    for entry in entries:
        seat = _seat(entry, problems, roles)
        if seat is None:
            continue
        same = sum(other.model == seat.model for other in seats)
        if same:
            seat = replace(seat, id=MemberId(f"{seat.model}#{same + 1}"))
        names = {other.name for other in seats}
        if seat.name in names:
            count = sum(name == seat.name or name.startswith(f"{seat.name} (") for name in names)
            seat = replace(seat, name=f"{seat.name} ({count + 1})")
        seats.append(seat)
    return seats


def _seat(entry: str, problems: list[Problem], roles: Roles | None) -> Member | None:
    model, _, query = entry.partition("?")
    provider, colon, name = model.partition(":")
    if len(model) > LONGEST_ID:
        count, most = str(len(model)), str(LONGEST_ID)
        problems.append(Problem("model_id_long", value=f"{model[:40]}…", count=count, most=most))
        return None
    label = entry if len(entry) <= LONGEST_ID else f"{entry[:LONGEST_ID]}…"
    if not (colon and provider and name):
        problems.append(Problem("no_model_id", value=label))
        return None
    values = dict(parse_qsl(query, keep_blank_values=True))
    problems += [
        Problem(
            "unknown_seat_setting",
            value=unknown[:LONGEST_NAME],
            known=", ".join(KNOWN),
            id=label,
        )
        for unknown in sorted(values.keys() - set(KNOWN))
    ]
    for setting, longest in (("name", LONGEST_NAME), ("system", LONGEST_SYSTEM_PROMPT)):
        if problem := too_long(setting, values.get(setting, ""), longest):
            problems.append(problem.of_seat(model))
    read = _Values(values)
    member = _member(model, read, roles)
    problems += [problem.of_seat(label) for problem in read.wrong.values()]
    return member


def _member(model: str, read: "_Values", roles: Roles | None) -> Member:
    """Return the member with these settings; problems are added to `read`."""
    effort, values = read.one_of("effort", EFFORTS), read.values
    return Member(
        id=MemberId(model),
        model=model,
        name=values.get("name") or _short(model),
        temperature=read.number("temperature", TEMPERATURE),
        max_tokens=read.number("max_tokens", TOKENS),
        system_prompt=values.get("system") or None,
        role=_role(read, roles),
        reasoning_effort=effort,  # pyright: ignore[reportArgumentType]  # checked against the type's own values
        sees={"yes": True, "no": False}.get(read.one_of("sees", ("yes", "no")) or ""),
        tools=read.one_of("tools", ("yes", "no")) != "no",
        answers=read.one_of("answers", ("yes", "no")) != "no",
        reviews=read.one_of("reviews", ("yes", "no")) != "no",
    )


def _role(read: "_Values", roles: Roles | None) -> Role | None:
    name = read.values.get("role")
    if roles is None:
        return Role(name=name, title=name, instructions="") if name else None
    return roles.get(read.one_of("role", tuple(roles)) or "")


def _short(model: str) -> str:
    """Return a model's short name: the last part of its id."""
    name = model.partition(":")[2].rpartition("/")[2]
    return name.capitalize() if model.startswith("demo:") else name


@dataclass(frozen=True, slots=True)
class _Values:
    """A member's typed settings, and the problems found while they are read, by name."""

    values: Mapping[str, str]
    wrong: dict[str, Problem] = field(default_factory=dict[str, Problem])

    def number(self, name: str, bounds: Bounds[N]) -> N | None:
        text = self.values.get(name)
        if text is None:
            return None
        value, problem = bounds.read(name, text)
        if problem:
            self.wrong[name] = problem
        return value

    def one_of(self, name: str, known: Sequence[str]) -> str | None:
        text = self.values.get(name)
        if text is not None and text not in known:
            self.wrong[name] = one_of(name, text, known)
            return None
        return text
