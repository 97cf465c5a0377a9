"""Frozen values and the rules they keep; nothing here reaches outside the standard library."""
