"""Draws posts as Discord's components and messages, with pure functions."""
