"""Read settings from the environment and `.env`; nothing else reads either. All problems are reported at once."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, cast

from bot.settings.addresses import WebSettings, is_address, web_settings
from bot.settings.allowed import MODELS, floor_problems, models_of, read_patterns, refusals, refused_models
from bot.settings.bounds import Bounds, one_of, shown
from bot.settings.catalogue import ROWS, SETTINGS
from bot.settings.council import council_settings, name_problems, preset_problems, seats_of
from bot.settings.presets import Preset, Presets, load, merged
from bot.settings.readers import Flag, number
from council_core.domain.member import Role
from council_core.domain.settings import CouncilSettings
from council_core.domain.waiting import NO_LIMITS, RunLimits
from council_core.errors import ModelsRefused, Problem, ProblemKind, SettingsError
from council_core.roles import Roles
from council_core.roles import load as load_roles
from council_core.templates import Template, Templates
from council_core.templates import load as load_templates
from council_core.toml_files import nearest
from council_core.tools.connectors import Connector
from council_core.tools.connectors import load as load_connectors

RUNS_AT_ONCE = 50
"""Default limit: some two hundred calls with four members each. That is fewer than `providers.settings.CALLS_AT_ONCE`,
so that no call has to wait for another run's within its stage."""

RUNS_PER_PERSON = 5
RUNS_PER_CHANNEL = 20
WAITING_PER_PERSON = 20

DEFAULT_DATABASE = "sqlite:///council.db"
DEFAULT_HOST = "0.0.0.0"
"""All IPv4 addresses of this machine."""

DEFAULT_PORT = 3000
DEFAULT_DRAIN = 6.0
MOST_DRAIN = 3_600
HERE = Path()
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything that is set from outside. Secrets are left out of its `repr`."""

    council: CouncilSettings
    values: Mapping[str, str]
    """Texts that the environment sets, so that places and runs may override some of them."""

    presets: Presets = field(default_factory=dict[str, Preset])
    """Presets that a place or a run may name."""

    roles: Roles = field(default_factory=dict[str, Role])
    """Roles that a member may have."""

    templates: Templates = field(default_factory=dict[str, Template])
    connectors: tuple[Connector, ...] = ()

    models: tuple[str, ...] = ()
    """Patterns of the models that people may choose in chat, besides those that `council` and the presets name."""

    environment: Mapping[str, str] = field(repr=False)
    """All variables, for the providers' keys and addresses, and for a Slack app that workspaces install."""

    database_url: str = field(default=DEFAULT_DATABASE, repr=False)
    secret_keys: tuple[str, ...] = field(default=(), repr=False)
    """Keys that seal the database's tokens, newest first."""

    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    log_level: str = "INFO"
    log_format: Literal["text", "json"] | None = None  # None: text on a terminal, else JSON
    metrics: bool = False
    metrics_token: str | None = field(default=None, repr=False)
    web: WebSettings | None = None
    """Settings of the pages in the browser; None for no pages."""

    limits: RunLimits = NO_LIMITS
    """Limits on concurrent runs."""

    drain_seconds: float = DEFAULT_DRAIN
    """Seconds for work under way to finish when the process is told to stop."""

    notices: tuple[Problem, ...] = ()
    """Notes for the operator about settings that are not wrong."""

    unknown: tuple[Problem, ...] = ()
    """Each variable that looks like ours and that nothing reads."""

    def for_run(
        self, options: Mapping[str, str], levels: Sequence[Mapping[str, str]] = ()
    ) -> CouncilSettings:
        """Return the council's settings with some of them replaced, by name; an empty text asks for the built-in
        default.

        Args:
            options: Options of one run.
            levels: Settings of the levels around its place, the furthest first.

        Raises:
            SettingsError: A name is unknown, a value wrong, or one that people may not choose; it lists all problems.
            ModelsRefused: The only problem is that models may not be chosen.
        """
        if not options and not any(levels):
            return self.council
        problems = list(floor_problems(levels, self.council))
        texts = merged([self.values, *levels], options, self.presets)
        values = {name: text for name, text in texts.items() if text.strip()}
        problems += name_problems(values, self.presets, "preset")
        settings = council_settings(values, problems, label=lambda name: name, roles=self.roles)
        if settings is None:
            raise SettingsError(problems)
        refused = refused_models(settings.roster, self.named_models, self.models)
        choices = (*self.named_models, *self.models)
        said = refusals(refused, choices)
        if problems:
            raise SettingsError([*problems, *said])
        if refused:
            raise ModelsRefused(said, refused, choices)
        return settings

    @cached_property
    def named_models(self) -> tuple[str, ...]:
        """Return the models in the operator's own settings and presets."""
        named = (seat for preset in self.presets.values() for seat in seats_of(preset))
        return models_of([*self.council.roster.everyone(), *named])


