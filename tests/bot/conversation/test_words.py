"""Forms, panels and private replies of a conversation; the golden files are in tests/golden/conversation."""

from dataclasses import replace
from typing import get_args

import pytest

from bot.post import Form, PrivateReply
from bot.presentation.boards import boards_reply, stats_reply
from bot.presentation.documents import export_run
from bot.presentation.forms import again_form, follow_up_form, question_form, ranking_form
from bot.presentation.history import find_form
from bot.presentation.posts import posts_for
from bot.presentation.replies import (
    asked_elsewhere,
    export_started,
    feedback_taken,
    ranking_counted,
    reason_form,
    retry_started,
    vote_counted,
    vote_withdrawn,
)
from bot.presentation.settings_panel import settings_form, settings_reply, settings_reset, settings_saved
from bot.presentation.words import ENGLISH, LANGUAGES, Words
from bot.requests.running import Listing
from bot.settings.catalogue import SETTINGS, Group, names_in
from council_core.domain.connector import Service
from council_core.domain.place import PlaceSettings
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.slate import Alias
from council_core.insights.boards import boards
from council_core.insights.place_stats import place_stats
from tests.bot.presentation.drawing import draw, draw_reply
from tests.bot.presentation.examples import LIMITS, RUN, A, B, C, whole
from tests.core.insights.test_boards import a_result, results
from tests.golden_files import assert_golden

TEXTS = {name: SETTINGS[name].default for name in names_in("all")} | {
    "members": "openai:gpt-6.1-sol,\ndemo:ada",
    "chairman": "demo:ada",
    "rubric": "code",
    "run_budget": "0.50",
    "month_budget": "20",
    "review_characters": "4000",
    "instructions": "Be short; " * 20,
    "keep_days": "90",
}
PRESETS = (("quick", "Little time"), ("thorough", "For what matters"))
OWN = PlaceSettings(values={"quorum": "1", "instructions": "", "rubric": "decision"}, version=3)

GAVE_NONE = a_result("r3", "dorothy", None)
BOARDS = boards(
    (
        *results(40),
        *results(12, by_team=True),
        replace(GAVE_NONE, reason="timed_out"),
        replace(GAVE_NONE, run_id=RunId("r4"), reason="no_credit"),
        replace(GAVE_NONE, run_id=RunId("r5"), reason="timed_out"),
    )
)
FEW_BOARDS = boards(results(1))


def replies(words: Words) -> list[tuple[str, PrivateReply]]:
    return [
        (
            "settings",
            settings_reply(words, TEXTS, {}, {}, fields=100, price="A question costs about $0.04."),
        ),
        (
            "settings-for-managers",
            settings_reply(
                words,
                TEXTS,
                {"quorum": "channel", "rubric": "workspace", "critique": "preset"},
                {"channel": OWN, "workspace": PlaceSettings()},
                fields=5,
            ),
        ),
        (
            "settings-that-contradict",
            settings_reply(words, TEXTS, {}, {"channel": OWN}, fields=100, trouble="The quorum is 3."),
        ),
        ("settings-saved", settings_saved(words, "channel")),
        ("settings-saved-unheard", settings_saved(words, "channel", plain_messages="no_intent")),
        ("settings-reset", settings_reset(words, "workspace")),
        ("stats-none", stats_reply(words, place_stats([whole("voting")]))),
        ("board-none", boards_reply(words, boards(()))),
        ("board-everywhere", boards_reply(words, BOARDS, everywhere=True)),
        ("vote-counted", vote_counted(words, B, RUN)),
        ("ranking-counted", ranking_counted(words, ((B,), (A, C)), RUN)),
        ("vote-withdrawn", vote_withdrawn(words, had_one=True)),
        ("feedback-good", feedback_taken(words, good=True)),
        ("feedback-bad", feedback_taken(words, good=False, asks_why=RUN)),
        ("asked-elsewhere", asked_elsewhere(words)),
        ("retry-started", retry_started(words, RunId("r0000000000aa"), is_new=True)),
        ("retry-started-before", retry_started(words, RunId("r0000000000aa"), is_new=False)),
        ("export-started", export_started(words)),
    ]


def with_votes(count: int) -> Run:
    """Return a whole run in which this many people voted."""
    run = whole()
    return replace(run, tally=run.tally and replace(run.tally, ballots=count))


