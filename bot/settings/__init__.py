"""Where settings come from: each kind of setting in its file, and `environment.py`, which reads them all."""

from bot.settings.environment import DEFAULT_DATABASE, Settings, read_settings
from bot.settings.presets import roster_of

__all__ = ["DEFAULT_DATABASE", "Settings", "read_settings", "roster_of"]
