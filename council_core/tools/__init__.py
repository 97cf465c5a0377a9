"""Tools: readers of the world outside, one file per tool."""
