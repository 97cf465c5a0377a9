"""Choose the buttons for what people can do with a run."""

from collections.abc import Sequence
from dataclasses import replace

from bot.post import Actions, Button, Choice, LinkButton
from bot.presentation.phrases import LONGEST_QUESTION, confirmation
from bot.presentation.words import Words
from bot.requests.actions import export_action, run_action
from council_core.domain.question import RunId
from council_core.domain.run import FINISHED
from council_core.domain.summary import RunSummary


def cancel_button(run_id: RunId, words: Words) -> Button:
    """Return the button that stops a run, after a confirmation."""
    label, confirm = words.buttons.cancel, confirmation(words.buttons.confirm_cancel, words)
    return Button(label=label, action=run_action("cancel", run_id), style="danger", confirm=confirm)


def reveal_button(run_id: RunId, words: Words) -> Button:
    """Return the button that ends the vote for everybody, after a confirmation."""
    label, confirm = words.buttons.reveal, confirmation(words.buttons.confirm_reveal, words)
    return Button(label=label, action=run_action("reveal", run_id), confirm=confirm)


def again_button(run_id: RunId, words: Words) -> Button:
    """Return the button that opens the form for the same question once more."""
    return Button(label=words.buttons.again, action=run_action("again", run_id))


def retry_button(run_id: RunId, words: Words) -> Button:
    """Return the button that asks the same once more, with the same settings."""
    return Button(label=words.buttons.retry, action=run_action("retry", run_id), style="primary")


def forget_button(run_id: RunId, words: Words) -> Button:
    """Return the button that explains the deletion of the run and asks for a confirmation."""
    return Button(label=words.buttons.delete, action=run_action("forget", run_id))


def follow_up_button(run_id: RunId, words: Words) -> Button:
    """Return the button that opens the form for a question that follows this one up."""
    return Button(label=words.buttons.follow_up, action=run_action("followup", run_id), style="primary")


def reviews_button(run_id: RunId, words: Words) -> Button:
    """Return the button that opens the panel with every review."""
    return Button(label=words.buttons.reviews, action=run_action("reviews", run_id))


def charts_button(run_id: RunId, words: Words) -> Button:
    """Return the button that sends the run's figures as one picture, only to the person who presses it."""
    return Button(label=words.buttons.charts, action=export_action(run_id, "png"))


def page_button(run_id: RunId, words: Words) -> Button:
    """Return the button that sends a personal link to the run's page in the browser."""
    return Button(label=words.buttons.open_page, action=run_action("page", run_id))


def run_buttons(
    summary: RunSummary,
    words: Words,
    *,
    verdict_url: str = "",
    has_page: bool = False,
    may_reveal: bool = True,
    may_cancel: bool = True,
    may_share: bool = True,
) -> tuple[Actions, ...]:
    """Return the buttons of a run in its present state: stop it, or use its result.

    Args:
        summary: The run.
        words: The language.
        verdict_url: Link to the verdict's post; empty if unknown.
        has_page: Whether runs have pages in the browser.
        may_reveal: Whether the reader may end the vote; True for a post that everybody sees.
        may_cancel: Whether the reader may stop the run; True for a post that everybody sees.
        may_share: Whether the run has a thread, from which its verdict can be shared into the channel.
    """
    run_id = summary.run_id
    if summary.status in FINISHED or summary.status == "voting":
        share = _share(summary, words) if may_share else ()
        return (_after(summary, words, verdict_url, share=share, has_page=has_page, may_reveal=may_reveal),)
    page = (page_button(run_id, words),) if has_page else ()
    whole = tuple(Button(label=one.label, action=one.action) for one in _whole(summary, words))
    cancel = (cancel_button(run_id, words),) if may_cancel else ()
    buttons = (*page, *whole, *cancel)
    return (Actions(buttons=buttons),) if buttons else ()


def buttons_below_verdict(summary: RunSummary, words: Words, *, has_page: bool) -> Actions:
    """Return the buttons below a post that holds a run's verdict and vote."""
    shown_above = replace(summary, has_verdict=False)
    row = _after(shown_above, words, "", share=(), has_page=has_page, may_reveal=False)
    return replace(row, buttons=(*_share(summary, words), *row.buttons))


def _share(summary: RunSummary, words: Words) -> tuple[Button, ...]:
    """Return the button that shares the verdict into the channel, once everybody may read the verdict."""
    if not summary.has_verdict or summary.hides_result:
        return ()
    return (Button(label=words.buttons.share, action=run_action("share", summary.run_id)),)


def _after(
    summary: RunSummary,
    words: Words,
    verdict_url: str,
    *,
    share: Sequence[Button],
    has_page: bool,
    may_reveal: bool,
) -> Actions:
    run_id = summary.run_id
    missed = summary.status == "failed" or (summary.status == "revealed" and summary.incomplete)
    read = LinkButton(label=words.buttons.read_verdict, url=verdict_url)
    return Actions(
        buttons=(
            *((retry_button(run_id, words),) if missed else ()),
            *((read,) if verdict_url else ()),
            *((follow_up_button(run_id, words),) if summary.has_verdict else ()),
            *share,
            *(
                (reveal_button(run_id, words),)
                if may_reveal and summary.voting_open and summary.who_reveals != "nobody"
                else ()
            ),
            *((page_button(run_id, words),) if has_page else ()),
        ),
        choices=(
            *_whole(summary, words),
            Choice(label=words.buttons.again, action=run_action("again", run_id)),
            *(
                (Choice(label=words.buttons.export, action=run_action("export", run_id)),)
                if summary.status in FINISHED
                else ()
            ),
            *(
                (
                    Choice(
                        label=words.buttons.tool_calls(count=summary.tool_calls),
                        action=run_action("tools", run_id),
                    ),
                )
                if summary.tool_calls
                else ()
            ),
            *(
                (Choice(label=words.decisions.record, action=run_action("decide", run_id)),)
                if summary.status == "revealed"
                else ()
            ),
            # No button in a thread destroys a verdict; the command `forget` does.
            *(
                (Choice(label=words.buttons.delete, action=run_action("forget", run_id)),)
                if summary.status in ("failed", "cancelled")
                else ()
            ),
        ),
        placeholder=words.buttons.more,
    )


def _whole(summary: RunSummary, words: Words) -> tuple[Choice, ...]:
    """Return the choice that shows the whole question, if the card shortens it."""
    if len(summary.question) <= LONGEST_QUESTION:
        return ()
    return (Choice(label=words.buttons.whole_question, action=run_action("question", summary.run_id)),)


def verdict_buttons(run_id: RunId, words: Words) -> Actions:
    """Return the buttons under a verdict."""
    return Actions(
        buttons=(
            follow_up_button(run_id, words),
            Button(label=words.buttons.helpful, action=run_action("good", run_id), rates="good"),
            Button(label=words.buttons.not_helpful, action=run_action("bad", run_id), rates="bad"),
        )
    )


def failure_buttons(run_id: RunId, words: Words) -> Actions:
    """Return the buttons of a run without a result."""
    return Actions(buttons=(retry_button(run_id, words), again_button(run_id, words)))
