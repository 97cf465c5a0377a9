"""Earlier questions that asked the same and were answered, for offering them before the same is paid for again."""

from datetime import timedelta

from bot.conversation.desk import Desk
from bot.conversation.templating import templated
from bot.post import Post
from bot.presentation.improving import answered_before_post
from bot.requests.asking import Ask
from council_core.domain.question import Asker, Question, has_words
from council_core.domain.similarity import EarlierQuestion, around, most_alike, sought_words

JUST_ASKED = timedelta(minutes=10)
"""Age below which everybody still sees a question, so that it is not offered."""

SOUGHT = 8
LOOKED_AT = 200
OFFERED = 3
"""Words by which earlier questions are looked up, how many of those are compared, and how many are offered at most."""


async def earlier_questions(desk: Desk, question: Question) -> tuple[EarlierQuestion, ...]:
    """Return answered questions of this channel that asked the same, with the same template and files. Return none for
    a question in a thread, because its words alone may not say what it asks."""
    if question.about or question.follows or question.place.thread:
        return ()
    found = await desk.improver.earlier.sharing(
        sought_words(question.text, most=SOUGHT),
        question.place,
        before=desk.clock.now() - JUST_ASKED,
        limit=LOOKED_AT,
    )
    these = around(question.template, question.files)
    return most_alike(question.text, found, most=OFFERED, around=these)


async def tell_earlier(desk: Desk, request: Ask) -> Post | None:
    """Return the earlier answer to the same question, for a person who decides at once whether to ask anyway; None if
    there is none. Raises RequestError and StoreError."""
    if not has_words(request.text):
        return None
    _, template = await templated(desk, request)
    question = Question(
        text=request.text,
        asker=Asker(id=request.person.id, name=request.person.name),
        place=request.place,
        files=request.files,
        template=template,
    )
    if not (earlier := await earlier_questions(desk, question)):
        return None
    return answered_before_post(desk.words(request.person), earlier, now=desk.clock.now())
