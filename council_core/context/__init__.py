"""Read people's files as text, in a child process with limits; the only package that knows parsers."""
