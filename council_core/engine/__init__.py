"""Durable execution of runs: the ports `Engine`, `Steps` and `Signals` on DBOS."""
