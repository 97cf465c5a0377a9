"""Read settings from the environment: one file per kind of setting; `environment.py` reads them all."""

from bot.settings.allowed import ANY_MODEL
from bot.settings.environment import DEFAULT_DATABASE, Settings, read_settings
from bot.settings.preset_checks import seats_of

__all__ = ["ANY_MODEL", "DEFAULT_DATABASE", "Settings", "read_settings", "seats_of"]
