"""What the adapters share when they send: an edit queue, a fence before each call, and rate limits."""
