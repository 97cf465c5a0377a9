"""Posts drawn as components and messages of Discord: pure functions."""
