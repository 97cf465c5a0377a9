"""Where settings come from: each kind of setting in its file, and `environment.py`, which reads them all."""

from bot.settings.allowed import ANY_MODEL
from bot.settings.environment import DEFAULT_DATABASE, Settings, read_settings
from bot.settings.preset_checks import seats_of

__all__ = ["ANY_MODEL", "DEFAULT_DATABASE", "Settings", "read_settings", "seats_of"]
