"""Connections to Discord: HTTP, the gateway's health, errors and permissions."""
