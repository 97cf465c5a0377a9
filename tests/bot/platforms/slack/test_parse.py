"""Tests of reading Slack's payloads: person, place and action; the shapes are those of docs.slack.dev."""

from typing import Any

import pytest

from bot.platforms.slack.payloads import parse
from bot.platforms.slack.payloads.parse import Memory, people_in, readable, recall, remember, without_mention
from council_core.domain.place import Place
from council_core.domain.question import FileReference


@pytest.mark.parametrize(
    ("sent", "typed", "why"),
    [
        ("a &lt;b&gt; &amp; c", "a <b> & c", "entities"),
        ("&amp;lt;b&amp;gt;", "&lt;b&gt;", "entities are read once"),
        ("&lt;@U1|x&gt;", "<@U1|x>", "what looks like a mention but was typed"),
        ("ask <@U1|bob>", "ask @bob", "a mention with its name, as in commands"),
        ("ask <@U1>", "ask @bob", "a mention without, as in messages"),
        ("ask <@U2>", "ask @U2", "somebody unknown"),
        ("in <#C1|general>", "in #general", "a channel"),
        ("in <#C1|>", "in #C1", "a channel without its name"),
        ("search x channel:<#C1|general>", "search x channel:C1", "the channel of a search, by its id"),
        ("<!here> all", "@here all", "everybody"),
        ("<!subteam^S1|@devs>", "@devs", "a group"),
        ("<!date^17^{date}|noon>", "noon", "a date"),
        ("<https://x.org/?a=1&amp;b=2>", "https://x.org/?a=1&b=2", "an address"),
        ("<https://x.org/|x.org>", "https://x.org/", "an address that was typed short"),
        ("<https://x.org|site>", "site (https://x.org)", "an address behind words"),
        ("<mailto:a@x.org|a@x.org>", "a@x.org", "a mailbox"),
        ("if a < b then", "if a < b then", "a lone sign"),
    ],
)
def test_text_becomes_what_was_typed(sent: str, typed: str, why: str) -> None:
    assert readable(sent, {"U1": "bob"}) == typed, why


def test_only_people_without_a_name_beside_them_need_one() -> None:
    assert list(people_in("<@U1> and <@U2|bob> and &lt;@U3&gt;")) == ["U1"]


def test_the_mention_that_calls_the_bot_is_no_part_of_the_question() -> None:
    assert without_mention("<@UBOT>: what of <@UBOT>?", "UBOT") == "what of <@UBOT>?"
    assert without_mention("hey <@UBOT|council> why?", "UBOT") == "hey  why?"


COMMAND = {"team_id": "T1", "channel_id": "C1", "user_id": "U1", "trigger_id": "1.1", "text": "x"}


@pytest.mark.parametrize(
    ("body", "workspace", "why"),
    [
        ({"team_id": "T1"}, "T1", "a command"),
        (
            {"team_id": "T1", "enterprise_id": "E1", "is_enterprise_install": "false"},
            "T1",
            "one team of a grid",
        ),
        ({"team_id": "T1", "enterprise_id": "E1", "is_enterprise_install": "true"}, "E1", "a whole grid"),
        (
            {"team": {"id": "T1"}, "enterprise": {"id": "E1"}, "is_enterprise_install": True},
            "E1",
            "an interaction",
        ),
        ({"team": None, "enterprise": {"id": "E1"}, "is_enterprise_install": True}, "E1", "without a team"),
        (
            {"team_id": "T1", "authorizations": [{"enterprise_id": "E1", "is_enterprise_install": True}]},
            "E1",
            "event",
        ),
        ({"team_id": "T1", "authorizations": []}, "T1", "an event of one team"),
        ({"team_id": None, "enterprise_id": "E1"}, "E1", "the end of an installation for a whole grid"),
        (
            {"team_id": "T2", "authorizations": [{"team_id": "T1", "is_enterprise_install": False}]},
            "T1",
            "an event in a channel that another company made",
        ),
        (
            {
                "team_id": "T2",
                "enterprise_id": "E2",
                "authorizations": [{"enterprise_id": "E1", "team_id": "T1", "is_enterprise_install": True}],
            },
            "E1",
            "the same, installed for a whole grid",
        ),
        (
            {"team": {"id": "T2"}, "view": {"app_installed_team_id": "T1"}},
            "T1",
            "a form that somebody of another company sends",
        ),
    ],
)
def test_the_workspace_is_whoever_installed_the_app(body: dict[str, Any], workspace: str, why: str) -> None:
    assert parse.workspace_of(body) == workspace, why


def click(**changes: Any) -> dict[str, Any]:
    return {
        "type": "block_actions",
        "user": {"id": "U1", "username": "alice"},
        "team": {"id": "T1"},
        "trigger_id": "1.1",
        "container": {"type": "message", "message_ts": "5.5", "channel_id": "C1"},
        "channel": {"id": "C1"},
        "message": {"ts": "5.5"},
        "actions": [{"type": "button", "value": "c1:reveal:r1", "action_id": "council.do.0"}],
        **changes,
    }


