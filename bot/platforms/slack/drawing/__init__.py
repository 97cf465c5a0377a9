"""Posts drawn as Block Kit: pure functions."""
