"""Slack's JSON read into typed values, without asking Slack anything."""
