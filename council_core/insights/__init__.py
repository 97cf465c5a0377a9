"""Statistics over many past runs."""
