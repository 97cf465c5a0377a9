"""Tests of files that this machine cannot write, or not with all letters: one sentence in Slack and in Discord says
why."""

import sys
from pathlib import Path

import pytest
import typst

from council_core.exports.scripts import missing_scripts
from tests.e2e.discord_talk import Talk, offered
from tests.e2e.slack_talk import asked, press, told
from tests.testbed.slack import LocalSlack

KOREAN = "탭이 나을까요, 스페이스가 나을까요?"
LACKING = "because no font here has them: Korean"
NEEDS = "This file needs the package python-docx"


@pytest.fixture
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take this machine's fonts away from the child that sets a PDF, and the package for Word documents."""
    (tmp_path / "none").mkdir()
    settings = tmp_path / "fonts.conf"
    settings.write_text(f'<?xml version="1.0"?><fontconfig><dir>{tmp_path / "none"}</dir></fontconfig>')
    monkeypatch.setenv("FONTCONFIG_FILE", str(settings))
    if not missing_scripts(["Korean"], typst.Fonts().families()):
        pytest.skip("typst finds the fonts of this machine in another way")
    monkeypatch.setitem(sys.modules, "docx", None)


@pytest.mark.usefixtures("bare_machine", "slack_demo")
async def test_slack_says_which_letters_and_which_package_are_missing(slack: LocalSlack) -> None:
    card = await asked(slack, KOREAN)
    await slack.wait_for(lambda: "Export" in str(card.blocks))

    await press(slack, "bob", "Export", card)
    menu = await told(slack, "bob", "Which kind of file")
    await press(slack, "bob", "PDF", menu)
    blank = await told(slack, "bob", LACKING)
    await press(slack, "bob", "Word", menu)
    refused = await told(slack, "bob", NEEDS)

    assert ".pdf" in slack.words(blank)
    assert ".docx" not in slack.words(refused)


@pytest.mark.usefixtures("bare_machine")
async def test_discord_says_which_letters_and_which_package_are_missing(discord_demo: Talk) -> None:
    talk, bob = discord_demo, discord_demo.discord.person("bob")
    card = await talk.ask(KOREAN)
    await talk.discord.wait_for(lambda: "Export" in offered(card))

    blank = await talk.press(bob, await talk.press(bob, card, "Export"), "PDF")
    await talk.discord.wait_for(lambda: blank.files)
    menu = await talk.press(bob, card, "Export")
    refused = await talk.press(bob, menu, "Word")
    await talk.discord.wait_for(lambda: "needs the package" in refused.text)

    assert LACKING in blank.text
    assert [upload.content[:4] for upload in blank.files.values()] == [b"%PDF"]
    assert NEEDS in refused.text.replace("\\", "")
    assert not refused.files
