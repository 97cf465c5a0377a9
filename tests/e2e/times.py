"""What differs from run to run in what people see: pattern -> what golden files hold instead."""

TIMES = {
    r"run r[0-9a-hjkmnp-tv-z]{16}": "run RUN",
    r"\d\d:\d\d UTC": "HH:MM UTC",
    r"(took|Took) [\w. ]+?(?= ·|$)": "took N seconds",
    r"[\d.]+ seconds? to the verdict": "N seconds to the verdict",
}
