"""Discord: slash commands, mentions and buttons -> requests; posts -> cards of components and messages."""