REPLIES = [
    *replies(ENGLISH),
    *(
        (f"stats-{code}", stats_reply(words, place_stats([with_votes(3), whole("voting")])))
        for code, words in LANGUAGES.items()
    ),
    *((f"board-{code}", boards_reply(words, BOARDS)) for code, words in LANGUAGES.items()),
    *((f"board-few-{code}", boards_reply(words, FEW_BOARDS)) for code, words in LANGUAGES.items()),
]


def forms(words: Words) -> list[tuple[str, Form]]:
    return [
        ("reason", reason_form(words, RUN)),
        ("find", find_form(words, Listing(mine=True))),
        (
            "question",
            question_form(
                words, "Tabs?", inherited=TEXTS, rubrics=("code", "decision"), presets=PRESETS, room=5
            ),
        ),
        (
            "question-with-much-room",
            question_form(
                words,
                "",
                inherited=TEXTS | {"preset": "thorough"},
                rubrics=("code", "decision"),
                presets=PRESETS,
                room=100,
                given={"preset": "quick", "chairman": "demo:ada"},
            ),
        ),
        (
            "question-with-services",
            question_form(
                words,
                "How long is the notice period?",
                inherited=TEXTS | {"services": "wiki"},
                rubrics=("code", "decision"),
                presets=PRESETS,
                services=(
                    Service(
                        name="wiki", title="Wiki", asks={"space": "Space of the wiki"}, fields={"space": "HR"}
                    ),
                    Service(name="tickets", title="Open tickets", asks={"project": "Project, such as WEB"}),
                ),
                room=5,
            ),
        ),
        ("follow-up", follow_up_form(words, RUN, "Tabs *or* spaces? " * 20)),
        (
            "again",
            again_form(words, RUN, "Tabs?", TEXTS, rubrics=("code", "decision"), presets=PRESETS),
        ),
        ("ranking", ranking_form(words, RUN, (A, B, C), ((B,), (A,)), places=5)),
        *(
            (
                f"settings-{group}",
                settings_form(words, "channel", group, OWN, inherited=TEXTS, presets=("quick", "thorough")),
            )
            for group in get_args(Group)
        ),
    ]


FORMS = forms(ENGLISH)


def draw_form(form: Form) -> str:
    """Return a form as plain text that shows everything."""
    lines = [f"FORM {form.title} -> {form.action} [{form.submit}]", form.intro]
    for field in form.fields:
        needed = "needed" if field.required else "optional"
        lines.append(f"{field.name} ({field.kind}, {needed}) {field.label}: {field.value!r}")
        lines += [f"  hint {field.hint}"] if field.hint else []
        lines += [f"  ({value}) {label}" for value, label in field.options]
    return "\n".join(lines)


@pytest.mark.parametrize(("name", "reply"), REPLIES, ids=[case[0] for case in REPLIES])
def test_a_reply_reads_like_its_golden_file(name: str, reply: PrivateReply) -> None:
    assert_golden(f"conversation/{name}.txt", draw_reply(reply))


@pytest.mark.parametrize(("name", "form"), FORMS, ids=[case[0] for case in FORMS])
def test_a_form_reads_like_its_golden_file(name: str, form: Form) -> None:
    assert_golden(f"conversation/form-{name}.txt", draw_form(form))


@pytest.mark.parametrize(("name", "form"), FORMS, ids=[case[0] for case in FORMS])
def test_a_form_fits_where_forms_are_smallest(name: str, form: Form) -> None:
    """Discord's modals have the smallest limits: 5 fields, titles and labels of 45 characters, hints of 100. Slack's
    titles have 24."""
    assert name in {"settings-all", "question-with-much-room"} or len(form.fields) <= 5
    assert len(form.action) <= 80
    assert len(form.title) <= 24
    assert [field.name for field in form.fields if len(field.label) > 45 or len(field.hint) > 100] == []


def test_an_export_reads_like_its_golden_file() -> None:
    (keyed,) = posts_for(export_run(whole(), by="Ann_B"), LIMITS, ENGLISH)

    assert keyed.key.startswith("export/")
    assert_golden("conversation/export.txt", draw(replace(keyed.post, files=())))
    assert [file.name for file in keyed.post.files] == [f"council-{RUN}.md", f"council-{RUN}.json"]


def test_letters_beyond_z_can_be_ranked() -> None:
    many = tuple(Alias(letter) for letter in ("Z", "AA"))

    form = ranking_form(ENGLISH, RUN, many, (), places=5)

    assert form.fields[0].options == (("Z", "Response Z"), ("AA", "Response AA"))
