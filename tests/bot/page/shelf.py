"""A dozen revealed questions of two channels with a decision, for tests of lists, boards and prompts."""

from dataclasses import replace
from datetime import timedelta

from bot.web.page import Visitor
from council_core.domain.decision import Decision
from council_core.domain.run import Run
from tests.bot.page.test_home import asked
from tests.bot.page.visits import ALICE, Visits
from tests.samples import NOON

QUESTIONS = (
    "Should we move the nightly build to the new runners before the release?",
    "Tabs or spaces?",
    "Should a small team write its own job queue?",
    "Which database for the event log: Postgres, or one file per day?",
    "Do we keep feature flags after a launch, and for how long?",
    "디자인 시스템을 별도 저장소로 옮겨야 할까요?",
    "Sollen wir die Suche selbst bauen oder einkaufen?",
    "How do we name branches so that a release can be cut from any of them?",
    "Is it worth splitting the importer into its own service this quarter?",
    "What belongs into the on-call handbook, and what does not?",
    "Should errors of the public API be codes, or sentences?",
    "Can we drop support for the old clients in March?",
)


async def a_shelf(site: Visits) -> tuple[Run, Visitor]:
    """Store the questions and the decision. Return one of the runs, and its asker."""
    site.talk.channel_names.update({"C1": "platform", "C2": "release"})
    runs = [
        await asked(site, number, text, "C1" if number % 3 else "C2")
        for number, text in enumerate(QUESTIONS, 1)
    ]
    for number, text in ((0, "After the release, in the first week of March."), (2, "No: we buy one.")):
        decided = Decision(
            run_id=runs[number].id,
            place=runs[number].question.place,
            person=ALICE.person,
            name="Alice",
            locale="en",
            text=text,
            at=NOON + timedelta(days=1),
            look_again=NOON if number else None,
        )
        await site.talk.decisions.record(decided)
    return runs[0], replace(ALICE, person=runs[0].question.asker.id)
