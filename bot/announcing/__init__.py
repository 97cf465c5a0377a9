"""Run events become posts in the right thread, each sent once, and a card that is kept up to date."""
