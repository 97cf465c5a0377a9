"""A run that waits for its turn -> how many come first, and what it waits for."""

from collections.abc import Mapping

from council_core.domain.waiting import Limit, RunWaits

TITLE = "The question waits for its turn"

NEXT: Mapping[Limit, str] = {
    "process": "You are next.",
    "person": "This is the next one of yours.",
    "channel": "You are the next of this channel.",
}

BEFORE: Mapping[Limit, str] = {
    "process": "{many} before you.",
    "person": "{many} of yours before this one.",
    "channel": "{many} of this channel before you.",
}

WHY: Mapping[Limit, str] = {
    "process": "The council is at work on as many questions as it takes at a time; yours begins by itself.",
    "person": "The council is at work on as many of yours as it takes at a time; this one begins by itself.",
    "channel": "The council is at work on as many of this channel's as it takes at a time; yours begins by itself.",
}


def waiting_words(waits: RunWaits) -> str:
    """The state of things as CommonMark, to whoever asked."""
    many = f"More than {waits.before}" if waits.or_more else str(waits.before)
    said = BEFORE[waits.limit].format(many=many) if waits.before else NEXT[waits.limit]
    return f"**{said}** {WHY[waits.limit]}"
