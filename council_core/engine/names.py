"""Names under which DBOS knows runs and queues."""

RUN = "council_run"

UNDER_WAY = frozenset({"PENDING", "ENQUEUED", "DELAYED"})
"""States of a run that has not ended."""

ENDED = frozenset({"SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"})
"""States of a run that the engine never resumes by itself."""

STORY_VERSION = "1"
"""Part of the application version in DBOS. By default DBOS would hash the sources, and every edit would strand the
runs under way. It stays when the story changes, because steps are found by name."""


def version_of(family: str) -> str:
    """Return the application version of a family's runs; a process resumes only runs of its own version."""
    return f"{STORY_VERSION}-{family}"
