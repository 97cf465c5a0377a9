"""Draw everything that people read, without the words of any platform."""
