"""Reads Discord's interactions and messages into typed values."""
