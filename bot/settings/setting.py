"""One setting of a council: its names, the places in which it may be set, and its form as text."""

from dataclasses import MISSING, dataclass, fields
from functools import cached_property
from typing import Literal, get_args

from bot.settings.names import PREFIX
from bot.settings.readers import Kind
from council_core.domain.settings import CouncilSettings

Where = Literal["environment", "preset", "workspace", "channel", "question"]
"""Places in which a setting may be set. The nearer place wins, and a preset overrides the place that names it."""

EVERYWHERE: frozenset[Where] = frozenset(get_args(Where))
PLACES: frozenset[Where] = frozenset({"environment", "workspace", "channel"})
"""Places of settings about spending and about presets themselves, which no preset may choose."""

IN_PLACES = EVERYWHERE - {"question"}

OPERATOR: frozenset[Where] = frozenset({"environment", "preset"})
"""Places of settings that only the operator may set."""

Group = Literal[
    "council", "judging", "stages", "voting", "deadlines", "material", "web", "privacy", "budget", "all"
]
"""Settings on one form; `all` holds every setting that a channel may set."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One setting of a council."""

    name: str
    """Its name in presets, forms and requests; in the environment with `COUNCIL_` and in capitals."""

    kind: Kind
    group: Group | None
    """Its form; None for a setting that only the environment and presets may set."""

    label: str
    """Its English name for people; a language's words may translate it."""

    hint: str = ""
    """The hint beneath its field in a form."""

    about: str
    """The note for operators; it appears in `.env.example` and in `docs/settings.md`."""

    where: frozenset[Where] = IN_PLACES
    field: str = ""
    """Its field in `CouncilSettings`, if the name differs."""

    example: str = ""
    """The example in `.env.example`, in place of the default."""

    cli: str = ""
    """Help of its option in `council ask --help`; empty without an option."""

    is_long: bool = False
    """Whether it may need several lines."""

    @property
    def target(self) -> str:
        """Return its field in `CouncilSettings`."""
        return self.field or self.name

    @property
    def variable(self) -> str:
        """Return the name of its environment variable."""
        return PREFIX + self.name.upper()

    @property
    def is_seats(self) -> bool:
        """Tell whether it is part of the roster, which is read whole."""
        return self.target == "roster"

    @cached_property
    def default(self) -> str:
        """Return the built-in default in its typed form; empty for none."""
        (found,) = (each for each in fields(CouncilSettings) if each.name == self.target)
        return "" if found.default is MISSING else self.kind.write(found.default)

    def text(self, settings: CouncilSettings) -> str:
        """Return its value in these settings, in its typed form."""
        return self.kind.write(getattr(settings, self.target))
