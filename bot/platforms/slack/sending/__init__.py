"""Sends posts to Slack, each once, at the rate that Slack allows."""
