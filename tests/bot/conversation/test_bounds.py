"""Tests of the bounds on people's choices in chat: models, their number, and the shortest deadline."""

from dataclasses import replace

import pytest

from bot.presentation.words.en.problems import LIMITED_BY
from bot.settings.catalogue import SETTINGS
from council_core.domain.member import MOST_MEMBERS
from council_core.domain.place import Scope
from tests.bot.conversation.talk import ALICE, MANAGER, Talk, an_ask, errors, form, said
from tests.samples import HERE

FIXED = LIMITED_BY["version"]

OURS = {"COUNCIL_MEMBERS": "openai:gpt-6.1-sol?name=Ada, demo:carl", "COUNCIL_CHAIRMAN": "google:gemini-4"}
STRANGER = "openrouter:x/costly"
REFUSED = f"{STRANGER} cannot be chosen here"
WHO = "the operator of Council can allow more models (COUNCIL_MODELS)."


async def in_a_form(talk: Talk, **values: str) -> dict[str, str]:
    opened = form(await talk.presses("c1:edit:channel:all", person=MANAGER))
    return errors(await talk.sends(opened, values, person=MANAGER))


@pytest.mark.parametrize("options", [{"members": STRANGER}, {"chairman": STRANGER}])
async def test_a_model_that_the_operator_did_not_name_is_refused_for_one_question(
    options: dict[str, str],
) -> None:
    talk = Talk(OURS)

    reply = said(await talk.handle(an_ask("Tabs?", options=options)))

    assert REFUSED in reply
    assert WHO in reply
    assert talk.engine.started == []


async def test_a_command_that_names_such_a_model_is_refused_in_private() -> None:
    talk = Talk(OURS)

    reply = said(await talk.types(f'--members "{STRANGER}, demo:carl" Tabs?'))

    assert REFUSED in reply
    assert await talk.store.latest(limit=1) == ()


async def test_a_form_says_it_at_the_field_and_saves_nothing() -> None:
    talk = Talk(OURS)

    wrong = await in_a_form(talk, members=f"{STRANGER}, demo:carl")

    assert REFUSED in wrong["members"]
    assert WHO in wrong["members"]
    assert (await talk.places.find(Scope.around(HERE, "channel"))).values == {}


async def test_what_was_set_before_the_operator_forbade_it_is_refused_as_well() -> None:
    talk = Talk(OURS)
    scope = Scope.around(HERE, "channel")
    await talk.places.save(scope, {"members": STRANGER, "quorum": "1"}, version=0, by=MANAGER.id)

    reply = said(await talk.types("Tabs or spaces?"))

    assert REFUSED in reply
    assert talk.engine.started == []


@pytest.mark.parametrize(
    "chosen", ["openai:gpt-6.1-sol?name=Ada, demo:carl", "google:gemini-4, demo:carl", "demo:carl, demo:carl"]
)
async def test_the_configured_members_and_the_chairman_may_always_be_chosen(chosen: str) -> None:
    talk = Talk(OURS)

    await talk.handle(an_ask("Tabs?", options={"members": chosen, "chairman": ""}))

    assert len((await talk.newest()).settings.roster.members) == 2


async def test_patterns_of_the_operator_allow_more() -> None:
    talk = Talk({**OURS, "COUNCIL_MODELS": "openrouter:x/*, demo:*"})

    await talk.handle(an_ask("Tabs?", options={"members": f"{STRANGER}, demo:zeno", "chairman": ""}))
    refused = said(await talk.handle(an_ask("Spaces?", delivery="2", options={"members": "openrouter:y/z"})))

    assert [seat.model for seat in (await talk.newest()).settings.roster.members] == [STRANGER, "demo:zeno"]
    assert "expected openai:gpt-6.1-sol, demo:carl, google:gemini-4, openrouter:x/*, demo:*" in refused


async def test_a_council_takes_twelve_members_and_not_one_more() -> None:
    talk = Talk({"COUNCIL_MODELS": "demo:*"})
    seats = [f"demo:m{number}" for number in range(MOST_MEMBERS + 1)]

    await talk.handle(an_ask("Tabs?", options={"members": ",".join(seats[:-1])}))
    command = said(await talk.types(f'--members "{",".join(seats)}" Tabs?'))
    in_form = await in_a_form(talk, members="\n".join(seats))

    assert len((await talk.newest()).settings.roster.members) == MOST_MEMBERS
    for words in (command, in_form["members"]):
        assert words == f"13 models are more than a council takes; name at most 12, {FIXED}."
    assert len(talk.engine.started) == 1


async def test_five_thousand_members_are_refused_before_they_are_read() -> None:
    talk = Talk({"COUNCIL_MODELS": "demo:*"})

    reply = said(await talk.handle(an_ask("Tabs?", options={"members": "a:b," * 5_000})))

    assert reply.startswith("5,000 models are more than a council takes")


