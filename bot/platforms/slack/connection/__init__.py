"""Connections to Slack: Socket Mode, HTTP, the Web API, installs, errors, and whom Slack knows."""
