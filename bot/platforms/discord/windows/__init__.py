"""Private replies, modals, autocompletion, and what comes back from forms."""