@pytest.mark.parametrize(
    ("members", "words"),
    [
        (f"demo:{'a' * 300}", "has an id of 305 characters; expected at most 200, "),
        (f"demo:ada?name={'a' * 61}", "name has 61 characters; expected at most 60, "),
        (f"demo:ada?system={'a' * 8_001}", "system has 8,001 characters; expected at most 8,000, "),
        (f"demo:ada?system={'a' * 40_000}", "characters; Council takes up to 40,000, "),
        ("demo:ada?max_tokens=1000001", "expected at most 1,000,000, "),
    ],
)
async def test_ids_names_and_lists_have_a_length_and_the_reply_is_short(members: str, words: str) -> None:
    talk = Talk({"COUNCIL_MODELS": "demo:*", "COUNCIL_QUORUM": "1"})

    reply = said(await talk.handle(an_ask("Tabs?", options={"members": members})))

    assert f"{words}{FIXED}." in reply
    assert len(reply) < 700


@pytest.mark.parametrize(
    ("name", "text", "most"),
    [
        ("vote_minutes", "20000", "10,080 minutes"),
        ("stage_seconds", "1e9", "86,400 seconds"),
        ("keep_days", "99999", "36,525"),
    ],
)
async def test_a_number_that_is_too_great_is_refused_with_who_can_change_the_limit(
    name: str, text: str, most: str
) -> None:
    wrong = await in_a_form(Talk(), **{name: text})

    assert wrong[name].endswith(f"{most}, {FIXED}.")


@pytest.mark.parametrize(
    ("name", "text", "least"),
    [
        ("vote_minutes", "-1", "at least 0 minutes, which nobody can lower"),
        ("quorum", "0", "at least 1, which nobody can lower"),
        ("keep_days", "0", "at least 1, which nobody can lower"),
        ("review_characters", "999", f"at least 1,000, {FIXED}"),
        ("day_budget", "-0.01", "at least 0 US dollars, which nobody can lower"),
        ("stage_seconds", "0", "more than 0 seconds, which nobody can lower"),
    ],
)
async def test_a_number_that_is_too_small_has_an_ending_of_its_own(name: str, text: str, least: str) -> None:
    wrong = await in_a_form(Talk(), **{name: text})

    assert wrong[name] == f"'{SETTINGS[name].label}' is '{text}'; expected {least}."


@pytest.mark.parametrize(
    ("name", "text", "most"),
    [
        ("instructions", "a" * 8_001, "8,000"),
        ("criteria", f"brevity: {'a' * 4_000}", "4,000"),
        ("preset", "a" * 61, "60"),
        ("rubric", "a" * 10_000, ""),
    ],
)
async def test_free_texts_have_a_length_and_the_sentence_does_not_repeat_them(
    name: str, text: str, most: str
) -> None:
    talk = Talk()

    wrong = await in_a_form(talk, **{name: text})

    assert not most or f"expected at most {most}, {FIXED}." in wrong[name]
    assert len(wrong[name]) < 400
    assert (await talk.places.find(Scope.around(HERE, "channel"))).values == {}


@pytest.mark.parametrize("name", ["call_seconds", "stage_seconds"])
async def test_a_place_cannot_set_a_deadline_that_every_call_misses(name: str) -> None:
    talk = Talk()

    wrong = await in_a_form(talk, **{name: "1"})

    assert wrong[name] == (
        f"'{SETTINGS[name].label}' is '1'; expected at least 10 seconds; "
        f"the operator of Council can lower this (COUNCIL_{name.upper()})."
    )


async def test_where_the_operators_own_deadline_is_shorter_a_place_may_set_that() -> None:
    talk = Talk({"COUNCIL_CALL_SECONDS": "4"})
    opened = form(await talk.presses("c1:edit:channel:all", person=MANAGER))

    await talk.sends(opened, {"call_seconds": "4"}, person=MANAGER)

    assert (await talk.desk.places.for_run(HERE, {})).call_seconds == 4


async def test_runs_of_an_old_version_with_more_members_are_not_asked_again() -> None:
    talk = Talk()
    run = await talk.asked("ask Tabs?")
    (seat, *_) = run.settings.roster.members
    seats = tuple(replace(seat, id=f"demo:m{number}") for number in range(MOST_MEMBERS + 1))  # type: ignore[arg-type]
    roster = replace(run.settings.roster, members=seats)
    settings = replace(run.settings, roster=roster)

    retried = await talk.handle(
        an_ask("Tabs?", delivery="again", person=ALICE, options={"members": ",".join(s.id for s in seats)})
    )

    assert "13 models" in said(retried)
    with pytest.raises(Exception, match="too_many_members count=13"):
        talk.council.check(settings)
