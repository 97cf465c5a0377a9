"""Files of people -> text, in a child process with limits; the only room that knows parsers."""
