"""Tests that a person chooses the services for a question, and a channel those for every question."""

from pathlib import Path

import pytest

from bot.presentation.forms import question_form
from bot.presentation.words import ENGLISH, LANGUAGES, Words
from bot.settings.catalogue import typed
from council_core.domain.connector import Service
from council_core.templates import Template
from tests.bot.conversation.talk import MANAGER, Talk, an_ask, form, said
from tests.samples import SETTINGS

WIKI = """
title = "Wiki"
url = "https://wiki.example/{{space}}?q={{question}}"
where = ["slack/T1"]
[fields]
space = "HR"
[asks]
space = "Space of the wiki"
"""
TICKETS = 'title = "Tickets"\nurl = "https://tickets.example/?q={{question}}"\nwhere = ["*"]\n'
ELSEWHERE = 'url = "https://crm.example/?q={{question}}"\nwhere = ["discord"]\n'


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    for name, text in (("wiki", WIKI), ("tickets", TICKETS), ("crm", ELSEWHERE)):
        (tmp_path / f"{name}.toml").write_text(text)
    return Talk({"COUNCIL_CONNECTORS": str(tmp_path)})


async def test_the_form_offers_the_services_of_the_place_and_asks_their_fields(talk: Talk) -> None:
    fields = {field.name: field for field in form(await talk.presses("c1:write")).fields}

    assert fields["services"].options == (("tickets", "Tickets"), ("wiki", "Wiki"))
    assert fields["services"].value == ("tickets", "wiki")
    assert fields["service_fields"].value == "space: HR"
    assert fields["service_fields"].hint == "space: Space of the wiki"


@pytest.mark.parametrize(
    ("chosen", "kept"), [(("wiki",), "wiki"), (("tickets", "wiki"), "tickets, wiki"), ((), "none")]
)
async def test_a_run_keeps_the_services_that_its_person_chose(
    chosen: tuple[str, ...], kept: str, talk: Talk
) -> None:
    opened = form(await talk.presses("c1:write"))

    await talk.sends(
        opened, {"question": "How long?", "services": chosen, "service_fields": "space: Law\nyear:"}
    )

    settings = (await talk.newest()).settings
    assert (settings.connectors, settings.connector_fields) == (kept, "space: Law")


async def test_a_channel_says_which_services_are_asked_where_nobody_chooses(talk: Talk) -> None:
    opened = form(await talk.presses("c1:edit:channel:web", person=MANAGER))
    assert "Saved" in said(await talk.sends(opened, {"services": "tickets"}, person=MANAGER))

    await talk.types("How long is the notice period?")

    assert (await talk.newest()).settings.connectors == "tickets"
    (field,) = [each for each in form(await talk.presses("c1:write")).fields if each.name == "services"]
    assert field.value == ("tickets",)


async def test_secrets_in_fields_are_masked_where_those_of_questions_are() -> None:
    talk, key = Talk({"COUNCIL_REDACT": "yes"}), "AKIA" + "QWERTYUIOPASDFGH"

    await talk.handle(an_ask("How long?", options={"service_fields": f"space: {key}"}))

    kept = (await talk.newest()).settings.connector_fields
    assert kept.startswith("space: ")
    assert key not in kept


async def test_a_field_without_a_name_is_a_sentence(talk: Talk) -> None:
    opened = form(await talk.presses("c1:write"))

    reply = await talk.sends(opened, {"question": "How long?", "service_fields": "just words"})

    assert said(reply) == "service_fields has 'just words'; expected one 'field: value' per line."
    assert talk.engine.started == []


@pytest.mark.parametrize("words", LANGUAGES.values())
def test_the_fields_have_names_in_every_language(words: Words) -> None:
    made = question_form(
        words, "", inherited=typed(SETTINGS), rubrics=(), presets=(), room=5,
        services=(Service(name="wiki", title="Wiki", asks={"space": "Space"}),),
        templates=(Template(name="plan", title="Plan", summary="", instructions="Plan."),),
    )  # fmt: skip

    assert [field.name for field in made.fields] == [
        "question", "preset", "files", "services", "service_fields",
    ]  # fmt: skip
    labels = [field.label for field in made.fields[-2:]]
    assert words is ENGLISH or not set(labels) & {"Services that are asked", "Details for services"}