def _unused_key(env: Mapping[str, str], keys: Iterable[str]) -> list[Problem]:
    """Return a notice about the first provider's key, if there is any, because it is unused while the demo members
    answer."""
    return [Problem("unused_key", name=key) for key in keys if key in env][:1]


def _drain_seconds(env: Mapping[str, str], problems: list[Problem]) -> float:
    if (text := env.get("COUNCIL_DRAIN_SECONDS")) is None:
        return DEFAULT_DRAIN
    bounds = Bounds(kind=float, highest=MOST_DRAIN, unit="seconds")
    found, problem = bounds.read("COUNCIL_DRAIN_SECONDS", text)
    problems += [problem] if problem else []
    return DEFAULT_DRAIN if found is None else found


def read_settings(
    environment: Mapping[str, str],
    *,
    demo_roster: tuple[str, ...],
    keys: Iterable[str] = (),
    folder: Path = HERE,
) -> Settings:
    """Read all settings from these variables.

    Args:
        environment: Variables by name; empty texts count as not set.
        demo_roster: Members to use if no models are named.
        keys: Variables of providers' keys; a notice names the first unused one.
        folder: Folder from which paths in the variables start.

    Raises:
        SettingsError: Something is wrong; it lists all problems.
    """
    env = {name: value.strip() for name, value in environment.items() if value.strip()}
    problems, notices = list[Problem](), list[Problem]()
    values = {row.name: env[row.variable] for row in ROWS if row.variable in env}
    if "members" not in values:
        values["members"] = ", ".join(demo_roster)
        notices += _unused_key(env, keys)
    files = _read_files(env, folder, problems)
    problems += name_problems(values, files.presets, "COUNCIL_PRESET")
    texts = {name: text for name, text in merged([values], {}, files.presets).items() if text}
    council = council_settings(texts, problems, label=lambda name: SETTINGS[name].variable, roles=files.roles)
    models = read_patterns(env.get(MODELS, ""), problems)
    host, port = _address(env, problems)
    drain = _drain_seconds(env, problems)
    limits = _run_limits(env, problems)
    level, form = _log(env, problems)
    metrics = Flag().read("COUNCIL_METRICS", env.get("COUNCIL_METRICS", "no"), problems)
    web = web_settings(env, problems)
    secret_keys = tuple(key.strip() for key in env.get("COUNCIL_SECRET_KEYS", "").split(",") if key.strip())
    if council is None or problems:
        raise SettingsError(problems)
    return Settings(
        council=council,
        values=values,
        presets=files.presets,
        roles=files.roles,
        templates=files.templates,
        connectors=files.connectors,
        models=models,
        environment=env,
        database_url=env.get("DATABASE_URL", DEFAULT_DATABASE),
        secret_keys=secret_keys,
        host=host,
        port=port,
        limits=limits,
        drain_seconds=drain,
        log_level=level,
        log_format=form,
        metrics=metrics,
        metrics_token=env.get("COUNCIL_METRICS_TOKEN"),
        web=web,
        notices=tuple(notices),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Files:
    """Contents of TOML files: Council's own, and the operator's."""

    presets: Presets
    roles: Roles
    templates: Templates
    connectors: tuple[Connector, ...]


def _read_files(env: Mapping[str, str], folder: Path, problems: list[Problem]) -> _Files:
    presets = load(_folder(env, "COUNCIL_PRESETS", folder), problems)
    roles = load_roles(_folder(env, "COUNCIL_ROLES", folder), problems)
    problems += preset_problems(presets, roles)
    templates = load_templates(_folder(env, "COUNCIL_TEMPLATES", folder), problems)
    problems += template_problems(templates.values(), presets, roles)
    connectors = load_connectors(_folder(env, "COUNCIL_CONNECTORS", folder), env, problems)
    return _Files(presets=presets, roles=roles, templates=templates, connectors=connectors)


def template_problems(templates: Iterable[Template], presets: Presets, roles: Roles) -> Iterator[Problem]:
    """Yield the templates that name a preset or a role that does not exist."""
    for each in templates:
        if each.preset and each.preset not in presets:
            yield _missing("preset", each.name, each.preset, presets)
        for role in each.roles:
            if role not in roles:
                yield _missing("role", each.name, role, roles)


def _missing(noun: Literal["preset", "role"], template: str, name: str, known: Collection[str]) -> Problem:
    """Return the problem of a template that names what does not exist."""
    if near := nearest(name, known):
        kind: ProblemKind = "missing_preset_near" if noun == "preset" else "missing_role_near"
        return Problem(kind, name=template, value=name, near=near)
    kind = "missing_preset" if noun == "preset" else "missing_role"
    return Problem(kind, name=template, value=name, known=", ".join(known))


def _folder(env: Mapping[str, str], name: str, start: Path) -> Path | None:
    return start / env[name] if name in env else None


def _address(env: Mapping[str, str], problems: list[Problem]) -> tuple[str, int]:
    text = env.get("PORT")
    problem = Problem("number_range", name="PORT", value=shown(text or ""), lowest="0", highest="65535")
    port = number(text, int, lambda value: 0 <= value < 65_536, problem, problems)
    host = env.get("HOST", DEFAULT_HOST)
    if not is_address(host):
        problems.append(Problem("host", name="HOST", value=host))
    return host, DEFAULT_PORT if port is None else port


def _log(env: Mapping[str, str], problems: list[Problem]) -> tuple[str, Literal["text", "json"] | None]:
    level = env.get("COUNCIL_LOG", "INFO").upper()
    if level not in LOG_LEVELS:
        problems.append(one_of("COUNCIL_LOG", level, LOG_LEVELS))
    form = env.get("COUNCIL_LOG_FORMAT", "").lower()
    if form not in {"text", "json", ""}:
        problems.append(one_of("COUNCIL_LOG_FORMAT", env["COUNCIL_LOG_FORMAT"], ("text", "json")))
    return level, cast('Literal["text", "json"]', form) if form else None


def _run_limits(env: Mapping[str, str], problems: list[Problem]) -> RunLimits:
    """Return the limits in these variables; `problems` takes each wrong one."""

    def limit(name: str, default: int) -> int | None:
        text = env.get(name)
        problem = Problem("limit_or_zero", name=name, value=shown(text or ""))
        value = number(text, int, lambda value: value >= 0, problem, problems)
        return (default if value is None else value) or None

    return RunLimits(
        in_all=limit("COUNCIL_RUNS_AT_ONCE", RUNS_AT_ONCE),
        of_person=limit("COUNCIL_RUNS_PER_PERSON", RUNS_PER_PERSON),
        of_channel=limit("COUNCIL_RUNS_PER_CHANNEL", RUNS_PER_CHANNEL),
        waiting_of_person=limit("COUNCIL_WAITING_PER_PERSON", WAITING_PER_PERSON),
    )
