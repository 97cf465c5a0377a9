"""Connections to Slack: Socket Mode, HTTP, the Web API, installs, errors, and look-ups of people and channels."""
