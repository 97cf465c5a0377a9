"""One command of the command line: its options, and the module that implements it."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command. `module` has a function `run(parsed) -> exit code`. It is imported only when needed, since most of its
    imports take longer than printing a help page.
    """

    summary: str
    description: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    module: str

    def run(self, parsed: argparse.Namespace) -> int:
        """Run the command and return its exit code."""
        return int(import_module(self.module).run(parsed))
