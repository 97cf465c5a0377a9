"""Draw the form for a decision, lists of decisions, and reminders of them."""

from collections.abc import Sequence

from bot.post import (
    Actions,
    Block,
    Button,
    Choice,
    Field,
    File,
    Form,
    Heading,
    Mention,
    Post,
    PrivateReply,
    Time,
    line,
    quoted,
)
from bot.presentation.words import Words
from bot.requests.actions import plain_action, run_action
from bot.requests.forms import DECISION, LOOK_AGAIN
from council_core.domain.decision import Decision, RecordedDecision
from council_core.domain.export import Export
from council_core.domain.question import RunId
from council_core.domain.title import cut_at_word, short_title

LONGEST_CHOICE = 70
"""Most characters of a question in a menu; Slack accepts 75 (docs.slack.dev, option object)."""


LONGEST_REPLACED = 1_500
"""Most characters of a replaced decision that are quoted."""


def decision_form(
    words: Words, run_id: RunId, question: str, *, text: str, look_again: str, longest: int
) -> Form:
    """Return the form for a decision, filled in with the verdict's first sentence.

    Args:
        words: Words in the person's language.
        run_id: The run.
        question: Its question.
        text: Initial text.
        look_again: Initial day; empty for none.
        longest: Most characters of a field.
    """
    page = words.decisions
    return Form(
        title=page.record,
        action=run_action("decide", run_id),
        fields=(
            Field(name=DECISION, label=page.decision, kind="text", value=text[:longest], longest=longest),
            Field(
                name=LOOK_AGAIN,
                label=page.look_again,
                kind="line",
                value=look_again,
                hint=page.look_again_hint,
                required=False,
                longest=len("2027. 12. 31."),
            ),
        ),
        submit=page.save,
        intro=page.intro(question=quoted(cut_at_word(question, 200))),
    )


def decision_recorded(words: Words, decision: Decision, earlier: Decision | None = None) -> PrivateReply:
    """Confirm that a decision is recorded, and quote another person's earlier one that it replaces: they may have
    recorded it while this person's form was open."""
    page = words.decisions
    again = decision.look_again
    blocks: list[Block] = [line(page.recorded), line(f"“{quoted(cut_at_word(decision.text, 500))}”")]
    if again is not None:
        blocks.append(line(f"{page.reminds} ", Time(at=again, shows="date"), small=True))
    if earlier is not None and earlier.person != decision.person:
        replaced = page.replaced(name=quoted(earlier.name))
        blocks.append(line(f"{replaced} “{quoted(cut_at_word(earlier.text, LONGEST_REPLACED))}”", small=True))
    blocks.append(_buttons(words, decision.run_id))
    return PrivateReply(post=Post(blocks=tuple(blocks), summary=page.recorded))


def decisions_reply(
    words: Words, found: Sequence[RecordedDecision], *, sought: str = "", most: int | None = None
) -> PrivateReply:
    """Return the decisions of a place, or those with certain words, newest first; of more than `most` the newest."""
    page, more = words.decisions, most is not None and len(found) > most
    found = found[:most]
    if not found:
        none = page.none_found(words=cut_at_word(sought, 60)) if sought else page.none
        return PrivateReply(post=Post(blocks=(line(quoted(none)),), summary=none))
    blocks: list[Block] = [Heading(text=page.title)]
    blocks += [block for each in found for block in _entry(words, each)]
    if more:
        blocks.append(line(page.newest_only(count=len(found)), small=True))
    choices = tuple(
        Choice(
            label=short_title(each.question, longest=LONGEST_CHOICE),
            action=run_action("adr", each.decision.run_id),
        )
        for each in found
    )
    blocks.append(Actions(choices=choices, placeholder=page.export_one))
    count = page.newest_only(count=len(found)) if more else page.count(count=len(found))
    return PrivateReply(post=Post(blocks=tuple(blocks), summary=count), panel=page.title)


def reminder_post(words: Words, recorded: RecordedDecision) -> Post:
    """Return a post that tells the thread, and notifies the person who recorded a decision, that its day has come."""
    page, decision = words.decisions, recorded.decision
    person = Mention(person=decision.person, name=decision.name, rings=True)
    blocks = (
        line(person, " ", page.due),
        *_entry(words, recorded),
        _buttons(words, recorded.decision.run_id),
    )
    return Post(blocks=blocks, summary=f"{page.due} {cut_at_word(recorded.question, 150)}")


def decision_file(words: Words, file: Export) -> PrivateReply:
    """Return a decision as a file, for the one person who asked for it."""
    page = words.decisions
    attached = File(name=file.name, media_type=file.media_type, content=file.content, title=page.file)
    return PrivateReply(post=Post(blocks=(line(page.file),), summary=page.file, files=(attached,)))


def _entry(words: Words, recorded: RecordedDecision) -> tuple[Block, ...]:
    decision, page = recorded.decision, words.decisions
    again = decision.look_again
    until = () if again is None else (f" · {page.look_again_on} ", Time(at=again, shows="date"))
    return (
        line(f"**{quoted(short_title(recorded.question))}**"),
        line(quoted(cut_at_word(decision.text, 300))),
        line(
            f"{quoted(decision.name)} · ",
            Time(at=decision.at, shows="date"),
            *until,
            f" · {decision.run_id}",
            small=True,
        ),
    )


def _buttons(words: Words, run_id: RunId) -> Actions:
    page = words.decisions
    return Actions(
        buttons=(
            Button(label=page.change, action=run_action("decide", run_id)),
            Button(label=page.export, action=run_action("adr", run_id)),
            Button(label=page.show_all, action=plain_action("decisions")),
        )
    )
