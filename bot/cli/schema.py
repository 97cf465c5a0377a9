"""`council schema`: prints the JSON schema of a printed run."""

import argparse
import json

from council_core.exports.json import run_schema


def run(parsed: argparse.Namespace) -> int:
    """Print the schema."""
    del parsed
    print(json.dumps(run_schema(), indent=2))
    return 0
