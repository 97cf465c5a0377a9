"""`council slack-manifest`: prints the manifest to paste into Slack."""

import argparse
import json

from bot.platforms.slack.connection.manifest import manifest


def run(parsed: argparse.Namespace) -> int:
    """Print the manifest."""
    url = None if parsed.url is None else f"{parsed.url.rstrip('/')}/slack/events"
    print(json.dumps(manifest(url, assistant=parsed.assistant), indent=2))
    return 0
