"""The adapter for Discord: turns slash commands, mentions and clicks into requests, and posts into components and
messages."""
