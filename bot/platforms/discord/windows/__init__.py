"""Private replies, modals, autocompletion, and submitted forms."""
