"""Measure with labelled items how the council does against its best member, and how well each member judges."""
