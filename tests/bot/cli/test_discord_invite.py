"""`council discord-invite`: the link, by an id or by the token."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.bot.cli.conftest import Council, Said, process
from tests.testbed.discord import LocalDiscord


def query(said: Said) -> dict[str, list[str]]:
    return parse_qs(urlsplit(said.out.strip()).query)


def test_the_link_names_the_application_and_every_permission(council: Council) -> None:
    said = council("discord-invite", "--application", "123456789012345678")

    assert said.code == 0
    asked = query(said)
    assert asked["client_id"] == ["123456789012345678"]
    assert asked["scope"] == ["bot applications.commands"]
    assert int(asked["permissions"][0]) & 0x400  # View Channel


@pytest.mark.parametrize("named", ["me", "12", "１２３４５６７８９０１２３４５６７８"])
def test_an_id_that_is_none_is_said_to_be_none(named: str, council: Council) -> None:
    said = council("discord-invite", "--application", named)

    assert (said.code, said.out) == (2, "")
    assert f"'{named}' is not" in said.err


def test_without_id_and_token_it_says_where_the_id_stands(council: Council) -> None:
    said = council("discord-invite")

    assert said.code == 2
    assert "--application ID" in said.err


async def test_with_a_token_discord_is_asked_whose_it_is(folder: Path) -> None:
    async with (
        LocalDiscord() as discord,
        process(
            folder, "discord-invite", DISCORD_TOKEN=discord.token, DISCORD_API_URL=discord.rest_url
        ) as started,
    ):
        said = await started.ends()

    assert said.code == 0, said.err
    assert query(said)["client_id"] == [str(discord.bot.id)]


async def test_a_token_that_discord_refuses_is_said(folder: Path) -> None:
    async with (
        LocalDiscord() as discord,
        process(folder, "discord-invite", DISCORD_TOKEN="a.b.c", DISCORD_API_URL=discord.rest_url) as started,
    ):
        said = await started.ends()

    assert (said.code, said.out) == (1, "")
    assert "token" in said.err
