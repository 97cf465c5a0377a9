"""Draw a question beside a model's better version of it, with the differences and the reasons."""

import re
from collections.abc import Sequence
from datetime import datetime
from difflib import SequenceMatcher

from bot.post import Actions, Block, Button, File, Line, Post, PrivateReply, line, quoted
from bot.presentation.phrases import ago
from bot.presentation.words import Words
from bot.requests.actions import draft_action, run_action
from council_core.domain.draft import Draft
from council_core.domain.similarity import EarlierQuestion
from council_core.domain.template import Template
from council_core.domain.title import cut_at_word
from council_core.stages.improve import Improved

LONGEST_SHOWN = 1_500
"""Most characters of either question in a message, so that both fit; the form has them whole."""

PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)")


def improved_reply(words: Words, draft: Draft, improved: Improved) -> PrivateReply:
    """Show both questions, the differences, and the reasons. Nothing is asked until the person chooses one."""
    page = words.improving
    if improved.text == draft.text:
        said = page.unchanged(name=quoted(improved.model))
        return PrivateReply(post=Post(blocks=(line(said), _choices(words, draft)), summary=said))
    new, old = marked(draft.text, improved.text)
    blocks: list[Block] = [line(page.better(name=quoted(improved.model)))]
    blocks += map(line, new)
    if improved.why:
        blocks.append(line(page.why(reasons=[quoted(reason) for reason in improved.why]), small=True))
    blocks.append(line(page.yours(question=old), small=True))
    blocks.append(_choices(words, draft, better=True))
    summary = page.better(name=improved.model)
    whole = () if len(improved.text) <= LONGEST_SHOWN else (_whole(page.ask_better, improved.text),)
    return PrivateReply(post=Post(blocks=tuple(blocks), summary=summary.replace("**", ""), files=whole))


def _whole(title: str, text: str) -> File:
    """Return a question as a file, so that nobody asks what they could not read."""
    content = text.encode("utf-8", errors="replace")
    return File(name="question.md", media_type="text/markdown", content=content, title=title)


def improving_reply(words: Words, draft: Draft) -> PrivateReply:
    """Say that the question is being rewritten and where it appears. The question is in it with its buttons, because
    nothing else would come if the process died now."""
    said = words.improving.working
    blocks = (line(said), _yours(words, draft), _choices(words, draft, again=True))
    return PrivateReply(post=Post(blocks=blocks, summary=said))


def not_improved_reply(words: Words, draft: Draft, why: str) -> PrivateReply:
    """Say why the question was not rewritten, and return its text."""
    blocks = (line(quoted(why)), _yours(words, draft), _choices(words, draft, again=True))
    return PrivateReply(post=Post(blocks=blocks, summary=why, tone="warning"))


def improved_intro(words: Words, question: str, improved: Improved) -> str:
    """Show above the form the changes, their reasons and the earlier question."""
    page = words.improving
    if improved.text == question:
        return page.unchanged(name=quoted(improved.model))
    _, old = marked(question, improved.text)
    why = page.why(reasons=[quoted(reason) for reason in improved.why]) if improved.why else ""
    return " ".join(
        part for part in (page.better(name=quoted(improved.model)), why, page.yours(question=old)) if part
    )


def asked_before_reply(
    words: Words, draft: Draft, earlier: Sequence[EarlierQuestion], *, now: datetime
) -> PrivateReply:
    """Offer earlier answers. Nothing is asked until the person chooses."""
    page = words.improving
    said = page.similar(count=len(earlier))
    blocks: list[Block] = [line(said)]
    for each in earlier:
        blocks.append(_asked(words, each, now))
        blocks.append(Actions(buttons=(Button(label=page.open, action=run_action("status", each.run_id)),)))
    anyway = Button(label=page.ask_anyway, action=draft_action("mine", draft.id), style="primary")
    edit = Button(label=page.edit, action=draft_action("edit", draft.id))
    blocks.append(Actions(buttons=(anyway, edit)))
    return PrivateReply(post=Post(blocks=tuple(blocks), summary=said.replace("**", "")))


