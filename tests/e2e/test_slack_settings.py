"""Tests of a channel's settings in Slack: shown, changed, refused, applied."""

from tests.e2e.council_app import Serving
from tests.e2e.slack_talk import asked, press, told, window
from tests.testbed.slack import LocalSlack, View


async def test_settings_of_a_channel_hold_from_the_next_question_on(
    slack: LocalSlack, either_way: Serving
) -> None:
    slack.user("alice").is_admin = True
    alice = slack.person("alice")
    await alice.command("C1", "/council", "settings")
    panel = await window(slack, "alice", "Settings")
    await press(slack, "alice", "Change settings", panel)
    form = await window(slack, "alice", "Settings: channel")

    await alice.submit(form, {"quorum": "99", "vote_minutes": "soon"})
    assert form.errors.keys() == {"quorum", "vote_minutes"}
    await alice.submit(form, {"quorum": "", "vote_minutes": "7", "rubric": "code"})
    await told(slack, "alice", "Saved for this channel")
    assert slack.views("alice") == []
    await asked(slack)

    run = (await either_way.app.store.latest(limit=1))[0]
    assert (run.settings.vote_seconds, run.settings.rubric) == (420, "code")


async def test_settings_that_somebody_else_has_changed_meanwhile_are_not_overwritten(
    slack: LocalSlack, over_http: Serving
) -> None:
    forms: dict[str, View] = {}
    for name in ("alice", "bob"):
        slack.user(name).is_admin = True
        await slack.person(name).command("C1", "/council", "settings")
        await press(slack, name, "Change settings", await window(slack, name, "Settings"))
        forms[name] = await window(slack, name, "Settings: channel")

    await slack.person("alice").submit(forms["alice"], {"vote_minutes": "7"})
    await told(slack, "alice", "Saved for this channel")
    await slack.person("bob").submit(forms["bob"], {"vote_minutes": "8"})

    assert "changed" in " ".join(forms["bob"].errors.values())
    assert slack.views("bob")


async def test_those_who_may_not_change_settings_only_see_them(slack: LocalSlack, over_http: Serving) -> None:
    await slack.person("bob").command("C1", "/council", "settings")

    panel = await window(slack, "bob", "Settings")

    assert "Change" not in slack.draw(panel)
    assert "Those who manage this channel" in slack.draw(panel)


async def test_who_made_a_channel_changes_its_settings_from_the_home(
    slack: LocalSlack, over_http: Serving
) -> None:
    alice = slack.person("alice")
    slack.channel("C1").creator = alice.id
    await alice.open_home()
    home = await slack.wait_for(lambda: slack.home("alice"))
    assert home is not None
    await alice.choose(home, lambda element: element["type"] == "conversations_select", "C1")
    await press(slack, "alice", "Change settings", await window(slack, "alice", "Settings"))
    form = await window(slack, "alice", "Settings: channel")

    await alice.submit(form, {"vote_minutes": "7"})
    await told(slack, "alice", "Saved for this channel")
    await asked(slack)

    run = (await over_http.app.store.latest(limit=1))[0]
    assert (run.question.place.channel, run.settings.vote_seconds) == ("C1", 420)
