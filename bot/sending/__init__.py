"""Sending code that all adapters share: an edit queue, a fence before each call, and rate limits."""
