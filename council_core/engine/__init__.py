"""Runs that go on after a crash: the ports `Engine`, `Steps` and `Signals` on DBOS."""
