"""Frozen values and their rules; nothing here imports anything but the standard library."""
