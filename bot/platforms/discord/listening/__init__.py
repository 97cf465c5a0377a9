"""Commands, clicks, forms and mentions of Discord become requests."""
