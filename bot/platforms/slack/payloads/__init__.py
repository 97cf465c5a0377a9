"""Reads Slack's JSON into typed values, without calls to Slack."""
