"""The adapter for Slack: turns slash commands, mentions and clicks into requests, and posts into Block Kit."""
