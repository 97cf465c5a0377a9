"""Labelled items with stored or live judgements -> how the council does against its best member, and who judges how."""
