"""Commands, clicks, forms and mentions of Slack become requests."""
