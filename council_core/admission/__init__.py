"""Admission: which requests begin a run, under which id, and which runs may start when."""
