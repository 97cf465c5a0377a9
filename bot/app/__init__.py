"""Wiring: builds a running council from its settings, serves it, and shuts it down."""
