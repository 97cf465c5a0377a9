"""What is ours -> what DBOS calls it."""

RUN = "council_run"

UNDER_WAY = frozenset({"PENDING", "ENQUEUED", "DELAYED"})
"""The states of a run that has not ended."""

ENDED = frozenset({"SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"})
"""The states of a run that the engine never resumes by itself."""

STORY_VERSION = "1"
"""Part of what DBOS calls the version of the application: by default it would hash the sources and strand every run
that is under way at each edit. It stays when the story changes: steps are found by name."""


def version_of(family: str) -> str:
    """What DBOS calls the runs of a family; a process takes up only those of its own version."""
    return f"{STORY_VERSION}-{family}"
