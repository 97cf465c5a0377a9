"""Read settings from the environment: one file per kind of setting; `environment.py` reads them all."""
