"""Turns Discord's commands, clicks, forms and mentions into requests."""
