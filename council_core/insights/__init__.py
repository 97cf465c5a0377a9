"""Runs of the past -> what can be learnt from many of them together."""
