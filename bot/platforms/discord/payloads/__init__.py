"""Discord's interactions and messages read into typed values."""
