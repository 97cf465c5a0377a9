"""Draws posts as Block Kit, with pure functions."""
