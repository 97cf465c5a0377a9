"""Slack: slash commands, mentions and buttons -> requests; posts -> Block Kit."""
