"""The chat side of Council: requests that people make, and posts and replies that answer them."""
