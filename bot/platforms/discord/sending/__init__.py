"""Sends posts to Discord, each once, at the rate that Discord allows."""
