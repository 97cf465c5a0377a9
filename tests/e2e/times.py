"""Replacements for the parts of posts that differ from run to run: pattern -> text in golden files."""

TIMES = {
    r"run r[0-9a-hjkmnp-tv-z]{16}": "run RUN",
    r"(?:\d{4}-\d\d-\d\d )?\d\d:\d\d UTC": "HH:MM UTC",
    r"\d[\w ]*? to the verdict": "N s to the verdict",
    r"usually about \d[\w ]*": "usually about N s",
}
