"""Requests that people can make. Requests on buttons have a short text form of at most 100 characters."""