def test_a_button_of_the_card_belongs_to_the_channel_and_one_below_it_to_the_thread() -> None:
    card = parse.action(click(message={"ts": "5.5", "thread_ts": "5.5"}))
    reply = parse.action(click(message={"ts": "5.5", "thread_ts": "1.0"}))

    assert (card.place.thread, reply.place.thread) == (None, "1.0")
    assert (card.action, card.user_name, card.delivery) == ("c1:reveal:r1", "alice", "1.1")


def test_a_button_in_a_private_message_knows_its_thread() -> None:
    container = {
        "type": "message",
        "message_ts": "5.5",
        "channel_id": "C1",
        "thread_ts": "1.0",
        "is_ephemeral": True,
    }

    heard = parse.action({**click(container=container, message=None), "message": None})

    assert (heard.place.channel, heard.place.thread) == ("C1", "1.0")


def test_a_button_in_a_window_belongs_where_the_window_was_opened() -> None:
    place = parse.command({**COMMAND, "response_url": "https://hooks.slack.com/x"}).place
    view = {"private_metadata": remember(Memory(place=place))}

    heard = parse.action(
        click(container={"type": "view", "view_id": "V1"}, channel=None, message=None, view=view)
    )

    assert (heard.place.channel, heard.place.origin) == ("C1", "https://hooks.slack.com/x")


def test_a_form_comes_back_with_all_its_values() -> None:
    place = parse.command(COMMAND).place
    values = {
        "question": {"value": {"type": "plain_text_input", "value": "Tea now?"}},
        "empty": {"value": {"type": "plain_text_input", "value": None}},
        "quorum": {"value": {"type": "number_input", "value": "2"}},
        "rubric": {"value": {"type": "static_select", "selected_option": {"value": "code"}}},
        "none": {"value": {"type": "static_select", "selected_option": None}},
        "members": {"value": {"type": "checkboxes", "selected_options": [{"value": "a"}, {"value": "b"}]}},
        "many": {"value": {"type": "multi_static_select", "selected_options": [{"value": "a"}]}},
        "files": {"value": {"type": "file_input", "files": [{"id": "F1"}]}},
    }
    private = remember(Memory(place=place, action="c1:status:r1"))
    view = {"id": "V1", "hash": "h", "private_metadata": private, "state": {"values": values}}

    heard = parse.submission({"user": {"id": "U1"}, "team": {"id": "T1"}, "view": view})

    assert heard.values == {
        "question": "Tea now?",
        "empty": "",
        "quorum": "2",
        "rubric": "code",
        "none": "",
        "members": ("a", "b"),
        "many": ("a",),
        "files": ("F1",),
    }
    assert (heard.action, heard.place.channel, heard.delivery) == ("c1:status:r1", "C1", "V1:h")
    assert [file.reference for file in heard.files] == ["T1/F1"]


def test_what_a_window_remembers_always_fits_and_comes_back() -> None:
    place = Place(
        platform="slack", channel="C1", workspace="T1", thread="1.0", origin="https://x.org/" + "o" * 200
    )
    files = tuple(
        FileReference(
            name=f"{at}" + "é" * 300 + ".md", media_type="text/markdown", size=at, reference=f"F{at}"
        )
        for at in range(10)
    )

    written = remember(Memory(place=place, action="c1:write", files=files))
    memory = recall(written, "T1")

    assert len(written) <= 3_000
    assert (memory.place, memory.action) == (place, "c1:write")
    assert [(one.reference, one.size) for one in memory.files] == [
        (f"F{at}", at) for at in range(len(memory.files))
    ]
    assert all(one.name.endswith(".md") for one in memory.files)


@pytest.mark.parametrize("private", ["", "not json", "[]", "null"])
def test_a_window_that_remembers_nothing_is_no_error(private: str) -> None:
    heard = parse.submission({"user": {"id": "U1"}, "view": {"private_metadata": private}})

    assert (heard.action, heard.place.channel) == ("", "")


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ({"bot_id": "B1", "user": "U1"}, "a bot"),
        ({"subtype": "message_changed"}, "an edit"),
        ({"user": "U1", "edited": {"ts": "1"}}, "an edit"),
        ({"user": "U1", "type": "app_mention", "edited": {"ts": "90000.1"}}, "an edit of the day before"),
        ({"user": "U1", "subtype": "channel_topic"}, "Slack itself"),
        ({"text": "x"}, "nobody"),
    ],
)
def test_an_event_that_no_person_wrote_just_now_is_no_question(event: dict[str, Any], why: str) -> None:
    body = {"event": {"channel": "C1", "ts": "1.1", "text": "x", **event}}

    assert parse.message(body) is None, why
