"""Tests of decisions: recorded on a revealed run, listed, searched, revisited once, exported as a file."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.conversation.deciding import A_PAGE, SHOWN
from bot.post import Form, PrivateReply, Reply
from bot.presentation.documents import adr
from bot.presentation.words import LANGUAGES
from council_core.domain.question import RunId
from council_core.domain.run import Run
from tests.bot.conversation.talk import ALICE, BOB, Talk, actions, errors, form, said, with_votes_open
from tests.bot.conversation.test_words import draw_form
from tests.bot.presentation.drawing import draw, draw_reply
from tests.contracts.test_decisions import TABS as DECIDED
from tests.core.sitting import a_sitting
from tests.golden_files import assert_golden
from tests.samples import HERE

BERLINER = replace(ALICE, zone="Europe/Berlin")
WORDS = {"decision": "A formatter, from Monday on.", "look_again": "2027-03-01"}


async def revealed(talk: Talk) -> Run:
    """Return a run whose names are revealed."""
    run = await a_sitting().hold()
    await talk.store.add(run.as_asked())
    await talk.store.save(run)
    return run


async def opened(talk: Talk, run: Run) -> Form:
    return form(await talk.presses(f"c1:decide:{run.id}", person=BERLINER))


def read(reply: Reply | None) -> str:
    assert isinstance(reply, PrivateReply), reply
    return draw_reply(reply)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_decision_is_recorded_listed_and_given_out(language: str) -> None:
    talk, person = Talk(), replace(BERLINER, locale=language)
    run = await revealed(talk)
    shown = form(await talk.presses(f"c1:decide:{run.id}", person=person))
    recorded = await talk.sends(shown, WORDS, person=person)
    listed = await talk.types("decisions", person=person)
    given = await talk.presses(f"c1:adr:{run.id}", person=person)

    drawn = "\n\n".join([draw_form(shown), *map(read, (recorded, listed, given))])
    assert_golden(f"conversation/decisions-{language}.txt", drawn)


async def test_the_form_begins_with_the_verdict_and_later_with_what_was_decided() -> None:
    talk = Talk()
    run = await revealed(talk)
    first = await opened(talk, run)
    await talk.sends(first, WORDS, person=BERLINER)

    again = await opened(talk, run)
    await talk.sends(again, {"decision": "Tabs after all."}, person=BERLINER)

    assert first.fields[0].value == "Run a formatter and stop talking about it."
    assert [field.value for field in again.fields] == ["A formatter, from Monday on.", "2027-03-01"]
    (kept,) = await talk.decisions.latest(HERE, limit=9)
    assert kept.decision.text == "Tabs after all."


async def test_nothing_is_decided_before_the_names_are_out() -> None:
    talk = Talk()
    run = await with_votes_open(talk)

    refused = said(await talk.presses(f"c1:decide:{run.id}"))

    assert refused == "Record a decision once the names of this question are out."
    assert (
        said(await talk.presses(f"c1:adr:{(await revealed(Talk())).id}", place=replace(HERE, channel="C2")))
        != ""
    )


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({"decision": "  "}, "decision", "Type what you decided."),
        (
            {"look_again": "next month"},
            "look_again",
            "Write a day as year, month and day, such as 2027-03-01.",
        ),
        (
            {"look_again": "2027-02-31"},
            "look_again",
            "Write a day as year, month and day, such as 2027-03-01.",
        ),
        ({"look_again": "2020-01-01"}, "look_again", "That day has passed. Choose a later one."),
    ],
)
async def test_a_mistake_is_said_at_its_field(values: dict[str, str], field: str, sentence: str) -> None:
    talk = Talk()
    shown = await opened(talk, await revealed(talk))

    assert errors(await talk.sends(shown, values, person=BERLINER)) == {field: sentence}
    assert await talk.decisions.latest(None, limit=9) == ()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_another_person_recorded_meanwhile_is_quoted_and_mistakes_have_the_right_form(
    language: str,
) -> None:
    talk, person = Talk(), replace(BERLINER, locale=language)
    run, other = await revealed(talk), Talk()
    voting = await with_votes_open(other)
    bobs = form(await talk.presses(f"c1:decide:{run.id}", person=BOB))
    shown = form(await talk.presses(f"c1:decide:{run.id}", person=person))
    wrong = [
        errors(await talk.sends(shown, WORDS | values, person=person))
        for values in ({"decision": " "}, {"look_again": "2027-02-31"}, {"look_again": "2020-01-01"})
    ]
    early = said(await other.presses(f"c1:decide:{voting.id}", person=person))

    await talk.sends(bobs, {"decision": "Tabs, says *Bob*."}, person=BOB)
    both = read(await talk.sends(shown, WORDS, person=person))
    again = read(await talk.sends(shown, WORDS, person=person))

    assert "Tabs, says" in both
    assert "Tabs, says" not in again
    drawn = "\n".join([*(f"{at}: {each}" for one in wrong for at, each in one.items()), early, "", both])
    assert_golden(f"conversation/decision-mistakes-{language}.txt", drawn)


async def test_decisions_are_found_by_words_of_the_question_or_the_decision() -> None:
    talk = Talk()
    await talk.sends(await opened(talk, await revealed(talk)), WORDS, person=BERLINER)

    found = [said(await talk.types(f"decisions {words}")) for words in ("formatter", "tabs", "emacs")]
    elsewhere = said(await talk.types("decisions", place=replace(HERE, channel="C2")))

    assert found == ["1 decision here.", "1 decision here.", "No decision here has all of “emacs” in it."]
    assert elsewhere.startswith("Nothing was decided here yet.")


async def test_a_search_reads_all_decisions_and_a_list_tells_that_there_are_more() -> None:
    talk, run = Talk(), await a_sitting().hold()
    for number in range(SHOWN + 2 * A_PAGE):
        each = replace(run, id=RunId(f"r{number:012d}"), asked_at=run.asked_at + timedelta(minutes=number))
        await talk.store.add(each.as_asked())
        said_first = "Emacs, then." if number == 0 else "A formatter."
        await talk.decisions.record(replace(DECIDED, run_id=each.id, text=said_first, at=each.asked_at))

    oldest, all_of_them = await talk.types("decisions emacs"), await talk.types("decisions")

    assert said(oldest) == "1 decision here."
    assert said(all_of_them) == "These are the newest 10. Search for words to find older ones."
    assert read(all_of_them).count("A formatter.") == SHOWN


@pytest.mark.parametrize("language", LANGUAGES)
async def test_its_thread_is_reminded_once_in_the_morning_of_the_day(language: str) -> None:
    talk, person = Talk(), replace(BERLINER, locale=language)
    shown = form(await talk.presses(f"c1:decide:{(await revealed(talk)).id}", person=person))
    await talk.sends(shown, WORDS, person=person)
    (kept,) = await talk.decisions.latest(None, limit=9)
    assert kept.decision.look_again is not None

    for wait in (timedelta(seconds=-1), timedelta(0), timedelta(days=1)):
        talk.clock.at = kept.decision.look_again + wait
        await talk.handle.ask_due(["slack"])

    assert f"{kept.decision.look_again:%Y-%m-%d %H:%M}" == "2027-03-01 08:00"
    ((part, post),) = talk.published
    assert (part, talk.whispered) == ("decision/20270301T0800", [])
    assert_golden(f"conversation/decision-reminder-{language}.txt", draw(post))


async def test_where_the_thread_takes_no_posts_the_reminder_comes_in_private() -> None:
    talk = Talk()
    await talk.sends(await opened(talk, await revealed(talk)), WORDS, person=BERLINER)
    (kept,) = await talk.decisions.latest(None, limit=9)
    assert kept.decision.look_again is not None
    talk.gone = True
    talk.clock.at = kept.decision.look_again

    await talk.handle.ask_due(["slack"])

    assert talk.whispered == [
        (ALICE.id, "You wanted to look at this decision again: Should we use tabs or spaces?")
    ]


async def test_whoever_may_not_read_the_channel_any_more_is_not_reminded() -> None:
    talk = Talk()
    run = await revealed(talk)
    await talk.sends(await opened(talk, run), WORDS, person=BERLINER)
    (kept,) = await talk.decisions.latest(None, limit=9)
    assert kept.decision.look_again is not None
    talk.clock.at = kept.decision.look_again

    talk.silent = True
    await talk.handle.ask_due(["slack"])
    (waiting,) = await talk.decisions.due(talk.clock.at, platforms=["slack"])
    talk.silent = False
    talk.outside.add((ALICE.id, run.question.place.channel))
    await talk.handle.ask_due(["slack"])

    assert waiting.decision.run_id == run.id
    assert await talk.decisions.due(talk.clock.at, platforms=["slack"]) == ()
    assert (talk.whispered, talk.published) == ([], [])


async def test_deleting_the_question_deletes_what_was_decided() -> None:
    talk = Talk()
    run = await revealed(talk)
    await talk.sends(await opened(talk, run), WORDS, person=BERLINER)

    await talk.retention.delete(run.id, from_chat=True)

    assert await talk.decisions.latest(None, limit=9) == ()


async def test_a_button_of_a_run_leads_to_it_only_once_the_names_are_out() -> None:
    talk = Talk()
    voting = await with_votes_open(talk)
    before = read(await talk.types(f"show {voting.id}", person=BOB))
    run = await revealed(Talk())
    other = Talk()
    await other.store.add(run.as_asked())
    await other.store.save(run)

    after = read(await other.types(f"show {run.id}", person=BOB))

    assert ("Record decision" in before, "Record decision" in after) == (False, True)


async def test_secrets_are_masked_before_a_decision_is_kept() -> None:
    talk = Talk()
    run = await a_sitting(redact=True).hold()
    await talk.store.add(run.as_asked())
    await talk.store.save(run)

    shown = await opened(talk, run)
    await talk.sends(shown, {"decision": "Rotate AKIAIOSFODNN7QWERTYU."}, person=BERLINER)

    (kept,) = await talk.decisions.latest(None, limit=9)
    assert "AKIA" not in kept.decision.text


async def test_an_architecture_decision_record_reads_like_its_golden_file() -> None:
    talk = Talk()
    run = await revealed(talk)
    reply = await talk.sends(await opened(talk, run), WORDS, person=BERLINER)
    (kept,) = await talk.decisions.latest(None, limit=9)

    assert "Get as a file" in actions(reply)
    for code in LANGUAGES:
        file = adr(replace(run, settings=replace(run.settings, language=code)), kept.decision)
        assert file.name == f"adr-2026-11-20-{run.id}.md"
        assert_golden(f"exports/adr-{code}.md", file.content.decode())


@pytest.mark.parametrize("day", ["1.3.2027", "2027. 3. 1.", "2027-3-1"])
async def test_a_day_may_be_written_in_other_forms_and_one_that_is_over_is_not_offered_again(
    day: str,
) -> None:
    talk = Talk()
    run = await revealed(talk)
    await talk.sends(await opened(talk, run), WORDS | {"look_again": day}, person=BERLINER)
    (kept,) = await talk.decisions.latest(None, limit=9)
    assert kept.decision.look_again is not None

    talk.clock.at = kept.decision.look_again + timedelta(hours=1)
    again = await opened(talk, run)

    assert f"{kept.decision.look_again:%Y-%m-%d %H:%M}" == "2027-03-01 08:00"
    assert [field.value for field in again.fields] == ["A formatter, from Monday on.", ""]