def answered_before_post(words: Words, earlier: Sequence[EarlierQuestion], *, now: datetime) -> Post:
    """Name the earlier answer and the command that shows it, for a terminal without buttons."""
    page = words.improving
    said = page.similar(count=len(earlier))
    blocks = [line(said)]
    for each in earlier:
        blocks.append(_asked(words, each, now))
        blocks.append(line(f"{page.open}: `council show {each.run_id}`", small=True))
    return Post(blocks=tuple(blocks), summary=said.replace("**", ""))


def _asked(words: Words, earlier: EarlierQuestion, now: datetime) -> Line:
    """Return an earlier question with its age."""
    asked = words.improving.asked(ago=ago(words, earlier.asked_at, now=now))
    return line(f"{asked} {quoted(cut_at_word(earlier.text, 200))}")


def models_refused_reply(words: Words, draft: Draft, why: str) -> PrivateReply:
    """Say which models cannot be chosen, and offer the form with the question in it."""
    edit = Button(label=words.forms.pick_models, action=draft_action("edit", draft.id), style="primary")
    blocks = (line(quoted(why)), *((_yours(words, draft),) * bool(draft.text)), Actions(buttons=(edit,)))
    return PrivateReply(post=Post(blocks=blocks, summary=why, tone="warning"))


def template_refused_reply(
    words: Words, draft: Draft, why: Sequence[str], template: Template | None
) -> PrivateReply:
    """Name all mistakes in a typed template, and return the question's text.

    Args:
        words: Words in the person's language.
        draft: The question.
        why: A sentence for each mistake.
        template: The template, whose form can be filled in; None if there is none by that name.
    """
    page = words.improving
    fill = Button(label=words.templates.fill_in, action=draft_action("fill", draft.id), style="primary")
    edit = Button(label=page.edit, action=draft_action("edit", draft.id))
    blocks = (
        *(line(quoted(each)) for each in why),
        *((_yours(words, draft),) * bool(draft.text)),
        Actions(buttons=(fill, edit) if template is not None else (edit,)),
    )
    return PrivateReply(post=Post(blocks=blocks, summary=" ".join(why), tone="warning"))


def marked(before: str, after: str) -> tuple[list[str], str]:
    """Return the paragraphs of the later text with new words bold, and the earlier one with dropped words struck
    through."""
    old, new = cut_at_word(before, LONGEST_SHOWN).split(), after[:LONGEST_SHOWN]
    paragraphs = [part.split() for part in PARAGRAPH.split(new) if part.split()]
    flat = [word for part in paragraphs for word in part]
    if len(after) > LONGEST_SHOWN:
        paragraphs[-1].append("…")
    matches = SequenceMatcher(None, old, flat, autojunk=False).get_matching_blocks()
    kept_old = {at for match in matches for at in range(match.a, match.a + match.size)}
    kept_new = {at for match in matches for at in range(match.b, match.b + match.size)}
    begins, drawn = 0, list[str]()
    for part in paragraphs:
        drawn.append(_styled(part, [begins + at in kept_new for at in range(len(part))], "**"))
        begins += len(part)
    return drawn, _styled(old, [at in kept_old for at in range(len(old))], "~~")


def _styled(words: list[str], plain: list[bool], mark: str) -> str:
    """Join words, each run of words that are not plain between two marks."""
    parts: list[str] = []
    run: list[str] = []
    for word, is_plain in zip([*words, ""], [*plain, True], strict=True):
        if run and is_plain:
            parts.append(f"{mark}{quoted(' '.join(run))}{mark}")
            run = []
        if is_plain:
            parts.append(quoted(word))
        else:
            run.append(word)
    return " ".join(part for part in parts if part)


def _yours(words: Words, draft: Draft) -> Line:
    """Return the question as its person typed it."""
    text = quoted(cut_at_word(draft.text, LONGEST_SHOWN))
    return line(words.improving.yours(question=text), small=True)


def _choices(words: Words, draft: Draft, *, better: bool = False, again: bool = False) -> Actions:
    page = words.improving
    buttons = (
        *(
            (Button(label=page.ask_better, action=draft_action("better", draft.id), style="primary"),)
            * better
        ),
        *((Button(label=page.again, action=draft_action("again", draft.id), style="primary"),) * again),
        Button(label=page.edit, action=draft_action("edit", draft.id)),
        Button(label=page.ask_mine, action=draft_action("mine", draft.id)),
    )
    return Actions(buttons=buttons)
