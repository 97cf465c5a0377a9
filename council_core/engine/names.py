"""What is ours -> what DBOS calls it."""

RUN = "council_run"

UNDER_WAY = frozenset({"PENDING", "ENQUEUED", "DELAYED"})
"""The states of a run that has not ended."""

STORY_VERSION = "1"
"""Which order of steps a run was begun with. It changes only with a story that cannot finish older runs: by default
DBOS would hash the sources instead and strand every run that is under way at each edit."""


def version_of(family: str) -> str:
    """What DBOS calls the runs of a family; a process takes up only those of its own version."""
    return f"{STORY_VERSION}-{family}"
