"""Draw schedules for the person who lists them."""

from collections.abc import Collection, Sequence

from bot.post import Actions, Block, Button, Choice, Heading, Post, PrivateReply, Time, line, quoted
from bot.presentation.phrases import confirmation
from bot.presentation.words import Words
from bot.requests.actions import plain_action, schedule_action
from bot.requests.memory import ScheduleChange
from council_core.domain.schedule import Schedule, ScheduleId
from council_core.domain.title import cut_at_word

LONGEST_TEXT = 300
LONGEST_CHOICE = 70
"""Most characters of a question in a menu; Slack accepts 75 (docs.slack.dev, option object)."""


def schedule_made(words: Words, schedule: Schedule) -> PrivateReply:
    """Confirm a new schedule: its times, its question, and what can be done with it."""
    page = words.schedules
    when = page.when(recurrence=schedule.recurrence)
    blocks = (
        line(page.made(when=when)),
        line(f"“{quoted(cut_at_word(_text(words, schedule), LONGEST_TEXT))}”"),
        line(page.next, " ", Time(at=schedule.next_at, shows="both"), ". ", page.how, small=True),
        Actions(buttons=(*_buttons(words, schedule), _all(words))),
    )
    return PrivateReply(post=Post(blocks=blocks, summary=page.made(when=when)))


def schedules_reply(
    words: Words, schedules: Sequence[Schedule], *, may_change: Collection[ScheduleId] = ()
) -> PrivateReply:
    """Return the schedules of a place, by their next tick.

    Args:
        words: Words in the person's language.
        schedules: Schedules to list.
        may_change: Those that the person may pause or delete.
    """
    page = words.schedules
    if not schedules:
        return PrivateReply(post=Post(blocks=(line(page.none), line(page.how)), summary=page.none))
    blocks: list[Block] = [Heading(text=page.title)]
    blocks += [block for schedule in schedules for block in _entry(words, schedule)]
    choices = [
        Choice(
            label=cut_at_word(_text(words, schedule), LONGEST_CHOICE),
            action=schedule_action("show", schedule.id),
        )
        for schedule in schedules
        if schedule.id in may_change
    ]
    if choices:
        blocks.append(Actions(choices=tuple(choices), placeholder=page.change_one))
    summary = page.count(count=len(schedules))
    return PrivateReply(post=Post(blocks=tuple(blocks), summary=summary), panel=page.title)


def schedule_changed(words: Words, schedule: Schedule, change: ScheduleChange) -> PrivateReply:
    """Confirm that a schedule was paused, resumed or deleted, or show it."""
    said = "" if change == "show" else words.schedules.changed(change=change)
    blocks: list[Block] = [line(said)] if said else []
    if change != "delete":
        blocks += [*_entry(words, schedule), Actions(buttons=(*_buttons(words, schedule), _all(words)))]
    return PrivateReply(post=Post(blocks=tuple(blocks), summary=said or words.schedules.title))


def schedule_closed_post(words: Words, schedule: Schedule) -> Post:
    """Return a post that tells the owner that their schedule was closed."""
    page = words.schedules
    return _notice(words, schedule, page.closed(when=page.when(recurrence=schedule.recurrence)))


def schedule_refused_post(words: Words, schedule: Schedule, why: str) -> Post:
    """Return a post that tells the owner why their schedule asked nothing."""
    page = words.schedules
    return _notice(words, schedule, page.refused(when=page.when(recurrence=schedule.recurrence), why=why))


def _notice(words: Words, schedule: Schedule, told: str) -> Post:
    text = line(f"“{quoted(cut_at_word(_text(words, schedule), LONGEST_TEXT))}”")
    return Post(blocks=(line(told), text), summary=told, tone="warning")


def _text(words: Words, schedule: Schedule) -> str:
    return words.digests.title if schedule.is_digest else schedule.text


def _entry(words: Words, schedule: Schedule) -> tuple[Block, ...]:
    page = words.schedules
    when = page.when(recurrence=schedule.recurrence)
    follows = (f"{page.next} ", Time(at=schedule.next_at, shows="both"))
    state = follows if schedule.state == "active" else (page.paused,)
    small = line(f"{quoted(schedule.owner_name)} · {when} · ", *state, f" · {schedule.id}", small=True)
    trouble = (line(quoted(schedule.trouble), small=True),) if schedule.trouble else ()
    return line(f"**{quoted(cut_at_word(_text(words, schedule), 120))}**"), small, *trouble


def _buttons(words: Words, schedule: Schedule) -> tuple[Button, ...]:
    page = words.schedules
    is_active = schedule.state == "active"
    first: ScheduleChange = "pause" if is_active else "resume"
    return (
        Button(label=page.pause if is_active else page.resume, action=schedule_action(first, schedule.id)),
        Button(
            label=page.delete,
            action=schedule_action("delete", schedule.id),
            style="danger",
            confirm=confirmation(page.confirm_delete, words),
        ),
    )


def _all(words: Words) -> Button:
    return Button(label=words.schedules.show_all, action=plain_action("schedules"))
