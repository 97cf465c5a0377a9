"""Presets as files: each `name.toml`, here or in the operator's folder, is a bundle of council settings.

A file has a `summary` and settings by the names that the environment and the forms use; a new file is a new preset. The
code that reads settings checks their values (`bot.settings`).
"""

from bot.settings.presets.files import Preset, Presets, load
from bot.settings.presets.layers import RESETS, laid, preset_among

__all__ = ["RESETS", "Preset", "Presets", "laid", "load", "preset_among"]
