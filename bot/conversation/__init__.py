"""Act on requests, one module for each kind of thing that people want."""
