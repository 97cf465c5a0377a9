"""One command of the terminal: what it is called with, and the module that does it."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command. `module` has a function `run(parsed) -> exit code` and is imported when it is needed, since most
    of what it imports takes longer than printing a help page."""

    summary: str
    description: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    module: str

    def run(self, parsed: argparse.Namespace) -> int:
        """Does the command and returns its exit code."""
        return int(import_module(self.module).run(parsed))
