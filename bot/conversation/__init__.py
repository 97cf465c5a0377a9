"""Handle requests, one module for each kind of request."""
