"""Admission of runs: identify and store new ones once, and let those in the queue ask models in turn."""
