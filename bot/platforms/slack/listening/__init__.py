"""Turns Slack's commands, clicks, forms and mentions into requests."""
