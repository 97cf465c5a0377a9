"""Requests -> what the council does about them, one room for each kind of thing that people want."""
