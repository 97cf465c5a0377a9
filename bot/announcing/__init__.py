"""Turn run events into posts in the right thread, each sent once, and keep a card up to date."""
